//! The partial order of games.
//!
//! G ≤ H exactly when no left option of G is ≥ H and no right option of H is ≤ G (Conway, *On Numbers
//! and Games*, ch. 0). Before that recursion come the cheap answers:
//!
//! * G ≤ H implies that neither stop of G exceeds that of H, and left_stop(G) < right_stop(H) implies
//!   G < H (Siegel II.3.17);
//! * numbers, and numbers plus ups and nimbers, compare by arithmetic;
//! * a number x and a game G that is not one compare by the stops of G, and where x equals a stop by
//!   whether the option that reaches it is as good as x (number avoidance, Siegel II.3.20);
//! * a memo, in which G ≤ H and -H ≤ -G are one entry.

use super::store::{Node, Side, Stops};
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// How much stack must be left before recursion moves to a new segment of it, and how large that is.
const STACK_LEFT: usize = 64 << 10;
const STACK_SEGMENT: usize = 4 << 20;

/// Runs a step of a recursion whose depth the input decides, on a stack that grows as needed.
pub(super) fn with_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_LEFT, STACK_SEGMENT, step)
}

/// A non-number given by options that are canonical forms, before it has a canonical form itself.
pub(super) struct Pending<'a> {
    pub(super) stops: Stops,
    pub(super) left: &'a [CanonicalForm],
    pub(super) right: &'a [CanonicalForm],
}

/// Answers already found in comparing one [`Pending`] form: whether a form is ≤ it, or ≥ it.
#[derive(Default)]
pub(super) struct PendingMemo(FxHashMap<(CanonicalForm, bool), bool>);

/// With more options than this, comparing a form with all of them costs more than remembering it.
const FEW_OPTIONS: usize = 12;

impl PendingMemo {
    /// What is known already, if there are many `options` to look through otherwise.
    fn noted(&self, key: (CanonicalForm, bool), options: &[CanonicalForm]) -> Option<bool> {
        if options.len() > FEW_OPTIONS { self.0.get(&key).copied() } else { None }
    }

    /// The answer false, found by looking through `options`: noted if they are many.
    fn note_false(&mut self, key: (CanonicalForm, bool), options: &[CanonicalForm]) -> bool {
        if options.len() > FEW_OPTIONS {
            self.0.insert(key, false);
        }
        false
    }
}

impl ValueStore {
    /// Whether g ≤ h, that is, whether Left does at least as well in h as in g whatever is added.
    ///
    /// Answered from the stops in most cases; else the cost is the number of distinct pairs of
    /// followers that must be compared. Fails only where an option of a huge number-up-star would have
    /// to be made and cannot be, or at [`ValueStore::interrupt`].
    pub fn le(&self, g: CanonicalForm, h: CanonicalForm) -> Result<bool, ValueError> {
        if g == h {
            return Ok(true);
        }
        let (node_g, node_h) = (self.node(g), self.node(h));
        if let Some(answer) = self.le_by_stops(&node_g, &node_h) {
            return Ok(answer);
        }
        if let Some(answer) = self.comparisons.get(g, h) {
            return Ok(answer);
        }
        self.check_interrupt()?;
        let answer = with_stack(|| -> Result<bool, ValueError> {
            Ok(!self.any_option(&node_g, Side::Left, |left| self.le(h, left))?
                && !self.any_option(&node_h, Side::Right, |right| self.le(right, g))?)
        })?;
        self.comparisons.insert(g, h, answer);
        Ok(answer)
    }

    /// The order of two games, or `None` if they are confused (fuzzy).
    pub fn compare(&self, g: CanonicalForm, h: CanonicalForm) -> Result<Option<Ordering>, ValueError> {
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    #[inline]
    fn le_by_stops(&self, g: &Node, h: &Node) -> Option<bool> {
        if self.numbers.compare(g.left_stop, h.left_stop) == Ordering::Greater
            || self.numbers.compare(g.right_stop, h.right_stop) == Ordering::Greater
        {
            return Some(false);
        }
        if self.numbers.compare(g.left_stop, h.right_stop) == Ordering::Less {
            return Some(true);
        }
        if g.is_number_up_star() && h.is_number_up_star() {
            return Some(self.number_up_star_le(self.number_up_star_of(g), self.number_up_star_of(h)));
        }
        // What is left of the cases with a number is that it equals the stop of the other that it faces.
        match (g.is_number(), h.is_number()) {
            (true, _) => Some(!h.right_reach()),
            (_, true) => Some(!g.left_reach()),
            _ => None,
        }
    }

    /// Whether some option of a value that is not a number satisfies the condition.
    #[inline]
    fn any_option(
        &self,
        node: &Node,
        side: Side,
        mut condition: impl FnMut(CanonicalForm) -> Result<bool, ValueError>,
    ) -> Result<bool, ValueError> {
        if self.has_stored_options(node) {
            for option in self.stored_options(node, side) {
                if condition(option)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for option in self.options_of(node, side)? {
            if condition(option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether h ≤ G for the pending form G.
    pub(super) fn le_pending(
        &self,
        h: CanonicalForm,
        g: &Pending<'_>,
        memo: &mut PendingMemo,
    ) -> Result<bool, ValueError> {
        let (node, stops) = (self.node(h), &g.stops);
        if self.numbers.compare(node.left_stop, stops.left) == Ordering::Greater
            || self.numbers.compare(node.right_stop, stops.right) == Ordering::Greater
        {
            return Ok(false);
        }
        if self.numbers.compare(node.left_stop, stops.right) == Ordering::Less {
            return Ok(true);
        }
        if node.is_number() {
            return Ok(!stops.right_reach);
        }
        if let Some(known) = memo.noted((h, true), g.right) {
            return Ok(known);
        }
        for &right in g.right {
            if self.le(right, h)? {
                return Ok(memo.note_false((h, true), g.right));
            }
        }
        self.memoised(memo, (h, true), |memo| {
            Ok(!self.any_option(&node, Side::Left, |left| self.pending_le(g, left, memo))?)
        })
    }

    /// Whether G ≤ h for the pending form G.
    pub(super) fn pending_le(
        &self,
        g: &Pending<'_>,
        h: CanonicalForm,
        memo: &mut PendingMemo,
    ) -> Result<bool, ValueError> {
        let (node, stops) = (self.node(h), &g.stops);
        if self.numbers.compare(stops.left, node.left_stop) == Ordering::Greater
            || self.numbers.compare(stops.right, node.right_stop) == Ordering::Greater
        {
            return Ok(false);
        }
        if self.numbers.compare(stops.left, node.right_stop) == Ordering::Less {
            return Ok(true);
        }
        if node.is_number() {
            return Ok(!stops.left_reach);
        }
        if let Some(known) = memo.noted((h, false), g.left) {
            return Ok(known);
        }
        for &left in g.left {
            if self.le(h, left)? {
                return Ok(memo.note_false((h, false), g.left));
            }
        }
        self.memoised(memo, (h, false), |memo| {
            Ok(!self.any_option(&node, Side::Right, |right| self.le_pending(right, g, memo))?)
        })
    }

    fn memoised(
        &self,
        memo: &mut PendingMemo,
        key: (CanonicalForm, bool),
        answer: impl FnOnce(&mut PendingMemo) -> Result<bool, ValueError>,
    ) -> Result<bool, ValueError> {
        if let Some(&known) = memo.0.get(&key) {
            return Ok(known);
        }
        let answer = with_stack(|| answer(memo))?;
        memo.0.insert(key, answer);
        Ok(answer)
    }
}
