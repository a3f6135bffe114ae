//! The catalogue as a whole: its data keep the rules of `data/README.md`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::collections::HashMap;

use lares_home::{Act, HomeLanguage, ValueKind, catalogue};

/// Lines that break a rule, shown together.
#[track_caller]
fn none(broken: Vec<String>) {
    assert!(broken.is_empty(), "{} entries:\n{}", broken.len(), broken.join("\n"));
}

fn is_han(character: char) -> bool {
    ('\u{4E00}'..='\u{9FFF}').contains(&character)
}

#[test]
fn it_covers_the_platform() {
    assert!(catalogue().capabilities().len() >= 170, "{}", catalogue().capabilities().len());
    assert!(catalogue().categories().len() >= 100, "{}", catalogue().categories().len());
    for id in ["switch", "switchLevel", "colorControl", "thermostatCoolingSetpoint", "windowShade", "lock"] {
        assert!(catalogue().capability(id).is_some(), "{id}");
    }
}

#[test]
fn every_name_is_the_platforms() {
    type Names<'l> = (Vec<&'l str>, Vec<&'l str>);
    let mut known: HashMap<&str, Option<Names<'_>>> = HashMap::new();
    for line in include_str!("../data/known-names.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(':') {
            Some((id, names)) => {
                let (commands, attributes) = names.split_once('|').expect(line);
                let names = (commands.split_whitespace().collect(), attributes.split_whitespace().collect());
                known.insert(id, Some(names));
            }
            None => {
                known.insert(line, None);
            }
        }
    }
    let mut broken = Vec::new();
    for capability in catalogue().capabilities() {
        let id = capability.id();
        match known.get(id) {
            None => broken.push(id.to_owned()),
            Some(None) => {}
            Some(Some((commands, attributes))) => {
                let command_names = capability.commands().iter().map(|command| command.name);
                broken.extend(
                    command_names
                        .filter(|name| !commands.contains(name))
                        .map(|name| format!("{id}.{name}()")),
                );
                let attribute_names = capability.attributes().iter().map(|attribute| attribute.name);
                broken.extend(
                    attribute_names
                        .filter(|name| !attributes.contains(name))
                        .map(|name| format!("{id}.{name}")),
                );
            }
        }
    }
    none(broken);
}

#[test]
fn people_can_ask_for_everything_in_both_languages() {
    let mut broken = Vec::new();
    for capability in catalogue().capabilities() {
        for command in capability.commands().iter().filter(|command| !command.internal) {
            if command.say_zh.len() < 3 || command.say_en.len() < 3 {
                broken.push(format!("{}.{}()", capability.id(), command.name));
            }
        }
        for attribute in capability.attributes().iter().filter(|attribute| !attribute.intents.is_empty()) {
            if attribute.say_zh.len() < 2 || attribute.say_en.len() < 2 {
                broken.push(format!("{}.{}", capability.id(), attribute.name));
            }
        }
    }
    none(broken);
}

#[test]
fn each_language_is_its_own() {
    let mut broken = Vec::new();
    for capability in catalogue().capabilities() {
        let english = |texts: &[&str]| {
            texts.iter().find(|text| text.chars().any(is_han)).map(|text| (*text).to_owned())
        };
        let commands = capability.commands().iter().map(|c| (c.zh, c.en, &c.say_en));
        let attributes = capability.attributes().iter().map(|a| (a.zh, a.en, &a.say_en));
        for (zh, en, say_en) in commands.chain(attributes) {
            // An abbreviation (BMI) is the same in both.
            if !zh.chars().any(is_han) && zh.chars().any(char::is_lowercase) {
                broken.push(format!("{}: {zh}", capability.id()));
            }
            broken.extend(
                english(&[en]).or_else(|| english(say_en)).map(|text| format!("{}: {text}", capability.id())),
            );
        }
    }
    none(broken);
}

#[test]
fn arguments_fit_their_types() {
    let mut broken = Vec::new();
    for capability in catalogue().capabilities() {
        let arguments = capability.commands().iter().filter_map(|c| c.argument.as_ref());
        for argument in arguments.chain(capability.attributes().iter().filter_map(|a| a.value.as_ref())) {
            if argument.kind != ValueKind::Enum && !argument.values.is_empty() {
                broken.push(format!("{}: {} has values and is no enum", capability.id(), argument.name));
            }
        }
        for command in capability.commands() {
            let Some(argument) = &command.argument else { continue };
            if argument.name.is_empty() {
                broken.push(format!("{}.{}(): the argument has no name", capability.id(), command.name));
            }
            if let Some(attribute) = argument.attribute
                && capability.attribute(attribute).is_none()
            {
                broken.push(format!("{}.{}() sets {attribute}", capability.id(), command.name));
            }
        }
    }
    none(broken);
}

#[test]
fn what_can_harm_is_sensitive() {
    for (id, command) in
        [("lock", "unlock"), ("garageDoorControl", "open"), ("doorControl", "open"), ("valve", "open")]
    {
        let capability = catalogue().capability(id).expect(id);
        assert!(capability.command(command).expect(command).sensitive, "{id}.{command}");
    }
    let on = catalogue().capability("switch").unwrap().command("on").unwrap();
    assert!(!on.sensitive);
    let oven = catalogue().category("Oven").unwrap();
    assert!(on.sensitive_categories.contains(&oven));
    assert!(!catalogue().capability("lock").unwrap().command("lock").unwrap().sensitive);
}

#[test]
fn homes_of_both_languages_get_their_descriptions() {
    let switch = catalogue().capability("switch").unwrap();
    let of = |language| switch.command_specs(language).iter().find(|spec| spec.command == "on").unwrap();
    let (chinese, english) = (of(HomeLanguage::Chinese), of(HomeLanguage::English));
    assert_eq!(chinese.capability_id, "main-switch-on");
    assert_eq!(chinese.description, chinese.description_zh);
    assert_eq!(english.description, english.description_en);
    assert_eq!(chinese.intents[0].act, Act::On);
    // The same specification, not an equal one: homes share it.
    assert!(std::sync::Arc::ptr_eq(chinese, of(HomeLanguage::Chinese)));
}

#[test]
fn internal_commands_and_unasked_attributes_are_in_no_specification() {
    let (mut internal, mut unasked) = (0, 0);
    for capability in catalogue().capabilities() {
        let specs = capability.command_specs(HomeLanguage::English);
        for command in capability.commands().iter().filter(|command| command.internal) {
            internal += 1;
            assert!(
                specs.iter().all(|spec| spec.command != command.name),
                "{}.{}",
                capability.id(),
                command.name
            );
        }
        let specs = capability.attribute_specs(HomeLanguage::English);
        for attribute in capability.attributes().iter().filter(|attribute| attribute.intents.is_empty()) {
            unasked += 1;
            assert!(specs.iter().all(|spec| spec.attribute != attribute.name));
        }
    }
    assert!(internal > 0 && unasked > 0);
}
