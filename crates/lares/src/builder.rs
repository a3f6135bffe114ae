//! Builds a [`Lares`]: which home, which settings, which embedder.

use std::path::PathBuf;
use std::sync::Arc;

use lares_embedding::{Embedder, RemoteEmbedder};
use lares_home::{Home, HomeLanguage, HomeSource, Recipe};
use lares_language::{HomeVocabulary, LanguageModel};
use lares_retrieval::{CompiledHome, RetrievalConfig};

use crate::config::{Config, ParserMode};
use crate::consult::{Models, words_of};
use crate::default_embedder::default_embedder;
use crate::embedders::{self, Chosen};
use crate::engine::{Error, Lares};
use crate::{folder, sample};

/// The documents of a home, as bytes: what [`Builder::home_folder`] reads from files.
#[derive(Debug, Clone, Default)]
pub struct Documents {
    /// The body of `GET /v1/devices`, one page or many, or one device a line.
    pub devices: Vec<u8>,
    /// The body of `GET /v1/locations/{id}/rooms`, or one room a line.
    pub rooms: Option<Vec<u8>>,
    /// One profile a line, or an array of them.
    pub spec: Option<Vec<u8>>,
    /// The body of `GET /v1/scenes`.
    pub scenes: Option<Vec<u8>>,
    /// Other names of devices and rooms.
    pub aliases: Option<Vec<u8>>,
}

/// Where the home comes from.
#[derive(Debug, Clone)]
enum HomeFrom {
    Sample,
    Folder(PathBuf),
    Documents(Box<Documents>),
    Source(Box<HomeSource>),
}

