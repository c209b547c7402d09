//! Searching for positions with a given value or given properties, the smallest first.
//!
//! All checkered positions of some boards are evaluated in order of size, so that what is found first is
//! smallest, and that nothing is found is a proof. Size is, in this order:
//!
//! 1. the number of stones,
//! 2. the number of cells of the board, and then the smaller of its sides,
//! 3. the number of cells of the box around the stones, and then the smaller of its sides,
//! 4. the mask of the occupied cells: read as a binary number whose lowest bit is the first cell.
//!
//! Positions that are alike are met once. Alike are images of each other under the rotations and
//! reflections of the board, and under an exchange of the colours of all stones, which negates the value:
//! of such a class, the position with the least mask is the one that may be found, with the colours that
//! give it the value wanted; if both do, with Black on the colour of the first cell.
//!
//! On boards of growing size a position is looked at on the smallest board where it has its value: where
//! an empty row or column at the edge can be left out and the value stays, it has been met before.
//! Boards and the same boards turned are alike.
//!
//! A board whose values are known beforehand is not evaluated; its positions are looked up.

use super::known::{KnownRegions, KnownValues};
use super::per_thread::PerThread;
use super::stone_layers::{MAX_SEARCH_CELLS, StoneLayers};
use super::{MemoryCeiling, Monitor, SolveError, region_count};
use crate::board::bitboard::CellSet;
use crate::board::{Position, Rules};
use crate::value::{Analysis, CanonicalForm, Condition, ValueError, ValueStore};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// On which boards to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchBoards {
    /// On this board.
    One {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// On this board and all smaller ones, turned or not.
    UpTo {
        /// Rows of the largest board.
        rows: usize,
        /// Columns of the largest board.
        columns: usize,
    },
    /// On all boards of at most so many cells.
    MostCells(usize),
}

/// What to search for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The value must be one of these; any, if there are none.
    pub values: Vec<CanonicalForm>,
    /// The value must satisfy all of these.
    pub conditions: Vec<Condition>,
    /// The fewest stones.
    pub min_stones: usize,
    /// The most stones, if that is limited.
    pub max_stones: Option<usize>,
    /// Only positions that do not split into independent regions.
    pub connected: bool,
    /// Only positions in which every stone matters: without any one of them the value is another.
    pub minimal: bool,
    /// Only the first position of each value, a value and its negative taken for the same.
    pub distinct: bool,
    /// The most positions to find.
    pub limit: usize,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            values: Vec::new(),
            conditions: Vec::new(),
            min_stones: 0,
            max_stones: None,
            connected: false,
            minimal: false,
            distinct: false,
            limit: usize::MAX,
        }
    }
}

/// A position that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPosition {
    /// The position.
    pub position: Position,
    /// Its value.
    pub value: CanonicalForm,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// As many positions as asked for were found, or one for each of the values asked for.
    Enough,
    /// All positions were looked at.
    Exhausted,
}

/// Positions that are handed over together at most.
const BATCH: usize = 4096;

/// A search on some boards. What was evaluated is kept, so that another search on them is faster.
///
/// ```
/// use konane::board::Rules;
/// use konane::solve::{Monitor, PositionSearch, SearchBoards, SolveError, Wanted};
/// use konane::value::ValueStore;
///
/// let store = ValueStore::new();
/// let row = SearchBoards::UpTo { rows: 1, columns: 10 };
/// let mut search = PositionSearch::new(&store, row, Rules::MultiJump, None)?;
/// let wanted = Wanted { values: vec![store.nimber(2)?], limit: 1, ..Wanted::default() };
/// let mut first = None;
/// search.run(&wanted, &Monitor::new(), |found| {
///     first = found.first().cloned().or(first.take());
///     Ok::<(), SolveError>(())
/// })?;
/// assert_eq!(first.unwrap().position.to_string(), ".o.ox.x.");
/// # Ok::<(), SolveError>(())
/// ```
pub struct PositionSearch<'s> {
    store: &'s ValueStore,
    rules: Rules,
    memory: Option<u64>,
    known: Option<KnownRegions<'s>>,
    /// Smallest first; for each board all that trimming leads to, if positions are to be trimmed.
    boards: Vec<StoneLayers>,
    trims: bool,
    stones_searched: Option<usize>,
}

