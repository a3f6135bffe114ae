//! What people say in a generated home: requests of several kinds, the same for the same home and seed.

use lares::home::HomeSource;

use super::{MODELS, ROOMS_ZH};
use crate::random::Random;

/// Rooms that no generated home has.
const NO_ROOMS_ZH: [&str; 4] = ["天文台", "酒窖", "马厩", "桑拿房"];

const NO_ROOMS_EN: [&str; 4] = ["observatory", "wine cellar", "stable", "sauna"];

/// Words and what speech recognition makes of them.
const SLIPS: [(&str, &str); 6] =
    [("灯", "等"), ("窗帘", "窗连"), ("空调", "空条"), ("电视", "电是"), ("插座", "插做"), ("门锁", "门所")];

/// What a request is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A room, a device and what it should do.
    Simple,
    /// A name with a character too few or too many.
    FuzzyName,
    /// All of a room or of the home.
    Bulk,
    /// Two or three commands at once.
    Several,
    /// What a device says.
    Question,
    /// A word that sounds like the one that was meant.
    Slip,
    /// A room that the home does not have.
    UnknownRoom,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Simple,
        Kind::FuzzyName,
        Kind::Bulk,
        Kind::Several,
        Kind::Question,
        Kind::Slip,
        Kind::UnknownRoom,
    ];

    /// A name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Simple => "simple",
            Kind::FuzzyName => "fuzzy name",
            Kind::Bulk => "bulk",
            Kind::Several => "several commands",
            Kind::Question => "question",
            Kind::Slip => "homophone slip",
            Kind::UnknownRoom => "unknown room",
        }
    }
}

/// Requests of one kind for a generated home, the same for the same home, kind and seed.
pub fn requests(home: &HomeSource, kind: Kind, count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed ^ (kind as u64).wrapping_mul(0x51_7c_c1_b7));
    (0..count).map(|_| request(home, kind, &mut random)).collect()
}

/// Requests of every kind in turn.
pub fn varied_requests(home: &HomeSource, count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    Kind::ALL.iter().cycle().take(count).map(|&kind| request(home, kind, &mut random)).collect()
}

/// A device as a request speaks of it.
struct Target<'h> {
    room: &'h str,
    name: &'h str,
    profile: &'h str,
    english: bool,
}

fn target<'h>(home: &'h HomeSource, random: &mut Random) -> Target<'h> {
    let Some(device) = random.pick(&home.devices) else {
        return Target {
            room: ROOMS_ZH[0],
            name: MODELS[0].zh[0],
            profile: MODELS[0].profile,
            english: false,
        };
    };
    let room = device.room_id.as_deref().and_then(|id| {
        // Generated rooms lie at the position that their id ends with.
        let index: usize = id.rsplit('-').next()?.parse().ok()?;
        home.rooms.get(index)
    });
    let room = room.map_or("", |room| room.name.as_str());
    Target {
        room,
        name: &device.name,
        profile: device.profile_id.as_deref().unwrap_or_default(),
        english: room.is_ascii() && device.name.is_ascii(),
    }
}

fn request(home: &HomeSource, kind: Kind, random: &mut Random) -> String {
    let target = target(home, random);
    let Target { room, name, english, .. } = target;
    match kind {
        Kind::Simple => order(&target, room, name, random),
        Kind::FuzzyName => {
            let name = fuzzy(name, random);
            order(&target, room, &name, random)
        }
        Kind::Bulk => bulk(&target, random),
        Kind::Several => {
            let first = order(&target, room, name, random);
            let other = self::target(home, random);
            let second = order(&other, other.room, other.name, random);
            if english { format!("{first} and then {second}") } else { format!("{first}，再{second}") }
        }
        Kind::Question => question(&target),
        Kind::Slip => {
            let (right, heard) = *random.pick(&SLIPS).unwrap_or(&SLIPS[0]);
            let room = if english { ROOMS_ZH[0] } else { room };
            let name = if name.contains(right) { name.replace(right, heard) } else { heard.to_owned() };
            format!("打开{room}的{name}")
        }
        Kind::UnknownRoom if english => {
            order(&target, random.pick(&NO_ROOMS_EN).copied().unwrap_or_default(), name, random)
        }
        Kind::UnknownRoom => {
            order(&target, random.pick(&NO_ROOMS_ZH).copied().unwrap_or_default(), name, random)
        }
    }
}

