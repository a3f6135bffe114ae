//! Numbers drawn from a seed, the same on every machine: the model's bytes depend on them.

pub(crate) use lares_eval::random::Random;

/// A sequence for a place in the training: whichever thread draws it, it is the same.
pub(crate) fn at(seed: u64, step: usize, place: usize) -> Random {
    let mut random = Random::new(seed ^ (step as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = random.next_u64() ^ (place as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut random = Random::new(mixed);
    random.next_u64();
    random
}

/// Whether something of that likelihood (in thousandths) happens.
pub(crate) fn happens(random: &mut Random, thousandths: usize) -> bool {
    random.below(1000) < thousandths
}

/// A number for a text (FNV-1a, mixed).
pub(crate) fn digest(text: &str) -> u64 {
    let state = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Random::new(state).next_u64()
}
