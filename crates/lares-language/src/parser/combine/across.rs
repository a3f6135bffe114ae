//! What several clauses together say of a target: the room of a whole list, what is left of a wider word behind a
//! narrower one, the fan of what was just set.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smallvec::smallvec;

use super::only_named::takes_room;
use crate::action::{Unit, Value};
use crate::lexicon::{Trait, Verb, lexicon};
use crate::parser::frame::{Frame, Head, RoomMention, Target, Targets};
use crate::vocabulary::{HomeVocabulary, Noun};

/// "TV off, floor lamp on, curtains closed in the living room": the room at the end of a list is that of the whole list.
/// 吸顶灯关了遮光帘拉上空调开26度, "sitting room light off, standard lamp on, telly on": several that are in one room, by
/// its word or by their names, say where the kind behind them is meant.
pub(super) fn room_of_the_list(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let roomless = |frame: &Frame| {
        frame.has_action() && frame.has_target() && frame.targets.iter().all(|target| target.rooms.is_empty())
    };
    if let [earlier @ .., last] = frames
        && earlier.len() >= 2
        && let [Target { rooms, head, .. }] = &last.targets[..]
        // 窗帘拉开，风扇摇头，老人房小夜灯打开: in Chinese a room is that of the thing behind it.
        && rooms.first().is_some_and(|room| {
            room.said.is_ascii() || !matches!(head, Head::Noun(_) | Head::Name)
        })
        && last.targets_first
        && earlier.iter().all(|frame| frame.targets_first && roomless(frame))
    {
        let rooms = rooms.clone();
        for target in earlier.iter_mut().flat_map(|frame| &mut frame.targets) {
            if takes_room(target, &rooms, vocabulary) {
                target.rooms.clone_from(&rooms);
            }
        }
    }
    // "big light off and bedside lamp on in Gran's room", where other rooms have a big light as well.
    if let [first, last] = frames
        && let ([Target { head: Head::Name | Head::Noun(_), .. }], [Target { rooms, .. }]) =
            (&first.targets[..], &last.targets[..])
        && !rooms.is_empty()
        && first.targets_first
        && last.targets_first
        && roomless(first)
        && first.targets.iter().all(|target| is_one_of_several(target, vocabulary))
    {
        let rooms = rooms.clone();
        for target in &mut first.targets {
            if takes_room(target, &rooms, vocabulary) {
                target.rooms.clone_from(&rooms);
            }
        }
    }
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        // "Bedroom tv off, fan on": one is enough where its name says the room.
        if before.len() == 1
            && !(frame.targets_first && before.iter().all(|first| says_its_room(first, vocabulary)))
        {
            continue;
        }
        let mut named = before.iter().flat_map(|frame| &frame.targets).map(|target| {
            if let [RoomMention { rooms, .. }] = &target.rooms[..]
                && let [only] = rooms[..]
            {
                return Some(only);
            }
            let mut devices = vocabulary.devices_named(&target.text);
            match (&target.head, devices.next(), devices.next()) {
                (Head::Name, Some(only), None) => vocabulary.room_of(only),
                _ => None,
            }
        });
        let Some(Some(room)) = named.next() else { continue };
        if !named.all(|other| other == Some(room)) {
            continue;
        }
        let mention = RoomMention {
            said: vocabulary.room_names.get(room.0 as usize).map(|name| (**name).into()).unwrap_or_default(),
            floor: false,
            rooms: smallvec![room],
        };
        for target in &mut frame.targets {
            let plain =
                matches!(target.head, Head::Noun(_)) && target.many.is_none() && target.count.is_none();
            if plain && takes_room(target, std::slice::from_ref(&mention), vocabulary) {
                target.rooms.push(mention.clone());
            }
        }
    }
}

/// Whether a list begins with something that is called after its room: "bedroom tv off, …".
fn says_its_room(frame: &Frame, vocabulary: &HomeVocabulary) -> bool {
    let [Target { head: Head::Name, text, rooms, .. }] = &frame.targets[..] else { return false };
    let Some((room, _)) = text.split_once(' ').filter(|_| text.is_ascii() && rooms.is_empty()) else {
        return false;
    };
    let said = vocabulary.match_room(room);
    let mut devices = vocabulary.devices_named(text);
    frame.targets_first
        && frame.question.is_none()
        && devices.all(|device| vocabulary.room_of(device).is_some_and(|own| said.contains(&own)))
}

