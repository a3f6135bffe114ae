//! Frames together: corrections replace, exclusions join what they limit, and what a clause leaves out comes from its
//! neighbours.

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::continues;
use super::clause::is_measured;
use super::frame::{Frame, Head, RoomMention, Target};
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, Many};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// Frames complete as far as the utterance completes them.
#[derive(Debug, Default)]
pub(crate) struct Combined {
    /// What is to be done, in spoken order.
    pub(crate) frames: Vec<Frame>,
    /// Something was not to be done.
    pub(crate) negated: bool,
}

/// Completes frames in their order.
pub(crate) fn combine(frames: Vec<Frame>, vocabulary: &HomeVocabulary, context: ParseContext) -> Combined {
    let frames = correct(unsuited(schedule(frames), vocabulary));
    let (frames, negated) = exclude(frames);
    let mut frames = share(frames, vocabulary);
    if let [frame] = &mut frames[..] {
        continues::go_on(frame, context);
    }
    fill(&mut frames, vocabulary, context.has_recent);
    Combined { frames, negated }
}

/// 周末十点，再开扫地机; 过五分钟，把油烟机关掉: a clause that only says when says it of the clause behind it, else of the
/// one before.
fn schedule(frames: Vec<Frame>) -> Vec<Frame> {
    let only_time = |frame: &Frame| {
        let lasts =
            matches!(frame.value, Some(Value::Number { unit: Unit::Second | Unit::Minute | Unit::Hour, .. }))
                && frame.verb.is_none()
                && frame.direction.is_none();
        let says_nothing = frame.is_empty() || lasts;
        (frame.scheduled || lasts) && says_nothing && !frame.has_target() && frame.property.is_none()
    };
    if frames.iter().all(only_time) {
        return frames;
    }
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    let mut waiting = false;
    for mut frame in frames {
        if only_time(&frame) {
            waiting = true;
            continue;
        }
        frame.scheduled |= waiting;
        waiting = false;
        kept.push(frame);
    }
    if waiting && let Some(last) = kept.last_mut() {
        last.scheduled = true;
    }
    kept
}

/// A verb of other devices says nothing about these: 煮 of 煮灯 is a slip, 找 of 找个空调关了 a filler.
/// Where it is the only action it stays, in doubt.
fn unsuited(mut frames: Vec<Frame>, vocabulary: &HomeVocabulary) -> Vec<Frame> {
    let suited =
        frames.iter().filter(|frame| frame.has_action() && suits(frame, &frame.targets, vocabulary)).count();
    for frame in &mut frames {
        if !frame.has_target() || suits(frame, &frame.targets, vocabulary) {
            continue;
        }
        if suited > 0 {
            frame.verb = None;
            frame.property = None;
        } else {
            // 空调净化一下: it is not made for that work, and to be switched on is something else.
            let works = frame.verb.is_some_and(|verb| verb.acts.contains(&Act::Start));
            let plain = frame.property.is_none() && frame.value.is_none() && frame.question.is_none();
            frame.likeness *= if works && plain { 0.2 } else { 0.7 };
        }
    }
    frames
}

/// A corrected frame gives way to the one that corrects it, which takes from it what it does not say itself.
fn correct(frames: Vec<Frame>) -> Vec<Frame> {
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    for mut frame in frames {
        if frame.corrects
            && let Some(wrong) = kept.pop()
        {
            let leaves = frame.leaves_out && frame.excluded.iter().all(|target| target.head == Head::Last);
            if frame.is_empty() || leaves {
                continue;
            }
            if frame.has_target()
                && frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
            {
                // "no, just pause it".
                frame.targets.clear();
            }
            if !frame.has_target() {
                frame.targets.clone_from(&wrong.targets);
            } else {
                complete_heads(&mut frame.targets, &wrong.targets);
            }
            if !frame.has_action() {
                take_action(&mut frame, &wrong);
            } else if frame.verb.is_none() {
                frame.verb = wrong.verb;
                frame.property = frame.property.or(wrong.property);
                frame.goal |= wrong.goal;
            }
        }
        kept.push(frame);
    }
    kept
}

/// 卧室的 after 客厅的灯: the room is new, the kind is the same; 空调 after 客厅的灯: the other way.
fn complete_heads(targets: &mut [Target], earlier: &[Target]) {
    let Some(model) = earlier.last() else { return };
    for target in targets {
        if target.head == Head::None && target.many.is_none() {
            target.head = model.head.clone();
            target.text.clone_from(&model.text);
            target.many = model.many;
            target.count = model.count;
        } else if target.rooms.is_empty() && matches!(target.head, Head::Noun(_)) && !target.whole_home {
            target.rooms.clone_from(&model.rooms);
        }
    }
}

