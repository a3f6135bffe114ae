//! [`Lares`]: a compiled home, its conversations, and the way from a request to the whole answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use lares_embedding::{FetchUsage, RemoteEmbedder};
use lares_home::{
    AttributeSpec, ChangeError, CommandSpec, Device, Finding, Home, ReadError, Recipe, Room, Scene,
};
use lares_language::{ModelUsage, Parse};
use lares_retrieval::{
    CompileError, CompiledHome, Conversation, Retrieval, Step, pipeline::Supplied, retrieve_in,
};

use crate::builder::Builder;
use crate::config::Config;
use crate::consult::Models;
use crate::conversations::Conversations;
use crate::folder::FolderError;
use crate::lookup::{self, Ability};
use crate::request::Request;
use crate::similar::Similar;
use crate::workspace::{Workspace, in_workspace};
use crate::{context, embedders, parse_trace, scale_file, similar};

/// Why a [`Lares`] cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The home folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A document of the home is broken.
    #[error(transparent)]
    Document(#[from] ReadError),
    /// The settings are wrong.
    #[error("configuration: {0}")]
    Config(String),
    /// The home cannot be compiled with this embedder.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A change that cannot be made.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// What changes need was not kept.
    #[error("this home cannot be changed device by device: build it with `Builder::changeable`")]
    NotChangeable,
}

/// What was fetched from outside for a request; see [`Lares::step`].
#[derive(Debug, Clone, Default)]
pub struct Outside<'a> {
    /// A parse that another parser made; without one the local parser reads the text.
    pub parse: Option<&'a Parse>,
    /// Which parser that was (`llm`).
    pub parser: &'a str,
    /// Its errors, for `meta.parser_errors`.
    pub parser_errors: &'a [String],
    /// Vectors and arbitrations that earlier steps asked for.
    pub supplied: Supplied,
}

/// A home that can be spoken to. It is shared between threads; requests of different conversations run at once.
#[derive(Debug)]
pub struct Lares {
    pub(crate) home: CompiledHome,
    pub(crate) config: Config,
    pub(crate) findings: Arc<[Finding]>,
    /// What changes of single devices need, where they are wanted.
    pub(crate) recipe: Option<Recipe>,
    pub(crate) conversations: Arc<Conversations>,
    pub(crate) models: Models,
    pub(crate) built: Instant,
}

impl Lares {
    /// Begins to build one.
    pub fn builder() -> Builder {
        Builder::new()
    }

    pub(crate) fn new(home: CompiledHome, config: Config, findings: Vec<Finding>, models: Models) -> Lares {
        let conversations = Conversations::new(config.conversations.most, config.retrieval.memory_ms);
        Lares {
            home,
            config,
            findings: findings.into(),
            recipe: None,
            conversations: Arc::new(conversations),
            models,
            built: Instant::now(),
        }
    }

    /// Goes on with the conversations of the home that this one replaces, and with its clock.
    pub(crate) fn succeed(self, previous: &Lares) -> Lares {
        Lares { conversations: Arc::clone(&previous.conversations), built: previous.built, ..self }
    }

    /// The same without indexes: every lookup visits every device. It is what the indexes are compared with, in tests
    /// and benchmarks, and of no other use.
    #[must_use]
    pub fn without_indexes(self) -> Lares {
        Lares { home: self.home.without_indexes(), ..self }
    }

