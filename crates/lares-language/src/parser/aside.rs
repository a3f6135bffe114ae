//! What is said beside an order and is none: remarks on people and things ("he's nodded off again"), and what a value is
//! not ("on, not auto").

use std::borrow::Cow;

use lares_home::Act;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::clause::Clause;
use super::frame::{Frame, Head, Target};
use super::lattice::Token;
use super::tokens::{ends_with, holds, starts_with, text_of};
use crate::action::Value;
use crate::lexicon::{Cue, Many, Negation, Person, Speech, lexicon};
use crate::vocabulary::{HomeVocabulary, ParseContext, is_han};

/// A frame that says what is to be done, and to what.
pub(crate) fn orders(frame: &Frame) -> bool {
    let set = frame.value.is_some();
    frame.has_action()
        && (frame.has_target() || set && frame.property.is_some())
        && frame.question.is_none()
        && !frame.complaint
        && (set || frame.direction.is_some() || frame.verb.is_some_and(|verb| !verb.acts.is_empty()))
}

/// "Without touching the thermostat": what is not to be done on the way.
pub(crate) fn is_left_undone(clause: &Clause<'_>) -> bool {
    let mut words = clause.text_said().split(|letter| *letter == ' ');
    words.next().is_some_and(|word| "without".chars().eq(word.iter().copied()))
        && words.next().is_some_and(|word| word.ends_with(&['i', 'n', 'g']))
        && !clause.tokens.iter().any(|token| {
            matches!(clause.text.get(token.start..token.end), Some(['t', 'u', 'r', 'n', ' ', 'o', ..]))
        })
}

/// 一盏也别留: behind what is done to all, none of it is left out.
fn leaves_none(clause: &Clause<'_>) -> bool {
    let said = clause.text_said();
    clause.after_order
        && said.first() == Some(&'一')
        && lexicon().cue(Cue::LeavesNone).any(|words| ends_with(said, words))
}

/// "…, I'm falling asleep on this", "…, we're about to eat": behind an order somebody tells what they do, and asks for nothing.
fn tells_what_speaker_does(clause: &Clause<'_>) -> bool {
    const WHO: [&str; 14] = [
        "i'm", "im", "we're", "were", "he's", "hes", "she's", "shes", "they're", "theyre", "i am", "we are",
        "he is", "she is",
    ];
    // "I'm off to bed" is a good night; "going to need the lamp on" asks.
    const DOES: [&str; 6] = ["about to", "away to", "trying to", "tryna", "on the phone", "on a call"];
    const ASKS: [&str; 5] = ["going to", "going to need", "gonna need", "hoping", "wondering"];
    let said = clause.text_said();
    let behind = WHO
        .iter()
        .find(|who| starts_with(said, who) && said.get(who.len()) == Some(&' '))
        .and_then(|who| said.get(who.len() + 1..));
    let Some(behind) = behind.filter(|_| clause.after_order) else { return false };
    let doing = behind.split(|letter| *letter == ' ').next().unwrap_or_default();
    let does = doing.len() > 4
        && doing.ends_with(&['i', 'n', 'g'])
        && !ASKS.iter().any(|asks| starts_with(behind, asks));
    does || DOES.iter().any(|does| starts_with(behind, does))
}

/// "Ps5 off. Conor I am serious": who is called, and then told something.
fn calls_someone(clause: &Clause<'_>) -> bool {
    const TOLD: [&str; 7] = ["i", "i'm", "im", "you're", "youre", "we", "we're"];
    let [who, told, ..] = clause.tokens else { return false };
    let word = clause.text.get(told.start..).unwrap_or_default();
    let word = word.split(|letter| *letter == ' ').next().unwrap_or_default();
    clause.after_order
        && who.name().is_some()
        && who.noun().is_none()
        && TOLD.iter().any(|told| told.chars().eq(word.iter().copied()))
}

/// "…, just stuffed two crates of beer in it": what someone did a moment ago, in words that are nothing to a home.
fn did_just_now(clause: &Clause<'_>) -> bool {
    let [first, second, behind @ ..] = clause.tokens else { return false };
    let said = |token: &Token| clause.text.get(token.start..token.end).unwrap_or_default();
    matches!(said(first), ['j', 'u', 's', 't'])
        && second.is_unknown()
        && matches!(
            said(second),
            [.., 'e', 'd'] | [.., 'n', 't'] | [.., 'i', 'd'] | [.., 'o', 't'] | [.., 'o', 'k']
        )
        && !behind.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.state().is_none())
}

