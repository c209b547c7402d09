//! `konane database merge`: one database of the parts of a divided build.

use crate::cli::failure::Failure;
use crate::cli::interrupt::catch_signals;
use crate::cli::output::followed;
use crate::cli::progress::Progress;
use crate::cli::resources::Resources;
use crate::cli::table::building::tell;
use konane::database::{ValueDatabase, merge, unfinished_path};
use konane::value::StoreLimits;
use std::path::PathBuf;
use std::time::Instant;

/// Make a database of the parts that konane table --shard wrote
///
/// All parts, FILE.shard-1-of-K and so on, must be there and finished. The database has the same bytes as if
/// it had been built at once; the parts are left, and may then be deleted. If there is a database FILE
/// already, their tables are added to it.
#[derive(clap::Args)]
pub struct Arguments {
    /// The database, without the .shard-I-of-K of its parts
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    resources: Resources,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let start = Instant::now();
    let file = followed(&arguments.file)
        .map_err(|error| Failure::input(format!("{}: {error}", arguments.file.display())))?;
    arguments.resources.start_threads()?;
    let interrupt = catch_signals();
    let memory = Some(arguments.resources.memory_ceiling());
    let store = interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
    let progress = Progress::show(arguments.resources.progress, &interrupt.monitor, "merging");
    let merged = merge(&file, &store, &interrupt.monitor).map_err(Failure::from);
    drop(progress);
    let summary = merged.map_err(|failure| failure.with_remark_on(&unfinished_path(&file)))?;
    tell(&ValueDatabase::open(&file)?, &summary, start);
    Ok(())
}
