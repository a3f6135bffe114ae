//! From complete frames to commands, one a target.

mod action_data;
mod confidence;
mod fields;
mod scale;

pub(crate) use self::action_data::{action, state_properties};
pub(crate) use self::fields::{category_of, head_text, scope_text};

use std::borrow::Cow;
use std::cell::RefCell;

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smallvec::{SmallVec, smallvec};

pub(crate) use self::confidence::SLIP_CONFIDENCE;
use self::confidence::confidence;
use self::fields::{category_of_noun, excluded_text, is_plural_of_several, quantifier};
use super::action_words::action_text;
use super::frame::{Frame, Head, RoomMention, Target, Targets};
use super::workspace::SpareTexts;
use crate::command_array::{ANY, LAST, Quantifier, SpokenCommand, SpokenCondition};
use crate::lexicon::{Many, lexicon};
use crate::parse::{BorneOut, Language, ParsedCommand};
use crate::vocabulary::{HomeVocabulary, Noun, ParseContext};

/// What every command of an utterance shares.
pub(crate) struct Rendering<'a> {
    pub(crate) text: &'a [char],
    pub(crate) vocabulary: &'a HomeVocabulary,
    pub(crate) language: Language,
    pub(crate) context: ParseContext,
    pub(crate) conditions: &'a [SpokenCondition],
    pub(crate) texts: RefCell<&'a mut SpareTexts>,
}

impl Rendering<'_> {
    /// The words of a frame.
    fn words(&self, frame: &Frame) -> String {
        let words = self.text.get(frame.span.0..frame.span.1).unwrap_or_default();
        match self.texts.try_borrow_mut() {
            Ok(mut texts) => texts.written(words),
            Err(_) => words.iter().collect(),
        }
    }

    /// A text without a letter that has room for so many bytes.
    fn with_room(&self, length: usize) -> String {
        match self.texts.try_borrow_mut() {
            Ok(mut texts) => texts.of_command(length),
            Err(_) => String::with_capacity(length),
        }
    }

    /// A copy of a text.
    fn text(&self, text: &str) -> String {
        let mut copy = self.with_room(text.len());
        copy.push_str(text);
        copy
    }
}

