//! Pauses that nobody wrote: recognition leaves out commas, and so do people who type in a hurry ("hall light off landing
//! light on", 大灯关了空调调到二十六度). A classifier tells between which words one orders or tells something new;
//! `cargo xtask train-pauses` trains it on `dev` cases from which the marks were taken.

use std::sync::OnceLock;

use lares_home::Act;
use smallvec::SmallVec;

use super::kinds::{Kind, kinds};
use super::lattice::{self, Path, Token};
use super::pauses::{come_to_be, is_complete};
use super::{Features, Workspace, told_beside};
use crate::lexicon::{Cue, Place, Sense, lexicon};
use crate::normalise::normalise_into;
use crate::vocabulary::{HomeVocabulary, is_han};
use crate::wish_model::{WishModel, hash};

/// The class of the classifier that stands for a pause.
pub const PAUSE: &str = "pause";
/// How likely a pause must be.
const LIKELY: f32 = 0.7;
/// How likely it must be where what is parted are no two orders.
const SURE: f32 = 0.8;
/// What has fewer words holds no two orders; what has more is a story.
const FEWEST_TOKENS: usize = 4;
const MOST_TOKENS: usize = 40;

/// The bundled classifier.
fn model() -> &'static WishModel {
    static MODEL: OnceLock<WishModel> = OnceLock::new();
    // The file is part of the program: where it is broken the tests say so, and no pause is told by it.
    MODEL.get_or_init(|| WishModel::of_bytes(include_bytes!("../../data/pauses.bin")).unwrap_or_default())
}

/// Adds the likely pauses to a path of which no pause was written.
pub(super) fn add_pauses(text: &[char], path: &mut Path, features: &mut Features) {
    if !is_read(&path.tokens) {
        return;
    }
    let model = model();
    let mut places: SmallVec<[usize; 4]> = SmallVec::new();
    let mut start = 0;
    for index in 1..path.tokens.len() {
        if !may_pause(&path.tokens, index) {
            continue;
        }
        let Some(least) = least_likely(text, &path.tokens, start, index) else { continue };
        tell(text, &path.tokens, start, index, features);
        if model.likelihood(PAUSE, features).unwrap_or_default() >= least {
            // What is told before an order may be whose order it is.
            let tokens = path.tokens.get(start..index).unwrap_or_default();
            let opens = tokens.first().is_some_and(|first| first.condition().is_some());
            let came = || come_to_be(text, &path.tokens, 0, path.tokens.len()) == Some(index);
            path.guessed |= !is_complete(tokens) && !opens && !came();
            places.push(index);
            start = index;
        }
    }
    for index in places.into_iter().rev() {
        add_pause(text, path, index);
    }
}

/// Adds the pauses to a path that another one through the same utterance has.
pub(super) fn add_pauses_of(other: &Path, text: &[char], path: &mut Path) {
    path.guessed = other.guessed;
    for pause in other.tokens.iter().filter(|token| token.separator().is_some()) {
        let is_there = path.tokens.iter().any(|token| token.separator().is_some() && token.end == pause.end);
        let behind = path.tokens.iter().position(|token| token.start == pause.end);
        if let Some(index) = behind.filter(|_| !is_there) {
            add_pause(text, path, index);
        }
    }
}

fn add_pause(text: &[char], path: &mut Path, index: usize) {
    let end = path.tokens.get(index).map_or(0, |token| token.start);
    let space = end.checked_sub(1).filter(|&space| text.get(space) == Some(&' '));
    let senses = [Sense::Separator(false)].into_iter().collect();
    path.tokens.insert(index, Token { start: space.unwrap_or(end), end, senses, likeness: 1.0 });
}

