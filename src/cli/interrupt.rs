//! Ctrl-C, and other signals to end.

use konane::solve::Monitor;
use konane::value::{StoreLimits, ValueStore};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a signal to end stops: the evaluation of positions, by the monitor, and computations with
/// values, by their store.
pub struct Interrupt {
    /// Watches and stops the evaluation of positions.
    pub monitor: Arc<Monitor>,
    /// Whether a signal came.
    signalled: Arc<AtomicBool>,
    /// The store of the values at work.
    store: Arc<Mutex<Weak<ValueStore>>>,
}

impl Interrupt {
    /// Catches signals from now on. To be called once, when all input is read: a command that waits for
    /// input is better ended by the signal itself.
    pub fn install() -> Interrupt {
        let monitor = Arc::new(Monitor::new());
        let store = Arc::new(Mutex::new(Weak::<ValueStore>::new()));
        let signalled = Arc::new(AtomicBool::new(false));
        let (stopped, at_work, signal) = (Arc::clone(&monitor), Arc::clone(&store), Arc::clone(&signalled));
        // Where no handler can be installed the signal ends the program as it always did.
        let _ = ctrlc::set_handler(move || {
            // Before the computation stops, whose end makes somebody ask for the reason.
            signal.store(true, Ordering::SeqCst);
            stopped.stop();
            if let Some(store) = at_work.lock().unwrap_or_else(PoisonError::into_inner).upgrade() {
                store.interrupt();
            }
        });
        report_large_files();
        Interrupt { monitor, signalled, store }
    }

    /// Whether a signal came that [`Interrupt::resume`] has not taken back; what stops the monitor may be
    /// something else.
    pub fn is_signalled(&self) -> bool {
        self.signalled.load(Ordering::SeqCst)
    }

    /// Lets the monitor's computations go on that something else than a signal stopped.
    pub fn resume_unless_signalled(&self) {
        self.monitor.resume();
        // The signal may have come just before.
        if self.is_signalled() {
            self.monitor.stop();
        }
    }

    /// An empty store, which takes the place of the one before.
    pub fn new_store(&self, limits: StoreLimits) -> Arc<ValueStore> {
        let store = Arc::new(ValueStore::with_limits(limits));
        *self.store.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&store);
        // The signal may have come before there was this store.
        if self.monitor.check().is_err() {
            store.interrupt();
        }
        store
    }

    /// Lets computations go on after a signal.
    pub fn resume(&self, store: &ValueStore) {
        self.signalled.store(false, Ordering::SeqCst);
        self.monitor.resume();
        store.clear_interrupt();
    }
}

/// Makes a file that outgrows the limit of the process an error of writing, where the system would end the
/// program.
pub fn report_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // That there is a handler is all it takes; what the flag says is not asked.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}
