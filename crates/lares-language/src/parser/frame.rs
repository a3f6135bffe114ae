//! Frames: what one clause says, slot by slot, before anything left out is filled from its neighbours.

use lares_home::Property;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::action::Value;
use crate::lexicon::{Asks, Many, Verb, Wish};
use crate::parse::Again;
use crate::vocabulary::{Noun, Rooms};

/// A room as said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RoomMention {
    /// As said, normalised.
    pub(crate) said: SmolStr,
    /// It is a floor, not a room.
    pub(crate) floor: bool,
    /// The rooms of the home that answer to it; empty for one that the home does not have.
    pub(crate) rooms: Rooms,
}

/// Rooms named together; mostly one.
pub(crate) type Mentions = SmallVec<[RoomMention; 1]>;

/// What is named together; mostly one.
pub(crate) type Targets = SmallVec<[Target; 1]>;

/// What a target is named by.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Head {
    /// Only a room, or only a quantity.
    #[default]
    None,
    /// A kind of device.
    Noun(Noun),
    /// A name of the home.
    Name,
    /// A scene of the home.
    Scene,
    /// What was last spoken of.
    Last,
    /// Another of that kind.
    Other,
    /// Words that no lexicon knows.
    Unknown,
}

/// What a command is for.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Target {
    /// Rooms named with it.
    pub(crate) rooms: Mentions,
    /// What it is named by.
    pub(crate) head: Head,
    /// The head as said, normalised.
    pub(crate) text: SmolStr,
    /// Every one, any one.
    pub(crate) many: Option<Many>,
    /// Its quantity stood before its own head.
    pub(crate) own_many: bool,
    /// Its quantity was said of a list that it is a part of.
    pub(crate) listed: bool,
    /// A single one, pointed at (那盏灯).
    pub(crate) single: bool,
    /// In the whole home, whatever room was said before.
    pub(crate) whole_home: bool,
    /// How many.
    pub(crate) count: Option<u32>,
    /// It was joined to the target before it (和), so that it shares that one's rooms where it has none.
    pub(crate) joined: bool,
}

impl Target {
    /// Nothing was said that could tell it.
    pub(crate) fn is_empty(&self) -> bool {
        self.head == Head::None && self.rooms.is_empty() && self.many.is_none() && self.count.is_none()
    }
}

/// What one clause says.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Frame {
    /// What to do.
    pub(crate) verb: Option<&'static Verb>,
    /// The work that the verb begins or ends (停止充电).
    pub(crate) work: Option<&'static Verb>,
    /// What it is done to.
    pub(crate) targets: Targets,
    /// What is left out of the targets.
    pub(crate) excluded: Targets,
    /// What is changed or asked for.
    pub(crate) property: Option<Property>,
    /// What of its target is meant, where a part of it was named (the oven's light), most typical first; empty: all of it.
    pub(crate) part: &'static [Property],
    /// The part as said, normalised.
    pub(crate) part_text: SmolStr,
    /// More (`true`) or less of it.
    pub(crate) direction: Option<bool>,
    /// A target is one that opens by degrees (a curtain).
    pub(crate) covers: bool,
    /// A little or a lot of it (打开一点).
    pub(crate) by_degree: bool,
    /// The value said.
    pub(crate) value: Option<Value>,
    /// The value stood behind the targets.
    pub(crate) value_last: bool,
    /// The words of the value, normalised.
    pub(crate) value_text: SmolStr,
    /// The value is to be reached (到), it is no difference.
    pub(crate) goal: bool,
    /// It asks.
    pub(crate) question: Option<Asks>,
    /// It is not to be done.
    pub(crate) negated: bool,
    /// Its targets are left out of the command before or after it (别动床头灯).
    pub(crate) leaves_out: bool,
    /// They are all that is to stay where they are (只留落地灯).
    pub(crate) keeps_only: bool,
    /// It is for later.
    pub(crate) scheduled: bool,
    /// It may be no order at all: it could as well ask, or tell of something.
    pub(crate) doubtful: bool,
    /// It tells of others, and nothing else.
    pub(crate) told: bool,
    /// It complains of a state.
    pub(crate) complaint: bool,
    /// The complaint's entry, where one of the lexicon was said.
    pub(crate) wish: Option<&'static Wish>,
    /// Kinds of devices that a quality goes with (亮 with lights), for a complaint without a target.
    pub(crate) helpers: SmallVec<[Noun; 8]>,
    /// The same action again (也).
    pub(crate) same_action: bool,
    /// The last action once more, or back.
    pub(crate) again: Option<Again>,
    /// An ordinal or a side without a noun (右边的): it tells which of what is known.
    pub(crate) which: bool,
    /// It begins as one that goes on (and the kitchen), or ends so (厨房呢).
    pub(crate) goes_on: bool,
    /// It was put politely: a question in form only.
    pub(crate) polite: bool,
    /// It takes back what was said before it.
    pub(crate) corrects: bool,
    /// It holds a phrase that is not for the home.
    pub(crate) chat: bool,
    /// How many characters of it are such words.
    pub(crate) chat_letters: usize,
    /// Words that nobody knows stand where a part or a function of the target is named (净化器把病毒医生开着).
    pub(crate) unread: bool,
    /// It begins with its verb.
    pub(crate) leads: bool,
    /// The targets stood before the verb.
    pub(crate) targets_first: bool,
    /// Its first character and one after its last.
    pub(crate) span: (usize, usize),
    /// It follows a condition that names what may be acted on: "it" is that, and nothing before.
    pub(crate) told_of: bool,
    /// Characters that no lexicon knew.
    pub(crate) unknown: usize,
    /// Words that no lexicon knew and that name nothing.
    pub(crate) lost: usize,
    /// Such words stand where the object of the verb does: what is to be done is done to something else.
    pub(crate) lost_object: bool,
    /// A place as said, normalised, that the home does not have; empty where there was none.
    pub(crate) lost_place: SmolStr,
    /// It says what is stopped or begun ("cancel drying"), by which the device is known.
    pub(crate) of_doing: bool,
    /// Characters that were understood.
    pub(crate) known: usize,
    /// The product of the likenesses of its slips; 1 where there was none.
    pub(crate) likeness: f32,
}

impl Frame {
    /// It says what to do, by a verb or by what is to become of something.
    pub(crate) fn has_action(&self) -> bool {
        self.verb.is_some_and(|verb| !verb.acts.is_empty())
            || self.value.is_some()
            || self.direction.is_some()
            || self.question.is_some()
            || self.wish.is_some()
            || self.again.is_some()
    }

    /// It says what it is for.
    pub(crate) fn has_target(&self) -> bool {
        !self.targets.is_empty()
    }

    /// It says nothing at all.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_action()
            && !self.has_target()
            && self.excluded.is_empty()
            && self.property.is_none()
            && !self.same_action
            && self.again.is_none()
            && !self.which
            && self.verb.is_none()
    }
}