fn take_action(frame: &mut Frame, from: &Frame) {
    frame.verb = from.verb;
    frame.property = frame.property.or(from.property);
    frame.direction = from.direction;
    frame.value.clone_from(&from.value);
    frame.value_text.clone_from(&from.value_text);
    frame.goal = from.goal;
    frame.question = frame.question.or(from.question);
    frame.scheduled |= from.scheduled;
}

/// Frames that only leave something out join the frame that they limit; negated ones are dropped.
fn exclude(frames: Vec<Frame>) -> (Vec<Frame>, bool) {
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    let mut waiting: Vec<Target> = Vec::new();
    let mut carried: Vec<Target> = Vec::new();
    let mut negated = false;
    for mut frame in frames {
        if frame.negated && !frame.leaves_out {
            let limits = kept.last().is_some_and(|earlier| {
                let same_act = match (frame.verb, earlier.verb) {
                    (Some(verb), Some(other)) => verb.acts.first() == other.acts.first(),
                    _ => true,
                };
                same_act && earlier.targets.iter().any(is_many) && frame.has_target()
            });
            if limits && let Some(earlier) = kept.last_mut() {
                earlier.excluded.append(&mut frame.targets);
                continue;
            }
            // 打开油烟机，不用开了: what was just asked for is taken back.
            let takes_back = !frame.has_target()
                && kept.last().is_some_and(|earlier| match (frame.verb, earlier.verb) {
                    (Some(verb), Some(other)) => verb.acts.first() == other.acts.first(),
                    (None, _) => frame.unknown == 0,
                    _ => false,
                });
            if takes_back {
                kept.pop();
            }
            negated = true;
            carried = std::mem::take(&mut frame.targets);
            continue;
        }
        let only_excludes =
            !frame.excluded.is_empty() && !frame.has_target() && (frame.leaves_out || !frame.has_action());
        if only_excludes {
            match kept.last_mut().filter(|earlier| earlier.has_target() && earlier.has_action()) {
                Some(earlier) => earlier.excluded.append(&mut frame.excluded),
                None => waiting.append(&mut frame.excluded),
            }
            continue;
        }
        // 大白别制冷了，改制热: what was not to be done one way is to be done another.
        let carried = std::mem::take(&mut carried);
        if frame.has_action() && !frame.has_target() && frame.question.is_none() {
            frame.targets = carried;
        }
        frame.excluded.append(&mut waiting);
        kept.push(frame);
    }
    (kept, negated)
}

fn is_many(target: &Target) -> bool {
    matches!(target.many, Some(Many::All | Many::Every | Many::Both)) || matches!(target.head, Head::Noun(_))
}

/// Frames that only name targets give them to the action that follows, or take the action that went before.
fn share(frames: Vec<Frame>, vocabulary: &HomeVocabulary) -> Vec<Frame> {
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    let mut waiting: Option<Frame> = None;
    for mut frame in frames {
        if let Some(earlier) = waiting.take() {
            let takes = frame.has_action() && (!frame.has_target() || frame.targets_first);
            if takes {
                take_targets(&mut frame, earlier);
            } else if !is_filler(&earlier) {
                kept.push(earlier);
            }
        }
        let only_target = frame.has_target()
            && !frame.has_action()
            && !frame.same_action
            && frame.verb.is_none_or(|verb| verb.weak)
            && !frame.targets.iter().any(|target| target.head == Head::Scene);
        // 床头灯打开，左边那个: which of what was named.
        let only_which = frame.which
            && !frame.has_target()
            && !frame.has_action()
            && !frame.same_action
            && frame.verb.is_none();
        if only_which && let Some(earlier) = kept.last_mut().filter(|earlier| earlier.has_target()) {
            if let [target] = &mut earlier.targets[..] {
                target.single = true;
            }
            earlier.span.1 = earlier.span.1.max(frame.span.1);
        } else if only_target {
            join_earlier(&mut kept, frame, &mut waiting, vocabulary);
        } else {
            kept.push(frame);
        }
    }
    kept.extend(waiting);
    kept
}

/// 那个，嗯: a pronoun alone that only fills a pause.
fn is_filler(frame: &Frame) -> bool {
    frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
}

