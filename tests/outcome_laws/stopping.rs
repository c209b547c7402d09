//! A search that is stopped answers the same when it goes on.

use crate::known_results::start;
use crate::plain::{PlainRecursion, solver};
use konane::board::{Cell, Player, Position, Rules};
use konane::solve::{Monitor, OutcomeSolver, SolveError};
use std::time::Duration;

fn position() -> Position {
    start(5, 6, "mid-h").unwrap()
}

#[test]
fn stopped_before_it_starts() {
    let monitor = Monitor::new();
    let mut solver = solver(Rules::MultiJump);
    monitor.stop();
    assert_eq!(solver.mover_wins(&position(), Player::Black, &monitor), Err(SolveError::Interrupted));
    assert_eq!(solver.outcome_class(&position(), &monitor), Err(SolveError::Interrupted));
    assert_eq!(solver.winning_move(&position(), Player::White, &monitor), Err(SolveError::Interrupted));
    monitor.resume();
    let small: Position = "xox/o.o/xox".parse().unwrap();
    let expected = PlainRecursion::new(Rules::MultiJump).outcome_class(&small);
    assert_eq!(solver.outcome_class(&small, &monitor), Ok(expected));
}

/// Asks for at most so long.
fn ask_for(solver: &mut OutcomeSolver, to_move: Player, time: Duration) -> Result<bool, SolveError> {
    let monitor = Monitor::new();
    let (finished, is_finished) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let monitor = &monitor;
        scope.spawn(move || {
            // Until the time is up or the other end is dropped.
            let _ = is_finished.recv_timeout(time);
            monitor.stop();
        });
        let answer = solver.mover_wins(&position(), to_move, monitor);
        drop(finished);
        answer
    })
}

/// What was proved before a stop need not be proved again: a search that is stopped over and over comes to
/// its end, and to the answer of one that is not.
#[test]
fn stopped_over_and_over() {
    let mut undisturbed = solver(Rules::MultiJump);
    for to_move in Player::BOTH {
        let expected = undisturbed.mover_wins(&position(), to_move, &Monitor::new());
        let mut solver = solver(Rules::MultiJump);
        let answer = (1..1000)
            .map(|_| ask_for(&mut solver, to_move, Duration::from_millis(2)))
            .find(|answer| *answer != Err(SolveError::Interrupted));
        assert_eq!(answer, Some(expected.clone()), "{to_move}");
        // And it keeps what it found.
        let nodes = solver.nodes();
        assert_eq!(solver.mover_wins(&position(), to_move, &Monitor::new()), expected);
        assert!(solver.nodes() - nodes < 1000, "{to_move}: {}", solver.nodes() - nodes);
    }
}

/// More boards than can be told apart, each with holes of its own: what is known of earlier ones is forgotten,
/// the answers stay right.
#[test]
fn any_number_of_boards() {
    let mut solver = solver(Rules::MultiJump);
    for holes in 0u32..40_000 {
        let mut position: Position = "........./xo......./xo......./........./.........".parse().unwrap();
        for hole in (0..16).filter(|hole| holes >> hole & 1 == 1) {
            position.set(3 + hole / 9, hole % 9, Cell::Hole);
        }
        let wins = solver.mover_wins(&position, Player::Black, &Monitor::new());
        // Black has two jumps to make, White none.
        assert_eq!(wins, Ok(true), "{position}");
        assert_eq!(solver.mover_wins(&position, Player::White, &Monitor::new()), Ok(false), "{position}");
    }
}
