//! How well does a command do what was asked for?
//!
//! The structural similarity of an action (acts, properties, value) to what a command means. It decides far more than
//! the cosine of two texts: `关闭` is not near `关闭静音` however many letters they share.

use lares_home::{Act, ArgumentSpec, AttributeSpec, Intent, Property, ValueKind, ValueSpec, catalogue};
use lares_language::action::{Action, Properties, Unit, Value};
use serde_json::Value as Json;
use smallvec::smallvec;
use smol_str::SmolStr;

use crate::argument::{
    Filled, Refusal, duration_of, fill, of_other_scale, relative, scale_of, value_for_act, value_for_word,
};
use crate::properties::{Known, known};

/// How well a command fits an action, and what its argument is then.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// 0..1: 1 is exactly what was said, 0 is something else.
    pub score: f32,
    /// What becomes of the argument.
    pub argument: FitArgument,
}

/// The argument of a command that fits.
#[derive(Debug, Clone, PartialEq)]
pub enum FitArgument {
    /// The command takes none.
    None,
    /// This one.
    Value(Json),
    /// The one of its values that is so called on the wire.
    Choice(SmolStr),
    /// It takes one, and none was said.
    Missing,
    /// What was said is not permitted.
    Refused(Refusal),
}

impl Fit {
    /// Something else.
    pub const NONE: Fit = Fit { score: 0.0, argument: FitArgument::None };
}

/// A later reading of the words counts less than the first.
const LATER_READING: f32 = 0.02;
/// A later intent of a command is less typical of it.
const LATER_INTENT: f32 = 0.004;
/// The word of a value tells which command is meant where the property said is a neighbouring one.
const NAMED_CHOICE: f32 = 0.82;
/// Raising what opens is opening it, where nothing else of it goes up.
const RAISED_OPEN: f32 = 0.85;
/// What is said of a thing is seldom meant of a lamp in it.
const OF_A_PART: f32 = 0.9;
/// An intent read from a vendor's description is less sure than one that the catalogue states.
const DERIVED: f32 = 0.95;

/// How well a command fits. `intents` are the catalogue's, or with `derived` those read from its description.
pub fn command_fit(
    action: &Action,
    intents: &[Intent],
    derived: bool,
    argument: Option<&ArgumentSpec>,
) -> Fit {
    if action.is_query() || action.acts.is_empty() {
        return Fit::NONE;
    }
    let known = known();
    if let Some(switched) = as_switching(action) {
        return command_fit(&switched, intents, derived, argument);
    }
    let mut best = Fit::NONE;
    let mut consider = |fit: Fit| {
        if fit.score > best.score {
            best = fit;
        }
    };
    for (reading, act) in action.acts.iter().enumerate() {
        let late = 1.0 - LATER_READING * reading as f32;
        for (place, intent) in intents.iter().enumerate() {
            if !keeps_watch(action, intent.act) {
                continue;
            }
            // "Turn the extractor down": not the lamp in it, unless that is named.
            let of_lamp = place > 0
                && known.lamp.is_some()
                && intents.first().is_some_and(|first| first.property == known.lamp);
            let part = if of_lamp && action.properties.is_empty() { OF_A_PART } else { 1.0 };
            let typical = (1.0 - LATER_INTENT * place as f32) * part;
            let Fit { score, argument } = intent_fit(action, *act, intent, argument, known);
            consider(Fit { score: score * late * typical, argument });
        }
        // An enumeration may have a value for the act itself: `homing` of a cleaner is to dock.
        if let Some(spec) = argument
            && action.value.is_none()
            && !matches!(act, Act::Set | Act::Up | Act::Down)
            && (action.properties.is_empty() || shares_property(action, intents, known))
            && let Some(value) = spec.values.iter().find(|value| value.acts.contains(act))
        {
            // Starting is not switching on, where the device can be told to run.
            let runs = matches!(act, Act::Start | Act::Stop | Act::Pause | Act::Resume);
            let score = if runs { 0.985 } else { 0.97 };
            consider(Fit { score: score * late, argument: FitArgument::Choice(SmolStr::new(&value.value)) });
        }
    }
    // 开制冷, 打开26度: a value that was said must not be lost to a command that takes none.
    if action.value.is_some() && !action.acts.contains(&Act::Set) {
        for (place, intent) in intents.iter().enumerate().filter(|(_, intent)| intent.act == Act::Set) {
            if action.acts.iter().any(|act| matches!(act, Act::On | Act::Open | Act::Start)) {
                let Fit { score, argument } = intent_fit(action, Act::Set, intent, argument, known);
                consider(Fit { score: 0.97 * score * (1.0 - LATER_INTENT * place as f32), argument });
            }
        }
    }
    // 关闭睡眠模式: what the word names is to end.
    if let (Some(Value::Word { text, key }), Some(spec)) = (&action.value, argument)
        && action
            .acts
            .first()
            .is_some_and(|act| matches!(act, Act::Off | Act::Close | Act::Stop | Act::Cancel))
        && intents.iter().any(|intent| intent.act == Act::Set && intent.key.is_none())
        && value_for_word(text, key.as_deref(), &spec.values).is_some()
        && let Some(value) = ended(&spec.values)
        && (action.properties.is_empty()
            || shares_property(action, intents, known)
            || intents.iter().any(|intent| names_a_choice(action, intent, argument, known)))
    {
        consider(Fit { score: 0.93, argument: FitArgument::Choice(SmolStr::new(&value.value)) });
    }
    if derived {
        best.score *= DERIVED;
    }
    best
}

