//! Told which: of the devices of a kind, those that the words beside the kind tell, by the names of the home.
//!
//! "The light by the recliner", "recliner lamp", "the lamp, Dad's one", 飘窗那边的灯: what stands beside the noun is looked for
//! in the names and aliases of the devices of the kind. A word that some of them hold and others do not leaves those that
//! hold it. Words that say something else of the command (its rooms, its value, what to do) tell nothing, and words that
//! contradict one another leave the kind as it is.

use lares_home::DeviceIndex;
use lares_language::Quantifier;
use lares_language::lexicon::{Cue, Sense, lexicon};
use lares_language::normalise::folded;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::follow_up::says_here;
use crate::target::Target;

/// Among more devices than these, words tell nothing.
pub(crate) const MOST: usize = 512;
/// Among more devices than these, only the words by which names are found are looked at, not name by name.
pub(crate) const BY_NAME: usize = 64;
/// A pronoun stands for no more devices than these.
const FEW: usize = 3;
/// So many words tell which at most, on one side of the noun.
const WORDS: usize = 6;

/// The words of a command, without the marks around them.
type Words<'w> = SmallVec<[Word<'w>; 24]>;

/// A word, and whether a mark ends what it belongs to.
#[derive(Debug, Clone, Copy)]
struct Word<'w> {
    text: &'w str,
    ends: bool,
}

/// Leaves of `set`, the devices of the kind that was said, those that the words beside it tell. Where they tell none of
/// these, `akin` are looked at as well: the devices of the whole category, of which a home may call one a light that
/// people call a lamp. Says whether anything was told.
pub(crate) fn narrow(asked: &Asked<'_>, akin: Option<&DeviceSet>, set: &mut DeviceSet) -> bool {
    if set.has_more_than(MOST) {
        return false;
    }
    let said = asked.parsed.spoken.n.as_str();
    let told = if said.is_ascii() {
        in_english(asked, said, set).or_else(|| in_english(asked, said, akin?))
    } else {
        crate::told_in_chinese::told(asked, said, set).or_else(|| match set.is_empty() {
            true => crate::told_in_chinese::told(asked, said, akin?),
            false => None,
        })
    };
    match told {
        Some(told) if told != *set => {
            *set = told;
            true
        }
        _ => false,
    }
}

/// "The one over the bench": what a pronoun stands for where nothing was spoken of, told by the words beside it. `here` are
/// the devices of the rooms that were said.
pub(crate) fn pointed(asked: &Asked<'_>, here: &DeviceSet, target: Target) -> Target {
    let open = matches!(target, Target::Anything | Target::NothingBefore);
    let spoken = &asked.parsed.spoken;
    if !open || spoken.q == Quantifier::All || !spoken.n.is_ascii() || here.has_more_than(MOST) {
        return target;
    }
    let words: Words<'_> = asked.parsed.words.split(' ').filter_map(word).collect();
    let mut telling = Telling { asked, among: here, left: here.clone(), told: false };
    let Some(one) = words.iter().position(|word| word.text == "one") else { return target };
    telling.before(words.get(..one).unwrap_or_default());
    if words.get(one).is_some_and(|one| !one.ends) {
        telling.behind(words.get(one + 1..).unwrap_or_default());
    }
    if telling.told && !telling.left.is_empty() && !telling.left.has_more_than(FEW) {
        Target::Given(telling.left.iter().collect())
    } else {
        target
    }
}

/// Whether these devices are all called after a place that is no room of the home, so that the place tells which they are:
/// "the driveway camera" for the Driveway Cam.
pub(crate) fn called_after(
    asked: &Asked<'_>,
    place: &str,
    mut devices: impl Iterator<Item = DeviceIndex>,
) -> bool {
    let said = |name: &SmolStr| {
        if place.is_ascii() {
            place.split(' ').all(|word| holds(name, word))
        } else {
            folded(name).contains(place)
        }
    };
    devices.all(|device| {
        asked
            .home
            .device(device)
            .is_some_and(|device| std::iter::once(&device.name).chain(&device.aliases).any(said))
    })
}

/// The devices of `among` that English words beside the noun tell; `None` where they tell nothing.
fn in_english(asked: &Asked<'_>, said: &str, among: &DeviceSet) -> Option<DeviceSet> {
    let words: Words<'_> = asked.parsed.words.split(' ').filter_map(word).collect();
    let mut telling = Telling { asked, among, left: among.clone(), told: false };
    let length = said.split(' ').count();
    let mut is_said = false;
    for start in 0..words.len().saturating_sub(length - 1) {
        let noun = words.get(start..start + length)?;
        if !noun.iter().map(|word| word.text).eq(said.split(' ')) {
            continue;
        }
        is_said = true;
        telling.before(words.get(..start)?);
        if noun.last().is_some_and(|last| !last.ends) {
            telling.behind(words.get(start + length..)?);
        }
    }
    // "Show me the driveway": of a kind that follows from the verb, the place alone tells which.
    if !is_said && asked.parsed.implied {
        let places = words.iter().enumerate().filter(|(_, word)| is_article(word.text) && !word.ends);
        for (place, _) in places {
            telling.behind(words.get(place..)?);
        }
    }
    // "Turn his lamp down, Dad's one": whose or which, said once more.
    for (place, word) in words.iter().enumerate() {
        let one = matches!(word.text, "one" | "ones");
        if one && word.text != said {
            telling.before(words.get(..place)?);
        } else if (word.ends || place + 1 == words.len()) && word.text.ends_with("'s") {
            telling.tells(word.text);
        }
    }
    (telling.told && !telling.left.is_empty()).then_some(telling.left)
}

/// What is left of the devices among which words tell.
struct Telling<'t, 'a> {
    asked: &'t Asked<'a>,
    among: &'t DeviceSet,
    left: DeviceSet,
    told: bool,
}

