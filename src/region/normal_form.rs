//! The normal form of a region: one representative of all its copies.
//!
//! Moving a region, turning or mirroring it leaves its value alone; exchanging the colours of all
//! stones negates it. So a region is cropped to its cells, and of its images under the eight symmetries
//! the least is its key. A checkered region is further coloured so that Black stands on the cells with
//! an even sum of row and column, which makes the set of occupied cells the whole position.

use super::rectangle::BoxedRegion;
use super::split::Part;
use super::stones::{Checkered, Coloured};
use crate::board::Player;
use crate::board::bitboard::{CellSet, Plane, RectanglePlane, RowPlane, SquarePlane, WidePlane, WideSet};

/// What identifies a region up to position on the board, symmetry, and exchange of colours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegionKey {
    /// A checkered row of up to 64 cells.
    Row(Part<u64, Checkered<u64>>),
    /// A checkered region within a box of up to 8×8 cells.
    Square(Part<u64, Checkered<u64>>),
    /// Any other region.
    General(Box<GeneralRegion>),
}

/// A region that is not checkered, or too large for a word; its cells row by row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GeneralRegion {
    rows: u16,
    columns: u16,
    cells: Box<[RegionCell]>,
}

/// A cell of a [`GeneralRegion`]. The order is that of the normal form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum RegionCell {
    Hole,
    Empty,
    Black,
    White,
}

impl RegionCell {
    fn owner(self) -> Option<Player> {
        match self {
            RegionCell::Black => Some(Player::Black),
            RegionCell::White => Some(Player::White),
            RegionCell::Hole | RegionCell::Empty => None,
        }
    }

    fn colours_swapped(self) -> RegionCell {
        match self {
            RegionCell::Black => RegionCell::White,
            RegionCell::White => RegionCell::Black,
            other => other,
        }
    }
}

/// A region as a signed key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NormalForm {
    /// The region up to symmetry.
    pub key: RegionKey,
    /// Whether the region's value is the negative of the key's.
    pub negated: bool,
    /// Whether the region is its own mirror image with colours exchanged, so that G = -G.
    pub self_negative: bool,
}

impl NormalForm {
    /// The normal form of the region with its colours exchanged, if `swap`.
    pub fn with_sign(self, swap: bool) -> NormalForm {
        NormalForm { negated: self.negated != (swap && !self.self_negative), ..self }
    }
}

/// The least key so far, and with which signs it was met.
struct Least<K> {
    best: Option<(K, bool, bool)>,
}

impl<K: Ord> Least<K> {
    fn new() -> Least<K> {
        Least { best: None }
    }

    #[inline]
    fn offer(&mut self, key: K, negated: bool) {
        match &mut self.best {
            Some((best, ..)) if *best < key => {}
            Some((best, plain, negative)) if *best == key => {
                if negated {
                    *negative = true;
                } else {
                    *plain = true;
                }
            }
            _ => self.best = Some((key, !negated, negated)),
        }
    }

    fn finish(self, wrap: impl FnOnce(K) -> RegionKey) -> NormalForm {
        let (key, plain, negative) = self.best.expect("every region has an image");
        NormalForm { key: wrap(key), negated: !plain, self_negative: plain && negative }
    }
}

/// The key pair of a checkered image: cells first, stones second.
fn part((playable, occupied): (u64, u64)) -> Part<u64, Checkered<u64>> {
    Part { playable, stones: Checkered(occupied) }
}

/// The normal form of a part of a row.
#[inline]
pub fn normalise_row(region: &Part<u64, Checkered<u64>>) -> NormalForm {
    let first = region.playable.trailing_zeros();
    let (cells, stones) = (region.playable >> first, region.stones.0 >> first);
    let length = 64 - cells.leading_zeros();
    // The first cell's colour decides whether the colours are exchanged.
    let odd_start = first % 2 == 1;
    let odd_end = odd_start != (length % 2 == 0);
    let mirrored = |set: u64| set.reverse_bits() >> (64 - length);
    let mut least = Least::new();
    least.offer((cells, stones), odd_start);
    least.offer((mirrored(cells), mirrored(stones)), odd_end);
    least.finish(|key| RegionKey::Row(part(key)))
}

