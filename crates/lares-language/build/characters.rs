//! The tables of characters: the simplified form and the toneless readings of each character of the block
//! U+4E00..U+9FFF, from `data/traditional.txt` and `data/pinyin.txt`.
//!
//! They are written as code of the library, and stand in for its module `tables` in what the build script shares with
//! it.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{Display, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use crate::sound::pinyin::Syllable;
use crate::sound::syllable;

const FIRST: u32 = 0x4E00;
const COUNT: usize = 0xA000 - 0x4E00;

/// Both tables.
struct Tables {
    simplified: Vec<u16>,
    reading_sets: Vec<u16>,
    set_starts: Vec<u16>,
    syllables: Vec<Syllable>,
}

static TABLES: OnceLock<Tables> = OnceLock::new();

/// Reads the tables, makes them known to this process and writes them as `simplified.rs` and `readings.rs` into the
/// folder `out`.
pub(crate) fn write(out: &Path) -> Result<(), Box<dyn Error>> {
    let tables = read_readings(read_simplified()?)?;
    let mut text = String::new();
    array(&mut text, "SIMPLIFIED", "u16", tables.simplified.iter())?;
    std::fs::write(out.join("simplified.rs"), text)?;
    let mut text = String::new();
    array(&mut text, "READING_SET", "u16", tables.reading_sets.iter())?;
    array(&mut text, "SET_START", "u16", tables.set_starts.iter())?;
    let syllables = tables.syllables.iter().map(|syllable| format!("Syllable({})", syllable.0));
    array(&mut text, "SYLLABLES", "Syllable", syllables)?;
    std::fs::write(out.join("readings.rs"), text)?;
    TABLES.set(tables).map_err(|_| "the tables of characters were read twice".into())
}
fn read(file: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={file}");
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}").into())
}

fn index(character: char) -> Option<usize> {
    let index = (character as u32).checked_sub(FIRST)? as usize;
    (index < COUNT).then_some(index)
}

fn read_simplified() -> Result<Vec<u16>, Box<dyn Error>> {
    const FILE: &str = "data/traditional.txt";
    let mut table: Vec<u16> = (FIRST..FIRST + COUNT as u32).map(|code| code as u16).collect();
    for (number, line) in lines(&read(FILE)?) {
        for pair in line.split_whitespace() {
            let mut characters = pair.chars();
            let (Some(from), Some(to), None) = (characters.next(), characters.next(), characters.next())
            else {
                return Err(format!("{FILE}:{number}: {pair} is no pair of characters").into());
            };
            let slot = index(from)
                .filter(|_| index(to).is_some())
                .and_then(|from| table.get_mut(from))
                .ok_or_else(|| format!("{FILE}:{number}: {pair} is outside U+4E00..U+9FFF"))?;
            *slot = to as u32 as u16;
        }
    }
    Ok(table)
}

fn read_readings(simplified: Vec<u16>) -> Result<Tables, Box<dyn Error>> {
    const FILE: &str = "data/pinyin.txt";
    // Set 0 is empty: the characters without a reading.
    let mut sets: BTreeMap<Vec<u16>, u16> = BTreeMap::from([(Vec::new(), 0)]);
    let mut order: Vec<Vec<u16>> = vec![Vec::new()];
    let mut table = vec![0u16; COUNT];
    for (number, line) in lines(&read(FILE)?) {
        let fault = |what: &str| format!("{FILE}:{number}: {what}");
        let (spellings, characters) = line.split_once(' ').ok_or_else(|| fault("no characters"))?;
        let set = spellings
            .split(',')
            .map(|spelling| {
                syllable::number(spelling).ok_or_else(|| fault(&format!("{spelling} is no syllable")))
            })
            .collect::<Result<Vec<u16>, String>>()?;
        let id = *sets.entry(set.clone()).or_insert_with(|| {
            order.push(set);
            order.len() as u16 - 1
        });
        for character in characters.chars() {
            let slot = index(character)
                .and_then(|at| table.get_mut(at))
                .ok_or_else(|| fault(&format!("{character} is outside U+4E00..U+9FFF")))?;
            *slot = id;
        }
    }
    let mut starts = vec![0u16];
    let mut syllables = Vec::new();
    for set in &order {
        syllables.extend(set.iter().map(|&number| Syllable(number)));
        starts.push(syllables.len() as u16);
    }
    Ok(Tables { simplified, reading_sets: table, set_starts: starts, syllables })
}

/// The simplified form of each character from U+4E00.
pub(crate) fn simplified() -> &'static [u16] {
    TABLES.get().map(|tables| tables.simplified.as_slice()).unwrap_or_default()
}

/// The set of readings of each character from U+4E00.
pub(crate) fn reading_sets() -> &'static [u16] {
    TABLES.get().map(|tables| tables.reading_sets.as_slice()).unwrap_or_default()
}

/// Where each set of readings begins, and where the last one ends.
pub(crate) fn set_starts() -> &'static [u16] {
    TABLES.get().map(|tables| tables.set_starts.as_slice()).unwrap_or_default()
}

/// The readings, set after set.
pub(crate) fn syllables() -> &'static [Syllable] {
    TABLES.get().map(|tables| tables.syllables.as_slice()).unwrap_or_default()
}

/// The lines that hold data, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn array(
    text: &mut String,
    name: &str,
    kind: &str,
    values: impl ExactSizeIterator<Item = impl Display>,
) -> std::fmt::Result {
    write!(text, "static {name}: [{kind}; {}] = [", values.len())?;
    for value in values {
        write!(text, "{value},")?;
    }
    writeln!(text, "];")
}
