//! The file of a static model: what is in it, in which order, and how a broken one is told.
//!
//! All numbers are little-endian.
//!
//! | part | bytes |
//! |---|---|
//! | magic | `LARESVEC` |
//! | version | u32 |
//! | length of the whole file, checksum included | u64 |
//! | length of the name, the name | u32, UTF-8 |
//! | seed | u64 |
//! | dimensions, rows, characters with sounds | u32 each |
//! | calibration: slope, midpoint, softmax temperature | f32 each |
//! | the weight of unknown features, one for each kind | f32 each |
//! | sounds | two u16 a character |
//! | hashes of the rows' features, ascending | u32 each |
//! | weights of the rows: what a step of their numbers is worth | f32 each |
//! | from version 2 on: dimensions of words, their share | u32, f32 |
//! | from version 2 on: the weight of unknown features among them, one for each kind | f32 each |
//! | from version 2 on: the weights of the rows' features among them, where there are such dimensions | f32 each |
//! | rows | i8 each |
//! | CRC-32 of all before | u32 |

use std::borrow::Cow;

use crate::features::{KINDS, Sounds};

/// The version that this code writes. It reads the older ones, too.
pub const VERSION: u32 = 2;
/// The first version that has dimensions of words.
const VERSION_OF_WORDS: u32 = 2;
/// The first bytes.
pub const MAGIC: [u8; 8] = *b"LARESVEC";

/// Dimensions, rows and characters beyond these are no model of ours.
const MOST_DIMENSIONS: usize = 1024;
const MOST_ROWS: usize = 4_000_000;
const MOST_CHARACTERS: usize = 65_536;
const LONGEST_NAME: usize = 256;

/// Why a model file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Something else than a model.
    #[error("model {0}: this is no embedding model of Lares (it does not begin with LARESVEC)")]
    NoModel(String),
    /// A version that this program does not read.
    #[error("model {name}: its format is version {found}; this program reads version {VERSION}")]
    Version {
        /// The model, as the caller names it.
        name: String,
        /// The version of the file.
        found: u32,
    },
    /// It is shorter or longer than it says.
    #[error("model {name}: it has {found} bytes and should have {expected}: it was cut or added to")]
    Length {
        /// The model, as the caller names it.
        name: String,
        /// What the file says.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// The checksum is not that of the content.
    #[error("model {0}: its checksum is wrong: it was altered; fetch it again")]
    Checksum(String),
    /// Whole, but impossible.
    #[error("model {name}: {what}")]
    Content {
        /// The model, as the caller names it.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
}

/// How cosines of a model become likelihoods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// How steeply the likelihood rises with the cosine. Above 0.
    pub slope: f32,
    /// The cosine at which the same intent is as likely as not. -1..1.
    pub midpoint: f32,
    /// The softmax temperature of competing commands. Above 0.
    pub temperature: f32,
}

/// The dimensions of the vectors, behind the learned ones, in which every feature has the direction that its hash gives:
/// shared words always count, also those that nothing was learned about.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    /// How many they are; 0 in files of version 1.
    pub dimensions: usize,
    /// The part of the cosine that is theirs, 0..1.
    pub share: f32,
    /// How much a feature counts that has no row, by kind.
    pub unknown_weights: [f32; KINDS],
    /// How much each row's feature counts; none where there are no such dimensions.
    pub weights: Vec<f32>,
}

impl Words {
    fn is_sound(&self) -> bool {
        let mut numbers = self.unknown_weights.iter().chain(&self.weights);
        self.dimensions <= MOST_DIMENSIONS
            && (0.0..=1.0).contains(&self.share)
            && numbers.all(|number| number.is_finite())
    }
}

/// The content of a model file.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFile {
    /// The model's name and version.
    pub name: String,
    /// The seed it was trained from.
    pub seed: u64,
    /// The learned dimensions of its vectors; those of words come behind them.
    pub dimensions: usize,
    /// How cosines become likelihoods.
    pub calibration: Calibration,
    /// How much a feature counts that has no row, by kind.
    pub unknown_weights: [f32; KINDS],
    /// The sounds of characters.
    pub sounds: Sounds,
    /// The hashes of the rows' features, ascending.
    pub hashes: Vec<u32>,
    /// What a step of each row's numbers is worth.
    pub weights: Vec<f32>,
    /// The dimensions in which every feature keeps a direction of its own.
    pub words: Words,
    /// The rows, one after another.
    pub rows: Cow<'static, [u8]>,
}

