//! What is in a home, and what can its devices do?
//!
//! Vocabulary types at the bottom of the workspace: rooms, devices, commands, attributes, categories and intents; the
//! readers of a home folder's documents; the built-in catalogue of capabilities. Nothing here touches a file, a clock
//! or a network: readers take text, and broken input is a result.

pub mod catalogue;
pub mod category;
pub mod command;
pub mod compile;
pub mod device;
pub mod findings;
pub mod home;
pub mod intent;
pub mod read;

pub use catalogue::{CapabilitySpec, Catalogue, catalogue};
pub use category::Category;
pub use command::{
    ArgumentSpec, AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Profile, ValueKind, ValueRange,
    ValueSpec,
};
pub use compile::{HomeSource, compile};
pub use device::{Component, Device, DeviceIndex, ProfileIndex, Room, RoomIndex, Scene};
pub use findings::{Finding, Severity, check};
pub use home::{Home, HomeLanguage};
pub use intent::{Act, Intent, IntentError, Property};
pub use read::ReadError;
