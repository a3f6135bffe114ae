//! What comes out: one object for a request. The field names are a contract.

use std::collections::BTreeMap;

use lares_language::{Language, SpokenCommand};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::trace::StageTrace;

/// What the caller should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The invocations are certain enough to run without an agent.
    Act,
    /// Ask the clarification's question.
    Ask,
    /// Hand the candidates to the agent.
    Pass,
    /// Nothing in this home is meant.
    #[default]
    None,
}

/// The answer to one request.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Retrieval {
    /// What was said.
    pub text: String,
    /// The language it was said in.
    pub language: Language,
    /// Which parser read it: `local`, `llm`, or `answer` for the answer to a question.
    pub parser: SmolStr,
    /// For the request as a whole: `ask` before `pass` before `act` before `none`.
    pub decision: Decision,
    /// Those of all commands that are `act`, in spoken order.
    pub invocations: Vec<Invocation>,
    /// One for each spoken command, in order.
    pub results: Vec<CommandResult>,
    /// The YAML for the agent; written by the caller, empty here.
    pub context: String,
    /// What each stage did, where tracing was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<CommandTrace>,
}

/// The stages of one command.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CommandTrace {
    /// The command's place in the request, from 0.
    pub command: usize,
    /// Its stages, in the order in which they ran.
    pub stages: Vec<StageTrace>,
}

/// What was found for one spoken command.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CommandResult {
    /// The command as spoken.
    pub command: SpokenCommand,
    /// How sure the parser was, 0..1.
    pub confidence: f32,
    /// What to do about this command.
    pub decision: Decision,
    /// Empty unless this command is `act`.
    pub invocations: Vec<Invocation>,
    /// The best candidates, best first, at most top-k.
    pub candidates: Vec<Candidate>,
    /// The candidates that were chosen; of a question those that it offers.
    pub selected: Vec<Candidate>,
    /// The argument in the command's own type, unit and enum value.
    pub argument: Option<Json>,
    /// Devices that can run the same command with the same argument shape.
    pub groups: Vec<Group>,
    /// The commands weighed for several devices, best first.
    pub options: Vec<CommandOption>,
    /// `need_clarification`, `too_many_targets`, `partial_coverage`, …
    pub hint: Option<String>,
    /// The question, where the decision is `ask`.
    pub clarification: Option<Clarification>,
    /// The states on which the command depends.
    pub conditions: Vec<Condition>,
    /// Notes of the stages, sorted by name.
    pub meta: BTreeMap<SmolStr, Json>,
}

impl CommandResult {
    /// Leaves it to the agent, whatever was to be done; `why` is noted.
    pub(crate) fn hand_over(&mut self, why: &str) {
        self.decision = Decision::Pass;
        self.invocations.clear();
        self.meta.insert("why_not_act".into(), vec![why].into());
    }
}

/// What an invocation or candidate is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InvocationKind {
    /// A device runs a command.
    Command,
    /// An attribute of a device is read.
    Attribute,
    /// A scene is run; `device_id` is the scene's.
    Scene,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Invocation {
    /// The device's id; of a scene, the scene's.
    pub device_id: SmolStr,
    /// Command, attribute or scene.
    pub kind: InvocationKind,
    /// `component-capability-command`, `component-capability-attribute`, or `scene-execute`.
    pub capability_id: SmolStr,
    /// The argument, where the command takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<Json>,
    /// It can harm: confirm it first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sensitive: bool,
    /// It may only be run once these hold (each of them).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}

/// What a candidate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntityKind {
    /// A device.
    #[default]
    Device,
    /// A group of this result.
    Group,
    /// A scene.
    Scene,
}

/// A device, group or scene with the command that it would run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Candidate {
    /// The id of the device, group or scene.
    pub entity_id: SmolStr,
    /// Which of them.
    pub entity_kind: EntityKind,
    /// Its name; empty for a group.
    pub name: SmolStr,
    /// The room's name, where there is one.
    pub room: Option<SmolStr>,
    /// The command or attribute.
    pub capability_id: SmolStr,
    /// 0..1 from names, rooms and categories.
    pub keyword_score: f32,
    /// 0..1, calibrated.
    pub vector_score: f32,
    /// Both, weighted, with the room's bonus and the command's fit.
    pub total_score: f32,
    /// Why: `name_hit`, `name_fuzzy`, `name_sound`, `room_hit`, `type_hit`, `action_fit`, …
    pub reasons: SmallVec<[SmolStr; 3]>,
}

/// Devices that can run the same command with the same argument shape.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Group {
    /// `group-1`, …
    pub id: SmolStr,
    /// The command that all of them have.
    pub capability_id: SmolStr,
    /// The devices, in file order.
    pub device_ids: Vec<SmolStr>,
    /// The same devices in batches to be run one after another.
    pub batches: Vec<Vec<SmolStr>>,
}

/// A command weighed for several devices.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CommandOption {
    /// The command.
    pub capability_id: SmolStr,
    /// What it does.
    pub description: String,
    /// How likely it is the one that was meant, 0..1; those of all options sum to 1.
    pub p: f32,
    /// The share of the devices meant that have it, 0..1.
    pub coverage: f32,
    /// How many devices that is.
    pub device_count: usize,
}

/// A question back.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clarification {
    /// In the language of the utterance.
    pub question: String,
    /// What can be answered.
    pub options: Vec<ClarificationOption>,
}

/// One possible answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClarificationOption {
    /// The device's id, a group's, or a command's.
    pub id: SmolStr,
    /// How to offer it: a name with its room, or what a command does.
    pub label: String,
    /// The devices of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_ids: Option<Vec<SmolStr>>,
}

/// A state on which a command depends.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Condition {
    /// The devices that can tell it; one of them has to.
    pub devices: Vec<SmolStr>,
    /// `component-capability-attribute`.
    pub attribute: SmolStr,
    /// `>`, `<`, `>=`, `<=`, `==` or `!=`.
    pub op: SmolStr,
    /// In the attribute's own type and unit.
    pub value: Json,
}

/// The capability id of running a scene.
pub const SCENE_EXECUTE: &str = "scene-execute";
