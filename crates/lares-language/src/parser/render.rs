//! From complete frames to commands: the fields of the command array, the action as data and the confidence.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::action_words::action_text;
use super::frame::{Frame, Head, RoomMention, Target};
use crate::action::{Action, Unit, Value};
use crate::command_array::{ANY, LAST, OTHER, Quantifier, SpokenCommand, SpokenCondition, UNKNOWN_CATEGORY};
use crate::lexicon::{Asks, Many, lexicon};
use crate::parse::{BorneOut, Language, ParsedCommand};
use crate::vocabulary::{HomeVocabulary, Noun, ParseContext};

/// What every command of an utterance shares.
pub(crate) struct Rendering<'a> {
    pub(crate) text: &'a [char],
    pub(crate) vocabulary: &'a HomeVocabulary,
    pub(crate) language: Language,
    pub(crate) context: ParseContext,
    pub(crate) conditions: &'a [SpokenCondition],
}

impl Rendering<'_> {
    /// The words of a frame.
    fn words(&self, frame: &Frame) -> String {
        self.text.get(frame.span.0..frame.span.1).unwrap_or_default().iter().collect()
    }
}

/// The commands of a frame, one a target.
pub(crate) fn commands(frame: &Frame, rendering: &Rendering<'_>) -> Vec<ParsedCommand> {
    let mut frame = frame.clone();
    frame.covers |= frame.targets.iter().any(|target| opens_by_degrees(target, rendering.vocabulary));
    let frame = &frame;
    let action = action(frame);
    let mut targets = frame.targets.clone();
    let mut implied = false;
    if targets.is_empty() {
        // "if the front door is unlocked, lock it": it, and no other lock.
        let pronoun = rendering.words(frame).split(' ').any(|word| matches!(word, "it" | "them"));
        let refers = pronoun && !rendering.conditions.is_empty();
        let helper = if refers { None } else { helper_target(frame, rendering) };
        implied = helper.is_some();
        targets.push(helper.unwrap_or_default());
    }
    for target in &mut targets {
        let several = target.many.is_some() || target.count.is_some() || !frame.excluded.is_empty();
        if target.head == Head::Name
            && several
            && let Some((room, noun, text)) = room_and_noun(&target.text, rendering.vocabulary)
        {
            // "all the kitchen lights": a name that is a room and a kind means all of that kind there.
            target.rooms.push(room);
            target.head = Head::Noun(noun);
            target.text = text;
        }
    }
    let words = rendering.words(frame);
    let excluded_rooms: Vec<RoomMention> = frame
        .excluded
        .iter()
        .filter(|target| leaves_out_room(target, &targets))
        .flat_map(|target| target.rooms.iter().cloned())
        .collect();
    let excluded_names: Vec<String> = frame
        .excluded
        .iter()
        .filter(|target| !leaves_out_room(target, &targets))
        .map(excluded_text)
        .collect();
    targets
        .iter()
        .map(|target| {
            let nothing_said = target.head == Head::None && target.rooms.is_empty() && !target.whole_home;
            // "is it open now": a state of the thing spoken of; how warm it is needs no thing.
            let of_thing = |property| {
                let entry = catalogue().property_entry(property);
                entry.is_some_and(|entry| states(entry.en))
            };
            let left_out = nothing_said && (frame.question.is_none() || frame.property.is_none_or(of_thing));
            let quantifier = quantifier(target, !frame.excluded.is_empty());
            // "if the garage door is open, close it", 车库门没关的话关一下.
            let told = rendering.conditions.first().filter(|condition| {
                (target.head == Head::Last || nothing_said && !frame.complaint)
                    && target.rooms.is_empty()
                    && !matches!(condition.n.as_str(), ANY | LAST)
                    && can_be_target(condition)
            });
            let own_room = owner_room(&words, rendering).filter(|_| target.rooms.is_empty());
            let mut n = told.map_or_else(|| head_text(target), |condition| condition.n.clone());
            // 卧室的也关掉: only a room, so the kind is the one last spoken of.
            if target.head == Head::None
                && !target.rooms.is_empty()
                && frame.question.is_none()
                && (frame.same_action || rendering.context.has_recent)
            {
                n = LAST.into();
            }
            let unknown_rooms = target
                .rooms
                .iter()
                .filter(|mention| mention.rooms.is_empty())
                .map(|mention| mention.said.clone())
                .collect();
            let spoken = SpokenCommand {
                a: action_text(&action, frame, rendering.language),
                s: own_room.unwrap_or_else(|| {
                    told.map_or_else(
                        || scope_text(&target.rooms, &excluded_rooms, rendering.vocabulary),
                        |condition| condition.s.clone(),
                    )
                }),
                n,
                t: told.map_or_else(|| category_of(target).to_owned(), |condition| condition.t.clone()),
                q: quantifier,
                x: excluded_names.join(","),
                c: target.count.filter(|_| quantifier == Quantifier::Any),
                conditions: about_target(rendering.conditions, target, rendering.vocabulary),
            };
            ParsedCommand {
                spoken,
                action: action.clone(),
                confidence: confidence(frame, target, rendering),
                words: words.clone(),
                target_left_out: left_out,
                borne_out: BorneOut::Fully,
                scheduled: frame.scheduled,
                wish: frame.complaint,
                quantifier_said: target.many.is_some() || target.count.is_some() || target.whole_home,
                unknown_rooms,
                also: frame.same_action || frame.goes_on,
                corrects: frame.corrects,
                implied,
                again: frame.again,
            }
        })
        .collect()
}

