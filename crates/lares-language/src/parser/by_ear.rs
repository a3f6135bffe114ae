//! Reading an utterance by ear, where words make no sense as they were written: speech recognition breaks odd names into
//! ordinary words or writes them by their sound. "Turn on the win x" is the Winix, "mart has lamp" Marta's lamp.
//!
//! One to three words, one of which at least is doubted where it stands, are the name of this home that they sound like,
//! where no other of its names is nearly as near. Only what the home can do tells whether they were meant, so this is asked
//! for when the first reading has led to nothing, or is in doubt itself.

use lares_home::DeviceIndex;
use smallvec::SmallVec;

use super::lattice::{self, Path, Token};
use super::{Workspace, render, spelling};
use crate::lexicon::{Cue, lexicon};
use crate::normalise::{language, normalise_into};
use crate::parse::Parse;
use crate::vocabulary::by_ear::Sounding;
use crate::vocabulary::{HomeVocabulary, Letters, ParseContext, is_han};

/// More letters are a story.
const MOST_LETTERS: usize = 120;
/// The most words that one name is broken into, beside the mark of an owner.
const MOST_WORDS: usize = 3;
/// So many names of one utterance are heard at most.
const MOST_NAMES: usize = 3;
/// What lies no further apart sounds the same, in hundredths of all sounds.
const SAME: u16 = 6;
/// Another name of the home must be so much further from what was heard, or it is not clear which one was.
const CLEARLY: u16 = 4;
/// What is only nearly what was heard is trusted this far.
const NEARLY: f32 = 0.65;

/// What was understood by ear.
#[derive(Debug)]
pub struct ByEar {
    /// The utterance with the names that were heard.
    pub parse: Parse,
    /// The devices that answer to them: whatever comes of it must be done to these.
    pub devices: SmallVec<[DeviceIndex; 4]>,
    /// They sound just like what was said.
    pub sounds_same: bool,
    /// They do so where words were taken for what they are only nearly, or for a question within an order.
    pub likelier: bool,
}

/// A word of the utterance.
#[derive(Debug, Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
    /// Its token of the path.
    token: usize,
    /// It makes no sense where it stands.
    doubted: bool,
    /// "Marta has lamp": nothing is asked in the middle of what is said, and it is the mark of an owner.
    marks_owner: bool,
}

/// The words of an utterance.
type Words = SmallVec<[Word; 24]>;
/// What may have been heard in it.
type Hearings = SmallVec<[Hearing; 8]>;

/// Words that sound like a name.
#[derive(Debug, Clone, Copy)]
struct Hearing {
    start: usize,
    end: usize,
    sounding: Sounding,
    marks_owner: bool,
}

