//! Counts what a thread asks of the allocator.
//!
//! The only place of the chores with `unsafe`: a global allocator cannot be written without it. Each call is handed on to
//! the system's allocator as it came.

#![allow(unsafe_code, reason = "a global allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<Allocations> = const { Cell::new(Allocations { count: 0, bytes: 0 }) };
}

/// What was asked of the allocator.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Allocations {
    /// How often: new blocks and blocks that grew.
    pub(crate) count: u64,
    /// How many bytes.
    pub(crate) bytes: u64,
}

/// What this thread asks for while `work` runs.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Allocations) {
    let before = ASKED.get();
    let done = work();
    let after = ASKED.get();
    (done, Allocations { count: after.count - before.count, bytes: after.bytes - before.bytes })
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn note(bytes: usize) {
    // A thread that ends has no count any more.
    let _ = ASKED.try_with(|asked| {
        let Allocations { count, bytes: before } = asked.get();
        asked.set(Allocations { count: count + 1, bytes: before + bytes as u64 });
    });
}

// SAFETY: every call goes to the system's allocator unchanged; counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size.saturating_sub(layout.size()));
        // SAFETY: as above; the block came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
