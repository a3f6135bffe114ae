//! Homes of any size, to measure speed and memory: the same at every call, with names as people give them, in Chinese
//! and English, a handful of profiles, and many rooms. What is said in them is in `utterances`.

mod utterances;

pub use utterances::{Kind, requests, varied_requests};

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
}
