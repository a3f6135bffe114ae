//! From a text to the ids of its word pieces, as BERT's tokenizer does (`tokenizer.json` with a WordPiece model).

use std::collections::HashMap;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{ModelFileError, json};

const FILE: &str = "tokenizer.json";

#[derive(Debug, Deserialize)]
struct Tokenizer {
    normalizer: Option<Normalizer>,
    model: Model,
}

#[derive(Debug, Deserialize)]
struct Normalizer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default = "yes")]
    clean_text: bool,
    #[serde(default = "yes")]
    handle_chinese_chars: bool,
    /// Left out: as `lowercase`.
    #[serde(default)]
    strip_accents: Option<bool>,
    #[serde(default = "yes")]
    lowercase: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
struct Model {
    #[serde(rename = "type")]
    kind: Option<String>,
    vocab: serde_json::Value,
    #[serde(default = "unknown")]
    unk_token: String,
    #[serde(default = "continuing")]
    continuing_subword_prefix: String,
    #[serde(default = "longest_word")]
    max_input_chars_per_word: usize,
}

fn unknown() -> String {
    "[UNK]".to_owned()
}

fn continuing() -> String {
    "##".to_owned()
}

fn longest_word() -> usize {
    100
}

/// A vocabulary of word pieces.
#[derive(Debug)]
pub(super) struct WordPieces {
    /// Pieces that begin a word.
    first: HashMap<String, usize>,
    /// Pieces that go on with one.
    further: HashMap<String, usize>,
    normalizer: Normalizer,
    unknown: usize,
    begin: usize,
    end: usize,
    longest_word: usize,
    /// The most pieces of a text, with those that begin and end it.
    longest: usize,
}

impl WordPieces {
    /// Reads `tokenizer.json`. Texts are cut after `longest` pieces.
    pub(super) fn new(bytes: &[u8], longest: usize) -> Result<WordPieces, ModelFileError> {
        let wrong = |why: String| ModelFileError::new(FILE, why);
        let tokenizer: Tokenizer = json(FILE, bytes)?;
        let Model { kind, vocab, unk_token, continuing_subword_prefix, max_input_chars_per_word } =
            tokenizer.model;
        if kind.as_deref().is_some_and(|kind| kind != "WordPiece") {
            return Err(wrong(format!(
                "model.type is {:?}; only \"WordPiece\" is known",
                kind.unwrap_or_default()
            )));
        }
        let normalizer = tokenizer.normalizer.ok_or_else(|| wrong("it has no normalizer".to_owned()))?;
        if normalizer.kind != "BertNormalizer" {
            return Err(wrong(format!(
                "normalizer.type is {:?}; only \"BertNormalizer\" is known",
                normalizer.kind
            )));
        }
        let vocab: HashMap<String, usize> =
            serde_json::from_value(vocab).map_err(|error| wrong(format!("model.vocab: {error}")))?;
        let special = |token: &str| {
            vocab.get(token).copied().ok_or_else(|| wrong(format!("model.vocab has no {token}")))
        };
        let (unknown, begin, end) = (special(&unk_token)?, special("[CLS]")?, special("[SEP]")?);
        let (mut first, mut further) = (HashMap::new(), HashMap::new());
        for (piece, id) in vocab {
            match piece.strip_prefix(&continuing_subword_prefix) {
                Some(rest) if !rest.is_empty() => further.insert(rest.to_owned(), id),
                _ => first.insert(piece, id),
            };
        }
        let longest_word = max_input_chars_per_word;
        Ok(WordPieces { first, further, normalizer, unknown, begin, end, longest_word, longest })
    }

    /// The highest id of a piece.
    pub(super) fn highest_id(&self) -> usize {
        self.first.values().chain(self.further.values()).copied().max().unwrap_or(0)
    }

    /// The ids of a text, with those that begin and end it.
    pub(super) fn ids(&self, text: &str) -> Vec<usize> {
        let mut ids = vec![self.begin];
        let room = self.longest.saturating_sub(2);
        for word in words(&self.normalise(text)) {
            if ids.len() > room {
                break;
            }
            self.pieces(&word, &mut ids);
        }
        ids.truncate(room + 1);
        ids.push(self.end);
        ids
    }

    /// The longest pieces from the left; a word that they do not cover is unknown as a whole.
    fn pieces(&self, word: &str, ids: &mut Vec<usize>) {
        let ends: Vec<usize> = word.char_indices().map(|(start, letter)| start + letter.len_utf8()).collect();
        if ends.len() > self.longest_word {
            ids.push(self.unknown);
            return;
        }
        let before = ids.len();
        let mut start = 0;
        while start < word.len() {
            let known = if start == 0 { &self.first } else { &self.further };
            let found = ends.iter().rev().take_while(|end| **end > start).find_map(|end| {
                let id = known.get(word.get(start..*end)?)?;
                Some((*end, *id))
            });
            let Some((end, id)) = found else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            start = end;
        }
    }

