//! The features of a text: what a static model has a vector for.
//!
//! Chinese characters and their pairs, the sounds of both (so that a word that was misheard lands near the one that was
//! meant), English words, their pairs and their parts, and numbers as one. What a text is made of does not depend on a
//! model; only the sounds of characters come from its file.

/// Longer texts (in characters) are no action and no description of a command: they have no features.
pub const LONGEST_TEXT: usize = 16_384;

/// What a feature is made of. A model holds for each kind how much an unknown feature of it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FeatureKind {
    /// A Chinese character.
    Character,
    /// Two neighbouring characters.
    CharacterPair,
    /// The sound of a character, with the usual confusions as one.
    Sound,
    /// The sounds of two neighbouring characters.
    SoundPair,
    /// A word of Latin letters.
    Word,
    /// Two neighbouring words.
    WordPair,
    /// Three to five letters within a word and its borders.
    Letters,
    /// A number, whichever, with what follows it.
    Number,
}

/// The number of kinds.
pub const KINDS: usize = 8;

impl FeatureKind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [FeatureKind; KINDS] = [
        FeatureKind::Character,
        FeatureKind::CharacterPair,
        FeatureKind::Sound,
        FeatureKind::SoundPair,
        FeatureKind::Word,
        FeatureKind::WordPair,
        FeatureKind::Letters,
        FeatureKind::Number,
    ];
}

/// One distinct feature of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// Equal for equal features, on every machine.
    pub hash: u32,
    /// What it is made of.
    pub kind: FeatureKind,
    /// How often it occurs, weakened: its square root.
    pub weight: f32,
}

/// The first character that may have a sound.
pub const FIRST_HAN: u32 = 0x4E00;

/// The sounds of Chinese characters: up to two for each, 0 where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sounds {
    /// For each character from [`FIRST_HAN`] on.
    pub readings: Vec<[u16; 2]>,
}

impl Sounds {
    fn of(&self, character: char) -> [u16; 2] {
        u32::from(character)
            .checked_sub(FIRST_HAN)
            .and_then(|place| self.readings.get(place as usize))
            .copied()
            .unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Han,
    Letter,
    Digit,
    /// Anything else separates.
    Other,
}

fn class(character: char) -> Class {
    match character {
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Class::Han,
        'a'..='z' | '\'' => Class::Letter,
        '0'..='9' => Class::Digit,
        // Letters of Latin script with marks (é, ü).
        '\u{df}'..='\u{24f}' if character != '\u{f7}' => Class::Letter,
        _ => Class::Other,
    }
}

/// One character in its plain form: lower case, and of ordinary width.
fn plain(character: char) -> char {
    let character = match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{2019}' => '\'',
        other => other,
    };
    // No letter whose features matter becomes several ones.
    character.to_lowercase().next().unwrap_or(character)
}

/// Collects the features of texts; it is kept to be used again, so that a request allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct FeatureReader {
    characters: Vec<char>,
    found: Vec<(u32, FeatureKind)>,
    features: Vec<Feature>,
}

impl FeatureReader {
    /// The distinct features of a text, in the order of their hashes; none where it is blank, of another script or
    /// longer than [`LONGEST_TEXT`].
    pub fn read(&mut self, text: &str, sounds: &Sounds) -> &[Feature] {
        self.characters.clear();
        self.found.clear();
        self.features.clear();
        // A character has four bytes at most.
        if text.len() > 4 * LONGEST_TEXT {
            return &self.features;
        }
        self.characters.reserve(text.len());
        self.characters.extend(text.chars().map(plain));
        if self.characters.len() > LONGEST_TEXT {
            return &self.features;
        }
        // About so many has a character, Chinese or Latin: three tables in all, instead of ones that grow step by step.
        self.found.reserve(self.characters.len() * 8);
        let mut previous_word: Option<u64> = None;
        for run in self.characters.chunk_by(|a, b| class(*a) == class(*b)) {
            match run.first().map(|first| class(*first)) {
                Some(Class::Han) => {
                    han(run, sounds, &mut self.found);
                    previous_word = None;
                }
                Some(Class::Letter) => previous_word = word(run, previous_word, &mut self.found),
                Some(Class::Digit) => {
                    let number = mix(0x23, FeatureKind::Number as u64);
                    self.found.push((short(number), FeatureKind::Number));
                    if let Some(before) = previous_word {
                        self.found.push((short(pair(before, number)), FeatureKind::WordPair));
                    }
                    previous_word = Some(number);
                }
                Some(Class::Other) => {
                    // Marks with a meaning of their own.
                    for mark in run.iter().filter(|mark| matches!(mark, '%' | '°' | '℃' | '℉' | '=' | '?'))
                    {
                        let hash = mix(u64::from(u32::from(*mark)), FeatureKind::Number as u64);
                        self.found.push((short(hash), FeatureKind::Number));
                    }
                }
                None => {}
            }
        }
        self.found.sort_unstable_by_key(|(hash, _)| *hash);
        self.features.reserve(self.found.len());
        for same in self.found.chunk_by(|a, b| a.0 == b.0) {
            if let Some((hash, kind)) = same.first() {
                let weight = if same.len() == 1 { 1.0 } else { (same.len() as f32).sqrt() };
                self.features.push(Feature { hash: *hash, kind: *kind, weight });
            }
        }
        &self.features
    }
}

