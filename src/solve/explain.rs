//! What becomes of each move of a position in its canonical form.
//!
//! The canonical form of a position G is what is left when dominated options are deleted and reversible
//! ones bypassed (*Winning Ways*, ch. 3; Siegel, *Combinatorial Game Theory*, II.2). A Left option X is
//! *dominated* by another one that is ≥ X. It is *reversible* through an answer Y of Right if Y ≤ G:
//! Right then does at least as well as if Left had not moved, so that Left moves to X only to go on from
//! Y, and Left's options of Y replace X. For Right's options all is mirrored.
//!
//! Here that is told of the moves on the board. By *sensible* is meant what CGSuite means by it: a move
//! of Left to some X ≥ K for a canonical option K of G. Two facts are used.
//!
//! **Every canonical option K of Left is reached by sensible play**: there is a line of moves X₁, Y₁, X₂,
//! …, Xₙ on the board, Left and Right in turn, with Xᵢ ≥ K, Xₙ = K and Yᵢ ≤ G. For Left wins G - G by
//! going second, so to Right's move to -K in -G there is a reply to some X₁ - K ≥ 0 (a reply to
//! K^R - G, turned round, would make K reversible). If X₁ ≠ K, then X₁ is ≤ no canonical option, as
//! these are incomparable; but X₁ ⊲| G, so Right wins X₁ - G by going first, and as no move in -G does
//! it, some answer Y₁ ≤ G does. Since K ≤ X₁, Y₁ is not ≤ K; a K^R ≤ Y₁ ≤ G would make K reversible;
//! so Left has a move from Y₁ to some X₂ ≥ K. As Y₁ ≤ G, X₂ ⊲| G, and so on; the game ends, and then
//! Xₙ = K. Any choice of Xᵢ and Yᵢ with these properties will do.
//!
//! **An undominated move to X is canonical or reversible.** Right wins X - G by going first. If no answer
//! to X does it, a move in -G to some -K does: X ≤ K. By the first fact some move on the board leads to
//! X₁ ≥ K ≥ X, and as X is undominated all three are equal.

use super::{Monitor, SolveError, ValueSolver};
use crate::board::{Move, Player, Position, Rules, moves};
use crate::value::{CanonicalForm, Side, ValueError, ValueStore};

/// Black is Left and White is Right.
impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Black => Side::Left,
            Player::White => Side::Right,
        }
    }
}

/// What becomes of a move when a position is brought to canonical form. The first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStatus {
    /// The move's value is a canonical option.
    Canonical,
    /// Another move, itself undominated, leads to a better value.
    Dominated {
        /// That move.
        by: Move,
    },
    /// The opponent has an answer that takes back all that the move gained.
    Reversible {
        /// The answer.
        through: Move,
        /// Its value, which is no better for the player than that of the position.
        to: CanonicalForm,
    },
}

/// A move and what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedMove {
    /// The move.
    pub played: Move,
    /// The value of the position it leads to.
    pub value: CanonicalForm,
    /// Whether no other move leads to a better value, that is, whether the move is the best one in some
    /// sum. A canonical move may be worse than a reversible one, and is then not best.
    pub is_best: bool,
    /// Whether whoever makes the move wins by playing well from then on, with nothing else on the board.
    pub wins: bool,
    /// Whether its value is at least as good as some canonical option.
    pub is_sensible: bool,
    /// What becomes of it in the canonical form.
    pub status: MoveStatus,
}

/// A canonical option of the value of a position, and how it is reached on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalOption {
    /// The option.
    pub value: CanonicalForm,
    /// All moves that lead to it directly.
    pub moves: Vec<Move>,
    /// If none do: moves of both players in turn, beginning and ending with the player whose option it
    /// is, where each answer reverses the move before it, and the last move leads to the option.
    pub line: Vec<Move>,
}

/// The moves of one player, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedMoves {
    /// All moves, in the order of [`moves`](fn@moves).
    pub moves: Vec<ExplainedMove>,
    /// The player's options of the canonical form, in structural order.
    pub canonical_options: Vec<CanonicalOption>,
}

impl ValueSolver<'_> {
    /// The moves of a player, with the value each leads to and what becomes of it in the canonical form.
    ///
    /// Costs the values of the positions that two moves lead to, most of which are known from the value
    /// of the position itself, and comparisons of these.
    ///
    /// ```
    /// use konane::board::{Player, Rules};
    /// use konane::solve::{Monitor, MoveStatus, ValueSolver};
    /// use konane::value::ValueStore;
    ///
    /// let store = ValueStore::new();
    /// let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    /// let explained = solver.explain(&"xo../.ox.".parse()?, Player::Black, &Monitor::new())?;
    /// let statuses: Vec<_> = explained.moves.iter().map(|m| (m.played.to_string(), m.status)).collect();
    /// let by = "C2-A2".parse()?;
    /// assert_eq!(statuses[0], ("A1-C1".to_owned(), MoveStatus::Dominated { by }));
    /// assert_eq!(statuses[1], ("C2-A2".to_owned(), MoveStatus::Canonical));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &mut self,
        position: &Position,
        player: Player,
        monitor: &Monitor,
    ) -> Result<ExplainedMoves, SolveError> {
        let side = Side::from(player);
        let value = self.value(position, monitor)?;
        let canonical = self.store().sorted_options(value, side)?;
        let options = self.board_options(position, player, monitor)?;
        let game = Explaining { value, player, canonical: &canonical, options: &options };
        let moves =
            (0..options.len()).map(|index| game.explained(self, index, monitor)).collect::<Result<_, _>>()?;
        let canonical_options = canonical
            .iter()
            .map(|&option| game.canonical_option(self, option, monitor))
            .collect::<Result<_, _>>()?;
        Ok(ExplainedMoves { moves, canonical_options })
    }

    /// All moves of a player, with the positions and values they lead to.
    pub(super) fn board_options(
        &mut self,
        position: &Position,
        player: Player,
        monitor: &Monitor,
    ) -> Result<Vec<BoardOption>, SolveError> {
        let (moves, positions) = successors(position, player, self.rules());
        let values = self.values(&positions, monitor)?;
        let options = moves.into_iter().zip(positions).zip(values);
        Ok(options.map(|((played, position), value)| BoardOption { played, position, value }).collect())
    }
}

