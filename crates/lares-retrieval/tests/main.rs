//! What the search promises, in one program: each file below is a subject of its own.
//!
//! One program instead of one for each file: every program holds the models and the data once more.

mod borne_out;
mod conversations;
mod random;
mod references;
mod safety;
mod seeds;
mod support;
mod told_which;
