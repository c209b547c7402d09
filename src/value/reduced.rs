//! The reduced canonical form: the simplest value that differs from a game by an infinitesimal.
//!
//! Games that differ by an infinitesimal have the same stops in every sum with a game that does not
//! end in a number. Among all of those close to G there is one that is simplest, Rcf(G); so
//! Rcf(G) = Rcf(H) exactly when G - H is infinitesimal (Calistrate, "The reduced canonical form of a
//! game", 1996; Grossman and Siegel, "Reductions of partizan games", 2009; Siegel, *Combinatorial Game
//! Theory*, ch. II). It is found by heating G by *, which makes a reversible or dominated option of
//! each that is so up to infinitesimals, and then removing the stars: with
//!
//! * p(x) = p(x*) = x for a number x,
//! * p(G) = {p(G^L) | p(G^R)} otherwise,
//!
//! Rcf(G) = p(∫*G). A number plus an infinitesimal is reduced to that number.

use super::order::with_stack;
use super::store::{Options, Side};
use super::{Analysis, CanonicalForm, NumberUpStar, ValueError, ValueStore};
use rustc_hash::FxHashMap;

/// What values are once their stars are removed.
#[derive(Default)]
pub(super) struct StarProjections(FxHashMap<CanonicalForm, CanonicalForm>);

impl Analysis<'_> {
    /// The reduced canonical form.
    ///
    /// Costs a canonical form or two for each follower.
    ///
    /// ```
    /// use konane::value::{Analysis, ValueStore};
    /// let store = ValueStore::new();
    /// let reduced = Analysis::new(&store).reduced_canonical_form(store.parse("{3||2*|1*}")?)?;
    /// assert_eq!(reduced, store.parse("{3||2|1}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced_canonical_form(&mut self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let store = self.store();
        if store.is_numberish(form) {
            return store.number(store.left_stop(form));
        }
        let heated = store.heat(form, store.nimber(1)?)?;
        self.star_projections.find(store, heated)
    }
}

impl StarProjections {
    fn find(&mut self, store: &ValueStore, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let parts = store.number_up_star_key(form);
        if let Some(parts) = parts.filter(|parts| parts.up == 0 && parts.star <= 1) {
            return store.intern_number_up_star(NumberUpStar { star: 0, ..parts });
        }
        let representative = form.min(-form);
        let projection = match self.0.get(&representative) {
            Some(&known) => known,
            None => {
                let projection = with_stack(|| self.by_options(store, representative))?;
                self.0.insert(representative, projection);
                projection
            }
        };
        Ok(if form == representative { projection } else { -projection })
    }

    fn by_options(&mut self, store: &ValueStore, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let mut side = |side: Side| -> Result<Options, ValueError> {
            store.options(form, side)?.into_iter().map(|option| self.find(store, option)).collect()
        };
        let (left, right) = (side(Side::Left)?, side(Side::Right)?);
        store.from_options(&left, &right)
    }
}
