//! How the positions of a table are numbered.
//!
//! A table holds a closed set of positions: every option of a position in it is in it too, or is the sum
//! of some that are. The positions are grouped into *blocks* in which all have the same number of stones,
//! and a position's address is its block and its index in there, so that nothing is hashed and the
//! values of a block are an array. As every move removes a stone, the options of a block's positions
//! stand in blocks with fewer stones: blocks are listed by rising number of stones, and those with as
//! many are independent of each other.

use crate::value::Side;
use std::ops::Range;

/// Where the value of a position stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The number of the block.
    pub block: u32,
    /// The index in the block.
    pub index: u64,
    /// Whether the position's value is the negative of the one that stands there.
    pub negated: bool,
}

impl Address {
    /// The address of the negative where the condition holds.
    #[inline]
    pub(crate) fn negated_if(self, condition: bool) -> Address {
        Address { negated: self.negated != condition, ..self }
    }
}

/// Positions with as many stones whose values stand together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The number of stones of each position.
    pub stones: u32,
    /// The number of positions.
    pub positions: u64,
}

/// The numbering of a closed set of positions.
///
/// Several positions of a block may be alike under a symmetry that maps the block to itself; exactly one
/// of them, the *representative*, is evaluated, and its value written for all.
pub trait Addressing: Sync {
    /// A position of the set.
    type Position: Copy + Send + Sync;

    /// The blocks, by rising number of stones.
    fn blocks(&self) -> &[Block];

    /// How many stones a move takes at most if options are single positions, so that values of blocks
    /// with still fewer stones are not needed any more; `None` if an option can be a sum.
    fn most_stones_taken(&self) -> Option<u32>;

    /// Calls `found(index, position)` for the representatives among the positions with these indices of a
    /// block, in rising order.
    fn for_each_representative(
        &self,
        block: usize,
        indices: Range<u64>,
        found: impl FnMut(u64, Self::Position),
    );

    /// Calls `found(index, negated)` for all other positions of its block that are alike to a
    /// representative.
    fn for_each_image(&self, block: usize, position: Self::Position, found: impl FnMut(u64, bool));

    /// Calls `found(side, parts)` for each option of a position, which is the sum of `parts`.
    fn for_each_option(&self, position: Self::Position, found: impl FnMut(Side, &[Address]));
}

/// The number of positions of some blocks together.
pub fn positions_of(blocks: &[Block]) -> u64 {
    blocks.iter().map(|block| block.positions).sum()
}

/// The most positions of several blocks that are evaluated together.
const BATCH: u64 = 1 << 22;

/// The blocks divided into batches: neighbours with as many stones, to be evaluated together. A batch has
/// one block, or no more than 2²² positions.
pub fn batches(blocks: &[Block]) -> Vec<Range<usize>> {
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut positions = 0u64;
    for (number, block) in blocks.iter().enumerate() {
        match batches.last_mut() {
            Some(batch)
                if blocks[batch.start].stones == block.stones && positions + block.positions <= BATCH =>
            {
                batch.end = number + 1;
                positions += block.positions;
            }
            _ => {
                batches.push(number..number + 1);
                positions = block.positions;
            }
        }
    }
    batches
}
