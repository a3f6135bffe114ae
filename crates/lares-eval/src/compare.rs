//! Two runs of the same cases: what got better, what got worse, and whether that can be chance.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::results::FullResult;

/// What changed between an earlier run and a later one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Cases that are in both.
    pub cases: usize,
    /// Exact before, and now.
    pub exact: [usize; 2],
    /// Cases with an act that was not meant, before and now; `None` where the earlier results do not say.
    pub wrong_acts: Option<[usize; 2]>,
    /// Cases that are exact now and were not.
    pub better: Vec<Change>,
    /// Cases that were exact and are not.
    pub worse: Vec<Change>,
    /// Cases that are as right or wrong as before, with another answer.
    pub otherwise: Vec<Change>,
    /// Cases of the earlier run that are not in this one.
    pub gone: usize,
    /// Cases of this run that were not in the earlier one.
    pub added: usize,
    /// The probability of a difference at least this large if neither were better than the other: McNemar's exact test,
    /// two-sided.
    pub p: f64,
}

/// A case that is answered otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The case.
    pub id: String,
    /// The answer before.
    pub before: String,
    /// The answer now.
    pub now: String,
}

/// Why earlier results cannot be read: the line, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: no result of a case ({problem})")]
pub struct ResultsError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// Reads results, as they are written with `--results` or kept in the repository.
///
/// # Errors
/// A line that is no result, or a case that is there twice.
pub fn read_results(text: &str) -> Result<Vec<FullResult>, ResultsError> {
    let mut seen = std::collections::HashSet::new();
    let mut results = Vec::new();
    for (index, content) in text.lines().enumerate().filter(|(_, content)| !content.trim().is_empty()) {
        let wrong = |problem: String| ResultsError { line: index + 1, problem };
        let result: FullResult = serde_json::from_str(content).map_err(|error| wrong(error.to_string()))?;
        if !seen.insert(result.id.clone()) {
            return Err(wrong(format!("`{}` is there twice", result.id)));
        }
        results.push(result);
    }
    Ok(results)
}

impl Comparison {
    /// Compares an earlier run with this one.
    pub fn of(before: &[FullResult], now: &[FullResult]) -> Comparison {
        let earlier: BTreeMap<&str, &FullResult> = before.iter().map(|one| (one.id.as_str(), one)).collect();
        let mut comparison = Comparison {
            cases: 0,
            exact: [0; 2],
            wrong_acts: Some([0; 2]),
            better: Vec::new(),
            worse: Vec::new(),
            otherwise: Vec::new(),
            gone: 0,
            added: 0,
            p: 1.0,
        };
        for now in now {
            match earlier.get(now.id.as_str()) {
                Some(before) => comparison.add(before, now),
                None => comparison.added += 1,
            }
        }
        comparison.gone = before.len() - comparison.cases;
        comparison.p = mcnemar(comparison.better.len(), comparison.worse.len());
        comparison
    }

    fn add(&mut self, before: &FullResult, now: &FullResult) {
        self.cases += 1;
        let [exact_before, exact_now] = &mut self.exact;
        *exact_before += usize::from(before.exact);
        *exact_now += usize::from(now.exact);
        self.wrong_acts = match (self.wrong_acts, before.wrong_acts, now.wrong_acts) {
            (Some([was, is]), Some(before), Some(now)) => {
                Some([was + usize::from(before > 0), is + usize::from(now > 0)])
            }
            _ => None,
        };
        // Results that are kept in the repository do not say what was chosen.
        let differs = before.decision != now.decision
            || before.chosen.as_ref().zip(now.chosen.as_ref()).is_some_and(|(before, now)| before != now);
        let list = match (before.exact, now.exact) {
            (false, true) => &mut self.better,
            (true, false) => &mut self.worse,
            _ if differs => &mut self.otherwise,
            _ => return,
        };
        list.push(Change { id: now.id.clone(), before: told(before), now: told(now) });
    }

    /// The same without ids and answers: how many cases changed, and not which.
    #[must_use]
    pub fn anonymous(mut self) -> Comparison {
        for change in self.better.iter_mut().chain(&mut self.worse).chain(&mut self.otherwise) {
            *change = Change { id: String::new(), before: String::new(), now: String::new() };
        }
        self
    }

