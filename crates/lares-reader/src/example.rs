//! What the network sees of an utterance and of a home.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::looks::KeptLooks;
use crate::shape::FACTS;

/// A word of the utterance, or of one said before it in the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// Where its features stand among those of the example: the first, and one after the last.
    pub features: (u32, u32),
    /// So many of them, the first ones, tell its letters.
    pub letters: u32,
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
    /// What a network has made of it.
    pub looks: KeptLooks,
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
    /// It stands in the room of one that was last spoken of.
    pub is_beside_recent: bool,
    /// It is of the kind of one that was last spoken of, and is another.
    pub is_like_recent: bool,
}

impl Candidate {
    /// What is known of it beside what it is.
    pub fn facts(&self, room_known: bool) -> [bool; FACTS] {
        [self.is_near, room_known, self.is_recent, self.is_beside_recent, self.is_like_recent]
    }
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
    /// It sounds like a part of one of its names, and is none.
    SoundsLikePart,
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
    /// It names a value that one of its commands takes.
    Value,
    /// The same, by how few devices take it.
    ValueRarity,
    /// It is a number in the range of one of its commands, by how much that range tells: 1 where it is no percentage.
    InRange,
    /// It stands for a command that the first reading would have it do, by how sure that is.
    Acted,
    /// It stands for a question that offers it.
    Offered,
    /// It stands for a command for which it was considered, by how good it was.
    Considered,
}

impl TouchKind {
    /// Every kind, in declaration order.
    pub const ALL: [TouchKind; 18] = [
        TouchKind::WholeName,
        TouchKind::Name,
        TouchKind::NameRarity,
        TouchKind::PartOfName,
        TouchKind::PartRarity,
        TouchKind::NearlyPart,
        TouchKind::SoundsLikePart,
        TouchKind::Room,
        TouchKind::PartOfRoom,
        TouchKind::Noun,
        TouchKind::HeadNoun,
        TouchKind::Helps,
        TouchKind::Value,
        TouchKind::ValueRarity,
        TouchKind::InRange,
        TouchKind::Acted,
        TouchKind::Offered,
        TouchKind::Considered,
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
    /// What the words are, by [`feature`]: their letters, and all that the lexicons know of them.
    pub features: Vec<u32>,
    /// What could be meant.
    pub candidates: Vec<Candidate>,
    /// Where words touch candidates, at most once for each kind.
    pub touches: Vec<Touch>,
    /// It is known where the speaker stands.
    pub room_known: bool,
}

impl Example {
    /// Empties it, for another request to be written there.
    pub fn clear(&mut self) {
        self.words.clear();
        self.features.clear();
        self.candidates.clear();
        self.touches.clear();
        self.room_known = false;
    }

    /// Ends a word: its features are those that were added since the last one, of which the first ones tell its letters.
    pub fn end_word(&mut self, letters: usize, earlier: bool) {
        let start = self.words.last().map_or(0, |last| last.features.1);
        let features = (start, self.features.len() as u32);
        self.words.push(Word { features, letters: letters as u32, earlier });
    }

    /// The features of a word.
    pub fn features_of(&self, word: &Word) -> &[u32] {
        self.features.get(word.features.0 as usize..word.features.1 as usize).unwrap_or_default()
    }
}

/// The number of a feature, of its kind and value.
pub fn feature(kind: &str, value: &str) -> u32 {
    let mut number = FeatureNumber::new(kind);
    number.add(value);
    number.0
}

/// The number of a feature whose value is written piece by piece: FNV-1a over kind, `=` and value, 32 bits.
#[derive(Debug, Clone, Copy)]
pub struct FeatureNumber(u32);

impl FeatureNumber {
    /// A feature without a value yet.
    pub fn new(kind: &str) -> FeatureNumber {
        let mut number = FeatureNumber(0x811c_9dc5);
        number.add(kind);
        number.add("=");
        number
    }

    /// Goes on with its value.
    pub fn add(&mut self, value: &str) {
        self.0 =
            value.bytes().fold(self.0, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    }

    /// The number of what was written.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Write for FeatureNumber {
    fn write_str(&mut self, value: &str) -> fmt::Result {
        self.add(value);
        Ok(())
    }
}
