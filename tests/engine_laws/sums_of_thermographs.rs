//! Means, temperatures and thermographs of sums from their summands, against the canonical form of the sum.

use crate::sketch::game;
use konane::value::{Analysis, CanonicalForm, Dyadic, NumberUpStar, Piece, Rational, ValueError, ValueStore};
use proptest::prelude::*;

/// A summand of the kinds whose thermographs have a closed form: a number-up-star or {a | b}.
#[derive(Clone, Copy, Debug)]
enum Summand {
    NumberUpStar(NumberUpStar<(i64, u32)>),
    Switch((i64, u32), (i64, u32)),
}

fn dyadic((numerator, exponent): (i64, u32)) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

impl Summand {
    fn form(self, store: &ValueStore) -> CanonicalForm {
        match self {
            Summand::NumberUpStar(parts) => store.make_number_up_star(parts.map_number(dyadic)).unwrap(),
            Summand::Switch(a, b) => {
                let options = [a, b].map(|number| store.number(dyadic(number)).unwrap());
                // With a ≤ b this is a number or a number plus star, which is as well.
                store.from_options(&options[..1], &options[1..]).unwrap()
            }
        }
    }
}

fn summand() -> impl Strategy<Value = Summand> {
    let number = || (-40i64..=40, 0u32..=3);
    let part = |number, up, star| Summand::NumberUpStar(NumberUpStar { number, up, star });
    prop_oneof![
        4 => (number(), number()).prop_map(|(a, b)| Summand::Switch(a, b)),
        1 => (-6i64..=6).prop_map(|n| Summand::Switch((n, 0), (-n, 0))),
        1 => number().prop_map(move |number| part(number, 0, 0)),
        1 => (number(), -2i32..=2, 0u32..=3).prop_map(move |(number, up, star)| part(number, up, star)),
    ]
}

fn sum(store: &ValueStore, forms: &[CanonicalForm]) -> CanonicalForm {
    forms.iter().fold(CanonicalForm::ZERO, |sum, &form| store.add(sum, form).unwrap())
}