/// Adds the commands of a frame, one a target.
pub(crate) fn add_commands(commands: &mut Vec<ParsedCommand>, mut frame: Frame, rendering: &Rendering<'_>) {
    frame.covers |= frame.targets.iter().any(|target| opens_by_degrees(target, rendering.vocabulary));
    help_in_rooms(&mut frame, rendering);
    looked_at(&mut frame, rendering.vocabulary);
    let frame = &frame;
    let mut action = action(frame);
    if watches(frame, rendering.vocabulary) {
        action.acts = smallvec![Act::Start, Act::Query];
        action.properties = catalogue().property("video_stream").into_iter().collect();
    }
    // "A bit higher", of whatever was spoken of.
    let position = catalogue().property("position");
    let steps = matches!(action.acts.first(), Some(Act::Up | Act::Down));
    if frame.targets.is_empty() && steps && action.properties.iter().all(|own| Some(*own) == position) {
        action.properties.clear();
    }
    let mut targets = Cow::Borrowed(&frame.targets);
    let mut implied = false;
    if targets.is_empty() {
        // "if the front door is unlocked, lock it": it, and no other lock.
        let pronoun = || rendering.words(frame).split(' ').any(|word| matches!(word, "it" | "them"));
        let refers = !rendering.conditions.is_empty() && (pronoun() || rolls_what_is_told(frame, rendering));
        let helper = if refers { None } else { helper_target(frame, rendering) };
        implied = helper.is_some();
        targets = Cow::Owned(smallvec![helper.unwrap_or_default()]);
    }
    // 丫头房间太热了: what helps in that room.
    if frame.complaint && frame.wish.is_some() && frame.excluded.is_empty() {
        for target in
            targets.to_mut().iter_mut().filter(|target| target.head == Head::None && !target.rooms.is_empty())
        {
            let there = |noun| {
                let mut rooms = target.rooms.iter().flat_map(|mention| &mention.rooms).peekable();
                rooms.peek().is_some() && rooms.all(|&room| rendering.vocabulary.room_has_noun(room, noun))
            };
            let noun = frame.wish.into_iter().flat_map(|wish| &wish.nouns).copied().find(|&noun| there(noun));
            if let Some(noun) = noun {
                let (zh, en) = rendering.vocabulary.noun_names(noun);
                target.head = Head::Noun(noun);
                target.text = if rendering.language == Language::Chinese { zh } else { en }.into();
            }
        }
    }
    valve_of_leak(&mut targets, rendering);
    for index in 0..targets.len() {
        let target = &targets[index];
        let several = target.many.is_some() || target.count.is_some() || !frame.excluded.is_empty();
        // "The lounge and sleepout lights": those of both rooms, though one of them has "Sleepout Lights".
        let of_rooms = !target.rooms.is_empty() && target.text.ends_with('s');
        if target.head == Head::Name
            && (several || of_rooms)
            && let Some((room, noun, text)) = room_and_noun(&target.text, rendering.vocabulary)
            && (several || !target.rooms.iter().any(|own| own.rooms == room.rooms))
            && !is_shared(target, &room, rendering.vocabulary)
        {
            let target = &mut targets.to_mut()[index];
            // "all the kitchen lights": a name that is a room and a kind means all of that kind there.
            target.rooms.push(room);
            target.head = Head::Noun(noun);
            target.text = text.into();
        }
    }
    let excluded_rooms: SmallVec<[RoomMention; 1]> = frame
        .excluded
        .iter()
        .filter(|target| leaves_out_room(target, &targets))
        .flat_map(|target| target.rooms.iter().cloned())
        .collect();
    let mut excluded_names: SmallVec<[String; 2]> = frame
        .excluded
        .iter()
        .filter(|target| !leaves_out_room(target, &targets))
        .map(excluded_text)
        .collect();
    excluded_names.extend(excluded_by_room_word(frame, &targets, rendering.vocabulary));
    let rendered = targets.iter().zip(std::iter::repeat_n(action, targets.len())).map(|(target, action)| {
        let nothing_said = target.head == Head::None && target.rooms.is_empty() && !target.whole_home;
        // "is it open now": a state of the thing spoken of; how warm it is needs no thing.
        let of_thing = |property| {
            let entry = catalogue().property_entry(property);
            entry.is_some_and(|entry| states(entry.en))
        };
        let left_out = nothing_said && (frame.question.is_none() || frame.property.is_none_or(of_thing));
        let plural = is_plural_of_several(target, rendering.vocabulary);
        let quantifier = quantifier(target, leaves_out(frame, target), plural);
        // "if the garage door is open, close it", 车库门没关的话关一下.
        let told = rendering.conditions.first().filter(|condition| {
            (target.head == Head::Last || nothing_said && !frame.complaint)
                && target.rooms.is_empty()
                && !matches!(condition.n.as_str(), ANY | LAST)
                && can_be_target(condition)
        });
        let own_room = owner_room(frame, rendering).filter(|_| target.rooms.is_empty());
        let mut n = told.map_or_else(|| head_text(target), |condition| &condition.n);
        // 卧室的也关掉: only a room, so the kind is the one last spoken of.
        if target.head == Head::None
            && !target.rooms.is_empty()
            && frame.question.is_none()
            && (frame.same_action || rendering.context.has_recent)
        {
            n = LAST;
        }
        let unknown_rooms = target
            .rooms
            .iter()
            .filter(|mention| mention.rooms.is_empty())
            .map(|mention| mention.said.clone())
            .collect();
        let action = scale::in_scale_meant(action, target, rendering);
        let spoken = SpokenCommand {
            a: action_text(&action, frame, rendering.language, |length| rendering.with_room(length)),
            s: own_room.unwrap_or_else(|| {
                told.map_or_else(
                    || {
                        let with_room = |length| rendering.with_room(length);
                        scope_text(&target.rooms, &excluded_rooms, rendering.vocabulary, with_room)
                    },
                    |condition| rendering.text(&condition.s),
                )
            }),
            n: rendering.text(n),
            t: rendering.text(told.map_or(category_of(target), |condition| &condition.t)),
            q: quantifier,
            x: excluded_names.join(","),
            c: target.count.filter(|_| quantifier == Quantifier::Any),
            conditions: if nothing_said && only_if_not_so(rendering) {
                Vec::new()
            } else {
                about_target(rendering.conditions, target, rendering.vocabulary)
            },
        };
        ParsedCommand {
            spoken,
            action,
            confidence: confidence(frame, target, rendering),
            words: rendering.words(frame),
            span: frame.span,
            target_left_out: left_out,
            borne_out: BorneOut::Fully,
            scheduled: frame.scheduled,
            doubtful: frame.doubtful,
            wish: frame.complaint,
            both: target.many == Some(Many::Both),
            listed: target.listed,
            quantifier_said: plural
                || target.many.is_some() && !target.listed
                || target.count.is_some()
                || target.whole_home,
            unknown_rooms,
            also: frame.same_action || frame.goes_on,
            corrects: frame.corrects,
            implied,
            kinds: match (&target.head, implied || names_no_kind(frame, target)) {
                (Head::Other, _) => kind_of_other(target, rendering),
                (_, true) => kinds_of(frame),
                (_, false) => Vec::new(),
            },
            again: frame.again,
            unread: false,
        }
    });
    commands.extend(rendered);
}

