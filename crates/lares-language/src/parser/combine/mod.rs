//! Frames together: what a clause leaves out, limits or corrects is settled by its neighbours.

mod across;
mod as_named;
mod asked_for;
mod besides_order;
mod called_hue;
pub(crate) mod complained_of;
mod compound;
mod gives_way;
pub(crate) mod how_far_closed;
mod how_it_runs;
mod left_as_is;
mod left_out;
pub(crate) mod machines;
mod named_by_work;
pub(crate) mod on_at;
mod only_named;
mod pets;
mod said_exactly;
mod scene_names;
mod scene_parts;
mod spoken_of;
mod takes_back;
mod this_room;
mod told_apart;
mod told_of_place;
mod told_state;
pub(crate) mod value_of_last;
mod white;

use lares_home::Act;
use lares_home::catalogue::catalogue;

use self::across::{
    charged, fan_of_what_was_set, fed, locked, room_of_the_list, said_better, specific_before_general,
    stops_there, warmed, washed, watched, watered, what_blows,
};
pub(crate) use self::as_named::as_named;
use self::left_as_is::{excluded_by_place, left_at, left_so, only_stays, others_of_kind, stays_on};
use self::left_out::{inherit, meant_here, said_of_all, said_of_both, share_quantity, share_rooms, together};
use self::machines::suits;
use self::only_named::share;
pub(crate) use self::only_named::takes_room;
pub(crate) use self::pets::hungry;
use self::said_exactly::said_exactly;
pub(crate) use self::scene_names::{alone as scene_alone, without_purposes};
use self::scene_names::{is_told, names_scene_itself, only_names_a_scene};
pub(crate) use self::scene_parts::called_by_part;
use self::takes_back::{correct, exclude, take_action};
use self::white::white_of_lights;
use super::clause::is_measured;
use super::continues;
use super::frame::{Frame, Head, Target};
use super::render::is_of;
use crate::action::{Level, Unit, Value};
use crate::lexicon::{Asks, Many, Verb};
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
    let mut frames = frames;
    told_state::without_told(&mut frames);
    called_hue::settle(&mut frames, vocabulary);
    let mut frames = correct(unsuited(schedule(said_exactly(frames)), vocabulary));
    left_so(&mut frames);
    left_at(&mut frames);
    let (mut frames, negated) = exclude(frames, vocabulary);
    stays_on(&mut frames, vocabulary);
    excluded_by_place(&mut frames, vocabulary);
    only_stays(&mut frames, vocabulary);
    others_of_kind(&mut frames, vocabulary);
    said_of_all(&mut frames);
    let mut frames = share(frames, vocabulary);
    spoken_of::named_before(&mut frames);
    spoken_of::only_wanted(&mut frames, vocabulary, context);
    if let [frame] = &mut frames[..] {
        continues::go_on(frame, context);
    }
    fill(&mut frames, vocabulary, context);
    this_room::this_room(&mut frames, vocabulary, context);
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
        // 半个点儿以后: how long, in whatever words.
        let amount = matches!(frame.value, Some(Value::Level(_))) && frame.verb.is_none();
        let says_nothing = frame.is_empty() || lasts || frame.scheduled && amount;
        (frame.scheduled || lasts) && says_nothing && !frame.has_target() && frame.property.is_none()
    };
    if frames.iter().all(only_time) || !frames.iter().any(only_time) {
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
        // "Roller door up kayak coming out": only lamps are put out.
        let only_of_others = frame.verb.is_some_and(|verb| verb.weak && !verb.chinese);
        if suited > 0 || only_of_others {
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

fn is_many(target: &Target) -> bool {
    matches!(target.many, Some(Many::All | Many::Every | Many::Both)) || matches!(target.head, Head::Noun(_))
}

/// "close the curtain, all the way": how far says nothing more than the order before it.
fn without_emphasis(frames: &mut Vec<Frame>) {
    let mut index = frames.len();
    while index > 1 {
        index -= 1;
        let frame = &frames[index];
        let emphasis = matches!(frame.value, Some(Value::Level(Level::Max)))
            && frame.value_text.is_ascii()
            && !frame.has_target()
            && frame.verb.is_none()
            && frame.property.is_none()
            && frame.direction.is_none()
            && frame.question.is_none();
        let before = &frames[index - 1];
        let ends = before.value.is_none()
            && before.has_target()
            && before.verb.is_some_and(|verb| {
                !verb.chinese
                    && matches!(
                        verb.acts.first(),
                        Some(Act::Open | Act::Close | Act::Off | Act::Lock | Act::Down)
                    )
            });
        if emphasis && ends {
            frames.remove(index);
        }
    }
}

fn fill(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary, context: ParseContext) {
    let has_recent = context.has_recent;
    without_emphasis(frames);
    said_of_both(frames);
    told_of_place::it_is_the_place(frames, has_recent);
    told_of_place::settled_by_value(frames);
    gives_way::said_again(frames);
    gives_way::answered(frames);
    gives_way::unheard(frames);
    gives_way::stopped(frames);
    gives_way::told_by_state(frames);
    with_what(frames, vocabulary);
    for frame in frames.iter_mut() {
        // 除了主卧空调都关了: what is left out says of which kind all the others are.
        let model = frame
            .excluded
            .iter()
            .find(|target| matches!(target.head, Head::Noun(_)) && !target.rooms.is_empty());
        let nameless = frame.targets.iter().all(|target| {
            target.head == Head::None && target.rooms.is_empty() && target.many == Some(Many::All)
        });
        if let (Some(model), true, true) = (model, nameless, frame.has_target() && frame.has_action()) {
            let (head, text) = (model.head.clone(), model.text.clone());
            for target in &mut frame.targets {
                target.head = head.clone();
                target.text.clone_from(&text);
            }
        }
        // 关灯睡觉: what one is about to do, not the scene of that name.
        let acts = frame.verb.is_some_and(|verb| !verb.weak && verb.chinese);
        let named = frame.targets.iter().any(|target| matches!(target.head, Head::Noun(_) | Head::Name));
        if acts && named && !frame.targets.iter().any(|target| target.joined) {
            frame.targets.retain(|target| target.head != Head::Scene || names_scene_itself(target));
        }
    }
    said_better(frames);
    stops_there(frames);
    specific_before_general(frames, vocabulary);
    told_apart::settle(frames, vocabulary);
    fan_of_what_was_set(frames, vocabulary);
    what_blows(frames, vocabulary);
    locked(frames, vocabulary);
    how_it_runs::hushed(frames, vocabulary);
    fed(frames, vocabulary);
    charged(frames, vocabulary);
    washed(frames, vocabulary);
    watched(frames, vocabulary);
    watered(frames, vocabulary);
    warmed(frames, vocabulary);
    named_by_work::settle(frames, vocabulary);
    room_of_the_list(frames, vocabulary);
    for frame in frames.iter_mut() {
        // 书房也来一个: a light verb says nothing of its own.
        let light = frame.verb.is_some_and(|verb| verb.weak && verb.chinese);
        if frame.same_action && light && frame.value.is_none() && frame.property.is_none() {
            frame.verb = None;
        }
    }
    let mut previous: Option<Frame> = None;
    let count = frames.len();
    for (place, frame) in (1..).zip(frames.iter_mut()) {
        together(&mut frame.targets, vocabulary);
        share_rooms(&mut frame.targets, vocabulary);
        share_quantity(&mut frame.targets);
        if frame.told_of {
            previous = None;
        }
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
                // 湿度多少，瞅一眼: to look is no second question.
                if across::only_looks(frame) && earlier.question.is_some() && earlier.property.is_some() {
                    frame.verb = None;
                    frame.question = None;
                    continue;
                }
                // 浴霸打开，我要洗澡: a light verb behind an order, and nothing that it is said of.
                let light = frame.verb.is_some_and(|verb| verb.weak && verb.chinese);
                let empty = frame.value.is_none()
                    && frame.property.is_none()
                    && frame.direction.is_none()
                    && frame.question.is_none()
                    && !frame.same_action
                    && frame.again.is_none();
                if light && empty && earlier.has_action() {
                    frame.verb = None;
                    continue;
                }
                // "…, just did a costco run": a question in unknown words about nothing that was named.
                if frame.question.is_some() && frame.unknown > 0 && earlier.question.is_none() {
                    frame.verb = None;
                    frame.question = None;
                    frame.property = None;
                    continue;
                }
                if names_its_own(frame, &earlier.targets, vocabulary) {
                    continue;
                }
                // 把风扇关了，现在湿度多少: what is measured is asked of the home, and not of what was switched.
                let measured = frame.property.or_else(|| frame.verb.and_then(|verb| verb.property));
                let asks = frame.question.is_some()
                    || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
                if asks && earlier.question.is_none() && measured.is_some_and(is_of_air) {
                    continue;
                }
                // "Everything off in the basement and lock up": what is locked are doors.
                let locks = frame.verb.is_some_and(|verb| {
                    matches!(verb.acts.first(), Some(Act::Lock | Act::Unlock | Act::Arm | Act::Disarm))
                });
                let anything = |target: &Target| match target.head {
                    Head::Noun(noun) => Some(noun) == crate::lexicon::lexicon().any_device,
                    _ => false,
                };
                if locks && earlier.targets.iter().any(anything) {
                    let category = lares_home::catalogue::catalogue().category("SmartLock");
                    let lock = category.and_then(|category| vocabulary.category_noun(category));
                    if let Some(noun) = lock {
                        let (zh, en) = vocabulary.noun_names(noun);
                        let chinese = frame.verb.is_some_and(|verb| verb.chinese);
                        let text = if chinese { zh } else { en }.to_owned();
                        let many = Some(Many::All);
                        frame.targets.push(Target {
                            head: Head::Noun(noun),
                            text: text.into(),
                            many,
                            ..Target::default()
                        });
                        continue;
                    }
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
        if frame.has_target() && place < count {
            previous = Some(frame.clone());
        }
    }
    for frame in frames.iter_mut() {
        meant_here(frame, vocabulary, context);
        if !context.asked && !context.has_recent && besides_order::wants_some(frame, vocabulary) {
            frame.verb = vocabulary.switch_verb();
        }
        white_of_lights(frame, vocabulary);
        is_needed(frame, vocabulary);
    }
    besides_order::asks_nothing_more(frames);
    besides_order::pair_in_room(frames, vocabulary);
    let names_a_scene = frames.iter().any(only_names_a_scene);
    let only_one = frames.len() == 1;
    // 客厅的温度: a property of something, and nothing to be done with it, is a question.
    for frame in frames.iter_mut() {
        let switches = frame.property.is_some_and(|property| vocabulary.can_switch(property));
        // 冰箱整个速冻: and nothing but a light verb.
        let light = frame.verb.is_some_and(|verb| {
            verb.chinese
                && (verb.weak || verb.acts == [Act::Set] && verb.key.is_none() && verb.property.is_none())
        });
        let wanted = light
            && frame.value.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && frame.wish.is_none()
            && frame.again.is_none();
        if switches && (wanted || !frame.has_action() && frame.verb.is_none()) && frame.has_target() {
            // 小音箱随机播放: a feature that can be switched, and nothing said of it, is wanted.
            frame.verb = vocabulary.switch_verb();
            continue;
        }
        let asks =
            frame.property.is_some() && !frame.has_action() && !frame.same_action && frame.verb.is_none();
        // 台灯专注模式: one that nobody knows is wanted, and not asked for.
        let unheard = frame.unknown > 0 && frame.property == catalogue().property("mode");
        let asks = asks && !unheard;
        let alone = only_one && frame.unknown == 0 && !frame.chat && frame.property.is_some_and(is_measured);
        // "bar lights to party colors": what it is to become was said, in words that are not known.
        let becomes = frame.goal && frame.unknown > 0;
        if asks && !becomes && (frame.has_target() || alone && !has_recent) {
            frame.question = Some(Asks::Value);
        }
    }
    // 屋头好干: what is complained of is so at home, and helps where it can.
    for frame in frames.iter_mut().filter(|frame| frame.wish.is_some() && frame.verb.is_none()) {
        let at_home = |target: &Target| {
            // 牌都看不清楚: even that.
            let even = target.many == Some(Many::All) && target.count.is_none();
            target.head == Head::None && target.rooms.is_empty() && (target.whole_home || even)
        };
        frame.targets.retain(|target| !at_home(target));
        complained_of::settle(frame, vocabulary);
    }
    let acts = frames.iter().filter(|frame| says_act(frame)).count();
    let mut complained = false;
    frames.retain(|frame| {
        // "something's burning, smells like onions": the second complaint only says the first again.
        if frame.complaint
            && std::mem::replace(&mut complained, true)
            && frame.targets.iter().all(Target::is_empty)
        {
            return false;
        }
        let means_something = frame.has_action() || frame.same_action || only_names_a_scene(frame);
        // 大白太冷了，关了: a complaint is the reason for the order, not a second one; so is a bare mood word.
        // 喂喂听得见吗，把卷帘拉上来: words that happen to hold a verb, before the order.
        if frame.unknown > 0 && !frame.has_target() && acts > 1 {
            return false;
        }
        // 睡觉了，灯全关: what one is about to do, not the scene of that name.
        let told = only_names_a_scene(frame) && frame.verb.is_none() && frame.known > 0 && is_told(frame);
        // 太亮了调暗点，电视打开: what is to be done about it was said with it.
        let ordered = frame.verb.is_some_and(|verb| {
            verb.chinese && !verb.weak && matches!(verb.acts.first(), Some(Act::Up | Act::Down | Act::Set))
        });
        let is_reason = (frame.complaint && !ordered || frame.again.is_some() || is_vague(frame))
            && (acts > 0 || names_a_scene || !frame.excluded.is_empty())
            || told && acts > 0;
        means_something && !is_reason
    });
}

/// Measured in the air of a room, and told of no lamp or fan.
fn is_of_air(property: lares_home::Property) -> bool {
    const AIR: [&str; 8] =
        ["temperature", "humidity", "co2", "formaldehyde", "fine_dust", "air_quality", "tvoc", "illuminance"];
    AIR.iter().any(|id| catalogue().property(id) == Some(property))
}

/// An action of its own, and no reason for another.
fn says_act(frame: &Frame) -> bool {
    let chats = frame.chat && !frame.has_target();
    frame.has_action() && !frame.complaint && frame.again.is_none() && !is_vague(frame) && !chats
}

/// A value by name and nothing else: 看电影 says why as often as what.
fn is_vague(frame: &Frame) -> bool {
    matches!(frame.value, Some(Value::Word { .. })) && frame.verb.is_none() && !frame.has_target()
}

/// "turn off the fan and feed the dog": an order that begins with a verb of other devices, and means one of those.
fn names_its_own(frame: &Frame, targets: &[Target], vocabulary: &HomeVocabulary) -> bool {
    // 音乐放一下
    let plays = |verb: &&Verb| verb.chinese && verb.id == "play";
    let Some(verb) = frame.verb.filter(|verb| frame.leads || plays(verb)) else { return false };
    // 锁门，然后布防; 做饭 and 洗衣服 behind an order are why as often as what.
    if verb.chinese && !is_order_of_its_own(verb) {
        return false;
    }
    let here = verb.nouns.iter().any(|&noun| vocabulary.has_noun(noun));
    here && frame.unknown == 0 && frame.question.is_none() && !suits(frame, targets, vocabulary)
}

/// What nobody says of himself: to arm, to feed, to vacuum.
fn is_order_of_its_own(verb: &Verb) -> bool {
    let lexicon = crate::lexicon::lexicon();
    let works = ["robot_cleaner", "feeder", "irrigation"]
        .iter()
        .filter_map(|id| lexicon.noun(id))
        .any(|noun| verb.nouns.contains(&noun));
    !verb.weak
        && match verb.acts.first() {
            Some(
                Act::Arm | Act::Disarm | Act::Dispense | Act::Dock | Act::Lock | Act::Next | Act::Previous,
            ) => true,
            Some(Act::Start) => works,
            _ => false,
        }
}

/// "let some light in, open the shades": what is wanted is said first, and with what behind it.
fn with_what(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(earlier), Some(frame)) = (before.last_mut(), rest.first()) else { continue };
        let wanted = earlier.verb.filter(|verb| !verb.chinese && !verb.nouns.is_empty());
        let same = wanted.map(|verb| verb.acts.first()) == frame.verb.map(|verb| verb.acts.first());
        if same
            && !earlier.has_target()
            && earlier.value.is_none()
            && earlier.question.is_none()
            && frame.question.is_none()
            && frame.has_target()
            && suits(earlier, &frame.targets, vocabulary)
        {
            earlier.verb = None;
            earlier.property = None;
        }
    }
}

/// "I need the hall light": what is needed is wanted on.
fn is_needed(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let wants = frame.verb.is_some_and(|verb| matches!(verb.id.as_str(), "want" | "fetch"));
    let only_named = !frame.has_action()
        && frame.property.is_none()
        && !frame.same_action
        && frame.unknown == 0
        && frame.excluded.is_empty();
    // 来盏灯, 随便来个床头灯: one of them.
    let one_of_them =
        frame.verb.is_some_and(|verb| verb.weak && verb.chinese && verb.acts.contains(&Act::On))
            && frame.targets.iter().all(|target| target.many == Some(Many::Any) || target.count.is_some())
            && frame.value.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && frame.property.is_none()
            && frame.unknown == 0;
    if one_of_them && !frame.negated && all_of(frame, &["Light", "Fan"], vocabulary) {
        frame.verb = vocabulary.switch_verb();
    }
    // "power the geyser in the bathroom"
    let powers = frame.verb.is_some_and(|verb| verb.id == "power");
    if powers && only_named && !frame.negated && frame.has_target() {
        frame.verb = vocabulary.switch_verb();
    }
    if wants && only_named && !frame.negated && all_of(frame, &["Light", "Fan"], vocabulary) {
        frame.verb = vocabulary.switch_verb();
    }
}

/// Whether all targets of a frame are devices of these categories.
fn all_of(frame: &Frame, categories: &[&str], vocabulary: &HomeVocabulary) -> bool {
    frame.has_target()
        && frame.targets.iter().all(|target| {
            matches!(target.head, Head::Noun(_) | Head::Name) && is_of(target, vocabulary, categories)
        })
}
