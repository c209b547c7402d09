//! Tiny and miny: threats that are answered at once.
//!
//! Tiny(G) = {0 ‖ 0 | -G} and Miny(G) = {G | 0 ‖ 0} = -Tiny(G) (*Winning Ways*, ch. 5). For G > 0 tiny is
//! a positive infinitesimal: Right's only move threatens to go on to -G, and Left takes the threat away.

use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// Tiny(G) = {0 ‖ 0 | -G}, for any game G.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let one = store.integer(1)?;
    /// assert_eq!(store.tiny(one)?, store.parse("{0||0|-1}")?);
    /// assert_eq!(store.miny(one)?, store.parse("{1|0||0}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiny(&self, g: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let zero = CanonicalForm::ZERO;
        let threat = self.from_options(&[zero], &[-g])?;
        self.from_options(&[zero], &[threat])
    }

    /// Miny(G) = {G | 0 ‖ 0}, the negative of Tiny(G).
    pub fn miny(&self, g: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        Ok(-self.tiny(g)?)
    }
}
