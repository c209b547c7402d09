//! Heating, overheating and Norton products.

use crate::sketch::{Sketch, game};
use crate::textbook::Textbook;
use konane::value::{Analysis, CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use proptest::prelude::*;

/// Positive units of many kinds: numbers, infinitesimals, hot games.
const UNITS: [&str; 14] = [
    "1", "2", "1/2", "3/4", "1*", "^", "^^", "^[2]", "^<2>", "Tiny(1)", "{2||1|0}", "{3|1}", "{2|^}",
    "1/4+^*",
];

fn parse(store: &ValueStore, text: &str) -> CanonicalForm {
    store.parse(text).unwrap()
}

fn quarters(store: &ValueStore, n: i64) -> CanonicalForm {
    store.number(Dyadic::new(n, 2).unwrap()).unwrap()
}

fn unit() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&UNITS[..])
}

/// Games in which either both players can move or neither can.
fn all_small(depth: u32, width: usize) -> impl Strategy<Value = Sketch> {
    let leaf =
        (-1i32..=1, 0u32..=2).prop_map(|(up, star)| Sketch::Leaf { numerator: 0, exponent: 0, up, star });
    leaf.prop_recursive(depth, 4u32.pow(depth), 2 * width as u32, move |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=width);
        (options(), options()).prop_map(|(left, right)| Sketch::Options(left, right))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn heating_is_the_textbooks(sketch in game(2, 2), t in game(1, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (form, t) = (sketch.form(&store), t.form(&store));
        let (tree, tree_t) = (book.tree_of(&store, form), book.tree_of(&store, t));
        let heated = store.heat(form, t).unwrap();
        prop_assert_eq!(book.tree_of(&store, heated), book.heated(tree, tree_t));
    }

    #[test]
    fn overheating_is_the_textbooks(sketch in game(2, 2), s in game(1, 2), t in game(1, 2)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (form, s, t) = (sketch.form(&store), s.form(&store), t.form(&store));
        let tree = book.tree_of(&store, form);
        let (tree_s, tree_t) = (book.tree_of(&store, s), book.tree_of(&store, t));
        let overheated = store.overheat(form, s, t).unwrap();
        prop_assert_eq!(book.tree_of(&store, overheated), book.overheated(tree, tree_s, tree_t));
    }

    #[test]
    fn norton_products_are_the_textbooks(sketch in game(2, 2), unit in unit()) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let (form, unit) = (sketch.form(&store), parse(&store, unit));
        let (tree, tree_unit) = (book.tree_of(&store, form), book.tree_of(&store, unit));
        let product = store.norton_product(form, unit).unwrap();
        prop_assert_eq!(book.tree_of(&store, product), book.norton_product(tree, tree_unit));
    }

    #[test]
    fn heating_keeps_sums_order_and_sign_of_all_small_games(a in all_small(3, 3), b in all_small(3, 2), t in 0i64..=9) {
        let store = ValueStore::new();
        let (a, b, t) = (a.form(&store), b.form(&store), quarters(&store, t));
        let (heated_a, heated_b) = (store.heat(a, t).unwrap(), store.heat(b, t).unwrap());
        let sum = store.heat(store.add(a, b).unwrap(), t).unwrap();
        prop_assert_eq!(sum, store.add(heated_a, heated_b).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(heated_a, heated_b).unwrap());
        prop_assert_eq!(store.heat(-a, t).unwrap(), -heated_a);
    }

    #[test]
    fn heating_reflects_the_order(a in game(2, 3), b in game(2, 2), t in 0i64..=9) {
        let store = ValueStore::new();
        let (a, b, t) = (a.form(&store), b.form(&store), quarters(&store, t));
        let (heated_a, heated_b) = (store.heat(a, t).unwrap(), store.heat(b, t).unwrap());
        prop_assert!(!store.le(heated_a, heated_b).unwrap() || store.le(a, b).unwrap());
        prop_assert_eq!(store.heat(-a, t).unwrap(), -heated_a);
    }

    #[test]
    fn cooling_undoes_heating(sketch in game(3, 3), quarters_t in 0i64..=9) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let heated = store.heat(form, quarters(&store, quarters_t)).unwrap();
        let t = Dyadic::new(quarters_t, 2).unwrap();
        prop_assert_eq!(Analysis::new(&store).cool(heated, t).unwrap(), form);
    }

    #[test]
    fn overheating_in_special_cases(sketch in game(3, 2), eighths in 0i64..8) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let one = store.integer(1).unwrap();
        prop_assert_eq!(store.overheat(form, one, CanonicalForm::ZERO).unwrap(), form);
        // From 1 to t < 1 it is cooling by -t.
        let t = Dyadic::new(eighths, 3).unwrap();
        let overheated = store.overheat(form, one, store.number(t).unwrap()).unwrap();
        prop_assert_eq!(Analysis::new(&store).cool(form, -t).unwrap(), overheated);
        // Warming: the one incentive of 1* is *.
        let one_star = parse(&store, "1*");
        let warmed = store.overheat(form, one_star, one).unwrap();
        prop_assert_eq!(store.norton_product(form, one_star).unwrap(), warmed);
        prop_assert_eq!(store.overheat(-form, one_star, one).unwrap(), -warmed);
    }

    #[test]
    fn norton_products_keep_sums_order_and_sign(a in game(2, 2), b in game(2, 2), unit in unit()) {
        let store = ValueStore::new();
        let (a, b, unit) = (a.form(&store), b.form(&store), parse(&store, unit));
        let product = |g| store.norton_product(g, unit).unwrap();
        let sum = product(store.add(a, b).unwrap());
        prop_assert_eq!(sum, store.add(product(a), product(b)).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(product(a), product(b)).unwrap());
        prop_assert_eq!(product(-a), -product(a));
    }

    #[test]
    fn norton_products_by_random_positive_units(a in game(1, 2), b in game(1, 2), unit in game(1, 2)) {
        let store = ValueStore::new();
        let (a, b, unit) = (a.form(&store), b.form(&store), unit.form(&store));
        // What stops at 1/4 when Right begins is positive.
        let stop = store.number(store.right_stop(unit)).unwrap();
        let unit = store.add(store.subtract(unit, stop).unwrap(), parse(&store, "1/4")).unwrap();
        let product = |g| store.norton_product(g, unit).unwrap();
        let sum = product(store.add(a, b).unwrap());
        prop_assert_eq!(sum, store.add(product(a), product(b)).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(product(a), product(b)).unwrap());
    }
}

