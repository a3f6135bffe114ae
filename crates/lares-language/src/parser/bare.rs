//! Orders that say hardly more than the thing: "washer go", "floodlight, please"; and what stands beside an order and only
//! tells of something, which asks for nothing ("air's stale in here, put the fan on").

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::frame::{Frame, Head, Target};
use super::lattice::Token;
use super::tokens::{ends_with, starts_with, text_of};
use crate::action::Value;
use crate::lexicon::{Asks, Many, lexicon};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// Completes a bare order, where the utterance is one: things are named, and a word that sets them off, or a polite one.
pub(super) fn complete(
    text: &[char],
    tokens: &[Token],
    frames: &mut [Frame],
    vocabulary: &HomeVocabulary,
    context: ParseContext,
) {
    let [frame] = frames else { return };
    let Some(last) = tokens.last() else { return };
    // "No lights please" asks for none, where nothing was spoken of that it could correct.
    let plain = tokens
        .iter()
        .skip(1)
        .all(|token| token.noun().is_some() || token.particle().is_some() && token.verb().is_none());
    let none = starts_with(text, "no ") && plain && tokens.iter().any(|token| token.noun().is_some());
    if none && !context.has_recent {
        frame.negated = true;
        return;
    }
    let only_named = frame.question.is_none()
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.property.is_none()
        && frame.wish.is_none()
        && frame.again.is_none()
        && frame.unknown == 0
        && frame.excluded.is_empty()
        && frame.verb.is_none_or(|verb| verb.weak)
        && !frame.negated
        && !frame.goes_on
        && !frame.corrects
        && !frame.same_action
        && frame.targets.len() == 1
        && frame.targets.iter().all(|target| {
            matches!(target.head, Head::Noun(_) | Head::Name)
                && target.text.is_ascii()
                && !target.text.is_empty()
        });
    if !only_named || frame.verb.is_some_and(|verb| verb.id == "want") {
        return needed(text, tokens, frame, vocabulary);
    }
    let said = text.get(..last.end).unwrap_or_default();
    if ends_with(said, " go") && tokens.len() <= 3 {
        frame.verb = lexicon().verb("start");
    } else if frame.verb.is_none()
        && tokens.iter().any(|token| asks(text, token))
        && tokens.iter().all(names_or_asks)
    {
        frame.verb = lexicon().verb("turn on");
    }
}

/// "Switch the echo to twenty volume": what the value before it is one of, and no question.
pub(super) fn value_of(frames: &mut Vec<Frame>) {
    app_on(frames);
    frames.dedup_by(|frame, before| {
        let only_property = frame.property.is_some()
            && frame.verb.is_none()
            && frame.value.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && frame.wish.is_none()
            && frame.again.is_none()
            && !frame.has_target()
            && frame.unknown == 0
            && !frame.goes_on
            && !frame.complaint;
        let valued = before.value.is_some()
            && (matches!(before.value, Some(Value::Number { .. } | Value::Level(_)))
                || frame.property == catalogue().property("volume"))
            && before.question.is_none()
            && before.has_target()
            && frame.span.0 <= before.span.1 + 1;
        if only_property && valued {
            // "On night sound": a word says by itself what it is one of.
            if matches!(before.value, Some(Value::Number { .. } | Value::Level(_))) {
                before.property = before.property.or(frame.property);
            }
            before.known += frame.known;
            before.span.1 = before.span.1.max(frame.span.1);
        }
        only_property && valued
    });
}

