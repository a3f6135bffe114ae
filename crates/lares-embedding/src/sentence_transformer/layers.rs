//! The layers of BERT: embeddings, self-attention, feed-forward, each followed by a layer norm (Devlin et al. 2018).

use super::ModelFileError;
use super::weights::Weights;
use crate::dot::dot;

/// The function between the two feed-forward layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activation {
    Gelu,
    GeluTanh,
    Relu,
}

/// The sizes of a model.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) hidden: usize,
    pub(super) heads: usize,
    pub(super) layers: usize,
    pub(super) intermediate: usize,
    pub(super) positions: usize,
    pub(super) epsilon: f32,
    pub(super) activation: Activation,
}

/// A weight for each pair of input and output, row by row of the output, and a bias.
#[derive(Debug)]
struct Linear {
    weight: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
}

#[derive(Debug)]
struct Norm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

#[derive(Debug)]
struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: Norm,
    widen: Linear,
    narrow: Linear,
    norm: Norm,
}

/// The whole stack.
#[derive(Debug)]
pub(super) struct Encoder {
    shape: Shape,
    words: Vec<f32>,
    positions: Vec<f32>,
    /// The embedding of the first kind of sentence, which all are.
    kind: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

impl Encoder {
    /// Takes the weights that the shape asks for.
    pub(super) fn new(weights: &Weights<'_>, shape: Shape) -> Result<Encoder, ModelFileError> {
        let hidden = shape.hidden;
        let linear = |name: &str, inputs: usize, outputs: usize| {
            Ok::<_, ModelFileError>(Linear {
                weight: weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?,
                bias: weights.tensor(&format!("{name}.bias"), &[outputs])?,
                inputs,
            })
        };
        let norm = |name: &str| {
            Ok::<_, ModelFileError>(Norm {
                weight: weights.tensor(&format!("{name}.weight"), &[hidden])?,
                bias: weights.tensor(&format!("{name}.bias"), &[hidden])?,
                epsilon: shape.epsilon,
            })
        };
        let table =
            |name: &str, rows: usize| weights.tensor(&format!("embeddings.{name}.weight"), &[rows, hidden]);
        let rows = |name: &str| weights.rows(&format!("embeddings.{name}.weight")).unwrap_or(0);
        let mut kind = table("token_type_embeddings", rows("token_type_embeddings"))?;
        kind.truncate(hidden);
        let mut layers = Vec::with_capacity(shape.layers);
        for index in 0..shape.layers {
            let name = |part: &str| format!("encoder.layer.{index}.{part}");
            layers.push(Layer {
                query: linear(&name("attention.self.query"), hidden, hidden)?,
                key: linear(&name("attention.self.key"), hidden, hidden)?,
                value: linear(&name("attention.self.value"), hidden, hidden)?,
                attended: linear(&name("attention.output.dense"), hidden, hidden)?,
                attended_norm: norm(&name("attention.output.LayerNorm"))?,
                widen: linear(&name("intermediate.dense"), hidden, shape.intermediate)?,
                narrow: linear(&name("output.dense"), shape.intermediate, hidden)?,
                norm: norm(&name("output.LayerNorm"))?,
            });
        }
        Ok(Encoder {
            shape,
            words: table("word_embeddings", rows("word_embeddings"))?,
            positions: table("position_embeddings", shape.positions)?,
            kind,
            norm: norm("embeddings.LayerNorm")?,
            layers,
        })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.shape.hidden
    }

    /// How many word pieces have an embedding.
    pub(super) fn vocabulary(&self) -> usize {
        self.words.len() / self.shape.hidden
    }

    /// The last hidden state of each word piece, one after another.
    pub(super) fn run(&self, ids: &[usize]) -> Vec<f32> {
        let width = self.shape.hidden;
        let mut hidden = Vec::with_capacity(ids.len() * width);
        for (id, position) in ids.iter().zip(self.positions.chunks_exact(width)) {
            let word = self.words.chunks_exact(width).nth(*id).unwrap_or_default();
            hidden.extend(
                word.iter().zip(position).zip(&self.kind).map(|((word, place), kind)| word + place + kind),
            );
        }
        self.norm.apply(&mut hidden);
        for layer in &self.layers {
            let context = self.attend(layer, &hidden);
            let mut attended = layer.attended.apply(&context);
            add(&mut attended, &hidden);
            layer.attended_norm.apply(&mut attended);
            let mut wide = layer.widen.apply(&attended);
            wide.iter_mut().for_each(|value| *value = activate(self.shape.activation, *value));
            hidden = layer.narrow.apply(&wide);
            add(&mut hidden, &attended);
            layer.norm.apply(&mut hidden);
        }
        hidden
    }

