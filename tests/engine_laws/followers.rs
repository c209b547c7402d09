//! Properties that are read from the options and followers of a form: followers and stop counts,
//! incentives, parities and the yes-or-no questions.

use crate::sketch::{all_small_game, game};
use crate::textbook::{Textbook, Tree};
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, Side, ValueError, ValueStore};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Everything of one form against the textbook.
fn check(store: &ValueStore, book: &mut Textbook, form: CanonicalForm) {
    let tree = book.tree_of(store, form);
    let trees = |book: &mut Textbook, forms: &[CanonicalForm]| -> BTreeSet<Tree> {
        forms.iter().map(|&form| book.tree_of(store, form)).collect()
    };
    let followers = store.followers(form).unwrap();
    assert_eq!(store.follower_count(form), Ok(followers.len() as u64));
    let expected = book.followers(tree);
    assert_eq!(followers.len(), expected.len());
    assert_eq!(trees(book, &followers), expected);
    let mut sorted = followers.clone();
    store.sort_structurally(&mut sorted).unwrap();
    assert_eq!(sorted, followers);
    assert_eq!(store.stop_count(form), Ok(book.stop_count(tree)));
    assert_eq!(store.is_number(form), book.is_number(tree));
    assert_eq!(store.is_all_small(form), Ok(book.is_all_small(tree)));
    let lengths = book.lengths_modulo_2(tree, &mut |_| false);
    assert_eq!(store.is_even(form), Ok(lengths == BTreeSet::from([0])));
    assert_eq!(store.is_odd(form), Ok(lengths == BTreeSet::from([1])));
    let numbers: BTreeSet<Tree> =
        book.followers(tree).into_iter().filter(|&follower| book.is_number(follower)).collect();
    let lengths = book.lengths_modulo_2(tree, &mut |tree| numbers.contains(&tree));
    assert_eq!(store.is_even_tempered(form), Ok(lengths == BTreeSet::from([0])));
    assert_eq!(store.is_odd_tempered(form), Ok(lengths == BTreeSet::from([1])));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_follows_a_form_is_the_textbooks(sketch in game(3, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        check(&store, &mut book, form);
        check(&store, &mut book, -form);
    }

    #[test]
    fn what_follows_an_all_small_form_is_the_textbooks(sketch in all_small_game(3, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        prop_assert_eq!(store.is_all_small(form), Ok(true));
        check(&store, &mut book, form);
    }

    #[test]
    fn incentives_are_the_textbooks(sketch in game(2, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        let tree = book.tree_of(&store, form);
        for side in [Side::Left, Side::Right] {
            let incentives = store.incentives(form, side).unwrap();
            let expected = book.incentives(tree, side);
            prop_assert_eq!(incentives.len(), expected.len());
            let found: BTreeSet<Tree> =
                incentives.iter().map(|&incentive| book.tree_of(&store, incentive)).collect();
            prop_assert_eq!(found, expected);
            let mirrored = store.incentives(-form, side.opposite()).unwrap();
            let set = |forms: &[CanonicalForm]| forms.iter().copied().collect::<BTreeSet<_>>();
            prop_assert_eq!(set(&mirrored), set(&incentives));
        }
    }

    #[test]
    fn incentives_of_both_are_those_that_none_exceeds(sketch in game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let all = [Side::Left, Side::Right].map(|side| store.incentives(form, side).unwrap()).concat();
        let best = store.incentives_of_both(form).unwrap();
        for &incentive in &all {
            prop_assert!(best.iter().any(|&better| store.le(incentive, better).unwrap()));
            prop_assert!(!store.le(CanonicalForm::ZERO, incentive).unwrap());
        }
        for &incentive in &best {
            prop_assert!(all.contains(&incentive));
            let exceeds = |other: &CanonicalForm| *other != incentive && store.le(incentive, *other).unwrap();
            prop_assert!(!best.iter().any(exceeds));
        }
    }

    /// A stop is between -x and x for all numbers x > 0 exactly if it is 0.
    #[test]
    fn infinitesimals_are_smaller_than_small_numbers(sketch in game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let small = store.number(Dyadic::new(1, 20).unwrap()).unwrap();
        let between = store.le(-small, form).unwrap() && store.le(form, small).unwrap();
        prop_assert_eq!(store.is_infinitesimal(form), between);
        let number = store.number(store.left_stop(form)).unwrap();
        let shifted = store.subtract(form, number).unwrap();
        prop_assert_eq!(store.is_numberish(form), store.is_infinitesimal(shifted));
    }
}

/// The arithmetic on the parts of a number-up-star against its tree.
#[test]
fn what_follows_number_up_stars() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    for (numerator, exponent) in [(0, 0), (1, 0), (-2, 0), (3, 1), (5, 2)] {
        for up in -4..=4 {
            for star in 0..=4 {
                let number = Dyadic::new(numerator, exponent).unwrap();
                check(
                    &store,
                    &mut book,
                    store.make_number_up_star(NumberUpStar { number, up, star }).unwrap(),
                );
            }
        }
    }
}

#[test]
fn counts_beyond_all_bounds_are_refused() {
    let store = ValueStore::new();
    let make = |number, up, star| {
        let number = Dyadic::integer(number);
        store.make_number_up_star(NumberUpStar { number, up, star }).unwrap()
    };
    assert_eq!(store.stop_count(make(i64::MAX, 0, 0)), Ok(1));
    assert_eq!(store.stop_count(make(0, 0, 81)), Ok(2 * 3u128.pow(80)));
    assert_eq!(store.stop_count(make(0, 0, 82)), Err(ValueError::StopCountOverflow));
    assert_eq!(store.stop_count(make(0, i32::MAX - 1, 1)), Ok(1 << 31));
    assert_eq!(store.follower_count(make(1000, 0, 0)), Ok(1001));
    assert_eq!(store.follower_count(make(i64::MAX, 0, 0)), Err(ValueError::TooManyFollowers));
    assert_eq!(store.followers(make(0, -(1 << 30), 0)), Err(ValueError::TooManyFollowers));
    for error in [ValueError::StopCountOverflow, ValueError::TooManyFollowers] {
        assert!(!error.is_undefined());
    }
}

/// The questions that name a kind, for samples with what each of them is.
#[test]
fn kinds_by_question() {
    let store = ValueStore::new();
    let questions = |form: CanonicalForm| {
        [
            (store.is_number(form), 'x'),
            (store.is_integer(form), 'n'),
            (store.is_nimber(form), '*'),
            (store.is_number_up_star(form), '^'),
            (store.is_uptimal(form).unwrap(), 'u'),
            (store.is_switch(form).unwrap(), '|'),
            (store.is_tiny(form).unwrap(), '+'),
            (store.is_miny(form).unwrap(), '-'),
            (store.is_infinitesimal(form), '0'),
            (store.is_numberish(form), '~'),
            (store.is_all_small(form).unwrap(), 's'),
        ]
        .into_iter()
        .filter_map(|(yes, letter)| yes.then_some(letter))
        .collect::<String>()
    };
    let samples = [
        ("0", "xn*^u0~s"),
        ("3", "xn^u~"),
        ("-1/2", "x^u~"),
        ("*", "*^u0~s"),
        ("*7", "*^u0~s"),
        ("1*", "^u~"),
        ("v3*2", "^u0~s"),
        ("1/2^", "^u~"),
        ("^[3]*2", "u0~s"),
        ("1v<2>", "u~"),
        ("{^^|vv}", "0~s"),
        ("{2|1}", "|"),
        ("+-1/2", "|"),
        ("{2|1*}", ""),
        ("Tiny(1)", "+0~"),
        ("Tiny({2|1})", "+0~"),
        ("Miny(1/4)", "-0~"),
        ("2Tiny(2)", "~"),
        ("{0||0|-1} + ^", "0~"),
    ];
    for (text, expected) in samples {
        assert_eq!(questions(store.parse(text).unwrap()), expected, "{text}");
    }
}
