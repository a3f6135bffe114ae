//! What an agent is spared: the tokens of the context against those of the whole home in the same form.

use serde::Serialize;

use super::ratio;
use crate::run::Outcome;

/// Tokens per request. See [`lares::context::count_tokens`] for what a token is.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Tokens {
    /// The mean of the contexts; `None` without cases.
    pub context_mean: Option<f64>,
    /// Half of the contexts have at most so many.
    pub context_median: usize,
    /// One in a hundred has more.
    pub context_p99: usize,
    /// The mean of the whole home, over the cases.
    pub home_mean: Option<f64>,
    /// The share of the home's tokens that the contexts leave out, 0..1.
    pub saved: Option<f64>,
}

impl Tokens {
    /// The tokens of a run.
    pub fn of(outcomes: &[Outcome]) -> Tokens {
        let mut contexts: Vec<usize> = outcomes.iter().map(|outcome| outcome.context_tokens).collect();
        contexts.sort_unstable();
        let at = |quantile: f64| {
            let index = (contexts.len().saturating_sub(1) as f64 * quantile).round() as usize;
            contexts.get(index).copied().unwrap_or_default()
        };
        let context: usize = contexts.iter().sum();
        let home: usize = outcomes.iter().map(|outcome| outcome.home_tokens).sum();
        Tokens {
            context_mean: ratio(context as f64, outcomes.len()),
            context_median: at(0.5),
            context_p99: at(0.99),
            home_mean: ratio(home as f64, outcomes.len()),
            saved: ratio(context as f64, home).map(|kept| 1.0 - kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::tests::outcome;

    #[test]
    fn contexts_are_weighed_against_whole_homes() {
        let mut outcomes = vec![outcome("a", "\"zh\"", true, 1.0), outcome("b", "\"zh\"", true, 1.0)];
        outcomes[1].context_tokens = 150;
        let tokens = Tokens::of(&outcomes);
        assert_eq!((tokens.context_mean, tokens.home_mean), (Some(100.0), Some(1000.0)));
        assert_eq!((tokens.saved, tokens.context_p99), (Some(0.9), 150));
        assert_eq!(Tokens::of(&[]), Tokens::default());
    }
}