/// "when Emma gets home, turn on the light in her room": the room of whom the condition names; a room that the home does
/// not know where it has none of hers.
fn owner_room(words: &str, rendering: &Rendering<'_>) -> Option<String> {
    const ROOMS: [&str; 8] =
        ["her room", "his room", "their room", "her bedroom", "his bedroom", "她房间", "他房间", "他屋"];
    let said = ROOMS.iter().find(|room| words.contains(**room))?;
    let owner = rendering
        .conditions
        .iter()
        .map(|condition| condition.n.as_str())
        .find(|n| !n.starts_with(['*', '@']))?;
    let named = [
        format!("{owner}'s room"),
        format!("{owner}房间"),
        format!("{owner}的房间"),
        format!("{owner}'s bedroom"),
    ];
    let rooms =
        named.iter().map(|name| rendering.vocabulary.match_room(name)).find(|rooms| !rooms.is_empty());
    let name = rooms
        .and_then(|rooms| rooms.first().copied())
        .and_then(|room| rendering.vocabulary.room_names.get(room.0 as usize))
        .map_or_else(|| (*said).to_owned(), ToString::to_string);
    Some(name)
}

/// Whether a property is the state of a thing itself, not of its surroundings.
fn states(property: &str) -> bool {
    ["onoff", "open_state", "lock_state", "run_state", "state"].iter().any(|id| {
        let entry = catalogue().property(id).and_then(|known| catalogue().property_entry(known));
        entry.is_some_and(|entry| entry.zh == property || entry.en == property)
    })
}

/// Whether what a condition is about can be what is then to be acted on: things that are on, open, hot, and no persons.
fn can_be_target(condition: &SpokenCondition) -> bool {
    const OTHERS: [&str; 9] =
        ["presence", "occupancy", "motion", "water_leak", "smoke", "gas_leak", "rain", "button", "alarm"];
    !OTHERS.iter().any(|id| {
        let entry = catalogue().property(id).and_then(|known| catalogue().property_entry(known));
        entry.is_some_and(|entry| entry.zh == condition.p || entry.en == condition.p)
    })
}

/// "if it's still open": a pronoun of the condition stands for the target.
fn about_target(
    conditions: &[SpokenCondition],
    target: &Target,
    vocabulary: &HomeVocabulary,
) -> Vec<SpokenCondition> {
    conditions
        .iter()
        .cloned()
        .map(|mut condition| {
            let nameless = condition.n == ANY && condition.s == ANY && states(&condition.p);
            if (condition.n == LAST || nameless) && target.head != Head::None {
                condition.n = head_text(target);
                condition.s = scope_text(&target.rooms, &[], vocabulary);
                condition.t = category_of(target).to_owned();
            }
            condition
        })
        .collect()
}

/// A name that is nothing but a room and a kind of device.
fn room_and_noun(name: &str, vocabulary: &HomeVocabulary) -> Option<(RoomMention, Noun, String)> {
    name.char_indices().skip(1).find_map(|(border, _)| {
        let (room, kind) = name.split_at(border);
        let (room, kind) = (room.trim(), kind.trim());
        let noun = vocabulary.noun(kind)?;
        let rooms = vocabulary.match_room(room);
        (!rooms.is_empty())
            .then(|| (RoomMention { said: room.to_owned(), floor: false, rooms }, noun, kind.to_owned()))
    })
}

