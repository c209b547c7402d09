//! Values that are known beforehand: endgame tables and databases under the solver and the search.
//!
//! What is known are boards of which all checkered positions are, and rows up to some length. A region is
//! looked up as a position of the smallest known rectangle on which it has the same value; the theorem
//! in the module `region::rectangle` says which these are. A region on a line is an interval of cells, and
//! so a whole row by itself.

use super::{EndgameTable, SolveError};
use crate::board::Rules;
use crate::board::bitboard::RectanglePlane;
use crate::region::RegionKey;
use crate::value::CanonicalForm;
use rustc_hash::FxHashMap;

/// Values of checkered positions that need not be computed.
///
/// The values belong to one store, which must be that of whoever asks.
pub trait KnownValues: Sync {
    /// The boards, as rows and columns, of which all checkered positions are known under these rules. That
    /// the values of a board are those of the board turned is taken care of by who asks.
    fn boards(&self, rules: Rules) -> Vec<(usize, usize)>;

    /// All rows of up to so many cells are known under these rules; 0 if none are.
    fn longest_row(&self, rules: Rules) -> usize;

    /// The value of the position whose occupied cells are the bits of `mask`, cells counted row by row, with
    /// Black on the colour of the first cell.
    ///
    /// The board must be one of [`KnownValues::boards`], or a single row no longer than
    /// [`KnownValues::longest_row`]. Threads of a rayon pool ask at the same time, so that this must not
    /// wait for the pool. A value that cannot be read is [`SolveError::KnownValues`]; the computation ends
    /// with it.
    fn value(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        mask: u64,
    ) -> Result<CanonicalForm, SolveError>;
}

impl KnownValues for EndgameTable {
    fn boards(&self, rules: Rules) -> Vec<(usize, usize)> {
        if rules == self.rules() { vec![(self.rows(), self.columns())] } else { Vec::new() }
    }

    fn longest_row(&self, _rules: Rules) -> usize {
        0
    }

    fn value(&self, _: usize, _: usize, _: Rules, mask: u64) -> Result<CanonicalForm, SolveError> {
        Ok(EndgameTable::value(self, mask))
    }
}

/// All that any of them knows.
impl<K: KnownValues> KnownValues for Vec<K> {
    fn boards(&self, rules: Rules) -> Vec<(usize, usize)> {
        self.iter().flat_map(|known| known.boards(rules)).collect()
    }

    fn longest_row(&self, rules: Rules) -> usize {
        self.iter().map(|known| known.longest_row(rules)).max().unwrap_or(0)
    }

    fn value(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        mask: u64,
    ) -> Result<CanonicalForm, SolveError> {
        let knows = |known: &&K| {
            (rows == 1 && columns <= known.longest_row(rules))
                || known.boards(rules).contains(&(rows, columns))
        };
        let known = self.iter().find(knows);
        known.map_or_else(
            || Err(SolveError::KnownValues(format!("no values of a board of {rows}x{columns} are known"))),
            |known| known.value(rows, columns, rules, mask),
        )
    }
}

/// A known board, which may have to be turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KnownBoard {
    /// The board as it is known.
    plane: RectanglePlane,
    turned: bool,
}

impl KnownBoard {
    /// Rows and columns after turning.
    fn size(self) -> (usize, usize) {
        let (rows, columns) = self.plane.size();
        if self.turned { (columns, rows) } else { (rows, columns) }
    }

    fn holds(self, (rows, columns): (usize, usize)) -> bool {
        rows <= self.size().0 && columns <= self.size().1
    }
}

/// Looks up regions and positions of whole boards among known values.
pub(super) struct KnownRegions<'k> {
    values: &'k dyn KnownValues,
    rules: Rules,
    longest_row: usize,
    /// For each size of a box that has room on a known board, the boards to try.
    rooms: FxHashMap<(usize, usize), Vec<KnownBoard>>,
}

impl<'k> KnownRegions<'k> {
    pub(super) fn new(values: &'k dyn KnownValues, rules: Rules) -> KnownRegions<'k> {
        let boards = values.boards(rules);
        let boards = boards.into_iter().filter_map(|(rows, columns)| RectanglePlane::new(rows, columns));
        let mut all: Vec<KnownBoard> =
            boards.flat_map(|plane| [false, true].map(|turned| KnownBoard { plane, turned })).collect();
        // Of those of a size the one that need not be turned.
        all.sort_by_key(|board| (board.size(), board.turned));
        all.dedup_by_key(|board| board.size());
        let mut rooms = FxHashMap::default();
        for (rows, columns) in all.iter().map(|board| board.size()) {
            for box_size in (1..=rows).flat_map(|rows| (1..=columns).map(move |columns| (rows, columns))) {
                rooms.entry(box_size).or_insert_with(|| smallest_rooms(&all, box_size));
            }
        }
        KnownRegions { values, rules, longest_row: values.longest_row(rules), rooms }
    }

    /// The value of a region, if it is known.
    pub(super) fn value(&self, key: &RegionKey) -> Result<Option<CanonicalForm>, SolveError> {
        let Some(region) = key.boxed() else { return Ok(None) };
        let size = region.plane.size();
        if self.knows_row(size) {
            return self.ask(region.plane, region.stones, region.black_is_odd).map(Some);
        }
        for board in self.rooms.get(&size).into_iter().flatten() {
            let region = if board.turned { region.turned() } else { region };
            if let Some((mask, negated)) = region.on_rectangle(board.plane) {
                return self.ask(board.plane, mask, negated).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether all checkered positions of a board are known.
    pub(super) fn knows_board(&self, rows: usize, columns: usize) -> bool {
        self.knows_row((rows, columns)) || self.board(rows, columns).is_some()
    }

    /// The value of the position of a known board whose occupied cells are the bits of `mask`, cells counted
    /// row by row, with Black on the colour of the first cell.
    pub(super) fn value_on_board(
        &self,
        rows: usize,
        columns: usize,
        mask: u64,
    ) -> Result<CanonicalForm, SolveError> {
        match self.board(rows, columns) {
            Some(KnownBoard { plane, turned: true }) => {
                self.ask(plane, plane.transposed().transpose(mask), false)
            }
            _ => self.values.value(rows, columns, self.rules, mask),
        }
    }

    /// The known board of exactly this size; a row that is known as such needs none.
    fn board(&self, rows: usize, columns: usize) -> Option<KnownBoard> {
        let mut rooms = self.rooms.get(&(rows, columns)).into_iter().flatten();
        rooms.find(|board| board.size() == (rows, columns)).copied()
    }

    fn knows_row(&self, (rows, columns): (usize, usize)) -> bool {
        rows == 1 && columns <= self.longest_row
    }

    fn ask(&self, plane: RectanglePlane, mask: u64, negated: bool) -> Result<CanonicalForm, SolveError> {
        let (rows, columns) = plane.size();
        let form = self.values.value(rows, columns, self.rules, mask)?;
        Ok(if negated { -form } else { form })
    }
}

/// The boards with room for a box that hold no other such: what has no place on the inner one has none on
/// the outer, where more cells would lie around it.
fn smallest_rooms(all: &[KnownBoard], box_size: (usize, usize)) -> Vec<KnownBoard> {
    let holding = || all.iter().filter(|board| board.holds(box_size));
    let is_least = |board: &&KnownBoard| !holding().any(|other| other != *board && board.holds(other.size()));
    holding().filter(is_least).copied().collect()
}
