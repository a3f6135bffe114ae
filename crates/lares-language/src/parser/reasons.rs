//! Why something is to be done, or how soon, said without a pause: "close the blinds because the kids are asleep", "open it as
//! fast as you can", 我累了把灯关了. Beside a complete order it changes nothing.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::ends_with;
use super::word_list::WordList;
use crate::lexicon::{Cue, Speech, lexicon};
use crate::vocabulary::is_han;

/// So many letters at most tell in Chinese what is going on.
const LONGEST: usize = 9;

/// The words without the reasons among them.
pub(super) fn without_reasons<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let mut reasons: SmallVec<[(usize, usize); 2]> = SmallVec::new();
    for clause in tokens.split(|token| token.separator().is_some()) {
        let chinese = clause.first().is_some_and(|first| text.get(first.start).copied().is_some_and(is_han));
        reasons.extend(if chinese { going_on(text, clause) } else { behind(text, clause) });
        reasons.extend(urged(text, clause));
        reasons.extend(so(text, clause));
        let end = clause.last().map_or(0, |last| last.end);
        let start = clause.first().map_or(0, |first| first.start);
        let elsewhere = |token: &Token| {
            let changes =
                acts(token) || token.color().is_some() || token.goal().is_some() || token.value().is_some();
            (token.end > end || token.start < start) && changes
        };
        reasons.extend(only_urges(text, clause).filter(|_| tokens.iter().any(elsewhere)));
    }
    if reasons.is_empty() {
        return tokens;
    }
    let within = |token: &Token| reasons.iter().any(|&(from, to)| token.start >= from && token.end <= to);
    let mut tokens = tokens.into_owned();
    tokens.retain(|token| !within(token));
    Cow::Owned(tokens)
}

/// A verb of the home that is nothing else.
fn acts(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty()) && !token.is_target()
}

/// Behind a complete English order, from which character to which the reason stands.
fn behind(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let words = WordList::of(text, clause);
    let begin = (2..words.len()).find(|&place| begins_reason(&words, place))?;
    let start = words.start(begin)?;
    let ordered = || clause.iter().filter(|token| token.end <= start);
    let complete = ordered().any(|token| token.verb().is_some())
        && ordered().any(|token| token.is_target() || token.reference().is_some())
        && !ordered().any(|token| {
            token.question().is_some() && token.particle().is_none()
                || token.condition().is_some()
                || token.speech().is_some()
        });
    // "… because it's late and turn on the lamp": a further order.
    let end = (begin + 1..words.len())
        .find(|&place| {
            words.is_any(
                place,
                &["and", "then", "but", "so", "when", "if", "unless", "once", "at", "tomorrow", "tonight"],
            ) && (!words.is_any(place, &["and", "then", "but", "so"])
                || words.token(place + 1).is_some_and(acts))
        })
        .unwrap_or(words.len());
    complete.then(|| (start, words.end(end - 1)))
}

/// "The kids are asleep so lamp off": before a complete English order what is told, with the word that leads from it.
fn so(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let words = WordList::of(text, clause);
    let place = (2..words.len()).find(|&place| words.is(place, "so"))?;
    let (start, leads, end) = (words.start(0)?, words.start(place)?, words.end(place));
    let told = || clause.iter().filter(|token| token.end <= leads);
    let rest = || clause.iter().filter(|token| token.start >= end);
    let finite = lexicon().phrases(Cue::Finite);
    let tells = (0..place).any(|place| {
        let word = words.letters(place).unwrap_or_default();
        finite.have(word)
            || word.ends_with(&['\'', 's'])
            || word.ends_with(&['\'', 'm'])
            || word.ends_with(&['r', 'e'])
    });
    let bound = |token: &Token| {
        token.condition().is_some()
            || token.negation().is_some()
            || token.speech().is_some_and(|speech| speech != Speech::Remark)
            || acts(token)
    };
    let first =
        rest().find(|token| token.particle().is_none() || token.is_target() || token.verb().is_some())?;
    let begins = first.adjective().is_none() && (first.is_target() || first.verb().is_some());
    let changes = rest().any(|token| {
        acts(token) || token.state().is_some() || token.value().is_some() || token.goal().is_some()
    });
    let asks = rest().any(|token| token.question().is_some() && token.particle().is_none());
    let refers = rest().any(|token| token.reference().is_some());
    (tells && !told().any(bound) && begins && changes && !asks && !refers).then_some((start, end))
}

/// "Lights to green, go on": a clause that only urges, beside an order.
fn only_urges(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let words = WordList::of(text, clause);
    let begin = usize::from(words.is_any(0, &["oh", "ah", "aw", "och", "ach"]));
    let urges = words.is_any(begin, &["go", "come"]) && words.is(begin + 1, "on");
    let rest = (begin + 2..words.len()).all(|place| words.is_any(place, &["then", "now", "so"]));
    (urges && rest).then(|| Some((words.start(0)?, words.end(words.len() - 1)))).flatten()
}

/// "Dusty, away and do the floors", "go on and shut it": what only sends somebody to do what follows.
fn sent(words: &WordList<'_>, clause: &[Token]) -> Option<(usize, usize)> {
    let place = (0..3).find(|&place| {
        words.is(place, "away") && words.is_any(place + 1, &["and", "an", "an'"])
            || words.is_any(place, &["away", "go"])
                && words.is_any(place + 1, &["on", "you"])
                && words.is_any(place + 2, &["and", "go"])
    })?;
    let last = (place + 1..place + 4).find(|&place| words.is_any(place, &["and", "an", "an'"]))?;
    let (start, end) = (words.start(place)?, words.end(last));
    // "Arm it away and …" is no way to send somebody.
    let called = clause.iter().take_while(|token| token.start < start).all(|token| token.name().is_some());
    (called && words.token(last + 1).is_some_and(acts)).then_some((start, end))
}

