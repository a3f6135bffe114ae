//! Waiting for something asynchronous from code that is not, with a limit that holds whatever the other side does.

use std::future::Future;
use std::sync::mpsc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

/// A thread on which requests run while their callers wait.
#[derive(Debug)]
pub(crate) struct Blocking {
    runtime: Option<Runtime>,
}

impl Blocking {
    /// Starts the thread.
    pub(crate) fn new() -> std::io::Result<Blocking> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("lares-models").enable_all().build()?;
        Ok(Blocking { runtime: Some(runtime) })
    }

    /// Runs `work` and waits for it, at most for `limit`; after that it is dropped where it stands.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let runtime = self.runtime.as_ref()?;
        let (sender, receiver) = mpsc::sync_channel(1);
        let task = runtime.spawn(async move {
            // The one who asked may have stopped waiting.
            let _ = sender.send(work.await);
        });
        let answer = receiver.recv_timeout(limit).ok();
        if answer.is_none() {
            task.abort();
        }
        answer
    }
}

impl Drop for Blocking {
    fn drop(&mut self) {
        // Waiting for the thread is forbidden inside another runtime, and needless elsewhere.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
