//! What was said comes to nothing: a part of it may be all that is meant for the home, and the rest be told beside it.
//!
//! Which part that is a classifier tells, by the words on both sides of where it is cut off
//! ([`lares_language::HomeVocabulary::parts`]) and by what would be done; `cargo xtask train-parts` trains it on `dev` cases.

use std::sync::OnceLock;

use lares_language::command_array::ANY;
use lares_language::wish_model::WishModel;
use lares_language::{Features, ParseContext, Rejection, feature};
use smallvec::SmallVec;

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{LEFT_OUT, is_final, is_settled, take_back};
use crate::pipeline::{Request, Step, retrieve_reading};
use crate::result::{CommandResult, Decision, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// The class of what is meant.
pub const MEANT: &str = "meant";
/// A part must be this likely to be all that is meant.
const LIKELY: f32 = 0.7;
/// So many parts are read at most, the likeliest by their words first.
const MOST: usize = 2;
/// And only those that are this likely by their words.
const PROMISING: f32 = 0.6;

/// A part of what was said, and what would be done if it were all.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// What the part and the answer are like, for the classifier.
    pub features: Features,
    /// What is done.
    pub answer: Retrieval,
}

/// A part of what was said.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// How likely it is all that is meant, by its words.
    likelihood: f32,
    /// Its words, normalised.
    text: String,
    features: Features,
}

/// What came of the whole.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Whole<'r> {
    /// Something was understood of which nothing is done.
    Understood(&'r Retrieval),
    /// Nothing was read.
    Rejected(Option<Rejection>),
}

/// The bundled classifier.
fn model() -> &'static WishModel {
    static MODEL: OnceLock<WishModel> = OnceLock::new();
    // The file is part of the program: where it is broken the tests say so, and no part is told by it.
    MODEL.get_or_init(|| WishModel::of_bytes(include_bytes!("../data/parts.bin")).unwrap_or_default())
}

/// The answer to the part that is likely to be all that is meant.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    whole: Whole<'_>,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.meant_part || request.is_part || !may_hold_another(whole) {
        return None;
    }
    let model = model();
    let mut spare = std::mem::take(&mut workspace.parts);
    let mut likely: SmallVec<[Part; MOST + 1]> = SmallVec::new();
    home.vocabulary.parts(request.text, &mut workspace.language, |said, features| {
        tell_whole(whole, features);
        let likelihood = model.likelihood(MEANT, features).unwrap_or_default();
        let place = likely.iter().position(|other| other.likelihood < likelihood).unwrap_or(likely.len());
        if likelihood >= PROMISING && place < MOST {
            let part = Part::written(spare.pop().unwrap_or_default(), likelihood, said, features);
            likely.insert(place, part);
            spare.extend((likely.len() > MOST).then(|| likely.pop()).flatten());
        }
    });
    let mut best: Option<(f32, Retrieval, Conversation)> = None;
    for part in &mut likely {
        let Some((answer, talk)) = read(home, conversation, request, part, workspace) else { continue };
        let likelihood = model.likelihood(MEANT, &part.features).unwrap_or_default();
        if likelihood < LIKELY || best.as_ref().is_some_and(|(other, ..)| likelihood <= *other) {
            take_back(answer, workspace);
            continue;
        }
        best = Some((likelihood, answer, talk));
    }
    spare.extend(likely);
    workspace.parts = spare;
    let (_, answer, talk) = best?;
    *conversation = talk;
    Some(answer)
}

impl Part {
    /// A part written in the memory of an earlier one.
    fn written(mut part: Part, likelihood: f32, said: &[char], features: &[u32]) -> Part {
        part.likelihood = likelihood;
        part.text.clear();
        part.text.extend(said);
        part.features.clear();
        part.features.extend_from_slice(features);
        part
    }
}

/// Every part of a request that something would be done about, in a new conversation; none where the whole is acted on or
/// cannot be otherwise. To train the classifier by.
pub fn candidates(home: &CompiledHome, request: &Request<'_>) -> Vec<Candidate> {
    let mut workspace = Workspace::default();
    let mut talk = Conversation::default();
    let understood = match retrieve_reading(home, &mut talk, request, None, &mut workspace) {
        Step::Done(understood) => understood,
        _ => return Vec::new(),
    };
    let parse = home.parse_in(request.text, ParseContext::default(), request.room, &mut workspace.language);
    let whole = if parse.commands.is_empty() {
        Whole::Rejected(parse.rejection)
    } else {
        Whole::Understood(&understood)
    };
    // Another reading may have been acted on.
    if !may_hold_another(whole) || understood.decision == Decision::Act {
        return Vec::new();
    }
    let mut parts = Vec::new();
    home.vocabulary.parts(request.text, &mut workspace.language, |said, features| {
        tell_whole(whole, features);
        parts.push(Part::written(Part::default(), 0.0, said, features));
    });
    let candidate = |mut part: Part| {
        let (answer, _) = read(home, &Conversation::default(), request, &mut part, &mut workspace)?;
        Some(Candidate { features: part.features, answer })
    };
    parts.into_iter().filter_map(candidate).collect()
}

