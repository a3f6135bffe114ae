//! From cosines to likelihoods: what a model's scores are worth on `dev` cases, where the parser's action is compared
//! with every command of the device that was meant.

use std::collections::HashMap;

use lares_embedding::dot;
use lares_embedding::{Calibration, Embedder};
use lares_eval::suite::{Part, Suite};
use lares_home::Home;
use lares_language::{Language, ParsedCommand};
use lares_retrieval::RetrievalConfig;
use lares_retrieval::documents::{attribute_text, command_text};
use smol_str::SmolStr;

/// One request: the cosines of the device's commands, and which of them are right.
pub(crate) struct Observed {
    choices: Vec<(f32, bool)>,
}

/// What was fitted, and to how much.
#[derive(Debug)]
pub(crate) struct Fitted {
    pub(crate) calibration: Calibration,
    pub(crate) requests: usize,
    pub(crate) pairs: usize,
    /// How often the nearest command is right.
    pub(crate) first: f64,
}

/// The observations that the dev cases of this repository give.
///
/// # Errors
/// Cases or homes that cannot be read.
pub(crate) fn observe(embedder: &dyn Embedder) -> anyhow::Result<Vec<Observed>> {
    let mut observed = Vec::new();
    let mut rows: HashMap<String, Vec<f32>> = HashMap::new();
    for suite in Suite::all(&crate::eval_crate().join("data"), Part::Dev)? {
        let lares = suite.lares(&RetrievalConfig::default())?;
        for case in suite.cases.iter().filter(|case| case.turns.len() == 1 && case.expect.len() == 1) {
            let (Some(text), Some(expected)) = (case.turns.first(), case.expect.first()) else { continue };
            let parse = lares.compiled_home().parse(text, false, case.room.as_deref());
            let [parsed] = &parse.commands[..] else { continue };
            let home = lares.home();
            let device = expected.devices.first().and_then(|id| lares.device(id));
            let Some(device) = device else { continue };
            let query = vector(embedder, &parsed.spoken.a, true);
            let mut choices = Vec::new();
            for (id, document) in documents(home, device.profile.0 as usize, parsed) {
                if document.is_empty() {
                    continue;
                }
                let row = rows.entry(document).or_insert_with_key(|text| vector(embedder, text, false));
                choices.push((dot(&query, row), expected.capability.contains(&id)));
            }
            if choices.iter().any(|(_, right)| *right) {
                observed.push(Observed { choices });
            }
        }
    }
    Ok(observed)
}

fn vector(embedder: &dyn Embedder, text: &str, is_query: bool) -> Vec<f32> {
    let mut vector = vec![0.0; embedder.dimensions()];
    let done = match is_query {
        true => embedder.embed_query(text, &mut vector),
        false => embedder.embed_document(text, &mut vector),
    };
    if done.is_err() {
        vector.fill(0.0);
    }
    vector
}

/// The commands that the stages would compare: a question never chooses a command, nor a command an attribute.
fn documents(home: &Home, profile: usize, parsed: &ParsedCommand) -> Vec<(SmolStr, String)> {
    let language = match parsed.spoken.a.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}')) {
        true => Language::Chinese,
        false => Language::English,
    };
    let Some(profile) = home.profiles.get(profile) else { return Vec::new() };
    if parsed.action.is_query() {
        let specs = profile.attributes.iter().filter_map(|index| home.attributes.get(index.0 as usize));
        specs.map(|spec| (spec.capability_id.clone(), attribute_text(spec, language))).collect()
    } else {
        let specs = profile.commands.iter().filter_map(|index| home.commands.get(index.0 as usize));
        specs.map(|spec| (spec.capability_id.clone(), command_text(spec, language))).collect()
    }
}

/// The logistic curve through all pairs, and the softmax temperature that makes the right command likeliest.
pub(crate) fn fit(observed: &[Observed]) -> Fitted {
    let pairs: Vec<(f64, f64)> = observed
        .iter()
        .flat_map(|one| &one.choices)
        .map(|(cosine, right)| (f64::from(*cosine), f64::from(u8::from(*right))))
        .collect();
    // Newton's method on the two parameters of a logistic regression.
    let (mut slope, mut offset) = (5.0f64, -2.0f64);
    for _ in 0..50 {
        // A little of a prior, so that separable data does not run away.
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 1e-3 * slope, 1e-6, 0.0, 1e-3);
        for (cosine, right) in &pairs {
            let p = 1.0 / (1.0 + (-(slope * cosine + offset)).exp());
            let (error, spread) = (p - right, p * (1.0 - p));
            g0 += error;
            g1 += error * cosine;
            h00 += spread;
            h01 += spread * cosine;
            h11 += spread * cosine * cosine;
        }
        let determinant = h00 * h11 - h01 * h01;
        if determinant.abs() < 1e-12 {
            break;
        }
        offset -= (h11 * g0 - h01 * g1) / determinant;
        slope -= (h00 * g1 - h01 * g0) / determinant;
    }
    let slope = slope.clamp(1.0, 60.0);
    let midpoint = (-offset / slope).clamp(-1.0, 1.0);
    let likelihood = |cosine: f32| 1.0 / (1.0 + (-slope * (f64::from(cosine) - midpoint)).exp());
    let loss = |temperature: f64| -> f64 {
        let of = |one: &Observed| {
            let weight = |cosine: f32| (likelihood(cosine) / temperature).exp();
            let right: f64 =
                one.choices.iter().filter(|(_, right)| *right).map(|(cosine, _)| weight(*cosine)).sum();
            let all: f64 = one.choices.iter().map(|(cosine, _)| weight(*cosine)).sum();
            -(right / all).ln()
        };
        observed.iter().map(of).sum()
    };
    let temperatures = (4..=60).map(|step| f64::from(step) / 100.0);
    let temperature = temperatures.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(0.1);
    let nearest_right =
        |one: &&Observed| one.choices.iter().max_by(|a, b| a.0.total_cmp(&b.0)).is_some_and(|best| best.1);
    Fitted {
        calibration: Calibration {
            slope: rounded(slope),
            midpoint: rounded(midpoint),
            temperature: rounded(temperature),
        },
        requests: observed.len(),
        pairs: pairs.len(),
        first: observed.iter().filter(nearest_right).count() as f64 / observed.len().max(1) as f64,
    }
}

/// To three digits: no more is known.
fn rounded(number: f64) -> f32 {
    ((number * 1000.0).round() / 1000.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_midpoint_is_where_right_and_wrong_are_alike() {
        let one = |right: f32, wrong: f32| Observed { choices: vec![(right, true), (wrong, false)] };
        let observed: Vec<Observed> = (0..40)
            .map(|step| {
                let spread = (step % 8) as f32 * 0.05;
                one(0.5 + spread, 0.1 + spread)
            })
            .collect();
        let Fitted { calibration, requests, first, .. } = fit(&observed);
        assert_eq!((requests, first), (40, 1.0));
        assert!((calibration.midpoint - 0.475).abs() < 0.02, "{calibration:?}");
        assert!(calibration.slope > 10.0 && calibration.temperature < 0.2, "{calibration:?}");
    }
}
