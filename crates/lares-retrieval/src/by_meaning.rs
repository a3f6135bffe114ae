//! Commands told by the meaning of all the words, where what they are for is known and no lexicon knows what is to be done.
//!
//! The vector of the words stands in for the action. It has to point at one command of one kind of device clearly: what is
//! told so is never trusted with what can harm.

use lares_language::command_array::{ANY, LAST, OTHER, SpokenCommand};
use lares_language::{Action, ParsedCommand};

use crate::asked::{Asked, Finished, Outcome};
use crate::command::run_once;
use crate::documents::{Capability, written_in};
use crate::result::{CommandResult, Decision};

/// How likely the meaning must be the same, on the embedder's calibrated scale.
const LIKELY: f32 = 0.7;
/// How much less likely every other command of the device must be.
const CLEARLY: f32 = 0.25;
/// What is told by meaning alone is trusted so far: it is acted on, and never where it can harm.
const CONFIDENCE: f32 = 0.65;

/// Reads the command by meaning; `None` where that tells nothing clearly.
pub(crate) fn run(asked: &Asked<'_>) -> Option<Outcome> {
    let parsed = asked.parsed;
    let n = parsed.spoken.n.as_str();
    let known = !matches!(n, ANY | LAST | OTHER) && !parsed.spoken.is_unknown();
    let config = &asked.config.stages;
    if !known
        || !(config.vector && config.fit)
        || asked.settled.is_some()
        || parsed.action.is_query()
        || parsed.scheduled
        || !asked.home.embedder.is_local()
    {
        return None;
    }
    let words = without(&parsed.words, if asked.home.vocabulary.noun(n).is_none() { n } else { "" });
    let query = asked.query_vector(&words).ok().flatten()?;
    let reading = ParsedCommand {
        spoken: SpokenCommand { a: words.clone(), ..parsed.spoken.clone() },
        action: Action::default(),
        confidence: CONFIDENCE,
        unread: true,
        ..parsed.clone()
    };
    let Outcome::Done(mut finished) = run_once(&Asked { parsed: &reading, ..*asked }) else { return None };
    if finished.result.decision != Decision::Act || !is_clear(asked, &finished.result, &query, &words) {
        return None;
    }
    finished.result.meta.insert("by_meaning".into(), true.into());
    Some(Outcome::Done(finished))
}

/// The answer where nothing was understood but what it is for: nothing is to be done.
pub(crate) fn nothing(asked: &Asked<'_>) -> Outcome {
    let mut result = CommandResult { command: SpokenCommand::unknown(), ..CommandResult::default() };
    result.meta.insert("rejection".into(), "not_for_the_home".into());
    result.confidence = asked.parsed.confidence;
    Outcome::Done(Box::new(Finished { result, ..Finished::default() }))
}

/// Whether the words mean the chosen command, and no other of the same device nearly as well.
fn is_clear(asked: &Asked<'_>, result: &CommandResult, query: &[f32], words: &str) -> bool {
    let home = asked.home;
    let language = written_in(words);
    result.invocations.iter().all(|invocation| {
        let Some(profile) =
            home.device_by_id(&invocation.device_id).and_then(|device| home.profile_of(device))
        else {
            return false;
        };
        let mut chosen = 0.0_f32;
        let mut others = 0.0_f32;
        for capability in home.capabilities(profile) {
            let Some(row) = home.documents.row_of(capability, language) else { continue };
            let cosine = home.documents.cosine(&home.home, &*home.embedder, row, query);
            let likely = if cosine == 0.0 { 0.0 } else { home.embedder.calibrate(cosine).clamp(0.0, 1.0) };
            let same = home.capability_id(capability) == invocation.capability_id
                && matches!(capability, Capability::Command(_));
            let best = if same { &mut chosen } else { &mut others };
            *best = best.max(likely);
        }
        !invocation.sensitive && chosen >= LIKELY && chosen - others >= CLEARLY
    })
}

/// The words without a name, which means nothing to anyone but this home.
fn without(words: &str, name: &str) -> String {
    if name.is_empty() {
        return words.to_owned();
    }
    let rest = words.replacen(name, " ", 1);
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}
