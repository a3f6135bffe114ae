//! The states on which a command depends: found by the same stages, added to the result.

use lares_home::{
    Act, AttributeIndex, AttributeSpec, DeviceIndex, Property, ValueKind, ValueSpec, catalogue,
};
use lares_language::command_array::{ANY, LAST, OTHER, UNKNOWN_CATEGORY};
use lares_language::{Action, Language, ParsedCommand, Quantifier, SpokenCommand, SpokenCondition, Value};
use serde_json::{Value as Json, json};
use smallvec::smallvec;
use smol_str::SmolStr;

use crate::argument::{Filled, fill, value_for_word};
use crate::asked::{Asked, Settled};
use crate::bare_number::counted_for;
use crate::documents::{Capability, written_in};
use crate::fit::attribute_fit;
use crate::index::CompiledHome;
use crate::properties::known;
use crate::reader::hangs_on::About;
use crate::result::Condition;
use crate::scale_of_rooms::in_scale_of_rooms;
use crate::target;
use crate::told_by;
use crate::trace::Tracer;

/// Conditions that were found, and words for those that were not.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) missing: Vec<String>,
}

/// Finds the devices and attributes of conditions. `chosen` are the devices of the command: what is told of no place is
/// measured where they stand, if something there can tell.
pub(crate) fn find(asked: &Asked<'_>, spoken: &[SpokenCondition], chosen: &[DeviceIndex]) -> Found {
    let mut found = Found::default();
    let told: &[Option<About>] = match asked.settled {
        Some(Settled::Reading { about, .. }) => about,
        _ => &[],
    };
    let by_how = told_by_how(asked, spoken, told);
    for (place, condition) in spoken.iter().enumerate() {
        match &by_how {
            Some((how, _)) if *how == place => continue,
            Some((how, condition)) if how + 1 == place => {
                found.conditions.push(condition.clone());
                continue;
            }
            _ => {}
        }
        let stand_in = || stand_in(asked, condition, chosen);
        let for_kind = || {
            let measured = counted_for(asked, condition, chosen)?;
            one(asked, &measured, chosen).or_else(|| own_measure(asked, &measured, chosen))
        };
        // The network tells all of it.
        let whole =
            told.get(place).and_then(Option::as_ref).filter(|told| told.is_sure && told.value.is_some());
        if let Some(condition) = whole.and_then(|told| compared(asked, condition, told)) {
            found.conditions.push(condition);
            continue;
        }
        let found_for = own_state(asked, condition)
            .or_else(for_kind)
            .or_else(|| one(asked, condition, chosen))
            .or_else(stand_in)
            .or_else(|| alarmed(asked, condition, chosen))
            .or_else(|| own_measure(asked, condition, chosen))
            .or_else(|| compared(asked, condition, told.get(place)?.as_ref()?));
        let is_same = |sure: &&About| {
            let spec = asked.home.attribute(sure.attribute);
            found_for.as_ref().zip(spec).is_some_and(|(found, spec)| {
                found.devices[..] == sure.devices[..] && found.attribute == spec.capability_id
            })
        };
        let is_of_it = |sure: &&About| {
            let (action, _) = understood(asked, condition);
            let fits = |spec| action.properties.is_empty() || attribute_fit(&action, spec) > 0.0;
            asked.home.attribute(sure.attribute).is_some_and(fits)
        };
        let sure = told.get(place).and_then(Option::as_ref).filter(|about| about.is_sure);
        let sure = sure.filter(|sure| !is_same(sure) && is_of_it(sure));
        let found_for = sure.and_then(|sure| compared(asked, condition, sure)).or(found_for);
        match found_for {
            // "How much does it draw when running": what is asked of a thing hangs on nothing of its own.
            Some(condition) if is_asked(asked) && is_of_them(asked, &condition, chosen) => {}
            Some(condition) if found.conditions.contains(&condition) => {}
            Some(condition) => found.conditions.extend(apart(condition)),
            None => found.missing.push(format!("{}{}{}", condition.p, condition.op, condition.v)),
        }
    }
    found
}

/// The command is a question.
fn is_asked(asked: &Asked<'_>) -> bool {
    asked.parsed.action.acts.first() == Some(&Act::Query)
}

