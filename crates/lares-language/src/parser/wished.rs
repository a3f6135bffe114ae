//! Wishes that no phrase of the lexicon says ("you could hang meat in this room"): told by all the words together, and read
//! as a phrase that means the same, in the rooms and with the things that were named.

use std::borrow::Cow;
use std::cell::RefCell;

use lares_home::Act;
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::clause::{self, Clause};
use super::frame::{Frame, Head, Target};
use super::lattice::{self, Memory, Path, Token};
use super::render::{self, Rendering};
use super::tokens::starts_with;
use super::workspace::Spare;
use super::{Workspace, combine, contented, told_first};
use crate::lexicon::{Degree, Negation, Sense, Time, Wish};
use crate::normalise::{language, normalise, normalise_into};
use crate::parse::{Language, Parse, ParsedCommand};
use crate::vocabulary::{HomeVocabulary, Noun, ParseContext, is_han};
use crate::wish_model::{WishClass, WishKind, wish_model};

/// Fewer of its features known, and anything may be meant.
const FEWEST_KNOWN: usize = 3;
/// More is a story.
const MOST_LETTERS: usize = 160;
/// How certain a wish is that is told by its words alone.
const CONFIDENCE: f32 = 0.61;

/// The kind of device that stands for whoever carries it.
const PHONE: &str = "phone";

/// "Has the postie been", "have the bins gone out yet": what has come to be is asked, and wished for by nobody.
fn asks_what_became(text: &[char]) -> bool {
    const ENDS: [&str; 10] = ["been", "come", "arrived", "gone", "left", "yet", "back", "home", "in", "out"];
    let starts = starts_with(text, "has ") || starts_with(text, "have the ");
    let text = match text {
        [rest @ .., '?' | '.'] => rest,
        _ => text,
    };
    let last: SmolStr =
        text.rsplit(|letter| *letter == ' ').next().unwrap_or_default().iter().copied().collect();
    starts && ENDS.contains(&last.as_str())
}

/// "Basement humidity", "coffee maker energy usage": what is measured, and where, asks for its value.
fn only_names_a_measure(tokens: &[Token]) -> bool {
    let names = |token: &Token| {
        token.is_target()
            || token.property().is_some() && token.wish().is_none()
            || token.possessive().is_some()
            || token.separator().is_some()
    };
    tokens.iter().any(|token| token.property().is_some()) && tokens.iter().all(names)
}

/// Whether every word is of a question that the lexicons know.
fn asks_wholly(tokens: &[Token]) -> bool {
    let queries = |token: &Token| {
        token.likeness >= 1.0
            && token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() == Some(&Act::Query))
    };
    let quiet = |token: &Token| token.particle().is_some() || token.is_target() || token.person().is_some();
    tokens.iter().any(queries) && tokens.iter().all(|token| queries(token) || quiet(token))
}

