//! Canonical forms, order, sums and negatives: the engine's and the textbook's are the same.

use crate::sketch::game;
use crate::textbook::Textbook;
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, Side, ValueStore};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::HashSet;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn canonical_form_is_the_textbooks(sketch in game(4, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (form, tree) = (sketch.form(&store), sketch.tree(&mut book));
        let engine = book.tree_of(&store, form);
        prop_assert_eq!(engine, book.canonical(tree));
        let negative = book.negative(engine);
        prop_assert_eq!(book.tree_of(&store, -form), negative);
    }

    #[test]
    fn order_is_the_textbooks(a in game(3, 3), b in game(3, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (form_a, form_b) = (a.form(&store), b.form(&store));
        let (tree_a, tree_b) = (a.tree(&mut book), b.tree(&mut book));
        prop_assert_eq!(store.le(form_a, form_b).unwrap(), book.le(tree_a, tree_b));
        prop_assert_eq!(store.le(form_b, form_a).unwrap(), book.le(tree_b, tree_a));
        prop_assert_eq!(form_a == form_b, book.equal(tree_a, tree_b));
    }

    #[test]
    fn order_of_near_games_is_the_textbooks(a in game(2, 3), up in -2i32..=2, star in 0u32..=3) {
        // Random games are mostly far apart; a game and its infinitesimal shift are not.
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = a.form(&store);
        let shift = store.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up, star }).unwrap();
        let shifted = store.add(form, shift).unwrap();
        let (tree, ups, nimber) = (a.tree(&mut book), book.ups(up), book.nimber(star));
        let tree = book.canonical(tree);
        let tree_shift = book.sum(ups, nimber);
        let tree_shifted = book.sum(tree, tree_shift);
        prop_assert_eq!(store.le(form, shifted).unwrap(), book.le(tree, tree_shifted));
        prop_assert_eq!(store.le(shifted, form).unwrap(), book.le(tree_shifted, tree));
    }

    #[test]
    fn sum_is_the_textbooks(a in game(2, 2), b in game(2, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let sum = store.add(a.form(&store), b.form(&store)).unwrap();
        let (tree_a, tree_b) = (a.tree(&mut book), b.tree(&mut book));
        // The canonical forms of the two summands keep the tree of the sum small.
        let (tree_a, tree_b) = (book.canonical(tree_a), book.canonical(tree_b));
        let tree = book.sum(tree_a, tree_b);
        let engine = book.tree_of(&store, sum);
        prop_assert_eq!(engine, book.canonical(tree));
    }
}

/// All pairs of sets of the first five nimbers, with a number added.
#[test]
fn games_with_nimbers_for_options_are_the_textbooks() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    for (numerator, exponent) in [(0, 0), (1, 1)] {
        let number = Dyadic::new(numerator, exponent).unwrap();
        let nimbers: Vec<CanonicalForm> = (0..5)
            .map(|star| store.make_number_up_star(NumberUpStar { number, up: 0, star }).unwrap())
            .collect();
        let options = |set: usize| -> Vec<CanonicalForm> {
            (0..5).rev().filter(|&k| set >> k & 1 == 1).map(|k| nimbers[k]).collect()
        };
        for (left, right) in (0..32).flat_map(|left| (0..32).map(move |right| (left, right))) {
            let (left, right) = (options(left), options(right));
            let form = store.from_options(&left, &right).unwrap();
            let [left, right] = [left, right]
                .map(|options| options.into_iter().map(|option| book.tree_of(&store, option)).collect());
            let tree = book.tree(left, right);
            assert_eq!(book.tree_of(&store, form), book.canonical(tree));
        }
    }
}

#[test]
fn number_up_stars_are_what_their_definitions_say() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    for (numerator, exponent) in [(0, 0), (1, 0), (-2, 0), (1, 1), (-3, 2)] {
        for up in -4..=4 {
            for star in 0..=5 {
                let number = Dyadic::new(numerator, exponent).unwrap();
                let parts = NumberUpStar { number, up, star };
                let form = store.make_number_up_star(parts).unwrap();
                assert_eq!(store.number_up_star(form), Some(parts));
                let (number, ups, nimber) =
                    (book.number(numerator, exponent), book.ups(up), book.nimber(star));
                let infinitesimal = book.sum(ups, nimber);
                let tree = book.sum(number, infinitesimal);
                assert_eq!(book.tree_of(&store, form), book.canonical(tree), "{parts:?}");
            }
        }
    }
}

#[test]
fn order_of_number_up_stars_is_the_textbooks() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let mut sample = vec![];
    for up in -3..=3 {
        for star in 0..=4 {
            let parts = NumberUpStar { number: Dyadic::ZERO, up, star };
            let (ups, nimber) = (book.ups(up), book.nimber(star));
            let tree = book.sum(ups, nimber);
            sample.push((store.make_number_up_star(parts).unwrap(), book.canonical(tree)));
        }
    }
    for &(form_a, tree_a) in &sample {
        for &(form_b, tree_b) in &sample {
            assert_eq!(store.le(form_a, form_b).unwrap(), book.le(tree_a, tree_b));
        }
    }
}

