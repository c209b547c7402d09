//! Measures konane's database file beside the same values in redb and in LMDB; see README.md.

mod contents;
mod measure;
mod stores;

use clap::Parser;
use measure::{Figures, Subject};
use std::process::ExitCode;
use stores::{Codes, Lmdb, Redb};

/// Writes the values of a board's positions as konane's database, in redb and in LMDB, looks them up there, and
/// prints a Markdown table.
#[derive(Parser)]
struct Arguments {
    /// Rows and columns of the board.
    #[arg(value_name = "BOARD", default_value = "4x5", value_parser = board)]
    board: (u32, u32),
    /// Random positions that are looked up.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    lookups: usize,
    /// How many of these are made values of an empty store.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    values: usize,
    /// Times that everything is looked up; the medians are printed.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

fn board(text: &str) -> Result<(u32, u32), String> {
    let lengths =
        text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    lengths.ok_or_else(|| format!("expected rows x columns as in 4x5, found {text}"))
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    // One thread for all, as neither store writes with more.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    let folder = tempfile::tempdir()?;
    let subject = Subject::new(folder.path(), arguments)?;
    println!("{}", subject.description());
    println!();
    println!("{}", Figures::HEADER);
    println!("{}", subject.konane()?);
    for codes in Codes::ALL {
        println!("{}", subject.store::<Redb>(codes)?);
        println!("{}", subject.store::<Lmdb>(codes)?);
    }
    Ok(())
}