/// "Junie wants her fairy lights", "Grandma needs the night lamp": who needs a thing needs it on.
fn needed(text: &[char], tokens: &[Token], frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let [who, wants, rest @ ..] = tokens else { return };
    let said = text.get(wants.start..wants.end).unwrap_or_default();
    let wants =
        ["wants", "needs", "wants her", "needs her", "wants his", "needs his", "wants the", "needs the"]
            .iter()
            .any(|verb| verb.chars().eq(said.iter().copied()));
    let owned = rest
        .iter()
        .all(|token| token.particle().is_some() || token.name().is_some() || token.noun().is_some());
    let plain = frame.value.is_none()
        && frame.direction.is_none()
        && frame.question.is_none()
        && frame.verb.is_none_or(|verb| verb.weak)
        && !frame.negated
        && frame.targets.len() == 1;
    let light = frame
        .targets
        .first()
        .is_some_and(|target| ["light", "lamp"].iter().any(|kind| target.text.contains(kind)));
    let Some(target) = frame.targets.first_mut().filter(|_| wants && owned && plain && light) else { return };
    // "Anna wants her lamp" is Anna's; of what is nobody's alone, one.
    let theirs = format!("{}'s {}", text_of(text, who.start, who.end), target.text);
    if !vocabulary.match_description(&theirs).is_empty() || vocabulary.devices_named(&theirs).next().is_some()
    {
        target.head = Head::Name;
        target.text = theirs.into();
    } else if matches!(target.head, Head::Noun(_)) {
        target.single = true;
    }
    frame.verb = lexicon().verb("turn on");
    frame.unknown = 0;
}

/// Asks, politely or not: "fairy lights! now!".
fn asks(text: &[char], token: &Token) -> bool {
    let said = text.get(token.start..token.end).unwrap_or_default();
    token.particle() == Some(true) || starts_with(said, "please") || starts_with(said, "now")
}

/// A word of what is named, or one that only asks for it.
fn names_or_asks(token: &Token) -> bool {
    (token.is_target() || token.particle().is_some() || token.separator().is_some())
        && token.verb().is_none()
        && token.conjunction().is_none_or(|()| token.separator().is_some())
}

/// 床头灯亮一个就行: so many are to shine, and not all.
const SHINING: [(&str, usize); 6] =
    [("亮一盏", 1), ("亮一个", 1), ("亮盏", 1), ("亮个", 1), ("亮两盏", 2), ("亮两个", 2)];

/// "Either Mike's lamp or Jen's", 欧巴和彩泡随便亮一个: the first that was named will do as well as any.
pub(super) fn choose(text: &[char], frames: &mut [Frame]) {
    for frame in frames {
        let lights = frame.verb.is_some_and(|verb| verb.id == "light_up");
        if let ([target], true) = (&mut frame.targets[..], lights)
            && matches!(target.head, Head::Noun(_))
            && target.many.is_none()
            && target.count.is_none()
        {
            let said = text_of(text, frame.span.0, frame.span.1);
            let count = SHINING.iter().find(|(words, _)| said.contains(words)).map(|(_, count)| *count);
            if count.is_some() {
                (target.many, target.count) = (Some(Many::Any), count.map(|count| count as u32));
            }
        }
        let either = frame.targets.len() > 1
            && frame
                .targets
                .first()
                .is_some_and(|first| first.many == Some(Many::Any) && first.count.is_none())
            && frame.targets.iter().all(|target| target.head == Head::Name);
        if either {
            frame.targets.truncate(1);
        }
    }
}

