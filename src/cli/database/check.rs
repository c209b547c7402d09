//! `konane database check`: whether a database is as it was written, and right.

use crate::cli::failure::{Failure, note};
use crate::cli::interrupt::catch_signals;
use crate::cli::progress::Progress;
use crate::cli::resources::Resources;
use indicatif::HumanCount;
use konane::database::{DatabaseError, Reevaluate, ValueDatabase, check};
use konane::value::StoreLimits;
use std::path::PathBuf;
use std::time::Instant;

/// Verify the checksums and the structure of a database, and if wanted its values
///
/// If all positions are evaluated again and have the values that are stored for their moves, every value in
/// the file is right.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The database
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Evaluate positions again from the values of their moves: all, unless --sample is given
    ///
    /// For all it takes about as long as building the database.
    #[arg(long)]
    recompute: bool,

    /// With --recompute: of every N chunks of 4096 positions that stand side by side only one
    #[arg(long, value_name = "N", requires = "recompute", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Exit status: 0 if all is well, 1 if the check fails, 2 if there is no such file or it is no database.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let start = Instant::now();
    let database = ValueDatabase::open(&arguments.file).map_err(failed_check)?;
    arguments.resources.start_threads()?;
    let interrupt = catch_signals();
    let memory = Some(arguments.resources.memory_ceiling());
    let store = interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
    let reevaluate = match (arguments.recompute, arguments.sample) {
        (false, _) => Reevaluate::None,
        (true, sample) => Reevaluate::OneIn(sample.unwrap_or(1)),
    };
    let progress = Progress::show(arguments.resources.progress, &interrupt.monitor, "checking");
    let checked = check(&database, &store, reevaluate, &interrupt.monitor);
    drop(progress);
    let report = checked.map_err(failed_check)?;
    let evaluated = match reevaluate {
        Reevaluate::None => String::new(),
        Reevaluate::OneIn(_) => format!(", {} evaluated again", HumanCount(report.reevaluated)),
    };
    note(&format!(
        "{}: all is well: {} pages, {} values, {} positions{evaluated}; {:.1} s",
        arguments.file.display(),
        HumanCount(report.pages),
        HumanCount(report.values),
        HumanCount(report.positions),
        start.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// A file that is no database is bad input; a database that is not as it should be fails the check.
fn failed_check(error: DatabaseError) -> Failure {
    match error {
        DatabaseError::NoEnd(_)
        | DatabaseError::WrongLength { .. }
        | DatabaseError::Altered { .. }
        | DatabaseError::Inconsistent { .. }
        | DatabaseError::WrongValue { .. } => Failure::Failed(error.to_string()),
        error => error.into(),
    }
}
