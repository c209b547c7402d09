//! Values of positions that fill a small board: by the masks that play leads to.
//!
//! In the first part of a game on a small board hardly anything splits, and looking for regions costs more
//! than it saves. There the positions that play leads to are found as masks, up to the symmetries of the
//! board, in a set of one bit for each mask; the number of set bits before a mask is the index of its
//! value, so that nothing is hashed. As everywhere, masks are found by falling number of stones and
//! evaluated by rising number, each layer in parallel.

use super::masks::{LeastImages, MaskBoard};
use super::options::{OptionLists, form_makers};
use super::{MemoryCeiling, Monitor, SolveError};
use crate::board::Rules;
use crate::board::bitboard::CellSet;
use crate::region::RegionKey;
use crate::value::{CanonicalForm, ValueStore};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The most cells of a board whose masks are addressed here: 8 MiB of bits.
const MAX_CELLS: usize = 26;

/// With fewer stones the search by regions is as fast, and remembers what it found.
const MIN_STONES: u32 = 10;

/// Masks that one parallel task handles.
const TASK: usize = 512;

/// The board that a region fills: its box, and the cells of it that are not holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FilledBoard {
    rows: usize,
    columns: usize,
    playable: u32,
}

impl FilledBoard {
    /// The board and the mask of a region that is small enough and has enough stones.
    pub(super) fn of(key: &RegionKey) -> Option<(FilledBoard, u32)> {
        let RegionKey::Square(_) = key else { return None };
        let region = key.boxed()?;
        let (rows, columns) = region.plane.size();
        if rows * columns > MAX_CELLS || region.stones.count() < MIN_STONES {
            return None;
        }
        Some((FilledBoard { rows, columns, playable: region.playable as u32 }, region.stones as u32))
    }
}

/// The values of the positions of one board given by masks, with Black on the colour of its first cell.
pub(super) fn values_by_reachable_masks(
    store: &ValueStore,
    region: FilledBoard,
    rules: Rules,
    masks: &[u32],
    ceiling: MemoryCeiling,
    monitor: &Monitor,
) -> Result<Vec<CanonicalForm>, SolveError> {
    let board = MaskBoard::new(region.rows, region.columns, region.playable, rules);
    let images = LeastImages::new(&board);
    let (found, layers) = MaskSet::reachable(&board, &images, masks, ceiling, monitor)?;
    let values = RankedValues::new(found, images);
    monitor.start(values.forms.len() as u64);
    let form_makers = form_makers(board.cells.saturating_sub(8));
    for layer in layers {
        layer.par_chunks(TASK).try_for_each(|masks| {
            monitor.check()?;
            let mut form_maker = form_makers.of_this_thread();
            let mut options = OptionLists::default();
            for &mask in masks {
                options.clear();
                board.for_each_option(mask, |side, option| options.push(side, values.get(option)));
                values.set(mask, form_maker.form(store, &mut options)?);
            }
            monitor.advance(masks.len() as u64);
            Ok::<(), SolveError>(())
        })?;
    }
    Ok(masks.iter().map(|&mask| values.get(mask)).collect())
}

/// A set of masks of a board, one bit for each.
struct MaskSet {
    words: Vec<AtomicU64>,
}

/// Masks by number of stones.
type Layers = Vec<Vec<u32>>;

impl MaskSet {
    /// The least images of all masks that play leads to, as a set and by number of stones.
    fn reachable(
        board: &MaskBoard,
        images: &LeastImages,
        masks: &[u32],
        ceiling: MemoryCeiling,
        monitor: &Monitor,
    ) -> Result<(MaskSet, Layers), SolveError> {
        let words = (1usize << board.cells).div_ceil(64);
        let set = MaskSet { words: (0..words).map(|_| AtomicU64::new(0)).collect() };
        let mut layers = vec![Vec::new(); board.cells as usize + 1];
        for mask in masks.iter().map(|&mask| images.of(mask).0).filter(|&mask| set.insert(mask)) {
            layers[mask.count_ones() as usize].push(mask);
        }
        monitor.start(0);
        let mut masks_found = 0;
        for stones in (1..layers.len()).rev() {
            let found: Vec<Vec<u32>> = layers[stones]
                .par_chunks(TASK)
                .map(|masks| set.expand(board, images, masks, monitor))
                .collect();
            monitor.check()?;
            for mask in found.into_iter().flatten() {
                layers[mask.count_ones() as usize].push(mask);
            }
            masks_found += layers[stones].len() as u64;
            // Bits and their ranks; a mask and its value for each position.
            ceiling.check(words as u64 * 24 + masks_found * 8)?;
        }
        Ok((set, layers))
    }

    /// Adds the options of some masks, and returns those that are new.
    fn expand(&self, board: &MaskBoard, images: &LeastImages, masks: &[u32], monitor: &Monitor) -> Vec<u32> {
        let mut new = Vec::new();
        if monitor.check().is_err() {
            return new;
        }
        for &mask in masks {
            board.for_each_option(mask, |_, option| {
                let (least, _) = images.of(option);
                if self.insert(least) {
                    new.push(least);
                }
            });
        }
        monitor.advance(masks.len() as u64);
        new
    }

