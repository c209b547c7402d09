//! From the values of a position's options to its own, with a cache of option sets seen before.
//!
//! Different positions often have the same set of option values, above all after the options are removed
//! that their stops show to be worse than another one: of the sets of connected rows of up to 25 cells nine
//! tenths are then found in the cache, where before it was an eighth. On larger boards it is one in twenty,
//! and looking into a large cache costs more than that saves: then only a few slots are used, which stay
//! near the processor, and now and then all of them again to see whether they have become worth it.

use super::per_thread::PerThread;
use crate::value::{CanonicalForm, Side, ValueError, ValueStore};
use smallvec::SmallVec;

/// Most options, of both sides together, that the cache keeps; an entry then fills a cache line.
const CACHED_OPTIONS: usize = 13;

/// Makes the canonical forms of positions from the values of their options.
///
/// One for each thread; the cache is a fixed table in which new entries overwrite old ones.
pub(super) struct FormMaker {
    cache: Vec<CachedForm>,
    sums: Vec<CachedSum>,
    usage: CacheUsage,
}

/// The values of a position's options.
#[derive(Default)]
pub(super) struct OptionLists {
    left: SmallVec<[CanonicalForm; 16]>,
    right: SmallVec<[CanonicalForm; 16]>,
}

impl OptionLists {
    /// Forgets all options.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.left.clear();
        self.right.clear();
    }

    /// Adds an option.
    #[inline]
    pub(super) fn push(&mut self, side: Side, form: CanonicalForm) {
        match side {
            Side::Left => self.left.push(form),
            Side::Right => self.right.push(form),
        }
    }
}

/// A sum of two forms found before.
#[derive(Clone, Copy)]
struct CachedSum {
    terms: [CanonicalForm; 2],
    sum: CanonicalForm,
}

/// Calls between two looks at what the cache is worth.
const WINDOW: u32 = 1 << 15;

/// Of so many windows in which the cache is not worth it, all slots are used in one.
const TRIALS: u32 = 16;

/// The slots in use while the cache is not worth it.
const FEW_SLOTS: usize = 1 << 8;

/// How much of the cache is used.
struct CacheUsage {
    slots: usize,
    calls: u32,
    hits: u32,
    windows_to_trial: u32,
}

impl CacheUsage {
    /// Counts a call, and after a window decides on the slots of the next.
    #[inline]
    fn count(&mut self, hit: bool, all_slots: usize) {
        self.hits += u32::from(hit);
        self.calls += 1;
        if self.calls == WINDOW {
            self.decide(all_slots);
        }
    }

    fn decide(&mut self, all_slots: usize) {
        let all_used = self.slots == all_slots;
        self.slots = match (all_used, self.windows_to_trial) {
            (true, _) if self.hits >= WINDOW / 4 => all_slots,
            (true, _) => {
                self.windows_to_trial = TRIALS;
                FEW_SLOTS.min(all_slots)
            }
            (false, 0) => all_slots,
            (false, _) => {
                self.windows_to_trial -= 1;
                self.slots
            }
        };
        (self.calls, self.hits) = (0, 0);
    }
}

/// A form found before for these options, the left ones first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CachedOptions {
    options: [CanonicalForm; CACHED_OPTIONS],
    left: u16,
    right: u16,
}

#[derive(Clone, Copy)]
struct CachedForm {
    key: CachedOptions,
    form: CanonicalForm,
}

/// A maker of forms for each thread of the current rayon pool.
pub(super) type FormMakers = PerThread<FormMaker>;

/// Makers of forms with caches of `2^cache_bits` entries, within reason.
pub(super) fn form_makers(cache_bits: u32) -> FormMakers {
    PerThread::new(|| FormMaker::new(cache_bits.clamp(6, 15)))
}

impl FormMaker {
    /// A maker of forms with a cache of `2^cache_bits` entries of 64 bytes.
    fn new(cache_bits: u32) -> FormMaker {
        let key = CachedOptions { options: [CanonicalForm::ZERO; CACHED_OPTIONS], left: 0, right: 0 };
        let empty = CachedForm { key, form: CanonicalForm::ZERO };
        let slots = 1 << cache_bits;
        FormMaker {
            cache: vec![empty; slots],
            sums: Vec::new(),
            usage: CacheUsage { slots, calls: 0, hits: 0, windows_to_trial: 0 },
        }
    }

    /// The sum of two forms, from a cache of those found last.
    #[inline]
    pub(super) fn sum(
        &mut self,
        store: &ValueStore,
        a: CanonicalForm,
        b: CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        if a.is_zero() || b.is_zero() {
            return Ok(if a.is_zero() { b } else { a });
        }
        if self.sums.is_empty() {
            // 0 + 0 is never sought.
            let empty = CachedSum { terms: [CanonicalForm::ZERO; 2], sum: CanonicalForm::ZERO };
            self.sums = vec![empty; self.cache.len()];
        }
        let terms = if a < b { [a, b] } else { [b, a] };
        let key = u64::from(terms[0].to_raw()) << 32 | u64::from(terms[1].to_raw());
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = (hash >> 32) as usize & (self.sums.len() - 1);
        if self.sums[slot].terms != terms {
            self.sums[slot] = CachedSum { terms, sum: store.add(a, b)? };
        }
        Ok(self.sums[slot].sum)
    }

    /// The canonical form of these options, whose lists it reorders.
    pub(super) fn form(
        &mut self,
        store: &ValueStore,
        options: &mut OptionLists,
    ) -> Result<CanonicalForm, ValueError> {
        let OptionLists { left: left_options, right: right_options } = options;
        for (options, side) in [(&mut *left_options, Side::Left), (&mut *right_options, Side::Right)] {
            store.remove_outclassed(options, side);
            options.sort_unstable();
            options.dedup();
        }
        let (left, right) = (left_options.len(), right_options.len());
        if left + right > CACHED_OPTIONS {
            return store.from_options(left_options, right_options);
        }
        let mut key = CachedOptions {
            options: [CanonicalForm::ZERO; CACHED_OPTIONS],
            left: left as u16,
            right: right as u16,
        };
        key.options[..left].copy_from_slice(left_options);
        key.options[left..left + right].copy_from_slice(right_options);
        let hash = key.options[..left + right].iter().fold(left as u64, |hash, option| {
            (hash.rotate_left(5) ^ u64::from(option.to_raw())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        let slot = (hash >> 32) as usize & (self.usage.slots - 1);
        let cached = &self.cache[slot];
        let hit = cached.key == key;
        self.usage.count(hit, self.cache.len());
        if hit {
            return Ok(cached.form);
        }
        let form = store.from_options(left_options, right_options)?;
        self.cache[slot] = CachedForm { key, form };
        Ok(form)
    }
}
