//! What is said of moves, against what brute force and the definitions say.

use crate::boards;
use crate::brute_force::BruteForce;
use konane::board::{Move, Player, Position, Rules, moves};
use konane::solve::{ExplainedMove, ExplainedMoves, Monitor, MoveStatus, SumMove, ValueSolver};
use konane::value::{CanonicalForm, Side, ValueStore};
use proptest::prelude::*;
use std::collections::HashMap;

/// Boards on which play can be followed through all its ways.
pub fn tiny_board() -> BoxedStrategy<Position> {
    prop_oneof![
        (2..=9_usize).prop_flat_map(|stones| boards::scattered(1, 11, stones)),
        (2..=9_usize).prop_flat_map(|stones| boards::scattered(3, 4, stones)),
        (2..=8_usize).prop_flat_map(|stones| boards::scattered(2, 6, stones)),
        (3..=9_usize).prop_flat_map(|stones| boards::scattered(4, 4, stones)),
    ]
    .boxed()
}

/// A position evaluated by brute force, from the point of view of one player.
struct Game<'s> {
    store: &'s ValueStore,
    brute: BruteForce<'s>,
    position: Position,
    rules: Rules,
    player: Player,
}

impl Game<'_> {
    fn value(&mut self, position: &Position) -> CanonicalForm {
        self.brute.value(position).expect("a tiny board")
    }

    fn after(&self, line: &[Move]) -> Position {
        let mut player = self.player;
        line.iter().fold(self.position.clone(), |position, played| {
            assert!(moves(&position, player, self.rules).contains(played), "{played} in {position}");
            player = player.opponent();
            position.play(played).unwrap()
        })
    }

    /// Whether `a` is at least as good as `b` for the player.
    fn at_least(&self, a: CanonicalForm, b: CanonicalForm) -> bool {
        let difference = self.store.subtract(a, b).unwrap();
        match self.player {
            Player::Black => self.store.le(CanonicalForm::ZERO, difference).unwrap(),
            Player::White => self.store.le(difference, CanonicalForm::ZERO).unwrap(),
        }
    }

    fn better(&self, a: CanonicalForm, b: CanonicalForm) -> bool {
        a != b && self.at_least(a, b)
    }

    fn check(&mut self, explained: &ExplainedMoves) {
        let whole = self.value(&self.position.clone());
        let side = Side::from(self.player);
        let canonical = self.store.sorted_options(whole, side).unwrap();
        let listed: Vec<CanonicalForm> = explained.canonical_options.iter().map(|o| o.value).collect();
        assert_eq!(listed[..], canonical[..]);
        let legal = moves(&self.position, self.player, self.rules);
        assert!(explained.moves.iter().map(|explained| explained.played).eq(legal));
        let values: HashMap<Move, CanonicalForm> =
            explained.moves.iter().map(|e| (e.played, self.value(&self.after(&[e.played])))).collect();
        for explained in &explained.moves {
            let value = values[&explained.played];
            assert_eq!(explained.value, value);
            assert_eq!(explained.wins, self.at_least(value, CanonicalForm::ZERO));
            assert_eq!(explained.is_best, !values.values().any(|&other| self.better(other, value)));
            assert_eq!(explained.is_sensible, canonical.iter().any(|&k| self.at_least(value, k)));
            assert_eq!(explained.status == MoveStatus::Canonical, canonical.contains(&value));
            match explained.status {
                MoveStatus::Canonical => {}
                MoveStatus::Dominated { by } => {
                    assert!(self.better(values[&by], value));
                    assert!(!values.values().any(|&other| self.better(other, values[&by])));
                }
                MoveStatus::Reversible { through, to } => {
                    assert_eq!(self.value(&self.after(&[explained.played, through])), to);
                    assert!(explained.is_best && self.at_least(whole, to));
                }
            }
        }
        for option in &explained.canonical_options {
            let direct: Vec<Move> =
                explained.moves.iter().filter(|e| e.value == option.value).map(|e| e.played).collect();
            assert_eq!(option.moves, direct);
            assert_eq!(option.line.is_empty(), !direct.is_empty());
            for length in 1..option.line.len() {
                let reached = self.value(&self.after(&option.line[..length]));
                match length % 2 {
                    1 => assert!(self.better(reached, option.value)),
                    _ => assert!(self.at_least(whole, reached)),
                }
            }
            if !option.line.is_empty() {
                assert_eq!(option.line.len() % 2, 1);
                assert_eq!(self.value(&self.after(&option.line)), option.value);
            }
        }
    }
}

/// Whether the player to move loses a position with a value beside it, by trying everything.
pub struct Losing<'s> {
    store: &'s ValueStore,
    rules: Rules,
    known: HashMap<(Position, CanonicalForm, Player), bool>,
}

