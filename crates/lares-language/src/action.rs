//! What an action says once its words are understood: acts, a property and a value.
//!
//! The command array carries the action as words (`设置亮度=50%`); [`Action`] is the same thing as data. The local
//! parser builds it and writes the words; for another parser's answer the words are decoded to it
//! ([`crate::vocabulary::HomeVocabulary::decode_action`]).

use std::ops::RangeInclusive;

use lares_home::{Act, Property};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Readings of a verb: few enough to need no memory of their own.
pub type Acts = SmallVec<[Act; 8]>;

/// Readings of what is changed or asked for.
pub type Properties = SmallVec<[Property; 8]>;

/// An action, understood.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Action {
    /// Readings of the verb, most typical first (`打开` is on, open, start). Empty: no verb was understood.
    pub acts: Acts,
    /// Readings of what is changed or asked for, most typical first; empty: the device as a whole.
    pub properties: Properties,
    /// The value said, if any.
    pub value: Option<Value>,
}

/// A value as said, before any command gives it a type.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number with its unit: `50%`, `26度`, `3档`.
    Number {
        /// The number.
        number: f64,
        /// Its unit.
        unit: Unit,
    },
    /// A point of the range: the maximum, the middle.
    Level(Level),
    /// A value by name: `制冷`, `HDMI1`. With a key where the words are known.
    Word {
        /// The word as said, normalised.
        text: String,
        /// The key shared across capabilities, where known.
        key: Option<String>,
    },
    /// A colour, hue and saturation 0..100.
    Color {
        /// 0..100, a full turn being 100.
        hue: f64,
        /// 0..100.
        saturation: f64,
        /// Its name as said.
        text: String,
    },
    /// A white tone in kelvin.
    Kelvin {
        /// The colour temperature.
        kelvin: f64,
        /// Its name as said.
        text: String,
    },
}

/// The unit said after a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unit {
    /// None was said.
    None,
    /// Of a hundred.
    Percent,
    /// Degrees, without a scale.
    Degree,
    /// Degrees Celsius.
    Celsius,
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Kelvin.
    Kelvin,
    /// A gear or step (档, level).
    Gear,
    /// Seconds.
    Second,
    /// Minutes.
    Minute,
    /// Hours.
    Hour,
    /// A channel number.
    Channel,
    /// Times, repetitions.
    Time,
    /// Revolutions a minute.
    Rpm,
}

impl Unit {
    /// Degrees Fahrenheit of a room that is heated, be it a garage: nobody heats one to as many Celsius.
    pub const HEATED_FAHRENHEIT: RangeInclusive<f64> = 45.0..=90.0;
    /// Degrees Fahrenheit of a room that is cooled.
    pub const COOLED_FAHRENHEIT: RangeInclusive<f64> = 60.0..=90.0;
}

/// A point of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Level {
    /// The minimum.
    Min,
    /// A fourth of the range above the minimum.
    Quarter,
    /// A third of the range above the minimum.
    Third,
    /// The middle.
    Middle,
    /// Three fourths of the range above the minimum.
    ThreeQuarters,
    /// The maximum.
    Max,
    /// The lowest of named steps (低档), or a fourth of a range.
    Low,
    /// The middle of named steps (中档), or the middle of a range.
    Medium,
    /// The highest of named steps (高档), or three fourths of a range.
    High,
}

impl Action {
    /// Whether the action asks for a state instead of changing one.
    pub fn is_query(&self) -> bool {
        self.acts.first() == Some(&Act::Query)
    }
}
