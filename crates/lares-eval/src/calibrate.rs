//! The scale of an embedder: what its cosines mean, measured on cases whose command is known.
//!
//! For each case the action's words are compared with the documents of every command of a device that was meant. The
//! right command's cosine and those of the others are fitted by a logistic curve, both kinds weighing the same; then
//! the temperature is the one at which a softmax over the calibrated similarities gives the right command the highest
//! likelihood.

use std::collections::HashMap;

use lares::Lares;
use lares::embedding::{Scale, TextRole, dot};
use lares::home::CommandSpec;
use lares::language::Language;
use lares::retrieval::action_text;
use lares::retrieval::documents::command_text;

use crate::case::Case;

/// So many cases at least, or a scale says nothing.
pub const FEWEST: usize = 20;

/// Why a scale cannot be measured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalibrationError {
    /// Too few cases name one command of one device among others.
    #[error(
        "{0} cases can be used, and {FEWEST} are needed: each must mean a command of a device that has others too"
    )]
    TooFew(usize),
    /// The embedder gives no vectors.
    #[error("no vectors: {0}")]
    NoVectors(String),
    /// The right commands are no nearer than the others.
    #[error(
        "this embedder does not tell the right commands of these cases from the others; no scale would help"
    )]
    Useless,
}

/// A scale and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// The scale.
    pub scale: Scale,
    /// Cases that were used.
    pub cases: usize,
    /// How many of them have the right command nearest.
    pub nearest: usize,
}

/// One case: the cosine of the right command, and those of the device's others.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Of the right command.
    pub right: f32,
    /// Of the others.
    pub wrong: Vec<f32>,
}

/// Measures the scale of the embedder that a home was compiled with.
///
/// # Errors
/// Too few cases, or an embedder that does not work for them.
pub fn calibrate(lares: &Lares, cases: &[Case]) -> Result<Calibration, CalibrationError> {
    let wanted: Vec<Wanted> = cases.iter().filter_map(|case| wanted(lares, case)).collect();
    if wanted.len() < FEWEST {
        return Err(CalibrationError::TooFew(wanted.len()));
    }
    let queries = vectors(lares, TextRole::Query, wanted.iter().map(|wanted| &wanted.query))?;
    let texts = wanted.iter().flat_map(|wanted| std::iter::once(&wanted.right).chain(&wanted.wrong));
    let documents = vectors(lares, TextRole::Document, texts)?;
    let cosine = |query: &String, text: &String| match (queries.get(query), documents.get(text)) {
        (Some(query), Some(text)) => dot(query, text),
        _ => 0.0,
    };
    let samples: Vec<Sample> = wanted
        .iter()
        .map(|wanted| Sample {
            right: cosine(&wanted.query, &wanted.right),
            wrong: wanted.wrong.iter().map(|text| cosine(&wanted.query, text)).collect(),
        })
        .collect();
    let scale = fit(&samples).ok_or(CalibrationError::Useless)?;
    let nearest =
        samples.iter().filter(|sample| sample.wrong.iter().all(|wrong| *wrong < sample.right)).count();
    Ok(Calibration { scale, cases: samples.len(), nearest })
}

struct Wanted {
    query: String,
    right: String,
    wrong: Vec<String>,
}

fn wanted(lares: &Lares, case: &Case) -> Option<Wanted> {
    let ([text], [expectation]) = (case.turns.as_slice(), case.expect.as_slice()) else { return None };
    let device = lares.device(expectation.devices.first()?)?;
    let parse = lares.compiled_home().parse(text, false, case.room.as_deref());
    let [command] = parse.commands.as_slice() else { return None };
    let query = action_text::choose(&command.spoken.a, text, parse.language).text.to_owned();
    let document = |spec: &CommandSpec| {
        let own = command_text(spec, parse.language);
        let other = match parse.language {
            Language::Chinese => Language::English,
            Language::English => Language::Chinese,
        };
        if own.is_empty() { command_text(spec, other) } else { own }
    };
    let commands: Vec<_> = lares.home().commands_of(device).map(|(_, command)| command).collect();
    let is_right = |spec: &&CommandSpec| expectation.capability.contains(&spec.capability_id);
    let right = document(commands.iter().copied().find(is_right)?);
    let mut wrong: Vec<String> = commands
        .iter()
        .copied()
        .filter(|spec| !is_right(spec))
        .map(document)
        .filter(|text| *text != right)
        .collect();
    wrong.sort();
    wrong.dedup();
    (!query.is_empty() && !wrong.is_empty()).then_some(Wanted { query, right, wrong })
}

fn vectors<'a>(
    lares: &Lares,
    role: TextRole,
    texts: impl Iterator<Item = &'a String>,
) -> Result<HashMap<String, Vec<f32>>, CalibrationError> {
    let mut texts: Vec<String> = texts.cloned().collect();
    texts.sort();
    texts.dedup();
    let failed = |error: &dyn std::fmt::Display| CalibrationError::NoVectors(error.to_string());
    let vectors = match lares.remote_embedder() {
        Some(remote) => remote.fetch(role, &texts).map_err(|error| failed(&error))?,
        None => {
            let embedder = &lares.compiled_home().embedder;
            let embed = |text: &String| {
                let mut vector = vec![0.0; embedder.dimensions()];
                match role {
                    TextRole::Query => embedder.embed_query(text, &mut vector),
                    TextRole::Document => embedder.embed_document(text, &mut vector),
                }
                .map(|()| vector)
            };
            texts.iter().map(embed).collect::<Result<_, _>>().map_err(|error| failed(&error))?
        }
    };
    Ok(texts.into_iter().zip(vectors).collect())
}

