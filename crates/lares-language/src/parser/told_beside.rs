//! An order with something told behind it or before it without a pause ("pause the telly phone's going", "nobody can hear it
//! turn the telly up", 浴霸打开等下给宝宝洗澡): read as one the two come to nothing, and the order alone may be what was meant.

use std::ops::Range;

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::{self, Token};
use super::tokens::{says_which_way, text_of};
use super::{Workspace, divided, spelling};
use crate::lexicon::{Cue, Sense, Speech, lexicon};
use crate::normalise::{language, normalise_into};
use crate::parse::Parse;
use crate::vocabulary::{HomeVocabulary, ParseContext, is_han};

/// So many places are tried at most.
const MOST: usize = 4;
/// More letters are a story.
const MOST_LETTERS: usize = 120;
/// Who it is about is said in so many words at most.
const SUBJECT: usize = 3;

/// Where orders may stand.
pub type OrderPlaces = SmallVec<[Range<usize>; MOST]>;

impl HomeVocabulary {
    /// The places where an order may stand before or behind something that somebody tells ("pause the telly phone's going",
    /// "nobody can hear it turn the telly up"): those that end there, the longest first, then those that begin there.
    pub fn order_places(&self, text: &str, workspace: &mut Workspace) -> OrderPlaces {
        let Workspace { text: normal, lattice: memory, .. } = workspace;
        normalise_into(text, normal);
        let chinese = normal.chars.iter().any(|&letter| is_han(letter));
        let paused = normal.chars.iter().any(|&letter| matches!(letter, ',' | '.' | '!' | '?' | ';'));
        if normal.len() > MOST_LETTERS || !chinese && !paused && !may_tell(&normal.chars, &[]) {
            return OrderPlaces::new();
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let tokens = path.tokens.as_slice();
        let end = |index: usize| {
            let (before, behind) = tokens.split_at_checked(index)?;
            let (last, first) = (before.last()?, behind.first()?);
            // When it is to be done, or if, belongs to the order.
            let bound = |token: &Token| token.time().is_some() || token.condition().is_some();
            let later = lexicon().phrases(Cue::Later).leading(said.get(first.start..)?).next().is_some();
            let rest = if later { behind.get(1..)? } else { behind };
            (!binds(said, last)
                && !rest.iter().any(bound)
                && divided::says_what_to_do(before)
                && tells(said, first.start, behind))
            .then_some(0..last.end)
        };
        let begin = |index: usize| {
            let (before, behind) = tokens.split_at_checked(index)?;
            let (opens, last, first) = (before.first()?, before.last()?, behind.first()?);
            let told = said.get(..last.end)?;
            (begins_order(said, first) && !leads_to(said, before, last) && tells(told, opens.start, before))
                .then_some(first.start..said.len())
        };
        // What stands beyond a written pause may be told in any words.
        let pauses = |index: &usize| tokens.get(*index).is_some_and(|token| token.separator().is_some());
        let before_pause = |index: usize| {
            let (before, behind) = tokens.split_at_checked(index)?;
            (divided::says_what_to_do(before) && is_idle(behind)).then_some(0..before.last()?.end)
        };
        let behind_pause = |index: usize| {
            let (before, behind) = (tokens.get(..index)?, tokens.get(index + 1..)?);
            (divided::says_what_to_do(behind) && is_idle(before)).then_some(behind.first()?.start..said.len())
        };
        let ends = (1..tokens.len()).rev().filter_map(end).take(MOST);
        let places = ends
            .chain((2..tokens.len()).filter_map(begin).take(MOST))
            .chain((1..tokens.len()).rev().filter(pauses).filter_map(before_pause).take(MOST))
            .chain((1..tokens.len()).filter(pauses).filter_map(behind_pause).take(MOST))
            .collect();
        memory.take_back(path);
        places
    }

    /// The order at a place, where it leaves nothing out.
    pub fn parse_order(&self, text: &str, place: Range<usize>, workspace: &mut Workspace) -> Option<Parse> {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        let language = language(normal);
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let order = said.get(place)?;
        let path = lattice::best_path(order, self, memory);
        spare.texts.tried = true;
        let (commands, _) = self.commands(order, &path, language, ParseContext::default(), spare);
        spare.texts.tried = false;
        memory.take_back(path);
        let normalised = spare.texts.written(&normal.chars);
        let whole = !commands.is_empty() && commands.iter().all(divided::is_whole);
        let parse = Parse { language, commands, rejection: None, normalised, parts: 1 };
        if whole {
            return Some(parse);
        }
        workspace.take_back(parse);
        None
    }
}

/// Whether words beyond a pause ask for nothing, and nothing hangs on them: no thing of the home is named, nothing is to be
/// done or not to be, no time or condition is set, and nobody is quoted.
fn is_idle(told: &[Token]) -> bool {
    let binds = |token: &Token| {
        token.is_target()
            || token.verb().is_some_and(|verb| !verb.weak && token.state().is_none())
            || token.condition().is_some()
            || token.negation().is_some()
            || token.correction().is_some()
            || token.except().is_some()
            || token.speech().is_some_and(|speech| speech != Speech::Remark)
            || token.question().is_some() && token.comparison().is_none()
            || token.value().is_some()
            || token.level().is_some()
            || token.color().is_some()
            || token.reference().is_some()
            || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
    };
    let says = |token: &Token| {
        token.is_unknown() || token.person().is_some() || token.chat().is_some() || token.wish().is_some()
    };
    told.iter().any(says) && !told.iter().any(binds)
}

/// Whether an order may begin with a token: what to do, or what it is to be done to.
pub(super) fn begins_order(said: &[char], token: &Token) -> bool {
    // "I'm starving can you start the oven"
    if token.particle() == Some(true) && token.verb().is_none() {
        return said.get(token.start).is_some_and(char::is_ascii) && token.end - token.start > 4;
    }
    // 我去开个门: in Chinese the speaker does it.
    let word = text_of(said, token.start, token.end);
    if says_which_way(&word) || !word.is_ascii() {
        return false;
    }
    let acts = token.verb().is_some_and(|verb| {
        token.state().is_none()
            && token.likeness >= 1.0
            && verb.acts.first() != Some(&Act::Query)
            && (verb.weak || !verb.acts.is_empty())
    });
    acts && !token.is_target() && token.particle().is_none()
}

/// Whether what is told leads on to the order: "I want to", "he said", "don't", "if I".
pub(super) fn leads_to(said: &[char], told: &[Token], last: &Token) -> bool {
    let bound = |token: &Token| {
        token.speech().is_some_and(|speech| speech != Speech::Remark)
            || token.condition().is_some()
            || token.question().is_some() && token.comparison().is_none()
            || token.time().is_some()
            || token.goal().is_some()
    };
    let word = text_of(said, last.start, last.end);
    let letters: SmallVec<[char; 12]> = word.rsplit(' ').next().unwrap_or_default().chars().collect();
    let leads = |cue: Cue| lexicon().phrases(cue).have(&letters);
    binds(said, last)
        || last.person().is_some()
        || leads(Cue::Finite)
        || leads(Cue::Leads)
        || told.iter().any(bound)
}

/// Whether anything may be told in these words at all: what most orders lack is looked for once.
pub(super) fn may_tell(said: &[char], tokens: &[Token]) -> bool {
    let [subject, finite] = [Cue::Subject, Cue::Finite].map(|cue| lexicon().phrases(cue));
    if said.iter().any(|&letter| is_han(letter)) {
        let later = [Cue::Later, Cue::SoLong].map(|cue| lexicon().phrases(cue));
        return tokens.iter().any(|token| token.person().is_some() || token.wish().is_some())
            || subject.stand_in(said)
            || later.iter().any(|phrases| phrases.stand_in(said));
    }
    let mut start = 0;
    said.split(|&letter| letter == ' ').any(|word| {
        let rest = said.get(start..).unwrap_or_default();
        start += word.len() + 1;
        word.ends_with(&['\'', 's']) || finite.have(word) || subject.leading(rest).next().is_some()
    })
}

/// Whether the words from a place on tell of someone or something: who, and a word that says what is so.
pub(super) fn tells(said: &[char], start: usize, behind: &[Token]) -> bool {
    let rest = said.get(start..).unwrap_or_default();
    if rest.first().copied().is_some_and(is_han) {
        return tells_in_chinese(rest, behind);
    }
    let mut words = rest.split(|&letter| letter == ' ').filter(|word| !word.is_empty());
    let finite = lexicon().phrases(Cue::Finite);
    let Some(first) = words.next() else { return false };
    // "When it gets dark": bound to the order.
    if lexicon().phrases(Cue::Tie).have(first) && !starts_a_thing(first) {
        return false;
    }
    let mut subjects = lexicon().phrases(Cue::Subject).leading(rest);
    if subjects.any(|subject| rest.get(subject.len()) == Some(&' ')) {
        return true;
    }
    // "The lights that are on": which of them.
    if first == ['t', 'h', 'a', 't'] && words.clone().next().is_some_and(|second| finite.have(second)) {
        return false;
    }
    // "phone's going", "rick's here", and not "rick's room".
    let of_someone = |word: &[char], next: Option<&[char]>| {
        word.strip_suffix(&['\'', 's']).is_some_and(|_| next.is_some_and(is_state))
    };
    // "Bring Meghna's down", "and her bill was insane": a further order, or more of the same tale.
    let goes_on = |token: &Token| {
        token.verb().is_some_and(|verb| !verb.weak)
            || token.conjunction().is_some()
            || token.clause().is_some()
            || token.separator().is_some()
    };
    if behind.first().is_some_and(goes_on) {
        return false;
    }
    let mut before = first;
    for word in words.take(SUBJECT) {
        if of_someone(before, Some(word)) || finite.have(word) {
            return true;
        }
        // "All weekend when he was over"
        if lexicon().phrases(Cue::Tie).have(word) && !starts_a_thing(word) || word == ['a', 'n', 'd'] {
            return false;
        }
        before = word;
    }
    false
}

/// "The", "my": what begins a sentence as well.
fn starts_a_thing(word: &[char]) -> bool {
    lexicon().phrases(Cue::Determiner).have(word)
}

/// "Going", "stuck", "here": what someone or something is or does.
fn is_state(word: &[char]) -> bool {
    word.ends_with(&['i', 'n', 'g'])
        || word.ends_with(&['e', 'd'])
        || lexicon().phrases(Cue::HowItIs).have(word)
}

/// 我再放两个碗, 等下给宝宝洗澡, and not 我房间的灯.
fn tells_in_chinese(rest: &[char], behind: &[Token]) -> bool {
    // 开了一天了: how long it has been so.
    let lasts = |token: &Token| {
        let rest = rest.get(token.end - token.start..).unwrap_or_default();
        token.verb().is_some() && lexicon().phrases(Cue::SoLong).have(rest)
    };
    // 太吵了: why.
    let complains = |token: &Token| {
        token.wish().is_some() && behind.iter().skip(1).all(|token| token.particle().is_some())
    };
    if behind.first().is_some_and(|first| lasts(first) || complains(first)) {
        return true;
    }
    let begins =
        lexicon().phrases(Cue::Subject).leading(rest).chain(lexicon().phrases(Cue::Later).leading(rest));
    let mut lengths = begins.map(|phrase| phrase.chars().count());
    let owned = |length: usize| {
        let next = rest.get(length..).unwrap_or_default();
        next.is_empty() || lexicon().phrases(Cue::Owned).leading(next).next().is_some()
    };
    let person = behind.first().filter(|token| token.person().is_some() && !token.is_target());
    lengths.any(|length| !owned(length)) || person.is_some_and(|token| !owned(token.end - token.start))
}

/// Whether what follows belongs to a token: "in", "the", "if", 的.
pub(super) fn binds(said: &[char], token: &Token) -> bool {
    let word = text_of(said, token.start, token.end);
    let last = word.rsplit(' ').next().unwrap_or_default();
    let letters: SmallVec<[char; 12]> = last.chars().collect();
    token.conjunction().is_some()
        || token.clause().is_some()
        || token.condition().is_some()
        || token.possessive().is_some()
        || token.object_marker().is_some()
        || token.correction().is_some()
        || token.except().is_some()
        || token.negation().is_some()
        || token.speech().is_some()
        || matches!(last, "because" | "cause" | "'cause" | "cos" | "coz" | "cuz" | "since")
        || lexicon().phrases(Cue::Tie).have(&letters)
}
