//! How far "everything" reaches where no kind of device is named.
//!
//! Turning everything off is for what a person switches off when leaving: lights, screens, sound, climate, fans, plugs
//! and machines that stand still when off; never the refrigerator, the router, hubs, cameras, alarms, detectors or
//! anything medical. Turning everything on leaves out as well what heats and what hangs on a plug. Opening and closing
//! everything is for what covers windows. Which kinds those are is in `data/sweeps.toml`, with
//! other kinds that rules are bound to; acts that say by themselves
//! what they are for (locking, muting, pausing) reach every device that can do it and is not spared.

use std::sync::OnceLock;

use lares_home::{Act, Category, Device, DeviceIndex, Difference, Home, catalogue};
use serde::Deserialize;

use crate::device_set::DeviceSet;
use crate::follow_up::says_any;
use crate::index::CompiledHome;
use crate::postings::add;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    whole_home: Vec<String>,
    spared: Vec<String>,
    spared_names: Vec<String>,
    reach: Acts,
    guarded: Kinds,
    near: Kinds,
    players: Kinds,
    many: Kinds,
    waters: Kinds,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Acts {
    on: Vec<String>,
    off: Vec<String>,
    open: Vec<String>,
    close: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    categories: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, nothing is swept.
    DATA.get_or_init(|| toml::from_str(include_str!("../data/sweeps.toml")).unwrap_or_default())
}

/// Doors, locks, valves and ovens: what a vendor's own command opens or starts there can harm.
pub(crate) fn is_guarded(category: Category) -> bool {
    static GUARDED: OnceLock<Vec<Category>> = OnceLock::new();
    GUARDED.get_or_init(|| categories(&data().guarded.categories)).contains(&category)
}

/// What helps where it stands and nowhere else: lamps, fans, curtains.
pub(crate) fn is_of_one_room(category: Category) -> bool {
    static NEAR: OnceLock<Vec<Category>> = OnceLock::new();
    NEAR.get_or_init(|| categories(&data().near.categories)).contains(&category)
}

/// What plays music or pictures.
pub(crate) fn plays(category: Category) -> bool {
    static PLAYERS: OnceLock<Vec<Category>> = OnceLock::new();
    PLAYERS.get_or_init(|| categories(&data().players.categories)).contains(&category)
}

/// Of what there are many: what is left out of all else tells its kind.
pub(crate) fn is_of_many(category: Category) -> bool {
    static MANY: OnceLock<Vec<Category>> = OnceLock::new();
    MANY.get_or_init(|| categories(&data().many.categories)).contains(&category)
}

/// What waters plants.
pub(crate) fn waters(category: Category) -> bool {
    static WATERS: OnceLock<Vec<Category>> = OnceLock::new();
    WATERS.get_or_init(|| categories(&data().waters.categories)).contains(&category)
}

/// Whether the words reach the whole home.
pub(crate) fn says_whole_home(text: &str) -> bool {
    says_any(text, &data().whole_home)
}

fn categories(names: &[String]) -> Vec<Category> {
    names.iter().filter_map(|name| catalogue().category(name)).collect()
}

/// The devices of a home that sweeps reach, worked out when first wanted.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Those that are spared for their names.
    named: OnceLock<DeviceSet>,
    unspared: OnceLock<DeviceSet>,
    by_act: [OnceLock<DeviceSet>; 4],
}

impl Reach {
    /// The devices that an unspecific `act` may touch.
    pub(crate) fn of(&self, act: Option<Act>, home: &CompiledHome) -> &DeviceSet {
        let unspared = self.unspared.get_or_init(|| {
            let mut set = DeviceSet::all(home.home.devices.len());
            set.subtract(&of_kinds(home, &categories(&data().spared)));
            set.subtract(self.named(&home.home));
            set
        });
        let Acts { on, off, open, close } = &data().reach;
        let (place, names) = match act {
            Some(Act::Off | Act::Stop) => (0, off),
            Some(Act::On | Act::Start | Act::Toggle) => (1, on),
            Some(Act::Open) => (2, open),
            Some(Act::Close) => (3, close),
            _ => return unspared,
        };
        let Some(cell) = self.by_act.get(place) else { return unspared };
        cell.get_or_init(|| of_kinds(home, &categories(names)).and(unspared))
    }
}

impl Reach {
    /// What of it is known after a change: reading every name takes its time, the rest is found again when wanted.
    /// `home` is that after the change.
    pub(crate) fn changed(&self, home: &Home, difference: &Difference, fresh: &[DeviceIndex]) -> Reach {
        let reach = Reach::default();
        if let Some(named) = self.named.get() {
            let mut named = named.moved(difference, home.devices.len());
            for &index in fresh {
                if home.devices.get(index.0 as usize).is_some_and(is_spared) {
                    named.insert(index);
                }
            }
            let _ = reach.named.set(named);
        }
        reach
    }

    fn named(&self, home: &Home) -> &DeviceSet {
        self.named.get_or_init(|| {
            let devices = (0..).map(DeviceIndex).zip(&home.devices);
            let spared = devices.filter(|(_, device)| is_spared(device)).map(|(index, _)| index);
            DeviceSet::of(home.devices.len(), spared)
        })
    }
}

fn of_kinds(home: &CompiledHome, kinds: &[Category]) -> DeviceSet {
    let mut set = DeviceSet::empty(home.home.devices.len());
    for kind in kinds {
        add(&mut set, &home.in_category(*kind));
        if let Some(noun) = home.vocabulary.category_noun(*kind) {
            set.unite(&home.of_noun(noun));
        }
    }
    set
}

/// Whether a device is spared for one of its names.
fn is_spared(device: &Device) -> bool {
    let words = &data().spared_names;
    std::iter::once(&device.name).chain(&device.aliases).any(|name| mentions(name, words))
}

/// Whether a name holds one of the words: anywhere in Chinese, as whole words in English.
fn mentions(name: &str, words: &[String]) -> bool {
    let name = name.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    words.iter().any(|word| {
        name.match_indices(word.as_str()).any(|(at, _)| {
            !word.is_ascii()
                || !is_letter(name.get(..at).and_then(|before| before.chars().next_back()))
                    && !is_letter(name.get(at + word.len()..).and_then(|after| after.chars().next()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_can_be_read_and_names_only_categories_that_exist() {
        let read: Data = toml::from_str(include_str!("../data/sweeps.toml")).unwrap();
        let Acts { on, off, open, close } = &read.reach;
        let kinds = [&read.guarded, &read.near, &read.players, &read.many, &read.waters]
            .map(|kinds| &kinds.categories);
        for name in [on, off, open, close, &read.spared].into_iter().chain(kinds).flatten() {
            assert!(catalogue().category(name).is_some(), "{name}");
        }
        assert!(on.iter().chain(off).all(|name| !read.spared.contains(name)));
    }

    #[test]
    fn names_are_spared_by_whole_words() {
        for name in ["走廊路由器", "Dad's CPAP", "Fish Tank", "NAS-2"] {
            assert!(mentions(name, &data().spared_names), "{name}");
        }
        for name in ["台灯", "Nasturtium lamp", "Serverless", "Kitchen Lights"] {
            assert!(!mentions(name, &data().spared_names), "{name}");
        }
    }

    #[test]
    fn only_explicit_words_reach_the_whole_home() {
        for text in ["全屋都关了", "关掉家里所有的东西", "turn everything off", "turn off the whole house"]
        {
            assert!(says_whole_home(text), "{text}");
        }
        for text in ["其余关掉", "都关了", "全关了", "turn off all the lights in the house", "the rest off"]
        {
            assert!(!says_whole_home(text), "{text}");
        }
    }
}
