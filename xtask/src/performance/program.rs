//! The program as a whole: `lares retrieve --jsonl` over a file of requests, and the start of `lares ask`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use lares::home::HomeSource;
use lares_eval::generate::{Size, home, varied_requests};
use serde_json::json;

use super::{Page, millis, quantile};

/// So many speakers take turns.
const CONVERSATIONS: usize = 50;

pub(super) fn section(page: &mut Page, sizes: &[usize], count: usize) -> anyhow::Result<()> {
    let program = build()?;
    let folder = std::env::temp_dir().join(format!("lares-performance-{}", std::process::id()));
    let measured = measure(page, &program, &folder, sizes, count);
    fs::remove_dir_all(&folder).ok();
    measured
}

fn measure(
    page: &mut Page,
    program: &Path,
    folder: &Path,
    sizes: &[usize],
    count: usize,
) -> anyhow::Result<()> {
    writeln!(page, "## The whole program\n")?;
    writeln!(
        page,
        "`lares retrieve --jsonl` over {count} requests of {CONVERSATIONS} conversations in turn: reading and writing \
         JSON, and conversations, included. On one core it is held there; the answers on one core and on all are \
         compared byte for byte. Seconds are without the reading of the home, which is a run with no request.\n"
    )?;
    writeln!(
        page,
        "| devices | rooms | read the home, s | one core, s | µs a request | all cores, s | µs a request | times as fast | same bytes |"
    )?;
    writeln!(page, "|--:|--:|--:|--:|--:|--:|--:|--:|--|")?;
    for &devices in sizes {
        for size in [Size::of(devices), Size::of(devices).in_rooms(25)] {
            let source = home(size);
            let home_folder = folder.join(format!("{devices}-{}", size.rooms));
            write_home(&home_folder, &source)?;
            let mut lines = String::new();
            for (index, text) in varied_requests(&source, count, 1).into_iter().enumerate() {
                let session = format!("s{}", index % CONVERSATIONS);
                writeln!(lines, "{}", json!({ "text": text, "session": session }))?;
            }
            let requests = folder.join("requests.jsonl");
            fs::write(&requests, lines)?;
            let empty = folder.join("none.jsonl");
            fs::write(&empty, "")?;
            let (reading, _) = retrieve(program, &home_folder, &empty, false)?;
            let (one, expect) = retrieve(program, &home_folder, &requests, true)?;
            let (all, answers) = retrieve(program, &home_folder, &requests, false)?;
            let (one, all) = (one.saturating_sub(reading), all.saturating_sub(reading));
            writeln!(
                page,
                "| {devices} | {} | {:.2} | {:.2} | {:.0} | {:.2} | {:.0} | {:.2} | {} |",
                size.rooms,
                reading.as_secs_f64(),
                one.as_secs_f64(),
                one.as_secs_f64() * 1e6 / count as f64,
                all.as_secs_f64(),
                all.as_secs_f64() * 1e6 / count as f64,
                one.as_secs_f64() / all.as_secs_f64().max(1e-9),
                if expect == answers { "yes" } else { "**no**" },
            )?;
            ensure!(answers.iter().filter(|&&byte| byte == b'\n').count() == count, "answers are missing");
            fs::remove_dir_all(&home_folder)?;
        }
    }
    let mut starts = Vec::new();
    for _ in 0..21 {
        let started = Instant::now();
        let done = Command::new(program).args(["ask", "打开客厅的灯"]).stdout(Stdio::null()).status()?;
        starts.push(started.elapsed());
        ensure!(done.success(), "`lares ask` failed");
    }
    starts.sort_unstable();
    let median = millis(quantile(&starts, 0.5));
    writeln!(
        page,
        "\n`lares ask` on the sample home, from the start of the process to its end: {median:.0} ms (median of {}; budget 50 ms: {}). \
         The program is {:.1} MB.\n",
        starts.len(),
        super::holds(median, 50.0),
        fs::metadata(program)?.len() as f64 / 1e6
    )?;
    Ok(())
}

/// The program, built as it is released.
fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(["build", "--release", "-p", "lares-cli"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .context("cargo cannot be run")?;
    ensure!(done.success(), "the program cannot be built");
    let program = std::env::current_exe()?.with_file_name("lares");
    ensure!(program.exists(), "{} is not there; run this chore by cargo", program.display());
    Ok(program)
}

/// Runs all requests of a file; on one core where that is wanted and the system can.
fn retrieve(
    program: &Path,
    home: &Path,
    requests: &Path,
    one_core: bool,
) -> anyhow::Result<(Duration, Vec<u8>)> {
    let mut command = Command::new(program);
    if one_core && Command::new("taskset").arg("--version").output().is_ok() {
        command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program);
    }
    command.arg("retrieve").arg("--home").arg(home).arg("--jsonl").stdin(fs::File::open(requests)?);
    let output_path = requests.with_extension("out");
    command.stdout(fs::File::create(&output_path)?).stderr(Stdio::null());
    let started = Instant::now();
    let done = command.status()?;
    let took = started.elapsed();
    ensure!(done.success(), "`lares retrieve` failed");
    let answers = fs::read(&output_path)?;
    Ok((took, answers))
}

/// The documents of a home folder.
fn write_home(folder: &Path, source: &HomeSource) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let items: Vec<_> = source
        .devices
        .iter()
        .map(|device| {
            let components: Vec<_> = device
                .components
                .iter()
                .map(|component| {
                    let capabilities: Vec<_> =
                        component.capabilities.iter().map(|id| json!({ "id": id })).collect();
                    let categories: Vec<_> = component
                        .categories
                        .iter()
                        .map(|category| json!({ "name": category.name, "categoryType": "manufacturer" }))
                        .collect();
                    json!({ "id": component.id, "capabilities": capabilities, "categories": categories })
                })
                .collect();
            json!({
                "deviceId": device.id,
                "label": device.name,
                "roomId": device.room_id,
                "profile": { "id": device.profile_id },
                "components": components,
            })
        })
        .collect();
    fs::write(folder.join("devices.json"), serde_json::to_vec(&json!({ "items": items }))?)?;
    let rooms: Vec<_> =
        source.rooms.iter().map(|room| json!({ "roomId": room.id, "name": room.name })).collect();
    fs::write(folder.join("rooms.json"), serde_json::to_vec(&json!({ "items": rooms }))?)?;
    Ok(())
}
