//! A progress bar on standard error, drawn from a [`Monitor`].

use indicatif::{ProgressBar, ProgressStyle};
use konane::solve::Monitor;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// When to show progress.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ProgressWhen {
    /// If standard error is a terminal
    Auto,
    /// Not at all
    Never,
}

/// Shows the progress of a monitor for as long as it lives.
pub struct Progress {
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Between two looks at the monitor; what takes less time is not worth a bar.
const INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    /// Starts to show, if it is to be shown, how the work called `label` goes on.
    pub fn show(when: ProgressWhen, monitor: &Arc<Monitor>, label: &'static str) -> Progress {
        if when == ProgressWhen::Never || !stderr().is_terminal() {
            return Progress { drawing: None };
        }
        let (sender, finished) = mpsc::channel::<()>();
        let monitor = Arc::clone(monitor);
        let thread = thread::spawn(move || {
            let mut bar = None;
            while finished.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                draw(bar.get_or_insert_with(ProgressBar::no_length), monitor.progress(), label);
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Progress { drawing: Some((sender, thread)) }
    }
}

/// Draws a bar, or where the amount of work is not known yet a count.
fn draw(bar: &ProgressBar, (done, total): (u64, u64), label: &'static str) {
    let template = match total {
        0 => "{msg} {human_pos}",
        _ => "{msg} [{bar:30}] {percent}% of {human_len}, {eta} left",
    };
    // First the numbers, as what follows draws.
    if total > 0 {
        bar.set_length(total);
    }
    bar.set_position(done);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(label);
    bar.tick();
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.drawing.take() {
            drop(sender);
            // A bar that failed to draw is no reason to fail.
            let _ = thread.join();
        }
    }
}