fn order(target: &Target<'_>, room: &str, name: &str, random: &mut Random) -> String {
    let number = random.below(100);
    let place = if target.english {
        format!("the {} in the {}", name.to_lowercase(), room.to_lowercase())
    } else {
        format!("{room}的{name}")
    };
    match (target.profile, target.english, number.is_multiple_of(2)) {
        ("light-color" | "light-dim", false, true) => format!("把{place}调到{number}%"),
        ("light-color" | "light-dim", true, true) => format!("dim {place} to {number} percent"),
        ("air-conditioner", false, true) => format!("{place}调到{}度", 18 + number % 12),
        ("air-conditioner", true, true) => format!("set {place} to {} degrees", 18 + number % 12),
        ("television", false, true) => format!("把{place}音量调到{number}"),
        ("television", true, true) => format!("set the volume of {place} to {number}"),
        ("shade", false, _) => format!("把{place}拉上"),
        ("shade", true, _) => format!("close {place}"),
        ("lock", false, _) => format!("把{place}锁上"),
        ("lock", true, _) => format!("lock {place}"),
        ("climate-sensor" | "motion", ..) => question(target),
        (_, false, true) => format!("打开{place}"),
        (_, false, false) => format!("帮我把{place}关一下"),
        (_, true, true) => format!("turn on {place}"),
        (_, true, false) => format!("please turn off {place}"),
    }
}

fn bulk(target: &Target<'_>, random: &mut Random) -> String {
    let (room, english) = (target.room, target.english);
    match (random.below(3), english) {
        (0, false) => "把所有的灯都关了".to_owned(),
        (0, true) => "turn off all the lights".to_owned(),
        (1, false) => format!("除了{room}的灯，其他灯都关掉"),
        (1, true) => format!("turn off all lights except in the {}", room.to_lowercase()),
        (_, false) => format!("{room}的灯全打开"),
        (_, true) => format!("turn on every light in the {}", room.to_lowercase()),
    }
}

fn question(target: &Target<'_>) -> String {
    let (room, name) = (target.room, target.name);
    match (target.profile, target.english) {
        ("climate-sensor" | "air-conditioner", false) => format!("{room}现在多少度"),
        ("climate-sensor" | "air-conditioner", true) => {
            format!("what's the temperature in the {}", room.to_lowercase())
        }
        ("lock", false) => format!("{room}的{name}锁好了吗"),
        ("lock", true) => format!("is the {} in the {} locked", name.to_lowercase(), room.to_lowercase()),
        ("motion", false) => format!("{room}有人吗"),
        ("motion", true) => format!("is there anybody in the {}", room.to_lowercase()),
        (_, false) => format!("{room}的{name}开着吗"),
        (_, true) => format!("is the {} in the {} on", name.to_lowercase(), room.to_lowercase()),
    }
}

/// A name with one character left out, or one said twice.
fn fuzzy(name: &str, random: &mut Random) -> String {
    let characters: Vec<char> = name.chars().collect();
    let place = random.below(characters.len());
    let leave_out = characters.len() > 2 && random.below(2) == 0;
    let mut changed = String::with_capacity(name.len() + 4);
    for (index, &character) in characters.iter().enumerate() {
        if index == place && leave_out {
            continue;
        }
        changed.push(character);
        if index == place {
            changed.push(character);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Size, home};
    use std::collections::HashSet;

    #[test]
    fn requests_of_every_kind_vary() {
        let generated = home(Size::of(100));
        for kind in Kind::ALL {
            let texts = requests(&generated, kind, 50, 1);
            assert_eq!(texts, requests(&generated, kind, 50, 1));
            assert!(texts.iter().all(|text| !text.is_empty()));
            let different: HashSet<&String> = texts.iter().collect();
            assert!(different.len() > 10, "{kind:?}: {}", different.len());
        }
        assert_eq!(varied_requests(&generated, 70, 2).len(), 70);
        assert_eq!(requests(&HomeSource::default(), Kind::Several, 3, 1).len(), 3);
    }
}
