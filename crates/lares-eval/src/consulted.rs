//! How often a language model was asked, or would have been.

use std::collections::BTreeMap;

use crate::run::Outcome;

/// The last turns of cases, by what was decided about a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Consulted {
    /// All of them.
    pub requests: usize,
    /// Those for which a model was wanted, whether there was one or not.
    pub wanted: usize,
    /// Those whose answer rests on what a model read.
    pub used: usize,
    /// Why a model was wanted or not, and how often.
    pub why: BTreeMap<String, usize>,
    /// What came of it where it was wanted, and how often.
    pub outcomes: BTreeMap<String, usize>,
}

impl Consulted {
    /// Counts; `None` where no answer says anything of a model.
    pub fn of(outcomes: &[Outcome]) -> Option<Consulted> {
        let mut consulted = Consulted { requests: outcomes.len(), ..Consulted::default() };
        for outcome in outcomes {
            let note = outcome.answer.results.first().and_then(|result| result.meta.get("model"));
            let Some(note) = note else { continue };
            let text = |field: &str| note.get(field).and_then(|text| text.as_str()).map(str::to_owned);
            if let Some(why) = text("why") {
                *consulted.why.entry(why).or_default() += 1;
            }
            if let Some(what) = text("outcome") {
                consulted.wanted += 1;
                consulted.used += usize::from(what == "used");
                *consulted.outcomes.entry(what).or_default() += 1;
            }
        }
        (!consulted.why.is_empty()).then_some(consulted)
    }

    /// A line for a report.
    pub fn told(&self) -> String {
        let list = |counts: &BTreeMap<String, usize>| -> String {
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        format!(
            "a model was wanted for {} of {} requests and used for {} ({}; {})\n",
            self.wanted,
            self.requests,
            self.used,
            list(&self.why),
            list(&self.outcomes)
        )
    }
}
