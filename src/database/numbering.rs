//! Ids of values that do not depend on threads.
//!
//! The handles of a store number values as threads happened to meet them. In a file a value has as id its
//! rank among the values by first occurrence: see the page of [the module](super). Which occurrence is the
//! first is found in parallel: every occurrence lowers a word of its value to its position, and then is
//! the first if the word still says so.

use super::format::MAX_VALUES;
use super::packed::Code;
use crate::value::{CanonicalForm, Dyadic, NumberUpStar, Options, StoredValue, ValueError, ValueStore};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicU32, Ordering};

/// A value without an id that was not met.
const UNSEEN: u32 = u32::MAX;
/// Added to the position of the first occurrence of a value that has no id yet.
const SEEN: u32 = 1 << 31;
/// Values whose first occurrences are found together: fewer than 2³¹, that positions fit.
const PIECE: usize = 1 << 30;
/// Values that a parallel task runs through.
const TASK: usize = 1 << 12;

/// The codes of the values of a store.
#[derive(Default)]
pub(super) struct Numbering {
    /// By the number of a value's node in the store the code of the value with that node.
    codes: Vec<AtomicU32>,
    /// How many ids there are.
    values: u32,
}

/// Values that got ids, in the order of these, as they occurred first.
pub(super) struct NewValues {
    pub(super) first_id: u32,
    pub(super) forms: Vec<CanonicalForm>,
    /// How many at the beginning are there only as followers of the others.
    pub(super) followers: u32,
}

impl Numbering {
    /// The ids of values that have been written already, given by id.
    pub(super) fn of_forms(store: &ValueStore, forms: &[u32]) -> Numbering {
        let mut numbering = Numbering::default();
        numbering.make_room(store);
        forms.par_iter().zip(0..forms.len() as u32).for_each(|(&raw, id)| {
            numbering.set(CanonicalForm::from_raw(raw), id);
        });
        numbering.values = forms.len() as u32;
        numbering
    }

    /// The code of a value that has an id.
    #[inline]
    pub(super) fn code(&self, form: CanonicalForm) -> Code {
        self.codes[form.node_number()].load(Ordering::Relaxed) ^ Code::from(form.is_negated())
    }

    /// Whether the value has an id below `end`.
    fn has_id_below(&self, form: CanonicalForm, end: u32) -> bool {
        let code = self.codes.get(form.node_number()).map_or(UNSEEN, |code| code.load(Ordering::Relaxed));
        code >> 1 < end
    }

    fn set(&self, form: CanonicalForm, id: u32) {
        let code = id << 1 | Code::from(form.is_negated());
        self.codes[form.node_number()].store(code, Ordering::Relaxed);
    }

    fn make_room(&mut self, store: &ValueStore) {
        self.codes.resize_with(store.len() as usize, || AtomicU32::new(UNSEEN));
    }

    /// Gives ids to all values among these lists of raw handles, and to their followers.
    pub(super) fn number(&mut self, store: &ValueStore, lists: &[&[u32]]) -> Result<NewValues, ValueError> {
        self.make_room(store);
        let first_id = self.values;
        let mut forms = Vec::new();
        for piece in lists.iter().flat_map(|list| list.chunks(PIECE)) {
            let new = self.first_occurrences(piece);
            self.number_in_order(&new)?;
            forms.extend(new);
        }
        let complete = forms.par_iter().all(|&form| self.has_followers_below(store, form, first_id));
        if complete {
            return Ok(NewValues { first_id, forms, followers: 0 });
        }
        self.number_followers_first(store, first_id, forms)
    }

