//! From positions to arenas: the part of a position that has to be searched, and the value of the rest.

use super::arena::{Arena, Guesses, State, Terms, WordPlane};
use super::region_values::{ENTRY_BYTES, RegionValues};
use super::transposition::{Key, MAX_BOARDS};
use crate::board::bitboard::{CellSet, Plane, RectanglePlane, RowPlane, SquarePlane};
use crate::board::{Cell, Player, Position, Square};
use crate::region::black_is_odd;
use crate::solve::placement::for_each_region;
use crate::value::CanonicalForm;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An arena on whichever plane suits the board, with the values of its regions.
pub(super) struct Ground {
    /// Rows and columns.
    size: (usize, usize),
    /// The cells that are not holes, row by row.
    cells: u64,
    pub(super) arena: AnyArena,
    pub(super) values: RegionValues,
}

/// An arena on one of the planes of a word.
pub(super) enum AnyArena {
    Row(Arena<RowPlane>),
    Square(Arena<SquarePlane>),
    Rectangle(Arena<RectanglePlane>),
}

impl AnyArena {
    /// What a state is looked up by.
    pub(super) fn key(&self, state: State) -> Key {
        match self {
            AnyArena::Row(arena) => arena.key(state),
            AnyArena::Square(arena) => arena.key(state),
            AnyArena::Rectangle(arena) => arena.key(state),
        }
    }
}

/// A position on a ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) ground: usize,
    occupied: u64,
    /// Whether the colours were exchanged, so that Black is on the even cells.
    exchanged: bool,
}

/// What a position is for the search: the part to search, if there is any, and others that are added to it.
pub(super) struct Divided {
    pub(super) searched: Option<Position>,
    pub(super) evaluated: Vec<Position>,
}

/// Divides a position into a part that can be searched, as large as possible, and the rest.
///
/// Nearly all positions are a single part. Others are the sum of their regions, of which the one with the most
/// stones that fits an arena is searched.
pub(super) fn divide(position: &Position) -> Divided {
    if fits(position) {
        return Divided { searched: Some(position.clone()), evaluated: Vec::new() };
    }
    let mut regions = Vec::new();
    for_each_region(position, |_, squares| {
        let squares = squares();
        regions.push(cut_out(position, &squares));
    });
    regions.sort_by_key(|region| (fits(region), region.count(Cell::Black) + region.count(Cell::White)));
    let searched = if regions.last().is_some_and(fits) { regions.pop() } else { None };
    Divided { searched, evaluated: regions }
}

fn fits(position: &Position) -> bool {
    position.rows() * position.columns() <= 64 && position.is_checkered()
}

/// The smallest board around some squares of a position, with holes for all other squares.
fn cut_out(position: &Position, squares: &[Square]) -> Position {
    let rows = || squares.iter().map(|square| square.row);
    let columns = || squares.iter().map(|square| square.column);
    let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
    let (bottom, right) = (rows().max().unwrap_or(0), columns().max().unwrap_or(0));
    let mut board = Position::empty(bottom - top + 1, right - left + 1)
        .expect("it is part of a board")
        .restricted_to(|_| false);
    for &Square { row, column } in squares {
        board.set(row - top, column - left, position.cell(row, column));
    }
    board
}

impl Ground {
    /// A ground with the next number.
    fn new(size: (usize, usize), cells: u64, grounds: &mut Grounds) -> Ground {
        let Grounds { terms, ref room, ref all, ref mut guesses, .. } = *grounds;
        let ((rows, columns), number, room) = (size, all.len() as u16, Arc::clone(room));
        let arena = if rows.min(columns) == 1 {
            AnyArena::Row(Ground::arena(RowPlane, (1, rows.max(columns)), cells, number, terms, guesses))
        } else if rows.max(columns) <= 8 {
            AnyArena::Square(Ground::arena(SquarePlane, size, cells, number, terms, guesses))
        } else {
            let plane = RectanglePlane::new(rows, columns).expect("a ground has at most 64 cells");
            AnyArena::Rectangle(Ground::arena(plane, size, cells, number, terms, guesses))
        };
        let most_stones = if terms.techniques.region_values { MOST_STONES } else { 0 };
        Ground { size, cells, arena, values: RegionValues::new(most_stones, room) }
    }

    fn arena<P: WordPlane>(
        plane: P,
        size: (usize, usize),
        cells: u64,
        number: u16,
        terms: Terms,
        guesses: &mut Guesses,
    ) -> Arena<P> {
        Arena::new(plane, size, on_plane(plane, size.1, cells), number, terms, guesses)
    }