/// Whether a clause tells of someone: it begins with whom it is about, names nothing that could be acted on, and
/// complains of nothing.
pub(crate) fn is_remark(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    if clause.after_order && did_just_now(clause) || leaves_none(clause) || calls_someone(clause) {
        return true;
    }
    let complains = |frame: &Frame| {
        frame.complaint
            || frame.wish.is_some()
            || frame.targets.iter().any(|target| target.head == Head::Scene)
    };
    if tells_what_speaker_does(clause) && !frames.iter().any(complains) {
        return true;
    }
    let reason =
        clause.tokens.first().is_some_and(|first| clause.after_order && begins_reason(clause.text, first));
    let tells = clause.tokens.first().is_some_and(|first| first.speech() == Some(Speech::Remark)) || reason;
    (tells || is_statement(clause))
        && frames.iter().all(|frame| {
            // "it's Memaw's good blouse": named, and nothing to be done with it.
            let only_told = reason && !frame.has_action();
            let names = !only_told
                && frame.targets.iter().any(|target| {
                    matches!(target.head, Head::Name | Head::Scene) || !target.rooms.is_empty()
                });
            !frame.complaint && frame.wish.is_none() && !frame.polite && !names
        })
}

/// 楼上在装修, 阳台上有鸟: what goes on at a place, in words that are nothing to a home.
fn is_somewhere(clause: &Clause<'_>, first: &Token, second: &Token, behind: &[Token]) -> bool {
    const NEAR: [&str; 8] = ["楼上", "楼下", "隔壁", "对面", "邻居", "外面", "门外", "街上"];
    let letters = |token: &Token| clause.text.get(token.start..token.end).unwrap_or_default();
    let place = |token: &Token| {
        token.is_target() && token.noun().is_none() && token.name().is_none() && token.scene().is_none()
    };
    let orders = |token: &Token| {
        token.object_marker().is_some() || token.question().is_some() || token.condition().is_some()
    };
    if !place(first) {
        return false;
    }
    let near = first.home_room().is_none()
        && NEAR.iter().any(|word| word.chars().eq(letters(first).iter().copied()));
    let again = matches!(letters(second), ['又'] | ['又', '是'] | ['老'] | ['老', '是'] | ['一', '直'])
        && behind.first().is_some_and(|next| matches!(letters(next), ['在', ..]));
    if near && (again || matches!(letters(second), ['在', ..] | ['又' | '老', '在'])) {
        return !behind.iter().any(orders);
    }
    let small = |token: &Token| token.particle().is_some() && token.state().is_none();
    let has = |token: &Token| matches!(letters(token), ['有'] | [.., '有'] | ['有', '只' | '个' | '条']);
    (has(second) || matches!(letters(second), ['上' | '里']) && behind.first().is_some_and(has))
        && behind.iter().any(Token::is_unknown)
        && behind.iter().all(|token| token.is_unknown() || small(token) || has(token))
}

/// "The kids play outside", 妈妈在厨房煮饭: whoever a clause begins with does something, and nothing is to be done for the home.
pub(crate) fn tells_what_someone_does(clause: &Clause<'_>) -> bool {
    // 把灯关了，开了一天了: for how long it has been so.
    let lasts = |first: &Token| {
        let behind = clause.text_said().get(first.end - first.start..).unwrap_or_default();
        clause.after_order && first.verb().is_some() && lexicon().phrases(Cue::SoLong).have(behind)
    };
    if clause.tokens.first().is_some_and(lasts) {
        return true;
    }
    let [first, second, behind @ ..] = clause.tokens else { return false };
    if is_somewhere(clause, first, second, behind) {
        return true;
    }
    let others = |person: Person| !matches!(person, Person::Speaker);
    let plain = |token: &Token| {
        token.likeness >= 1.0 && !token.is_target() && token.value().is_none_or(|_| token.verb().is_some())
    };
    // 田螺姑娘停一停，我在拖地: behind an order the speaker does something, too.
    let doer = |person: Person| others(person) || clause.after_order;
    if clause.text[second.start..second.end] == ['在'] && first.person().is_some_and(doer) {
        return !behind.iter().any(|token| {
            token.object_marker().is_some() || token.question().is_some() || token.condition().is_some()
        });
    }
    // "Soundbar off, somebody left it on"
    let word: SmallVec<[char; 12]> =
        clause.text[second.start..second.end].iter().copied().take_while(|&letter| letter != ' ').collect();
    if clause.after_order && first.person().is_some_and(others) && lexicon().phrases(Cue::Does).have(&word) {
        return true;
    }
    // "somebody lock the side door"
    let said = text_of(clause.text, second.start, second.end);
    let asked_of_anyone = first.person() == Some(Person::Somebody)
        && !said
            .split(' ')
            .next()
            .is_some_and(|verb| verb.ends_with('s') || verb.ends_with("ed") || verb.ends_with("ing"));
    first.person().is_some_and(others)
        && !asked_of_anyone
        && clause.text[first.start].is_ascii()
        && plain(first)
        && plain(second)
        && second.verb().is_some_and(|verb| !verb.chinese && !verb.acts.is_empty() && !verb.weak)
}

