//! The tables of characters: the simplified form and the toneless readings of each character of the block
//! U+4E00..U+9FFF, from `data/traditional.txt` and `data/pinyin.txt`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{Display, Write as _};
use std::path::Path;

#[path = "../src/sound/syllable.rs"]
mod syllable;

const FIRST: u32 = 0x4E00;
const COUNT: usize = 0xA000 - 0x4E00;

/// Writes `simplified.rs` and `readings.rs` into the folder `out`.
pub(crate) fn write(out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/sound/syllable.rs");
    std::fs::write(out.join("simplified.rs"), simplified()?)?;
    std::fs::write(out.join("readings.rs"), readings()?)?;
    Ok(())
}

fn read(file: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={file}");
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}").into())
}

fn index(character: char) -> Option<usize> {
    let index = (character as u32).checked_sub(FIRST)? as usize;
    (index < COUNT).then_some(index)
}

fn simplified() -> Result<String, Box<dyn Error>> {
    const FILE: &str = "data/traditional.txt";
    let mut table: Vec<u32> = (FIRST..FIRST + COUNT as u32).collect();
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
            *slot = to as u32;
        }
    }
    let mut text = String::new();
    array(&mut text, "SIMPLIFIED", "u16", &table)?;
    Ok(text)
}

fn readings() -> Result<String, Box<dyn Error>> {
    const FILE: &str = "data/pinyin.txt";
    // Set 0 is empty: the characters without a reading.
    let mut sets: BTreeMap<Vec<u16>, u32> = BTreeMap::from([(Vec::new(), 0)]);
    let mut order: Vec<Vec<u16>> = vec![Vec::new()];
    let mut table = vec![0u32; COUNT];
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
            order.len() as u32 - 1
        });
        for character in characters.chars() {
            let slot = index(character)
                .and_then(|at| table.get_mut(at))
                .ok_or_else(|| fault(&format!("{character} is outside U+4E00..U+9FFF")))?;
            *slot = id;
        }
    }
    let mut starts = vec![0u32];
    let mut syllables = Vec::new();
    for set in &order {
        syllables.extend(set.iter().map(|&syllable| format!("Syllable({syllable})")));
        starts.push(syllables.len() as u32);
    }
    let mut text = String::new();
    array(&mut text, "READING_SET", "u16", &table)?;
    array(&mut text, "SET_START", "u16", &starts)?;
    array(&mut text, "SYLLABLES", "Syllable", &syllables)?;
    Ok(text)
}

/// The lines that hold data, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn array<T: Display>(text: &mut String, name: &str, kind: &str, values: &[T]) -> std::fmt::Result {
    write!(text, "static {name}: [{kind}; {}] = [", values.len())?;
    for value in values {
        write!(text, "{value},")?;
    }
    writeln!(text, "];")
}