impl HomeVocabulary {
    /// Calls `found` with each place between two words of an utterance without marks: the number of letters before it, all
    /// normalised, and what the words around it are like, as if each of `paused` was a pause. To train the classifier by.
    pub fn pause_places(
        &self,
        text: &str,
        paused: impl Fn(usize) -> bool,
        workspace: &mut Workspace,
        mut found: impl FnMut(usize, &Features),
    ) {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        let path = lattice::written_path(&normal.chars, self, memory);
        if is_read(&path.tokens) {
            let mut start = 0;
            for (index, token) in path.tokens.iter().enumerate().skip(1) {
                if !may_pause(&path.tokens, index) {
                    continue;
                }
                tell(&normal.chars, &path.tokens, start, index, &mut spare.features);
                let letters = normal.chars.get(..token.start).unwrap_or_default();
                let before = letters.iter().filter(|letter| letter.is_alphanumeric()).count();
                found(before, &spare.features);
                if paused(before) {
                    start = index;
                }
            }
        }
        memory.take_back(path);
    }
}

/// How likely a pause must be where it parts an order from another or from what is told; `None` where it would part neither.
/// The last pause was at `start`.
fn least_likely(text: &[char], tokens: &[Token], start: usize, index: usize) -> Option<f32> {
    let (before, behind) = (tokens.get(start..index)?, tokens.get(index..)?);
    let first = behind.first()?;
    let said = text.get(first.start..first.end).unwrap_or_default();
    let names = |token: &Token| token.is_target();
    let sets = |token: &Token| {
        token.value().is_some()
            || token.level().is_some()
            || token.adjective().is_some()
            || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
    };
    // 大门一开 | 灯就亮
    let waits = |token: &Token| {
        token.condition() == Some(Place::After) && text.get(token.start).copied().is_some_and(is_han)
    };
    let opens = |token: &Token| token.condition() == Some(Place::Before);
    // "The hood | on speed 2", 大门一开 | 就亮灯, "stop the AC | swinging"
    let goes_on = matches!(said, ['o', 'n', ..] | ['o', 'f', 'f', ..] | ['就', ..] | [.., 'i', 'n', 'g'])
        || first.many().is_some()
        || first.possessive().is_some();
    // "… | when I was a boy" tells of all that was said.
    let told = behind.iter().find(|token| token.particle().is_none() || token.speech().is_some());
    // "The courier said | unlock the door", "… | said the wolf"
    let says = |token: &Token| {
        let letters = text.get(token.start..token.end).unwrap_or_default();
        token.likeness >= 1.0 && lexicon().phrases(Cue::Says).have(letters)
    };
    // "… before | I go and open the curtains"
    let last = before.last()?;
    let leads = told_beside::binds(text, last);
    // "Master | fan": a room without a word for "in" is where the thing behind it is.
    let place = |token: &Token| token.is_target() && token.noun().is_none() && token.name().is_none();
    let within = before.len() > 1
        && before
            .get(before.len() - 2)
            .is_some_and(|link| link.possessive().is_some() || link.particle().is_some() || place(link));
    let of_room = place(last) && !within && (first.noun().is_some() || first.name().is_some());
    // "Turning the lights off | saves money"
    let doing = before.first().and_then(|token| text.get(token.start..token.end));
    let comes = doing.is_some_and(|doing| {
        let word = doing.split(|letter| *letter == ' ').next().unwrap_or_default();
        word.ends_with(&['i', 'n', 'g'])
    }) && lexicon()
        .phrases(Cue::ComesOf)
        .have(said.split(|letter| *letter == ' ').next().unwrap_or_default());
    if goes_on
        || leads
        || comes
        || of_room && text.get(last.start).is_some_and(char::is_ascii)
        || says(first)
        || before.iter().any(says)
        || told.is_some_and(|told| told.speech().is_some())
        // "Please do not under any circumstances | open the gate"
        || before.iter().any(|token| token.negation().is_some())
        || behind.iter().any(waits) && !before.iter().any(opens)
        || only_names(behind)
    {
        return None;
    }
    // "I'll | close the door | myself": small words alone tell nothing.
    let content = |token: &Token| {
        token.is_unknown()
            || token.senses.iter().any(|sense| !matches!(sense, Sense::Particle(_) | Sense::Person(_)))
    };
    if !before.iter().any(content) || !behind.iter().any(content) {
        return None;
    }
    // 外面下雨了 | 把窗帘拉上: where it rains is no place of the curtains.
    let of_place = |token: &Token| {
        token.noun().is_none()
            && token.name().is_none()
            && (token.is_target()
                || token.state().is_some() && token.verb().is_none()
                || token.particle().is_some())
    };
    if before.iter().all(of_place) && before.iter().any(names) {
        return None;
    }
    let (names_before, names_behind) = (before.iter().any(names), behind.iter().any(names));
    match (is_complete(before), is_complete(behind)) {
        (true, true) => Some(LIKELY),
        (true, false) if !names_behind && !behind.iter().any(sets) => Some(LIKELY),
        (true, false) => names_behind.then_some(SURE),
        // "… and the landing one | switch on please"
        (false, _)
            if !names_behind
                && (names(last) || sets(last))
                && (first.verb().is_some() || first.state().is_some()) =>
        {
            None
        }
        // "Seventeen degrees | I want the air con on"
        (false, _) if !names_before && before.iter().any(sets) => None,
        // 咪咪饿了给它喂点: of whom it was told.
        (false, true) if !names_before && names_behind => Some(LIKELY),
        (false, true) => Some(SURE),
        (false, false) => {
            // "It'd be lovely if the strip | were off"
            let says = |token: &Token| token.wish().is_some() || token.verb().is_some_and(|verb| !verb.weak);
            let one = before.iter().any(says) || behind.iter().any(says);
            (one && (names_behind || !behind.iter().any(sets))).then_some(SURE)
        }
    }
}