/// Whether an act may stand for one that guards a home. To unlock a door is to open it, never to switch its camera on;
/// a door that is told to stop must not run shut.
fn keeps_watch(action: &Action, own: Act) -> bool {
    match action.acts.first() {
        Some(Act::Lock | Act::Unlock) => {
            matches!(own, Act::Lock | Act::Unlock | Act::Open | Act::Close | Act::Set)
        }
        Some(Act::Arm | Act::Disarm) => matches!(own, Act::Arm | Act::Disarm | Act::Set),
        Some(Act::Stop | Act::Pause) => own != Act::Close || action.acts.contains(&Act::Close),
        _ => true,
    }
}

/// The value of an enumeration that ends what another one begins.
fn ended(values: &[ValueSpec]) -> Option<&ValueSpec> {
    ["off", "none", "normal", "standard"].iter().find_map(|key| values.iter().find(|value| value.key == *key))
}

/// Setting a device as a whole to on or off is switching it.
pub(crate) fn as_switching(action: &Action) -> Option<Action> {
    let known = known();
    let whole = action.properties.iter().all(|said| known.is_state(*said) || Some(*said) == known.run_state);
    let key = match &action.value {
        Some(Value::Word { key, text }) if whole && action.acts.first() == Some(&Act::Set) => {
            key.as_deref().unwrap_or(text)
        }
        _ => return None,
    };
    let acts = match key {
        "on" => smallvec![Act::On, Act::Open],
        "off" => smallvec![Act::Off, Act::Close],
        "open" => smallvec![Act::Open, Act::On],
        "closed" | "close" => smallvec![Act::Close, Act::Off],
        _ => return None,
    };
    Some(Action { acts, properties: Properties::new(), value: None })
}

/// How well an attribute answers a question.
pub fn attribute_fit(action: &Action, attribute: &AttributeSpec) -> f32 {
    if !action.is_query() {
        return 0.0;
    }
    let known = known();
    let state = known.state;
    let asked = if action.properties.is_empty() { state.as_slice() } else { &action.properties };
    let mut best = 0.0f32;
    for (reading, property) in asked.iter().enumerate() {
        for (place, intent) in attribute.intents.iter().enumerate() {
            let akin = intent.property.map_or(0.0, |told| known.akin(*property, told, true));
            // Whether someone is at home no lamp tells by being on.
            let who = Some(*property) == known.presence && intent.property == known.state;
            let akin = if who { 0.0 } else { akin };
            let late = 1.0 - LATER_READING * reading as f32 - LATER_INTENT * place as f32;
            best = best.max(akin * late);
        }
    }
    best
}

/// How well an attribute tells about the properties of a condition or of a relative change.
pub fn tells(properties: &[Property], attribute: &AttributeSpec) -> f32 {
    let action =
        Action { acts: smallvec![Act::Query], properties: Properties::from_slice(properties), value: None };
    attribute_fit(&action, attribute)
}

