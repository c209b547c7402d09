//! What the engine promises, on whole games.

use super::*;
use crate::board::strategies::any_position;
use crate::board::{Cell, Move, Player, Position, Rules, moves};
use crate::game::{Game, Ply, RemovalRule, Start};
use crate::solve::{Monitor, OutcomeSolver, SolveError, ValueSolver};
use crate::value::{OutcomeClass, Rational, ValueStore};
use proptest::prelude::*;
use rustc_hash::FxHashSet;
use std::time::Duration;

/// A row of numbers that look random, the same each time.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) % sides as u64) as usize
    }
}

fn engine(level: Level, limit: Limit) -> Engine {
    Engine::new(Rules::MultiJump, Strength { level, limit }, 16 << 20).unwrap()
}

/// A board full of stones, some of which are then taken off or put in at random.
fn random_start(dice: &mut Dice, rows: usize, columns: usize, changes: usize) -> Position {
    let mut position = Position::full_board(rows, columns, Player::BOTH[dice.roll(2)]).unwrap();
    for _ in 0..changes {
        let cell = [Cell::Empty, Cell::Empty, Cell::Hole, Cell::Black, Cell::White][dice.roll(5)];
        position.set(dice.roll(rows), dice.roll(columns), cell);
    }
    position
}

/// Plays some random plies at most.
fn play_at_random(game: &mut Game, dice: &mut Dice, plies: usize) {
    for _ in 0..plies {
        let legal = game.legal_plies();
        if !legal.is_empty() {
            game.play(legal[dice.roll(legal.len())]).unwrap();
        }
    }
}

/// Plays a game to its end and returns the winner. Every ply is checked by the game.
fn play_out(game: &mut Game, black: &mut Engine, white: &mut Engine) -> Player {
    let monitor = Monitor::new();
    loop {
        let engine = if game.to_move() == Player::Black { &mut *black } else { &mut *white };
        let Some(choice) = engine.choose_ply(game, &monitor) else { break };
        game.play(choice.played).expect("the engine makes legal moves only");
    }
    game.winner().expect("the engine plays on to the end")
}

#[test]
fn in_200_games_no_move_is_illegal() {
    const SIZES: [(usize, usize); 12] =
        [(1, 9), (9, 1), (2, 6), (3, 5), (4, 4), (5, 5), (6, 6), (5, 9), (7, 7), (8, 8), (10, 3), (8, 8)];
    let mut dice = Dice(5);
    for number in 0..200 {
        let (rows, columns) = SIZES[number % SIZES.len()];
        let rules = Rules::ALL[number / 2 % 2];
        let start = match number % 3 {
            0 => Start::full_board(rows, columns, RemovalRule::ALL[number / 4 % 2]).unwrap(),
            1 => Start::set_up(random_start(&mut dice, rows, columns, 4), Player::BOTH[number / 3 % 2]),
            _ => Start::set_up(random_start(&mut dice, rows, columns, rows * columns), Player::Black),
        };
        let mut game = Game::new(start, rules);
        play_at_random(&mut game, &mut dice, number % 7);
        let mut engines = [0, 1].map(|_| {
            let level = Level::ALL[dice.roll(4)];
            let limit = Limit::Nodes([0, 1, 10, 100][dice.roll(4)]);
            Engine::new(rules, Strength { level, limit }, 4 << 20).unwrap()
        });
        let [black, white] = &mut engines;
        play_out(&mut game, black, white);
        let last = game.plies().len();
        assert_eq!(moves(game.position(), game.to_move_after(last), rules), []);
    }
}