impl HomeVocabulary {
    /// The wish that an utterance is, by all its words, with a likelihood of at least `least`; `None` where it is none.
    /// Where a question was `understood`, what is put like one is one.
    pub fn wished(
        &self,
        text: &str,
        context: ParseContext,
        (least, understood): (f32, Understood),
        workspace: &mut Workspace,
    ) -> Option<Parse> {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        if normal.len() > MOST_LETTERS || contented::complains_of_nothing(&normal.chars) {
            return None;
        }
        let path = lattice::best_path(&normal.chars, self, memory);
        let likely = wish_model().likeliest(&self.without_names(&normal.chars, &path));
        let Some(likely) = likely.filter(|wish| wish.likelihood >= least && wish.known >= FEWEST_KNOWN)
        else {
            memory.take_back(path);
            return None;
        };
        if likely.class.kind != WishKind::Scene && contented::announces(&normal.chars) {
            memory.take_back(path);
            return None;
        }
        let asks = |token: &Token| token.question().is_some();
        let is_question = understood == Understood::Question
            && (text.contains(['?', '？']) || path.tokens.iter().any(asks));
        let asks = |token: &Token| {
            asks(token) || token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
        };
        // 小林到家了没: where something is asked nobody announces that they are home.
        if likely.class.kind == WishKind::Scene
            && path.tokens.iter().any(asks)
            && normal.chars.iter().copied().any(is_han)
        {
            memory.take_back(path);
            return None;
        }
        if asks_what_became(&normal.chars) || only_names_a_measure(&path.tokens) {
            memory.take_back(path);
            return None;
        }
        // "Has anyone fed the cat": all of it asks, in words that are known to.
        let is_question = is_question || asks_wholly(&path.tokens);
        let told = told_first::without_told(&normal.chars, Cow::Borrowed(&path.tokens)).1;
        let mentioned =
            if is_question || told || is_something_else(&path, normal.chars.iter().all(char::is_ascii)) {
                None
            } else {
                Mentioned::of(self, &normal.chars, &path)
            };
        memory.take_back(path);
        let language = language(normal);
        let commands = self.of_class(likely.class, &mentioned?, (language, context), memory, spare)?;
        let normalised = spare.texts.written(&normal.chars);
        (!commands.is_empty()).then_some(Parse { language, commands, rejection: None, normalised, parts: 1 })
    }

    /// The letters without those of names, which mean nothing to anyone but this home.
    fn without_names(&self, text: &[char], path: &Path) -> SmallVec<[char; 128]> {
        let mut letters = SmallVec::from_slice(text);
        let means = |part: &[char]| {
            let part: SmolStr = part.iter().copied().collect();
            let last = part.rsplit(' ').next().unwrap_or_default();
            self.noun(&part).or_else(|| self.noun(last)).is_some()
        };
        for token in path.tokens.iter().filter(|token| token.name().is_some() && token.noun().is_none()) {
            if let Some(part) = letters.get_mut(token.start..token.end)
                && !means(part)
            {
                part.fill(' ');
            }
        }
        letters
    }

    /// The commands of the first phrase of a class that means something here.
    fn of_class(
        &self,
        class: &WishClass,
        mentioned: &Mentioned,
        (language, context): (Language, ParseContext),
        memory: &mut Memory,
        spare: &mut Spare,
    ) -> Option<Vec<ParsedCommand>> {
        if class.kind == WishKind::Placed && mentioned.targets.is_empty() && context.room.is_none() {
            return None;
        }
        let [chinese, english] = &class.phrases;
        let phrases = if language == Language::Chinese { chinese } else { english };
        for phrase in phrases {
            let letters = normalise(phrase).chars;
            let path = lattice::best_path(&letters, self, memory);
            if class.kind == WishKind::Scene && !path.tokens.iter().any(|token| token.scene().is_some()) {
                memory.take_back(path);
                continue;
            }
            let mut frames = self.frames(&letters, &path, &path.tokens, &mut spare.frames);
            let fits = match class.kind {
                WishKind::Named => frames.iter_mut().all(|frame| mentioned.told(frame, self)),
                _ => frames.iter_mut().all(|frame| mentioned.join(frame, self)),
            };
            if !fits {
                memory.take_back(path);
                return None;
            }
            let mut combined = combine::combine(frames, self, context);
            let texts = RefCell::new(&mut spare.texts);
            let rendering =
                Rendering { text: &letters, vocabulary: self, language, context, conditions: &[], texts };
            let mut commands = Vec::new();
            for frame in combined.frames.drain(..) {
                render::add_commands(&mut commands, frame, &rendering);
            }
            for command in &mut commands {
                command.confidence = command.confidence.min(CONFIDENCE);
                command.wish |= matches!(class.kind, WishKind::Helped | WishKind::Placed);
            }
            memory.take_back(path);
            return Some(commands);
        }
        None
    }
}

/// What was made of an utterance before its words together are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Understood {
    /// Nothing, or nothing that is done.
    Nothing,
    /// A question that can be answered.
    Question,
}

