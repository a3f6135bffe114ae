//! What a clause takes back or limits of the one before it: corrections replace, exclusions join what they limit, what
//! was not to be done is dropped.

use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::is_many;
use lares_home::{Act, DeviceIndex, RoomIndex};

use crate::lexicon::{Many, lexicon};
use crate::parser::frame::{Frame, Head, Mentions, Target, Targets};
use crate::vocabulary::{HomeVocabulary, Noun, is_han};

/// A corrected frame gives way to the one that corrects it, which takes from it what it does not say itself.
pub(super) fn correct(frames: Vec<Frame>) -> Vec<Frame> {
    if !frames.iter().any(|frame| frame.corrects) {
        return frames;
    }
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    for mut frame in frames {
        if frame.corrects
            && let Some(wrong) = kept.pop()
        {
            let leaves = frame.leaves_out && frame.excluded.iter().all(|target| target.head == Head::Last);
            if frame.is_empty() || leaves {
                continue;
            }
            if frame.has_target()
                && frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
            {
                // "no, just pause it".
                frame.targets.clear();
            }
            if !frame.has_target() {
                frame.targets.clone_from(&wrong.targets);
            } else {
                complete_heads(&mut frame.targets, &wrong.targets);
            }
            if !frame.has_action() {
                // 电视打开声音调到十五，大的那个: which one everything was said of.
                let same = |earlier: &Frame| {
                    earlier.targets == wrong.targets || wrong.targets.is_empty() && only_kind(earlier)
                };
                for earlier in kept.iter_mut().rev().take_while(|earlier| same(earlier)) {
                    earlier.targets.clone_from(&frame.targets);
                }
                take_action(&mut frame, &wrong);
            } else if frame.verb.is_none() {
                frame.verb = wrong.verb;
                frame.property = frame.property.or(wrong.property);
                frame.goal |= wrong.goal;
            }
        }
        kept.push(frame);
    }
    kept
}

/// "The left blind, sorry, the right one": the name of what was meant, told by the other word of the one before.
pub(crate) fn by_other_mark(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(wrong), Some(frame)) = (before.last(), rest.first_mut()) else { continue };
        let [Target { head: Head::Name, text: name, .. }] = &wrong.targets[..] else { continue };
        let nameless = frame.targets.iter().all(|target| {
            matches!(target.head, Head::Last | Head::Other | Head::None) && target.rooms.is_empty()
        });
        if !frame.corrects || !nameless || !name.is_ascii() {
            continue;
        }
        let said = text.get(frame.span.0..).unwrap_or_default();
        let mark_of = |word: &str| lexicon().mark_place(word);
        let other = said
            .split(|letter| !letter.is_ascii_alphabetic())
            .map(|word| word.iter().copied().collect::<SmolStr>())
            .find(|word| mark_of(word).is_some());
        let Some(other) = other else { continue };
        let called = |own: &str| {
            let words = name.split(' ').map(|word| if word == own { other.as_str() } else { word });
            words.collect::<Vec<_>>().join(" ")
        };
        let meant = name
            .split(' ')
            .filter(|word| mark_of(word).is_some_and(|mark| Some(mark) != mark_of(&other)))
            .map(called)
            .find(|called| vocabulary.devices_named(called).next().is_some());
        if let Some(meant) = meant {
            frame.targets = smallvec![Target { head: Head::Name, text: meant.into(), ..Target::default() }];
            frame.unknown = 0;
            frame.lost = 0;
        }
    }
}

/// Whether a frame is about a plain kind of device and nothing else.
fn only_kind(frame: &Frame) -> bool {
    matches!(&frame.targets[..], [Target { head: Head::Noun(_), .. }])
}

/// 卧室的 after 客厅的灯: the room is new, the kind is the same; 空调 after 客厅的灯: the other way.
pub(super) fn complete_heads(targets: &mut [Target], earlier: &[Target]) {
    let Some(model) = earlier.last() else { return };
    for target in targets {
        if target.head == Head::None && target.many.is_none() {
            target.head = model.head.clone();
            target.text.clone_from(&model.text);
            target.many = model.many;
            target.count = model.count;
        } else if target.rooms.is_empty() && matches!(target.head, Head::Noun(_)) && !target.whole_home {
            target.rooms.clone_from(&model.rooms);
        }
    }
}

