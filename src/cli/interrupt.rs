//! Ctrl-C.

use konane::solve::Monitor;
use std::sync::Arc;

/// A monitor that a signal to end stops from now on. To be called once, when all input is read: a
/// command that waits for input is better ended by the signal itself.
pub fn monitor() -> Arc<Monitor> {
    let monitor = Arc::new(Monitor::new());
    let stopped = Arc::clone(&monitor);
    handle(move || stopped.stop());
    monitor
}

/// Does something at each signal to end, from now on. To be called once.
pub fn handle(stop: impl FnMut() + Send + 'static) {
    // Where no handler can be installed the signal ends the program as it always did.
    let _ = ctrlc::set_handler(stop);
}
