//! `konane table --database` and `konane database`.

use crate::{complaint, complaints, files_in, konane, output_of, records};
use assert_cmd::Command;
use std::fs::{read, write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that is removed in the end, and a database in it that is not there yet.
fn new_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.konane");
    (folder, path)
}

/// A path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The path with something after the file's name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", text(path)))
}

/// The command that builds tables in a database.
fn table(arguments: &str, path: &Path) -> Command {
    konane(&format!("table {arguments} --database"), &[text(path)])
}

/// What the command says on standard error; it must succeed without data.
fn remarks_of(mut command: Command) -> Vec<String> {
    let assert = command.assert().success().stdout("");
    let remarks = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    remarks.lines().map(str::to_owned).collect()
}

/// Builds tables in a new database and returns its bytes.
fn bytes_of(arguments: &str) -> Vec<u8> {
    let (_folder, path) = new_path();
    remarks_of(table(arguments, &path));
    read(&path).unwrap()
}

/// Pseudo-random numbers, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn tables_are_added_once() {
    let (folder, path) = new_path();
    let name = text(&path);
    let [closing] = remarks_of(table("--board 1x1..3x3", &path)).try_into().unwrap();
    let counts = format!("konane: {name}: 6 tables, 6 of them new; 409 positions stored, 8 distinct values");
    assert!(closing.starts_with(&counts), "{closing}");
    let before = read(&path).unwrap();
    // The same board turned by a quarter is no other table.
    let remarks = remarks_of(table("--board 3x2 --board 3x4 --connected-rows 9", &path));
    assert_eq!(remarks[0], format!("konane: {name}: 1 table there already"));
    assert!(remarks[1].starts_with(&format!("konane: {name}: 8 tables, 2 of them new; ")), "{remarks:?}");
    assert_eq!(remarks.len(), 2);
    let after = read(&path).unwrap();
    assert!(after.len() > before.len());
    assert!(after == bytes_of("--board 1x1..3x3 --board 4x3 --connected-rows 9"));
    assert_eq!(remarks_of(table("--board 2x2", &path)).len(), 2);
    assert!(read(&path).unwrap() == after);
    assert_eq!(files_in(folder.path()), ["values.konane"]);
}

#[test]
fn rows_are_those_without_a_database() {
    let (_folder, path) = new_path();
    remarks_of(table("--board 3x4 --rules single-jump", &path));
    for arguments in [
        "--board 3x4 --format csv",
        "--board 4x3 --summary",
        "--board 4x3 --connected --columns position,value",
        "--board 3x4 --rules single-jump --up-to-symmetry",
        "--board 1x1..3x3 --statistics",
    ] {
        let expected = output_of(konane(&format!("table {arguments}"), &[]));
        table(arguments, &path).assert().success().stdout(expected);
    }
}

