//! Sorting many forms by the structural order.
//!
//! Comparing two forms means comparing their options, and these theirs. Here every follower gets a
//! rank instead. Let the level of a form with a name be 0, and that of any other one more than the
//! highest of its options. Once all forms of lower levels are ranked, those of the next compare by
//! the ranks of their options, and merging them in among the others changes ranks but not their order.

use super::order::with_stack;
use super::store::Side;
use super::structural_order::{Group, StructuralOrder};
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::ops::Range;

/// A form without a name: where its options are listed.
#[derive(Clone, Copy)]
struct Unnamed {
    start: usize,
    left: u16,
    right: u16,
}

/// Forms and all that is needed to compare them, each with a number.
struct Followers<'a> {
    order: StructuralOrder<'a>,
    store: &'a ValueStore,
    numbers: FxHashMap<CanonicalForm, u32>,
    /// By number; forms with a name have no options here.
    forms: Vec<Unnamed>,
    named: Vec<(Group, u32)>,
    /// Numbers of options.
    options: Vec<u32>,
    levels: Vec<u32>,
}

impl<'a> Followers<'a> {
    fn new(store: &'a ValueStore) -> Followers<'a> {
        Followers {
            order: StructuralOrder::new(store),
            store,
            numbers: FxHashMap::default(),
            forms: Vec::new(),
            named: Vec::new(),
            options: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Adds a form after all its followers, unless it is there; returns its number.
    fn add(&mut self, form: CanonicalForm) -> Result<u32, ValueError> {
        if let Some(&number) = self.numbers.get(&form) {
            return Ok(number);
        }
        let group = self.order.group(form)?;
        let mut level = 0;
        let mut lists = [Vec::new(), Vec::new()];
        if matches!(group, Group::Other) {
            for (side, list) in [Side::Left, Side::Right].into_iter().zip(&mut lists) {
                for option in self.store.options(form, side)? {
                    let option = with_stack(|| self.add(option))?;
                    level = level.max(self.levels[option as usize] + 1);
                    list.push(option);
                }
            }
        }
        let number = self.forms.len() as u32;
        if level == 0 {
            self.named.push((group, number));
        }
        let [left, right] = lists;
        let start = self.options.len();
        self.forms.push(Unnamed { start, left: left.len() as u16, right: right.len() as u16 });
        self.options.extend(left.into_iter().chain(right));
        self.levels.push(level);
        self.numbers.insert(form, number);
        Ok(number)
    }

    /// The rank of each form, by number.
    fn ranks(&mut self) -> Vec<u32> {
        let mut ranks = vec![0; self.forms.len()];
        self.named.sort_unstable_by(|(a, _), (b, _)| a.order(b).unwrap_or(Ordering::Equal));
        for (rank, &(_, number)) in (0..).zip(&self.named) {
            ranks[number as usize] = rank;
        }
        let mut sorted: Vec<u32> = Vec::new();
        for mut level in self.unnamed_by_level() {
            for &number in &level {
                for list in self.lists(number) {
                    self.options[list].sort_unstable_by_key(|&option| ranks[option as usize]);
                }
            }
            level.sort_unstable_by(|&a, &b| self.compare(a, b, &ranks));
            sorted = merge(&sorted, &level, |a, b| self.compare(a, b, &ranks));
            for (rank, &number) in (self.named.len() as u32..).zip(&sorted) {
                ranks[number as usize] = rank;
            }
        }
        ranks
    }

    fn unnamed_by_level(&self) -> Vec<Vec<u32>> {
        let mut levels = vec![Vec::new(); self.levels.iter().copied().max().unwrap_or(0) as usize];
        for (number, &level) in (0..).zip(&self.levels) {
            if let Some(above) = level.checked_sub(1) {
                levels[above as usize].push(number);
            }
        }
        levels
    }

    /// Where the left and the right options of a form are listed.
    fn lists(&self, number: u32) -> [Range<usize>; 2] {
        let Unnamed { start, left, right } = self.forms[number as usize];
        let middle = start + usize::from(left);
        [start..middle, middle..middle + usize::from(right)]
    }

    /// The order of two forms whose options are ranked and sorted.
    fn compare(&self, a: u32, b: u32, ranks: &[u32]) -> Ordering {
        let lists = self.lists(a).into_iter().zip(self.lists(b));
        let rank = |&option: &u32| ranks[option as usize];
        lists.fold(Ordering::Equal, |order, (a, b)| {
            order.then_with(|| self.options[a].iter().map(rank).cmp(self.options[b].iter().map(rank)))
        })
    }
}

/// Merges two sorted lists.
fn merge(mut a: &[u32], mut b: &[u32], order: impl Fn(u32, u32) -> Ordering) -> Vec<u32> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) {
        if order(*first_a, *first_b).is_le() {
            merged.push(*first_a);
            a = rest_a;
        } else {
            merged.push(*first_b);
            b = rest_b;
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
    merged
}

impl ValueStore {
    /// The forms in the structural order.
    ///
    /// Costs about log₂ n short comparisons a form, and a step for each follower times the depth of the
    /// deepest form; much less than [`ValueStore::structural_order`] for each comparison.
    pub fn sort_structurally(&self, forms: &mut [CanonicalForm]) -> Result<(), ValueError> {
        let mut followers = Followers::new(self);
        for &form in &*forms {
            followers.add(form)?;
        }
        let ranks = followers.ranks();
        forms.sort_unstable_by_key(|form| ranks[followers.numbers[form] as usize]);
        Ok(())
    }
}
