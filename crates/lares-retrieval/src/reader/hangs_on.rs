//! What a condition is about that names nothing the rules find: 子墨屋子过了二十八度, "if the CO2 in the nook is over twelve hundred".
//!
//! It is asked as a question is, by all that answers questions, the network among it: "what's the CO2 in the nook". What the
//! answer tells of is what is compared.

use lares_home::AttributeIndex;
use lares_language::command_array::ANY;
use lares_language::lexicon::{Person, Sense};
use lares_language::{Language, SpokenCondition};
use serde_json::Value as Json;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::entities::Meant;
use super::meaning::Meaning;
use super::noticed::noticed;
use super::second::{Foresight, reconsider};
use crate::conditions::{compares, tells_presence};
use crate::conversation::Conversation;
use crate::documents::{Capability, written_in};
use crate::index::CompiledHome;
use crate::pipeline::{Request, Step, read};
use crate::result::{Decision, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// A room, whose it is told by what is done there.
const ROOMS: [&str; 4] = ["room", "房间", "屋子", "屋"];

/// What a condition is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    /// Devices of which one tells it.
    pub(crate) devices: SmallVec<[SmolStr; 2]>,
    /// What of them.
    pub(crate) attribute: AttributeIndex,
    /// How that is, where it is known and not what the condition itself says.
    pub(crate) value: Option<Json>,
    /// The network is so sure of it that it holds against what the rules find.
    pub(crate) is_sure: bool,
}

/// The network is sure of what tells a condition that it takes for this likely, and of nothing else as much as `HARDLY`.
pub(super) const SURE: f32 = 0.8;
pub(super) const HARDLY: f32 = 0.3;

/// What the only one of some conditions is about, where the network is sure of it; empty where it is not, or where there are more. `own`
/// is what is to do something.
pub(super) fn surely_about(
    home: &CompiledHome,
    meaning: &Meaning,
    conditions: &[SpokenCondition],
    own: &[Meant],
) -> Vec<Option<About>> {
    let likely = |least: f32| meaning.told_by.iter().filter(move |(_, likelihood)| *likelihood >= least);
    let ([condition], 1, Some((told, likelihood))) =
        (conditions, likely(HARDLY).count(), meaning.told_by.first())
    else {
        return Vec::new();
    };
    let (Meant::Device(device), Some(Capability::Attribute(attribute))) = (told.meant, told.capability(home))
    else {
        return Vec::new();
    };
    if *likelihood < SURE {
        return Vec::new();
    }
    let Some(device) = home.device(device) else { return Vec::new() };
    // "Once I'm through": no home knows.
    let mut senses = meaning.said().flat_map(|word| word.senses);
    if tells_presence(home, attribute) && senses.any(|sense| *sense == Sense::Person(Person::Speaker)) {
        return Vec::new();
    }
    if condition.v == ANY {
        // How it is no word says that is known: what notices it has to be the same.
        let is_same = |about: &About| about.devices.contains(&device.id) && about.attribute == attribute;
        return noticed(home, meaning, own).filter(is_same).map(Some).into_iter().collect();
    }
    let devices = SmallVec::from_iter([device.id.clone()]);
    vec![Some(About { devices, attribute, value: None, is_sure: true })]
}

/// It hangs on a state of something else than the network is sure that tells it.
pub(super) fn hangs_on_other(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let [first, rest @ ..] = &answer.results[..] else { return false };
    let [condition] = &first.conditions[..] else { return false };
    let is_alike = rest.iter().all(|result| result.conditions == first.conditions);
    let told = surely_about(home, meaning, &first.command.conditions, &[]);
    let is_other = |about: &About| about.devices.iter().any(|device| !condition.devices.contains(device));
    is_alike && told.iter().flatten().any(is_other)
}

/// What each of some conditions is about, where a question after it has an answer.
pub(super) fn about(
    home: &CompiledHome,
    talk: &Conversation,
    request: &Request<'_>,
    conditions: &[SpokenCondition],
    (meaning, own): (&Meaning, &[Meant]),
    workspace: &mut Workspace,
) -> Vec<Option<About>> {
    let notices =
        |condition: &SpokenCondition| if compares(condition) { None } else { noticed(home, meaning, own) };
    let of = |condition: &SpokenCondition| {
        let mut condition = condition.clone();
        if ROOMS.contains(&condition.n.as_str()) {
            // "If his room's above twenty six": whose that is, what is to be done there tells.
            let Some(&Meant::Device(device)) = own.first() else { return None };
            let room = home.home.room_of(home.device(device)?)?;
            condition.n = room.name.to_string();
        }
        // "Once I'm through": no home knows.
        let mut tells = true;
        home.vocabulary.for_each_word_on_path(&condition.p, &mut workspace.second_language, |word| {
            tells &= !word.senses.contains(&Sense::Person(Person::Speaker));
        });
        // What notices it need not be asked for.
        notices(&condition).or_else(|| {
            tells.then(|| answer(home, talk, request, &question(&condition), workspace)).flatten()
        })
    };
    conditions.iter().map(of).collect()
}

/// The question after what a condition compares.
fn question(condition: &SpokenCondition) -> String {
    let of = |said: &str| if said == ANY { String::new() } else { said.to_owned() };
    let (n, s, p) = (of(&condition.n), of(&condition.s), of(&condition.p));
    if condition.v == ANY {
        return match written_in(&p) {
            Language::Chinese => format!("{p}吗"),
            Language::English => format!("is {p}"),
        };
    }
    match (written_in(&p), compares(condition)) {
        (Language::Chinese, true) => format!("{s}{n}{p}是多少"),
        (Language::Chinese, false) => format!("{s}{n}{p}"),
        (Language::English, _) => {
            let place =
                [n, s].into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" in the ");
            if place.is_empty() {
                format!("what's the {p}")
            } else {
                format!("what's the {p} in the {place}")
            }
        }
    }
}

fn answer(
    home: &CompiledHome,
    talk: &Conversation,
    request: &Request<'_>,
    text: &str,
    workspace: &mut Workspace,
) -> Option<About> {
    let alone = Request { text, is_part: true, trace: false, ..request.clone() };
    let mut after = talk.clone();
    let mut foresight = Foresight::Unasked;
    let step = read(home, &mut after, &alone, None, &mut foresight, workspace);
    let Step::Done(mut answer) = step else { return None };
    answer.parser = "local".into();
    reconsider(home, talk, &mut after, &alone, &mut answer, workspace);
    let told = &answer.invocations;
    let first = told.first()?;
    let same =
        told.iter().all(|it| it.kind == InvocationKind::Attribute && it.capability_id == first.capability_id);
    if answer.decision != Decision::Act || !same {
        return None;
    }
    let profile = home.profile_of(home.device_by_id(&first.device_id)?)?;
    let attribute = home.capabilities(profile).find_map(|capability| match capability {
        Capability::Attribute(index) if *home.capability_id(capability) == first.capability_id => Some(index),
        _ => None,
    })?;
    Some(About {
        devices: told.iter().map(|it| it.device_id.clone()).collect(),
        attribute,
        value: None,
        is_sure: false,
    })
}