/// "attic lights off, leave the landing light alone": one thing was named, and another that stands elsewhere.
fn stands_apart(left: &Target, targets: &Targets, vocabulary: &HomeVocabulary) -> bool {
    fn only(target: &Target, vocabulary: &HomeVocabulary) -> Option<DeviceIndex> {
        let mut devices = vocabulary.devices_named(&target.text);
        let named = target.head == Head::Name && target.many.is_none();
        devices.next().filter(|_| named && devices.next().is_none())
    }
    let left_text = left.text.as_str();
    let Some(left) = only(left, vocabulary) else { return false };
    let room = vocabulary.room_of(left);
    let english = left_text.is_ascii() && !targets.is_empty();
    english
        && targets.iter().all(|target| {
            only(target, vocabulary).is_some_and(|device| {
                let plural = target.text.is_ascii() && target.text.ends_with('s');
                device != left && (!plural || vocabulary.room_of(device) != room)
            })
        })
}

/// Frames that only leave something out join the frame that they limit; negated ones are dropped.
pub(super) fn exclude(frames: Vec<Frame>, vocabulary: &HomeVocabulary) -> (Vec<Frame>, bool) {
    // What neither is forbidden nor leaves anything out stays as it is.
    if !frames.iter().any(|frame| frame.negated || frame.keeps_only || !frame.excluded.is_empty()) {
        return (frames, false);
    }
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    let mut waiting = Targets::new();
    let mut carried = Targets::new();
    let mut places = Mentions::new();
    let mut negated = false;
    // 客厅只留落地灯, and nothing more
    let mut only: Option<Frame> = None;
    for mut frame in frames {
        let keeps_only = frame.keeps_only && !frame.has_action() && !frame.excluded.is_empty();
        // 餐厅灯打开，客厅只留钓鱼灯: what is switched on elsewhere leaves nothing out here.
        let elsewhere = keeps_only
            && kept.last().is_some_and(|earlier| {
                earlier.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::On))
                    && stands_elsewhere(earlier, &frame)
            });
        if elsewhere {
            kept.push(frame);
            continue;
        }
        if keeps_only {
            only = Some(frame.clone());
        }
        if frame.negated && !frame.leaves_out {
            let limits = kept.last().is_some_and(|earlier| {
                let same_act = match (frame.verb, earlier.verb) {
                    (Some(verb), Some(other)) => verb.acts.first() == other.acts.first(),
                    _ => true,
                };
                same_act && earlier.targets.iter().any(is_many) && frame.has_target()
            });
            if limits && let Some(earlier) = kept.last_mut() {
                // 窗帘都拉上，书房那个别拉
                for target in &mut frame.targets {
                    if target.head == Head::Last && !target.rooms.is_empty() {
                        target.head = Head::None;
                    }
                }
                earlier.excluded.append(&mut frame.targets);
                continue;
            }
            // 窗帘拉开，不用全拉，一半就行: how far is told behind.
            let not_all = frame.has_target()
                && frame.verb.is_some_and(|verb| verb.chinese)
                && frame.targets.iter().all(|target| {
                    target.head == Head::None && target.rooms.is_empty() && target.many.is_some()
                });
            if not_all && kept.last().is_some_and(|earlier| earlier.has_action() && earlier.has_target()) {
                continue;
            }
            // 打开油烟机，不用开了: what was just asked for is taken back.
            let takes_back = !frame.has_target()
                && kept.last().is_some_and(|earlier| match (frame.verb, earlier.verb) {
                    (Some(verb), Some(other)) => verb.acts.first() == other.acts.first(),
                    // "I don't want to get up": why, and no word of the home.
                    (None, _) => {
                        // 弄自动就行，不用使那么大劲: how it need not be.
                        let how =
                            frame.direction.is_some() || frame.property.is_some() || frame.value.is_some();
                        frame.unknown == 0 && !frame.chat && !how
                    }
                    _ => false,
                });
            if takes_back {
                kept.pop();
            }
            negated = true;
            carried = std::mem::take(&mut frame.targets);
            continue;
        }
        // "don't put the heating on, i'm roasting": why not.
        if negated && frame.complaint && !frame.has_target() && kept.is_empty() {
            carried.clear();
            continue;
        }
        // 主卧除了床头灯，别的灯都关了: where, and what not; the order comes behind.
        let only_places = !frame.excluded.is_empty()
            && !frame.has_action()
            && !frame.targets.is_empty()
            && frame.targets.iter().all(|target| target.head == Head::None && !target.rooms.is_empty());
        if only_places {
            places = frame.targets.drain(..).flat_map(|target| target.rooms).collect();
        } else if !frame.excluded.is_empty() && !frame.has_action() && !frame.has_target() {
            // 爷爷屋起夜灯留着 别的灯灭掉: the others of that room, where it has such.
            let of_room = |target: &Target| {
                let mut rooms = target.rooms.iter().flat_map(|mention| mention.rooms.iter().copied());
                rooms.any(|room| has_other_lamps(target, room, vocabulary))
            };
            if frame.keeps_only || frame.excluded.iter().all(of_room) {
                places = frame.excluded.iter().flat_map(|target| target.rooms.iter().cloned()).collect();
            }
        } else if frame.keeps_only && !frame.has_action() {
            places = frame.excluded.iter().flat_map(|target| target.rooms.iter().cloned()).collect();
        } else if let [target] = &mut frame.targets[..]
            && target.rooms.is_empty()
            && (matches!(target.head, Head::Noun(_))
                || target.head == Head::None && target.many == Some(Many::All))
            && !target.whole_home
        {
            target.rooms.append(&mut places);
        }
        // "All of them apart from Nana's": of what was just named.
        let of_last = kept.last().is_some_and(|earlier| earlier.has_target() && earlier.has_action())
            && frame.targets.iter().all(|target| {
                target.rooms.is_empty()
                    && matches!(target.head, Head::Last | Head::None)
                    && !target.whole_home
            });
        let only_excludes = !frame.excluded.is_empty()
            && (!frame.has_target() || of_last)
            && (frame.leaves_out || !frame.has_action());
        if only_excludes {
            match kept.last_mut().filter(|earlier| earlier.has_target() && earlier.has_action()) {
                Some(earlier) => earlier.excluded.append(&mut frame.excluded),
                None => waiting.append(&mut frame.excluded),
            }
            continue;
        }
        // 大白别制冷了，改制热: what was not to be done one way is to be done another.
        let carried = std::mem::take(&mut carried);
        // 不要关客厅的灯，其他的关掉: the rest of what was not to be touched.
        let acts = frame.has_action();
        if let ([target], [model]) = (&mut frame.targets[..], &carried[..])
            && target.head == Head::None
            && target.rooms.is_empty()
            && target.many == Some(Many::All)
            && !target.whole_home
            && matches!(model.head, Head::Noun(_))
            && acts
        {
            target.head = model.head.clone();
            target.text.clone_from(&model.text);
            frame.excluded.push(model.clone());
            frame.excluded.append(&mut waiting);
            kept.push(frame);
            continue;
        }
        // 起夜灯给婆婆留起，打开: what is kept is what is switched on, as nothing else is named.
        let keeps = !waiting.is_empty()
            && !frame.has_target()
            && frame.question.is_none()
            && frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::On));
        if keeps {
            frame.targets = std::mem::take(&mut waiting);
        } else if frame.has_action() && !frame.has_target() && frame.question.is_none() {
            frame.targets = carried;
        } else if frame.targets.iter().all(|target| target.head == Head::None && target.rooms.is_empty()) {
            // 客厅灯不要全开，开个两盏就行
            if let ([target], [model]) = (&mut frame.targets[..], &carried[..])
                && target.count.is_some()
            {
                *target = Target { count: target.count, many: None, ..model.clone() };
            }
        }
        frame.excluded.append(&mut waiting);
        kept.push(frame);
    }
    if kept.is_empty() && !negated {
        kept.extend(only);
    }
    for frame in kept.iter_mut().filter(|frame| !frame.excluded.is_empty()) {
        let Frame { targets, excluded, .. } = frame;
        excluded.retain(|left| {
            !is_of_other_kind(left, targets, vocabulary) && !stands_apart(left, targets, vocabulary)
        });
    }
    (kept, negated)
}

