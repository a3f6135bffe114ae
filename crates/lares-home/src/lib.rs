//! What is in a home, and what can its devices do?
//!
//! Vocabulary types at the bottom of the workspace: rooms, devices, commands, attributes, categories and intents; the
//! readers of a home folder's documents; the built-in catalogue of capabilities. Nothing here touches a file, a clock
//! or a network: readers take text, and broken input is a result.
//!
//! ```
//! use lares_home::{HomeSource, check, compile, read};
//!
//! let devices = r#"{"items":[{"deviceId":"1","label":"主灯","components":[
//!     {"id":"main","capabilities":[{"id":"switch"}],"categories":[{"name":"Light"}]}]}]}"#;
//! let read = read::read_devices(devices, "devices.json")?;
//! let (home, findings) = compile(HomeSource { devices: read.records, ..HomeSource::default() });
//! let (_, on) = home.commands_of(&home.devices[0]).next().unwrap();
//! assert_eq!(on.capability_id, "main-switch-on");
//! assert!(findings.is_empty());
//! assert_eq!(check(&home)[0].code, "no_room");
//! # Ok::<(), lares_home::ReadError>(())
//! ```

pub mod catalogue;
pub mod category;
pub mod change;
pub mod command;
pub mod compile;
pub mod device;
pub mod devices;
pub mod difference;
pub mod findings;
pub mod home;
pub mod intent;
pub mod read;

pub use catalogue::{CapabilitySpec, Catalogue, catalogue};
pub use category::Category;
pub use change::{Change, ChangeError, Changed, Recipe, change};
pub use command::{
    ArgumentSpec, AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Profile, ValueKind, ValueRange,
    ValueSpec,
};
pub use compile::{HomeSource, compile};
pub use device::{Component, Device, DeviceIndex, ProfileIndex, Room, RoomIndex, Scene};
pub use devices::Devices;
pub use difference::Difference;
pub use findings::{Finding, Severity, check};
pub use home::{Home, HomeLanguage};
pub use intent::{Act, Intent, IntentError, Property};
pub use read::ReadError;