/// "Lock the front door | the back door and close the garage", 一开就亮 | 玄关的灯: nothing but what it is done to.
fn only_names(behind: &[Token]) -> bool {
    let named =
        |token: &Token| token.is_target() || token.possessive().is_some() || token.particle().is_some();
    behind.iter().any(Token::is_target)
        && behind.iter().take_while(|token| token.conjunction().is_none()).all(named)
}

/// Words that join, except or correct need no pause before them, and nothing ends with one of them.
fn may_pause(tokens: &[Token], index: usize) -> bool {
    let binds = |token: &Token| {
        token.conjunction().is_some()
            || token.clause().is_some()
            || token.except().is_some()
            || token.condition().is_some()
            || token.correction().is_some()
            || token.object_marker().is_some()
    };
    let before = index.checked_sub(1).and_then(|before| tokens.get(before));
    !before.is_some_and(binds)
        && tokens.get(index).is_some_and(|token| token.object_marker().is_some() || !binds(token))
}

fn is_read(tokens: &[Token]) -> bool {
    (FEWEST_TOKENS..=MOST_TOKENS).contains(&tokens.len())
        && !tokens.iter().any(|token| token.separator().is_some())
}

/// What the words around a place are like, where the last pause was at `start`.
fn tell(text: &[char], tokens: &[Token], start: usize, index: usize, features: &mut Features) {
    features.clear();
    let (before, behind) = tokens.split_at(index);
    let clause = before.get(start..).unwrap_or_default();
    let mut told = Told { text, features };
    let at = |tokens: &[Token], place: usize| tokens.get(place).map(kinds).unwrap_or_default();
    let back = |place: usize| clause.len().checked_sub(place).and_then(|place| clause.get(place));
    let of_back = |place: usize| back(place).map(kinds).unwrap_or_default();
    let (last, before_last) = (of_back(1), of_back(2));
    let (first, second) = (at(behind, 0), at(behind, 1));
    told.each('a', &last);
    told.each('b', &first);
    told.pairs('c', &last, &first);
    told.pairs('d', &before_last, &last);
    told.pairs('e', &first, &second);
    told.each('f', &at(behind, 2));
    told.each('g', &of_back(3));
    if let (Some(before), Some(next)) = (back(1), behind.first()) {
        told.word('h', &[before]);
        told.word('i', &[next]);
        told.word('j', &[before, next]);
        let letter = |token: &Token, end: bool| {
            let letters = text.get(token.start..token.end).unwrap_or_default();
            if end { letters.last() } else { letters.first() }.copied().filter(|letter| is_han(*letter))
        };
        if let Some(ends) = letter(before, true) {
            told.add('k', [ends]);
            told.add('l', [ends].into_iter().chain(first.first().map(|kind| letter_of(*kind))));
        }
        if let Some(begins) = letter(next, false) {
            told.add('m', [begins]);
        }
        if let Some(second) = behind.get(1) {
            told.word('n', &[next, second]);
        }
    }
    let (done, left) = (Summary::of(clause), Summary::of(behind));
    told.add('o', done.letters());
    told.add('p', left.letters());
    told.add('q', done.letters().into_iter().chain(['|']).chain(left.letters()));
    for kind in &first {
        told.add('r', done.letters().into_iter().chain([letter_of(*kind)]));
    }
    for kind in &last {
        told.add('s', left.letters().into_iter().chain([letter_of(*kind)]));
    }
    told.add('t', [size(clause.len()), size(behind.len())]);
    told.add('u', [if text.iter().any(|letter| is_han(*letter)) { 'z' } else { 'e' }]);
}

