//! What stays as it is where everything else changes: 灯都关掉但是小月亮开着, 空调全关爷爷那个留着.

use lares_home::Act;
use smallvec::smallvec;
use smol_str::SmolStr;

use super::is_many;
use crate::action::Value;
use crate::lexicon::{Cue, Many, Sense, lexicon};
use crate::parser::frame::{Frame, Head, Mentions, RoomMention, Target};
use crate::vocabulary::{HomeVocabulary, Noun, Rooms};

/// A clause behind the order to switch several things off that tells one of them to be on leaves that one out.
pub(super) fn stays_on(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(earlier), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let is_on = matches!(&frame.value, Some(Value::Word { key: Some(key), .. })
            if matches!(key.as_str(), "on" | "open"))
            && frame.value_text.ends_with('着');
        let ends = earlier.verb.is_some_and(|verb| {
            verb.chinese && matches!(verb.acts.first(), Some(Act::Off | Act::Close | Act::Stop))
        });
        let told = is_on
            && frame.verb.is_none_or(|verb| verb.weak)
            && frame.question.is_none()
            && frame.has_target()
            && frame.targets.iter().all(|target| is_one_of(target, &earlier.targets, vocabulary));
        if ends && told && earlier.targets.iter().any(is_many) {
            earlier.excluded.append(&mut frame.targets);
            earlier.span.1 = earlier.span.1.max(frame.span.1);
            frames.remove(index);
        }
    }
}

/// "Leave the curtains open a quarter", "leave the AC on auto": alone, with how far or which mode, it says what they are to be.
/// 灯带留着调到两成亮 says so in any company.
pub(super) fn left_so(frames: &mut [Frame]) {
    let alone = frames.len() == 1;
    for frame in frames {
        let so_far = matches!(frame.value, Some(Value::Level(_) | Value::Number { .. } | Value::Word { .. }));
        let leaves = frame.leaves_out && !frame.keeps_only && frame.question.is_none() && !frame.complaint;
        let chinese = frame.excluded.iter().any(|target| !target.text.is_ascii());
        let told = alone && frame.value_text.is_ascii() || chinese && frame.goal;
        if so_far && leaves && told && !frame.has_target() && !frame.excluded.is_empty() {
            frame.targets = std::mem::take(&mut frame.excluded);
            (frame.leaves_out, frame.negated) = (false, false);
        }
    }
}

/// 大灯闭了，灯带留着调到两成亮: what stays is told how it is to be, and is left out of what is said of all.
pub(super) fn left_at(frames: &mut [Frame]) {
    for index in 0..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let changes = frame.verb.is_some_and(|verb| {
            verb.chinese && matches!(verb.acts.first(), Some(Act::Set | Act::Up | Act::Down))
        }) || frame.goal;
        let so = frame.direction.is_some()
            || matches!(frame.value, Some(Value::Level(_) | Value::Number { .. } | Value::Word { .. }));
        let leaves = frame.leaves_out && !frame.keeps_only && frame.question.is_none() && !frame.complaint;
        if !changes || !so || !leaves || frame.has_target() || frame.excluded.is_empty() {
            continue;
        }
        if let Some(earlier) = before.last_mut().filter(|earlier| earlier.targets.iter().any(is_many)) {
            earlier.excluded.extend(frame.excluded.iter().cloned());
        }
        frame.targets = std::mem::take(&mut frame.excluded);
        (frame.leaves_out, frame.negated) = (false, false);
    }
}

/// Whether a target is narrower than one of several, or only says in which room.
fn is_one_of(target: &Target, several: &[Target], vocabulary: &HomeVocabulary) -> bool {
    several.iter().any(|general| {
        let Head::Noun(noun) = general.head else { return false };
        match target.head {
            Head::None => !target.rooms.is_empty() && general.rooms.is_empty(),
            Head::Noun(own) => lexicon().is_a(own, noun) && (own != noun || target.rooms != general.rooms),
            Head::Name => is_of_kind(&target.text, noun, vocabulary),
            _ => false,
        }
    })
}

fn is_of_kind(name: &str, noun: Noun, vocabulary: &HomeVocabulary) -> bool {
    vocabulary
        .devices_named(name)
        .any(|device| vocabulary.device_nouns(device).iter().any(|&own| lexicon().is_a(own, noun)))
}

