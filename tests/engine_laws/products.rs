//! Conway's product, and powers.

use crate::sketch::game;
use crate::textbook::Textbook;
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn conway_products_are_the_textbooks(g in game(1, 2), h in game(1, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (g, h) = (g.form(&store), h.form(&store));
        let product = store.conway_product(g, h).unwrap();
        prop_assert_eq!(store.conway_product(h, g).unwrap(), product);
        prop_assert_eq!(store.conway_product(-g, h).unwrap(), -product);
        let (g, h) = (book.tree_of(&store, g), book.tree_of(&store, h));
        prop_assert_eq!(book.tree_of(&store, product), book.conway_product(g, h));
    }

    #[test]
    fn numbers_multiply_as_numbers(a in -9i64..=9, e in 0u32..=3, b in -9i64..=9, f in 0u32..=3) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = |numerator, exponent| store.number(Dyadic::new(numerator, exponent).unwrap()).unwrap();
        let product = store.conway_product(form(a, e), form(b, f)).unwrap();
        prop_assert_eq!(product, form(a * b, e + f));
        let (tree_a, tree_b) = (book.tree_of(&store, form(a, e)), book.tree_of(&store, form(b, f)));
        prop_assert_eq!(book.tree_of(&store, product), book.conway_product(tree_a, tree_b));
    }

    /// G × H for H = {H^L | H^R} and the integer n, by arithmetic, is what the definition says.
    #[test]
    fn integers_give_multiples(sketch in game(2, 2), n in -3i64..=3) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        let product = store.conway_product(store.integer(n).unwrap(), form).unwrap();
        prop_assert_eq!(product, store.multiple(n, form).unwrap());
        let (tree_n, tree) = (book.integer(n), book.tree_of(&store, form));
        prop_assert_eq!(book.tree_of(&store, product), book.conway_product(tree_n, tree));
    }
}

#[test]
fn nimbers_multiply_as_nimbers() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    for a in 0..=4 {
        for b in 0..=3 {
            let product = store.conway_product(store.nimber(a).unwrap(), store.nimber(b).unwrap()).unwrap();
            let (tree_a, tree_b) = (book.nimber(a), book.nimber(b));
            assert_eq!(book.tree_of(&store, product), book.conway_product(tree_a, tree_b), "*{a} by *{b}");
        }
    }
    let nimber = |n| store.nimber(n).unwrap();
    assert_eq!(store.conway_product(nimber(16), nimber(16)), Ok(nimber(24)));
    assert_eq!(store.conway_product(nimber(256), nimber(15)), Ok(nimber(3840)));
    assert_eq!(store.conway_product(nimber(256), nimber(16)), Err(ValueError::NimberOverflow));
}

#[test]
fn conway_products_at_the_limit() {
    let store = ValueStore::new();
    let (largest, two) = (store.integer(i64::MAX).unwrap(), store.integer(2).unwrap());
    assert_eq!(store.conway_product(largest, two), Err(ValueError::NumberOverflow));
    let fine = store.number(Dyadic::new(1, 40).unwrap()).unwrap();
    assert_eq!(store.conway_product(fine, fine), Err(ValueError::NumberOverflow));
    let up = store.parse("^").unwrap();
    assert_eq!(store.conway_product(largest, up), Err(ValueError::UpMultipleOverflow));
    let ups = NumberUpStar { number: Dyadic::ZERO, up: i32::MAX - 1, star: 0 };
    let ups = store.make_number_up_star(ups).unwrap();
    assert_eq!(store.conway_product(ups, up), Err(ValueError::TooDeep));
    assert_eq!(store.conway_product(CanonicalForm::ZERO, ups), Ok(CanonicalForm::ZERO));
    // Hundreds of options that are all confused with each other.
    let half = store.number(Dyadic::new(1, 1).unwrap()).unwrap();
    let star = store.nimber(300).unwrap();
    assert!(store.conway_product(star, half).unwrap().is_self_negative());
    let star = store.nimber(60).unwrap();
    assert_eq!(store.conway_product(star, up).unwrap(), -store.conway_product(-up, star).unwrap());
}

