//! Homes of any size and requests for them, to measure speed and memory: the same at every call, with names as people
//! give them, in Chinese and English, a handful of profiles, and many rooms.

use lares::home::HomeSource;
use lares::home::read::{CategoryRecord, ComponentRecord, DeviceRecord, RoomRecord};

use crate::random::Random;

/// Devices in a room, where their number does not say otherwise.
const DEVICES_PER_ROOM: usize = 6;

/// How large a home is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Its devices.
    pub devices: usize,
    /// Its rooms.
    pub rooms: usize,
}

impl Size {
    /// A room for every six devices.
    pub fn of(devices: usize) -> Size {
        Size { devices, rooms: devices.div_ceil(DEVICES_PER_ROOM).max(1) }
    }

    /// The same devices in so many rooms.
    #[must_use]
    pub fn in_rooms(self, rooms: usize) -> Size {
        Size { rooms: rooms.max(1), ..self }
    }
}

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

/// A kind of device.
struct Model {
    profile: &'static str,
    category: &'static str,
    capabilities: &'static [&'static str],
    zh: &'static [&'static str],
    en: &'static [&'static str],
}

const MODELS: [Model; 10] = [
    Model {
        profile: "light-color",
        category: "Light",
        capabilities: &["switch", "switchLevel", "colorControl", "colorTemperature"],
        zh: &["主灯", "吊灯", "吸顶灯", "大灯"],
        en: &["ceiling light", "main light", "pendant", "chandelier"],
    },
    Model {
        profile: "air-conditioner",
        category: "AirConditioner",
        capabilities: &[
            "switch",
            "airConditionerMode",
            "airConditionerFanMode",
            "thermostatCoolingSetpoint",
            "temperatureMeasurement",
        ],
        zh: &["空调", "柜机", "挂机"],
        en: &["air conditioner", "AC", "cooler"],
    },
    Model {
        profile: "shade",
        category: "Blind",
        capabilities: &["windowShade", "windowShadeLevel", "battery"],
        zh: &["窗帘", "纱帘", "百叶帘"],
        en: &["curtain", "blind", "roller shade"],
    },
    Model {
        profile: "light-dim",
        category: "Light",
        capabilities: &["switch", "switchLevel"],
        zh: &["台灯", "床头灯", "落地灯", "壁灯"],
        en: &["desk lamp", "bedside lamp", "floor lamp", "wall light"],
    },
    Model {
        profile: "climate-sensor",
        category: "TempSensor",
        capabilities: &["temperatureMeasurement", "relativeHumidityMeasurement", "battery"],
        zh: &["温湿度计", "温度传感器"],
        en: &["climate sensor", "thermometer"],
    },
    Model {
        profile: "plug",
        category: "SmartPlug",
        capabilities: &["switch", "powerMeter", "energyMeter"],
        zh: &["插座", "加湿器插座", "鱼缸插座"],
        en: &["plug", "heater plug", "aquarium plug"],
    },
    Model {
        profile: "television",
        category: "Television",
        capabilities: &["switch", "audioVolume", "audioMute", "tvChannel", "mediaPlayback"],
        zh: &["电视", "投影仪"],
        en: &["TV", "projector"],
    },
    Model {
        profile: "purifier",
        category: "AirPurifier",
        capabilities: &["switch", "airPurifierFanMode", "fineDustSensor"],
        zh: &["空气净化器", "新风机"],
        en: &["air purifier", "fresh air unit"],
    },
    Model {
        profile: "lock",
        category: "SmartLock",
        capabilities: &["lock", "battery"],
        zh: &["门锁", "指纹锁"],
        en: &["door lock", "smart lock"],
    },
    Model {
        profile: "motion",
        category: "MotionSensor",
        capabilities: &["motionSensor", "battery"],
        zh: &["人体传感器", "移动探测器"],
        en: &["motion sensor", "presence sensor"],
    },
];

