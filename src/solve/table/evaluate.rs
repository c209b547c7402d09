//! Evaluating a table batch by batch.
//!
//! The positions of a batch of blocks have as many stones, so that none is an option of another: they are
//! the parallel loop. What one needs are the values of blocks with fewer stones.

use super::{Address, Addressing, Block, positions_of};
use crate::solve::options::{FormMaker, FormMakers, OptionLists, form_makers};
use crate::solve::{Monitor, SolveError};
use crate::value::{CanonicalForm, ValueError, ValueStore};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The values of a block as raw handles, by index.
pub type BlockValues = Box<[u32]>;

/// The values of the blocks of a table, as far as they are at hand.
#[derive(Default)]
pub struct TableValues {
    blocks: Vec<Option<BlockValues>>,
}

impl TableValues {
    /// No values yet.
    pub fn new() -> TableValues {
        TableValues::default()
    }

    /// Puts the values of a block where they are looked up.
    pub fn insert(&mut self, block: usize, values: BlockValues) {
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, || None);
        }
        self.blocks[block] = Some(values);
    }

    /// Forgets the values of a block.
    pub fn remove(&mut self, block: usize) {
        if let Some(values) = self.blocks.get_mut(block) {
            *values = None;
        }
    }

    /// The values of a block as raw handles by index, if they are at hand.
    pub fn block(&self, block: usize) -> Option<&[u32]> {
        self.blocks.get(block)?.as_deref()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.blocks.iter().flatten().map(|values| 4 * values.len() as u64).sum()
    }

    /// The value of the position at an address. Panics if its block is not at hand.
    #[inline]
    pub fn value(&self, address: Address) -> CanonicalForm {
        let values = self.blocks[address.block as usize].as_deref().expect("blocks are kept while needed");
        let form = CanonicalForm::from_raw(values[address.index as usize]);
        if address.negated { -form } else { form }
    }
}

/// Indices of a block that one parallel task runs through.
const CHUNK: u64 = 1 << 12;

/// A part of the work: each of `of` shards has every `of`-th chunk of 4096 indices of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 0 on.
    pub index: u32,
    /// The number of parts.
    pub of: u32,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// The chunks of this part in some of the blocks, as the block's number and indices there, in rising order.
    ///
    /// Chunks are counted on from the number of the block, so that small blocks fall to different parts.
    pub fn chunks(
        self,
        blocks: &[Block],
        numbers: Range<usize>,
    ) -> impl Iterator<Item = (usize, Range<u64>)> {
        let of = u64::from(self.of);
        numbers.flat_map(move |number| {
            let positions = blocks[number].positions;
            let first = (u64::from(self.index) + of - number as u64 % of) % of;
            let chunks = (first..positions.div_ceil(CHUNK)).step_by(self.of as usize);
            chunks.map(move |chunk| (number, chunk * CHUNK..((chunk + 1) * CHUNK).min(positions)))
        })
    }
}

/// The values of a batch of blocks, which threads set in any order; first all are 0.
pub(crate) struct ValuesInWork<'a, A: Addressing> {
    addressing: &'a A,
    first_block: usize,
    blocks: Vec<Vec<AtomicU32>>,
}

impl<'a, A: Addressing> ValuesInWork<'a, A> {
    pub(crate) fn new(addressing: &'a A, batch: Range<usize>) -> Self {
        let zero = CanonicalForm::ZERO.to_raw();
        let new_values = |block: &Block| (0..block.positions).map(|_| AtomicU32::new(zero)).collect();
        let first_block = batch.start;
        ValuesInWork {
            addressing,
            first_block,
            blocks: addressing.blocks()[batch].iter().map(new_values).collect(),
        }
    }

    /// Sets the value of a representative and of all that are alike to it.
    pub(crate) fn set(&self, block: usize, index: u64, position: A::Position, form: CanonicalForm) {
        let values = &self.blocks[block - self.first_block];
        let set = |index: u64, form: CanonicalForm| {
            values[index as usize].store(form.to_raw(), Ordering::Relaxed);
        };
        set(index, form);
        self.addressing.for_each_image(block, position, |image, negated| {
            set(image, if negated { -form } else { form });
        });
    }