/// "turn off all the tvs but Pawpaw's": what follows says which of several are left out, and orders nothing.
pub(crate) fn begins_exception(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    if !is_but(text, token) {
        return false;
    }
    let several = |token: &Token| token.many().is_some_and(|(many, _)| many != Many::Any);
    let before = &tokens[start..index];
    let behind = tokens[index + 1..].iter().take_while(|token| token.separator().is_none());
    let acts = |token: &Token| {
        token.verb().is_some_and(|verb| !verb.acts.is_empty()) && token.noun().is_none()
            || token.adjective().is_some()
            || token.clause().is_some()
    };
    // "Every lamp in the master but Neha's, off": what becomes of the others is said behind.
    let ordered = |tokens: &[Token]| {
        let mut clause = tokens.iter().skip_while(|token| token.separator().is_none()).skip(1);
        clause.next().is_some_and(|first| first.verb().is_some_and(|verb| !verb.weak))
    };
    before.iter().any(several)
        && (before.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak))
            || before.iter().any(Token::is_target) && ordered(&tokens[index + 1..]))
        && behind.clone().any(|token| token.particle().is_none() || token.is_target())
        && !behind.clone().any(|token| acts(token) || token.negation().is_some())
}

/// "Is the heating actually running": a word that takes nothing back, within a question that has not asked yet.
pub(crate) fn stresses(text: &[char], before: &[Token], token: &Token) -> bool {
    let said = &text[token.start..token.end];
    // "So I actually notice": between who does something and what they do.
    let speaker = before.last().is_some_and(|last| {
        matches!(
            text_of(text, last.start, last.end).as_str(),
            "i" | "we" | "you" | "he" | "she" | "they" | "it" | "can" | "could"
        )
    });
    if speaker && matches!(said, ['a', 'c', 't', 'u', 'a', 'l', 'l', 'y']) {
        return true;
    }
    said == ['a', 'c', 't', 'u', 'a', 'l', 'l', 'y']
        && before.first().is_some_and(|first| first.question().is_some())
        && before.iter().all(|token| {
            token.question().is_some()
                || token.is_target()
                || token.particle().is_some()
                || token.possessive().is_some()
        })
}

/// Whether a word is "but", which joins an order or leaves something out.
pub(crate) fn is_but(text: &[char], token: &Token) -> bool {
    token.clause().is_some() && text[token.start..token.end] == ['b', 'u', 't']
}

/// Whether a clause tells what something is done for: 别晃着阿嬷, "so i can see".
pub(crate) fn is_purpose(clause: &Clause<'_>) -> bool {
    // 吃饭别跟手术室似的
    let small = |token: &&Token| {
        token.particle().is_some()
            && token.verb().is_none()
            && clause.text.get(token.start).copied().is_some_and(is_han)
    };
    let begins = |token: &Token| begins_purpose(clause.text, token);
    // 冻饺子别让野猫叼了
    let worries = || {
        let let_none =
            |pair: &[Token]| pair[0].negation().is_some() && clause.text.get(pair[1].start) == Some(&'让');
        let at = clause.tokens.windows(2).position(let_none);
        at.is_some_and(|at| {
            !clause.tokens[at..].iter().any(|token| token.noun().is_some() || token.name().is_some())
        })
    };
    clause.tokens.first().is_some_and(begins)
        || worries()
        || clause.tokens.iter().find(|token| !small(token)).is_some_and(begins)
}

/// Whether a clause behind an order only closes it: "tv off, that'll do".
pub(crate) fn closes(clause: &Clause<'_>) -> bool {
    let said = clause.text_said();
    lexicon().phrases(Cue::Closes).have(said)
}

