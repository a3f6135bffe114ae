//! `cargo xtask train-reader`: trains the network that reads beside the parser (`lares_reader`), by gradient descent on cases.
//!
//! It learns from the `dev` and the `train` cases, from pairs of plain orders, and from other networks, which are trained
//! first. Without an output file a part of the homes, by the digests of their names, is kept to measure with. The same seed
//! gives the same bytes, on however many cores.

mod adam;
mod file;
mod known;
mod lessons;
mod pairs;
mod parameters;
mod passes;
mod resumed;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use lares_eval::case::{Case, Select};
use lares_eval::suite::Part;
use lares_reader::{Network, Scratch};
use lares_retrieval::reader::example::command_feature;
use rayon::prelude::*;

use self::adam::{Adam, Share};
use self::file::to_bytes;
use self::known::Known;
use self::lessons::{Taken, lessons, told_by};
use self::parameters::Parts;
use self::passes::{Chance, Lesson, Told, learn_from};
use crate::training::random;
use smol_str::SmolStr;

/// Where the network goes, and how it is made.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainReaderArgs {
    /// Write the network, of all homes, into this file; without it, only say how good it is on the homes kept out
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How often it learns from every case
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// The greatest step
    #[arg(long, default_value_t = 0.0025)]
    rate: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Train so many networks first, and learn from how likely commands are to them as well
    #[arg(long, default_value_t = 0)]
    teachers: usize,
    /// Train so many that read together
    #[arg(long, default_value_t = 1)]
    members: usize,
    /// Of a thousand values so many are left out by chance
    #[arg(long, default_value_t = 100)]
    left_out: usize,
    /// Of a thousand words that stand in names so many lose their letters
    #[arg(long, default_value_t = 500)]
    names_left_out: usize,
    /// Homes to learn nothing from, and to measure with
    #[arg(long, value_delimiter = ',', value_name = "HOME")]
    without: Vec<String>,
    /// Go on from the networks of this file: of what `--added` does not name a share is learned again as they take it, so that it is
    /// not forgotten
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// With `--from`: the homes that the file has learned nothing from
    #[arg(long, value_delimiter = ',', value_name = "HOME", requires = "from")]
    added: Vec<String>,
    /// With `--from`: of a thousand lessons of other homes so many are learned again
    #[arg(long, default_value_t = 300)]
    again: u64,
    /// Which tenth of the homes is kept out
    #[arg(long, default_value_t = 0)]
    fold: u64,
}

/// The homes are told apart by so many.
const FOLDS: u64 = 10;
/// Of a feature of words that fewer lessons have nothing is learned.
const LEAST_LESSONS: usize = 3;
/// It steps after so many lessons.
const BATCH: usize = 48;
/// Which are shared out to so many, whatever the cores: the sums are the same.
const SHARES: usize = 4;
/// The share of the steps in which they grow.
const WARMING: f32 = 0.1;
/// In thousandths: features of words left out.
const FEATURES_LEFT_OUT: usize = 50;