/// 纱帘开一半，窗帘全开: what has its own command is not meant by the wider word behind it.
pub(super) fn specific_before_general(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let lexicon = lexicon();
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let [Target { head: Head::Noun(general), rooms, whole_home: false, .. }] = &frame.targets[..] else {
            continue;
        };
        let (general, rooms) = (*general, rooms.clone());
        let is_narrower = |target: &Target| match target.head {
            Head::Noun(noun) => noun != general && lexicon.is_a(noun, general),
            Head::Name => vocabulary.devices_named(&target.text).any(|device| {
                vocabulary.device_nouns(device).iter().any(|&noun| lexicon.is_a(noun, general))
            }),
            _ => false,
        };
        let narrower: Vec<Target> = before
            .iter()
            .filter(|earlier| {
                earlier.has_action() && earlier.question.is_none() && !earlier.negated && !earlier.complaint
            })
            .flat_map(|earlier| &earlier.targets)
            .filter(|target| is_narrower(target) && (target.rooms.is_empty() || target.rooms == rooms))
            .cloned()
            .collect();
        if let (Some(earlier), [own]) = (before.last(), &narrower[..])
            && says_kind_again(earlier, frame)
        {
            frame.targets = smallvec![own.clone()];
        } else if frame.has_action() && frame.question.is_none() {
            frame.excluded.extend(narrower);
        }
    }
}

/// 大金开冷气26度: behind what is called by its name and switched on, and without a pause, its kind is no other thing.
fn says_kind_again(earlier: &Frame, frame: &Frame) -> bool {
    let switched_on = earlier.targets_first
        && earlier.value.is_none()
        && matches!(&earlier.targets[..], [Target { head: Head::Name, .. }])
        && earlier.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::On));
    let only_set = frame.verb.is_none() && frame.value.is_some() && frame.targets.len() == 1;
    switched_on && only_set && frame.span.0 <= earlier.span.1
}

/// "Set the bedroom AC to cool, 23 degrees, fan high": the fan of what was just set, where a level is said of it and
/// nothing else.
pub(super) fn fan_of_what_was_set(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let lexicon = lexicon();
    let blows = |target: &Target| {
        let is_one = |noun| {
            ["AirConditioner", "AirPurifier", "Thermostat"].iter().any(|category| {
                catalogue()
                    .category(category)
                    .and_then(|category| {
                        lexicon.category_nouns.get(usize::from(category.0)).copied().flatten()
                    })
                    .is_some_and(|general| lexicon.is_a(noun, general))
            })
        };
        match target.head {
            Head::Noun(noun) => is_one(noun),
            Head::Name => vocabulary
                .devices_named(&target.text)
                .any(|device| vocabulary.device_nouns(device).iter().any(|&noun| is_one(noun))),
            _ => false,
        }
    };
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let only_fan = matches!(&frame.targets[..], [target] if target.text == "fan" && target.rooms.is_empty()
            && target.many.is_none() && matches!(target.head, Head::Noun(_)));
        let sets = frame.verb.is_none_or(|verb| verb.weak)
            && matches!(frame.value, Some(Value::Level(_) | Value::Word { .. } | Value::Number { .. }));
        let set_before = before.iter().rfind(|earlier| earlier.has_target());
        // "AC on, 19, fan on high": what was set of it stands between, or its room has no other fan.
        let valued = before.iter().any(|earlier| earlier.value.is_some() && earlier.verb.is_none());
        let only_one_there = |target: &Target| {
            let fan = match frame.targets.first().map(|fan| &fan.head) {
                Some(Head::Noun(noun)) => *noun,
                _ => return false,
            };
            target.head == Head::Name
                && vocabulary.devices_named(&target.text).all(|device| {
                    vocabulary.room_of(device).is_some_and(|room| !vocabulary.room_has_noun(room, fan))
                })
        };
        if only_fan
            && sets
            && set_before.is_some_and(|earlier| {
                earlier.targets.iter().all(blows)
                    && (earlier.value.is_some() || valued || earlier.targets.iter().all(only_one_there))
            })
        {
            frame.targets.clear();
            frame.property = catalogue().property("fan_speed").or(frame.property);
        }
    }
}