    pub(crate) fn finish(self) -> Vec<BlockValues> {
        let plain = |values: Vec<AtomicU32>| values.into_iter().map(AtomicU32::into_inner).collect();
        self.blocks.into_iter().map(plain).collect()
    }
}

/// Evaluates the batches of a table.
pub struct TableEvaluator<'a, A: Addressing> {
    store: &'a ValueStore,
    addressing: &'a A,
    monitor: &'a Monitor,
    form_makers: FormMakers,
}

impl<'a, A: Addressing> TableEvaluator<'a, A> {
    /// An evaluator that keeps values in `store` and counts positions in `monitor`. It holds a cache for
    /// each thread of the current rayon pool, on which it is to be used.
    pub fn new(store: &'a ValueStore, addressing: &'a A, monitor: &'a Monitor) -> Self {
        let positions = positions_of(addressing.blocks());
        let form_makers = form_makers(positions.max(1).ilog2().saturating_sub(6));
        TableEvaluator { store, addressing, monitor, form_makers }
    }

    /// The values of the blocks of a batch, given those of the blocks with fewer stones.
    ///
    /// Takes 4 bytes a position. Indices that are neither in the shard nor alike to one that is hold the
    /// value 0.
    pub fn evaluate(
        &self,
        known: &TableValues,
        batch: Range<usize>,
        shard: Shard,
    ) -> Result<Vec<BlockValues>, SolveError> {
        let values = ValuesInWork::new(self.addressing, batch.clone());
        let tasks: Vec<_> = shard.chunks(self.addressing.blocks(), batch).collect();
        tasks.into_par_iter().try_for_each(|(block, indices)| {
            self.monitor.check()?;
            self.evaluate_chunk(known, block, indices, &values)
        })?;
        Ok(values.finish())
    }

    fn evaluate_chunk(
        &self,
        known: &TableValues,
        block: usize,
        indices: Range<u64>,
        values: &ValuesInWork<'_, A>,
    ) -> Result<(), SolveError> {
        let mut form_maker = self.form_makers.of_this_thread();
        let mut group = Group { members: Vec::with_capacity(GROUP), options: Default::default() };
        let mut result = Ok(());
        let positions = indices.end - indices.start;
        self.addressing.for_each_representative(block, indices, |index, position| {
            group.members.push((index, position));
            if group.members.len() == GROUP && result.is_ok() {
                result = self.evaluate_group(known, &mut form_maker, block, &mut group, values);
            }
        });
        result?;
        self.evaluate_group(known, &mut form_maker, block, &mut group, values)?;
        self.monitor.advance(positions);
        Ok(())
    }

    /// Evaluates the positions of a group and empties it.
    fn evaluate_group(
        &self,
        known: &TableValues,
        form_maker: &mut FormMaker,
        block: usize,
        group: &mut Group<A::Position>,
        values: &ValuesInWork<'_, A>,
    ) -> Result<(), ValueError> {
        for (&(_, position), options) in group.members.iter().zip(&mut group.options) {
            self.collect_options(known, form_maker, position, options)?;
        }
        for ((index, position), options) in group.members.drain(..).zip(&mut group.options) {
            values.set(block, index, position, form_maker.form(self.store, options)?);
        }
        Ok(())
    }

    /// Looks up the values of a position's options.
    fn collect_options(
        &self,
        known: &TableValues,
        form_maker: &mut FormMaker,
        position: A::Position,
        options: &mut OptionLists,
    ) -> Result<(), ValueError> {
        options.clear();
        let mut result = Ok(());
        self.addressing.for_each_option(position, |side, parts| {
            let sum = parts.iter().try_fold(CanonicalForm::ZERO, |sum, &part| {
                form_maker.sum(self.store, sum, known.value(part))
            });
            match sum {
                Ok(form) => options.push(side, form),
                Err(error) => result = Err(error),
            }
        });
        result
    }
}

/// Positions whose options are looked up together, before the first of them is evaluated: so the processor
/// waits for many values of a large table at the same time, and not for one after another.
const GROUP: usize = 16;

/// Positions with their indices, and room for their options.
struct Group<P> {
    members: Vec<(u64, P)>,
    options: [OptionLists; GROUP],
}