impl HomeVocabulary {
    /// The utterance with the names of the home that some of its words sound like; `None` where there are none.
    pub fn by_ear(&self, text: &str, context: ParseContext, workspace: &mut Workspace) -> Option<ByEar> {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        let is_read = normal.len() <= MOST_LETTERS
            && normal.chars.iter().any(char::is_ascii_lowercase)
            && !normal.chars.iter().any(|&letter| is_han(letter));
        if !is_read {
            return None;
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let hearings = self.hearings(said, &path);
        // Words that were only nearly heard, or of which one belongs to a thing that was: "sofea's lamp" is no lamp of just
        // anyone.
        let slips = |hearing: &Hearing| {
            let overlaps = |token: &&Token| token.start < hearing.end && hearing.start < token.end;
            let mut tokens = path.tokens.iter().filter(overlaps);
            let targets = path.tokens.iter().filter(overlaps).any(Token::is_target);
            tokens.any(|token| token.likeness < 1.0 || targets && token.is_unknown())
        };
        let sounds_same = hearings.iter().all(|hearing| hearing.sounding.apart <= SAME);
        let likelier = sounds_same && hearings.iter().any(|hearing| hearing.marks_owner || slips(hearing));
        memory.take_back(path);
        let last = hearings.last()?;
        let mut meant: SmallVec<[char; 128]> = SmallVec::new();
        let mut from = 0;
        for hearing in &hearings {
            meant.extend_from_slice(said.get(from..hearing.start).unwrap_or_default());
            let name = self.names.get(hearing.sounding.name as usize).map_or("", |name| name.text);
            meant.extend(name.chars());
            from = hearing.end;
        }
        meant.extend_from_slice(said.get(last.end..).unwrap_or_default());
        let language = language(normal);
        // Mostly it is what the utterance is with its words spelt right, which was read already.
        let (mut commands, rejection) =
            spare.reading.take(&meant, (language, context)).unwrap_or_else(|| {
                let path = lattice::best_path(&meant, self, memory);
                spare.texts.tried = true;
                let understood = self.commands(&meant, &path, language, context, spare);
                spare.texts.tried = false;
                memory.take_back(path);
                understood
            });
        let most = if sounds_same { render::SLIP_CONFIDENCE } else { NEARLY };
        for command in &mut commands {
            command.confidence = command.confidence.min(most);
        }
        let devices = hearings.iter().flat_map(|hearing| self.bearers_of(hearing.sounding.name)).collect();
        let normalised = spare.texts.written(&normal.chars);
        let rejection = commands.is_empty().then_some(rejection);
        let parse = Parse { language, rejection, commands, normalised, parts: 1 };
        Some(ByEar { parse, devices, sounds_same, likelier })
    }

    /// The names that were heard, in their order; none where it is not clear which.
    fn hearings(&self, said: &[char], path: &Path) -> Hearings {
        let words = self.words(said, path);
        let mut found = Hearings::new();
        for first in 0..words.len() {
            let owned = words.get(first + 1).is_some_and(|word| word.marks_owner);
            for last in first..words.len().min(first + MOST_WORDS + usize::from(owned)) {
                if last > first && words[last].start != words[last - 1].end + 1 {
                    break;
                }
                if !self.may_be_name(said, path, &words, first, last) {
                    continue;
                }
                let (start, end) = (words[first].start, words[last].end);
                let least = self.least_likeness(path, &words[first..=last]);
                let within = &words[first..=last];
                let owner = within[..within.len() - 1].iter().any(|word| word.marks_owner);
                let doubted = within.iter().any(|word| word.doubted);
                self.names.sounding_like(&said[start..end], |sounding| {
                    let name = self.names.get(sounding.name as usize).map_or("", |name| name.text);
                    let marks_owner = owner && name.contains('\'');
                    if (doubted || marks_owner)
                        && sounding.apart <= least
                        && !name.chars().eq(said[start..end].iter().copied())
                        && self.is_of_names_within(said, path, within, name)
                        && self.fits_what_follows(said, path, &words, last, sounding.name)
                    {
                        found.push(Hearing { start, end, sounding, marks_owner });
                    }
                });
            }
        }
        // The likest first, and of them what takes the most words.
        found.sort_by_key(|hearing| (hearing.sounding.apart, std::cmp::Reverse(hearing.end - hearing.start)));
        let mut chosen = Hearings::new();
        for hearing in &found {
            let over = |other: &Hearing| hearing.start < other.end && other.start < hearing.end;
            match chosen.iter().find(|chosen| over(chosen)) {
                None if chosen.len() < MOST_NAMES => chosen.push(*hearing),
                None => {}
                Some(chosen) => {
                    // "Feris sure" for Verisure where there are fairy lights: more words are rather one name.
                    let longer = hearing.start <= chosen.start && chosen.end <= hearing.end;
                    let clearly = if longer { 2 * CLEARLY } else { CLEARLY };
                    let near = hearing.sounding.apart < chosen.sounding.apart + clearly;
                    let other = !self
                        .bearers_of(hearing.sounding.name)
                        .any(|device| self.bearers_of(chosen.sounding.name).any(|own| own == device));
                    if near && other {
                        return Hearings::new();
                    }
                }
            }
        }
        chosen.sort_by_key(|hearing| hearing.start);
        chosen
    }

    fn words(&self, said: &[char], path: &Path) -> Words {
        let mut words = Words::new();
        let mut start = 0;
        for word in said.split(|letter| !letter.is_ascii_lowercase() && *letter != '\'') {
            let end = start + word.len();
            let token = path.tokens.iter().position(|token| token.start < end && start < token.end);
            if let (false, Some(token)) = (word.is_empty(), token) {
                words.push(Word { start, end, token, doubted: false, marks_owner: false });
            }
            start = end + 1;
        }
        let nameless = !path.tokens.iter().any(|token| self.names_here(token));
        for index in 0..words.len() {
            let before = index.checked_sub(1).map(|before| words[before]);
            let next = words.get(index + 1).copied();
            words[index].doubted = self.is_doubted(said, path, [before, Some(words[index]), next], nameless);
            words[index].marks_owner = before.is_some_and(|before| marks_owner(path, words[index], before));
        }
        words
    }

    /// It names a thing of this home as it was said.
    fn names_here(&self, token: &Token) -> bool {
        token.likeness >= 1.0
            && (token.name().is_some()
                || token.scene().is_some()
                || token.noun().is_some_and(|noun| self.has_noun(noun)))
    }

    /// Whether a word makes no sense where it stands, between the one before it and the next.
    fn is_doubted(&self, said: &[char], path: &Path, words: [Option<Word>; 3], nameless: bool) -> bool {
        let [before, Some(word), next] = words else { return false };
        let token = &path.tokens[word.token];
        let is_determined = before.is_some_and(|before| is_determiner(&said[before.start..before.end]));
        let absent = token.noun().is_some_and(|noun| !self.has_noun(noun)) && !self.names_here(token);
        let letter = word.end - word.start == 1 && (said[word.start] != 'a' || is_determined);
        // "The gas locks": one thing is no kind of the other.
        let joined = token.noun().is_some()
            && token.name().is_none()
            && next.is_some_and(|next| {
                let other = &path.tokens[next.token];
                next.token != word.token
                    && next.start == word.end + 1
                    && other.noun().is_some()
                    && other.name().is_none()
            });
        let empty = token.verb().is_none()
            && token.name().is_none()
            && token.home_room().is_none()
            && token.negation().is_none()
            && token.conjunction().is_none();
        token.is_unknown()
            || token.likeness < 1.0
            || absent
            || letter
            || joined
            || nameless && is_determined && empty
    }

    /// Whether these words may be a name that was heard otherwise: one of them is doubted, and what is beside them belongs
    /// to no other thing.
    fn may_be_name(&self, said: &[char], path: &Path, words: &[Word], first: usize, last: usize) -> bool {
        let within = &words[first..=last];
        let token = |word: &Word| &path.tokens[word.token];
        let joins = |word: &Word| {
            let token = token(word);
            token.likeness >= 1.0 && (token.conjunction().is_some() || token.except().is_some())
        };
        // A thing that the home does not have was heard as it is: "start the lawnmower".
        let absent = token(&within[0]).noun().is_some()
            && token(&within[0]).likeness >= 1.0
            && within.iter().all(|word| word.token == within[0].token);
        let doubted = within.iter().any(|word| word.doubted || word.marks_owner);
        if absent || !doubted || within.iter().any(joins) {
            return false;
        }
        // "The" is heard well: what is behind it may have been the name. "The a where" has one too many.
        if !within[0].doubted && is_determiner(&said[within[0].start..within[0].end]) {
            return false;
        }
        // "The paper ream" is no Rheem.
        let before = first.checked_sub(1).map(|before| words[before]);
        let beside = before.filter(|before| before.end + 1 == words[first].start);
        let tells = |token: &Token| {
            token.verb().is_none()
                && token.likeness >= 1.0
                && (token.noun().is_some()
                    || token.property().is_some()
                    || token.value().is_some()
                    || token.chat().is_some())
        };
        !beside.is_some_and(|word| token(&word).is_unknown() || tells(token(&word)))
    }

    /// More was heard than the names that stand within it: "meera has lamp" is Meera's, and "mimy's front door" is no other.
    fn is_of_names_within(&self, said: &[char], path: &Path, words: &[Word], name: &str) -> bool {
        let name: Letters = name.chars().collect();
        words.iter().all(|word| {
            let token = &path.tokens[word.token];
            let own = &said[token.start..token.end];
            let held = || {
                words.len() > 1 && name.len() > own.len() && name.windows(own.len()).any(|part| part == own)
            };
            token.likeness < 1.0 || token.home_room().is_none() && (token.name().is_none() || held())
        })
    }

    /// What these words and a name may lie apart: common words that mean something else must sound the same.
    fn least_likeness(&self, path: &Path, words: &[Word]) -> u16 {
        let heard = |word: &Word| {
            let token = &path.tokens[word.token];
            token.is_unknown() || token.likeness < 1.0
        };
        if words.iter().any(heard) { u16::MAX } else { SAME }
    }

    /// "The ream cutter" is no Rheem, and the "win x purifier" a Winix only where that is a purifier.
    fn fits_what_follows(&self, said: &[char], path: &Path, words: &[Word], last: usize, name: u32) -> bool {
        let Some(next) = words.get(last + 1).filter(|next| next.start == words[last].end + 1) else {
            return true;
        };
        let token = &path.tokens[next.token];
        match token.noun() {
            Some(noun) => self
                .bearers_of(name)
                .any(|device| self.device_nouns(device).iter().any(|&own| self.is_a(own, noun))),
            None => !is_of_other(said, token),
        }
    }
}

fn is_determiner(word: &[char]) -> bool {
    lexicon().phrases(Cue::Determiner).have(word)
}

/// Whether a word would ask within what is said, where nothing is asked.
fn marks_owner(path: &Path, word: Word, before: Word) -> bool {
    let token = &path.tokens[word.token];
    let before = &path.tokens[before.token];
    token.question().is_some()
        && token.end - token.start == word.end - word.start
        && before.question().is_none()
        && before.separator().is_none()
        && before.conjunction().is_none()
}

/// A word that belongs to another thing than the one beside it.
fn is_of_other(said: &[char], token: &Token) -> bool {
    token.is_unknown() && !lexicon().is_plain(&said[token.start..token.end])
}
