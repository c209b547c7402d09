//! Who wins, by plain alpha-beta: what the solver of the library is measured against and checked by.
//!
//! All that a good program does that knows the rules of Kōnane and nothing of the theory of games, and
//! nothing of this library either: it reads positions from text and uses the standard library alone.
//!
//! - Of real play, only who wins matters, so alpha-beta is a search of booleans: a position is won for
//!   the player to move if one of the moves leads to a position that is lost for the other.
//! - A stone never leaves the checkerboard colour of its cell. A position is the set of occupied cells, in
//!   one machine word, and the colour of cells that the player to move owns.
//! - Each position has all its mirror images and turns with it, and a move changes each of them by one
//!   `xor`; the least is the key to the transposition table. Images that exchange the colours of cells
//!   are used too: the player to move then owns the other cells.
//! - The table takes a fixed amount of memory and keeps whole keys, seven to a line of the cache. A new
//!   entry replaces the one of them that took the least work to find.
//! - Moves are tried in the order of the number of moves that they leave the opponent, fewest first. One
//!   that leaves none wins on the spot.

#![allow(dead_code, reason = "each program that includes this file uses some of it")]

use std::fmt;

/// Most cells of a board.
pub const MAX_CELLS: usize = 64;

/// The images of something under up to eight symmetries.
type Images = [u64; 8];

/// Why a position is not for this search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rows are not of one length, or something other than `x`, `o`, `.` and `#` is in them.
    NotAPosition,
    /// The board has no cells, or more than [`MAX_CELLS`].
    Size,
    /// Stones of one colour stand on cells of both colours.
    NotCheckered,
    /// The position is not on the board that the search was made for.
    OtherBoard,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::NotAPosition => "not a position: rows of x, o, . and # between slashes",
            Refused::Size => "the plain search knows boards of 1 to 64 cells",
            Refused::NotCheckered => "the plain search knows checkered positions only",
            Refused::OtherBoard => "the plain search was made for another board",
        })
    }
}

impl std::error::Error for Refused {}

/// A position as read from text.
struct Read {
    rows: usize,
    columns: usize,
    /// The cells that are not holes.
    playable: u64,
    black: u64,
    white: u64,
}

impl Read {
    fn new(text: &str) -> Result<Read, Refused> {
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].len();
        if rows.iter().any(|row| row.len() != columns) {
            return Err(Refused::NotAPosition);
        }
        if !(1..=MAX_CELLS).contains(&(rows.len() * columns)) {
            return Err(Refused::Size);
        }
        let (mut playable, mut black, mut white) = (0, 0, 0);
        for (cell, symbol) in rows.concat().bytes().enumerate() {
            let bit = 1 << cell;
            let sets: &mut [&mut u64] = match symbol {
                b'x' => &mut [&mut black, &mut playable],
                b'o' => &mut [&mut white, &mut playable],
                b'.' => &mut [&mut playable],
                b'#' => &mut [],
                _ => return Err(Refused::NotAPosition),
            };
            sets.iter_mut().for_each(|set| **set |= bit);
        }
        Ok(Read { rows: rows.len(), columns, playable, black, white })
    }
}

/// The jumps of a board.
struct Jumps {
    columns: usize,
    /// From which cells one can jump right, left, down and up without leaving the board.
    from: [u64; 4],
    /// What a jump in each direction from each cell changes in each image of the board.
    changes: [Vec<Images>; 4],
}

impl Jumps {
    fn new(rows: usize, columns: usize, symmetries: &[Vec<usize>]) -> Jumps {
        let mut from = [0; 4];
        let mut changes = [const { Vec::new() }; 4];
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        for (direction, (down, right)) in steps.into_iter().enumerate() {
            changes[direction] = vec![[0; 8]; rows * columns];
            for cell in 0..rows * columns {
                let at = |jump: isize| {
                    let row = (cell / columns).checked_add_signed(jump * down)?;
                    let column = (cell % columns).checked_add_signed(jump * right)?;
                    (row < rows && column < columns).then_some(row * columns + column)
                };
                let (Some(over), Some(to)) = (at(1), at(2)) else { continue };
                from[direction] |= 1 << cell;
                for (change, symmetry) in changes[direction][cell].iter_mut().zip(symmetries) {
                    *change = 1 << symmetry[cell] | 1 << symmetry[over] | 1 << symmetry[to];
                }
            }
        }
        Jumps { columns, from, changes }
    }

