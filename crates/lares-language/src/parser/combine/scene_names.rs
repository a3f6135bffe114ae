//! Scenes that are named, with the word for a scene or without it.

use crate::parser::frame::{Frame, Head, Target};

/// The scene is named without the word for a scene.
pub(super) fn is_told(frame: &Frame) -> bool {
    !frame.targets.iter().any(names_scene_itself)
}

/// A target with the word for a scene in its name.
pub(super) fn names_scene_itself(target: &Target) -> bool {
    const ENDINGS: [&str; 4] = ["模式", "场景", "mode", "scene"];
    ENDINGS.iter().any(|ending| target.text.ends_with(ending))
}

/// 观影模式: a scene's name alone is an order.
pub(super) fn only_names_a_scene(frame: &Frame) -> bool {
    frame.targets.iter().any(|target| target.head == Head::Scene)
}