/// Takes out what only tells how something is, where an order stands beside it.
pub(super) fn without_remarks(text: &[char], tokens: &[Token], frames: &mut Vec<Frame>) {
    for_a_moment(text, frames);
    not_yet(text, frames);
    of_filters(text, frames);
    let orders = |frame: &Frame| {
        let acts = frame.verb.and_then(|verb| verb.acts.first()).is_some_and(|act| *act != Act::Query);
        // 那关了吧，没人在: what was spoken of before.
        let left_out = frame.verb.is_some_and(|verb| verb.chinese && !verb.weak) && acts;
        (acts || frame.value.is_some())
            && frame.question.is_none()
            && (frame.has_target() || left_out)
            && !frame.complaint
    };
    // "Air's stale in here": a quality of something in words that are not known, and no question.
    let asked = |frame: &Frame| {
        let within = |token: &&Token| frame.span.0 <= token.start && token.end <= frame.span.1;
        tokens.iter().find(within).is_some_and(|first| {
            first.question().is_some() && first.person().is_none() || first.verb().is_some()
        }) || text.get(frame.span.1..).is_some_and(|behind| starts_with(behind, "?"))
    };
    // "No one is home, turn off the lamp"
    let is_of_someone = |frame: &Frame| {
        let within = |token: &&Token| frame.span.0 <= token.start && token.end <= frame.span.1;
        tokens.iter().find(within).is_some_and(|first| first.person().is_some())
    };
    let remarks = |frame: &Frame| {
        frame.property.is_some()
            && frame.verb.is_none_or(|verb| verb.weak)
            && frame.value.is_none()
            && frame.direction.is_none()
            && (frame.question.is_none() || (frame.unknown > 0 || is_of_someone(frame)) && !asked(frame))
            && frame.wish.is_none()
            && frame.again.is_none()
            && !frame.same_action
            && !frame.goes_on
    };
    // "Who's at the door, show me": to look is what was asked for already.
    let only_looks = |frame: &Frame| {
        frame.verb.is_some_and(|verb| matches!(verb.id.as_str(), "look_at" | "query"))
            && !frame.has_target()
            && frame.property.is_none()
            && frame.value.is_none()
            && frame.question.is_none()
    };
    if frames.len() > 1 && frames.iter().skip(1).any(only_looks) && !frames.iter().all(only_looks) {
        frames.retain(|frame| !only_looks(frame));
    }
    if frames.len() > 1 && frames.iter().any(orders) {
        frames.retain(|frame| !remarks(frame));
    }
    // "The heating's on so shut the blind": how it is, beside what is to be done.
    let told = |frame: &Frame| tells_state(text, tokens, frame);
    if frames.iter().any(|frame| orders(frame) && !told(frame)) {
        frames.retain(|frame| !told(frame));
    }
    // "Put the TV on HDMI 2, Owen wants his game": what for, of which a word is a value by name.
    if let [first, rest @ ..] = &frames[..]
        && orders(first)
        && rest.iter().any(|frame| says_what_for(text, frame, &first.targets))
    {
        let targets = first.targets.clone();
        let mut place = 0;
        frames.retain(|frame| {
            place += 1;
            place == 1 || !says_what_for(text, frame, &targets)
        });
    }
}

/// "The oven's on": a thing, the short form of "is", and its state, and nothing more.
fn tells_state(text: &[char], tokens: &[Token], frame: &Frame) -> bool {
    let within = |token: &&Token| {
        frame.span.0 <= token.start && token.end <= frame.span.1 && token.separator().is_none()
    };
    let mut said =
        tokens.iter().filter(within).rev().skip_while(|token| {
            token.particle().is_some() && token.verb().is_none() && token.state().is_none()
        });
    let (Some(state), Some(is), Some(thing)) = (said.next(), said.next(), said.next()) else { return false };
    let switched = matches!(
        frame.verb.and_then(|verb| verb.acts.first()),
        Some(Act::On | Act::Off | Act::Open | Act::Close | Act::Lock | Act::Unlock | Act::Start)
    );
    // "Make sure the front door's locked" is an order.
    let before = text.get(..frame.span.0).unwrap_or_default();
    let said_so = text.get(frame.span.0..frame.span.1).unwrap_or_default();
    let sees_to =
        ["sure ", "sure that ", "see that ", "ensure ", "check "].iter().any(|word| ends_with(before, word))
            || ["make sure", "be sure", "see that", "see to it", "ensure", "check"]
                .iter()
                .any(|word| starts_with(said_so, word));
    if sees_to {
        return false;
    }
    switched
        && frame.question.is_none()
        && frame.value.is_none()
        && state.state().is_some()
        && matches!(text.get(is.start..is.end), Some(['\'', 's']))
        && thing.is_target()
        && said.all(|token| token.is_target() || token.particle().is_some() || token.possessive().is_some())
}

/// Someone "wants" or "is watching" something that is theirs, and nothing else was named.
fn says_what_for(text: &[char], frame: &Frame, targets: &[Target]) -> bool {
    const WANTS: [&str; 10] = [
        " wants his ",
        " wants her ",
        " wants their ",
        " want their ",
        " wants to ",
        " want to ",
        " want his ",
        " wants its ",
        " needs his ",
        " needs her ",
    ];
    let named = matches!(frame.value, Some(Value::Word { .. })) && frame.question.is_none();
    if !named || frame.verb.is_some_and(|verb| !verb.weak) || *frame.targets != *targets {
        return false;
    }
    // The one who wants it stands before the frame or begins it.
    let start = text.get(..frame.span.0).unwrap_or_default().iter().rposition(|&letter| letter == ',');
    let said = text_of(text, start.unwrap_or(frame.span.0), frame.span.1);
    WANTS.iter().any(|wants| said.contains(wants))
}

