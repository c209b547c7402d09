//! `konane database`: databases as files.

mod check;
mod export;
mod import;
mod info;
mod merge;

use super::failure::Failure;

/// Look at, check, export, import and merge databases of values
///
/// A database is a file in which konane table --database keeps the values of all positions of some boards.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Info(info::Arguments),
    Check(check::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Merge(merge::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Info(arguments) => info::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
    }
}
