//! `lares embed`: texts in, vectors out; or the commands of a home that are nearest to a text.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use lares::embedding::Embedder;
use serde_json::{Value as Json, json};

use crate::args::{HomeArgs, top_k};
use crate::lines::answer_each;
use crate::open;
use crate::output::{DIM, Output};

/// What to embed.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["jsonl", "similar"])))]
pub(crate) struct EmbedArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// Read {"text":"…"} from each line of standard input, and write it with its vector
    #[arg(long)]
    jsonl: bool,
    /// Show the commands of the home that are nearest to this text
    #[arg(long, value_name = "TEXT")]
    similar: Option<String>,
    /// So many commands, 1 to 100
    #[arg(long, value_name = "N", value_parser = top_k, default_value = "10", requires = "similar")]
    top_k: usize,
    /// Tell with one JSON object
    #[arg(long, requires = "similar")]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &EmbedArgs) -> anyhow::Result<ExitCode> {
    match &args.similar {
        Some(text) => similar(args, text)?,
        None => {
            let embedder = embedder(&args.home)?;
            let input = BufReader::new(io::stdin().lock());
            embed_lines(&*embedder, input, BufWriter::new(io::stdout().lock()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The embedder that the arguments name.
fn embedder(args: &HomeArgs) -> anyhow::Result<Arc<dyn Embedder>> {
    // Nothing has to be compiled for the bundled one.
    if args.embedder.is_none() && args.config.is_none() && args.home.is_none() {
        return Ok(lares::default_embedder());
    }
    Ok(Arc::clone(&open::lares(args)?.compiled_home().embedder))
}

fn similar(args: &EmbedArgs, text: &str) -> anyhow::Result<()> {
    let lares = open::lares(&args.home)?;
    let found = lares.similar(text, args.top_k);
    let model = lares.compiled_home().embedder.name();
    if args.json {
        let listed: Vec<Json> = found
            .iter()
            .map(|similar| {
                json!({
                    "capability_id": similar.capability_id,
                    "description": similar.description,
                    "cosine": rounded(similar.cosine),
                    "score": rounded(similar.score),
                    "devices": similar.devices,
                })
            })
            .collect();
        let mut text =
            serde_json::to_string_pretty(&json!({ "text": text, "model": model, "similar": listed }))?;
        text.push('\n');
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let mut output = Output::lock();
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|similar| {
            vec![
                format!("{:.2}", similar.score),
                format!("{:.3}", similar.cosine),
                lares::clean_text(&similar.capability_id),
                lares::clean_text(&similar.description),
                similar.devices.to_string(),
            ]
        })
        .collect();
    output.table(&["score", "cosine", "command", "description", "devices"], &rows)?;
    output.styled(DIM, &format!("{model}; a score of 0.5 is as likely as not the same intent"))?;
    writeln!(output)?;
    Ok(())
}

/// To three digits: no more is meant.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}

fn embed_lines(
    embedder: &dyn Embedder,
    input: BufReader<impl Read>,
    output: impl Write,
) -> anyhow::Result<()> {
    answer_each(input, output, |fields| {
        let text = fields.get("text").and_then(Json::as_str).unwrap_or_default();
        let mut vector = vec![0.0; embedder.dimensions()];
        embedder.embed_query(text, &mut vector).map_err(|error| error.to_string())?;
        Ok(json!({ "text": text, "model": embedder.name(), "vector": vector }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded(input: &[u8]) -> Vec<Json> {
        let mut output = Vec::new();
        embed_lines(&*lares::default_embedder(), BufReader::new(input), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_text_has_its_vector_and_a_blank_one_has_zeros() {
        let lines =
            embedded("{\"text\":\"调暗\"}\nnonsense\n{\"text\":\"  \"}\n{\"text\":\"调暗\"}\n".as_bytes());
        let numbers = |line: &Json| -> Vec<f64> {
            line["vector"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
        };
        assert_eq!(lines.len(), 4);
        let length: f64 = numbers(&lines[0]).iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-3 && lines[0] == lines[3]);
        assert_eq!(lines[1]["error"]["line"], 2);
        assert!(numbers(&lines[2]).iter().all(|x| *x == 0.0));
    }
}