fn shares_property(action: &Action, intents: &[Intent], known: &Known) -> bool {
    action.properties.iter().any(|said| {
        intents.iter().filter_map(|intent| intent.property).any(|own| known.akin(*said, own, false) > 0.8)
    })
}

fn intent_fit(
    action: &Action,
    act: Act,
    intent: &Intent,
    argument: Option<&ArgumentSpec>,
    known: &Known,
) -> Fit {
    if intent.act == Act::Set && matches!(act, Act::On | Act::Off) && intent.key.is_none() {
        return switch_fit(action, act, intent, argument, known);
    }
    // 取消速冷, "cancel power cool": a feature is ended by switching it off.
    let ends = act == Act::Cancel && intent.act == Act::Off && intent.property.is_some();
    let like = if ends { 0.9 } else { act_likeness(act, intent.act) };
    if like == 0.0 {
        return Fit::NONE;
    }
    let value = action.value.as_ref();
    let steps = matches!(intent.act, Act::Up | Act::Down);
    if let Some(key) = intent.key.as_ref().filter(|_| !steps) {
        return keyed_fit(action, intent, key, like, known);
    }
    match act {
        Act::Set => set_fit(action, value, intent, argument, known).scaled(like),
        Act::Up | Act::Down => {
            let property = match intent.property {
                // 升两度, 调高一点: the amount or the device says what goes up.
                Some(own) if action.properties.is_empty() => Some(implied_step(value, own, known)),
                _ => property_fit(action, intent, known),
            };
            let Some(property) = property else { return Fit::NONE };
            let whole = if intent.property.is_none() { RAISED_OPEN } else { 1.0 };
            let is_end = |value: &&ValueSpec| Some(&value.key) == intent.key.as_ref();
            let end = argument.and_then(|argument| argument.values.iter().find(is_end));
            step_fit(act == Act::Up, value, argument, end).scaled(like * property * whole)
        }
        _ => {
            let Some(property) = property_fit(action, intent, known) else { return Fit::NONE };
            let takes = argument.is_none_or(|argument| takes_words(value, intent.property, argument, known));
            let value = if takes { value } else { None };
            let lost = if takes { 1.0 } else { 0.7 };
            plain_fit(act, value, intent, argument).scaled(like * property * lost)
        }
    }
}

/// Switching a feature through the command that sets it to on or off (打开童锁).
fn switch_fit(
    action: &Action,
    act: Act,
    intent: &Intent,
    argument: Option<&ArgumentSpec>,
    known: &Known,
) -> Fit {
    let (Some(argument), false, None) = (argument, action.properties.is_empty(), &action.value) else {
        return Fit::NONE;
    };
    match (property_fit(action, intent, known), value_for_act(act, &argument.values)) {
        (Some(property), Some(value)) if intent.property.is_some() => {
            Fit { score: 0.95 * property, argument: FitArgument::Choice(SmolStr::new(&value.value)) }
        }
        _ => Fit::NONE,
    }
}

/// A command that stands for one value (`cool()`): the value must have been said.
fn keyed_fit(action: &Action, intent: &Intent, key: &str, like: f32, known: &Known) -> Fit {
    let said = match &action.value {
        Some(Value::Word { text, key: said }) => {
            said.as_deref() == Some(key) || text.eq_ignore_ascii_case(key)
        }
        _ => false,
    };
    let property = match (action.properties.is_empty(), intent.property) {
        (true, _) => Some(0.98),
        (false, None) => None,
        (false, Some(_)) => property_fit(action, intent, known),
    };
    match property {
        Some(property) if said => Fit { score: like * property, argument: FitArgument::None },
        _ => Fit::NONE,
    }
}

/// How the properties agree: none said and none meant, or the same, or akin. `None` where they are different things.
fn property_fit(action: &Action, intent: &Intent, known: &Known) -> Option<f32> {
    match intent.property {
        None => {
            let whole =
                action.properties.is_empty() || action.properties.iter().any(|said| known.is_state(*said));
            whole.then_some(if action.properties.is_empty() { 1.0 } else { 0.97 })
        }
        Some(own) => action
            .properties
            .iter()
            .enumerate()
            .map(|(place, said)| known.akin(*said, own, false) * (1.0 - LATER_READING * place as f32))
            .filter(|akin| *akin > 0.0)
            .reduce(f32::max),
    }
}