/// What of the home the utterance names.
struct Mentioned {
    targets: SmallVec<[Target; 2]>,
    /// What was complained of in words that are known.
    wishes: SmallVec<[&'static Wish; 2]>,
}

impl Mentioned {
    /// `None` where it names a place that the home does not have.
    fn of(vocabulary: &HomeVocabulary, text: &[char], path: &Path) -> Option<Mentioned> {
        let clause = |tokens| Clause {
            text,
            path,
            tokens,
            vocabulary,
            condition: false,
            after_order: false,
            last: None,
        };
        let is_elsewhere = |frame: &Frame| !frame.lost_place.is_empty();
        if clause::frames(&clause(&path.tokens)).iter().any(is_elsewhere) {
            return None;
        }
        let named: Vec<Token> = path.tokens.iter().filter(|token| names(token)).cloned().collect();
        let targets = named
            .iter()
            .flat_map(|token| clause::frames(&clause(std::slice::from_ref(token))))
            .flat_map(|frame| frame.targets)
            .collect();
        let wishes = path.tokens.iter().filter_map(Token::wish).collect();
        Some(Mentioned { targets, wishes })
    }

    /// The frame of the phrase, told to the one thing that was named; `false` where none was.
    fn told(&self, frame: &mut Frame, vocabulary: &HomeVocabulary) -> bool {
        let mut things = self.targets.iter().filter(|target| match target.head {
            Head::Noun(noun) => vocabulary.has_noun(noun),
            _ => matches!(target.head, Head::Name),
        });
        let (Some(thing), None) = (things.next(), things.next()) else { return false };
        frame.targets = smallvec![thing.clone()];
        self.place(frame);
        true
    }

    /// The targets of the frame, in the room that was named.
    fn place(&self, frame: &mut Frame) {
        let rooms = || self.targets.iter().flat_map(|target| &target.rooms).take(1).cloned();
        if frame.targets.is_empty() {
            frame.targets.extend(rooms().map(|room| Target { rooms: smallvec![room], ..Target::default() }));
        }
        for target in frame.targets.iter_mut().filter(|target| target.rooms.is_empty()) {
            target.rooms.extend(rooms());
        }
    }