/// 客厅的灯，都打开: the action takes the targets that waited for it.
fn take_targets(frame: &mut Frame, mut earlier: Frame) {
    if is_filler(&earlier) && frame.has_target() {
        return;
    }
    let own = std::mem::take(&mut frame.targets);
    let many = own.iter().find_map(|target| target.many);
    frame.targets = std::mem::take(&mut earlier.targets);
    if let Some(many) = many {
        frame.targets.iter_mut().for_each(|target| {
            target.many.get_or_insert(many);
        });
    }
    let only_quantity = own.iter().all(|target| target.head == Head::None && target.rooms.is_empty());
    // 客厅，卧室的灯都打开: rooms that waited take the head that came.
    if own.len() == 1 && frame.targets.iter().all(|target| target.head == Head::None) && !only_quantity {
        complete_heads(&mut frame.targets, &own);
    }
    if !only_quantity {
        let repeated = |target: &Target| {
            frame.targets.iter().any(|known| {
                known.head == target.head
                    && known.text == target.text
                    && (target.rooms.is_empty() || known.rooms == target.rooms)
            })
        };
        let further: Vec<Target> = own.into_iter().filter(|target| !repeated(target)).collect();
        frame.targets.extend(further);
    }
    frame.property = frame.property.or(earlier.property);
    frame.unknown += earlier.unknown;
    frame.known += earlier.known;
    frame.likeness *= earlier.likeness;
    frame.excluded.append(&mut earlier.excluded);
    frame.scheduled |= earlier.scheduled;
    frame.span.0 = frame.span.0.min(earlier.span.0);
}

/// A frame that only names targets, behind an action.
fn join_earlier(
    kept: &mut Vec<Frame>,
    mut frame: Frame,
    waiting: &mut Option<Frame>,
    vocabulary: &HomeVocabulary,
) {
    let Some(earlier) = kept.last_mut().filter(|earlier| earlier.has_action()) else {
        *waiting = Some(frame);
        return;
    };
    // 哪个都行: how many of what was named.
    let only_quantity =
        frame.targets.iter().all(|target| target.head == Head::None && target.rooms.is_empty());
    if only_quantity && earlier.has_target() {
        let many = frame.targets.iter().find_map(|target| target.many);
        for target in &mut earlier.targets {
            target.many = target.many.or(many);
        }
        return;
    }
    // 二十三度，次卧空调: what the action is for comes behind it.
    if !earlier.has_target() {
        earlier.targets = frame.targets;
        earlier.excluded.append(&mut frame.excluded);
        earlier.known += frame.known;
        earlier.unknown += frame.unknown;
        earlier.span.1 = earlier.span.1.max(frame.span.1);
        return;
    }
    // 空调开到24度，主卧的; 主卧那个: the room of what was named, and of what was named before it where the room has such.
    if let [Target { head: Head::None | Head::Last, rooms, .. }] = &frame.targets[..]
        && !rooms.is_empty()
        && earlier.targets.iter().all(|target| target.rooms.is_empty())
        && earlier.targets.iter().any(|target| takes_room(target, rooms, vocabulary))
        && frame.unknown == 0
        && !frame.goal
    {
        for earlier in kept.iter_mut().rev() {
            if !earlier.has_target() || !earlier.targets.iter().all(|target| target.rooms.is_empty()) {
                break;
            }
            for target in &mut earlier.targets {
                if takes_room(target, rooms, vocabulary) {
                    target.rooms.clone_from(rooms);
                }
            }
        }
        return;
    }
    // 给它关喽，那个鱼缸: the name explains the pronoun.
    if earlier.targets.iter().all(|target| target.head == Head::Last) {
        earlier.targets = frame.targets;
        return;
    }
    // 阿姨到门口了: a place in a remark is no further target.
    let remark =
        frame.goal || frame.unknown > 0 && frame.targets.iter().all(|target| target.head == Head::None);
    if remark {
        return;
    }
    let earlier = earlier.clone();
    take_action(&mut frame, &earlier);
    kept.push(frame);
}

/// Whether a target without a room can be meant in these rooms, of which something of its kind stands in one.
fn takes_room(target: &Target, rooms: &[RoomMention], vocabulary: &HomeVocabulary) -> bool {
    let mut rooms = rooms.iter().flat_map(|mention| mention.rooms.iter().copied());
    target.rooms.is_empty()
        && !target.whole_home
        && match target.head {
            Head::Noun(noun) => rooms.any(|room| vocabulary.room_has_noun(room, noun)),
            Head::Name => rooms.any(|room| {
                vocabulary.devices_named(&target.text).any(|device| vocabulary.room_of(device) == Some(room))
            }),
            _ => false,
        }
}

