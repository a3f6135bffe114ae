//! When a model is left alone: after repeated failures it is not asked for a while, then once to see whether it is back.
//!
//! The rule is pure: the time, in milliseconds from any moment, is handed in.

/// Whether a model may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breaker {
    failures_before_rest: u32,
    rest_ms: u64,
    failures: u32,
    /// Until then it is left alone.
    rests_until: Option<u64>,
    /// One question is on its way to see whether it is back; the time at which that is given up.
    probing_until: Option<u64>,
}

impl Breaker {
    /// A model that may be asked until it has failed so many times in a row.
    pub fn new(failures_before_rest: u32, rest_ms: u64) -> Breaker {
        Breaker {
            failures_before_rest: failures_before_rest.max(1),
            rest_ms,
            failures: 0,
            rests_until: None,
            probing_until: None,
        }
    }

    /// Whether it may be asked now. After a rest one question goes through; others wait for what becomes of it, for
    /// `patience_ms` at most.
    ///
    /// # Errors
    /// For how many more milliseconds it is left alone.
    pub fn admit(&mut self, now_ms: u64, patience_ms: u64) -> Result<(), u64> {
        let Some(until) = self.rests_until else { return Ok(()) };
        if now_ms < until {
            return Err(until - now_ms);
        }
        match self.probing_until {
            Some(probing) if now_ms < probing => Err(probing - now_ms),
            _ => {
                self.probing_until = Some(now_ms.saturating_add(patience_ms));
                Ok(())
            }
        }
    }

    /// It answered.
    pub fn succeeded(&mut self) {
        self.failures = 0;
        self.rests_until = None;
        self.probing_until = None;
    }

    /// It failed; `wanted_ms` is how long it asked to be left alone, if it did.
    pub fn failed(&mut self, now_ms: u64, wanted_ms: Option<u64>) {
        self.failures = self.failures.saturating_add(1);
        self.probing_until = None;
        let rest = if self.failures >= self.failures_before_rest { Some(self.rest_ms) } else { None };
        let rest = rest.into_iter().chain(wanted_ms).max();
        if let Some(rest) = rest {
            let until = now_ms.saturating_add(rest);
            self.rests_until = Some(self.rests_until.map_or(until, |known| known.max(until)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_lead_to_a_rest() {
        let mut breaker = Breaker::new(3, 1000);
        for now in 0..2 {
            assert_eq!(breaker.admit(now, 10), Ok(()));
            breaker.failed(now, None);
        }
        breaker.succeeded();
        for now in 10..13 {
            assert_eq!(breaker.admit(now, 10), Ok(()), "a success in between counts");
            breaker.failed(now, None);
        }
        assert_eq!(breaker.admit(13, 10), Err(999));
        assert_eq!(breaker.admit(1011, 10), Err(1));
    }

    #[test]
    fn after_a_rest_one_question_goes_through() {
        let mut breaker = Breaker::new(1, 1000);
        breaker.failed(0, None);
        assert_eq!(breaker.admit(1000, 50), Ok(()));
        assert_eq!(breaker.admit(1001, 50), Err(49), "one is on its way");
        assert_eq!(breaker.admit(1050, 50), Ok(()), "and never came back");
        breaker.failed(1060, None);
        assert_eq!(breaker.admit(1061, 50), Err(999));
        assert_eq!(breaker.admit(2060, 50), Ok(()));
        breaker.succeeded();
        assert_eq!((breaker.admit(2061, 50), breaker.admit(2062, 50)), (Ok(()), Ok(())));
    }

    #[test]
    fn whoever_asks_to_be_left_alone_is() {
        let mut breaker = Breaker::new(5, 1000);
        breaker.failed(0, Some(60_000));
        assert_eq!(breaker.admit(59_999, 10), Err(1));
        assert_eq!(breaker.admit(60_000, 10), Ok(()));
        let mut often = Breaker::new(1, 1000);
        often.failed(0, Some(5));
        assert_eq!(often.admit(999, 10), Err(1), "the longer of both");
    }
}
