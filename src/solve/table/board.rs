//! The checkered positions of a board, in blocks.
//!
//! A stone moves by two cells, so that it never leaves its *class* of cells, which are four: by row and
//! column even or odd. Black stones have two of them and white ones the other two. The positions with
//! given numbers of stones in each class are a block; a position's index in it has the ranks of its four
//! class patterns, each among the patterns with as many stones, as digits of mixed radix.
//!
//! A move keeps the mover's class and takes stones of one other class, so the options of a block's
//! positions stand in few blocks, and next to each other for neighbouring positions. A symmetry of the
//! board permutes the classes: of the blocks that it maps to each other only the least is stored, which
//! are half of them or a quarter, an eighth on square boards.

use super::{Address, Addressing, Block};
use crate::board::{Position, Rules};
use crate::solve::SolveError;
use crate::solve::masks::{CellMap, MaskBoard, MaskSymmetry, position_of_mask};
use crate::value::Side;
use std::ops::Range;

/// The most cells of a board whose positions are tabled.
pub const MAX_TABLE_CELLS: usize = 36;

const CLASSES: usize = 4;

/// A number for each class.
type Counts = [u32; CLASSES];

/// The class of a cell.
fn class_of(row: usize, column: usize) -> usize {
    row % 2 * 2 + column % 2
}

/// The numbering of all checkered positions of a board with Black on the colour of the first cell.
///
/// A position is the mask of its occupied cells, cells counted row by row.
pub struct BoardAddressing {
    rows: usize,
    columns: usize,
    board: MaskBoard<u64>,
    classes: CellClasses,
    /// For each symmetry, the identity first, the class patterns of a mask's image side by side.
    images: Vec<CellMap<u64>>,
    /// By the numbers of stones in each class.
    homes: Vec<Home>,
    blocks: Vec<Block>,
    details: Vec<BlockDetails>,
}

/// Where the positions with certain numbers of stones in each class stand.
#[derive(Clone, Copy, Default)]
struct Home {
    block: u32,
    /// What the mask's index in the block is multiplied up from; the last class counts by ones.
    strides: [u32; CLASSES - 1],
    /// The symmetry that leads to a block that is stored.
    symmetry: u8,
    negated: bool,
}

struct BlockDetails {
    counts: Counts,
    /// Which of the board's symmetries map the block to itself.
    symmetries: Vec<usize>,
    /// Where the options stand when so many stones of a class are taken: by class, then by number.
    targets: Vec<Home>,
}

/// A mask and the block in which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockMask {
    /// The occupied cells.
    pub mask: u64,
    block: u32,
}

