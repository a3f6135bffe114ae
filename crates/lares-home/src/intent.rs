//! What a person can mean by a command, whatever the language and the device: an act, often with a property.

use serde::{Deserialize, Serialize};

/// The kinds of things that can be asked of a device. The names in data files are the snake-case forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each variant is the English word for the act")]
pub enum Act {
    On,
    Off,
    Toggle,
    Open,
    Close,
    Stop,
    Start,
    Pause,
    Resume,
    Lock,
    Unlock,
    Arm,
    Disarm,
    Set,
    Up,
    Down,
    Query,
    Next,
    Previous,
    Forward,
    Rewind,
    Mute,
    Unmute,
    Find,
    Dock,
    Capture,
    Record,
    Speak,
    Press,
    Dispense,
    Reset,
    Cancel,
    Refresh,
}

impl Act {
    /// Every act, in declaration order.
    pub const ALL: [Act; 33] = [
        Act::On,
        Act::Off,
        Act::Toggle,
        Act::Open,
        Act::Close,
        Act::Stop,
        Act::Start,
        Act::Pause,
        Act::Resume,
        Act::Lock,
        Act::Unlock,
        Act::Arm,
        Act::Disarm,
        Act::Set,
        Act::Up,
        Act::Down,
        Act::Query,
        Act::Next,
        Act::Previous,
        Act::Forward,
        Act::Rewind,
        Act::Mute,
        Act::Unmute,
        Act::Find,
        Act::Dock,
        Act::Capture,
        Act::Record,
        Act::Speak,
        Act::Press,
        Act::Dispense,
        Act::Reset,
        Act::Cancel,
        Act::Refresh,
    ];

    /// The name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Act::On => "on",
            Act::Off => "off",
            Act::Toggle => "toggle",
            Act::Open => "open",
            Act::Close => "close",
            Act::Stop => "stop",
            Act::Start => "start",
            Act::Pause => "pause",
            Act::Resume => "resume",
            Act::Lock => "lock",
            Act::Unlock => "unlock",
            Act::Arm => "arm",
            Act::Disarm => "disarm",
            Act::Set => "set",
            Act::Up => "up",
            Act::Down => "down",
            Act::Query => "query",
            Act::Next => "next",
            Act::Previous => "previous",
            Act::Forward => "forward",
            Act::Rewind => "rewind",
            Act::Mute => "mute",
            Act::Unmute => "unmute",
            Act::Find => "find",
            Act::Dock => "dock",
            Act::Capture => "capture",
            Act::Record => "record",
            Act::Speak => "speak",
            Act::Press => "press",
            Act::Dispense => "dispense",
            Act::Reset => "reset",
            Act::Cancel => "cancel",
            Act::Refresh => "refresh",
        }
    }

    /// The act of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Act> {
        Act::ALL.into_iter().find(|act| act.name() == name)
    }
}

/// A property id (`brightness`) as an index into [`crate::catalogue::Catalogue::properties`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Property(pub u16);

/// What a person means when a command is right: `set` of `brightness`, `on`, `set` of `mode` to `cool`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Intent {
    /// What is to be done.
    pub act: Act,
    /// What it is done to; `None` for the device as a whole.
    pub property: Option<Property>,
    /// The value's key where the command stands for one value (`cool()` is `set:mode=cool`), and where more or less of it is one
    /// of few settings (`up:humidity=high`).
    pub key: Option<String>,
}

/// Why a text is no intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IntentError {
    /// No act has that name.
    UnknownAct(String),
    /// No property has that id.
    UnknownProperty(String),
    /// Nothing follows the `:` or the `=`.
    Incomplete,
}

impl std::fmt::Display for IntentError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IntentError::UnknownAct(name) => write!(formatter, "unknown act `{name}`"),
            IntentError::UnknownProperty(id) => write!(formatter, "unknown property `{id}`"),
            IntentError::Incomplete => write!(formatter, "write `act`, `act:property` or `act:property=key`"),
        }
    }
}

impl std::error::Error for IntentError {}

impl Intent {
    /// Reads `act`, `act:property` or `act:property=key`, as the data files have it.
    ///
    /// # Errors
    /// An act or property that does not exist, or a part that is empty.
    pub fn parse(text: &str, property: impl Fn(&str) -> Option<Property>) -> Result<Intent, IntentError> {
        let (act, rest) = match text.split_once(':') {
            Some((act, rest)) => (act, Some(rest)),
            None => (text, None),
        };
        let act = Act::from_name(act).ok_or_else(|| IntentError::UnknownAct(act.to_owned()))?;
        let Some(rest) = rest else { return Ok(Intent { act, property: None, key: None }) };
        let (id, key) = match rest.split_once('=') {
            Some((_, "")) => return Err(IntentError::Incomplete),
            Some((id, key)) => (id, Some(key.to_owned())),
            None => (rest, None),
        };
        if id.is_empty() {
            return Err(IntentError::Incomplete);
        }
        let property = property(id).ok_or_else(|| IntentError::UnknownProperty(id.to_owned()))?;
        Ok(Intent { act, property: Some(property), key })
    }
}
