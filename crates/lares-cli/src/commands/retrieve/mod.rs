//! `lares retrieve`: a line in, a line out, in order, on all the cores there are. A line that is no request costs nobody
//! else an answer.

mod in_order;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use lares::{Lares, Request};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::args::HomeArgs;
use crate::open;
use in_order::{Job, answer_in_order};

/// Longer lines are refused, so that one cannot take all memory.
const LONGEST_LINE: u64 = 1024 * 1024;

/// Which home.
#[derive(Debug, clap::Args)]
pub(crate) struct RetrieveArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// One JSON object a line, in and out (the only form there is)
    #[arg(long)]
    #[allow(dead_code, reason = "it names the form of the input; there is only one")]
    jsonl: bool,
}

/// Runs the command.
pub(crate) fn run(args: &RetrieveArgs) -> anyhow::Result<ExitCode> {
    let lares = open::lares(&args.home)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    answer_lines(&lares, threads, BufReader::new(io::stdin().lock()), BufWriter::new(io::stdout()))?;
    Ok(ExitCode::SUCCESS)
}

/// A line to answer: a request with the time at which it was read, or what is wrong with it.
type Line = (u64, Result<(Request, u64), String>);

fn answer_lines(
    lares: &Lares,
    threads: usize,
    mut input: BufReader<impl Read>,
    output: impl Write + Send,
) -> io::Result<()> {
    let begun = Instant::now();
    let mut numbers = 1_u64..;
    let mut line = Vec::new();
    let next = || -> io::Result<Option<Job<Line>>> {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let request = if line.len() as u64 > LONGEST_LINE && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            Err(format!("the line is longer than {LONGEST_LINE} bytes"))
        } else {
            request(&line)
        };
        let now_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let conversation = request.as_ref().ok().and_then(|request| request.session.clone());
        let number = numbers.next().unwrap_or(u64::MAX);
        Ok(Some(Job { conversation, work: (number, request.map(|request| (request, now_ms))) }))
    };
    let answer = |(number, request): Line| -> io::Result<Vec<u8>> {
        let mut bytes = match request {
            Ok((request, now_ms)) => serde_json::to_vec(&lares.retrieve_at(&request, now_ms))?,
            Err(message) => serde_json::to_vec(&json!({ "error": { "line": number, "message": message } }))?,
        };
        bytes.push(b'\n');
        Ok(bytes)
    };
    answer_in_order(threads, next, answer, output)
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

/// The request on a line, or what is wrong with it.
fn request(line: &[u8]) -> Result<Request, String> {
    const FORM: &str = "write {\"text\":\"…\"}";
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 text from byte {} on", error.valid_up_to() + 1))?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Err(format!("the line is blank; {FORM}"));
    }
    let fields: HashMap<String, Json> = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) if error.is_data() => return Err(format!("not a JSON object; {FORM}")),
        Err(error) => return Err(format!("not JSON ({}); {FORM}", without_line(&error))),
    };
    match fields.get("text") {
        None => return Err(format!("field `text` is missing; {FORM}")),
        Some(Json::String(_)) => {}
        Some(_) => return Err("field `text` is not a string".to_owned()),
    }
    for field in ["session", "room"] {
        if !matches!(fields.get(field), None | Some(Json::Null | Json::String(_))) {
            return Err(format!("field `{field}` is not a string"));
        }
    }
    if let Some(count) = fields.get("top_k").filter(|count| !count.is_null())
        && !count.as_u64().is_some_and(|count| (1..=100).contains(&count))
    {
        return Err("field `top_k` is not a whole number from 1 to 100".to_owned());
    }
    Request::deserialize(Json::Object(fields.into_iter().collect())).map_err(|error| error.to_string())
}

/// The parser counts lines within the line; only the column says something.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.replace("at line 1 column", "at column")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &[u8]) -> Vec<Json> {
        let lares = Lares::builder().build().unwrap();
        let mut output = Vec::new();
        answer_lines(&lares, 2, BufReader::new(input), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_line_has_its_answer_in_its_place() {
        let input = b"{\"text\":\"a\"}\nnonsense\n\n[]\n{}\n{\"text\":1}\n\xff\xfe\n{\"text\":\"b\",\"session\":2}\n\
            {\"text\":\"c\",\"top_k\":0}\n{\"text\":\"d\",\"unknown\":[1],\"session\":null}\r\n{\"text\":\"e\"}";
        let answers = answers(input);
        assert_eq!(answers.len(), 11);
        for (index, answer) in answers.iter().enumerate() {
            match index {
                0 | 9 | 10 => assert!(answer["text"].is_string(), "{answer}"),
                _ => {
                    assert_eq!(answer["error"]["line"], json!(index + 1));
                    assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
                }
            }
        }
        assert!(answers[4]["error"]["message"].as_str().unwrap().contains("`text` is missing"));
        assert!(answers[6]["error"]["message"].as_str().unwrap().contains("UTF-8"));
        assert!(answers[7]["error"]["message"].as_str().unwrap().contains("`session`"));
    }

    #[test]
    fn a_line_without_end_is_refused_and_the_next_is_answered() {
        let mut input = vec![b'x'; 3 * 1024 * 1024];
        input.extend_from_slice(b"\n{\"text\":\"a\"}\n");
        let answers = answers(&input);
        assert_eq!(answers.len(), 2);
        assert!(answers[0]["error"]["message"].as_str().unwrap().contains("longer"));
        assert_eq!(answers[1]["text"], "a");
    }
}
