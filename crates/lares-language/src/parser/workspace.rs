//! The memory that utterances are parsed in one after another.

use super::frame::Frame;
use super::lattice::Memory;
use crate::normalise::Text;
use crate::parse::{Parse, ParsedCommand};

/// Memory that utterances are parsed in one after another. It holds nothing that an answer depends on: one for each
/// thread saves asking for memory at each utterance.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(super) text: Text,
    pub(super) lattice: Memory,
    pub(super) spare: Spare,
}

/// Lists and texts of earlier utterances, to be filled again.
#[derive(Debug, Default)]
pub(super) struct Spare {
    pub(super) frames: SpareFrames,
    pub(super) commands: Vec<ParsedCommand>,
    pub(super) texts: SpareTexts,
}

impl Workspace {
    /// How much was read in it so far, in letters and in words that may stand there: what parsing has cost, whatever the
    /// machine.
    pub fn work(&self) -> usize {
        self.lattice.work()
    }

    /// Takes back what is no longer needed of a parse: the next one is written there.
    pub fn take_back(&mut self, mut parse: Parse) {
        for command in parse.commands.drain(..) {
            self.spare.texts.take_back(command.words);
        }
        self.spare.texts.take_back(parse.normalised);
        self.spare.commands = parse.commands;
    }

    /// Takes back the words of a command that has been read.
    pub fn take_back_command(&mut self, command: ParsedCommand) {
        self.spare.texts.take_back(command.words);
    }
}

/// Lists of frames that nobody needs any more: one for all of an utterance and one for a clause, mostly.
#[derive(Debug, Default)]
pub(super) struct SpareFrames(Vec<Vec<Frame>>);

impl SpareFrames {
    /// A list without any.
    pub(super) fn take(&mut self) -> Vec<Frame> {
        self.0.pop().unwrap_or_default()
    }

    /// Takes a list back; one that has no memory of its own is not worth it, and a few are enough.
    pub(super) fn take_back(&mut self, mut frames: Vec<Frame>) {
        if frames.capacity() > 0 && self.0.len() < 4 {
            frames.clear();
            self.0.push(frames);
        }
    }
}

/// Texts that nobody needs any more, to be written anew.
#[derive(Debug, Default)]
pub(crate) struct SpareTexts(Vec<String>);

impl SpareTexts {
    /// Takes a text back; one that has no memory of its own is not worth it, and a few are enough.
    pub(crate) fn take_back(&mut self, text: String) {
        if text.capacity() > 0 && self.0.len() < 16 {
            self.0.push(text);
        }
    }

    /// Characters as text.
    pub(crate) fn written(&mut self, text: &[char]) -> String {
        let length = text.iter().map(|letter| letter.len_utf8()).sum();
        let fits = |spare: &String| spare.capacity() >= length;
        let place = self.0.iter().rposition(fits).or(self.0.len().checked_sub(1));
        let mut written = place.map(|place| self.0.swap_remove(place)).unwrap_or_default();
        written.clear();
        written.reserve(length);
        written.extend(text);
        written
    }
}
