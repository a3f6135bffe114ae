//! The devices that names answer to, as they were found for one request: its commands are looked at in several readings, and
//! mostly speak of the same thing.

use lares_language::vocabulary::NameMatches;
use smallvec::SmallVec;

use crate::index::CompiledHome;

/// So many names of a request are kept.
const MOST: usize = 8;
/// Longer names (in bytes) are hardly ones.
const LONGEST: usize = 64;

/// What was found for the names of one request.
#[derive(Debug, Default)]
pub(crate) struct KnownNames {
    /// They are kept until the next request begins.
    kept: bool,
    count: usize,
    names: Vec<Known>,
}

#[derive(Debug, Default)]
struct Known {
    name: SmallVec<[u8; LONGEST]>,
    most: usize,
    found: NameMatches,
}

impl KnownNames {
    /// Forgets the last request; what is found from now on is of the next one, and of one home.
    pub(crate) fn begin_request(&mut self) {
        (self.kept, self.count) = (true, 0);
    }

    /// The devices that a name answers to, at most so many.
    pub(crate) fn find(&mut self, home: &CompiledHome, name: &str, most: usize) -> NameMatches {
        let known = self.names.iter().take(self.count);
        let mut known = known.filter(|known| known.most == most && known.name.as_slice() == name.as_bytes());
        if let Some(known) = known.next() {
            return known.found.clone();
        }
        let found = home.vocabulary.match_name(name, most);
        if self.kept && self.count < MOST && name.len() <= LONGEST {
            if self.names.len() == self.count {
                self.names.push(Known::default());
            }
            if let Some(known) = self.names.get_mut(self.count) {
                known.name.clear();
                known.name.extend_from_slice(name.as_bytes());
                known.most = most;
                known.found.clear();
                known.found.extend_from_slice(&found);
                self.count += 1;
            }
        }
        found
    }
}
