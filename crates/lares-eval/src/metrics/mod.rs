//! Figures over many verdicts: overall and by tag, category, language, quantifier, turns and home.

mod confusion;
mod interval;
mod latency;
mod reliability;
mod tokens;

use std::collections::BTreeMap;

use lares::Decision;
use serde::Serialize;

use crate::judge::{Fault, Share};
use crate::run::Outcome;

pub use confusion::{Confusion, NOTHING};
pub use interval::RankingIntervals;
pub use latency::{Bucket, Latency};
pub use reliability::{Bin, Reliability};
pub use tokens::Tokens;

/// An answer with at least this confidence should be right.
const SURE: f32 = 0.8;

/// All figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Metrics {
    /// Over all cases.
    pub overall: Figures,
    /// The 95 % intervals of the figures about candidates.
    pub ranking_intervals: Option<RankingIntervals>,
    /// The same figures by home, language, tag, category, quantifier and number of turns.
    pub breakdowns: Vec<Breakdown>,
    /// Why cases are not exact, most frequent first.
    pub faults: Vec<(Fault, usize)>,
    /// Which categories were chosen for which.
    pub confusion: Confusion,
    /// Exact cases by confidence.
    pub reliability: Reliability,
    /// Of the cases that acted with a confidence of 0.8 or more, those that are exact.
    pub sure: Share,
    /// What an agent is spared.
    pub tokens: Tokens,
    /// How long answers took.
    pub latency: Latency,
}

/// The figures by one aspect of the cases.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Breakdown {
    /// `home`, `language`, `tag`, `category`, `quantifier`, `turns`.
    pub by: &'static str,
    /// Each value with its figures. A case is in several rows where it has several tags or categories.
    pub rows: BTreeMap<String, Figures>,
}

/// The figures of some cases. Shares of nothing are `None`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Figures {
    /// How many cases.
    pub cases: usize,
    /// Those that are exact.
    pub exact: usize,
    /// Their share.
    pub exact_share: Option<f64>,
    /// The 95 % interval of that share, by bootstrap over the cases.
    pub exact_interval: Option<[f64; 2]>,
    /// Cases with an invocation that was not meant.
    pub wrong_acts: usize,
    /// The 95 % interval of their share, by bootstrap over the cases.
    pub wrong_interval: Option<[f64; 2]>,
    /// Those of them where one of these invocations can harm.
    pub sensitive_wrong_acts: usize,
    /// Cases that asked where nothing is unclear.
    pub needless_questions: usize,
    /// Cases that acted where they should have asked.
    pub missed_questions: usize,
    /// Of the cases that should be asked about, those that were.
    pub asked: Share,
    /// Of the cases where nothing is meant, those that did nothing.
    pub refused: Share,
    /// Of the expected arguments whose device and command were invoked, those that are right.
    pub arguments: Share,
    /// How many cases ended in each decision.
    pub decisions: Decisions,
    /// How many commands were expected; what follows is over them.
    pub expectations: usize,
    /// The first candidate is right.
    pub top1: Option<f64>,
    /// The share of the devices wanted among the first candidate.
    pub recall_at_1: Option<f64>,
    /// Among the first 5.
    pub recall_at_5: Option<f64>,
    /// Among the first 10.
    pub recall_at_10: Option<f64>,
    /// The mean of 1 / rank of the first right candidate.
    pub mrr: Option<f64>,
}

/// How many cases ended in each decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Decisions {
    /// It acted.
    pub act: usize,
    /// It asked.
    pub ask: usize,
    /// It left the choice to the agent.
    pub pass: usize,
    /// It found nothing to do.
    pub none: usize,
}

