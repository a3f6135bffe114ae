//! A home that changes while it is spoken to.
//!
//! Each request sees one compiled home from its beginning to its end; the next one sees the newest. The new home is
//! compiled beside the old one, and no request waits for it.

use std::sync::Arc;

use arc_swap::ArcSwap;
use lares_retrieval::Retrieval;

use crate::{Lares, Request};

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
}

impl LiveHome {
    /// Begins with this home.
    pub fn new(lares: Lares) -> LiveHome {
        LiveHome { current: ArcSwap::from_pointee(lares) }
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
        // Every successor has the conversations of the first, so that it does not matter which of two comes last.
        let next = next.succeed(&self.current());
        self.current.swap(Arc::new(next))
    }
}
