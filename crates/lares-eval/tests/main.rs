//! What the evaluation promises, in one program: each file below is a subject of its own.
//!
//! One program instead of one for each file: every program holds the models and the data once more.

mod around_orders;
mod as_a_whole;
mod at_once;
mod browser;
mod cases;
mod contrary_model;
mod hanging;
mod plain_orders;
mod results;
mod schema;
mod second_reading;
mod support;
