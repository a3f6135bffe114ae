//! The shapes of the network and its constants, which those who read with it and those who train it share.

/// Values of a word.
pub const WORD: usize = 64;
/// Values of a device as it is looked at through a word.
pub const ENTITY: usize = 48;
/// Values of a device as it is compared with commands.
pub const COMMAND: usize = 64;
/// Kinds of touches.
pub const TOUCHES: usize = 18;
/// What is known of a device beside what it is: near, whether it is known what is near, recent, beside what is recent, like it.
pub const FACTS: usize = 5;
/// What a device is asked with: the greatest and the attended of it, itself, and the facts.
pub const LOOKED: usize = 3 * ENTITY + FACTS;
/// Convolutions over the words.
pub const LAYERS: usize = 4;
/// Where each of them looks at a word, and what is around it: so far apart.
pub const DILATIONS: [usize; LAYERS] = [1, 2, 4, 1];
/// What layer normalisation adds to the variance.
pub const EPSILON: f32 = 1e-5;
/// The sum over devices is a share of so many.
pub const SEVERAL: f32 = 8.0;