/// A state of just the devices that were chosen.
fn is_of_them(asked: &Asked<'_>, condition: &Condition, chosen: &[DeviceIndex]) -> bool {
    let is_chosen = |id: &SmolStr| asked.home.device_by_id(id).is_some_and(|device| chosen.contains(&device));
    condition.op == "==" && !condition.devices.is_empty() && condition.devices.iter().all(is_chosen)
}

/// "If the landing's dark, less than five": how it is, and directly behind that how much that is. Where the first of the two stands,
/// and what both tell; nothing of the first is left out otherwise.
fn told_by_how(
    asked: &Asked<'_>,
    spoken: &[SpokenCondition],
    told: &[Option<About>],
) -> Option<(usize, Condition)> {
    spoken.windows(2).zip(told).enumerate().find_map(|(place, (pair, about))| {
        let ([how, much], Some(about)) = (pair, about) else { return None };
        let unnamed = how.v == ANY && much.n == ANY && much.s == ANY;
        let condition = (unnamed && compares(much)).then(|| compared(asked, much, about)).flatten()?;
        Some((place, condition))
    })
}

/// What is compared was told.
fn compared(
    asked: &Asked<'_>,
    condition: &SpokenCondition,
    About { devices, attribute, value: noticed, .. }: &About,
) -> Option<Condition> {
    let spec = asked.home.attribute(*attribute)?;
    let device = asked.home.device_by_id(devices.first()?)?;
    if let Some(value) = noticed {
        let is_much = compares(condition);
        let value = if is_much {
            in_scale_of_rooms(asked, condition, device, spec, value.clone())
        } else {
            value.clone()
        };
        return Some(Condition {
            devices: devices.to_vec(),
            attribute: spec.capability_id.clone(),
            op: if is_much { condition.op.as_str().into() } else { "==".into() },
            value,
        });
    }
    let (action, value) = understood(asked, condition);
    let power = catalogue().property("power");
    let counts = power.is_some() && spec.intents.first().is_some_and(|intent| intent.property == power);
    if condition.v == ANY && counts {
        // "If the iron is using power"
        let op = if denies_or_off(&condition.p) { "==" } else { ">" };
        let devices = devices.to_vec();
        return Some(Condition {
            devices,
            attribute: spec.capability_id.clone(),
            op: op.into(),
            value: json!(0),
        });
    }
    let value = if condition.v == ANY {
        json!(usual(&condition.p, spec)?)
    } else {
        value_of(condition, value.as_ref(), spec)?
    };
    // What was only taken for warmth, of which no degrees were said, may be anything that is measured.
    let warmth = catalogue().property("temperature");
    let assumed = warmth.is_some()
        && action.properties.first().copied() == warmth
        && condition.n == ANY
        && !["degree", "度", "°"].iter().any(|degrees| asked.text.contains(degrees));
    let is_of_it = assumed || action.properties.is_empty() || attribute_fit(&action, spec) > 0.0;
    if compares(condition) != value.is_number() || compares(condition) && !is_of_it {
        return None;
    }
    let value = in_scale_of_rooms(asked, condition, device, spec, value);
    let (attribute, value) = once_stopped(asked.home, device, spec, value);
    Some(Condition { devices: devices.to_vec(), attribute, op: condition.op.as_str().into(), value })
}

/// How much something is, and not only how.
pub(crate) fn compares(condition: &SpokenCondition) -> bool {
    ["<", "<=", ">", ">="].contains(&condition.op.as_str())
}

/// It is said not to be so.
pub(crate) fn denies(said: &str) -> bool {
    const DENIES: [&str; 6] = ["not", "no", "nobody", "no-one", "nothing", "nae"];
    said.contains(['没', '未', '不', '冇', '唔'])
        || said.contains("n't")
        || said.split([' ', '\'']).any(|word| DENIES.contains(&word))
}

/// It is said not to be so, or to be off.
fn denies_or_off(said: &str) -> bool {
    denies(said) || said.split([' ', '\'']).any(|word| word == "off")
}

