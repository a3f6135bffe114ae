//! `lares eval --calibrate`: measures the scale of an embedder and keeps it beside its model.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use lares::Lares;
use lares_eval::calibrate::calibrate;
use lares_eval::consulted::Consulted;
use lares_eval::{Case, Outcome};

use crate::failure::BadInput;
use crate::output::Output;

/// Measures with these cases and tells what was found.
pub(crate) fn run(lares: &Lares, cases: &[Case]) -> anyhow::Result<ExitCode> {
    let Some(path) = lares.scale_path() else {
        let message = "--calibrate: the default embedder has its own scale; name another one with --embedder (or give \
                       it a cache, where its scale can be kept)";
        return Err(BadInput(message.to_owned()).into());
    };
    if let Some(finding) = lares.findings().iter().find(|finding| finding.code == "embedder_unavailable") {
        anyhow::bail!("{}", finding.message);
    }
    let found = calibrate(lares, cases)?;
    lares::keep_scale(&path, &found.scale)
        .with_context(|| format!("{}: the scale cannot be kept", path.display()))?;
    let scale = found.scale;
    let mut output = Output::lock();
    writeln!(
        output,
        "{} cases, the right command nearest in {}\nmidpoint {:.3}, slope {:.1}, temperature {:.3}\nkept in {}",
        found.cases,
        found.nearest,
        scale.midpoint,
        scale.slope,
        scale.temperature,
        path.display()
    )?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What models have cost, for the end of a report; empty where none is in use.
pub(crate) fn costs(lares: &Lares, outcomes: &[Outcome]) -> String {
    let mut text = Consulted::of(outcomes).map(|consulted| consulted.told()).unwrap_or_default();
    if let Some(usage) = lares.model_usage() {
        text.push_str(&format!(
            "language model: {} calls, {} failures, {} tokens in, {} tokens out, {} ms of waiting\n",
            usage.calls, usage.failures, usage.tokens_in, usage.tokens_out, usage.waited_ms
        ));
    }
    if let Some(usage) = lares.embedder_usage() {
        text.push_str(&format!(
            "embedder: {} calls, {} texts fetched, {} at hand, {} tokens, {} ms of waiting\n",
            usage.calls, usage.fetched, usage.cached, usage.tokens, usage.waited_ms
        ));
    }
    text
}
