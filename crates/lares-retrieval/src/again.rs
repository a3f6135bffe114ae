//! What a command leaves to the one before it: the action where it only names a target, the amount where it says only
//! more, the room where it goes on in the same place.

use lares_home::{Act, DeviceIndex, Property, catalogue};
use lares_language::command_array::{ANY, LAST, OTHER, UNKNOWN_CATEGORY};
use lares_language::{Action, Again, Language, ParsedCommand, Quantifier, SpokenCommand, Unit, Value};
use smallvec::smallvec;

use crate::conversation::{Conversation, LastAction};
use crate::device_set::DeviceSet;
use crate::follow_up::{bare, strip, words};
use crate::index::CompiledHome;
use crate::one_of_kind::is_plural;
use crate::resolve;
use crate::sized;
use crate::warmth;

/// The command completed from the conversation, where it leaves something to it.
pub(crate) fn complete(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    language: Language,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let mut completed = from_last(home, talk, parsed, language, now_ms)?;
    // "And the front door" behind the lights, 烤箱呢: what was done to harmless things is not done unasked to one that is not.
    completed.doubtful |= !parsed.action.is_query() && !spoke_of_harmful(home, talk, now_ms);
    Some(completed)
}

/// Whether what was last spoken of can harm.
fn spoke_of_harmful(home: &CompiledHome, talk: &Conversation, now_ms: u64) -> bool {
    let Some(newest) = talk.fresh(now_ms, &home.config).next() else { return false };
    let harms = |device: DeviceIndex| {
        let profile = home.profile_of(device);
        profile.is_some_and(|profile| home.capabilities(profile).any(|own| home.is_sensitive(device, own)))
    };
    newest.devices.iter().filter_map(|id| home.device_by_id(id)).any(harms)
}

fn from_last(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    language: Language,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let last = talk.last_action(now_ms, &home.config);
    if let Some(again) = parsed.again {
        return once_more(parsed, again, last?, language);
    }
    if let Some(heard) = last.and_then(|last| heard_again(parsed, last)) {
        return Some(heard);
    }
    if let Some(sized) = sized::of_last(home, talk, parsed, last, now_ms) {
        return Some(sized);
    }
    if let Some(warmer) = warmth::of_last(home, talk, parsed, language, now_ms) {
        return Some(warmer);
    }
    if let Some(numbered) = last.and_then(|last| numbered(home, talk, parsed, last, now_ms)) {
        return Some(numbered);
    }
    let same = last.and_then(|last| same_action(home, parsed, last));
    if let Some(sibling) = sibling(home, talk, same.as_ref().unwrap_or(parsed), now_ms) {
        return Some(sibling);
    }
    let placed = same_place(home, talk, same.as_ref().unwrap_or(parsed), last, now_ms);
    placed.or(same)
}

/// "Turn it back on" behind what was muted: to be heard again is what it is for.
fn heard_again(parsed: &ParsedCommand, last: &LastAction) -> Option<ParsedCommand> {
    let muted = last.action.acts.first() == Some(&Act::Mute);
    let on = parsed.action.acts.first() == Some(&Act::On)
        && parsed.action.properties.is_empty()
        && parsed.action.value.is_none();
    let of_it = matches!(parsed.spoken.n.as_str(), LAST) || parsed.target_left_out;
    if !muted || !on || !of_it || parsed.quantifier_said {
        return None;
    }
    let mut heard = parsed.clone();
    heard.action.acts = smallvec![Act::Unmute];
    Some(heard)
}

/// A command without an act of its own (另一个也是, the kitchen one too) repeats the last action on its target.
fn same_action(home: &CompiledHome, parsed: &ParsedCommand, last: &LastAction) -> Option<ParsedCommand> {
    let spoken = &parsed.spoken;
    let has_target = spoken.n != ANY || spoken.s != ANY || parsed.also;
    if !parsed.action.acts.is_empty() || !has_target || home.scene(&spoken.n).is_some() {
        return None;
    }
    let mut again = parsed.clone();
    again.spoken.a = last.a.to_string();
    let Action { acts, properties, value } = &last.action;
    again.action.acts.clone_from(acts);
    // 另一个调到30: what was said this time holds.
    if again.action.properties.is_empty() {
        again.action.properties.clone_from(properties);
    }
    if again.action.value.is_none() {
        again.action.value.clone_from(value);
    }
    // 门锁了吗, 燃气阀呢: the state of another kind of thing is asked for in its own way.
    if last.action.is_query() {
        let states = ["onoff", "open_state", "lock_state"].map(|id| catalogue().property(id));
        let asks_state = again.action.properties.iter().any(|property| states.contains(&Some(*property)));
        for state in states.into_iter().flatten().filter(|_| asks_state) {
            if !again.action.properties.contains(&state) {
                again.action.properties.push(state);
            }
        }
    }
    // "what's the temperature in the kids' room", "and the office": a room is asked about, no device of it.
    if last.action.is_query() && again.spoken.n == LAST && again.spoken.s != ANY && last.n == ANY {
        again.spoken.n = ANY.into();
        again.spoken.q = Quantifier::One;
        again.target_left_out = false;
    }
    Some(again)
}

