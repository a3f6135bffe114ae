//! Dividing an utterance into orders that are whole by themselves: where it was read as one, a neighbour may have lent an
//! order what it did not need, or taken what was its own ("take a picture on the Eufy and Series 6 on eco").
//!
//! Only what the home can do tells which reading is meant, so this is asked for when the first reading has left out a part.

use smallvec::SmallVec;

use lares_home::Act;

use super::lattice::{self, Memory, Token};
use super::tokens::{says_which_way, text_of};
use super::workspace::Spare;
use super::{Workspace, spelling};
use crate::command_array::{ANY, LAST, OTHER};
use crate::lexicon::{Cue, lexicon};
use crate::normalise::{language, normalise_into};
use crate::parse::{Language, Parse, ParsedCommand};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// So many parts at most: who says more in one breath is read as usual.
const MOST: usize = 6;
/// More letters are a story.
const MOST_LETTERS: usize = 200;
/// From here on a part is understood.
const SURE: f32 = 0.6;

/// The places where an utterance falls into parts.
type Cuts = SmallVec<[Cut; MOST]>;

/// A place between two orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cut {
    /// One after the last letter of the order before it.
    end: usize,
    /// The first letter of the order behind it.
    start: usize,
    /// What stands behind it is said instead of what stands before.
    corrects: bool,
    /// No word stands there.
    silent: bool,
}

/// An utterance in its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Divided {
    /// The commands of all parts, in spoken order.
    pub parse: Parse,
    /// The last part is meant instead of those before, which are left out.
    pub corrects: bool,
    /// Somewhere no word stood between two parts.
    pub silent: bool,
}

/// How many orders an utterance may hold, each of which says by itself what is to be done.
pub(super) fn count(text: &[char], tokens: &[Token]) -> u8 {
    if tokens.len() < 3 {
        return 1;
    }
    let cuts = cuts(text, tokens);
    // What was taken back counts once more: it may have been done together with what was meant.
    let corrected = cuts.iter().filter(|cut| cut.corrects).count();
    u8::try_from(cuts.len() + 1 + corrected).unwrap_or(1)
}

