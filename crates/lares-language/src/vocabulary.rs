//! The words of one home: its names, rooms and values beside the lexicons, compiled once.

use lares_home::{DeviceIndex, Home, RoomIndex};

use crate::action::Action;
use crate::parse::Parse;

/// How a name was recognised, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameMatchKind {
    /// The whole name or an alias, letter for letter after normalising (a room word before it left aside).
    Exact,
    /// A part of the name, or the name within what was said.
    Partial,
    /// Nearly the same letters.
    Fuzzy,
    /// Nearly the same sound.
    Sound,
}

/// A device whose name answers to what was said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NameMatch {
    /// The device.
    pub device: DeviceIndex,
    /// How it was recognised.
    pub kind: NameMatchKind,
    /// 0..1; 1 for an exact match.
    pub score: f32,
}

/// A noun concept of the lexicon (`desk_lamp`), by its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Noun(pub u16);

/// The words of one home, immutable, shared between threads.
#[derive(Debug, Default)]
pub struct HomeVocabulary {}

/// What a parse may need to know beside the text.
#[derive(Debug, Clone, Copy, Default)]
pub struct ParseContext {
    /// Devices were spoken of in this conversation, so that references and left-out targets can be filled.
    pub has_recent: bool,
}

impl HomeVocabulary {
    /// Compiles the words of a home.
    pub fn compile(_home: &Home) -> HomeVocabulary {
        HomeVocabulary::default()
    }

    /// Parses an utterance. Never fails: what cannot be understood is a rejection.
    pub fn parse(&self, _home: &Home, _text: &str, _context: ParseContext) -> Parse {
        Parse::default()
    }

    /// Decodes the action words of a command array (`设置亮度=50%`, `turn on`).
    pub fn decode_action(&self, _action: &str) -> Action {
        Action::default()
    }

    /// The devices whose name or alias answers to `said` (normalised or not), best first, each once. Generic nouns
    /// (灯) match no name. At most `limit`.
    pub fn match_name(&self, _said: &str, _limit: usize) -> Vec<NameMatch> {
        Vec::new()
    }

    /// The rooms that answer to `said`: by name, alias or concept (客厅 for "Living Room"); empty for an unknown room.
    pub fn match_room(&self, _said: &str) -> Vec<RoomIndex> {
        Vec::new()
    }

    /// The noun concept that `said` is, where it is a plain noun of the lexicon (灯, ceiling light).
    pub fn noun(&self, _said: &str) -> Option<Noun> {
        None
    }

    /// The nouns of a device: the head noun of its name first, then those of its categories. 落地灯 on a smart plug
    /// is a floor lamp and a plug.
    pub fn device_nouns(&self, _device: DeviceIndex) -> &[Noun] {
        &[]
    }

    /// Whether `noun` is `ancestor` or a kind of it (a desk lamp is a light).
    pub fn is_a(&self, _noun: Noun, _ancestor: Noun) -> bool {
        false
    }

    /// The noun that stands for a whole category (`Light` → light), if the lexicon has one.
    pub fn category_noun(&self, _category: lares_home::Category) -> Option<Noun> {
        None
    }

    /// The noun's names, for messages: Chinese, English.
    pub fn noun_names(&self, _noun: Noun) -> (&str, &str) {
        ("", "")
    }
}