/// What a state has where it is said to be so, or where it is denied: whether something moves, is on, is open.
fn usual<'s>(said: &str, spec: &'s AttributeSpec) -> Option<&'s str> {
    const DONE: [&str; 4] = ["finished", "stopped", "ready", "idle"];
    const SO: [&str; 9] =
        ["on", "open", "detected", "active", "home", "occupied", "locked", "playing", "running"];
    const NOT: [&str; 8] =
        ["off", "closed", "cleared", "inactive", "away", "unoccupied", "unlocked", "stopped"];
    let is_done = ["完", "好了", "done", "finished"].iter().any(|done| said.contains(done));
    let values = spec.value.as_ref().map_or(&[][..], |argument| &argument.values);
    let keys: &[&str] = match (is_done, denies_or_off(said)) {
        (true, false) => &DONE,
        (false, false) => &SO,
        (false, true) => &NOT,
        (true, true) => return None,
    };
    keys.iter()
        .find_map(|key| values.iter().find(|value| value.key == *key))
        .map(|value| value.value.as_str())
}

/// Nobody is at home where each of them is away: a condition for each. Of several that tell the same otherwise, one is
/// enough.
fn apart(condition: Condition) -> Vec<Condition> {
    let away = condition.attribute.ends_with("-presence") && condition.value == json!("not present");
    if !away {
        return vec![condition];
    }
    let of = |device: &SmolStr| Condition { devices: vec![device.clone()], ..condition.clone() };
    condition.devices.iter().map(of).collect()
}

/// "if the sink leaks": what no sensor is called after is told by the only one of its kind.
fn stand_in(asked: &Asked<'_>, condition: &SpokenCondition, chosen: &[DeviceIndex]) -> Option<Condition> {
    let (action, _) = understood(asked, condition);
    let sensed = ["water_leak", "smoke", "gas_leak", "rain"];
    let tells = action.properties.iter().any(|property| {
        catalogue().property_entry(*property).is_some_and(|entry| sensed.contains(&entry.id))
    });
    let nameless = SpokenCondition { n: ANY.into(), t: UNKNOWN_CATEGORY.into(), ..condition.clone() };
    if tells { one(asked, &nameless, chosen).filter(|found| found.devices.len() == 1) } else { None }
}

/// 报警器响了就关阀门: a detector that makes itself heard has found what it is there for, where it can be only one.
fn alarmed(asked: &Asked<'_>, condition: &SpokenCondition, chosen: &[DeviceIndex]) -> Option<Condition> {
    let (action, _) = understood(asked, condition);
    let is = |property: &Property, ids: &[&str]| {
        catalogue().property_entry(*property).is_some_and(|entry| ids.contains(&entry.id))
    };
    if !action.properties.iter().any(|property| is(property, &["alarm", "sound", "siren"]))
        || condition.op != "=="
    {
        return None;
    }
    let found =
        |id: &&str| catalogue().property(id).and_then(|property| catalogue().property_entry(property));
    let mut detected = ["gas_leak", "smoke", "water_leak"].iter().filter_map(found).filter_map(|entry| {
        let detected = SpokenCondition { p: entry.en.into(), v: "detected".into(), ..condition.clone() };
        one(asked, &detected, chosen)
    });
    let only = detected.next().filter(|found| found.devices.len() == 1)?;
    detected.all(|other| other.devices == only.devices).then_some(only)
}

/// "How humid is it in here", "above sixty run the dehumidifier": what is measured of nothing that was named, or of the room where it
/// stands, the only device that is to do something measures itself. What was named and is not there is not stood in for.
fn own_measure(asked: &Asked<'_>, condition: &SpokenCondition, chosen: &[DeviceIndex]) -> Option<Condition> {
    let [device] = chosen else { return None };
    let elsewhere = || {
        let rooms = asked.home.vocabulary.match_room(&condition.s);
        let own = asked.home.device(*device).and_then(|device| device.room);
        condition.s != ANY && !own.is_some_and(|own| rooms.contains(&own))
    };
    let unnamed = matches!(condition.n.as_str(), ANY | LAST);
    if !compares(condition) || !unnamed || elsewhere() {
        return None;
    }
    let (action, value) = understood(asked, condition);
    let told = best_attribute(asked, &action, condition, value.as_ref(), *device)?;
    let spec = asked.home.attribute(told.attribute)?;
    let device = asked.home.device(*device)?;
    (told.fit >= asked.config.act_fit).then(|| Condition {
        devices: vec![device.id.clone()],
        attribute: spec.capability_id.clone(),
        op: condition.op.as_str().into(),
        value: told.value,
    })
}

