//! A run that was stopped goes on, and ends with the bytes of one that was not.

use crate::tools::{Random, board, build_bytes, new_path, try_build};
use konane::database::{BuildOptions, DatabaseError, ValueDatabase, build, unfinished_path};
use konane::solve::{Monitor, SolveError};
use konane::value::{StoreLimits, ValueError, ValueStore};
use std::fs::File;

#[test]
fn cut_off_anywhere_it_goes_on() {
    let tables = [board(3, 4), board(1, 10)];
    let whole = build_bytes(&tables);
    let (_folder, path) = new_path();
    let unfinished = unfinished_path(&path);
    let mut random = Random(7);
    let short = 0..40;
    let lengths =
        short.chain((0..60).map(|_| random.below(whole.len()))).chain([whole.len() - 1, whole.len()]);
    let mut resumed = 0;
    for length in lengths.collect::<Vec<_>>() {
        std::fs::write(&unfinished, &whole[..length]).unwrap();
        let summary = try_build(&path, &tables).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole, "{length}");
        resumed += u32::from(summary.positions_resumed > 0);
        assert!(!unfinished.exists());
        std::fs::remove_file(&path).unwrap();
    }
    assert!(resumed > 40, "{resumed}");
}

#[test]
fn a_torn_end_of_any_bytes_is_cut_off() {
    let tables = [board(3, 4)];
    let whole = build_bytes(&tables);
    let (_folder, path) = new_path();
    let mut random = Random(3);
    for _ in 0..60 {
        let mut torn = whole[..random.below(whole.len() - 32) + 32].to_vec();
        let place = 32 + random.below(torn.len() - 31);
        let last = torn.len();
        torn[place.min(last)..].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        torn.extend((0..random.below(300)).map(|_| random.below(256) as u8));
        std::fs::write(unfinished_path(&path), &torn).unwrap();
        try_build(&path, &tables).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn adding_a_table_goes_on_too() {
    let tables = [board(2, 4), board(3, 4)];
    let whole = build_bytes(&tables);
    let before = build_bytes(&tables[..1]);
    let (_folder, path) = new_path();
    let mut random = Random(5);
    for _ in 0..30 {
        std::fs::write(&path, &before).unwrap();
        std::fs::write(unfinished_path(&path), &whole[..random.below(whole.len())]).unwrap();
        try_build(&path, &tables[1..]).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole);
    }
}

#[test]
fn stopped_again_and_again_it_ends_the_same() {
    let tables = [board(3, 6)];
    let whole = build_bytes(&tables);
    let (_folder, path) = new_path();
    let mut stops = 0;
    loop {
        let options = BuildOptions { path: path.clone(), tables: tables.to_vec(), memory: None };
        let (store, monitor) = (ValueStore::new(), Monitor::new());
        let built = std::thread::scope(|scope| {
            scope.spawn(|| {
                let resumed = 10_000 * stops;
                while monitor.progress().0 < resumed && !path.exists() {
                    std::hint::spin_loop();
                }
                monitor.stop();
            });
            build(&options, &store, &monitor)
        });
        match built {
            Ok(_) => break,
            Err(DatabaseError::Solve(SolveError::Interrupted)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 0);
    assert!(std::fs::read(&path).unwrap() == whole);
}

#[test]
fn running_out_of_memory_keeps_what_is_done() {
    let (_folder, path) = new_path();
    let tables = [board(4, 4)];
    let limits = StoreLimits { memory: Some(1 << 20), ..StoreLimits::default() };
    let options = BuildOptions { path: path.clone(), tables: tables.to_vec(), memory: None };
    let little = build(&options, &ValueStore::with_limits(limits), &Monitor::new());
    assert!(matches!(
        little,
        Ok(_) | Err(DatabaseError::Solve(SolveError::Value(ValueError::MemoryLimit(_))))
    ));
    let options = BuildOptions { memory: Some(100_000), ..options };
    let less = build(&options, &ValueStore::new(), &Monitor::new());
    assert!(little.is_ok() || matches!(less, Err(DatabaseError::Solve(SolveError::MemoryLimit(0)))));
    try_build(&path, &tables).unwrap();
    assert!(std::fs::read(&path).unwrap() == build_bytes(&tables));
}

#[test]
fn what_was_begun_with_other_tables_is_left_alone() {
    let (_folder, path) = new_path();
    let bytes = build_bytes(&[board(2, 3)]);
    std::fs::write(unfinished_path(&path), &bytes).unwrap();
    let error = try_build(&path, &[board(3, 2)]).unwrap_err();
    assert!(error.to_string().contains("began a database of 2x3 multi-jump there"), "{error}");
    assert!(std::fs::read(unfinished_path(&path)).unwrap() == bytes);
}

#[test]
fn two_at_a_time_are_one_too_many() {
    let (_folder, path) = new_path();
    let other = File::create(unfinished_path(&path)).unwrap();
    other.lock().unwrap();
    assert!(matches!(try_build(&path, &[board(1, 4)]), Err(DatabaseError::InUse(_))));
    other.unlock().unwrap();
    try_build(&path, &[board(1, 4)]).unwrap();
    ValueDatabase::open(&path).unwrap();
}