#[test]
fn powers_of_up_are_the_uptimals() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let up = store.parse("^").unwrap();
    for n in 1..=6 {
        assert_eq!(store.pow(up, n), Ok(store.parse(&format!("^<{n}>")).unwrap()));
        assert_eq!(store.pow_to(up, n), Ok(store.parse(&format!("^[{n}]")).unwrap()));
    }
    assert_eq!(store.pow_to(up, 0), Ok(CanonicalForm::ZERO));
    assert_eq!(store.pow(up, 0), store.nimber(1));
    // ↑² = {0 | v*}, and ↑^[2] = {^ | *}.
    let (zero, star) = (book.integer(0), book.nimber(1));
    let tree_up = book.ups(1);
    let down = book.ups(-1);
    let down_star = book.sum(down, star);
    let square = book.tree(vec![zero], vec![down_star]);
    let both = book.tree(vec![tree_up], vec![star]);
    assert_eq!(book.tree_of(&store, store.pow(up, 2).unwrap()), book.canonical(square));
    assert_eq!(book.tree_of(&store, store.pow_to(up, 2).unwrap()), book.canonical(both));
}

#[test]
fn powers_add_up() {
    let store = ValueStore::new();
    for text in ["^", "Tiny(1)", "Tiny(1/2)", "Tiny({2|1})", "{0|v*}", "{0|^*}", "{0|{0|v}}", "1/2"] {
        let base = store.parse(text).unwrap();
        assert_eq!(store.pow(base, 1), Ok(base), "{text}");
        let mut sum = CanonicalForm::ZERO;
        for n in 1..=5 {
            sum = store.add(sum, store.pow(base, n).unwrap()).unwrap();
            assert_eq!(store.pow_to(base, n), Ok(sum), "{text} to the power of {n}");
        }
    }
}

/// Powers by their definition, also where they do not add up.
#[test]
fn powers_of_games_confused_with_zero() {
    let store = ValueStore::new();
    let parse = |text: &str| store.parse(text).unwrap();
    let star = parse("*");
    assert_eq!(store.pow(star, 0), Ok(parse("0")));
    assert_eq!(store.pow(star, 2), Ok(parse("^")));
    assert_eq!(store.pow_to(star, 2), Ok(parse("v")));
    let switch = parse("{0|-1}");
    assert_eq!(store.pow(switch, 0), Ok(parse("1")));
    assert_eq!(store.pow(switch, 2), Ok(parse("{0|-1+{1|0}}")));
    assert_eq!(store.pow_to(switch, 2), Ok(parse("{{0|-1}|-1}")));
}

#[test]
fn powers_refused() {
    let store = ValueStore::new();
    for text in ["0", "1", "v", "^*", "*2", "{1|0}", "-1/2", "{0|-1,-1*}"] {
        let base = store.parse(text).unwrap();
        assert_eq!(store.pow(base, 2), Err(ValueError::NotAPowerBase), "{text}");
        assert_eq!(store.pow_to(base, 0), Err(ValueError::NotAPowerBase), "{text}");
    }
    let up = store.parse("^").unwrap();
    assert_eq!(store.pow(up, 1_000_000), Err(ValueError::TooDeep));
    assert_eq!(store.pow_to(up, 4096), Err(ValueError::TooDeep));
    assert_eq!(store.pow(up, u32::MAX), Err(ValueError::TooDeep));
    assert!(store.pow(up, 4095).is_ok() && store.pow_to(up, 4095).is_ok());
}

#[test]
fn tinies() {
    let store = ValueStore::new();
    for text in ["1", "1/2", "{2|1}", "2*", "0", "-1", "^"] {
        let subscript = store.parse(text).unwrap();
        let tiny = store.tiny(subscript).unwrap();
        assert_eq!(tiny, store.parse(&format!("Tiny({text})")).unwrap());
        assert_eq!(tiny, store.parse(&format!("{{0||0|-({text})}}")).unwrap());
        assert_eq!(store.miny(subscript), Ok(-tiny));
        assert_eq!(-tiny, store.parse(&format!("{{{text}|0||0}}")).unwrap());
    }
}
