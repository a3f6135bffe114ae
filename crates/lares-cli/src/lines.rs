//! Objects with a text from standard input, one a line, each with its answer on a line in its place. A line that is none
//! costs nobody else an answer.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};

use serde::Serialize;
use serde_json::{Value as Json, json};

/// Longer lines are refused, so that one cannot take all memory.
const LONGEST_LINE: u64 = 1024 * 1024;

/// The fields of an object.
pub(crate) type Fields = HashMap<String, Json>;

/// The fields of the next line, or what is wrong with it; `None` at the end of the input. `line` is room to read into.
///
/// # Errors
/// Where the input cannot be read.
pub(crate) fn next_fields(
    input: &mut BufReader<impl Read>,
    line: &mut Vec<u8>,
) -> io::Result<Option<Result<Fields, String>>> {
    line.clear();
    if input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 > LONGEST_LINE && !line.ends_with(b"\n") {
        skip_line(input)?;
        return Ok(Some(Err(format!("the line is longer than {LONGEST_LINE} bytes"))));
    }
    Ok(Some(fields(line)))
}

/// Answers every line; what is wrong with one is its answer.
pub(crate) fn answer_each<A: Serialize>(
    mut input: BufReader<impl Read>,
    mut output: impl Write,
    mut answer: impl FnMut(Fields) -> Result<A, String>,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    for number in 1_u64.. {
        let Some(fields) = next_fields(&mut input, &mut line)? else { break };
        match fields.and_then(&mut answer) {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(message) => {
                let error = json!({ "error": { "line": number, "message": message } });
                serde_json::to_writer(&mut output, &error)?;
            }
        }
        output.write_all(b"\n")?;
        // Whoever waits for an answer before the next request gets it now; a file is written in large pieces.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(())
}

/// Reads up to the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The object on a line, with a text in it; or what is wrong with it.
fn fields(line: &[u8]) -> Result<Fields, String> {
    const FORM: &str = "write {\"text\":\"…\"}";
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 text from byte {} on", error.valid_up_to() + 1))?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Err(format!("the line is blank; {FORM}"));
    }
    let fields: Fields = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) if error.is_data() => return Err(format!("not a JSON object; {FORM}")),
        Err(error) => return Err(format!("not JSON ({}); {FORM}", without_line(&error))),
    };
    match fields.get("text") {
        None => Err(format!("field `text` is missing; {FORM}")),
        Some(Json::String(_)) => Ok(fields),
        Some(_) => Err("field `text` is not a string".to_owned()),
    }
}

/// The parser counts lines within the line; only the column says something.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.replace("at line 1 column", "at column")
}