impl HomeVocabulary {
    /// The utterance read part by part, where each of at least two parts is an order that leaves nothing out.
    pub fn parse_divided(&self, text: &str, workspace: &mut Workspace) -> Option<Divided> {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        if normal.len() > MOST_LETTERS {
            return None;
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let cuts = cuts(said, &path.tokens);
        memory.take_back(path);
        if cuts.is_empty() {
            return None;
        }
        let language = language(normal);
        let mut commands: Vec<ParsedCommand> = Vec::new();
        spare.texts.tried = true;
        let whole = self.add_parts(&mut commands, said, &cuts, language, memory, spare);
        spare.texts.tried = false;
        let normalised = spare.texts.written(&normal.chars);
        let parse = Parse { language, commands, rejection: None, normalised, parts: 1 };
        if !whole {
            workspace.take_back(parse);
            return None;
        }
        let corrects = cuts.iter().any(|cut| cut.corrects);
        Some(Divided { parse, corrects, silent: cuts.iter().any(|cut| cut.silent) })
    }

    /// Adds the commands of each part, as far as all are whole.
    fn add_parts(
        &self,
        commands: &mut Vec<ParsedCommand>,
        said: &[char],
        cuts: &Cuts,
        language: Language,
        memory: &mut Memory,
        spare: &mut Spare,
    ) -> bool {
        let starts = std::iter::once(0).chain(cuts.iter().map(|cut| cut.start));
        let ends = cuts.iter().map(|cut| cut.end).chain(std::iter::once(said.len()));
        let last_correction = cuts.iter().rposition(|cut| cut.corrects);
        for (place, (start, end)) in starts.zip(ends).enumerate() {
            // What was said before a correction is left out.
            if last_correction.is_some_and(|last| place <= last) {
                continue;
            }
            let part = said.get(start..end).unwrap_or_default();
            // 阿旺停一停，别撞到豆豆: what the order before is for.
            if place > 0 && lexicon().phrases(Cue::Purpose).leading(part).next().is_some() {
                return false;
            }
            let path = lattice::best_path(part, self, memory);
            let (mut of_part, _) = self.commands(part, &path, language, ParseContext::default(), spare);
            memory.take_back(path);
            let whole = !of_part.is_empty() && of_part.iter().all(is_whole);
            commands.append(&mut of_part);
            spare.commands = of_part;
            if !whole {
                return false;
            }
        }
        true
    }
}

/// An order that says what is to be done, and to what.
pub(super) fn is_whole(command: &ParsedCommand) -> bool {
    is_order(command) && command.spoken.conditions.is_empty()
}

/// The same, whatever it hangs on.
pub(super) fn is_order(command: &ParsedCommand) -> bool {
    let arms = matches!(command.action.acts.first(), Some(Act::Arm | Act::Disarm));
    (!command.target_left_out || arms)
        && !command.scheduled
        && !command.doubtful
        && !command.wish
        && !command.also
        && !command.corrects
        && !command.unread
        && (!command.implied || arms)
        && !command.action.is_query()
        && command.again.is_none()
        && command.confidence >= SURE
        && !matches!(command.spoken.n.as_str(), LAST | OTHER)
        && (arms || command.spoken.n != ANY || command.spoken.s != ANY)
}

/// Where one order ends and another begins: at what joins them, or before a verb where all is said.
fn cuts(text: &[char], tokens: &[Token]) -> Cuts {
    let mut cuts = Cuts::new();
    let mut start = 0;
    let mut index = 1;
    while index < tokens.len() && cuts.len() + 1 < MOST {
        let joins = joint(tokens.get(index..).unwrap_or_default());
        let before = tokens.get(start..index).unwrap_or_default();
        let behind = tokens.get(index + joins..).unwrap_or_default();
        let next = behind.iter().position(parts).map_or(behind, |end| &behind[..end]);
        let (Some(last), Some(first)) = (before.last(), behind.first()) else {
            index += joins.max(1);
            continue;
        };
        // 关灯，出门了: behind a mere pause it says why.
        let paused = tokens[index..index + joins].iter().all(|token| token.separator().is_some());
        let only_scene =
            paused && next.iter().all(|token| token.scene().is_some() || token.particle().is_some());
        let cuts_here = if joins > 0 {
            says_what_to_do(before) && says_what_to_do(next) && !only_scene
        } else {
            begins(text, last, first) && is_complete(before) && is_complete(next)
        };
        if cuts_here {
            let corrects = tokens[index..index + joins].iter().any(|token| token.correction().is_some());
            cuts.push(Cut { end: last.end, start: first.start, corrects, silent: joins == 0 });
            start = index + joins;
        }
        index += joins.max(1);
    }
    cuts
}

/// How many tokens join what stands before them to what stands behind.
fn joint(tokens: &[Token]) -> usize {
    tokens.iter().take_while(|token| parts(token)).count()
}

/// Whether a token stands between two orders and belongs to neither.
fn parts(token: &Token) -> bool {
    !token.is_target()
        && (token.separator().is_some()
            || token.conjunction().is_some()
            || token.clause().is_some()
            || token.correction().is_some())
}

/// Whether there is a word for what is to be done, or a scene, and none for what is not to be.
pub(super) fn says_what_to_do(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| acts(token) || token.scene().is_some())
        && !tokens.iter().any(|token| token.negation().is_some())
}

/// Whether a token may say what is to be done.
fn acts(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.weak)
        || token.state().is_some()
        || token.value().is_some()
        || token.home_value().is_some()
        || token.level().is_some()
        || token.adjective().is_some()
        || token.color().is_some()
        || token.unit().is_some()
        || token.senses.iter().any(|sense| matches!(sense, crate::lexicon::Sense::Number(_)))
}

/// Whether it says what to do, and to what.
fn is_complete(tokens: &[Token]) -> bool {
    says_what_to_do(tokens) && tokens.iter().any(Token::is_target)
}

/// Whether an order may begin with a token though nothing joins it to what stands before.
fn begins(text: &[char], last: &Token, token: &Token) -> bool {
    let word = text_of(text, token.start, token.end);
    let orders = token.likeness >= 1.0
        && token.state().is_none()
        && !says_which_way(&word)
        && token.question().is_none()
        && !token.is_target()
        && token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query));
    let marks = token.object_marker().is_some();
    let said = text_of(text, last.start, last.end);
    let bound = last.negation().is_some()
        || last.object_marker().is_some()
        || last.speech().is_some()
        || last.person().is_some()
        || last.condition().is_some()
        || last.verb().is_some() && last.state().is_none()
        || matches!(said.as_str(), "to" | "and" | "the" | "a" | "不" | "别" | "的");
    (orders || marks) && !bound
}
