//! What the parser promises, in one program: each file below is a subject of its own.
//!
//! One program instead of one for each file: every program holds the models and the data once more.

mod as_spoken;
mod command_array;
mod cues;
mod descriptions;
mod lexicon_gate;
mod misheard;
mod parse_cases;
mod robustness;
mod seeds;
mod spoken_chinese;
mod support;
mod told;
mod told_behind;
mod which_one;
mod wished;