impl BoardAddressing {
    /// The numbering for a board and rules; an error if it has no cells or more than
    /// [`MAX_TABLE_CELLS`].
    pub fn new(rows: usize, columns: usize, rules: Rules) -> Result<BoardAddressing, SolveError> {
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MAX_TABLE_CELLS).contains(cells));
        if cells.is_none() {
            return Err(SolveError::TableTooLarge { rows, columns });
        }
        let board = MaskBoard::<u64>::full(rows, columns, rules);
        let classes = CellClasses::new(rows, columns);
        let identity = CellMap::new(rows * columns, |cell| classes.places[cell]);
        let image = |symmetry: &MaskSymmetry<u64>| {
            CellMap::new(rows * columns, |cell| {
                classes.places[symmetry.image(1 << cell).trailing_zeros() as usize]
            })
        };
        let images = std::iter::once(identity).chain(board.symmetries.iter().map(image)).collect();
        let mut addressing = BoardAddressing {
            rows,
            columns,
            board,
            classes,
            images,
            homes: Vec::new(),
            blocks: Vec::new(),
            details: Vec::new(),
        };
        addressing.lay_out();
        Ok(addressing)
    }

    /// Lists the blocks and finds for each combination of counts its home.
    fn lay_out(&mut self) {
        let permutations: Vec<[usize; CLASSES]> =
            self.board.symmetries.iter().map(|symmetry| self.classes.permutation(symmetry)).collect();
        let image = |counts: Counts, permutation: &[usize; CLASSES]| {
            let mut image = [0; CLASSES];
            (0..CLASSES).for_each(|class| image[permutation[class]] = counts[class]);
            image
        };
        let mut all: Vec<Counts> = self.classes.all_counts().collect();
        all.sort_by_key(|&counts| (counts.iter().sum::<u32>(), counts));
        self.homes = vec![Home::default(); all.len()];
        for &counts in &all {
            if permutations.iter().any(|permutation| image(counts, permutation) < counts) {
                continue;
            }
            let block = self.blocks.len() as u32;
            let fixes = |&index: &usize| image(counts, &permutations[index]) == counts;
            let symmetries: Vec<usize> = (0..permutations.len()).filter(fixes).collect();
            let sizes = self.classes.block_sizes(counts);
            self.blocks.push(Block { stones: counts.iter().sum(), positions: sizes.iter().product() });
            self.details.push(BlockDetails { counts, symmetries, targets: Vec::new() });
            let strides = [1, 2, 3].map(|from| sizes[from..].iter().product::<u64>() as u32);
            let home = Home { block, strides, symmetry: 0, negated: false };
            self.homes[self.classes.number(counts)] = home;
        }
        for &counts in &all {
            let least =
                (0..permutations.len()).map(|index| (image(counts, &permutations[index]), index)).min();
            if let Some((least, index)) = least.filter(|&(least, _)| least < counts) {
                let home = self.homes[self.classes.number(least)];
                let negated = self.board.symmetries[index].swaps_colours;
                let symmetry = index as u8 + 1;
                self.homes[self.classes.number(counts)] = Home { symmetry, negated, ..home };
            }
        }
        for block in 0..self.blocks.len() {
            self.details[block].targets = self.targets(self.details[block].counts);
        }
    }

    /// The homes of the options of positions with these counts; of impossible ones anything.
    fn targets(&self, counts: Counts) -> Vec<Home> {
        let most = self.most_taken();
        let target = |number: usize| {
            let mut after = counts;
            let taken = &mut after[number / most];
            *taken = taken.saturating_sub((number % most) as u32 + 1);
            self.homes[self.classes.number(after)]
        };
        (0..CLASSES * most).map(target).collect()
    }

    /// The most stones that a move takes: a stone jumps along a line, over every second cell.
    fn most_taken(&self) -> usize {
        self.rows.max(self.columns).saturating_sub(1) / 2
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rules by which stones move.
    pub fn rules(&self) -> Rules {
        self.board.rules
    }

    /// The address of the position whose occupied cells are the bits of `mask`.
    #[inline]
    pub fn locate(&self, mask: u64) -> Address {
        let ranks = self.classes.ranks(self.images[0].image(mask));
        self.locate_at(&self.homes[self.classes.number(ranks.map(|rank| rank.count))], mask)
    }

    /// The address of a position whose home is known.
    #[inline]
    fn locate_at(&self, home: &Home, mask: u64) -> Address {
        let ranks = self.classes.ranks(self.images[usize::from(home.symmetry)].image(mask));
        let digits = ranks.iter().zip(home.strides.iter().chain(&[1]));
        let index = digits.map(|(rank, &stride)| u64::from(rank.rank) * u64::from(stride)).sum();
        Address { block: home.block, index, negated: home.negated }
    }

    /// The mask at an index of a block.
    pub fn mask(&self, block: usize, index: u64) -> u64 {
        let mut mask = 0;
        self.for_each_mask(block, index..index + 1, |_, found| mask = found);
        mask
    }

    /// The position at an index of a block.
    pub fn position_at(&self, block: usize, index: u64) -> BlockMask {
        BlockMask { mask: self.mask(block, index), block: block as u32 }
    }

    /// Calls `found(index, mask)` for the positions of a block with these indices, in order.
    fn for_each_mask(&self, block: usize, indices: Range<u64>, mut found: impl FnMut(u64, u64)) {
        let patterns = self.classes.patterns_of(self.details[block].counts);
        let [first, second, third, last] = patterns.map(|patterns| patterns.len() as u64);
        debug_assert!(indices.end <= first * second * third * last);
        let mut index = indices.start;
        while index < indices.end {
            let (outer, inner) = (index / last, (index % last) as usize);
            let digits = [outer / third / second, outer / third % second, outer % third];
            let outer =
                (0..CLASSES - 1).fold(0, |mask, class| mask | patterns[class][digits[class] as usize]);
            let run = (indices.end - index).min(last - inner as u64) as usize;
            for &pattern in &patterns[CLASSES - 1][inner..inner + run] {
                found(index, outer | pattern);
                index += 1;
            }
        }
    }

    /// The position with this mask.
    pub fn position(&self, mask: u64) -> Position {
        position_of_mask(self.rows, self.columns, mask)
    }

    /// Whether `mask` is the least of its class under all symmetries of the board (together with an
    /// exchange of colours where they exchange the colours of cells).
    #[inline]
    pub fn is_least(&self, mask: u64) -> bool {
        self.board.symmetries.iter().all(|symmetry| symmetry.image(mask) >= mask)
    }
}

impl Addressing for BoardAddressing {
    type Position = BlockMask;

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn most_stones_taken(&self) -> Option<u32> {
        Some(self.most_taken() as u32)
    }

