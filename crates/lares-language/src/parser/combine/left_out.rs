//! What a target leaves out and its neighbour says: the kind where only a room is said, the room where only a kind is.

use lares_home::{Act, RoomIndex};
use smallvec::smallvec;

use super::is_many;
use super::only_named::takes_room;
use crate::action::{Unit, Value};
use crate::lexicon::Many;
use crate::parser::frame::{Frame, Head, RoomMention, Target, Targets};
use crate::parser::render::is_of;
use crate::vocabulary::{HomeVocabulary, Noun, ParseContext, Rooms};

/// What is set to so many degrees.
const WARMED: [&str; 10] = [
    "AirConditioner",
    "Thermostat",
    "Heater",
    "WaterHeater",
    "FloorHeating",
    "Oven",
    "Refrigerator",
    "Kettle",
    "ElectricBlanket",
    "Unknown",
];

/// "All the curtains and blinds": kinds of one kind, said together, are all of it.
pub(super) fn together(targets: &mut Targets, vocabulary: &HomeVocabulary) {
    let lexicon = crate::lexicon::lexicon();
    let entry = |noun: crate::vocabulary::Noun| lexicon.nouns.get(usize::from(noun.0));
    let [first, second] = &targets[..] else { return };
    let (Head::Noun(one), Head::Noun(other)) = (&first.head, &second.head) else { return };
    let parent = entry(*one).and_then(|entry| entry.parent);
    let same = parent.is_some() && parent == entry(*other).and_then(|entry| entry.parent) && one != other;
    if let (true, true, true, Some(parent)) =
        (same, second.joined, second.rooms.is_empty() && is_many(first), parent)
        && Some(parent) != lexicon.any_device
        && first.many.is_some()
    {
        let (zh, en) = vocabulary.noun_names(parent);
        let text = if first.text.is_ascii() { en } else { zh };
        let merged = Target { head: Head::Noun(parent), text: text.into(), ..first.clone() };
        *targets = smallvec![merged];
    }
}

/// 客厅的灯和窗帘: a target that was joined shares the rooms of the one before it.
pub(super) fn share_rooms(targets: &mut [Target], vocabulary: &HomeVocabulary) {
    for index in 1..targets.len() {
        let (before, rest) = targets.split_at_mut(index);
        let (Some(model), Some(target)) = (before.last(), rest.first_mut()) else { continue };
        let shares = target.joined
            && target.rooms.is_empty()
            && !target.whole_home
            && !target.own_many
            && model.head != Head::Name
            && can_stand_in(target, model, vocabulary);
        if shares {
            target.rooms.clone_from(&model.rooms);
            continue;
        }
        // 客厅空调、电视、灯: where the first one is that was named so.
        let chinese = !target.text.is_ascii();
        let named =
            chinese && target.joined && target.rooms.is_empty() && !target.whole_home && !target.own_many;
        if named
            && matches!(target.head, Head::Noun(_))
            && let Some(room) = room_in_name(model, vocabulary)
            && takes_room(target, std::slice::from_ref(&room), vocabulary)
        {
            target.rooms.push(room);
        }
    }
}

/// "All the blinds and shades": a kind in the plural that was joined to several is several as well.
pub(super) fn share_quantity(targets: &mut [Target]) {
    for index in 1..targets.len() {
        let (before, rest) = targets.split_at_mut(index);
        let (Some(model), Some(target)) = (before.last(), rest.first_mut()) else { continue };
        let several = matches!(model.many, Some(Many::All | Many::Every)) && model.head != Head::None;
        let plural = target.text.is_ascii() && target.text.ends_with('s') && !target.text.ends_with("ss");
        let kind = matches!(target.head, Head::Noun(_)) && target.count.is_none() && !target.single;
        if several && plural && kind && target.joined {
            target.many = target.many.or(model.many);
        }
    }
}

