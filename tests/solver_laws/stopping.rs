//! Stopping a computation, running out of memory, and going on afterwards.

use konane::board::{Player, Position, Rules};
use konane::solve::{EndgameTable, Monitor, SolveError, ValueSolver};
use konane::value::{StoreLimits, ValueError, ValueStore};

/// A position that takes far too long: a full board of 6×6 less two stones.
fn endless() -> Position {
    let mut position = Position::full_board(6, 6, Player::Black).unwrap();
    position.set(2, 2, konane::board::Cell::Empty);
    position.set(2, 3, konane::board::Cell::Empty);
    position
}

/// A position of some hundred regions, and its value in a solver of its own.
fn small() -> Position {
    "xox/o.o/xox/oxo".parse().unwrap()
}

fn check_small(solver: &mut ValueSolver<'_>, store: &ValueStore) {
    let expected = ValueSolver::new(store, Rules::MultiJump, None).value(&small(), &Monitor::new());
    assert!(expected.is_ok());
    assert_eq!(solver.value(&small(), &Monitor::new()), expected);
    assert_eq!(solver.value(&small(), &Monitor::new()), expected, "from the memo");
}

#[test]
fn stopped_before_it_starts() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(solver.value(&small(), &monitor), Err(SolveError::Interrupted));
    check_small(&mut solver, &store);
    let table = EndgameTable::compute(&store, 3, 4, Rules::MultiJump, &monitor);
    assert_eq!(table.err(), Some(SolveError::Interrupted));
}

#[test]
fn stopped_by_another_thread() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let monitor = Monitor::new();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            // Only once the work is under way.
            while monitor.progress().0 == 0 {
                std::thread::yield_now();
            }
            monitor.stop();
        });
        solver.value(&endless(), &monitor)
    });
    assert_eq!(answer, Err(SolveError::Interrupted));
    check_small(&mut solver, &store);
}

#[test]
fn a_table_stopped_by_another_thread() {
    let store = ValueStore::new();
    let monitor = Monitor::new();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            while monitor.progress().0 == 0 {
                std::thread::yield_now();
            }
            monitor.stop();
        });
        EndgameTable::compute(&store, 4, 6, Rules::MultiJump, &monitor)
    });
    assert_eq!(answer.err(), Some(SolveError::Interrupted));
    let table = EndgameTable::compute(&store, 4, 3, Rules::MultiJump, &Monitor::new()).unwrap();
    let expected =
        ValueSolver::new(&store, Rules::MultiJump, None).value(&table.position(2047), &Monitor::new());
    assert_eq!(Ok(table.value(2047)), expected);
}

#[test]
fn out_of_memory_for_the_memo() {
    let store = ValueStore::new();
    let limit = store.bytes() + (2 << 20);
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, Some(limit));
    let answer = solver.value(&endless(), &Monitor::new());
    assert_eq!(answer, Err(SolveError::MemoryLimit(limit >> 20)));
    assert!(answer.unwrap_err().to_string().contains(&format!("{} MiB", limit >> 20)));
    assert_eq!(solver.regions_evaluated(), 0);
    check_small(&mut solver, &store);
}

#[test]
fn out_of_memory_for_the_values() {
    // A store that has room for little more than it starts with.
    let empty = ValueStore::new().value_bytes();
    let store = ValueStore::with_limits(StoreLimits { memory: Some(empty + 1), ..StoreLimits::default() });
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let positions: Vec<Position> = (0..1 << 12)
        .map(|mask: u32| {
            let mut position = Position::full_board(3, 6, Player::Black).unwrap();
            for cell in (0..12).filter(|cell| mask >> cell & 1 == 1) {
                position.set(cell / 6, cell % 6, konane::board::Cell::Empty);
            }
            position
        })
        .collect();
    let answer = solver.values(&positions, &Monitor::new());
    assert!(matches!(answer, Err(SolveError::Value(ValueError::MemoryLimit(_)))), "{answer:?}");
    let known: Position = "ox.".parse().unwrap();
    assert!(solver.value(&known, &Monitor::new()).is_ok());
}