    /// The stones of `own` that can jump, by direction.
    #[inline(always)]
    fn jumpers(&self, own: u64, other: u64, empty: u64) -> [u64; 4] {
        let [right, left, down, up] = self.from;
        // Boards of fewer than three rows have no jumps down and up, and a shift of any length will do.
        let (one, two) = (self.columns as u32, 2 * self.columns as u32);
        [
            own & right & other >> 1 & empty >> 2,
            own & left & other << 1 & empty << 2,
            own & down & other.wrapping_shr(one) & empty.wrapping_shr(two),
            own & up & other.wrapping_shl(one) & empty.wrapping_shl(two),
        ]
    }
}

/// A move in a list of moves, ordered by what it is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    /// Moves that it leaves the opponent.
    mobility: u8,
    direction: u8,
    from: u8,
    jumps: u8,
}

/// Plain alpha-beta on one board, and all that it has found out.
pub struct Baseline {
    rows: usize,
    columns: usize,
    playable: u64,
    multi_jump: bool,
    /// The cells of either colour, those of the top left one first.
    cells: [u64; 2],
    /// Where each symmetry of the board takes each cell: first those that keep the colours of cells.
    symmetries: Vec<Vec<usize>>,
    /// How many of them keep the colours of cells.
    keeping: usize,
    jumps: Jumps,
    table: Table,
    /// The moves still to be tried of all positions on the way.
    choices: Vec<Choice>,
    nodes: u64,
    expanded: u64,
    most_nodes: u64,
}

impl Baseline {
    /// A search on the board, holes included, that a position is on, with a table of so many bytes at
    /// most (but a small one at least). `multi_jump` tells whether a move may go on jumping.
    pub fn new(board: &str, multi_jump: bool, memory: usize) -> Result<Baseline, Refused> {
        let Read { rows, columns, playable, .. } = Read::new(board)?;
        let even = (0..rows * columns).filter(|cell| (cell / columns + cell % columns).is_multiple_of(2));
        let even = even.fold(0, |set, cell| set | 1 << cell);
        let (keeping, exchanging): (Vec<_>, Vec<_>) = symmetries(rows, columns)
            .into_iter()
            .filter(|symmetry| image(symmetry, playable) == playable)
            .partition(|symmetry| even >> symmetry[0] & 1 == 1);
        let (symmetries, keeping) = ([&keeping[..], &exchanging].concat(), keeping.len());
        Ok(Baseline {
            rows,
            columns,
            playable,
            multi_jump,
            cells: [playable & even, playable & !even],
            jumps: Jumps::new(rows, columns, &symmetries),
            symmetries,
            keeping,
            table: Table::new(memory),
            choices: Vec::new(),
            nodes: 0,
            expanded: 0,
            most_nodes: u64::MAX,
        })
    }

    /// Positions that the search came to, counted before it looked into the table, and those without a
    /// move too, which it looks no further at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Those of them that were not in the table, so that their moves had to be looked at.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether the player to move wins a position on this board; `None` if more than `most_nodes` more
    /// nodes are needed.
    pub fn mover_wins(
        &mut self,
        position: &str,
        black_to_move: bool,
        most_nodes: u64,
    ) -> Result<Option<bool>, Refused> {
        let Read { rows, columns, playable, black, white } = Read::new(position)?;
        if (rows, columns, playable) != (self.rows, self.columns, self.playable) {
            return Err(Refused::OtherBoard);
        }
        let fits =
            |black_cells: usize| black & !self.cells[black_cells] | white & self.cells[black_cells] == 0;
        let black_cells = [0, 1].into_iter().find(|&colour| fits(colour)).ok_or(Refused::NotCheckered)?;
        let mover = if black_to_move { black_cells } else { 1 - black_cells };

        let mut images = [0; 8];
        for (image_of, symmetry) in images.iter_mut().zip(&self.symmetries) {
            *image_of = image(symmetry, black | white);
        }
        self.most_nodes = self.nodes.saturating_add(most_nodes);
        self.choices.clear();
        Ok(self.search(&images, mover))
    }

