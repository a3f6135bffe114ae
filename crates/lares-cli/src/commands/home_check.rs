//! `lares home check`: what a home holds, and what will hurt before it does.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use lares::{Finding, Lares, Severity};
use serde_json::{Value as Json, json};

use crate::args::HomeArgs;
use crate::open;
use crate::output::{BAD, CARE, DIM, GOOD, Output, STRONG};

/// Which home, and how to tell.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// A home folder or a single devices.json [default: the built-in sample home]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Tell with one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let lares = open::lares(&HomeArgs { home: args.path.clone(), ..HomeArgs::default() })?;
    let mut findings = lares.findings().to_vec();
    findings.extend(lares::home::check(lares.home()));
    // The worst first; within one kind in the order of the home.
    findings.sort_by(|a, b| b.severity.cmp(&a.severity).then(a.code.cmp(b.code)));
    if args.json {
        let mut text = serde_json::to_string_pretty(&as_json(&lares, &findings))?;
        text.push('\n');
        std::io::stdout().lock().write_all(text.as_bytes())?;
    } else {
        tell(&mut Output::lock(), &lares, &findings)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(lares: &Lares, findings: &[Finding]) -> Json {
    let home = lares.home();
    let listed: Vec<Json> = findings
        .iter()
        .map(|finding| {
            json!({
                "severity": severity_name(finding.severity),
                "code": finding.code,
                "subject": finding.subject,
                "message": finding.message,
                "hint": finding.hint,
            })
        })
        .collect();
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    json!({
        "language": home.language.choose("zh", "en"),
        "rooms": home.rooms.len(),
        "devices": home.devices.len(),
        "scenes": home.scenes.len(),
        "commands": home.commands.len(),
        "attributes": home.attributes.len(),
        "categories": categories(lares),
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "notes": count(Severity::Note),
        "findings": listed,
    })
}

/// How many devices there are of each category.
fn categories(lares: &Lares) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for device in &lares.home().devices {
        *counts.entry(lares.category_of(device)).or_insert(0) += 1;
    }
    counts
}

fn tell(output: &mut Output, lares: &Lares, findings: &[Finding]) -> anyhow::Result<()> {
    let home = lares.home();
    output.styled(
        STRONG,
        &format!("{} devices, {} rooms, {} scenes", home.devices.len(), home.rooms.len(), home.scenes.len()),
    )?;
    writeln!(output)?;
    let kinds: Vec<String> =
        categories(lares).into_iter().map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(output, "{}", kinds.join(", "))?;
    writeln!(
        output,
        "{} distinct commands, {} distinct attributes; language {}",
        home.commands.len(),
        home.attributes.len(),
        home.language.choose("Chinese", "English")
    )?;
    writeln!(output)?;
    if !findings.is_empty() {
        let rows: Vec<Vec<String>> = findings
            .iter()
            .map(|finding| {
                vec![
                    severity_name(finding.severity).to_owned(),
                    finding.code.to_owned(),
                    finding.subject.clone(),
                    finding.message.clone(),
                    finding.hint.clone(),
                ]
            })
            .collect();
        output.table(&["severity", "code", "about", "what", "what to do"], &rows)?;
        writeln!(output)?;
    }
    for (severity, style) in [(Severity::Error, BAD), (Severity::Warning, CARE), (Severity::Note, DIM)] {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        let name = severity_name(severity);
        let text = format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        output.styled(if count == 0 { GOOD } else { style }, &text)?;
        writeln!(output)?;
    }
    output.flush()?;
    Ok(())
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
