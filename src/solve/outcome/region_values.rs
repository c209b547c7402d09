//! Exact values of small regions, for the search.
//!
//! Regions of few stones turn up again and again; each is evaluated once, by its moves, and remembered with
//! its stones and its cells, which tell all that can happen in it. Larger ones are looked up where they are
//! known beforehand.

use super::arena::{Arena, WordPlane};
use crate::board::Player;
use crate::region::{Checkered, Part, Parts, for_each_move, split};
use crate::solve::SolveError;
use crate::value::{CanonicalForm, ValueStore};
use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A region on an arena.
pub(super) type Region = Part<u64, Checkered<u64>>;

/// Values of regions of one arena.
pub(super) struct RegionValues {
    values: DashMap<Region, CanonicalForm, FxBuildHasher>,
    /// Regions of at most so many stones are evaluated.
    most_stones: u32,
    /// How many more entries may be made, on all boards together.
    room: Arc<AtomicUsize>,
}

/// Bytes of an entry with its share of the free places, about.
pub(super) const ENTRY_BYTES: u64 = 48;

impl RegionValues {
    /// Values of regions of at most so many stones; others share the room for entries.
    pub(super) fn new(most_stones: u32, room: Arc<AtomicUsize>) -> RegionValues {
        RegionValues { values: DashMap::default(), most_stones, room }
    }

    /// The value of a region of a position, if it is small enough.
    pub(super) fn get<P: WordPlane>(
        &self,
        arena: &Arena<P>,
        store: &ValueStore,
        region: Region,
    ) -> Result<Option<CanonicalForm>, SolveError> {
        if region.stones.0.count_ones() > self.most_stones {
            return Ok(None);
        }
        self.value(arena, store, region).map(Some)
    }

    /// Recursion as deep as the region has stones.
    fn value<P: WordPlane>(
        &self,
        arena: &Arena<P>,
        store: &ValueStore,
        region: Region,
    ) -> Result<CanonicalForm, SolveError> {
        if let Some(value) = self.values.get(&region) {
            return Ok(*value);
        }
        let options = |player: Player| {
            let mut positions: SmallVec<[Checkered<u64>; 16]> = SmallVec::new();
            for_each_move(arena.plane, region.playable, region.stones, player, arena.rules, |option| {
                positions.push(option);
            });
            let values = positions.into_iter().map(|stones| {
                let mut parts = Parts::new();
                split(arena.plane, region.playable, stones, &mut parts);
                parts.into_iter().try_fold(CanonicalForm::ZERO, |sum, part| {
                    Ok::<_, SolveError>(store.add(sum, self.value(arena, store, part)?)?)
                })
            });
            values.collect::<Result<SmallVec<[CanonicalForm; 16]>, SolveError>>()
        };
        let value = store.from_options(&options(Player::Black)?, &options(Player::White)?)?;
        // Threads that find the last room together take a few entries more.
        if self.room.load(Ordering::Relaxed) > 0 && self.values.insert(region, value).is_none() {
            let less = |room: usize| Some(room.saturating_sub(1));
            // It never fails: there is always a new number of entries.
            let _ = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
        Ok(value)
    }
}