/// "Mates are coming up", "the kids have just gone down": who it is about is no device, and then what is said of them.
fn is_statement(clause: &Clause<'_>) -> bool {
    let finite = lexicon().phrases(Cue::Finite);
    let Some(verb) = clause
        .tokens
        .iter()
        .position(|token| finite.have(clause.text.get(token.start..token.end).unwrap_or_default()))
    else {
        return false;
    };
    let subject = clause.tokens.get(..verb).unwrap_or_default();
    let nobody = |token: &Token| {
        !token.is_target()
            && token.reference().is_none()
            && token.question().is_none()
            && token.likeness <= 1.0
            && (token.verb().is_none() || token.likeness < 1.0)
    };
    subject.iter().any(|token| token.is_unknown() || token.likeness < 1.0 || token.person().is_some())
        && subject.iter().all(nobody)
}

/// Whether a remark begins at `index` without a pause before it: "stop the robot he's eating the rug".
pub(crate) fn begins_remark(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let contracted = |token: &Token| {
        token.speech() == Some(Speech::Remark) && text[token.start..token.end].contains(&'\'')
            || begins_purpose(text, token)
            || begins_reason(text, token)
                && index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(ends_order)
            || tells_of_thing(text, tokens, index)
                && index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(ends_order)
    };
    let Some(clause) = tokens.get(start..index) else { return false };
    tokens.get(index).is_some_and(contracted)
        && clause.first().is_some_and(|first| first.speech() != Some(Speech::Remark))
        && clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none())
        && clause.iter().any(|token| token.is_target() || token.reference().is_some())
        && clause.iter().all(|token| token.question().is_none() && token.condition().is_none())
}

/// "unlock the door my pizza's here": something of someone's, that the home does not know, and what it is.
fn tells_of_thing(text: &[char], tokens: &[Token], index: usize) -> bool {
    let said = |place: usize| tokens.get(place).map(|token| text_of(text, token.start, token.end));
    let is = |is: SmolStr| matches!(is.split(' ').next(), Some("is" | "are" | "'s" | "has" | "have"));
    tokens.get(index + 1).is_some_and(Token::is_unknown)
        && matches!(said(index).as_deref(), Some("my" | "our" | "his" | "her" | "their"))
        && said(index + 2).is_some_and(is)
}

/// "turn the fridge off it's empty", "lock the door I've no keys": what is told behind an order without a pause.
fn begins_reason(text: &[char], token: &Token) -> bool {
    const REASONS: [&str; 19] = [
        "it's",
        "its",
        "it is",
        "i'm",
        "im",
        "i've",
        "ive",
        "we're",
        "we've",
        "there's",
        "theres",
        "they're",
        "i can't",
        "i cant",
        "these are",
        "those are",
        "this is",
        "he's",
        "she's",
    ];
    REASONS.iter().any(|words| {
        starts_with(&text[token.start..], words)
            && text.get(token.start + words.chars().count()) == Some(&' ')
    })
}

/// Whether an order may be complete with this word.
fn ends_order(token: &Token) -> bool {
    token.condition().is_none()
        && token.time().is_none()
        && token.question().is_none()
        && token.conjunction().is_none()
        && (token.is_target()
            || token.verb().is_some_and(|verb| !verb.weak)
            || token.value().is_some()
            || token.level().is_some()
            || token.unit().is_some()
            || token.color().is_some()
            || token.particle() == Some(true))
}

/// Whether what begins with a word tells why, or how urgent it is. Where the lexicon knows more of the words, they are
/// what it says: "before i get home" is a time, "before i forget" means nothing.
fn begins_purpose(text: &[char], token: &Token) -> bool {
    purpose_end(text, token).is_some()
}

/// Where the words that begin a purpose end.
fn purpose_end(text: &[char], token: &Token) -> Option<usize> {
    let words = lexicon().phrases(Cue::Purpose).leading(&text[token.start..]).next()?;
    let end = token.start + words.chars().count();
    if token.end > end { None } else { Some(end) }
}

