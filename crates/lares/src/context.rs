//! The YAML block for an agent's prompt: the devices that a request is about, and nothing else.
//!
//! Names are data. They are cleaned here and quoted by the emitter, never by hand, and the first line says what they
//! are. The same answer gives the same bytes.

mod budget;
mod emitted;
mod yaml;

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use lares_home::{AttributeIndex, CommandIndex, CommandSpec, Home};
use lares_retrieval::{
    Candidate, CommandResult, CompiledHome, Decision, EntityKind, InvocationKind, Retrieval, SCENE_EXECUTE,
};
use serde_json::Value as Json;

use crate::clean::cleaned;
use crate::config::ContextConfig;
use crate::lookup::{self, Ability};

pub use budget::count_tokens;
use smallvec::SmallVec;
use smol_str::SmolStr;
use yaml::{AbilityEntry, AbilityText, Block, Entry, RangeEntry, Ranged, ValueList};

/// Memory that contexts are written in one after another.
#[derive(Default)]
pub(crate) struct Workspace {
    block: Block,
    /// Where the entries of the block stand.
    places: HashMap<Entity, usize>,
    /// What is in the block of each ability.
    written: HashMap<AbilityKey, AbilityText>,
    items: Vec<Item>,
    /// Items by what they are about.
    seen: HashTable<usize>,
    hasher: DefaultHashBuilder,
    order: Vec<usize>,
}

/// Writes the context of an answer into it, and into each result's meta how much of it had to be dropped.
pub(crate) fn write(
    home: &CompiledHome,
    config: &ContextConfig,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) {
    collect(home, answer, workspace);
    let items = std::mem::take(&mut workspace.items);
    write_items(home, config, answer, &items, workspace);
    workspace.items = items;
}