/// 天然气漏了就关阀门: the valve of what leaks, and no other one.
fn valve_of_leak(targets: &mut Cow<'_, Targets>, rendering: &Rendering<'_>) {
    let names = |id: &str, said: &str| {
        let entry = catalogue().property(id).and_then(|property| catalogue().property_entry(property));
        entry.is_some_and(|entry| entry.zh == said || entry.en == said)
    };
    let leaks = |id: &str| rendering.conditions.iter().any(|condition| names(id, &condition.p));
    let kind = match (leaks("gas_leak"), leaks("water_leak")) {
        (true, false) => "gas_valve",
        (false, true) => "water_valve",
        _ => return,
    };
    let (Some(valve), Some(own)) = (lexicon().noun("valve"), lexicon().noun(kind)) else { return };
    let plain = |target: &Target| target.head == Head::Noun(valve) && target.rooms.is_empty();
    if !rendering.vocabulary.has_noun(own) || !targets.iter().any(plain) {
        return;
    }
    for target in targets.to_mut().iter_mut().filter(|target| plain(target)) {
        let (zh, en) = rendering.vocabulary.noun_names(own);
        target.head = Head::Noun(own);
        target.text = if rendering.language == Language::Chinese { zh } else { en }.into();
    }
}

/// "when Emma gets home, turn on the light in her room": the room of whom the condition names; a room that the home does
/// not know where it has none of hers.
fn owner_room(frame: &Frame, rendering: &Rendering<'_>) -> Option<String> {
    const ROOMS: [&str; 8] =
        ["her room", "his room", "their room", "her bedroom", "his bedroom", "她房间", "他房间", "他屋"];
    if rendering.conditions.is_empty() {
        return None;
    }
    let words = rendering.words(frame);
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
pub(crate) fn states(property: &str) -> bool {
    ["onoff", "open_state", "lock_state", "run_state", "state"].iter().any(|id| {
        let entry = catalogue().property(id).and_then(|known| catalogue().property_entry(known));
        entry.is_some_and(|entry| entry.zh == property || entry.en == property)
    })
}

/// Whether what a condition is about can be what is then to be acted on: things that are on, open, hot, and no persons.
pub(crate) fn can_be_target(condition: &SpokenCondition) -> bool {
    const OTHERS: [&str; 9] =
        ["presence", "occupancy", "motion", "water_leak", "smoke", "gas_leak", "rain", "button", "alarm"];
    !OTHERS.iter().any(|id| {
        let entry = catalogue().property(id).and_then(|known| catalogue().property_entry(known));
        entry.is_some_and(|entry| entry.zh == condition.p || entry.en == condition.p)
    })
}

/// 浴霸开了没, and then 开着的话关掉: that what was asked about may be so already changes nothing of what is to be done with it.
fn only_if_not_so(rendering: &Rendering<'_>) -> bool {
    let nameless = |condition: &SpokenCondition| {
        matches!(condition.n.as_str(), ANY | LAST) && condition.s == ANY && states(&condition.p)
    };
    rendering.context.has_recent && rendering.conditions.iter().all(nameless)
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
                condition.n = head_text(target).to_owned();
                condition.s = scope_text(&target.rooms, &[], vocabulary, String::with_capacity);
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
            .then(|| (RoomMention { said: room.into(), floor: false, rooms }, noun, kind.to_owned()))
    })
}

/// "Some music in the garage", 给花浇水, 走廊好臭: no kind of device is said but by the verb, or by what would help.
fn names_no_kind(frame: &Frame, target: &Target) -> bool {
    target.head == Head::None && frame.question.is_none()
}