    fn for_each_representative(
        &self,
        block: usize,
        indices: Range<u64>,
        mut found: impl FnMut(u64, BlockMask),
    ) {
        let symmetries = &self.details[block].symmetries;
        self.for_each_mask(block, indices, |index, mask| {
            if symmetries.iter().all(|&symmetry| self.board.symmetries[symmetry].image(mask) >= mask) {
                found(index, BlockMask { mask, block: block as u32 });
            }
        });
    }

    fn for_each_image(&self, block: usize, position: BlockMask, mut found: impl FnMut(u64, bool)) {
        for &symmetry in &self.details[block].symmetries {
            let symmetry = &self.board.symmetries[symmetry];
            let image = symmetry.image(position.mask);
            if image != position.mask {
                found(self.locate(image).index, symmetry.swaps_colours);
            }
        }
    }

    #[inline]
    fn for_each_option(&self, position: BlockMask, mut found: impl FnMut(Side, &[Address])) {
        let most = self.most_taken();
        let targets = &self.details[position.block as usize].targets;
        self.board.for_each_jump(position.mask, |jump| {
            let class = self.classes.of_neighbour(jump.origin, jump.vertical);
            let home = &targets[class * most + jump.taken - 1];
            found(jump.side, &[self.locate_at(home, jump.option)]);
        });
    }
}

/// The cells of a board by class.
struct CellClasses {
    sizes: [usize; CLASSES],
    /// For each cell its bit when the patterns of the classes stand side by side.
    places: Vec<usize>,
    /// Where the pattern of each class begins.
    offsets: [usize; CLASSES],
    /// The cells of odd rows, and those of odd columns.
    odd_rows: u64,
    odd_columns: u64,
    /// What each class counts in the number of a combination of counts.
    multipliers: [usize; CLASSES],
    /// For each class and pattern the number of stones and the rank among patterns with as many.
    ranks: [Vec<PatternRank>; CLASSES],
    /// For each class and number of stones the patterns in order, as masks of the board.
    patterns: [Vec<Vec<u64>>; CLASSES],
}

/// The number of stones of a class pattern, and how many patterns with as many come before it.
#[derive(Clone, Copy)]
struct PatternRank {
    rank: u16,
    count: u16,
}

impl CellClasses {
    fn new(rows: usize, columns: usize) -> CellClasses {
        let mut cells: [Vec<usize>; CLASSES] = Default::default();
        for cell in 0..rows * columns {
            cells[class_of(cell / columns, cell % columns)].push(cell);
        }
        let sizes = [0, 1, 2, 3].map(|class| cells[class].len());
        let offsets = [0, 1, 2, 3].map(|class| sizes[..class].iter().sum());
        let mut places = vec![0; rows * columns];
        for (class, cells) in cells.iter().enumerate() {
            cells.iter().enumerate().for_each(|(place, &cell)| places[cell] = offsets[class] + place);
        }
        let patterns = cells.each_ref().map(|cells| {
            let mut by_count = vec![Vec::new(); cells.len() + 1];
            for pattern in 0..1u32 << cells.len() {
                let chosen = cells.iter().enumerate().filter(|(place, _)| pattern >> place & 1 == 1);
                by_count[pattern.count_ones() as usize]
                    .push(chosen.fold(0, |mask, (_, &cell)| mask | 1 << cell));
            }
            by_count
        });
        let odd = |is_odd: &dyn Fn(usize) -> bool| {
            (0..rows * columns).filter(|&cell| is_odd(cell)).fold(0, |mask, cell| mask | 1 << cell)
        };
        CellClasses {
            sizes,
            places,
            offsets,
            odd_rows: odd(&|cell| cell / columns % 2 == 1),
            odd_columns: odd(&|cell| cell % columns % 2 == 1),
            multipliers: [0, 1, 2, 3].map(|class| sizes[class + 1..].iter().map(|size| size + 1).product()),
            ranks: sizes.map(pattern_ranks),
            patterns,
        }
    }

    /// Which class a symmetry maps each class to; classes without cells are mapped to such.
    fn permutation(&self, symmetry: &MaskSymmetry<u64>) -> [usize; CLASSES] {
        let mut permutation = [0, 1, 2, 3];
        for (cell, &place) in self.places.iter().enumerate() {
            let image = self.places[symmetry.image(1 << cell).trailing_zeros() as usize];
            permutation[self.class_of_place(place)] = self.class_of_place(image);
        }
        permutation
    }

    fn class_of_place(&self, place: usize) -> usize {
        (0..CLASSES).rfind(|&class| self.offsets[class] <= place && self.sizes[class] > 0).unwrap_or(0)
    }

    /// The class of the cells next to a cell in its row, or in its column.
    #[inline]
    fn of_neighbour(&self, cell: u64, vertical: bool) -> usize {
        let row = usize::from(cell & self.odd_rows != 0) ^ usize::from(vertical);
        let column = usize::from(cell & self.odd_columns != 0) ^ usize::from(!vertical);
        row * 2 + column
    }

