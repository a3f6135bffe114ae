//! Random numbers that are the same on every machine and in every release: intervals and generated homes must not
//! change by themselves.

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        // The high half of the product is as evenly spread as anybody needs for an `end` far below 2^64.
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// One of these; `None` of none.
    pub fn pick<'s, T>(&mut self, from: &'s [T]) -> Option<&'s T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_stay_below_their_end_and_reach_it() {
        let mut random = Random::new(7);
        let drawn: Vec<usize> = (0..1000).map(|_| random.below(6)).collect();
        assert!((0..6).all(|number| drawn.contains(&number)) && drawn.iter().all(|&number| number < 6));
        assert_eq!((random.below(0), random.pick::<u8>(&[])), (0, None));
        assert_eq!(Random::new(0).next_u64(), 0xe220_a839_7b1d_cdaf);
    }
}