/// Trains, measures, and writes where that is wanted.
pub(crate) fn run(args: &TrainReaderArgs) -> anyhow::Result<()> {
    let mut log = io::stdout().lock();
    let all = lessons(&[Part::Dev, Part::Train])?;
    let of_fold =
        |taken: &&Taken| args.without.is_empty() && random::digest(&taken.home) % FOLDS == args.fold;
    let kept_out = |taken: &&Taken| args.without.contains(&taken.home);
    let measured: Vec<&Taken> = all.iter().filter(|taken| of_fold(taken) || kept_out(taken)).collect();
    let learned = all.iter().filter(|taken| !kept_out(taken) && (args.output.is_some() || !of_fold(taken)));
    let learned: Vec<&Taken> = learned.collect();
    writeln!(log, "{} cases, {} to measure with", learned.len(), measured.len())?;
    let known = Known::of(learned.iter().map(|taken| &taken.lesson.example), LEAST_LESSONS);
    let parts = Parts::new(&known);
    if let Some(from) = &args.from {
        return go_on(args, from, &parts, &learned, &measured, &mut log);
    }
    let course = Course { args, parts: &parts, learned: &learned, measured: &measured };
    let mut told: Vec<Told> = Vec::new();
    for teacher in 1..=args.teachers {
        writeln!(log, "teacher {teacher}")?;
        let seed = args.seed + teacher as u64;
        let list = course.train(seed, parts.beginning(seed), |_| None, &mut log)?;
        let bytes = to_bytes(&parts, &list);
        let network = Network::of_bytes(bytes.leak()).context("a network that was just written")?;
        told.resize(learned.len(), Told::default());
        let share = 1.0 / args.teachers as f32;
        told.par_iter_mut().zip(&learned).for_each(|(told, taken)| tell(&network, taken, share, told));
    }
    let mut several = Vec::new();
    for member in 0..args.members {
        writeln!(log, "member {} of {}", member + 1, args.members)?;
        // Each begins otherwise than the others, and than its teachers.
        let beginning = if member == 0 { 0 } else { args.teachers + member };
        let seed = args.seed + beginning as u64;
        let list = course.train(seed, parts.beginning(seed), |place| told.get(place), &mut log)?;
        several.extend(to_bytes(&parts, &list));
    }
    let (right, loss) = measure(&several, &measured);
    writeln!(log, "together: of those kept out {loss:.3}, {right} of {} are right", measured.len())?;
    if let Some(path) = &args.output {
        fs::write(path, several).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Trains the networks of a file further, with lessons of homes that are new to them, and a share of the others, which they are
/// told as they take them.
fn go_on(
    args: &TrainReaderArgs,
    from: &PathBuf,
    parts: &Parts<'_>,
    all: &[&Taken],
    measured: &[&Taken],
    log: &mut impl Write,
) -> anyhow::Result<()> {
    let bytes = fs::read(from).with_context(|| from.display().to_string())?;
    let (right, loss) = measure(&bytes, measured);
    writeln!(log, "before: of those kept out {loss:.3}, {right} of {} are right", measured.len())?;
    let lists = resumed::lists(&bytes, parts).context("the file holds no networks of this shape")?;
    let is_new = |taken: &Taken| args.added.contains(&taken.home);
    let is_drawn = |taken: &Taken| {
        random::digest(&format!("{} {:?}", taken.case.id, taken.case.turns)) % 1000 < args.again
    };
    let learned: Vec<&Taken> = all.iter().copied().filter(|taken| is_new(taken) || is_drawn(taken)).collect();
    writeln!(log, "{} of them learned", learned.len())?;
    let network = Network::of_bytes(bytes.leak()).context("a network that was just read")?;
    let of_known = |taken: &&Taken| {
        let mut told = Told::default();
        tell(&network, taken, 1.0, &mut told);
        told
    };
    let told: Vec<Option<Told>> =
        learned.par_iter().map(|taken| (!is_new(taken)).then(|| of_known(taken))).collect();
    let course = Course { args, parts, learned: &learned, measured };
    let mut several = Vec::new();
    for (list, member) in lists.into_iter().zip(0..) {
        writeln!(log, "network {}", member + 1)?;
        several.extend(to_bytes(
            parts,
            &course.train(args.seed + member, list, |place| told.get(place)?.as_ref(), log)?,
        ));
    }
    let (right, loss) = measure(&several, measured);
    writeln!(log, "together: of those kept out {loss:.3}, {right} of {} are right", measured.len())?;
    if let Some(path) = &args.output {
        fs::write(path, several).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Adds a share of how likely commands are to a network.
fn tell(network: &Network, taken: &Taken, share: f32, told: &mut Told) {
    /// What is less likely is not told.
    const LEAST: f32 = 0.003;
    for reading in network.read(&taken.lesson.example, LEAST, &mut Scratch::default()) {
        let place = (reading.candidate, reading.command);
        match told.0.iter_mut().find(|known| (known.0, known.1) == place) {
            Some(known) => known.2 += share * reading.likelihood,
            None => told.0.push((place.0, place.1, share * reading.likelihood)),
        }
    }
}

/// What networks are trained with.
struct Course<'c> {
    args: &'c TrainReaderArgs,
    parts: &'c Parts<'c>,
    learned: &'c [&'c Taken],
    measured: &'c [&'c Taken],
}

impl Course<'_> {
    /// Trains a network from what is meant, and from what was told of a lesson, by its place; from what is meant alone where nothing
    /// was. It begins with `list`.
    fn train<'t>(
        &self,
        seed: u64,
        mut list: Vec<f32>,
        told: impl Fn(usize) -> Option<&'t Told> + Sync,
        log: &mut impl Write,
    ) -> anyhow::Result<Vec<f32>> {
        let Course { args, parts, learned, measured } = *self;
        let mut adam = Adam::new(parts);
        let mut shares: Vec<Share> = (0..SHARES).map(|_| Share::new(parts)).collect();
        let steps = args.epochs * learned.len().div_ceil(BATCH);
        let mut step = 0;
        for epoch in 0..args.epochs {
            let mut order: Vec<usize> = (0..learned.len()).collect();
            let mut shuffling = random::at(seed, epoch, usize::MAX);
            for place in (1..order.len()).rev() {
                order.swap(place, shuffling.below(place + 1));
            }
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                let features = batch.iter().flat_map(|&place| &learned[place].lesson.example.features);
                adam.catch_up(&mut list, features.filter_map(|feature| parts.known.words.row(*feature)));
                let of_share = |(number, share): (usize, &mut Share)| {
                    let of_share = batch.iter().skip(number).step_by(SHARES);
                    of_share
                        .map(|&place| {
                            let mut random = random::at(seed, step, place);
                            let mut chance = Chance {
                                random: &mut random,
                                values: args.left_out,
                                features: FEATURES_LEFT_OUT,
                                names: args.names_left_out,
                            };
                            let lesson = (&learned[place].lesson, told(place));
                            learn_from(parts, &list, lesson, &mut chance, share)
                        })
                        .sum()
                };
                let of_shares: Vec<f32> = shares.par_iter_mut().enumerate().map(of_share).collect();
                loss += of_shares.iter().sum::<f32>();
                adam.step(&mut list, &mut shares, batch.len(), rate(args.rate, step, steps));
                step += 1;
            }
            adam.catch_up_all(&mut list);
            let (right, loss_of_measured) = measure(&to_bytes(parts, &list), measured);
            writeln!(
                log,
                "{}: loss {:.3}; of those kept out {:.3}, {right} of {} are right",
                epoch + 1,
                loss / learned.len() as f32,
                loss_of_measured,
                measured.len()
            )?;
        }
        Ok(list)
    }
}

