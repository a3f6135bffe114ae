//! What a frame says gives way to the frame behind it: a question to the order that answers it, what is to stop to what is to
//! come, the state a thing is in to what is to become of it.

use lares_home::Act;

use crate::action::Value;
use crate::lexicon::Asks;
use crate::parser::frame::{Frame, Head};

/// 厨房灯怎么还亮着，关了: a question whose answer is an order for the same thing is no question.
pub(super) fn answered(frames: &mut [Frame]) {
    for index in 1..frames.len() {
        // 湿度多少，瞅一眼: to look is what was asked for already.
        let looks = frames[index].verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        // 电视在说啥子哦，听不到: what is asked first only leads to the complaint.
        let only_complains = frames[index].complaint
            && frames[index].wish.is_some()
            && !frames[index].has_target()
            && frames[index - 1].has_target()
            && frames[index - 1].property.is_none()
            && matches!(frames[index - 1].question, Some(question) if question != Asks::Polar);
        if only_complains {
            frames[index].targets = std::mem::take(&mut frames[index - 1].targets);
            frames[index - 1].question = None;
            frames[index - 1].verb = None;
            continue;
        }
        let answered = frames[index].has_action()
            && !looks
            && frames[index].question.is_none()
            && frames[index]
                .targets
                .iter()
                .all(|target| target.head == Head::Last && target.rooms.is_empty())
            && !frames[index].complaint
            && (frames[index - 1].question.is_some() || asks_state(&frames[index - 1]));
        // "the telly's on, turn it off": how it was told to be is what is to change.
        let told = frames[index - 1].has_target()
            && frames[index - 1].targets_first
            && !frames[index].corrects
            && frames[index].question.is_none()
            && frames[index].targets.iter().any(|target| target.head == Head::Last)
            && frames[index]
                .targets
                .iter()
                .all(|target| target.head == Head::Last && target.rooms.is_empty())
            && undoes(&frames[index], &frames[index - 1]);
        if answered || told {
            let targets = frames[index - 1].targets.clone();
            frames[index].targets = targets;
            frames[index - 1].question = None;
            frames[index - 1].verb = None;
            frames[index - 1].value = None;
            frames[index - 1].property = None;
            frames[index - 1].direction = None;
        }
    }
}

/// 电视在说啥子哦，听不到: what cannot be heard is not asked for, it is to be louder.
pub(super) fn unheard(frames: &mut [Frame]) {
    let volume = lares_home::catalogue::catalogue().property("volume");
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(asks), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let unheard = frame.complaint
            && !frame.has_target()
            && frame.wish.is_some_and(|wish| wish.property.is_some() && wish.property == volume);
        let asked = asks.question.is_some() && asks.has_target() && asks.property.is_none();
        if unheard && asked {
            frame.targets = std::mem::take(&mut asks.targets);
            (asks.question, asks.verb) = (None, None);
        }
    }
}

/// 小强别扫了，回去充电: what is to stop makes way for what is to come.
pub(super) fn stopped(frames: &mut [Frame]) {
    for index in 1..frames.len() {
        let docks = frames[index].verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Dock));
        let stops = |frame: &Frame| {
            frame.verb.is_some_and(|verb| match verb.acts.first() {
                Some(Act::Stop) => true,
                // "Dustin quit and go home"
                Some(Act::Pause | Act::Off) => docks,
                _ => false,
            })
        };
        // 回去充电吧别扫了
        let docked =
            frames[index - 1].verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Dock));
        if docked
            && stops(&frames[index])
            && frames[index].targets.iter().all(|target| target.head == Head::Last)
        {
            frames[index].targets.clear();
            frames[index].verb = None;
            continue;
        }
        let follows = frames[index].has_action()
            && !frames[index].has_target()
            && frames[index].question.is_none()
            && !frames[index].complaint;
        if follows && stops(&frames[index - 1]) && frames[index - 1].value.is_none() {
            let targets = frames[index - 1].targets.clone();
            frames[index].targets = targets;
            frames[index - 1].verb = None;
        }
    }
}

/// 卫生间灯亮着呢给关了: the state it is in says which one, the order what is to become of it.
pub(super) fn told_by_state(frames: &mut [Frame]) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(told), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let is_state = matches!(&told.value, Some(Value::Word { key: Some(key), .. })
            if matches!(key.as_str(), "on" | "off" | "open" | "closed" | "locked" | "unlocked"));
        let ordered = frame.verb.is_some_and(|verb| !verb.weak) && frame.value.is_none();
        let same = !frame.has_target() || frame.targets == told.targets;
        let states = is_state && told.verb.is_none() && told.has_target() && !told.goal;
        if states && ordered && same && frame.question.is_none() && told.question.is_none() {
            frame.targets = std::mem::take(&mut told.targets);
            told.value = None;
            told.property = None;
        }
    }
}

/// Whether a frame is to bring about the contrary of what another says.
fn undoes(frame: &Frame, told: &Frame) -> bool {
    let english = |frame: &Frame| frame.verb.filter(|verb| !verb.chinese && verb.property.is_none());
    let (Some(act), Some(state)) =
        (english(frame).and_then(|verb| verb.acts.first()), english(told).and_then(|verb| verb.acts.first()))
    else {
        return false;
    };
    told.value.is_none()
        && matches!(
            (act, state),
            (Act::Off, Act::On)
                | (Act::On, Act::Off)
                | (Act::Close, Act::Open)
                | (Act::Open, Act::Close)
                | (Act::Lock, Act::Unlock)
                | (Act::Off, Act::Start)
                | (Act::Lock, Act::Open)
        )
}

/// 关了吗, 锁好没: a question whose words name the state of the thing itself.
fn asks_state(frame: &Frame) -> bool {
    const STATES: [&str; 3] = ["onoff", "open_state", "lock_state"];
    frame.verb.is_some_and(|verb| {
        verb.chinese
            && verb.acts == [Act::Query]
            && verb.property.is_some_and(|property| {
                STATES.iter().any(|id| lares_home::catalogue::catalogue().property(id) == Some(property))
            })
    })
}

/// 停停停，晾衣架别再动了: a verb alone, said again of what it is for.
pub(super) fn said_again(frames: &mut Vec<Frame>) {
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(first), Some(second)) = (before.last(), rest.first()) else { continue };
        let same = first.verb.is_some_and(|verb| !verb.weak)
            && first.verb.map(|verb| verb.acts.first()) == second.verb.map(|verb| verb.acts.first());
        let alone = first.targets.is_empty()
            && first.property.is_none()
            && first.value.is_none()
            && first.direction.is_none()
            && first.question.is_none()
            && first.excluded.is_empty()
            && !first.negated;
        if same && alone && second.has_target() && second.question.is_none() && !second.negated {
            frames.remove(index - 1);
        }
    }
}
