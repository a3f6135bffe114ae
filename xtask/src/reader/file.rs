//! Writes the network as `lares_reader` reads it: the rows of the tables that were trained, in bytes; all else as it is.

use super::parameters::{Affine, Part, Parts};

/// Which rows of the tables were trained.
#[derive(Debug, Default)]
pub(super) struct Trained {
    pub(super) words: Vec<usize>,
    pub(super) kinds: Vec<usize>,
    pub(super) abilities: Vec<usize>,
    pub(super) commands: Vec<usize>,
}

/// The bytes of the file.
pub(super) fn to_bytes(parts: &Parts, list: &[f32], trained: &Trained) -> Vec<u8> {
    let mut file = File { bytes: b"LRD1".to_vec(), list };
    file.table(parts.words, &trained.words);
    file.table(parts.kinds, &trained.kinds);
    file.table(parts.abilities, &trained.abilities);
    file.table(parts.commands, &trained.commands);
    file.rows(parts.calls, &trained.commands);
    file.rows(parts.biases, &trained.commands);
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

    /// Some rows of a part.
    fn rows(&mut self, part: Part, rows: &[usize]) {
        self.number(rows.len());
        self.number(part.columns);
        rows.iter().for_each(|row| self.values(part.row(self.list, *row)));
    }

    /// Some rows of a table, each with its own scale.
    fn table(&mut self, part: Part, rows: &[usize]) {
        const GREATEST: f32 = 127.0;
        self.number(rows.len());
        self.number(part.columns);
        rows.iter().for_each(|row| self.bytes.extend((*row as u16).to_le_bytes()));
        let scale = |row: &usize| {
            let greatest =
                part.row(self.list, *row).iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            (greatest / GREATEST).max(f32::MIN_POSITIVE)
        };
        let scales: Vec<f32> = rows.iter().map(scale).collect();
        self.values(&scales);
        for (row, scale) in rows.iter().zip(scales) {
            let bytes = part.row(self.list, *row).iter().map(|value| (value / scale).round() as i8);
            self.bytes.extend(bytes.map(i8::cast_unsigned));
        }
    }
}