/// Steps grow, and shrink along a cosine.
fn rate(greatest: f32, step: usize, steps: usize) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    let half = |share: f32| (1.0 - (std::f32::consts::PI * share).cos()) / 2.0;
    if done < WARMING {
        greatest * (0.04 + 0.96 * half(done / WARMING))
    } else {
        greatest * (1.0 - half((done - WARMING) / (1.0 - WARMING)))
    }
}

/// How many lessons the network of a file gets right, whatever is set, and how wrong it is about one on average.
fn measure(bytes: &[u8], lessons: &[&Taken]) -> (usize, f32) {
    let Some(network) = Network::of_bytes(bytes.to_vec().leak()) else { return (0, 0.0) };
    let of_lesson = |taken: &&Taken| (usize::from(is_right(&network, taken)), loss(&network, &taken.lesson));
    let sum = |one: (usize, f32), other: (usize, f32)| (one.0 + other.0, one.1 + other.1);
    let (right, loss) = lessons.par_iter().map(of_lesson).reduce(|| (0, 0.0), sum);
    (right, loss / lessons.len().max(1) as f32)
}

/// The sum of the cross entropies of the commands that are known.
fn loss(network: &Network, lesson: &Lesson) -> f32 {
    const LEAST: f32 = 1e-6;
    let mut scratch = Scratch::default();
    let readings = network.read(&lesson.example, LEAST, &mut scratch).iter();
    let mut meant = lesson.meant.len();
    let found: f32 = readings
        .filter(|reading| !lesson.either.contains(&(reading.candidate, reading.command)))
        .map(|reading| {
            let is_meant = lesson.meant.contains(&(reading.candidate, reading.command));
            meant -= usize::from(is_meant);
            -(if is_meant { reading.likelihood } else { 1.0 - reading.likelihood }).max(LEAST).ln()
        })
        .sum();
    found - meant as f32 * LEAST.ln()
}

fn is_right(network: &Network, taken: &Taken) -> bool {
    let candidates = &taken.lesson.example.candidates;
    // What it hangs on is told like a question, and is none where nobody asks for it.
    let asks = |id: &SmolStr, attribute: &SmolStr| {
        let expect = &taken.case.expect;
        expect.iter().any(|it| it.devices.contains(id) && it.capability.contains(attribute))
    };
    let conditions = taken.case.expect.iter().flat_map(|expectation| &expectation.conditions);
    let told: Vec<(u32, u32)> = conditions
        .flat_map(|condition| condition.devices.iter().map(|id| (id, &condition.attribute)))
        .filter(|(id, attribute)| !asks(id, attribute))
        .filter_map(|(id, attribute)| told_by(&taken.lesson.example, &taken.ids, id, attribute))
        .collect();
    let mut found: Vec<(usize, u32)> = Vec::new();
    for reading in network.read(&taken.lesson.example, 0.5, &mut Scratch::default()) {
        let entity = reading.candidate as usize;
        // What is told of the request as a whole is no command.
        if entity < taken.ids.len()
            && !told.contains(&(reading.candidate, reading.command))
            && !found.iter().any(|(other, _)| *other == entity)
            && let Some(command) = candidates[entity].entity.commands.get(reading.command as usize)
        {
            found.push((entity, *command));
        }
    }
    is_expected(&taken.case, &taken.ids, &found)
}

/// Whether just what is expected was found.
fn is_expected(case: &Case, ids: &[SmolStr], found: &[(usize, u32)]) -> bool {
    if case.clarify {
        return found.is_empty();
    }
    let mut left: Vec<(usize, u32)> = found.to_vec();
    let all = case.expect.iter().all(|expectation| {
        let commands: Vec<u32> = expectation.capability.iter().map(|id| command_feature(id)).collect();
        let is_there = |id: &SmolStr| {
            let entity = ids.iter().position(|known| known == id);
            found.iter().any(|(other, command)| Some(*other) == entity && commands.contains(command))
        };
        let count = expectation.devices.iter().filter(|id| is_there(id)).count();
        left.retain(|(entity, command)| {
            let id = ids.get(*entity);
            let named =
                expectation.devices.iter().chain(&expectation.optional).any(|known| Some(known) == id);
            !(named && commands.contains(command))
        });
        match expectation.select {
            Select::One => count == 1,
            Select::Set => count == expectation.devices.len(),
            // All are as likely; so many of them are chosen behind the network.
            Select::Any(least) => count >= least,
        }
    });
    all && left.is_empty()
}