impl Telling<'_, '_> {
    /// Words before the noun: "the *fish tank* light".
    fn before(&mut self, words: &[Word<'_>]) {
        for word in words.iter().rev().take(WORDS) {
            let passes = is_article(word.text) || self.is_place(word.text);
            if word.ends || !passes && !self.tells(word.text) {
                return;
            }
        }
    }

    /// Words behind it: "the light *in the fish tank*".
    fn behind(&mut self, words: &[Word<'_>]) {
        let mut tied = false;
        let mut passed = false;
        for word in words.iter().take(2 * WORDS) {
            let ties = is_link(word.text) || is_article(word.text) || self.is_place(word.text);
            let links = ties || may_link(word.text);
            let tells = links || (tied || !is_said_of_it(word.text)) && self.tells(word.text);
            // "The lamp by the bed on Bev's side": what no name holds tells nothing, and more may follow.
            let passes = tied && !passed && !is_said_of_it(word.text);
            passed |= !tells;
            if !tells && !passes || word.ends {
                return;
            }
            tied |= ties;
        }
    }

    /// Whether a word tells some of the devices from others; the devices that are left are those that it tells.
    fn tells(&mut self, word: &str) -> bool {
        let spoken = &self.asked.parsed.spoken;
        let is_else = |text: &str| text.split(['=', ' ', ',']).any(|part| part == word);
        // "The lights in my room": of the speaker's, and not of the Back Room.
        let here = matches!(word, "room" | "rooms") && says_here(self.asked.text);
        if here || is_else(&spoken.a) || is_else(&spoken.x) || self.is_place(word) {
            return false;
        }
        let home = self.asked.home;
        // "Turn the heat up": the kind by another of its words.
        let kind = home.vocabulary.noun(word);
        if self.asked.parsed.implied && kind.is_some() && kind == home.vocabulary.noun(&spoken.n) {
            return false;
        }
        let holds = |device: &DeviceIndex| {
            home.device(*device).is_some_and(|device| {
                std::iter::once(&device.name).chain(&device.aliases).any(|name| holds(name, word))
            })
        };
        let total = home.home.devices.len();
        let told = if self.among.has_more_than(BY_NAME) {
            let found = home.vocabulary.devices_told(stem(word));
            DeviceSet::of(
                total,
                found.into_iter().filter(|device| self.among.contains(*device) && holds(device)),
            )
        } else {
            DeviceSet::of(total, self.among.iter().filter(holds))
        };
        if told.is_empty() {
            return false;
        }
        self.left.intersect(&told);
        self.told = true;
        true
    }

    /// Whether a word is of a room that was said, or tells whose room was.
    fn is_place(&self, word: &str) -> bool {
        let scope = self.asked.parsed.spoken.scope();
        let is = |room: &&str| room.split([' ', '&']).any(|part| part.eq_ignore_ascii_case(word));
        scope.include.iter().any(is)
            || !scope.include.is_empty() && !self.asked.home.vocabulary.match_room(word).is_empty()
    }
}

/// A word without the marks around it.
fn word(text: &str) -> Option<Word<'_>> {
    let bare = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    let ends = text.ends_with([',', '.', ';', ':', '!', '?']);
    (!bare.is_empty()).then_some(Word { text: bare, ends })
}

fn is_article(word: &str) -> bool {
    lexicon().cue(Cue::Determiner).any(|known| known == word)
}

/// Words by which it is said behind a thing where it stands.
fn is_link(word: &str) -> bool {
    const LINKS: [&str; 19] = [
        "by",
        "in",
        "under",
        "over",
        "above",
        "below",
        "near",
        "beside",
        "behind",
        "inside",
        "of",
        "next",
        "underneath",
        "beneath",
        "along",
        "around",
        "from",
        "which",
        "that's",
    ];
    LINKS.contains(&word)
}

/// Words that say as well what becomes of it: "the lamp *on* the desk", "the lamp *on* red".
fn may_link(word: &str) -> bool {
    matches!(word, "on" | "at" | "to" | "with" | "is" | "side" | "there" | "over there")
}

/// Whether a word directly behind a noun says how it is to be: "lights low", "lamp red".
fn is_said_of_it(word: &str) -> bool {
    let letters: SmallVec<[char; 16]> = word.chars().collect();
    lexicon().lookup(&letters).is_some_and(|senses| {
        senses.iter().any(|sense| {
            matches!(
                sense,
                Sense::Verb(_)
                    | Sense::Value(_)
                    | Sense::Level(_)
                    | Sense::Color(_)
                    | Sense::Degree(_)
                    | Sense::Adjective(_)
                    | Sense::Unit(..)
                    | Sense::Time(_)
                    | Sense::Particle(_)
            )
        })
    })
}

/// Whether a name holds a word, in this form, in another number or case, or in another form of its mark.
fn holds(name: &str, word: &str) -> bool {
    let stem = stem(word);
    if stem.len() < 2 {
        return false;
    }
    let same = |form: &str| parts(name).any(|part| same_word(part, form));
    if same(stem) {
        return true;
    }
    let marks = lexicon().marks.iter().find(|forms| forms.iter().any(|form| form == word));
    marks.is_some_and(|forms| forms.iter().any(|form| form.is_ascii() && same(form)))
}

/// The words of a name.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|part| !part.is_empty())
}

fn same_word(part: &str, word: &str) -> bool {
    stem(part).eq_ignore_ascii_case(word)
}

/// A word without what makes it several or someone's.
fn stem(word: &str) -> &str {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("s'")).unwrap_or(word);
    let several = word.len() > 3 && !word.ends_with("ss");
    if several { word.strip_suffix(['s', 'S']).unwrap_or(word) } else { word }
}
