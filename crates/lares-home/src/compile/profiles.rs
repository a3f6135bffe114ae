//! Distinct profiles, commands and attributes of a home, each made once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::catalogue::{CapabilitySpec, catalogue};
use crate::category::Category;
use crate::command::{AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Profile};
use crate::device::{Component, ProfileIndex};
use crate::findings::Finding;
use crate::home::HomeLanguage;
use crate::read::{ComponentRecord, DeviceRecord, SpecEntry, SpecRecord};

use super::{as_index, intern, merge};

/// The component whose capabilities are retrieved.
const MAIN: &str = "main";

/// What a device has from its profile and its components.
pub(super) struct Parts {
    pub(super) categories: Vec<Category>,
    pub(super) profile_id: Option<Arc<str>>,
    pub(super) profile: ProfileIndex,
    pub(super) components: Arc<[Component]>,
}

/// A set of components that at least one device has.
struct ComponentSet {
    components: Arc<[Component]>,
    categories: Vec<Category>,
    /// The capabilities of main that the catalogue knows.
    known: Vec<&'static CapabilitySpec>,
}

/// A profile id that at least one device has.
struct ProfileId {
    shared: Arc<str>,
    spec: Option<usize>,
}

pub(super) struct Profiles<'s, 'f> {
    language: HomeLanguage,
    spec: &'s [SpecRecord],
    findings: &'f mut Vec<Finding>,
    spec_ids: HashMap<&'s str, usize>,
    profile_ids: HashMap<String, ProfileId>,
    set_indices: HashMap<Vec<ComponentRecord>, usize>,
    sets: Vec<ComponentSet>,
    capability_ids: HashMap<String, Arc<str>>,
    /// By the profile's line in the spec, where it has one, and the components.
    by_origin: HashMap<(Option<usize>, usize), ProfileIndex>,
    by_content: HashMap<Profile, ProfileIndex>,
    commands: Distinct<'s, CommandSpec>,
    attributes: Distinct<'s, AttributeSpec>,
    unknown_categories: HashMap<String, usize>,
    /// Profile ids that the spec does not have, by their devices.
    without_spec: HashMap<Arc<str>, usize>,
}

/// Distinct specifications, and where each comes from.
struct Distinct<'s, T> {
    specs: Vec<Arc<T>>,
    by_address: HashMap<usize, u32>,
    /// `None` for an entry that is left out.
    by_entry: HashMap<&'s SpecEntry, Option<u32>>,
}

impl<T> Distinct<'_, T> {
    fn new() -> Self {
        Distinct { specs: Vec::new(), by_address: HashMap::new(), by_entry: HashMap::new() }
    }

    fn add(&mut self, spec: &Arc<T>) -> u32 {
        let specs = &mut self.specs;
        *self.by_address.entry(Arc::as_ptr(spec) as usize).or_insert_with(|| {
            specs.push(Arc::clone(spec));
            as_index(specs.len() - 1)
        })
    }
}

impl<'s, 'f> Profiles<'s, 'f> {
    pub(super) fn new(
        spec: &'s [SpecRecord],
        language: HomeLanguage,
        findings: &'f mut Vec<Finding>,
    ) -> Profiles<'s, 'f> {
        Profiles {
            language,
            spec,
            findings,
            spec_ids: spec
                .iter()
                .enumerate()
                .map(|(index, record)| (record.profile_id.as_str(), index))
                .collect(),
            profile_ids: HashMap::new(),
            set_indices: HashMap::new(),
            sets: Vec::new(),
            capability_ids: HashMap::new(),
            by_origin: HashMap::new(),
            by_content: HashMap::new(),
            commands: Distinct::new(),
            attributes: Distinct::new(),
            unknown_categories: HashMap::new(),
            without_spec: HashMap::new(),
        }
    }

    /// What the device has; what devices before it had is looked up.
    pub(super) fn of(&mut self, device: &DeviceRecord) -> Parts {
        let (profile_id, spec) = match &device.profile_id {
            Some(id) => {
                let (shared, spec) = self.profile_id(id);
                (Some(shared), spec)
            }
            None => (None, None),
        };
        let set = self.component_set(&device.components);
        let profile = match self.by_origin.get(&(spec, set)) {
            Some(&profile) => profile,
            None => {
                let profile = self.make(spec, set);
                self.by_origin.insert((spec, set), profile);
                profile
            }
        };
        let ComponentSet { components, categories, .. } = &self.sets[set];
        Parts { categories: categories.clone(), profile_id, profile, components: Arc::clone(components) }
    }

