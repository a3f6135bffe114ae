//! Names and descriptions come from elsewhere: what may be shown to a terminal or handed to a language model.

use std::borrow::Cow;

/// [`clean_name`] that makes no new text of a name that is clean.
pub(crate) fn cleaned(name: &str, longest: usize) -> Cow<'_, str> {
    let mut before = ' ';
    let mut length = 0;
    let clean = name.chars().all(|character| {
        let single = character == ' ' && before != ' ';
        before = character;
        length += 1;
        length <= longest && (single || !character.is_whitespace() && !is_hidden(character))
    });
    if clean && !name.ends_with(' ') { Cow::Borrowed(name) } else { Cow::Owned(clean_name(name, longest)) }
}

/// A name for a prompt or a terminal: without control, direction and invisible characters, line breaks and tabs as
/// single spaces, and no more than `longest` characters.
pub fn clean_name(name: &str, longest: usize) -> String {
    let mut cleaned = String::with_capacity(name.len().min(longest * 4));
    let mut length = 0;
    let mut blank = false;
    for character in name.chars() {
        if character.is_whitespace() {
            blank = length > 0;
            continue;
        }
        if is_hidden(character) {
            continue;
        }
        // A pending blank is written only with what follows it, so that none is left at the end.
        let needed = if blank { 2 } else { 1 };
        if length + needed > longest {
            break;
        }
        if blank {
            cleaned.push(' ');
            blank = false;
        }
        cleaned.push(character);
        length += needed;
    }
    cleaned
}

/// Any text for a terminal: as [`clean_name`], uncut.
pub fn clean_text(text: &str) -> String {
    clean_name(text, usize::MAX / 8)
}

/// Characters that nobody sees and that something may obey: controls, directions, joiners, variation selectors, tags,
/// and what YAML does not allow in a document.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{FFFE}' | '\u{FFFF}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
        // The last two of each plane are no characters.
        || (character as u32) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_name() {
        for (name, cleaned) in [
            ("主灯", "主灯"),
            ("  Living \t room\r\nlamp ", "Living room lamp"),
            ("a\u{202E}b\u{200B}c\u{FEFF}", "abc"),
            ("灯\u{0}\u{1b}[31m", "灯[31m"),
            ("a\u{2028}b", "a b"),
            ("a\u{E0041}\u{E0042}b", "ab"),
            ("❤\u{FE0F} light", "❤ light"),
            ("\u{200B}", ""),
            ("", ""),
        ] {
            assert_eq!(clean_name(name, 64), cleaned, "{name:?}");
            assert_eq!(super::cleaned(name, 64), cleaned, "{name:?}");
        }
    }

    #[test]
    fn a_name_is_cut_and_never_ends_in_a_blank() {
        assert_eq!(clean_name(&"灯".repeat(10_000), 64).chars().count(), 64);
        assert_eq!(clean_name("abcd efgh", 5), "abcd");
        assert_eq!(cleaned("abcd efgh", 5), "abcd");
        assert_eq!(cleaned("abcd efgh", 9), "abcd efgh");
        assert_eq!(clean_name("abcd efgh", 6), "abcd e");
        assert_eq!(clean_name("abc", 0), "");
    }
}
