//! Jobs answered on several threads, their answers written in the order of the jobs.
//!
//! The jobs of one conversation run one after the other; those of different conversations do not wait for each other.
//! Only so many are under way that a reader that is faster than the answers takes no more memory.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Jobs that may be read before the first of them is written.
const UNDER_WAY: u64 = 1024;

/// Something to answer.
pub(super) struct Job<T> {
    /// The conversation that it belongs to; without one it waits for nothing.
    pub(super) conversation: Option<String>,
    pub(super) work: T,
}

/// Takes jobs from `next` until there are none, answers each with `answer` on one of `threads` threads, and writes the
/// answers in the order of the jobs. Whoever waits for an answer before the next job gets it at once.
///
/// # Errors
/// What `next` says, and what cannot be written; jobs that were taken before are answered.
pub(super) fn answer_in_order<T: Send>(
    threads: usize,
    mut next: impl FnMut() -> io::Result<Option<Job<T>>>,
    answer: impl Fn(T) -> io::Result<Vec<u8>> + Sync,
    output: impl Write + Send,
) -> io::Result<()> {
    let queue = Queue::default();
    let writer = Mutex::new(Ordered { output, next: 0, early: BTreeMap::new() });
    let read = std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| work(&queue, &answer, &writer));
        }
        let read = loop {
            match next() {
                Ok(Some(job)) => {
                    if !queue.put(job) {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        queue.close();
        read
    });
    let failure = queue.lock().failure.take();
    failure.map_or(Ok(()), Err)?;
    writer.into_inner().unwrap_or_else(PoisonError::into_inner).output.flush()?;
    read
}

fn work<T>(
    queue: &Queue<T>,
    answer: &(impl Fn(T) -> io::Result<Vec<u8>> + Sync),
    writer: &Mutex<Ordered<impl Write>>,
) {
    let alarm = Alarm { queue };
    while let Some(Numbered { number, job: Job { conversation, work } }) = queue.take() {
        let answered = answer(work);
        queue.finished(conversation);
        let written = answered.and_then(|bytes| {
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.write(number, bytes)?;
            if writer.early.is_empty() && queue.lock().read == writer.next {
                writer.output.flush()?;
            }
            Ok(writer.next)
        });
        match written {
            Ok(written) => queue.written(written),
            Err(error) => {
                queue.fail(error);
                break;
            }
        }
    }
    std::mem::forget(alarm);
}

/// A thread that panics lets nobody wait for it.
struct Alarm<'q, T> {
    queue: &'q Queue<T>,
}

impl<T> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        self.queue.fail(io::Error::other("a thread broke off"));
    }
}

/// The answers, those that are early held back.
struct Ordered<W> {
    output: W,
    next: u64,
    early: BTreeMap<u64, Vec<u8>>,
}

impl<W: Write> Ordered<W> {
    fn write(&mut self, number: u64, bytes: Vec<u8>) -> io::Result<()> {
        self.early.insert(number, bytes);
        while let Some(bytes) = self.early.remove(&self.next) {
            self.output.write_all(&bytes)?;
            self.next += 1;
        }
        Ok(())
    }
}

struct Numbered<T> {
    number: u64,
    job: Job<T>,
}

/// The jobs that were read and not yet taken.
struct Queue<T> {
    state: Mutex<State<T>>,
    /// There may be a job, or the end of them.
    job: Condvar,
    /// There may be room for another job.
    room: Condvar,
}

struct State<T> {
    ready: VecDeque<Numbered<T>>,
    /// The jobs of each conversation that has one under way, behind that one.
    behind: HashMap<String, VecDeque<Numbered<T>>>,
    read: u64,
    taken: u64,
    written: u64,
    closed: bool,
    /// Threads that wait for a job.
    idle: usize,
    failure: Option<io::Error>,
    failed: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue {
            state: Mutex::new(State {
                ready: VecDeque::new(),
                behind: HashMap::new(),
                read: 0,
                taken: 0,
                written: 0,
                closed: false,
                idle: 0,
                failure: None,
                failed: false,
            }),
            job: Condvar::new(),
            room: Condvar::new(),
        }
    }
}

