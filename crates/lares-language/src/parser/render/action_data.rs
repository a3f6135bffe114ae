//! The action of a frame as data: what is done, to which properties, with which value; or what is asked.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use smallvec::{SmallVec, smallvec};

use crate::action::{Action, Acts, Level, Properties, Unit, Value};
use crate::lexicon::{Asks, Trait, lexicon};
use crate::number::chinese;
use crate::parser::frame::{Frame, Head};

/// The action of a frame as data.
pub(crate) fn action(frame: &Frame) -> Action {
    let acts: &[Act] = frame.verb.map(|verb| verb.acts.as_slice()).unwrap_or_default();
    let own = own_properties(frame, acts);
    if let Some(asks) = frame.question {
        return Action { acts: smallvec![Act::Query], properties: asked(frame, asks, acts), value: None };
    }
    // 看看是谁在敲门: what would help, not the state of it.
    if let Some(wish) = frame.wish
        && acts == [Act::Query]
        && frame.property.is_none()
        && !wish.acts.is_empty()
    {
        return Action {
            acts: Acts::from_slice(&wish.acts),
            properties: wish.property.into_iter().collect(),
            value: None,
        };
    }
    if acts.first() == Some(&Act::Query) {
        let properties = asked(frame, Asks::Value, &[]);
        return Action { acts: smallvec![Act::Query], properties, value: None };
    }
    if let Some(wish) = frame.wish
        && frame.verb.is_none()
        && frame.value.is_none()
    {
        return Action {
            acts: Acts::from_slice(&wish.acts),
            properties: wish.property.into_iter().collect(),
            value: None,
        };
    }
    // "drop the blinds", "shades up": all the way, where nothing says how far.
    if let Some(up) = frame.direction
        && runs_all_the_way(frame)
        && own.is_empty()
    {
        let act = if up { Act::Open } else { Act::Close };
        return Action { acts: smallvec![act], properties: Properties::new(), value: None };
    }
    if let Some(up) = frame.direction
        && !(frame.goal && frame.value.is_some())
        && !matches!(frame.value, Some(Value::Level(_)))
    {
        let act = if up { Act::Up } else { Act::Down };
        let value = frame.value.as_ref().map(|value| as_steps(value).unwrap_or_else(|| value.clone()));
        return Action { acts: smallvec![act], properties: own, value };
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
            acts: smallvec![act],
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
        return Action { acts: Acts::from_slice(acts), properties: kept, value: None };
    }
    let is_app = own.len() == 1 && own.first().copied() == catalogue().property("app");
    match (&frame.value, acts.first()) {
        // 打开爱奇艺: a programme is opened, where there is a command for it.
        (Some(Value::Word { .. }), Some(Act::On | Act::Open | Act::Start | Act::Set | Act::Query))
            if is_app =>
        {
            Action { acts: smallvec![Act::On, Act::Set], properties: own, value: frame.value.clone() }
        }
        // "pause the music": what plays, not how loud.
        (None, Some(Act::Pause | Act::Resume | Act::Stop | Act::Start | Act::Next | Act::Previous))
            if silences =>
        {
            Action { acts: Acts::from_slice(acts), properties: Properties::new(), value: None }
        }
        // 频道加一: one further.
        (
            Some(Value::Number { number, unit: Unit::None | Unit::Channel | Unit::Time }),
            Some(Act::Next | Act::Previous),
        ) if *number == 1.0 => Action { acts: Acts::from_slice(acts), properties: own, value: None },
        // 关掉声音 is to mute.
        (None, Some(Act::Off)) if silences => {
            Action { acts: smallvec![Act::Mute], properties: Properties::new(), value: None }
        }
        (None, Some(Act::On)) if silences => {
            Action { acts: smallvec![Act::Unmute], properties: Properties::new(), value: None }
        }
        // 取消随机播放: switched off.
        (None, Some(Act::Cancel)) if own.iter().any(|&property| is_switched(property)) => {
            Action { acts: smallvec![Act::Off, Act::Cancel], properties: own, value: None }
        }
        (None, _) => Action { acts: Acts::from_slice(acts), properties: own, value: None },
        // "ten percent off the chandelier".
        (Some(Value::Number { unit: Unit::Percent | Unit::Degree, .. }), Some(Act::Off)) if !frame.goal => {
            Action { acts: smallvec![Act::Down], properties: own, value: frame.value.clone() }
        }
        // "Switch the hood off completely".
        (Some(Value::Level(Level::Max)), Some(Act::Off)) if own.is_empty() => {
            Action { acts: Acts::from_slice(acts), properties: own, value: None }
        }
        // 关灯睡觉: what the lamp is turned off for.
        (Some(Value::Word { text, .. }), Some(Act::Off))
            if frame.value_last && !text.is_ascii() && !text.ends_with("模式") =>
        {
            Action { acts: Acts::from_slice(acts), properties: Properties::new(), value: None }
        }
        // 打开投影看电影: what it is switched on for.
        (Some(Value::Word { text, .. }), Some(Act::On))
            if frame.value_last
                && frame.has_target()
                && text.starts_with(['看', '听', '写', '做', '吃'])
                && !text.ends_with("模式") =>
        {
            Action { acts: Acts::from_slice(acts), properties: Properties::new(), value: None }
        }
        // 解除暂停: on with it.
        (Some(Value::Word { key, .. }), Some(Act::Cancel))
            if matches!(key.as_deref(), Some("pause" | "paused")) =>
        {
            Action { acts: smallvec![Act::Resume], properties: Properties::new(), value: None }
        }
        // 取消循环: never the value itself.
        (Some(Value::Word { .. }), Some(Act::Cancel)) => {
            Action { acts: smallvec![Act::Cancel], properties: own, value: frame.value.clone() }
        }
        // 关闭睡眠模式: the value is left, not set.
        (
            Some(Value::Word { .. } | Value::Color { .. } | Value::Kelvin { .. }),
            Some(Act::Off | Act::Stop | Act::Close | Act::Cancel),
        ) => Action { acts: smallvec![Act::Off], properties: own, value: frame.value.clone() },
        (Some(Value::Number { unit, .. }), Some(Act::Next | Act::Previous | Act::Forward | Act::Rewind))
            if *unit != Unit::Percent =>
        {
            Action { acts: Acts::from_slice(acts), properties: own, value: frame.value.clone() }
        }
        (Some(Value::Number { unit: Unit::Second | Unit::Minute | Unit::Hour, .. }), Some(_))
            if own.is_empty() && acts.first() != Some(&Act::Set) =>
        {
            Action { acts: Acts::from_slice(acts), properties: own, value: frame.value.clone() }
        }
        (Some(_), _) => {
            let mut set: Acts = smallvec![Act::Set];
            // Starting a programme sets it and starts it: which of the two the device can is for retrieval to see.
            set.extend(acts.first().copied().filter(|act| matches!(act, Act::Start | Act::Resume)));
            Action { acts: set, properties: own, value: frame.value.clone() }
        }
    }
}

