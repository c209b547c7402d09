//! Cooling and freezing.

use crate::sketch::game;
use crate::textbook::Textbook;
use crate::textbook_operations::Cooler;
use konane::value::{Analysis, Dyadic, NumberUpStar, Rational, ValueError, ValueStore};
use proptest::prelude::*;

fn eighths(n: i64) -> Dyadic {
    Dyadic::new(n, 3).unwrap()
}

/// Taxes from just above -1 to beyond most temperatures.
fn tax() -> impl Strategy<Value = Dyadic> {
    prop_oneof![1 => (-7i64..0).prop_map(eighths), 2 => (0i64..=20).prop_map(eighths)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn cooling_is_the_textbooks(sketch in game(2, 2), sixteenths in -15i64..=40) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        let tree = book.tree_of(&store, form);
        let t = Dyadic::new(sixteenths, 4).unwrap();
        let cooled = Analysis::new(&store).cool(form, t).unwrap();
        let expected = Cooler::default().cooled(&mut book, tree, sixteenths);
        prop_assert_eq!(book.tree_of(&store, cooled), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cooling_keeps_sums_order_and_sign(a in game(3, 2), b in game(2, 3), t in tax()) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let mut analysis = Analysis::new(&store);
        let (cooled_a, cooled_b) = (analysis.cool(a, t).unwrap(), analysis.cool(b, t).unwrap());
        let sum = analysis.cool(store.add(a, b).unwrap(), t).unwrap();
        prop_assert_eq!(sum, store.add(cooled_a, cooled_b).unwrap());
        prop_assert!(!store.le(a, b).unwrap() || store.le(cooled_a, cooled_b).unwrap());
        prop_assert_eq!(analysis.cool(-a, t).unwrap(), -cooled_a);
    }

    #[test]
    fn cooling_twice_is_cooling_by_the_sum(sketch in game(3, 3), s in tax(), t in 0i64..=12) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let once = analysis.cool(form, s).unwrap();
        let twice = analysis.cool(once, eighths(t)).unwrap();
        prop_assert_eq!(twice, analysis.cool(form, s.checked_add(eighths(t)).unwrap()).unwrap());
    }

    #[test]
    fn stops_of_the_cooled_game_are_the_walls(sketch in game(3, 3), t in tax()) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let cooled = analysis.cool(form, t).unwrap();
        let thermograph = analysis.thermograph(form).unwrap();
        let t = t.to_rational();
        prop_assert_eq!(Ok(store.left_stop(cooled).to_rational()), thermograph.left_wall().value_at(t));
        prop_assert_eq!(Ok(store.right_stop(cooled).to_rational()), thermograph.right_wall().value_at(t));
    }

    #[test]
    fn frozen_is_the_mean_and_an_infinitesimal(sketch in game(3, 3), more in 1i64..=9) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let (mean, temperature) = (analysis.mean(form).unwrap(), analysis.temperature(form).unwrap());
        let temperature = Dyadic::from_rational(temperature).unwrap();
        let frozen = analysis.freeze(form).unwrap();
        prop_assert_eq!(store.left_stop(frozen).to_rational(), mean);
        prop_assert_eq!(store.right_stop(frozen).to_rational(), mean);
        prop_assert_eq!(analysis.freeze(-form).unwrap(), -frozen);
        let is_integer = temperature == Dyadic::integer(-1);
        if !is_integer {
            prop_assert_eq!(analysis.cool(form, temperature).unwrap(), frozen);
            prop_assert!(store.as_number(frozen) != Dyadic::from_rational(mean) || temperature == Dyadic::ZERO);
        }
        let above = temperature.checked_add(eighths(more)).unwrap();
        let cold = analysis.cool(form, above).unwrap();
        prop_assert_eq!(store.as_number(cold), Dyadic::from_rational(mean));
    }
}

#[test]
fn known_values() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let parse = |text: &str| store.parse(text).unwrap();
    for (text, frozen) in [
        ("{3||2*|1*}", "9/4*"),
        ("+-1", "*"),
        ("7", "7"),
        ("1/2", "1/2*"),
        ("-5/8", "-5/8*"),
        ("^3*", "^3*"),
        ("{2||1|0}", "5/4*"),
        ("{1||0|-4}", "Tiny(2)"),
    ] {
        assert_eq!(analysis.freeze(parse(text)), Ok(parse(frozen)), "{text}");
    }
    let cooled = [
        ("{4|1}", 8, "{3|2}"),
        ("{4|1}", 12, "5/2*"),
        ("{4|1}", 13, "5/2"),
        ("1/2", -6, "{3/4|1/4}"),
        ("5", -6, "5"),
        ("*", -4, "+-1/2"),
        ("^^", 1, "0"),
        ("{2||1|0}", 0, "{2||1|0}"),
    ];
    for (text, t, expected) in cooled {
        assert_eq!(analysis.cool(parse(text), eighths(t)), Ok(parse(expected)), "{text} by {t}/8");
    }
}

#[test]
fn refusals_and_limits() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let one = store.integer(1).unwrap();
    for t in [Dyadic::integer(-1), eighths(-9), Dyadic::integer(-i64::MAX)] {
        assert_eq!(analysis.cool(one, t), Err(ValueError::CoolingTooLow));
    }
    let switch = store.from_options(&[one], &[-one]).unwrap();
    assert_eq!(analysis.cool(switch, Dyadic::integer(i64::MAX)), store.integer(0));
    let nearly = Dyadic::new(1 - (1 << 62), 62).unwrap();
    let warmest = Dyadic::new(i64::MAX, 62).unwrap();
    assert_eq!(store.left_stop(analysis.cool(switch, nearly).unwrap()), warmest);
    let warmer = store.add(store.add(one, one).unwrap(), switch).unwrap();
    assert_eq!(analysis.cool(warmer, nearly), Err(ValueError::NumberOverflow));
    let huge = NumberUpStar { number: Dyadic::ZERO, up: i32::MAX - 1, star: 4095 };
    let huge = store.make_number_up_star(huge).unwrap();
    assert_eq!(analysis.cool(huge, eighths(1)), store.integer(0));
    assert_eq!(analysis.freeze(huge), Ok(huge));
    assert_eq!(analysis.cool(huge, eighths(-1)), Err(ValueError::TooDeep));
    // The walls of {m+1 | m-1} begin at m ± 2.
    let [below, middle, above] = [-1, 0, 1].map(|d| store.integer(i64::MAX - 2 + d).unwrap());
    let hot = store.from_options(&[above], &[below]).unwrap();
    assert_eq!(analysis.temperature(hot), Ok(Rational::from_integer(1)));
    assert_eq!(analysis.freeze(hot), store.add(middle, store.nimber(1).unwrap()));
}
