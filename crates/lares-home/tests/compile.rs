//! From documents to a home: what a device can do, and where its words come from.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use lares_home::read::{read_aliases, read_devices, read_rooms, read_scenes, read_spec};
use lares_home::{
    Act, AttributeSpec, CommandSpec, Finding, Home, HomeLanguage, HomeSource, ValueKind, catalogue, compile,
};
use std::sync::Arc;

fn source(devices: &str, spec: &str) -> HomeSource {
    HomeSource {
        devices: read_devices(devices, "devices.json").unwrap().records,
        spec: read_spec(spec, "spec.jsonl").unwrap().records,
        language: Some(HomeLanguage::Chinese),
        ..HomeSource::default()
    }
}

fn home(devices: &str, spec: &str) -> (Home, Vec<Finding>) {
    compile(source(devices, spec))
}

/// A device `d` of profile `p` whose main component has these capabilities.
fn device(capabilities: &[&str]) -> String {
    let capabilities: Vec<String> = capabilities.iter().map(|id| format!(r#"{{"id":"{id}"}}"#)).collect();
    format!(
        r#"{{"deviceId":"d","label":"设备","profile":{{"id":"p"}},"components":[{{"id":"main","capabilities":[{}]}}]}}"#,
        capabilities.join(",")
    )
}

fn spec(capabilities: &str) -> String {
    format!(r#"{{"profileId":"p","capabilities":[{capabilities}],"conditions":[]}}"#)
}

fn commands(home: &Home, device: usize) -> Vec<&CommandSpec> {
    home.commands_of(&home.devices[device]).map(|(_, command)| command).collect()
}

fn attributes(home: &Home, device: usize) -> Vec<&AttributeSpec> {
    home.attributes_of(&home.devices[device]).map(|(_, attribute)| attribute).collect()
}

fn ids<'h>(commands: &[&'h CommandSpec]) -> Vec<&'h str> {
    commands.iter().map(|command| command.capability_id.as_str()).collect()
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn without_a_spec_line_the_catalogue_speaks() {
    let (home, findings) = home(&device(&["switch", "switchLevel", "vendor.unknown"]), "");
    let ids = ids(&commands(&home, 0));
    for id in ["main-switch-on", "main-switch-off", "main-switchLevel-setLevel"] {
        assert!(ids.contains(&id), "{ids:?}");
    }
    assert!(attributes(&home, 0).iter().any(|attribute| attribute.capability_id == "main-switch-switch"));
    assert!(findings.is_empty(), "{findings:?}");
    // The unknown capability is kept, though nothing is known of it.
    assert!(home.devices[0].components[0].capabilities.iter().any(|id| &**id == "vendor.unknown"));
}

/// Seed 001, 场景：spec 不存在时降级: here only when the catalogue knows nothing either.
#[test]
fn a_device_of_which_nothing_is_known_is_kept_with_a_warning() {
    for capabilities in [&[][..], &["vendor.unknown"]] {
        let (home, findings) = home(&device(capabilities), "");
        assert_eq!(home.devices.len(), 1);
        assert!(commands(&home, 0).is_empty() && attributes(&home, 0).is_empty());
        assert_eq!(codes(&findings), ["nothing_known"]);
        assert!(findings[0].subject.contains("设备"));
    }
}

/// Seed 001, 场景：构建富化文档: the vendor's description leads, the catalogue's words follow.
#[test]
fn a_spec_line_gives_the_commands_and_the_catalogue_their_meaning() {
    let (home, findings) = home(
        &device(&["switch", "switchLevel"]),
        &spec(r#"{"id":"main-switch-on","description":"电源启用"}"#),
    );
    let commands = commands(&home, 0);
    let [on] = commands.as_slice() else { panic!("{:?}", ids(&commands)) };
    let known = catalogue().capability("switch").unwrap().command("on").unwrap();
    assert_eq!(on.description, "电源启用");
    assert_eq!((on.description_zh.as_str(), on.description_en.as_str()), (known.zh, known.en));
    assert!(on.synonyms_zh.contains(&"电源启用".to_owned()));
    assert!(on.synonyms_zh.len() > 3 && on.synonyms_en.len() >= 3);
    assert_eq!(on.intents[0].act, Act::On);
    assert!(!on.sensitive_categories.is_empty());
    // `conditions` are there and empty: the vendor says that nothing can be asked.
    assert!(attributes(&home, 0).is_empty());
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn a_spec_without_conditions_leaves_the_attributes_to_the_catalogue() {
    let (home, _) = home(
        &device(&["switch"]),
        r#"{"profileId":"p","capabilities":[{"id":"main-switch-on","description":"电源启用"}]}"#,
    );
    assert_eq!(ids(&commands(&home, 0)), ["main-switch-on"]);
    assert_eq!(attributes(&home, 0)[0].capability_id, "main-switch-switch");
}

#[test]
fn conditions_are_the_attributes() {
    let line = r#"{"profileId":"p","capabilities":[],"conditions":[
        {"id":"main-temperatureMeasurement-temperature","description":"室温","type":"number","value_range":{"min":-20,"max":60,"unit":["C"]}},
        {"id":"main-vendor.mood-mood","description":"mood"}]}"#;
    let (home, _) = home(&device(&["temperatureMeasurement"]), line);
    let attributes = attributes(&home, 0);
    assert_eq!(attributes[0].description, "室温");
    assert_eq!(attributes[0].intents[0].property, catalogue().property("temperature"));
    let range = attributes[0].value.as_ref().unwrap().range.as_ref().unwrap();
    assert_eq!((range.min, range.max, range.unit.as_str()), (-20.0, 60.0, "C"));
    assert_eq!(attributes[1].synonyms_en, ["mood"]);
    assert!(attributes[1].intents.is_empty());
}

#[test]
fn a_command_that_the_catalogue_does_not_know_has_its_own_words_only() {
    let (home, _) = home(
        &device(&[]),
        &spec(r#"{"id":"main-vendor.tea-brewTea","description":"泡茶"},{"id":"main-vendor.tea-pourTea"}"#),
    );
    let commands = commands(&home, 0);
    assert_eq!((commands[0].description.as_str(), commands[0].description_zh.as_str()), ("泡茶", "泡茶"));
    assert_eq!(commands[0].capability, "vendor.tea");
    assert!(commands[0].intents.is_empty() && commands[0].argument.is_none());
    assert_eq!(commands[1].description, "pour tea");
}

#[test]
fn only_the_main_component_is_retrieved() {
    let text = r#"{"deviceId":"d","components":[{"id":"main","capabilities":[{"id":"switch"}]},
        {"id":"freezer","capabilities":[{"id":"switchLevel"}],"categories":[{"name":"Light"}]}]}"#;
    let (catalogued, _) = home(text, "");
    assert!(ids(&commands(&catalogued, 0)).iter().all(|id| id.starts_with("main-switch-")));
    assert_eq!(catalogued.devices[0].components.len(), 2);
    assert!(catalogued.devices[0].categories.is_empty());

    let entries = r#"{"id":"freezer-switch-on","description":"开"},{"id":"icemaker-02-switch-on"},{"id":"main-switch-on"}"#;
    let (specified, findings) = home(&device(&["switch"]), &spec(entries));
    assert_eq!(ids(&commands(&specified, 0)), ["main-switch-on"]);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn broken_ids_of_a_spec_are_left_out_with_a_warning() {
    for id in ["switch", "main-switch", "main-switch-", "main-healthCheck-DeviceWatch-Enroll", "-switch-on"] {
        let entries = format!(r#"{{"id":"{id}"}},{{"id":"main-switch-on"}}"#);
        let (home, findings) = home(&device(&["switch"]), &spec(&entries));
        assert_eq!(ids(&commands(&home, 0)), ["main-switch-on"], "{id}");
        assert_eq!(codes(&findings), ["bad_spec_entry"], "{id}");
    }
}

#[test]
fn internal_commands_are_in_no_profile() {
    let (capability, command) = catalogue()
        .capabilities()
        .iter()
        .find_map(|capability| {
            Some((capability.id(), capability.commands().iter().find(|c| c.internal)?.name))
        })
        .unwrap();
    let id = format!("main-{capability}-{command}");
    let (catalogued, _) = home(&device(&[capability]), "");
    assert!(!ids(&commands(&catalogued, 0)).contains(&id.as_str()));
    let (specified, _) =
        home(&device(&[capability]), &spec(&format!(r#"{{"id":"{id}","description":"x"}}"#)));
    assert!(commands(&specified, 0).is_empty());
}

#[test]
fn ranges_are_the_vendors_and_else_the_catalogues() {
    let set_level = |entry: &str| {
        let (home, _) = home(&device(&[]), &spec(&format!(r#"{{"id":"main-switchLevel-setLevel"{entry}}}"#)));
        commands(&home, 0)[0].argument.clone().unwrap()
    };
    for (entry, (min, max, unit)) in [
        ("", (0.0, 100.0, "%")),
        (r#","type":"integer""#, (0.0, 100.0, "%")),
        (r#","type":"integer","value_range":{"min":1,"max":10,"unit":"level"}"#, (1.0, 10.0, "level")),
        (r#","value_range":{"min":10}"#, (10.0, 100.0, "%")),
        (r#","value_range":{"max":50,"unit":["%"]}"#, (0.0, 50.0, "%")),
    ] {
        let argument = set_level(entry);
        let range = argument.range.as_ref().unwrap();
        assert_eq!((range.min, range.max, range.unit.as_str()), (min, max, unit), "{entry}");
        assert_eq!(argument.attribute.as_deref(), Some("level"));
        assert_eq!(argument.kind, ValueKind::Integer);
    }
    // Half a range in another unit is no range.
    assert_eq!(set_level(r#","value_range":{"max":50,"unit":"lm"}"#).range, None);
}

/// Seed 001, 场景：带参数命令的文档构建: values keep their value on the wire and the vendor's name.
#[test]
fn values_are_the_vendors_with_the_catalogues_meaning() {
    let entries = r#"{"id":"main-airConditionerMode-setAirConditionerMode","description":"设置空调模式","value_list":[
        {"value":"cool","description":"冰爽"},{"value":"9","description":"制热"},
        {"value":"Auto","description":""},{"value":"Disco","description":"迪斯科"}]}"#;
    let (home, _) = home(&device(&[]), &spec(entries));
    let argument = commands(&home, 0)[0].argument.clone().unwrap();
    assert_eq!(argument.kind, ValueKind::Enum);
    let values: Vec<_> =
        argument.values.iter().map(|value| (value.value.as_str(), value.key.as_str())).collect();
    assert_eq!(values, [("cool", "cool"), ("9", "heat"), ("Auto", "auto"), ("Disco", "disco")]);
    let names: Vec<_> = argument.values.iter().map(|value| value.description.as_str()).collect();
    assert_eq!(names, ["冰爽", "制热", "自动", "迪斯科"]);
    for word in ["冰爽", "制冷"] {
        assert!(argument.values[0].words.iter().any(|known| known == word), "{:?}", argument.values[0].words);
    }
    assert_eq!(argument.values[3].words, ["迪斯科"]);
}

#[test]
fn a_looser_type_of_the_vendor_does_not_hide_what_is_known() {
    let kind_of = |entry: &str| {
        let (home, _) = home(&device(&[]), &spec(entry));
        let argument = commands(&home, 0)[0].argument.clone().unwrap();
        (argument.kind, argument.values.len())
    };
    assert_eq!(kind_of(r#"{"id":"main-colorControl-setColor","type":"object"}"#).0, ValueKind::Color);
    let (kind, values) = kind_of(r#"{"id":"main-airConditionerMode-setAirConditionerMode","type":"string"}"#);
    assert_eq!(kind, ValueKind::Enum);
    assert!(values > 2);
    assert_eq!(kind_of(r#"{"id":"main-a-b","type":"string","value_list":["x"]}"#), (ValueKind::Enum, 1));
}

#[test]
fn unlocking_stays_sensitive_whatever_the_vendor_calls_it() {
    let (home, _) = home(&device(&[]), &spec(r#"{"id":"main-lock-unlock","description":"欢迎"}"#));
    assert!(commands(&home, 0)[0].sensitive);
}

#[test]
fn the_users_category_stands_before_the_makers() {
    let text = r#"{"deviceId":"d","components":[{"id":"main","categories":[
        {"name":"SmartPlug","categoryType":"manufacturer"},{"name":"light","categoryType":"user"},
        {"name":"Light","categoryType":"manufacturer"},{"name":"Teapot","categoryType":"manufacturer"}]}]}"#;
    let (home, findings) = home(text, "");
    let names: Vec<_> = home.devices[0]
        .categories
        .iter()
        .map(|&category| catalogue().category_entry(category).unwrap().id)
        .collect();
    assert_eq!(names, ["Light", "SmartPlug"]);
    assert!(codes(&findings).contains(&"unknown_category"));
}

#[test]
fn rooms_aliases_and_scenes_find_their_places() {
    let devices = r#"[{"deviceId":"a","label":"灯","roomId":"r "},{"deviceId":"b","roomId":"s"},{"deviceId":"c","roomId":"s"},
        {"deviceId":"d"}]"#;
    let aliases = r#"{"devices":{"a":["大白","灯"],"x":["鬼"]},"rooms":{"r":["主人房"],"s":["书房"]}}"#;
    let (home, findings) = compile(HomeSource {
        rooms: read_rooms(r#"[{"roomId":" r","name":"卧室"}]"#, "rooms.json").unwrap().records,
        scenes: read_scenes(r#"[{"sceneId":"1","sceneName":"回家"}]"#, "scenes.json").unwrap().records,
        aliases: read_aliases(aliases, "aliases.json").unwrap().records,
        ..source(devices, "")
    });
    let rooms: Vec<_> =
        home.rooms.iter().map(|room| (room.id.as_str(), room.name.as_str(), room.aliases.len())).collect();
    assert_eq!(rooms, [("r", "卧室", 1), ("s", "", 1)]);
    let places: Vec<_> = home.devices.iter().map(|device| device.room.map(|room| room.0)).collect();
    assert_eq!(places, [Some(0), Some(1), Some(1), None]);
    assert_eq!(home.devices[0].aliases, ["大白"]);
    assert_eq!(home.scenes[0].name, "回家");
    assert_eq!(findings.iter().filter(|finding| finding.code == "unknown_alias").count(), 1);
}

#[test]
fn of_two_equal_ids_the_first_is_kept() {
    let text =
        "{\"deviceId\":\"d\",\"label\":\"一\"}\n{\"deviceId\":\"d\",\"label\":\"二\"}\n{\"deviceId\":\"e\"}";
    let (home, findings) = home(text, "");
    let names: Vec<_> = home.devices.iter().map(|device| device.name.as_str()).collect();
    assert_eq!(names, ["一", "e"]);
    let finding = findings.iter().find(|finding| finding.code == "duplicate_id").unwrap();
    assert!(finding.message.contains("line 2"), "{}", finding.message);
}

#[test]
fn the_language_is_that_of_the_names_unless_it_is_given() {
    let chinese = r#"[{"deviceId":"a","label":"客厅灯"},{"deviceId":"b","label":"Hue"}]"#;
    let english = r#"[{"deviceId":"a","label":"Lamp"}]"#;
    for (devices, given, expected) in [
        (chinese, None, HomeLanguage::Chinese),
        (english, None, HomeLanguage::English),
        (english, Some(HomeLanguage::Chinese), HomeLanguage::Chinese),
    ] {
        let (home, _) = compile(HomeSource { language: given, ..source(devices, "") });
        assert_eq!(home.language, expected);
    }
    let (home, _) =
        compile(HomeSource { language: Some(HomeLanguage::English), ..source(&device(&["switch"]), "") });
    let on = commands(&home, 0)[0];
    assert_eq!(on.description, on.description_en);
}

#[test]
fn equal_things_are_there_once() {
    let many: Vec<String> = (0..50)
        .map(|index| device(&["switch", "switchLevel"]).replace(r#""d""#, &format!(r#""d{index}""#)))
        .collect();
    let (first, _) = home(&many.join("\n"), "");
    assert_eq!((first.devices.len(), first.profiles.len()), (50, 1));
    assert!(Arc::ptr_eq(&first.devices[0].components, &first.devices[49].components));
    let line = spec(
        r#"{"id":"main-switch-on","description":"电源启用"},{"id":"main-switch-on","description":"电源启用"}"#,
    );
    let (one, _) = home(&many.join("\n"), &line);
    let (two, _) = home(&many.join("\n"), &line);
    assert_eq!(one.commands.len(), 1);
    // Two homes with the same spec file share its specifications, and those of the catalogue anyway.
    assert!(Arc::ptr_eq(&one.commands[0], &two.commands[0]));
    let (second, _) = home(&many[0], "");
    assert!(Arc::ptr_eq(&first.commands[0], &second.commands[0]));
}

#[test]
fn nothing_compiles_to_an_empty_home() {
    let (home, findings) = compile(HomeSource::default());
    assert!(home.devices.is_empty() && home.rooms.is_empty() && findings.is_empty());
    assert_eq!(home.language, HomeLanguage::English);
}