#[test]
fn the_largest_boards_are_played_on() {
    let mut dice = Dice(6);
    for (rows, columns) in [(20, 20), (1, 447), (447, 1), (1, 64), (40, 8), (8, 9)] {
        for changes in [0, rows * columns / 3] {
            let mut position = random_start(&mut dice, rows, columns, changes);
            let full = Position::full_board(rows, columns, Player::Black).unwrap();
            // Somewhere there is a move.
            for column in 0..columns.min(4) {
                position.set(0, column, if column < 2 { full.cell(0, column) } else { Cell::Empty });
            }
            for row in 0..rows.min(4) {
                position.set(row, 0, if row < 2 { full.cell(row, 0) } else { Cell::Empty });
            }
            let mut game = Game::new(Start::set_up(position, Player::Black), Rules::MultiJump);
            let mut engine = engine(Level::Expert, Limit::Nodes(5));
            for _ in 0..8 {
                if let Some(choice) = engine.choose_ply(&game, &Monitor::new()) {
                    game.play(choice.played).unwrap();
                }
            }
            assert!(!game.plies().is_empty(), "{rows}×{columns}");
        }
    }
}

/// Whether the engine, to move, wins against every defence.
fn wins_against_all(
    engine: &mut Engine,
    position: &Position,
    player: Player,
    won: &mut FxHashSet<Position>,
) -> bool {
    if won.contains(position) {
        return true;
    }
    let Some(choice) = engine.choose(position, player, &Monitor::new()) else { return false };
    let after = position.play(&choice.played).unwrap();
    let defences = moves(&after, player.opponent(), engine.rules());
    let wins =
        defences.iter().all(|defence| wins_against_all(engine, &after.play(defence).unwrap(), player, won));
    if wins {
        won.insert(position.clone());
    }
    wins
}

/// The full board with the stones of an opening removed.
fn opened(rows: usize, columns: usize, opening: &str) -> Position {
    opening.parse::<crate::game::Opening>().unwrap().position(rows, columns).unwrap()
}

#[test]
fn won_boards_are_won_against_every_defence() {
    // 5×5 is Black's whoever begins; on 4×4 the second player wins.
    let mut engine = engine(Level::Expert, Limit::Unlimited);
    for (position, player) in [(opened(5, 5, "A1-B1"), Player::Black), (opened(5, 5, "C3-D3"), Player::Black)]
    {
        assert!(wins_against_all(&mut engine, &position, player, &mut FxHashSet::default()));
    }
    let lost = opened(4, 4, "A1-B1");
    for defence in moves(&lost, Player::White, Rules::MultiJump) {
        let position = lost.play(&defence).unwrap();
        assert!(wins_against_all(&mut engine, &position, Player::Black, &mut FxHashSet::default()));
    }
}

/// Positions that are evaluated at once.
fn any_endgame() -> impl Strategy<Value = (Position, Player)> {
    let few = |position: &Position| position.count(Cell::Black) + position.count(Cell::White) <= 12;
    let position = any_position().prop_filter("many stones", few);
    (position, prop::sample::select(Player::BOTH.as_slice()))
}

fn wins_by_value(position: &Position, to_move: Player) -> bool {
    let store = ValueStore::new();
    let value = ValueSolver::new(&store, Rules::MultiJump, None).value(position, &Monitor::new()).unwrap();
    winner(store.outcome_class(value).unwrap(), to_move) == to_move
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_expert_is_perfect_where_it_can_prove((position, player) in any_endgame()) {
        let mut engine = engine(Level::Expert, Limit::Unlimited);
        let game = Game::new(Start::set_up(position.clone(), player), Rules::MultiJump);
        let hint = engine.hint(&game, &Monitor::new());
        let wins = wins_by_value(&position, player);
        prop_assert_eq!(hint.winner, Some(if wins { player } else { player.opponent() }));
        // Not all values fit the memory of this engine.
        if let Some(value) = hint.value {
            prop_assert_eq!(Some(winner(value.outcome, player)), hint.winner);
        }
        if let Some(Choice { played: Ply::Move(played), basis, .. }) = hint.choice {
            prop_assert_eq!(basis == Basis::Wins, wins);
            prop_assert_eq!(matches!(basis, Basis::Loses { .. }), !wins);
            let after = position.play(&played).unwrap();
            prop_assert_eq!(wins_by_value(&after, player.opponent()), !wins);
        }
    }

    #[test]
    fn what_the_search_calls_proved_is_true((position, player) in any_endgame(), nodes in 1..2000_u64) {
        let mut engine = engine(Level::Advanced, Limit::Nodes(nodes));
        if let Some(choice) = engine.choose(&position, player, &Monitor::new()) {
            let wins = wins_by_value(&position, player);
            match choice.basis {
                Basis::Wins => {
                    let after = position.play(&choice.played).unwrap();
                    prop_assert!(wins && !wins_by_value(&after, player.opponent()));
                }
                Basis::Loses { .. } => prop_assert!(!wins),
                Basis::Estimate { .. } => prop_assert!(nodes < 2000),
                Basis::OnlyMove => prop_assert_eq!(moves(&position, player, Rules::MultiJump).len(), 1),
            }
        }
    }

    #[test]
    fn the_loser_leaves_the_fewest_winning_answers((position, player) in any_endgame()) {
        let mut engine = engine(Level::Expert, Limit::Unlimited);
        let choice = engine.choose(&position, player, &Monitor::new());
        if let Some(Choice { played, basis: Basis::Loses { winning_answers }, .. }) = choice {
            let answers = |played: Move| {
                let after = position.play(&played).unwrap();
                let options = moves(&after, player.opponent(), Rules::MultiJump);
                let positions = options.iter().map(|answer| after.play(answer).unwrap());
                positions.filter(|position| !wins_by_value(position, player)).count()
            };
            let fewest = moves(&position, player, Rules::MultiJump).into_iter().map(answers).min();
            prop_assert_eq!(winning_answers, fewest);
            prop_assert_eq!(Some(answers(played)), fewest);
        }
    }
}

