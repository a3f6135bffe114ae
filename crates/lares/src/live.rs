//! A home that changes while it is spoken to.
//!
//! Each request sees one compiled home from its beginning to its end; the next one sees the newest. The new home is
//! compiled beside the old one, and no request waits for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use lares_home::Change;
use lares_retrieval::Retrieval;

use crate::{Error, Lares, Request};

/// A [`Lares`] that can be replaced at any time. Conversations go on across a change: what was spoken of is known by its
/// id.
///
/// ```
/// use lares::{Lares, LiveHome, Request};
///
/// # fn main() -> Result<(), lares::Error> {
/// let live = LiveHome::new(Lares::builder().sample_home().build()?);
/// live.retrieve(&Request::new("打开客厅的灯"));
/// // A device was added, moved or renamed: read the home anew and put it in the old one's place.
/// live.replace(Lares::builder().sample_home().build()?);
/// live.retrieve(&Request::new("打开客厅的灯"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LiveHome {
    current: ArcSwap<Lares>,
    /// Held by whoever makes a successor.
    anew: Mutex<Option<Anew>>,
}

/// A home that is being compiled anew.
#[derive(Debug)]
struct Anew {
    of: Arc<Lares>,
    /// What has changed since.
    since: Vec<Change>,
}

impl LiveHome {
    /// Begins with this home.
    pub fn new(lares: Lares) -> LiveHome {
        LiveHome { current: ArcSwap::from_pointee(lares), anew: Mutex::new(None) }
    }

    /// The newest home. Whoever holds it keeps it as it is.
    pub fn current(&self) -> Arc<Lares> {
        self.current.load_full()
    }

    /// Answers a request on the newest home; see [`Lares::retrieve`].
    pub fn retrieve(&self, request: &Request) -> Retrieval {
        self.current().retrieve(request)
    }

    /// Puts a home in the place of the present one, and returns that. Requests under way end on the home on which they
    /// began; the next request of any thread finds the new one. The settings for conversations stay those of the first
    /// home.
    pub fn replace(&self, next: Lares) -> Arc<Lares> {
        // What is being compiled anew is of no use any more.
        let mut anew = self.turn();
        *anew = None;
        // Every successor has the conversations of the first, so that it does not matter which of two comes last.
        let next = next.succeed(&self.current());
        self.current.swap(Arc::new(next))
    }

    /// Changes single devices, and returns the home before; see [`Lares::changed`]. Requests under way are not disturbed.
    ///
    /// # Errors
    /// A home that was not built with [`crate::Builder::changeable`], or a device that it does not have. Nothing is
    /// changed then.
    ///
    /// ```
    /// use lares::{Change, Lares, LiveHome, Request};
    ///
    /// # fn main() -> Result<(), lares::Error> {
    /// let live = LiveHome::new(Lares::builder().sample_home().changeable().build()?);
    /// let id = live.current().home().devices[0].id.clone();
    /// live.change(&[Change::Rename { id: id.to_string(), name: "小白鲸".into() }])?;
    /// let answer = live.retrieve(&Request::new("打开小白鲸"));
    /// assert_eq!(answer.results[0].candidates[0].entity_id, id);
    /// # Ok(())
    /// # }
    /// ```
    pub fn change(&self, changes: &[Change]) -> Result<Arc<Lares>, Error> {
        let mut anew = self.turn();
        let next = self.current().changed(changes)?;
        if let Some(anew) = &mut *anew {
            anew.since.extend_from_slice(changes);
        }
        Ok(self.current.swap(Arc::new(next)))
    }

    /// Compiles the home anew where it carries many changes ([`Lares::carries_many_changes`]), so that no change has to
    /// wait for it. Call it now and then, in a thread that nothing waits for; requests and changes go on meanwhile. Says
    /// whether it did.
    ///
    /// # Errors
    /// A home that was not built with [`crate::Builder::changeable`].
    pub fn tidy(&self) -> Result<bool, Error> {
        let of = {
            let mut anew = self.turn();
            let current = self.current();
            if anew.is_some() || !current.carries_many_changes() {
                return Ok(false);
            }
            *anew = Some(Anew { of: Arc::clone(&current), since: Vec::new() });
            current
        };
        let compiled = of.compiled_anew();
        let mut anew = self.turn();
        // The home was replaced meanwhile, and another may be in the making.
        let Some(Anew { since, .. }) = anew.take_if(|anew| Arc::ptr_eq(&anew.of, &of)) else {
            return Ok(false);
        };
        let compiled = compiled?;
        let next = if since.is_empty() { compiled } else { compiled.changed(&since)? };
        self.current.store(Arc::new(next));
        Ok(true)
    }

    /// The right to make a successor. Whoever panicked with it has put nothing in the home's place.
    fn turn(&self) -> MutexGuard<'_, Option<Anew>> {
        self.anew.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
