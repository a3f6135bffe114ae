//! The model that is part of the program.

use std::sync::OnceLock;

use crate::model_file::{ModelError, ModelFile};
use crate::static_model::StaticEmbedder;

static BYTES: &[u8] = include_bytes!("../data/model.bin");

/// The bundled model, read at the first call and shared by the whole process.
///
/// # Errors
/// None with the file of this repository, which the tests read; a caller can go on with another embedder.
pub fn bundled() -> Result<StaticEmbedder, ModelError> {
    static SHARED: OnceLock<Result<StaticEmbedder, ModelError>> = OnceLock::new();
    SHARED.get_or_init(|| ModelFile::from_static(BYTES, "bundled").map(StaticEmbedder::new)).clone()
}
