//! The file that keeps what is proved while a search goes on.

use crate::cli::failure::{Failure, note};
use indicatif::HumanCount;
use konane::solve::{Interrupt, OutcomeSolver};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Between two times that the file is written.
const INTERVAL: Duration = Duration::from_secs(600);

/// A checkpoint, for which the search is stopped now and then as long as this lives.
pub struct Checkpoint {
    path: PathBuf,
    /// Ends the clock when it is dropped.
    _clock: Sender<()>,
}

impl Checkpoint {
    /// Takes over what the file has, or makes it, so that it is known from the beginning if that cannot be.
    pub fn open(
        path: &Path,
        solver: &mut OutcomeSolver,
        interrupt: &Interrupt,
    ) -> Result<Checkpoint, Failure> {
        if path.exists() {
            let positions = solver.load(path).map_err(Failure::input)?;
            note(&format!("{}: {} positions are known", path.display(), HumanCount(positions)));
        } else {
            solver.save(path).map_err(Failure::input)?;
        }
        let (sender, ended) = mpsc::channel::<()>();
        let monitor = Arc::clone(&interrupt.monitor);
        thread::spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                monitor.stop();
            }
        });
        Ok(Checkpoint { path: path.to_owned(), _clock: sender })
    }

    /// Writes the file. A failure is told but is no reason to end a search: the file that was there stays.
    pub fn write(&self, solver: &OutcomeSolver) {
        if let Err(error) = solver.save(&self.path) {
            note(&error.to_string());
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
