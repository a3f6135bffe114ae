//! What was done last, done the other way or once more: "other way round", 反过来, 算了拉回去; "again", 再喂一次.

use lares_home::{Act, DeviceIndex};
use lares_language::command_array::{ANY, LAST, UNKNOWN_CATEGORY};
use lares_language::{Again, Language, ParseContext, ParsedCommand, Quantifier, SpokenCommand, Workspace};
use smallvec::{SmallVec, smallvec};

use crate::again::room_said;
use crate::conversation::{Conversation, LastAction, Mention};
use crate::follow_up::words;
use crate::index::CompiledHome;

/// More devices of different acts nobody turns round in one word.
const MOST: usize = 12;
/// Where one part of an utterance ends.
const MARKS: [char; 11] = [',', '.', '!', '?', ';', '、', '，', '。', '！', '？', '…'];

/// What is to become of what was done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Opposite,
    OnceMore,
}

/// The commands that such words ask for; none where the words say something else. `said` is in lower case and simplified.
pub(crate) fn told(home: &CompiledHome, talk: &Conversation, said: &str, now_ms: u64) -> Vec<ParsedCommand> {
    let Some(last) = talk.last_action(now_ms, &home.config) else { return Vec::new() };
    let Some(turn) = turn_of(home, last, said) else { return Vec::new() };
    match turn {
        Turn::OnceMore => vec![once_more(said)],
        Turn::Opposite => {
            let language = if said.is_ascii() { Language::English } else { Language::Chinese };
            opposite(home, talk, last, language, now_ms).unwrap_or_default()
        }
    }
}

/// What the words ask for: one part says it, and the others ask for nothing.
fn turn_of(home: &CompiledHome, last: &LastAction, said: &str) -> Option<Turn> {
    let spaced = |letter: char| letter == ' ' && !said.is_ascii();
    let mut parts = said.split(|letter: char| MARKS.contains(&letter) || spaced(letter));
    let mut turn = None;
    for part in parts.by_ref() {
        let bare = bared(part);
        turn = turn_said(bare, last);
        if turn.is_some() || !bare.is_empty() {
            break;
        }
    }
    let turn = turn?;
    // "Again?" is surprise.
    if turn == Turn::OnceMore && said.contains(['?', '？']) {
        return None;
    }
    let rest: Vec<&str> = parts.filter(|part| !bared(part).is_empty()).collect();
    if rest.iter().any(|part| !tells_of_someone(bared(part))) {
        let context = ParseContext { has_recent: true, ..ParseContext::default() };
        let told = home.parse_in(&rest.join(", "), context, None, &mut Workspace::default());
        if !told.commands.is_empty() && !rest.iter().all(|part| turn_said(bared(part), last) == Some(turn)) {
            return None;
        }
    }
    Some(turn)
}

/// "He's still asleep": why.
fn tells_of_someone(part: &str) -> bool {
    let word = part.split([' ', '\'']).next().unwrap_or_default();
    ["he", "she", "they", "it", "we", "i"].contains(&word)
}

fn turn_said(bare: &str, last: &LastAction) -> Option<Turn> {
    let words = words();
    let is = |list: &[String]| list.iter().any(|phrase| phrase == bare);
    // 再喂一次 behind 喂: another verb is an order of its own.
    let verb_again = || {
        let rest = bare.strip_prefix('再')?;
        let verb = rest.chars().next()?;
        let behind = rest.get(verb.len_utf8()..)?;
        (words.once_more_ends.iter().any(|end| end == behind) && last.words.contains(verb)).then_some(())
    };
    if is(&words.opposite) {
        Some(Turn::Opposite)
    } else if is(&words.once_more) || verb_again().is_some() {
        Some(Turn::OnceMore)
    } else {
        None
    }
}

/// A part without what means nothing before and behind such words; a word that is one itself stays.
fn bared(part: &str) -> &str {
    let words = words();
    let mut part = part.trim();
    let told = |part: &str| words.opposite.iter().chain(&words.once_more).any(|phrase| phrase == part);
    while !told(part) {
        let shorter = words.around.iter().find_map(|around| {
            let before =
                part.strip_prefix(around.as_str()).filter(|rest| parted(around, rest.chars().next()));
            before.or_else(|| {
                let rest = part.strip_suffix(around.as_str())?;
                parted(around, rest.chars().next_back()).then_some(rest)
            })
        });
        let Some(shorter) = shorter else { break };
        part = shorter.trim();
    }
    part
}

