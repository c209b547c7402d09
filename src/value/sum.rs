//! Sums of games.
//!
//! G + H has the options G^L + H, G + H^L and G^R + H, G + H^R. Numbers and number-up-stars are added
//! by arithmetic; adding a number x to a game that is not one moves all its options by x and leaves
//! the form canonical (number translation, Siegel II.3.13); G + (-G) is 0 by identity of handles.

use super::order::with_stack;
use super::store::{Options, Side, Stops};
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// The sum g + h.
    ///
    /// Memoised; a new sum of two hot games costs a canonical form for each pair of their followers.
    pub fn add(&self, g: CanonicalForm, h: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        if g.is_zero() {
            return Ok(h);
        }
        if h.is_zero() {
            return Ok(g);
        }
        if g == -h {
            return Ok(CanonicalForm::ZERO);
        }
        let (node_g, node_h) = (self.node(g), self.node(h));
        if node_g.is_number_up_star() && node_h.is_number_up_star() {
            return self
                .add_number_up_stars(self.number_up_star_of(&node_g), self.number_up_star_of(&node_h));
        }
        if let Some(sum) = self.sums.get(g, h) {
            return Ok(sum);
        }
        let sum = with_stack(|| match (node_g.is_number(), node_h.is_number()) {
            (true, _) => self.translate(h, g),
            (_, true) => self.translate(g, h),
            _ => self.add_options(g, h),
        })?;
        self.sums.insert(g, h, sum);
        Ok(sum)
    }

    /// The difference g - h.
    pub fn subtract(&self, g: CanonicalForm, h: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        self.add(g, -h)
    }

    /// The sum of |n| copies of g, or of -g for negative n; log₂ |n| sums.
    pub fn multiple(&self, n: i64, g: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        if g.is_self_negative() {
            return Ok(if n % 2 == 0 { CanonicalForm::ZERO } else { g });
        }
        let mut power = if n < 0 { -g } else { g };
        let mut sum = CanonicalForm::ZERO;
        let mut rest = n.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }

    fn add_options(&self, g: CanonicalForm, h: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let side = |side: Side| -> Result<Options, ValueError> {
            let mut options = Options::new();
            for option in self.options(g, side)? {
                options.push(self.add(option, h)?);
            }
            for option in self.options(h, side)? {
                options.push(self.add(g, option)?);
            }
            Ok(options)
        };
        self.from_options(&side(Side::Left)?, &side(Side::Right)?)
    }

    /// g + x for a number x and a game g that is neither a number nor a number-up-star.
    fn translate(&self, g: CanonicalForm, x: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let side = |side: Side| -> Result<Options, ValueError> {
            let mut options = Options::new();
            for option in self.options(g, side)? {
                options.push(self.add(option, x)?);
            }
            options.sort_unstable();
            Ok(options)
        };
        let (node, number) = (self.node(g), self.node(x).left_stop);
        let stops = Stops {
            left: self.numbers.sum(node.left_stop, number)?,
            right: self.numbers.sum(node.right_stop, number)?,
            left_reach: node.left_reach(),
            right_reach: node.right_reach(),
        };
        self.intern_options(stops, &side(Side::Left)?, &side(Side::Right)?)
    }
}
