//! What a command leaves to the one before it: the action where it only names a target, the amount where it says only
//! more, the room where it goes on in the same place.

use lares_home::{Act, catalogue};
use lares_language::command_array::{ANY, LAST, OTHER};
use lares_language::{Action, Again, Language, ParsedCommand, Quantifier, Unit, Value};

use crate::conversation::{Conversation, LastAction};
use crate::index::CompiledHome;

/// The command completed from the conversation, where it leaves something to it.
pub(crate) fn complete(
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
    let same = last.and_then(|last| same_action(home, parsed, last));
    let placed = same_place(home, talk, same.as_ref().unwrap_or(parsed), now_ms);
    placed.or(same)
}

/// A command without an act of its own (另一个也是, the kitchen one too) repeats the last action on its target.
fn same_action(home: &CompiledHome, parsed: &ParsedCommand, last: &LastAction) -> Option<ParsedCommand> {
    let spoken = &parsed.spoken;
    let has_target = spoken.n != ANY || spoken.s != ANY || parsed.also;
    if !parsed.action.acts.is_empty() || !has_target || home.scene(&spoken.n).is_some() {
        return None;
    }
    let mut again = parsed.clone();
    again.spoken.a.clone_from(&last.a);
    let Action { acts, properties, value } = &last.action;
    again.action.acts.clone_from(acts);
    // 另一个调到30: what was said this time holds.
    if again.action.properties.is_empty() {
        again.action.properties.clone_from(properties);
    }
    if again.action.value.is_none() {
        again.action.value.clone_from(value);
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
                acts: vec![if up { Act::Up } else { Act::Down }],
                properties: last.action.properties.clone(),
                value: amount.filter(|_| again == Again::More),
            };
            command.spoken.a = moved(&command.action, up, language);
        }
        (_, Again::More) if !set || repeats => {
            command.action = last.action.clone();
            command.spoken.a.clone_from(&last.a);
        }
        _ => return None,
    }
    Some(command)
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
    now_ms: u64,
) -> Option<ParsedCommand> {
    let spoken = &parsed.spoken;
    let general = !matches!(spoken.n.as_str(), ANY | LAST | OTHER);
    if !(parsed.also || parsed.corrects) || parsed.quantifier_said || spoken.s != ANY || !general {
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
    let mut placed = parsed.clone();
    placed.spoken.s = home.home.rooms.get(room.0 as usize)?.name.replace([',', '，', '、', '!', '！'], " ");
    Some(placed)
}