/// A move with what it leads to.
pub(super) struct BoardOption {
    pub(super) played: Move,
    pub(super) position: Position,
    pub(super) value: CanonicalForm,
}

/// The moves of a player and the positions they lead to.
pub(super) fn successors(position: &Position, player: Player, rules: Rules) -> (Vec<Move>, Vec<Position>) {
    let played = |option: Move| Some((option, position.play(&option).ok()?));
    moves(position, player, rules).into_iter().filter_map(played).unzip()
}

/// Whether `a` is at least as good as `b` for the player of `side`.
pub(super) fn at_least_as_good(
    store: &ValueStore,
    a: CanonicalForm,
    b: CanonicalForm,
    side: Side,
) -> Result<bool, ValueError> {
    match side {
        Side::Left => store.le(b, a),
        Side::Right => store.le(a, b),
    }
}

/// The first of the values that is better than the given one, and than which none is better.
pub(super) fn dominator(
    store: &ValueStore,
    value: CanonicalForm,
    values: impl Iterator<Item = CanonicalForm>,
    side: Side,
) -> Result<Option<usize>, ValueError> {
    let mut best = (value, None);
    for (index, other) in values.enumerate() {
        if other != best.0 && at_least_as_good(store, other, best.0, side)? {
            best = (other, Some(index));
        }
    }
    Ok(best.1)
}

/// A position of which the moves of one player are explained.
struct Explaining<'a> {
    value: CanonicalForm,
    player: Player,
    canonical: &'a [CanonicalForm],
    options: &'a [BoardOption],
}

impl Explaining<'_> {
    fn side(&self) -> Side {
        self.player.into()
    }

    fn explained(
        &self,
        solver: &mut ValueSolver<'_>,
        index: usize,
        monitor: &Monitor,
    ) -> Result<ExplainedMove, SolveError> {
        monitor.check()?;
        let (store, option) = (solver.store(), &self.options[index]);
        let values = self.options.iter().map(|option| option.value);
        let dominator = dominator(store, option.value, values, self.side())?;
        let mut is_sensible = false;
        for &canonical in self.canonical {
            is_sensible |= at_least_as_good(store, option.value, canonical, self.side())?;
        }
        let status = match dominator {
            _ if self.canonical.contains(&option.value) => MoveStatus::Canonical,
            Some(better) => MoveStatus::Dominated { by: self.options[better].played },
            None => {
                let answer = self.reversing_answer(solver, &option.position, monitor)?;
                let answer = answer.expect("by the second fact on the module's page");
                MoveStatus::Reversible { through: answer.played, to: answer.value }
            }
        };
        Ok(ExplainedMove {
            played: option.played,
            value: option.value,
            is_best: dominator.is_none(),
            wins: at_least_as_good(store, option.value, CanonicalForm::ZERO, self.side())?,
            is_sensible,
            status,
        })
    }

    /// The first answer in a position after which the player is no better off than before his move.
    fn reversing_answer(
        &self,
        solver: &mut ValueSolver<'_>,
        position: &Position,
        monitor: &Monitor,
    ) -> Result<Option<BoardOption>, SolveError> {
        for answer in solver.board_options(position, self.player.opponent(), monitor)? {
            if at_least_as_good(solver.store(), self.value, answer.value, self.side())? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn canonical_option(
        &self,
        solver: &mut ValueSolver<'_>,
        value: CanonicalForm,
        monitor: &Monitor,
    ) -> Result<CanonicalOption, SolveError> {
        let direct = self.options.iter().filter(|option| option.value == value);
        let moves: Vec<Move> = direct.map(|option| option.played).collect();
        let line = if moves.is_empty() { self.line_to(solver, value, monitor)? } else { Vec::new() };
        Ok(CanonicalOption { value, moves, line })
    }

    /// The line of the first fact on the module's page.
    fn line_to(
        &self,
        solver: &mut ValueSolver<'_>,
        goal: CanonicalForm,
        monitor: &Monitor,
    ) -> Result<Vec<Move>, SolveError> {
        let mut line = Vec::new();
        let mut reached = self.move_towards(solver.store(), self.options, goal)?;
        loop {
            line.push(reached.0);
            if reached.2 == goal {
                return Ok(line);
            }
            let answer = self.reversing_answer(solver, &reached.1, monitor)?;
            let answer = answer.expect("by the first fact on the module's page");
            line.push(answer.played);
            let options = solver.board_options(&answer.position, self.player, monitor)?;
            reached = self.move_towards(solver.store(), &options, goal)?;
        }
    }

    /// A move to the goal, or else to something at least as good.
    fn move_towards(
        &self,
        store: &ValueStore,
        options: &[BoardOption],
        goal: CanonicalForm,
    ) -> Result<(Move, Position, CanonicalForm), ValueError> {
        let mut found = options.iter().find(|option| option.value == goal);
        for option in options {
            if found.is_none() && at_least_as_good(store, option.value, goal, self.side())? {
                found = Some(option);
            }
        }
        let found = found.expect("by the first fact on the module's page");
        Ok((found.played, found.position.clone(), found.value))
    }
}
