//! Outcomes are the signs of exact values.

use crate::plain::{outcome_class, solver};
use crate::random::{
    any_checkered, any_rules, check, checkered, checkered_with_holes, far_apart, of_any_colours,
};
use konane::board::{Player, Position, Rules};
use konane::solve::{EndgameTable, Monitor, ValueSolver};
use konane::value::ValueStore;
use proptest::collection::vec;
use proptest::prelude::*;
use std::cell::RefCell;

/// Positions that are evaluated together, which is faster than one by one.
const BATCH: usize = 100;

/// The outcome class of each of so many hundred positions is the sign of its value.
fn check_random(hundreds: u32, rules: Rules, positions: impl Strategy<Value = Position>) {
    let store = ValueStore::new();
    let solvers = RefCell::new((solver(rules), ValueSolver::new(&store, rules, None)));
    check(hundreds, vec(positions, BATCH).no_shrink(), |positions| {
        let (outcomes, values) = &mut *solvers.borrow_mut();
        let values = values.values(&positions, &Monitor::new()).unwrap();
        for (position, value) in positions.iter().zip(values) {
            let expected = store.outcome_class(value).unwrap();
            prop_assert_eq!(outcome_class(outcomes, position), expected, "{} under {}", position, rules);
        }
        Ok(())
    });
}

#[test]
fn every_checkered_position_of_4x4() {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let table = EndgameTable::compute(&store, 4, 4, rules, &Monitor::new()).unwrap();
        let mut solver = solver(rules);
        for mask in 0..table.len() {
            let position = table.position(mask);
            let expected = store.outcome_class(table.value(mask)).unwrap();
            assert_eq!(outcome_class(&mut solver, &position), expected, "{position} under {rules}");
        }
    }
}

/// The same with Black on the other cells, where the values are the negatives.
#[test]
fn every_checkered_position_of_3x4_in_both_colourings() {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let mut values = ValueSolver::new(&store, rules, None);
        let mut solver = solver(rules);
        for top_left in Player::BOTH {
            for mask in 0..1 << 12 {
                let position = checkered(3, 4, mask, top_left);
                let value = values.value(&position, &Monitor::new()).unwrap();
                let expected = store.outcome_class(value).unwrap();
                assert_eq!(outcome_class(&mut solver, &position), expected, "{position} under {rules}");
            }
        }
    }
}

#[test]
fn random_positions_of_4x5() {
    check_random(20, Rules::MultiJump, any_checkered(4, 5));
}

#[test]
fn random_positions_of_5x5() {
    check_random(20, Rules::MultiJump, any_checkered(5, 5));
}

#[test]
fn random_positions_under_the_other_rules() {
    check_random(2, Rules::SingleJump, any_checkered(4, 5));
    check_random(2, Rules::SingleJump, any_checkered(5, 5));
}

#[test]
fn positions_of_any_colours() {
    for rules in Rules::ALL {
        for (rows, columns) in [(3, 3), (4, 4), (3, 5), (2, 7), (1, 14), (14, 1)] {
            check_random(1, rules, of_any_colours(rows, columns));
        }
    }
}

#[test]
fn rows() {
    for rules in Rules::ALL {
        check_random(2, rules, checkered_with_holes(1, 30, 0, 60));
        check_random(1, rules, checkered_with_holes(1, 30, 5, 60));
        check_random(2, rules, checkered_with_holes(30, 1, 0, 60));
        check_random(1, rules, checkered_with_holes(1, 70, 5, 50));
    }
}

#[test]
fn large_boards_of_independent_parts() {
    let positions = (any_rules(), far_apart());
    check(20, positions, |(rules, position)| {
        let store = ValueStore::new();
        let value = ValueSolver::new(&store, rules, None).value(&position, &Monitor::new()).unwrap();
        let expected = store.outcome_class(value).unwrap();
        prop_assert_eq!(outcome_class(&mut solver(rules), &position), expected);
        Ok(())
    });
}