fn han(run: &[char], sounds: &Sounds, found: &mut Vec<(u32, FeatureKind)>) {
    let mut before: Option<(char, [u16; 2])> = None;
    for &character in run {
        let own = sounds.of(character);
        let code = u64::from(u32::from(character));
        found.push((short(mix(code, FeatureKind::Character as u64)), FeatureKind::Character));
        for sound in own.into_iter().filter(|sound| *sound > 0) {
            found.push((short(mix(u64::from(sound), FeatureKind::Sound as u64)), FeatureKind::Sound));
        }
        if let Some((last, last_sounds)) = before {
            let both = u64::from(u32::from(last)) << 32 | code;
            found.push((short(mix(both, FeatureKind::CharacterPair as u64)), FeatureKind::CharacterPair));
            for one in last_sounds.into_iter().filter(|sound| *sound > 0) {
                for other in own.into_iter().filter(|sound| *sound > 0) {
                    let both = u64::from(one) << 32 | u64::from(other);
                    let hash = mix(both, FeatureKind::SoundPair as u64);
                    found.push((short(hash), FeatureKind::SoundPair));
                }
            }
        }
        before = Some((character, own));
    }
}

/// The features of a word; its hash, for the pair with the next one.
fn word(run: &[char], previous: Option<u64>, found: &mut Vec<(u32, FeatureKind)>) -> Option<u64> {
    let hash = spelled(run.iter().copied(), FeatureKind::Word);
    found.push((short(hash), FeatureKind::Word));
    if let Some(before) = previous {
        found.push((short(pair(before, hash)), FeatureKind::WordPair));
    }
    let bordered = |place: usize| match place {
        0 => '^',
        place => run.get(place - 1).copied().unwrap_or('$'),
    };
    let length = run.len() + 2;
    for start in 0..length.saturating_sub(2) {
        // A part begins with the shorter one: its hash goes on from there.
        let mut state = mix(0, FeatureKind::Letters as u64);
        for size in 1..=(length - start).min(5) {
            state = spell(state, bordered(start + size - 1));
            // The whole word with both borders is the word itself.
            if size >= 3 && size < length {
                found.push((short(state), FeatureKind::Letters));
            }
        }
    }
    Some(hash)
}

fn spelled(characters: impl Iterator<Item = char>, kind: FeatureKind) -> u64 {
    characters.fold(mix(0, kind as u64), spell)
}

fn spell(state: u64, character: char) -> u64 {
    mix(state ^ u64::from(u32::from(character)), 1)
}

fn pair(one: u64, other: u64) -> u64 {
    mix(one.rotate_left(21) ^ other, FeatureKind::WordPair as u64)
}

/// Mixes a number thoroughly (the finaliser of SplitMix64), apart for each kind.
pub(crate) fn mix(value: u64, kind: u64) -> u64 {
    let mut state = value.wrapping_add((kind + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The direction of a feature that a model has no vector for: signs that its hash gives, the same everywhere. Two
/// texts that share an unknown word are near for it, as in a search by words.
#[inline(always)]
fn signs(hash: u32) -> impl Iterator<Item = &'static [f32; 8]> {
    let block = move |block: u64| mix(u64::from(hash) << 16 | block, 0x51).to_le_bytes();
    (0..).flat_map(block).map(|byte| &SIGNS[usize::from(byte)])
}

/// Adds the signs of a hash, each as large as `step`.
#[inline(always)]
pub fn add_signs(hash: u32, step: f32, sums: &mut [f32]) {
    let (eights, rest) = sums.as_chunks_mut::<8>();
    let mut signs = signs(hash);
    for (eight, signs) in eights.iter_mut().zip(&mut signs) {
        for place in 0..8 {
            eight[place] += signs[place] * step;
        }
    }
    for (sum, sign) in rest.iter_mut().zip(signs.next().into_iter().flatten()) {
        *sum += sign * step;
    }
}

/// The dot product with the signs of a hash.
pub fn along_signs(hash: u32, values: &[f32]) -> f32 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut signs = signs(hash);
    let whole: f32 = eights.iter().zip(&mut signs).map(|(eight, signs)| along(eight, signs)).sum();
    whole + rest.iter().zip(signs.next().into_iter().flatten()).map(|(value, sign)| value * sign).sum::<f32>()
}

/// The hash whose signs are a feature's direction among the dimensions of words: others than those it has where a model
/// has no vector for it.
pub fn own(hash: u32) -> u32 {
    !hash
}

fn along(values: &[f32; 8], signs: &[f32; 8]) -> f32 {
    values.iter().zip(signs).map(|(value, sign)| value * sign).sum()
}

/// The signs of eight dimensions, for each byte: a clear bit is positive.
static SIGNS: [[f32; 8]; 256] = {
    let mut all = [[1.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                all[byte][bit] = -1.0;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};
