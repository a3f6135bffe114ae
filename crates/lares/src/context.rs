//! The YAML block for an agent's prompt: the devices that a request is about, and nothing else.
//!
//! Names are data. They are cleaned here and quoted by the emitter, never by hand, and the first line says what they
//! are. The same answer gives the same bytes.

mod budget;
mod yaml;

use std::collections::HashMap;

use lares_home::{CommandSpec, Home};
use lares_retrieval::{
    Candidate, CommandResult, CompiledHome, Decision, EntityKind, InvocationKind, Retrieval, SCENE_EXECUTE,
};
use serde_json::Value as Json;

use crate::clean::clean_name;
use crate::config::ContextConfig;
use crate::lookup::{self, Ability};

pub use budget::count_tokens;
use yaml::{AbilityEntry, Document, Entry, RangeEntry, Ranged, ValueEntry};

/// Writes the context of an answer into it, and into each result's meta how much of it had to be dropped.
pub(crate) fn write(home: &CompiledHome, config: &ContextConfig, answer: &mut Retrieval) {
    let items = collect(home, answer);
    if items.is_empty() {
        answer.context = String::new();
        return;
    }
    let writer = Writer { home: &home.home, config, items: &items };
    let kept = match config.max_tokens {
        0 => items.len(),
        most => budget::most_items(items.len(), most, |kept| writer.write(kept)),
    };
    for item in items.iter().filter(|item| item.rank >= kept) {
        if let Some(result) = answer.results.get_mut(item.result) {
            let count = result.meta.entry("context_dropped".to_owned()).or_insert(Json::from(0));
            *count = Json::from(count.as_u64().unwrap_or(0) + 1);
        }
    }
    answer.context = writer.write(kept);
}

/// The block of everything that the home can do and tell: what a prompt without retrieval would have to hold.
pub(crate) fn whole(home: &CompiledHome, config: &ContextConfig) -> String {
    let mut items = Vec::new();
    let mut add = |entity, ability| {
        let rank = items.len();
        items.push(Item { entity, ability, result: 0, rank });
    };
    for (index, device) in home.home.devices.iter().enumerate() {
        let entity = Entity::Device(index);
        add(entity, None);
        home.home.commands_of(device).for_each(|(_, command)| add(entity, Some(Ability::Command(command))));
        home.home
            .attributes_of(device)
            .for_each(|(_, attribute)| add(entity, Some(Ability::Attribute(attribute))));
    }
    (0..home.home.scenes.len()).for_each(|index| add(Entity::Scene(index), None));
    let kept = items.len();
    Writer { home: &home.home, config, items: &items }.write(kept)
}

/// What an item is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Entity {
    Device(usize),
    Scene(usize),
}

/// One command or attribute of one device or scene.
#[derive(Debug)]
struct Item<'h> {
    entity: Entity,
    ability: Option<Ability<'h>>,
    /// The result it comes from.
    result: usize,
    /// 0 is the most relevant; the highest is dropped first.
    rank: usize,
}

/// Everything the answer is about, in spoken order, each once, ranked.
fn collect<'h>(home: &'h CompiledHome, answer: &Retrieval) -> Vec<Item<'h>> {
    let mut found = Finder { home, items: Vec::new(), seen: HashMap::new() };
    for (index, result) in answer.results.iter().enumerate() {
        if result.decision == Decision::None {
            continue;
        }
        let mut place = 0;
        for invocation in &result.invocations {
            let command_first = invocation.kind != InvocationKind::Attribute;
            found.add(&invocation.device_id, &invocation.capability_id, command_first, (index, 0, place));
            place += 1;
        }
        let asks = is_question(result);
        for condition in &result.conditions {
            for device in &condition.devices {
                found.add(device, &condition.attribute, false, (index, 0, place));
                place += 1;
            }
        }
        for group in &result.groups {
            for device in &group.device_ids {
                found.add(device, &group.capability_id, !asks, (index, 1, place));
                place += 1;
            }
        }
        let candidates = |list: &[Candidate], tier, found: &mut Finder<'h>, place: &mut usize| {
            for candidate in list.iter().filter(|candidate| candidate.entity_kind != EntityKind::Group) {
                found.add(&candidate.entity_id, &candidate.capability_id, !asks, (index, tier, *place));
                *place += 1;
            }
        };
        candidates(&result.selected, 1, &mut found, &mut place);
        // What was decided needs no alternatives.
        if result.decision != Decision::Act {
            candidates(&result.candidates, 2, &mut found, &mut place);
        }
    }
    found.finish()
}

/// Whether the result asks for a state; a command and an attribute may have the same id.
fn is_question(result: &CommandResult) -> bool {
    match result.invocations.first() {
        Some(invocation) => invocation.kind == InvocationKind::Attribute,
        None => {
            let action = result.command.a.trim_start();
            action.starts_with("查询") || action.to_lowercase().starts_with("query")
        }
    }
}

/// The result, how sure it is to matter, and its place there.
type Relevance = (usize, usize, usize);

struct Finder<'h> {
    home: &'h CompiledHome,
    items: Vec<(Item<'h>, Relevance)>,
    seen: HashMap<(Entity, String, bool), usize>,
}