#[test]
fn a_hint_tells_the_value() {
    let mut engine = engine(Level::Expert, Limit::Unlimited);
    let start = Start::set_up(".ox./o..x/....".parse().unwrap(), Player::White);
    let hint = engine.hint(&Game::new(start, Rules::MultiJump), &Monitor::new());
    let value = hint.value.unwrap();
    assert_eq!((value.text.as_str(), value.outcome), ("+-1", OutcomeClass::Next));
    assert_eq!((value.mean, value.temperature), (Rational::from_integer(0), Rational::from_integer(1)));
    assert_eq!(hint.winner, Some(Player::White));
    // While stones are to be removed there is no position to evaluate.
    let full = Start::full_board(1, 6, RemovalRule::CornerOrCenter).unwrap();
    assert_eq!(engine.hint(&Game::new(full, Rules::MultiJump), &Monitor::new()).value, None);
}

#[test]
fn stones_are_removed_as_well_as_can_be() {
    for (rows, columns) in [(1, 2), (1, 6), (2, 5), (3, 3), (3, 4), (4, 4)] {
        let mut solver = OutcomeSolver::new(Rules::MultiJump, 16 << 20).unwrap();
        let mut engine = engine(Level::Expert, Limit::Unlimited);
        let start = Start::full_board(rows, columns, RemovalRule::AnyStone).unwrap();
        let full = Game::new(start, Rules::MultiJump);
        let mut black_jumps_and_wins = |game: &Game, second| {
            let mut game = game.clone();
            game.play(Ply::Removal(second)).unwrap();
            solver.mover_wins(game.position(), Player::Black, &Monitor::new()).unwrap()
        };
        let mut wins_after = |first| {
            let mut game = full.clone();
            game.play(Ply::Removal(first)).unwrap();
            game.removals().into_iter().all(|second| black_jumps_and_wins(&game, second))
        };
        let wins = full.removals().into_iter().any(&mut wins_after);
        let hint = engine.hint(&full, &Monitor::new());
        assert_eq!(hint.winner, Some(if wins { Player::Black } else { Player::White }), "{rows}×{columns}");
        let Some(Choice { played: Ply::Removal(first), .. }) = hint.choice else { panic!("no removal") };
        assert_eq!(wins_after(first), wins, "{rows}×{columns}");
    }
}

