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

use lares_home::{CommandSpec, Home};
use lares_retrieval::{
    Candidate, CommandResult, CompiledHome, Decision, EntityKind, InvocationKind, Retrieval, SCENE_EXECUTE,
};
use serde_json::Value as Json;

use crate::clean::cleaned;
use crate::config::ContextConfig;
use crate::lookup::{self, Ability};

pub use budget::count_tokens;
use smallvec::SmallVec;
use yaml::{AbilityEntry, AbilityText, Block, Entry, RangeEntry, Ranged, ValueList};

/// Memory that contexts are written in one after another.
#[derive(Default)]
pub(crate) struct Workspace {
    block: Block,
    /// Where the entries of the block stand.
    places: HashMap<Entity, usize>,
    /// What is in the block of each ability: a specification is known by where it lies.
    written: HashMap<(usize, bool), AbilityText>,
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
    let items = collect(home, answer, workspace);
    if items.is_empty() {
        answer.context = String::new();
        return;
    }
    let mut writer = Writer { home: &home.home, config, items: &items, workspace };
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
        items.push(Item {
            entity,
            capability_id: Cow::Borrowed(""),
            ability,
            result: 0,
            tier: 0,
            place: 0,
            rank,
        });
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

/// One command or attribute of one device or scene.
#[derive(Debug)]
struct Item<'h> {
    entity: Entity,
    /// The ability as the answer calls it.
    capability_id: Cow<'h, str>,
    ability: Option<Ability<'h>>,
    /// The result it comes from.
    result: usize,
    /// How sure it is to matter, 0 first.
    tier: usize,
    /// Its place in the result.
    place: usize,
    /// 0 is the most relevant; the highest is dropped first.
    rank: usize,
}

impl Item<'_> {
    /// What tells items apart. A command and an attribute may have the same id.
    fn key(&self) -> (Entity, &str, bool) {
        (self.entity, &self.capability_id, matches!(self.ability, Some(Ability::Command(_))))
    }
}

/// Most answers are about so few that their items need no memory of their own.
type Items<'h> = SmallVec<[Item<'h>; 2]>;

/// Everything the answer is about, in spoken order, each once, ranked.
fn collect<'h>(home: &'h CompiledHome, answer: &Retrieval, workspace: &mut Workspace) -> Items<'h> {
    workspace.seen.clear();
    let named =
        answer.results.iter().filter(|result| result.decision != Decision::None).map(most_named).sum();
    let mut found = Finder { home, items: Items::with_capacity(named), workspace };
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
        let candidates = |list: &[Candidate], tier, found: &mut Finder<'h, '_>, place: &mut usize| {
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

/// How many devices and scenes a result names, those counted again that are named again.
fn most_named(result: &CommandResult) -> usize {
    let of_conditions: usize = result.conditions.iter().map(|condition| condition.devices.len()).sum();
    // Groups are of what is invoked, where something is, and so are the candidates.
    let invoked = result.invocations.len();
    let grouped: usize = result.groups.iter().map(|group| group.device_ids.len()).sum();
    let decided = result.decision == Decision::Act;
    let singly = result.selected.len() + if decided { 0 } else { result.candidates.len() };
    of_conditions + if decided { invoked } else { invoked + grouped + singly }
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
    items: Items<'h>,
    workspace: &'w mut Workspace,
}

impl<'h> Finder<'h, '_> {
    fn add(&mut self, id: &str, capability_id: &str, command_first: bool, relevance: Relevance) {
        let scene = || self.home.home.scenes.iter().position(|scene| scene.id == id);
        let (entity, ability) = if capability_id == SCENE_EXECUTE {
            let Some(index) = scene() else { return };
            (Entity::Scene(index), None)
        } else {
            let Some((index, device)) = lookup::device(self.home, id) else { return };
            (Entity::Device(index), lookup::ability(&self.home.home, device, capability_id, command_first))
        };
        let (result, tier, place) = relevance;
        let capability_id = match ability {
            Some(Ability::Command(command)) => Cow::Borrowed(command.capability_id.as_str()),
            Some(Ability::Attribute(attribute)) => Cow::Borrowed(attribute.capability_id.as_str()),
            None if capability_id == SCENE_EXECUTE => Cow::Borrowed(SCENE_EXECUTE),
            None => Cow::Owned(capability_id.to_owned()),
        };
        let item = Item { entity, capability_id, ability, result, tier, place, rank: 0 };
        let Workspace { seen, hasher, .. } = &mut *self.workspace;
        let items = &mut self.items;
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

    fn finish(self) -> Items<'h> {
        let mut items = self.items;
        let order = &mut self.workspace.order;
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
        items
    }
}

struct Writer<'h, 'i> {
    home: &'h Home,
    config: &'i ContextConfig,
    items: &'i [Item<'h>],
    workspace: &'i mut Workspace,
}

impl Writer<'_, '_> {
    /// The block with the `kept` most relevant items.
    fn write(&mut self, kept: usize) -> String {
        let Writer { home, config, items, workspace } = self;
        let make = Maker { home, config };
        // A specification is known by where it lies: a hundred lamps share theirs.
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
            let (key, is_command) = match item.ability {
                Some(Ability::Command(command)) => (std::ptr::from_ref(command) as usize, true),
                Some(Ability::Attribute(attribute)) => (std::ptr::from_ref(attribute) as usize, false),
                None if matches!(item.entity, Entity::Scene(_)) => (0, true),
                None => continue,
            };
            let ability = *written
                .entry((key, is_command))
                .or_insert_with(|| block.ability(&make.ability_entry(item.ability)));
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

    /// What an ability is in the block; without one it is that of a scene.
    fn ability_entry(&self, ability: Option<Ability<'h>>) -> AbilityEntry<'h> {
        match ability {
            Some(Ability::Command(command)) => self.command(command),
            Some(Ability::Attribute(attribute)) => AbilityEntry {
                id: &attribute.capability_id,
                description: self.described(&attribute.description),
                value: self.value(attribute.value.as_ref(), None),
            },
            None => AbilityEntry {
                id: SCENE_EXECUTE,
                description: self.home.language.choose("执行场景", "Run the scene").into(),
                value: Ranged { kind: Some("none"), ..Ranged::default() },
            },
        }
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
