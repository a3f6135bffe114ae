//! What the build script shares of the library's vocabulary.

#[path = "../src/vocabulary/han.rs"]
mod han;

pub(crate) use han::is_han;
