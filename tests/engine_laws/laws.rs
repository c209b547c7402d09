//! Laws of the group and of the order, within the engine.

use crate::sketch::{Sketch, game};
use crate::textbook::Textbook;
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, Side, ValueStore};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn rebuilt(store: &ValueStore, form: CanonicalForm) -> CanonicalForm {
    let mut left = store.options(form, Side::Left).unwrap();
    let mut right = store.options(form, Side::Right).unwrap();
    left.reverse();
    right.reverse();
    store.from_options(&left, &right).unwrap()
}

/// The sum by its definition, one move deep.
fn sum_by_options(store: &ValueStore, a: CanonicalForm, b: CanonicalForm) -> CanonicalForm {
    let side = |side: Side| -> Vec<CanonicalForm> {
        let of_a = store.options(a, side).unwrap().into_iter().map(|option| store.add(option, b).unwrap());
        let of_b = store.options(b, side).unwrap().into_iter().map(|option| store.add(a, option).unwrap());
        of_a.chain(of_b).collect()
    };
    store.from_options(&side(Side::Left), &side(Side::Right)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sums_form_a_group(a in game(3, 3), b in game(2, 3), c in game(2, 2)) {
        let store = ValueStore::new();
        let (a, b, c) = (a.form(&store), b.form(&store), c.form(&store));
        let add = |a, b| store.add(a, b).unwrap();
        prop_assert_eq!(add(a, CanonicalForm::ZERO), a);
        prop_assert_eq!(add(a, -a), CanonicalForm::ZERO);
        prop_assert_eq!(add(a, b), add(b, a));
        prop_assert_eq!(add(a, b), sum_by_options(&store, a, b));
        prop_assert_eq!(add(add(a, b), c), add(a, add(b, c)));
        prop_assert_eq!(store.subtract(add(a, b), b).unwrap(), a);
        prop_assert_eq!(-add(a, b), add(-a, -b));
        prop_assert_eq!(-(-a), a);
        prop_assert_eq!(a.is_self_negative(), a == -a);
    }

    #[test]
    fn the_sum_of_a_game_and_its_negative_is_zero_by_options(a in game(3, 2)) {
        // `add` answers this by identity of handles; the definition must agree.
        let store = ValueStore::new();
        let a = a.form(&store);
        prop_assert_eq!(sum_by_options(&store, a, -a), CanonicalForm::ZERO);
    }

    #[test]
    fn the_order_is_a_partial_order_kept_by_sums(a in game(3, 2), b in game(3, 2), c in game(2, 2)) {
        let store = ValueStore::new();
        let (a, b, c) = (a.form(&store), b.form(&store), c.form(&store));
        let le = |a, b| store.le(a, b).unwrap();
        let add = |a, b| store.add(a, b).unwrap();
        prop_assert!(le(a, a));
        prop_assert_eq!(le(a, b) && le(b, a), a == b);
        prop_assert!(!(le(a, b) && le(b, c)) || le(a, c));
        prop_assert_eq!(le(a, b), le(-b, -a));
        prop_assert_eq!(le(a, b), le(add(a, c), add(b, c)));
        prop_assert_eq!(le(a, b), le(CanonicalForm::ZERO, store.subtract(b, a).unwrap()));
    }

    #[test]
    fn canonical_forms_rebuild_to_themselves(a in game(4, 3)) {
        let store = ValueStore::new();
        let a = a.form(&store);
        prop_assert_eq!(rebuilt(&store, a), a);
        prop_assert_eq!(rebuilt(&store, -a), -a);
    }

    #[test]
    fn dominated_and_reversible_additions_change_nothing(a in game(3, 2), b in game(2, 2)) {
        // An option x ⧏ a of Left may be given as a gift without changing a (the gift horse principle).
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let mut left = store.options(a, Side::Left).unwrap();
        let mut right = store.options(a, Side::Right).unwrap();
        if !store.le(a, b).unwrap() {
            left.push(b);
        }
        if !store.le(b, a).unwrap() {
            right.push(b);
        }
        prop_assert_eq!(store.from_options(&left, &right).unwrap(), a);
    }

    #[test]
    fn numbers_translate(a in game(3, 3), numerator in -9i64..=9, exponent in 0u32..=3) {
        let store = ValueStore::new();
        let a = a.form(&store);
        let x = store.number(Dyadic::new(numerator, exponent).unwrap()).unwrap();
        let sum = store.add(a, x).unwrap();
        prop_assert_eq!(sum_by_options(&store, a, x), sum);
        if store.as_number(a).is_none() {
            for side in [Side::Left, Side::Right] {
                let mut moved: Vec<CanonicalForm> =
                    store.options(a, side).unwrap().into_iter().map(|o| store.add(o, x).unwrap()).collect();
                let mut options = store.options(sum, side).unwrap().to_vec();
                moved.sort();
                options.sort();
                prop_assert_eq!(moved, options);
            }
        }
    }

    #[test]
    fn stops_are_the_best_stops_of_the_options(a in game(4, 3)) {
        let store = ValueStore::new();
        let a = a.form(&store);
        if let Some(number) = store.as_number(a) {
            prop_assert_eq!((store.left_stop(a), store.right_stop(a)), (number, number));
        } else {
            let left = store.options(a, Side::Left).unwrap();
            let right = store.options(a, Side::Right).unwrap();
            let best = left.into_iter().map(|option| store.right_stop(option)).max();
            prop_assert_eq!(Some(store.left_stop(a)), best);
            let best = right.into_iter().map(|option| store.left_stop(option)).min();
            prop_assert_eq!(Some(store.right_stop(a)), best);
        }
    }

    #[test]
    fn multiples_are_repeated_sums(a in game(2, 2), n in -6i64..=6) {
        let store = ValueStore::new();
        let a = a.form(&store);
        let summand = if n < 0 { -a } else { a };
        let mut sum = CanonicalForm::ZERO;
        for _ in 0..n.abs() {
            sum = store.add(sum, summand).unwrap();
        }
        prop_assert_eq!(store.multiple(n, a).unwrap(), sum);
    }

    /// Huge infinitesimals, whose options are not stored, obey the same laws beside hot games.
    #[test]
    fn large_infinitesimals_beside_other_games(
        a in game(2, 2),
        b in game(2, 2),
        up in -60i32..=60,
        star in 0u32..=130,
        near in 0i32..=2,
    ) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let make = |up, star| store.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up, star }).unwrap();
        let big = make(up, star);
        prop_assert_eq!(rebuilt(&store, big), big);
        prop_assert_eq!(sum_by_options(&store, big, make(3, 1)), make(up + 3, star ^ 1));
        let neighbour = make(up + near - 1, star ^ 1);
        prop_assert_eq!(sum_by_options(&store, big, -neighbour), make(1 - near, 1));
        if store.number_up_star(a).is_none() {
            // A single sum with a hot game has some thousand followers; keep it for small parts.
            let big = make(up % 4, 41 + star % 4);
            let sum = store.add(a, big).unwrap();
            prop_assert_eq!(store.subtract(sum, big).unwrap(), a);
            prop_assert_eq!(store.le(a, b).unwrap(), store.le(sum, store.add(b, big).unwrap()).unwrap());
        }
    }
}

