//! Clauses that only name targets: they give them to the action that follows, or take the action that went before.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smallvec::SmallVec;

use super::takes_back::{complete_heads, take_action};
use crate::lexicon::{Many, Sense, lexicon};
use crate::parser::clause::{is_measured, vacuum_verb};
use crate::parser::frame::{Frame, Head, RoomMention, Target};
use crate::parser::render::is_of;
use crate::vocabulary::{HomeVocabulary, NameMatchKind, is_han};

/// Frames that only name targets give them to the action that follows, or take the action that went before.
pub(super) fn share(frames: Vec<Frame>, vocabulary: &HomeVocabulary) -> Vec<Frame> {
    // Where each frame says what to do there is nothing to share.
    if frames.len() < 2 || !frames.iter().any(|frame| only_target(frame) || only_which(frame)) {
        return frames;
    }
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    let mut waiting: Option<Frame> = None;
    for mut frame in frames {
        // "the corner lamp, the one in the conservatory, off with it"
        if let Some(earlier) = &mut waiting
            && let [Target { head: Head::None | Head::Last, rooms, .. }] = &frame.targets[..]
            && !rooms.is_empty()
            && !frame.has_action()
            && frame.verb.is_none()
            && earlier.targets.iter().all(|target| takes_room(target, rooms, vocabulary))
        {
            for target in &mut earlier.targets {
                target.rooms.clone_from(rooms);
            }
            continue;
        }
        // "Barry, do the kitchen": whoever is called on is sent there to clean.
        let sent = |frame: &Frame| {
            frame.verb.is_some_and(|verb| verb.weak && !verb.chinese)
                && !frame.has_action()
                && frame.property.is_none()
                && frame.targets.iter().all(|target| target.head == Head::None && !target.rooms.is_empty())
                && frame.has_target()
        };
        if let Some(earlier) = &mut waiting
            && sent(&frame)
            && earlier.targets.iter().all(|target| is_of(target, vocabulary, &["RobotCleaner"]))
            && let Some(vacuum) = vacuum_verb()
        {
            earlier.verb = Some(vacuum);
            kept.extend(waiting.take());
            continue;
        }
        if waiting.as_ref().is_some_and(|earlier| tells_of_home(earlier, &frame)) {
            waiting = None;
        }
        if let Some(earlier) = waiting.take() {
            let takes = frame.has_action() && (!frame.has_target() || frame.targets_first);
            if repeats_kind(&frame, &earlier, vocabulary) {
                // "the patio, them lights": what was named is of that kind.
                waiting = Some(earlier);
                continue;
            }
            if only_named(&frame) && only_named(&earlier) || lists_names(&earlier, &frame, vocabulary) {
                // "kettle, boot warmer, chick lamp, all on"
                let mut listed = earlier;
                for target in &mut frame.targets {
                    target.joined = true;
                }
                listed.targets.append(&mut frame.targets);
                frame.targets = listed.targets;
                frame.span.0 = frame.span.0.min(listed.span.0);
                frame.known += listed.known;
                frame.unknown += listed.unknown;
                frame.targets_first = true;
            } else if takes {
                take_targets(&mut frame, earlier);
            } else if !is_filler(&earlier) {
                kept.push(earlier);
            }
        }
        if only_which(&frame)
            && let Some(earlier) = kept.last_mut().filter(|earlier| earlier.has_target())
        {
            if let [target] = &mut earlier.targets[..] {
                target.single = true;
            }
            earlier.span.1 = earlier.span.1.max(frame.span.1);
        } else if only_target(&frame) {
            join_earlier(&mut kept, frame, &mut waiting, vocabulary);
        } else {
            kept.push(frame);
        }
    }
    kept.extend(waiting);
    kept
}

/// Whether what is pointed at is the kind of what was named before it.
fn repeats_kind(frame: &Frame, earlier: &Frame, vocabulary: &HomeVocabulary) -> bool {
    let ([kind], [named]) = (&frame.targets[..], &earlier.targets[..]) else { return false };
    let Head::Noun(noun) = kind.head else { return false };
    let is_kind = |device| vocabulary.device_nouns(device).iter().any(|&own| vocabulary.is_a(own, noun));
    only_named(frame)
        && only_named(earlier)
        && named.head == Head::Name
        && kind.many == Some(Many::All)
        && kind.rooms.is_empty()
        && kind.text.is_ascii()
        && vocabulary.devices_named(&named.text).all(is_kind)
}