impl<'s> PositionSearch<'s> {
    /// A search that has evaluated nothing yet. `memory` is a ceiling in bytes for the positions
    /// together with the store.
    ///
    /// An error if a board would have more than 64 cells or none.
    pub fn new(
        store: &'s ValueStore,
        boards: SearchBoards,
        rules: Rules,
        memory: Option<u64>,
    ) -> Result<PositionSearch<'s>, SolveError> {
        let sizes = boards.sizes()?;
        Ok(PositionSearch {
            store,
            rules,
            memory,
            known: None,
            boards: sizes.into_iter().map(|(rows, columns)| StoneLayers::new(rows, columns, rules)).collect(),
            trims: !matches!(boards, SearchBoards::One { .. }),
            stones_searched: None,
        })
    }

    /// The same search, which evaluates no board that is known. The `known` values must belong to the
    /// search's store.
    pub fn with_known_values(self, known: &'s dyn KnownValues) -> PositionSearch<'s> {
        PositionSearch { known: Some(KnownRegions::new(known, self.rules)), ..self }
    }

    /// The most stones such that all positions with at most as many have been looked at by the last
    /// [`PositionSearch::run`]; nothing if not even the empty boards have.
    pub fn stones_searched(&self) -> Option<usize> {
        self.stones_searched
    }

    /// Calls `found` with the positions found, in order of size, while it goes on searching.
    ///
    /// Runs on the threads of the current rayon pool. Each layer of positions with as many stones takes 4
    /// bytes a position of the board, as long as the search lives, unless the board is known. After an
    /// error, which may be one that `found` returns, the search can be run again.
    pub fn run<E: From<SolveError>>(
        &mut self,
        wanted: &Wanted,
        monitor: &Monitor,
        mut found: impl FnMut(&[FoundPosition]) -> Result<(), E>,
    ) -> Result<SearchEnd, E> {
        self.stones_searched = None;
        let mut quota = Quota::new(wanted);
        let largest = self.boards.iter().map(StoneLayers::cells).max().unwrap_or(0);
        for stones in 0..=wanted.max_stones.unwrap_or(largest).min(largest) {
            let positions = self.boards.iter().map(|board| board.count(stones));
            monitor.start(positions.fold(0, u64::saturating_add));
            for index in 0..self.boards.len() {
                if self.boards[index].cells() < stones {
                    continue;
                }
                self.evaluate(index, stones, monitor)?;
                if stones < wanted.min_stones {
                    continue;
                }
                let candidates = self.select(index, stones, &quota, monitor)?;
                quota.count(&candidates);
                for candidates in candidates.chunks(BATCH) {
                    monitor.check().map_err(SolveError::from)?;
                    let board = &self.boards[index];
                    found(&candidates.iter().map(|candidate| candidate.on(board)).collect::<Vec<_>>())?;
                }
                if quota.is_met() {
                    return Ok(SearchEnd::Enough);
                }
            }
            self.stones_searched = Some(stones);
        }
        Ok(SearchEnd::Exhausted)
    }

    /// Evaluates the positions of a board with so many stones, unless they are already.
    fn evaluate(&mut self, index: usize, stones: usize, monitor: &Monitor) -> Result<(), SolveError> {
        let memory = self.memory_beside_store();
        let is_known = self.known_board(&self.boards[index]).is_some();
        let board = &mut self.boards[index];
        if is_known || board.evaluated() > stones {
            monitor.advance(board.count(stones));
            return Ok(());
        }
        board.add_layer(self.store, memory, monitor)
    }

    /// The known values, if the board is one of theirs.
    fn known_board(&self, board: &StoneLayers) -> Option<&KnownRegions<'s>> {
        self.known.as_ref().filter(|known| known.knows_board(board.rows, board.columns))
    }

    /// The value of a position of a board that is known, or whose layer is evaluated.
    fn value(&self, board: &StoneLayers, mask: u64) -> Result<CanonicalForm, SolveError> {
        match self.known_board(board) {
            Some(known) => known.value_on_board(board.rows, board.columns, mask),
            None => Ok(board.value(mask)),
        }
    }

    fn memory_beside_store(&self) -> MemoryCeiling {
        let used = self.boards.iter().map(StoneLayers::bytes).sum();
        MemoryCeiling { limit: self.memory, used }
    }

    /// The positions wanted among those of a board with so many stones, in order.
    fn select(
        &self,
        index: usize,
        stones: usize,
        quota: &Quota<'_>,
        monitor: &Monitor,
    ) -> Result<Vec<Candidate>, SolveError> {
        let (memory, kept) = (self.memory_beside_store(), AtomicU64::new(0));
        let board = &self.boards[index];
        let judges = PerThread::new(|| Judge::new(self.store, quota.wanted));
        let candidates = (0..board.tasks(stones)).into_par_iter().map(|task| {
            monitor.check()?;
            let mut judge = judges.of_this_thread();
            let mut candidates = Vec::new();
            for mask in board.representatives(stones, task) {
                let value = self.value(board, mask)?;
                if let Some(negated) = judge.sign(value)?
                    && quota.is_open(value)
                    && self.has_wanted_shape(board, mask, value, quota.wanted)?
                {
                    candidates.push(Candidate { size: SizeOnBoard::of(board, mask), value, negated });
                }
            }
            quota.keep_first(&mut candidates);
            // There are two copies of all when they are put together.
            let bytes = 2 * size_of_val(&candidates[..]) as u64;
            memory.check(self.store.bytes() + bytes + kept.fetch_add(bytes, Ordering::Relaxed))?;
            Ok(candidates)
        });
        let candidates = candidates.collect::<Result<Vec<_>, SolveError>>()?;
        let mut candidates = candidates.concat();
        quota.keep_first(&mut candidates);
        Ok(candidates)
    }

    /// Whether a position is wanted, its value apart.
    fn has_wanted_shape(
        &self,
        board: &StoneLayers,
        mask: u64,
        value: CanonicalForm,
        wanted: &Wanted,
    ) -> Result<bool, SolveError> {
        let is_left_out = (self.trims && self.has_idle_edge(board, mask, value)?)
            || (wanted.minimal && self.has_idle_stone(board, mask, value)?);
        Ok(!is_left_out && (!wanted.connected || region_count(&board.position(mask)) <= 1))
    }

    /// Whether a stone can be taken off the board without changing the value.
    fn has_idle_stone(
        &self,
        board: &StoneLayers,
        mask: u64,
        value: CanonicalForm,
    ) -> Result<bool, SolveError> {
        for cell in mask.cells() {
            if self.value(board, mask ^ 1 << cell)? == value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an empty row or column at the edge of a board of at least two can be left out without
    /// changing the value.
    fn has_idle_edge(
        &self,
        board: &StoneLayers,
        mask: u64,
        value: CanonicalForm,
    ) -> Result<bool, SolveError> {
        for (is_row, line) in [(true, 0), (true, board.rows - 1), (false, 0), (false, board.columns - 1)] {
            if self.value_without(board, mask, is_row, line)? == Some(value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of a position without an empty row or column at the edge; nothing if it is not empty or
    /// all that there is.
    fn value_without(
        &self,
        board: &StoneLayers,
        mask: u64,
        is_row: bool,
        line: usize,
    ) -> Result<Option<CanonicalForm>, SolveError> {
        let (rows, columns) =
            if is_row { (board.rows - 1, board.columns) } else { (board.rows, board.columns - 1) };
        let turned = rows > columns;
        let (short, long) = if turned { (columns, rows) } else { (rows, columns) };
        let smaller = self.boards.iter().find(|board| (board.rows, board.columns) == (short, long));
        let Some(smaller) = smaller else { return Ok(None) };
        let mut trimmed = 0;
        for (row, column) in squares(board, mask) {
            let across = if is_row { row } else { column };
            if across == line {
                return Ok(None);
            }
            let moved = usize::from(line == 0);
            let (row, column) = if is_row { (row - moved, column) } else { (row, column - moved) };
            let (row, column) = if turned { (column, row) } else { (row, column) };
            trimmed |= 1 << (row * long + column);
        }
        let value = self.value(smaller, trimmed)?;
        // Without the first line cells change their colour.
        Ok(Some(if line == 0 { -value } else { value }))
    }
}

/// The rows and columns of the occupied cells.
fn squares(board: &StoneLayers, mask: u64) -> impl Iterator<Item = (usize, usize)> {
    let columns = board.columns;
    mask.cells().map(move |cell| (cell / columns, cell % columns))
}

impl SearchBoards {
    /// The most cells of a board among them, if that fits a word.
    pub fn most_cells(self) -> Option<usize> {
        match self {
            SearchBoards::One { rows, columns } | SearchBoards::UpTo { rows, columns } => {
                rows.checked_mul(columns)
            }
            SearchBoards::MostCells(cells) => Some(cells),
        }
    }

    /// Rows and columns of the boards, smallest first.
    fn sizes(self) -> Result<Vec<(usize, usize)>, SolveError> {
        let (rows, columns) = match self {
            SearchBoards::One { rows, columns } | SearchBoards::UpTo { rows, columns } => (rows, columns),
            SearchBoards::MostCells(cells) => (1, cells),
        };
        let cells = self.most_cells().filter(|cells| (1..=MAX_SEARCH_CELLS).contains(cells));
        let Some(cells) = cells else { return Err(SolveError::SearchTooLarge { rows, columns }) };
        let (short, long) = (rows.min(columns), rows.max(columns));
        let is_among = |rows: usize, columns: usize| match self {
            SearchBoards::One { .. } => false,
            SearchBoards::UpTo { .. } => rows <= short && columns <= long,
            SearchBoards::MostCells(cells) => rows * columns <= cells,
        };
        if let SearchBoards::One { .. } = self {
            return Ok(vec![(rows, columns)]);
        }
        let all = (1..=cells).flat_map(|rows| (rows..=cells).map(move |columns| (rows, columns)));
        let mut sizes: Vec<_> = all.filter(|&(rows, columns)| is_among(rows, columns)).collect();
        sizes.sort_by_key(|&(rows, columns)| (rows * columns, rows));
        Ok(sizes)
    }
}

/// The size of a position among those of the same board and number of stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SizeOnBoard {
    box_cells: usize,
    box_side: usize,
    mask: u64,
}

impl SizeOnBoard {
    fn of(board: &StoneLayers, mask: u64) -> SizeOnBoard {
        let extent = |lines: &mut dyn Iterator<Item = usize>| {
            let (first, last) =
                lines.fold((usize::MAX, 0), |(first, last), line| (first.min(line), last.max(line)));
            (last + 1).saturating_sub(first)
        };
        let rows = extent(&mut squares(board, mask).map(|(row, _)| row));
        let columns = extent(&mut squares(board, mask).map(|(_, column)| column));
        SizeOnBoard { box_cells: rows * columns, box_side: rows.min(columns), mask }
    }
}

/// A position that may be among the first, with the value that it has when Black is on the colour of the
/// first cell, and whether it is wanted with exchanged colours.
#[derive(Clone, Copy)]
struct Candidate {
    size: SizeOnBoard,
    value: CanonicalForm,
    negated: bool,
}

impl Candidate {
    fn on(self, board: &StoneLayers) -> FoundPosition {
        let position = board.position(self.size.mask);
        match self.negated {
            false => FoundPosition { position, value: self.value },
            true => FoundPosition { position: position.colours_swapped(), value: -self.value },
        }
    }
}

/// A value or its negative, the same for both.
fn up_to_sign(value: CanonicalForm) -> CanonicalForm {
    value.min(-value)
}

/// What is still to be found.
struct Quota<'w> {
    wanted: &'w Wanted,
    left: usize,
    /// Up to sign, the values found if each is to be found once.
    seen: FxHashSet<CanonicalForm>,
    /// How many there are in all, if that is known.
    in_all: Option<usize>,
}

impl<'w> Quota<'w> {
    fn new(wanted: &'w Wanted) -> Quota<'w> {
        let asked: FxHashSet<_> = wanted.values.iter().map(|&value| up_to_sign(value)).collect();
        let in_all = (wanted.distinct && !asked.is_empty()).then_some(asked.len());
        Quota { wanted, left: wanted.limit, seen: FxHashSet::default(), in_all }
    }

    /// Whether positions of this value are still wanted.
    fn is_open(&self, value: CanonicalForm) -> bool {
        !self.wanted.distinct || !self.seen.contains(&up_to_sign(value))
    }

    /// Sorts candidates, and keeps those that are found if there are no others.
    fn keep_first(&self, candidates: &mut Vec<Candidate>) {
        candidates.sort_unstable_by_key(|candidate| candidate.size);
        if self.wanted.distinct {
            let mut seen = FxHashSet::default();
            candidates.retain(|candidate| seen.insert(up_to_sign(candidate.value)));
        }
        candidates.truncate(self.left);
    }

    fn count(&mut self, found: &[Candidate]) {
        self.left -= found.len();
        if self.wanted.distinct {
            self.seen.extend(found.iter().map(|found| up_to_sign(found.value)));
        }
    }

    fn is_met(&self) -> bool {
        self.left == 0 || self.in_all == Some(self.seen.len())
    }
}

/// Judgements remembered at most.
const MOST_REMEMBERED: usize = 1 << 18;

/// Tells which values are wanted, each looked into once.
struct Judge<'s, 'w> {
    wanted: &'w Wanted,
    analysis: Analysis<'s>,
    judgements: FxHashMap<CanonicalForm, Option<bool>>,
}

impl<'s, 'w> Judge<'s, 'w> {
    fn new(store: &'s ValueStore, wanted: &'w Wanted) -> Judge<'s, 'w> {
        Judge { wanted, analysis: Analysis::new(store), judgements: FxHashMap::default() }
    }

    /// Whether the value is wanted (false) or else its negative (true), if either.
    fn sign(&mut self, value: CanonicalForm) -> Result<Option<bool>, ValueError> {
        if let Some(&judgement) = self.judgements.get(&value) {
            return Ok(judgement);
        }
        if self.judgements.len() >= MOST_REMEMBERED {
            *self = Judge::new(self.analysis.store(), self.wanted);
        }
        let judgement = match (self.accepts(value)?, self.accepts(-value)?) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        };
        self.judgements.insert(value, judgement);
        Ok(judgement)
    }

    fn accepts(&mut self, value: CanonicalForm) -> Result<bool, ValueError> {
        if !self.wanted.values.is_empty() && !self.wanted.values.contains(&value) {
            return Ok(false);
        }
        for condition in &self.wanted.conditions {
            if !self.analysis.satisfies(condition, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