/// "YouTube on in the bedroom": the word behind an app says where it is to run, and switches nothing else on.
fn app_on(frames: &mut Vec<Frame>) {
    let app = catalogue().property("app");
    frames.dedup_by(|frame, before| {
        let runs = app.is_some()
            && before.property == app
            && before.value.is_some()
            && before.value_text.is_ascii()
            && before.question.is_none()
            && before.targets.is_empty();
        let only_on = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::On) && !verb.chinese)
            && frame.property.is_none()
            && frame.value.is_none()
            && frame.question.is_none()
            && frame.direction.is_none()
            && frame.unknown == 0
            && frame.excluded.is_empty()
            && frame.targets.iter().all(|target| target.head == Head::None && target.many.is_none());
        if runs && only_on {
            before.targets = std::mem::take(&mut frame.targets);
            before.known += frame.known;
            before.span.1 = before.span.1.max(frame.span.1);
        }
        runs && only_on
    });
}

/// "Stop the washing machine a moment": what is stopped for a little while is paused.
fn for_a_moment(text: &[char], frames: &mut [Frame]) {
    const MOMENTS: [&str; 9] = ["moment", "minute", "second", "sec", "tick", "mo", "jiffy", "bit", "while"];
    for frame in frames {
        let stops = frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Stop));
        if !stops || !frame.has_target() || frame.question.is_some() {
            continue;
        }
        let said = text_of(text, frame.span.0, text.len());
        let sentence = said.split([',', '.', ';']).next().unwrap_or_default();
        let moment = ["a ", "for a ", "just a "].iter().any(|before| {
            MOMENTS.iter().any(|word| {
                sentence
                    .strip_suffix(word)
                    .and_then(|rest| rest.strip_suffix(before))
                    .is_some_and(|rest| rest.ends_with(' '))
            })
        });
        if moment && let Some(pause) = lexicon().verb("pause") {
            frame.verb = Some(pause);
        }
    }
}

/// "Hot water hot yet?": whether it has come to be so, and no wish.
fn not_yet(text: &[char], frames: &mut [Frame]) {
    let [frame] = frames else { return };
    let mut said = text.get(frame.span.0..).unwrap_or_default();
    while let Some((&('?' | '.' | ' '), rest)) = said.split_last() {
        said = rest;
    }
    let asks = ends_with(said, " yet");
    let wishes = frame.direction.is_some() || frame.wish.is_some();
    let property = frame.property.or_else(|| frame.wish.and_then(|wish| wish.property));
    let ordered = frame.verb.is_some_and(|verb| !verb.weak && verb.property.is_none());
    if asks && wishes && frame.has_target() && property.is_some() && !ordered && frame.question.is_none() {
        frame.property = property;
        frame.question = Some(Asks::Polar);
        frame.verb = None;
        frame.wish = None;
        frame.direction = None;
        frame.complaint = false;
    }
}

/// "When's the Dyson filter due", "how much life's left in its filter": what is left of a filter is no time.
fn of_filters(text: &[char], frames: &mut [Frame]) {
    let (left, filter) = (catalogue().property("remaining_time"), catalogue().property("filter"));
    for frame in frames {
        let timed = frame.property.is_none() && frame.question == Some(Asks::Time)
            || left.is_some() && frame.property == left;
        let asks = timed && frame.has_target() && filter.is_some();
        let english = frame.verb.is_none_or(|verb| !verb.chinese);
        if asks && english && text_of(text, 0, text.len()).split([' ', ',', '?']).any(|word| word == "filter")
        {
            frame.property = filter;
            if frame.question == Some(Asks::Time) {
                frame.question = Some(Asks::Value);
            }
        }
    }
}
