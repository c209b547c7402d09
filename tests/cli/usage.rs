//! Help, wrong usage and what happens around a command.

use crate::{complaint, konane, output_of};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

#[test]
fn help_has_examples_and_exit_statuses() {
    let help = output_of(konane("--help", &[]));
    for part in [
        "Usage: konane <COMMAND>",
        "Examples:",
        "Exit status:",
        "value",
        "table",
        "verify",
        "pattern",
        "calc",
        "find",
        "outcome",
    ] {
        assert!(help.contains(part), "{part}");
    }
    for command in ["value", "table", "verify", "pattern", "calc", "find", "outcome"] {
        assert!(output_of(konane(command, &["--help"])).contains("Examples:"), "{command}");
    }
    assert_eq!(output_of(konane("--version", &[])), concat!("konane ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_usage_is_told_in_one_line() {
    for (arguments, expected) in [
        ("tabel", "unrecognized subcommand 'tabel'; tip: a similar subcommand exists: 'table'"),
        ("table --bord 3x3", "unexpected argument '--bord' found; tip: a similar argument exists: '--board'"),
        ("value", "the following required arguments were not provided: <POSITION>..."),
        ("value .xo. --rules fast", "unknown rules \"fast\": use multi-jump or single-jump"),
        ("value .xo. --notation tex", "it must be one of cgsuite, unicode, latex, braces"),
        ("value .xo. --format jsn", "a similar value exists: 'json'"),
        (
            "value .xo. --columns value,stops",
            "unknown column \"stops\": the columns are position, rows, cols",
        ),
        ("value .xo. --columns value,value", "column value is asked for twice"),
        ("value .xo. --columns count", "unknown column \"count\""),
        ("value .xo. --explain --format csv", "--format csv has no room for explanations"),
        ("value .xo. --explain --columns value", "--explain writes text, without --columns"),
        ("value .xo. --format text --columns value", "--format text has no --columns"),
        ("value .xo. --threads -1", "--threads"),
        ("value .xo. --threads 99999", "--threads"),
        ("value .xo. --memory 4X", "write a whole number and a unit, such as 512M or 4G"),
        ("value .xo. --memory 0", "the ceiling must be more than nothing"),
        ("value .xo. --memory 99999999999T", "more than 64 bits of memory"),
        ("value .xo. --progress always", "--progress"),
        ("calc --tabel 1", "unexpected argument '--tabel' found; tip: a similar argument exists: '--table'"),
        ("calc -x", "to pass '-x' as a value, use '-- -x'"),
        ("calc 1 --format json", "--table"),
        ("calc 1 --columns mean", "--columns are those of --table"),
        ("calc 1 --table --columns regions", "unknown column \"regions\": the columns are expression, value"),
        ("table", "--board <ROWSxCOLUMNS>"),
        ("table --board 3x3 --columns first_position", "unknown column \"first_position\""),
        ("table --board 3x3 --summary --columns position", "unknown column \"position\""),
    ] {
        let line = complaint(konane(arguments, &[]), 2);
        assert!(line.starts_with("konane: ") && line.contains(expected), "{arguments}: {line}");
    }
}

#[test]
fn without_a_command_there_is_help() {
    konane("", &[]).assert().code(2).stdout("");
}

/// Reads one line of the output, closes it, and expects a quiet end.
pub fn assert_quiet_when_closed(arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!(complaints, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    assert_quiet_when_closed(&["table", "--board", "1x16"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, ".xo./\n".repeat(10_000)).unwrap();
    assert_quiet_when_closed(&["value", "--file", file.to_str().unwrap()]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(["table", "--board", "3x3"])
        .stdout(full)
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.starts_with("konane: standard output: "), "{complaint}");
    assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1));
}

/// Sends a running command Ctrl-C's signal, at which it must stop and say so.
#[cfg(unix)]
pub fn assert_interruptible(mut child: Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "konane: interrupted\n");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn a_computation_with_values_is_interruptible() {
    let switches: Vec<String> = (0..24).map(|power| format!("+-{}", 1u32 << power)).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_konane"))
        // The canonical form of the second result has millions of followers.
        .args(["calc", "1", &switches.join("")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 2];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"1\n");
    assert_interruptible(child);
}

#[cfg(unix)]
#[test]
fn an_interrupted_table_leaves_no_file_behind() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("table.csv");
    std::fs::write(&output, "old").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(["table", "--board", "4x6", "--output", output.to_str().unwrap()])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Beside the old file the new one appears once the table is begun.
    while crate::files_in(folder.path()).len() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "the table ended before it was interrupted");
        std::thread::yield_now();
    }
    assert_interruptible(child);
    assert_eq!(crate::files_in(folder.path()), ["table.csv"]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "old");
}