/// Whether an argument can be the words that were said. Free text is a channel, an app, what to play or to say; what
/// another command calls by a code of its own (a washing course, a time) is not made of words.
fn takes_words(value: Option<&Value>, own: Option<Property>, argument: &ArgumentSpec, known: &Known) -> bool {
    let free = argument.kind == ValueKind::String && argument.values.is_empty();
    !(free && matches!(value, Some(Value::Word { .. })))
        || own.is_some_and(|own| known.free_text.contains(&own))
}

/// "On quiet": of a robot whose suction is strong, plain or quiet the one that is called like what is switched on.
fn value_of<'v>(intent: &Intent, values: &'v [ValueSpec]) -> Option<&'v ValueSpec> {
    let own = intent.property.filter(|_| intent.act == Act::On)?;
    let own = catalogue().property_entry(own)?;
    values.iter().find(|value| value.key == own.id)
}

fn plain_fit(act: Act, value: Option<&Value>, intent: &Intent, argument: Option<&ArgumentSpec>) -> Fit {
    match (argument, value) {
        (None, None) => Fit { score: 1.0, argument: FitArgument::None },
        // The value would be lost.
        (None, Some(_)) => Fit { score: 0.6, argument: FitArgument::None },
        (Some(argument), None) => {
            match value_of(intent, &argument.values).or_else(|| value_for_act(act, &argument.values)) {
                Some(value) => Fit { score: 0.99, argument: FitArgument::Choice(SmolStr::new(&value.value)) },
                None if argument.values.is_empty() => Fit { score: 0.9, argument: FitArgument::None },
                None => Fit { score: 0.7, argument: FitArgument::Missing },
            }
        }
        (Some(argument), Some(value)) => match fill(value, argument) {
            Filled::Value(json) => Fit { score: 1.0, argument: FitArgument::Value(json) },
            Filled::Refused(why) => Fit { score: 0.8, argument: FitArgument::Refused(why) },
            Filled::Unsuitable => Fit { score: 0.4, argument: FitArgument::Missing },
        },
    }
}

/// A relative change: a command that only steps where no amount was said, else the set command with the amount.
/// Where a choice of few values is made, `end` is that of them which is meant by more or less: 雾大一点 is the high mist.
fn step_fit(
    up: bool,
    value: Option<&Value>,
    argument: Option<&ArgumentSpec>,
    end: Option<&ValueSpec>,
) -> Fit {
    match (argument, value) {
        (None, None) => Fit { score: 1.0, argument: FitArgument::None },
        // "Up one channel"
        (None, Some(Value::Number { number, .. })) if *number == 1.0 => {
            Fit { score: 0.97, argument: FitArgument::None }
        }
        (None, Some(_)) => Fit { score: 0.7, argument: FitArgument::None },
        (Some(argument), _)
            if matches!(argument.kind, ValueKind::Object | ValueKind::List | ValueKind::Color) =>
        {
            Fit { score: 0.3, argument: FitArgument::Missing }
        }
        (Some(argument), Some(level @ Value::Level(_))) => match fill(level, argument) {
            Filled::Value(json) => Fit { score: 0.95, argument: FitArgument::Value(json) },
            _ => Fit { score: 0.4, argument: FitArgument::Missing },
        },
        (Some(_), None) if let Some(end) = end => {
            Fit { score: 0.97, argument: FitArgument::Choice(SmolStr::new(&end.value)) }
        }
        (Some(argument), value) => {
            Fit { score: 0.97, argument: FitArgument::Value(relative(up, value, Some(argument))) }
        }
    }
}

