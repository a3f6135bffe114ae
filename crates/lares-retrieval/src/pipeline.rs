//! The whole way from a request to its answer.

use std::collections::HashMap;

use lares_language::Parse;

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::result::Retrieval;

/// One request. `Default` has no room, the configured top-k, and no trace.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// What was said.
    pub text: &'a str,
    /// The id (or name) of the room where the speaker stands.
    pub room: Option<&'a str>,
    /// The number of candidates, where it is not the configured one.
    pub top_k: Option<usize>,
    /// The caller's clock, in milliseconds; it never goes back within a conversation.
    pub now_ms: u64,
    /// Whether the answer says what each stage did.
    pub trace: bool,
    /// A parse that another parser made; without one the local parser reads the text.
    pub parse: Option<&'a Parse>,
    /// Where `parse` came from (`llm`); ignored without one.
    pub parser: &'a str,
    /// Errors of that parser, for `meta.parser_errors`.
    pub parser_errors: &'a [String],
    /// What earlier steps asked for.
    pub supplied: Supplied,
}

/// What the caller has fetched for a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Supplied {
    /// Query vectors by their text, as asked for by [`Step::NeedVectors`]. A text that could not be embedded has an
    /// empty vector.
    pub vectors: HashMap<String, Vec<f32>>,
    /// Answers to [`Step::NeedArbitration`], by the command's place in the request.
    pub arbitrations: HashMap<usize, ArbitrationAnswer>,
}

/// What retrieval has come to. Unless it is `Done`, nothing is remembered yet: fetch what is wanted, put it into
/// [`Request::supplied`] and call [`retrieve`] again.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The answer.
    Done(Box<Retrieval>),
    /// The vectors of these texts are wanted.
    NeedVectors(Vec<String>),
    /// A model should choose between commands.
    NeedArbitration(ArbitrationRequest),
}

/// A closed choice between commands.
#[derive(Debug, Clone, PartialEq)]
pub struct ArbitrationRequest {
    /// The command's place in the request, from 0: the key in [`Supplied::arbitrations`].
    pub command: usize,
    /// What was said.
    pub text: String,
    /// The action as spoken.
    pub action: String,
    /// What can be chosen.
    pub options: Vec<ArbitrationOption>,
}

/// One of the choices.
#[derive(Debug, Clone, PartialEq)]
pub struct ArbitrationOption {
    /// The command.
    pub capability_id: String,
    /// What it does.
    pub description: String,
    /// How many of the devices meant have it.
    pub device_count: usize,
    /// Some of them: name and room.
    pub examples: Vec<(String, Option<String>)>,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub enum ArbitrationAnswer {
    /// The option's place, from 0.
    Choice(usize),
    /// A question for the person.
    Question(String),
    /// It gave no usable answer, or could not be reached.
    Nothing,
}

/// Retrieves the devices and commands that a request means.
pub fn retrieve(home: &CompiledHome, conversation: &mut Conversation, request: &Request<'_>) -> Step {
    let _ = (home, conversation);
    Step::Done(Box::new(Retrieval { text: request.text.to_owned(), ..Retrieval::default() }))
}
