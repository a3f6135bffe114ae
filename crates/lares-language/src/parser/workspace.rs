//! The memory that utterances are parsed in one after another.

use super::frame::Frame;
use super::lattice::Memory;
use crate::command_array::SpokenCommand;
use crate::normalise::{Language, Text};
use crate::parse::{Parse, ParsedCommand, Rejection};
use crate::vocabulary::ParseContext;

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
    pub(super) reading: KeptReading,
    /// What a part of an utterance is like.
    pub(super) features: Vec<u32>,
}

impl Workspace {
    /// How much was read in it so far, in letters and in words that may stand there: what parsing has cost, whatever the
    /// machine.
    pub fn work(&self) -> usize {
        self.lattice.work()
    }

    /// From now on one utterance is read for one home, in however many ways: the best path through it is looked for once. To
    /// be called again before another utterance or another home; without it each reading looks for its own.
    pub fn begin_utterance(&mut self) {
        self.lattice.begin_utterance();
        self.spare.reading.begin_utterance(&mut self.spare.texts);
    }

    /// Takes back what is no longer needed of a parse: the next one is written there.
    pub fn take_back(&mut self, mut parse: Parse) {
        for command in parse.commands.drain(..) {
            self.spare.texts.take_back_command(command);
        }
        self.spare.texts.take_back(parse.normalised);
        self.spare.commands = parse.commands;
    }

    /// A text, written in one that was taken back, where there is such.
    pub fn text(&mut self, said: &str) -> String {
        self.spare.texts.copied(said)
    }

    /// Whether what is read from now on is only tried: it mostly comes back, and is written in what came back before.
    pub fn try_out(&mut self, tried: bool) {
        self.spare.texts.tried = tried;
    }

    /// Takes back what a command that was tried was said in.
    pub fn take_back_spoken(&mut self, spoken: SpokenCommand) {
        self.spare.texts.take_back_spoken(spoken);
    }

    /// Takes back what is left of a command that has been read.
    pub fn take_back_command(&mut self, command: ParsedCommand) {
        self.spare.texts.take_back_command(command);
    }
}

/// What a text was read as that may have been meant instead of an utterance: hearing by ear mostly comes to the same text.
#[derive(Debug, Default)]
pub(super) struct KeptReading {
    /// It is wanted: everything is read for one home until the next utterance begins.
    wanted: bool,
    text: Vec<char>,
    of: (Language, ParseContext),
    commands: Vec<ParsedCommand>,
    /// Why there are no commands, had there been none; `None` where no reading is kept.
    rejection: Option<Rejection>,
}

impl KeptReading {
    fn begin_utterance(&mut self, texts: &mut SpareTexts) {
        self.wanted = true;
        self.forget(texts);
    }

    fn forget(&mut self, texts: &mut SpareTexts) {
        self.rejection = None;
        self.commands.drain(..).for_each(|command| texts.take_back_command(command));
    }

    /// Keeps what a text was read as.
    pub(super) fn keep(
        &mut self,
        text: &[char],
        of: (Language, ParseContext),
        (commands, rejection): (&[ParsedCommand], Rejection),
        texts: &mut SpareTexts,
    ) {
        if self.wanted {
            self.forget(texts);
            self.text.clear();
            self.text.extend_from_slice(text);
            self.of = of;
            let copies = commands.iter().map(|command| {
                command.written_anew(&command.spoken.a, command.action.clone(), |text| texts.copied(text))
            });
            self.commands.extend(copies);
            self.rejection = Some(rejection);
        }
    }

    /// What a text was read as, where that is kept.
    pub(super) fn take(
        &mut self,
        text: &[char],
        of: (Language, ParseContext),
    ) -> Option<(Vec<ParsedCommand>, Rejection)> {
        let rejection = self.rejection.filter(|_| self.text == text && self.of == of)?;
        self.rejection = None;
        Some((std::mem::take(&mut self.commands), rejection))
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
pub(crate) struct SpareTexts {
    texts: Vec<String>,
    /// What is read now is only tried, and mostly comes back: its commands are written here as well. Those of a first
    /// reading go away with the answer.
    pub(super) tried: bool,
}

impl SpareTexts {
    /// Takes a text back; one that has no memory of its own is not worth it, and a few are enough.
    pub(crate) fn take_back(&mut self, text: String) {
        if text.capacity() > 0 && self.texts.len() < 16 {
            self.texts.push(text);
        }
    }

    /// Takes back the texts of a command.
    fn take_back_command(&mut self, command: ParsedCommand) {
        self.take_back(command.words);
        self.take_back_spoken(command.spoken);
    }

    /// Takes back the texts that a command was said in.
    fn take_back_spoken(&mut self, spoken: SpokenCommand) {
        let SpokenCommand { a, s, n, t, x, .. } = spoken;
        [a, s, n, t, x].into_iter().for_each(|text| self.take_back(text));
    }

    /// A text of a command, without a letter, that has room for so many bytes.
    pub(crate) fn of_command(&mut self, length: usize) -> String {
        if self.tried { self.with_room(length) } else { String::with_capacity(length) }
    }

    /// A text without a letter that has room for so many bytes.
    fn with_room(&mut self, length: usize) -> String {
        let fits = self.texts.iter().enumerate().filter(|(_, spare)| spare.capacity() >= length);
        let place = fits.min_by_key(|(_, spare)| spare.capacity()).map(|(place, _)| place);
        let mut text = place.map(|place| self.texts.swap_remove(place)).unwrap_or_default();
        text.clear();
        text.reserve_exact(length);
        text
    }

    /// A copy that is only kept until it comes back.
    fn copied(&mut self, text: &str) -> String {
        let mut copy = self.with_room(text.len());
        copy.push_str(text);
        copy
    }

    /// Characters as text.
    pub(crate) fn written(&mut self, text: &[char]) -> String {
        let length = text.iter().map(|letter| letter.len_utf8()).sum();
        let mut written = self.with_room(length);
        written.extend(text);
        written
    }
}
