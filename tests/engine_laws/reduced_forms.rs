//! Reduced canonical forms: the simplest values within an infinitesimal.

use crate::sketch::{game, infinitesimal_game};
use konane::value::{Analysis, CanonicalForm, Options, Side, ValueStore};
use proptest::prelude::*;

/// The slow twin: among options, those dominated up to an infinitesimal deleted and those reversible
/// up to an infinitesimal bypassed, one at a time, until there are none (Grossman and Siegel).
struct ByElimination<'s>(&'s ValueStore);

impl ByElimination<'_> {
    /// Whether G ≤ H + ε for some infinitesimal ε: the difference H - G stops at 0 or above.
    fn le(&self, g: CanonicalForm, h: CanonicalForm) -> bool {
        let difference = self.0.subtract(h, g).unwrap();
        self.0.right_stop(difference).signum() >= 0
    }

    fn reduced(&self, form: CanonicalForm) -> CanonicalForm {
        if self.0.left_stop(form) == self.0.right_stop(form) {
            return self.0.number(self.0.left_stop(form)).unwrap();
        }
        let options = |side: Side| -> Options {
            self.0.options(form, side).unwrap().into_iter().map(|option| self.reduced(option)).collect()
        };
        // The mirror image has the options of Right for those of Left.
        let (mut left, mut right) = (options(Side::Left), options(Side::Right));
        loop {
            let negatives = |forms: &Options| -> Options { forms.iter().map(|&form| -form).collect() };
            let (before_left, before_right) = (left.clone(), right.clone());
            left = self.simplified(left, form);
            right = negatives(&self.simplified(negatives(&right), -form));
            if (&left, &right) == (&before_left, &before_right) {
                return self.0.from_options(&left, &right).unwrap();
            }
        }
    }

    /// Left options of a game close to `form`, one of them deleted or bypassed if there is reason to.
    fn simplified(&self, left: Options, form: CanonicalForm) -> Options {
        for (index, &option) in left.iter().enumerate() {
            let mut others = left.clone();
            others.remove(index);
            if others.iter().any(|&other| self.le(option, other)) {
                return others;
            }
            let answers = self.0.options(option, Side::Right).unwrap();
            if let Some(&answer) = answers.iter().find(|&&answer| self.le(answer, form)) {
                others.extend(self.0.options(answer, Side::Left).unwrap());
                return others;
            }
        }
        left
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_reduced_form_is_found_by_elimination(sketch in game(4, 3)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let reduced = analysis.reduced_canonical_form(form).unwrap();
        prop_assert_eq!(reduced, ByElimination(&store).reduced(form));
        prop_assert_eq!(analysis.reduced_canonical_form(-form), Ok(-reduced));
        prop_assert_eq!(analysis.reduced_canonical_form(reduced), Ok(reduced));
        prop_assert!(store.is_infinitesimal(store.subtract(form, reduced).unwrap()));
        prop_assert!(analysis.birthday(reduced).unwrap() <= analysis.birthday(form).unwrap());
    }

    #[test]
    fn games_close_to_each_other_have_one_reduced_form(a in game(3, 2), b in infinitesimal_game(2)) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        prop_assert!(store.is_infinitesimal(b));
        let mut analysis = Analysis::new(&store);
        prop_assert_eq!(analysis.reduced_canonical_form(b), Ok(CanonicalForm::ZERO));
        let sum = store.add(a, b).unwrap();
        let reduced = analysis.reduced_canonical_form(a);
        prop_assert_eq!(analysis.reduced_canonical_form(sum), reduced);
        prop_assert!(analysis.birthday(reduced.unwrap()).unwrap() <= analysis.birthday(sum).unwrap());
    }

    #[test]
    fn games_apart_have_different_ones(a in game(3, 2), b in game(3, 2)) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let mut analysis = Analysis::new(&store);
        let same = analysis.reduced_canonical_form(a).unwrap() == analysis.reduced_canonical_form(b).unwrap();
        prop_assert_eq!(same, store.is_infinitesimal(store.subtract(a, b).unwrap()));
    }
}

#[test]
fn known_reduced_forms() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let pairs = [
        ("{3||2*|1*}", "{3||2|1}"),
        ("5/2v3*2", "5/2"),
        ("Tiny({2|1})", "0"),
        ("{2^|*}", "{2|0}"),
        // Reversible through 0 only up to an infinitesimal.
        ("{1,{3|0}|0}", "{1|0}"),
        ("{1,1*|-1}", "+-1"),
        // {1* | 2} is 1, though its options are close to those of 3/2.
        ("{3||{1*|2}|0}", "{3||1|0}"),
    ];
    for (text, reduced) in pairs {
        let (form, reduced) = (store.parse(text).unwrap(), store.parse(reduced).unwrap());
        assert_eq!(analysis.reduced_canonical_form(form), Ok(reduced), "{text}");
    }
}
