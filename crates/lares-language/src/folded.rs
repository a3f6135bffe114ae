//! Names and patterns in the form that texts are compared in.

use std::ops::Deref;

use smol_str::SmolStr;

use crate::normalise::{are_of_two_scripts, normalise, simplified};

/// A name folded as texts are ([`normalise`]).
pub fn fold_name(name: &str) -> String {
    normalise(name).chars.iter().collect()
}

/// A folded name: as it was written, where that is folded already.
#[derive(Debug, Clone)]
pub enum Folded<'a> {
    /// As it was written.
    AsWritten(&'a str),
    /// Written anew.
    Anew(SmolStr),
}

impl Deref for Folded<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Folded::AsWritten(name) => name,
            Folded::Anew(name) => name,
        }
    }
}

impl Default for Folded<'_> {
    fn default() -> Self {
        Folded::AsWritten("")
    }
}

/// The same folding, which costs nothing where nothing is to be folded, and little where only letters are large.
pub fn folded(name: &str) -> Folded<'_> {
    let mut before = ' ';
    let mut last = ' ';
    let mut large = false;
    let plain = name.chars().all(|letter| {
        let single = letter == ' ' && before != ' ';
        if before == ' ' && are_of_two_scripts(last, letter) {
            return false;
        }
        before = letter;
        if letter != ' ' {
            last = letter;
        }
        match letter {
            'A'..='Z' => {
                large = true;
                true
            }
            'a'..='z' | '0'..='9' => true,
            '\u{4E00}'..='\u{9FFF}' => simplified(letter) == letter,
            _ => single,
        }
    });
    match plain && !name.ends_with(' ') {
        true if large => Folded::Anew(name.chars().map(|letter| letter.to_ascii_lowercase()).collect()),
        true => Folded::AsWritten(name),
        false => Folded::Anew(normalise(name).chars.iter().copied().collect()),
    }
}