    /// The values without an id in the order of their first occurrences.
    fn first_occurrences(&self, raw: &[u32]) -> Vec<CanonicalForm> {
        let tasks = || raw.par_chunks(TASK).enumerate().map(|(task, raw)| (raw, (task * TASK) as u32));
        let word = |raw: u32| &self.codes[CanonicalForm::from_raw(raw).node_number()];
        tasks().for_each(|(task, start)| {
            for (&raw, position) in task.iter().zip(start | SEEN..) {
                let word = word(raw);
                if word.load(Ordering::Relaxed) > position {
                    word.fetch_min(position, Ordering::Relaxed);
                }
            }
        });
        let is_first = |raw: u32, position: u32| word(raw).load(Ordering::Relaxed) == position;
        tasks()
            .flat_map_iter(|(task, start)| {
                let occurrences = task.iter().zip(start | SEEN..);
                let first = occurrences.filter(|&(&raw, position)| is_first(raw, position));
                first.map(|(&raw, _)| CanonicalForm::from_raw(raw))
            })
            .collect()
    }

    /// Gives the next ids to these values.
    fn number_in_order(&mut self, forms: &[CanonicalForm]) -> Result<(), ValueError> {
        let first = self.values;
        let end = forms.len() as u64 + u64::from(first);
        if end > u64::from(MAX_VALUES) {
            return Err(ValueError::StoreFull);
        }
        forms.par_iter().zip(first..end as u32).for_each(|(&form, id)| self.set(form, id));
        self.values = end as u32;
        Ok(())
    }

    /// Whether all options of a value that are to be written have ids below `end`.
    fn has_followers_below(&self, store: &ValueStore, form: CanonicalForm, end: u32) -> bool {
        match store.stored_value(form) {
            StoredValue::NumberUpStar(_) => true,
            StoredValue::Options(left, right) => {
                left.iter().chain(&right).all(|&option| self.has_id_below(option, end))
            }
        }
    }

    /// Numbers these values again, after all their followers that have no ids from before.
    ///
    /// The followers are numbered in rounds: each has those of which all options have ids by then, in the
    /// order of what will be written of them, so that the ids depend on the values alone.
    fn number_followers_first(
        &mut self,
        store: &ValueStore,
        first_id: u32,
        mut forms: Vec<CanonicalForm>,
    ) -> Result<NewValues, ValueError> {
        self.values = first_id;
        self.make_room(store);
        forms.iter().for_each(|form| self.codes[form.node_number()].store(UNSEEN, Ordering::Relaxed));
        let mut numbered = Vec::new();
        let mut waiting = self.followers_without_id(store, &forms);
        while !waiting.is_empty() {
            let end = self.values;
            let is_ready = |form: &CanonicalForm| self.has_followers_below(store, *form, end);
            let (ready, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
            waiting = later;
            let mut round: Vec<_> = ready.into_iter().map(|form| self.oriented(store, form)).collect();
            round.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            let round: Vec<CanonicalForm> = round.into_iter().map(|(_, form)| form).collect();
            self.number_in_order(&round)?;
            numbered.extend(round);
        }
        let followers = numbered.len() as u32;
        forms.retain(|&form| !self.has_id_below(form, MAX_VALUES));
        self.number_in_order(&forms)?;
        numbered.extend(forms);
        Ok(NewValues { first_id, forms: numbered, followers })
    }

    /// The followers without ids of these values; each up to sign once, the values themselves only if
    /// they are followers of others.
    fn followers_without_id(&self, store: &ValueStore, forms: &[CanonicalForm]) -> Vec<CanonicalForm> {
        let mut seen = FxHashSet::default();
        let mut found: Vec<CanonicalForm> = Vec::new();
        let mut next = 0;
        let visit = |form: CanonicalForm, seen: &mut FxHashSet<usize>, found: &mut Vec<CanonicalForm>| {
            if let StoredValue::Options(left, right) = store.stored_value(form) {
                let options = left.into_iter().chain(right);
                let new = options.filter(|option| !self.has_id_below(*option, MAX_VALUES));
                found.extend(new.filter(|option| seen.insert(option.node_number())));
            }
        };
        forms.iter().for_each(|&form| visit(form, &mut seen, &mut found));
        while let Some(&form) = found.get(next) {
            visit(form, &mut seen, &mut found);
            next += 1;
        }
        found
    }

    /// Of a value and its negative the one whose record is less, and that.
    fn oriented(&self, store: &ValueStore, form: CanonicalForm) -> (Record, CanonicalForm) {
        let positive = (self.record(store, form), form);
        let negative = (self.record(store, -form), -form);
        if negative.0 < positive.0 { negative } else { positive }
    }

    /// What is written of a value whose followers have ids.
    pub(super) fn record(&self, store: &ValueStore, form: CanonicalForm) -> Record {
        match store.stored_value(form) {
            StoredValue::NumberUpStar(NumberUpStar { number, up, star }) => {
                Record::NumberUpStar(number, up, star)
            }
            StoredValue::Options(left, right) => Record::Options(self.codes(left), self.codes(right)),
        }
    }

    /// The codes of values, in rising order.
    fn codes(&self, forms: Options) -> Codes {
        let mut codes: Codes = forms.into_iter().map(|form| self.code(form)).collect();
        codes.sort_unstable();
        codes
    }
}

/// The codes of a few options.
pub(super) type Codes = smallvec::SmallVec<[Code; 8]>;

/// What is written of a value: a number, a multiple of ↑ and a nimber, whose sum it is, or the codes of its
/// options.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Record {
    NumberUpStar(Dyadic, i32, u32),
    Options(Codes, Codes),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(store: &ValueStore, texts: &[&str]) -> Vec<u32> {
        texts.iter().map(|text| store.parse(text).unwrap().to_raw()).collect()
    }

