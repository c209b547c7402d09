//! Games whose moves are paid for.
//!
//! Cooling, heating, overheating and Norton multiplication all take G to
//!
//! φ(G) = {φ(G^L) + p | φ(G^R) - p},
//!
//! where p is what the player earns by the move, and differ in the games that they leave alone and in
//! p. All of them take -G to -φ(G).

use super::store::{Options, Side};
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// {φ(G^L) + p | φ(G^R) - p} over all options of the form G and all `payments` p.
    pub(super) fn with_paid_moves(
        &self,
        form: CanonicalForm,
        payments: &[CanonicalForm],
        mut image: impl FnMut(CanonicalForm) -> Result<CanonicalForm, ValueError>,
    ) -> Result<CanonicalForm, ValueError> {
        let mut side = |side: Side| -> Result<Options, ValueError> {
            let mut options = Options::new();
            for option in self.options(form, side)? {
                let option = image(option)?;
                for &payment in payments {
                    let earned = if side == Side::Left { payment } else { -payment };
                    options.push(self.add(option, earned)?);
                }
            }
            Ok(options)
        };
        let (left, right) = (side(Side::Left)?, side(Side::Right)?);
        self.from_options(&left, &right)
    }
}
