//! Commands told by the meaning of all the words, where what they are for is known and no lexicon knows what is to be done.
//!
//! The vector of the words stands in for the action. It has to point at one command of one kind of device clearly: what is
//! told so is never trusted with what can harm.

use lares_home::catalogue::catalogue;
use lares_home::{Act, ProfileIndex};
use lares_language::command_array::{ANY, LAST, OTHER, SpokenCommand};
use lares_language::{Action, ParsedCommand, Value};
use serde_json::Value as Json;
use smallvec::SmallVec;

use crate::asked::{Asked, Finished, Outcome};
use crate::command::run_once;
use crate::documents::{Capability, written_in};
use crate::result::{CommandResult, Decision, InvocationKind};
use crate::uncertain::{self, UNCERTAIN};
use crate::workspace::{Text, Vector};

/// How likely the meaning must be the same, on the embedder's calibrated scale.
const LIKELY: f32 = 0.7;
/// How much less likely every other command of the device must be.
const CLEARLY: f32 = 0.25;
/// What is told by meaning alone is trusted so far: it is acted on, and never where it can harm.
const CONFIDENCE: f32 = 0.65;

/// How likely another command must be, and how much likelier than the one that was understood, to be taken instead.
const OTHER_LIKELY: f32 = 0.72;
const OTHER_CLEARLY: f32 = 0.68;
/// From here on the meaning of the words and what was understood are two, and nothing is certain.
const UNLIKE: f32 = 0.1;
/// From here on what was understood is not done where it can harm.
const HARMFUL: f32 = 0.4;
/// From here on what was understood is not acted on, even where the other command lacks its argument.
const CONTRADICTED: f32 = 0.85;

/// Reads the command by meaning; `None` where that tells nothing clearly.
pub(crate) fn run(asked: &Asked<'_>) -> Option<Outcome> {
    let parsed = asked.parsed;
    let n = parsed.spoken.n.as_str();
    let known = !matches!(n, ANY | LAST | OTHER) && !parsed.spoken.is_unknown();
    if !known || !may_be_asked(asked) || parsed.action.is_query() || parsed.scheduled {
        return None;
    }
    let (words, query) = meaning(asked)?;
    read(asked, &words, &query, (LIKELY, CLEARLY))
}

/// A second opinion of a command that is to be acted on. Where all the words together clearly mean another command of the
/// same device ("take a snap with the camera" is no wish to switch it on), that one is taken, or nothing is done.
pub(crate) fn second_opinion(asked: &Asked<'_>, outcome: Outcome) -> Outcome {
    let Outcome::Done(mut finished) = outcome else { return outcome };
    let parsed = asked.parsed;
    let doubtful = finished.result.decision == Decision::Act
        && !asks_how_it_lies(asked)
        && parsed.spoken.conditions.is_empty()
        && !parsed.target_left_out
        && !parsed.wish
        && !is_own_work(parsed)
        // The name of a thing alone says nothing against what is done to it.
        && says_more(&parsed.words, &parsed.spoken.n)
        && may_be_asked(asked);
    let Some((words, query)) = doubtful.then(|| meaning(asked)).flatten() else {
        return Outcome::Done(finished);
    };
    let Some(Likely { chosen, others }) = likely(asked, &finished.result, &query, &words).into_iter().next()
    else {
        return Outcome::Done(finished);
    };
    if others - chosen > UNLIKE {
        // Two ways of understanding differ: it may well be right, and is not to be taken for certain.
        finished.result.confidence = finished.result.confidence.min(UNCERTAIN);
    }
    if others - chosen > HARMFUL {
        uncertain::keep_from_harm(&mut finished.result);
    }
    if others < OTHER_LIKELY || others - chosen < OTHER_CLEARLY {
        return Outcome::Done(finished);
    }
    if let Some(other) = read(asked, &words, &query, (OTHER_LIKELY, CLEARLY))
        && !loses_number(asked, &other)
    {
        return other;
    }
    if others - chosen >= CONTRADICTED {
        finished.result.hand_over("other_meaning");
    }
    Outcome::Done(finished)
}

/// 拖地, 煮饭: work that only some machine does, said in its own word, and nothing more said of it.
fn is_own_work(parsed: &ParsedCommand) -> bool {
    const SWITCHED: [&str; 5] = ["启动", "开始", "打开", "播放", "运行"];
    let said = parsed.spoken.a.as_str();
    parsed.action.acts.first() == Some(&Act::Start)
        && parsed.action.properties.is_empty()
        && parsed.action.value.is_none()
        && !said.is_ascii()
        && !SWITCHED.contains(&said)
}

/// "garage door down?": whether a thing is open or locked is asked, and nothing is to be done.
fn asks_how_it_lies(asked: &Asked<'_>) -> bool {
    let is = |id: &str| {
        catalogue().property(id).is_some_and(|property| asked.parsed.action.properties.contains(&property))
    };
    asked.parsed.action.is_query() && (is("open_state") || is("lock_state"))
}