/// 再来一点, "two more", 过头了: the last action on the same devices, by more or the other way.
fn once_more(
    parsed: &ParsedCommand,
    again: Again,
    last: &LastAction,
    language: Language,
) -> Option<ParsedCommand> {
    let measured = matches!(
        last.action.value,
        Some(Value::Number {
            unit: Unit::None
                | Unit::Percent
                | Unit::Degree
                | Unit::Celsius
                | Unit::Fahrenheit
                | Unit::Gear
                | Unit::Kelvin,
            ..
        }) | Some(Value::Level(_))
    );
    let up = match last.action.acts.first()? {
        Act::Up => Some(true),
        Act::Down => Some(false),
        Act::Set if measured => Some(true),
        // "Lamp on", "bit more": brighter.
        Act::On if last.action.value.is_none() => Some(true),
        _ => None,
    };
    let set = last.action.acts.first() == Some(&Act::Set);
    let mut command = parsed.clone();
    command.spoken.n = LAST.into();
    command.target_left_out = true;
    let repeats = says_times(&parsed.words);
    match (up, again) {
        (Some(up), _) if !repeats => {
            let up = up == (again == Again::More);
            let amount = parsed.action.value.clone();
            // 太多了: by how much it is not said.
            command.action = Action {
                acts: smallvec![if up { Act::Up } else { Act::Down }],
                properties: last.action.properties.clone(),
                value: amount.filter(|_| again == Again::More),
            };
            command.spoken.a = moved(&command.action, up, language);
        }
        (_, Again::More) if !set || repeats => {
            command.action = last.action.clone();
            command.spoken.a = last.a.to_string();
        }
        _ => return None,
    }
    Some(command)
}

/// More or less of a property of what was last spoken of.
pub(crate) fn moved_last(
    parsed: &ParsedCommand,
    property: Property,
    up: bool,
    language: Language,
) -> ParsedCommand {
    let mut command = parsed.clone();
    command.spoken.n = LAST.into();
    command.spoken.t = UNKNOWN_CATEGORY.into();
    command.spoken.q = Quantifier::One;
    command.action.acts = smallvec![if up { Act::Up } else { Act::Down }];
    command.action.properties = smallvec![property];
    command.spoken.a = moved(&command.action, up, language);
    command.target_left_out = true;
    command.implied = false;
    command.wish = false;
    command
}

/// The words of a change: 调高亮度, "raise brightness".
fn moved(action: &Action, up: bool, language: Language) -> String {
    let entry = action.properties.first().and_then(|property| catalogue().property_entry(*property));
    let (zh, en) = entry.map_or(("", ""), |entry| (entry.zh, entry.en));
    match (language, up) {
        (Language::Chinese, true) => format!("调高{zh}"),
        (Language::Chinese, false) => format!("调低{zh}"),
        (Language::English, true) => format!("raise {en}"),
        (Language::English, false) => format!("lower {en}"),
    }
}

/// Whether a whole action is to be repeated: 再来一次, not 再来一点.
fn says_times(words: &str) -> bool {
    ["次", "遍", "again", "time", "once"].iter().any(|word| words.contains(word))
}

/// 书房空调关了 and then 灯也关了, "and the lights": a kind of device without a room is meant in the room of what was
/// spoken of, where that has one.
fn same_place(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    last: Option<&LastAction>,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let spoken = &parsed.spoken;
    // "How hot is it in Amma's room", "then put the AC on"
    let of_air = |last: &LastAction| {
        let air = ["temperature", "humidity"].map(|id| catalogue().property(id));
        last.action.is_query()
            && last.n == ANY
            && last.action.properties.iter().any(|own| air.contains(&Some(*own)))
    };
    let of_room = last.is_some_and(of_air) && !parsed.action.is_query() && !is_plural(&spoken.n);
    let general = !matches!(spoken.n.as_str(), ANY | LAST | OTHER);
    if !(parsed.also || parsed.corrects || of_room) || parsed.quantifier_said || spoken.s != ANY || !general {
        return None;
    }
    let noun = home.vocabulary.noun(&spoken.n)?;
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let mut rooms =
        newest.devices.iter().filter_map(|id| home.device_by_id(id)).map(|device| home.rooms.room_of(device));
    let room = rooms.next()??;
    if !rooms.all(|other| other == Some(room)) || !home.vocabulary.room_has_noun(room, noun) {
        return None;
    }
    // "Now the string lights" behind the fairy lights of another room: what is called so is meant, wherever it is.
    let says_more = spoken.n.contains(' ') || !spoken.n.is_ascii() && spoken.n.chars().count() > 2;
    let called = home.called(&spoken.n);
    if says_more
        && !called.is_empty()
        && !called.iter().any(|device| home.rooms.room_of(*device) == Some(room))
    {
        return None;
    }
    let mut placed = parsed.clone();
    placed.spoken.s = room_said(&home.home.rooms.get(room.0 as usize)?.name);
    Some(placed)
}