/// 油烟机开最大, 风扇开大点: a level or a difference of what blows, and nothing else said of it, is that of its fan; of
/// what sounds it is how loud.
pub(super) fn what_blows(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let humidifier = lexicon().noun("humidifier");
    for frame in frames {
        let plain = frame.property.is_none()
            && frame.question.is_none()
            && frame.part.is_empty()
            && frame.has_target();
        let level = matches!(frame.value, Some(Value::Level(_))) && frame.direction.is_none();
        // 开大点, 开小点, "turn it up": by how much it runs.
        let more = |verb: &Verb| {
            matches!(verb.id.as_str(), "up" | "down" | "raise" | "lower") && verb.property.is_none()
        };
        let step = frame.direction.is_some() && frame.verb.is_some_and(|verb| !verb.chinese);
        let runs = (frame.value.is_none() || step) && frame.verb.is_some_and(more);
        let chinese = frame.verb.is_some_and(|verb| verb.chinese);
        let all = |is: Trait| frame.targets.iter().all(|target| has_trait(target, is, vocabulary));
        let humidifies = |target: &Target| humidifier.is_some_and(|noun| is_of(target, noun, vocabulary));
        // 加湿器大点: it has no voice.
        let louder = frame.direction.is_some()
            && frame.has_target()
            && frame.property.is_some()
            && frame.property == catalogue().property("volume");
        if louder && frame.targets.iter().all(humidifies) {
            frame.property = catalogue().property("humidity");
        }
        if !plain {
            continue;
        }
        let property = if (level || runs) && all(Trait::Blows) {
            "fan_speed"
        } else if runs && chinese && all(Trait::Sounds) {
            "volume"
        } else if runs && frame.targets.iter().all(humidifies) {
            "humidity"
        } else {
            continue;
        };
        frame.property = catalogue().property(property);
    }
}

/// 门锁了没 where one thing locks: its lock is asked for, and no sensor of a door.
pub(super) fn locked(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let (Some(lock), Some(door)) = (lexicon().noun("lock"), lexicon().noun("door")) else { return };
    for frame in frames {
        let asks = frame.verb.is_some_and(|verb| {
            verb.chinese
                && verb.acts.first() == Some(&Act::Query)
                && verb.property.is_some()
                && verb.property == catalogue().property("lock_state")
        });
        if let [Target { head, text, rooms, many: None, .. }] = &mut frame.targets[..]
            && asks
            && *head == Head::Noun(door)
            && rooms.is_empty()
            && vocabulary.is_only(lock)
        {
            *head = Head::Noun(lock);
            *text = vocabulary.noun_names(lock).0.into();
        }
    }
}

/// 拉到一半停住: where it stops is where it is to go.
pub(super) fn stops_there(frames: &mut Vec<Frame>) {
    for index in (1..frames.len()).rev() {
        let (Some(before), Some(frame)) = (frames.get(index - 1), frames.get(index)) else { continue };
        let goes = matches!(
            before.value,
            Some(Value::Level(_) | Value::Number { unit: Unit::Percent | Unit::None, .. })
        ) && before.has_target()
            && before.question.is_none()
            && before.verb.is_some_and(|verb| verb.chinese && verb.acts.contains(&Act::Set));
        let stops = frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Stop))
            && frame.value.is_none()
            && frame.property.is_none()
            && frame.question.is_none()
            && !frame.has_target()
            && frame.work.is_none();
        if goes && stops {
            frames.remove(index);
        }
    }
}

/// What is said once more and better makes way for it: 风速高一点，高风; 闷不闷，二氧化碳高不高; 烧饭了，电饭锅插上.
pub(super) fn said_better(frames: &mut Vec<Frame>) {
    let general = |frame: &Frame| {
        frame.question.is_some()
            && (frame.property.is_none() || frame.property == catalogue().property("air_quality"))
            && frame.targets.iter().all(|target| target.head == Head::None)
            && frame.verb.is_none_or(|verb| verb.acts.first() == Some(&Act::Query))
    };
    for index in (0..frames.len().saturating_sub(1)).rev() {
        let (before, rest) = frames.split_at_mut(index + 1);
        let (Some(first), Some(next)) = (before.last_mut(), rest.first_mut()) else { continue };
        // 喷雾开大一点，最强那个
        let pointed = next.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty());
        let same_target = pointed || next.targets == first.targets;
        let asked = general(first)
            && next.property.is_some()
            && (next.question.is_some()
                || next.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query)));
        let set = first.direction.is_some()
            && first.property.is_some()
            && first.value.is_none()
            && first.has_target()
            && matches!(
                &next.value,
                Some(
                    Value::Word { .. }
                        | Value::Level(_)
                        | Value::Number { unit: Unit::Percent | Unit::Gear, .. }
                )
            )
            && next.direction.is_none()
            && next.verb.is_none_or(|verb| verb.chinese && verb.id == "set")
            && next.property.is_none_or(|property| Some(property) == first.property);
        let cooks = first.verb.is_some_and(|verb| verb.chinese && verb.id == "cook")
            && !first.has_target()
            && first.value.is_none()
            && next.has_target()
            && next.verb.is_some();
        if (asked || set) && same_target {
            if !next.has_target() {
                next.targets = std::mem::take(&mut first.targets);
            }
            // 不用那么大声，一段就好: a gear is of what turns.
            if set && !matches!(next.value, Some(Value::Number { unit: Unit::Gear, .. })) {
                next.property = first.property;
            }
            frames.remove(index);
        } else if cooks {
            frames.remove(index);
        }
    }
}