/// 窗帘不管，阳台串灯关了: what is left alone and is none of what is switched leaves nothing out of that.
fn is_of_other_kind(left: &Target, targets: &[Target], vocabulary: &HomeVocabulary) -> bool {
    if only_one(left, targets, vocabulary) {
        return true;
    }
    let kinds: SmallVec<[Noun; 4]> = match left.head {
        Head::Noun(kind) => smallvec![kind],
        // "Attic lights off but leave Gaz's telly on"
        Head::Name if left.text.is_ascii() => {
            let devices = vocabulary.devices_named(&left.text);
            devices.flat_map(|device| vocabulary.device_nouns(device).iter().copied()).collect()
        }
        _ => return false,
    };
    if kinds.is_empty() {
        return false;
    }
    let related =
        |noun: Noun| kinds.iter().any(|&kind| lexicon().is_a(noun, kind) || lexicon().is_a(kind, noun));
    // 鱼缸灯 is a lamp, whatever it belongs to.
    let ends = |target: &Target| target.text.chars().next_back().filter(|letter| is_han(*letter));
    // What is called by its name is no kind of which something is left out.
    let latin = left.text.is_ascii()
        && targets.iter().all(|target| target.head == Head::Name && target.many.is_none());
    let alike = |target: &Target| !latin && (ends(left).is_none() || ends(left) == ends(target));
    !targets.is_empty()
        && !targets.iter().any(alike)
        && targets.iter().all(|target| match target.head {
            Head::Noun(noun) => !related(noun),
            Head::Name => {
                let mut devices = vocabulary.devices_named(&target.text).peekable();
                devices.peek().is_some()
                    && !devices
                        .any(|device| vocabulary.device_nouns(device).iter().any(|&noun| related(noun)))
            }
            _ => false,
        })
}

