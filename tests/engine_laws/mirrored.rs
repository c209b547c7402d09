//! Every property of -G mirrors that of G, where -G is made move by move in a store of its own.

use crate::sketch::{Sketch, all_small_game, game, infinitesimal_game};
use konane::value::notation::Notation;
use konane::value::{Analysis, CanonicalForm, Side, UptimalExpansion, ValueError, ValueStore};
use proptest::prelude::*;

/// The text of G, or of -G.
fn text(store: &ValueStore, form: CanonicalForm, negated: bool) -> String {
    store.text(if negated { -form } else { form }, Notation::Braces).unwrap()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// All properties of G that are values, each as text or as the reason why it is undefined; of -G
/// mirrored.
fn values(form: CanonicalForm, store: &ValueStore, negated: bool) -> Vec<String> {
    let mut analysis = Analysis::new(store);
    let or_error = |result: Result<CanonicalForm, ValueError>| match result {
        Ok(value) => text(store, value, negated),
        Err(error) => error.to_string(),
    };
    let forms = |forms: &[CanonicalForm]| {
        sorted(forms.iter().map(|&form| text(store, form, negated)).collect()).join(", ")
    };
    let expansion = store.uptimal_expansion(form).map(|expansion| {
        let sign = if negated { -1 } else { 1 };
        let digits = expansion.digits().iter().map(|digit| sign * digit).collect();
        let number = if negated { -expansion.number() } else { expansion.number() };
        UptimalExpansion::new(number, digits, expansion.star()).to_string()
    });
    vec![
        or_error(analysis.atomic_weight(form)),
        or_error(analysis.reduced_canonical_form(form)),
        or_error(store.companion(form)),
        forms(&store.followers(form).unwrap()),
        expansion.unwrap_or_else(|error| error.to_string()),
    ]
}

/// Incentives are what a move gains its player: those of Left in G are those of Right in -G.
fn incentives(form: CanonicalForm, store: &ValueStore, negated: bool) -> Vec<Vec<String>> {
    let texts =
        |forms: &[CanonicalForm]| sorted(forms.iter().map(|&form| text(store, form, false)).collect());
    let mut sides = vec![
        texts(&store.incentives(form, Side::Left).unwrap()),
        texts(&store.incentives(form, Side::Right).unwrap()),
    ];
    if negated {
        sides.reverse();
    }
    sides.push(texts(&store.incentives_of_both(form).unwrap()));
    sides
}

/// What is the same for G and -G.
fn unsigned(form: CanonicalForm, store: &ValueStore) -> (u128, u64, Vec<bool>) {
    let questions = [
        Ok(store.is_number(form)),
        Ok(store.is_integer(form)),
        Ok(store.is_nimber(form)),
        Ok(store.is_number_up_star(form)),
        Ok(store.is_numberish(form)),
        Ok(store.is_infinitesimal(form)),
        store.is_all_small(form),
        store.is_uptimal(form),
        store.is_switch(form),
        store.is_even(form),
        store.is_odd(form),
        store.is_even_tempered(form),
        store.is_odd_tempered(form),
        Analysis::new(store).is_atomic(form),
    ];
    let questions = questions.into_iter().map(|answer| answer.unwrap()).collect();
    (store.stop_count(form).unwrap(), store.follower_count(form).unwrap(), questions)
}

fn check(sketch: &Sketch) {
    let (store, mirrored_store) = (ValueStore::new(), ValueStore::new());
    let (form, mirrored) = (sketch.form(&store), sketch.negated().form(&mirrored_store));
    assert_eq!(values(form, &store, false), values(mirrored, &mirrored_store, true));
    assert_eq!(incentives(form, &store, false), incentives(mirrored, &mirrored_store, true));
    assert_eq!(unsigned(form, &store), unsigned(mirrored, &mirrored_store));
    assert_eq!(store.is_tiny(form), mirrored_store.is_miny(mirrored));
    assert_eq!(store.is_miny(form), mirrored_store.is_tiny(mirrored));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn of_any_game(sketch in game(3, 2)) {
        check(&sketch);
    }

    #[test]
    fn of_an_all_small_game(sketch in all_small_game(2, 2)) {
        check(&sketch);
    }

    #[test]
    fn of_an_infinitesimal(sketch in infinitesimal_game(2)) {
        check(&sketch);
    }
}