/// 再大一档: so many steps, where 一档 is elsewhere the name of the lowest.
fn as_steps(value: &Value) -> Option<Value> {
    let Value::Word { text, .. } = value else { return None };
    let steps = text.strip_suffix(['档', '挡', '级', '格', '段'])?;
    let letters: SmallVec<[char; 4]> = steps.chars().collect();
    let number = chinese::parse(&letters, 0).filter(|number| number.end == letters.len())?;
    Some(Value::Number { number: number.value, unit: Unit::Gear })
}

/// What is changed or asked for: the property said, else the part that was named. A door is asked whether it is open;
/// only one that moves by itself can be told to.
fn own_properties(frame: &Frame, acts: &[Act]) -> Properties {
    if let Some(property) = frame.property {
        // "Start the dryer cycle", "pause the wash program": what runs is the machine.
        let runs =
            matches!(acts.first(), Some(Act::Start | Act::Stop | Act::Pause | Act::Resume | Act::Cancel));
        let whole = runs && frame.value.is_none() && frame.question.is_none() && frame.has_target();
        let is_program = catalogue().property_entry(property).is_some_and(|entry| entry.id == "cycle");
        return if whole && is_program { Properties::new() } else { smallvec![property] };
    }
    let asks = frame.question.is_some() || acts.first() == Some(&Act::Query);
    let open_state = catalogue().property("open_state");
    frame.part.iter().copied().filter(|&part| asks || Some(part) != open_state).collect()
}

/// Whether what moves up or down goes to its end: a cover of a window that is told so by a verb, and not by how much.
fn runs_all_the_way(frame: &Frame) -> bool {
    let plain = frame.verb.is_some_and(|verb| {
        !verb.chinese
            && !verb.weak
            && verb.property.is_none()
            && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
            && !matches!(verb.id.as_str(), "raise_slightly" | "lower_slightly")
    });
    plain
        && frame.covers
        && frame.value.is_none()
        && !frame.by_degree
        && !frame.complaint
        && frame.again.is_none()
}

/// Whether a verb opens (`true`) or closes.
fn moves(acts: &[Act]) -> Option<bool> {
    acts.iter().find_map(|act| match act {
        Act::Open => Some(true),
        Act::Close => Some(false),
        _ => None,
    })
}

/// Whether what is asked about opens and closes.
fn opens(frame: &Frame) -> bool {
    frame.targets.iter().any(|target| match target.head {
        Head::Noun(noun) => lexicon().has_trait(noun, Trait::Opens),
        _ => false,
    })
}

fn asked(frame: &Frame, asks: Asks, acts: &[Act]) -> Properties {
    if frame.property.is_none() && !frame.part.is_empty() {
        return Properties::from_slice(frame.part);
    }
    let by_id = |id: &str| catalogue().property(id);
    if let Some(property) = frame.property {
        // A door is open where a lamp is on.
        let is_door = opens(frame) || by_id("open_state").is_some_and(|state| frame.part.contains(&state));
        let property = match by_id("onoff") == Some(property) && is_door {
            true => by_id("open_state").unwrap_or(property),
            false => property,
        };
        // What is set of a fan is its speed.
        let set = by_id("target_temperature") == Some(property);
        let others: &[&str] =
            if set { &["fan_speed", "position", "volume", "brightness", "mode"] } else { &[] };
        return std::iter::once(property).chain(others.iter().flat_map(|id| by_id(id))).collect();
    }
    if asks == Asks::Time {
        return by_id("remaining_time").into_iter().chain(by_id("completion_time")).collect();
    }
    let of_verb = state_properties(acts);
    if !of_verb.is_empty() {
        return of_verb;
    }
    if let Some(Value::Number { unit: Unit::Degree | Unit::Celsius | Unit::Fahrenheit, .. }) = frame.value {
        return by_id("temperature").into_iter().collect();
    }
    by_id("state").into_iter().collect()
}

/// The properties that a verb asks about when it stands in a question: 锁了吗 asks for the lock's state.
pub(crate) fn state_properties(acts: &[Act]) -> Properties {
    let mut properties = Properties::new();
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

/// A function that is on or off.
fn is_switched(property: Property) -> bool {
    catalogue().property_entry(property).is_some_and(|entry| {
        matches!(entry.id, "shuffle" | "repeat" | "swing" | "turbo" | "quiet" | "child_lock")
    })
}
