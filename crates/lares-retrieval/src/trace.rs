//! What each stage did, for a person who asks why.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::device_set::DeviceSet;

/// One stage of one command.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StageTrace {
    /// `resolve`, `scope`, `gate`, …
    pub stage: String,
    /// How many devices (or documents) went in.
    pub input: usize,
    /// How many came out.
    pub output: usize,
    /// Scores, reasons and choices, by name.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub notes: serde_json::Map<String, Json>,
}

/// Collects the stages of one command where tracing was asked for, and costs nothing where it was not.
#[derive(Debug, Clone, Default)]
pub struct Tracer {
    stages: Option<Vec<StageTrace>>,
}

impl Tracer {
    /// A tracer that records where `wanted`.
    pub fn new(wanted: bool) -> Tracer {
        Tracer { stages: wanted.then(Vec::new) }
    }

    /// Whether anything is recorded: expensive notes are only made then.
    pub fn is_on(&self) -> bool {
        self.stages.is_some()
    }

    /// How many devices are in a set, for [`Self::stage`]; they are counted only when tracing.
    pub fn count(&self, devices: &DeviceSet) -> usize {
        if self.is_on() { devices.len() } else { 0 }
    }

    /// Records a stage; `notes` is called only when tracing.
    pub fn stage(
        &mut self,
        stage: &str,
        input: usize,
        output: usize,
        notes: impl FnOnce(&mut serde_json::Map<String, Json>),
    ) {
        if let Some(stages) = &mut self.stages {
            let mut map = serde_json::Map::new();
            notes(&mut map);
            stages.push(StageTrace { stage: stage.to_owned(), input, output, notes: map });
        }
    }

    /// What was recorded.
    pub fn finish(self) -> Vec<StageTrace> {
        self.stages.unwrap_or_default()
    }
}
