//! The tensors of a safetensors file: a header in JSON that says where each one lies, and the numbers.

use std::collections::HashMap;

use serde::Deserialize;

use super::ModelFileError;

const FILE: &str = "model.safetensors";

/// Where a tensor lies.
#[derive(Debug, Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

/// The tensors of a file.
#[derive(Debug)]
pub(super) struct Weights<'a> {
    entries: HashMap<String, Entry>,
    data: &'a [u8],
    /// What all names begin with (`bert.`).
    prefix: &'static str,
}

impl<'a> Weights<'a> {
    /// Reads the header.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Weights<'a>, ModelFileError> {
        let wrong = |why: &str| ModelFileError::new(FILE, why);
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| wrong("it is too short"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (header, data) = rest.split_at_checked(length).ok_or_else(|| wrong("its header is cut off"))?;
        let header: HashMap<String, serde_json::Value> =
            serde_json::from_slice(header).map_err(|error| ModelFileError::new(FILE, error))?;
        let mut entries = HashMap::new();
        for (name, value) in header {
            if name == "__metadata__" {
                continue;
            }
            let entry: Entry = serde_json::from_value(value)
                .map_err(|error| ModelFileError::new(FILE, format!("tensor {name}: {error}")))?;
            entries.insert(name, entry);
        }
        let bare = entries.contains_key("embeddings.word_embeddings.weight");
        Ok(Weights { entries, data, prefix: if bare { "" } else { "bert." } })
    }

    /// The rows of a tensor, where there is one of that name.
    pub(super) fn rows(&self, name: &str) -> Option<usize> {
        self.entries.get(&format!("{}{name}", self.prefix))?.shape.first().copied()
    }

    /// The numbers of a tensor of that shape.
    pub(super) fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelFileError> {
        let name = format!("{}{name}", self.prefix);
        let wrong = |why: String| ModelFileError::new(FILE, format!("tensor {name}: {why}"));
        // Old files call them otherwise.
        let old =
            name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta");
        let entry = self
            .entries
            .get(&name)
            .or_else(|| self.entries.get(&old))
            .ok_or_else(|| wrong("it is missing".to_owned()))?;
        if entry.shape != shape {
            return Err(wrong(format!("its shape is {:?}, not {shape:?}", entry.shape)));
        }
        let (start, end) = entry.data_offsets;
        let bytes = self.data.get(start..end).ok_or_else(|| wrong("it is cut off".to_owned()))?;
        let numbers: Vec<f32> = match entry.dtype.as_str() {
            "F32" => bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            "F16" => bytes.as_chunks::<2>().0.iter().map(|bytes| half(u16::from_le_bytes(*bytes))).collect(),
            "BF16" => bytes
                .as_chunks::<2>()
                .0
                .iter()
                .map(|bytes| f32::from_bits(u32::from(u16::from_le_bytes(*bytes)) << 16))
                .collect(),
            other => return Err(wrong(format!("numbers of type {other} are not known"))),
        };
        let count: usize = shape.iter().product();
        if numbers.len() != count {
            return Err(wrong(format!("it holds {} numbers, not {count}", numbers.len())));
        }
        Ok(numbers)
    }
}

/// A number of IEEE 754 half precision.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
    }

    #[test]
    fn numbers_of_every_width() {
        let header = r#"{"__metadata__":{"format":"pt"},"embeddings.word_embeddings.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},
            "h":{"dtype":"F16","shape":[3],"data_offsets":[8,14]},"b":{"dtype":"BF16","shape":[1],"data_offsets":[14,16]}}"#;
        let mut data: Vec<u8> = [1.5_f32, -2.0].iter().flat_map(|number| number.to_le_bytes()).collect();
        for bits in [0x3c00_u16, 0xc000, 0x0001, 0x4049] {
            data.extend(bits.to_le_bytes());
        }
        let bytes = file(header, &data);
        let weights = Weights::new(&bytes).unwrap();
        assert_eq!(weights.tensor("embeddings.word_embeddings.weight", &[1, 2]).unwrap(), [1.5, -2.0]);
        assert_eq!(weights.tensor("h", &[3]).unwrap(), [1.0, -2.0, 2f32.powi(-24)]);
        assert_eq!(weights.tensor("b", &[1]).unwrap(), [3.140_625]);
        assert!(weights.tensor("h", &[2]).unwrap_err().to_string().contains("shape"));
        assert!(weights.tensor("x", &[2]).unwrap_err().to_string().contains("missing"));
    }

    #[test]
    fn broken_files_are_errors() {
        for bytes in [
            Vec::new(),
            vec![1; 7],
            u64::MAX.to_le_bytes().to_vec(),
            file("{", b""),
            file(r#"{"a":{"dtype":"F32"}}"#, b""),
        ] {
            assert!(Weights::new(&bytes).is_err());
        }
        for header in [
            r#"{"bert.a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#,
            r#"{"bert.a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}"#,
            r#"{"bert.a":{"dtype":"F32","shape":[1],"data_offsets":[0,2]}}"#,
            r#"{"bert.a":{"dtype":"I8","shape":[1],"data_offsets":[0,2]}}"#,
        ] {
            assert!(Weights::new(&file(header, b"xx")).unwrap().tensor("a", &[1]).is_err(), "{header}");
        }
    }
}