/// Whether an order begins behind a purpose without a pause: "…, before i leave lock the door". The first thing that is
/// done there is the purpose's own.
pub(crate) fn begins_order_behind_purpose(
    text: &[char],
    tokens: &[Token],
    start: usize,
    index: usize,
) -> bool {
    let Some(token) = tokens.get(index).filter(|token| is_firm(token)) else { return false };
    let Some(purpose) = tokens.get(start..index) else { return false };
    let Some(end) = purpose.first().and_then(|first| purpose_end(text, first)) else { return false };
    // "so i can hear the kids open the door": somebody else does it
    if purpose.last().is_some_and(|before| before.person().is_some()) {
        return false;
    }
    let said = text_of(text, end.min(token.start), token.start);
    let mut words = said.split_whitespace();
    // "before i leave", no "before i go and", "so i can safely", "before i can"
    let joins = |word: &str| {
        matches!(word, "to" | "and" | "can" | "go" | "come" | "try" | "help" | "not" | "who" | "what")
            || word.ends_with("ly")
    };
    words.clone().next().is_some()
        && !words.any(joins)
        && tokens[index + 1..].iter().take_while(|token| token.separator().is_none()).any(Token::is_target)
}

/// A verb that can be nothing else: where it stands something is to be done.
fn is_firm(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.chinese && (!verb.weak || verb.acts.is_empty()))
        && token.noun().is_none()
        && token.value().is_none()
        && token.adjective().is_none()
}

/// Whether an order begins here that follows from what was told before it: "he's snoring away so turn off the tv".
pub(crate) fn begins_order(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let so = tokens.get(index).is_some_and(|token| text[token.start..token.end] == ['s', 'o']);
    let next = tokens.get(index + 1);
    so && index > start && next.is_some_and(|next| is_firm(next) || next.particle() == Some(true))
}

/// Whether a frame says nothing that is to be done: what stands before "so".
pub(crate) fn is_reason(frame: &Frame) -> bool {
    frame.verb.is_none_or(|verb| verb.weak) && frame.question.is_none()
}

/// Whether a clause only says which value is not meant: "not auto", "and not 20".
pub(crate) fn is_denied_value(clause: &Clause<'_>) -> bool {
    let mut words = clause.tokens.iter().filter(|token| token.conjunction().is_none());
    let denies = words.next().is_some_and(|first| {
        first.negation() == Some(Negation::Not) && first.correction().is_none() && first.verb().is_none()
    });
    let is_value = |token: &Token| {
        token.value().is_some()
            || token.level().is_some()
            || token.color().is_some()
            || token.numeral(clause.path).is_some()
    };
    let mut said = words.filter(|token| token.particle().is_none() || is_value(token)).peekable();
    let alone = clause.tokens.len() == 2;
    denies
        && said.peek().is_some()
        && said.all(|token| {
            is_value(token) && !token.is_target() || alone && is_choice(token) && token.name().is_none()
        })
}

/// A value, or the work of a machine: what can be chosen instead of another.
fn is_choice(token: &Token) -> bool {
    token.value().is_some()
        || token.level().is_some()
        || token.color().is_some()
        || token.verb().is_some_and(|verb| !verb.nouns.is_empty() || verb.key.is_some())
}

/// Whether words only say what could be chosen.
pub(crate) fn is_all_values(tokens: &[Token]) -> bool {
    !tokens.is_empty() && tokens.iter().all(|token| is_choice(token) || token.particle() == Some(false))
}

/// Whether the clause that ends here says that one thing is wanted alone: "just mop", "only cool".
pub(crate) fn only_one(text: &[char], tokens: &[Token]) -> bool {
    let clause = tokens.rsplit(|token| token.separator() == Some(true)).next().unwrap_or_default();
    clause.iter().any(|token| {
        let said = text_of(text, token.start, token.end);
        said.split(' ').any(|word| matches!(word, "just" | "only"))
    })
}

/// Whether it begins to say here what is not chosen: "cool not heat", "mop today not vacuum".
pub(crate) fn begins_denial(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let denies = tokens.get(index).is_some_and(|token| text[token.start..token.end] == ['n', 'o', 't']);
    let Some(clause) = tokens.get(start..index).filter(|clause| denies && !clause.is_empty()) else {
        return false;
    };
    let behind: Vec<&Token> =
        tokens[index + 1..].iter().take_while(|token| token.separator().is_none()).collect();
    clause.iter().any(is_choice)
        && clause.iter().all(|token| token.question().is_none() && token.condition().is_none())
        && !behind.is_empty()
        && behind.iter().all(|token| is_choice(token))
}