    /// Adds a mask, and tells whether it is new.
    #[inline]
    fn insert(&self, mask: u32) -> bool {
        let (word, bit) = (&self.words[(mask / 64) as usize], 1 << (mask % 64));
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// A value for each mask of a set, addressed by rank.
struct RankedValues {
    /// The words of the set, each with the number of masks in those before it.
    words: Vec<(u64, u32)>,
    forms: Vec<AtomicU32>,
    images: LeastImages,
}

impl RankedValues {
    fn new(set: MaskSet, images: LeastImages) -> RankedValues {
        let mut count = 0;
        let words = set.words.into_iter().map(|word| {
            let word = word.into_inner();
            let before = count;
            count += word.count_ones();
            (word, before)
        });
        let words = words.collect();
        let zero = CanonicalForm::ZERO.to_raw();
        RankedValues { words, forms: (0..count).map(|_| AtomicU32::new(zero)).collect(), images }
    }

    #[inline]
    fn form(&self, mask: u32) -> &AtomicU32 {
        let (word, before) = self.words[(mask / 64) as usize];
        let rank = before + (word & ((1 << (mask % 64)) - 1)).count_ones();
        &self.forms[rank as usize]
    }

    /// The value of any mask that is the image of one in the set.
    #[inline]
    fn get(&self, mask: u32) -> CanonicalForm {
        let (least, negated) = self.images.of(mask);
        let form = CanonicalForm::from_raw(self.form(least).load(Ordering::Relaxed));
        if negated { -form } else { form }
    }

    fn set(&self, mask: u32, form: CanonicalForm) {
        self.form(mask).store(form.to_raw(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Player, Position, moves};
    use crate::solve::EndgameTable;
    use rustc_hash::FxHashMap;

    const UNLIMITED: MemoryCeiling = MemoryCeiling { limit: None, used: 0 };

    fn values(store: &ValueStore, region: FilledBoard, rules: Rules, masks: &[u32]) -> Vec<CanonicalForm> {
        values_by_reachable_masks(store, region, rules, masks, UNLIMITED, &Monitor::new()).unwrap()
    }

    #[test]
    fn agrees_with_the_endgame_table() {
        for (rows, columns) in [(4, 4), (3, 5), (2, 6), (1, 12)] {
            for rules in Rules::ALL {
                let store = ValueStore::new();
                let table = EndgameTable::compute(&store, rows, columns, rules, &Monitor::new()).unwrap();
                let region = FilledBoard { rows, columns, playable: (1 << (rows * columns)) - 1 };
                let masks: Vec<u32> = (0..1 << (rows * columns)).filter(|mask| mask % 7 == 3).collect();
                for (mask, value) in masks.iter().zip(values(&store, region, rules, &masks)) {
                    assert_eq!(
                        value,
                        table.value((*mask).into()),
                        "{} {rules}",
                        table.position((*mask).into())
                    );
                }
            }
        }
    }

    /// The slow twin: recursion over the moves of positions, without symmetries.
    fn value_by_moves(
        store: &ValueStore,
        position: &Position,
        memo: &mut FxHashMap<Position, CanonicalForm>,
    ) -> CanonicalForm {
        if let Some(&known) = memo.get(position) {
            return known;
        }
        let mut options = |player| -> Vec<CanonicalForm> {
            let moves = moves(position, player, Rules::MultiJump);
            let options = moves.iter().map(|played| position.play(played).unwrap());
            options.map(|option| value_by_moves(store, &option, memo)).collect()
        };
        let (left, right) = (options(Player::Black), options(Player::White));
        let value = store.from_options(&left, &right).unwrap();
        memo.insert(position.clone(), value);
        value
    }

    #[test]
    fn agrees_with_brute_force_on_boards_with_holes() {
        let (rows, columns) = (3, 4);
        let store = ValueStore::new();
        let mut memo = FxHashMap::default();
        for playable in [0xfff, 0xffe, 0x7fe, 0xf9f, 0xfbf] {
            let region = FilledBoard { rows, columns, playable };
            let masks: Vec<u32> =
                (0..1 << 12).filter(|mask| mask & !playable == 0 && mask % 5 == 2).collect();
            for (mask, value) in masks.iter().zip(values(&store, region, Rules::MultiJump, &masks)) {
                let cell = |cell: usize| match (playable >> cell & 1, mask >> cell & 1) {
                    (0, _) => Cell::Hole,
                    (_, 0) => Cell::Empty,
                    _ if (cell / columns + cell % columns).is_multiple_of(2) => Cell::Black,
                    _ => Cell::White,
                };
                let position = Position::from_cells(rows, columns, (0..12).map(cell).collect()).unwrap();
                assert_eq!(value, value_by_moves(&store, &position, &mut memo), "{position}");
            }
        }
    }

    #[test]
    fn too_little_room_is_an_error() {
        let region = FilledBoard { rows: 4, columns: 4, playable: 0xffff };
        let answer = values_by_reachable_masks(
            &ValueStore::new(),
            region,
            Rules::MultiJump,
            &[0x7fff],
            MemoryCeiling { limit: Some(3 << 20), used: (3 << 20) - 1000 },
            &Monitor::new(),
        );
        assert_eq!(answer, Err(SolveError::MemoryLimit(3)));
    }
}
