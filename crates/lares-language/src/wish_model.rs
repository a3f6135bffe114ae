//! Tells by all the words of an utterance which wish it is, where no phrase of the lexicon does: a linear classifier over
//! words, their pairs and their parts, trained on `xtask/data/wishes` and bundled.
//!
//! A score of a class is its bias and the sum of its weights for the features of the utterance, divided by the root of how
//! many features there are; the likelihoods are the softmax of the scores.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::packed::Packed;
use crate::vocabulary::is_han;

/// What the file begins with, and the version of its format.
const MAGIC: &[u8; 8] = b"LARWISH1";
/// The class of what asks nothing of the home. It has no phrase.
const NONE: &str = "none";
/// The shortest and the longest part of a word of Latin letters that is a feature, its borders included.
const PARTS: std::ops::RangeInclusive<usize> = 4..=5;

/// How a wish is fulfilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WishKind {
    /// By what helps, or by what was named of it.
    Helped,
    /// By a scene of the home that is called like one of its phrases.
    Scene,
    /// By the thing that is named, which is told what to do.
    Named,
    /// By what helps, where a room or a thing was named or the speaker stands in a room: everywhere else it would be done
    /// to the whole home.
    Placed,
}

impl WishKind {
    const ALL: [WishKind; 4] = [WishKind::Helped, WishKind::Scene, WishKind::Named, WishKind::Placed];
}

/// A kind of wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WishClass {
    /// Its name, as its file is called.
    pub name: String,
    /// How it is fulfilled.
    pub kind: WishKind,
    /// Phrases that the parser understands, and which mean the same: Chinese, English. Empty for what is no wish.
    pub phrases: [Vec<String>; 2],
}

/// The classifier.
#[derive(Debug, Default)]
pub struct WishModel {
    classes: Vec<WishClass>,
    biases: Vec<f32>,
    /// What a weight of 1 counts.
    step: f32,
    /// Hashes of the features, ascending.
    hashes: Packed,
    /// Where those of each beginning begin, and one past the last of all: a few hashes have the same one.
    beginnings: Vec<u32>,
    /// For each feature, a weight for each class.
    weights: &'static [u8],
}

/// The wish that an utterance is.
#[derive(Debug, Clone, Copy)]
pub struct LikelyWish<'m> {
    /// What is wished.
    pub class: &'m WishClass,
    /// How likely it is that this is meant, 0..1.
    pub likelihood: f32,
    /// Features of the utterance that the classifier knows.
    pub known: usize,
}

/// The bundled classifier.
pub fn wish_model() -> &'static WishModel {
    static MODEL: OnceLock<WishModel> = OnceLock::new();
    // The file is part of the program: where it is broken the tests say so, and no wish is told by it.
    MODEL.get_or_init(|| WishModel::of_bytes(include_bytes!("../data/wishes.bin")).unwrap_or_default())
}

