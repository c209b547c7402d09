//! Long computations beside Python: without its lock, with progress, and stopped by Ctrl-C.
//!
//! A computation runs on a thread of its own, which uses the threads of rayon's pool, while the thread that
//! Python called from waits without holding Python's lock. Every now and then it takes the lock to let
//! Python handle signals, and to show how far the computation is.

use crate::failure::Failure;
use konane::solve::Monitor;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyAny;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that computes: as large as that of a program's first thread.
const STACK: usize = 8 << 20;

/// What to show while a computation goes on.
#[derive(Clone, Copy)]
pub struct Progress {
    /// What is being done.
    pub label: &'static str,
    /// Of what the work consists.
    pub unit: &'static str,
    /// Whether to show it; `None` leaves that to where it would be shown.
    pub wanted: Option<bool>,
}

impl Progress {
    /// Nothing is shown.
    pub const NONE: Progress = Progress { label: "", unit: "", wanted: Some(false) };
}

/// Runs `work` while attending to Python. On a signal `stop` is called, besides [`Monitor::stop`].
pub fn attend<T: Send>(
    py: Python<'_>,
    progress: Progress,
    stop: impl Fn() + Send + Sync,
    work: impl FnOnce(&Monitor) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let (monitor, pool) = (Monitor::new(), pool()?);
    let stop = || {
        monitor.stop();
        stop();
    };
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let (monitor, mut bar) = (&monitor, Bar::new(progress));
            let compute = move || {
                let result = match pool {
                    Some(pool) => pool.install(|| work(monitor)),
                    None => work(monitor),
                };
                // Whoever waits for it waits to the end.
                let _ = sender.send(result);
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, compute);
            thread.map_err(|error| Failure::Limit(format!("cannot start a thread: {error}")))?;
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(result) => return bar.finish(monitor).and(result),
                    // It panicked, which the end of the scope tells.
                    Err(RecvTimeoutError::Disconnected) => return Err(Failure::Interrupted),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    bar.show(py, monitor)
                });
                if let Err(error) = looked {
                    stop();
                    // What is computed is of no use, but it must have ended before its data go.
                    let _ = receiver.recv();
                    let _ = bar.finish(monitor);
                    return Err(error.into());
                }
            }
        })
    })
}

/// A bar that Python draws.
struct Bar {
    progress: Progress,
    begun: Instant,
    drawn: Option<Py<PyAny>>,
}

impl Bar {
    fn new(progress: Progress) -> Bar {
        Bar { progress, begun: Instant::now(), drawn: None }
    }

    /// Shows how far the work is; work that takes less than a second is not worth a bar.
    fn show(&mut self, py: Python<'_>, monitor: &Monitor) -> PyResult<()> {
        let asked_for = self.progress.wanted == Some(true);
        let due = asked_for || self.begun.elapsed() >= Duration::from_secs(1);
        if self.progress.wanted == Some(false) || !due {
            return Ok(());
        }
        let (done, total) = monitor.progress();
        let bar = match &self.drawn {
            Some(bar) => bar,
            None => {
                static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                let new = NEW.import(py, "konane._progress", "Bar")?;
                let Progress { label, unit, .. } = self.progress;
                self.drawn.insert(new.call1((label, unit, asked_for))?.unbind())
            }
        };
        bar.call_method1(py, "show", (done, total))?;
        Ok(())
    }

    /// Shows the end of the work.
    fn finish(&mut self, monitor: &Monitor) -> Result<(), Failure> {
        let Some(bar) = self.drawn.take() else { return Ok(()) };
        Python::attach(|py| {
            let (done, total) = monitor.progress();
            bar.call_method1(py, "show", (done, total))?;
            bar.call_method0(py, "close")?;
            Ok(())
        })
    }
}

/// A pool to use in place of rayon's own.
struct OwnPool {
    pool: Arc<ThreadPool>,
    /// The process whose threads these are.
    process: u32,
    /// As many threads as were asked for; 0 is one for each processor.
    threads: usize,
}

static OWN_POOL: Mutex<Option<OwnPool>> = Mutex::new(None);

/// The process in which the module was loaded, whose threads those of rayon's own pool are.
static HOME: std::sync::OnceLock<u32> = std::sync::OnceLock::new();

/// Remembers in which process the module was loaded.
pub fn remember_process() {
    HOME.get_or_init(std::process::id);
}

/// The pool to compute in, if it is not rayon's own. A child made by `fork` has none of the threads of
/// its parent, so it gets a pool of its own.
fn pool() -> Result<Option<Arc<ThreadPool>>, Failure> {
    let mut own = OWN_POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let (process, home) = (std::process::id(), HOME.get().copied());
    match &*own {
        Some(own) if own.process == process => return Ok(Some(Arc::clone(&own.pool))),
        None if home == Some(process) => return Ok(None),
        _ => {}
    }
    let threads = own.as_ref().map_or(0, |own| own.threads);
    let new = start_pool(threads)?;
    let pool = Arc::clone(&new.pool);
    // Waiting for threads that are not there would be for ever.
    std::mem::forget(own.replace(new));
    Ok(Some(pool))
}

fn start_pool(threads: usize) -> Result<OwnPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Limit(format!("cannot start {threads} threads: {error}")))?;
    Ok(OwnPool { pool: Arc::new(pool), process: std::process::id(), threads })
}

/// Lets computations that begin from now on use so many threads; 0 is one for each processor.
///
/// >>> import konane
/// >>> konane.set_threads(0)
#[pyfunction]
pub fn set_threads(threads: u16) -> Result<(), Failure> {
    let new = start_pool(threads.into())?;
    *OWN_POOL.lock().unwrap_or_else(PoisonError::into_inner) = Some(new);
    Ok(())
}