impl Metrics {
    /// The figures of a run.
    pub fn of(outcomes: &[Outcome]) -> Metrics {
        let all: Vec<&Outcome> = outcomes.iter().collect();
        let breakdowns = vec![
            breakdown("home", outcomes, |outcome| vec![outcome.home.clone()]),
            breakdown("language", outcomes, |outcome| vec![outcome.case.language().to_owned()]),
            breakdown("tag", outcomes, |outcome| outcome.case.phenomena().map(str::to_owned).collect()),
            breakdown("category", outcomes, |outcome| outcome.categories.clone()),
            breakdown("quantifier", outcomes, |outcome| {
                outcome.case.quantifiers().into_iter().map(str::to_owned).collect()
            }),
            breakdown("turns", outcomes, |outcome| vec![outcome.case.turns.len().to_string()]),
        ];
        Metrics {
            overall: Figures::of(&all),
            ranking_intervals: RankingIntervals::of(outcomes),
            breakdowns,
            faults: faults(outcomes),
            confusion: Confusion::of(outcomes),
            reliability: Reliability::of(outcomes),
            sure: share(outcomes, |outcome| acted(outcome) && outcome.verdict.confidence >= SURE),
            tokens: Tokens::of(outcomes),
            latency: Latency::of(outcomes.iter().map(|outcome| outcome.elapsed).collect()),
        }
    }
}

impl Figures {
    /// The figures of some cases.
    pub fn of(outcomes: &[&Outcome]) -> Figures {
        let exact = outcomes.iter().filter(|outcome| outcome.verdict.exact).count();
        let mut figures = Figures { cases: outcomes.len(), exact, ..Figures::default() };
        figures.exact_interval = interval::of_share(figures.exact, figures.cases);
        figures.exact_share = ratio(figures.exact as f64, figures.cases);
        let (mut first, mut reciprocal, mut recall) = (0.0, 0.0, [0.0; 3]);
        for outcome in outcomes {
            let (case, verdict) = (&outcome.case, &outcome.verdict);
            figures.wrong_acts += usize::from(verdict.wrong_acts > 0);
            figures.sensitive_wrong_acts += usize::from(verdict.sensitive_wrong_acts > 0);
            figures.needless_questions += usize::from(verdict.needless_question);
            figures.missed_questions += usize::from(verdict.missed_question);
            if case.clarify {
                figures.asked.add(verdict.exact);
            } else if case.expect.is_empty() {
                figures.refused.add(verdict.exact);
            }
            figures.arguments.right += verdict.arguments.right;
            figures.arguments.of += verdict.arguments.of;
            match verdict.decision {
                Decision::Act => figures.decisions.act += 1,
                Decision::Ask => figures.decisions.ask += 1,
                Decision::Pass => figures.decisions.pass += 1,
                Decision::None => figures.decisions.none += 1,
            }
            for ranking in &verdict.ranks {
                figures.expectations += 1;
                first += f64::from(u8::from(ranking.first == Some(1)));
                reciprocal += ranking.first.map_or(0.0, |rank| 1.0 / rank as f64);
                for (sum, share) in recall.iter_mut().zip(ranking.recall) {
                    *sum += share;
                }
            }
        }
        figures.wrong_interval = interval::of_share(figures.wrong_acts, figures.cases);
        let mean = |sum| ratio(sum, figures.expectations);
        figures.top1 = mean(first);
        figures.mrr = mean(reciprocal);
        [figures.recall_at_1, figures.recall_at_5, figures.recall_at_10] = recall.map(mean);
        figures
    }
}

impl Share {
    fn add(&mut self, right: bool) {
        self.of += 1;
        self.right += usize::from(right);
    }

    /// The share; `None` of nothing.
    pub fn ratio(self) -> Option<f64> {
        ratio(self.right as f64, self.of)
    }
}

fn ratio(sum: f64, of: usize) -> Option<f64> {
    (of > 0).then(|| sum / of as f64)
}

fn acted(outcome: &Outcome) -> bool {
    outcome.verdict.decision == Decision::Act
}

/// Of the cases that count, those that are exact.
fn share(outcomes: &[Outcome], counts: impl Fn(&Outcome) -> bool) -> Share {
    let mut share = Share::default();
    for outcome in outcomes.iter().filter(|outcome| counts(outcome)) {
        share.add(outcome.verdict.exact);
    }
    share
}