fn set_fit(
    action: &Action,
    value: Option<&Value>,
    intent: &Intent,
    argument: Option<&ArgumentSpec>,
    known: &Known,
) -> Fit {
    let said = !action.properties.is_empty();
    let property = if said {
        match property_fit(action, intent, known) {
            Some(fit) => fit,
            // 设置画面=电影模式: which of the modes it is, its word tells.
            None if names_a_choice(action, intent, argument, known) => NAMED_CHOICE,
            None => return Fit::NONE,
        }
    } else {
        1.0
    };
    let (Some(argument), Some(value)) = (argument, value) else {
        return match (argument, value) {
            // A property without a value: it is known what to change, not to what.
            (Some(_), None) if said => Fit { score: 0.8 * property, argument: FitArgument::Missing },
            (None, None) if said => Fit { score: 0.9 * property, argument: FitArgument::None },
            _ => Fit::NONE,
        };
    };
    if !takes_words(Some(value), intent.property, argument, known) {
        return if said { Fit { score: 0.8 * property, argument: FitArgument::Missing } } else { Fit::NONE };
    }
    let implied = if said { 1.0 } else { implied_property(value, intent.property, argument, known) };
    if implied == 0.0 {
        return Fit::NONE;
    }
    match fill(value, argument) {
        Filled::Value(json) => {
            Fit { score: property * implied * suits(value, argument), argument: FitArgument::Value(json) }
        }
        Filled::Refused(Refusal::Unnamed { .. }) => Fit::NONE,
        Filled::Refused(why) => Fit {
            score: property * implied * suits(value, argument) * 0.97,
            argument: FitArgument::Refused(why),
        },
        Filled::Unsuitable => Fit::NONE,
    }
}

/// Whether both properties are modes of some kind, and the word is one of the command's own values.
fn names_a_choice(action: &Action, intent: &Intent, argument: Option<&ArgumentSpec>, known: &Known) -> bool {
    let (Some(Value::Word { text, key }), Some(argument), Some(own)) =
        (&action.value, argument, intent.property)
    else {
        return false;
    };
    known.choices.contains(&own)
        && action.properties.iter().any(|said| known.choices.contains(said))
        && value_for_word(text, key.as_deref(), &argument.values).is_some()
}

/// How naturally the value goes with the argument, where it can be turned into it at all.
fn suits(value: &Value, argument: &ArgumentSpec) -> f32 {
    let unit = argument.range.as_ref().map_or("", |range| range.unit.as_str());
    match (value, argument.kind) {
        (Value::Kelvin { .. }, ValueKind::Color) => 0.8,
        (Value::Number { unit: said, .. }, ValueKind::Integer | ValueKind::Number) => match said {
            Unit::Percent if unit == "%" => 1.0,
            Unit::Percent => 0.95,
            Unit::Degree if scale_of(unit).is_some() => 1.0,
            Unit::Degree => 0.85,
            _ => 1.0,
        },
        (Value::Number { unit: Unit::Gear, .. }, ValueKind::Enum) => 0.98,
        (Value::Word { .. }, ValueKind::String) => 0.95,
        _ => 1.0,
    }
}

/// How likely the value alone means this property (空调26度, 灯50%): the typical property of such a value first.
fn implied_property(value: &Value, own: Option<Property>, argument: &ArgumentSpec, known: &Known) -> f32 {
    let Some(own) = own else { return 0.0 };
    let ranked = |list: &[Property], first: f32| {
        list.iter().position(|property| *property == own).map_or(0.0, |place| first - 0.02 * place as f32)
    };
    let only = |property: Option<Property>, fit: f32| if Some(own) == property { fit } else { 0.0 };
    let unit = argument.range.as_ref().map_or("", |range| range.unit.as_str());
    match value {
        Value::Number { number, unit: said } => match said {
            Unit::Percent => ranked(&known.percent, 1.0),
            Unit::Degree | Unit::Celsius | Unit::Fahrenheit => ranked(&known.degree, 1.0),
            Unit::Kelvin => only(known.color_temperature, 1.0),
            Unit::Gear => ranked(&known.gear, 1.0),
            Unit::Second | Unit::Minute | Unit::Hour if duration_of(unit).is_some() => {
                ranked(&known.duration, 0.95)
            }
            Unit::Second | Unit::Minute | Unit::Hour => 0.0,
            Unit::Channel => only(known.channel, 1.0),
            Unit::Time => ranked(&known.count, 0.95),
            Unit::Rpm => ranked(&known.rpm, 1.0),
            // A bare number: a temperature where it is one, else a share.
            Unit::None => {
                let within =
                    argument.range.as_ref().is_some_and(|range| (range.min..=range.max).contains(number))
                        || of_other_scale(*number, argument).is_some();
                // "the washing machine at 40": one of the numbers that it can be set to by name.
                let listed = *number >= 20.0 && {
                    let digits = number.to_string();
                    argument.values.iter().any(|value| value.value == digits)
                };
                match (within, listed) {
                    (true, _) => ranked(&known.degree, 0.93).max(ranked(&known.percent, 0.92)),
                    (false, true) => 0.9,
                    (false, false) => 0.0,
                }
            }
        },
        Value::Level(_) => ranked(&known.percent, 0.96).max(ranked(&known.gear, 0.9)),
        Value::Color { text, .. } => {
            let named = value_for_word(text, None, &argument.values).is_some();
            only(known.color, 1.0).max(if named { 0.8 } else { 0.0 })
        }
        Value::Kelvin { text, .. } => {
            let named = value_for_word(text, None, &argument.values).is_some();
            only(known.color_temperature, 1.0).max(only(known.color, 0.98)).max(if named { 0.8 } else { 0.0 })
        }
        // Whichever enumeration has the word.
        Value::Word { text, key } => {
            let named = value_for_word(text, key.as_deref(), &argument.values).is_some();
            match named {
                // 自动 of an air conditioner is its mode before it is that of its fan.
                true if Some(own) == known.mode => 0.99,
                true => 0.98,
                false => 0.0,
            }
        }
    }
}

