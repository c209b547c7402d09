//! Ordinal sums.

use crate::sketch::game;
use crate::textbook::Textbook;
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use proptest::prelude::*;

fn number_up_star() -> impl Strategy<Value = NumberUpStar<Dyadic>> {
    ((-9i64..=9, 0u32..=3), -2i32..=2, 0u32..=3).prop_map(|((numerator, exponent), up, star)| NumberUpStar {
        number: Dyadic::new(numerator, exponent).unwrap(),
        up,
        star,
    })
}

/// The ordinal sum of the trees of two forms, made canonical.
fn by_the_book(store: &ValueStore, book: &mut Textbook, g: CanonicalForm, h: CanonicalForm) -> usize {
    let (g, h) = (book.tree_of(store, g), book.tree_of(store, h));
    let sum = book.ordinal_sum(g, h);
    book.canonical(sum)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn ordinal_sums_are_the_textbooks(g in game(2, 3), h in game(2, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (g, h) = (g.form(&store), h.form(&store));
        let sum = store.ordinal_sum(g, h).unwrap();
        prop_assert_eq!(book.tree_of(&store, sum), by_the_book(&store, &mut book, g, h));
        prop_assert_eq!(store.ordinal_sum(-g, -h).unwrap(), -sum);
    }

    #[test]
    fn ordinal_sums_of_number_up_stars_are_the_textbooks(g in number_up_star(), h in number_up_star()) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (g, h) = (store.make_number_up_star(g).unwrap(), store.make_number_up_star(h).unwrap());
        let sum = store.ordinal_sum(g, h).unwrap();
        prop_assert_eq!(book.tree_of(&store, sum), by_the_book(&store, &mut book, g, h));
    }

    #[test]
    fn the_colon_principle(g in game(2, 2), h in game(2, 3), k in game(2, 3)) {
        let store = ValueStore::new();
        let (g, h, k) = (g.form(&store), h.form(&store), k.form(&store));
        let on_top = |h| store.ordinal_sum(g, h).unwrap();
        prop_assert_eq!(store.le(h, k).unwrap(), store.le(on_top(h), on_top(k)).unwrap());
    }

    /// As trees, (G:H):K and G:(H:K) are the same.
    #[test]
    fn stacking_is_associative_on_forms(g in game(1, 2), h in game(1, 2), k in game(2, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (g, h, k) = (g.form(&store), h.form(&store), k.form(&store));
        let sum = store.ordinal_sum(g, store.ordinal_sum(h, k).unwrap()).unwrap();
        let (g, h, k) = (book.tree_of(&store, g), book.tree_of(&store, h), book.tree_of(&store, k));
        let lower = book.ordinal_sum(g, h);
        let stacked = book.ordinal_sum(lower, k);
        prop_assert_eq!(book.tree_of(&store, sum), book.canonical(stacked));
    }
}

/// The sum depends on the form of what is below: {* | *} is 0, but not below 1.
#[test]
fn the_form_below_matters() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let star = book.nimber(1);
    let zero = book.tree(vec![star], vec![star]);
    let one = book.integer(1);
    let sum = book.ordinal_sum(zero, one);
    let expected = store.parse("{0,*|*}").unwrap();
    let expected = book.tree_of(&store, expected);
    assert_eq!(book.canonical(sum), expected);
    assert_eq!(store.ordinal_sum(CanonicalForm::ZERO, store.integer(1).unwrap()), store.integer(1));
}

#[test]
fn known_values() {
    let store = ValueStore::new();
    let parse = |text: &str| store.parse(text).unwrap();
    for (g, h, sum) in [
        ("*", "1", "^*"),
        ("*", "3", "^[3]*"),
        ("*2", "*3", "*5"),
        ("3/4*2", "*3", "3/4*5"),
        ("1/2", "^*", "1/2^*"),
        ("1", "1/2", "3/2"),
        ("1", "-1", "1/2"),
        ("0", "{2|1}", "{2|1}"),
        ("{2|1}", "0", "{2|1}"),
        ("^", "1", "{0,^|*}"),
        ("1", "+-1", "{2|1/2}"),
    ] {
        assert_eq!(store.ordinal_sum(parse(g), parse(h)), Ok(parse(sum)), "{g}:{h}");
    }
}

#[test]
fn limits() {
    let store = ValueStore::new();
    let huge = store.integer(1_000_000_000_000_000_000).unwrap();
    let star = store.nimber(1).unwrap();
    assert_eq!(store.ordinal_sum(star, huge), Err(ValueError::TooDeep));
    assert_eq!(store.ordinal_sum(huge, huge), store.integer(2_000_000_000_000_000_000));
    assert_eq!(store.ordinal_sum(huge, -huge), Err(ValueError::NumberOverflow));
    let half = store.number(Dyadic::new(1, 1).unwrap()).unwrap();
    assert_eq!(store.ordinal_sum(half, huge), Err(ValueError::NumberOverflow));
    let nimber = store.nimber(4095).unwrap();
    assert_eq!(store.ordinal_sum(star, nimber), Err(ValueError::NimberOverflow));
    let ups = NumberUpStar { number: Dyadic::ZERO, up: i32::MAX - 1, star: 0 };
    let ups = store.make_number_up_star(ups).unwrap();
    assert_eq!(store.ordinal_sum(star, ups), Err(ValueError::TooDeep));
    assert_eq!(store.ordinal_sum(half, ups), store.add(half, ups));
}
