//! Atomic weights: the rule against the definition, and the laws.

use crate::sketch::{all_small_game, game, infinitesimal_game};
use konane::value::{
    Analysis, CanonicalForm, Dyadic, NumberUpStar, Options, OutcomeClass, Side, ValueError, ValueStore,
};
use proptest::prelude::*;
use std::cmp::Ordering;

/// A nimber larger than any in these tests.
const FAR_STAR: u32 = 64;

fn number_up_star(store: &ValueStore, up: i32, star: u32) -> CanonicalForm {
    store.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up, star }).unwrap()
}

/// A·↑ by the definition of the Norton product: each move earns its player one of ↑ + Δ, where Δ runs
/// over the incentives of ↑, which are ↓ and ↑ + *.
fn ups(store: &ValueStore, a: CanonicalForm) -> CanonicalForm {
    if let Some(number) = store.as_number(a).filter(|number| number.is_integer()) {
        return number_up_star(store, number.numerator() as i32, 0);
    }
    let earnings = [CanonicalForm::ZERO, number_up_star(store, 2, 1)];
    let side = |side: Side| -> Options {
        let options = store.options(a, side).unwrap();
        let pairs = options.iter().flat_map(|&option| earnings.map(|earning| (ups(store, option), earning)));
        pairs
            .map(|(option, earning)| {
                store.add(option, if side == Side::Left { earning } else { -earning }).unwrap()
            })
            .collect()
    };
    store.from_options(&side(Side::Left), &side(Side::Right)).unwrap()
}

/// Whether A is an atomic weight of G by the definition: ↓★ ≤ G - A·↑ ≤ ↑★.
fn is_atomic_weight(store: &ValueStore, form: CanonicalForm, weight: CanonicalForm) -> bool {
    let difference = store.subtract(form, ups(store, weight)).unwrap();
    let bound = number_up_star(store, 1, FAR_STAR);
    store.le(-bound, difference).unwrap() && store.le(difference, bound).unwrap()
}

/// Games that are often atomic weights.
fn usual_weights(store: &ValueStore) -> Vec<CanonicalForm> {
    let mut weights: Vec<CanonicalForm> =
        (-20..=20).map(|quarters| store.number(Dyadic::new(quarters, 2).unwrap()).unwrap()).collect();
    for left in -3..=3 {
        for right in -3..=left {
            let options = [store.integer(left).unwrap(), store.integer(right).unwrap()];
            weights.push(store.from_options(&options[..1], &options[1..]).unwrap());
        }
    }
    weights.extend(
        (-2..=2)
            .flat_map(|up| (1..=3).map(move |star| (up, star)))
            .map(|(up, star)| number_up_star(store, up, star)),
    );
    weights
}

#[test]
fn known_atomic_weights() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let weights = [
        ("0", "0"),
        ("*5", "0"),
        ("^3*2", "3"),
        ("vv*", "-2"),
        ("^<2>", "0"),
        ("^[3]", "1"),
        ("{1|^^||^}", "2"),
        ("{^3|vv}", "{1|0}"),
        ("{0||0|v3}", "0"),
        ("{^^*|v*}", "1/2"),
        ("{^^*|vv*}", "*"),
        ("Tiny(1)", "0"),
        ("Miny(1/4)", "0"),
        ("Tiny(1)+^", "1"),
    ];
    for (text, weight) in weights {
        let (form, weight) = (store.parse(text).unwrap(), store.parse(weight).unwrap());
        assert_eq!(analysis.atomic_weight(form), Ok(weight), "{text}");
        assert_eq!(analysis.atomic_weight(-form), Ok(-weight), "{text}");
        assert_eq!(analysis.is_atomic(form), Ok(true));
        assert!(is_atomic_weight(&store, form, weight));
    }
    for text in ["{1|^3||^}", "{2|{1|0}}", "1", "1/2^", "1*", "+-1", "{1|0}", "2Tiny(1)"] {
        let form = store.parse(text).unwrap();
        let reason = match store.is_infinitesimal(form) {
            true => ValueError::NotAtomic,
            false => ValueError::NotInfinitesimal,
        };
        assert_eq!(analysis.atomic_weight(form), Err(reason), "{text}");
        assert_eq!(analysis.is_atomic(-form), Ok(false), "{text}");
    }
    assert!(ValueError::NotAtomic.is_undefined());
}

