//! The fields of a target as the command array writes them: its noun, its rooms, its category, how many are meant.

use lares_home::DeviceIndex;
use lares_home::catalogue::catalogue;
use smallvec::SmallVec;

use crate::command_array::{ANY, LAST, OTHER, Quantifier, UNKNOWN_CATEGORY};
use crate::lexicon::{Many, lexicon};
use crate::parser::frame::{Head, RoomMention, Target};
use crate::vocabulary::{HomeVocabulary, Noun, in_scope};

/// The head of a target as the command array writes it.
pub(crate) fn head_text(target: &Target) -> &str {
    match target.head {
        Head::None => ANY,
        Head::Last => LAST,
        Head::Other => OTHER,
        _ if target.text.is_empty() => ANY,
        _ => &target.text,
    }
}

/// The rooms of a target as the command array writes them, by the home's own names where it has them, in a text that
/// `with_room` for so many bytes gives.
pub(crate) fn scope_text(
    rooms: &[RoomMention],
    excluded: &[RoomMention],
    vocabulary: &HomeVocabulary,
    with_room: impl FnOnce(usize) -> String,
) -> String {
    let names = |mention: &RoomMention| -> usize {
        let known = mention.rooms.iter().filter_map(|room| vocabulary.room_names.get(room.0 as usize));
        mention.said.len() + known.map(|name| name.len() + 2).sum::<usize>() + 2
    };
    let length: usize = rooms.iter().chain(excluded).map(names).sum();
    let mut text = with_room(length.max(ANY.len()));
    if length == 0 {
        text.push_str(ANY);
        return text;
    }
    let mut parts = 0;
    let mut add = |mentions: &[RoomMention], mark: &str| {
        for mention in mentions {
            let said = mention.rooms.is_empty().then_some(mention.said.as_str());
            let named = mention
                .rooms
                .iter()
                .map(|room| vocabulary.room_names.get(room.0 as usize).map_or("", |name| &**name));
            for name in said.into_iter().chain(named) {
                let end = text.len();
                if parts > 0 {
                    text.push(',');
                }
                let start = text.len();
                text.push_str(mark);
                text.extend(name.chars().map(in_scope));
                // Each room once: no part holds a comma of its own.
                let (before, part) = text.split_at(start);
                if parts > 0 && before.split_terminator(',').any(|known| known == part) {
                    text.truncate(end);
                } else {
                    parts += 1;
                }
            }
        }
    };
    add(rooms, "");
    add(excluded, "!");
    if parts == 0 {
        text.push_str(ANY);
    }
    text
}

/// The category of a target, or `Unknown`.
pub(crate) fn category_of(target: &Target) -> &'static str {
    match target.head {
        Head::Noun(noun) => category_of_noun(noun),
        _ => UNKNOWN_CATEGORY,
    }
}

pub(super) fn category_of_noun(noun: Noun) -> &'static str {
    lexicon()
        .nouns
        .get(usize::from(noun.0))
        .and_then(|entry| entry.category)
        .and_then(|category| catalogue().category_entry(category))
        .map_or(UNKNOWN_CATEGORY, |entry| entry.id)
}

pub(super) fn quantifier(target: &Target, excludes: bool, plural: bool) -> Quantifier {
    if excludes {
        return Quantifier::Except;
    }
    match (target.many, target.count, &target.head) {
        (Some(Many::Any), ..) => Quantifier::Any,
        (Some(_), ..) => Quantifier::All,
        (None, Some(_), Head::Noun(_) | Head::Unknown) => Quantifier::Any,
        (None, _, Head::Noun(_)) if target.single => Quantifier::One,
        (None, _, Head::Noun(_)) => Quantifier::All,
        (None, _, Head::None) if !target.rooms.is_empty() => Quantifier::All,
        (None, None, Head::Name) if plural => Quantifier::All,
        _ => Quantifier::One,
    }
}

/// "The sun room blinds" of a "Sun room blind L" and a "Sun room blind R": what several are called, in the plural.
pub(super) fn is_plural_of_several(target: &Target, vocabulary: &HomeVocabulary) -> bool {
    let name = if target.head == Head::Name { target.text.as_str() } else { "" };
    let Some(singular) = name.strip_suffix('s').filter(|one| one.is_ascii() && !one.ends_with(['s', '\'']))
    else {
        return false;
    };
    let ones: SmallVec<[DeviceIndex; 8]> = vocabulary.devices_named(singular).collect();
    let mut all = vocabulary.devices_named(name).peekable();
    ones.len() > 1 && all.peek().is_some() && all.all(|device| ones.contains(&device))
}

pub(super) fn excluded_text(target: &Target) -> String {
    let mut text = String::new();
    if matches!(target.head, Head::Noun(_)) {
        for room in &target.rooms {
            text.push_str(&room.said);
            if room.said.is_ascii() {
                text.push(' ');
            }
        }
    }
    text.push_str(&target.text);
    text.replace([',', '，', '、'], " ")
}
