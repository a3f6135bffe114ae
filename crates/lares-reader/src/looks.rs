//! What an entity comes to whatever is said: computed once by the network that reads it first, and kept with the entity.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use crate::shape::{COMMAND, ENTITY};

/// What an entity comes to by itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Looks {
    /// What it is.
    pub(crate) own: [f32; ENTITY],
    /// What it looks for in a word.
    pub(crate) asks: [f32; ENTITY],
    /// Its part of its vector.
    pub(crate) part: [f32; COMMAND],
}

/// The looks of an entity, of the network that read it first. They follow from the entity: two of them are always equal, and
/// a copy of an entity begins without.
#[derive(Default)]
pub struct KeptLooks(OnceLock<(usize, Box<[Looks]>)>);

impl KeptLooks {
    /// The looks to each member of the network of this number, where they are kept; else they are made, and kept if there
    /// are none.
    pub(crate) fn get(&self, network: usize, make: impl Fn() -> Box<[Looks]>) -> Cow<'_, [Looks]> {
        let (known, looks) = self.0.get_or_init(|| (network, make()));
        if *known == network { Cow::Borrowed(looks) } else { Cow::Owned(make().into_vec()) }
    }
}

impl fmt::Debug for KeptLooks {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(if self.0.get().is_some() { "kept" } else { "none" })
    }
}

impl Clone for KeptLooks {
    fn clone(&self) -> KeptLooks {
        KeptLooks::default()
    }
}

impl PartialEq for KeptLooks {
    fn eq(&self, _: &KeptLooks) -> bool {
        true
    }
}

impl Eq for KeptLooks {}
