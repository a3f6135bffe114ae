//! Homes of which single devices change: they answer as the same home does that is compiled from nothing.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;

use lares::home::HomeSource;
use lares::home::read::{
    Aliases, CategoryRecord, ComponentRecord, DeviceRecord, RoomRecord, SceneRecord, SpecRecord, read_spec,
};
use lares::{Change, Error, Lares, LiveHome, Request};
use proptest::prelude::*;
use proptest::sample::select;

const NAMES: &[&str] = &[
    "灯",
    "主灯",
    "台灯",
    "客厅主灯",
    "卧室台灯",
    "主卧主灯",
    "吊灯",
    "水晶吊灯",
    "落地灯",
    "小白鲸",
    "大白灯",
    "电视",
    "客厅电视",
    "空调",
    "窗帘",
    "左窗帘",
    "左床头灯",
    "门锁",
    "妈妈的手机",
    "爸爸的台灯",
    "插座2",
    "灯1",
    "灯2",
    "筒灯（左）",
    "Mia's lamp",
    "Mia's phone",
    "Girls Lights",
    "Table Den Lamp",
    "Kitchen light",
    "Chandelier",
    "Dino Night Light",
    "TV",
    "客厅",
    "回家",
    "回家模式",
    "晚安",
    "movie",
    "狂风",
    "路由器",
    "",
    "Bedroom lamp",
    "Kitchen speaker",
    "Bed room Lamp",
    "客厅客厅灯",
    "阳光房灯",
    "扫地机",
    "小满",
    "Sonos Beam",
    "Sonos One",
    "352 X86C",
    "Electric Blanket",
];
const ROOMS: &[&str] = &["客厅", "卧室", "主卧", "Kitchen", "Emma's room", "书房"];
const SCENES: &[&str] = &["回家模式", "晚安", "Movie mode"];
const COMPONENTS: &[(&[&str], &[&str])] = &[
    (&["switch", "switchLevel", "colorTemperature"], &["Light"]),
    (&["switch"], &["Light"]),
    (&["switch"], &["SmartPlug"]),
    (&["windowShade", "windowShadeLevel"], &["Blind"]),
    (&["switch", "airConditionerMode", "thermostatCoolingSetpoint"], &["AirConditioner"]),
    (&["lock"], &["SmartLock"]),
    (&["switch", "audioVolume", "tvChannel"], &["Television"]),
    (&["unheard.of"], &[]),
    (&[], &["Light", "Switch"]),
];
const SPEC: &str = r#"
{"profileId":"p0","capabilities":[{"id":"main-switch-on","description":"电源启用"},{"id":"main-switch-off","description":"关"},{"id":"main-vendor.wind-setWind","description":"设置风型","valueType":"string","valueList":[{"value":"storm","description":"狂风"},{"value":"calm","description":"回家"}]}]}
{"profileId":"p1","capabilities":[{"id":"main-switch-on","description":"打开小白鲸"},{"id":"main-vendor.jump-jump","description":"跳一跳"}]}
"#;

fn spec() -> Vec<SpecRecord> {
    read_spec(SPEC, "spec.jsonl").unwrap().records
}

/// A name of the list, or of random pieces of it.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(NAMES).prop_map(str::to_owned),
        1 => (select(ROOMS), select(NAMES)).prop_map(|(room, name)| format!("{room}{name}")),
        1 => "[灯台主a-c1 ']{0,5}",
    ]
}

/// A room of the home, none, or one that no document has.
fn room() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        8 => (0..ROOMS.len()).prop_map(|room| Some(format!("r{room}"))),
        2 => Just(None),
        1 => (0..2_usize).prop_map(|room| Some(format!("nowhere{room}"))),
    ]
}

prop_compose! {
    fn device(ids: std::ops::Range<usize>)(
        id in ids,
        name in name(),
        room_id in room(),
        profile in proptest::option::weighted(0.3, 0..3_usize),
        kind in 0..COMPONENTS.len(),
    ) -> DeviceRecord {
        let (capabilities, categories) = COMPONENTS[kind];
        let category = |name: &&str| CategoryRecord { name: (*name).to_owned(), by_user: false };
        DeviceRecord {
            id: format!("d{id}"),
            name,
            room_id,
            profile_id: profile.map(|profile| format!("p{profile}")),
            components: vec![ComponentRecord {
                id: "main".to_owned(),
                capabilities: capabilities.iter().map(|&id| id.to_owned()).collect(),
                categories: categories.iter().map(category).collect(),
            }],
            line: 0,
        }
    }
}