    /// Whether the player to move wins, who owns the cells of colour `mover`.
    fn search(&mut self, images: &Images, mover: usize) -> Option<bool> {
        if self.nodes >= self.most_nodes {
            return None;
        }
        let before = self.nodes;
        self.nodes += 1;
        let key = self.key(images, mover);
        if let Some(won) = self.table.get(key) {
            return Some(won);
        }
        self.expanded += 1;
        let first = self.choices.len();
        let won = if self.list_moves(images[0], mover) {
            true
        } else {
            self.choices[first..].sort_unstable();
            self.one_move_wins(images, mover, first)?
        };
        self.choices.truncate(first);
        self.table.insert(key, won, self.nodes - before);
        Some(won)
    }

    /// Whether a listed move, from the `first` on, leads to a position that the opponent loses.
    fn one_move_wins(&mut self, images: &Images, mover: usize, first: usize) -> Option<bool> {
        for index in first..self.choices.len() {
            let option = self.option(images, self.choices[index]);
            if !self.search(&option, 1 - mover)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The least image of a position, and the colour of the cells of the player to move in that image.
    #[inline(always)]
    fn key(&self, images: &Images, mover: usize) -> Key {
        let (keeping, exchanging) = images[..self.symmetries.len()].split_at(self.keeping);
        // Where there is a choice, the player to move owns the cells of the top left one's colour.
        let exchanged = mover == 1 && !exchanging.is_empty();
        let images = if exchanged { exchanging } else { keeping };
        let least = images.iter().fold(u64::MAX, |least, &image| least.min(image));
        Key { occupied: least, mover: if exchanged { 0 } else { mover as u8 } }
    }

    /// The position after a move, with all its images.
    #[inline(always)]
    fn option(&self, images: &Images, choice: Choice) -> Images {
        let mut option = *images;
        let mut at = usize::from(choice.from);
        for _ in 0..choice.jumps {
            let changes = &self.jumps.changes[usize::from(choice.direction)][at];
            option.iter_mut().zip(changes).for_each(|(image, change)| *image ^= change);
            at = self.landing(at, choice.direction);
        }
        option
    }

    /// Where a jump from a cell lands.
    #[inline(always)]
    fn landing(&self, from: usize, direction: u8) -> usize {
        match direction {
            0 => from + 2,
            1 => from - 2,
            2 => from + 2 * self.columns,
            _ => from - 2 * self.columns,
        }
    }

    /// Appends the moves of a position to the list; true, and part of the list, if one of them leaves
    /// the opponent without a move and so wins.
    #[inline(always)]
    fn list_moves(&mut self, occupied: u64, mover: usize) -> bool {
        let (own, other) = (occupied & self.cells[mover], occupied & self.cells[1 - mover]);
        let jumpers = self.jumps.jumpers(own, other, self.playable & !occupied);
        for (direction, mut jumpers) in (0..).zip(jumpers) {
            while jumpers != 0 {
                let from = jumpers.trailing_zeros() as usize;
                jumpers &= jumpers - 1;
                if self.list_moves_of_stone(occupied, mover, from, direction) {
                    return true;
                }
            }
        }
        false
    }

    /// The same for the moves of one stone in one direction, in which it can jump.
    #[inline(always)]
    fn list_moves_of_stone(&mut self, occupied: u64, mover: usize, from: usize, direction: u8) -> bool {
        let (mut occupied, mut at) = (occupied, from);
        for jumps in 1.. {
            occupied ^= self.jumps.changes[usize::from(direction)][at][0];
            at = self.landing(at, direction);
            let (own, other) = (occupied & self.cells[mover], occupied & self.cells[1 - mover]);
            let empty = self.playable & !occupied;
            let replies = self.jumps.jumpers(other, own, empty);
            if replies == [0; 4] {
                self.nodes += 1;
                return true;
            }
            let mobility = self.count_moves(replies, own, empty) as u8;
            self.choices.push(Choice { mobility, direction, from: from as u8, jumps });
            let goes_on = self.jumps.jumpers(1 << at, other, empty)[usize::from(direction)] != 0;
            if !(self.multi_jump && goes_on) {
                break;
            }
        }
        false
    }

    /// How many moves there are if `jumpers` can jump over stones of `other`.
    #[inline(always)]
    fn count_moves(&self, jumpers: [u64; 4], other: u64, empty: u64) -> u32 {
        let two_rows = 2 * self.columns as u32;
        let (mut count, mut jumpers) = (0, jumpers);
        loop {
            count += jumpers.iter().map(|set| set.count_ones()).sum::<u32>();
            let [right, left, down, up] = jumpers;
            let landed = [right << 2, left >> 2, down.wrapping_shl(two_rows), up.wrapping_shr(two_rows)];
            for (direction, landed) in landed.into_iter().enumerate() {
                jumpers[direction] = self.jumps.jumpers(landed, other, empty)[direction];
            }
            if !self.multi_jump || jumpers == [0; 4] {
                return count;
            }
        }
    }
}

/// Where each mirror image and turn of a board takes its cells, the identity first.
fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for images in 0..if rows == columns { 8 } else { 4 } {
        let [flips_rows, flips_columns, transposes] = [1, 2, 4].map(|bit| images & bit != 0);
        let symmetry = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let row = if flips_rows { rows - 1 - row } else { row };
            let column = if flips_columns { columns - 1 - column } else { column };
            if transposes { column * columns + row } else { row * columns + column }
        };
        let symmetry: Vec<usize> = (0..rows * columns).map(symmetry).collect();
        if !all.contains(&symmetry) {
            all.push(symmetry);
        }
    }
    all
}

