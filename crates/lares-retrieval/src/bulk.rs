//! Several devices: first the command, then its targets (seed 000, 8.2 and 8.3).

use smallvec::{SmallVec, smallvec};

use crate::config::RetrievalConfig;

/// A command weighed against the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed<K> {
    /// The command.
    pub key: K,
    /// The mean of its best pieces of evidence, 0..1.
    pub similarity: f32,
    /// How likely it is the one that was meant; those of all sum to 1.
    pub p: f32,
}

/// The commands that are left to choose from, best first; few.
pub type Options<K> = SmallVec<[Weighed<K>; 8]>;

/// Weighs commands by their evidence: a similarity for each distinct document that speaks for the command. The best few
/// pieces count, so that a command which many kinds of devices have is not preferred for that. Best first, at most
/// `max_options`; p by a softmax at `temperature`.
pub fn weigh<K: Clone + PartialEq>(
    evidence: &[(K, f32)],
    temperature: f32,
    config: &RetrievalConfig,
) -> Options<K> {
    let mut window: SmallVec<[&(K, f32); 16]> =
        evidence.iter().filter(|(_, similarity)| similarity.is_finite()).collect();
    window.sort_by(|a, b| b.1.total_cmp(&a.1));
    window.truncate(config.options_search_k);
    let mut options: SmallVec<[(K, SmallVec<[f32; 4]>); 8]> = SmallVec::new();
    for (key, similarity) in window {
        match options.iter_mut().find(|(known, _)| known == key) {
            Some((_, pieces)) if pieces.len() < config.evidence_per_command => pieces.push(*similarity),
            Some(_) => {}
            None => options.push((key.clone(), smallvec![*similarity])),
        }
    }
    let mut weighed: Options<K> = options
        .into_iter()
        .map(|(key, pieces)| {
            let similarity = pieces.iter().sum::<f32>() / pieces.len().max(1) as f32;
            Weighed { key, similarity, p: 0.0 }
        })
        .collect();
    weighed.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    weighed.truncate(config.max_options);
    normalise(&mut weighed, temperature);
    weighed
}

/// Recomputes p over the options that are left.
pub fn normalise<K>(options: &mut [Weighed<K>], temperature: f32) {
    let temperature = if temperature > 0.0 { temperature } else { 0.01 };
    let top = options.iter().map(|option| option.similarity).fold(0.0, f32::max);
    let weight = |similarity: f32| ((similarity - top) / temperature).exp();
    let sum: f32 = options.iter().map(|option| weight(option.similarity)).sum();
    for option in options {
        option.p = if sum > 0.0 { weight(option.similarity) / sum } else { 0.0 };
    }
}

/// Whether the first option is certain enough: its share and its lead.
pub fn is_clear<K>(options: &[Weighed<K>], config: &RetrievalConfig) -> bool {
    let p = |place: usize| options.get(place).map_or(0.0, |option| option.p);
    // A lone option has p = 1 whatever it is: it must also be similar by itself.
    let similar = options.first().is_some_and(|first| first.similarity >= config.similarity_threshold);
    similar && p(0) >= config.top1_ratio && p(0) - p(1) >= config.margin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> RetrievalConfig {
        RetrievalConfig::default()
    }

    #[test]
    fn trap_1_ordinary_similarities_can_be_certain() {
        // Dividing by the sum would give the winner 0.36.
        let options = weigh(&[("set", 0.8), ("on", 0.5), ("off", 0.45), ("open", 0.45)], 0.08, &config());
        assert!(options[0].p > 0.9 && is_clear(&options, &config()));
        assert!((options.iter().map(|option| option.p).sum::<f32>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn trap_1_near_ones_are_unclear_however_many_devices_have_them() {
        let options = weigh(&[("a", 0.70), ("b", 0.69)], 0.08, &config());
        assert!(!is_clear(&options, &config()));
    }

    #[test]
    fn seed_000_only_the_best_three_pieces_of_evidence_count() {
        let mut evidence: Vec<(&str, f32)> = (0..50).map(|_| ("common", 0.6)).collect();
        evidence.extend([("rare", 0.9)]);
        let options = weigh(&evidence, 0.08, &config());
        assert_eq!(options[0].key, "rare");
        assert!((options[1].similarity - 0.6).abs() < 1e-6);
    }

    #[test]
    fn seed_000_at_most_five_options() {
        let evidence: Vec<(usize, f32)> = (0..20).map(|key| (key, key as f32 / 20.0)).collect();
        let options = weigh(&evidence, 0.08, &config());
        assert_eq!(options.len(), 5);
        assert_eq!(options[0].key, 19);
    }

    #[test]
    fn a_lone_option_that_is_not_similar_is_unclear() {
        assert!(!is_clear(&weigh(&[("a", 0.3)], 0.08, &config()), &config()));
        assert!(!is_clear(&weigh::<&str>(&[], 0.08, &config()), &config()));
        assert!(is_clear(&weigh(&[("a", 0.6)], 0.08, &config()), &config()));
    }

    #[test]
    fn broken_similarities_are_no_evidence() {
        let options = weigh(&[("a", f32::NAN), ("b", 0.5)], 0.0, &config());
        assert_eq!((options.len(), options[0].key, options[0].p), (1, "b", 1.0));
    }
}