    /// The comparison for people, with so many changes of each kind at most.
    pub fn text(&self, most: usize) -> String {
        let mut text = String::new();
        // Writing into memory cannot fail.
        let mut line = |told: String| {
            let _ = writeln!(text, "{told}");
        };
        let share = |exact: usize| exact as f64 * 100.0 / self.cases.max(1) as f64;
        let [before, now] = self.exact;
        line(format!(
            "compared              {} cases of both runs: exact {before} ({:.1} %) before, {now} ({:.1} %) now",
            self.cases,
            share(before),
            share(now)
        ));
        if let Some([before, now]) = self.wrong_acts {
            line(format!("wrong acts            {before} cases before, {now} now"));
        }
        let chance = if self.p < 0.05 { "hardly chance" } else { "may be chance" };
        line(format!(
            "better, worse         {} and {}: p = {:.2} (McNemar, exact), {chance}",
            self.better.len(),
            self.worse.len(),
            self.p
        ));
        if self.gone + self.added > 0 {
            line(format!("only in one           {} before, {} now", self.gone, self.added));
        }
        for (title, changes) in
            [("Better", &self.better), ("Worse", &self.worse), ("Answered otherwise", &self.otherwise)]
        {
            if changes.is_empty() || most == 0 {
                continue;
            }
            line(String::new());
            line(title.to_owned());
            for change in changes.iter().take(most) {
                let [id, before, now] =
                    [&change.id, &change.before, &change.now].map(|told| lares::clean_text(told));
                line(format!("  {id}: {before} -> {now}"));
            }
            if changes.len() > most {
                line(format!("  … and {} more", changes.len() - most));
            }
        }
        text
    }
}

fn told(result: &FullResult) -> String {
    // The decisions are named as they are written.
    let decision = format!("{:?}", result.decision).to_lowercase();
    match result.chosen.as_deref() {
        None | Some([]) => decision,
        Some(chosen) => format!("{decision} {}", chosen.join("; ")),
    }
}

/// McNemar's exact test: of the cases that changed, would as uneven a split come about by tossing a coin? Two-sided.
pub fn mcnemar(better: usize, worse: usize) -> f64 {
    let (changed, fewer) = (better + worse, better.min(worse));
    if changed == 0 {
        return 1.0;
    }
    let mut log = changed as f64 * 0.5f64.ln();
    let mut below = 0.0;
    for count in 0..=fewer {
        if count > 0 {
            log += ((changed - count + 1) as f64 / count as f64).ln();
        }
        below += log.exp();
    }
    (2.0 * below).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(id: &str, exact: bool, chosen: &str) -> FullResult {
        let line = format!(
            r#"{{"id":"{id}","exact":{exact},"decision":"act","wrong_acts":{},"chosen":["{chosen}"]}}"#,
            u8::from(!exact)
        );
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn mcnemar_is_the_binomial_of_the_changed_cases() {
        assert_eq!((mcnemar(0, 0), mcnemar(3, 3)), (1.0, 1.0));
        assert!((mcnemar(5, 0) - 0.0625).abs() < 1e-9);
        assert!((mcnemar(2, 10) - 0.038_574).abs() < 1e-6 && (mcnemar(10, 2) - mcnemar(2, 10)).abs() < 1e-12);
        assert!(mcnemar(1000, 0) < 1e-100 && (mcnemar(1000, 1000) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_changed_is_listed_by_kind() {
        let before = [
            result("a", true, "x"),
            result("b", false, "x"),
            result("c", true, "x"),
            result("d", false, "x"),
            result("old", true, "x"),
        ];
        let now = [
            result("a", false, "y"),
            result("b", true, "y"),
            result("c", true, "x"),
            result("d", false, "y"),
            result("new", true, "x"),
        ];
        let comparison = Comparison::of(&before, &now);
        let ids =
            |changes: &[Change]| changes.iter().map(|change| change.id.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(
            (ids(&comparison.better), ids(&comparison.worse), ids(&comparison.otherwise)),
            ("b".into(), "a".into(), "d".into())
        );
        assert_eq!(
            (comparison.cases, comparison.exact, comparison.gone, comparison.added),
            (4, [2, 2], 1, 1)
        );
        assert_eq!((comparison.wrong_acts, comparison.p), (Some([2, 2]), 1.0));
        let text = comparison.text(10);
        assert!(
            text.contains("  b: act x -> act y") && text.contains("only in one           1 before, 1 now"),
            "{text}"
        );
        assert!(!comparison.text(0).contains("Better"));
    }

    #[test]
    fn kept_results_can_be_compared_and_mistakes_name_their_line() {
        let kept = read_results("{\"id\":\"a\",\"exact\":true,\"decision\":\"act\"}\n\n").unwrap();
        let comparison = Comparison::of(&kept, &[result("a", true, "y")]);
        assert_eq!((comparison.wrong_acts, comparison.otherwise.len()), (None, 0));
        let twice = "{\"id\":\"a\",\"exact\":true,\"decision\":\"act\"}\n".repeat(2);
        assert!(
            read_results(&twice).unwrap_err().to_string().starts_with("line 2: no result of a case (`a` is")
        );
        assert!(read_results("\n{\"id\":1}").unwrap_err().to_string().starts_with("line 2"));
    }
}