/// "Come on, turn it off": nothing is to come on where another verb follows.
fn urged(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let words = WordList::of(text, clause);
    if let Some(sent) = sent(&words, clause) {
        return Some(sent);
    }
    let begin = usize::from(words.is_any(0, &["oh", "ah", "ok", "okay"]));
    let urges = words.is_any(begin, &["come", "go"]) && words.is(begin + 1, "on");
    let verb = |token: &Token| token.verb().is_some_and(|verb| !verb.acts.is_empty()) && !token.is_target();
    let end = words.end(begin + 1);
    (urges && words.token(begin + 2).is_some_and(|token| token.start >= end && verb(token)))
        .then(|| (words.start(begin).unwrap_or_default(), end))
}

/// Whether a reason, or a manner that changes nothing, begins at a word.
fn begins_reason(words: &WordList<'_>, place: usize) -> bool {
    const WHO: [&str; 30] = [
        "i",
        "i'm",
        "im",
        "i've",
        "we",
        "we're",
        "we've",
        "it",
        "it's",
        "its",
        "he",
        "he's",
        "she",
        "she's",
        "they",
        "they're",
        "the",
        "my",
        "our",
        "there's",
        "everyone",
        "everybody",
        "nobody",
        "someone",
        "this",
        "that's",
        "mum",
        "mom",
        "dad",
        "everything",
    ];
    const BE: [&str; 10] =
        ["it's", "its", "i'm", "im", "we're", "he's", "she's", "they're", "there's", "everyone's"];
    const CAN: [&str; 8] = ["can", "could", "will", "won't", "doesn't", "don't", "isn't", "gets"];
    let next = place + 1;
    if words.is_any(place, &["because", "cos", "coz", "cuz"]) {
        return next < words.len();
    }
    if words.is_any(place, &["cause", "'cause"]) {
        return next < words.len() && !words.is_any(place - 1, &["the", "a", "that"]);
    }
    if words.is(place, "since") {
        return words.is_any(next, &WHO);
    }
    if words.is(place, "as") {
        let soon = words.is_any(next, &["fast", "quick", "quickly"])
            && words.is(next + 1, "as")
            && words.is_any(next + 2, &["you", "possible", "ya"]);
        // "As soon as it's cold" is when.
        let when = words.is_any(place - 1, &["soon", "long", "far", "just", "much", "same", "such"]);
        let is = words.is_any(next, &["the", "my", "our"])
            && words.is_any(next + 2, &["is", "are", "was", "were"]);
        return soon || !when && (is || words.is_any(next, &BE));
    }
    // "Without waking the dog", "without touching the thermostat"
    if words.is(place, "without") {
        return words.letters(next).is_some_and(|word| word.ends_with(&['i', 'n', 'g']));
    }
    // "So the baby can sleep"
    if words.is(place, "so") {
        return words.is_any(next, &["i", "we", "he", "she", "they"])
            && words.is_any(next + 1, &["can", "could"])
            || words.is_any(next, &["the", "my", "our"]) && words.is_any(next + 2, &CAN)
            || words.is_any(next, &["everyone", "everybody", "mum", "mom", "dad"])
                && words.is_any(next + 1, &CAN)
            || words.is(next, "nobody");
    }
    if words.is_any(place, &["i'm", "im", "we're", "he's", "she's", "they're"]) && words.is(next, "trying") {
        return words.is(next + 1, "to");
    }
    // "… or I'll scream"
    if words.is(place, "or") {
        return words.is_any(next, &["i'll", "we'll", "he'll", "she'll", "it'll", "they'll"])
            || words.is(next, "else") && next + 1 == words.len();
    }
    words.is(place, "like")
        && (words.is_any(next, &["you", "i", "we"])
            && words.is_any(next + 1, &["did", "asked", "said", "always", "do", "told"])
            || words.is_any(next, &["always", "usual", "yesterday", "before"]) && next + 1 == words.len()
            || words.is(next, "last") && words.is(next + 1, "time"))
        || words.is(place, "the")
            && words.is(next, "way")
            && words.is_any(next + 1, &["i", "we", "you"])
            && words.is_any(next + 2, &["like", "want", "love", "always", "usually", "did", "do"])
}

/// What is going on, said in Chinese directly before an order: from which character to which.
fn going_on(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let first = clause.first()?;
    let place = clause.iter().position(|token| text.get(token.end - 1) == Some(&'了'))?;
    let (told, ordered) = clause.split_at(place + 1);
    let end = told.last()?.end;
    let said = text.get(first.start..end)?;
    let known = said.len() <= LONGEST && lexicon().cue(Cue::GoingOn).any(|words| ends_with(said, words));
    let of_home = told.iter().any(|token| {
        token.scene().is_some()
            || token.name().is_some()
            || token.object_marker().is_some()
            || token.negation().is_some()
            || token.condition().is_some()
            || token.speech().is_some()
    });
    let begins = ordered.first().is_some_and(|token| {
        token.start == end
            && (matches!(text.get(token.start..token.end), Some(['把' | '将']))
                || token.is_target() && token.person().is_none()
                || acts(token))
    });
    let changes = ordered.iter().any(|token| {
        acts(token)
            || token.verb().is_some_and(|verb| verb.chinese)
            || token.value().is_some()
            || token.scene().is_some()
    });
    let asks = ordered.iter().any(|token| token.question().is_some());
    (known && !of_home && begins && changes && !asks).then_some((first.start, end))
}
