//! Model files: what was written is read back, old versions too, and a broken file is refused by name.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares_embedding::features::{FIRST_HAN, Sounds};
use lares_embedding::model_file::{VERSION, Words};
use lares_embedding::{Calibration, Embedder, ModelError, ModelFile, StaticEmbedder, bundled, dot};
use proptest::prelude::*;

fn small() -> ModelFile {
    ModelFile {
        name: "small-1".into(),
        seed: 7,
        dimensions: 3,
        calibration: Calibration { slope: 10.0, midpoint: 0.4, temperature: 0.1 },
        unknown_weights: [0.5; 8],
        sounds: Sounds { readings: vec![[1, 0], [2, 3]] },
        hashes: vec![5, 9, 4_000_000_000],
        weights: vec![0.1, 0.2, 0.3],
        words: Words { dimensions: 9, share: 0.25, unknown_weights: [0.5; 8], weights: vec![0.0, 0.7, 1.5] },
        rows: vec![1, 2, 3, 255, 254, 253, 0, 127, 128].into(),
    }
}

fn vector(embedder: &dyn Embedder, text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; embedder.dimensions()];
    embedder.embed_query(text, &mut vector).unwrap();
    vector
}

#[test]
fn what_is_written_is_read() {
    let model = small();
    assert_eq!(ModelFile::from_bytes(&model.to_bytes(), "x").unwrap(), model);
    let empty = ModelFile {
        hashes: vec![],
        weights: vec![],
        words: Words { weights: vec![], ..small().words },
        rows: vec![].into(),
        ..small()
    };
    assert_eq!(ModelFile::from_bytes(&empty.to_bytes(), "x").unwrap(), empty);
    let learned = ModelFile { words: Words::default(), ..small() };
    assert_eq!(ModelFile::from_bytes(&learned.to_bytes(), "x").unwrap(), learned);
}

/// Samples of every version that was ever released stay here, stay readable, and keep the vectors of the day they were
/// written.
#[test]
fn files_of_all_versions_are_read() {
    let before_words = ModelFile { words: Words::default(), ..small() };
    for (bytes, kept, model) in [
        (
            &include_bytes!("data/version-1.model")[..],
            include_str!("data/version-1.vector.txt"),
            before_words,
        ),
        (&include_bytes!("data/version-2.model")[..], include_str!("data/version-2.vector.txt"), small()),
    ] {
        assert_eq!(ModelFile::from_bytes(bytes, "sample").unwrap(), model);
        let embedder = StaticEmbedder::from_bytes(bytes, "sample").unwrap();
        let kept: Vec<f32> = kept.split_whitespace().map(|number| number.parse().unwrap()).collect();
        assert_eq!(vector(&embedder, "打开"), kept);
    }
    // What is written now is of the last of them.
    assert_eq!(small().to_bytes(), include_bytes!("data/version-2.model"));
}

/// A word that nothing was learned about counts as what it is: texts that share it are near, others are not.
#[test]
fn shared_words_count_in_the_dimensions_of_words() {
    let words = Words { dimensions: 256, share: 0.5, unknown_weights: [1.0; 8], weights: vec![1.0; 3] };
    let embedder = StaticEmbedder::new(ModelFile { words, ..small() });
    let cosine = |a: &str, b: &str| dot(&vector(&embedder, a), &vector(&embedder, b));
    for (query, near, far) in [
        ("鼢鼱", "鼢鼱开", "鼧鼥关"),
        ("the quokka", "quokka on", "wombat off"),
        ("quokkas", "quokka", "wombat"),
    ] {
        let own = |a: &str, b: &str| {
            let (a, b) = (vector(&embedder, a), vector(&embedder, b));
            dot(&a[3..], &b[3..])
        };
        assert!(
            own(query, near) > own(query, far) + 0.1,
            "{query}: {} {}",
            own(query, near),
            own(query, far)
        );
    }
    assert!((cosine("quokka", "quokka") - 1.0).abs() < 1e-5);
}