/// 给猫咪放点粮: who is fed is no device, unless a feeder is called after it.
pub(super) fn fed(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let feeds = |frame: &Frame| frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Dispense));
    if !frames.iter().any(feeds) {
        return;
    }
    let feeder = lexicon().noun("feeder").filter(|&noun| vocabulary.has_noun(noun));
    let Some(feeder) = feeder else { return };
    for frame in frames {
        if !feeds(frame) {
            continue;
        }
        // 洗衣机转起来，猫也喂一下: who is fed was not understood.
        let fed_besides = frame.targets.is_empty()
            && frame.unknown > 0
            && frame.unknown <= 3
            && frame.verb.is_some_and(|verb| verb.chinese);
        if fed_besides {
            let text = vocabulary.noun_names(feeder).0.into();
            frame.targets.push(Target { head: Head::Noun(feeder), text, ..Target::default() });
            frame.unknown = 0;
        }
        for target in &mut frame.targets {
            if target.head == Head::Unknown
                && let Some(name) = called_after(&target.text, feeder, vocabulary)
            {
                target.head = Head::Name;
                target.text = name.into();
            }
        }
        for target in &mut frame.targets {
            let pet = match target.head {
                Head::Unknown => true,
                Head::Name => !is_of(target, feeder, vocabulary),
                _ => false,
            };
            if pet {
                let (zh, en) = vocabulary.noun_names(feeder);
                target.text = if target.text.is_ascii() { en } else { zh }.into();
                target.head = Head::Noun(feeder);
                frame.unknown = 0;
            }
        }
    }
}

/// "get the car charging": where the home does not know the car, what charges it is meant.
pub(super) fn charged(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for frame in frames {
        let Some(verb) = frame.verb.filter(|verb| !verb.chinese) else { continue };
        if verb.property.is_none() || verb.property != catalogue().property("charging") {
            continue;
        }
        let Some(charger) = verb.nouns.iter().copied().find(|&noun| vocabulary.has_noun(noun)) else {
            continue;
        };
        for target in &mut frame.targets {
            if let Head::Noun(noun) = target.head
                && verb.nouns.contains(&noun)
                && !vocabulary.has_noun(noun)
            {
                target.text = vocabulary.noun_names(charger).1.into();
                target.head = Head::Noun(charger);
            }
        }
    }
}

/// 棉袄烘干没有: what lies in the machine is no device; the question names the machine by its work.
pub(super) fn washed(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for frame in frames {
        let Some(verb) = frame.verb.filter(|verb| verb.acts == [Act::Query] && !verb.nouns.is_empty()) else {
            continue;
        };
        let machine = verb.nouns.iter().copied().find(|&noun| vocabulary.has_noun(noun));
        let works = verb.property.is_some_and(|property| Some(property) == catalogue().property("run_state"));
        if let (Some(machine), true, [target]) = (machine, works, &mut frame.targets[..])
            && target.head == Head::Unknown
        {
            let (zh, en) = vocabulary.noun_names(machine);
            target.text = if target.text.is_ascii() { en } else { zh }.into();
            target.head = Head::Noun(machine);
        }
    }
}

/// 摄像头的画面给我看看, 看看门口监控: what a camera shows now, and not how it is set.
pub(super) fn watched(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let stream = catalogue().property("video_stream").filter(|&stream| vocabulary.can_switch(stream));
    let Some(stream) = stream else { return };
    let image = catalogue().property("camera_image");
    let kinds = ["camera", "doorbell"].map(|id| lexicon().noun(id));
    for frame in frames {
        let looks = frame.verb.is_some_and(|verb| {
            verb.chinese && verb.acts == [Act::Query] && verb.property.is_none() && verb.id == "query"
        });
        let plain = frame.value.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && (frame.property.is_none() || frame.property == image);
        let shows = |target: &Target| kinds.iter().flatten().any(|&kind| is_of(target, kind, vocabulary));
        if looks && plain && frame.has_target() && frame.targets.iter().all(shows) {
            frame.verb = vocabulary.switch_verb();
            frame.property = Some(stream);
        }
    }
}