/// The name of a room as it stands in a command.
pub(crate) fn room_said(name: &str) -> String {
    name.replace([',', '，', '、', '!', '！'], " ")
}

/// 2也打开 after 筒灯1: a number behind 也 is the one of that number, where there is one.
fn numbered(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    last: &LastAction,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let Some(Value::Number { number, unit: Unit::None }) = parsed.action.value else { return None };
    if !parsed.also || !parsed.target_left_out || last.action.value.is_some() {
        return None;
    }
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let device = home.device_by_id(newest.devices.first()?)?;
    let name = &home.device(device)?.name;
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let wanted = format!("{stem}{number}");
    if stem == name || !home.home.devices.iter().any(|device| device.name == wanted) {
        return None;
    }
    let mut command = parsed.clone();
    command.spoken.a = last.a.to_string();
    command.spoken.n = wanted;
    command.action = last.action.clone();
    command.target_left_out = false;
    Some(command)
}

/// 电视那个 after 灯带: what is called like the last device, with that word before it; not the thing of that name.
fn sibling(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let said = parsed.words.trim_end_matches(['吧', '啊', '呀', '呢']);
    let points =
        said.ends_with("那个") || said.ends_with("那盏") || said.ends_with('的') || said.ends_with(" one");
    let general = !matches!(parsed.spoken.n.as_str(), ANY | LAST | OTHER);
    if !(parsed.also || parsed.corrects) || !points || !general {
        return None;
    }
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let [only] = newest.devices.as_slice() else { return None };
    let last = home.device_by_id(only)?;
    let everywhere = DeviceSet::all(home.home.devices.len());
    let named = bare(&parsed.spoken.n);
    let called =
        |device: &DeviceIndex| home.device(*device).is_some_and(|device| bare(&device.name).contains(&named));
    let mut found = resolve::namesakes(home, last, &everywhere).into_iter().filter(called);
    let (Some(device), None) = (found.next(), found.next()) else { return None };
    let mut sibling = parsed.clone();
    sibling.spoken.n = home.device(device)?.name.to_string();
    sibling.spoken.t = UNKNOWN_CATEGORY.into();
    sibling.spoken.q = Quantifier::One;
    Some(sibling)
}

/// "and the back" after the front door, "what about Anna's": the word that tells one of those that are called like the
/// last device, and nothing else, asks for the same there.
pub(crate) fn told_by_a_word(
    home: &CompiledHome,
    talk: &Conversation,
    text: &str,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let last = talk.last_action(now_ms, &home.config)?;
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let [only] = newest.devices.as_slice() else { return None };
    let device = home.device_by_id(only)?;
    let said = bare(text);
    let marks = &words().goes_on;
    let mark = marks.iter().find(|mark| {
        said.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with(' ') || !mark.is_ascii())
            || said.strip_suffix(mark.as_str()).is_some_and(|rest| rest.ends_with(' ') || !mark.is_ascii())
    })?;
    let rest = strip(said.strip_prefix(mark.as_str()).or(said.strip_suffix(mark.as_str()))?.trim());
    if rest.is_empty() || home.vocabulary.noun(&rest).is_some() {
        return None;
    }
    let everywhere = DeviceSet::all(home.home.devices.len());
    let mut found = resolve::namesakes(home, device, &everywhere)
        .into_iter()
        .filter(|device| home.device(*device).is_some_and(|device| says_part(&bare(&device.name), &rest)));
    let (Some(meant), None) = (found.next(), found.next()) else { return None };
    let command = same_of(home, last, meant, said.clone())?;
    Some(ParsedCommand { also: true, ..command })
}

/// What was done last, to one device. `words` tell which.
pub(crate) fn same_of(
    home: &CompiledHome,
    last: &LastAction,
    device: DeviceIndex,
    words: String,
) -> Option<ParsedCommand> {
    let own = home.device(device)?;
    // What others are called as well, or what is called by its kind alone, is told by its room.
    let called_alike = || home.vocabulary.noun(&own.name).is_some() || home.called(&own.name).len() > 1;
    let room = home.room_of(device).filter(|_| called_alike());
    let spoken = SpokenCommand {
        a: last.a.to_string(),
        s: room.map_or(ANY.into(), |room| room_said(&room.name)),
        n: own.name.to_string(),
        t: UNKNOWN_CATEGORY.into(),
        ..SpokenCommand::default()
    };
    let action = last.action.clone();
    Some(ParsedCommand { spoken, action, confidence: 0.85, words, ..ParsedCommand::default() })
}

/// Whether all the words stand in a name.
fn says_part(name: &str, words: &str) -> bool {
    if !words.is_ascii() {
        return words.chars().count() >= 2 && name.contains(words);
    }
    words.split(' ').all(|word| name.split(' ').any(|part| part == word))
}
