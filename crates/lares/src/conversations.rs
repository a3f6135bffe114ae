//! The conversations that are going on: many at once, a limited number, forgotten after a silence.
//!
//! Two requests of one conversation wait for each other; those of different ones do not. Nothing here reads a clock:
//! the time comes with each request.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lares_retrieval::Conversation;

/// So many parts, each with its own lock.
const SHARDS: usize = 16;

/// A conversation, shared by the requests that belong to it.
type Shared = Arc<Mutex<Conversation>>;

#[derive(Debug, Default)]
struct Kept {
    conversation: Shared,
    last_ms: u64,
}

/// The conversations of one [`crate::Lares`].
#[derive(Debug)]
pub(crate) struct Conversations {
    shards: Vec<Mutex<HashMap<String, Kept>>>,
    hasher: RandomState,
    most_of_shard: usize,
    memory_ms: u64,
}

impl Conversations {
    /// Keeps about `most` conversations, each until it was silent for longer than `memory_ms`.
    pub(crate) fn new(most: usize, memory_ms: u64) -> Conversations {
        let shards = SHARDS.min(most.max(1));
        Conversations {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
            most_of_shard: most.div_ceil(shards).max(1),
            memory_ms,
        }
    }

    /// Runs `turn` with the conversation of that name, a new one where it is not known or was silent for too long.
    pub(crate) fn with<T>(&self, name: &str, now_ms: u64, turn: impl FnOnce(&mut Conversation) -> T) -> T {
        let shared = self.shared(name, now_ms);
        // The shard is free again while the turn runs.
        turn(&mut lock(&shared))
    }

    /// Forgets a conversation; says whether there was one.
    pub(crate) fn forget(&self, name: &str) -> bool {
        self.shard(name).is_some_and(|mut shard| shard.remove(name).is_some())
    }

    /// How many conversations are kept.
    pub(crate) fn count(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    fn shard(&self, name: &str) -> Option<MutexGuard<'_, HashMap<String, Kept>>> {
        let shards = self.shards.len().max(1) as u64;
        let index = usize::try_from(self.hasher.hash_one(name) % shards).unwrap_or(0);
        self.shards.get(index).map(lock)
    }

    fn shared(&self, name: &str, now_ms: u64) -> Shared {
        let Some(mut shard) = self.shard(name) else { return Shared::default() };
        if let Some(kept) = shard.get_mut(name) {
            if self.is_silent(kept, now_ms) {
                kept.conversation = Shared::default();
            }
            kept.last_ms = now_ms;
            return Arc::clone(&kept.conversation);
        }
        if shard.len() >= self.most_of_shard {
            shard.retain(|_, kept| !self.is_silent(kept, now_ms));
        }
        if shard.len() >= self.most_of_shard {
            let oldest = shard.iter().min_by_key(|(_, kept)| kept.last_ms).map(|(name, _)| name.clone());
            oldest.and_then(|name| shard.remove(&name));
        }
        let kept = shard.entry(name.to_owned()).or_default();
        kept.last_ms = now_ms;
        Arc::clone(&kept.conversation)
    }

    fn is_silent(&self, kept: &Kept, now_ms: u64) -> bool {
        now_ms.saturating_sub(kept.last_ms) > self.memory_ms
    }
}

/// A turn that panicked leaves a conversation as it was before or after a write of plain data: it is still usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_retrieval::RetrievalConfig;

    const MEMORY: u64 = 300_000;

    fn speak(conversations: &Conversations, name: &str, now_ms: u64) {
        conversations.with(name, now_ms, |talk| {
            talk.remember(std::iter::once(format!("of-{name}").into()), now_ms, &RetrievalConfig::default());
        });
    }

    fn heard(conversations: &Conversations, name: &str, now_ms: u64) -> Vec<String> {
        conversations.with(name, now_ms, |talk| {
            talk.recent(now_ms, &RetrievalConfig::default()).into_iter().map(str::to_owned).collect()
        })
    }

    #[test]
    fn conversations_do_not_hear_each_other() {
        let conversations = Conversations::new(100, MEMORY);
        speak(&conversations, "a", 0);
        speak(&conversations, "b", 1);
        assert_eq!(heard(&conversations, "a", 2), ["of-a"]);
        assert_eq!(heard(&conversations, "b", 2), ["of-b"]);
        assert_eq!(conversations.count(), 2);
        assert!(conversations.forget("a") && !conversations.forget("a"));
        assert!(heard(&conversations, "a", 3).is_empty());
    }

    #[test]
    fn a_silence_of_five_minutes_ends_one() {
        let conversations = Conversations::new(100, MEMORY);
        speak(&conversations, "a", 1000);
        assert_eq!(heard(&conversations, "a", 1000 + MEMORY).len(), 1);
        assert!(heard(&conversations, "a", 1001 + 2 * MEMORY).is_empty());
    }

    #[test]
    fn the_longest_silent_goes_first() {
        let conversations = Conversations::new(1, MEMORY);
        speak(&conversations, "a", 0);
        speak(&conversations, "b", 1);
        assert_eq!(conversations.count(), 1);
        assert!(heard(&conversations, "a", 2).is_empty());
    }

    #[test]
    fn the_number_is_limited_whatever_the_names() {
        let conversations = Conversations::new(64, MEMORY);
        for index in 0..10_000_u64 {
            speak(&conversations, &index.to_string(), index);
        }
        assert!(conversations.count() <= 64, "{}", conversations.count());
    }

    #[test]
    fn many_threads_at_once() {
        let conversations = Conversations::new(1000, MEMORY);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let conversations = &conversations;
                scope.spawn(move || {
                    for turn in 0..500_u64 {
                        speak(conversations, &format!("{thread}-{}", turn % 7), turn);
                        speak(conversations, "shared", turn);
                    }
                });
            }
        });
        assert_eq!(conversations.count(), 4 * 7 + 1);
    }
}