const ROOMS_ZH: [&str; 16] = [
    "客厅",
    "主卧",
    "次卧",
    "厨房",
    "书房",
    "餐厅",
    "儿童房",
    "卫生间",
    "阳台",
    "玄关",
    "走廊",
    "衣帽间",
    "老人房",
    "储物间",
    "健身房",
    "影音室",
];
const ROOMS_EN: [&str; 16] = [
    "Living Room",
    "Master Bedroom",
    "Guest Room",
    "Kitchen",
    "Study",
    "Dining Room",
    "Nursery",
    "Bathroom",
    "Balcony",
    "Entrance",
    "Hallway",
    "Wardrobe",
    "Attic",
    "Pantry",
    "Gym",
    "Cinema",
];
/// Own names that some people give to devices.
const NICKNAMES: [&str; 8] = ["小白", "大黄", "月亮", "老伙计", "Bruno", "Sunny", "Captain", "小蜜蜂"];
/// Rooms that no generated home has.
const NO_ROOMS_ZH: [&str; 4] = ["天文台", "酒窖", "马厩", "桑拿房"];
const NO_ROOMS_EN: [&str; 4] = ["observatory", "wine cellar", "stable", "sauna"];
/// Words and what speech recognition makes of them.
const SLIPS: [(&str, &str); 6] =
    [("灯", "等"), ("窗帘", "窗连"), ("空调", "空条"), ("电视", "电是"), ("插座", "插做"), ("门锁", "门所")];

/// A home, the same for the same size.
pub fn home(size: Size) -> HomeSource {
    home_named(size, "")
}

/// A home whose ids begin with a text of its own: a further home beside others.
pub fn home_named(size: Size, prefix: &str) -> HomeSource {
    let mut random = Random::new(0x40_6e);
    let rooms: Vec<RoomRecord> = (0..size.rooms)
        .map(|index| RoomRecord {
            id: format!("{prefix}room-{index}"),
            name: room_name(index),
            ..RoomRecord::default()
        })
        .collect();
    let devices = (0..size.devices)
        .map(|index| {
            let room = index % size.rooms;
            let model = &MODELS[(index / size.rooms + room) % MODELS.len()];
            DeviceRecord {
                id: format!("{prefix}device-{index}"),
                name: device_name(model, is_english(room), index / size.rooms, &mut random),
                room_id: Some(format!("{prefix}room-{room}")),
                profile_id: Some(model.profile.to_owned()),
                components: vec![ComponentRecord {
                    id: "main".to_owned(),
                    capabilities: model.capabilities.iter().map(|&id| id.to_owned()).collect(),
                    categories: vec![CategoryRecord { name: model.category.to_owned(), by_user: false }],
                }],
                line: index + 1,
            }
        })
        .collect();
    HomeSource { devices, rooms, ..HomeSource::default() }
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

fn is_english(room: usize) -> bool {
    room % 4 == 3
}

/// `客厅`, `2号楼客厅`, …: a large home has each kind of room in each of its buildings.
fn room_name(index: usize) -> String {
    let (kind, building) = (index % ROOMS_ZH.len(), index / ROOMS_ZH.len() + 1);
    match (is_english(index), building) {
        (false, 1) => ROOMS_ZH[kind].to_owned(),
        (true, 1) => ROOMS_EN[kind].to_owned(),
        (false, building) => format!("{building}号楼{}", ROOMS_ZH[kind]),
        (true, building) => format!("Building {building} {}", ROOMS_EN[kind]),
    }
}

fn device_name(model: &Model, english: bool, turn: usize, random: &mut Random) -> String {
    if random.below(20) == 0
        && let Some(nickname) = random.pick(&NICKNAMES)
    {
        return format!("{nickname}{}", random.below(1000));
    }
    let names = if english { model.en } else { model.zh };
    let name = random.pick(names).copied().unwrap_or_default();
    // In a room with many devices of one kind, people count.
    match turn / MODELS.len() {
        0 => name.to_owned(),
        round if english => format!("{name} {}", round + 1),
        round => format!("{name}{}", round + 1),
    }
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
    use std::collections::HashSet;

    #[test]
    fn a_home_is_the_same_each_time_and_as_large_as_asked_for() {
        let size = Size::of(1000);
        let generated = home(size);
        assert_eq!((generated.devices.len(), generated.rooms.len()), (1000, 167));
        assert_eq!(generated.devices, home(size).devices);
        let names: HashSet<&str> = generated.rooms.iter().map(|room| room.name.as_str()).collect();
        assert_eq!(names.len(), 167);
        let few = home(size.in_rooms(25));
        assert_eq!(few.rooms.len(), 25);
        assert!(few.devices.iter().any(|device| device.name.ends_with('4')));
        assert_ne!(home_named(size, "b-").devices[0].id, generated.devices[0].id);
    }

    #[test]
    fn every_model_is_known_to_the_catalogue() {
        let catalogue = lares::home::catalogue();
        for model in &MODELS {
            assert!(catalogue.category(model.category).is_some(), "{}", model.category);
            for id in model.capabilities {
                assert!(catalogue.capability(id).is_some(), "{id}");
            }
        }
    }

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
