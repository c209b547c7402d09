//! The moves in a position to which a value is added.
//!
//! Which move is best depends on what else is on the table. In the sum G + H Left can move to G^L + H or
//! to G + H^L; a move wins if Left then wins going second, that is, if the sum it leads to is ≥ 0 (*Winning
//! Ways*, ch. 2; Siegel, *Combinatorial Game Theory*, I.1). The value H is played in its canonical form.

use super::explain::{at_least_as_good, dominator};
use super::{Monitor, SolveError, ValueSolver};
use crate::board::{Move, Player, Position};
use crate::value::{CanonicalForm, Side};

/// A move in the sum of a position and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumMove {
    /// A move on the board.
    OnBoard(Move),
    /// A move in the value, to this option of its canonical form.
    InValue(CanonicalForm),
}

/// A move in the sum of a position and a value, and what is left after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumOption {
    /// The move.
    pub played: SumMove,
    /// The position after it.
    pub position: Position,
    /// The value beside the position after it.
    pub with: CanonicalForm,
    /// The value of the sum of both.
    pub value: CanonicalForm,
    /// Whether no other move in the sum leads to a better value.
    pub is_best: bool,
    /// Whether whoever makes the move wins by playing well from then on.
    pub wins: bool,
}

impl ValueSolver<'_> {
    /// The moves of a player in the sum of a position and a value: first those on the board, in the order
    /// of [`moves`](fn@crate::board::moves), then those in the value, in structural order.
    ///
    /// Costs the canonical form of the sum after each move.
    ///
    /// ```
    /// use konane::board::{Player, Rules};
    /// use konane::solve::{Monitor, SumMove, ValueSolver};
    /// use konane::value::ValueStore;
    ///
    /// let store = ValueStore::new();
    /// let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    /// let with = store.parse("+-2")?;
    /// let options = solver.sum_options(&".xo.".parse()?, with, Player::Black, &Monitor::new())?;
    /// let winning: Vec<SumMove> = options.iter().filter(|o| o.wins).map(|o| o.played).collect();
    /// assert_eq!(winning, [SumMove::InValue(store.integer(2)?)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sum_options(
        &mut self,
        position: &Position,
        with: CanonicalForm,
        player: Player,
        monitor: &Monitor,
    ) -> Result<Vec<SumOption>, SolveError> {
        let mut options = self.unranked_sum_options(position, with, player, monitor)?;
        let values: Vec<CanonicalForm> = options.iter().map(|option| option.value).collect();
        for option in &mut options {
            monitor.check()?;
            let dominator = dominator(self.store(), option.value, values.iter().copied(), player.into())?;
            option.is_best = dominator.is_none();
        }
        Ok(options)
    }

    /// The same, with no move called best.
    fn unranked_sum_options(
        &mut self,
        position: &Position,
        with: CanonicalForm,
        player: Player,
        monitor: &Monitor,
    ) -> Result<Vec<SumOption>, SolveError> {
        let (store, side) = (self.store(), Side::from(player));
        let mut options = Vec::new();
        let mut add = |played, position: &Position, on_board, with| -> Result<(), SolveError> {
            monitor.check()?;
            let value = store.add(on_board, with)?;
            let wins = at_least_as_good(store, value, CanonicalForm::ZERO, side)?;
            let position = position.clone();
            options.push(SumOption { played, position, with, value, is_best: false, wins });
            Ok(())
        };
        for option in self.board_options(position, player, monitor)? {
            add(SumMove::OnBoard(option.played), &option.position, option.value, with)?;
        }
        let on_board = self.value(position, monitor)?;
        for option in store.sorted_options(with, side)? {
            add(SumMove::InValue(option), position, on_board, option)?;
        }
        Ok(options)
    }

    /// How many moves of a player in the sum win.
    pub(super) fn winning_moves(
        &mut self,
        position: &Position,
        with: CanonicalForm,
        player: Player,
        monitor: &Monitor,
    ) -> Result<usize, SolveError> {
        let options = self.unranked_sum_options(position, with, player, monitor)?;
        Ok(options.iter().filter(|option| option.wins).count())
    }
}
