//! The command line: one file a sub-command, each a thin layer over the library.
//!
//! Data goes to standard output, everything else to standard error. What a command can fail with, and the
//! exit status of each, is in [`failure`].

mod board_range;
mod calc;
mod columns;
mod compression;
mod database;
mod destination;
mod ending;
mod explain;
mod failure;
mod find;
mod input;
mod interrupt;
mod known;
mod minus;
mod outcome;
mod output;
mod pattern;
mod pictures;
mod play;
mod progress;
mod prompt;
mod replay;
mod resources;
mod table;
mod thermograph;
mod time_limit;
mod value;
mod verify;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.
///
/// Positions are written row by row: x is a black stone, o a white one, . an empty cell, # a hole; rows
/// end at / or |. Black is Left: positive values favour Black.
#[derive(Parser)]
#[command(name = "konane", version, after_help = NOTES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Value(value::Arguments),
    Table(table::Arguments),
    Database(database::Arguments),
    Find(find::Arguments),
    Outcome(outcome::Arguments),
    Verify(verify::Arguments),
    Pattern(pattern::Arguments),
    Calc(calc::Arguments),
    Thermograph(thermograph::Arguments),
    Play(play::Arguments),
    Replay(replay::Arguments),
}

const NOTES: &str = "\
Examples:
  konane value .oxo.ox.                     the value of one position
  konane value --explain 'xoxo/o..x/xoxo'   and where each move leads
  konane value --file positions.csv         a CSV with a column called position
  konane table --board 4x4 --summary        all values that occur on a board
  konane table --board 4x6 --database values.konane    the same in a file, to be looked up
  konane database info values.konane        what is in such a file
  konane find --row 12 --value '*2'         the smallest positions of a value
  konane outcome --board 6x6                who wins the openings of a board
  konane verify                             check what the literature states
  konane pattern solid-linear 7             a position of the literature
  konane calc 'Mean({3||2|1} + ^)'          a calculator on values
  konane thermograph '{3||2|1}'             a thermograph, drawn in characters
  konane play --board 6x6                   a game against the engine
  konane replay game.txt                    a record of a game: is it legal, and where are blunders

See 'konane COMMAND --help' for each command.

Exit status:
  0    success, also when whoever reads the output stops reading (as head does)
  1    a verification that found differences, a memory ceiling reached, a failed write
  2    bad input or usage
  130  interrupted (Ctrl-C); a file asked for with --output is then not written, and a database that is
       being built is kept beside its place to go on with";

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    let command = match Cli::try_parse_from(minus::protected(std::env::args_os())) {
        Ok(cli) => cli.command,
        Err(error) if is_help(error.kind()) => error.exit(),
        Err(error) => return Failure::input(one_line(&error.render().to_string())).report(),
    };
    let result = match command {
        Command::Value(arguments) => value::run(&arguments),
        Command::Table(arguments) => table::run(&arguments),
        Command::Database(arguments) => database::run(&arguments),
        Command::Find(arguments) => find::run(&arguments),
        Command::Outcome(arguments) => outcome::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Pattern(arguments) => pattern::run(&arguments),
        Command::Calc(arguments) => calc::run(&arguments),
        Command::Thermograph(arguments) => thermograph::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Whether what the parser stopped at is a help text or the version.
fn is_help(kind: ErrorKind) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    matches!(kind, DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand | DisplayVersion)
}

/// The parser's complaint and tips in one line, without the usage that follows them.
fn one_line(complaint: &str) -> String {
    let paragraphs = complaint.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ")
    });
    let told: Vec<String> = paragraphs
        .filter(|paragraph| {
            !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
        })
        .collect();
    told.join("; ").trim_start_matches("error: ").to_owned()
}