/// 只留起夜灯，其他都关: of the kind of what stays are the others, where nothing says more and they are lamps.
pub(super) fn others_of_kind(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let Some(light) = lexicon().noun("light") else { return };
    for frame in frames {
        let lamps = frame.excluded.iter().all(|target| match target.head {
            Head::Noun(noun) => lexicon().is_a(noun, light),
            Head::Name => is_of_kind(&target.text, light, vocabulary),
            _ => false,
        });
        let switches = frame.verb.is_some_and(|verb| {
            matches!(verb.acts.first(), Some(Act::On | Act::Off))
                && verb.nouns.iter().all(|&noun| noun == light)
        });
        let chinese = frame.verb.is_some_and(|verb| verb.chinese);
        if frame.excluded.is_empty() || !lamps || !switches || frame.value.is_some() {
            continue;
        }
        if let [target] = &mut frame.targets[..]
            && (target.head == Head::None && target.many == Some(Many::All) && chinese
                || target.head == Head::Other && !chinese)
        {
            // "Leave the landing light on and turn the rest off"
            let (zh, en) = vocabulary.noun_names(light);
            target.head = Head::Noun(light);
            target.text = if chinese { zh } else { en }.into();
            target.many = Some(Many::All);
        }
    }
}

/// 客厅只留落地灯, and nothing more: the other lamps there are to be switched off.
pub(super) fn only_stays(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let Some(light) = lexicon().noun("light") else { return };
    let lamps = |frame: &Frame| {
        frame.excluded.iter().all(|target| match target.head {
            Head::Noun(noun) => lexicon().is_a(noun, light),
            Head::Name => is_of_kind(&target.text, light, vocabulary),
            _ => false,
        })
    };
    let alone = |frame: &Frame| {
        frame.keeps_only
            && !frame.excluded.is_empty()
            && lamps(frame)
            && !frame.has_action()
            && frame.targets.iter().all(|target| target.head == Head::None)
            && frame.unknown == 0
            && frame.targets.iter().chain(&frame.excluded).any(|target| !target.rooms.is_empty())
    };
    for frame in frames.iter_mut().filter(|frame| alone(frame)) {
        let off = lexicon().lookup(&['关']).into_iter().flatten().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak && verb.acts.first() == Some(&Act::Off) => Some(*verb),
            _ => None,
        });
        let (zh, _) = vocabulary.noun_names(light);
        let mut rooms: Mentions = frame.targets.drain(..).flat_map(|target| target.rooms).collect();
        rooms.extend(frame.excluded.iter_mut().flat_map(|target| target.rooms.drain(..)));
        frame.verb = off;
        frame.targets.push(Target {
            rooms,
            head: Head::Noun(light),
            text: zh.into(),
            many: Some(Many::All),
            ..Target::default()
        });
    }
}

/// 爷爷那个 of the air conditioners is that of 爷爷屋 where nothing of the kind is called after him; 走廊那个 is what stands
/// there, whatever was spoken of last.
pub(super) fn excluded_by_place(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for frame in frames {
        let kind = frame.targets.iter().find_map(|target| match target.head {
            Head::Noun(noun) => Some(noun),
            _ => None,
        });
        for target in &mut frame.excluded {
            if target.head == Head::Last && !target.rooms.is_empty() {
                target.head = Head::None;
            }
            let Some(kind) = kind.filter(|_| target.head == Head::Name && target.rooms.is_empty()) else {
                continue;
            };
            if is_of_kind(&target.text, kind, vocabulary) {
                continue;
            }
            let room = lexicon().cue(Cue::OwnRoom).find_map(|ending| {
                let said = format!("{}{ending}", target.text);
                let rooms = vocabulary.match_room(&said);
                (!rooms.is_empty()).then_some(RoomMention { said: said.into(), floor: false, rooms })
            });
            if let Some(room) = room.or_else(|| room_of_owner(&target.text, kind, vocabulary)) {
                *target = Target { rooms: smallvec![room], ..Target::default() };
            }
        }
    }
}

/// "All the heat pumps other than Tama's", where no heat pump is called after her: that of the one room in which all stands
/// that is, if the kind is there.
fn room_of_owner(owner: &str, kind: Noun, vocabulary: &HomeVocabulary) -> Option<RoomMention> {
    owner.strip_suffix("'s")?;
    let mut bearers = vocabulary.names.of_owner(owner).flat_map(|(_, bearers)| bearers).peekable();
    let room = vocabulary.room_of(bearers.peek()?.0)?;
    if !bearers.all(|(device, _)| vocabulary.room_of(device) == Some(room))
        || !vocabulary.room_has_noun(room, kind)
    {
        return None;
    }
    let said = vocabulary.room_names.get(room.0 as usize)?;
    Some(RoomMention { said: SmolStr::new(said), floor: false, rooms: Rooms::from_slice(&[room]) })
}
