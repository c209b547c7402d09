//! Outcomes are what plain searches find.

use crate::baseline::{Baseline, Refused};
use crate::plain::{PlainRecursion, class_by_alpha_beta, outcome_class, solver};
use crate::random::{any_rules, check, checkered_with_holes, of_any_colours};
use konane::board::{Cell, Move, Player, Position, Rules, moves};
use proptest::prelude::*;

/// The position after so many moves of both players in turn, each chosen by a number; fewer if the play
/// ends.
fn played(position: &Position, rules: Rules, choices: &[usize]) -> Position {
    let mut position = position.clone();
    for (choice, player) in choices.iter().zip(Player::BOTH.into_iter().cycle()) {
        let moves: Vec<Move> = moves(&position, player, rules);
        if moves.is_empty() {
            break;
        }
        position = position.play(&moves[choice % moves.len()]).unwrap();
    }
    position
}

/// Endgames as play reaches them from almost full boards of 5×6 with holes.
fn endgames_of_5x6() -> impl Strategy<Value = (Rules, Position)> {
    let start = checkered_with_holes(5, 6, 12, 82);
    (any_rules(), start, prop::collection::vec(0..1000_usize, 7..=9))
        .prop_map(|(rules, start, choices)| (rules, played(&start, rules, &choices)))
        .prop_filter("too long for plain recursion", |(_, position)| {
            position.count(Cell::Black) + position.count(Cell::White) <= 17
        })
}

#[test]
fn endgames_of_5x6_with_holes() {
    check(200, endgames_of_5x6(), |(rules, position)| {
        let expected = PlainRecursion::new(rules).outcome_class(&position);
        prop_assert_eq!(class_by_alpha_beta(&position, rules), expected, "alpha-beta");
        prop_assert_eq!(outcome_class(&mut solver(rules), &position), expected);
        Ok(())
    });
}

#[test]
fn scattered_positions_of_6x6_with_holes() {
    check(200, (any_rules(), checkered_with_holes(6, 6, 10, 40)), |(rules, position)| {
        let expected = class_by_alpha_beta(&position, rules);
        prop_assert_eq!(outcome_class(&mut solver(rules), &position), expected);
        Ok(())
    });
}

#[test]
fn positions_of_any_colours() {
    check(200, (any_rules(), of_any_colours(4, 5)), |(rules, position)| {
        let expected = PlainRecursion::new(rules).outcome_class(&position);
        prop_assert_eq!(outcome_class(&mut solver(rules), &position), expected);
        Ok(())
    });
}

/// Boards of every shape, since each has symmetries of its own, which holes take away.
#[test]
fn alpha_beta_is_the_plain_recursion() {
    for (rows, columns) in [(1, 1), (1, 13), (12, 1), (2, 2), (2, 6), (3, 4), (3, 5), (4, 4), (4, 3), (5, 2)]
    {
        for holes in [0, 10] {
            let positions = checkered_with_holes(rows, columns, holes, 65);
            check(100, (any_rules(), positions), |(rules, position)| {
                let expected = PlainRecursion::new(rules).outcome_class(&position);
                prop_assert_eq!(class_by_alpha_beta(&position, rules), expected, "{}", position);
                Ok(())
            });
        }
    }
}

/// One table serves all positions of a board, whoever has the cell at the top left.
#[test]
fn alpha_beta_keeps_what_it_found() {
    let board = Position::empty(3, 5).unwrap().to_string();
    let search = std::cell::RefCell::new(Baseline::new(&board, true, 1 << 14).unwrap());
    let plain = std::cell::RefCell::new(PlainRecursion::new(Rules::MultiJump));
    check(2000, checkered_with_holes(3, 5, 0, 65), |position| {
        for player in Player::BOTH {
            let black = player == Player::Black;
            let found = search.borrow_mut().mover_wins(&position.to_string(), black, u64::MAX);
            let expected = plain.borrow_mut().mover_wins(&position, player);
            prop_assert_eq!(found, Ok(Some(expected)), "{} {}", position, player);
        }
        Ok(())
    });
}

#[test]
fn alpha_beta_gives_up_after_so_many_nodes() {
    let start =
        Position::full_board(5, 5, Player::Black).unwrap().with(0, 0, Cell::Empty).with(0, 1, Cell::Empty);
    let start = start.to_string();
    let mut search = Baseline::new(&start, true, 1 << 20).unwrap();
    assert_eq!(search.mover_wins(&start, true, 10), Ok(None));
    assert!((10..100).contains(&search.nodes()), "{}", search.nodes());
    assert_eq!(search.mover_wins(&start, true, 1_000_000), Ok(Some(true)));
    assert!(search.expanded() < search.nodes());
    let needed = search.nodes();
    assert_eq!(search.mover_wins(&start, true, 10), Ok(Some(true)), "known");
    assert_eq!(search.nodes(), needed + 1);
}

#[test]
fn alpha_beta_refuses_what_it_does_not_know() {
    let refused = |text: &str| Baseline::new(text, true, 0).err();
    assert_eq!(refused("x.y"), Some(Refused::NotAPosition));
    assert_eq!(refused("xo/x"), Some(Refused::NotAPosition));
    assert_eq!(refused(""), Some(Refused::Size));
    assert_eq!(refused(&".".repeat(65)), Some(Refused::Size));
    assert_eq!(refused(&".".repeat(64)), None);
    let mut search = Baseline::new("xo.", true, 0).unwrap();
    assert_eq!(search.mover_wins("xx.", true, 10), Err(Refused::NotCheckered));
    assert_eq!(search.mover_wins("xo#", true, 10), Err(Refused::OtherBoard));
    assert_eq!(search.mover_wins("xo./...", true, 10), Err(Refused::OtherBoard));
}