fn fill(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary, has_recent: bool) {
    // 厨房灯怎么还亮着，关了: a question whose answer is an order for the same thing is no question.
    for index in 1..frames.len() {
        let answered = frames[index].has_action()
            && frames[index].question.is_none()
            && frames[index]
                .targets
                .iter()
                .all(|target| target.head == Head::Last && target.rooms.is_empty())
            && !frames[index].complaint
            && frames[index - 1].question.is_some();
        if answered {
            let targets = frames[index - 1].targets.clone();
            frames[index].targets = targets;
            frames[index - 1].question = None;
            frames[index - 1].verb = None;
            frames[index - 1].value = None;
            frames[index - 1].property = None;
            frames[index - 1].direction = None;
        }
    }
    // 小强别扫了，回去充电: what is to stop makes way for what is to come.
    for index in 1..frames.len() {
        let stops = |frame: &Frame| frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Stop));
        let follows =
            frames[index].has_action() && !frames[index].has_target() && frames[index].question.is_none();
        if follows && stops(&frames[index - 1]) && frames[index - 1].value.is_none() {
            let targets = frames[index - 1].targets.clone();
            frames[index].targets = targets;
            frames[index - 1].verb = None;
        }
    }
    specific_before_general(frames, vocabulary);
    fan_of_what_was_set(frames, vocabulary);
    room_of_the_list(frames, vocabulary);
    let mut previous: Option<Frame> = None;
    for frame in frames.iter_mut() {
        together(&mut frame.targets, vocabulary);
        share_rooms(&mut frame.targets, vocabulary);
        if let Some(earlier) = &previous {
            // 路由器先给它断个电: what was named in the same breath.
            if frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
                && frame.has_target()
            {
                frame.targets.clone_from(&earlier.targets);
            }
            if frame.same_action && !frame.has_action() {
                take_action(frame, earlier);
            }
            if !frame.has_target() && !frame.complaint {
                if is_vague(frame) && frame.unknown > 0 {
                    continue;
                }
                if !suits(frame, &earlier.targets, vocabulary) {
                    // 把燃气阀打开，我要做饭: a verb of other devices is a remark.
                    frame.verb = None;
                    continue;
                }
                frame.targets.clone_from(&earlier.targets);
                if frame.excluded.is_empty() {
                    frame.excluded.clone_from(&earlier.excluded);
                }
            } else {
                inherit(frame, earlier, vocabulary);
            }
        }
        if frame.has_target() {
            previous = Some(frame.clone());
        }
    }
    let names_a_scene = frames.iter().any(only_names_a_scene);
    let only_one = frames.len() == 1;
    // 客厅的温度: a property of something, and nothing to be done with it, is a question.
    for frame in frames.iter_mut() {
        let switches = frame.property.is_some_and(|property| vocabulary.can_switch(property));
        if switches && !frame.has_action() && frame.verb.is_none() && frame.has_target() {
            // 小音箱随机播放: a feature that can be switched, and nothing said of it, is wanted.
            frame.verb = vocabulary.switch_verb();
            continue;
        }
        let asks =
            frame.property.is_some() && !frame.has_action() && !frame.same_action && frame.verb.is_none();
        let alone = only_one && frame.unknown == 0 && !frame.chat && frame.property.is_some_and(is_measured);
        if asks && (frame.has_target() || alone && !has_recent) {
            frame.question = Some(Asks::Value);
        }
    }
    let acts = frames.iter().filter(|frame| says_act(frame)).count();
    frames.retain(|frame| {
        let means_something = frame.has_action() || frame.same_action || only_names_a_scene(frame);
        // 大白太冷了，关了: a complaint is the reason for the order, not a second one; so is a bare mood word.
        // 喂喂听得见吗，把卷帘拉上来: words that happen to hold a verb, before the order.
        if frame.unknown > 0 && !frame.has_target() && acts > 1 {
            return false;
        }
        // 睡觉了，灯全关: what one is about to do, not the scene of that name.
        let told = only_names_a_scene(frame) && frame.verb.is_none() && frame.known > 0 && is_told(frame);
        let is_reason =
            (frame.complaint || frame.again.is_some() || is_vague(frame)) && (acts > 0 || names_a_scene) || told && acts > 0;
        means_something && !is_reason
    });
}