/// Nothing of it is done; and it is not to be done later, nor about a place or a thing that the home does not have.
fn may_hold_another(whole: Whole<'_>) -> bool {
    match whole {
        Whole::Understood(understood) => {
            let settled = |result: &CommandResult| {
                is_final(result) || is_settled(result) || result.meta.contains_key("argument_error")
            };
            understood.decision != Decision::Act
                && understood.invocations.is_empty()
                && !understood.results.iter().any(settled)
        }
        Whole::Rejected(rejection) => {
            matches!(rejection, Some(Rejection::NotForTheHome | Rejection::Reported))
        }
    }
}

/// The part as if it were all, where something is done that cannot harm; what that is like is told to its features.
fn read(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
    part: &mut Part,
    workspace: &mut Workspace,
) -> Option<(Retrieval, Conversation)> {
    let Part { text, features, .. } = part;
    let mut talk = conversation.clone();
    let alone = Request { text, is_part: true, ..request.clone() };
    workspace.language.try_out(true);
    let step = retrieve_reading(home, &mut talk, &alone, None, workspace);
    workspace.language.try_out(false);
    let Step::Done(mut answer) = step else { return None };
    let harms = answer.invocations.iter().any(|invocation| invocation.sensitive);
    if answer.decision != Decision::Act || answer.invocations.is_empty() || harms {
        take_back(answer, workspace);
        return None;
    }
    tell_answer(&answer, features);
    for result in &mut answer.results {
        result.confidence = result.confidence.min(LEFT_OUT);
        result.meta.insert("meant_part".into(), text.as_str().into());
    }
    answer.text = request.text.into();
    Some((answer, talk))
}

fn tell(features: &mut Features, what: &str, so: bool) {
    if so {
        features.push(feature("answer", what));
    }
}

fn tell_answer(answer: &Retrieval, features: &mut Features) {
    let count = match answer.invocations.len() {
        1 => "one",
        2 => "two",
        3..=5 => "some",
        _ => "many",
    };
    tell(features, count, true);
    tell(features, "several commands", answer.results.len() > 1);
    for result in &answer.results {
        let sure = match result.confidence {
            confidence if confidence >= 0.9 => "sure",
            confidence if confidence >= 0.7 => "likely",
            _ => "unsure",
        };
        tell(features, sure, true);
        tell(features, "names nothing", result.command.n == ANY);
        tell(features, "hangs", !result.command.conditions.is_empty());
    }
    for invocation in answer.invocations.iter().take(3) {
        let command = invocation.capability_id.rsplit('-').next().unwrap_or_default();
        tell(features, command, true);
        tell(features, "asks", invocation.kind == InvocationKind::Attribute);
        tell(features, "sets", invocation.argument.as_ref().is_some_and(|argument| !argument.is_object()));
    }
}

fn tell_whole(whole: Whole<'_>, features: &mut Features) {
    match whole {
        Whole::Rejected(Some(Rejection::Reported)) => tell(features, "whole reported", true),
        Whole::Rejected(_) => tell(features, "whole nothing", true),
        Whole::Understood(understood) => {
            let decision = match understood.decision {
                Decision::Ask => "whole asks",
                Decision::Pass => "whole passes",
                Decision::None => "whole none",
                Decision::Act => "whole acts",
            };
            tell(features, decision, true);
            let mut least = 1.0_f32;
            for result in &understood.results {
                least = least.min(result.confidence);
                let why = result.meta.get("why_not_act").and_then(|why| why.as_array());
                for reason in why.into_iter().flatten().filter_map(|reason| reason.as_str()) {
                    features.push(feature("whole", reason));
                }
                for key in ["not_found", "unsupported"] {
                    if result.meta.contains_key(key) {
                        features.push(feature("whole", key));
                    }
                }
            }
            tell(features, "whole sure", least >= 0.8);
            tell(features, "whole unsure", least < 0.6);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_classifier_knows_what_is_meant() {
        let meant = model().likelihood(MEANT, &[]);
        assert!(meant.is_some_and(|likelihood| likelihood < LIKELY), "{meant:?}");
        assert_eq!(model().likelihood("anything else", &[]), None);
    }
}