/// 车库门还开着的话就关上: a state of nobody's is that of the command's own target, where it can tell.
fn own_state(asked: &Asked<'_>, condition: &SpokenCondition) -> Option<Condition> {
    let spoken = &asked.parsed.spoken;
    let unnamed = matches!(spoken.n.as_str(), LAST | OTHER) || spoken.n == ANY && spoken.s == ANY;
    if condition.n != ANY || condition.s != ANY || unnamed {
        return None;
    }
    let (action, _) = understood(asked, condition);
    let known = known();
    let is_state = |said: &Property| known.is_state(*said) || Some(*said) == known.run_state;
    if action.properties.is_empty() || !action.properties.iter().all(is_state) {
        return None;
    }
    let own = SpokenCondition {
        n: spoken.n.clone(),
        s: spoken.s.clone(),
        t: spoken.t.clone(),
        ..condition.clone()
    };
    one(asked, &own, &[])
}

fn one(asked: &Asked<'_>, condition: &SpokenCondition, chosen: &[DeviceIndex]) -> Option<Condition> {
    let (action, value) = understood(asked, condition);
    // A property that no word stands for is not the state of anything, and no word is no state.
    if action.properties.is_empty() || condition.v.trim() == ANY {
        return None;
    }
    let query = condition.p.clone();
    let parsed = ParsedCommand {
        spoken: SpokenCommand {
            a: query,
            s: condition.s.clone(),
            n: condition.n.clone(),
            t: condition.t.clone(),
            q: Quantifier::All,
            ..SpokenCommand::default()
        },
        action: action.clone(),
        confidence: asked.parsed.confidence,
        ..ParsedCommand::default()
    };
    let occupancy = catalogue().property("occupancy");
    // 有人就开灯: whoever comes by, and not whose phone is at home.
    let comes_by = action.properties.first().copied() == occupancy && occupancy.is_some();
    let addressed = if comes_by { None } else { told_by::addressed(asked.home, &parsed) };
    let parsed = addressed.unwrap_or(parsed);
    let action = parsed.action.clone();
    // 冷气如果还开着就关掉: said of what the command is for, in the same words.
    let spoken = &asked.parsed.spoken;
    let same = condition.n != ANY && condition.n == spoken.n && condition.s == spoken.s;
    let asked = Asked { parsed: &parsed, settled: None, ..*asked };
    let best = |device: DeviceIndex| best_attribute(&asked, &action, condition, value.as_ref(), device);
    let threshold = asked.config.act_fit;
    let meant = target::find(
        &asked,
        &mut |device| best(device).is_some_and(|told| told.fit >= threshold),
        &mut Tracer::default(),
    );
    if meant.fallback || !meant.scoped.unknown.is_empty() {
        return None;
    }
    let mut fitting: Vec<(DeviceIndex, Told)> = meant
        .set
        .iter()
        .filter_map(|device| best(device).map(|told| (device, told)))
        .filter(|(_, told)| told.fit >= threshold)
        .collect();
    // Nothing said about whose state it is: where the speaker stands or where the command is for, if something there
    // can tell. Who is at home is so everywhere.
    let placeless = condition.n == ANY
        && condition.s == ANY
        && !fitting.iter().any(|(_, told)| tells_presence(asked.home, told.attribute));
    if placeless {
        // "Unless it's warm": no setting of a machine that nobody spoke of.
        fitting.retain(|(device, told)| chosen.contains(device) || !is_set(&asked, *device, told.attribute));
        let speaker = |device: DeviceIndex| asked.speaker.is_some_and(|speaker| speaker.contains(device));
        let room = |device: DeviceIndex| asked.home.device(device).and_then(|device| device.room);
        let beside = |device: DeviceIndex| {
            room(device).is_some() && chosen.iter().any(|other| room(*other) == room(device))
        };
        if fitting.iter().any(|(device, _)| speaker(*device)) {
            fitting.retain(|(device, _)| speaker(*device));
        } else if fitting.iter().any(|(device, _)| beside(*device)) {
            fitting.retain(|(device, _)| beside(*device));
        }
    }
    if same && fitting.iter().any(|(device, _)| chosen.contains(device)) {
        fitting.retain(|(device, _)| chosen.contains(device));
    }
    let top = fitting.iter().map(|(_, told)| told.fit).fold(0.0, f32::max);
    let attribute = fitting.iter().find(|(_, told)| told.fit >= top)?.1.attribute;
    fitting.retain(|(_, told)| told.attribute == attribute);
    let (first, told) = fitting.first()?;
    let (first, value) = (*first, told.value.clone());
    let devices: Vec<SmolStr> = fitting
        .iter()
        .filter_map(|(device, _)| asked.home.device(*device))
        .map(|device| device.id.clone())
        .take(asked.config.max_targets)
        .collect();
    let spec = asked.home.attribute(attribute)?;
    let (attribute, value) = once_stopped(asked.home, first, spec, value);
    Some(Condition { devices, attribute, op: condition.op.as_str().into(), value })
}