/// How likely a change without a property means this one: by the amount's unit, else by what devices mostly change.
fn implied_step(value: Option<&Value>, own: Property, known: &Known) -> f32 {
    let list = match value {
        Some(Value::Number { unit: Unit::Degree | Unit::Celsius | Unit::Fahrenheit, .. }) => &known.degree,
        Some(Value::Number { unit: Unit::Gear, .. }) if known.gear.contains(&own) => &known.gear,
        Some(Value::Number { unit: Unit::Percent, .. }) => &known.percent,
        Some(Value::Number { unit: Unit::Second | Unit::Minute | Unit::Hour, .. }) => &known.duration,
        // "The lamp down two notches": what has no gears is changed by steps of its own.
        _ => &known.steps,
    };
    list.iter().position(|property| *property == own).map_or(0.0, |place| 0.98 - 0.02 * place as f32)
}

/// How far one act serves for another where the device has no command of the exact one. Opposites never do.
fn act_likeness(said: Act, own: Act) -> f32 {
    use Act::{
        Arm, Cancel, Capture, Close, Disarm, Find, Forward, Lock, Mute, Next, Off, On, Open, Pause, Press,
    };
    use Act::{Previous, Record, Reset, Resume, Rewind, Set, Start, Stop, Toggle, Unlock, Unmute};
    match (said, own) {
        (a, b) if a == b => 1.0,
        (On, Open | Start) | (Open, On) | (Start, On) => 0.9,
        (Start, Resume) | (Resume, Start) => 0.9,
        (On, Resume) | (Open, Start) | (Start, Open) | (Resume, On) => 0.8,
        // A curtain that is told to stop must not run shut: stopping is never closing.
        (Off, Close | Stop) | (Close, Off | Stop) | (Stop, Off) => 0.9,
        (Stop, Pause) | (Pause, Stop) => 0.95,
        (Cancel, Stop) | (Stop, Cancel) => 0.9,
        (Off, Pause) => 0.7,
        (Off, Cancel) => 0.6,
        (Close, Lock) | (Lock, Close) | (Open, Unlock) | (Unlock, Open) => 0.6,
        (On, Unlock) | (Off, Lock) => 0.5,
        (On, Arm) | (Lock, Arm) | (Off, Disarm) => 0.6,
        (Press, On | Toggle) | (Toggle, Press) => 0.6,
        (On, Mute | Unmute) | (Off, Mute | Unmute) => 0.0,
        (Next, Forward) | (Previous, Rewind) => 0.6,
        (Forward, Next) | (Rewind, Previous) => 0.5,
        (Capture, Record) | (Record, Capture) => 0.5,
        (Find, Capture) => 0.0,
        (Set, Reset) => 0.0,
        _ => 0.0,
    }
}

impl Fit {
    fn scaled(self, by: f32) -> Fit {
        Fit { score: self.score * by, argument: self.argument }
    }
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;
