//! A second reading of what was said, by a network: what the parser missed, and what it should not be trusted with.
//!
//! The network ([`lares_reader`]) sees the words, what the lexicons know of them, what the parser made of them ([`first`]), and the
//! devices that they touch ([`example`]); it tells how likely each command of each device is meant ([`meaning`]). What it takes for meant becomes an answer by the usual
//! stages, with arguments by the words ([`act`], [`actions`]), and what that hangs on is asked for ([`hangs_on`]) or noticed ([`noticed`]). [`second`] decides which of the two readings holds.

pub(crate) mod act;
mod actions;
mod agreement;
mod ask;
mod changes;
mod clauses;
pub(crate) mod entities;
pub mod example;
mod first;
mod further;
pub(crate) mod hangs_on;
mod harm;
mod held_up;
pub mod meaning;
mod mended;
mod more;
mod needed;
mod noticed;
mod numbered;
mod opened;
mod openers;
mod scale;
pub(crate) mod second;
mod senses;
mod so_many;
mod sounds;
mod states;
mod taken_back;
mod takes;
mod told;
mod told_to;
mod touches;
mod unheard;
mod values;
mod whole;
mod words;