/// The scale that fits best; `None` where the right commands are no nearer than the others.
pub fn fit(samples: &[Sample]) -> Option<Scale> {
    let rights: Vec<f64> = samples.iter().map(|sample| f64::from(sample.right)).collect();
    let wrongs: Vec<f64> =
        samples.iter().flat_map(|sample| sample.wrong.iter().map(|wrong| f64::from(*wrong))).collect();
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (right, wrong) = (mean(&rights), mean(&wrongs));
    if rights.is_empty() || wrongs.is_empty() || right - wrong < 1e-3 {
        return None;
    }
    // Newton's method on the log-likelihood with a little shrinkage of the slope, from the line between both means.
    let (mut slope, mut midpoint) = (10.0_f64, f64::midpoint(right, wrong));
    let mut offset = -slope * midpoint;
    for _ in 0..50 {
        let shrink = 1e-4;
        let mut gradient = [-shrink * slope, 0.0];
        let mut hessian = [shrink, 0.0, 1e-9];
        for (list, target) in [(&rights, 1.0), (&wrongs, 0.0)] {
            let weight = 1.0 / list.len() as f64;
            for cosine in list {
                let p = 1.0 / (1.0 + (-(slope * cosine + offset)).exp());
                gradient[0] += weight * (target - p) * cosine;
                gradient[1] += weight * (target - p);
                let curve = weight * p * (1.0 - p);
                hessian[0] += curve * cosine * cosine;
                hessian[1] += curve * cosine;
                hessian[2] += curve;
            }
        }
        let [a, b, c] = hessian;
        let determinant = a * c - b * b;
        if determinant.abs() < 1e-15 {
            break;
        }
        let step = [
            (c * gradient[0] - b * gradient[1]) / determinant,
            (a * gradient[1] - b * gradient[0]) / determinant,
        ];
        slope += step[0].clamp(-10.0, 10.0);
        offset += step[1].clamp(-10.0, 10.0);
        if step[0].abs() + step[1].abs() < 1e-9 {
            break;
        }
    }
    if !(slope.is_finite() && slope > 0.0) {
        return None;
    }
    midpoint = (-offset / slope).clamp(-1.0, 1.0);
    let mut scale = Scale { midpoint: midpoint as f32, slope: slope.min(1000.0) as f32, temperature: 0.08 };
    scale.temperature = temperature(&scale, samples);
    scale.check().is_ok().then_some(scale)
}

/// The temperature with the highest likelihood of the right commands, to a tenth.
fn temperature(scale: &Scale, samples: &[Sample]) -> f32 {
    let loss = |temperature: f32| -> f32 {
        let of = |sample: &Sample| {
            let right = scale.apply(sample.right) / temperature;
            let others = sample.wrong.iter().map(|wrong| (scale.apply(*wrong) / temperature - right).exp());
            (1.0 + others.sum::<f32>()).ln()
        };
        samples.iter().map(of).sum()
    };
    let steps = (0..40).map(|step| 0.01 * 1.1_f32.powi(step));
    steps.min_by(|one, other| loss(*one).total_cmp(&loss(*other))).unwrap_or(0.08)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(right: f32, wrong: f32) -> Vec<Sample> {
        let spread = |index: i8| f32::from(index % 7) * 0.02;
        (0..50)
            .map(|index| Sample { right: right + spread(index), wrong: vec![wrong - spread(index); 3] })
            .collect()
    }

    #[test]
    fn the_midpoint_lies_between_right_and_wrong() {
        let scale = fit(&samples(0.8, 0.6)).unwrap();
        assert!((0.6..0.8).contains(&scale.midpoint), "{scale:?}");
        assert!(scale.apply(0.85) > 0.8 && scale.apply(0.55) < 0.2, "{scale:?}");
        let low = fit(&samples(0.3, 0.1)).unwrap();
        assert!((0.1..0.3).contains(&low.midpoint), "another model, another scale: {low:?}");
    }

    #[test]
    fn what_tells_nothing_apart_has_no_scale() {
        assert_eq!(fit(&samples(0.4, 0.6)), None);
        assert_eq!(fit(&[]), None);
        let same = vec![Sample { right: 0.5, wrong: vec![0.5] }; 30];
        assert_eq!(fit(&same), None);
    }

    #[test]
    fn a_surer_embedder_is_sharper() {
        let clear = fit(&samples(0.9, 0.1)).unwrap();
        let mut blurred = samples(0.55, 0.5);
        blurred.iter_mut().step_by(4).for_each(|sample| sample.right = 0.45);
        let blurred = fit(&blurred).unwrap();
        assert!(clear.temperature <= blurred.temperature, "{clear:?} {blurred:?}");
    }

    #[test]
    fn a_home_and_its_cases() {
        let lares = Lares::builder().build().unwrap();
        let case = |index: usize| {
            let (text, device, capability) = [
                ("打开书房的台灯", "study-desk-lamp", "main-switch-on"),
                ("关掉书房的台灯", "study-desk-lamp", "main-switch-off"),
                ("打开客厅主灯", "living-main-light", "main-switch-on"),
            ][index % 3];
            Case {
                id: index.to_string(),
                turns: vec![text.to_owned()],
                expect: vec![crate::case::Expectation {
                    devices: vec![device.into()],
                    capability: vec![capability.into()],
                    ..Default::default()
                }],
                ..Case::default()
            }
        };
        let cases: Vec<Case> = (0..30).map(case).collect();
        assert_eq!(calibrate(&lares, &cases[..5]), Err(CalibrationError::TooFew(5)));
        let calibration = calibrate(&lares, &cases).unwrap();
        assert_eq!(calibration.cases, 30);
        assert!(calibration.scale.check().is_ok());
    }
}
