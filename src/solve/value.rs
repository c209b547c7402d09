//! The value of positions: regions, a memo, and two sweeps.
//!
//! A position is the sum of its regions, and a region's value is the canonical form of its options'
//! values. Every move removes at least one stone, so all regions that can turn up are found first, by
//! falling number of stones, each once thanks to its normal form; then they are evaluated by rising
//! number of stones. The regions of one count are independent of each other: both sweeps are parallel
//! loops, and there is no recursion whose depth the position decides. A region whose value is known
//! beforehand, from an endgame table say, is looked up and not expanded.
//!
//! The memo lasts as long as the solver, so later positions profit from earlier ones.

use super::known::{KnownRegions, KnownValues};
use super::options::{FormMaker, OptionLists, form_makers};
use super::placement::{for_each_region, touched_squares};
use super::reachable::{FilledBoard, values_by_reachable_masks};
use super::{MemoryCeiling, Monitor, SolveError};
use crate::board::bitboard::{RowPlane, SquarePlane};
use crate::board::{Player, Position, Rules, Square};
use crate::region::{
    NormalForm, Part, Parts, Penetration, RegionKey, Stones, for_each_move, normalise_row, normalise_square,
    normalise_wide, split,
};
use crate::value::{CanonicalForm, Side, ValueError, ValueStore};
use dashmap::DashMap;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A region of a position as its number in the solver's memo, and whether to negate its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct RegionRef {
    id: u32,
    negated: bool,
}

/// The regions of an option as words: a number, its sign, and whether more regions follow.
///
/// Most options are a single region, so that most take one word.
#[derive(Default)]
struct OptionWords(Vec<u32>);

/// The word of an option without regions, whose value is 0.
const NO_REGIONS: u32 = u32::MAX;

impl OptionWords {
    fn push(&mut self, regions: &[RegionRef]) {
        let Some((last, others)) = regions.split_last() else {
            return self.0.push(NO_REGIONS);
        };
        let word = |region: &RegionRef, more: bool| {
            region.id << 2 | u32::from(region.negated) << 1 | u32::from(more)
        };
        self.0.extend(others.iter().map(|region| word(region, true)));
        self.0.push(word(last, false));
    }

    /// Takes the regions of the next option off the words.
    fn pop(words: &mut impl Iterator<Item = u32>) -> Regions {
        let mut regions = Regions::new();
        for word in words.take_while(|&word| word != NO_REGIONS) {
            regions.push(RegionRef { id: word >> 2, negated: word & 2 != 0 });
            if word & 1 == 0 {
                break;
            }
        }
        regions
    }
}

/// Regions whose sum a position is.
type Regions = SmallVec<[RegionRef; 4]>;

/// Most regions a solver can number; two bits of a word are needed for other things.
const MAX_REGIONS: u32 = (1 << 30) - 1;

/// Regions that fill small boards are evaluated by masks if they lie on so many boards at most.
const MOST_BOARDS: usize = 4;

/// Positions that are split into regions before these are numbered.
const SPLIT_TOGETHER: usize = 1 << 12;

/// Regions that one parallel task handles.
const TASK: usize = 256;

/// Evaluates positions under given rules, remembering every region it met.
pub struct ValueSolver<'s> {
    store: &'s ValueStore,
    rules: Rules,
    memory: Option<u64>,
    known: Option<KnownRegions<'s>>,
    /// How many regions were not evaluated because they were known.
    looked_up: u64,
    ids: DashMap<RegionKey, u32, foldhash::fast::FixedState>,
    next_id: AtomicU32,
    /// Raw handles by region number.
    values: Vec<AtomicU32>,
}

/// Regions found in one task of the first sweep: what to evaluate, and what was new.
struct Expansion {
    ids: Vec<u32>,
    /// For each region and each side the number of options.
    counts: Vec<u32>,
    options: OptionWords,
    new: NewRegions,
}

/// Regions that got a number.
#[derive(Default)]
struct NewRegions {
    /// Those that have to be evaluated.
    found: Vec<NumberedRegion>,
    /// The numbers of the others, with their values.
    known: Vec<(u32, CanonicalForm)>,
}

/// A region and its number in the memo.
type NumberedRegion = (RegionKey, u32);

/// The regions still to be expanded, by number of stones.
type Waiting = Vec<Vec<NumberedRegion>>;

