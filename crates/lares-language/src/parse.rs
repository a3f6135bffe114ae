//! What a parser hands to retrieval: the commands of an utterance, or why there are none.

use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::action::Action;
use crate::command_array::SpokenCommand;
pub use crate::normalise::Language;
use crate::vocabulary::Noun;

/// A parsed utterance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parse {
    /// The language the utterance is in.
    pub language: Language,
    /// Commands in spoken order; empty where nothing is for the home.
    pub commands: Vec<ParsedCommand>,
    /// Why there is no command, where there is none.
    pub rejection: Option<Rejection>,
    /// The whole utterance, normalised: what an answer to a question is matched against.
    pub normalised: String,
    /// How many orders the utterance may hold at most, each of which says by itself what is to be done; 0 where that is
    /// not known.
    pub parts: u8,
}

/// One command as understood.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedCommand {
    /// The element of the command array.
    pub spoken: SpokenCommand,
    /// Its action, understood.
    pub action: Action,
    /// How sure the parser is, 0..1.
    pub confidence: f32,
    /// The words of the utterance that belong to this command.
    pub words: String,
    /// Where they stand in the utterance as it was read, in letters: the first, and one after the last. Empty where no
    /// utterance was read.
    pub span: (usize, usize),
    /// The target is left out (`再亮一点`): it is to be filled from the conversation.
    pub target_left_out: bool,
    /// The command is for later (明天八点, in five minutes): it must not be acted on now.
    pub scheduled: bool,
    /// It may be no order at all but a question, or tell of something (我去开门, "the oven's on"): what can harm is
    /// confirmed first.
    pub doubtful: bool,
    /// It is a complaint or wish (太暗了), not an order.
    pub wish: bool,
    /// The number of targets was said (所有, both, 两盏), not implied by a plain noun: only then does it reach beyond
    /// the speaker's room, and only then are several locks or doors meant at once.
    pub quantifier_said: bool,
    /// The quantifier was said of a list that this is a part of (加湿器和台灯都关了), and is none of this part alone.
    pub listed: bool,
    /// Just two were said (both, 俩).
    pub both: bool,
    /// The room words of `s` that no room of the home answers to.
    pub unknown_rooms: SmallVec<[SmolStr; 1]>,
    /// It goes on from what was said before (也, too, and …): what it leaves out is as it was there.
    pub also: bool,
    /// It takes back what was said before (我说的是台灯, "no, I meant the bedroom").
    pub corrects: bool,
    /// Its kind of device was not said but follows from a complaint or a verb (太暗了 is for lights).
    pub implied: bool,
    /// The kinds of devices that its verb or complaint goes with, where the kind was not said; the kind of which another
    /// one is meant (另一个台灯).
    pub kinds: Vec<Noun>,
    /// It says no action of its own but what became of the last one.
    pub again: Option<Again>,
    /// What it is for was understood and not what is to be done: only the meaning of all its words can tell.
    pub unread: bool,
    /// How far the words that were said bear it out; the local parser reads nothing else.
    pub borne_out: BorneOut,
}

impl ParsedCommand {
    /// The same command with another action: `said` is how it stands in the command array.
    pub fn with_action(&self, said: &str, action: Action) -> ParsedCommand {
        self.written_anew(said, action, str::to_owned)
    }

    /// The same command with another action, its texts written where `text` has room for them.
    pub(crate) fn written_anew(
        &self,
        said: &str,
        action: Action,
        mut text: impl FnMut(&str) -> String,
    ) -> ParsedCommand {
        let SpokenCommand { a: _, s, n, t, q, x, c, conditions } = &self.spoken;
        ParsedCommand {
            spoken: SpokenCommand {
                a: text(said),
                s: text(s),
                n: text(n),
                t: text(t),
                q: *q,
                x: x.clone(),
                c: *c,
                conditions: conditions.clone(),
            },
            action,
            confidence: self.confidence,
            words: text(&self.words),
            span: self.span,
            target_left_out: self.target_left_out,
            scheduled: self.scheduled,
            doubtful: self.doubtful,
            wish: self.wish,
            quantifier_said: self.quantifier_said,
            listed: self.listed,
            both: self.both,
            unknown_rooms: self.unknown_rooms.clone(),
            also: self.also,
            corrects: self.corrects,
            implied: self.implied,
            kinds: self.kinds.clone(),
            again: self.again,
            unread: self.unread,
            borne_out: self.borne_out,
        }
    }
}

/// The last action once more, or the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Again {
    /// Once more, or by more in the same direction (再来一次, "a bit more").
    More,
    /// In the opposite direction: it was too much.
    Back,
}

/// How far the words of an utterance bear a command out that another parser found in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BorneOut {
    /// The local parser reads the same.
    #[default]
    Fully,
    /// Nothing in the words speaks against it. What can harm needs more.
    InPart,
    /// Something in the words speaks against it, by this name: it is for an agent, not to be acted on.
    Not(&'static str),
}

/// Why an utterance holds no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rejection {
    /// Blank or without any letter or digit.
    Empty,
    /// Longer than the parser reads.
    TooLong,
    /// Small talk, a story, an idiom, or nothing that names an action of the home.
    NotForTheHome,
    /// A negated wish: 别开灯.
    Negated,
    /// Quoted or reported speech, or words for another person.
    Reported,
}