    #[test]
    fn first_occurrences_have_rising_ids_and_the_sign_of_their_first() {
        let store = ValueStore::new();
        let values = raw(&store, &["0", "-1", "*", "1", "^", "-1", "v", "*2", "2"]);
        let mut numbering = Numbering::default();
        let new = numbering.number(&store, &[&values[..4], &values[4..]]).unwrap();
        let codes: Vec<Code> =
            values.iter().map(|&raw| numbering.code(CanonicalForm::from_raw(raw))).collect();
        assert_eq!(codes, [0, 2, 4, 3, 6, 2, 7, 8, 10]);
        assert_eq!((new.first_id, new.followers, new.forms.len()), (0, 0, 6));
    }

    /// The ids of two stores that met the same values in other orders.
    #[test]
    fn followers_come_first_in_an_order_of_their_own() {
        let texts = ["{3||2|1}", "-3", "{0||||1|||+-2|{-1|-5}}"];
        let numbers = |order: &[&str]| {
            let store = ValueStore::new();
            raw(&store, order);
            let values = raw(&store, &texts);
            let mut numbering = Numbering::default();
            let new = numbering.number(&store, &[&values]).unwrap();
            let text = |form| store.text(form, crate::value::notation::Notation::Cgsuite).unwrap();
            (new.followers, new.forms.into_iter().map(text).collect::<Vec<_>>())
        };
        let expected = numbers(&[]);
        assert!(expected.0 > 3, "{expected:?}");
        assert_eq!(numbers(&["{1|-1}", "{-1|-5}", "-3", "{1|||+-2|{-1|-5}}", "{2|1}"]), expected);
        assert_eq!(numbers(&["{-3||-1|-2}", "{5|1}", "{1|2}", "{1|||5|1||+-2}"]), expected);
    }

    /// The slow twin numbers one occurrence after another.
    #[test]
    fn many_occurrences_are_numbered_as_one_after_another() {
        let store = ValueStore::new();
        let forms: Vec<CanonicalForm> =
            (0..5000).map(|n| store.integer(n / 2 * (1 - n % 2 * 2)).unwrap()).collect();
        let occurrences: Vec<u32> =
            (0..40_000u64).map(|i| forms[((i * i * 2_654_435_761) >> 7) as usize % 5000].to_raw()).collect();
        let mut expected: Vec<CanonicalForm> = Vec::new();
        let mut seen = FxHashSet::default();
        for &raw in &occurrences {
            let form = CanonicalForm::from_raw(raw);
            if seen.insert(form.node_number()) {
                expected.push(form);
            }
        }
        let mut numbering = Numbering::default();
        let new = numbering.number(&store, &[&occurrences]).unwrap();
        assert!(new.forms == expected && expected.len() > 2000);
    }
}
