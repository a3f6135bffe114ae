//! A parse from another parser's commands: what the local parser adds by itself is worked out from the words.

use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::{BorneOut, Parse, ParsedCommand, Quantifier, SpokenCommand};
use smol_str::SmolStr;

use crate::borne_out::{Evidence, Same};
use crate::documents::written_in;
use crate::follow_up::says_all;
use crate::index::CompiledHome;

/// The confidence of a command that a model parsed: it does not say how sure it is, and its array was read strictly.
pub const MODEL_CONFIDENCE: f32 = 0.9;

impl CompiledHome {
    /// Makes a parse of the commands that another parser found in a text. `local` is what the local parser makes of the
    /// same text: a command on which both agree is the local one; what speaks against a command holds it back.
    pub fn adopt(&self, text: &str, commands: &[SpokenCommand], local: &Parse) -> Parse {
        let evidence = Evidence::new(self, text, commands, local);
        Parse {
            language: if local.normalised.is_empty() { written_in(text) } else { local.language },
            commands: commands.iter().map(|command| self.adopt_command(text, command, &evidence)).collect(),
            rejection: None,
            normalised: text.trim().to_lowercase(),
            parts: 0,
        }
    }

    fn adopt_command(&self, text: &str, spoken: &SpokenCommand, evidence: &Evidence<'_>) -> ParsedCommand {
        let action = self.vocabulary.decode_action(&spoken.a);
        if let Some(same) = evidence.same(spoken, &action) {
            // Two readings agree. What can harm is still judged by how sure the local one was.
            let Same { local, wholly } = same;
            let sure = local.confidence >= self.config.sensitive_confidence;
            let (spoken, confidence) = match wholly {
                true => (spoken, local.confidence.max(MODEL_CONFIDENCE)),
                false => (&local.spoken, local.confidence),
            };
            return ParsedCommand {
                spoken: spoken.clone(),
                confidence,
                borne_out: match sure {
                    _ if evidence.command_left_out => BorneOut::Not("command_left_out"),
                    true => BorneOut::Fully,
                    false => BorneOut::InPart,
                },
                ..local.clone()
            };
        }
        let spoken = &evidence.with_number_said(spoken);
        let scope = spoken.scope();
        let unknown_rooms = scope
            .include
            .iter()
            .chain(&scope.exclude)
            .filter(|room| self.vocabulary.match_room(room).is_empty())
            .map(SmolStr::new)
            .chain(evidence.unknown_rooms.iter().cloned())
            .collect();
        let left_out = spoken.n == ANY && spoken.s == ANY && spoken.t == UNKNOWN_CATEGORY;
        ParsedCommand {
            borne_out: evidence.judge(spoken, &action),
            action,
            confidence: if spoken.is_unknown() { 0.0 } else { MODEL_CONFIDENCE },
            words: text.to_owned(),
            target_left_out: left_out && spoken.q == Quantifier::One,
            scheduled: evidence.scheduled,
            wish: evidence.wish,
            quantifier_said: spoken.q == Quantifier::Except || spoken.c.is_some() || says_all(text),
            unknown_rooms,
            spoken: spoken.clone(),
            ..ParsedCommand::default()
        }
    }
}
