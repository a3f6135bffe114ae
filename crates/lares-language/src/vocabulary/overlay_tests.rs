//! Two layers of words against one: everything that is found is the same, and in the same order.

use lares_home::read::{Aliases, ComponentRecord, DeviceRecord, RoomRecord, SceneRecord};
use lares_home::{Change, DeviceIndex, Home, HomeLanguage, HomeSource, Recipe, change, compile};
use proptest::prelude::*;
use proptest::sample::select;

use super::HomeVocabulary;
use super::features::for_each_feature;
use crate::lexicon::Sense;
use crate::slips::Said;

/// Names that sound alike, hold one another, share their forms, and are rooms and scenes as well.
const NAMES: &[&str] = &[
    "小满",
    "小曼",
    "小蛮",
    "小满灯",
    "小曼灯",
    "客厅小满灯",
    "书房小曼灯",
    "书房小满灯",
    "大白",
    "大百",
    "客厅",
    "电影模式",
    "电影",
    "台灯",
    "书房台灯",
    "吊灯",
    "Mia's lamp",
    "Mya's lamp",
    "Mia's desk lamp",
    "Mia's phone",
    "Table Den Lamp",
    "Tabel Den Lamp",
    "Den Lamp",
    "Den Lamps",
    "Kitchen lamp",
    "Table Kitchen Lamp",
    "Girls Lamp",
    "妈妈的小满",
    "妈妈的手机",
    "Sonos Beam",
    "Sonos One",
    "Sonos",
    "Hue Beam Left",
    "352 X86C",
    "352 lamp",
    "Electric Blanket",
    "Table Electric Blanket",
    "Priya Beam",
    "",
];
const SAID: &[&str] = &[
    "小慢",
    "打开小慢灯",
    "小满",
    "晓曼",
    "电影",
    "电影模式",
    "点影模式",
    "大柏",
    "客厅小慢灯",
    "客听",
    "抬灯",
    "den lanp",
    "tabel den lmap",
    "mia lamp",
    "mia's",
    "miya's lamp",
    "kitchn lamp",
    "mias lamp",
    "table den lamp",
    "书房小满",
    "dem lamps",
    "the sonos",
    "sonoz",
    "三五二",
    "electric blnket",
    "hue beams",
];
const ROOMS: &[&str] = &["客厅", "书房", "Kitchen", "Mia's room", "Priya's room"];
const SCENES: &[&str] = &["电影模式", "小满模式", "Den"];

fn device(id: usize, name: &str, room: usize) -> DeviceRecord {
    let main = ComponentRecord { id: "main".to_owned(), ..ComponentRecord::default() };
    let room_id = (room < ROOMS.len()).then(|| format!("r{room}"));
    DeviceRecord {
        id: format!("d{id}"),
        name: name.to_owned(),
        room_id,
        components: vec![main],
        ..DeviceRecord::default()
    }
}

fn source(devices: Vec<DeviceRecord>) -> HomeSource {
    let room =
        |(id, name): (usize, &&str)| RoomRecord { id: format!("r{id}"), name: (*name).to_owned(), line: 0 };
    let scene =
        |(id, name): (usize, &&str)| SceneRecord { id: format!("s{id}"), name: (*name).to_owned(), line: 0 };
    let aliases = [("d1", "electric blanket"), ("d2", "小满"), ("d3", "Sonos Roam"), ("d4", "beam")];
    let aliases = aliases.map(|(id, name)| (id.to_owned(), vec![name.to_owned()]));
    HomeSource {
        devices,
        rooms: ROOMS.iter().enumerate().map(room).collect(),
        scenes: SCENES.iter().enumerate().map(scene).collect(),
        aliases: Aliases { devices: aliases.into(), ..Aliases::default() },
        language: Some(HomeLanguage::Chinese),
        ..HomeSource::default()
    }
}