/// Things, and nothing that is to be done with them.
fn only_target(frame: &Frame) -> bool {
    frame.has_target()
        && !frame.has_action()
        && !frame.same_action
        && frame.verb.is_none_or(|verb| verb.weak)
        && !frame.targets.iter().any(|target| target.head == Head::Scene)
}

/// 床头灯打开，左边那个: which of what was named.
fn only_which(frame: &Frame) -> bool {
    frame.which && !frame.has_target() && !frame.has_action() && !frame.same_action && frame.verb.is_none()
}

/// 那个，嗯: a pronoun alone that only fills a pause.
fn is_filler(frame: &Frame) -> bool {
    frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
}

/// 家里来客人了，空调开开: what is so at home is no place where all is switched, as what is switched is named behind it.
fn tells_of_home(earlier: &Frame, frame: &Frame) -> bool {
    let home = |target: &Target| target.head == Head::None && target.whole_home && target.rooms.is_empty();
    let thing = |target: &Target| matches!(target.head, Head::Noun(_) | Head::Name);
    earlier.verb.is_none()
        && earlier.property.is_none()
        && earlier.span.1 - earlier.span.0 > "全屋的".chars().count()
        && earlier.targets.iter().all(home)
        && frame.has_target()
        && frame.targets.iter().all(thing)
}

/// 客厅的灯，都打开: the action takes the targets that waited for it.
fn take_targets(frame: &mut Frame, mut earlier: Frame) {
    if is_filler(&earlier) && frame.has_target() {
        return;
    }
    // 有煤气味儿！燃气阀关上: what is in the air is told, and something else is shut.
    let switches = frame.verb.is_some_and(|verb| {
        !verb.weak && matches!(verb.acts.first(), Some(Act::On | Act::Off | Act::Open | Act::Close))
    });
    let in_air = |property| is_measured(property) || catalogue().property("odor") == Some(property);
    if earlier.property.is_some_and(in_air) && frame.has_target() && switches {
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
    if only_quantity && earlier.has_target() && frame.unknown == 0 {
        let many = frame.targets.iter().find_map(|target| target.many);
        for target in &mut earlier.targets {
            target.many = target.many.or(many);
        }
        return;
    }
    if which_of_kind(earlier, &frame, vocabulary) {
        earlier.span.1 = earlier.span.1.max(frame.span.1);
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
    // 打开客厅的，灯: what of that room.
    if let [target] = &frame.targets[..]
        && target.rooms.is_empty()
        && !target.text.is_ascii()
        && matches!(target.head, Head::Noun(_) | Head::Name)
        && earlier.targets.iter().all(|place| {
            place.head == Head::None
                && !place.rooms.is_empty()
                && takes_room(target, &place.rooms, vocabulary)
        })
        && frame.unknown == 0
    {
        for place in &mut earlier.targets {
            place.head = target.head.clone();
            place.text.clone_from(&target.text);
            place.many = target.many;
        }
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
    // 给它关喽，那个鱼缸: the name explains the pronoun. "Turn that down, abuela's sleeping" tells of someone.
    let tells = frame.unknown > 0 && frame.targets.iter().all(|target| target.text.is_ascii());
    if earlier.targets.iter().all(|target| target.head == Head::Last) && !tells {
        earlier.targets = frame.targets;
        return;
    }
    // 阿姨到门口了: a place in a remark is no further target, nor is someone of whom more is told (阿公要上去).
    let remark = frame.goal
        || frame.unknown > 0 && frame.targets.iter().all(|target| target.head == Head::None)
        || frame.targets.iter().all(|target| is_someone(target, vocabulary));
    if remark {
        return;
    }
    take_action(&mut frame, earlier);
    kept.push(frame);
}

/// A word for a person that is no name of its own: 阿公 where there is a 阿公的电视.
fn is_someone(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    if target.head != Head::Name || !target.text.starts_with(is_han) || target.many.is_some() {
        return false;
    }
    let letters: SmallVec<[char; 8]> = target.text.chars().collect();
    let person = lexicon()
        .lookup(&letters)
        .is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Person(_))));
    let own = || vocabulary.match_name(&target.text, 1).iter().any(|name| name.kind == NameMatchKind::Exact);
    person && !own()
}

