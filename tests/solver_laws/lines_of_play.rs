//! Lines of play keep to their rules.

use crate::explained::{Losing, rules, small_value, tiny_board};
use konane::board::{Player, Position, Rules};
use konane::solve::{LineEnd, LineOfPlay, Monitor, PlayRule, SumMove, SumOption, ValueSolver};
use konane::value::{Analysis, CanonicalForm, Dyadic, Rational, ValueStore};
use proptest::prelude::*;

/// Replays a line: every move is one of the options, and players take turns. Calls `visit` with the
/// options before each move and the one chosen.
fn replay(
    solver: &mut ValueSolver<'_>,
    start: (&Position, CanonicalForm, Player),
    line: &LineOfPlay,
    mut visit: impl FnMut(&mut ValueSolver<'_>, Player, &[SumOption], &SumOption),
) {
    let (mut position, mut with, mut player) = (start.0.clone(), start.1, start.2);
    for ply in &line.plies {
        assert_eq!(ply.player, player);
        let options = solver.sum_options(&position, with, player, &Monitor::new()).unwrap();
        let chosen = options.iter().find(|option| option.played == ply.played).unwrap();
        assert_eq!((&ply.position, ply.with, ply.value), (&chosen.position, chosen.with, chosen.value));
        visit(solver, player, &options, chosen);
        (position, with, player) = (ply.position.clone(), ply.with, player.opponent());
    }
    assert_eq!(line.to_move, player);
    if line.end == LineEnd::NoMove {
        assert!(solver.sum_options(&position, with, player, &Monitor::new()).unwrap().is_empty());
    }
}

fn winning_answers(solver: &mut ValueSolver<'_>, option: &SumOption, player: Player) -> usize {
    let answers = solver.sum_options(&option.position, option.with, player, &Monitor::new()).unwrap();
    answers.iter().filter(|answer| answer.wins).count()
}

fn check_winning_play(
    solver: &mut ValueSolver<'_>,
    player: Player,
    options: &[SumOption],
    chosen: &SumOption,
) {
    if options.iter().any(|option| option.wins) {
        assert!(chosen.wins && chosen.is_best);
    } else {
        let answers = winning_answers(solver, chosen, player.opponent());
        assert!(options.iter().all(|other| winning_answers(solver, other, player.opponent()) >= answers));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn winning_play_wins(position in tiny_board(), with in small_value(), rules in rules()) {
        let store = ValueStore::new();
        let with = store.parse(with).unwrap();
        let mut solver = ValueSolver::new(&store, rules, None);
        let mut losing = Losing::new(&store, rules);
        for player in Player::BOTH {
            let line = solver.line_of_play(&position, with, player, true, &Monitor::new()).unwrap();
            prop_assert_eq!(line.end, LineEnd::NoMove);
            let loses = losing.loses(&position, with, player);
            prop_assert_eq!(line.rule, if loses { PlayRule::Orthodox } else { PlayRule::Winning });
            if line.rule == PlayRule::Winning {
                prop_assert_eq!(line.to_move, player.opponent());
                replay(&mut solver, (&position, with, player), &line, check_winning_play);
            }
        }
    }

    #[test]
    fn orthodox_play_attains_the_walls(position in tiny_board(), with in small_value(), rules in rules()) {
        let store = ValueStore::new();
        let with = store.parse(with).unwrap();
        let mut solver = ValueSolver::new(&store, rules, None);
        let mut analysis = Analysis::new(&store);
        for player in Player::BOTH {
            let line = solver.line_of_play(&position, with, player, false, &Monitor::new()).unwrap();
            let value = store.add(solver.value(&position, &Monitor::new()).unwrap(), with).unwrap();
            let last = line.plies.last().map_or(value, |ply| ply.value);
            match line.end {
                LineEnd::Number(number) => prop_assert_eq!(store.as_number(last), Some(number)),
                end => prop_assert!(end == LineEnd::NoMove && store.as_number(last).is_none()),
            }
            if line.rule == PlayRule::Winning {
                continue;
            }
            let (mut value, mut ambient) = (value, Rational::from_integer(1_000_000));
            replay(&mut solver, (&position, with, player), &line, |_, player, options, chosen| {
                let thermograph = analysis.thermograph(value).unwrap();
                ambient = ambient.min(thermograph.temperature());
                // The wall of the sum itself at this temperature is what the move must attain.
                let after = analysis.thermograph(chosen.value).unwrap();
                match player {
                    Player::Black => assert_eq!(
                        after.right_wall().value_at(ambient).unwrap() - ambient,
                        thermograph.left_wall().value_at(ambient).unwrap()
                    ),
                    Player::White => assert_eq!(
                        after.left_wall().value_at(ambient).unwrap() + ambient,
                        thermograph.right_wall().value_at(ambient).unwrap()
                    ),
                }
                assert!(options.contains(chosen));
                value = chosen.value;
            });
        }
    }
}

#[test]
fn in_a_number_nobody_moves_unless_asked_to() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let position: Position = "xo.".parse().unwrap();
    let mut line = |play_out| {
        let (zero, monitor) = (CanonicalForm::ZERO, Monitor::new());
        solver.line_of_play(&position, zero, Player::White, play_out, &monitor).unwrap()
    };
    assert_eq!(line(false).end, LineEnd::Number(Dyadic::integer(1)));
    assert_eq!((line(true).end, line(true).plies.len()), (LineEnd::NoMove, 0));
}

#[test]
fn moves_in_the_value_are_played_too() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let with = store.parse("{1000000|-1}").unwrap();
    let position: Position = "x".parse().unwrap();
    let line = solver.line_of_play(&position, with, Player::Black, true, &Monitor::new()).unwrap();
    assert_eq!(line.end, LineEnd::NoMove);
    let played: Vec<SumMove> = line.plies.iter().map(|ply| ply.played).collect();
    assert_eq!(played, [SumMove::InValue(store.integer(1_000_000).unwrap())]);
}
