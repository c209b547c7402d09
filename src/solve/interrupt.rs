//! Stopping a computation as a whole: the evaluation of positions and computations with values.

use super::Monitor;
use crate::value::{StoreLimits, ValueStore};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a signal to end stops: the evaluation of positions, by the monitor, and computations with
/// values, by their store. Clones are the same interrupt.
#[derive(Clone, Default)]
pub struct Interrupt {
    /// Watches and stops the evaluation of positions.
    pub monitor: Arc<Monitor>,
    /// Whether a signal came.
    signalled: Arc<AtomicBool>,
    /// The store of the values at work.
    store: Arc<Mutex<Weak<ValueStore>>>,
}

impl Interrupt {
    /// An interrupt that nobody has signalled.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Stops whatever computes with the monitor or with the store at work; it ends within some milliseconds.
    pub fn signal(&self) {
        // Before the computation stops, whose end makes somebody ask for the reason.
        self.signalled.store(true, Ordering::SeqCst);
        self.monitor.stop();
        if let Some(store) = self.store.lock().unwrap_or_else(PoisonError::into_inner).upgrade() {
            store.interrupt();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_stops_monitor_and_store_until_it_is_taken_back() {
        let interrupt = Interrupt::new();
        let store = interrupt.new_store(StoreLimits::default());
        let computes = |store: &ValueStore| store.parse("{3||2|1}").is_ok();
        assert!(computes(&store) && interrupt.monitor.check().is_ok());
        interrupt.clone().signal();
        assert!(interrupt.is_signalled() && interrupt.monitor.check().is_err());
        assert!(!computes(&store));
        // A store that is new after the signal is stopped as well.
        let late = interrupt.new_store(StoreLimits::default());
        assert!(!computes(&late));
        interrupt.resume_unless_signalled();
        assert!(interrupt.monitor.check().is_err());
        interrupt.resume(&late);
        assert!(computes(&late) && interrupt.monitor.check().is_ok());
    }
}
