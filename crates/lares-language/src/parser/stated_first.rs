//! A condition, and the order behind it without a pause or a verb to begin with ("if the study lamp is on turbo on the
//! robot"): where read as one they come to nothing, the order begins where the rest is one that leaves nothing out.

use super::divided::is_order;
use super::lattice::{Path, Token};
use super::statement::tells;
use super::workspace::Spare;
use crate::lexicon::{Place, Sense};
use crate::parse::{Language, ParsedCommand};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// So many places are tried at most.
const MOST: usize = 6;

impl HomeVocabulary {
    /// The order behind a condition that an utterance begins with, at the first place where there is one.
    pub(super) fn order_behind(
        &self,
        text: &[char],
        path: &Path,
        language: Language,
        context: ParseContext,
        spare: &mut Spare,
    ) -> Option<Vec<ParsedCommand>> {
        let tokens = &path.tokens;
        let opens = tokens.iter().take(2).position(|token| token.condition() == Some(Place::Before))?;
        let stated = |index: &usize| {
            tokens.get(opens + 1..*index).is_some_and(tells)
                && tokens.get(*index).is_some_and(|token| token.separator().is_none())
        };
        for index in (opens + 2..tokens.len()).filter(stated).take(MOST) {
            let paused = with_pause(path, index)?;
            let (commands, _) = self.commands(text, &paused, language, context, spare);
            let is_meant = |command: &ParsedCommand| {
                is_order(command) && !command.spoken.conditions.is_empty() && !command.action.is_query()
            };
            if !commands.is_empty() && commands.iter().all(is_meant) {
                return Some(commands);
            }
            spare.commands = commands;
            spare.commands.clear();
        }
        None
    }
}

/// The path with a pause before a token.
fn with_pause(path: &Path, index: usize) -> Option<Path> {
    let mut paused = path.clone();
    let end = paused.tokens.get(index)?.start;
    let senses = [Sense::Separator(false)].into_iter().collect();
    paused.tokens.insert(index, Token { start: end, end, senses, likeness: 1.0 });
    Some(paused)
}
