//! How much memory this process uses, where the system tells it.

use std::fs;

/// Resident memory in KiB; `None` where the system does not tell.
pub(crate) fn resident_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