#[test]
fn info_tells_what_is_there() {
    let (_folder, path) = new_path();
    remarks_of(table("--board 3x4 --board 2x2 --connected-rows 6", &path));
    let name = text(&path);
    let csv = records(&output_of(konane("database info --format csv", &[name])));
    let header = "table,rows,cols,rules,positions,stored,new_values,position_bytes,value_bytes";
    assert_eq!(csv[0].join(","), header);
    let tables: Vec<String> = csv[1..].iter().map(|row| row[..6].join(",")).collect();
    let expected =
        ["board,3,4,multi-jump,2258,2258", "board,2,2,multi-jump,6,6", "connected_rows,1,6,multi-jump,26,26"];
    assert_eq!(tables, expected);
    let json = output_of(konane("database info --format json", &[name]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let length = read(&path).unwrap().len();
    assert_eq!((json["bytes"].as_u64(), json["finished"].as_bool()), (Some(length as u64), Some(true)));
    let kinds = ["position_bytes", "value_bytes", "other_bytes"].map(|kind| json[kind].as_u64().unwrap());
    assert_eq!(kinds.iter().sum::<u64>(), length as u64);
    let of_tables = |column: usize| csv[1..].iter().map(|row| row[column].parse::<u64>().unwrap()).sum();
    assert_eq!((kinds[0], kinds[1]), (of_tables(7), of_tables(8)));
    assert_eq!(
        (json["tables"][2]["table"].as_str(), json["values"].as_u64()),
        (Some("connected_rows"), Some(of_tables(6)))
    );
    let text = output_of(konane("database info", &[name]));
    assert!(text.contains("version 1, finished, checksums not verified"), "{text}");
    assert!(text.contains("table      3x4 multi-jump: 2,258 positions, new values: "), "{text}");
}

#[test]
fn an_unfinished_file_tells_how_far_it_is() {
    let (_folder, path) = new_path();
    let whole = bytes_of("--board 3x4");
    let unfinished = with_suffix(&path, ".unfinished");
    write(&unfinished, &whole[..whole.len() / 2]).unwrap();
    for file in [&path, &unfinished] {
        let told = output_of(konane("database info", &[text(file)]));
        assert!(told.contains(&format!("file       {}\n", unfinished.display())), "{told}");
        assert!(told.contains("version 1, not finished, or cut off, checksums not verified"), "{told}");
        assert!(told.contains(" of 2,258 positions, "), "{told}");
    }
    let line = complaint(table("--board 2x2", &path), 2);
    assert!(line.contains("an earlier run began a database of 3x4 multi-jump there"), "{line}");
    remarks_of(table("--board 3x4", &path));
    assert!(read(&path).unwrap() == whole);
    assert!(!unfinished.exists());
}

#[test]
fn what_is_exported_is_imported_with_the_same_bytes() {
    let (folder, path) = new_path();
    remarks_of(table("--board 3x4 --board 1x7 --connected-rows 11", &path));
    remarks_of(table("--board 2x5 --rules single-jump", &path));
    let whole = read(&path).unwrap();
    for name in ["values.csv", "values.csv.gz", "values.csv.zst"] {
        let csv = folder.path().join(name);
        let again = folder.path().join("again.konane");
        output_of(konane("database export", &[text(&path), "--output", text(&csv)]));
        remarks_of(konane("database import", &[text(&csv), "--output", text(&again)]));
        assert!(read(&again).unwrap() == whole, "{name}");
        std::fs::remove_file(again).unwrap();
    }
    // The order of rows within tables is free, other columns do no harm, and any position alike will do.
    let csv = output_of(konane(
        "database export --columns value,rows,cols,table,position,rules,kind",
        &[text(&path)],
    ));
    let (header, rows) = csv.split_once('\n').unwrap();
    let reversed_rows: Vec<&str> = rows.lines().collect();
    let by_table = |table: &str| {
        reversed_rows.iter().rev().filter(|row| row.contains(table)).copied().collect::<Vec<_>>()
    };
    let tables = [",3,4,", ",1,7,", ",connected_rows,", ",2,5,"].map(by_table).concat();
    assert_eq!(tables.len(), reversed_rows.len());
    let mut import = konane("database import - --output", &[text(&folder.path().join("again.konane"))]);
    import.write_stdin(format!("{header}\n{}\n", tables.join("\n")));
    remarks_of(import);
    assert!(read(folder.path().join("again.konane")).unwrap() == whole);
}

#[test]
fn export_chooses_tables_and_columns() {
    let (folder, path) = new_path();
    remarks_of(table("--board 1x3 --board 2x2 --connected-rows 3", &path));
    remarks_of(table("--board 1x3 --rules single-jump", &path));
    let name = text(&path);
    let expected = "table,rows,cols,rules,position,value\n\
                    board,1,3,multi-jump,...,0\n\
                    board,1,3,multi-jump,.o.,0\n\
                    board,1,3,multi-jump,x..,0\n\
                    board,1,3,multi-jump,xo.,1\n\
                    board,1,3,multi-jump,x.x,0\n\
                    board,1,3,multi-jump,xox,0\n";
    let exported = output_of(konane("database export --table 1x3 --rules multi-jump", &[name]));
    assert_eq!(exported, expected);
    let rows = output_of(konane("database export --table connected-rows --columns position,mean", &[name]));
    assert_eq!(rows, "position,mean\nxo,0\nxo.,1\nxox,0\n");
    let json = output_of(konane("database export --table 2x2 --format json --columns rules,cols", &[name]));
    assert!(json.starts_with("{\"rules\":\"multi-jump\",\"cols\":2}\n"), "{json}");
    let parquet = folder.path().join("values.parquet");
    output_of(konane("database export", &[name, "--output", text(&parquet)]));
    assert!(read(parquet).unwrap().starts_with(b"PAR1"));
    let line = complaint(konane("database export --table 4x4", &[name]), 2);
    assert!(line.contains("there is no such table, but only 1x3 multi-jump, 2x2 multi-jump, "), "{line}");
    let line = complaint(konane("database export --columns count", &[name]), 2);
    assert!(line.contains("unknown column \"count\""), "{line}");
}

#[test]
fn values_that_cannot_be_imported_are_refused() {
    let (folder, path) = new_path();
    let csv = folder.path().join("values.csv");
    let header = "rows,cols,position,value\n";
    let rows = "1,3,...,0\n1,3,.o.,0\n1,3,x..,0\n1,3,xo.,1\n1,3,x.x,0\n1,3,xox,0\n";
    for (content, problem) in [
        (header.to_owned(), ": there are no positions"),
        ("position,value\n".to_owned(), ": there is no column \"rows\""),
        (format!("{header}1,3,xo.,1\n1,3,xo.,2\n"), ":3: two different values were given for xo."),
        (format!("{header}{rows}1,3,.ox,2\n"), ":8: two different values were given for .ox"),
        (format!("{header}{rows}1,3,.xo,-2\n"), ":8: two different values were given for .xo"),
        (
            header.to_owned() + &rows.replace("1,3,x.x,0\n", ""),
            ": no value was given for x.x of the table 1x3",
        ),
        (format!("{header}1,3,xo,1\n"), ":2: xo is no position of the table 1x3 multi-jump"),
        (format!("{header}1,3,xx.,1\n"), ":2: xx. is no position of the table 1x3 multi-jump"),
        (format!("{header}1,3,x?.,1\n"), ":2: position \"x?.\": "),
        (format!("{header}1,3,xo.,1|\n"), ":2: value \"1|\": "),
        (format!("{header}1,37,xo.,1\n"), ":2: no endgame table for a board of 1x37"),
        (format!("{header}1,x,xo.,1\n"), ":2: \"x\" is no number of rows or columns"),
        (format!("rules,{header}single,1,3,xo.,1\n"), ":2: unknown rules \"single\""),
        (format!("table,{header}rows,1,3,xo.,1\n"), ":2: unknown table \"rows\""),
        (format!("{header}1,3,xo.\n"), ":2: "),
    ] {
        write(&csv, &content).unwrap();
        let line = complaint(konane("database import", &[text(&csv), "--output", text(&path)]), 2);
        assert!(line.starts_with(&format!("konane: {}{problem}", csv.display())), "{line}");
        assert_eq!(files_in(folder.path()), ["values.csv"], "{line}");
    }
    write(&csv, format!("{header}{rows}")).unwrap();
    remarks_of(konane("database import", &[text(&csv), "--output", text(&path)]));
    assert!(read(&path).unwrap() == bytes_of("--board 1x3"));
    let line = complaint(konane("database import", &[text(&csv), "--output", text(&path)]), 2);
    assert!(line.contains("values.konane: is there already"), "{line}");
}

#[test]
fn a_check_finds_wrong_values() {
    let (folder, path) = new_path();
    remarks_of(table("--board 3x4 --connected-rows 12", &path));
    let name = text(&path);
    for (arguments, told) in [
        ("", " values, 3,"),
        ("--recompute", " evaluated again"),
        ("--recompute --sample 100", " evaluated again"),
    ] {
        let [line] = remarks_of(konane(&format!("database check {arguments}"), &[name])).try_into().unwrap();
        assert!(line.starts_with(&format!("konane: {name}: all is well: ")) && line.contains(told), "{line}");
    }
    let csv = output_of(konane("database export --table 3x4", &[name]));
    let wrong = csv.replace("xox./ox../.o..,*", "xox./ox../.o..,*2");
    assert!(wrong != csv);
    let bad = folder.path().join("bad.konane");
    let mut import = konane("database import - --output", &[text(&bad)]);
    import.write_stdin(wrong);
    remarks_of(import);
    remarks_of(konane("database check", &[text(&bad)]));
    let line = complaint(konane("database check --recompute", &[text(&bad)]), 1);
    assert!(
        line.contains("bad.konane: the value of ") && line.ends_with("is not that of its moves"),
        "{line}"
    );
}

/// Whatever is done to a file, what is exported from it is the beginning of what it should be.
#[test]
fn damage_is_told_in_one_line() {
    let whole = bytes_of("--board 3x4 --board 1x8");
    let (_folder, path) = new_path();
    write(&path, &whole).unwrap();
    let export = || konane("database export", &[text(&path)]);
    let expected = output_of(export());
    let mut random = Random(1);
    for round in 0..60 {
        let mut bytes = whole.clone();
        match round % 3 {
            0 => bytes.truncate(random.below(whole.len())),
            1 => bytes[random.below(whole.len())] ^= 1 << random.below(8),
            _ => {
                let start = random.below(whole.len());
                let end = whole.len().min(start + 1 + random.below(2000));
                bytes[start..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
            }
        }
        write(&path, &bytes).unwrap();
        let output = export().output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.lines().count() == 1, "{round}: {told}");
        assert!(told.starts_with("konane: ") && told.contains("values.konane: "), "{round}: {told}");
        assert!(expected.as_bytes().starts_with(&output.stdout), "{round}");
        let status = konane("database check", &[text(&path)]).output().unwrap().status.code();
        assert!(matches!(status, Some(1 | 2)), "{round}: {status:?}");
    }
}

#[test]
fn what_is_no_database_is_refused() {
    let (folder, path) = new_path();
    let csv = folder.path().join("values.csv");
    write(&csv, "position,value\nxo.,1\n").unwrap();
    let empty = folder.path().join("empty");
    write(&empty, "").unwrap();
    let missing = folder.path().join("missing/values.konane");
    for (file, problem) in [
        (csv.as_path(), "not a database of Kōnane values"),
        (&empty, "not a database of Kōnane values"),
        (folder.path(), "not a database of Kōnane values"),
        (&path, "No such file"),
        (&missing, "No such file"),
    ] {
        for command in ["info", "check", "check --recompute", "export"] {
            let line = complaint(konane(&format!("database {command}"), &[text(file)]), 2);
            assert!(line.contains(text(file)) && line.contains(problem), "{command}: {line}");
        }
        if file != path {
            let line = complaint(table("--board 2x2", file), 2);
            assert!(line.contains(text(file)) && line.contains(problem), "{line}");
        }
    }
    let whole = bytes_of("--board 2x2");
    write(&path, &whole[..whole.len() - 1]).unwrap();
    let line = complaint(table("--board 2x3", &path), 2);
    assert!(line.contains("the end of the database is missing"), "{line}");
    // The version stands in bytes 8 to 11.
    write(&path, [&whole[..8], &[2, 0, 0, 0], &whole[12..]].concat()).unwrap();
    let line = complaint(konane("database check", &[text(&path)]), 2);
    assert!(line.contains("format version 2, which a later konane wrote"), "{line}");
    assert_eq!(read(&csv).unwrap(), b"position,value\nxo.,1\n");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let (folder, path) = new_path();
    for (arguments, problem) in [
        ("--board 1x2..1x3 --summary", "rows of several boards go with --statistics only"),
        ("--connected-rows 5 --summary", "--connected-rows only goes into a database"),
        ("--board 2x2 --shard 1/2 --format csv", "a part of a database has no rows to write"),
        ("--board 2x2 --shard 0/2", "write 2/3 for the second of three parts"),
        ("--connected-rows 0", "0 is not in 1..=40"),
        ("--connected-rows 99", "99 is not in 1..=40"),
        ("--board 6x7", "boards may have up to 36 cells"),
    ] {
        let line = complaint(table(arguments, &path), 2);
        assert!(line.contains(problem), "{arguments}: {line}");
    }
    for arguments in ["--board 2x2 --connected-rows 5", "--board 2x2 --shard 1/2"] {
        let line = complaint(konane(&format!("table {arguments}"), &[]), 2);
        assert!(line.contains("not provided: --database <FILE>"), "{line}");
    }
    let line = complaint(table("--board 5x6 --memory 100M", &path), 1);
    assert!(
        line.contains("the table 5x6 multi-jump takes ") && line.contains("ceiling is 100.0 MiB"),
        "{line}"
    );
    assert_eq!(files_in(folder.path()), [""; 0]);
}

#[test]
fn a_memory_ceiling_keeps_the_work() {
    let (_folder, path) = new_path();
    let line = complaint(table("--board 4x5 --memory 3M", &path), 1);
    let kept = format!(
        "konane: the memory ceiling is reached: raise it with --memory; the work so far is kept in \
         {}.unfinished, and the same command goes on from there",
        path.display()
    );
    assert_eq!(line, kept);
    remarks_of(table("--board 4x5", &path));
    assert!(read(&path).unwrap() == bytes_of("--board 4x5"));
}

#[test]
fn merging_needs_all_parts() {
    let (folder, path) = new_path();
    let name = text(&path);
    let line = complaint(konane("database merge", &[name]), 2);
    assert!(line.contains("the part is missing or not finished"), "{line}");
    // One part alone is the whole.
    remarks_of(table("--board 2x3 --shard 1/1", &path));
    assert!(read(&path).unwrap() == bytes_of("--board 2x3"));
    assert_eq!(files_in(folder.path()), ["values.konane"]);
    assert_eq!(complaints(table("--board 2x3 --shard 2/1", &path), 2).len(), 1);
}

#[cfg(unix)]
mod stopped {
    //! Processes that are killed, interrupted, without room, or of which several work together.

    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    /// Some seconds of work on one processor.
    const TABLES: &str = "--board 4x5 --connected-rows 15";

    fn start(arguments: &str, path: &Path) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_konane"));
        command.arg("table").args(arguments.split(' ')).arg("--database").arg(path);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The length of a file, 0 if it is not there.
    fn length_of(file: &Path) -> u64 {
        std::fs::metadata(file).map_or(0, |file| file.len())
    }

    /// Waits until a process has written so much of a file, or is over.
    fn await_length(file: &Path, length: u64, process: &mut Child) {
        while length_of(file) < length && process.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The status of a process, and what it said.
    fn end_of(process: Child) -> (Option<i32>, String) {
        let output = process.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn killed_at_random_moments_it_ends_with_the_same_bytes() {
        let whole = bytes_of(TABLES);
        let mut random = Random(17);
        let (folder, path) = new_path();
        let unfinished = with_suffix(&path, ".unfinished");
        let mut lengths = Vec::new();
        for longest in 1.. {
            let mut process = start(TABLES, &path);
            std::thread::sleep(Duration::from_millis(random.below(30 * longest) as u64));
            process.kill().unwrap();
            let (status, told) = end_of(process);
            if status == Some(0) {
                assert_eq!(told.lines().count(), 1, "{told}");
                break;
            }
            assert_eq!(told, "");
            lengths.push(length_of(&unfinished));
        }
        lengths.dedup();
        assert!(lengths.len() >= 2, "{lengths:?}");
        assert!(read(&path).unwrap() == whole);
        assert_eq!(files_in(folder.path()), ["values.konane"]);
    }

    #[test]
    fn a_signal_to_end_keeps_the_work() {
        let whole = bytes_of(TABLES);
        let (_folder, path) = new_path();
        let unfinished = with_suffix(&path, ".unfinished");
        for signal in ["-TERM", "-INT"] {
            let length = length_of(&unfinished) + 1_000;
            let mut process = start(TABLES, &path);
            await_length(&unfinished, length, &mut process);
            let sent = Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap();
            assert!(sent.success());
            let (status, told) = end_of(process);
            let expected = format!(
                "konane: interrupted: the work so far is kept in {}, and the same command goes on from there\n",
                unfinished.display()
            );
            assert_eq!((status, told), (Some(130), expected));
            assert!(length_of(&unfinished) >= length);
        }
        remarks_of(table(TABLES, &path));
        assert!(read(&path).unwrap() == whole);
    }

    #[test]
    fn another_process_is_kept_off() {
        let (_folder, path) = new_path();
        let mut process = start("--board 5x6", &path);
        await_length(&with_suffix(&path, ".unfinished"), 100, &mut process);
        let line = complaint(table("--board 5x6", &path), 1);
        assert!(line.ends_with("another process is writing it"), "{line}");
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// To open one would be to wait for whoever writes to it.
    #[test]
    fn a_pipe_is_no_database() {
        let (folder, path) = new_path();
        let part = with_suffix(&path, ".shard-1-of-2");
        for pipe in [&path, &part] {
            assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        }
        let name = text(&path);
        for line in [
            complaint(konane("database info", &[name]), 2),
            complaint(konane("value .xo. --database", &[name]), 2),
            complaint(table("--board 2x2", &path), 2),
            complaint(konane("database merge", &[name]), 2),
        ] {
            assert!(line.contains("not a database of Kōnane values"), "{line}");
        }
        assert_eq!(files_in(folder.path()).len(), 2);
    }

    #[test]
    fn links_are_followed() {
        let (folder, path) = new_path();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("values.konane", &link).unwrap();
        for board in ["--board 2x3", "--board 3x3"] {
            remarks_of(table(board, &link));
            assert!(link.is_symlink());
        }
        assert!(read(&path).unwrap() == bytes_of("--board 2x3 --board 3x3"));
    }

    #[test]
    fn a_full_disk_keeps_the_work() {
        let whole = bytes_of(TABLES);
        let (folder, path) = new_path();
        for blocks in [20, 200] {
            // The system limits the length of a file as a full disk does.
            let limited = format!("ulimit -f {blocks}; exec \"$@\"");
            let mut command = assert_cmd::Command::new("sh");
            command.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_konane"), "table"]);
            command.args(TABLES.split(' ')).arg("--database").arg(&path);
            let line = complaint(command, 1);
            let kept = "the work so far is kept in ";
            assert!(line.starts_with("konane: cannot write ") && line.contains(kept), "{line}");
            assert_eq!(files_in(folder.path()), ["values.konane.unfinished"]);
        }
        remarks_of(table(TABLES, &path));
        assert!(read(&path).unwrap() == whole);
    }

    #[test]
    fn parts_of_two_processes_merge_to_the_whole() {
        let tables = "--board 4x4 --board 1x9 --connected-rows 13";
        let (_folder, path) = new_path();
        let processes = [1, 2].map(|part| start(&format!("{tables} --shard {part}/2"), &path));
        for (process, part) in processes.into_iter().zip(1..) {
            let (status, told) = end_of(process);
            let file = with_suffix(&path, &format!(".shard-{part}-of-2"));
            let expected = format!("konane: {}: this part of 3 tables is finished, ", file.display());
            assert!(status == Some(0) && told.starts_with(&expected), "{told}");
            let info = output_of(konane("database info", &[text(&file)]));
            assert!(info.contains(&format!("version 1, part {part} of 2, finished, ")), "{info}");
            let line = complaint(konane("database export", &[text(&file)]), 2);
            assert!(line.contains("one part of a database: merge the parts first"), "{line}");
        }
        remarks_of(konane("database merge", &[text(&path)]));
        assert!(read(&path).unwrap() == bytes_of(tables));
    }

    #[test]
    fn a_part_that_was_killed_goes_on_while_the_other_waits() {
        let (_folder, path) = new_path();
        let first = start("--board 4x5 --shard 1/2", &path);
        let mut second = start("--board 4x5 --shard 2/2", &path);
        let file = with_suffix(&path, ".shard-2-of-2");
        await_length(&file, 2_000, &mut second);
        second.kill().unwrap();
        let (status, _) = end_of(second);
        assert_eq!(status, None, "the part ended before it was killed");
        let line = complaint(konane("database merge", &[text(&path)]), 2);
        assert!(line.contains(".shard-"), "{line}");
        let (second, other) = end_of(start("--board 4x5 --shard 2/2", &path));
        assert_eq!(second, Some(0), "{other}");
        assert_eq!(end_of(first).0, Some(0));
        remarks_of(konane("database merge", &[text(&path)]));
        assert!(read(&path).unwrap() == bytes_of("--board 4x5"));
    }

    #[test]
    fn a_part_that_waits_says_so_once_and_can_be_interrupted() {
        use std::io::{BufRead, BufReader, Read};
        let (_folder, path) = new_path();
        let mut process = start("--board 3x3 --shard 1/3", &path);
        let mut told = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        let other = with_suffix(&path, ".shard-2-of-3");
        let waiting = format!("konane: waiting for other parts of the work, such as {}\n", other.display());
        assert_eq!(line, waiting);
        Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
        let mut rest = String::new();
        told.read_to_string(&mut rest).unwrap();
        assert!(rest.starts_with("konane: interrupted: the work so far is kept in "), "{rest}");
        assert!(rest.contains(".shard-1-of-3, and the same command goes on"), "{rest}");
        assert_eq!((process.wait().unwrap().code(), rest.lines().count()), (Some(130), 1));
    }
}
