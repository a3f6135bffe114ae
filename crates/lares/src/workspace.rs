//! The memory that requests of a thread use one after another: of whatever home, it holds nothing that an answer depends
//! on.

use std::cell::Cell;

use crate::context;

/// What a request works in.
#[derive(Default)]
pub(crate) struct Workspace {
    pub(crate) retrieval: lares_retrieval::Workspace,
    pub(crate) context: context::Workspace,
}

thread_local! {
    static KEPT: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

/// Works in the memory of this thread; in new one where the thread ends, or works in it already.
pub(crate) fn in_workspace<T>(work: impl FnOnce(&mut Workspace) -> T) -> T {
    let mut workspace = KEPT.try_with(Cell::take).ok().flatten().unwrap_or_default();
    let done = work(&mut workspace);
    // A thread that ends keeps nothing.
    let _ = KEPT.try_with(|kept| kept.set(Some(workspace)));
    done
}