/// What a complaint without a target is helped by: the first kind of device that the home has.
fn helper_target(frame: &Frame, rendering: &Rendering<'_>) -> Option<Target> {
    let of_verb = frame.work.or(frame.verb).map(|verb| verb.nouns.as_slice()).unwrap_or_default();
    let queries = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
    let asks = frame.question.is_some() && !queries;
    if !frame.complaint && !frame.of_doing && (of_verb.is_empty() || asks) {
        return None;
    }
    // 扫一下地: a verb of one kind of device means that kind.
    let wished = frame.wish.map_or(of_verb, |wish| wish.nouns.as_slice());
    let noun = wished.iter().chain(&frame.helpers).copied().find(|&noun| match rendering.context.room {
        Some(room) => rendering.vocabulary.room_has_noun(room, noun),
        None => rendering.vocabulary.has_noun(noun),
    })?;
    let (zh, en) = rendering.vocabulary.noun_names(noun);
    let text = if rendering.language == Language::Chinese { zh } else { en };
    Some(Target { head: Head::Noun(noun), text: text.to_owned(), ..Target::default() })
}

/// Whether an exclusion is of rooms: 除了卧室, and 除了卧室的灯 where lights are meant anyway.
fn leaves_out_room(excluded: &Target, targets: &[Target]) -> bool {
    match excluded.head {
        Head::None => true,
        Head::Noun(noun) => {
            !excluded.rooms.is_empty()
                && targets.iter().any(|target| match target.head {
                    Head::Noun(meant) => lexicon().is_a(meant, noun) || meant == noun,
                    _ => false,
                })
        }
        _ => false,
    }
}

fn excluded_text(target: &Target) -> String {
    let mut text = String::new();
    if matches!(target.head, Head::Noun(_)) {
        for room in &target.rooms {
            text.push_str(&room.said);
            if room.said.is_ascii() {
                text.push(' ');
            }
        }
    }
    text.push_str(&target.text);
    text.replace([',', '，', '、'], " ")
}

/// The head of a target as the command array writes it.
pub(crate) fn head_text(target: &Target) -> String {
    match target.head {
        Head::None => ANY.to_owned(),
        Head::Last => LAST.to_owned(),
        Head::Other => OTHER.to_owned(),
        _ if target.text.is_empty() => ANY.to_owned(),
        _ => target.text.clone(),
    }
}

/// The rooms of a target as the command array writes them: by the home's own names where it has them.
pub(crate) fn scope_text(
    rooms: &[RoomMention],
    excluded: &[RoomMention],
    vocabulary: &HomeVocabulary,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |mentions: &[RoomMention], mark: &str| {
        for mention in mentions {
            let names: Vec<String> = if mention.rooms.is_empty() {
                vec![mention.said.clone()]
            } else {
                let named = |room: &lares_home::RoomIndex| {
                    vocabulary.room_names.get(room.0 as usize).map(ToString::to_string).unwrap_or_default()
                };
                mention.rooms.iter().map(named).collect()
            };
            for name in names {
                let part = format!("{mark}{}", name.replace([',', '，', '、', '!', '！'], " "));
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
    };
    add(rooms, "");
    add(excluded, "!");
    if parts.is_empty() { ANY.to_owned() } else { parts.join(",") }
}

/// The category of a target, or `Unknown`.
pub(crate) fn category_of(target: &Target) -> &'static str {
    match target.head {
        Head::Noun(noun) => category_of_noun(noun),
        _ => UNKNOWN_CATEGORY,
    }
}

fn category_of_noun(noun: Noun) -> &'static str {
    lexicon()
        .nouns
        .get(usize::from(noun.0))
        .and_then(|entry| entry.category)
        .and_then(|category| catalogue().category_entry(category))
        .map_or(UNKNOWN_CATEGORY, |entry| entry.id)
}

fn quantifier(target: &Target, excludes: bool) -> Quantifier {
    if excludes {
        return Quantifier::Except;
    }
    match (target.many, target.count, &target.head) {
        (Some(Many::Any), ..) => Quantifier::Any,
        (Some(_), ..) => Quantifier::All,
        (None, Some(_), Head::Noun(_) | Head::Unknown) => Quantifier::Any,
        (None, _, Head::Noun(_)) if target.single => Quantifier::One,
        (None, _, Head::Noun(_)) => Quantifier::All,
        (None, _, Head::None) if !target.rooms.is_empty() => Quantifier::All,
        _ => Quantifier::One,
    }
}