fn write_items(
    home: &CompiledHome,
    config: &ContextConfig,
    answer: &mut Retrieval,
    items: &[Item],
    workspace: &mut Workspace,
) {
    if items.is_empty() {
        answer.context = String::new();
        return;
    }
    let mut writer = Writer { home: &home.home, config, items, workspace };
    let kept = match config.max_tokens {
        0 => items.len(),
        most => budget::most_items(items.len(), most, |kept| writer.write(kept)),
    };
    for item in items.iter().filter(|item| item.rank >= kept) {
        if let Some(result) = answer.results.get_mut(item.result) {
            let count = result.meta.entry("context_dropped".into()).or_insert(Json::from(0));
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
        items.push(Item { entity, ability, result: 0, tier: 0, place: 0, rank });
    };
    for (index, device) in home.home.devices.iter().enumerate() {
        let entity = Entity::Device(index);
        add(entity, AbilityKey::Unknown(SmolStr::default()));
        home.home.commands_of(device).for_each(|(index, _)| add(entity, AbilityKey::Command(index)));
        home.home.attributes_of(device).for_each(|(index, _)| add(entity, AbilityKey::Attribute(index)));
    }
    (0..home.home.scenes.len()).for_each(|index| add(Entity::Scene(index), AbilityKey::Scene));
    let kept = items.len();
    Writer { home: &home.home, config, items: &items, workspace: &mut Workspace::default() }.write(kept)
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

/// What an item says that the entity can do or tell. A command and an attribute may have the same id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum AbilityKey {
    Command(CommandIndex),
    Attribute(AttributeIndex),
    /// Running the scene.
    Scene,
    /// What the answer calls so and the device does not have.
    Unknown(SmolStr),
}

/// One command or attribute of one device or scene.
#[derive(Debug)]
struct Item {
    entity: Entity,
    ability: AbilityKey,
    /// The result it comes from.
    result: usize,
    /// How sure it is to matter, 0 first.
    tier: usize,
    /// Its place in the result.
    place: usize,
    /// 0 is the most relevant; the highest is dropped first.
    rank: usize,
}

impl Item {
    /// What tells items apart.
    fn key(&self) -> (Entity, &AbilityKey) {
        (self.entity, &self.ability)
    }
}

/// Everything the answer is about, in spoken order, each once, ranked.
fn collect(home: &CompiledHome, answer: &Retrieval, workspace: &mut Workspace) {
    workspace.seen.clear();
    workspace.items.clear();
    let mut found = Finder { home, workspace };
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
        let candidates = |list: &[Candidate], tier, found: &mut Finder<'_, '_>, place: &mut usize| {
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
    found.rank();
}

/// Whether the result asks for a state; a command and an attribute may have the same id.
fn is_question(result: &CommandResult) -> bool {
    match result.invocations.first() {
        Some(invocation) => invocation.kind == InvocationKind::Attribute,
        None => {
            let action = result.command.a.trim_start();
            let begins =
                |word: &str| action.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
            begins("查询") || begins("query")
        }
    }
}

/// The result, how sure it is to matter, and its place there.
type Relevance = (usize, usize, usize);

struct Finder<'h, 'w> {
    home: &'h CompiledHome,
    workspace: &'w mut Workspace,
}

impl Finder<'_, '_> {
    fn add(&mut self, id: &str, capability_id: &str, command_first: bool, relevance: Relevance) {
        let scene = || self.home.home.scenes.iter().position(|scene| scene.id == id);
        let (entity, ability) = if capability_id == SCENE_EXECUTE {
            let Some(index) = scene() else { return };
            (Entity::Scene(index), AbilityKey::Scene)
        } else {
            let Some((index, device)) = lookup::device(self.home, id) else { return };
            let ability = match lookup::ability(&self.home.home, device, capability_id, command_first) {
                Some(Ability::Command(index, _)) => AbilityKey::Command(index),
                Some(Ability::Attribute(index, _)) => AbilityKey::Attribute(index),
                None => AbilityKey::Unknown(capability_id.into()),
            };
            (Entity::Device(index), ability)
        };
        let (result, tier, place) = relevance;
        let item = Item { entity, ability, result, tier, place, rank: 0 };
        let Workspace { items, seen, hasher, .. } = &mut *self.workspace;
        let hash = hasher.hash_one(item.key());
        match seen.find(hash, |&known| items.get(known).is_some_and(|known| known.key() == item.key())) {
            // Named twice: it matters as much as where it matters most.
            Some(&known) => {
                if let Some(earlier) = items.get_mut(known)
                    && (tier, place) < (earlier.tier, earlier.place)
                {
                    (earlier.tier, earlier.place) = (tier, place);
                }
            }
            None => {
                items.push(item);
                let hash_of = |&known: &usize| items.get(known).map_or(0, |item| hasher.hash_one(item.key()));
                seen.insert_unique(hash, items.len() - 1, hash_of);
            }
        }
    }

    fn rank(self) {
        let Workspace { items, order, .. } = self.workspace;
        order.clear();
        order.extend(0..items.len());
        // The best of every command before the second of any.
        order.sort_by_key(|&index| {
            items.get(index).map(|item| (item.tier, item.place, item.result)).unwrap_or_default()
        });
        for (rank, &index) in order.iter().enumerate() {
            if let Some(item) = items.get_mut(index) {
                item.rank = rank;
            }
        }
    }
}

struct Writer<'h, 'i> {
    home: &'h Home,
    config: &'i ContextConfig,
    items: &'i [Item],
    workspace: &'i mut Workspace,
}

impl Writer<'_, '_> {
    /// The block with the `kept` most relevant items.
    fn write(&mut self, kept: usize) -> String {
        let Writer { home, config, items, workspace } = self;
        let make = Maker { home, config };
        let Workspace { block, places, written, .. } = &mut **workspace;
        block.clear();
        places.clear();
        written.clear();
        for item in items.iter().filter(|item| item.rank < kept) {
            let place = *places.entry(item.entity).or_insert_with(|| {
                let entry = make.entry(item.entity, block);
                let entries = item.entity.list(block);
                entries.push(entry);
                entries.len() - 1
            });
            let ability = match written.get(&item.ability) {
                Some(known) => *known,
                None => {
                    let Some(entry) = make.ability_entry(&item.ability) else { continue };
                    *written.entry(item.ability.clone()).or_insert(block.ability(&entry))
                }
            };
            let is_command = !matches!(item.ability, AbilityKey::Attribute(_));
            let Some(entry) = item.entity.list(block).get_mut(place) else { continue };
            if is_command { &mut entry.commands } else { &mut entry.attributes }.push(ability);
        }
        yaml::emit(home.language, block, items.len().saturating_sub(kept))
    }
}

/// Makes the entries of the block.
struct Maker<'h, 'c> {
    home: &'h Home,
    config: &'c ContextConfig,
}

impl<'h> Maker<'h, '_> {
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
            id: block.scalar(id),
            name: block.scalar(&self.named(name, id)),
            room: room.map(|room| block.scalar(&self.named(room, ""))),
            category: device.map(|device| block.category(lookup::category_name(device))),
            commands: SmallVec::new(),
            attributes: SmallVec::new(),
        }
    }

    /// What an ability is in the block; `None` for what the home does not know.
    fn ability_entry(&self, ability: &AbilityKey) -> Option<AbilityEntry<'h>> {
        Some(match ability {
            AbilityKey::Command(index) => self.command(self.home.commands.get(index.0 as usize)?),
            AbilityKey::Attribute(index) => {
                let attribute = self.home.attributes.get(index.0 as usize)?;
                AbilityEntry {
                    id: &attribute.capability_id,
                    description: self.described(&attribute.description),
                    value: self.value(attribute.value.as_ref(), None),
                }
            }
            AbilityKey::Scene => AbilityEntry {
                id: SCENE_EXECUTE,
                description: self.home.language.choose("执行场景", "Run the scene").into(),
                value: Ranged { kind: Some("none"), ..Ranged::default() },
            },
            AbilityKey::Unknown(_) => return None,
        })
    }

    fn named<'n>(&self, name: &'n str, otherwise: &'n str) -> Cow<'n, str> {
        let name = cleaned(name, self.config.longest_name);
        if name.is_empty() { cleaned(otherwise, self.config.longest_name) } else { name }
    }

    fn described<'n>(&self, description: &'n str) -> Cow<'n, str> {
        cleaned(description, self.config.longest_description)
    }

    fn command(&self, command: &'h CommandSpec) -> AbilityEntry<'h> {
        AbilityEntry {
            id: &command.capability_id,
            description: self.described(&command.description),
            value: self.value(command.argument.as_ref(), Some("none")),
        }
    }

    /// The type, range and values of an argument; `absent` is the type where there is none.
    fn value(&self, spec: Option<&'h lares_home::ArgumentSpec>, absent: Option<&'static str>) -> Ranged<'h> {
        let Some(spec) = spec else { return Ranged { kind: absent, ..Ranged::default() } };
        Ranged {
            kind: Some(yaml::kind_name(spec.kind)),
            value_range: spec.range.as_ref().map(RangeEntry::from),
            value_list: ValueList { values: &spec.values, longest: self.config.longest_description },
        }
    }
}

#[cfg(test)]
mod tests;
