//! Scenes that are named, with the word for a scene or without it.

use smallvec::smallvec;

use crate::parser::frame::{Frame, Head, Target};
use crate::vocabulary::HomeVocabulary;

/// What the word for a scene ends its name with.
const ENDINGS: [&str; 4] = ["模式", "场景", "mode", "scene"];

/// The scene is named without the word for a scene.
pub(super) fn is_told(frame: &Frame) -> bool {
    !frame.targets.iter().any(names_scene_itself)
}

/// A target with the word for a scene in its name.
pub(super) fn names_scene_itself(target: &Target) -> bool {
    ENDINGS.iter().any(|ending| target.text.ends_with(ending))
}

/// 观影模式: a scene's name alone is an order.
pub(super) fn only_names_a_scene(frame: &Frame) -> bool {
    frame.targets.iter().any(|target| target.head == Head::Scene)
}

/// 电视关了睡觉: what an order is for, said in the same breath, is no scene, even where one is called so.
pub(crate) fn without_purposes(text: &[char], frames: &mut Vec<Frame>) {
    let is_purpose =
        |target: &Target| target.head == Head::Scene && !target.joined && !names_scene_itself(target);
    let says_scene = |frame: &Frame| {
        let said: String = text.get(frame.span.0..frame.span.1).unwrap_or_default().iter().collect();
        ENDINGS.iter().any(|ending| said.contains(ending))
    };
    let orders = |frame: &Frame| {
        frame.verb.is_some_and(|verb| verb.chinese && !verb.weak)
            && frame.targets.iter().any(|target| target.head != Head::Scene)
    };
    let mut ordered: Option<usize> = None;
    frames.retain_mut(|frame| {
        if orders(frame) {
            frame.targets.retain(|target| !is_purpose(target));
        }
        let together = ordered.is_some_and(|end| {
            let between = text.get(end..frame.span.0).unwrap_or_default();
            between.iter().all(|letter| letter.is_alphanumeric())
        });
        let alone = frame.has_target() && frame.verb.is_none() && frame.targets.iter().all(is_purpose);
        // 打开台灯，孩子要写作业: behind a pause where more is told than the name.
        let told = ordered.is_some()
            && frame.has_target()
            && frame.verb.is_none_or(|verb| verb.weak)
            && frame.targets.iter().all(|target| target.head == Head::Scene && !target.joined)
            && clause_length(text, frame.span.0) > frame.targets.iter().map(core_length).sum::<usize>() + 1
            && !says_scene(frame);
        ordered = orders(frame).then_some(frame.span.1);
        !(alone && together || told)
    });
}

/// How long the stretch without a pause is in which a letter stands.
fn clause_length(text: &[char], place: usize) -> usize {
    let said = |letter: &&char| letter.is_alphanumeric();
    let before = text.get(..place).unwrap_or_default().iter().rev().take_while(said).count();
    before + text.get(place..).unwrap_or_default().iter().take_while(said).count()
}

/// How long the name of a scene is without the word for one.
fn core_length(target: &Target) -> usize {
    let text = target.text.as_str();
    let core = ENDINGS.iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    core.chars().count()
}

/// "It's movie night, start that scene", 乐乐做功课的时间到了,开那个场景: the scene whose name was said before.
pub(crate) fn said_before(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    const WORDS: [&str; 5] = ["scene", "routine", "场景", "情景", "模式"];
    for frame in frames {
        let span = frame.span;
        for target in &mut frame.targets {
            let pointed = WORDS.contains(&target.text.as_str())
                && matches!(target.head, Head::Unknown | Head::Noun(_))
                && target.rooms.is_empty();
            let before = text.get(..span.1).unwrap_or_default();
            let mut named = vocabulary.scene_names.iter().filter(|name| pointed && says(before, name));
            if let (Some(name), None) = (named.next(), named.next()) {
                target.head = Head::Scene;
                target.text = name.as_ref().into();
                target.many = None;
            }
        }
    }
}

/// Whether all words of a name were said in their order.
fn says(text: &[char], name: &str) -> bool {
    let mut place = 0;
    name.chars().count() > 3
        && name.split(' ').all(|word| {
            let found = (place..text.len()).find(|&start| {
                let mut letters = text[start..].iter().copied();
                word.chars().all(|letter| letters.next() == Some(letter))
            });
            place = found.map_or(place, |start| start + word.chars().count());
            found.is_some()
        })
}

/// 出门了 where there is a scene 出门, and nothing else was understood.
pub(crate) fn alone(text: &[char], frames: &[Frame], vocabulary: &HomeVocabulary) -> Option<Frame> {
    let says = |frame: &Frame| {
        frame.has_target() || frame.has_action() || frame.negated || frame.scheduled || frame.chat
    };
    let (said, last) = text.split_at(text.len().checked_sub(1)?);
    if frames.iter().any(says) || !matches!(last, ['了' | '啦' | '咯' | '喽']) {
        return None;
    }
    let name = vocabulary.scene_names.iter().find(|name| name.chars().eq(said.iter().copied()))?;
    let target = Target { head: Head::Scene, text: name.as_ref().into(), ..Target::default() };
    Some(Frame {
        targets: smallvec![target],
        span: (0, text.len()),
        known: text.len(),
        likeness: 1.0,
        ..Frame::default()
    })
}
