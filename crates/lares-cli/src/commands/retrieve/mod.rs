//! `lares retrieve`: a line in, a line out, in order, on all the cores there are. A line that is no request costs nobody
//! else an answer.

mod in_order;

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use lares::{Lares, Request};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::args::HomeArgs;
use crate::lines::{Fields, next_fields};
use crate::open;
use in_order::{Job, answer_in_order};

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
        let Some(fields) = next_fields(&mut input, &mut line)? else { return Ok(None) };
        let request = fields.and_then(request);
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

/// The request of a line, or what is wrong with it.
fn request(fields: Fields) -> Result<Request, String> {
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
