//! Specifications that come from spec files, shared by all homes of the process that have equal ones.
//!
//! Homes of one vendor have the same spec file; without this each home would hold its own copy of it. Only weak
//! references are kept here, so a specification goes with the last home that has it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use crate::command::{AttributeSpec, CommandSpec};

/// The shared command that equals this one. `origin` is what it was made from: equal origins, equal specifications.
pub(super) fn command(origin: impl Hash, spec: CommandSpec) -> Arc<CommandSpec> {
    static POOL: OnceLock<Mutex<Pool<CommandSpec>>> = OnceLock::new();
    share(&POOL, origin, spec)
}

/// The shared attribute that equals this one; see [`command`].
pub(super) fn attribute(origin: impl Hash, spec: AttributeSpec) -> Arc<AttributeSpec> {
    static POOL: OnceLock<Mutex<Pool<AttributeSpec>>> = OnceLock::new();
    share(&POOL, origin, spec)
}

/// Specifications by the hash of their origins, and how many there may be before the unused ones are swept out.
struct Pool<T> {
    hasher: RandomState,
    specs: HashMap<u64, Vec<Weak<T>>>,
    count: usize,
    sweep_at: usize,
}

fn share<T: PartialEq>(pool: &OnceLock<Mutex<Pool<T>>>, origin: impl Hash, spec: T) -> Arc<T> {
    let pool = pool.get_or_init(|| {
        Mutex::new(Pool { hasher: RandomState::new(), specs: HashMap::new(), count: 0, sweep_at: 1024 })
    });
    // A pool whose holder panicked is as good as before: each change to it is complete in itself.
    let mut pool = pool.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let hash = pool.hasher.hash_one(origin);
    if let Some(alike) = pool.specs.get(&hash) {
        let equal = alike.iter().filter_map(Weak::upgrade).find(|shared| **shared == spec);
        if let Some(shared) = equal {
            return shared;
        }
    }
    if pool.count >= pool.sweep_at {
        pool.sweep();
    }
    let shared = Arc::new(spec);
    pool.specs.entry(hash).or_default().push(Arc::downgrade(&shared));
    pool.count += 1;
    shared
}

impl<T> Pool<T> {
    /// Forgets what no home has; the next sweep comes when as many have been added again.
    fn sweep(&mut self) {
        self.specs.retain(|_, specs| {
            specs.retain(|spec| spec.strong_count() > 0);
            !specs.is_empty()
        });
        self.count = self.specs.values().map(Vec::len).sum();
        self.sweep_at = 1024.max(self.count * 2);
    }
}
