//! Regions as positions of full rectangles.
//!
//! Tables hold the positions of full rectangles, on all cells of which stones may land. The cells beside a
//! region are as good as holes; but where no stone would ever go there, they might as well be empty.
//!
//! **Theorem.** Let all cells of a region lie in a rectangle B. Wherever three cells a, b, c of B follow
//! each other in a row or column, a and b in the region and c not, let the stones weigh less than 1 at c
//! (see `penetration`). Then the region has the value of its stones on B with all other cells of B empty.
//! *Proof.* In play on B all stones stay in the region. Else consider the first jump that leaves it, from
//! a over b to c. Stones stand on a and b, so both are in the region, and c is not; afterwards the stone on
//! c weighs 1 there, which is more than all stones weighed at the beginning. But weights never grow. So a
//! jump on B from any position that play leads to has its three cells in the region and is a jump of the
//! region; and a jump of the region is one on B, where its cells lie. As a multiple jump is a chain of
//! jumps, the moves are the same on B and in the region. ∎
//!
//! The condition looks at the cells of the region only and costs a few operations on words. It holds
//! wherever a region is cut from a board without holes by the links of possible jumps (see the
//! [module](super)): all cells of a component may be occupied and may be empty, so a, b and an empty c in
//! line would be a jump and c linked to the others; and a stone on c could jump over b to a. Only at the
//! edges of the board, and at its holes, a table of a larger rectangle may be of no use.

use super::normal_form::RegionKey;
use super::penetration::heavy_cells_of_rectangle;
use crate::board::bitboard::{CellSet, Plane, RectanglePlane};

/// A checkered region in the smallest box around it, as sets of cells row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxedRegion {
    /// The box.
    pub plane: RectanglePlane,
    /// The cells of the region.
    pub playable: u64,
    /// The cells with a stone.
    pub stones: u64,
    /// Whether Black stands on the cells with an odd sum of row and column, not on those with an even one.
    pub black_is_odd: bool,
}

impl BoxedRegion {
    /// The region with rows and columns exchanged.
    pub fn turned(&self) -> BoxedRegion {
        let turn = |set| self.plane.transpose(set);
        let (plane, black_is_odd) = (self.plane.transposed(), self.black_is_odd);
        BoxedRegion { plane, playable: turn(self.playable), stones: turn(self.stones), black_is_odd }
    }

    /// The position of a full rectangle that has the region's value, as the set of occupied cells with Black
    /// on the colour of the first cell, and whether its value is to be negated. `None` if the theorem
    /// of the module finds none.
    ///
    /// The region is put into the corners of the rectangle: anywhere else more cells would lie around it.
    pub fn on_rectangle(&self, rectangle: RectanglePlane) -> Option<(u64, bool)> {
        let ((rows, columns), (own_rows, own_columns)) = (rectangle.size(), self.plane.size());
        let (down, right) = (rows.checked_sub(own_rows)?, columns.checked_sub(own_columns)?);
        let places = [(0, 0), (0, right), (down, 0), (down, right)];
        places.into_iter().enumerate().find_map(|(number, (row, column))| {
            let met_before = places[..number].contains(&(row, column));
            let stones = self.placed(self.stones, rectangle, row, column);
            (!met_before
                && stays_inside(rectangle, self.placed(self.playable, rectangle, row, column), stones))
            .then_some((stones, self.black_is_odd != ((row + column) % 2 == 1)))
        })
    }

    /// Cells of the box with its corner put on a cell of a rectangle.
    fn placed(&self, set: u64, rectangle: RectanglePlane, row: usize, column: usize) -> u64 {
        let (rows, columns) = self.plane.size();
        if columns == rectangle.size().1 {
            return set << rectangle.index(row, 0);
        }
        let line = u64::up_to(columns - 1);
        (0..rows).fold(0, |placed, number| {
            let cells = set >> self.plane.index(number, 0) & line;
            placed | cells << rectangle.index(row + number, column)
        })
    }
}

/// Whether stones on some cells of a rectangle never leave these cells, as far as the theorem tells.
fn stays_inside(rectangle: RectanglePlane, playable: u64, stones: u64) -> bool {
    let outside = rectangle.all() & !playable;
    let exits = rectangle.directions().iter().fold(0, |exits, &direction| {
        let over = playable & rectangle.shift(playable, direction);
        exits | (rectangle.shift(over, direction) & outside)
    });
    exits == 0 || exits & heavy_cells_of_rectangle(rectangle, stones) == 0
}

impl RegionKey {
    /// The region in its box, if it is checkered and the box has at most
    /// [`RectanglePlane::MAX_CELLS`] cells.
    pub fn boxed(&self) -> Option<BoxedRegion> {
        match self {
            RegionKey::Row(part) => {
                let plane = RectanglePlane::new(1, 64 - part.playable.leading_zeros() as usize)?;
                let (playable, stones) = (part.playable, part.stones.0);
                Some(BoxedRegion { plane, playable, stones, black_is_odd: false })
            }
            RegionKey::Square(part) => {
                let lines = part.playable.to_le_bytes();
                let rows = 8 - part.playable.leading_zeros() as usize / 8;
                let columns = 8 - lines.iter().fold(0, |all, line| all | line).leading_zeros() as usize;
                let plane = RectanglePlane::new(rows, columns)?;
                let pack = |set: u64| {
                    let lines = set.to_le_bytes().into_iter().take(rows).enumerate();
                    lines.fold(0, |packed, (row, cells)| packed | u64::from(cells) << plane.index(row, 0))
                };
                let (playable, stones) = (pack(part.playable), pack(part.stones.0));
                Some(BoxedRegion { plane, playable, stones, black_is_odd: false })
            }
            RegionKey::General(region) => region.boxed(),
        }
    }
}
