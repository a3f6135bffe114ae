//! The sounds that the model hears: for each character its usual readings, as classes of syllables that are usually
//! confused, so that a model file needs no dictionary beside it.

use std::collections::BTreeMap;

use lares_embedding::features::{FIRST_HAN, Sounds};
use lares_language::sound::pinyin::readings;

/// The last character that may have a reading.
const LAST_HAN: u32 = 0x9FFF;

/// The table of sounds.
pub(crate) fn table() -> Sounds {
    let mut all: Vec<[u16; 2]> = (FIRST_HAN..=LAST_HAN)
        .map(|code| {
            let mut sounds = [0; 2];
            let own = char::from_u32(code).map_or(&[][..], readings);
            let mut classes: Vec<u16> = Vec::new();
            for reading in own {
                // 0 says that there is none.
                let class = reading.class().0 + 1;
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
            for (place, class) in sounds.iter_mut().zip(classes) {
                *place = class;
            }
            sounds
        })
        .collect();
    while all.last() == Some(&[0, 0]) {
        all.pop();
    }
    Sounds { readings: all }
}

/// For each sound, the characters of some texts that have it: what one of them may be misheard as.
pub(crate) fn homophones<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<u16, Vec<char>> {
    let mut found: BTreeMap<u16, Vec<char>> = BTreeMap::new();
    for character in texts.flat_map(str::chars) {
        if let Some(class) = sound_of(character) {
            let list = found.entry(class).or_default();
            if !list.contains(&character) {
                list.push(character);
            }
        }
    }
    for list in found.values_mut() {
        list.sort_unstable();
    }
    found
}

/// The usual sound of a character.
pub(crate) fn sound_of(character: char) -> Option<u16> {
    readings(character).first().map(|reading| reading.class().0 + 1)
}
