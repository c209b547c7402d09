//! What a player can play, and what each of it leads to.

use crate::board::{Cell, Move, Player, Position, Rules, Square, Symmetry, moves};
use crate::solve::{Monitor, OutcomeSolver, SolveError};

/// What a player can play: moves, or squares whose stones can be removed.
pub(super) struct Options<P = Move> {
    /// The position before.
    pub(super) before: Position,
    /// Who plays.
    pub(super) player: Player,
    pub(super) rules: Rules,
    /// What can be played.
    pub(super) plays: Vec<P>,
    /// What it leads to, where the opponent jumps.
    pub(super) positions: Vec<Position>,
}

impl Options<Move> {
    /// The moves of a player.
    pub(super) fn moves(before: &Position, player: Player, rules: Rules) -> Options<Move> {
        let plays = moves(before, player, rules);
        let positions = plays.iter().map(|played| before.play(played).expect("a legal move")).collect();
        Options { before: before.clone(), player, rules, plays, positions }
    }
}

impl Options<Square> {
    /// The removals of some stones of a player. Those that lead to mirror images of what others lead to are
    /// left out.
    pub(super) fn removals(
        before: &Position,
        player: Player,
        rules: Rules,
        squares: &[Square],
    ) -> Options<Square> {
        let symmetries = Symmetry::of_board(before.rows(), before.columns());
        let (mut plays, mut positions) = (Vec::new(), Vec::<Position>::new());
        for &square in squares {
            let position = before.clone().with(square.row, square.column, Cell::Empty);
            if !symmetries.iter().any(|symmetry| positions.contains(&symmetry.apply(&position))) {
                plays.push(square);
                positions.push(position);
            }
        }
        Options { before: before.clone(), player, rules, plays, positions }
    }
}

/// Options that a solver can try.
pub(super) trait Provable {
    /// The number of an option that wins, if one does.
    fn winning(&self, solver: &mut OutcomeSolver, monitor: &Monitor) -> Result<Option<usize>, SolveError>;
}

impl Provable for Options<Move> {
    fn winning(&self, solver: &mut OutcomeSolver, monitor: &Monitor) -> Result<Option<usize>, SolveError> {
        let winning = solver.winning_move(&self.before, self.player, monitor)?;
        Ok(winning.and_then(|winning| self.plays.iter().position(|&played| played == winning)))
    }
}

impl Provable for Options<Square> {
    fn winning(&self, solver: &mut OutcomeSolver, monitor: &Monitor) -> Result<Option<usize>, SolveError> {
        for (option, position) in self.positions.iter().enumerate() {
            if !solver.mover_wins(position, self.player.opponent(), monitor)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

impl<P> Options<P> {
    /// The option after which the fewest of the opponent's answers win, and how many these are; `preferred`
    /// if no other leaves fewer. As far as it can be told before the monitor says stop.
    pub(super) fn fewest_winning_answers(
        &self,
        preferred: usize,
        solver: &mut OutcomeSolver,
        monitor: &Monitor,
    ) -> Option<(usize, usize)> {
        let mut fewest: Option<(usize, usize)> = None;
        let others = (0..self.plays.len()).filter(|&option| option != preferred);
        for option in std::iter::once(preferred).chain(others) {
            let fewer_than = fewest.map_or(usize::MAX, |(_, answers)| answers);
            match self.winning_answers(option, fewer_than, solver, monitor) {
                Ok(Some(answers)) => fewest = Some((option, answers)),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        fewest
    }

    /// How many of the opponent's answers to an option win, if they are fewer than some number.
    fn winning_answers(
        &self,
        option: usize,
        fewer_than: usize,
        solver: &mut OutcomeSolver,
        monitor: &Monitor,
    ) -> Result<Option<usize>, SolveError> {
        let answers = Options::moves(&self.positions[option], self.player.opponent(), self.rules);
        let mut winning = 0;
        for position in &answers.positions {
            winning += usize::from(!solver.mover_wins(position, self.player, monitor)?);
            if winning >= fewer_than {
                return Ok(None);
            }
        }
        Ok(Some(winning))
    }
}