impl WishModel {
    /// The classifier that these bytes hold; `None` where they hold none.
    pub fn of_bytes(bytes: &'static [u8]) -> Option<WishModel> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let word = |rest: &mut &'static [u8]| {
            let (first, behind) = rest.split_first_chunk::<4>()?;
            *rest = behind;
            Some(u32::from_le_bytes(*first))
        };
        let text = |rest: &mut &'static [u8]| {
            let (length, behind) = rest.split_first()?;
            let (text, behind) = behind.split_at_checked(usize::from(*length))?;
            *rest = behind;
            std::str::from_utf8(text).ok().map(str::to_owned)
        };
        let count = word(&mut rest)? as usize;
        let (mut classes, mut biases) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let name = text(&mut rest)?;
            let kind = *WishKind::ALL.get(word(&mut rest)? as usize)?;
            let mut phrases = [Vec::new(), Vec::new()];
            for phrases in &mut phrases {
                for _ in 0..word(&mut rest)? {
                    phrases.push(text(&mut rest)?);
                }
            }
            classes.push(WishClass { name, kind, phrases });
            biases.push(f32::from_bits(word(&mut rest)?));
        }
        let step = f32::from_bits(word(&mut rest)?);
        let features = word(&mut rest)? as usize;
        let (hashes, weights) = rest.split_at_checked(features.checked_mul(4)?)?;
        let fits = weights.len() == features.checked_mul(count)?;
        let finite = step.is_finite() && biases.iter().all(|bias| bias.is_finite());
        (fits && finite).then(|| {
            let hashes = Packed::of_bytes(hashes);
            let beginnings = beginnings(&hashes);
            WishModel { classes, biases, step, hashes, beginnings, weights }
        })
    }

    /// The bytes of a classifier: its classes with their biases, and its features in the order of their hashes, with a
    /// weight for each class in steps of `step`.
    pub fn to_bytes(classes: &[(WishClass, f32)], step: f32, features: &[(u32, Vec<i8>)]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((classes.len() as u32).to_le_bytes());
        // A name or a phrase is a few words long.
        let add = |bytes: &mut Vec<u8>, text: &str| {
            bytes.push(text.len().min(usize::from(u8::MAX)) as u8);
            bytes.extend(text.bytes().take(usize::from(u8::MAX)));
        };
        for (class, bias) in classes {
            add(&mut bytes, &class.name);
            bytes.extend((class.kind as u32).to_le_bytes());
            for phrases in &class.phrases {
                bytes.extend((phrases.len() as u32).to_le_bytes());
                phrases.iter().for_each(|phrase| add(&mut bytes, phrase));
            }
            bytes.extend(bias.to_le_bytes());
        }
        bytes.extend(step.to_le_bytes());
        bytes.extend((features.len() as u32).to_le_bytes());
        bytes.extend(features.iter().flat_map(|(hash, _)| hash.to_le_bytes()));
        bytes.extend(features.iter().flat_map(|(_, weights)| weights.iter().map(|weight| *weight as u8)));
        bytes
    }

    /// The kinds of wishes that it knows.
    pub fn classes(&self) -> &[WishClass] {
        &self.classes
    }

    /// How likely something of these features is of a class, 0..1; `None` where the classifier knows no such class.
    pub fn likelihood(&self, class: &str, features: &[u32]) -> Option<f32> {
        let scores = self.scores(features.iter().copied());
        let place = self.classes.iter().position(|known| known.name == class)?;
        let own = *scores.get(place)?;
        let all: f32 = scores.iter().map(|score| libm::expf(score - own)).sum();
        Some(1.0 / all)
    }

    /// The score of each class.
    fn scores(&self, features: impl Iterator<Item = u32>) -> SmallVec<[f32; 64]> {
        let count = self.classes.len();
        let mut sums: SmallVec<[i32; 64]> = SmallVec::from_elem(0, count);
        let mut all = 0_usize;
        for hash in features {
            all += 1;
            let weights =
                self.place(hash).and_then(|place| self.weights.get(place * count..(place + 1) * count));
            for (sum, weight) in sums.iter_mut().zip(weights.unwrap_or_default()) {
                *sum += i32::from(weight.cast_signed());
            }
        }
        let scale = self.step / (all.max(1) as f32).sqrt();
        sums.iter().zip(&self.biases).map(|(sum, bias)| bias + scale * *sum as f32).collect()
    }

    /// The likeliest wish of a normalised utterance; `None` where it is likeliest none, or nothing of it is known.
    pub fn likeliest(&self, letters: &[char]) -> Option<LikelyWish<'_>> {
        let count = self.classes.len();
        let mut sums: SmallVec<[i32; 64]> = SmallVec::from_elem(0, count);
        let (mut known, mut all) = (0_usize, 0_usize);
        features(letters, |hash| {
            all += 1;
            if let Some(place) = self.place(hash)
                && let Some(weights) = self.weights.get(place * count..(place + 1) * count)
            {
                known += 1;
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += i32::from(weight.cast_signed());
                }
            }
        });
        let scale = self.step / (all.max(1) as f32).sqrt();
        let score =
            |place: usize, sum: i32| self.biases.get(place).copied().unwrap_or(0.0) + scale * sum as f32;
        let scores = sums.iter().enumerate().map(|(place, sum)| score(place, *sum));
        let (best, top) = scores.clone().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let class = self.classes.get(best).filter(|class| known > 0 && class.name != NONE)?;
        let all: f32 = scores.map(|score| libm::expf(score - top)).sum();
        Some(LikelyWish { class, likelihood: 1.0 / all, known })
    }

    /// Where a feature's weights are. Hashes lie evenly: few begin with the same bits, and only those are looked at.
    fn place(&self, hash: u32) -> Option<usize> {
        let beginning = beginning(hash, self.beginnings.len().saturating_sub(1));
        let (from, to) = (*self.beginnings.get(beginning)?, *self.beginnings.get(beginning + 1)?);
        (from as usize..to as usize).find(|&place| self.hashes.get(place) == hash)
    }
}

/// How many hashes begin with the same bits, about.
const OF_BEGINNING: usize = 4;

/// Where the hashes of each beginning begin among these.
fn beginnings(hashes: &Packed) -> Vec<u32> {
    let count = hashes.len().div_ceil(OF_BEGINNING).next_power_of_two();
    let mut beginnings = vec![0; count + 1];
    for place in 0..hashes.len() {
        beginnings[beginning(hashes.get(place), count) + 1] += 1;
    }
    for index in 0..count {
        beginnings[index + 1] += beginnings[index];
    }
    beginnings
}

