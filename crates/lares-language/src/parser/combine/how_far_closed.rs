//! How far something is closed, told by the part that is: "the blinds seventy percent closed", 窗帘关七成. Where they are to
//! stand is the rest.

use crate::action::{Level, Unit, Value};
use crate::parser::frame::Frame;
use crate::parser::render::is_of;
use crate::parser::tokens::{holds, text_of};
use crate::vocabulary::HomeVocabulary;

/// Makes a position of a part that is to be closed.
pub(crate) fn as_position(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let english = || [" closed", " shut", "close ", "shut "].iter().any(|words| holds(text, words));
    if !(holds(text, "关") || holds(text, "拉上") || holds(text, "合上") || english()) {
        return;
    }
    for frame in frames {
        let percent = match frame.value {
            Some(Value::Number { number, unit: Unit::Percent }) if (0.0..=100.0).contains(&number) => number,
            Some(Value::Level(Level::Quarter)) => 25.0,
            Some(Value::Level(Level::Third)) => 33.0,
            Some(Value::Level(Level::ThreeQuarters)) => 75.0,
            _ => continue,
        };
        let covers = frame.has_target()
            && frame.targets.iter().all(|target| is_of(target, vocabulary, &["Blind", "Shade"]));
        if covers && !frame.goal && frame.question.is_none() && tells_part(text, frame) {
            frame.value = Some(Value::Number { number: 100.0 - percent, unit: Unit::Percent });
            frame.direction = None;
            frame.goal = true;
        }
    }
}

/// Whether the part that is said of a frame is what is to be closed of it.
fn tells_part(text: &[char], frame: &Frame) -> bool {
    let end =
        text.get(frame.span.1..).unwrap_or_default().iter().position(|letter| matches!(letter, ',' | '.'));
    let end = end.map_or(text.len(), |end| frame.span.1 + end);
    let said = text_of(text, frame.span.0, end);
    if said.is_ascii() {
        let word = |words: &[&str]| said.split(' ').any(|word| words.contains(&word));
        return word(&["closed", "shut", "close"]) && !word(&["open", "to", "at", "and", "up"]);
    }
    let counts = |letter: char| letter.is_ascii_digit() || "一二两三四五六七八九百".contains(letter);
    ["关", "关上", "关掉", "关了", "拉上", "合上"]
        .iter()
        .any(|verb| said.split(verb).skip(1).any(|behind| behind.chars().next().is_some_and(counts)))
}