/// The normal form of a part of a board of up to 8×8 cells.
#[inline]
pub fn normalise_square(region: &Part<u64, Checkered<u64>>) -> NormalForm {
    let (cells, first_row, first_column) = to_corner(region.playable);
    let stones = region.stones.0 >> (8 * first_row + first_column);
    let odd = (first_row + first_column) % 2 == 1;
    let (rows, columns) = (bottom(cells), bottom(SquarePlane.transpose(cells)));
    if rows == 1 {
        return normalise_row(&shifted_row(cells, stones, odd));
    }
    if columns == 1 {
        let turned = |set| SquarePlane.transpose(set);
        return normalise_row(&shifted_row(turned(cells), turned(stones), odd));
    }
    let mut least = Least::new();
    let mut offer_images = |cells: u64, stones: u64, rows: u32, columns: u32| {
        let flip_rows = |set: u64| SquarePlane.flip_rows(set) >> (8 * (8 - rows));
        let flip_columns = |set: u64| SquarePlane.flip_columns(set) >> (8 - columns);
        let (row_flip, column_flip) = (rows.is_multiple_of(2), columns.is_multiple_of(2));
        let (turned_cells, turned_stones) = (flip_rows(cells), flip_rows(stones));
        least.offer((cells, stones), odd);
        least.offer((turned_cells, turned_stones), odd != row_flip);
        least.offer((flip_columns(cells), flip_columns(stones)), odd != column_flip);
        least.offer(
            (flip_columns(turned_cells), flip_columns(turned_stones)),
            odd != (row_flip != column_flip),
        );
    };
    if rows <= columns {
        offer_images(cells, stones, rows, columns);
    }
    if columns <= rows {
        offer_images(SquarePlane.transpose(cells), SquarePlane.transpose(stones), columns, rows);
    }
    least.finish(|key| RegionKey::Square(part(key)))
}

/// A set moved as far up and left as it goes, and by how many rows and columns.
fn to_corner(cells: u64) -> (u64, u32, u32) {
    let first_row = cells.trailing_zeros() / 8;
    let cells = cells >> (8 * first_row);
    let first_column = (u64::from(columns_used(cells))).trailing_zeros();
    (cells >> first_column, first_row, first_column)
}

/// The columns with a cell, as bits.
fn columns_used(cells: u64) -> u8 {
    let cells = cells | cells >> 32;
    let cells = cells | cells >> 16;
    (cells | cells >> 8) as u8
}

/// Number of rows from the first to the last with a cell.
fn bottom(cells: u64) -> u32 {
    8 - cells.leading_zeros() / 8
}

/// The first row of the square plane as a row, moved by one cell if that keeps colours right.
fn shifted_row(cells: u64, stones: u64, odd: bool) -> Part<u64, Checkered<u64>> {
    part((cells << u32::from(odd), stones << u32::from(odd)))
}

/// The normal form of any region.
pub fn normalise_wide(plane: WidePlane, region: &Part<WideSet, Coloured<WideSet>>) -> NormalForm {
    let mut cells = region.playable.cells().map(|cell| plane.coordinates(cell));
    let (row, column) = cells.next().unwrap_or((0, 0));
    let (mut top, mut bottom, mut left, mut right) = (row, row, column, column);
    for (row, column) in cells {
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(column), right.max(column));
    }
    let (rows, columns) = (bottom - top + 1, right - left + 1);
    let cell_of = |row: usize, column: usize| {
        let cell = WideSet::single(plane.index(top + row, left + column));
        if region.stones.black.meets(cell) {
            RegionCell::Black
        } else if region.stones.white.meets(cell) {
            RegionCell::White
        } else if region.playable.meets(cell) {
            RegionCell::Empty
        } else {
            RegionCell::Hole
        }
    };
    let cells: Vec<RegionCell> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| cell_of(row, column))).collect();
    let cell = |row: usize, column: usize| cells[row * columns + column];
    let stones =
        cells.iter().enumerate().filter_map(|(i, cell)| Some((i / columns, i % columns, cell.owner()?)));
    match black_is_odd(stones) {
        Some(swap) if rows <= 8 && columns <= 8 => {
            let set = |wanted: fn(RegionCell) -> bool| collect_set(rows, columns, &cell, wanted, SquarePlane);
            let image = part((set(|c| c != RegionCell::Hole), set(|c| c >= RegionCell::Black)));
            normalise_square(&image).with_sign(swap)
        }
        Some(swap) if rows.min(columns) == 1 && rows.max(columns) <= 64 => {
            let line =
                |row: usize, column: usize| if rows == 1 { cell(row, column) } else { cell(column, row) };
            let length = rows.max(columns);
            let set = |wanted: fn(RegionCell) -> bool| collect_set(1, length, &line, wanted, RowPlane);
            let image = part((set(|c| c != RegionCell::Hole), set(|c| c >= RegionCell::Black)));
            normalise_row(&image).with_sign(swap)
        }
        _ => normalise_general(rows, columns, &cells),
    }
}

