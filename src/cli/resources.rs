//! Threads and memory: the options that long commands share.

use super::failure::Failure;
use super::progress::ProgressWhen;
use konane::board::Rules;
use konane::solve::{MemorySize, OutcomeSolver, SolveError, available_memory};

/// Options of commands that compute.
#[derive(clap::Args)]
pub struct Resources {
    /// Number of threads; 0 means one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,

    /// Memory ceiling, such as 512M or 4G [default: three quarters of what is available]
    ///
    /// Units are K, M, G and T, powers of 1024. Past the ceiling the command stops with a message.
    /// Without this option the ceiling is three quarters of the memory that Linux says is available, or
    /// of the control group's limit if that is lower; 8 GiB on other systems.
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,

    /// Whether to show progress on standard error: auto (on a terminal) or never
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub progress: ProgressWhen,
}

impl Resources {
    /// Starts the threads. To be called once.
    pub fn start_threads(&self) -> Result<(), Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.into())
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start {} threads: {error}", self.threads)))
    }

    /// The memory ceiling in bytes.
    pub fn memory_ceiling(&self) -> u64 {
        self.memory.map_or_else(available_memory, |size| size.bytes)
    }
}

/// A solver for who wins with so many bytes and all the threads that were started.
pub fn outcome_solver(rules: Rules, memory: u64) -> Result<OutcomeSolver, SolveError> {
    let mut solver = OutcomeSolver::new(rules, memory)?;
    solver.set_threads(rayon::current_num_threads());
    Ok(solver)
}