    fn occupied(&self, stones: u64) -> u64 {
        let (rows, columns) = self.size;
        match &self.arena {
            AnyArena::Row(arena) => on_plane(arena.plane, rows.max(columns), stones),
            AnyArena::Square(arena) => on_plane(arena.plane, columns, stones),
            AnyArena::Rectangle(arena) => on_plane(arena.plane, columns, stones),
        }
    }
}

/// Regions of at most so many stones are evaluated.
const MOST_STONES: u32 = 9;

/// Cells given row by row on a plane.
fn on_plane<P: Plane<Set = u64>>(plane: P, columns: usize, cells: u64) -> u64 {
    cells.cells().fold(0, |set, cell| set | 1 << plane.index(cell / columns, cell % columns))
}

/// Bytes of a ground without the values of its regions, about.
const GROUND_BYTES: u64 = 2048;

/// All grounds met so far.
pub(super) struct Grounds {
    all: Vec<Ground>,
    /// The number of each by its size and cells.
    numbers: FxHashMap<((usize, usize), u64), usize>,
    guesses: Guesses,
    terms: Terms,
    /// Entries that values of regions may take, and those that they may still take.
    entries: usize,
    room: Arc<AtomicUsize>,
}

impl Grounds {
    /// No grounds yet; the values of their regions will take at most so many bytes.
    pub(super) fn new(terms: Terms, memory: u64) -> Grounds {
        let entries = (memory / ENTRY_BYTES) as usize;
        let room = Arc::new(AtomicUsize::new(entries));
        Grounds {
            all: Vec::new(),
            numbers: FxHashMap::default(),
            guesses: Guesses::default(),
            terms,
            entries,
            room,
        }
    }

    /// Bytes that the grounds and the values of their regions take, about.
    pub(super) fn bytes(&self) -> u64 {
        let values = (self.entries - self.room.load(Ordering::Relaxed)) as u64 * ENTRY_BYTES;
        values + self.all.len() as u64 * GROUND_BYTES
    }

    /// Forgets all grounds, whose numbers then mean nothing any more.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
        self.room.store(self.entries, Ordering::Relaxed);
    }

    /// Puts a position that fits on its ground, unless there are as many as can be numbered.
    pub(super) fn place(&mut self, position: &Position) -> Option<Placed> {
        let stones = position.cells().filter_map(|(row, column, cell)| Some((row, column, cell.owner()?)));
        let exchanged = black_is_odd(stones).unwrap_or(false);
        let size = (position.rows(), position.columns());
        let set = |wanted: fn(Cell) -> bool| {
            let cells = position.cells().filter(|&(.., cell)| wanted(cell));
            cells.fold(0, |set, (row, column, _)| set | 1u64 << (row * size.1 + column))
        };
        let cells = set(|cell| cell != Cell::Hole);
        let ground = self.number_of(size, cells)?;
        let occupied = self.all[ground].occupied(set(|cell| cell.owner().is_some()));
        Some(Placed { ground, occupied, exchanged })
    }

    /// The number of the ground of a board, which is made if there is none, and if there is a number left.
    pub(super) fn number_of(&mut self, size: (usize, usize), cells: u64) -> Option<usize> {
        if let Some(&number) = self.numbers.get(&(size, cells)) {
            return Some(number);
        }
        if self.all.len() == MAX_BOARDS {
            return None;
        }
        let ground = Ground::new(size, cells, self);
        self.all.push(ground);
        self.numbers.insert((size, cells), self.all.len() - 1);
        Some(self.all.len() - 1)
    }

    /// Size and cells of the boards, by number.
    pub(super) fn boards(&self) -> impl ExactSizeIterator<Item = ((usize, usize), u64)> + '_ {
        self.all.iter().map(|ground| (ground.size, ground.cells))
    }

    pub(super) fn get(&self, number: usize) -> &Ground {
        &self.all[number]
    }
}

impl Placed {
    /// The state of a position with a value beside it and the given player to move. Where the colours are
    /// exchanged, so are the players and the sign of the value.
    pub(super) fn state(self, beside: CanonicalForm, to_move: Player) -> State {
        let (beside, to_move) =
            if self.exchanged { (-beside, to_move.opponent()) } else { (beside, to_move) };
        State { occupied: self.occupied, beside, to_move }
    }
}