/// Whether a target without a room can be meant in these rooms, of which something of its kind stands in one.
pub(crate) fn takes_room(target: &Target, rooms: &[RoomMention], vocabulary: &HomeVocabulary) -> bool {
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

/// Whether a clause says nothing but English names and kinds of things.
fn only_named(frame: &Frame) -> bool {
    frame.has_target()
        && !frame.has_action()
        && !frame.same_action
        && !frame.goes_on
        && !frame.corrects
        && frame.verb.is_none()
        && frame.property.is_none()
        && frame.excluded.is_empty()
        && frame.targets.iter().all(|target| {
            matches!(target.head, Head::Name | Head::Noun(_))
                && target.text.is_ascii()
                && target.rooms.is_empty()
        })
}

/// 厨房灯，餐吊灯，都关: one thing after another, perhaps with what becomes of them behind the last. 空调，客厅空调 tells the same
/// again, and who is called on (天猫精灵，客厅灯打开) is none of them.
fn lists_names(earlier: &Frame, frame: &Frame, vocabulary: &HomeVocabulary) -> bool {
    const CALLED_ON: [&str; 4] = ["Speaker", "NetworkAudio", "RobotCleaner", "VoiceAssistance"];
    let is_thing = |target: &Target| {
        matches!(target.head, Head::Name | Head::Noun(_))
            && target.text.starts_with(is_han)
            && target.many.is_none()
            && target.count.is_none()
    };
    // 姥姥屋的灯，吸顶的那个: which of them.
    let narrows = |target: &Target, known: &Target| {
        let Head::Noun(kind) = known.head else { return false };
        match target.head {
            Head::Noun(noun) => vocabulary.is_a(noun, kind),
            _ => vocabulary.devices_named(&target.text).any(|device| {
                vocabulary.device_nouns(device).iter().any(|&noun| vocabulary.is_a(noun, kind))
            }),
        }
    };
    let said_again = |target: &Target| {
        // 客厅灯 卧室灯 都关: the same kind elsewhere.
        let elsewhere = |known: &Target| {
            !known.rooms.is_empty() && !target.rooms.is_empty() && known.rooms != target.rooms
        };
        earlier.targets.iter().filter(|known| !elsewhere(known)).any(|known| {
            target.text.ends_with(known.text.as_str())
                || known.text.ends_with(target.text.as_str())
                || narrows(target, known)
        })
    };
    let called = earlier.targets.iter().all(|target| is_of(target, vocabulary, &CALLED_ON));
    let plain = |frame: &Frame| {
        frame.has_target()
            && frame.unknown == 0
            && frame.property.is_none()
            && frame.excluded.is_empty()
            && !frame.same_action
            && !frame.goes_on
            && !frame.corrects
            && frame.targets.iter().all(is_thing)
    };
    plain(earlier)
        && plain(frame)
        && !frame.has_action()
        && frame.verb.is_none()
        && !called
        && !frame.targets.iter().any(said_again)
}

/// "Turn his lamp down, Dad's one", "put the tree lights on, the christmas one": which of the kind that was named, or what
/// it is called. Says whether it was told so.
fn which_of_kind(earlier: &mut Frame, frame: &Frame, vocabulary: &HomeVocabulary) -> bool {
    let (name, one) = match &frame.targets[..] {
        [only] => (only, only.text.ends_with(" one")),
        [name, last] => (name, last.head == Head::Last && last.rooms.is_empty()),
        _ => return false,
    };
    let [target] = &mut earlier.targets[..] else { return false };
    let plain = name.rooms.is_empty() && name.text.is_ascii() && !frame.goes_on && !frame.corrects;
    if !one
        || !plain
        || !matches!(target.head, Head::Noun(_))
        || !matches!(name.head, Head::Name | Head::Unknown)
    {
        return false;
    }
    let mark = name.text.strip_suffix(" one").unwrap_or(&name.text);
    let together = format!("{mark} {}", target.text);
    if !vocabulary.match_description(&together).is_empty() {
        target.text = together.into();
    } else if name.head == Head::Name {
        target.text.clone_from(&name.text);
    } else {
        target.single = true;
        return true;
    }
    target.head = Head::Name;
    true
}