/// Where a symmetry takes a set of cells.
fn image(symmetry: &[usize], set: u64) -> u64 {
    symmetry.iter().enumerate().fold(0, |image, (cell, to)| image | (set >> cell & 1) << to)
}

/// What a position is looked up by.
#[derive(Clone, Copy)]
struct Key {
    occupied: u64,
    /// The colour of the cells of the player to move: 0 or 1.
    mover: u8,
}

/// The transposition table: lines of eight words, which are seven sets of occupied cells and a word of
/// one note for each. A note is 0 if there is no entry yet, else the bits: whether the player to move
/// wins, the colour of the player's cells, and six bits of how much work the entry took.
struct Table {
    words: Vec<u64>,
    /// Words to skip, so that each line of the table is one of the cache.
    skipped: usize,
    lines: usize,
}

/// Entries of a line of the table.
const ENTRIES: usize = 7;

impl Table {
    fn new(memory: usize) -> Table {
        let lines = (memory / 64).saturating_sub(1).max(1);
        let words = vec![0_u64; (lines + 1) * 8];
        // On a platform that does not tell, none is skipped.
        let skipped = match words.as_ptr().align_offset(64) {
            words @ 0..8 => words,
            _ => 0,
        };
        Table { words, skipped, lines }
    }

    /// The line of a position.
    #[inline(always)]
    fn line(&self, key: Key) -> usize {
        // Multiplying by an odd number close to 2^64 divided by the golden ratio spreads close keys.
        let mixed = (key.occupied ^ key.occupied >> 32 ^ u64::from(key.mover) << 63)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.lines as u128) >> 64) as usize
    }

    #[inline(always)]
    fn get(&self, key: Key) -> Option<bool> {
        let start = self.skipped + self.line(key) * 8;
        let line = &self.words[start..start + 8];
        let notes = line[ENTRIES];
        let is_that = |note: u8| note != 0 && note >> 1 & 1 == key.mover;
        (0..ENTRIES)
            .filter(|&entry| line[entry] == key.occupied)
            .map(|entry| (notes >> (8 * entry)) as u8)
            .find(|&note| is_that(note))
            .map(|note| note & 1 == 1)
    }

    /// Keeps an entry that took so many nodes, in the place of the one of its line that took fewest.
    #[inline(always)]
    fn insert(&mut self, key: Key, won: bool, nodes: u64) {
        let start = self.skipped + self.line(key) * 8;
        let line = &mut self.words[start..start + 8];
        let work = |entry: usize| (line[ENTRIES] >> (8 * entry + 2)) as u8 & 0x3f;
        let replaced = (0..ENTRIES).min_by_key(|&entry| work(entry)).expect("a line has entries");
        let work = u64::from(nodes.ilog2() + 1).min(0x3f);
        let note = work << 2 | u64::from(key.mover) << 1 | u64::from(won);
        line[replaced] = key.occupied;
        line[ENTRIES] = line[ENTRIES] & !(0xff << (8 * replaced)) | note << (8 * replaced);
    }
}