/// The first bits of a hash, of which there are so many kinds.
fn beginning(hash: u32, count: usize) -> usize {
    ((u64::from(hash) * count as u64) >> u32::BITS) as usize
}

/// Calls `found` with the hash of each feature of a normalised text: words of Latin letters, their pairs and parts;
/// Chinese characters, their pairs and threes. Numbers are all one word. A feature that occurs twice is found twice.
pub fn features(letters: &[char], mut found: impl FnMut(u32)) {
    let mut previous: Option<u32> = None;
    let mut start = 0;
    while start < letters.len() {
        let Some(&first) = letters.get(start) else { break };
        let end = if is_han(first) {
            run(letters, start, is_han)
        } else if is_of_word(first) {
            run(letters, start, is_of_word)
        } else {
            start += 1;
            continue;
        };
        let part = letters.get(start..end).unwrap_or_default();
        if is_han(first) {
            for length in 1..=3 {
                part.windows(length).for_each(|part| found(hash(b'h', part.iter().copied())));
            }
            previous = None;
        } else {
            let spelt = part.iter().copied().filter(|letter| *letter != '\'');
            let is_number = part.iter().all(char::is_ascii_digit);
            let word = if is_number { hash(b'n', std::iter::empty()) } else { hash(b'w', spelt.clone()) };
            found(word);
            if let Some(previous) = previous {
                found(previous.rotate_left(7) ^ word);
            }
            previous = Some(word);
            let bordered: SmallVec<[char; 24]> =
                std::iter::once('<').chain(spelt).chain(std::iter::once('>')).collect();
            if !is_number && bordered.len() > *PARTS.start() {
                for length in PARTS {
                    bordered.windows(length).for_each(|part| found(hash(b'p', part.iter().copied())));
                }
            }
        }
        start = end;
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() && !is_han(letter) || letter == '\''
}

fn run(letters: &[char], start: usize, belongs: fn(char) -> bool) -> usize {
    let behind = letters.get(start..).unwrap_or_default();
    start + behind.iter().take_while(|letter| belongs(**letter)).count()
}

/// FNV-1a, 32 bits, of a kind of feature and its letters.
pub(crate) fn hash(kind: u8, letters: impl Iterator<Item = char>) -> u32 {
    let step = |hash: u32, byte: u32| (hash ^ byte).wrapping_mul(0x0100_0193);
    letters.fold(step(0x811c_9dc5, u32::from(kind)), |hash, letter| step(hash, letter.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::normalise;

    fn found(text: &str) -> usize {
        let mut count = 0;
        features(&normalise(text).chars, |_| count += 1);
        count
    }

    #[test]
    fn words_pairs_and_parts_are_features() {
        // Two words and their pair; <cold> has three parts of four letters and two of five, <so> is one itself.
        assert_eq!(found("so cold"), 3 + 5);
        assert_eq!(found("太冷了"), 3 + 2 + 1);
        assert_eq!(found("!?"), 0);
    }

    #[test]
    fn what_was_written_is_read() {
        let class = |name: &str, phrase: &str| WishClass {
            name: name.into(),
            kind: WishKind::Helped,
            phrases: [vec![phrase.into()], vec![phrase.into()]],
        };
        let mut cold = None;
        features(&['冷'], |hash| cold = Some(hash));
        let classes = [(class("none", ""), 1.0), (class("cold", "too cold"), 0.0)];
        let bytes = WishModel::to_bytes(&classes, 0.1, &[(cold.unwrap(), vec![-20, 40])]);
        let model = WishModel::of_bytes(bytes.leak()).unwrap();
        let likely = model.likeliest(&['冷']).unwrap();
        assert_eq!((likely.class.name.as_str(), likely.known), ("cold", 1));
        assert!(likely.likelihood > 0.9, "{likely:?}");
        assert!(model.likeliest(&['热']).is_none());
    }

    #[test]
    fn broken_bytes_are_no_classifier() {
        for broken in [&b""[..], b"LARWISH1", b"LARWISH2\x01\0\0\0"] {
            assert!(WishModel::of_bytes(broken.to_vec().leak()).is_none());
        }
    }

    #[test]
    fn each_class_of_the_bundled_one_has_phrases() {
        let classes = wish_model().classes();
        assert!(classes.len() > 30, "{classes:?}");
        for class in classes {
            assert_eq!(class.name == NONE, class.phrases.iter().any(Vec::is_empty), "{class:?}");
        }
    }
}
