//! Rows that are made by several threads and taken in order.

use crate::solve::{Monitor, PerThread, SolveError};
use rayon::prelude::*;

/// Tasks for each thread before their results are taken.
const TASKS_AHEAD: usize = 16;

/// Does the tasks in parallel, on the threads of the current rayon pool, and hands what they make to `take`
/// in the order of the tasks. Each thread has a state of its own; all of them are returned.
///
/// A task returns what it made and how much work that was, which `monitor` counts.
///
/// # Errors
/// The first of a task or of `take`; [`SolveError::Interrupted`] if it was stopped through the monitor.
pub fn rows_in_order<S: Send, T: Sync, R: Send, E: From<SolveError> + Send>(
    new_state: impl Fn() -> S,
    monitor: &Monitor,
    tasks: &[T],
    make: impl Fn(&mut S, &T) -> Result<(R, u64), E> + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<Vec<S>, E> {
    let states = PerThread::new(new_state);
    for tasks in tasks.chunks(rayon::current_num_threads().max(1) * TASKS_AHEAD) {
        let blocks = tasks.par_iter().map(|task| {
            monitor.check().map_err(SolveError::from)?;
            let (rows, done) = make(&mut states.of_this_thread(), task)?;
            monitor.advance(done);
            Ok(rows)
        });
        for rows in blocks.collect::<Result<Vec<_>, E>>()? {
            take(rows)?;
        }
    }
    Ok(states.into_values().collect())
}