/// What the page of the module says does not hold.
#[test]
fn heating_does_not_keep_order_and_sums_of_all_games() {
    let store = ValueStore::new();
    let parse = |text: &str| parse(&store, text);
    let one = parse("1");
    assert_eq!(store.le(parse("*"), one), Ok(true));
    assert_eq!(store.le(store.heat(parse("*"), one).unwrap(), one), Ok(false));
    let (g, h) = (parse("{0||0|-1*}"), parse("1*"));
    let heated = |form| store.heat(form, one).unwrap();
    assert_ne!(heated(store.add(g, h).unwrap()), store.add(heated(g), heated(h)).unwrap());
}

#[test]
fn norton_products_by_numbers_are_overheating() {
    let store = ValueStore::new();
    for (numerator, exponent) in [(1, 0), (2, 0), (1, 1), (5, 2)] {
        let unit = Dyadic::new(numerator, exponent).unwrap();
        // The undominated incentive is minus the distance to an option.
        let earned = unit.checked_sub(Dyadic::new(1, exponent).unwrap()).unwrap();
        let (unit, earned) = (store.number(unit).unwrap(), store.number(earned).unwrap());
        for text in ["1/2", "{2|-1}", "^", "{3||2*|1*}", "*2"] {
            let form = parse(&store, text);
            let product = store.norton_product(form, unit).unwrap();
            assert_eq!(store.overheat(form, unit, earned), Ok(product), "{text}");
            if (numerator, exponent) == (1, 0) {
                assert_eq!(product, form);
            }
        }
    }
}

#[test]
fn known_values() {
    let store = ValueStore::new();
    let parse = |text: &str| parse(&store, text);
    for (text, t, heated) in [
        ("*", "1", "+-1"),
        ("^", "1", "{1||0|-2}"),
        ("5/8", "3", "5/8"),
        ("{2|1}", "1/2", "{5/2|1/2}"),
        ("+-1", "*", "{1*|-1*}"),
    ] {
        assert_eq!(store.heat(parse(text), parse(t)), Ok(parse(heated)), "{text}");
    }
    for (text, unit, product) in [
        ("3", "^", "^3"),
        ("-2", "{2|-1}", "-1"),
        ("1/2", "^", "{^^*|v*}"),
        ("5", "*", "*"),
        ("0", "-7", "0"),
        ("3", "-7", "-21"),
        ("1/2", "1", "1/2"),
        ("1/2", "1*", "{1|*}"),
    ] {
        assert_eq!(store.norton_product(parse(text), parse(unit)), Ok(parse(product)), "{text}");
    }
    assert_eq!(store.overheat(parse("-3"), parse("1*"), parse("7")), Ok(parse("-3*")));
}

#[test]
fn refusals_and_limits() {
    let store = ValueStore::new();
    let parse = |text: &str| parse(&store, text);
    let half = parse("1/2");
    for unit in ["0", "*", "-1", "v", "+-1", "^*", "{1|-3}"] {
        assert_eq!(store.norton_product(half, parse(unit)), Err(ValueError::UnitNotPositive), "{unit}");
    }
    let huge = store.integer(1_000_000_000_000_000_000).unwrap();
    assert_eq!(store.norton_product(huge, parse("^")), Err(ValueError::UpMultipleOverflow));
    assert_eq!(store.norton_product(huge, parse("1*")), Ok(huge));
    assert_eq!(store.norton_product(huge, parse("16")), Err(ValueError::NumberOverflow));
    assert_eq!(store.overheat(huge, parse("{2|-1}"), half), store.integer(500_000_000_000_000_000));
    assert_eq!(store.overheat(huge, parse("-1/2"), half), store.integer(-500_000_000_000_000_000));
    let ups = NumberUpStar { number: Dyadic::ZERO, up: i32::MAX - 1, star: 0 };
    let ups = store.make_number_up_star(ups).unwrap();
    let one = parse("1");
    assert_eq!(store.heat(ups, one), Err(ValueError::TooDeep));
    assert_eq!(store.norton_product(ups, parse("^")), Err(ValueError::TooDeep));
    assert_eq!(store.overheat(-ups, one, one), Err(ValueError::TooDeep));
    assert_eq!(store.heat(parse("*"), store.integer(i64::MAX).unwrap()).map(|g| -g), {
        let largest = store.integer(i64::MAX).unwrap();
        store.from_options(&[largest], &[-largest])
    });
    let largest = store.integer(i64::MAX).unwrap();
    assert_eq!(store.heat(parse("{1|-1}"), largest), Err(ValueError::NumberOverflow));
}