/// The properties that a verb asks about when it stands in a question: 锁了吗 asks for the lock's state.
pub(crate) fn state_properties(acts: &[Act]) -> Vec<Property> {
    let mut properties = Vec::new();
    for act in acts {
        let id = match act {
            Act::On | Act::Off | Act::Toggle => "onoff",
            Act::Open | Act::Close => "open_state",
            Act::Lock | Act::Unlock => "lock_state",
            Act::Arm | Act::Disarm => "security",
            Act::Mute | Act::Unmute => "muted",
            Act::Start | Act::Stop | Act::Pause | Act::Resume => "run_state",
            _ => continue,
        };
        if let Some(property) = catalogue().property(id)
            && !properties.contains(&property)
        {
            properties.push(property);
        }
    }
    properties
}

/// The action of a frame as data.
pub(crate) fn action(frame: &Frame) -> Action {
    let acts: &[Act] = frame.verb.map(|verb| verb.acts.as_slice()).unwrap_or_default();
    let own: Vec<Property> = own_properties(frame, acts);
    if let Some(asks) = frame.question {
        return Action { acts: vec![Act::Query], properties: asked(frame, asks, acts), value: None };
    }
    if acts.first() == Some(&Act::Query) {
        let properties = asked(frame, Asks::Value, &[]);
        return Action { acts: vec![Act::Query], properties, value: None };
    }
    if let Some(wish) = frame.wish
        && frame.verb.is_none()
        && frame.value.is_none()
    {
        return Action {
            acts: wish.acts.clone(),
            properties: wish.property.into_iter().collect(),
            value: None,
        };
    }
    if let Some(up) = frame.direction
        && !(frame.goal && frame.value.is_some())
        && !matches!(frame.value, Some(Value::Level(_)))
    {
        let act = if up { Act::Up } else { Act::Down };
        return Action { acts: vec![act], properties: own, value: frame.value.clone() };
    }
    let silences = own.iter().any(|&property| {
        catalogue().property_entry(property).is_some_and(|entry| matches!(entry.id, "volume" | "sound"))
    });
    // 窗帘打开一点: by a little, not all the way.
    if frame.by_degree
        && frame.value.is_none()
        && own.is_empty()
        && let Some(up) = moves(acts)
        && frame.covers
    {
        let act = if up { Act::Up } else { Act::Down };
        return Action {
            acts: vec![act],
            properties: catalogue().property("position").into_iter().collect(),
            value: None,
        };
    }
    // 暂停一下片子: what is played needs no naming.
    let plays = own.iter().all(|&property| {
        catalogue()
            .property_entry(property)
            .is_some_and(|entry| matches!(entry.id, "content" | "track" | "camera_image"))
    });
    if frame.value.is_none()
        && plays
        && matches!(acts.first(), Some(Act::Pause | Act::Stop | Act::Resume | Act::Next | Act::Previous))
    {
        let kept = frame.verb.and_then(|verb| verb.property).into_iter().collect();
        return Action { acts: acts.to_vec(), properties: kept, value: None };
    }
    match (&frame.value, acts.first()) {
        // "pause the music": what plays, not how loud.
        (None, Some(Act::Pause | Act::Resume | Act::Stop | Act::Start | Act::Next | Act::Previous))
            if silences =>
        {
            Action { acts: acts.to_vec(), properties: Vec::new(), value: None }
        }
        // 频道加一: one further.
        (
            Some(Value::Number { number, unit: Unit::None | Unit::Channel | Unit::Time }),
            Some(Act::Next | Act::Previous),
        ) if *number == 1.0 => Action { acts: acts.to_vec(), properties: own, value: None },
        // 关掉声音 is to mute.
        (None, Some(Act::Off)) if silences => {
            Action { acts: vec![Act::Mute], properties: Vec::new(), value: None }
        }
        (None, Some(Act::On)) if silences => {
            Action { acts: vec![Act::Unmute], properties: Vec::new(), value: None }
        }
        (None, _) => Action { acts: acts.to_vec(), properties: own, value: None },
        // "ten percent off the chandelier".
        (Some(Value::Number { unit: Unit::Percent | Unit::Degree, .. }), Some(Act::Off)) if !frame.goal => {
            Action { acts: vec![Act::Down], properties: own, value: frame.value.clone() }
        }
        // 关灯睡觉: what the lamp is turned off for.
        (Some(Value::Word { text, .. }), Some(Act::Off))
            if frame.value_last && !text.is_ascii() && !text.ends_with("模式") =>
        {
            Action { acts: acts.to_vec(), properties: Vec::new(), value: None }
        }
        // 解除暂停: on with it.
        (Some(Value::Word { key, .. }), Some(Act::Cancel))
            if matches!(key.as_deref(), Some("pause" | "paused")) =>
        {
            Action { acts: vec![Act::Resume], properties: Vec::new(), value: None }
        }
        // 取消循环: never the value itself.
        (Some(Value::Word { .. }), Some(Act::Cancel)) => {
            Action { acts: vec![Act::Cancel], properties: own, value: frame.value.clone() }
        }
        // 关闭睡眠模式: the value is left, not set.
        (
            Some(Value::Word { .. } | Value::Color { .. } | Value::Kelvin { .. }),
            Some(Act::Off | Act::Stop | Act::Close | Act::Cancel),
        ) => Action { acts: vec![Act::Off], properties: own, value: frame.value.clone() },
        (Some(Value::Number { unit, .. }), Some(Act::Next | Act::Previous | Act::Forward | Act::Rewind))
            if *unit != Unit::Percent =>
        {
            Action { acts: acts.to_vec(), properties: own, value: frame.value.clone() }
        }
        (Some(Value::Number { unit: Unit::Second | Unit::Minute | Unit::Hour, .. }), Some(_))
            if own.is_empty() && acts.first() != Some(&Act::Set) =>
        {
            Action { acts: acts.to_vec(), properties: own, value: frame.value.clone() }
        }
        (Some(_), _) => {
            let mut set = vec![Act::Set];
            // Starting a programme sets it and starts it: which of the two the device can is for retrieval to see.
            set.extend(acts.first().filter(|act| matches!(act, Act::Start | Act::Resume)));
            Action { acts: set, properties: own, value: frame.value.clone() }
        }
    }
}