/// 73/16v9*8 is reached from 0 by adding, and by building it from its options again.
#[test]
fn a_large_number_up_star_by_sums_and_by_options() {
    let store = ValueStore::new();
    let number = Dyadic::new(73, 4).unwrap();
    let form = store.make_number_up_star(NumberUpStar { number, up: -9, star: 8 }).unwrap();
    let zero = CanonicalForm::ZERO;
    let star = store.from_options(&[zero], &[zero]).unwrap();
    let up = store.from_options(&[zero], &[star]).unwrap();
    let mut nimbers = vec![zero];
    for _ in 0..8 {
        nimbers.push(store.from_options(&nimbers, &nimbers).unwrap());
    }
    let mut sum = store.add(store.number(number).unwrap(), nimbers[8]).unwrap();
    for _ in 0..9 {
        sum = store.subtract(sum, up).unwrap();
    }
    assert_eq!(sum, form);
    let left = store.options(form, Side::Left).unwrap();
    let right = store.options(form, Side::Right).unwrap();
    assert_eq!(store.from_options(&left, &right).unwrap(), form);
}

/// All sets of pairwise incomparable games among `games`.
fn antichains(store: &ValueStore, games: &[CanonicalForm]) -> Vec<Vec<CanonicalForm>> {
    let mut found = vec![vec![]];
    for &game in games {
        let extended: Vec<Vec<CanonicalForm>> = found
            .iter()
            .filter(|set| set.iter().all(|&other| store.compare(game, other).unwrap().is_none()))
            .map(|set| set.iter().copied().chain([game]).collect())
            .collect();
        found.extend(extended);
    }
    found
}

/// The values born by the day after the one on which `games` are all there are.
fn next_day(store: &ValueStore, games: &[CanonicalForm]) -> Vec<CanonicalForm> {
    let sets = antichains(store, games);
    let mut values = HashSet::new();
    for left in &sets {
        for right in &sets {
            values.insert(store.from_options(left, right).unwrap());
        }
    }
    let mut values: Vec<CanonicalForm> = values.into_iter().collect();
    values.sort();
    values
}

/// Games of day 4 with options of both players from all over day 3, where many are incomparable.
#[test]
fn random_games_of_day_four_are_the_textbooks() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let mut day_three = vec![CanonicalForm::ZERO];
    for _ in 0..3 {
        day_three = next_day(&store, &day_three);
    }
    let mut runner = TestRunner::deterministic();
    let options = || prop::collection::vec(prop::sample::select(day_three.clone()), 1..=6);
    let strategy = (options(), options());
    let (mut games, mut most_options) = (vec![], 0);
    for _ in 0..1500 {
        let (left, right) = strategy.new_tree(&mut runner).unwrap().current();
        let form = store.from_options(&left, &right).unwrap();
        let left = left.iter().map(|&option| book.tree_of(&store, option)).collect();
        let right = right.iter().map(|&option| book.tree_of(&store, option)).collect();
        let tree = book.tree(left, right);
        assert_eq!(book.tree_of(&store, form), book.canonical(tree));
        most_options = most_options.max(store.options(form, Side::Left).unwrap().len());
        games.push((form, book.canonical(tree)));
    }
    assert!(most_options >= 4, "the sample is of interest only with several options a side");
    for pair in games.windows(2) {
        let [(form_a, tree_a), (form_b, tree_b)] = [pair[0], pair[1]];
        assert_eq!(store.le(form_a, form_b).unwrap(), book.le(tree_a, tree_b));
        assert_eq!(store.le(form_b, form_a).unwrap(), book.le(tree_b, tree_a));
    }
}

/// 1, 4, 22 and 1474 games are born by days 0 to 3 (Siegel, *Combinatorial Game Theory*, ch. III).
#[test]
fn numbers_of_games_born_by_day_three() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let mut games = vec![CanonicalForm::ZERO];
    for (day, count) in [(1, 4), (2, 22), (3, 1474)] {
        games = next_day(&store, &games);
        assert_eq!(games.len(), count);
        for &game in &games {
            let tree = book.tree_of(&store, game);
            assert!(book.depth(tree) <= day);
            assert_eq!(book.canonical(tree), tree);
        }
    }
    for (index, &a) in games.iter().enumerate().step_by(7) {
        for &b in games.iter().skip(index % 5).step_by(5) {
            let (tree_a, tree_b) = (book.tree_of(&store, a), book.tree_of(&store, b));
            assert_eq!(store.le(a, b).unwrap(), book.le(tree_a, tree_b));
        }
    }
}