/// The words without what something is to be done instead of: "heat instead of cool", "the lamp rather than the big
/// light".
pub(crate) fn without_alternatives<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let begins = |token: &Token| {
        let said = &text[token.start..];
        lexicon().cue(Cue::InsteadOf).any(|words| {
            starts_with(said, words) && said.get(words.len()).is_none_or(|next| !next.is_ascii_alphanumeric())
        })
    };
    if !tokens.iter().any(begins) {
        return tokens;
    }
    // "cool instead of heat on the heat pump"
    let places = |token: &Token| {
        token.possessive() == Some(crate::lexicon::Place::Before)
            && text[token.start..token.end] != ['o', 'f']
            && !text_of(text, token.start, token.end).starts_with("of ")
    };
    let mut within = false;
    let mut kept = Vec::with_capacity(tokens.len());
    for token in tokens.into_owned() {
        if begins(&token) {
            within = true;
        } else if within && (token.separator().is_some() || token.clause().is_some() || places(&token)) {
            within = false;
        }
        if !within {
            kept.push(token);
        }
    }
    Cow::Owned(kept)
}

/// Whether a clause tells how something still is: "the oven still on".
pub(crate) fn tells_still(clause: &Clause<'_>) -> bool {
    clause.tokens.iter().any(|token| text_of(clause.text, token.start, token.end) == "still")
        && clause
            .tokens
            .iter()
            .all(|token| token.degree().is_none() && token.value().is_none_or(|_| token.particle().is_some()))
}

/// Whether a clause tells who is at home and who is not, and nothing more.
pub(crate) fn tells_who_stays(clause: &Clause<'_>) -> bool {
    let said = clause.text_said();
    let acts = clause.tokens.iter().any(|token| {
        token.verb().is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Arm | Act::Disarm)))
    });
    !acts && [Cue::StaysHome, Cue::LeavesHome].iter().any(|cue| lexicon().phrases(*cue).stand_in(said))
}

/// Whether what is said tells that someone stays at home.
pub(crate) fn stays_in(text: &[char], tokens: &[Token]) -> bool {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
    let said = text.get(first.start..last.end).unwrap_or_default();
    lexicon().phrases(Cue::StaysHome).stand_in(said)
}

/// Whether an alarm is to be armed.
pub(crate) fn arms(frames: &[Frame]) -> bool {
    frames.iter().any(|frame| {
        let alarm = |noun: crate::vocabulary::Noun| {
            lexicon().nouns.get(usize::from(noun.0)).is_some_and(|entry| entry.id == "security_panel")
        };
        let of_alarm =
            frame.targets.iter().any(|target| matches!(target.head, Head::Noun(noun) if alarm(noun)));
        frame.verb.is_some_and(|verb| match verb.acts.first() {
            Some(Act::Arm) => true,
            Some(Act::On) => of_alarm,
            _ => false,
        })
    })
}

/// "Arm the alarm, we're staying in": armed around the people who are there.
pub(crate) fn arm_around_people(frame: &mut Frame) {
    let stay = lexicon().verb("arm to stay");
    let Some(stay) = stay.filter(|_| frame.value.is_none() && arms(std::slice::from_ref(frame))) else {
        return;
    };
    frame.verb = Some(stay);
    frame.property = stay.property;
    frame.value_text = "stay".into();
    frame.value = Some(Value::Word { text: frame.value_text.to_string(), key: stay.key.clone() });
}

/// "Lights please": what is only asked for politely is wanted on.
pub(crate) fn wanted(text: &[char], frame: &mut Frame, vocabulary: &HomeVocabulary, context: ParseContext) {
    let asked_for = || ends_with(text, "please") || starts_with(text, "please ") || holds(text, " please,");
    let plain = |target: &Target| {
        matches!(target.head, Head::Noun(_) | Head::Name) && target.text.is_ascii() && !target.text.is_empty()
    };
    let nothing_said = !frame.has_action()
        && frame.verb.is_none_or(|verb| verb.weak && !verb.chinese)
        && frame.property.is_none()
        && frame.excluded.is_empty()
        && frame.unknown == 0
        && !frame.scheduled
        && !frame.negated
        && !frame.same_action
        && !frame.chat;
    // "Any chance of the kettle?"
    let hoped_for = || lexicon().cue(Cue::HopedFor).any(|opening| starts_with(text, opening));
    if (frame.polite || frame.verb.is_some())
        && nothing_said
        && !context.has_recent
        && !context.asked
        && frame.targets.iter().all(plain)
        && (frame.polite && asked_for() || hoped_for())
    {
        frame.verb = vocabulary.switch_verb().filter(|_| frame.has_target()).or(frame.verb);
        frame.likeness *= 0.9;
    }
}

/// Whether a question mark stands here.
pub(crate) fn asks_here(text: &[char], token: Option<&Token>) -> bool {
    token.is_some_and(|token| token.separator().is_some() && text.get(token.start) == Some(&'?'))
}
