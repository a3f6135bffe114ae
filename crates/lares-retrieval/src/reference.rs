//! Retrieval without its indexes: every lookup visits every device, every capability is measured for every device.
//!
//! Nobody should use it for requests. It is the plain meaning of the indexes, and what they are compared with: in a
//! property test for the same answers, in the benchmark for the time that they save.

use lares_home::{Category, DeviceIndex};
use lares_language::Noun;

use crate::device_set::DeviceSet;
use crate::exact_names::is_called;
use crate::index::CompiledHome;

impl CompiledHome {
    /// The same home without its indexes of devices; the words of its vocabulary are looked up as before.
    #[must_use]
    pub fn without_indexes(mut self) -> CompiledHome {
        self.linear = true;
        self.rooms = self.rooms.without_lists();
        self
    }

    fn visit(&self, mut is_meant: impl FnMut(DeviceIndex) -> bool) -> Vec<DeviceIndex> {
        (0..self.home.devices.len() as u32).map(DeviceIndex).filter(|index| is_meant(*index)).collect()
    }

    pub(crate) fn find_by_id(&self, id: &str) -> Option<DeviceIndex> {
        self.home.devices.iter().position(|device| device.id == id).map(|index| DeviceIndex(index as u32))
    }

    pub(crate) fn find_in_category(&self, category: Category) -> Vec<DeviceIndex> {
        self.visit(|index| self.device(index).is_some_and(|device| device.categories.contains(&category)))
    }

    pub(crate) fn find_called(&self, name: &str) -> Vec<DeviceIndex> {
        self.visit(|index| self.device(index).is_some_and(|device| is_called(&self.home, device, name)))
    }

    pub(crate) fn find_of_noun(&self, noun: Noun) -> DeviceSet {
        let is_it = |own: &Noun| *own == noun || self.vocabulary.is_a(*own, noun);
        let found = self.visit(|index| self.vocabulary.device_nouns(index).iter().any(is_it));
        DeviceSet::of(self.home.devices.len(), found)
    }
}