/// "the washing machine on 40", "the oven to 200, fan bake": a number that was said is not lost to a command that takes
/// none, or a word only.
fn loses_number(asked: &Asked<'_>, other: &Outcome) -> bool {
    let Outcome::Done(other) = other else { return false };
    matches!(asked.parsed.action.value, Some(Value::Number { .. }))
        && other.result.invocations.iter().any(|invocation| !has_number(invocation.argument.as_ref()))
}

/// Whether an argument is a number or a value with one in its name.
fn has_number(argument: Option<&Json>) -> bool {
    argument.is_some_and(|argument| match argument {
        Json::String(text) => text.contains(|letter: char| letter.is_ascii_digit()),
        other => other.is_number() || other.is_object(),
    })
}

fn may_be_asked(asked: &Asked<'_>) -> bool {
    let stages = &asked.config.stages;
    stages.meaning && stages.vector && stages.fit && asked.settled.is_none() && asked.home.embedder.is_local()
}

/// The words of the command without a name, which means nothing to anyone but this home, and their vector.
fn meaning<'a>(asked: &Asked<'a>) -> Option<(Text<'a>, Vector<'a>)> {
    let n = asked.parsed.spoken.n.as_str();
    let is_name = asked.home.vocabulary.noun(n).is_none();
    let mut words = asked.memory.text();
    add_without(&mut words, &asked.parsed.words, if is_name { n } else { "" });
    let query = asked.query_vector(&words).ok().flatten()?;
    Some((words, query))
}

fn read(asked: &Asked<'_>, words: &str, query: &[f32], (least, apart): (f32, f32)) -> Option<Outcome> {
    let mut reading = asked.parsed.with_action(words, Action::default());
    reading.confidence = CONFIDENCE;
    reading.unread = true;
    let Outcome::Done(mut finished) = run_once(&Asked { parsed: &reading, all_act: true, ..*asked }) else {
        return None;
    };
    let clear = |likely: &Likely| likely.chosen >= least && likely.chosen - likely.others >= apart;
    let harmless = finished.result.invocations.iter().all(|invocation| !invocation.sensitive);
    let acts = finished.result.decision == Decision::Act && harmless;
    if !acts || !likely(asked, &finished.result, query, words).iter().all(clear) {
        return None;
    }
    finished.result.meta.insert("by_meaning".into(), true.into());
    finished.read_as = Some(reading.spoken);
    Some(Outcome::Done(finished))
}

/// The answer where nothing was understood but what it is for: nothing is to be done.
pub(crate) fn nothing(asked: &Asked<'_>) -> Outcome {
    let mut result = CommandResult::default();
    result.meta.insert("rejection".into(), "not_for_the_home".into());
    result.confidence = asked.parsed.confidence;
    Outcome::Done(Finished { result, read_as: Some(SpokenCommand::unknown()), ..Finished::default() })
}

/// How likely the words mean the command that was chosen for a device, and the likeliest other one of that device.
struct Likely {
    chosen: f32,
    others: f32,
}

fn likely(asked: &Asked<'_>, result: &CommandResult, query: &[f32], words: &str) -> SmallVec<[Likely; 8]> {
    let home = asked.home;
    let language = written_in(words);
    let mut profiles: SmallVec<[ProfileIndex; 8]> = SmallVec::new();
    let mut found = SmallVec::new();
    for invocation in &result.invocations {
        let device = home.device_by_id(&invocation.device_id);
        let Some(profile) = device.and_then(|device| home.profile_of(device)) else { continue };
        if profiles.contains(&profile) {
            continue;
        }
        profiles.push(profile);
        let mut likely = Likely { chosen: 0.0, others: 0.0 };
        for capability in home.capabilities(profile) {
            let Some(row) = home.documents.row_of(capability, language) else { continue };
            let cosine = home.documents.cosine(&home.home, &*home.embedder, row, query);
            let score = if cosine == 0.0 { 0.0 } else { home.embedder.calibrate(cosine).clamp(0.0, 1.0) };
            let asks = matches!(capability, Capability::Attribute(_));
            let same = *home.capability_id(capability) == invocation.capability_id
                && asks == (invocation.kind == InvocationKind::Attribute);
            let best = if same { &mut likely.chosen } else { &mut likely.others };
            *best = best.max(score);
        }
        found.push(likely);
    }
    found
}

/// Adds the words without a name, which means nothing to anyone but this home.
fn add_without(rest: &mut String, words: &str, name: &str) {
    if name.is_empty() {
        return rest.push_str(words);
    }
    let (before, behind) = words.split_once(name).unwrap_or((words, ""));
    for word in before.split_whitespace().chain(behind.split_whitespace()) {
        if !rest.is_empty() {
            rest.push(' ');
        }
        rest.push_str(word);
    }
}

/// Whether words say more than a letter beside a name.
fn says_more(words: &str, name: &str) -> bool {
    let (before, behind) = words.split_once(name).unwrap_or((words, ""));
    before.chars().chain(behind.chars()).filter(|letter| letter.is_alphanumeric()).count() > 1
}
