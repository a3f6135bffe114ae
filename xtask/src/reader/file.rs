//! Writes the network as `lares_reader` reads it: the tables in bytes; all else as it is.

use super::known::Dictionary;
use super::parameters::{Affine, Part, Parts};

/// The bytes of the file.
pub(super) fn to_bytes(parts: &Parts<'_>, list: &[f32]) -> Vec<u8> {
    let mut file = File { bytes: b"LRD2".to_vec(), list };
    file.table(parts.words, &parts.known.words);
    file.table(parts.kinds, &parts.known.kinds);
    file.table(parts.abilities, &parts.known.abilities);
    file.table(parts.commands, &parts.known.commands);
    file.matrix(parts.calls);
    file.matrix(parts.biases);
    file.matrix(parts.turns);
    file.affine(parts.touched);
    parts.layers.iter().for_each(|layer| file.matrix(layer.norm));
    for layer in parts.layers {
        layer.taps.iter().for_each(|tap| file.matrix(*tap));
        file.values(layer.bias.of(list));
    }
    file.affine(parts.looks_word);
    file.matrix(parts.looks_touch);
    file.affine(parts.looks_device);
    file.matrix(parts.attends);
    file.matrix(parts.attends_whole);
    file.affine(parts.device);
    file.matrix(parts.device_whole);
    file.affine(parts.among);
    file.matrix(parts.among_others);
    file.affine(parts.last);
    file.bytes
}

struct File<'l> {
    bytes: Vec<u8>,
    list: &'l [f32],
}

impl File<'_> {
    fn number(&mut self, number: usize) {
        self.bytes.extend((number as u32).to_le_bytes());
    }

    fn values(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.bytes.extend(value.to_le_bytes()));
    }

    fn matrix(&mut self, part: Part) {
        self.number(part.rows);
        self.number(part.columns);
        self.values(part.of(self.list));
    }

    fn affine(&mut self, affine: Affine) {
        self.matrix(affine.matrix);
        self.values(affine.bias.of(self.list));
    }

    /// A table, each row with its own scale.
    fn table(&mut self, part: Part, dictionary: &Dictionary) {
        const GREATEST: f32 = 127.0;
        self.number(part.rows);
        self.number(part.columns);
        dictionary.features.iter().for_each(|feature| self.bytes.extend(feature.to_le_bytes()));
        let rows = || (0..part.rows).map(|row| part.row(self.list, row));
        let scale = |row: &[f32]| {
            let greatest = row.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            (greatest / GREATEST).max(f32::MIN_POSITIVE)
        };
        let scales: Vec<f32> = rows().map(scale).collect();
        let scaled = rows().zip(&scales).flat_map(|(row, scale)| {
            row.iter().map(move |value| ((value / scale).round() as i8).cast_unsigned())
        });
        let values: Vec<u8> = scaled.collect();
        self.values(&scales);
        self.bytes.extend(values);
    }
}