/// A machine that has finished stands still: laundry and dishes are done where it has stopped, and the job that it was at is
/// none by then. Of a machine that tells only of its job, that is finished.
fn once_stopped(
    home: &CompiledHome,
    device: DeviceIndex,
    spec: &AttributeSpec,
    value: Json,
) -> (SmolStr, Json) {
    const JOBS: [&str; 3] = ["-washerJobState", "-dryerJobState", "-dishwasherJobState"];
    let done = value == json!("finish") || value == json!("finished");
    let capability = JOBS.iter().find_map(|job| spec.capability_id.strip_suffix(job)).filter(|_| done);
    let machine = capability.map(|capability| SmolStr::from(format!("{capability}-machineState")));
    let has = |id: &SmolStr| {
        let profile = home.profile_of(device).into_iter();
        profile.flat_map(|profile| home.capabilities(profile)).any(|own| home.capability_id(own) == id)
    };
    match machine.filter(has) {
        Some(machine) => (machine, json!("stop")),
        None => (spec.capability_id.clone(), value),
    }
}

/// An attribute tells where someone is.
pub(crate) fn tells_presence(home: &CompiledHome, attribute: AttributeIndex) -> bool {
    let presence = catalogue().property("presence");
    home.attribute(attribute)
        .and_then(|spec| spec.intents.first())
        .is_some_and(|intent| presence.is_some() && intent.property == presence)
}

/// The question that a condition asks, and the value that it compares with.
pub(crate) fn understood(asked: &Asked<'_>, condition: &SpokenCondition) -> (Action, Option<Value>) {
    let said = match condition.p.trim() {
        // 书房低于18就打开取暖器: a bare number that a room can be is its temperature.
        ANY if is_warmth(&condition.v) => "temperature",
        said => said,
    };
    let set = match written_in(said) {
        Language::Chinese => format!("设置{said}={}", condition.v),
        Language::English => format!("set {said}={}", condition.v),
    };
    let decoded = asked.home.vocabulary.decode_action(&set);
    // The canonical names are the parser's own; other words are decoded.
    let named = (0..)
        .zip(catalogue().properties())
        .find(|(_, entry)| entry.zh == said || entry.en.eq_ignore_ascii_case(said) || entry.id == said);
    let properties = match named {
        Some((index, _)) => smallvec![Property(index)],
        None => decoded.properties,
    };
    (Action { acts: smallvec![Act::Query], properties, value: None }, decoded.value)
}

/// Whether a bare number can be how warm it is.
fn is_warmth(said: &str) -> bool {
    said.trim().parse::<f64>().is_ok_and(|number| (-40.0..=110.0).contains(&number))
}

/// The value that an attribute has where the condition holds; `None` where the attribute can never have it.
fn value_of(condition: &SpokenCondition, value: Option<&Value>, spec: &AttributeSpec) -> Option<Json> {
    let said = condition.v.trim();
    let digits = said.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = || {
        let number = digits.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(crate::argument::plain(number))
    };
    let Some(argument) = &spec.value else { return Some(number().unwrap_or_else(|| json!(said))) };
    let filled = value.and_then(|value| match fill(value, argument) {
        Filled::Value(json) => Some(json),
        Filled::Refused(_) | Filled::Unsuitable => None,
    });
    match argument.kind {
        ValueKind::Integer | ValueKind::Number => filled.filter(Json::is_number).or_else(number),
        _ if !argument.values.is_empty() => value_for_word(said, Some(said), &argument.values)
            .or_else(|| same_sense(said, &argument.values))
            .map(|value| json!(value.value))
            .or(filled),
        ValueKind::String => filled.or_else(|| Some(json!(said))),
        _ => None,
    }
}

