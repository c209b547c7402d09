//! Limits of time: options that give seconds, and computations that end when they are over.

use konane::solve::Monitor;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A time as an option gives it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seconds(pub Duration);

/// More is no limit.
const MOST_SECONDS: f64 = 1e6;

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Seconds).ok_or_else(|| format!("write a number of seconds from 0 to {MOST_SECONDS}"))
    }
}

/// Does some work, and stops it through its monitor when the time is over. Returns also whether it was.
pub fn limited<T>(time: Duration, monitor: &Monitor, work: impl FnOnce() -> T) -> (T, bool) {
    let is_over = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        // Dropped when the work is done, which wakes the clock.
        let (_working, done) = channel::<()>();
        let is_over = &is_over;
        scope.spawn(move || {
            if done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                is_over.store(true, Ordering::Relaxed);
                monitor.stop();
            }
        });
        work()
    });
    (result, is_over.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_decimals() {
        assert_eq!("1.5".parse(), Ok(Seconds(Duration::from_millis(1500))));
        assert_eq!("0".parse(), Ok(Seconds(Duration::ZERO)));
        for text in ["", "-1", "1e7", "inf", "NaN", "5s"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }

    #[test]
    fn work_is_stopped_when_the_time_is_over_and_only_then() {
        let monitor = Monitor::new();
        assert_eq!(limited(Duration::from_secs(1000), &monitor, || 1), (1, false));
        assert!(monitor.check().is_ok());
        let stopped = || while monitor.check().is_ok() {};
        assert_eq!(limited(Duration::ZERO, &monitor, stopped), ((), true));
    }
}