impl<'s> ValueSolver<'s> {
    /// A solver that keeps values in `store`. `memory` is a ceiling in bytes for its memo together
    /// with the store.
    pub fn new(store: &'s ValueStore, rules: Rules, memory: Option<u64>) -> ValueSolver<'s> {
        ValueSolver {
            store,
            rules,
            memory,
            known: None,
            looked_up: 0,
            ids: DashMap::default(),
            next_id: AtomicU32::new(0),
            values: Vec::new(),
        }
    }

    /// The same solver, which looks up the regions that are known and evaluates only the others. The
    /// `known` values must belong to the solver's store.
    pub fn with_known_values(self, known: &'s dyn KnownValues) -> ValueSolver<'s> {
        ValueSolver { known: Some(KnownRegions::new(known, self.rules)), ..self }
    }

    /// The store that holds the values.
    pub fn store(&self) -> &'s ValueStore {
        self.store
    }

    /// The rules by which positions are evaluated.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many regions, up to symmetry and exchange of colours, have been evaluated.
    pub fn regions_evaluated(&self) -> u64 {
        self.ids.len() as u64 - self.looked_up
    }

    /// How many regions, up to symmetry and exchange of colours, have been looked up among known values.
    pub fn regions_looked_up(&self) -> u64 {
        self.looked_up
    }

    /// The value of one position.
    pub fn value(&mut self, position: &Position, monitor: &Monitor) -> Result<CanonicalForm, SolveError> {
        Ok(self.values(std::slice::from_ref(position), monitor)?[0])
    }

    /// The values of several positions, evaluated together: regions they share are met once.
    ///
    /// On an error the memo is emptied; the solver can still be used.
    pub fn values(
        &mut self,
        positions: &[Position],
        monitor: &Monitor,
    ) -> Result<Vec<CanonicalForm>, SolveError> {
        let answer = self.try_values(positions, monitor);
        if answer.is_err() {
            // Regions without a value must not be taken for evaluated ones.
            self.ids = DashMap::default();
            self.looked_up = 0;
            self.next_id = AtomicU32::new(0);
            self.values = Vec::new();
        }
        answer
    }

    /// The independent regions that a position splits into, with their values; the position's value is
    /// their sum. Parts of the board where no move is ever possible belong to no region.
    pub fn regions(
        &mut self,
        position: &Position,
        monitor: &Monitor,
    ) -> Result<Vec<RegionValue>, SolveError> {
        let mut alone: Vec<(Vec<Square>, Position)> = Vec::new();
        for_each_region(position, |_, squares| {
            let bound = squares();
            let region = position.restricted_to(|square| bound.contains(&square));
            alone.push((touched_squares(&region).unwrap_or(bound), region));
        });
        alone.sort_by_key(|(squares, _)| squares.iter().map(|square| (square.row, square.column)).min());
        let (squares, positions): (Vec<_>, Vec<_>) = alone.into_iter().unzip();
        let values = self.values(&positions, monitor)?;
        let regions = squares.into_iter().zip(positions).zip(values);
        Ok(regions.map(|((squares, position), value)| RegionValue { squares, position, value }).collect())
    }

    fn try_values(
        &mut self,
        positions: &[Position],
        monitor: &Monitor,
    ) -> Result<Vec<CanonicalForm>, SolveError> {
        let mut sums: Vec<Regions> = Vec::with_capacity(positions.len());
        let mut new = NewRegions::default();
        for positions in positions.chunks(SPLIT_TOGETHER) {
            monitor.check()?;
            let split = positions.par_iter().map(|position| {
                let mut forms: SmallVec<[NormalForm; 4]> = SmallVec::new();
                for_each_region(position, |form, _| forms.push(form));
                forms
            });
            for forms in split.collect::<Vec<_>>() {
                sums.push(self.number_regions(forms.into_iter(), &mut new)?);
            }
        }
        self.enter(std::mem::take(&mut new.known));
        let found = self.evaluate_compact(new.found, monitor)?;
        let mut waiting = Waiting::new();
        enlist(&mut waiting, found);
        let expansions = self.expand_all(waiting, monitor)?;
        self.evaluate_all(expansions, monitor)?;
        sums.iter().map(|regions| Ok(self.sum(regions)?)).collect()
    }

    /// Evaluates the new regions that fill a small board by the masks that play leads to, and returns
    /// the others. Only where the regions lie on a few boards: each board costs a bit for each of its
    /// masks.
    fn evaluate_compact(
        &mut self,
        mut found: Vec<NumberedRegion>,
        monitor: &Monitor,
    ) -> Result<Vec<NumberedRegion>, SolveError> {
        let mut boards: FxHashMap<FilledBoard, Vec<(u32, u32)>> = FxHashMap::default();
        for (key, id) in &found {
            if let Some((board, mask)) = FilledBoard::of(key) {
                boards.entry(board).or_default().push((mask, *id));
            }
        }
        if boards.len() > MOST_BOARDS {
            return Ok(found);
        }
        found.retain(|(key, _)| FilledBoard::of(key).is_none());
        self.make_room_for_values();
        for (board, regions) in boards {
            let masks: Vec<u32> = regions.iter().map(|&(mask, _)| mask).collect();
            let forms =
                values_by_reachable_masks(self.store, board, self.rules, &masks, self.ceiling(), monitor)?;
            for (&(_, id), form) in regions.iter().zip(forms) {
                self.values[id as usize].store(form.to_raw(), Ordering::Relaxed);
            }
        }
        Ok(found)
    }

    /// Makes room for the values of all regions that have a number.
    fn make_room_for_values(&mut self) {
        let regions = self.next_id.load(Ordering::Relaxed) as usize;
        self.values.resize_with(regions, || AtomicU32::new(0));
    }

    /// Takes down the values of regions that were known.
    fn enter(&mut self, known: Vec<(u32, CanonicalForm)>) {
        self.make_room_for_values();
        self.looked_up += known.len() as u64;
        for (id, form) in known {
            *self.values[id as usize].get_mut() = form.to_raw();
        }
    }

    /// First sweep: finds all regions that play leads to, by falling number of stones.
    fn expand_all(
        &mut self,
        mut waiting: Waiting,
        monitor: &Monitor,
    ) -> Result<Vec<Vec<Expansion>>, SolveError> {
        monitor.start(0);
        let mut layers = Vec::new();
        let option_words = AtomicU64::new(0);
        while let Some(layer) = waiting.pop() {
            let mut expansions = layer
                .par_chunks(TASK)
                .map(|regions| {
                    monitor.check()?;
                    // A vector has room for as much again.
                    self.ceiling().check(option_words.load(Ordering::Relaxed) * 8)?;
                    let expansion = self.expand(regions, monitor)?;
                    option_words.fetch_add(expansion.options.0.len() as u64, Ordering::Relaxed);
                    monitor.advance(regions.len() as u64);
                    Ok(expansion)
                })
                .collect::<Result<Vec<Expansion>, SolveError>>()?;
            for expansion in &mut expansions {
                let new = std::mem::take(&mut expansion.new);
                self.enter(new.known);
                enlist(&mut waiting, new.found);
            }
            layers.push(expansions);
        }
        Ok(layers)
    }

    /// Second sweep: evaluates the regions found, by rising number of stones.
    fn evaluate_all(&mut self, mut layers: Vec<Vec<Expansion>>, monitor: &Monitor) -> Result<(), SolveError> {
        let regions: usize = layers.iter().flatten().map(|expansion| expansion.ids.len()).sum();
        self.make_room_for_values();
        monitor.start(regions as u64);
        let form_makers = form_makers(regions.max(1).ilog2());
        while let Some(layer) = layers.pop() {
            layer.into_par_iter().try_for_each(|expansion| {
                monitor.check()?;
                self.ceiling().check(0)?;
                self.evaluate(&expansion, &mut form_makers.of_this_thread())?;
                monitor.advance(expansion.ids.len() as u64);
                Ok::<(), SolveError>(())
            })?;
        }
        Ok(())
    }

    fn evaluate(&self, expansion: &Expansion, form_maker: &mut FormMaker) -> Result<(), ValueError> {
        let mut words = expansion.options.0.iter().copied();
        let mut options = OptionLists::default();
        for (&id, counts) in expansion.ids.iter().zip(expansion.counts.chunks_exact(2)) {
            options.clear();
            for (side, &count) in [Side::Left, Side::Right].into_iter().zip(counts) {
                for _ in 0..count {
                    options.push(side, self.sum(&OptionWords::pop(&mut words))?);
                }
            }
            let form = form_maker.form(self.store, &mut options)?;
            self.values[id as usize].store(form.to_raw(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// The sum of regions that are evaluated already.
    fn sum(&self, regions: &[RegionRef]) -> Result<CanonicalForm, ValueError> {
        regions.iter().try_fold(CanonicalForm::ZERO, |sum, region| {
            let form = CanonicalForm::from_raw(self.values[region.id as usize].load(Ordering::Relaxed));
            self.store.add(sum, if region.negated { -form } else { form })
        })
    }

    fn expand(&self, regions: &[NumberedRegion], monitor: &Monitor) -> Result<Expansion, SolveError> {
        let mut expansion = Expansion {
            ids: Vec::with_capacity(regions.len()),
            counts: Vec::with_capacity(regions.len() * 2),
            options: OptionWords::default(),
            new: NewRegions::default(),
        };
        for (key, id) in regions {
            // A large region can take long.
            monitor.check()?;
            expansion.ids.push(*id);
            match key {
                RegionKey::Row(part) => self.expand_part(RowPlane, part, normalise_row, &mut expansion)?,
                RegionKey::Square(part) => {
                    self.expand_part(SquarePlane, part, normalise_square, &mut expansion)?
                }
                RegionKey::General(region) => {
                    let (plane, part) = region.unpack();
                    let normalise = |part: &Part<_, _>| normalise_wide(plane, part);
                    self.expand_part(plane, &part, normalise, &mut expansion)?
                }
            }
        }
        Ok(expansion)
    }

    fn expand_part<P: Penetration, S: Stones<P>>(
        &self,
        plane: P,
        part: &Part<P::Set, S>,
        normalise: impl Fn(&Part<P::Set, S>) -> NormalForm,
        expansion: &mut Expansion,
    ) -> Result<(), SolveError> {
        let mut parts: Parts<P::Set, S> = Parts::new();
        for player in [Player::Black, Player::White] {
            let mut count = 0;
            let mut failure = None;
            // There is no leaving the loop over moves; after a failure it does nothing more.
            for_each_move(plane, part.playable, part.stones, player, self.rules, |stones| {
                if failure.is_some() {
                    return;
                }
                parts.clear();
                split(plane, part.playable, stones, &mut parts);
                let forms = parts.iter().map(&normalise);
                match self.number_regions(forms, &mut expansion.new) {
                    Ok(regions) => {
                        count += 1;
                        expansion.options.push(&regions);
                    }
                    Err(error) => failure = Some(error),
                }
            });
            if let Some(error) = failure {
                return Err(error);
            }
            expansion.counts.push(count);
        }
        Ok(())
    }

    /// Finds the regions of a sum in the memo; new ones get a number and are added to `new`. Regions that are
    /// negatives of each other vanish.
    fn number_regions(
        &self,
        forms: impl Iterator<Item = NormalForm>,
        new: &mut NewRegions,
    ) -> Result<Regions, SolveError> {
        let mut regions = Regions::new();
        for form in forms {
            let known = self.ids.get(&form.key).map(|id| *id);
            let id = match known {
                Some(id) => id,
                None => self.number_new_region(form.key, new)?,
            };
            let inverse = RegionRef { id, negated: !form.negated && !form.self_negative };
            match regions.iter().position(|&region| region == inverse) {
                Some(index) => drop(regions.swap_remove(index)),
                None => regions.push(RegionRef { id, negated: form.negated }),
            }
        }
        regions.sort_unstable();
        Ok(regions)
    }

    fn number_new_region(&self, key: RegionKey, new: &mut NewRegions) -> Result<u32, SolveError> {
        // Before the memo is locked: other threads need not wait for what may have to be read from a disk.
        let known = self.known.as_ref().map_or(Ok(None), |known| known.value(&key))?;
        match self.ids.entry(key) {
            dashmap::Entry::Occupied(entry) => Ok(*entry.get()),
            dashmap::Entry::Vacant(entry) => {
                let id = self.next_id.fetch_add(1, Ordering::Relaxed);
                if id >= MAX_REGIONS {
                    return Err(ValueError::StoreFull.into());
                }
                match known {
                    Some(form) => new.known.push((id, form)),
                    None => new.found.push((entry.key().clone(), id)),
                }
                entry.insert(id);
                Ok(id)
            }
        }
    }

    /// Bytes that the memo and the values take at most, as far as can be told from their numbers.
    pub fn bytes(&self) -> u64 {
        // A hash table has room for its entries and as many again, and half of that while it grows.
        let entry = (size_of::<NumberedRegion>() as u64 + 1) * 3;
        // A region waits to be expanded with its key, and has a number and two counts when it is.
        let sweep = size_of::<NumberedRegion>() as u64 + 12;
        let value = size_of::<AtomicU32>() as u64 * 2;
        u64::from(self.next_id.load(Ordering::Relaxed)) * (entry + sweep + value) + self.store.bytes()
    }

    fn ceiling(&self) -> MemoryCeiling {
        MemoryCeiling { limit: self.memory, used: self.bytes() }
    }
}

/// Files new regions under their number of stones.
fn enlist(waiting: &mut Waiting, found: Vec<NumberedRegion>) {
    for (key, id) in found {
        let stones = key.stones() as usize;
        if waiting.len() <= stones {
            waiting.resize_with(stones + 1, Vec::new);
        }
        waiting[stones].push((key, id));
    }
}

/// An independent region of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionValue {
    /// The cells on which something can happen, in the order of reading.
    pub squares: Vec<Square>,
    /// The whole board with the stones of the region only.
    pub position: Position,
    /// The value of the stones on them.
    pub value: CanonicalForm,
}