/// "TV off, floor lamp on, curtains closed in the living room": the room at the end of a list is that of the whole list.
/// 吸顶灯关了遮光帘拉上空调开26度: several that are named by name in one room say where the kind behind them is meant.
fn room_of_the_list(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let roomless = |frame: &Frame| {
        frame.has_action() && frame.has_target() && frame.targets.iter().all(|target| target.rooms.is_empty())
    };
    if let [earlier @ .., last] = frames
        && earlier.len() >= 2
        && let [Target { rooms, .. }] = &last.targets[..]
        && !rooms.is_empty()
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
    for index in 2..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let mut named = before.iter().flat_map(|frame| &frame.targets).map(|target| {
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
            said: vocabulary.room_names.get(room.0 as usize).map(ToString::to_string).unwrap_or_default(),
            floor: false,
            rooms: vec![room],
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

/// 纱帘开一半，窗帘全开: what has its own command is not meant by the wider word behind it.
fn specific_before_general(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let lexicon = crate::lexicon::lexicon();
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
        if frame.has_action() && frame.question.is_none() {
            frame.excluded.extend(narrower);
        }
    }
}

/// "Set the bedroom AC to cool, 23 degrees, fan high": the fan of what was just set, where a level is said of it and
/// nothing else.
fn fan_of_what_was_set(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let lexicon = crate::lexicon::lexicon();
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
        if only_fan
            && sets
            && set_before.is_some_and(|earlier| earlier.value.is_some() && earlier.targets.iter().all(blows))
        {
            frame.targets.clear();
            frame.property = catalogue().property("fan_speed").or(frame.property);
        }
    }
}

/// An action of its own, and no reason for another.
fn says_act(frame: &Frame) -> bool {
    frame.has_action() && !frame.complaint && frame.again.is_none() && !is_vague(frame)
}

/// A value by name and nothing else: 看电影 says why as often as what.
fn is_vague(frame: &Frame) -> bool {
    matches!(frame.value, Some(Value::Word { .. })) && frame.verb.is_none() && !frame.has_target()
}

/// Whether the verb can be meant for these targets.
fn suits(frame: &Frame, targets: &[Target], vocabulary: &HomeVocabulary) -> bool {
    let Some(verb) = frame.verb.filter(|verb| !verb.nouns.is_empty()) else { return true };
    let lexicon = crate::lexicon::lexicon();
    let fits =
        |noun| verb.nouns.iter().any(|&wanted| lexicon.is_a(noun, wanted) || lexicon.is_a(wanted, noun));
    targets.iter().all(|target| match target.head {
        Head::Noun(noun) => fits(noun),
        Head::Name => {
            let mut devices = vocabulary.devices_named(&target.text).peekable();
            devices.peek().is_none()
                || devices.any(|device| vocabulary.device_nouns(device).iter().any(|&noun| fits(noun)))
        }
        _ => true,
    })
}

/// The scene is named without the word for a scene.
fn is_told(frame: &Frame) -> bool {
    const ENDINGS: [&str; 4] = ["模式", "场景", "mode", "scene"];
    frame.targets.iter().all(|target| !ENDINGS.iter().any(|ending| target.text.ends_with(ending)))
}

/// 观影模式: a scene's name alone is an order.
fn only_names_a_scene(frame: &Frame) -> bool {
    frame.targets.iter().any(|target| target.head == Head::Scene)
}

/// "All the curtains and blinds": kinds of one kind, said together, are all of it.
fn together(targets: &mut Vec<Target>, vocabulary: &HomeVocabulary) {
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
        let merged = Target { head: Head::Noun(parent), text: text.to_owned(), ..first.clone() };
        *targets = vec![merged];
    }
}

/// 客厅的灯和窗帘: a target that was joined shares the rooms of the one before it.
fn share_rooms(targets: &mut [Target], vocabulary: &HomeVocabulary) {
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

/// What the targets of a later clause leave out: the kind where only a room is said, the room where only a kind is.
fn inherit(frame: &mut Frame, earlier: &Frame, vocabulary: &HomeVocabulary) {
    let Some(model) = earlier.targets.last() else { return };
    let asks_of_room = frame.question.is_some() && frame.property.is_some();
    for target in &mut frame.targets {
        if target.head == Head::None && !target.rooms.is_empty() && !asks_of_room {
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
            && model.head != Head::Name
            && can_stand_in(target, model, vocabulary)
        {
            target.rooms.clone_from(&model.rooms);
        }
    }
}
