//! Rows that are made by several threads and written in order.

use super::{Layout, Properties, RowBlock, TableSink, Undefined};
use crate::cli::failure::Failure;
use konane::solve::{Monitor, PerThread};
use rayon::prelude::*;

/// Positions that one task handles.
pub const TASK: u64 = 1 << 12;

/// Tasks for each thread before their results are written.
const TASKS_AHEAD: usize = 16;

/// Does the tasks in parallel and writes the rows that they append, in the order of the tasks; then says
/// which properties some values did not have. A task returns how much work it did.
pub fn write_in_order<'s, T: Sync>(
    layout: &Layout,
    sink: &mut TableSink,
    properties: impl Fn() -> Properties<'s> + Sync + Send + 's,
    monitor: &Monitor,
    tasks: &[T],
    append_rows: impl Fn(&mut Properties<'s>, &T, &mut RowBlock) -> Result<u64, Failure> + Sync,
) -> Result<(), Failure> {
    let properties = PerThread::new(properties);
    for tasks in tasks.chunks(rayon::current_num_threads().max(1) * TASKS_AHEAD) {
        let blocks = tasks.par_iter().map(|task| {
            monitor.check().map_err(|_| Failure::Interrupted)?;
            let mut rows = layout.no_rows();
            let done = append_rows(&mut properties.of_this_thread(), task, &mut rows)?;
            monitor.advance(done);
            Ok(rows)
        });
        for rows in blocks.collect::<Result<Vec<_>, Failure>>()? {
            sink.write(rows)?;
        }
    }
    let mut undefined = Undefined::default();
    properties.into_values().for_each(|properties| undefined.merge(properties.into_undefined()));
    undefined.tell();
    Ok(())
}