/// A letter that stands for a kind of word.
fn letter_of(kind: Kind) -> char {
    char::from(b'A' + kind as u8)
}

fn size(count: usize) -> char {
    match count {
        0 => '0',
        1 => '1',
        2 => '2',
        3 => '3',
        4 | 5 => '5',
        _ => '8',
    }
}

/// What a stretch of words holds of an order.
struct Summary {
    orders: usize,
    asks: bool,
    named: usize,
    set: bool,
    last_orders: bool,
}

impl Summary {
    fn of(tokens: &[Token]) -> Summary {
        let orders = |token: &Token| {
            token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
                && !token.is_target()
        };
        Summary {
            orders: tokens.iter().filter(|token| orders(token)).count(),
            asks: tokens.iter().any(|token| token.question().is_some()),
            named: tokens.iter().filter(|token| token.noun().is_some() || token.name().is_some()).count(),
            set: tokens.iter().any(|token| {
                token.value().is_some()
                    || token.level().is_some()
                    || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
            }),
            last_orders: tokens.last().is_some_and(orders),
        }
    }

    fn letters(&self) -> [char; 5] {
        let count = |count: usize| match count {
            0 => '0',
            1 => '1',
            _ => '2',
        };
        let is = |so: bool| if so { 'y' } else { 'n' };
        [count(self.orders), is(self.asks), count(self.named), is(self.set), is(self.last_orders)]
    }
}

/// Features as they are told.
struct Told<'f> {
    text: &'f [char],
    features: &'f mut Features,
}

impl Told<'_> {
    fn add(&mut self, template: char, letters: impl IntoIterator<Item = char>) {
        self.features.push(hash(b'p', [template].into_iter().chain(letters)));
    }

    fn each(&mut self, template: char, kinds: &[Kind]) {
        if kinds.is_empty() {
            self.add(template, ['-']);
        }
        kinds.iter().for_each(|kind| self.add(template, [letter_of(*kind)]));
    }

    fn pairs(&mut self, template: char, one: &[Kind], other: &[Kind]) {
        for one in one {
            for other in other {
                self.add(template, [letter_of(*one), letter_of(*other)]);
            }
        }
    }

    fn word(&mut self, template: char, tokens: &[&Token]) {
        let text = self.text;
        let letters = tokens.iter().flat_map(|token| {
            text.get(token.start..token.end).unwrap_or_default().iter().copied().chain([' '])
        });
        self.add(template, letters);
    }
}
