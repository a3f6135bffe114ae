//! The names of a home as they are spoken: which of them was heard where speech recognition wrote other words.

use lares_home::DeviceIndex;
use smallvec::SmallVec;

use super::HomeVocabulary;
use super::layers::Names;
use crate::key_table::KeyTable;
use crate::sound::phones::{FAR, Phones, between, keys, phones};

/// What is shorter sounds like too much else, in sounds.
const SHORTEST: usize = 3;
/// So much may lie between what was heard and a name, in hundredths of a sound, by the sounds of the shorter of them: a
/// vowel of four, a voice of five, a lost consonant of seven.
const LIMITS: [u16; 7] = [0, 0, 0, 10, 25, 40, 55];
/// And for each sound of longer ones, up to the most.
const LIMIT_OF_SOUND: u16 = 10;
const MOST: u16 = 90;
/// A single word is mostly what it is written as: of the limits it has this share, in hundredths.
const OF_SINGLE_WORD: u16 = 40;

/// A name that sounds like what was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sounding {
    /// The name.
    pub(crate) name: u32,
    /// What lies between them, in hundredths of all their sounds.
    pub(crate) apart: u16,
}

/// The names of a home by their sounds. All of them are spoken when one is first looked for.
#[derive(Default)]
pub(super) struct SpokenNames {
    names: Vec<(u32, Phones)>,
    by_key: KeyTable,
}

impl SpokenNames {
    pub(super) fn of_names<'n>(names: impl Iterator<Item = (u32, &'n str)>) -> SpokenNames {
        let mut spoken = Vec::new();
        let mut pairs = Vec::new();
        for (name, text) in names {
            if !text.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, ' ' | '\'' | '-')) {
                continue;
            }
            let sounds = phones(&text.chars().collect::<Vec<_>>());
            if sounds.len() >= SHORTEST {
                keys(&sounds, |key| pairs.push((key, spoken.len() as u32)));
                spoken.push((name, sounds));
            }
        }
        SpokenNames { names: spoken, by_key: KeyTable::new(&pairs) }
    }
}

impl Names {
    /// The names of devices that sound like these words, each once.
    pub(crate) fn sounding_like(&self, words: &[char], mut found: impl FnMut(Sounding)) {
        let heard = phones(words);
        if heard.len() < SHORTEST {
            return;
        }
        let spoken = self.spoken();
        let mut places: SmallVec<[u32; 32]> = SmallVec::new();
        keys(&heard, |key| places.extend(spoken.by_key.words(key)));
        places.sort_unstable();
        places.dedup();
        for (name, sounds) in places.iter().filter_map(|&place| spoken.names.get(place as usize)) {
            let sounded = sounds.len().min(heard.len());
            let limit =
                LIMITS.get(sounded).copied().unwrap_or_else(|| (sounded as u16 * LIMIT_OF_SOUND).min(MOST));
            let limit = if words.contains(&' ') { limit } else { limit * OF_SINGLE_WORD / 100 };
            let cost = between(&heard, sounds, limit);
            if cost != FAR {
                found(Sounding { name: *name, apart: cost / sounded as u16 });
            }
        }
    }
}

impl HomeVocabulary {
    /// The devices that answer to a name.
    pub(crate) fn bearers_of(&self, name: u32) -> impl Iterator<Item = DeviceIndex> + '_ {
        self.layers.devices_of(name).map(|(device, _)| device)
    }
}

#[cfg(test)]
mod tests {
    use lares_home::read::{CategoryRecord, ComponentRecord, DeviceRecord};
    use lares_home::{HomeSource, compile};

    use crate::vocabulary::HomeVocabulary;

    fn home(names: &[&str]) -> HomeVocabulary {
        let device = |name: &&str| DeviceRecord {
            id: name.to_lowercase(),
            name: (*name).to_owned(),
            components: vec![ComponentRecord {
                id: "main".into(),
                capabilities: vec!["switch".into()],
                categories: vec![CategoryRecord { name: "SmartPlug".into(), by_user: false }],
            }],
            ..DeviceRecord::default()
        };
        let source = HomeSource { devices: names.iter().map(device).collect(), ..HomeSource::default() };
        HomeVocabulary::compile(&compile(source).0)
    }

    #[test]
    fn names_are_found_by_how_they_sound() {
        let home = home(&["Winix", "Rheem", "Gas Logs", "DeLonghi", "Hue"]);
        let check = |heard: &str, expected: &[&str]| {
            let mut names = Vec::new();
            home.names.sounding_like(&heard.chars().collect::<Vec<_>>(), |found| {
                names.extend(home.names.get(found.name as usize).map(|name| name.text.to_owned()));
            });
            // Names are said as several, too.
            names.retain(|name| !name.ends_with('s') || name == "gas logs");
            assert_eq!(names, expected, "{heard}");
        };
        check("win x", &["winix"]);
        check("ream", &["rheem"]);
        check("gas locks", &["gas logs"]);
        check("de longy", &["delonghi"]);
        check("room", &[]);
        check("rim", &[]);
        check("wine", &[]);
        check("you", &[]);
        check("", &[]);
    }
}
