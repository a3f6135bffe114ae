//! What a report tells, whatever its form: text, JSON or a page.

use crate::compare::Comparison;
use crate::metrics::{Figures, Metrics};
use crate::run::Outcome;

/// A run with all that is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Report<'o> {
    /// Where the cases are from.
    pub source: &'o str,
    /// The figures.
    pub metrics: &'o Metrics,
    /// The figures without each stage, where they were asked for.
    pub ablations: &'o [(&'static str, Figures)],
    /// What changed since an earlier run, where one was given.
    pub comparison: Option<&'o Comparison>,
    /// Every case.
    pub outcomes: &'o [Outcome],
}

impl<'o> Report<'o> {
    /// A report.
    pub fn of(
        source: &'o str,
        metrics: &'o Metrics,
        ablations: &'o [(&'static str, Figures)],
        comparison: Option<&'o Comparison>,
        outcomes: &'o [Outcome],
    ) -> Report<'o> {
        Report { source, metrics, ablations, comparison, outcomes }
    }
}
