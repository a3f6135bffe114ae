//! What stands in a complaint without being what helps: 音乐吵死了, 阳光照得电脑看不清.

use lares_home::catalogue::catalogue;

use super::super::clause::draws_curtains;
use super::super::frame::{Frame, Head, Target};
use super::super::render::is_of;
use crate::action::Value;
use crate::vocabulary::HomeVocabulary;

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