/// Threads that meet the same values in different orders get the same handles.
#[test]
fn threads_share_a_store() {
    let mut runner = TestRunner::deterministic();
    let sketches: Vec<Sketch> =
        (0..300).map(|_| game(3, 3).new_tree(&mut runner).unwrap().current()).collect();
    let store = ValueStore::new();
    let sums = |reversed: bool| -> Vec<CanonicalForm> {
        let add = |pair: &[Sketch]| store.add(pair[0].form(&store), pair[1].form(&store)).unwrap();
        let mut sums: Vec<CanonicalForm> = if reversed {
            sketches.windows(2).rev().map(add).collect()
        } else {
            sketches.windows(2).map(add).collect()
        };
        if reversed {
            sums.reverse();
        }
        sums
    };
    let found: Vec<Vec<CanonicalForm>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|n| {
                let sums = &sums;
                scope.spawn(move || sums(n % 2 == 1))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
    let fresh = ValueStore::new();
    for (pair, &sum) in sketches.windows(2).zip(&found[0]) {
        let alone = fresh.add(pair[0].form(&fresh), pair[1].form(&fresh)).unwrap();
        let mut book = Textbook::default();
        let shared = book.tree_of(&store, sum);
        book.forget_forms();
        assert_eq!(book.tree_of(&fresh, alone), shared);
    }
}
