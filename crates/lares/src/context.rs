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
use yaml::{AbilityEntry, AbilityText, Block, Entry, RangeEntry, Ranged, ValueEntry};

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

impl Entity {
    /// The list of the block in which it stands.
    fn list(self, block: &mut Block) -> &mut Vec<Entry> {
        match self {
            Entity::Device(_) => &mut block.devices,
            Entity::Scene(_) => &mut block.scenes,
        }
    }
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
fn collect<'h, 'a>(home: &'h CompiledHome, answer: &'a Retrieval) -> Vec<Item<'h>> {
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
        let candidates = |list: &'a [Candidate], tier, found: &mut Finder<'h, 'a>, place: &mut usize| {
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

struct Finder<'h, 'a> {
    home: &'h CompiledHome,
    items: Vec<(Item<'h>, Relevance)>,
    seen: HashMap<(Entity, &'a str, bool), usize>,
}

impl<'h, 'a> Finder<'h, 'a> {
    fn add(&mut self, id: &str, capability_id: &'a str, command_first: bool, relevance: Relevance) {
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
        let known = *self.seen.entry((entity, capability_id, is_command)).or_insert(next);
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
        let mut block = Block::default();
        let mut places: HashMap<Entity, usize> = HashMap::new();
        // A specification is known by where it lies: a hundred lamps share theirs.
        let mut written: HashMap<(usize, bool), AbilityText> = HashMap::new();
        for item in self.items.iter().filter(|item| item.rank < kept) {
            let place = *places.entry(item.entity).or_insert_with(|| {
                let entry = self.entry(item.entity, &mut block);
                let entries = item.entity.list(&mut block);
                entries.push(entry);
                entries.len() - 1
            });
            let (key, is_command) = match item.ability {
                Some(Ability::Command(command)) => (std::ptr::from_ref(command) as usize, true),
                Some(Ability::Attribute(attribute)) => (std::ptr::from_ref(attribute) as usize, false),
                None if matches!(item.entity, Entity::Scene(_)) => (0, true),
                None => continue,
            };
            let ability = *written
                .entry((key, is_command))
                .or_insert_with(|| block.ability(&self.ability_entry(item.ability)));
            let Some(entry) = item.entity.list(&mut block).get_mut(place) else { continue };
            if is_command { &mut entry.commands } else { &mut entry.attributes }.push(ability);
        }
        yaml::emit(self.home.language, &block, self.items.len().saturating_sub(kept))
    }

    fn entry(&self, entity: Entity, block: &mut Block) -> Entry {
        let (id, name, device) = match entity {
            Entity::Device(index) => {
                self.home.devices.get(index).map_or(("", "", None), |it| (&*it.id, &*it.name, Some(it)))
            }
            Entity::Scene(index) => {
                self.home.scenes.get(index).map_or(("", "", None), |it| (&*it.id, &*it.name, None))
            }
        };
        let room = device.and_then(|device| lookup::room_name(self.home, device));
        Entry {
            id: block.scalar(id.to_owned()),
            name: block.scalar(self.named(name, id)),
            room: room.map(|room| block.scalar(self.named(room, ""))),
            category: device.map(|device| block.category(lookup::category_name(device))),
            commands: Vec::new(),
            attributes: Vec::new(),
        }
    }

    /// What an ability is in the block; without one it is that of a scene.
    fn ability_entry(&self, ability: Option<Ability<'_>>) -> AbilityEntry {
        match ability {
            Some(Ability::Command(command)) => self.command(command),
            Some(Ability::Attribute(attribute)) => AbilityEntry {
                id: attribute.capability_id.clone(),
                description: self.described(&attribute.description),
                value: self.value(attribute.value.as_ref(), None),
            },
            None => AbilityEntry {
                id: SCENE_EXECUTE.to_owned(),
                description: self.home.language.choose("执行场景", "Run the scene").to_owned(),
                value: Ranged { kind: Some("none"), ..Ranged::default() },
            },
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
