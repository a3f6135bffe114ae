//! Device categories: the closed list of the platform, read from `data/categories.toml`.

use serde::{Deserialize, Serialize};

/// A device category, as an index into [`crate::catalogue::Catalogue::categories`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Category(pub u16);
