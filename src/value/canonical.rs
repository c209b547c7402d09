//! The canonical form of a game given by its options.
//!
//! Delete dominated options, bypass reversible ones until nothing changes: what is left is the one
//! canonical form (Siegel II.2.9). Two short cuts come first. If some number x satisfies
//! G^L ⊲| x ⊲| G^R for all options, G is the simplest such number (Siegel II.3.6), and since a
//! number compares with any form by its stops alone, that is found in one pass. If there is none, that
//! same pass has found both stops of G, and G is compared with the followers of its options (for
//! reversibility) mostly by stops.

use super::dyadic::Bound;
use super::number_key::NumberKey;
use super::order::{Pending, PendingMemo};
use super::store::{Options, Side, Stops};
use super::{CanonicalForm, Dyadic, ValueError, ValueStore};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Where the numbers x with G^L ⊲| x end below (for options of Left), or above (for Right's).
#[derive(Clone, Copy)]
struct KeyBound {
    at: NumberKey,
    open: bool,
}

/// What the simplicity theorem says of a pair of option lists.
pub(super) enum Simplest {
    Number(Dyadic),
    NotANumber(Stops),
}

impl ValueStore {
    /// The canonical form of the game `{left | right}`.
    ///
    /// The lists may be in any order and hold any forms of this store. Costs a comparison for each
    /// pair of options on one side and for each follower two moves on.
    pub fn from_options(
        &self,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Result<CanonicalForm, ValueError> {
        let stops = match self.simplest_number(left, right)? {
            Simplest::Number(number) => return self.number(number),
            Simplest::NotANumber(stops) => stops,
        };
        // Many nimbers, which are all confused with each other, would cost the cube of their number.
        if stops.left == stops.right
            && let Some(nimber) = self.recognise_nimber(left, right)
        {
            return self.intern_number_up_star(nimber);
        }
        let left = self.undominated(left.iter().copied(), Side::Left)?;
        let right = self.undominated(right.iter().copied(), Side::Right)?;
        let pending = Pending { stops, left: &left, right: &right };
        let mut memo = PendingMemo::default();
        let new_left = self.bypass_reversible(&pending, Side::Left, &mut memo)?;
        let new_right = self.bypass_reversible(&pending, Side::Right, &mut memo)?;
        let mut left = new_left.unwrap_or(left);
        let mut right = new_right.unwrap_or(right);
        left.sort_unstable();
        right.sort_unstable();
        self.intern_options(stops, &left, &right)
    }

    /// Finds the number that `{left | right}` equals, or else its stops.
    pub(super) fn simplest_number(
        &self,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Result<Simplest, ValueError> {
        let low = left
            .iter()
            .map(|&option| self.bound_below(option))
            .reduce(|a, b| self.tighter(a, b, Ordering::Greater));
        let high = right
            .iter()
            .map(|&option| self.bound_above(option))
            .reduce(|a, b| self.tighter(a, b, Ordering::Less));
        if let (Some(low), Some(high)) = (low, high) {
            let order = self.numbers.compare(low.at, high.at);
            if order == Ordering::Greater || (order == Ordering::Equal && (low.open || high.open)) {
                return Ok(Simplest::NotANumber(Stops {
                    left: low.at,
                    right: high.at,
                    left_reach: low.open,
                    right_reach: high.open,
                }));
            }
        }
        let bound = |b: KeyBound| Bound { at: self.numbers.number(b.at), open: b.open };
        let number = Dyadic::simplest_between(low.map(bound), high.map(bound))?;
        Ok(Simplest::Number(number.expect("the interval was seen not to be empty")))
    }

    /// The bound on x in G^L ⊲| x, which fails exactly when x ≤ G^L.
    fn bound_below(&self, option: CanonicalForm) -> KeyBound {
        let node = self.node(option);
        KeyBound { at: node.right_stop, open: node.is_number() || !node.right_reach() }
    }

    /// The bound on x in x ⊲| G^R, which fails exactly when G^R ≤ x.
    fn bound_above(&self, option: CanonicalForm) -> KeyBound {
        let node = self.node(option);
        KeyBound { at: node.left_stop, open: node.is_number() || !node.left_reach() }
    }

    fn tighter(&self, a: KeyBound, b: KeyBound, wanted: Ordering) -> KeyBound {
        match self.numbers.compare(a.at, b.at) {
            Ordering::Equal => KeyBound { at: a.at, open: a.open || b.open },
            order if order == wanted => a,
            _ => b,
        }
    }

    /// Removes options of a player that their stops alone show to be worse than another one.
    ///
    /// Left's option G is less than her option H if left_stop(G) < right_stop(H) (Siegel II.3.17). Takes a
    /// look at each option, and leaves the value as it is.
    pub(crate) fn remove_outclassed<A>(&self, options: &mut SmallVec<A>, side: Side)
    where
        A: smallvec::Array<Item = CanonicalForm>,
    {
        let worse = if side == Side::Left { Ordering::Less } else { Ordering::Greater };
        // The stop that is certain, and the one that is hoped for.
        let stops = |option: CanonicalForm| {
            let node = self.node(option);
            match side {
                Side::Left => (node.right_stop, node.left_stop),
                Side::Right => (node.left_stop, node.right_stop),
            }
        };
        let best = options
            .iter()
            .map(|&option| stops(option).0)
            .reduce(|a, b| if self.numbers.compare(a, b) == worse { b } else { a });
        if let Some(best) = best {
            options.retain(|&mut option| self.numbers.compare(stops(option).1, best) != worse);
        }
    }

    /// Whether `a` is at least as good as `b` for the player of `side`.
    fn at_least_as_good(&self, a: CanonicalForm, b: CanonicalForm, side: Side) -> Result<bool, ValueError> {
        match side {
            Side::Left => self.le(b, a),
            Side::Right => self.le(a, b),
        }
    }

    /// The options that no other one dominates, each once.
    pub(super) fn undominated(
        &self,
        options: impl Iterator<Item = CanonicalForm>,
        side: Side,
    ) -> Result<Options, ValueError> {
        let mut kept = Options::new();
        'options: for option in options {
            if kept.contains(&option) {
                continue;
            }
            let mut index = 0;
            while index < kept.len() {
                if self.at_least_as_good(kept[index], option, side)? {
                    continue 'options;
                }
                if self.at_least_as_good(option, kept[index], side)? {
                    kept.swap_remove(index);
                } else {
                    index += 1;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }

    /// Replaces reversible options of one side by what they reverse to; `None` if there are none.
    fn bypass_reversible(
        &self,
        pending: &Pending<'_>,
        side: Side,
        memo: &mut PendingMemo,
    ) -> Result<Option<Options>, ValueError> {
        let options = if side == Side::Left { pending.left } else { pending.right };
        let mut open: Options = options.into();
        let mut kept = Options::new();
        let mut changed = false;
        while let Some(option) = open.pop() {
            self.check_interrupt()?;
            match self.reverses_through(option, pending, side, memo)? {
                None if !kept.contains(&option) => kept.push(option),
                None => {}
                Some(through) => {
                    open.extend(self.options(through, side)?);
                    changed = true;
                }
            }
        }
        if changed { self.undominated(kept.into_iter(), side).map(Some) } else { Ok(None) }
    }

    /// The answer of the opponent to `option` that is no worse for him than the whole game, if any.
    fn reverses_through(
        &self,
        option: CanonicalForm,
        pending: &Pending<'_>,
        side: Side,
        memo: &mut PendingMemo,
    ) -> Result<Option<CanonicalForm>, ValueError> {
        for answer in self.options(option, side.opposite())? {
            let reverses = match side {
                Side::Left => self.le_pending(answer, pending, memo)?,
                Side::Right => self.pending_le(pending, answer, memo)?,
            };
            if reverses {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms born by day 2.
    fn forms(store: &ValueStore) -> Vec<CanonicalForm> {
        let star = store.nimber(1).unwrap();
        let one = store.integer(1).unwrap();
        let day_one = [CanonicalForm::ZERO, star, one, -one];
        let subset = |set: usize| -> Vec<CanonicalForm> {
            (0..4).filter(|bit| set >> bit & 1 == 1).map(|bit| day_one[bit]).collect()
        };
        let pairs = (0..16).flat_map(|left| (0..16).map(move |right| (left, right)));
        let mut forms: Vec<_> =
            pairs.map(|(left, right)| store.from_options(&subset(left), &subset(right)).unwrap()).collect();
        forms.sort_unstable();
        forms.dedup();
        forms
    }

    #[test]
    fn outclassed_options_do_not_matter() {
        let store = ValueStore::new();
        let forms = forms(&store);
        assert_eq!(forms.len(), 22);
        let zero = [CanonicalForm::ZERO];
        let mut removed = 0;
        let pairs = forms.iter().flat_map(|a| forms.iter().map(move |b| [*a, *b]));
        for [a, b, c] in pairs.flat_map(|[a, b]| forms.iter().map(move |c| [a, b, *c])) {
            for side in [Side::Left, Side::Right] {
                let form = |options: &[CanonicalForm]| match side {
                    Side::Left => store.from_options(options, &zero).unwrap(),
                    Side::Right => store.from_options(&zero, options).unwrap(),
                };
                let mut options: SmallVec<[CanonicalForm; 4]> = SmallVec::from_slice(&[a, b, c]);
                store.remove_outclassed(&mut options, side);
                assert_eq!(form(&options), form(&[a, b, c]));
                removed += 3 - options.len();
            }
        }
        assert!(removed > 10_000, "{removed}");
    }

    #[test]
    fn of_different_numbers_one_remains() {
        let store = ValueStore::new();
        let numbers = [2, -1, 0, 3].map(|number| store.integer(number).unwrap());
        for (side, best) in [(Side::Left, 3), (Side::Right, -1)] {
            let mut options: SmallVec<[CanonicalForm; 4]> = SmallVec::from(numbers);
            store.remove_outclassed(&mut options, side);
            assert_eq!(options[..], [store.integer(best).unwrap()]);
        }
        let mut none: SmallVec<[CanonicalForm; 4]> = SmallVec::new();
        store.remove_outclassed(&mut none, Side::Left);
        assert!(none.is_empty());
    }
}
