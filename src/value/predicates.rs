//! Yes-or-no questions about a value.
//!
//! Two definitions behind them (Siegel, *Combinatorial Game Theory*, ch. II):
//!
//! * a game is *infinitesimal* if it lies between -x and x for every number x > 0, which is to say that
//!   both its stops are 0;
//! * it is *all-small* if in each of its followers either both players can move or none. A canonical
//!   form in which one player alone can move is an integer other than 0, and every number other than 0
//!   has one of those among its followers; so G is all-small if 0 is the only number that follows it.

use super::number_key::NumberKey;
use super::store::Side;
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// Whether the value is a number.
    pub fn is_number(&self, form: CanonicalForm) -> bool {
        self.node(form).is_number()
    }

    /// Whether the value is an integer.
    pub fn is_integer(&self, form: CanonicalForm) -> bool {
        self.as_number(form).is_some_and(|number| number.is_integer())
    }

    /// Whether the value is a nimber *k, 0 among them.
    pub fn is_nimber(&self, form: CanonicalForm) -> bool {
        self.number_up_star_key(form).is_some_and(|parts| parts.up == 0) && self.is_infinitesimal(form)
    }

    /// Whether the value is a number plus a multiple of ↑ plus a nimber, each of which may be 0.
    pub fn is_number_up_star(&self, form: CanonicalForm) -> bool {
        self.node(form).is_number_up_star()
    }

    /// Whether the value differs from a number by an infinitesimal: both stops are that number.
    pub fn is_numberish(&self, form: CanonicalForm) -> bool {
        let node = self.node(form);
        node.left_stop == node.right_stop
    }

    /// Whether the value is an infinitesimal, 0 among them: both stops are 0.
    pub fn is_infinitesimal(&self, form: CanonicalForm) -> bool {
        self.is_numberish(form) && self.left_stop(form).signum() == 0
    }

    /// Whether the value is all-small: no follower is a number but 0. Costs a step for each follower.
    pub fn is_all_small(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        // x + n·↑ + *k has the follower x, and from 0 it has no number but 0.
        Ok(self.is_infinitesimal(form)
            && self.all_number_up_stars(form, |parts| parts.number == NumberKey::ZERO)?)
    }

    /// Whether the value is a switch {x | y} with numbers x > y.
    pub fn is_switch(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        Ok(self.switch_options(form)?.is_some())
    }

    /// Whether the value is Tiny(G) = {0 ‖ 0 | -G} for some G whose right stop is positive.
    pub fn is_tiny(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.is_tiny_for(form, Side::Left)
    }

    /// Whether the value is Miny(G) = -Tiny(G) for some G whose right stop is positive.
    pub fn is_miny(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        self.is_tiny_for(form, Side::Right)
    }

    fn is_tiny_for(&self, form: CanonicalForm, side: Side) -> Result<bool, ValueError> {
        // A number added to it is the stop.
        Ok(self.is_infinitesimal(form) && self.number_tiny(form, side)?.is_some())
    }
}