/// "Show me the garden": what the camera there sees.
fn looked_at(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let looks = frame.verb.is_some_and(|verb| verb.id == "look_at")
        && frame.question.is_none()
        && frame.property.is_none()
        && frame.value.is_none();
    let Some(camera) = vocabulary.noun("camera").filter(|_| looks) else { return };
    for target in frame.targets.iter_mut().filter(|target| target.head == Head::None) {
        let mut rooms = target.rooms.iter().flat_map(|mention| mention.rooms.iter().copied());
        if rooms.any(|room| vocabulary.room_has_noun(room, camera)) {
            target.head = Head::Noun(camera);
            target.text = vocabulary.noun_names(camera).1.into();
        }
    }
}

/// "Show me the garage cam": what a camera sees is looked at, not how it is.
fn watches(frame: &Frame, vocabulary: &HomeVocabulary) -> bool {
    let live = catalogue().property("video_stream").is_some_and(|property| vocabulary.can_switch(property));
    let visitor = frame.verb.is_some_and(|verb| verb.id == "see_visitor");
    live && (visitor || frame.has_target() && frame.verb.is_some_and(|verb| verb.id == "look_at"))
        && frame.question.is_none()
        && frame.property.is_none()
        && frame.value.is_none()
        && frame.part.is_empty()
        && frame.targets.iter().all(|target| is_of(target, vocabulary, &["Camera", "DoorBell"]))
}

/// "Both hall lights" where the hall has one and the upstairs hall another: those that are called so, and nothing else of
/// the room.
fn is_shared(target: &Target, room: &RoomMention, vocabulary: &HomeVocabulary) -> bool {
    let devices: Vec<_> = vocabulary.devices_named(&target.text).collect();
    let elsewhere =
        |device| vocabulary.room_of(device).is_some_and(|stands_in| !room.rooms.contains(&stands_in));
    devices.len() > 1
        && (target.many == Some(Many::Both) && devices.len() == 2 || devices.into_iter().any(elsewhere))
}

/// 另一个台灯: the kind of which it is another one.
fn kind_of_other(target: &Target, rendering: &Rendering<'_>) -> Vec<Noun> {
    rendering.vocabulary.noun(&target.text).into_iter().collect()
}

/// The kinds of devices that the verb or complaint of a frame goes with.
fn kinds_of(frame: &Frame) -> Vec<Noun> {
    let of_verb = frame.work.or(frame.verb).map(|verb| verb.nouns.as_slice()).unwrap_or_default();
    let wished = frame.wish.map_or(of_verb, |wish| wish.nouns.as_slice());
    wished.iter().chain(helpers(frame)).copied().collect()
}

/// What goes with a quality. Of a complaint that says itself what helps, nothing else does: 冷死了 among lamps is not said of
/// their light.
fn helpers(frame: &Frame) -> &[Noun] {
    if frame.wish.is_some() { &[] } else { &frame.helpers }
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
    let noun = wished.iter().chain(helpers(frame)).copied().find(|&noun| match rendering.context.room {
        Some(room) => rendering.vocabulary.room_has_noun(room, noun),
        None => rendering.vocabulary.has_noun(noun),
    })?;
    // 浴霸 where nothing else heats, and no 暖气 of another room.
    let only = |room| rendering.vocabulary.only_kind_there(room, |own| lexicon().is_a(own, noun));
    let noun = rendering.context.room.filter(|_| frame.complaint).and_then(only).unwrap_or(noun);
    let (zh, en) = rendering.vocabulary.noun_names(noun);
    let text = if rendering.language == Language::Chinese { zh } else { en };
    // "put on some music": one of several speakers, and nobody said which.
    let single = wished.first() == lexicon().noun("speaker").as_ref()
        && !frame.complaint
        && frame.verb.is_some_and(|verb| !verb.chinese && verb.id == "play");
    Some(Target { head: Head::Noun(noun), text: text.into(), single, ..Target::default() })
}

/// 铁卷门还开着的话就放下来, 要是铁卷门关着就升上去: what its state is told of is let down or goes up, and no curtain.
fn rolls_what_is_told(frame: &Frame, rendering: &Rendering<'_>) -> bool {
    let Some(first) = rendering.conditions.first() else { return false };
    let moves = frame.verb.is_some_and(|verb| {
        verb.chinese && matches!(verb.acts.first(), Some(Act::Open | Act::Close | Act::Up | Act::Down))
    });
    let is_garage_door = || {
        first.t == "GarageDoor"
            || rendering.vocabulary.devices_called(&first.n).iter().any(|device| {
                let nouns = rendering.vocabulary.device_nouns(*device);
                nouns.iter().any(|&noun| category_of_noun(noun) == "GarageDoor")
            })
    };
    moves && rendering.conditions.iter().all(|told| told.n == first.n) && is_garage_door()
}