/// Whether a word ends where the next letter stands.
fn parted(word: &str, next: Option<char>) -> bool {
    !word.is_ascii() || next.is_none_or(|next| !next.is_ascii_alphanumeric() && next != '\'')
}

/// The last command once more; what can harm is not done again by so few words.
fn once_more(said: &str) -> ParsedCommand {
    let spoken = SpokenCommand {
        s: ANY.into(),
        n: LAST.into(),
        t: UNKNOWN_CATEGORY.into(),
        ..SpokenCommand::default()
    };
    ParsedCommand {
        spoken,
        again: Some(Again::More),
        confidence: 0.85,
        // The words that say how often decide whether a change goes on by as much.
        words: format!("{said} again"),
        target_left_out: true,
        doubtful: true,
        ..ParsedCommand::default()
    }
}

/// Each command of the last request the other way.
fn opposite(
    home: &CompiledHome,
    talk: &Conversation,
    last: &LastAction,
    language: Language,
    now_ms: u64,
) -> Option<Vec<ParsedCommand>> {
    let newest = talk.fresh(now_ms, &home.config).next()?.turn;
    let turn: SmallVec<[&Mention; 4]> =
        talk.fresh(now_ms, &home.config).take_while(|mention| mention.turn == newest).collect();
    let first = turn.first()?.act;
    if turn.iter().all(|mention| mention.act == first) {
        let act = opposite_of(last.action.acts.first().copied()?)?;
        let spoken = SpokenCommand {
            a: said_as(act, language).into(),
            s: ANY.into(),
            n: LAST.into(),
            t: UNKNOWN_CATEGORY.into(),
            q: Quantifier::All,
            ..SpokenCommand::default()
        };
        return Some(vec![turned(spoken, act, last)]);
    }
    let count: usize = turn.iter().map(|mention| mention.devices.len()).sum();
    if count > MOST {
        return None;
    }
    let mut commands = Vec::with_capacity(count);
    for mention in turn.iter().rev() {
        let act = opposite_of(mention.act?)?;
        for device in mention.devices.iter().filter_map(|id| home.device_by_id(id)) {
            commands.push(turned(named(home, device, act, language)?, act, last));
        }
    }
    Some(commands)
}

fn named(home: &CompiledHome, device: DeviceIndex, act: Act, language: Language) -> Option<SpokenCommand> {
    let room = home.room_of(device);
    Some(SpokenCommand {
        a: said_as(act, language).into(),
        s: room.map_or(ANY.into(), |room| room_said(&room.name)),
        n: home.device(device)?.name.to_string(),
        t: UNKNOWN_CATEGORY.into(),
        ..SpokenCommand::default()
    })
}

fn turned(spoken: SpokenCommand, act: Act, last: &LastAction) -> ParsedCommand {
    let mut action = last.action.clone();
    action.acts = smallvec![act];
    if !matches!(act, Act::Up | Act::Down) {
        action.value = None;
        action.properties.clear();
    }
    // What can harm takes a plain order.
    ParsedCommand { spoken, action, confidence: 0.85, doubtful: true, ..ParsedCommand::default() }
}

/// What takes back an act; `None` where nothing does, or where nobody means it so.
pub(crate) fn opposite_of(act: Act) -> Option<Act> {
    Some(match act {
        Act::On => Act::Off,
        Act::Off => Act::On,
        Act::Open => Act::Close,
        Act::Close => Act::Open,
        Act::Start => Act::Stop,
        Act::Pause => Act::Resume,
        Act::Resume => Act::Pause,
        Act::Mute => Act::Unmute,
        Act::Unmute => Act::Mute,
        Act::Unlock => Act::Lock,
        Act::Up => Act::Down,
        Act::Down => Act::Up,
        _ => return None,
    })
}

fn said_as(act: Act, language: Language) -> &'static str {
    let (zh, en) = match act {
        Act::On => ("打开", "turn on"),
        Act::Off => ("关闭", "turn off"),
        Act::Open => ("打开", "open"),
        Act::Close => ("关闭", "close"),
        Act::Stop => ("停止", "stop"),
        Act::Pause => ("暂停", "pause"),
        Act::Resume => ("继续", "resume"),
        Act::Mute => ("静音", "mute"),
        Act::Unmute => ("取消静音", "unmute"),
        Act::Lock => ("锁上", "lock"),
        Act::Up => ("调高", "raise"),
        Act::Down => ("调低", "lower"),
        _ => ("", ""),
    };
    if language == Language::Chinese { zh } else { en }
}