/// Whether Black stands on the cells with an odd sum of row and column; `None` if the stones, given by
/// row, column and owner, are not checkered.
pub fn black_is_odd(stones: impl Iterator<Item = (usize, usize, Player)>) -> Option<bool> {
    let mut black_is_odd = None;
    for (row, column, owner) in stones {
        let odd = ((row + column) % 2 == 1) == (owner == Player::Black);
        if *black_is_odd.get_or_insert(odd) != odd {
            return None;
        }
    }
    black_is_odd.or(Some(false))
}

fn collect_set<P: Plane<Set = u64>>(
    rows: usize,
    columns: usize,
    cell: &impl Fn(usize, usize) -> RegionCell,
    wanted: fn(RegionCell) -> bool,
    plane: P,
) -> u64 {
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .filter(|&(row, column)| wanted(cell(row, column)))
        .fold(0, |set, (row, column)| set | 1 << plane.index(row, column))
}

fn normalise_general(rows: usize, columns: usize, cells: &[RegionCell]) -> NormalForm {
    let mut least = Least::new();
    for image in 0..16 {
        let [transpose, flip_rows, flip_columns, swap] = [8, 4, 2, 1].map(|bit| image & bit != 0);
        let (height, width) = if transpose { (columns, rows) } else { (rows, columns) };
        if height > width {
            continue;
        }
        // The steps in the original that a step down or to the right in the image takes.
        let (down, right) = if transpose { (1, columns) } else { (columns, 1) };
        let mut image = Vec::with_capacity(cells.len());
        for row in 0..height {
            let row = if flip_rows { height - 1 - row } else { row };
            let line = (0..width).map(|column| if flip_columns { width - 1 - column } else { column });
            image.extend(line.map(|column| {
                let cell = cells[row * down + column * right];
                if swap { cell.colours_swapped() } else { cell }
            }));
        }
        least.offer(GeneralRegion { rows: height as u16, columns: width as u16, cells: image.into() }, swap);
    }
    least.finish(|key| RegionKey::General(Box::new(key)))
}

impl GeneralRegion {
    /// The plane of the region, its cells and its stones.
    pub fn unpack(&self) -> (WidePlane, Part<WideSet, Coloured<WideSet>>) {
        // A region's box is no larger than the board it was cut from, up to an exchange of rows and
        // columns; one of the two ways round fits the plane.
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let (plane, transposed) = match WidePlane::new(rows, columns) {
            Some(plane) => (plane, false),
            None => (WidePlane::new(columns, rows).expect("a region fits its board's plane"), true),
        };
        let set = |wanted: fn(RegionCell) -> bool| {
            self.cells.iter().enumerate().filter(|&(_, &cell)| wanted(cell)).fold(
                WideSet::EMPTY,
                |set, (i, _)| {
                    let (row, column) = (i / columns, i % columns);
                    let (row, column) = if transposed { (column, row) } else { (row, column) };
                    set | WideSet::single(plane.index(row, column))
                },
            )
        };
        let stones =
            Coloured { black: set(|c| c == RegionCell::Black), white: set(|c| c == RegionCell::White) };
        (plane, Part { playable: set(|c| c != RegionCell::Hole), stones })
    }

    /// See [`RegionKey::boxed`].
    pub(super) fn boxed(&self) -> Option<BoxedRegion> {
        let plane = RectanglePlane::new(self.rows.into(), self.columns.into())?;
        let stones = self.cells.iter().enumerate().filter_map(|(index, cell)| {
            let (row, column) = plane.coordinates(index);
            Some((row, column, cell.owner()?))
        });
        let black_is_odd = black_is_odd(stones)?;
        let set = |wanted: fn(RegionCell) -> bool| {
            let cells = self.cells.iter().enumerate().filter(|&(_, &cell)| wanted(cell));
            cells.fold(0, |set, (index, _)| set | u64::single(index))
        };
        let (playable, stones) = (set(|c| c != RegionCell::Hole), set(|c| c >= RegionCell::Black));
        Some(BoxedRegion { plane, playable, stones, black_is_odd })
    }
}

impl RegionKey {
    /// Number of stones in the region.
    pub fn stones(&self) -> u32 {
        match self {
            RegionKey::Row(part) | RegionKey::Square(part) => part.stones.0.count(),
            RegionKey::General(region) => {
                region.cells.iter().filter(|&&cell| cell >= RegionCell::Black).count() as u32
            }
        }
    }
}
