//! `konane verify`.

use crate::{complaint, konane, output_of, records};
use konane::published::embedded;
use std::path::{Path, PathBuf};

/// A file of statements in a folder.
fn claims(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Status, standard output and the lines on standard error.
fn verify(arguments: &[&str]) -> (i32, String, Vec<String>) {
    let output = konane("verify", arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        errors.lines().map(str::to_owned).collect(),
    )
}

#[test]
fn what_comes_with_the_program_is_confirmed() {
    let (status, output, complaints) = verify(&[]);
    assert_eq!(status, 0, "{complaints:?}");
    let rows = records(&output);
    assert_eq!(rows[0], ["source", "locator", "position", "expected", "computed", "status"]);
    let statements: usize = embedded().iter().map(|table| table.rows.len()).sum();
    assert_eq!(rows.len(), statements + 1);
    assert!(rows[1..].iter().all(|row| ["ok", "disputed"].contains(&row[5].as_str())));
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].starts_with(&format!("konane: {statements} checked: ")), "{complaints:?}");
}

#[test]
fn sources_are_listed() {
    let rows = records(&output_of(konane("verify --list", &[])));
    assert_eq!(rows[0], ["source", "statements"]);
    let sources: Vec<String> = embedded().into_iter().map(|table| table.source).collect();
    assert!(rows[1..].iter().map(|row| &row[0]).eq(&sources));
}

#[test]
fn differences_and_errors_are_told_and_change_the_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let good = claims(folder.path(), "good.csv", "locator,position,expected\np. 1,.xo.,*\np. 2,.xo.,N\n");
    let good = good.to_str().unwrap();
    let (status, output, complaints) = verify(&[good]);
    let expected = format!(
        "source,locator,position,expected,computed,status\n{good},p. 1,.xo.,*,*,ok\n{good},p. 2,.xo.,N,N,ok\n"
    );
    assert_eq!((status, output), (0, expected));
    assert_eq!(complaints.len(), 1);

    let text = "locator,position,expected\np. 3,.xox.,1\n\np. 4,.xoz.,1\np. 5,.xo.,1|0\n";
    let bad = claims(folder.path(), "bad.csv", text);
    let bad = bad.to_str().unwrap();
    let (status, output, complaints) = verify(&[good, bad, "--format", "json"]);
    assert_eq!(status, 1);
    let rows: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<&str> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "ok", "differs", "error", "error"]);
    assert_eq!(complaints.len(), 4, "{complaints:?}");
    assert_eq!(complaints[0], format!("konane: {bad}:2: p. 3: 1 is expected, but it is -1"));
    assert!(complaints[1].starts_with(&format!("konane: {bad}:4: field position: row 1, column 4: unknown")));
    assert!(complaints[2].starts_with(&format!("konane: {bad}:5: field expected: ")), "{complaints:?}");
}

#[test]
fn files_that_are_no_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (content, problem) in [
        ("", "the file is empty"),
        (".xo.\n", "unknown column \".xo.\""),
        ("locator,position\n1,.xo.\n", "no column is called expected"),
        ("locator,position,expected\n", "the table has no rows"),
    ] {
        let path = claims(folder.path(), "no-table.csv", content);
        let line = complaint(konane("verify", &[path.to_str().unwrap()]), 2);
        assert!(
            line.starts_with(&format!("konane: {}:", path.display())) && line.contains(problem),
            "{line}"
        );
    }
    let missing = folder.path().join("missing.csv");
    let line = complaint(konane("verify", &[missing.to_str().unwrap()]), 2);
    assert!(line.starts_with(&format!("konane: {}: ", missing.display())), "{line}");
}
