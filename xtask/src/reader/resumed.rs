//! Takes the numbers of a network from its file, to go on training from them.

use std::collections::HashMap;

use super::known::Dictionary;
use super::parameters::{Affine, Part, Parts};

/// Each network of a file, as a list for these parts; `None` where it is no such file, or has another shape. What the file knows no row of
/// begins with zeros: it changes nothing yet.
pub(super) fn lists(bytes: &[u8], parts: &Parts<'_>) -> Option<Vec<Vec<f32>>> {
    let mut lists = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let mut list = vec![0.0; parts.length];
        rest = one(rest, parts, &mut list)?;
        lists.push(list);
    }
    Some(lists)
}

/// Reads one network in the order in which [`super::file::to_bytes`] writes it; what is left of the bytes.
fn one<'b>(bytes: &'b [u8], parts: &Parts<'_>, list: &mut [f32]) -> Option<&'b [u8]> {
    let mut file = File { bytes: bytes.strip_prefix(b"LRD2")?, list };
    file.table(parts.words, &parts.known.words)?;
    file.table(parts.kinds, &parts.known.kinds)?;
    file.table(parts.abilities, &parts.known.abilities)?;
    let commands = file.table(parts.commands, &parts.known.commands)?;
    file.rows(parts.calls, &parts.known.commands, &commands)?;
    file.rows(parts.biases, &parts.known.commands, &commands)?;
    file.matrix(parts.turns)?;
    file.affine(parts.touched)?;
    for layer in parts.layers {
        file.matrix(layer.norm)?;
    }
    for layer in parts.layers {
        for tap in layer.taps {
            file.matrix(tap)?;
        }
        file.values(layer.bias)?;
    }
    file.affine(parts.looks_word)?;
    file.matrix(parts.looks_touch)?;
    file.affine(parts.looks_device)?;
    file.matrix(parts.attends)?;
    file.matrix(parts.attends_whole)?;
    file.affine(parts.device)?;
    file.matrix(parts.device_whole)?;
    file.affine(parts.among)?;
    file.matrix(parts.among_others)?;
    file.affine(parts.last)?;
    Some(file.bytes)
}

struct File<'b, 'l> {
    bytes: &'b [u8],
    list: &'l mut [f32],
}

impl File<'_, '_> {
    fn word(&mut self) -> Option<[u8; 4]> {
        let (word, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*word)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.word()?)).ok()
    }

    fn float(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.word()?))
    }

    fn values(&mut self, part: Part) -> Option<()> {
        for place in 0..part.rows * part.columns {
            let value = self.float()?;
            part.of_mut(self.list)[place] = value;
        }
        Some(())
    }

    fn matrix(&mut self, part: Part) -> Option<()> {
        let shape = (self.number()?, self.number()?);
        if shape != (part.rows, part.columns) {
            return None;
        }
        self.values(part)
    }

    fn affine(&mut self, affine: Affine) -> Option<()> {
        self.matrix(affine.matrix)?;
        self.values(affine.bias)
    }

    /// The features of a table, in the order of its rows.
    fn table(&mut self, part: Part, dictionary: &Dictionary) -> Option<Vec<u32>> {
        let (rows, columns) = (self.number()?, self.number()?);
        if columns != part.columns {
            return None;
        }
        let features: Vec<u32> =
            (0..rows).map(|_| self.word().map(u32::from_le_bytes)).collect::<Option<_>>()?;
        let scales: Vec<f32> = (0..rows).map(|_| self.float()).collect::<Option<_>>()?;
        let (values, rest) = self.bytes.split_at_checked(rows * columns)?;
        self.bytes = rest;
        for ((feature, scale), row) in features.iter().zip(scales).zip(values.chunks(columns)) {
            let Some(place) = dictionary.row(*feature) else { continue };
            let own = part.row_mut(self.list, place);
            own.iter_mut().zip(row).for_each(|(own, value)| *own = f32::from(value.cast_signed()) * scale);
        }
        Some(features)
    }

    /// Rows that stand in the order of a table's features. A command that the file does not know is unlikely.
    fn rows(&mut self, part: Part, dictionary: &Dictionary, features: &[u32]) -> Option<()> {
        let (rows, columns) = (self.number()?, self.number()?);
        if (rows, columns) != (features.len(), part.columns) {
            return None;
        }
        let mut of_feature: HashMap<u32, Vec<f32>> = HashMap::new();
        for feature in features {
            let row: Vec<f32> = (0..columns).map(|_| self.float()).collect::<Option<_>>()?;
            of_feature.insert(*feature, row);
        }
        for (place, feature) in dictionary.features.iter().enumerate() {
            let own = part.row_mut(self.list, place);
            match of_feature.get(feature) {
                Some(row) => own.copy_from_slice(row),
                None if columns == 1 => own.fill(super::parameters::UNLIKELY),
                None => {}
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use lares_reader::Example;

    use super::super::file::to_bytes;
    use super::super::known::Known;
    use super::*;

    fn known(features: &[u32]) -> Known {
        let example = Example { features: features.to_vec(), ..Example::default() };
        Known::of(std::iter::once(&example), 1)
    }

    #[test]
    fn what_is_written_is_read_again_and_what_is_new_begins_with_zeros() {
        let (before, after) = (known(&[3, 5]), known(&[3, 4, 5]));
        let (parts, more) = (Parts::new(&before), Parts::new(&after));
        let list = parts.beginning(1);
        let several = [to_bytes(&parts, &list), to_bytes(&parts, &parts.beginning(2))].concat();
        let read = lists(&several, &more).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(more.last.matrix.of(&read[0]), parts.last.matrix.of(&list));
        let near =
            |one: &[f32], other: &[f32]| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 0.01);
        assert!(near(more.words.row(&read[0], 0), parts.words.row(&list, 0)));
        assert!(near(more.words.row(&read[0], 2), parts.words.row(&list, 1)));
        assert!(more.words.row(&read[0], 1).iter().all(|value| *value == 0.0));
    }

    #[test]
    fn what_is_cut_off_or_no_network_is_refused() {
        let known = known(&[3]);
        let parts = Parts::new(&known);
        let bytes = to_bytes(&parts, &parts.beginning(1));
        assert!(lists(&bytes[..bytes.len() - 1], &parts).is_none());
        assert!(lists(b"what else", &parts).is_none());
    }
}