/// Of two games from each of some openings, how many the first engine wins.
fn games_won(first: Strength, second: Strength, openings: usize, size: (usize, usize)) -> usize {
    let mut dice = Dice(7);
    let mut won = 0;
    for _ in 0..openings {
        let start = Start::full_board(size.0, size.1, RemovalRule::AnyStone).unwrap();
        let mut opened = Game::new(start, Rules::MultiJump);
        play_at_random(&mut opened, &mut dice, 6);
        for colour in Player::BOTH {
            let [mut first, mut second] =
                [first, second].map(|strength| Engine::new(Rules::MultiJump, strength, 16 << 20).unwrap());
            let (black, white) = match colour {
                Player::Black => (&mut first, &mut second),
                Player::White => (&mut second, &mut first),
            };
            won += usize::from(play_out(&mut opened.clone(), black, white) == colour);
        }
    }
    won
}

#[test]
fn the_stronger_beats_the_weaker() {
    let strength = |level, nodes| Strength { level, limit: Limit::Nodes(nodes) };
    let expert = strength(Level::Expert, 2_000);
    let casual = strength(Level::Casual, 2_000);
    let beginner = strength(Level::Beginner, 2_000);
    for (stronger, weaker) in [(expert, casual), (casual, beginner), (expert, strength(Level::Expert, 50))] {
        let won = games_won(stronger, weaker, 10, (8, 8));
        assert!(won >= 14, "{won} of 20: {stronger:?} against {weaker:?}");
    }
}

#[test]
fn with_a_limit_of_nodes_the_same_game_is_played_again() {
    let played = || {
        let start = Start::full_board(8, 8, RemovalRule::CornerOrCenter).unwrap();
        let mut game = Game::new(start, Rules::MultiJump);
        let [mut black, mut white] = [500, 300].map(|nodes| engine(Level::Expert, Limit::Nodes(nodes)));
        play_out(&mut game, &mut black, &mut white);
        game
    };
    assert_eq!(played(), played());
}

#[test]
fn an_engine_that_is_stopped_answers() {
    let position = opened(8, 8, "D4-E4");
    let legal = moves(&position, Player::Black, Rules::MultiJump);
    // Stopped beforehand.
    let monitor = Monitor::new();
    monitor.stop();
    for level in Level::ALL {
        let choice = engine(level, Limit::Unlimited).choose(&position, Player::Black, &monitor).unwrap();
        assert!(legal.contains(&choice.played));
        assert!(matches!(choice.basis, Basis::Estimate { .. }));
    }
    // Stopped while it thinks: nothing else ends this.
    let monitor = Monitor::new();
    let game = Game::new(Start::set_up(position, Player::Black), Rules::MultiJump);
    std::thread::scope(|scope| {
        let thinking = scope.spawn(|| engine(Level::Expert, Limit::Unlimited).choose_ply(&game, &monitor));
        std::thread::sleep(Duration::from_millis(60));
        monitor.stop();
        let choice = thinking.join().unwrap().unwrap();
        assert!(game.legal_plies().contains(&choice.played));
    });
}

#[test]
fn a_limit_of_time_ends_thinking() {
    let position = opened(8, 8, "A1-B1");
    for level in Level::ALL {
        let mut engine = engine(level, Limit::Time(Duration::from_millis(20)));
        assert!(engine.choose(&position, Player::White, &Monitor::new()).is_some());
    }
}

#[test]
fn one_engine_plays_on_any_board_at_any_strength() {
    let mut engine = engine(Level::Expert, Limit::Nodes(50));
    for (text, player) in
        [("xo.o.", Player::Black), ("xo.o./xx...", Player::Black), ("ox./.ox", Player::White)]
    {
        for level in Level::ALL {
            engine.set_strength(Strength { level, limit: Limit::Nodes(50) });
            let position: Position = text.parse().unwrap();
            let choice = engine.choose(&position, player, &Monitor::new()).unwrap();
            assert!(position.play(&choice.played).is_ok());
        }
    }
}

#[test]
fn too_little_memory_is_an_error_that_says_how_much_is_needed() {
    let new = |memory| Engine::new(Rules::MultiJump, Strength::default(), memory);
    let error = new(0).err().unwrap();
    let SolveError::MemoryTooSmall { least } = error else { panic!("{error}") };
    assert!(new(least << 20).is_ok());
    assert!(new((least << 20) - 2).is_err());
}