/// What a sense is, by what it stands for and not by its position.
fn told(vocabulary: &HomeVocabulary, sense: &Sense) -> String {
    match sense {
        Sense::Name(name) => {
            let devices: Vec<_> = vocabulary.layers.devices_of(*name).collect();
            format!("{} {devices:?}", vocabulary.names.get(*name as usize).unwrap().text)
        }
        other => format!("{other:?}"),
    }
}

/// All that a vocabulary finds for what is said.
fn found(vocabulary: &HomeVocabulary, home: &Home) -> Vec<String> {
    let mut found = Vec::new();
    let all = |senses: &[Sense]| senses.iter().map(|sense| told(vocabulary, sense)).collect::<Vec<_>>();
    for said in SAID.iter().chain(NAMES) {
        let letters: Vec<char> = said.chars().collect();
        vocabulary
            .scan(&letters, |start, end, senses| found.push(format!("{start} {end} {:?}", all(senses))));
        for start in 0..letters.len() {
            for end in start + 1..=letters.len() {
                let stretch = &letters[start..end];
                let mut slip = |slip: crate::slips::Slip| {
                    let senses = all(vocabulary.senses_of(slip.position as usize));
                    found.push(format!("{} {senses:?}", slip.likeness));
                };
                vocabulary.slips.by_sound(stretch, &mut slip);
                vocabulary.slips.by_letters(&Said::new(stretch), &mut slip);
            }
        }
        for_each_feature(said, |feature| {
            for name in vocabulary.layers.names_with(feature) {
                found.push(told(vocabulary, &Sense::Name(name)));
            }
        });
        found.push(format!("{:?}", vocabulary.devices_named(said).collect::<Vec<_>>()));
        found.push(format!("{:?}", vocabulary.match_name(said, 9)));
        found.push(format!("{:?}", vocabulary.match_description(said)));
    }
    for (at, device) in (0..).map(DeviceIndex).zip(&home.devices) {
        found.push(format!("{} {:?} {:?}", device.id, vocabulary.device_nouns(at), vocabulary.room_of(at)));
        for noun in vocabulary.device_nouns(at) {
            let rooms = (0..ROOMS.len() as u32)
                .map(|room| vocabulary.room_has_noun(lares_home::RoomIndex(room), *noun));
            let rooms: Vec<bool> = rooms.collect();
            found.push(format!("{} {} {rooms:?}", vocabulary.has_noun(*noun), vocabulary.is_only(*noun)));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_layers_find_what_one_finds(
        devices in proptest::collection::vec((select(NAMES), 0..6_usize), 0..9),
        changes in proptest::collection::vec((0..10_usize, 0..4_usize, select(NAMES), 0..6_usize), 1..8),
    ) {
        let records: Vec<DeviceRecord> =
            devices.iter().enumerate().map(|(id, (name, room))| device(id, name, *room)).collect();
        let source = source(records);
        let recipe = Recipe::of(&source);
        let (mut home, _) = compile(source);
        let mut recipe = recipe.compiled(&home);
        let mut vocabulary = HomeVocabulary::compile(&home);
        for (number, kind, name, room) in changes {
            let id = format!("d{number}");
            let one = match kind {
                0 => Change::Put(device(number, name, room)),
                1 => Change::Rename { id, name: name.to_owned() },
                2 => Change::Move { id, room_id: (room < ROOMS.len()).then(|| format!("r{room}")) },
                _ => Change::Remove { id },
            };
            let find = |id: &str| home.devices.iter().position(|device| device.id == id).map(|at| DeviceIndex(at as u32));
            let Ok(changed) = change(&home, &recipe, &[one], find) else { continue };
            vocabulary = vocabulary.changed(&home, &changed.home, &changed.difference.unwrap()).unwrap();
            (home, recipe) = (changed.home, changed.recipe);
            prop_assert_eq!(found(&vocabulary, &home), found(&HomeVocabulary::compile(&home), &home));
        }
    }
}
