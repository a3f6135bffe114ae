//! Told which, in Chinese: 飘窗那边的灯, 三星净化器, 护眼灯. Chinese words are not parted, so the stretch before the noun is tried
//! from its end: the longest piece that some of the devices of the kind hold in their names, and others do not, leaves those.

use lares_home::DeviceIndex;
use lares_language::lexicon::{Sense, lexicon};
use lares_language::normalise::is_han;
use smallvec::SmallVec;

use crate::asked::Asked;
use crate::device_names::names_of;
use crate::device_set::DeviceSet;
use crate::told_which::BY_NAME;

/// The longest and the shortest piece of a name that tells.
const LONGEST: usize = 5;
const SHORTEST: usize = 2;
/// So far before the noun words tell which.
const REACH: usize = 12;
/// What stands between words that tell which and the noun, and tells nothing itself.
const LINKS: &str = "的那这个条盏台边上下里头面底后前旁侧只支串根排组儿处块";

/// No part of a name begins or ends with these.
const BORDERS: &str = "的把将给那这了吧请你我都也就在和跟";

/// The devices of `among` that the words beside the noun `said` tell, or the noun itself by what it has more than the plain
/// one (护眼 of 护眼灯); `None` where they tell nothing.
pub(crate) fn told(asked: &Asked<'_>, said: &str, among: &DeviceSet) -> Option<DeviceSet> {
    let words = asked.parsed.words.as_str();
    let mut telling = Telling { asked, left: among.clone(), told: false };
    // 灯除了妈妈床头灯都关: what stands before the last noun tells what is left out.
    let excludes = !asked.parsed.spoken.x.is_empty();
    if let Some(place) = words.rfind(said).filter(|_| !excludes) {
        let mut before: SmallVec<[char; REACH]> =
            words[..place].chars().rev().take(REACH).take_while(|letter| is_han(*letter)).collect();
        before.reverse();
        telling.before(&before);
    }
    if asked.parsed.implied && !words.contains(said) {
        telling.addressed(words);
    }
    if !asked.parsed.quantifier_said
        && let Some(own) = own_words(asked, said)
    {
        telling.tells(own);
    }
    (telling.told && !telling.left.is_empty()).then_some(telling.left)
}

/// What is left of the devices among which words tell.
struct Telling<'t, 'a> {
    asked: &'t Asked<'a>,
    left: DeviceSet,
    told: bool,
}

impl Telling<'_, '_> {
    /// 鱼缸后面的 before 灯: piece by piece from the end.
    fn before(&mut self, letters: &[char]) {
        let mut end = letters.len();
        while end > 0 {
            let piece = (SHORTEST..=LONGEST.min(end)).rev().find(|length| {
                // 把客厅, 客厅的: what begins or ends so is no part of a name.
                if BORDERS.contains(letters[end - length]) || BORDERS.contains(letters[end - 1]) {
                    return false;
                }
                let mut text = self.asked.memory.text();
                text.extend(&letters[end - length..end]);
                self.tells(&text)
            });
            match piece {
                Some(length) => end -= length,
                None if LINKS.contains(letters[end - 1]) => end -= 1,
                None => return,
            }
        }
    }

    /// 让小爱放歌: who is spoken to, where one of the devices is called so.
    fn addressed(&mut self, words: &str) {
        let letters: SmallVec<[char; 32]> = words.chars().take_while(|letter| is_han(*letter)).collect();
        for length in (SHORTEST..=LONGEST).rev() {
            for piece in letters.windows(length) {
                let only_calls = lexicon()
                    .lookup(piece)
                    .is_some_and(|senses| senses.iter().all(|sense| matches!(sense, Sense::Particle(_))));
                let mut text = self.asked.memory.text();
                text.extend(piece);
                if only_calls && self.tells(&text) {
                    return;
                }
            }
        }
    }

    /// Whether a piece tells some of the devices from others; the devices that are left are those that it tells.
    fn tells(&mut self, piece: &str) -> bool {
        if self.is_place(piece) || says_else(piece) {
            return false;
        }
        let home = self.asked.home;
        let held = home.vocabulary.devices_told(piece);
        // 鱼缸灯 is a word for a kind of thing as well, and so no name by which one is found.
        let called = |device: DeviceIndex| {
            home.device(device).is_some_and(|device| names_of(device).any(|name| name.contains(piece)))
        };
        let few = !self.left.has_more_than(BY_NAME);
        let told: SmallVec<[DeviceIndex; 4]> =
            self.left.iter().filter(|device| held.contains(device) || few && called(*device)).collect();
        if told.is_empty() {
            return false;
        }
        self.left = DeviceSet::of(home.home.devices.len(), told);
        self.told = true;
        true
    }

    /// Whether a piece is of a room that was said.
    fn is_place(&self, piece: &str) -> bool {
        let scope = self.asked.parsed.spoken.scope();
        scope.include.iter().any(|room| room.contains(piece))
            || !self.asked.home.vocabulary.match_room(piece).is_empty()
    }
}

/// 护眼 of 护眼灯, 落地 of 落地扇: what the noun of a narrower kind has more than that of the wider one.
fn own_words<'s>(asked: &Asked<'_>, said: &'s str) -> Option<&'s str> {
    let vocabulary = &asked.home.vocabulary;
    let whole = vocabulary.noun(said)?;
    said.char_indices().skip(1).find_map(|(border, _)| {
        let wider = vocabulary.noun(&said[border..])?;
        let own = &said[..border];
        (wider != whole && vocabulary.is_a(whole, wider) && own.chars().count() >= SHORTEST).then_some(own)
    })
}

/// Whether a piece is a word for what is to be done, or how.
fn says_else(piece: &str) -> bool {
    let letters: SmallVec<[char; 8]> = piece.chars().collect();
    lexicon().lookup(&letters).is_some_and(|senses| {
        senses.iter().any(|sense| {
            matches!(
                sense,
                Sense::Verb(_)
                    | Sense::ObjectMarker
                    | Sense::Reference(_)
                    | Sense::Quantifier(..)
                    | Sense::Degree(_)
                    | Sense::Level(_)
                    | Sense::Question(_)
                    | Sense::Condition(_)
            )
        })
    })
}
