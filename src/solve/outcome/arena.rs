//! A board on which positions are searched: its cells on a plane of one word, and its symmetries.
//!
//! A position that a symmetry turns into another has the same outcome, or that with the players exchanged if
//! the symmetry exchanges the two colours of cells. So of all images one is looked up, the least.

use super::evaluation::Evaluation;
use super::techniques::Techniques;
use super::transposition::Key;
use crate::board::bitboard::{CellSet, Plane};
use crate::board::{Player, Rules, Square, Symmetry};
use crate::region::{Checkered, Chessboard, Penetration, Stones, for_each_move};
use crate::solve::masks::CellMap;
use crate::value::CanonicalForm;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A position in the search: stones on an arena with Black on its even cells, a value beside them, and whose
/// turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) occupied: u64,
    pub(super) beside: CanonicalForm,
    pub(super) to_move: Player,
}

/// What holds on all boards of a solver.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) rules: Rules,
    pub(super) techniques: Techniques,
}

/// A plane whose cells fit a word.
pub(super) trait WordPlane: Penetration<Set = u64> + Chessboard + Send + Sync {}

impl<P: Penetration<Set = u64> + Chessboard + Send + Sync> WordPlane for P {}

/// The guesses of the boards met so far, by their sizes, each of which has one plane.
pub(super) type Guesses = FxHashMap<(usize, usize), Arc<Evaluation>>;

/// A board on a plane.
pub(super) struct Arena<P> {
    pub(super) plane: P,
    pub(super) playable: u64,
    pub(super) rules: Rules,
    pub(super) techniques: Techniques,
    pub(super) evaluation: Arc<Evaluation>,
    /// Its number in the keys of the transposition table.
    number: u16,
    symmetries: Vec<ArenaSymmetry>,
}

struct ArenaSymmetry {
    image: CellMap<u64>,
    exchanges_colours: bool,
}

impl<P: WordPlane> Arena<P> {
    /// The arena of a board of a size, whose cells are `playable`; boards of that size share the guesses.
    pub(super) fn new(
        plane: P,
        (rows, columns): (usize, usize),
        playable: u64,
        number: u16,
        terms: Terms,
        guesses: &mut Guesses,
    ) -> Arena<P> {
        let guess = || Arc::new(Evaluation::new((rows, columns), |row, column| plane.index(row, column)));
        let symmetries = Symmetry::of_board(rows, columns).iter().skip(1);
        let symmetries = symmetries
            .filter(|symmetry| rows.min(columns) > 1 || !symmetry.exchanges_rows_and_columns())
            .map(|&symmetry| ArenaSymmetry::new(plane, (rows, columns), symmetry))
            .filter(|symmetry| terms.techniques.symmetries && symmetry.image.image(playable) == playable)
            .collect();
        Arena {
            plane,
            playable,
            rules: terms.rules,
            techniques: terms.techniques,
            evaluation: Arc::clone(guesses.entry((rows, columns)).or_insert_with(guess)),
            number,
            symmetries,
        }
    }

    /// The cells of a player's stones.
    pub(super) fn cells_of(&self, player: Player) -> u64 {
        match player {
            Player::Black => self.plane.even_cells(),
            Player::White => !self.plane.even_cells(),
        }
    }

    /// The ways in which stones of the player can begin a jump.
    #[inline]
    pub(super) fn mobility(&self, occupied: u64, player: Player) -> u32 {
        let stones = Checkered(occupied);
        let movers = |&direction| stones.movers(self.plane, player, direction, self.playable).count();
        self.plane.directions().iter().map(movers).sum()
    }

    /// Calls `found` with the occupied cells after each move of the player.
    #[inline]
    pub(super) fn for_each_move(&self, occupied: u64, player: Player, mut found: impl FnMut(u64)) {
        let stones = Checkered(occupied);
        for_each_move(self.plane, self.playable, stones, player, self.rules, |option| found(option.0));
    }

    /// What a state is looked up by: the least of its images.
    #[inline]
    pub(super) fn key(&self, state: State) -> Key {
        let white_to_move = state.to_move == Player::White;
        let mut least = (state.occupied, white_to_move, state.beside);
        for symmetry in &self.symmetries {
            let occupied = symmetry.image.image(state.occupied);
            let exchanged = symmetry.exchanges_colours;
            if (occupied, white_to_move != exchanged) < (least.0, least.1) {
                let beside = if exchanged { -state.beside } else { state.beside };
                least = (occupied, white_to_move != exchanged, beside);
            }
        }
        let (occupied, white_to_move, beside) = least;
        Key { occupied, beside, board: self.number, white_to_move }
    }
}

impl ArenaSymmetry {
    fn new<P: Plane>(plane: P, (rows, columns): (usize, usize), symmetry: Symmetry) -> ArenaSymmetry {
        let image_of = |cell: usize| {
            let (row, column) = plane.coordinates(cell);
            if row >= rows || column >= columns {
                // No stone ever stands there.
                return cell;
            }
            let image = symmetry.apply_to_square(rows, columns, Square { row, column });
            plane.index(image.row, image.column)
        };
        let corner = symmetry.apply_to_square(rows, columns, Square { row: 0, column: 0 });
        ArenaSymmetry {
            image: CellMap::new(64, image_of),
            exchanges_colours: (corner.row + corner.column) % 2 == 1,
        }
    }
}