fn changes() -> impl Strategy<Value = Change> {
    let id = || (0..24_usize).prop_map(|id| format!("d{id}"));
    prop_oneof![
        3 => device(0..24).prop_map(Change::Put),
        3 => (id(), name()).prop_map(|(id, name)| Change::Rename { id, name }),
        2 => (id(), room()).prop_map(|(id, room_id)| Change::Move { id, room_id }),
        2 => id().prop_map(|id| Change::Remove { id }),
    ]
}

/// What is said: of names and rooms, exact and with a slip, of kinds, of everything, of what was spoken of.
fn said() -> impl Strategy<Value = String> {
    let slip = |name: String| {
        let alike = [
            ("灯", "登"),
            ("台", "抬"),
            ("鲸", "京"),
            ("主", "住"),
            ("amp", "anp"),
            ("ight", "igth"),
            ("a", "e"),
        ];
        alike.iter().fold(name, |name, (from, to)| name.replacen(from, to, 1))
    };
    let called = prop_oneof![
        name(),
        name().prop_map(slip),
        (select(ROOMS), name()).prop_map(|(room, name)| format!("{room}的{name}")),
        select(
            &[
                "左边的床头灯",
                "所有灯",
                "客厅的灯",
                "台灯和主灯",
                "除了台灯所有的灯",
                "我妈的手机",
                "all the lights",
                "the lamp in the kitchen",
                "全屋",
                "它",
                "it",
                "Emma's lamp",
                "阳光房的灯",
                "晚安"
            ][..]
        )
        .prop_map(str::to_owned),
    ];
    let form = select(
        &[
            "打开",
            "关掉",
            "把!关了",
            "turn on the ",
            "!",
            "!是开着的吗",
            "!调到一半",
            "切到狂风 ",
            "跳一跳 ",
            "全部打开 ",
            "开一下!，再关掉主灯",
        ][..],
    );
    (form, called).prop_map(|(form, called): (&str, String)| match form.contains('!') {
        true => form.replace('!', &called),
        false => format!("{form}{called}"),
    })
}

/// The records after a change, made in the plainest way. Says whether the change could be made.
fn apply(source: &mut HomeSource, change: &Change) -> bool {
    let devices = &mut source.devices;
    let place = |id: &str| devices.iter().position(|device| device.id == id);
    match change {
        Change::Put(record) => match place(&record.id) {
            Some(place) => devices[place] = record.clone(),
            None => devices.push(record.clone()),
        },
        Change::Rename { id, name } => match place(id) {
            Some(place) => devices[place].name.clone_from(name),
            None => return false,
        },
        Change::Move { id, room_id } => match place(id) {
            Some(place) => devices[place].room_id.clone_from(room_id),
            None => return false,
        },
        Change::Remove { id } => match place(id) {
            Some(place) => drop(devices.remove(place)),
            None => return false,
        },
    }
    true
}

fn source(devices: Vec<DeviceRecord>) -> HomeSource {
    let mut known = std::collections::HashSet::new();
    let devices = devices.into_iter().filter(|device| known.insert(device.id.clone())).collect();
    let room = |(index, name): (usize, &&str)| RoomRecord {
        id: format!("r{index}"),
        name: (*name).to_owned(),
        line: 0,
    };
    let scene = |(index, name): (usize, &&str)| SceneRecord {
        id: format!("s{index}"),
        name: (*name).to_owned(),
        line: 0,
    };
    let aliases = [("d1", vec!["大白", "吊灯"]), ("d2", vec!["主灯"]), ("d9", vec!["movie night", "大白"])];
    let aliases = aliases.map(|(id, names)| (id.to_owned(), names.into_iter().map(str::to_owned).collect()));
    HomeSource {
        devices,
        rooms: ROOMS.iter().enumerate().map(room).collect(),
        spec: spec(),
        scenes: SCENES.iter().enumerate().map(scene).collect(),
        aliases: Aliases {
            devices: aliases.into(),
            rooms: BTreeMap::from([("r2".to_owned(), vec!["大房间".to_owned()])]),
        },
        language: None,
    }
}