    /// Answers a request, by a clock that starts when this was built.
    pub fn retrieve(&self, request: &Request) -> Retrieval {
        let now_ms = u64::try_from(self.built.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.retrieve_at(request, now_ms)
    }

    /// Answers a request by the caller's clock, in milliseconds from any moment. Do not mix it with [`Self::retrieve`]
    /// in one conversation.
    ///
    /// It waits for models only where the settings name some. To fetch what they give by other means, see
    /// [`Self::step`].
    pub fn retrieve_at(&self, request: &Request, now_ms: u64) -> Retrieval {
        self.answer(request, now_ms)
    }

    /// One step towards an answer, for callers who fetch vectors or ask a model: while it is not [`Step::Done`], fetch
    /// what it names, add it to `outside.supplied` and call again with the same clock. Nothing is remembered before.
    pub fn step(&self, request: &Request, now_ms: u64, outside: &Outside<'_>) -> Step {
        let wanted = lares_retrieval::Request {
            text: &request.text,
            room: request.room.as_deref(),
            top_k: request.top_k,
            now_ms,
            trace: request.trace,
            parse: outside.parse,
            parser: outside.parser,
            parser_errors: outside.parser_errors,
            supplied: outside.supplied.clone(),
            last: request.session.is_none(),
            is_part: false,
        };
        in_workspace(|workspace| self.step_in(request, now_ms, outside, &wanted, workspace))
    }

    fn step_in(
        &self,
        request: &Request,
        now_ms: u64,
        outside: &Outside<'_>,
        wanted: &lares_retrieval::Request<'_>,
        workspace: &mut Workspace,
    ) -> Step {
        let memory = &mut workspace.retrieval;
        let step = match &request.session {
            Some(session) => self
                .conversations
                .with(session, now_ms, |conversation| retrieve_in(&self.home, conversation, wanted, memory)),
            None => retrieve_in(&self.home, &mut Conversation::new(), wanted, memory),
        };
        match step {
            Step::Done(mut answer) => {
                context::write(&self.home, &self.config.context, &mut answer, &mut workspace.context);
                if request.trace && outside.parse.is_none() {
                    parse_trace::add(&self.home, &request.text, &mut answer);
                }
                Step::Done(answer)
            }
            other => other,
        }
    }

    /// Forgets a conversation; says whether there was one.
    pub fn forget(&self, session: &str) -> bool {
        self.conversations.forget(session)
    }

    /// How many conversations are kept.
    pub fn conversation_count(&self) -> usize {
        self.conversations.count()
    }

    /// What the language model has cost so far; `None` where there is none.
    pub fn model_usage(&self) -> Option<ModelUsage> {
        self.models.language.as_ref().map(|model| model.usage())
    }

    /// What an embedder behind an API has cost so far; `None` where vectors are computed here.
    pub fn embedder_usage(&self) -> Option<FetchUsage> {
        self.models.remote.as_ref().map(|remote| remote.usage())
    }

    /// The embedder behind an API; `None` where vectors are computed here.
    pub fn remote_embedder(&self) -> Option<&Arc<dyn RemoteEmbedder>> {
        self.models.remote.as_ref()
    }

    /// The file in which the scale of the embedder is kept that the settings name; `None` for one that has its own.
    pub fn scale_path(&self) -> Option<PathBuf> {
        scale_file::scale_path(&embedders::described(&self.config)?)
    }

    /// The home.
    pub fn home(&self) -> &Home {
        &self.home.home
    }

    /// The home as retrieval sees it, for measuring single stages.
    pub fn compiled_home(&self) -> &CompiledHome {
        &self.home
    }

    /// The commands and attributes of the home that are nearest to a text by their vectors alone, nearest first: what
    /// the embedder thinks, whatever the other stages say.
    pub fn similar(&self, text: &str, count: usize) -> Vec<Similar> {
        similar::similar(&self.home, text, count)
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The block of the whole home, in the form of an answer's context: what retrieval saves an agent from reading.
    pub fn whole_context(&self) -> String {
        context::whole(&self.home, &self.config.context)
    }

    /// What was left out or doubtful when the home was read, changes since not counted. [`lares_home::check`] finds what may hurt beyond it.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The device of that id.
    pub fn device(&self, id: &str) -> Option<&Device> {
        lookup::device(&self.home, id).map(|(_, device)| device)
    }

    /// The scene of that id.
    pub fn scene(&self, id: &str) -> Option<&Scene> {
        lookup::scene(self.home(), id)
    }

    /// The room of that id or name, whatever the name's case.
    pub fn room(&self, id_or_name: &str) -> Option<&Room> {
        let wanted = id_or_name.trim();
        let rooms = &self.home().rooms;
        rooms.iter().find(|room| room.id == wanted).or_else(|| {
            let folded = wanted.to_lowercase();
            let is_named = |name: &str| !name.is_empty() && name.to_lowercase() == folded;
            rooms.iter().find(|room| is_named(&room.name) || room.aliases.iter().any(|alias| is_named(alias)))
        })
    }

    /// The name of a device's room, its id where it has no name.
    pub fn room_of(&self, device: &Device) -> Option<&str> {
        lookup::room_name(self.home(), device)
    }

    /// The platform's name of a device's first category; `Unknown` where it has none.
    pub fn category_of(&self, device: &Device) -> &'static str {
        lookup::category_name(device)
    }

    /// The command of that id on a device.
    pub fn command(&self, device: &Device, capability_id: &str) -> Option<&CommandSpec> {
        match lookup::ability(self.home(), device, capability_id, true) {
            Some(Ability::Command(_, command)) => Some(command),
            _ => None,
        }
    }

    /// The attribute of that id on a device.
    pub fn attribute(&self, device: &Device, capability_id: &str) -> Option<&AttributeSpec> {
        match lookup::ability(self.home(), device, capability_id, false) {
            Some(Ability::Attribute(_, attribute)) => Some(attribute),
            _ => None,
        }
    }
}
