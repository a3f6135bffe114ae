//! The sample homes, as they come.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use lares::Lares;

/// A sample home by its folder.
pub(super) fn lares(home: &str) -> Lares {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/homes").join(home);
    Lares::builder().home_folder(folder).build().unwrap()
}
