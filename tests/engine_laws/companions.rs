//! Companions: an order-preserving symmetry of the games of each day.

use crate::sketch::game;
use crate::textbook::Textbook;
use konane::value::{Analysis, CanonicalForm, ValueStore};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The values born by the day after the given ones, which must be those born by some day.
fn next_day(store: &ValueStore, born: &[CanonicalForm]) -> Vec<CanonicalForm> {
    let subsets: Vec<Vec<CanonicalForm>> = (0..1u32 << born.len())
        .map(|set| (0..born.len()).filter(|&index| set >> index & 1 == 1).map(|index| born[index]).collect())
        .collect();
    let games = subsets.iter().flat_map(|left| subsets.iter().map(move |right| (left, right)));
    let values: BTreeSet<CanonicalForm> =
        games.map(|(left, right)| store.from_options(left, right).unwrap()).collect();
    values.into_iter().collect()
}

#[test]
fn companions_are_a_symmetry_of_the_22_games_of_day_2() {
    let store = ValueStore::new();
    let day_1 = next_day(&store, &[CanonicalForm::ZERO]);
    let day_2 = next_day(&store, &day_1);
    assert_eq!((day_1.len(), day_2.len()), (4, 22));
    let companions: Vec<CanonicalForm> = day_2.iter().map(|&form| store.companion(form).unwrap()).collect();
    assert_eq!(companions.iter().collect::<BTreeSet<_>>(), day_2.iter().collect::<BTreeSet<_>>());
    for (&g, &g_companion) in day_2.iter().zip(&companions) {
        assert_eq!(store.companion(g_companion), Ok(g));
        assert_eq!(store.companion(-g), Ok(-g_companion));
        for (&h, &h_companion) in day_2.iter().zip(&companions) {
            assert_eq!(store.le(g, h), store.le(g_companion, h_companion));
        }
    }
}

#[test]
fn known_companions() {
    let store = ValueStore::new();
    let pairs = [
        ("0", "*"),
        ("^", "^*"),
        ("v3", "v3*"),
        ("*2", "*2"),
        ("^^*3", "^^*3"),
        ("-5/8", "-5/8"),
        ("1*", "1*"),
        ("2v*", "2v*"),
        ("Tiny(3/2)", "{0,*||*|-3/2}"),
        ("+-1", "+-1"),
    ];
    for (text, companion) in pairs {
        let (form, companion) = (store.parse(text).unwrap(), store.parse(companion).unwrap());
        assert_eq!(store.companion(form), Ok(companion), "{text}");
        assert_eq!(store.companion(companion), Ok(form), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_companion_is_the_textbooks(sketch in game(3, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        let tree = book.tree_of(&store, form);
        let companion = book.companion(tree);
        let expected = book.canonical(companion);
        let companion = store.companion(form).unwrap();
        prop_assert_eq!(book.tree_of(&store, companion), expected);
        prop_assert_eq!(store.companion(-form), Ok(-companion));
    }

    #[test]
    fn companions_keep_the_order_and_come_in_pairs(a in game(3, 2), b in game(3, 2)) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let (a_companion, b_companion) = (store.companion(a).unwrap(), store.companion(b).unwrap());
        prop_assert_eq!(store.companion(a_companion), Ok(a));
        prop_assert_eq!(store.le(a, b), store.le(a_companion, b_companion));
    }

    /// From day 1 on, G and its companion are born on the same day.
    #[test]
    fn companions_are_as_old(sketch in game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let companion = store.companion(form).unwrap();
        let (a, b) = (analysis.birthday(form).unwrap(), analysis.birthday(companion).unwrap());
        prop_assert_eq!(a.max(1), b.max(1));
    }
}
