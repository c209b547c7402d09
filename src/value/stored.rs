//! Values written down outside a store, and taken back from there.
//!
//! A canonical form is determined by its options, so a value can be kept as the list of its canonical
//! options, each of which is kept before it; a number-up-star, whose options may be many, as its three
//! parts. Taking it back needs no comparison: the options are known to be canonical, and their stops give
//! those of the form (the stops of a game that is no number are the best opposite stops of its options).

use super::canonical::Simplest;
use super::store::{Options, Side};
use super::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};

/// A canonical form as it is written down.
pub(crate) enum StoredValue {
    /// A number, a multiple of ↑ and a nimber, whose sum it is.
    NumberUpStar(NumberUpStar<Dyadic>),
    /// The canonical options of Left and of Right of any other value.
    Options(Options, Options),
}

impl ValueStore {
    /// The value as it is to be written down.
    pub(crate) fn stored_value(&self, form: CanonicalForm) -> StoredValue {
        let node = self.node(form);
        if node.is_number_up_star() {
            let parts = self.number_up_star_of(&node);
            return StoredValue::NumberUpStar(parts.map_number(|number| self.numbers.number(number)));
        }
        let options = |side| self.stored_options(&node, side).collect();
        StoredValue::Options(options(Side::Left), options(Side::Right))
    }

    /// The value with these options, which must be the canonical ones: that is not checked, and where they
    /// are not, the form is none of a value.
    pub(crate) fn with_canonical_options(
        &self,
        mut left: Options,
        mut right: Options,
    ) -> Result<CanonicalForm, ValueError> {
        match self.simplest_number(&left, &right)? {
            Simplest::Number(number) => self.number(number),
            Simplest::NotANumber(stops) => {
                left.sort_unstable();
                right.sort_unstable();
                self.intern_options(stops, &left, &right)
            }
        }
    }
}