    fn profile_id(&mut self, id: &str) -> (Arc<str>, Option<usize>) {
        if !self.profile_ids.contains_key(id) {
            let known = ProfileId { shared: Arc::from(id), spec: self.spec_ids.get(id).copied() };
            self.profile_ids.insert(id.to_owned(), known);
        }
        let ProfileId { shared, spec } = &self.profile_ids[id];
        if spec.is_none() && !self.spec.is_empty() {
            *self.without_spec.entry(Arc::clone(shared)).or_default() += 1;
        }
        (Arc::clone(shared), *spec)
    }

    fn component_set(&mut self, records: &Vec<ComponentRecord>) -> usize {
        let index = match self.set_indices.get(records) {
            Some(&index) => index,
            None => {
                let set = self.make_set(records);
                self.sets.push(set);
                self.set_indices.insert(records.clone(), self.sets.len() - 1);
                self.sets.len() - 1
            }
        };
        for record in records.iter().filter(|record| record.id == MAIN) {
            for category in &record.categories {
                if let Some(count) = self.unknown_categories.get_mut(&category.name) {
                    *count += 1;
                }
            }
        }
        index
    }

    fn make_set(&mut self, records: &[ComponentRecord]) -> ComponentSet {
        let mut categories = Vec::new();
        let mut known: Vec<&'static CapabilitySpec> = Vec::new();
        let main = records.iter().filter(|record| record.id == MAIN);
        for record in main.clone() {
            // What the user chose stands before what the maker chose.
            let (by_user, by_maker): (Vec<_>, Vec<_>) =
                record.categories.iter().partition(|category| category.by_user);
            for name in by_user.into_iter().chain(by_maker).map(|category| &category.name) {
                match catalogue().category(name) {
                    Some(category) if categories.contains(&category) => {}
                    Some(category) => categories.push(category),
                    None => {
                        self.unknown_categories.entry(name.clone()).or_default();
                    }
                }
            }
            for id in &record.capabilities {
                if let Some(capability) = catalogue().capability(id)
                    && !known.iter().any(|other| std::ptr::eq(*other, capability))
                {
                    known.push(capability);
                }
            }
        }
        let components = records
            .iter()
            .map(|record| Component {
                id: self.text(&record.id),
                capabilities: record.capabilities.iter().map(|id| self.capability_id(id)).collect(),
            })
            .collect();
        ComponentSet { components, categories, known }
    }

    fn capability_id(&mut self, id: &str) -> Arc<str> {
        match catalogue().capability(id) {
            Some(capability) => Arc::clone(capability.shared_id()),
            None => self.text(id),
        }
    }

    fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(shared) = self.capability_ids.get(text) {
            return Arc::clone(shared);
        }
        let shared: Arc<str> = Arc::from(text);
        self.capability_ids.insert(text.to_owned(), Arc::clone(&shared));
        shared
    }

    fn make(&mut self, spec: Option<usize>, set: usize) -> ProfileIndex {
        let spec = spec.and_then(|index| self.spec.get(index));
        let mut profile = Profile::default();
        match spec.and_then(|record| Some((record, record.capabilities.as_ref()?))) {
            Some((record, entries)) => {
                let indices = entries.iter().filter_map(|entry| self.command(entry, record));
                profile.commands = distinct(indices).map(CommandIndex).collect();
            }
            None => {
                for capability in &self.sets[set].known {
                    let specs = capability.command_specs(self.language);
                    profile.commands.extend(specs.iter().map(|spec| CommandIndex(self.commands.add(spec))));
                }
            }
        }
        match spec.and_then(|record| Some((record, record.conditions.as_ref()?))) {
            Some((record, entries)) => {
                let indices = entries.iter().filter_map(|entry| self.attribute(entry, record));
                profile.attributes = distinct(indices).map(AttributeIndex).collect();
            }
            None => {
                for capability in &self.sets[set].known {
                    let specs = capability.attribute_specs(self.language);
                    profile
                        .attributes
                        .extend(specs.iter().map(|spec| AttributeIndex(self.attributes.add(spec))));
                }
            }
        }
        let next = ProfileIndex(as_index(self.by_content.len()));
        *self.by_content.entry(profile).or_insert(next)
    }

    fn command(&mut self, entry: &'s SpecEntry, record: &SpecRecord) -> Option<u32> {
        if let Some(&index) = self.commands.by_entry.get(entry) {
            return index;
        }
        let index = self.main_parts(entry, record).and_then(|(capability, name)| {
            let spec = merge::command(entry, capability, name, self.language)?;
            let known = catalogue().capability(capability);
            let mut shared = known.map(|known| known.command_specs(self.language)).unwrap_or_default().iter();
            Some(match shared.find(|shared| ***shared == spec) {
                Some(shared) => self.commands.add(shared),
                None => self.commands.add(&intern::command((entry, self.language), spec)),
            })
        });
        self.commands.by_entry.insert(entry, index);
        index
    }

    fn attribute(&mut self, entry: &'s SpecEntry, record: &SpecRecord) -> Option<u32> {
        if let Some(&index) = self.attributes.by_entry.get(entry) {
            return index;
        }
        let index = self.main_parts(entry, record).map(|(capability, name)| {
            let spec = merge::attribute(entry, capability, name, self.language);
            let known = catalogue().capability(capability);
            let mut shared =
                known.map(|known| known.attribute_specs(self.language)).unwrap_or_default().iter();
            match shared.find(|shared| ***shared == spec) {
                Some(shared) => self.attributes.add(shared),
                None => self.attributes.add(&intern::attribute((entry, self.language), spec)),
            }
        });
        self.attributes.by_entry.insert(entry, index);
        index
    }

    /// Capability and name of an entry of the main component; `None` for other components and for a broken id.
    fn main_parts(&mut self, entry: &'s SpecEntry, record: &SpecRecord) -> Option<(&'s str, &'s str)> {
        match merge::split_id(&entry.id) {
            Some((MAIN, capability, name)) if !name.contains('-') => Some((capability, name)),
            Some((component, ..)) if component != MAIN => None,
            _ => {
                self.findings.push(Finding::warning(
                    "bad_spec_entry",
                    format!("profile {}", record.profile_id),
                    format!(
                        "the id `{}` is not component-capability-command; the entry is left out",
                        entry.id
                    ),
                    "correct the id in spec.jsonl",
                ));
                None
            }
        }
    }

    /// The distinct profiles, commands and attributes.
    #[allow(clippy::type_complexity, reason = "the three lists of a home")]
    pub(super) fn finish(self) -> (Vec<Profile>, Vec<Arc<CommandSpec>>, Vec<Arc<AttributeSpec>>) {
        let mut unknown: Vec<(String, usize)> = self.unknown_categories.into_iter().collect();
        unknown.sort();
        for (name, count) in unknown {
            self.findings.push(Finding::warning(
                "unknown_category",
                format!("category {name}"),
                format!("{count} device(s) have a category that is not known; they are found by name and command only"),
                "choose another category for them in the app",
            ));
        }
        if !self.without_spec.is_empty() {
            let devices: usize = self.without_spec.values().sum();
            self.findings.push(Finding::note(
                "no_spec",
                "spec",
                format!(
                    "{devices} device(s) of {} profile(s) have no line in the spec; the catalogue speaks for them",
                    self.without_spec.len()
                ),
                "add their profiles to spec.jsonl if the catalogue is not enough",
            ));
        }
        let mut profiles: Vec<(ProfileIndex, Profile)> =
            self.by_content.into_iter().map(|(profile, index)| (index, profile)).collect();
        profiles.sort_by_key(|(index, _)| *index);
        let profiles = profiles.into_iter().map(|(_, profile)| profile).collect();
        (profiles, self.commands.specs, self.attributes.specs)
    }
}

/// The indices without repetition, in their order.
fn distinct(indices: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
    let mut seen = HashSet::new();
    indices.filter(move |&index| seen.insert(index))
}