fn built(source: &HomeSource) -> Lares {
    Lares::builder().home_source(source.clone()).changeable().build().unwrap()
}

/// Two homes answer alike: in a conversation, and in what an agent would read of the whole home.
fn assert_alike(changed: &Lares, anew: &Lares, texts: &[String]) {
    assert_eq!(changed.whole_context(), anew.whole_context());
    for (turn, text) in (0..).zip(texts) {
        let ask = |home: &Lares, session: &str| {
            let mut request = Request::new(text.as_str()).in_session(session);
            request.room = (turn % 3 == 0).then(|| "客厅".to_owned());
            request.trace = turn % 2 == 0;
            home.retrieve_at(&request, turn * 1000)
        };
        assert_eq!(ask(changed, "changed"), ask(anew, "anew"), "{text}");
    }
    // Successors have the same conversations.
    for (home, session) in [(changed, "changed"), (anew, "anew")] {
        home.forget(session);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_home_answers_as_one_compiled_from_nothing(
        devices in proptest::collection::vec(device(0..16), 0..14),
        rounds in proptest::collection::vec(proptest::collection::vec(changes(), 1..4), 1..6),
        texts in proptest::collection::vec(said(), 12),
    ) {
        let mut source = source(devices);
        let mut home = built(&source);
        for round in rounds {
            let mut made = Vec::new();
            for change in round {
                if apply(&mut source, &change) {
                    made.push(change);
                } else {
                    prop_assert!(matches!(home.changed(&[made.as_slice(), &[change]].concat()), Err(Error::Change(_))));
                }
            }
            home = home.changed(&made).unwrap();
            assert_alike(&home, &built(&source), &texts);
        }
        assert_alike(&home.compiled_anew().unwrap(), &home, &texts);
    }
}

fn named(id: usize, name: &str, room: usize) -> DeviceRecord {
    let (capabilities, categories) = COMPONENTS[0];
    DeviceRecord {
        id: format!("d{id}"),
        name: name.to_owned(),
        room_id: Some(format!("r{room}")),
        profile_id: None,
        components: vec![ComponentRecord {
            id: "main".to_owned(),
            capabilities: capabilities.iter().map(|&id| id.to_owned()).collect(),
            categories: vec![CategoryRecord { name: categories[0].to_owned(), by_user: false }],
        }],
        line: 0,
    }
}

/// Makes the changes one after another and compares each state with the same home compiled from nothing. Gives how many
/// changes each state carried.
fn follow(mut source: HomeSource, changes: &[Change], texts: &[&str]) -> Vec<usize> {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let mut home = built(&source);
    let mut carried = Vec::new();
    for change in changes {
        assert!(apply(&mut source, change), "{change:?}");
        home = home.changed(std::slice::from_ref(change)).unwrap();
        carried.push(home.changes());
        assert_alike(&home, &built(&source), &texts);
    }
    carried
}

#[test]
fn a_part_of_a_name_that_too_many_share_tells_one_again_when_some_are_gone() {
    // 512 names may share a sound; each device of the form has two names with it.
    let count = 513;
    let devices = (0..count).map(|id| named(id, &format!("鲸鱼{id}号"), 0)).collect();
    let rename = |id: usize, name: &str| Change::Rename { id: format!("d{id}"), name: name.to_owned() };
    let changes = [
        rename(0, "小白鲨"),
        rename(1, "小白鲨"),
        Change::Put(named(600, "鲸鱼六百号", 1)),
        rename(2, "落地灯"),
        Change::Remove { id: "d3".to_owned() },
        Change::Put(named(601, "鲸鱼六零一号", 1)),
        Change::Put(named(602, "鲸鱼六零二号", 1)),
    ];
    let texts = ["打开京鱼十号", "打开鲸鱼512", "打开经鱼", "打开小白沙", "打开鲸鱼六百", "关掉鲸雨五号"];
    assert_eq!(follow(source(devices), &changes, &texts), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_room_word_that_names_contradict_is_none_until_they_no_longer_do() {
    let devices = (0..6).map(|id| named(id, if id < 3 { "卧室款台灯" } else { "吊扇" }, 0)).collect();
    let rename = |id: usize, name: &str| Change::Rename { id: format!("d{id}"), name: name.to_owned() };
    let changes = [
        rename(3, "卧室款台灯"),
        rename(4, "卧室款主灯"),
        rename(0, "台灯"),
        rename(3, "风扇"),
        rename(4, "卧室灯"),
    ];
    let texts = ["打开卧室的灯", "打开客厅的灯", "卧室灯都关了", "打开台灯"];
    // At the fourth name, and when there are three again, every name has to be read.
    assert_eq!(follow(source(devices), &changes, &texts), [0, 1, 2, 0, 1]);
}

#[test]
fn what_concerns_everything_is_compiled_from_nothing() {
    let devices: Vec<_> = (0..4).map(|id| named(id, "台灯", id)).collect();
    let to = |room: &str| Change::Move { id: "d0".to_owned(), room_id: Some(room.to_owned()) };
    let changes = [to("r1"), to("nowhere"), to("r2"), Change::Remove { id: "d1".to_owned() }];
    assert_eq!(follow(source(devices.clone()), &changes, &["打开台灯", "打开主卧的灯"]), [1, 0, 0, 1]);
    // Every name was Chinese but those of two rooms; now that of no device is.
    let mut source = source(devices);
    source.rooms.truncate(1);
    source.rooms[0].name = "Kitchen".to_owned();
    source.devices.iter_mut().for_each(|device| device.room_id = Some("r0".to_owned()));
    let changes: Vec<Change> =
        (0..4).map(|id| Change::Rename { id: format!("d{id}"), name: format!("Lamp {id}") }).collect();
    assert_eq!(follow(source, &changes, &["turn on lamp 2", "打开台灯"]), [1, 2, 3, 0]);
}

#[test]
fn many_changes_are_carried_no_further_than_they_may() {
    let devices = (0..40).map(|id| named(id, &format!("台灯{id}"), id % 6)).collect();
    let changes: Vec<Change> =
        (0..20).map(|id| Change::Rename { id: format!("d{id}"), name: format!("吊灯{id}") }).collect();
    let carried = follow(source(devices), &changes, &["打开吊灯3", "打开台灯30", "所有灯都关了"]);
    assert_eq!(carried.iter().copied().max(), Some(16));
    assert_eq!(carried[16..], [0, 1, 2, 3]);
}

#[test]
fn changes_that_cannot_be_made_are_refused() {
    let source = source(vec![named(0, "台灯", 0)]);
    let fixed = Lares::builder().home_source(source.clone()).build().unwrap();
    assert!(matches!(fixed.changed(&[]), Err(Error::NotChangeable)));
    let live = LiveHome::new(built(&source));
    let changes =
        [Change::Rename { id: "d0".into(), name: "吊灯".into() }, Change::Remove { id: "nobody".into() }];
    let refused = live.change(&changes).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the home has no device \"nobody\" that could be changed: add it first, or correct the id"
    );
    assert_eq!(live.current().home().devices[0].name, "台灯", "none of the changes is made");
}

#[test]
fn a_live_home_is_compiled_anew_beside_its_changes() {
    let devices = (0..20).map(|id| named(id, &format!("台灯{id}"), id % 6)).collect();
    let live = LiveHome::new(built(&source(devices)));
    let rename = |id: usize| Change::Rename { id: format!("d{id}"), name: format!("吊灯{id}") };
    for id in 0..8 {
        assert!(!live.tidy().unwrap());
        live.change(&[rename(id)]).unwrap();
    }
    assert_eq!(live.current().changes(), 8);
    std::thread::scope(|scope| {
        scope.spawn(|| (8..16).for_each(|id| drop(live.change(&[rename(id)]).unwrap())));
        scope.spawn(|| live.tidy().unwrap());
    });
    let now = live.current();
    assert!(now.changes() <= 8, "{}", now.changes());
    let names: Vec<&str> = now.home().devices.iter().map(|device| device.name.as_str()).collect();
    let expected: Vec<String> =
        (0..20).map(|id| if id < 16 { format!("吊灯{id}") } else { format!("台灯{id}") }).collect();
    assert_eq!(names, expected);
    for id in 0..16 {
        let answer = live.retrieve(&Request::new(format!("打开吊灯{id}")));
        assert_eq!(answer.invocations[0].device_id, format!("d{id}"));
    }
}
