//! A progress bar on standard error, drawn from a [`Monitor`].

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use konane::solve::Monitor;
use std::fmt::Write;
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

/// What is drawn where the amount of work is not known: of positions, and of the nodes of a search.
const COUNT: &str = "{msg} {human_pos}";
const NODES: &str = "{msg} {human_pos} nodes, {rate} a second, {elapsed}";

impl Progress {
    /// Starts to show, if it is to be shown, how the work called `label` goes on.
    pub fn show(when: ProgressWhen, monitor: &Arc<Monitor>, label: impl Into<String>) -> Progress {
        Progress::start(when, monitor, label.into(), COUNT)
    }

    /// The same for a search that counts the nodes of its tree.
    pub fn show_nodes(when: ProgressWhen, monitor: &Arc<Monitor>, label: impl Into<String>) -> Progress {
        Progress::start(when, monitor, label.into(), NODES)
    }

    fn start(when: ProgressWhen, monitor: &Arc<Monitor>, label: String, count: &'static str) -> Progress {
        if when == ProgressWhen::Never || !stderr().is_terminal() {
            return Progress { drawing: None };
        }
        let (sender, finished) = mpsc::channel::<()>();
        let monitor = Arc::clone(monitor);
        let thread = thread::spawn(move || {
            // Its clock starts now, but nothing is drawn before the first look.
            let (bar, mut drawn) = (ProgressBar::no_length().with_message(label), false);
            while finished.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                draw(&bar, monitor.progress(), count);
                drawn = true;
            }
            if drawn {
                bar.finish_and_clear();
            }
        });
        Progress { drawing: Some((sender, thread)) }
    }
}

/// Draws a bar, or where the amount of work is not known (yet) what `count` says.
fn draw(bar: &ProgressBar, (done, total): (u64, u64), count: &str) {
    let template = match total {
        0 => count,
        _ => "{msg} [{bar:30}] {percent}% of {human_len}, {eta} left",
    };
    // First the numbers, as what follows draws.
    if total > 0 {
        bar.set_length(total);
    }
    bar.set_position(done);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            // What cannot be written is not worth an error.
            let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
        };
        bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
    }
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
