//! Single devices of a home come, go, and change.
//!
//! A change costs what it concerns and some copying, not a compilation: the words of changed devices make a small layer
//! beside those of the others. When that layer has grown, the home is compiled anew.

use std::sync::Arc;

use lares_home::{Change, Changed, change};
use lares_retrieval::CompiledHome;

use crate::consult::{Models, words_of};
use crate::embedders;
use crate::engine::{Error, Lares};

/// The most changed devices beside the compiled ones: a share of all, but no more than a layer can hold that is made anew
/// with each change.
const SHARE: usize = 16;
const LEAST: usize = 16;
const MOST: usize = 256;

impl Lares {
    /// The home after changes, made one after another, with the same conversations. This one stays as it is. The answers
    /// are those of the same home built from nothing; a device that was added stands behind all others.
    ///
    /// A home of 100,000 devices changes in milliseconds. It is compiled anew, in the better part of a second, where a
    /// change concerns everything (the language of the home, a room that no document has), and where some hundred devices
    /// have changed since it was: [`Self::compiled_anew`] does that at a better time.
    ///
    /// # Errors
    /// A home that was not built with [`crate::Builder::changeable`], or a device that it does not have.
    pub fn changed(&self, changes: &[Change]) -> Result<Lares, Error> {
        let recipe = self.recipe.as_ref().ok_or(Error::NotChangeable)?;
        let Changed { home, recipe, difference } =
            change(self.home(), recipe, changes, |id| self.home.device_by_id(id))?;
        let most = most_changes(home.devices.len());
        let layered = difference
            .filter(|difference| {
                self.changes() + difference.removed.len() + difference.replaced.len() <= most
            })
            .and_then(|difference| self.home.changed(home.clone(), &difference))
            .filter(|changed| changed.vocabulary.changes() <= most);
        match layered {
            Some(layered) => Ok(self.with(layered, self.models.embedder_fallback.clone(), recipe)),
            None => self.compile(home, recipe),
        }
    }

    /// The same home compiled from nothing, so that further changes have few others to carry.
    ///
    /// # Errors
    /// A home that was not built with [`crate::Builder::changeable`].
    pub fn compiled_anew(&self) -> Result<Lares, Error> {
        let recipe = self.recipe.as_ref().ok_or(Error::NotChangeable)?;
        self.compile(self.home().clone(), recipe.clone())
    }

    /// How many devices have changed since the home was compiled from nothing.
    pub fn changes(&self) -> usize {
        self.home.vocabulary.changes()
    }

    /// Whether it is time for [`Self::compiled_anew`]: half of the changes that can be carried are there.
    pub fn carries_many_changes(&self) -> bool {
        self.changes() * 2 >= most_changes(self.home().devices.len())
    }

    fn compile(&self, home: lares_home::Home, recipe: lares_home::Recipe) -> Result<Lares, Error> {
        let config = &self.config.retrieval;
        match &self.models.remote {
            Some(remote) => {
                let (compiled, fallback) = embedders::compile_remote(home, config, remote)?;
                Ok(self.with(compiled, fallback.map(|(_, why)| why), recipe))
            }
            None => {
                let compiled = CompiledHome::compile(home, config, Arc::clone(&self.home.embedder))?;
                Ok(self.with(compiled, None, recipe))
            }
        }
    }

    fn with(
        &self,
        home: CompiledHome,
        embedder_fallback: Option<String>,
        recipe: lares_home::Recipe,
    ) -> Lares {
        let mut models = Models { embedder_fallback, ..self.models.clone() };
        if models.language.is_some() {
            models.words = words_of(&home.home);
        }
        Lares {
            home,
            config: self.config.clone(),
            findings: Arc::clone(&self.findings),
            recipe: Some(recipe),
            conversations: Arc::clone(&self.conversations),
            models,
            built: self.built,
        }
    }
}

fn most_changes(devices: usize) -> usize {
    (devices / SHARE).clamp(LEAST, MOST)
}
