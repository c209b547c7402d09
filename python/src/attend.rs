//! Long computations beside Python: without its lock, with progress, and stopped by Ctrl-C.
//!
//! A computation runs on a thread of its own, which uses the threads of rayon's pool, while the thread that
//! Python called from waits without holding Python's lock. Every now and then it takes the lock to let
//! Python handle signals, and to show how far the computation is; and it watches the clock.

use crate::failure::Failure;
use konane::solve::{Interrupt, Monitor};
use pyo3::exceptions::{PyAttributeError, PyImportError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyAny;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that computes: as large as that of a program's first thread.
const STACK: usize = 8 << 20;

/// How a computation is attended to.
#[derive(Clone, Copy)]
pub struct Watch {
    /// What is being done.
    pub label: &'static str,
    /// Of what the work consists.
    pub unit: &'static str,
    /// Whether to show progress; `None` leaves that to where it would be shown.
    pub progress: Option<bool>,
    /// After how long to give up.
    pub time_limit: Option<TimeLimit>,
    /// Whether it is the work of a moment, which needs no thread and no looking after.
    pub is_short: bool,
}

impl Watch {
    /// Of work that may take long, with a limit to the time if there is one.
    pub const fn new(
        label: &'static str,
        unit: &'static str,
        time_limit: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Watch {
        Watch { label, unit, progress, time_limit, is_short: false }
    }

    /// Nothing is shown, and there is time enough.
    pub const QUIET: Watch = Watch::new("", "", None, Some(false));
}

/// A time in seconds after which a computation is given up.
#[derive(Clone, Copy)]
pub struct TimeLimit {
    time: Duration,
    seconds: f64,
}

impl FromPyObject<'_, '_> for TimeLimit {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<TimeLimit> {
        let seconds = object.extract::<f64>()?;
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::input(format!("{seconds} is no number of seconds")))?;
        Ok(TimeLimit { time, seconds })
    }
}

/// Does some `work` while attending to Python. On a signal, and when the time is over, it is stopped through the
/// interrupt, and `stop` is called besides.
pub fn attend<T: Send>(
    py: Python<'_>,
    watch: Watch,
    stop: impl Fn() + Send + Sync,
    work: impl FnOnce(&Interrupt) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let (interrupt, pool) = (Interrupt::new(), pool()?);
    let compute = || match pool {
        Some(pool) => pool.install(|| work(&interrupt)),
        None => work(&interrupt),
    };
    if watch.is_short {
        return py.detach(compute);
    }
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            // Whoever waits for the result waits to the end.
            let compute = move || drop(sender.send(compute()));
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, compute);
            thread.map_err(|error| Failure::Limit(format!("cannot start a thread: {error}")))?;
            let mut bar = Bar::new(watch);
            let result = wait(&receiver, watch, &mut bar, &interrupt.monitor);
            let result = result.unwrap_or_else(|failure| {
                interrupt.signal();
                stop();
                // What is computed is of no use, but it must have ended before its data go.
                let _ = receiver.recv();
                Err(failure)
            });
            bar.close().and(result)
        })
    })
}

/// Waits for the result of a computation; an error says why it is to be stopped.
fn wait<T>(
    receiver: &Receiver<Result<T, Failure>>,
    watch: Watch,
    bar: &mut Bar,
    monitor: &Monitor,
) -> Result<Result<T, Failure>, Failure> {
    let begun = Instant::now();
    loop {
        let left = watch.time_limit.map(|limit| (limit, limit.time.saturating_sub(begun.elapsed())));
        let tick = left.map_or(TICK, |(_, left)| left.min(TICK));
        match receiver.recv_timeout(tick) {
            Ok(result) => return Ok(result),
            // It panicked, which the end of the thread's scope tells.
            Err(RecvTimeoutError::Disconnected) => return Ok(Err(Failure::Interrupted)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some((limit, _)) = left.filter(|(_, left)| left.is_zero()) {
            let seconds = limit.seconds;
            return Err(Failure::Time(format!("no answer within {seconds} seconds")));
        }
        Python::attach(|py| {
            py.check_signals()?;
            bar.show(py, monitor)
        })?;
    }
}

/// A bar that Python draws.
struct Bar {
    watch: Watch,
    begun: Instant,
    drawn: Option<Py<PyAny>>,
}

impl Bar {
    fn new(watch: Watch) -> Bar {
        Bar { watch, begun: Instant::now(), drawn: None }
    }

    /// Shows how far the work is; work that takes less than a second is not worth a bar.
    fn show(&mut self, py: Python<'_>, monitor: &Monitor) -> PyResult<()> {
        let asked_for = self.watch.progress == Some(true);
        let due = asked_for || self.begun.elapsed() >= Duration::from_secs(1);
        if self.watch.progress == Some(false) || !due {
            return Ok(());
        }
        let shown = self.draw(py, asked_for, monitor.progress());
        self.unless_it_cannot(py, shown)
    }

    fn draw(&mut self, py: Python<'_>, asked_for: bool, (done, total): (u64, u64)) -> PyResult<()> {
        let bar = match &self.drawn {
            Some(bar) => bar,
            None => {
                static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                let new = NEW.import(py, "konane._progress", "Bar")?;
                let Watch { label, unit, .. } = self.watch;
                self.drawn.insert(new.call1((label, unit, asked_for))?.unbind())
            }
        };
        bar.call_method1(py, "show", (done, total)).map(drop)
    }

    /// Takes the bar away.
    fn close(&mut self) -> Result<(), Failure> {
        let Some(bar) = self.drawn.take() else { return Ok(()) };
        Ok(Python::attach(|py| {
            let closed = bar.call_method0(py, "close").map(drop);
            self.unless_it_cannot(py, closed)
        })?)
    }

    /// A bar that cannot be drawn, for want of tqdm or of a standard error, is done without; what a handler of
    /// signals raised meanwhile is an error all the same.
    fn unless_it_cannot(&mut self, py: Python<'_>, drawn: PyResult<()>) -> PyResult<()> {
        let Err(error) = drawn else { return Ok(()) };
        let cannot = error.is_instance_of::<PyImportError>(py)
            || error.is_instance_of::<PyOSError>(py)
            || error.is_instance_of::<PyValueError>(py)
            || error.is_instance_of::<PyAttributeError>(py);
        if !cannot {
            return Err(error);
        }
        (self.drawn, self.watch.progress) = (None, Some(false));
        Ok(())
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
