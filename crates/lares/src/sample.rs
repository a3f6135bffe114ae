//! The built-in sample home, so that everything can be tried before there is a home of one's own.

use crate::builder::Documents;

/// The documents of the sample home.
pub(crate) fn documents() -> Documents {
    macro_rules! file {
        ($name:literal) => {
            include_bytes!(concat!("../data/sample-home/", $name)).to_vec()
        };
    }
    Documents {
        devices: file!("devices.json"),
        rooms: Some(file!("rooms.json")),
        spec: Some(file!("spec.jsonl")),
        scenes: Some(file!("scenes.json")),
        aliases: Some(file!("aliases.json")),
    }
}