/// "it's like an oven in the loft": what of the room named helps against what is complained of.
fn help_in_rooms(frame: &mut Frame, rendering: &Rendering<'_>) {
    let Some(wish) = frame.wish.filter(|_| frame.complaint && frame.question.is_none()) else { return };
    let [target] = &mut frame.targets[..] else { return };
    if target.head != Head::None || target.many.is_some() || target.whole_home {
        return;
    }
    let rooms: Vec<_> = target.rooms.iter().flat_map(|mention| mention.rooms.iter().copied()).collect();
    let noun = wish
        .nouns
        .iter()
        .copied()
        .find(|&noun| rooms.iter().any(|&room| rendering.vocabulary.room_has_noun(room, noun)));
    // "the floor in the dining room is filthy": what cleans comes from elsewhere.
    let comes = noun.is_none().then(|| lexicon().noun("robot_cleaner")).flatten().filter(|robot| {
        wish.nouns.iter().any(|noun| lexicon().is_a(*robot, *noun) || lexicon().is_a(*noun, *robot))
            && rendering.vocabulary.has_noun(*robot)
            && rendering.language != Language::Chinese
    });
    if comes.is_some() {
        target.rooms.clear();
    }
    if let Some(noun) = noun.or(comes) {
        let (zh, en) = rendering.vocabulary.noun_names(noun);
        target.text = if rendering.language == Language::Chinese { zh } else { en }.into();
        target.head = Head::Noun(noun);
    }
}

/// "leave the fire, just switch off the corner lamp": one thing that is named has nothing to leave out.
fn leaves_out(frame: &Frame, target: &Target) -> bool {
    let counted = target.many.is_some() || target.count.is_some();
    let one = target.head == Head::Name && !counted;
    let things =
        frame.excluded.iter().all(|excluded| excluded.head != Head::None && excluded.rooms.is_empty());
    // "The reading lamp, not the big light": of another kind, it is none of what is meant.
    let others = frame.excluded.iter().all(|excluded| match (&excluded.head, &target.head) {
        (Head::Noun(left_out), Head::Noun(meant)) => {
            !lexicon().is_a(*left_out, *meant) && !lexicon().is_a(*meant, *left_out)
        }
        _ => false,
    });
    !(frame.excluded.is_empty() || one && things || others && !counted)
}

/// "All the fans, not the bathroom one" where that fan is called after a bathroom in which none stands.
fn excluded_by_room_word(frame: &Frame, targets: &[Target], vocabulary: &HomeVocabulary) -> Vec<String> {
    let [Target { head: Head::Noun(noun), .. }] = targets else { return Vec::new() };
    let name = vocabulary.noun_names(*noun).1;
    let rooms = frame
        .excluded
        .iter()
        .filter(|excluded| leaves_out_room(excluded, targets))
        .flat_map(|excluded| &excluded.rooms);
    rooms
        .filter(|mention| mention.said.is_ascii())
        .filter(|mention| !mention.rooms.iter().any(|&room| vocabulary.room_has_noun(room, *noun)))
        .map(|mention| format!("{} {name}", mention.said.strip_prefix("the ").unwrap_or(&mention.said)))
        .filter(|called| vocabulary.devices_named(called).next().is_some())
        .collect()
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

fn opens_by_degrees(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    is_of(target, vocabulary, &["Blind", "Shade"])
}

/// Whether a target is a cover of a window or a door that rolls up.
pub(crate) fn moves_up_and_down(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    is_of(target, vocabulary, &["Blind", "Shade", "GarageDoor"])
}

/// Whether a target is a device of one of these categories.
pub(crate) fn is_of(target: &Target, vocabulary: &HomeVocabulary, categories: &[&str]) -> bool {
    let covers = |category: &str| categories.contains(&category);
    match target.head {
        Head::Name => vocabulary.devices_called(&target.text).iter().any(|device| {
            vocabulary.device_nouns(*device).iter().any(|&noun| covers(category_of_noun(noun)))
        }),
        _ => covers(category_of(target)),
    }
}