/// Builds a [`Lares`]; see [`Lares::builder`].
#[derive(Debug, Clone)]
pub struct Builder {
    home: HomeFrom,
    language: Option<HomeLanguage>,
    config: Config,
    config_text: Option<String>,
    embedder: Option<Chosen>,
    language_model: Option<Arc<dyn LanguageModel>>,
    changeable: bool,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder {
            home: HomeFrom::Sample,
            language: None,
            config: Config::default(),
            config_text: None,
            embedder: None,
            language_model: None,
            changeable: false,
        }
    }

    /// The built-in sample home. It is the default.
    #[must_use]
    pub fn sample_home(mut self) -> Builder {
        self.home = HomeFrom::Sample;
        self
    }

    /// A home folder, or a single file that is its `devices.json`.
    #[must_use]
    pub fn home_folder(mut self, path: impl Into<PathBuf>) -> Builder {
        self.home = HomeFrom::Folder(path.into());
        self
    }

    /// A home from documents in memory.
    #[must_use]
    pub fn home_documents(mut self, documents: Documents) -> Builder {
        self.home = HomeFrom::Documents(Box::new(documents));
        self
    }

    /// A home from records that the caller has read.
    #[must_use]
    pub fn home_source(mut self, source: HomeSource) -> Builder {
        self.home = HomeFrom::Source(Box::new(source));
        self
    }

    /// The home's language: that of its descriptions and context. Told from its names where it is not given.
    #[must_use]
    pub fn language(mut self, language: HomeLanguage) -> Builder {
        self.language = Some(language);
        self
    }

    /// All settings at once.
    #[must_use]
    pub fn config(mut self, config: Config) -> Builder {
        self.config = config;
        self.config_text = None;
        self
    }

    /// All settings at once, as the text of a TOML file; a mistake in it is told by [`Self::build`].
    #[must_use]
    pub fn config_toml(mut self, text: impl Into<String>) -> Builder {
        self.config_text = Some(text.into());
        self
    }

    /// The settings of retrieval alone.
    #[must_use]
    pub fn retrieval_config(mut self, config: RetrievalConfig) -> Builder {
        self.config.retrieval = config;
        self
    }

    /// Who reads the utterances.
    #[must_use]
    pub fn parser(mut self, parser: ParserMode) -> Builder {
        self.config.parser = parser;
        self
    }

    /// Whether a language model may choose between commands for several devices, once, where it is unclear which is
    /// meant.
    #[must_use]
    pub fn arbitration(mut self, on: bool) -> Builder {
        self.config.retrieval.enable_bulk_arbitration_llm = on;
        self
    }

    /// The embedder of that name: one of the settings, a built-in one, or a model's folder.
    #[must_use]
    pub fn embedder_named(mut self, name: impl Into<String>) -> Builder {
        self.config.embedder = name.into();
        self
    }

    /// Where vectors come from, instead of the one that the settings name; the default is the bundled model.
    #[must_use]
    pub fn embedder(mut self, embedder: Arc<dyn Embedder>) -> Builder {
        self.embedder = Some(Chosen::Local(embedder));
        self
    }

    /// The same for an embedder whose vectors are fetched. Those of the home's commands are fetched by [`Self::build`].
    #[must_use]
    pub fn remote_embedder(mut self, embedder: Arc<dyn RemoteEmbedder>) -> Builder {
        self.embedder = Some(Chosen::Remote(embedder));
        self
    }

    /// The language model of [`ParserMode::Llm`] and [`ParserMode::Auto`], and of arbitration, instead of the one that
    /// the settings describe.
    #[must_use]
    pub fn language_model(mut self, model: Arc<dyn LanguageModel>) -> Builder {
        self.language_model = Some(model);
        self
    }

    /// Single devices of the home may change ([`Lares::changed`], [`crate::LiveHome::change`]). The specifications of
    /// profiles and the aliases are kept for it.
    #[must_use]
    pub fn changeable(mut self) -> Builder {
        self.changeable = true;
        self
    }

    /// Reads and compiles the home.
    ///
    /// # Errors
    /// A home that cannot be read, or settings out of range; nothing is half-loaded.
    pub fn build(self) -> Result<Lares, Error> {
        let config = match &self.config_text {
            Some(text) => Config::from_toml(text)?,
            None => self.config,
        };
        config.check()?;
        let (mut source, mut findings) = match self.home {
            HomeFrom::Sample => folder::read_documents(&sample::documents())?,
            HomeFrom::Folder(path) => folder::read(&path)?,
            HomeFrom::Documents(documents) => folder::read_documents(&documents)?,
            HomeFrom::Source(source) => (*source, Vec::new()),
        };
        source.language = self.language.or(source.language);
        let recipe = self.changeable.then(|| Recipe::of(&source));
        let (home, compiling) = lares_home::compile(source);
        let recipe = recipe.map(|recipe| recipe.compiled(&home));
        findings.extend(compiling);
        let language = match self.language_model {
            Some(model) => Some(model),
            None => language_model(&config)?,
        };
        let mut models = Models { language, ..Models::default() };
        if models.language.is_some() {
            models.words = words_of(&home);
        }
        let embedder = match self.embedder {
            Some(embedder) => Some(embedder),
            None => embedders::chosen(&config)?,
        };
        let compiled = match embedder {
            None => CompiledHome::compile(home, &config.retrieval, embedder_and_lexicon())?,
            Some(Chosen::Local(embedder)) => CompiledHome::compile(home, &config.retrieval, embedder)?,
            Some(Chosen::Remote(remote)) => {
                let (compiled, fallback) = embedders::compile_remote(home, &config.retrieval, &remote)?;
                models.remote = Some(remote);
                if let Some((finding, why)) = fallback {
                    findings.push(finding);
                    models.embedder_fallback = Some(why);
                }
                compiled
            }
        };
        Ok(Lares { recipe, ..Lares::new(compiled, config, findings, models) })
    }
}

/// The language model that the settings ask for, if they do.
#[cfg(feature = "models")]
fn language_model(config: &Config) -> Result<Option<Arc<dyn LanguageModel>>, Error> {
    let arbitrates = config.retrieval.enable_bulk_arbitration_llm;
    match (config.parser, &config.llm) {
        (ParserMode::Local, _) if !arbitrates => Ok(None),
        (_, Some(llm)) => crate::models::language_model(llm).map(Some),
        // Without an endpoint, what may ask a model does without.
        (ParserMode::Local | ParserMode::Auto, None) if !crate::models::has_default_key() => Ok(None),
        (_, None) => crate::models::language_model(&crate::model_config::LlmConfig::default()).map(Some),
    }
}

/// The language model that the settings ask for: there is none in this build.
#[cfg(not(feature = "models"))]
fn language_model(config: &Config) -> Result<Option<Arc<dyn LanguageModel>>, Error> {
    if config.parser == ParserMode::Local {
        return Ok(None);
    }
    Err(Error::Config(
        "parser: this program was built without language models; build it with --features models, or use \"local\""
            .to_owned(),
    ))
}

/// The default embedder. The words of the languages take their time at the first home of a process too: both are made
/// at once.
fn embedder_and_lexicon() -> Arc<dyn Embedder> {
    std::thread::scope(|scope| {
        let lexicon = scope.spawn(|| HomeVocabulary::compile(&Home::default()));
        let embedder = default_embedder();
        // Nothing is lost where the thread failed: the words are then made by the home that needs them.
        let _ = lexicon.join();
        embedder
    })
}