fn breakdown(by: &'static str, outcomes: &[Outcome], keys: impl Fn(&Outcome) -> Vec<String>) -> Breakdown {
    let mut rows: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        for key in keys(outcome) {
            rows.entry(key).or_default().push(outcome);
        }
    }
    let rows = rows.into_iter().map(|(key, outcomes)| (key, Figures::of(&outcomes))).collect();
    Breakdown { by, rows }
}

fn faults(outcomes: &[Outcome]) -> Vec<(Fault, usize)> {
    let mut counts: BTreeMap<Fault, usize> = BTreeMap::new();
    for fault in outcomes.iter().filter_map(|outcome| outcome.verdict.fault) {
        *counts.entry(fault).or_default() += 1;
    }
    let mut counts: Vec<(Fault, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(fault, count)| (std::cmp::Reverse(count), fault));
    counts
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::case::read_cases;
    use crate::judge::{Ranking, Verdict};
    use lares::Retrieval;

    pub(crate) fn outcome(id: &str, tags: &str, exact: bool, confidence: f32) -> Outcome {
        let line = format!(r#"{{"id":"{id}","turns":["x"],"expect":[],"tags":[{tags}]}}"#);
        let case = read_cases(&line, "cases.jsonl").unwrap().remove(0);
        let ranks =
            vec![Ranking { first: exact.then_some(2), recall: [0.0, f64::from(u8::from(exact)), 1.0] }];
        let verdict = Verdict {
            exact,
            decision: if exact { Decision::Act } else { Decision::Pass },
            fault: (!exact).then_some(Fault::Passed),
            wrong_acts: usize::from(!exact) * 3,
            sensitive_wrong_acts: 0,
            needless_question: false,
            missed_question: false,
            arguments: Share { right: usize::from(exact), of: 1 },
            confidence,
            ranks,
        };
        Outcome {
            home: "flat".into(),
            categories: vec!["Light".into()],
            case,
            verdict,
            chosen_categories: if exact { vec!["Light".into()] } else { Vec::new() },
            answer: Retrieval::default(),
            context_tokens: 50,
            home_tokens: 1000,
            elapsed: Duration::from_micros(10),
        }
    }

    #[test]
    fn figures_count_cases_and_expectations() {
        let outcomes = [
            outcome("a", r#""zh","bulk""#, true, 0.95),
            outcome("b", r#""zh","value","bulk","slip-of:a""#, false, 0.85),
            outcome("c", r#""en""#, true, 1.0),
        ];
        let metrics = Metrics::of(&outcomes);
        let overall = &metrics.overall;
        assert_eq!((overall.cases, overall.exact, overall.wrong_acts), (3, 2, 1));
        assert_eq!(overall.arguments, Share { right: 2, of: 3 });
        assert_eq!((overall.top1, overall.mrr), (Some(0.0), Some(1.0 / 3.0)));
        assert_eq!((overall.recall_at_1, overall.recall_at_10), (Some(0.0), Some(1.0)));
        assert_eq!(overall.refused, Share { right: 2, of: 3 });
        let rows = |by| &metrics.breakdowns.iter().find(|breakdown| breakdown.by == by).unwrap().rows;
        assert_eq!(rows("tag").keys().collect::<Vec<_>>(), ["bulk", "value"]);
        assert_eq!((rows("tag")["bulk"].cases, rows("language")["zh"].exact), (2, 1));
        assert_eq!(metrics.faults, [(Fault::Passed, 1)]);
        assert_eq!(metrics.sure, Share { right: 2, of: 2 });
        assert_eq!(rows("quantifier").keys().collect::<Vec<_>>(), ["nothing"]);
        assert_eq!(metrics.latency.median_us, 10.0);
    }

    #[test]
    fn nothing_has_no_shares() {
        let metrics = Metrics::of(&[]);
        assert_eq!(metrics.overall, Figures::default());
        assert_eq!(metrics.sure.ratio(), None);
    }
}