impl ModelFile {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.rows.len() + 12 * self.hashes.len() + 100_000);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&0u64.to_le_bytes());
        bytes.extend_from_slice(&(self.name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.name.as_bytes());
        bytes.extend_from_slice(&self.seed.to_le_bytes());
        for count in [self.dimensions, self.hashes.len(), self.sounds.readings.len()] {
            bytes.extend_from_slice(&(count as u32).to_le_bytes());
        }
        let Calibration { slope, midpoint, temperature } = self.calibration;
        for number in [slope, midpoint, temperature].into_iter().chain(self.unknown_weights) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for sound in self.sounds.readings.as_flattened() {
            bytes.extend_from_slice(&sound.to_le_bytes());
        }
        for hash in &self.hashes {
            bytes.extend_from_slice(&hash.to_le_bytes());
        }
        for weight in &self.weights {
            bytes.extend_from_slice(&weight.to_le_bytes());
        }
        bytes.extend_from_slice(&(self.words.dimensions as u32).to_le_bytes());
        for number in [self.words.share].iter().chain(&self.words.unknown_weights).chain(&self.words.weights)
        {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.rows);
        let length = bytes.len() as u64 + 4;
        if let Some(place) = bytes.get_mut(12..20) {
            place.copy_from_slice(&length.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a file; `called` is what an error calls it (a path).
    ///
    /// # Errors
    /// A file that is cut, altered, of another version, or no model.
    pub fn from_bytes(bytes: &[u8], called: &str) -> Result<ModelFile, ModelError> {
        let (model, rows) = ModelFile::without_rows(bytes, called)?;
        Ok(ModelFile { rows: Cow::Owned(rows.to_vec()), ..model })
    }

    /// The same for bytes that are part of the program: the rows stay where they are.
    ///
    /// # Errors
    /// A file that is cut, altered, of another version, or no model.
    pub fn from_static(bytes: &'static [u8], called: &str) -> Result<ModelFile, ModelError> {
        let (model, rows) = ModelFile::without_rows(bytes, called)?;
        Ok(ModelFile { rows: Cow::Borrowed(rows), ..model })
    }

    fn without_rows<'a>(bytes: &'a [u8], called: &str) -> Result<(ModelFile, &'a [u8]), ModelError> {
        let name = || called.to_owned();
        let content = |what| ModelError::Content { name: name(), what };
        if !bytes.starts_with(&MAGIC) {
            return Err(ModelError::NoModel(name()));
        }
        let mut reader = Reader { rest: bytes.get(MAGIC.len()..).unwrap_or_default() };
        let cut = |expected| ModelError::Length { name: name(), expected, found: bytes.len() as u64 };
        let version = reader.u32().ok_or_else(|| cut(20))?;
        if !(1..=VERSION).contains(&version) {
            return Err(ModelError::Version { name: name(), found: version });
        }
        let length = reader.u64().ok_or_else(|| cut(20))?;
        if length != bytes.len() as u64 || length < 24 {
            return Err(cut(length));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(ModelError::Checksum(name()));
        }
        let rest = reader.rest.len().saturating_sub(4);
        reader.rest = reader.rest.get(..rest).unwrap_or_default();
        let short = || content("its parts are longer than the file");
        let name_length = reader.u32().ok_or_else(short)? as usize;
        if name_length > LONGEST_NAME {
            return Err(content("its name is too long"));
        }
        let own_name = reader.take(name_length).ok_or_else(short)?;
        let own_name = std::str::from_utf8(own_name).map_err(|_| content("its name is no text"))?.to_owned();
        let seed = reader.u64().ok_or_else(short)?;
        let mut count = || reader.u32().map(|number| number as usize).ok_or_else(short);
        let (dimensions, rows, characters) = (count()?, count()?, count()?);
        if dimensions == 0 || dimensions > MOST_DIMENSIONS || rows > MOST_ROWS || characters > MOST_CHARACTERS
        {
            return Err(content("its dimensions, rows or characters are out of range"));
        }
        let mut number = || reader.f32().ok_or_else(short);
        let calibration = Calibration { slope: number()?, midpoint: number()?, temperature: number()? };
        let mut unknown_weights = [0.0; KINDS];
        for weight in &mut unknown_weights {
            *weight = number()?;
        }
        let Calibration { slope, midpoint, temperature } = calibration;
        let sound = slope > 0.0 && slope.is_finite() && temperature > 0.0 && midpoint.abs() <= 1.0;
        if !sound || !unknown_weights.iter().all(|weight| weight.is_finite()) {
            return Err(content("its calibration is out of range"));
        }
        let sounds = reader.take(4 * characters).ok_or_else(short)?;
        let u16_at = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        let readings = sounds.chunks_exact(4).map(|pair| [u16_at(&pair[..2]), u16_at(&pair[2..])]).collect();
        let u32_at = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let hashes = reader.take(4 * rows).ok_or_else(short)?;
        let hashes: Vec<u32> = hashes.chunks_exact(4).map(u32_at).collect();
        if !hashes.is_sorted_by(|a, b| a < b) {
            return Err(content("its features are out of order"));
        }
        let weights = reader.take(4 * rows).ok_or_else(short)?;
        let weights: Vec<f32> = weights.chunks_exact(4).map(|four| f32::from_bits(u32_at(four))).collect();
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err(content("a weight is no number"));
        }
        let words = if version >= VERSION_OF_WORDS {
            reader.words(rows).ok_or_else(short)?
        } else {
            Words::default()
        };
        if !words.is_sound() {
            return Err(content("its dimensions of words are out of range"));
        }
        let values = reader.take(rows * dimensions).ok_or_else(short)?;
        if !reader.rest.is_empty() {
            return Err(content("it has more bytes than its parts"));
        }
        let model = ModelFile {
            name: own_name,
            seed,
            dimensions,
            calibration,
            unknown_weights,
            sounds: Sounds { readings },
            hashes,
            weights,
            words,
            rows: Cow::Borrowed(&[]),
        };
        Ok((model, values))
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)
    }

    fn f32(&mut self) -> Option<f32> {
        self.u32().map(f32::from_bits)
    }

    /// The dimensions of words of a model with so many rows.
    fn words(&mut self, rows: usize) -> Option<Words> {
        let mut words = Words { dimensions: self.u32()? as usize, share: self.f32()?, ..Words::default() };
        for weight in &mut words.unknown_weights {
            *weight = self.f32()?;
        }
        if words.dimensions > 0 {
            words.weights = (0..rows).map(|_| self.f32()).collect::<Option<_>>()?;
        }
        Some(words)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take(8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
    }
}
