//! Which language is a home's? That of the names its people gave.

use crate::home::HomeLanguage;
use crate::read::{DeviceRecord, RoomRecord};

pub(super) fn tell(devices: &[DeviceRecord], rooms: &[RoomRecord]) -> HomeLanguage {
    let devices = devices.iter().filter(|device| device.name != device.id).map(|device| &device.name);
    let names = devices.chain(rooms.iter().map(|room| &room.name)).filter(|name| !name.is_empty());
    let (mut all, mut chinese) = (0_usize, 0_usize);
    for name in names {
        all += 1;
        chinese += usize::from(name.chars().any(is_han));
    }
    HomeLanguage::of_names(all, chinese)
}

impl HomeLanguage {
    /// Chinese if at least a fifth of the names have Chinese characters: makers' names are English in Chinese homes too.
    pub(crate) fn of_names(all: usize, chinese: usize) -> HomeLanguage {
        if all > 0 && chinese * 5 >= all { HomeLanguage::Chinese } else { HomeLanguage::English }
    }
}

/// A Chinese character.
pub(crate) fn is_han(character: char) -> bool {
    matches!(character,
        '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_of_chinese_names_makes_a_chinese_home() {
        let rooms = |names: &[&str]| -> Vec<RoomRecord> {
            names
                .iter()
                .map(|name| RoomRecord { name: (*name).to_owned(), ..RoomRecord::default() })
                .collect()
        };
        for (names, language) in [
            (&["客厅", "卧室"][..], HomeLanguage::Chinese),
            (&["客厅", "Hue", "Hub", "TV", "AC"], HomeLanguage::Chinese),
            (&["客厅", "Hue", "Hub", "TV", "AC", "Lamp"], HomeLanguage::English),
            (&["Küche", "Кухня"], HomeLanguage::English),
            (&["", ""], HomeLanguage::English),
            (&[], HomeLanguage::English),
        ] {
            assert_eq!(tell(&[], &rooms(names)), language, "{names:?}");
        }
    }
}
