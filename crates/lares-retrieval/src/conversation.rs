//! What a conversation remembers: the devices last spoken of and the question that waits for an answer.

use lares_home::Act;
use lares_language::{Action, Language, ParsedCommand, SpokenCommand};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::config::RetrievalConfig;
use crate::result::Clarification;

/// Devices that one command was about, newest first in [`Conversation`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Device ids, in the order of the command's invocations.
    pub devices: SmallVec<[SmolStr; 1]>,
    /// The request it belongs to: those of one request have the same number.
    pub turn: u64,
    /// What was done to them.
    pub act: Option<Act>,
    /// When, in milliseconds of the caller's clock.
    pub at_ms: u64,
}

/// A question that was put, and the command that waits for its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingQuestion {
    /// The question and its options.
    pub clarification: Clarification,
    /// Devices that could be meant as well, too many to be offered.
    pub others: Vec<SmolStr>,
    /// What the options stand for.
    pub about: QuestionAbout,
    /// The command that runs with the answer.
    pub command: ParsedCommand,
    /// The language in which it was asked.
    pub language: Language,
    /// When, in milliseconds of the caller's clock.
    pub at_ms: u64,
}

/// What the options of a question stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionAbout {
    /// Devices or groups of them.
    Devices,
    /// Commands.
    Commands,
    /// Whether to go on (yes or no); the options are the devices it would go on with.
    Confirmation,
}

/// What was done last: what "the other one too" does to another target.
#[derive(Debug, Clone, PartialEq)]
pub struct LastAction {
    /// The action as spoken.
    pub a: SmolStr,
    /// What it was done to, as spoken.
    pub n: SmolStr,
    /// The action, understood.
    pub action: Action,
    /// The words that asked for it.
    pub words: SmolStr,
    /// When, in milliseconds of the caller's clock.
    pub at_ms: u64,
}

/// The memory of one conversation. The clock is handed in with each request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    mentions: SmallVec<[Mention; 2]>,
    last_action: Option<LastAction>,
    pending: Option<PendingQuestion>,
    turn: u64,
    said: SmallVec<[(SmolStr, u64); 2]>,
}

/// So many of the last utterances are remembered.
const MOST_SAID: usize = 2;

impl Conversation {
    /// A conversation in which nothing was said yet.
    pub fn new() -> Conversation {
        Conversation::default()
    }

    /// The ids of the devices last spoken of, newest first, each once, at most `max_recent`, none older than
    /// `memory_ms`.
    pub fn recent(&self, now_ms: u64, config: &RetrievalConfig) -> SmallVec<[&str; 8]> {
        let mut ids: SmallVec<[&str; 8]> = SmallVec::new();
        for mention in self.fresh(now_ms, config) {
            for id in &mention.devices {
                if ids.len() >= config.max_recent {
                    return ids;
                }
                if !ids.contains(&id.as_str()) {
                    ids.push(id);
                }
            }
        }
        ids
    }

    /// What each command was about, newest first, none older than `memory_ms`.
    pub fn fresh(&self, now_ms: u64, config: &RetrievalConfig) -> impl Iterator<Item = &Mention> {
        let memory = config.memory_ms;
        self.mentions.iter().filter(move |mention| now_ms.saturating_sub(mention.at_ms) <= memory)
    }

    /// Whether there is anything that a reference could mean.
    pub fn has_recent(&self, now_ms: u64, config: &RetrievalConfig) -> bool {
        self.fresh(now_ms, config).next().is_some()
    }

    /// What was said last, oldest first, none longer ago than `memory_ms`.
    pub fn said(&self, now_ms: u64, config: &RetrievalConfig) -> impl Iterator<Item = &str> {
        let memory = config.memory_ms;
        let fresh = move |(_, at_ms): &&(SmolStr, u64)| now_ms.saturating_sub(*at_ms) <= memory;
        self.said.iter().filter(fresh).map(|(text, _)| text.as_str())
    }

    /// Remembers what was said.
    pub fn hear(&mut self, text: &str, now_ms: u64) {
        if self.said.len() >= MOST_SAID {
            self.said.remove(0);
        }
        self.said.push((SmolStr::new(text), now_ms));
    }

    /// Begins a request: its mentions belong together.
    pub fn begin_turn(&mut self) {
        self.turn += 1;
    }

    /// Remembers the devices of one command. A mention is kept whole, so that "them" can mean all of a large group.
    pub fn remember(
        &mut self,
        devices: impl Iterator<Item = SmolStr>,
        now_ms: u64,
        config: &RetrievalConfig,
    ) {
        let devices: SmallVec<[SmolStr; 1]> = devices.collect();
        if devices.is_empty() {
            return;
        }
        let act = self.last_action.as_ref().and_then(|last| last.action.acts.first().copied());
        self.mentions.insert(0, Mention { devices, turn: self.turn, act, at_ms: now_ms });
        self.mentions.truncate(config.max_recent);
    }

    /// Remembers what was done. An action that is not understood is not remembered.
    pub fn did(&mut self, spoken: &SpokenCommand, action: Action, words: &str, now_ms: u64) {
        if action.acts.is_empty() {
            return;
        }
        let (a, n) = (SmolStr::new(&spoken.a), SmolStr::new(&spoken.n));
        self.last_action = Some(LastAction { a, n, action, words: SmolStr::new(words), at_ms: now_ms });
    }

    /// Forgets what was to be done: it was taken back.
    pub fn undid(&mut self) {
        self.last_action = None;
    }

    /// What was done last, if it is not too long ago.
    pub fn last_action(&self, now_ms: u64, config: &RetrievalConfig) -> Option<&LastAction> {
        self.last_action.as_ref().filter(|last| now_ms.saturating_sub(last.at_ms) <= config.memory_ms)
    }

    /// Puts a question.
    pub fn ask(&mut self, question: PendingQuestion) {
        self.pending = Some(question);
    }

    /// The question that waits, if it is not too old.
    pub fn pending(&self, now_ms: u64, config: &RetrievalConfig) -> Option<&PendingQuestion> {
        self.pending.as_ref().filter(|question| now_ms.saturating_sub(question.at_ms) <= config.memory_ms)
    }

    /// Forgets the question.
    pub fn clear_pending(&mut self) {
        self.pending = None;
    }
}

#[cfg(test)]
mod tests {
    use smol_str::format_smolstr;

    use super::*;

    #[test]
    fn seed_003_recent_devices_newest_first_at_most_five_for_five_minutes() {
        let config = RetrievalConfig::default();
        let mut talk = Conversation::new();
        for (index, id) in ["a", "b", "c", "d", "e", "f", "b"].iter().enumerate() {
            talk.begin_turn();
            talk.remember(std::iter::once((*id).into()), index as u64 * 1000, &config);
        }
        assert_eq!(talk.recent(7000, &config)[..], ["b", "f", "e", "d", "c"]);
        assert!(talk.has_recent(300_000, &config));
        assert!(talk.recent(400_000, &config).is_empty());
    }

    #[test]
    fn a_large_group_is_one_mention() {
        let config = RetrievalConfig::default();
        let mut talk = Conversation::new();
        talk.remember((0..12).map(|index| format_smolstr!("{index}")), 0, &config);
        assert_eq!(talk.recent(1, &config).len(), 5);
        assert_eq!(talk.fresh(1, &config).next().map(|mention| mention.devices.len()), Some(12));
    }
}