    /// The frame of the phrase, about what was named; `false` where something was named that does not help.
    fn join(&self, frame: &mut Frame, vocabulary: &HomeVocabulary) -> bool {
        let helps: SmallVec<[Noun; 8]> = match (frame.wish, &frame.targets[..]) {
            (Some(wish), _) => wish.nouns.iter().copied().collect(),
            (None, [Target { head: Head::Noun(noun), .. }]) => smallvec![*noun],
            _ => return true,
        };
        // "Sopping with damp" is no wet laundry: what is known to help is not for something else.
        let told = |help: &Noun| self.wishes.iter().any(|wish| wish.nouns.contains(help));
        if frame.wish.is_none() && !self.wishes.is_empty() && !helps.iter().any(told) {
            return false;
        }
        let is_help =
            |nouns: &[Noun]| nouns.iter().any(|noun| helps.iter().any(|help| vocabulary.is_a(*noun, *help)));
        let named = |target: &Target| -> SmallVec<[Noun; 8]> {
            match target.head {
                Head::Noun(noun) if vocabulary.has_noun(noun) => smallvec![noun],
                Head::Name => {
                    let devices = vocabulary.devices_named(&target.text);
                    devices.flat_map(|device| vocabulary.device_nouns(device)).copied().collect()
                }
                _ => SmallVec::new(),
            }
        };
        // Who is named by a phone may be anyone.
        let is_person = |nouns: &[Noun]| nouns.iter().any(|noun| vocabulary.noun_names(*noun).1 == PHONE);
        let mut things =
            self.targets.iter().map(|target| (target, named(target))).filter(|(_, nouns)| !nouns.is_empty());
        if let Some((target, _)) = things.clone().find(|(_, nouns)| is_help(nouns)) {
            frame.targets = smallvec![target.clone()];
        } else if things.any(|(_, nouns)| !is_person(&nouns)) {
            return false;
        }
        self.place(frame);
        true
    }
}

/// A room, a device or a kind of device of the home.
fn names(token: &Token) -> bool {
    token
        .senses
        .iter()
        .any(|sense| matches!(sense, Sense::Name(_) | Sense::Noun(_) | Sense::HomeRoom(_) | Sense::Room(_)))
}

/// What depends on something, is for later, is forbidden or has a number is no wish that all its words tell; nor is what
/// only names things ("and the lamps"), or an order to one thing, whether the home has it or not ("start the lawnmower").
fn is_something_else(path: &Path, english: bool) -> bool {
    let says_nothing =
        |token: &Token| token.conjunction().is_some() || token.particle().is_some() && token.verb().is_none();
    let mut said = path.tokens.iter().filter(|token| !says_nothing(token));
    let only_names =
        path.tokens.iter().all(|token| says_nothing(token) || names(token) && token.verb().is_none());
    if english && only_names && path.tokens.iter().any(names) {
        return true;
    }
    if quality_is_ordered(path) || is_talk(path) {
        return true;
    }
    let orders = |token: &Token| {
        token.verb().is_some_and(|verb| !verb.chinese && !verb.weak && !verb.acts.is_empty()) && !names(token)
    };
    if let (Some(verb), Some(thing), None) = (said.next(), said.next(), said.next())
        && orders(verb)
        && thing.noun().is_some()
    {
        return true;
    }
    path.tokens.iter().any(|token| {
        token.condition().is_some()
            || token.numeral(path).is_some() && token.senses.len() == 1
            || matches!(token.negation(), Some(Negation::DoNot | Negation::Stop))
            || token.except().is_some()
    }) || is_ordered_for_later(path)
}

/// "Feed the dog at dawn", 晚饭后给猫咪喂饭: what is done to a thing, and when. What is told of a time orders nothing
/// ("brass monkeys in here this morning").
fn is_ordered_for_later(path: &Path) -> bool {
    let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.chinese) && !names(token);
    // 饭后方太别转了: what has been going on is to end now.
    let ends = |token: &Token| {
        token.verb().is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Off | Act::Stop)))
    };
    let complains = |token: &Token| {
        token.wish().is_some() || token.adjective().is_some() || token.negation().is_some() || ends(token)
    };
    let english = path.tokens.iter().find(|token| token.particle() != Some(true)).is_some_and(orders);
    let first = path.tokens.first().is_some_and(is_later);
    (english || first) && path.tokens.iter().any(is_later) && !path.tokens.iter().any(complains)
}

/// A word that says when, or how often, and nothing else.
fn is_later(token: &Token) -> bool {
    matches!(token.time(), Some(Time::At | Time::After | Time::Every))
        && token.wish().is_none()
        && token.degree().is_none()
        && token.particle().is_none()
        && !token.is_target()
}

/// "What a day": most of it is known to be talk.
fn is_talk(path: &Path) -> bool {
    let letters = |is: fn(&Token) -> bool| -> usize {
        path.tokens.iter().filter(|token| is(token)).map(|token| token.end - token.start).sum()
    };
    let talk = letters(|token| token.chat().is_some() && token.wish().is_none());
    let more = letters(|token| token.chat().is_none() && token.particle().is_none());
    talk > 2 * more && talk > 0
}

/// 声音大点: a quality and by how much, and nothing else, orders that and complains of nothing.
fn quality_is_ordered(path: &Path) -> bool {
    let mut said =
        path.tokens.iter().filter(|token| token.particle().is_none() || token.adjective().is_some());
    let (Some(quality), Some(much), None) = (said.next(), said.next(), said.next()) else { return false };
    quality.adjective().is_some()
        && quality.wish().is_none()
        && matches!(much.degree(), Some(Degree::Bit | Degree::More))
        && much.end - much.start <= 3
}