#[test]
fn a_broken_file_is_refused_by_name() {
    let whole = small().to_bytes();
    let check = |bytes: &[u8], expect: &str| {
        let error = ModelFile::from_bytes(bytes, "the.model").unwrap_err().to_string();
        assert!(error.contains("the.model") && error.contains(expect), "{error}");
    };
    check(b"", "no embedding model");
    check(b"PK\x03\x04 something else", "no embedding model");
    check(&whole[..10], "cut");
    check(&whole[..whole.len() - 1], "cut or added to");
    check(&[&whole[..], b"x"].concat(), "cut or added to");
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 1;
    check(&altered, "altered");
    let mut later = whole.clone();
    later[8..12].copy_from_slice(&(VERSION + 1).to_le_bytes());
    check(&later, &format!("version {}; this program reads version {VERSION}", VERSION + 1));
    check(&ModelFile { dimensions: 0, ..small() }.to_bytes(), "dimensions");
    check(&ModelFile { hashes: vec![9, 5, 5], ..small() }.to_bytes(), "order");
    check(&ModelFile { weights: vec![0.1, f32::NAN, 0.1], ..small() }.to_bytes(), "no number");
    check(&ModelFile { rows: vec![0; 8].into(), ..small() }.to_bytes(), "longer than the file");
    check(&ModelFile { rows: vec![0; 10].into(), ..small() }.to_bytes(), "more bytes");
    let outside = Words { share: 1.5, ..small().words };
    check(&ModelFile { words: outside, ..small() }.to_bytes(), "dimensions of words");
    let missing = Words { weights: vec![0.1], ..small().words };
    check(&ModelFile { words: missing, ..small() }.to_bytes(), "longer than the file");
    let flat = Calibration { slope: 0.0, ..small().calibration };
    check(&ModelFile { calibration: flat, ..small() }.to_bytes(), "calibration");
}

#[test]
fn the_bundled_model_is_whole_and_of_its_size() {
    let bytes = include_bytes!("../data/model.bin");
    assert!(bytes.len() <= 8 * 1024 * 1024);
    let model = bundled().unwrap();
    assert_eq!(model.model(), &ModelFile::from_bytes(bytes, "bundled").unwrap());
    assert!(model.name().starts_with("lares-static-") && model.dimensions() >= 64);
}

#[test]
fn words_of_one_meaning_are_near_and_others_are_not() {
    let model = bundled().unwrap();
    let cosine = |a: &str, b: &str| dot(&vector(&model, a), &vector(&model, b));
    for (query, near, far) in [
        ("打开", "电源启用", "设置亮度"),
        ("太暗了看不清", "设置亮度", "关闭"),
        ("调低亮度", "设置亮度", "设置音量"),
        ("有点冷", "设置温度", "设置颜色"),
        ("make it brighter", "Set brightness", "Set volume"),
        ("it's too loud", "Turn the volume down", "Turn off"),
        ("switch it on", "Power on", "Power off"),
    ] {
        let (close, apart) = (cosine(query, near), cosine(query, far));
        assert!(close > apart + 0.1, "{query}: {near} {close}, {far} {apart}");
    }
}

#[test]
fn a_misheard_word_lands_near_the_one_that_was_meant() {
    let model = bundled().unwrap();
    let cosine = |a: &str, b: &str| dot(&vector(&model, a), &vector(&model, b));
    for (meant, heard, other) in [("打开窗帘", "打开船帘", "打开电视"), ("静音", "敬音", "录音")]
    {
        let (near, far) = (cosine(meant, heard), cosine(meant, other));
        assert!(near > far, "{meant} {heard}: {near}, {other}: {far}");
    }
}

#[test]
fn what_is_no_text_of_ours_is_near_nothing() {
    let model = bundled().unwrap();
    let long = "打开".repeat(100_000);
    for nothing in ["", "   ", "，。！", "\u{0}\u{1}", "Привет, мир", "γειά σου", "สวัสดี", "🏠🔥", &long]
    {
        let own = vector(&model, nothing);
        assert!(own.iter().all(|value| *value == 0.0), "{nothing:.20}");
        assert_eq!(dot(&own, &vector(&model, "打开")), 0.0);
    }
    assert!(model.embed_query("打开", &mut [0.0; 3]).is_err());
    assert_eq!(model.calibrate(f32::NAN), 0.0);
    assert!(model.calibrate(-1.0) < 0.1 && model.calibrate(1.0) > 0.9);
}

#[test]
fn a_character_without_sounds_is_no_panic() {
    let embedder = StaticEmbedder::new(ModelFile { sounds: Sounds::default(), ..small() });
    let last = char::from_u32(FIRST_HAN).unwrap();
    assert!(vector(&embedder, &format!("{last}龘鿿豈")).iter().all(|value| value.is_finite()));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = ModelFile::from_bytes(&bytes, "x");
    }

    #[test]
    fn a_changed_byte_is_always_seen(place in 0usize..1000, flip in 1u8..=255) {
        let mut bytes = small().to_bytes();
        let place = place % bytes.len();
        bytes[place] ^= flip;
        let error = ModelFile::from_bytes(&bytes, "x").unwrap_err();
        let known = matches!(
            error,
            ModelError::NoModel(_) | ModelError::Version { .. } | ModelError::Length { .. } | ModelError::Checksum(_)
        );
        prop_assert!(known, "{error}");
    }

    #[test]
    fn any_text_has_a_unit_vector_or_none(text in "\\PC{0,40}") {
        let model = bundled().unwrap();
        let own = vector(&model, &text);
        let length = dot(&own, &own);
        prop_assert!(length == 0.0 || (length - 1.0).abs() < 1e-3, "{length}");
        prop_assert_eq!(own, vector(&model, &text));
    }
}