/// A door is open where a lamp is on, a sensor finds water where another finds smoke: states that answer for one another.
fn same_sense<'v>(key: &str, values: &'v [ValueSpec]) -> Option<&'v ValueSpec> {
    const SENSES: [&[&str]; 4] = [
        &["on", "open", "occupied", "active", "home", "detected", "running", "playing", "cleaning", "siren"],
        &["off", "closed", "unoccupied", "inactive", "away", "cleared", "stopped", "idle", "ready", "paused"],
        &["finished", "finish", "stopped", "ready", "idle", "docked"],
        &["unlocked", "open"],
    ];
    const LOCKS: [(&str, &str); 2] = [("open", "unlocked"), ("closed", "locked")];
    let of_key = |key: &str| values.iter().find(|value| value.key == key);
    SENSES
        .iter()
        .filter(|sense| sense.contains(&key))
        .flat_map(|sense| sense.iter())
        .find_map(|key| of_key(key))
        .or_else(|| LOCKS.iter().find(|(said, _)| *said == key).and_then(|(_, locked)| of_key(locked)))
}

/// The attribute of a device that tells, how well, and its value where the condition holds.
#[derive(Debug, Clone)]
struct Told {
    attribute: AttributeIndex,
    fit: f32,
    value: Json,
}

/// A command of the device sets the attribute, as one of its own capability.
fn is_set(asked: &Asked<'_>, device: DeviceIndex, attribute: AttributeIndex) -> bool {
    let parts = asked.home.attribute(attribute).and_then(|spec| spec.capability_id.rsplit_once('-'));
    let (Some((of, name)), Some(profile)) = (parts, asked.home.profile_of(device)) else { return false };
    asked.home.capabilities(profile).any(|capability| {
        let Capability::Command(index) = capability else { return false };
        asked.home.command(index).is_some_and(|command| {
            let sets = command.argument.as_ref().and_then(|argument| argument.attribute.as_deref());
            sets == Some(name) && command.capability_id.rsplit_once('-').is_some_and(|(own, _)| own == of)
        })
    })
}

fn best_attribute(
    asked: &Asked<'_>,
    action: &Action,
    condition: &SpokenCondition,
    value: Option<&Value>,
    device: DeviceIndex,
) -> Option<Told> {
    let profile = asked.home.device(device)?.profile;
    asked
        .home
        .capabilities(profile)
        .filter_map(|capability| {
            let Capability::Attribute(attribute) = capability else { return None };
            let spec = asked.home.attribute(attribute)?;
            let fit = attribute_fit(action, spec);
            let value = if fit > 0.0 { value_of(condition, value, spec)? } else { return None };
            let value = in_scale_of_rooms(asked, condition, device, spec, value);
            Some(Told { attribute, fit, value })
        })
        .reduce(|best, other| {
            // A maker's own reading stands behind the one that every maker has.
            let own = |told: &Told| {
                asked.home.attribute(told.attribute).is_some_and(|spec| spec.capability_id.contains('.'))
            };
            // "If the fridge is warmer than five": what is measured, not what is set.
            let set = |told: &Told| is_set(asked, device, told.attribute);
            // "When the dishes are done": where one tells just that, another may only be ready, or paused.
            let ends = |told: &Told| {
                told.value.as_str().is_some_and(|value| match condition.v.as_str() {
                    "finished" => ["finish", "finished"].contains(&value),
                    "stopped" => ["stop", "stopped"].contains(&value),
                    _ => false,
                })
            };
            if ends(&best) != ends(&other) {
                return if ends(&other) { other } else { best };
            }
            let better = other.fit > best.fit
                || other.fit >= best.fit && (set(&best) && !set(&other) || own(&best) && !own(&other));
            if better { other } else { best }
        })
}