    /// The ranks of the patterns that stand side by side.
    #[inline]
    fn ranks(&self, patterns: u64) -> [PatternRank; CLASSES] {
        std::array::from_fn(|class| {
            let ranks = &self.ranks[class];
            ranks[(patterns >> self.offsets[class]) as usize & (ranks.len() - 1)]
        })
    }

    /// The number of a combination of counts.
    #[inline]
    fn number(&self, counts: [impl Into<u32>; CLASSES]) -> usize {
        counts
            .into_iter()
            .zip(self.multipliers)
            .map(|(count, multiplier)| count.into() as usize * multiplier)
            .sum()
    }

    /// All combinations of counts.
    fn all_counts(&self) -> impl Iterator<Item = Counts> {
        let counts = |number: usize| {
            std::array::from_fn(|class| (number / self.multipliers[class] % (self.sizes[class] + 1)) as u32)
        };
        (0..self.sizes.iter().map(|size| size + 1).product()).map(counts)
    }

    /// For each class the patterns with these numbers of stones, as masks of the board.
    fn patterns_of(&self, counts: Counts) -> [&[u64]; CLASSES] {
        std::array::from_fn(|class| self.patterns[class][counts[class] as usize].as_slice())
    }

    /// For each class the number of patterns with so many stones.
    fn block_sizes(&self, counts: Counts) -> [u64; CLASSES] {
        self.patterns_of(counts).map(|patterns| patterns.len() as u64)
    }
}

/// The ranks of all patterns of so many cells.
fn pattern_ranks(cells: usize) -> Vec<PatternRank> {
    let mut next = vec![0; cells + 1];
    let rank = |pattern: u32| {
        let count = pattern.count_ones() as usize;
        let rank = next[count];
        next[count] += 1;
        PatternRank { rank, count: count as u16 }
    };
    (0..1u32 << cells).map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::table::positions_of;
    use std::collections::HashSet;

    fn boards() -> impl Iterator<Item = BoardAddressing> {
        [(1, 1), (1, 2), (2, 2), (1, 9), (9, 1), (2, 5), (3, 4), (4, 3), (3, 3), (4, 4), (2, 7)]
            .into_iter()
            .map(|(rows, columns)| BoardAddressing::new(rows, columns, Rules::MultiJump).unwrap())
    }

    #[test]
    fn masks_and_addresses_are_inverse() {
        for board in boards() {
            for (number, block) in board.blocks().iter().enumerate() {
                let mut next = 0;
                board.for_each_mask(number, 0..block.positions, |index, mask| {
                    assert_eq!((index, mask.count_ones()), (next, block.stones));
                    let address = Address { block: number as u32, index, negated: false };
                    assert_eq!(board.locate(mask), address);
                    assert_eq!(board.mask(number, index), mask);
                    next += 1;
                });
                assert_eq!(next, block.positions);
            }
            assert!(board.blocks().is_sorted_by_key(|block| block.stones));
        }
    }

    /// The twin of `locate`: a mask and its images share an address, with a sign where colours are swapped.
    #[test]
    fn positions_alike_share_an_address_up_to_images_in_the_block() {
        for board in boards() {
            for mask in 0..1u64 << (board.rows * board.columns) {
                let home = board.locate(mask);
                let stored = board.mask(home.block as usize, home.index);
                let mut alike: Vec<(u64, bool)> = vec![(mask, false)];
                let symmetries = board.board.symmetries.iter();
                alike.extend(symmetries.map(|symmetry| (symmetry.image(mask), symmetry.swaps_colours)));
                assert!(alike.contains(&(stored, home.negated)), "{mask:b} stands for {stored:b}");
            }
        }
    }

    #[test]
    fn each_index_is_of_a_representative_or_of_an_image() {
        for board in boards() {
            for (number, block) in board.blocks().iter().enumerate() {
                let mut seen = HashSet::new();
                board.for_each_representative(number, 0..block.positions, |index, position| {
                    assert!(seen.insert(index), "{position:?}");
                    board.for_each_image(number, position, |image, _| {
                        seen.insert(image);
                    });
                });
                assert_eq!(seen.len() as u64, block.positions);
            }
        }
    }

    #[test]
    fn symmetry_saves_most_of_the_room() {
        let stored = |rows, columns| -> u64 {
            let board = BoardAddressing::new(rows, columns, Rules::MultiJump).unwrap();
            positions_of(board.blocks())
        };
        // One half, one half and a quarter of the positions, and the blocks that symmetries keep.
        for (rows, columns, most) in [(5, 5, 0.62), (5, 6, 0.54), (4, 8, 0.29)] {
            let share = stored(rows, columns) as f64 / (1u64 << (rows * columns)) as f64;
            assert!(share < most, "{rows}x{columns}: {share}");
        }
    }
}
