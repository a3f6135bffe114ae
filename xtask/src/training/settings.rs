//! What may be chosen about a training, with the choices of the model that ships.

/// What may be chosen about a training. The defaults are those of the model that ships.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    pub(crate) dimensions: usize,
    pub(crate) steps: usize,
    pub(crate) batch: usize,
    pub(crate) rate: f32,
    pub(crate) temperature: f32,
    /// Features with a vector, at most: the most frequent ones.
    pub(crate) most_rows: usize,
    /// A feature that occurs in fewer texts has none.
    pub(crate) fewest_texts: u32,
    /// Features left out of each text, in thousandths.
    pub(crate) dropout: usize,
    /// Features taken for unknown throughout a batch, in thousandths: so that the model learns to live with words that
    /// it does not know.
    pub(crate) hidden: usize,
    /// Capabilities taken for strange in each batch, in thousandths: the words that are theirs are taken for unknown.
    pub(crate) strange: usize,
    /// Questions that are a vendor's description, in thousandths: other words for the same command are the answer.
    pub(crate) described: usize,
    /// Pairs of a batch that are words of the thesaurus, in thousandths.
    pub(crate) thesaurus: usize,
    /// Pairs of a batch about what is done with a thing of the thesaurus, in thousandths.
    pub(crate) framed: usize,
    /// Questions and documents in which a word gives way to another of the same meaning, in thousandths.
    pub(crate) exchanged: usize,
    /// Questions that ask for a value of a command or whether a state has it, of the items that have values, in
    /// thousandths.
    pub(crate) valued: usize,
    /// Squares of gradients that every row begins with: the larger, the more often a feature has to be seen before its
    /// vector moves far.
    pub(crate) caution: f32,
    /// Dimensions in which every feature keeps a direction of its own.
    pub(crate) words: usize,
    /// The part of the cosine that is theirs.
    pub(crate) share: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 2026,
            dimensions: 128,
            steps: 5000,
            batch: 256,
            rate: 0.03,
            temperature: 0.06,
            most_rows: 50_000,
            fewest_texts: 2,
            dropout: 150,
            hidden: 150,
            strange: 300,
            described: 150,
            thesaurus: 150,
            framed: 150,
            exchanged: 200,
            valued: 200,
            caution: 1.0,
            words: 128,
            share: 0.3,
        }
    }
}
