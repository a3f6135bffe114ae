//! What is said of a room in whose name marks stand: the lakeside twin and the twin are "Lakeside (twin)", mum and dad's room is
//! "Mum & Dad's Room", the landing "Entry / Landing".

use super::is_han;
use crate::lexicon::{Lexicon, Sense};

/// What is around a note, and what stands in one.
const NOTES: [char; 8] = ['(', ')', '[', ']', '{', '}', '【', '】'];
/// Behind these something is told that is no name.
const CRIES: [char; 2] = ['!', '~'];
/// Between two names of one room, or of two rooms in one.
const BETWEEN: [&str; 6] = ["/", " - ", "|", "·", ",", ";"];
/// Between two that belong together.
const TOGETHER: [char; 2] = ['&', '+'];

/// The names of a room without the marks of its normalised name; none where it has none.
pub(super) fn without_marks(name: &str, lexicon: &Lexicon) -> Vec<String> {
    let mut forms = Vec::new();
    let mut add = |form: &str| {
        let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_long_enough(&form) && form != name && !forms.contains(&form) {
            forms.push(form);
        }
    };
    let is_mark = |letter: char| {
        NOTES.contains(&letter)
            || CRIES.contains(&letter)
            || matches!(letter, '/' | '-' | '|' | '·' | ',' | ';')
    };
    let plain: String = name.chars().map(|letter| if is_mark(letter) { ' ' } else { letter }).collect();
    let and = if name.chars().any(is_han) { "和" } else { " and " };
    add(&plain.replace(TOGETHER, and));
    let is_room = |part: &str| senses(part, lexicon).iter().any(|sense| matches!(sense, Sense::Room(_)));
    // A word that is only told of elsewhere ("twin") names nothing else at home.
    let is_elsewhere = |sense: &Sense| *sense == Sense::Chat;
    let is_own = |part: &str| senses(part, lexicon).iter().all(is_elsewhere) || is_room(part);
    if let Some((before, behind)) = name.split_once(NOTES) {
        add(before);
        // "Not finished" is no name of a room.
        let note = behind.split(NOTES).next().unwrap_or_default().trim();
        if !note.contains(' ') && is_own(note) {
            add(note);
        }
    }
    if let Some((before, _)) = name.split_once(CRIES) {
        add(before);
    }
    for between in BETWEEN {
        if name.contains(between) {
            name.split(between).map(str::trim).filter(|part| is_own(part)).for_each(&mut add);
        }
    }
    if name.contains(TOGETHER) {
        name.split(TOGETHER).map(str::trim).filter(|part| is_room(part)).for_each(&mut add);
    }
    forms
}

/// What a word of the lexicon means.
fn senses<'l>(part: &str, lexicon: &'l Lexicon) -> &'l [Sense] {
    let letters: Vec<char> = part.chars().collect();
    lexicon.lookup(&letters).unwrap_or_default()
}

/// Two Han characters, or three letters.
fn is_long_enough(form: &str) -> bool {
    let han = form.chars().filter(|letter| is_han(*letter)).count();
    han >= 2 || form.chars().filter(|letter| letter.is_alphabetic()).count() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::lexicon;

    fn check(name: &str, expect: &[&str]) {
        assert_eq!(without_marks(name, lexicon()), expect, "{name}");
    }

    #[test]
    fn a_name_with_marks_is_said_without_them() {
        check("lakeside (twin)", &["lakeside twin", "lakeside", "twin"]);
        check("attic (not finished)", &["attic not finished", "attic"]);
        check("mum & dad's room", &["mum and dad's room"]);
        check("pool & patio", &["pool and patio", "patio"]);
        check("entry / landing", &["entry landing", "entry", "landing"]);
        check("omar!! private", &["omar private", "omar"]);
        check("阳台(南)", &["阳台 南", "阳台"]);
        check("冷库(北阳台)", &["冷库 北阳台", "冷库", "北阳台"]);
        check("大刚&丽华", &["大刚和丽华"]);
    }

    #[test]
    fn a_plain_name_has_no_other() {
        check("living room", &[]);
        check("客厅", &[]);
        check("", &[]);
    }
}
