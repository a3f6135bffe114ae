//! The prepared lexicon against one that is assembled here and now.

use super::assemble::{assemble, encode};
use super::data::LexiconData;
use super::{BLOB, Lexicon, lexicon, prepared};
use crate::normalise::normalise;

static DATA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon-data.postcard"));

#[test]
fn the_prepared_lexicon_is_what_its_files_say() {
    let data: LexiconData = postcard::from_bytes(DATA).unwrap();
    let (words, trees, values) = assemble(&data);
    let prepared = lexicon();
    assert_eq!(prepared.words(), words.len());
    for (index, (word, senses)) in words.iter().enumerate() {
        let letters: Vec<char> = word.chars().collect();
        assert_eq!(prepared.length(index), letters.len(), "{word}");
        assert_eq!(prepared.senses(index), senses, "{word}");
        assert_eq!(prepared.lookup(&letters), Some(senses.as_slice()), "{word}");
    }
    assert_eq!(prepared.nouns, trees.nouns);
    assert_eq!(prepared.rooms, trees.rooms);
    assert_eq!(prepared.category_nouns, trees.category_nouns);
    assert_eq!(prepared.values, values);
    assert_eq!(prepared.switch_on.map(|verb| verb.canonical.as_str()), Some("打开"));
    let encoded = encode(&words, trees, values).unwrap();
    assert!(encoded == BLOB, "the build script prepares the same lexicon as the library");
}

#[test]
fn slips_of_the_prepared_lexicon() {
    let data: LexiconData = postcard::from_bytes(DATA).unwrap();
    let (words, ..) = assemble(&data);
    let assembled = crate::slips::SlipIndex::of_words(
        words.iter().map(|(word, senses)| (word.as_str(), senses.as_slice())),
    );
    let said =
        ["打凯", "控调", "台等", "窗连", "lihgt", "kichen", "thermostate", "air conditoner", "brightnes"];
    for text in said {
        let text = normalise(text).chars;
        let found = |index: &crate::slips::SlipIndex| {
            let mut slips = Vec::new();
            index.by_sound(&text, |slip| slips.push(slip));
            index.by_letters(&crate::slips::Said::new(&text), |slip| slips.push(slip));
            slips
        };
        let slips = found(&lexicon().slips);
        assert!(!slips.is_empty(), "{text:?}");
        assert_eq!(slips, found(&assembled), "{text:?}");
    }
}

#[test]
fn a_broken_blob_is_no_lexicon() {
    assert!(Lexicon::of_blob(&[]).is_none());
    assert!(Lexicon::of_blob(&BLOB[..BLOB.len() / 2]).is_none());
    let empty = Lexicon::of_prepared(prepared::Prepared::default());
    assert_eq!(empty.lookup(&['灯']), None);
}
