//! Names and abilities as the emitter writes them, each emitted once: the devices that people speak of are few, and what
//! they can do is the same for a hundred lamps.

use std::fmt::Write as _;
use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::{DefaultHashBuilder, HashTable};
use serde::Serialize;

use super::yaml::AbilityEntry;

/// So many are kept, and of their texts so many bytes; then it begins anew.
const MOST: usize = 16_384;
const MOST_BYTES: usize = 1 << 21;
/// A longer one is emitted whenever it is wanted.
const LONGEST: usize = 1024;

/// What was emitted, by what it was made of.
#[derive(Default)]
pub(super) struct Emitted {
    known: HashTable<Known>,
    hasher: DefaultHashBuilder,
    /// All keys and what they stand for, one behind the other.
    texts: String,
    key: String,
    fresh: String,
}

/// Where a key stands among the texts, and behind it what it stands for.
struct Known {
    key: Range<usize>,
    end: usize,
}

impl Emitted {
    /// Writes a text as a scalar on one line; `None` where that cannot be.
    pub(super) fn scalar(&mut self, text: &str, out: &mut String) -> Option<()> {
        self.key.clear();
        self.key.push('-');
        self.key.push_str(text);
        self.write(out, &text, |emitted, out| {
            let mut lines = emitted.lines();
            let line = lines.next()?.strip_prefix("- ")?;
            out.push_str(line);
            lines.next().is_none().then_some(())
        })
    }

    /// Writes an ability as an element of the list under a device; `None` where that cannot be.
    pub(super) fn ability(&mut self, entry: &AbilityEntry<'_>, out: &mut String) -> Option<()> {
        self.key.clear();
        self.key.push('=');
        entry.key(&mut self.key);
        self.write(out, entry, |emitted, out| {
            for line in emitted.lines() {
                out.push_str("  ");
                out.push_str(line);
                out.push('\n');
            }
            (!emitted.is_empty()).then_some(())
        })
    }

    /// Writes what the key stands for: as it is known, or emitted and brought into shape.
    fn write(
        &mut self,
        out: &mut String,
        value: &impl Serialize,
        shape: impl FnOnce(&str, &mut String) -> Option<()>,
    ) -> Option<()> {
        let hash = self.hasher.hash_one(&self.key);
        let text = |place: Range<usize>| self.texts.get(place).unwrap_or_default();
        if let Some(known) = self.known.find(hash, |known| text(known.key.clone()) == self.key) {
            out.push_str(text(known.key.end..known.end));
            return Some(());
        }
        self.fresh.clear();
        // Each string stays on its line, so that no reader can take a part of one for structure.
        let options = serde_saphyr::ser_options! { prefer_block_scalars: false };
        serde_saphyr::to_fmt_writer_with_options(&mut self.fresh, &[value], options).ok()?;
        let start = out.len();
        shape(&self.fresh, out)?;
        let shaped = out.get(start..).unwrap_or_default();
        if self.key.len() <= LONGEST && shaped.len() <= LONGEST {
            if self.known.len() >= MOST || self.texts.len() >= MOST_BYTES {
                self.known.clear();
                self.texts.clear();
            }
            let start = self.texts.len();
            self.texts.push_str(&self.key);
            let key = start..self.texts.len();
            self.texts.push_str(shaped);
            let (texts, hasher) = (&self.texts, &self.hasher);
            let hash_of = |known: &Known| hasher.hash_one(texts.get(known.key.clone()).unwrap_or_default());
            self.known.insert_unique(hash, Known { key, end: texts.len() }, hash_of);
        }
        Some(())
    }
}

/// Adds a text to a key so that no two keys run together: its length stands before it.
pub(super) fn add_text(key: &mut String, text: &str) {
    // A string takes whatever is written.
    let _ = write!(key, "{}:", text.len());
    key.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::tests::HOSTILE;

    #[test]
    fn what_is_known_is_written_as_when_it_was_new() {
        let mut emitted = Emitted::default();
        for text in HOSTILE {
            let (mut first, mut again) = (String::new(), String::new());
            assert_eq!(emitted.scalar(text, &mut first), Some(()), "{text:?}");
            assert_eq!(emitted.scalar(text, &mut again), Some(()), "{text:?}");
            assert_eq!(first, again);
        }
        assert!(emitted.known.len() <= HOSTILE.len());
    }

    #[test]
    fn it_begins_anew_when_it_is_full() {
        let mut emitted = Emitted::default();
        for number in 0..2 * MOST {
            let mut text = String::new();
            assert_eq!(emitted.scalar(&number.to_string(), &mut text), Some(()));
            assert_eq!(text, format!("\"{number}\""));
        }
        assert!(emitted.known.len() <= MOST);
    }
}