/// What is changed or asked for: the property said, else the part that was named. A door is asked whether it is open;
/// only one that moves by itself can be told to.
fn own_properties(frame: &Frame, acts: &[Act]) -> Vec<Property> {
    if let Some(property) = frame.property {
        // "Start the dryer cycle", "pause the wash program": what runs is the machine.
        let runs =
            matches!(acts.first(), Some(Act::Start | Act::Stop | Act::Pause | Act::Resume | Act::Cancel));
        let whole = runs && frame.value.is_none() && frame.question.is_none() && frame.has_target();
        let is_program = catalogue().property_entry(property).is_some_and(|entry| entry.id == "cycle");
        return if whole && is_program { Vec::new() } else { vec![property] };
    }
    let asks = frame.question.is_some() || acts.first() == Some(&Act::Query);
    let open_state = catalogue().property("open_state");
    frame.part.iter().copied().filter(|&part| asks || Some(part) != open_state).collect()
}

/// Whether a verb opens (`true`) or closes.
fn moves(acts: &[Act]) -> Option<bool> {
    acts.iter().find_map(|act| match act {
        Act::Open => Some(true),
        Act::Close => Some(false),
        _ => None,
    })
}

fn opens_by_degrees(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    let covers = |category: &str| matches!(category, "Blind" | "Shade");
    match target.head {
        Head::Name => vocabulary
            .devices_named(&target.text)
            .any(|device| vocabulary.device_nouns(device).iter().any(|&noun| covers(category_of_noun(noun)))),
        _ => covers(category_of(target)),
    }
}

/// Whether what is asked about opens and closes.
fn opens(frame: &Frame) -> bool {
    const OPENS: [&str; 6] = ["door", "window", "window_covering", "gate", "valve", "garage_door"];
    let lexicon = lexicon();
    let known = |id: &str| lexicon.nouns.iter().position(|entry| entry.id == id);
    frame.targets.iter().any(|target| match target.head {
        Head::Noun(noun) => {
            OPENS.iter().filter_map(|id| known(id)).any(|index| lexicon.is_a(noun, Noun(index as u16)))
        }
        _ => false,
    })
}