/// Whether a room of the model holds a device of the target's kind: a room is only handed on where it makes sense.
fn can_stand_in(target: &Target, model: &Target, vocabulary: &HomeVocabulary) -> bool {
    match target.head {
        Head::Noun(noun) => model
            .rooms
            .iter()
            .flat_map(|mention| &mention.rooms)
            .any(|&room| vocabulary.room_has_noun(room, noun)),
        Head::None => false,
        _ => false,
    }
}

/// The kind that a name is as well, where what is called so stands elsewhere and the rooms meant hold one of the kind.
pub(super) fn kind_in_rooms(
    target: &Target,
    vocabulary: &HomeVocabulary,
    mut rooms: impl Iterator<Item = RoomIndex> + Clone,
) -> Option<Noun> {
    if target.head != Head::Name || !target.text.is_ascii() || target.many.is_some() {
        return None;
    }
    let noun = vocabulary.noun(&target.text)?;
    let within = |room| rooms.clone().any(|own| own == room);
    let there =
        vocabulary.devices_named(&target.text).any(|device| vocabulary.room_of(device).is_none_or(within));
    (!there && rooms.any(|room| vocabulary.room_has_noun(room, noun))).then_some(noun)
}

/// What the targets of a later clause leave out: the kind where only a room is said, the room where only a kind is.
pub(super) fn inherit(frame: &mut Frame, earlier: &Frame, vocabulary: &HomeVocabulary) {
    let Some(model) = earlier.targets.last() else { return };
    // 打开筒灯，客厅现在多少度: a verb that asks says of what.
    let asks_by_verb = frame.verb.is_some_and(|verb| {
        verb.acts.first() == Some(&Act::Query) && verb.property.is_some() && verb.nouns.is_empty()
    });
    // "Fan off, it's too bright in the kitchen", "lights off and warm up the lounge": what would help, or the verb, says of what.
    let changes = frame.verb.is_some_and(|verb| {
        !verb.weak
            && verb.property.is_some()
            && earlier.verb.is_none_or(|before| before.property != verb.property)
    });
    let told_of_room = (frame.complaint || changes)
        && !frame.same_action
        && frame.wish.is_none_or(|wish| !wish.nouns.is_empty());
    // 阳台灯关了，主卧亮一点，次卧开26度
    let degrees = matches!(
        frame.value,
        Some(Value::Number { unit: Unit::Celsius | Unit::Fahrenheit | Unit::Degree, .. })
    );
    let becomes = frame.direction.is_some() && frame.property.is_some()
        || degrees && !is_of(model, vocabulary, &WARMED);
    let told_of_room = told_of_room || becomes && !frame.same_action;
    let asks_of_room = frame.question.is_some() && frame.property.is_some() || asks_by_verb || told_of_room;
    for target in &mut frame.targets {
        if target.rooms.is_empty()
            && let Some(noun) = kind_in_rooms(
                target,
                vocabulary,
                model.rooms.iter().flat_map(|mention| mention.rooms.iter().copied()),
            )
        {
            // "kitchen: chimney two, exhaust on" where another room's is called just Exhaust.
            target.head = Head::Noun(noun);
            target.rooms.clone_from(&model.rooms);
            continue;
        }
        // 客厅留两盏灯，给我开两盏
        if target.head == Head::None
            && target.rooms.is_empty()
            && target.count.is_some()
            && matches!(model.head, Head::Noun(_))
        {
            target.head = model.head.clone();
            target.text.clone_from(&model.text);
            target.rooms.clone_from(&model.rooms);
        } else if target.head == Head::None && !target.rooms.is_empty() && !asks_of_room {
            if matches!(model.head, Head::Noun(_) | Head::Other) {
                target.head = model.head.clone();
                target.text.clone_from(&model.text);
            } else if model.head == Head::Name {
                target.head = Head::Last;
            }
        } else if target.rooms.is_empty()
            && target.many.is_none()
            && !target.whole_home
            && !target.joined
            && earlier.targets.len() == 1
        {
            if model.head != Head::Name && can_stand_in(target, model, vocabulary) {
                target.rooms.clone_from(&model.rooms);
            } else if let Some(room) = room_in_name(model, vocabulary)
                && takes_room(target, std::slice::from_ref(&room), vocabulary)
                && matches!(target.head, Head::Noun(_))
            {
                // 主卧空调26度窗帘拉上: where the one is that was named so.
                target.rooms.push(room);
            }
        }
    }
}

