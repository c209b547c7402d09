//! Processes that are killed, and disks without room: nothing is lost that was written before.
//!
//! The processes are this test again, in a run that only they make.

#![cfg(unix)]

use crate::tools::{Random, board, build_bytes, new_path, try_build};
use konane::database::{DatabaseError, TableDescription, unfinished_path};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const TABLES: [TableDescription; 2] = [board(3, 5), board(4, 4)];

/// Where the process is to build.
const PATH: &str = "KONANE_TEST_DATABASE";

/// Lets a command run one of the ignored tests here.
fn run_test<'a>(command: &'a mut Command, test: &str, path: &Path) -> &'a mut Command {
    let test = format!("processes::{test}");
    command.args([test.as_str(), "--exact", "--ignored", "--test-threads=1"]).env(PATH, path)
}

fn path_of_this_process() -> PathBuf {
    std::env::var_os(PATH).expect("run by the tests below").into()
}

#[test]
#[ignore = "a process of the test below"]
fn builds() {
    try_build(&path_of_this_process(), &TABLES).unwrap();
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let whole = build_bytes(&TABLES);
    let mut random = Random(13);
    let mut killed_with_work_done = 0;
    for _ in 0..3 {
        let (_folder, path) = new_path();
        for time in 1.. {
            let mut command = Command::new(std::env::current_exe().unwrap());
            let mut process = run_test(&mut command, "builds", &path).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.below(time * 10) as u64));
            process.kill().unwrap();
            if process.wait().unwrap().success() {
                break;
            }
            let length = std::fs::metadata(unfinished_path(&path)).map_or(0, |file| file.len());
            killed_with_work_done += u32::from(length > 500);
        }
        assert!(std::fs::read(&path).unwrap() == whole);
    }
    assert!(killed_with_work_done > 0);
}

#[test]
#[ignore = "a process of the test below"]
fn builds_with_little_room() {
    let error = try_build(&path_of_this_process(), &TABLES).unwrap_err();
    assert!(matches!(error, DatabaseError::Io { action: "write", .. }), "{error}");
}

/// The operating system limits the length of a file that the process writes.
#[test]
fn the_next_run_goes_on_where_there_was_no_room() {
    let whole = build_bytes(&TABLES);
    let (_folder, path) = new_path();
    let mut lengths = Vec::new();
    for blocks in [2, 8, 40] {
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limit, "sh"]).arg(std::env::current_exe().unwrap());
        let limited = run_test(&mut command, "builds_with_little_room", &path).output().unwrap();
        assert!(limited.status.success(), "{}", String::from_utf8_lossy(&limited.stdout));
        assert!(!path.exists());
        lengths.push(std::fs::metadata(unfinished_path(&path)).unwrap().len());
    }
    assert!(lengths.is_sorted() && lengths[0] < lengths[2], "{lengths:?}");
    let summary = try_build(&path, &TABLES).unwrap();
    assert!(summary.positions_resumed > 0);
    assert!(std::fs::read(&path).unwrap() == whole);
}
