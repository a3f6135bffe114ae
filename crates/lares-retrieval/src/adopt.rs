//! A parse from another parser's commands: what the local parser adds by itself is worked out from the words.

use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::{Parse, ParsedCommand, Quantifier, SpokenCommand};

use crate::documents::written_in;
use crate::follow_up::says_all;
use crate::index::CompiledHome;

/// The confidence of a command that a model parsed: it does not say how sure it is, and its array was read strictly.
pub const MODEL_CONFIDENCE: f32 = 0.9;

impl CompiledHome {
    /// Makes a parse of the commands that another parser found in a text.
    pub fn adopt(&self, text: &str, commands: &[SpokenCommand]) -> Parse {
        Parse {
            language: written_in(text),
            commands: commands.iter().map(|command| self.adopt_command(text, command)).collect(),
            rejection: None,
            normalised: text.trim().to_lowercase(),
        }
    }

    fn adopt_command(&self, text: &str, spoken: &SpokenCommand) -> ParsedCommand {
        let scope = spoken.scope();
        let unknown_rooms = scope
            .include
            .iter()
            .chain(&scope.exclude)
            .filter(|room| self.vocabulary.match_room(room).is_empty())
            .map(|room| (*room).to_owned())
            .collect();
        let left_out = spoken.n == ANY && spoken.s == ANY && spoken.t == UNKNOWN_CATEGORY;
        ParsedCommand {
            action: self.vocabulary.decode_action(&spoken.a),
            confidence: if spoken.is_unknown() { 0.0 } else { MODEL_CONFIDENCE },
            words: text.to_owned(),
            target_left_out: left_out && spoken.q == Quantifier::One,
            quantifier_said: spoken.q == Quantifier::Except || spoken.c.is_some() || says_all(text),
            unknown_rooms,
            spoken: spoken.clone(),
            ..ParsedCommand::default()
        }
    }
}
