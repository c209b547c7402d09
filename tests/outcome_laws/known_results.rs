//! Known results: the openings of narrow boards, and of small ones.
//!
//! On 1×n, the opening at the corner has the value -(⌊n/2⌋ - 1), and that in the middle is 1 if n is 5, 9,
//! 13, …, else 0; on 2×n the openings along the rows have the same values, and those across are 0.

use crate::plain::{outcome_class, solver};
use konane::board::{Pattern, Position, Rules};
use konane::solve::{Monitor, ValueSolver};
use konane::value::{OutcomeClass, ValueStore};

/// The names of the setups.
pub const SETUPS: [&str; 4] = ["corner-h", "corner-v", "mid-h", "mid-v"];

/// The full board less the pair of a setup, or `None` if it is too narrow for it.
pub fn start(rows: usize, columns: usize, setup: &str) -> Option<Position> {
    let pattern: Pattern = format!("start {rows} {columns} {setup}").parse().ok()?;
    pattern.position(0).ok()
}

/// Asks one solver about some setups of a board.
fn check(rows: usize, columns: usize, setups: &[&str], expected: OutcomeClass) {
    let mut solver = solver(Rules::MultiJump);
    for setup in setups {
        let position = start(rows, columns, setup).unwrap();
        assert_eq!(outcome_class(&mut solver, &position), expected, "{rows}x{columns} {setup}");
    }
}

/// The class of a setup of 1×n and 2×n; `None` of all else.
pub fn of_narrow_board(rows: usize, columns: usize, setup: &str) -> Option<OutcomeClass> {
    let class = match setup {
        _ if rows > 2 => return None,
        "corner-h" if columns >= 4 => OutcomeClass::Right,
        "mid-h" if columns >= 5 && columns % 4 == 1 => OutcomeClass::Left,
        "corner-h" | "mid-h" => OutcomeClass::Previous,
        "corner-v" | "mid-v" if rows == 2 => OutcomeClass::Previous,
        _ => return None,
    };
    Some(class)
}

#[test]
fn narrow_boards() {
    for (rows, longest) in [(1, 20), (2, 12)] {
        for columns in 2..=longest {
            for setup in SETUPS {
                if let Some(expected) = of_narrow_board(rows, columns, setup) {
                    check(rows, columns, &[setup], expected);
                }
            }
        }
    }
}

#[test]
fn squares() {
    check(4, 4, &SETUPS, OutcomeClass::Previous);
    check(5, 5, &SETUPS, OutcomeClass::Left);
    check(6, 6, &SETUPS, OutcomeClass::Previous);
}

#[test]
fn five_by_six() {
    check(5, 6, &["corner-h", "corner-v", "mid-h"], OutcomeClass::Previous);
    check(5, 6, &["mid-v"], OutcomeClass::Left);
}

#[test]
fn three_by_eight_and_four_by_seven() {
    check(3, 8, &["corner-h"], OutcomeClass::Right);
    check(4, 7, &["corner-v"], OutcomeClass::Left);
}

/// The starts of play whose values are quickly found.
#[test]
fn starts_of_small_boards() {
    let store = ValueStore::new();
    for rules in Rules::ALL {
        let mut values = ValueSolver::new(&store, rules, None);
        for (rows, columns) in (1..=4).flat_map(|rows| (1..=20 / rows).map(move |columns| (rows, columns))) {
            let mut outcomes = solver(rules);
            for position in SETUPS.iter().filter_map(|setup| start(rows, columns, setup)) {
                let value = values.value(&position, &Monitor::new()).unwrap();
                let expected = store.outcome_class(value).unwrap();
                assert_eq!(outcome_class(&mut outcomes, &position), expected, "{position} under {rules}");
            }
        }
    }
}

/// If a mirror image of the position is the position with exchanged colours, its value is its negative.
#[test]
fn a_pair_across_a_mirror_line_is_won_by_the_first_or_by_the_second() {
    for (rows, columns, setup) in
        [(3, 4, "mid-h"), (3, 6, "mid-h"), (4, 5, "mid-v"), (6, 4, "mid-v"), (4, 4, "mid-h")]
    {
        let position = start(rows, columns, setup).unwrap();
        let class = outcome_class(&mut solver(Rules::MultiJump), &position);
        assert!(matches!(class, OutcomeClass::Next | OutcomeClass::Previous), "{position}: {class}");
    }
}
