//! Ctrl-C, and other signals to end.

use konane::solve::Interrupt;

/// Catches signals from now on, and makes them signals to the interrupt. To be called once, when all input
/// is read: a command that waits for input is better ended by the signal itself.
pub fn catch_signals() -> Interrupt {
    let interrupt = Interrupt::new();
    let signalled = interrupt.clone();
    // Where no handler can be installed the signal ends the program as it always did.
    let _ = ctrlc::set_handler(move || signalled.signal());
    report_large_files();
    interrupt
}

/// Makes a file that outgrows the limit of the process an error of writing, where the system would end the
/// program.
pub fn report_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        use std::sync::Arc;
        // That there is a handler is all it takes; what the flag says is not asked.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}