/// Everything said of the sum is what is said of its canonical form.
fn check(store: &ValueStore, forms: &[CanonicalForm]) -> Result<(), TestCaseError> {
    let mut analysis = Analysis::new(store);
    let expected = analysis.thermograph(sum(store, forms)).unwrap();
    prop_assert_eq!(analysis.thermograph_of_sum(forms), Ok(expected.clone()));
    prop_assert_eq!(analysis.temperature_of_sum(forms), Ok(expected.temperature()));
    prop_assert_eq!(analysis.mean_of_sum(forms), Ok(expected.mean()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn switches_and_number_up_stars(summands in prop::collection::vec(summand(), 0..=6)) {
        let store = ValueStore::new();
        let forms: Vec<CanonicalForm> = summands.iter().map(|summand| summand.form(&store)).collect();
        check(&store, &forms)?;
    }

    /// Inverse pairs and equal summands turn up often, as do equal temperatures.
    #[test]
    fn any_summands(sketches in prop::collection::vec(game(2, 2), 1..=2), signs in prop::collection::vec(any::<(bool, bool)>(), 0..=4)) {
        let store = ValueStore::new();
        let games: Vec<CanonicalForm> = sketches.iter().map(|sketch| sketch.form(&store)).collect();
        let mut forms = games.clone();
        for (second, negated) in signs {
            let form = games[usize::from(second).min(games.len() - 1)];
            forms.push(if negated { -form } else { form });
        }
        check(&store, &forms)?;
    }

    /// Some of the switches are large compared with the others, some are not.
    #[test]
    fn switches_and_others(
        sketches in prop::collection::vec(game(2, 2), 1..=2),
        summands in prop::collection::vec(summand(), 0..=3),
    ) {
        let store = ValueStore::new();
        let mut forms: Vec<CanonicalForm> = sketches.iter().map(|sketch| sketch.form(&store)).collect();
        forms.extend(summands.iter().map(|summand| summand.form(&store)));
        check(&store, &forms)?;
    }

    /// Just below, at and above the size from which on a switch counts as large.
    #[test]
    fn switches_at_the_limit(sketch in game(2, 2), sixteenths in prop::collection::vec(1i64..=64, 1..=3)) {
        let store = ValueStore::new();
        let mut forms = vec![sketch.form(&store)];
        for numerator in sixteenths {
            let size = store.number(dyadic((numerator, 4))).unwrap();
            forms.push(store.from_options(&[size], &[-size]).unwrap());
        }
        check(&store, &forms)?;
    }

    #[test]
    fn negatives_of_sums_are_mirror_images(summands in prop::collection::vec(summand(), 0..=8)) {
        let store = ValueStore::new();
        let forms: Vec<CanonicalForm> = summands.iter().map(|summand| summand.form(&store)).collect();
        let negatives: Vec<CanonicalForm> = forms.iter().map(|&form| -form).collect();
        let mut analysis = Analysis::new(&store);
        let of_sum = analysis.thermograph_of_sum(&forms).unwrap();
        let of_negative = analysis.thermograph_of_sum(&negatives).unwrap();
        let mirrored = |piece: Piece| Piece { value: -piece.value, slope: -piece.slope, ..piece };
        prop_assert_eq!(
            of_sum.left_wall().pieces().map(mirrored).collect::<Vec<_>>(),
            of_negative.right_wall().pieces().collect::<Vec<_>>()
        );
    }

    /// A wall's value is that of the piece at each temperature, wherever the pieces are made to begin.
    #[test]
    fn pieces_are_the_wall(sketch in game(3, 3), start in -5i64..=12) {
        let store = ValueStore::new();
        let thermograph = Analysis::new(&store).thermograph(sketch.form(&store)).unwrap();
        let start = Rational::new(start, 4);
        for wall in [thermograph.left_wall(), thermograph.right_wall()] {
            let pieces = wall.pieces_from(start).unwrap();
            prop_assert_eq!(pieces[0].temperature, start.max(Rational::from(-1)));
            prop_assert_eq!(pieces[pieces.len() - 1].slope, 0);
            prop_assert_eq!(wall.pieces_from(Rational::from(-1)).unwrap(), wall.pieces().collect::<Vec<_>>());
            let ends = pieces[1..].iter().map(|next| next.temperature).chain([Rational::from(20)]);
            for (piece, end) in pieces.iter().zip(ends) {
                prop_assert!(end > piece.temperature);
                let middle = (piece.temperature + end) / 2;
                for t in [piece.temperature, middle, end] {
                    let value = piece.value + (t - piece.temperature) * i64::from(piece.slope);
                    prop_assert_eq!(wall.value_at(t).unwrap(), value);
                }
            }
        }
    }
}

fn switches(store: &ValueStore, sizes: impl Iterator<Item = i64>) -> Vec<CanonicalForm> {
    let switch = |size| {
        let size = store.integer(size).unwrap();
        store.from_options(&[size], &[-size]).unwrap()
    };
    sizes.map(switch).collect()
}

/// ±1 ± 2 ± 4 … ± 2²³ has 2²⁴ followers, all different, 24 moves on.
#[test]
fn many_switches() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let mut stops_and_temperature = |forms: &[CanonicalForm]| {
        let thermograph = analysis.thermograph_of_sum(forms).unwrap();
        assert_eq!(analysis.temperature_of_sum(forms), Ok(thermograph.temperature()));
        assert_eq!(analysis.mean_of_sum(forms), Ok(thermograph.mean()));
        let stops = (thermograph.left_stop().unwrap(), thermograph.right_stop().unwrap());
        (stops.0.to_integer(), stops.1.to_integer(), thermograph.temperature().to_integer())
    };
    let mut forms = switches(&store, 1..=24);
    assert_eq!(stops_and_temperature(&forms), (12, -12, 24));
    forms.push(store.integer(7).unwrap());
    assert_eq!(stops_and_temperature(&forms), (19, -5, 24));
    // 2²³ - 2²² + 2²¹ - … - 1
    let powers = switches(&store, (0..24).map(|n| 1 << n));
    let left: i64 = (0..24).rev().map(|n| if n % 2 == 1 { 1 << n } else { -(1i64 << n) }).sum();
    assert_eq!(stops_and_temperature(&powers), (left, -left, 1 << 23));
    assert_eq!(stops_and_temperature(&switches(&store, 1..=1000)), (500, -500, 1000));
    assert_eq!(stops_and_temperature(&switches(&store, (1..=1000).chain(2..=1000))), (1, -1, 1));
    // With something smaller, hot, and not a switch, whose stops are 3 and 2; 1000 - 999 + … + 4 = 502.
    let mut forms = switches(&store, 4..=1000);
    forms.push(store.parse("{3||2|1}").unwrap());
    assert_eq!(stops_and_temperature(&forms), (502 + 2, 3 - 502, 1000));
    // Nothing but what the summands themselves need has been made.
    assert!(store.len() < 10_000, "{}", store.len());
}

/// {4 | 1} and {8 | -1}, corner by corner: 6 ± ((9/2 - t) - (3/2 - t)⁺) above 0.
#[test]
fn two_switches_corner_by_corner() {
    let store = ValueStore::new();
    let forms = [store.parse("{4|1}").unwrap(), store.parse("{8|-1}").unwrap()];
    let thermograph = Analysis::new(&store).thermograph_of_sum(&forms).unwrap();
    let piece = |t: (i64, i64), value: (i64, i64), slope| Piece {
        temperature: Rational::new(t.0, t.1),
        value: Rational::new(value.0, value.1),
        slope,
    };
    let left: Vec<Piece> = thermograph.left_wall().pieces().collect();
    assert_eq!(left, [piece((-1, 1), (9, 1), 0), piece((3, 2), (9, 1), -1), piece((9, 2), (6, 1), 0)]);
    let right: Vec<Piece> = thermograph.right_wall().pieces().collect();
    assert_eq!(right, [piece((-1, 1), (3, 1), 0), piece((3, 2), (3, 1), 1), piece((9, 2), (6, 1), 0)]);
}

#[test]
fn sums_of_nothing_and_of_what_cancels() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let hot = store.parse("{5||2|-7}").unwrap();
    for forms in
        [vec![], vec![hot, -hot], vec![hot, store.parse("+-3").unwrap(), -hot, store.parse("+-3").unwrap()]]
    {
        assert_eq!(analysis.temperature_of_sum(&forms), Ok(Rational::from(-1)));
        assert_eq!(analysis.mean_of_sum(&forms), Ok(Rational::ZERO));
        assert_eq!(analysis.thermograph_of_sum(&forms), analysis.thermograph(CanonicalForm::ZERO));
    }
}

#[test]
fn sums_too_large_are_errors() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let largest = store.integer(i64::MAX).unwrap();
    let forms = [largest, largest];
    assert_eq!(analysis.mean_of_sum(&forms), Err(ValueError::NumberOverflow));
    assert_eq!(analysis.thermograph_of_sum(&forms), Err(ValueError::NumberOverflow));
    let below = |n| store.integer(i64::MAX - n).unwrap();
    let hot = store.from_options(&[below(1)], &[below(3)]).unwrap();
    assert_eq!(analysis.temperature_of_sum(&[hot, largest]), Ok(Rational::from(1)));
    assert_eq!(analysis.mean_of_sum(&[hot, -hot]), Ok(Rational::ZERO));
}
