//! What the network sees of an utterance and of a home.

use std::sync::Arc;

use smallvec::SmallVec;

/// A word of the utterance, or of one said before it in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// What it is, by [`feature`]: its letters, and all that the lexicons know of it.
    pub features: SmallVec<[u32; 12]>,
    /// It was said in an earlier turn.
    pub earlier: bool,
}

/// What a device or scene is, whoever speaks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entity {
    /// Its category, by [`feature`].
    pub category: u32,
    /// Its capabilities and kinds, by [`feature`].
    pub abilities: SmallVec<[u32; 16]>,
    /// The commands and attributes that it has, by [`feature`].
    pub commands: SmallVec<[u32; 16]>,
}

/// A device or scene that could be meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidate {
    /// What it is.
    pub entity: Arc<Entity>,
    /// The speaker stands in its room.
    pub is_near: bool,
    /// It was last spoken of.
    pub is_recent: bool,
}

/// How a word touches a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TouchKind {
    /// The word is one of its whole names.
    WholeName,
    /// The home's vocabulary knows the word as its name or a part of it.
    Name,
    /// The same, by how few devices answer to it (1 / devices).
    NameRarity,
    /// The word stands in one of its names, by how much of that name it is.
    PartOfName,
    /// The same, by how few devices have it in their names.
    PartRarity,
    /// It is nearly a word of one of its names.
    NearlyPart,
    /// It means the room that the device stands in, by how few rooms it means.
    Room,
    /// It stands in the name of its room, by how much of that name it is.
    PartOfRoom,
    /// It is a noun for it.
    Noun,
    /// It is the noun that its name ends with.
    HeadNoun,
    /// It is a complaint or an action that goes with its kind.
    Helps,
}

impl TouchKind {
    /// Every kind, in declaration order.
    pub const ALL: [TouchKind; 11] = [
        TouchKind::WholeName,
        TouchKind::Name,
        TouchKind::NameRarity,
        TouchKind::PartOfName,
        TouchKind::PartRarity,
        TouchKind::NearlyPart,
        TouchKind::Room,
        TouchKind::PartOfRoom,
        TouchKind::Noun,
        TouchKind::HeadNoun,
        TouchKind::Helps,
    ];
}

/// A word that touches a device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// The device's place among the candidates.
    pub candidate: u32,
    /// The word's place.
    pub word: u32,
    /// How.
    pub kind: TouchKind,
    /// How much, 0..1.
    pub strength: f32,
}

/// All that the network sees of one request.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Example {
    /// What was said, earlier turns first.
    pub words: Vec<Word>,
    /// What could be meant.
    pub candidates: Vec<Candidate>,
    /// Where words touch candidates, at most once for each kind.
    pub touches: Vec<Touch>,
    /// It is known where the speaker stands.
    pub room_known: bool,
}

/// The number of a feature: FNV-1a over its kind and value, 32 bits.
pub fn feature(kind: &str, value: &str) -> u32 {
    let bytes = kind.bytes().chain(std::iter::once(b'=')).chain(value.bytes());
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
