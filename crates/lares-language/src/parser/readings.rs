//! Of the ways in which an utterance may have been meant, other than as it was written, the likeliest: spelt as the lexicon
//! spells it, or with misheard words as they were meant.

use super::lattice::{Memory, Path, Token};
use super::spelling::Written;
use super::tokens::text_of;
use super::{Spare, plainly, render, spelling};
use crate::command_array::ANY;
use crate::lexicon::{Cue, lexicon};
use crate::normalise::Language;
use crate::parse::{ParsedCommand, Rejection};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// Below this a command is not acted on.
const ACTED_ON: f32 = 0.6;
/// From here on what was understood is not spelt anew.
const SURE_ENOUGH: f32 = render::SLIP_CONFIDENCE;

/// An utterance as it was written.
pub(super) struct Heard<'a> {
    pub(super) said: &'a [char],
    pub(super) path: &'a Path,
    pub(super) language: Language,
    pub(super) context: ParseContext,
}

/// What was understood: the commands, and why there are none.
type Understood = (Vec<ParsedCommand>, Rejection);

/// What was understood, or what is likelier to have been meant. What is read otherwise than it was written is never sure.
pub(super) fn likeliest(
    vocabulary: &HomeVocabulary,
    heard: &Heard<'_>,
    mut understood: Understood,
    memory: &mut Memory,
    spare: &mut Spare,
) -> Understood {
    if (understood.0.is_empty() || surest(&understood.0) < ACTED_ON || understood.0.iter().all(asks))
        && let Some((said, path)) = plainly::plainly_said(heard.said, heard.path, vocabulary, memory)
    {
        let (commands, rejection) = vocabulary.commands(&said, &path, heard.language, heard.context, spare);
        if !commands.is_empty() && commands.iter().all(|command| command.wish) {
            return (commands, rejection);
        }
    }
    let mut read = |(said, path): &(Written, Path)| {
        let (mut commands, rejection) = vocabulary.commands(said, path, heard.language, heard.context, spare);
        spare.reading.keep(said, (heard.language, heard.context), (&commands, rejection), &mut spare.texts);
        let clear = commands.iter().all(is_clear);
        for command in &mut commands {
            command.confidence = command.confidence.min(render::SLIP_CONFIDENCE);
        }
        (commands, rejection, clear)
    };
    if let Some(spelt) = spelling::respelt(heard.said, heard.path, vocabulary, memory) {
        let (commands, rejection, _) = read(&spelt);
        // "Crank it down to eighten": of a word that was not understood something may hang.
        let doubted = |token: &&Token| token.is_unknown() || token.likeness < 1.0;
        let unread = |path: &Path| path.tokens.iter().filter(doubted).count();
        let doubtful = understood.0.is_empty()
            || surest(&understood.0) < SURE_ENOUGH
            || surest(&understood.0) <= SURE_ENOUGH && unread(&spelt.1) < unread(heard.path)
            // "In tweny minutes turn the oven off"
            || commands.iter().any(|command| command.scheduled);
        let as_sure = surest(&commands) >= surest(&understood.0).min(SURE_ENOUGH);
        if commands.len() > understood.0.len() || doubtful && as_sure {
            understood = (commands, rejection);
        }
        let (said, path) = spelt;
        memory.keep_other(&said, path);
    }
    if (may_be_misheard(&understood) || is_of_unknown(&understood, heard))
        && let Some(meant) = spelling::as_meant(heard.said, heard.path, vocabulary, memory)
        && !meant.1.tokens.iter().any(Token::is_unknown)
    {
        let (commands, rejection, clear) = read(&meant);
        // "Is the door made of oak" asks nothing of the home, however it is heard.
        let asks = commands.iter().any(|command| command.action.is_query());
        if commands.len() >= understood.0.len().max(1) && !asks && clear {
            understood = (commands, rejection);
        }
    }
    understood
}

/// Whether a command is a question.
fn asks(command: &ParsedCommand) -> bool {
    command.action.is_query()
}

/// The confidence of the least certain command.
fn surest(commands: &[ParsedCommand]) -> f32 {
    commands.iter().map(|command| command.confidence).fold(1.0, f32::min)
}

/// Whether a command says clearly what is to be done to what.
fn is_clear(command: &ParsedCommand) -> bool {
    command.confidence >= SURE_ENOUGH && (command.spoken.n != ANY || command.spoken.s != ANY)
}

/// Whether something is to be done to a word that nobody knows and that is written for another: "turn on the cattle", and
/// not "stop eating".
fn is_of_unknown((commands, _): &Understood, heard: &Heard<'_>) -> bool {
    const MOST_WORDS: usize = 7;
    let [command] = &commands[..] else { return false };
    if heard.said.split(|letter| *letter == ' ').count() > MOST_WORDS || command.action.acts.is_empty() {
        return false;
    }
    let determined = |token: &&Token| {
        let before = heard.said.get(..token.start.saturating_sub(1)).unwrap_or_default();
        let word = before.rsplit(|letter| *letter == ' ').next().unwrap_or_default();
        lexicon().phrases(Cue::Determiner).have(word)
    };
    let unknown = heard.path.tokens.iter().filter(|token| token.is_unknown());
    !asks(command)
        && unknown
            .filter(determined)
            .map(|token| text_of(heard.said, token.start, token.end))
            .any(|word| command.spoken.n == word.as_str() && lexicon().misheard(&word).next().is_some())
}

/// Whether so little was understood that something may have been misheard: nothing that would be acted on.
fn may_be_misheard((commands, rejection): &Understood) -> bool {
    match &commands[..] {
        [] => *rejection == Rejection::NotForTheHome,
        commands => surest(commands) < ACTED_ON,
    }
}
