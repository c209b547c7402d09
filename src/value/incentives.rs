//! Incentives: what a player gains by a move.
//!
//! The left incentives of G are G^L - G, the right ones G - G^R: in a sum, a move in G is at least as
//! good as one in H for its mover whenever its incentive is ≥ that of the other (*Winning Ways*, ch. 6;
//! Siegel, *Combinatorial Game Theory*, ch. II). As G^L ⊲| G ⊲| G^R, no incentive is ≥ 0. The left
//! incentives of G are the right ones of -G.

use super::store::{Options, Side};
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// The incentives of one player that no other one of his exceeds, in no particular order.
    ///
    /// Options of a canonical form do not dominate each other, and so each gives its own incentive.
    /// Costs a sum for each option.
    pub fn incentives(&self, form: CanonicalForm, side: Side) -> Result<Options, ValueError> {
        let options = self.options(form, side)?.into_iter();
        match side {
            Side::Left => options.map(|option| self.subtract(option, form)).collect(),
            Side::Right => options.map(|option| self.subtract(form, option)).collect(),
        }
    }

    /// The incentives of both players that no other one exceeds, in no particular order.
    pub fn incentives_of_both(&self, form: CanonicalForm) -> Result<Options, ValueError> {
        let mut incentives = self.incentives(form, Side::Left)?;
        incentives.extend(self.incentives(form, Side::Right)?);
        self.undominated(incentives.into_iter(), Side::Left)
    }
}