impl<'h> Finder<'h> {
    fn add(&mut self, id: &str, capability_id: &str, command_first: bool, relevance: Relevance) {
        let scene = || self.home.home.scenes.iter().position(|scene| scene.id == id);
        let (entity, ability) = if capability_id == SCENE_EXECUTE {
            let Some(index) = scene() else { return };
            (Entity::Scene(index), None)
        } else {
            let Some((index, device)) = lookup::device(self.home, id) else { return };
            (Entity::Device(index), lookup::ability(&self.home.home, device, capability_id, command_first))
        };
        let is_command = matches!(ability, Some(Ability::Command(_)));
        let next = self.items.len();
        let known = *self.seen.entry((entity, capability_id.to_owned(), is_command)).or_insert(next);
        match self.items.get_mut(known) {
            // Named twice: it matters as much as where it matters most.
            Some((_, earlier)) => {
                if (relevance.1, relevance.2) < (earlier.1, earlier.2) {
                    (earlier.1, earlier.2) = (relevance.1, relevance.2);
                }
            }
            None => self.items.push((Item { entity, ability, result: relevance.0, rank: 0 }, relevance)),
        }
    }

    fn finish(self) -> Vec<Item<'h>> {
        let mut items = self.items;
        let mut order: Vec<usize> = (0..items.len()).collect();
        // The best of every command before the second of any.
        order.sort_by_key(|&index| {
            items.get(index).map(|(_, (result, tier, place))| (*tier, *place, *result)).unwrap_or_default()
        });
        for (rank, index) in order.into_iter().enumerate() {
            if let Some((item, _)) = items.get_mut(index) {
                item.rank = rank;
            }
        }
        items.into_iter().map(|(item, _)| item).collect()
    }
}

struct Writer<'h, 'i> {
    home: &'h Home,
    config: &'i ContextConfig,
    items: &'i [Item<'h>],
}

impl Writer<'_, '_> {
    /// The block with the `kept` most relevant items.
    fn write(&self, kept: usize) -> String {
        let mut document = Document::default();
        let mut places: HashMap<Entity, usize> = HashMap::new();
        for item in self.items.iter().filter(|item| item.rank < kept) {
            let entries = match item.entity {
                Entity::Device(_) => &mut document.devices,
                Entity::Scene(_) => &mut document.scenes,
            };
            let place = *places.entry(item.entity).or_insert_with(|| {
                entries.push(self.entry(item.entity));
                entries.len() - 1
            });
            let Some(entry) = entries.get_mut(place) else { continue };
            match item.ability {
                Some(Ability::Command(command)) => entry.commands.push(self.command(command)),
                Some(Ability::Attribute(attribute)) => entry.attributes.push(AbilityEntry {
                    id: attribute.capability_id.clone(),
                    description: self.described(&attribute.description),
                    value: self.value(attribute.value.as_ref(), None),
                }),
                None if matches!(item.entity, Entity::Scene(_)) => entry.commands.push(AbilityEntry {
                    id: SCENE_EXECUTE.to_owned(),
                    description: self.home.language.choose("执行场景", "Run the scene").to_owned(),
                    value: Ranged { kind: Some("none"), ..Ranged::default() },
                }),
                None => {}
            }
        }
        yaml::emit(self.home.language, &document, self.items.len().saturating_sub(kept))
    }

    fn entry(&self, entity: Entity) -> Entry {
        match entity {
            Entity::Device(index) => {
                self.home.devices.get(index).map_or_else(Entry::default, |device| Entry {
                    id: device.id.clone(),
                    name: self.named(&device.name, &device.id),
                    room: lookup::room_name(self.home, device).map(|room| self.named(room, "")),
                    category: Some(lookup::category_name(device)),
                    ..Entry::default()
                })
            }
            Entity::Scene(index) => self.home.scenes.get(index).map_or_else(Entry::default, |scene| Entry {
                id: scene.id.clone(),
                name: self.named(&scene.name, &scene.id),
                ..Entry::default()
            }),
        }
    }

    fn named(&self, name: &str, otherwise: &str) -> String {
        let cleaned = clean_name(name, self.config.longest_name);
        if cleaned.is_empty() { clean_name(otherwise, self.config.longest_name) } else { cleaned }
    }

    fn described(&self, description: &str) -> String {
        clean_name(description, self.config.longest_description)
    }

    fn command(&self, command: &CommandSpec) -> AbilityEntry {
        AbilityEntry {
            id: command.capability_id.clone(),
            description: self.described(&command.description),
            value: self.value(command.argument.as_ref(), Some("none")),
        }
    }

    /// The type, range and values of an argument; `absent` is the type where there is none.
    fn value(&self, spec: Option<&lares_home::ArgumentSpec>, absent: Option<&'static str>) -> Ranged {
        let Some(spec) = spec else { return Ranged { kind: absent, ..Ranged::default() } };
        Ranged {
            kind: Some(yaml::kind_name(spec.kind)),
            value_range: spec.range.as_ref().map(RangeEntry::from),
            value_list: spec
                .values
                .iter()
                .map(|value| ValueEntry {
                    value: value.value.clone(),
                    description: self.described(&value.description),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