/// 花园浇水: what waters in that room.
pub(super) fn watered(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let kinds = ["irrigation", "valve"].map(|id| lexicon().noun(id));
    for frame in frames {
        let waters = frame.verb.is_some_and(|verb| verb.chinese && verb.id == "water");
        let [target] = &mut frame.targets[..] else { continue };
        if !waters || target.head != Head::None {
            continue;
        }
        let stands = |noun: Noun| {
            target
                .rooms
                .iter()
                .flat_map(|mention| &mention.rooms)
                .any(|&room| vocabulary.room_has_noun(room, noun))
        };
        if let Some(noun) = kinds.into_iter().flatten().find(|&noun| stands(noun)) {
            target.head = Head::Noun(noun);
            target.text = vocabulary.noun_names(noun).0.into();
        }
    }
}

/// 把家里弄暖和点: what heats and cools rooms, and neither the oven nor the water.
pub(super) fn warmed(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let kinds = ["air_conditioner", "heating"].map(|id| lexicon().noun(id));
    for frame in frames {
        let warms = frame.direction.is_some()
            && frame.value.is_none()
            && frame.property == catalogue().property("temperature")
            && frame.verb.is_some_and(|verb| verb.chinese)
            && frame.question.is_none();
        let [target] = &frame.targets[..] else { continue };
        if !warms || target.head != Head::None || !target.whole_home {
            continue;
        }
        // Heating only warms.
        let count = if frame.direction == Some(true) { 2 } else { 1 };
        let model = target.clone();
        let named: Targets = kinds
            .into_iter()
            .take(count)
            .flatten()
            .filter(|&noun| vocabulary.has_noun(noun))
            .map(|noun| Target {
                head: Head::Noun(noun),
                text: vocabulary.noun_names(noun).0.into(),
                ..model.clone()
            })
            .collect();
        if !named.is_empty() {
            frame.targets = named;
        }
    }
}

/// The name of the only feeder that a pet's name is part of.
fn called_after(pet: &str, feeder: Noun, vocabulary: &HomeVocabulary) -> Option<String> {
    let is_feeder = |device| vocabulary.device_nouns(device).iter().any(|&noun| lexicon().is_a(noun, feeder));
    let mut named = vocabulary.names.of_feeders(is_feeder).filter(|(name, _)| name.contains(pet));
    let (text, devices) = named.next()?;
    let same = named
        .all(|(_, others)| others.iter().all(|(device, _)| devices.iter().any(|(known, _)| known == device)));
    same.then(|| text.to_owned())
}

/// Whether a target is of a kind.
fn is_of(target: &Target, kind: Noun, vocabulary: &HomeVocabulary) -> bool {
    any_noun(target, vocabulary, |noun| lexicon().is_a(noun, kind))
}

/// Whether something is true of a target's kind.
pub(super) fn has_trait(target: &Target, is: Trait, vocabulary: &HomeVocabulary) -> bool {
    any_noun(target, vocabulary, |noun| lexicon().has_trait(noun, is))
}

/// Whether the noun of a target, or one of a device of its name, fits.
fn any_noun(target: &Target, vocabulary: &HomeVocabulary, fits: impl Fn(Noun) -> bool) -> bool {
    match target.head {
        Head::Noun(noun) => fits(noun),
        Head::Name => vocabulary
            .devices_named(&target.text)
            .any(|device| vocabulary.device_nouns(device).iter().any(|&noun| fits(noun))),
        _ => false,
    }
}

/// Whether one thing was named of which several rooms have one.
fn is_one_of_several(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    target.many.is_none()
        && target.text.is_ascii()
        && match target.head {
            Head::Name => vocabulary.devices_named(&target.text).count() > 1,
            Head::Noun(noun) => vocabulary.has_noun(noun) && !vocabulary.is_only(noun),
            _ => false,
        }
}

/// 看看, 瞅一眼: nothing is said of what.
pub(super) fn only_looks(frame: &Frame) -> bool {
    let looks =
        |verb: &crate::lexicon::Verb| verb.chinese && verb.acts == [Act::Query] && verb.property.is_none();
    frame.verb.is_some_and(looks) && frame.property.is_none() && frame.value.is_none()
}
