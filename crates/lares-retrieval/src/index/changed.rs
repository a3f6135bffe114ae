//! A compiled home after a change of a few of its devices.
//!
//! What the change does not concern is shared with the home before, or copied as it lies; requests on that one are not
//! disturbed. The answers are those of the same home compiled from nothing.

use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;
use lares_home::{DeviceIndex, Difference, Home};

use super::{CompiledHome, derived, kept_sets, warn_if_bare};
use crate::documents::{Documents, Ingredients};
use crate::postings::Kept;

impl CompiledHome {
    /// The home after a change that left its rooms and scenes as they are. `None` where it has to be compiled from
    /// nothing: so much has changed since it was, the change concerns names that it does not touch, or vectors for new
    /// documents have to be fetched.
    pub fn changed(&self, home: Home, difference: &Difference) -> Option<CompiledHome> {
        if difference.specs && !self.embedder.is_local() {
            return None;
        }
        let (before, after) = (self.home.devices.len(), home.devices.len());
        let kept = Kept::new(difference);
        let fresh: Vec<DeviceIndex> = difference.fresh(before, after).collect();
        let conflicts = self.config.short_room_word_conflicts;
        let rooms = self.rooms.changed(&home, difference, &kept, &fresh, conflicts)?;
        let vocabulary = self.vocabulary.changed(&self.home, &home, difference)?;
        let devices = || {
            let device = |&index: &DeviceIndex| Some((index, home.devices.get(index.0 as usize)?));
            fresh.iter().filter_map(device)
        };
        devices().for_each(|(_, device)| warn_if_bare(&home, device));
        let categories = devices()
            .flat_map(|(index, device)| device.categories.iter().map(move |category| (*category, index)));
        let by_category = self.by_category.changed(&kept, categories.collect());
        let nouns = fresh
            .iter()
            .flat_map(|&index| vocabulary.device_nouns(index).iter().map(move |noun| (noun.0, index)));
        let by_noun = self.by_noun.changed(&kept, nouns.collect());
        let ingredients =
            Ingredients { synonyms: self.config.document_synonyms, values: self.config.document_values };
        Some(CompiledHome {
            config: self.config.clone(),
            embedder: Arc::clone(&self.embedder),
            rooms,
            documents: if difference.specs {
                Arc::new(Documents::build(&home, ingredients))
            } else {
                Arc::clone(&self.documents)
            },
            exact_names: self.exact_names.changed(&home, &kept, &fresh),
            profiles: difference.table(&self.profiles, &home.devices, |device| device.profile).into(),
            by_category,
            by_noun,
            by_id: self.ids_after(&home, difference),
            id_hasher: self.id_hasher.clone(),
            linear: self.linear,
            scenes: Arc::clone(&self.scenes),
            rooms_by_name: Arc::clone(&self.rooms_by_name),
            derived: derived(&home, &vocabulary),
            reach: self.reach.changed(&home, difference, &fresh),
            noun_sets: kept_sets(&home, self.noun_sets.len()),
            category_sets: kept_sets(&home, self.category_sets.len()),
            known_to_reader: OnceLock::new(),
            vocabulary,
            home: Arc::new(home),
        })
    }

    fn ids_after(&self, home: &Home, difference: &Difference) -> HashTable<DeviceIndex> {
        let mut by_id = self.by_id.clone();
        for at in &difference.removed {
            let Some(device) = self.home.devices.get(at.0 as usize) else { continue };
            if let Ok(entry) =
                by_id.find_entry(self.id_hasher.hash_one(device.id.as_str()), |known| known == at)
            {
                entry.remove();
            }
        }
        if !difference.removed.is_empty() {
            by_id.iter_mut().for_each(|known| *known = difference.after(*known));
        }
        let id_of = |at: &DeviceIndex| home.devices.get(at.0 as usize).map_or("", |device| &*device.id);
        let hash = |at: &DeviceIndex| self.id_hasher.hash_one(id_of(at));
        let kept = self.home.devices.len() - difference.removed.len();
        for at in (kept as u32..home.devices.len() as u32).map(DeviceIndex) {
            by_id.insert_unique(hash(&at), at, hash);
        }
        by_id
    }
}
