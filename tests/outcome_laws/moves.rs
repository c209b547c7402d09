//! Winning moves.

use crate::plain::{PlainRecursion, solver};
use crate::random::{any_rules, check, checkered_with_holes, of_any_colours};
use konane::board::{Player, Position, Rules, moves};
use konane::solve::Monitor;
use proptest::prelude::*;

/// A winning move is a legal one after which the opponent loses, and there is one if the player wins.
fn check_winning_moves(rules: Rules, position: &Position) -> Result<(), TestCaseError> {
    let (mut solver, mut plain) = (solver(rules), PlainRecursion::new(rules));
    for player in Player::BOTH {
        let found = solver.winning_move(position, player, &Monitor::new()).unwrap();
        prop_assert_eq!(found.is_some(), plain.mover_wins(position, player), "{} {}", position, player);
        if let Some(played) = found {
            prop_assert!(moves(position, player, rules).contains(&played), "{} {}", position, played);
            let option = position.play(&played).unwrap();
            prop_assert!(!plain.mover_wins(&option, player.opponent()), "{} {}", position, played);
        }
    }
    Ok(())
}

#[test]
fn winning_moves_win() {
    let boards = prop_oneof![
        checkered_with_holes(3, 5, 5, 75),
        checkered_with_holes(4, 4, 0, 75),
        checkered_with_holes(1, 16, 0, 80),
        checkered_with_holes(16, 1, 5, 80),
        checkered_with_holes(5, 5, 5, 50),
        checkered_with_holes(6, 6, 5, 35),
        checkered_with_holes(10, 10, 5, 12),
        of_any_colours(3, 5),
        of_any_colours(4, 4),
    ];
    check(200, (any_rules(), boards), |(rules, position)| check_winning_moves(rules, &position));
}

#[test]
fn no_move_at_all() {
    for text in [".", "#", "x", "xo", "x.o", "###/###", "xxx/xxx"] {
        check_winning_moves(Rules::MultiJump, &text.parse().unwrap()).unwrap();
    }
}