impl<T> Queue<T> {
    /// Adds a job once there is room; says whether it will still be answered.
    fn put(&self, job: Job<T>) -> bool {
        let mut state = self.lock();
        while state.read - state.written >= UNDER_WAY && !state.failed {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let numbered = Numbered { number: state.read, job };
        state.read += 1;
        match &numbered.job.conversation {
            Some(name) => {
                if let Some(behind) = state.behind.get_mut(name) {
                    behind.push_back(numbered);
                } else {
                    state.behind.insert(name.clone(), VecDeque::new());
                    state.ready.push_back(numbered);
                }
            }
            None => state.ready.push_back(numbered),
        }
        if state.idle > 0 {
            self.job.notify_one();
        }
        !state.failed
    }

    /// There are no further jobs.
    fn close(&self) {
        self.lock().closed = true;
        self.job.notify_all();
    }

    /// The next job that need not wait for another; `None` at the end.
    fn take(&self) -> Option<Numbered<T>> {
        let mut state = self.lock();
        loop {
            if state.failed || state.closed && state.taken == state.read {
                return None;
            }
            if let Some(job) = state.ready.pop_front() {
                state.taken += 1;
                if state.closed && state.taken == state.read {
                    self.job.notify_all();
                }
                return Some(job);
            }
            state.idle += 1;
            state = self.job.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// The next job of the conversation may run.
    fn finished(&self, conversation: Option<String>) {
        let Some(name) = conversation else { return };
        let mut state = self.lock();
        match state.behind.get_mut(&name).and_then(VecDeque::pop_front) {
            Some(job) => {
                state.ready.push_back(job);
                if state.idle > 0 {
                    self.job.notify_one();
                }
            }
            None => {
                state.behind.remove(&name);
            }
        }
    }

    /// So many are written.
    fn written(&self, written: u64) {
        let mut state = self.lock();
        let full = state.read - state.written >= UNDER_WAY;
        state.written = state.written.max(written);
        // The reader goes on when there is room for many, not for each.
        if full && state.read - state.written < UNDER_WAY {
            self.room.notify_one();
        }
    }

    fn fail(&self, error: io::Error) {
        let mut state = self.lock();
        state.failed = true;
        state.failure.get_or_insert(error);
        self.job.notify_all();
        self.room.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn jobs<T>(list: Vec<(Option<&str>, T)>) -> impl FnMut() -> io::Result<Option<Job<T>>> {
        let mut list = list
            .into_iter()
            .map(|(name, work)| Job { conversation: name.map(str::to_owned), work })
            .collect::<VecDeque<_>>();
        move || Ok(list.pop_front())
    }

    #[test]
    fn answers_come_in_the_order_of_the_jobs() {
        for threads in [1, 2, 7] {
            let list: Vec<(Option<&str>, u64)> =
                (0..5000).map(|number| ([None, Some("a"), Some("b")][number as usize % 3], number)).collect();
            let expect: String = (0..5000).map(|number| format!("{number}\n")).collect();
            let mut output = Vec::new();
            let answer = |number: u64| {
                // Some take longer than others.
                (0..number % 17 * 100).for_each(|step| {
                    std::hint::black_box(step);
                });
                Ok(format!("{number}\n").into_bytes())
            };
            answer_in_order(threads, jobs(list), answer, &mut output).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), expect);
        }
    }

    #[test]
    fn the_jobs_of_a_conversation_run_in_their_order() {
        let list = (0..2000_usize).map(|number| (Some(["a", "b"][number % 2]), number)).collect();
        let seen = [Mutex::new(Vec::new()), Mutex::new(Vec::new())];
        let answer = |number: usize| {
            seen[number % 2].lock().unwrap().push(number);
            Ok(Vec::new())
        };
        answer_in_order(4, jobs(list), answer, io::sink()).unwrap();
        for list in &seen {
            assert!(list.lock().unwrap().is_sorted());
        }
    }

    #[test]
    fn a_slow_conversation_does_not_hold_up_another() {
        // The first job of `slow` ends only once the last of `quick` has run.
        let (tell, told) = mpsc::channel::<()>();
        let (tell, told) = (Mutex::new(tell), Mutex::new(told));
        let list = vec![
            (Some("slow"), 's'),
            (Some("slow"), 't'),
            (Some("quick"), 'a'),
            (Some("quick"), 'b'),
            (None, 'c'),
            (Some("quick"), 'z'),
        ];
        let mut output = Vec::new();
        let answer = |work: char| {
            match work {
                's' => told.lock().unwrap().recv().unwrap(),
                'z' => tell.lock().unwrap().send(()).unwrap(),
                _ => {}
            }
            Ok(work.to_string().into_bytes())
        };
        answer_in_order(2, jobs(list), answer, &mut output).unwrap();
        assert_eq!(output, b"stabcz");
    }

    #[test]
    fn what_cannot_be_written_ends_it() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::other("full"))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let endless = || Ok(Some(Job { conversation: None, work: () }));
        let error = answer_in_order(2, endless, |()| Ok(vec![1]), Full).unwrap_err();
        assert_eq!(error.to_string(), "full");
    }

    #[test]
    fn what_was_read_before_a_failure_is_answered() {
        let mut list = jobs(vec![(None, 1_u8), (None, 2)]);
        let reader = move || match list()? {
            Some(job) => Ok(Some(job)),
            None => Err(io::Error::other("broken")),
        };
        let mut output = Vec::new();
        assert!(answer_in_order(2, reader, |byte| Ok(vec![byte]), &mut output).is_err());
        assert_eq!(output, [1, 2]);
    }
}
