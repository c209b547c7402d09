//! Even and odd games: whether the number of moves left is even or odd, however play goes.
//!
//! G is *even* if all its options are odd, and *odd* if it has options and all of them are even; so 0
//! is even, * is odd, and most games are neither. *Even-tempered* and *odd-tempered* are the same with
//! all numbers counted as even-tempered, so that only the moves down to a number count (Siegel,
//! *Combinatorial Game Theory*, exercises to ch. II). Options are those of the canonical form.

use super::number_up_star::NumberUpStar;
use super::order::with_stack;
use super::store::Side;
use super::{CanonicalForm, Dyadic, ValueError, ValueStore};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
}

impl Parity {
    fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}

/// Which moves are counted.
#[derive(Clone, Copy)]
enum Counted {
    /// All moves.
    All,
    /// Those made before a number is reached.
    BeforeNumbers,
}

impl ValueStore {
    /// Whether every line of play from the canonical form takes an even number of moves.
    ///
    /// This and the three that follow cost a step for each option of each follower.
    pub fn is_even(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.has_parity(form, Counted::All, Parity::Even)
    }

    /// Whether every line of play from the canonical form takes an odd number of moves.
    pub fn is_odd(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.has_parity(form, Counted::All, Parity::Odd)
    }

    /// Whether a number is reached after an even number of moves, however play goes.
    pub fn is_even_tempered(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.has_parity(form, Counted::BeforeNumbers, Parity::Even)
    }

    /// Whether a number is reached after an odd number of moves, however play goes.
    pub fn is_odd_tempered(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.has_parity(form, Counted::BeforeNumbers, Parity::Odd)
    }

    fn has_parity(&self, form: CanonicalForm, counted: Counted, parity: Parity) -> Result<bool, ValueError> {
        Ok(self.parity(form, counted, &mut FxHashMap::default())? == Some(parity))
    }

    /// The parity, if there is one; the negative has the same.
    fn parity(
        &self,
        form: CanonicalForm,
        counted: Counted,
        known: &mut FxHashMap<CanonicalForm, Option<Parity>>,
    ) -> Result<Option<Parity>, ValueError> {
        if let Some(parts) = self.number_up_star(form) {
            return Ok(parts.parity(counted));
        }
        let representative = form.min(-form);
        if let Some(&parity) = known.get(&representative) {
            return Ok(parity);
        }
        let parity = with_stack(|| self.parity_by_options(representative, counted, known))?;
        known.insert(representative, parity);
        Ok(parity)
    }

    fn parity_by_options(
        &self,
        form: CanonicalForm,
        counted: Counted,
        known: &mut FxHashMap<CanonicalForm, Option<Parity>>,
    ) -> Result<Option<Parity>, ValueError> {
        let mut common = None;
        for side in [Side::Left, Side::Right] {
            for option in self.options(form, side)? {
                let parity = self.parity(option, counted, known)?;
                if parity.is_none() || parity != *common.get_or_insert(parity) {
                    return Ok(None);
                }
            }
        }
        Ok(common.flatten().map(Parity::other))
    }
}

impl NumberUpStar<Dyadic> {
    /// An integer n has |n| moves; any other number has two options whose parities differ or of which
    /// one has none. Of nimbers only 0 and * have a parity, and no value with a multiple of ↑ has one:
    /// ↑ = {0 | *}, ↑* = {0,* | 0}, and the others have one of these among their followers.
    fn parity(&self, counted: Counted) -> Option<Parity> {
        let number = match counted {
            Counted::BeforeNumbers => Parity::Even,
            Counted::All if !self.number.is_integer() => return None,
            Counted::All if self.number.numerator() % 2 == 0 => Parity::Even,
            Counted::All => Parity::Odd,
        };
        match (self.up, self.star) {
            (0, 0) => Some(number),
            (0, 1) => Some(number.other()),
            _ => None,
        }
    }
}