    fn normalise(&self, text: &str) -> String {
        let options = &self.normalizer;
        let mut out = String::with_capacity(text.len() + 8);
        for letter in text.chars() {
            if options.clean_text && (letter == '\0' || letter == '\u{FFFD}' || is_control(letter)) {
                continue;
            }
            if options.clean_text && letter.is_whitespace() {
                out.push(' ');
            } else if options.handle_chinese_chars && is_ideograph(letter) {
                out.extend([' ', letter, ' ']);
            } else {
                out.push(letter);
            }
        }
        if options.strip_accents.unwrap_or(options.lowercase) {
            out = out.nfd().filter(|letter| !is_combining_mark(*letter)).collect();
        }
        if options.lowercase { out.to_lowercase() } else { out }
    }
}

/// Words between blanks, with every punctuation mark by itself.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for letter in text.chars() {
        if letter.is_whitespace() {
            open = false;
        } else if is_punctuation(letter) {
            words.push(letter.to_string());
            open = false;
        } else {
            match words.last_mut().filter(|_| open) {
                Some(word) => word.push(letter),
                None => words.push(letter.to_string()),
            }
            open = true;
        }
    }
    words
}

/// Control and format characters, as far as texts have them.
fn is_control(letter: char) -> bool {
    !matches!(letter, '\t' | '\n' | '\r')
        && (letter.is_control()
            || matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E000}'..='\u{F8FF}'))
}

/// The blocks that BERT takes apart character by character.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{2A6DF}' | '\u{2A700}'..='\u{2CEAF}' | '\u{2F800}'..='\u{2FA1F}')
}

/// All ASCII signs, and the punctuation (category P) of the blocks that Chinese and European texts use.
fn is_punctuation(letter: char) -> bool {
    letter.is_ascii_punctuation()
        || matches!(letter, '\u{A1}' | '\u{A7}' | '\u{AB}' | '\u{B6}' | '\u{B7}' | '\u{BB}' | '\u{BF}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '\u{2045}'..='\u{2051}' | '\u{2053}'..='\u{205E}'
            | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{3030}' | '\u{30FB}'
            | '\u{FE30}'..='\u{FE52}' | '\u{FE54}'..='\u{FE61}' | '\u{FE63}' | '\u{FE68}'
            | '\u{FF01}'..='\u{FF03}' | '\u{FF05}'..='\u{FF0A}' | '\u{FF0C}'..='\u{FF0F}' | '\u{FF1A}' | '\u{FF1B}'
            | '\u{FF1F}' | '\u{FF20}' | '\u{FF3B}'..='\u{FF3D}' | '\u{FF3F}' | '\u{FF5B}' | '\u{FF5D}'
            | '\u{FF5F}'..='\u{FF65}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(longest: usize) -> WordPieces {
        let vocab =
            ["[UNK]", "[CLS]", "[SEP]", "turn", "on", "light", "##s", "##ing", "the", "!", "灯", "cafe", "'"];
        let vocab: HashMap<&str, usize> = vocab.iter().enumerate().map(|(id, piece)| (*piece, id)).collect();
        let text = serde_json::json!({
            "normalizer": { "type": "BertNormalizer", "strip_accents": null },
            "model": { "type": "WordPiece", "vocab": vocab, "unk_token": "[UNK]" },
        });
        WordPieces::new(text.to_string().as_bytes(), longest).unwrap()
    }

    #[test]
    fn words_are_taken_apart() {
        let pieces = pieces(64);
        for (text, ids) in [
            ("", &[1, 2][..]),
            ("Turn ON the lights!", &[1, 3, 4, 8, 5, 6, 9, 2]),
            ("turning\tlightsing", &[1, 3, 7, 5, 6, 7, 2]),
            ("开灯on", &[1, 0, 10, 4, 2]),
            ("Café\u{200B}'\u{0}", &[1, 11, 12, 2]),
            ("turnx", &[1, 0, 2]),
            (&"s".repeat(101), &[1, 0, 2]),
        ] {
            assert_eq!(pieces.ids(text), ids, "{text}");
        }
        assert_eq!(self::pieces(4).ids("turn on the lights"), [1, 3, 4, 2], "cut at the limit");
        assert_eq!(self::pieces(2).ids("turn on the lights"), [1, 2]);
    }

    #[test]
    fn other_tokenizers_are_refused_by_name() {
        for (text, part) in [
            (r#"{"normalizer":null,"model":{"type":"Unigram","vocab":[["a",0.1]]}}"#, "Unigram"),
            (r#"{"normalizer":null,"model":{"type":"WordPiece","vocab":{}}}"#, "normalizer"),
            (r#"{"normalizer":{"type":"NFC"},"model":{"vocab":{}}}"#, "NFC"),
            (r#"{"normalizer":{"type":"BertNormalizer"},"model":{"vocab":{"a":0}}}"#, "[UNK]"),
            (r#"{"normalizer":{"type":"BertNormalizer"},"model":{"vocab":{"[UNK]":-1}}}"#, "vocab"),
            ("[", "tokenizer.json"),
        ] {
            let error = WordPieces::new(text.as_bytes(), 8).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
