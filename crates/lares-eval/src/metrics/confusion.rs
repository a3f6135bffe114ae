//! Which categories were chosen where which were meant.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::run::Outcome;

/// The name under which nothing meant, or nothing chosen, is counted.
pub const NOTHING: &str = "(nothing)";

/// Counts of cases by the category meant and the one chosen. A case with several categories counts in several cells.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Confusion {
    /// For each category meant, how often each was chosen.
    pub rows: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Confusion {
    /// The confusion of a run. Cases that should be asked about mean no category and are left out.
    pub fn of(outcomes: &[Outcome]) -> Confusion {
        let mut confusion = Confusion::default();
        for outcome in outcomes.iter().filter(|outcome| !outcome.case.clarify) {
            let (meant, chosen) = (&outcome.categories, &outcome.chosen_categories);
            let surplus: Vec<&str> =
                chosen.iter().filter(|category| !meant.contains(category)).map(String::as_str).collect();
            for category in meant {
                if chosen.contains(category) {
                    confusion.count(category, category);
                } else if surplus.is_empty() {
                    confusion.count(category, NOTHING);
                } else {
                    surplus.iter().for_each(|other| confusion.count(category, other));
                }
            }
            if meant.iter().all(|category| chosen.contains(category)) {
                surplus.iter().for_each(|other| confusion.count(NOTHING, other));
            }
            if meant.is_empty() && chosen.is_empty() {
                confusion.count(NOTHING, NOTHING);
            }
        }
        confusion
    }

    /// Every category that was meant or chosen, [`NOTHING`] last.
    pub fn categories(&self) -> Vec<&str> {
        let chosen = self.rows.values().flat_map(BTreeMap::keys);
        let mut categories: Vec<&str> = self.rows.keys().chain(chosen).map(String::as_str).collect();
        categories.sort_unstable_by_key(|&category| (category == NOTHING, category));
        categories.dedup();
        categories
    }

    /// How often a category was chosen where another, or the same, was meant.
    pub fn cell(&self, meant: &str, chosen: &str) -> usize {
        self.rows.get(meant).and_then(|row| row.get(chosen)).copied().unwrap_or_default()
    }

    fn count(&mut self, meant: &str, chosen: &str) {
        *self.rows.entry(meant.to_owned()).or_default().entry(chosen.to_owned()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::tests::outcome;

    #[test]
    fn each_category_meant_is_counted_where_it_went() {
        let with = |meant: &[&str], chosen: &[&str]| {
            let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
            let mut outcome = outcome("a", "\"zh\"", true, 1.0);
            (outcome.categories, outcome.chosen_categories) = (list(meant), list(chosen));
            outcome
        };
        let mut asked = with(&["Light"], &["Light"]);
        asked.case.clarify = true;
        let confusion = Confusion::of(&[
            with(&["Light"], &["Light"]),
            with(&["Light"], &["Blind"]),
            with(&["Light", "Blind"], &["Light"]),
            with(&["Light"], &["Light", "Oven"]),
            with(&[], &["Oven"]),
            with(&[], &[]),
            asked,
        ]);
        let cell = |meant, chosen| confusion.cell(meant, chosen);
        assert_eq!((cell("Light", "Light"), cell("Light", "Blind"), cell("Blind", NOTHING)), (3, 1, 1));
        assert_eq!((cell(NOTHING, "Oven"), cell(NOTHING, NOTHING), cell("Oven", "Oven")), (2, 1, 0));
        assert_eq!(confusion.categories(), ["Blind", "Light", "Oven", NOTHING]);
    }
}
