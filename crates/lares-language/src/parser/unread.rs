//! Utterances that name something of the home and say what to do with it in words that no lexicon knows (洗碗机来个加强去渍):
//! the target is handed over with all the words, for their meaning to tell.

use smallvec::smallvec;

use super::clause::Clause;
use super::frame::{Frame, Head, Target};
use super::lattice::{Path, Token};
use super::render::{self, Rendering};
use crate::parse::ParsedCommand;

/// More is a story, not an order.
const MOST_TOKENS: usize = 16;
/// Its target is known and nothing else.
const CONFIDENCE: f32 = 0.5;

/// The command without an action of an utterance that holds one target and words about it.
pub(super) fn command(
    text: &[char],
    path: &Path,
    tokens: &[Token],
    rendering: &Rendering<'_>,
) -> Option<ParsedCommand> {
    if tokens.len() > MOST_TOKENS
        || tokens.iter().any(|token| token.negation().is_some() || token.time().is_some())
    {
        return None;
    }
    let clause = Clause {
        text,
        path,
        tokens,
        vocabulary: rendering.vocabulary,
        condition: false,
        after_order: false,
        last: None,
    };
    let frames = super::clause::frames(&clause);
    let mut targets =
        frames.iter().flat_map(|frame| &frame.targets).filter(|target| is_known(target, rendering));
    let (target, None) = (targets.next()?, targets.next()) else { return None };
    let asks = frames.iter().any(|frame| frame.question.is_some() || frame.chat || frame.scheduled);
    let unknown: usize = frames.iter().map(|frame| frame.unknown + frame.lost).sum();
    if asks || unknown == 0 {
        return None;
    }
    let (first, last) = (tokens.first()?, tokens.last()?);
    let frame = Frame {
        targets: smallvec![target.clone()],
        span: (first.start, last.end),
        likeness: 1.0,
        known: 1,
        ..Frame::default()
    };
    let mut commands = Vec::new();
    render::add_commands(&mut commands, frame, rendering);
    let mut command = commands.into_iter().next()?;
    // The array's actions hold no hyphen and no value that was not read.
    let said = command.words.replace(['-', '='], " ");
    if said.trim().is_empty() {
        return None;
    }
    command.spoken.a = said.trim().to_owned();
    command.confidence = CONFIDENCE;
    command.unread = true;
    command.target_left_out = false;
    Some(command)
}

/// A name of the home, or a kind of device that it has.
fn is_known(target: &Target, rendering: &Rendering<'_>) -> bool {
    match target.head {
        Head::Name => true,
        Head::Noun(noun) => rendering.vocabulary.has_noun(noun),
        _ => false,
    }
}