fn asked(frame: &Frame, asks: Asks, acts: &[Act]) -> Vec<Property> {
    if frame.property.is_none() && !frame.part.is_empty() {
        return frame.part.to_vec();
    }
    let by_id = |id: &str| catalogue().property(id).into_iter().collect::<Vec<_>>();
    if let Some(property) = frame.property {
        // A door is open where a lamp is on.
        let property = match by_id("onoff") == [property] && opens(frame) {
            true => by_id("open_state").first().copied().unwrap_or(property),
            false => property,
        };
        // What is set of a fan is its speed.
        let set = by_id("target_temperature") == [property];
        let others: &[&str] =
            if set { &["fan_speed", "position", "volume", "brightness", "mode"] } else { &[] };
        return std::iter::once(property).chain(others.iter().flat_map(|id| by_id(id))).collect();
    }
    if asks == Asks::Time {
        return [by_id("remaining_time"), by_id("completion_time")].concat();
    }
    let of_verb = state_properties(acts);
    if !of_verb.is_empty() {
        return of_verb;
    }
    if let Some(Value::Number { unit: Unit::Degree | Unit::Celsius | Unit::Fahrenheit, .. }) = frame.value {
        return by_id("temperature");
    }
    by_id("state")
}

/// The most that a command with a slip is trusted: below 0.8, from which on commands that can harm are run.
const SLIP_CONFIDENCE: f32 = 0.79;

/// How sure a command is: each doubt takes its share.
fn confidence(frame: &Frame, target: &Target, rendering: &Rendering<'_>) -> f32 {
    let mut confidence = 0.97_f32;
    let unknown = frame.unknown as f32 / (frame.unknown + frame.known).max(1) as f32;
    confidence *= 1.0 - 0.8 * unknown;
    confidence *= 0.5 + 0.5 * frame.likeness;
    // What was only heard nearly is acted on, but never where it could harm.
    if frame.likeness < 0.965 {
        confidence = confidence.min(SLIP_CONFIDENCE);
    }
    if frame.chat {
        // A word from elsewhere beside a complete order is no more than a remark: "… for the girls".
        let complete = frame.verb.is_some_and(|verb| !verb.weak) || frame.value.is_some();
        let named = matches!(target.head, Head::Noun(_) | Head::Name);
        let few = 4 * frame.chat_letters <= frame.known + frame.unknown;
        confidence *= if complete && named && few && frame.chat_letters > 0 { 0.75 } else { 0.6 };
    }
    let nothing_said = target.head == Head::None && target.rooms.is_empty() && !target.whole_home;
    if nothing_said && !frame.complaint && !rendering.context.has_recent {
        confidence *= if target.many.is_some() { 0.5 } else { 0.7 };
    }
    let asks =
        frame.question.is_some() || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
    if !asks {
        confidence *= 0.93_f32.powi(frame.lost.min(4) as i32);
        if frame.lost_object {
            confidence *= 0.55;
        }
    }
    if target.head == Head::Unknown {
        confidence *= 0.85;
    }
    // 冰箱里还有没有牛奶: a question about nothing that was named, in words that are not known, is about something else.
    if frame.question.is_some()
        && frame.property.is_none()
        && (frame.unknown > 0 || frame.likeness < 0.9 || frame.chat)
        && state_properties(frame.verb.map(|verb| verb.acts.as_slice()).unwrap_or_default()).is_empty()
    {
        confidence *= 0.5;
    }
    // 设置 and nothing to set: what is wanted was not understood.
    let sets_nothing = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Set))
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.question.is_none()
        && target.head != Head::Scene;
    if sets_nothing {
        confidence *= 0.4;
    }
    // What is to be switched is a part that was not understood: not the whole device.
    let plain = frame.verb.is_some() && frame.value.is_none() && frame.property.is_none();
    if frame.unread && plain && frame.direction.is_none() && frame.question.is_none() {
        confidence *= 0.6;
    }
    if target.head == Head::None && !target.rooms.is_empty() && frame.question.is_none() {
        confidence *= 0.7;
    }
    if frame.verb.is_none() && frame.question.is_none() {
        confidence *= 0.97;
    }
    if frame.complaint {
        confidence *= if frame.targets.iter().any(|target| target.head != Head::None) { 0.85 } else { 0.65 };
    }
    confidence.clamp(0.0, 1.0)
}
