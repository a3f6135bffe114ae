//! Documents as they come, and as they should not: what is read, what is left out, what is refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use lares_home::ReadError;
use lares_home::read::{read_aliases, read_devices, read_rooms, read_scenes, read_spec};

fn device_names(text: impl AsRef<[u8]>) -> Vec<String> {
    read_devices(text, "devices.json").unwrap().records.into_iter().map(|device| device.name).collect()
}

#[test]
fn devices_come_in_many_shapes() {
    let one = r#"{"deviceId":"a","label":"A"}"#;
    let two = r#"{"deviceId":"b","label":"B"}"#;
    for (shape, text) in [
        ("one page", format!(r#"{{"items":[{one},{two}],"_links":null}}"#)),
        ("pages after one another", format!(r#"{{"items":[{one}]}}{{"items":[{two}]}}"#)),
        ("pages, one a line", format!("{{\"items\":[{one}]}}\n{{\"items\":[{two}]}}\n")),
        ("an array of pages", format!(r#"[{{"items":[{one}]}},{{"items":[{two}]}}]"#)),
        ("an array of devices", format!("[{one},{two}]")),
        ("JSON Lines", format!("{one}\n{two}\n")),
        ("JSON Lines of Windows", format!("{one}\r\n\r\n{two}")),
        ("a byte order mark", format!("\u{FEFF}{one}\n{two}")),
        ("pretty-printed values", format!("{}\n{}", one.replace(',', ",\n  "), two.replace(',', ",\n  "))),
    ] {
        let read = read_devices(&text, "devices.json").unwrap();
        assert_eq!(device_names(&text), ["A", "B"], "{shape}");
        assert!(read.findings.is_empty(), "{shape}: {:?}", read.findings);
    }
    assert!(device_names(r#"{"items":[]}"#).is_empty());
}

#[test]
fn a_device_is_called_by_its_label_its_name_or_its_id() {
    for (fields, name) in [
        (r#""label":"L","name":"N""#, "L"),
        (r#""label":" L ","name":"N""#, "L"),
        (r#""label":"","name":"N""#, "N"),
        (r#""label":"  ","name":"N""#, "N"),
        (r#""label":null,"name":"N""#, "N"),
        (r#""name":" ""#, "a"),
        (r#""x":1"#, "a"),
    ] {
        assert_eq!(device_names(format!(r#"{{"deviceId":"a",{fields}}}"#)), [name], "{fields}");
    }
}

#[test]
fn a_device_has_all_that_its_document_says() {
    let text = r#"{"items":[
      {"deviceId":" d ","label":"冰箱","locationId":"x ","roomId":" r ","profile":{"id":" p ","x":1},"unknown":{"a":[1e999]},
       "components":[
         {"id":"main","label":"main","capabilities":[{"id":"switch","version":1},"refresh"],
          "categories":[{"name":"Refrigerator","categoryType":"manufacturer"},{"name":"Other","categoryType":"user"}]},
         {"id":"freezer","capabilities":[]}]}]}"#;
    let read = read_devices(text, "devices.json").unwrap();
    let device = &read.records[0];
    assert_eq!((device.id.as_str(), device.line), ("d", 2));
    assert_eq!(device.room_id.as_deref(), Some("r"));
    assert_eq!(device.profile_id.as_deref(), Some("p"));
    assert_eq!(device.components.len(), 2);
    assert_eq!(device.components[0].capabilities, ["switch", "refresh"]);
    assert!(!device.components[0].categories[0].by_user);
    assert!(device.components[0].categories[1].by_user);
}

#[test]
fn one_bad_device_does_not_cost_the_others() {
    for (bad, field, problem) in [
        (r#"{"label":"坏"}"#, "deviceId", "missing"),
        (r#"{"deviceId":"  ","label":"坏"}"#, "deviceId", "empty"),
        (r#"{"deviceId":7,"label":"坏"}"#, "deviceId", "not a text"),
        (r#"{"deviceId":"坏","label":["b"]}"#, "label", "not a text"),
        (r#"{"deviceId":"b","label":"坏","components":{}}"#, "components", "not a list"),
        (r#"{"deviceId":"b","label":"坏","components":[{"capabilities":[]}]}"#, "components.id", "missing"),
        (
            r#"{"deviceId":"b","label":"坏","components":[{"id":"main","capabilities":[{}]}]}"#,
            "components.capabilities.id",
            "missing",
        ),
        (
            r#"{"deviceId":"b","label":"坏","components":[{"id":"main","categories":[{"name":1}]}]}"#,
            "components.categories.name",
            "not a text",
        ),
        (r#"{"deviceId":"b","label":"坏","profile":"p"}"#, "profile", "not an object"),
    ] {
        let text = format!("{{\"items\":[\n{{\"deviceId\":\"a\"}},\n{bad},\n{{\"deviceId\":\"c\"}}]}}");
        let read = read_devices(&text, "devices.json").unwrap();
        assert_eq!(read.records.len(), 2, "{bad}");
        assert_eq!(read.records[1].line, 4, "{bad}");
        let [finding] = read.findings.as_slice() else { panic!("{bad}: {:?}", read.findings) };
        assert_eq!(finding.code, "bad_device");
        assert!(finding.subject.contains("device 2 of devices.json (坏)"), "{}", finding.subject);
        let expected = format!("line 3, field `{field}`: {problem}");
        assert!(finding.message.contains(&expected), "{bad}: {}", finding.message);
    }
    for bad in ["null", "7", "[]", r#""text""#] {
        let read = read_devices(format!(r#"[{{"deviceId":"a"}},{bad}]"#), "devices.json").unwrap();
        assert_eq!((read.records.len(), read.findings.len()), (1, 1), "{bad}");
    }
}

#[test]
fn a_bad_line_of_json_lines_is_left_out() {
    for text in [
        "{\"deviceId\":\"a\"}\n{\"deviceId\":\"b\n{\"deviceId\":\"c\"}\n",
        "{\"deviceId\":\"a\n{\"deviceId\":\"b\"}\n{\"deviceId\":\"c\"}\n",
        "{\"deviceId\":\"a\"}\n{\"deviceId\":\"b\"}\n{\"deviceId\":\"c",
        "\n{\"deviceId\":\"a\"}\n\n{\"deviceId\":\n{\"deviceId\":\"c\"}\n",
    ] {
        let read = read_devices(text, "devices.json").unwrap();
        assert_eq!((read.records.len(), read.findings.len()), (2, 1), "{text}");
        assert!(read.findings[0].message.contains("not JSON"));
    }
    let two = "{\"deviceId\":\"a\n{\"deviceId\":\"b\"}\n{\"deviceId\":\"c";
    let read = read_devices(two, "devices.json").unwrap();
    assert_eq!((read.records.len(), read.findings.len()), (1, 2));
}

#[test]
fn what_is_no_document_is_refused_with_file_and_line() {
    for (text, line) in [
        ("", 1),
        ("  \n ", 1),
        ("hello", 1),
        ("{\"items\":[\n{\"deviceId\":\"a\"},\n", 3),
        ("{\"items\":[\n{\"deviceId\":\"a\"}\n{\"deviceId\":\"b\"}]}", 3),
        ("<html>\n</html>", 1),
        ("\n\n\0", 3),
    ] {
        let error = read_devices(text, "devices.json").unwrap_err();
        let ReadError::NotJson { line: found, .. } = &error else { panic!("{text:?}: {error}") };
        assert_eq!(*found, line, "{text:?}: {error}");
        assert!(error.to_string().starts_with("devices.json, line "), "{error}");
        assert!(error.to_string().contains("GET /v1/devices"), "{error}");
    }
    let error = read_devices(b"{\n\"\xFF\"}", "devices.json").unwrap_err();
    assert_eq!(error, ReadError::NotText { file: "devices.json".to_owned(), line: 2 });
    // Windows' wide characters.
    assert!(read_devices(b"\xFF\xFE{\0}\0", "devices.json").is_err());
}

#[test]
fn a_document_of_something_else_is_refused_with_the_field() {
    for (text, field) in [
        (r#"{"error":{"code":"UnauthorizedError"}}"#, "deviceId"),
        (r#"{"items":{}}"#, "items"),
        (r#"[{"roomId":"r","name":"客厅"}]"#, "deviceId"),
    ] {
        let error = read_devices(text, "devices.json").unwrap_err();
        let ReadError::NotUsable { field: found, line: 1, .. } = &error else { panic!("{text}: {error}") };
        assert_eq!(found, field, "{error}");
    }
}

#[test]
fn missing_pages_are_noticed() {
    let next = r#"{"items":[{"deviceId":"a"}],"_links":{"next":{"href":"..."}}}"#;
    let last = r#"{"items":[{"deviceId":"b"}],"_links":{"next":null}}"#;
    assert_eq!(read_devices(next, "devices.json").unwrap().findings[0].code, "pages_missing");
    assert!(read_devices(format!("{next}\n{last}"), "devices.json").unwrap().findings.is_empty());
}

#[test]
fn hostile_documents_end_in_a_result() {
    let deep = "[".repeat(200_000);
    assert!(read_devices(&deep, "devices.json").is_err());
    let deep = format!(r#"{{"deviceId":"a","x":{}{}}}"#, "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(device_names(&deep), ["a"]);
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(read_devices(&deep, "devices.json").is_err());
    assert!(read_aliases(&deep, "aliases.json").is_err());
    let huge = format!(r#"{{"deviceId":"a","x":{}}}"#, "9".repeat(100_000));
    assert_eq!(device_names(&huge), ["a"]);
}

#[test]
fn rooms_are_read_with_and_without_names() {
    let text = r#"{"items":[{"roomId":"r","locationId":"l","name":"客厅","backgroundImage":null},{"roomId":"s"},{"name":"x"}]}"#;
    let read = read_rooms(text, "rooms.json").unwrap();
    assert_eq!(read.records[0].name, "客厅");
    assert_eq!(read.records[1].name, "");
    assert_eq!((read.records.len(), read.findings[0].code), (2, "bad_room"));
    assert_eq!(read_rooms("{\"roomId\":\"r\"}\n{\"roomId\":\"s\"}", "rooms.json").unwrap().records.len(), 2);
}

#[test]
fn scenes_and_aliases_are_read() {
    let scenes = read_scenes(r#"{"items":[{"sceneId":"1","sceneName":"回家"}]}"#, "scenes.json").unwrap();
    assert_eq!(scenes.records[0].name, "回家");
    assert!(read_scenes("", "scenes.json").unwrap().records.is_empty());

    let text = r#"{"devices":{"d":["大白"," 小白 "],"e":"一个","f":[1]},"rooms":{"r":["主人房"]}}"#;
    let aliases = read_aliases(text, "aliases.json").unwrap();
    assert_eq!(aliases.records.devices["d"], ["大白", "小白"]);
    assert_eq!(aliases.records.devices["e"], ["一个"]);
    assert_eq!(aliases.records.rooms["r"], ["主人房"]);
    assert_eq!(aliases.findings[0].code, "bad_alias");
    for wrong in ["", "[]", "{\"devices\":[]}", "{", "\u{FEFF}"] {
        assert!(read_aliases(wrong, "aliases.json").is_err(), "{wrong}");
    }
    assert!(read_aliases("{}", "aliases.json").unwrap().records.devices.is_empty());
}

#[test]
fn specs_come_as_lines_and_as_one_array() {
    let one = r#"{"profileId":"p","capabilities":[{"id":"main-switch-on","description":"电源启用"}]}"#;
    let two = r#"{"profileId":"q","conditions":[]}"#;
    for text in [format!("{one}\n{two}\n"), format!("[{one},{two}]"), format!("[{one},\n{two}]\n")] {
        let read = read_spec(&text, "spec.jsonl").unwrap();
        assert_eq!(read.records.len(), 2, "{text}");
        assert_eq!(read.records[0].capabilities.as_ref().unwrap()[0].description, "电源启用");
        assert_eq!(read.records[0].conditions, None);
        assert_eq!(read.records[1].conditions.as_deref(), Some(&[][..]));
    }
    assert!(read_spec("", "spec.jsonl").unwrap().records.is_empty());
}

#[test]
fn ranges_and_values_come_in_many_shapes() {
    let entry = |rest: &str| {
        let text = format!(r#"{{"profileId":"p","capabilities":[{{"id":"main-a-b",{rest}}}]}}"#);
        let read = read_spec(&text, "spec.jsonl").unwrap();
        let entries = read.records.into_iter().next().unwrap().capabilities.unwrap();
        (entries.into_iter().next(), read.findings)
    };
    for (range, expected) in [
        (r#"{"min":16,"max":30,"step":0.5,"unit":"C"}"#, (Some(16.0), Some(30.0), Some(0.5), "C")),
        (r#"{"min":16,"max":30,"unit":["°C","°F"]}"#, (Some(16.0), Some(30.0), None, "C")),
        (r#"{"min":0,"max":100,"unit":[]}"#, (Some(0.0), Some(100.0), None, "")),
        (r#"{"min":"0","max":"100","unit":null}"#, (Some(0.0), Some(100.0), None, "")),
        (r#"{"minimum":0,"maximum":100,"step":0}"#, (Some(0.0), Some(100.0), None, "")),
        ("[1,5]", (Some(1.0), Some(5.0), None, "")),
        (r#"{"max":5}"#, (None, Some(5.0), None, "")),
    ] {
        let (entry, findings) = entry(&format!(r#""type":"integer","value_range":{range}"#));
        let found = entry.unwrap().range.unwrap();
        assert_eq!((found.min, found.max, found.step, found.unit.as_str()), expected, "{range}");
        assert!(findings.is_empty());
    }
    for (range, problem) in [
        (r#"{"min":30,"max":16}"#, "above the maximum"),
        (r#"{"min":"low"}"#, "not a number"),
        (r#"{"max":1e999}"#, "not a number"),
        (r#"{"max":"inf"}"#, "not a number"),
        ("7", "not an object"),
    ] {
        let (entry, findings) = entry(&format!(r#""value_range":{range}"#));
        assert!(entry.is_none(), "{range}");
        assert!(findings[0].message.contains(problem), "{range}: {}", findings[0].message);
    }
    let values = r#""value_list":[{"value":"cooling","description":"制冷"},{"value":3},"auto",true]"#;
    let (entry, _) = entry(values);
    let values: Vec<_> =
        entry.unwrap().values.into_iter().map(|value| (value.value, value.description)).collect();
    let expected = [("cooling", "制冷"), ("3", ""), ("auto", ""), ("true", "")];
    assert_eq!(values, expected.map(|(value, description)| (value.to_owned(), description.to_owned())));
}
