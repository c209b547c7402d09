//! Stopping a computation after a time, or when it is stopped from outside.

use crate::solve::Monitor;
use crate::value::ValueStore;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether to stop.
const POLL: Duration = Duration::from_millis(2);

/// Does some work with a monitor that is stopped when the outer one is, or after the deadline; and with it
/// what is computed in the store.
pub(super) fn until<T>(
    outer: &Monitor,
    deadline: Option<Instant>,
    store: &ValueStore,
    work: impl FnOnce(&Monitor) -> T,
) -> T {
    let inner = Monitor::new();
    let is_over = || outer.check().is_err() || deadline.is_some_and(|deadline| deadline <= Instant::now());
    if is_over() {
        inner.stop();
        return work(&inner);
    }
    let result = thread::scope(|scope| {
        // What the sender is dropped at the end for: to wake the timer.
        let (_working, done) = channel::<()>();
        scope.spawn({
            let inner = &inner;
            move || {
                while done.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                    if is_over() {
                        inner.stop();
                        return store.interrupt();
                    }
                }
            }
        });
        work(&inner)
    });
    store.clear_interrupt();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until it is stopped, and forever if it is not.
    fn work(monitor: &Monitor) {
        while monitor.check().is_ok() {
            thread::yield_now();
        }
    }

    #[test]
    fn work_ends_after_its_time() {
        let store = ValueStore::new();
        until(&Monitor::new(), Some(Instant::now() + Duration::from_millis(5)), &store, work);
        // The store can be used again.
        assert!(store.nimber(5).is_ok());
    }

    #[test]
    fn work_ends_when_it_is_stopped_from_outside() {
        let (store, outer) = (ValueStore::new(), Monitor::new());
        thread::scope(|scope| {
            let working = scope.spawn(|| until(&outer, None, &store, work));
            outer.stop();
            working.join().unwrap();
        });
        until(&outer, None, &store, work);
    }

    #[test]
    fn work_that_is_done_in_time_is_not_disturbed() {
        let deadline = Instant::now() + Duration::from_secs(3600);
        let result = until(&Monitor::new(), Some(deadline), &ValueStore::new(), |monitor| monitor.check());
        assert_eq!(result, Ok(()));
    }
}
