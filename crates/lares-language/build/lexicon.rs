//! What the build script shares of the library's lexicon: the data of the files, the senses, and what makes the prepared
//! lexicon of them.

#[path = "../src/lexicon/assemble.rs"]
pub(crate) mod assemble;
#[path = "../src/lexicon/data.rs"]
pub(crate) mod data;
#[path = "../src/lexicon/prepared.rs"]
pub(crate) mod prepared;
#[path = "../src/lexicon/sense.rs"]
mod sense;

pub(crate) use sense::*;
