//! The homes and cases of this repository: `cases/<home>/{dev,train,test}`, run on `homes/<home>` or the built-in sample home.

use std::fs;
use std::path::{Path, PathBuf};

use lares::{Builder, Lares, RetrievalConfig};

use crate::ablation::Ablation;
use crate::case::{self, Case, CaseError};
use crate::check::check;
use crate::run::{Outcome, run};

/// The home that is built into the library.
const SAMPLE: &str = "sample";

/// Cases that may be read by those who work on words and weights, or those that judge them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// May be read by anyone.
    Dev,
    /// The reader is trained on them beside the `dev` cases; no figure is quoted from them.
    Train,
    /// Figures are quoted from them, and nobody who works on words, weights or code reads them.
    Test,
}

impl Part {
    /// The folder's name.
    pub fn name(self) -> &'static str {
        match self {
            Part::Dev => "dev",
            Part::Train => "train",
            Part::Test => "test",
        }
    }
}

/// A home with its cases.
#[derive(Debug)]
pub struct Suite {
    /// The home's name.
    pub home: String,
    /// Where it is; `None` for the built-in one.
    pub folder: Option<PathBuf>,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// Why a suite cannot run.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The cases cannot be used.
    #[error(transparent)]
    Cases(#[from] CaseError),
    /// The data folder cannot be read.
    #[error("{}: cannot be read ({cause})", path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the file system says.
        cause: std::io::Error,
    },
    /// The home cannot be used.
    #[error("home {home}: {cause}")]
    Home {
        /// The home's name.
        home: String,
        /// What is wrong with it.
        cause: Box<lares::Error>,
    },
}

impl Suite {
    /// Every home in a data folder that has cases of that part, by name.
    ///
    /// # Errors
    /// A folder that cannot be read, or a broken case.
    pub fn all(data: &Path, part: Part) -> Result<Vec<Suite>, SuiteError> {
        let folder = data.join("cases");
        let unreadable = |cause| SuiteError::Unreadable { path: folder.clone(), cause };
        let mut suites = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let cases = path.join(part.name());
            let Some(home) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else {
                continue;
            };
            if !cases.is_dir() {
                continue;
            }
            let cases = case::load(&cases)?.into_iter().flat_map(|file| file.cases).collect();
            let folder = (home != SAMPLE).then(|| data.join("homes").join(&home));
            suites.push(Suite { home, folder, cases });
        }
        suites.sort_by(|one, other| one.home.cmp(&other.home));
        Ok(suites)
    }

    /// Compiles the home.
    ///
    /// # Errors
    /// A home that cannot be used.
    pub fn lares(&self, config: &RetrievalConfig) -> Result<Lares, SuiteError> {
        self.built(self.builder().retrieval_config(config.clone()))
    }

    /// Compiles the home as an ablation wants it.
    ///
    /// # Errors
    /// A home that cannot be used.
    pub fn lares_without(&self, ablation: &Ablation) -> Result<Lares, SuiteError> {
        self.built(ablation.applied_to(self.builder()))
    }

    fn builder(&self) -> Builder {
        match &self.folder {
            Some(folder) => Lares::builder().home_folder(folder),
            None => Lares::builder().sample_home(),
        }
    }

    fn built(&self, builder: Builder) -> Result<Lares, SuiteError> {
        builder.build().map_err(|cause| SuiteError::Home { home: self.home.clone(), cause: Box::new(cause) })
    }

    /// Runs the cases on the home, compiled with [`Self::lares`].
    pub fn run(&self, lares: &Lares) -> Vec<Outcome> {
        run(lares, &self.home, &self.cases)
    }

    /// What the cases name and the home does not have.
    pub fn problems(&self, lares: &Lares) -> Vec<String> {
        problems(&self.cases, lares)
    }
}

/// What cases name and their home does not have, each with the case's id.
pub fn problems(cases: &[Case], lares: &Lares) -> Vec<String> {
    let of = |case: &Case| -> Vec<String> {
        check(case, lares).into_iter().map(|problem| format!("case {}: {problem}", case.id)).collect()
    };
    cases.iter().flat_map(of).collect()
}