/// 主卧主灯关了，床头灯留着: of the one thing that is called by its name nothing is left out.
fn only_one(left: &Target, targets: &[Target], vocabulary: &HomeVocabulary) -> bool {
    let one = |target: &Target| {
        let mut devices = vocabulary.devices_named(&target.text);
        let first = devices.next();
        let chinese = target.text.chars().any(is_han);
        let named = target.head == Head::Name && target.many.is_none() && chinese;
        named && first.is_some() && devices.next().is_none()
    };
    matches!(left.head, Head::Noun(_) | Head::Name | Head::Unknown)
        && !targets.is_empty()
        && targets.iter().all(one)
}

/// Whether both say a room, and no room of one is one of the other.
fn stands_elsewhere(frame: &Frame, other: &Frame) -> bool {
    let rooms = |frame: &Frame| -> Mentions {
        let said = frame.targets.iter().chain(&frame.excluded);
        said.flat_map(|target| target.rooms.iter().cloned()).collect()
    };
    let (here, there) = (rooms(frame), rooms(other));
    !here.is_empty() && !there.is_empty() && here.iter().all(|room| !there.contains(room))
}

/// Whether a room has more lamps than the one that is named.
fn has_other_lamps(target: &Target, room: RoomIndex, vocabulary: &HomeVocabulary) -> bool {
    let Some(light) = lexicon().noun("light") else { return false };
    target.head == Head::Name
        && vocabulary.devices_named(&target.text).any(|device| {
            vocabulary.room_of(device) == Some(room)
                && vocabulary.device_nouns(device).iter().any(|&noun| vocabulary.is_a(noun, light))
                && vocabulary.has_others_there(room, light, device)
        })
}

pub(super) fn take_action(frame: &mut Frame, from: &Frame) {
    frame.verb = from.verb;
    frame.property = frame.property.or(from.property);
    frame.direction = from.direction;
    frame.value.clone_from(&from.value);
    frame.value_text.clone_from(&from.value_text);
    frame.goal = from.goal;
    frame.question = frame.question.or(from.question);
    frame.scheduled |= from.scheduled;
}