/// The room that the name of a thing begins with, where it stands there.
fn room_in_name(target: &Target, vocabulary: &HomeVocabulary) -> Option<RoomMention> {
    if target.head != Head::Name {
        return None;
    }
    let mut devices = vocabulary.devices_named(&target.text);
    let (device, None) = (devices.next()?, devices.next()) else { return None };
    let room = vocabulary.room_of(device)?;
    let letters = target.text.char_indices().map(|(place, _)| place).skip(2);
    let begins = |place: &usize| {
        let (said, rest) = target.text.split_at(*place);
        let whole = !said.is_ascii() || rest.starts_with(' ');
        whole && vocabulary.match_room(said).as_slice() == [room]
    };
    let said = letters.filter(begins).last().and_then(|place| target.text.get(..place))?;
    Some(RoomMention { said: said.into(), floor: false, rooms: Rooms::from_slice(&[room]) })
}

/// "exhaust off" in the kitchen: its own exhaust fan, though that of the bathroom is called just Exhaust.
pub(super) fn meant_here(frame: &mut Frame, vocabulary: &HomeVocabulary, context: ParseContext) {
    let Some(here) = context.room else { return };
    // "the bathroom" of several: the one in which it is said.
    for target in &mut frame.targets {
        let several = target.many.is_some() || target.count.is_some() || target.whole_home;
        if let [mention] = &mut target.rooms[..]
            && !several
            && !mention.floor
            && mention.rooms.len() > 1
            && mention.said.is_ascii()
            && !mention.said.ends_with('s')
            && mention.rooms.contains(&here)
        {
            mention.rooms = Rooms::from_slice(&[here]);
        }
    }
    for target in frame.targets.iter_mut().filter(|target| target.rooms.is_empty() && !target.whole_home) {
        if let Some(noun) = kind_in_rooms(target, vocabulary, std::iter::once(here)) {
            target.head = Head::Noun(noun);
        }
    }
}

/// "Turn on Mari's lamp and Doug's lamp, both at 20": what is said of both is said of what stands before it.
pub(super) fn said_of_both(frames: &mut [Frame]) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(named), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let both = frame.targets.iter().all(|target| {
            target.head == Head::None && target.rooms.is_empty() && target.many == Some(Many::Both)
        });
        let told =
            frame.value.is_some() && frame.verb.is_none_or(|verb| verb.weak) && frame.has_target() && both;
        let two = named.targets.len() == 2
            && named.value.is_none()
            && named.direction.is_none()
            && named.question.is_none();
        if told && two {
            named.value = frame.value.take();
            named.value_text = std::mem::take(&mut frame.value_text);
            named.property = named.property.or(frame.property.take());
            (named.value_last, named.goal) = (true, frame.goal);
            frame.targets.clear();
            frame.verb = None;
        }
    }
}

/// "Curtains open, all of them": that all are meant is said of what stands before it.
pub(super) fn said_of_all(frames: &mut Vec<Frame>) {
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(named), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let all = frame.targets.iter().all(|target| {
            matches!(target.head, Head::Last | Head::None)
                && target.rooms.is_empty()
                && target.many == Some(Many::All)
                && !target.whole_home
        });
        let says_more = frame.has_action()
            || frame.property.is_some()
            || frame.verb.is_some()
            || !frame.excluded.is_empty()
            || frame.negated
            || frame.leaves_out
            || frame.unknown > 0;
        let ordered = named.has_action() && named.question.is_none() && !named.negated && !named.leaves_out;
        let english = named.targets.iter().all(|target| {
            target.text.is_ascii()
                && matches!(target.head, Head::Name | Head::Noun(_))
                && target.count.is_none()
        });
        if frame.has_target() && all && !says_more && ordered && named.has_target() && english {
            named.targets.iter_mut().for_each(|target| target.many = Some(Many::All));
            frames.remove(index);
        }
    }
}
