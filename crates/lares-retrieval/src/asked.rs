//! What the stages of one command work on.

use std::cell::OnceCell;

use lares_embedding::EmbedError;
use lares_home::DeviceIndex;
use lares_language::{Language, ParsedCommand, SpokenCommand};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::config::RetrievalConfig;
use crate::conversation::{Conversation, PendingQuestion};
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::pipeline::{ArbitrationRequest, Supplied};
use crate::reader::hangs_on::About;
use crate::result::CommandResult;
use crate::target::Meant;
use crate::trace::StageTrace;
use crate::workspace::{Memory, Vector};

/// One command of a request, with all that it may depend on.
pub(crate) struct Asked<'a> {
    pub(crate) home: &'a CompiledHome,
    pub(crate) config: &'a RetrievalConfig,
    pub(crate) memory: &'a Memory,
    pub(crate) conversation: &'a Conversation,
    pub(crate) now_ms: u64,
    pub(crate) language: Language,
    /// The whole utterance.
    pub(crate) text: &'a str,
    pub(crate) parsed: &'a ParsedCommand,
    /// Its place in the request.
    pub(crate) place: usize,
    /// The devices of the room where the speaker stands.
    pub(crate) speaker: Option<&'a DeviceSet>,
    pub(crate) top_k: usize,
    pub(crate) trace: bool,
    /// Only an answer that acts is wanted: of any other nothing is written but that it does not act.
    pub(crate) all_act: bool,
    /// Something may be said after it that means what it was about.
    pub(crate) remembers: bool,
    pub(crate) supplied: &'a Supplied,
    /// What the answer to a question has settled.
    pub(crate) settled: Option<&'a Settled>,
}

/// What the answer to a question has settled; no second question is put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Settled {
    /// These devices are meant.
    Devices(Vec<SmolStr>),
    /// This command is meant.
    Command(SmolStr),
    /// This command of these devices is meant; no answer has said so, but a second reading.
    Reading {
        /// The devices' ids.
        devices: Vec<SmolStr>,
        /// The command's id.
        command: SmolStr,
        /// What each of its conditions is about, where that was told; fewer than these: not told.
        about: Vec<Option<About>>,
    },
}

/// What became of one command.
#[allow(clippy::large_enum_variant, reason = "nearly always the large one, and moved a few times only")]
pub(crate) enum Outcome {
    Done(Finished),
    NeedVectors(Vec<String>),
    NeedArbitration(ArbitrationRequest),
}

/// The result of one command and what the conversation takes from it.
#[derive(Default)]
pub(crate) struct Finished {
    pub(crate) result: CommandResult,
    /// What was read in place of the command as it was parsed.
    pub(crate) read_as: Option<SpokenCommand>,
    /// To be remembered: the devices it was about.
    pub(crate) devices: SmallVec<[DeviceIndex; 4]>,
    pub(crate) question: Option<PendingQuestion>,
    pub(crate) trace: Vec<StageTrace>,
}

impl<'a> Asked<'a> {
    /// Only an act is wanted, and what was said has to be set aside to find anything: it is never acted on.
    pub(crate) fn is_futile(&self, meant: &Meant) -> bool {
        self.all_act && meant.fallback && self.settled.is_none()
    }

    /// The names of these devices, as many as candidates are wanted: what nothing can do that was meant.
    pub(crate) fn names(&self, devices: &DeviceSet) -> Vec<&str> {
        devices
            .iter()
            .take(self.top_k)
            .filter_map(|device| self.home.device(device))
            .map(|device| device.name.as_str())
            .collect()
    }

    /// The query vector of a text: computed here, or as supplied. `Err` names the text that has to be fetched.
    pub(crate) fn query_vector(&self, text: &str) -> Result<Option<Vector<'a>>, String> {
        if !self.config.stages.vector || text.is_empty() {
            return Ok(None);
        }
        let dimensions = self.home.embedder.dimensions();
        if self.home.embedder.is_local() {
            return Ok(local_vector(self.home, self.memory, text));
        }
        match self.supplied.vectors.get(text) {
            Some(vector) if vector.len() == dimensions => {
                let mut own = self.memory.vector(dimensions);
                own.copy_from_slice(vector);
                lares_embedding::normalise(&mut own);
                Ok(Some(own))
            }
            // The caller could not fetch it: go on without.
            Some(_) => Ok(None),
            None => Err(text.to_owned()),
        }
    }
}

/// The vector of a text by an embedder that is here.
fn local_vector<'a>(home: &CompiledHome, memory: &'a Memory, text: &str) -> Option<Vector<'a>> {
    let mut vector = memory.vector(home.embedder.dimensions());
    match memory.embed(&*home.embedder, text, &mut vector) {
        Ok(()) => Some(vector),
        Err(EmbedError::Remote(_) | EmbedError::Dimensions { .. }) => None,
    }
}

/// What commands are searched with: a vector that is known, or one that is computed here when it is first looked at. Many
/// readings find nothing to measure.
pub(crate) struct Query<'a> {
    home: &'a CompiledHome,
    memory: &'a Memory,
    text: &'a str,
    vector: OnceCell<Option<Vector<'a>>>,
}

impl<'a> Query<'a> {
    /// The query of a text; `Err` names the text whose vector has to be fetched. A vector from elsewhere is waited for only
    /// where it is `needed`.
    pub(crate) fn new(asked: &Asked<'a>, text: &'a str, needed: bool) -> Result<Query<'a>, String> {
        let vector = OnceCell::new();
        let local = asked.home.embedder.is_local() && asked.config.stages.vector && !text.is_empty();
        if !local {
            let known = asked.query_vector(text);
            // It was made a moment ago, and holds nothing.
            let _ = vector.set(if needed { known? } else { known.ok().flatten() });
        }
        Ok(Query { home: asked.home, memory: asked.memory, text, vector })
    }

    /// The vector, if there is one.
    pub(crate) fn vector(&self) -> Option<&[f32]> {
        let vector = self.vector.get_or_init(|| local_vector(self.home, self.memory, self.text));
        vector.as_ref().map(|vector| vector.as_slice())
    }
}
