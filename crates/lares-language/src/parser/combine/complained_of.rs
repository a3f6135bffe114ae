//! What stands in a complaint without being what helps: 音乐吵死了, 阳光照得电脑看不清.

use lares_home::catalogue::catalogue;

use super::super::clause::draws_curtains;
use super::super::frame::{Frame, Head, Target};
use super::super::render::is_of;
use crate::action::Value;
use crate::lexicon::{Sense, lexicon};
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// "The sun out here is glaring", 晃眼睛啊，这太阳: what is too bright is not the lamp.
pub(crate) fn of_the_sun(text: &[char], frames: &mut [Frame]) {
    const SUN: [&str; 7] = ["the sun ", " sun", "sunlight", "sunshine", "太阳", "阳光", "日头"];
    let brightness = catalogue().property("brightness");
    let dazzles = |frame: &Frame| {
        let property = frame.wish.map_or(frame.property, |wish| wish.property);
        frame.complaint
            && frame.targets.iter().all(|target| target.head == Head::None)
            && property.is_some()
            && property == brightness
            && (frame.wish.is_some() || frame.direction == Some(false))
    };
    if !frames.iter().any(dazzles) || !SUN.iter().any(|sun| holds(text, sun)) {
        return;
    }
    let sunny: Vec<char> = "too sunny".chars().collect();
    let wish = lexicon().lookup(&sunny).into_iter().flatten().find_map(|sense| match sense {
        Sense::Wish(wish) => Some(*wish),
        _ => None,
    });
    for frame in frames.iter_mut().filter(|frame| dazzles(frame)) {
        let dims = frame.wish.is_none_or(|known| !draws_curtains(known) && known.property == brightness);
        if let Some(wish) = wish.filter(|_| dims) {
            frame.wish = Some(wish);
            frame.property = None;
            frame.direction = None;
            frame.helpers.clear();
        }
    }
}

/// What sounds is no value of what is to be quieter. 阳光照得电脑看不清: what is seen badly for the sun is not what helps.
pub(super) fn settle(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let Some(wish) = frame.wish.filter(|_| frame.complaint) else { return };
    let volume = catalogue().property("volume");
    if wish.property.is_some() && wish.property == volume && matches!(frame.value, Some(Value::Word { .. })) {
        frame.value = None;
        frame.property = volume;
    }
    if draws_curtains(wish) {
        for target in &mut frame.targets {
            let covers = is_of(target, vocabulary, &["Blind", "Shade"])
                || matches!(target.head, Head::Noun(noun) if wish.nouns.iter().any(|help| vocabulary.is_a(noun, *help)));
            if !covers && matches!(target.head, Head::Noun(_) | Head::Name) {
                *target = Target { rooms: std::mem::take(&mut target.rooms), ..Target::default() };
            }
        }
        frame.targets.retain(|target| !target.is_empty());
    }
}