    fn attend(&self, layer: &Layer, hidden: &[f32]) -> Vec<f32> {
        let (width, heads) = (self.shape.hidden, self.shape.heads);
        let part = width / heads;
        let scale = 1.0 / (part as f32).sqrt();
        let [queries, keys, values] =
            [&layer.query, &layer.key, &layer.value].map(|linear| linear.apply(hidden));
        let mut context = vec![0.0; hidden.len()];
        for (query, out) in queries.chunks_exact(width).zip(context.chunks_exact_mut(width)) {
            for (head, (query, out)) in query.chunks_exact(part).zip(out.chunks_exact_mut(part)).enumerate() {
                let of_head = |row: &'_ [f32]| -> std::ops::Range<usize> {
                    head * part..(head * part + part).min(row.len())
                };
                let mut scores: Vec<f32> = keys
                    .chunks_exact(width)
                    .map(|key| dot(query, key.get(of_head(key)).unwrap_or_default()) * scale)
                    .collect();
                softmax(&mut scores);
                for (score, value) in scores.iter().zip(values.chunks_exact(width)) {
                    let value = value.get(of_head(value)).unwrap_or_default();
                    out.iter_mut().zip(value).for_each(|(out, value)| *out += score * value);
                }
            }
        }
        context
    }
}

impl Linear {
    fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let mut out = Vec::with_capacity(rows.len() / self.inputs.max(1) * self.bias.len());
        for row in rows.chunks_exact(self.inputs) {
            let outputs = self.weight.chunks_exact(self.inputs).zip(&self.bias);
            out.extend(outputs.map(|(weight, bias)| dot(weight, row) + bias));
        }
        out
    }
}

impl Norm {
    fn apply(&self, rows: &mut [f32]) {
        let width = self.weight.len();
        for row in rows.chunks_exact_mut(width) {
            let mean = row.iter().sum::<f32>() / width as f32;
            let variance =
                row.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / width as f32;
            let scale = 1.0 / (variance + self.epsilon).sqrt();
            for ((value, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
                *value = (*value - mean) * scale * weight + bias;
            }
        }
    }
}

fn add(to: &mut [f32], other: &[f32]) {
    to.iter_mut().zip(other).for_each(|(to, other)| *to += other);
}

fn softmax(scores: &mut [f32]) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores.iter_mut().for_each(|score| *score = (*score - top).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

fn activate(activation: Activation, x: f32) -> f32 {
    match activation {
        Activation::Relu => x.max(0.0),
        Activation::Gelu => 0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2)),
        Activation::GeluTanh => {
            0.5 * x * (1.0 + ((2.0 / std::f32::consts::PI).sqrt() * (x + 0.044_715 * x * x * x)).tanh())
        }
    }
}

/// The error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let poly =
        t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    (1.0 - poly * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f32, expect: f32) {
        assert!((found - expect).abs() < 1e-5, "{found} {expect}");
    }

    #[test]
    fn the_functions_have_their_known_values() {
        near(activate(Activation::Gelu, 1.0), 0.841_345);
        near(activate(Activation::Gelu, -1.0), -0.158_655);
        near(activate(Activation::Gelu, 0.0), 0.0);
        near(activate(Activation::GeluTanh, 1.0), 0.841_192);
        near(activate(Activation::Relu, -1.0), 0.0);
        near(erf(0.5), 0.520_500);
        let mut scores = [1.0, 2.0, 3.0];
        softmax(&mut scores);
        near(scores[2], 0.665_241);
    }

    #[test]
    fn a_norm_has_mean_and_variance_of_its_weights() {
        let norm = Norm { weight: vec![2.0; 4], bias: vec![1.0; 4], epsilon: 0.0 };
        let mut rows = vec![1.0, 2.0, 3.0, 4.0];
        norm.apply(&mut rows);
        near(rows.iter().sum::<f32>() / 4.0, 1.0);
        near(rows[3], 1.0 + 2.0 * 1.5 / 1.25_f32.sqrt());
    }
}
