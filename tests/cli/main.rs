//! The `konane` command as its users meet it.

mod calc;
mod database;
mod explain;
mod find;
mod formats;
mod known;
mod outcome;
mod pattern;
mod pictures;
mod play;
mod replay;
mod statistics;
mod table;
mod thermograph;
mod typed;
mod usage;
mod value;
mod verify;

use assert_cmd::Command;
use std::path::Path;

/// The command with arguments separated by spaces, and then some more that may hold spaces.
fn konane(arguments: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konane"));
    command.args(arguments.split_whitespace()).args(more);
    command
}

/// What the command writes to standard output; it must succeed without a word on standard error.
fn output_of(mut command: Command) -> String {
    let assert = command.assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The lines on standard error of a command that must fail with this status and write no data.
fn complaints(mut command: Command, status: i32) -> Vec<String> {
    let assert = command.assert().code(status).stdout("");
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The one line on standard error of a command that must fail so.
fn complaint(command: Command, status: i32) -> String {
    let lines = complaints(command, status);
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines.into_iter().next().unwrap()
}

/// The records of a CSV, header first.
fn records(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The names of the files in a folder.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}