#[test]
fn no_far_star_beyond_the_largest_nimber() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let largest = store.nimber(4095).unwrap();
    assert_eq!(analysis.atomic_weight(largest), Ok(CanonicalForm::ZERO));
    let answer = number_up_star(&store, -3, 4095);
    let beside = store.from_options(&[CanonicalForm::ZERO], &[answer]).unwrap();
    assert_eq!(analysis.atomic_weight(beside), Err(ValueError::NimberOverflow));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_weight_of_an_all_small_game_is_the_only_one_by_definition(sketch in all_small_game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let weight = Analysis::new(&store).atomic_weight(form).unwrap();
        prop_assert!(is_atomic_weight(&store, form, weight));
        for other in usual_weights(&store) {
            prop_assert_eq!(is_atomic_weight(&store, form, other), other == weight);
        }
    }

    #[test]
    fn infinitesimals_that_are_refused_have_no_weight(sketch in infinitesimal_game(2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let weight = match Analysis::new(&store).atomic_weight(form) {
            Ok(weight) => Some(weight),
            Err(error) => {
                prop_assert_eq!(error, ValueError::NotAtomic);
                None
            }
        };
        if let Some(weight) = weight {
            prop_assert!(is_atomic_weight(&store, form, weight));
        }
        for other in usual_weights(&store) {
            prop_assert_eq!(is_atomic_weight(&store, form, other), weight == Some(other));
        }
    }

    #[test]
    fn hot_games_have_no_weight(sketch in game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let atomic = Analysis::new(&store).is_atomic(form).unwrap();
        prop_assert!(!atomic || store.is_infinitesimal(form));
        if !store.is_infinitesimal(form) {
            let weights = usual_weights(&store);
            prop_assert!(!weights.into_iter().any(|weight| is_atomic_weight(&store, form, weight)));
        }
    }

    #[test]
    fn weights_add(a in infinitesimal_game(2), b in all_small_game(2, 2)) {
        let store = ValueStore::new();
        let mut analysis = Analysis::new(&store);
        let (a, b) = (a.form(&store), b.form(&store));
        let weight_b = analysis.atomic_weight(b).unwrap();
        let weight_of_sum = analysis.atomic_weight(store.add(a, b).unwrap());
        match analysis.atomic_weight(a) {
            Ok(weight_a) => prop_assert_eq!(weight_of_sum, store.add(weight_a, weight_b)),
            // Else a = (a + b) - b would be atomic too.
            Err(error) => prop_assert_eq!(weight_of_sum, Err(error)),
        }
    }

    #[test]
    fn whoever_is_two_ahead_wins(sketch in all_small_game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let weight = Analysis::new(&store).atomic_weight(form).unwrap();
        let outcome = store.outcome_class(form).unwrap();
        let at_least = |n| store.le(store.integer(n).unwrap(), weight).unwrap();
        let at_most = |n| store.le(weight, store.integer(n).unwrap()).unwrap();
        prop_assert!(!at_least(2) || outcome == OutcomeClass::Left);
        prop_assert!(!at_most(-2) || outcome == OutcomeClass::Right);
        prop_assert!(!at_least(1) || matches!(outcome, OutcomeClass::Left | OutcomeClass::Next));
        // Beside a far star an integer weight tells the outcome by its sign.
        if let Some(ahead) = store.as_number(weight).filter(|weight| weight.is_integer()) {
            let far_star = store.nimber(FAR_STAR).unwrap();
            let expected = match ahead.cmp(&Dyadic::ZERO) {
                Ordering::Equal => None,
                order => Some(order),
            };
            prop_assert_eq!(store.compare(form, far_star), Ok(expected));
        }
    }
}
