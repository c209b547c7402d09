//! Taking values from one store to another.
//!
//! Handles mean nothing outside their store, but a canonical form is determined by its options, so a value
//! is copied follower by follower, options first (see `stored.rs`). So a long computation can have a store
//! of its own, which is dropped with all that only the computation needed, while its results are kept.

use super::stored::StoredValue;
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;

/// Copies values of one store to another, each follower once.
///
/// ```
/// use konane::value::{ValueCopier, ValueStore};
/// let (from, to) = (ValueStore::new(), ValueStore::new());
/// let game = from.parse("{3||2|1}")?;
/// assert_eq!(ValueCopier::new(&from, &to).copy(game)?, to.parse("{3||2|1}")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ValueCopier<'f, 't> {
    from: &'f ValueStore,
    to: &'t ValueStore,
    /// The copies of nodes, by number; a negative is the negative of its copy.
    copies: FxHashMap<usize, CanonicalForm>,
}

impl<'f, 't> ValueCopier<'f, 't> {
    /// A copier that has copied nothing yet.
    pub fn new(from: &'f ValueStore, to: &'t ValueStore) -> ValueCopier<'f, 't> {
        ValueCopier { from, to, copies: FxHashMap::default() }
    }

    /// Bytes taken by what it remembers of the values it has copied, about.
    pub fn bytes(&self) -> u64 {
        // A hash table has room for its entries and as many again.
        self.copies.len() as u64 * 2 * size_of::<(usize, CanonicalForm)>() as u64
    }

    /// The same value in the other store.
    ///
    /// Costs a step for each option of each follower that was not copied before. Fails where the other
    /// store has no room, or is [interrupted](ValueStore::interrupt).
    pub fn copy(&mut self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        // Values that wait for their options are a list, so that no depth is too much.
        let mut waiting = vec![form];
        while let Some(&next) = waiting.last() {
            if self.known(next).is_some() {
                waiting.pop();
                continue;
            }
            let positive = if next.is_negated() { -next } else { next };
            let copy = match self.from.stored_value(positive) {
                StoredValue::NumberUpStar(parts) => self.to.make_number_up_star(parts)?,
                StoredValue::Options(left, right) => {
                    let before = waiting.len();
                    waiting.extend(left.iter().chain(&right).filter(|&&option| self.known(option).is_none()));
                    if waiting.len() > before {
                        continue;
                    }
                    let copies = |options: &[CanonicalForm]| {
                        options.iter().filter_map(|&option| self.known(option)).collect()
                    };
                    self.to.with_canonical_options(copies(&left), copies(&right))?
                }
            };
            self.copies.insert(positive.node_number(), copy);
        }
        Ok(self.known(form).expect("it has just been copied"))
    }

    fn known(&self, form: CanonicalForm) -> Option<CanonicalForm> {
        let copy = *self.copies.get(&form.node_number())?;
        Some(if form.is_negated() { -copy } else { copy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_move_from_one_store_to_another() {
        let (from, to) = (ValueStore::new(), ValueStore::new());
        to.parse("{7|{5|3}}").unwrap();
        let mut copier = ValueCopier::new(&from, &to);
        for text in
            ["0", "-3/4", "5v7*3", "+-1", "{3||2|1}", "{-1|-2||-3}", "Miny({2|1})", "{3|||2||1|0,*||||-1/2}"]
        {
            let (form, expected) = (from.parse(text).unwrap(), to.parse(text).unwrap());
            assert_eq!(copier.copy(form), Ok(expected), "{text}");
            assert_eq!(copier.copy(-form), Ok(-expected), "-({text})");
        }
    }

    #[test]
    fn depth_does_not_matter() {
        let (from, to) = (ValueStore::new(), ValueStore::new());
        let mut deep = from.parse("+-1").unwrap();
        for n in 0..20_000 {
            deep = from.from_options(&[from.integer(n).unwrap()], &[deep]).unwrap();
        }
        let copy = ValueCopier::new(&from, &to).copy(deep).unwrap();
        assert_eq!(to.left_stop(copy), from.left_stop(deep));
        assert_eq!(ValueCopier::new(&to, &from).copy(copy), Ok(deep));
    }
}