impl<'s> Losing<'s> {
    pub fn new(store: &'s ValueStore, rules: Rules) -> Losing<'s> {
        Losing { store, rules, known: HashMap::new() }
    }

    pub fn loses(&mut self, position: &Position, with: CanonicalForm, player: Player) -> bool {
        let key = (position.clone(), with, player);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let on_board = moves(position, player, self.rules);
        let in_value = self.store.options(with, player.into()).unwrap();
        let opponent = player.opponent();
        let loses = !on_board.iter().any(|m| self.loses(&position.play(m).unwrap(), with, opponent))
            && !in_value.iter().any(|&option| self.loses(position, option, opponent));
        self.known.insert(key, loses);
        loses
    }
}

/// Values of all kinds, with few followers.
pub fn small_value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "0", "1", "-1/2", "*", "*2", "^", "v*", "+-1", "{2|0}", "{0|-1/2}", "Tiny(1)", "{2||1|0}", "{1|1*}",
    ])
}

pub fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn moves_are_what_they_are_said_to_be(position in tiny_board(), rules in rules()) {
        let store = ValueStore::new();
        let mut solver = ValueSolver::new(&store, rules, None);
        for player in Player::BOTH {
            let explained = solver.explain(&position, player, &Monitor::new()).unwrap();
            let brute = BruteForce::new(&store, rules);
            let mut game = Game { store: &store, brute, position: position.clone(), rules, player };
            game.check(&explained);
        }
    }

    #[test]
    fn winning_moves_in_a_sum_win(position in tiny_board(), with in small_value(), rules in rules()) {
        let store = ValueStore::new();
        let with = store.parse(with).unwrap();
        let mut solver = ValueSolver::new(&store, rules, None);
        let mut losing = Losing::new(&store, rules);
        for player in Player::BOTH {
            let options = solver.sum_options(&position, with, player, &Monitor::new()).unwrap();
            let count = moves(&position, player, rules).len() + store.options(with, player.into()).unwrap().len();
            prop_assert_eq!(options.len(), count);
            for option in &options {
                match option.played {
                    SumMove::OnBoard(played) => {
                        prop_assert_eq!(position.play(&played).unwrap(), option.position.clone());
                        prop_assert_eq!(option.with, with);
                    }
                    SumMove::InValue(to) => {
                        prop_assert_eq!(&option.position, &position);
                        prop_assert_eq!(option.with, to);
                    }
                }
                let wins = losing.loses(&option.position, option.with, player.opponent());
                prop_assert_eq!(option.wins, wins, "{:?}", option.played);
            }
            let game = Game {
                store: &store, brute: BruteForce::new(&store, rules), position: position.clone(), rules, player,
            };
            for option in &options {
                let best = !options.iter().any(|other| game.better(other.value, option.value));
                prop_assert_eq!(option.is_best, best);
            }
        }
    }
}

fn explained(position: &str, player: Player) -> (ExplainedMoves, impl Fn(&str) -> MoveStatus) {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let explained = solver.explain(&position.parse().unwrap(), player, &Monitor::new()).unwrap();
    let statuses: HashMap<String, MoveStatus> =
        explained.moves.iter().map(|explained| (explained.played.to_string(), explained.status)).collect();
    (explained, move |played| statuses[played])
}

#[test]
fn canonical_dominated_and_reversible_moves() {
    let (explained, status) = explained("xo.ox/oxo../x.xox/oxoxo", Player::White);
    assert_eq!(status("D3-B3"), MoveStatus::Canonical);
    assert_eq!(status("B1-B3"), MoveStatus::Dominated { by: "D3-B3".parse().unwrap() });
    match status("E4-E2") {
        MoveStatus::Reversible { through, .. } => assert_eq!(through.to_string(), "D4-D2"),
        status => panic!("{status:?}"),
    }
    assert_eq!(explained.moves.iter().filter(|explained| explained.is_sensible).count(), 1);
}

#[test]
fn a_canonical_option_that_arises_by_reversal() {
    let (explained, status) = explained("x.xoxoxoxo....", Player::Black);
    let lines = explained.canonical_options.iter().map(|option| &option.line);
    let lines: Vec<Vec<String>> = lines.map(|line| line.iter().map(Move::to_string).collect()).collect();
    assert!(lines.iter().any(|line| line.len() == 5 && line[0] == "I1-K1"), "{lines:?}");
    assert!(matches!(status("I1-K1"), MoveStatus::Reversible { .. }));
}

/// A reversible move can be better than a canonical one: what it gains is taken back.
#[test]
fn a_canonical_move_that_is_not_best() {
    let (explained, status) = explained("x.xo.oxo......", Player::Black);
    assert_eq!(status("C1-E1"), MoveStatus::Canonical);
    let is_best = |e: &&ExplainedMove| e.played.to_string() == "C1-E1" && e.is_best;
    assert_eq!(explained.moves.iter().find(is_best), None);
}
