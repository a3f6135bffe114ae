//! How likely commands are meant, how wrong that is, and what would make it less so.

use lares_reader::arithmetic::{add_times, dot, sigmoid};
use lares_reader::shape::{COMMAND, WORD};

use super::products::Gradient;
use super::{Lesson, Told};

/// No likelihood counts as less than this.
const LEAST: f32 = 1e-9;

/// Beside what teachers tell, what is meant counts so much.
const SHARE_OF_MEANT: f32 = 0.3;

/// What came of comparing.
pub(super) struct Compared {
    /// The sum of the cross entropies.
    pub(super) loss: f32,
    /// The change of the devices, and that of the words.
    pub(super) seen_change: Vec<f32>,
    pub(super) heard_change: Vec<f32>,
}

/// A command as it was compared with the words.
struct Called {
    command: usize,
    /// How much it fits the word that it fits best.
    fits: f32,
    at: usize,
    change: f32,
}

/// Compares the commands with words and devices, and learns from how wrong that is. Where teachers have told how likely commands
/// are, that is learned as well as what is meant.
pub(super) fn compare(
    gradient: &mut Gradient<'_>,
    lesson: &Lesson,
    told: Option<&Told>,
    heard: &[f32],
    seen: &[f32],
) -> Compared {
    let (parts, list) = (gradient.parts, gradient.list);
    let mut loss = 0.0;
    let mut called: Vec<Called> = Vec::new();
    let (mut seen_change, mut heard_change) = (vec![0.0; seen.len()], vec![0.0; heard.len()]);
    let devices = seen.chunks_exact(COMMAND).zip(seen_change.chunks_exact_mut(COMMAND));
    for ((candidate, entity), (seen, seen_change)) in
        lesson.example.candidates.iter().zip(0_u32..).zip(devices)
    {
        for (&feature, place) in candidate.entity.commands.iter().zip(0_u32..) {
            let is_meant = lesson.meant.contains(&(entity, place));
            if !is_meant && lesson.either.contains(&(entity, place)) {
                continue;
            }
            let Some(command) = gradient.parts.known.commands.row(feature) else { continue };
            let call = called.iter().position(|known| known.command == command).unwrap_or_else(|| {
                let asks = parts.calls.row(list, command);
                let fits = heard.chunks_exact(WORD).map(|word| dot(asks, word)).zip(0..);
                let (fits, at) = fits.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default();
                called.push(Called { command, fits, at, change: 0.0 });
                called.len() - 1
            });
            let by = parts.commands.row(list, command);
            let likelihood = sigmoid(dot(by, seen) + called[call].fits + parts.biases.row(list, command)[0]);
            let meant = f32::from(u8::from(is_meant));
            let right = told.map_or(meant, |told| {
                SHARE_OF_MEANT * meant + (1.0 - SHARE_OF_MEANT) * told.likelihood(entity, place)
            });
            loss -= right * likelihood.max(LEAST).ln() + (1.0 - right) * (1.0 - likelihood).max(LEAST).ln();
            let change = likelihood - right;
            called[call].change += change;
            gradient.learn_row(parts.biases, command, change, &[1.0]);
            gradient.learn_row(parts.commands, command, change, seen);
            add_times(seen_change, change, by);
        }
    }
    for Called { command, at, change, .. } in called {
        let word = at * WORD..(at + 1) * WORD;
        add_times(&mut heard_change[word.clone()], change, parts.calls.row(list, command));
        gradient.learn_row(parts.calls, command, change, &heard[word]);
    }
    Compared { loss, seen_change, heard_change }
}
