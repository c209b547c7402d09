//! The values that the solver gives are those of brute force.

use crate::boards;
use crate::brute_force;
use konane::board::{Position, Rules};
use konane::solve::{Monitor, ValueSolver};
use konane::value::{ValueStore, notation::Notation};
use proptest::prelude::*;

fn check(positions: &[Position], rules: Rules) -> Result<(), TestCaseError> {
    let store = ValueStore::new();
    let expected: Option<Vec<_>> =
        positions.iter().map(|position| brute_force::value(&store, position, rules)).collect();
    prop_assume!(expected.is_some(), "too many positions for brute force");
    let expected = expected.unwrap();

    let mut one_by_one = ValueSolver::new(&store, rules, None);
    for (position, &expected) in positions.iter().zip(&expected) {
        let value = one_by_one.value(position, &Monitor::new()).unwrap();
        let text = |form| store.text(form, Notation::Cgsuite).unwrap();
        prop_assert_eq!(value, expected, "{} is {}, not {}", position, text(expected), text(value));
    }
    let together = ValueSolver::new(&store, rules, None).values(positions, &Monitor::new());
    prop_assert_eq!(together.unwrap(), expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn small_boards_with_multiple_jumps(positions in prop::collection::vec(boards::small(), 1..4)) {
        check(&positions, Rules::MultiJump)?;
    }

    #[test]
    fn small_boards_with_single_jumps(positions in prop::collection::vec(boards::small(), 1..4)) {
        check(&positions, Rules::SingleJump)?;
    }

    #[test]
    fn large_boards_with_multiple_jumps(position in boards::large()) {
        check(&[position], Rules::MultiJump)?;
    }

    #[test]
    fn large_boards_with_single_jumps(position in boards::large()) {
        check(&[position], Rules::SingleJump)?;
    }
}

#[test]
fn multiple_jumps_make_a_difference() {
    let store = ValueStore::new();
    let position: Position = ".o.ox.x.".parse().unwrap();
    for (rules, expected) in [(Rules::MultiJump, "*2"), (Rules::SingleJump, "0")] {
        let value = ValueSolver::new(&store, rules, None).value(&position, &Monitor::new()).unwrap();
        assert_eq!(store.text(value, Notation::Cgsuite).unwrap(), expected, "{rules}");
    }
}
