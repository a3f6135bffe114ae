//! The memory of further homes in one process.

use std::fmt::Write as _;

use lares::{Lares, Request};
use lares_eval::generate::{Size, home_named};

use super::{Page, holds};
use crate::memory::resident_kib;

const DEVICES: usize = 100;
/// The budget of a home, in KiB (100 KB).
const BUDGET: f64 = 100_000.0 / 1024.0;

pub(super) fn section(page: &mut Page, homes: usize) -> anyhow::Result<()> {
    writeln!(page, "## Memory\n")?;
    let load = |index: usize| -> anyhow::Result<Lares> {
        let source = home_named(Size::of(DEVICES), &format!("h{index}-"));
        let lares = Lares::builder().home_source(source).build()?;
        lares.retrieve(&Request::new("打开客厅的灯"));
        Ok(lares)
    };
    let first = load(0)?;
    let Some(one) = resident_kib() else {
        writeln!(page, "This system does not tell how much memory is in use.\n")?;
        return Ok(());
    };
    let further: Vec<Lares> = (1..=homes).map(load).collect::<Result<_, _>>()?;
    let all = resident_kib().unwrap_or(one);
    let each = all.saturating_sub(one) as f64 / homes.max(1) as f64;
    writeln!(
        page,
        "{homes} further homes of {DEVICES} devices beside one of the same size, each of which has answered a request: \
         {each:.1} KiB each (budget {BUDGET:.1} KiB: {}), {:.0} MiB in all.\n",
        holds(each, BUDGET),
        all as f64 / 1024.0
    )?;
    drop((first, further));
    Ok(())
}
