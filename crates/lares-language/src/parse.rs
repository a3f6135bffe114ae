//! What a parser hands to retrieval: the commands of an utterance, or why there are none.

use crate::action::Action;
use crate::command_array::SpokenCommand;
pub use crate::normalise::Language;

/// A parsed utterance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parse {
    /// The language the utterance is in.
    pub language: Language,
    /// Commands in spoken order; empty where nothing is for the home.
    pub commands: Vec<ParsedCommand>,
    /// Why there is no command, where there is none.
    pub rejection: Option<Rejection>,
    /// The whole utterance, normalised: what an answer to a question is matched against.
    pub normalised: String,
}

/// One command as understood.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedCommand {
    /// The element of the command array.
    pub spoken: SpokenCommand,
    /// Its action, understood.
    pub action: Action,
    /// How sure the parser is, 0..1.
    pub confidence: f32,
    /// The words of the utterance that belong to this command.
    pub words: String,
    /// The target is left out (`再亮一点`): it is to be filled from the conversation.
    pub target_left_out: bool,
    /// The command is for later (明天八点, in five minutes): it must not be acted on now.
    pub scheduled: bool,
    /// It is a complaint or wish (太暗了), not an order.
    pub wish: bool,
    /// The number of targets was said (所有, both, 两盏), not implied by a plain noun: only then does it reach beyond
    /// the speaker's room, and only then are several locks or doors meant at once.
    pub quantifier_said: bool,
    /// The room words of `s` that no room of the home answers to.
    pub unknown_rooms: Vec<String>,
}

/// Why an utterance holds no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rejection {
    /// Blank or without any letter or digit.
    Empty,
    /// Longer than the parser reads.
    TooLong,
    /// Small talk, a story, an idiom, or nothing that names an action of the home.
    NotForTheHome,
    /// A negated wish: 别开灯.
    Negated,
    /// Quoted or reported speech, or words for another person.
    Reported,
}
