//! Thermographs, and the means and temperatures read from them.

use crate::sketch::game;
use konane::value::{
    Analysis, CanonicalForm, Dyadic, NumberUpStar, Rational, Side, ValueError, ValueStore, Wall,
};
use proptest::prelude::*;
use std::collections::HashMap;

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

fn number(store: &ValueStore, numerator: i64, exponent: u32) -> CanonicalForm {
    store.number(Dyadic::new(numerator, exponent).unwrap()).unwrap()
}

/// The slow twin: both walls at every multiple of 1/64 from -1 to 8, by the definition at each of them.
/// Values are kept in units of 1/64, so games whose corners are finer are out of its reach.
struct Sampled<'s> {
    store: &'s ValueStore,
    known: HashMap<CanonicalForm, (Vec<i64>, Vec<i64>)>,
}

const UNIT: i64 = 64;
const SAMPLES: i64 = 9 * UNIT + 1;

impl Sampled<'_> {
    fn walls(&mut self, form: CanonicalForm) -> (Vec<i64>, Vec<i64>) {
        if let Some(known) = self.known.get(&form) {
            return known.clone();
        }
        let walls = match self.store.as_number(form) {
            Some(number) if number.is_integer() => {
                let mast = vec![number.numerator() * UNIT; SAMPLES as usize];
                (mast.clone(), mast)
            }
            _ => self.walls_by_options(form),
        };
        self.known.insert(form, walls.clone());
        walls
    }

    fn walls_by_options(&mut self, form: CanonicalForm) -> (Vec<i64>, Vec<i64>) {
        let mut options = |side: Side| -> Vec<(Vec<i64>, Vec<i64>)> {
            self.store.options(form, side).unwrap().into_iter().map(|option| self.walls(option)).collect()
        };
        let (left, right) = (options(Side::Left), options(Side::Right));
        let mut walls = (vec![], vec![]);
        let mut mast = None;
        for sample in 0..SAMPLES as usize {
            let tax = sample as i64 - UNIT;
            let left = left.iter().map(|(_, wall)| wall[sample] - tax).max().unwrap();
            let right = right.iter().map(|(wall, _)| wall[sample] + tax).min().unwrap();
            assert!(mast.is_some() || left >= right, "the walls meet between two samples");
            if left == right {
                mast.get_or_insert(left);
            }
            walls.0.push(mast.unwrap_or(left));
            walls.1.push(mast.unwrap_or(right));
        }
        walls
    }
}

fn at(wall: &Wall, sample: i64) -> Rational {
    wall.value_at(fraction(sample - UNIT, UNIT)).unwrap()
}

/// The corners make a wall: from -1 upwards, the given slope and level pieces in turn, but that the
/// piece below the mast may be of either kind.
fn check_corners(wall: &Wall, slope: i64) {
    let corners: Vec<(Rational, Rational)> = wall.corners().collect();
    assert_eq!(corners[0].0, fraction(-1, 1));
    let mut before = None;
    for pair in corners.windows(2) {
        let (time, rise) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        assert!(time > fraction(0, 1));
        let level = rise == fraction(0, 1);
        assert!(level || rise == time * slope);
        assert_ne!(before, Some(level), "a corner where the wall is straight");
        before = Some(level);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn walls_are_those_of_the_definition_at_each_temperature(sketch in game(3, 3)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let thermograph = Analysis::new(&store).thermograph(form).unwrap();
        let (left, right) = Sampled { store: &store, known: HashMap::new() }.walls(form);
        for sample in 0..SAMPLES {
            let values = (left[sample as usize], right[sample as usize]);
            prop_assert_eq!(at(thermograph.left_wall(), sample), fraction(values.0, UNIT));
            prop_assert_eq!(at(thermograph.right_wall(), sample), fraction(values.1, UNIT));
        }
    }

    #[test]
    fn a_thermograph_is_whole(sketch in game(4, 3)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let thermograph = analysis.thermograph(form).unwrap();
        check_corners(thermograph.left_wall(), -1);
        check_corners(thermograph.right_wall(), 1);
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        prop_assert_eq!(thermograph.left_wall().corners().last(), Some((temperature, mean)));
        prop_assert_eq!(thermograph.right_wall().corners().last(), Some((temperature, mean)));
        for step in 0..40 {
            let t = fraction(-1, 1) + (temperature + fraction(1, 1)) * fraction(step, 40);
            let (left, right) = (thermograph.left_wall().value_at(t), thermograph.right_wall().value_at(t));
            prop_assert!(left.unwrap() >= mean && mean >= right.unwrap());
        }
        prop_assert_eq!(thermograph.left_stop().unwrap(), store.left_stop(form).to_rational());
        prop_assert_eq!(thermograph.right_stop().unwrap(), store.right_stop(form).to_rational());
        match store.as_number(form) {
            Some(number) => {
                prop_assert_eq!(temperature, fraction(-1, 1 << number.exponent()));
                prop_assert_eq!(mean, number.to_rational());
            }
            None => prop_assert_eq!(
                (temperature >= fraction(0, 1), temperature == fraction(0, 1)),
                (true, store.left_stop(form) == store.right_stop(form))
            ),
        }
    }

    #[test]
    fn negatives_are_mirror_images(sketch in game(3, 3)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let (of_form, of_negative) =
            (analysis.thermograph(form).unwrap(), analysis.thermograph(-form).unwrap());
        let mirrored = |wall: &Wall| -> Vec<_> { wall.corners().map(|(t, value)| (t, -value)).collect() };
        prop_assert_eq!(mirrored(of_form.left_wall()), of_negative.right_wall().corners().collect::<Vec<_>>());
        prop_assert_eq!(mirrored(of_form.right_wall()), of_negative.left_wall().corners().collect::<Vec<_>>());
        prop_assert_eq!(analysis.mean(-form).unwrap(), -of_form.mean());
        prop_assert_eq!(analysis.temperature(-form).unwrap(), of_form.temperature());
        // The order in which values are asked for does not matter.
        prop_assert_eq!(Analysis::new(&store).thermograph(-form).unwrap(), of_negative);
    }

    #[test]
    fn means_add_and_temperatures_do_not_rise(a in game(2, 3), b in game(2, 3)) {
        let store = ValueStore::new();
        let (a, b) = (a.form(&store), b.form(&store));
        let sum = store.add(a, b).unwrap();
        let mut analysis = Analysis::new(&store);
        prop_assert_eq!(analysis.mean(sum).unwrap(), analysis.mean(a).unwrap() + analysis.mean(b).unwrap());
        let warmer = analysis.temperature(a).unwrap().max(analysis.temperature(b).unwrap());
        prop_assert!(analysis.temperature(sum).unwrap() <= warmer);
    }

    /// n·m ≤ left stop of n·G ≤ n·m + t for the mean m and the temperature t (if t ≥ 0).
    #[test]
    fn the_mean_is_the_limit_of_stops(sketch in game(2, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let mut analysis = Analysis::new(&store);
        let (mean, temperature) = (analysis.mean(form).unwrap(), analysis.temperature(form).unwrap());
        let slack = temperature.max(fraction(0, 1));
        for n in [2, 3, 8] {
            let multiple = store.multiple(n, form).unwrap();
            let (left, right) = (store.left_stop(multiple), store.right_stop(multiple));
            let (left, right) = (left.to_rational(), right.to_rational());
            prop_assert!(mean * n <= left && left <= mean * n + slack);
            prop_assert!(mean * n - slack <= right && right <= mean * n);
        }
    }

    /// Number-up-stars have a short cut; their options by the general way give the same.
    #[test]
    fn number_up_stars_by_their_options(
        numerator in -9i64..=9,
        exponent in 0u32..=3,
        up in -4i32..=4,
        star in 0u32..=5,
    ) {
        let store = ValueStore::new();
        let parts = NumberUpStar { number: Dyadic::new(numerator, exponent).unwrap(), up, star };
        let form = store.make_number_up_star(parts).unwrap();
        let thermograph = Analysis::new(&store).thermograph(form).unwrap();
        let (left, right) = Sampled { store: &store, known: HashMap::new() }.walls(form);
        for sample in 0..SAMPLES {
            prop_assert_eq!(at(thermograph.left_wall(), sample), fraction(left[sample as usize], UNIT));
            prop_assert_eq!(at(thermograph.right_wall(), sample), fraction(right[sample as usize], UNIT));
        }
    }
}

/// {left | right}
fn braces(store: &ValueStore, left: &[CanonicalForm], right: &[CanonicalForm]) -> CanonicalForm {
    store.from_options(left, right).unwrap()
}

/// Means and temperatures that CGSuite prints.
#[test]
fn known_means_and_temperatures() {
    let store = ValueStore::new();
    let integer = |n| store.integer(n).unwrap();
    let plus_star = |n, e| store.add(number(&store, n, e), store.nimber(1).unwrap()).unwrap();
    let two_star_one_star = braces(&store, &[plus_star(2, 0)], &[plus_star(1, 0)]);
    // {3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}
    let left = braces(&store, &[plus_star(3, 1)], &[number(&store, 1, 1)]);
    let threat = braces(&store, &[number(&store, -1, 1)], &[plus_star(-1, 0)]);
    let right = braces(&store, &[plus_star(-1, 0), threat], &[number(&store, -5, 1)]);
    let switch = braces(&store, &[integer(0)], &[integer(-3)]);
    let branched = braces(&store, &[left], &[switch, right]);
    let known = [
        (integer(0), (0, 1), (-1, 1)),
        (integer(-7), (-7, 1), (-1, 1)),
        (number(&store, 25, 4), (25, 16), (-1, 16)),
        (store.nimber(8).unwrap(), (0, 1), (0, 1)),
        (braces(&store, &[integer(3)], &[two_star_one_star]), (9, 4), (3, 4)),
        (branched, (-5, 16), (21, 16)),
        (braces(&store, &[integer(10)], &[integer(-4)]), (3, 1), (7, 1)),
    ];
    let mut analysis = Analysis::new(&store);
    for (form, mean, temperature) in known {
        assert_eq!(analysis.mean(form).unwrap(), fraction(mean.0, mean.1));
        assert_eq!(analysis.temperature(form).unwrap(), fraction(temperature.0, temperature.1));
    }
}

/// The drawing of {3 ‖ 2* | 1*}, corner by corner.
#[test]
fn a_thermograph_corner_by_corner() {
    let store = ValueStore::new();
    let plus_star = |n| store.add(store.integer(n).unwrap(), store.nimber(1).unwrap()).unwrap();
    let form =
        braces(&store, &[store.integer(3).unwrap()], &[braces(&store, &[plus_star(2)], &[plus_star(1)])]);
    let thermograph = Analysis::new(&store).thermograph(form).unwrap();
    let corners = |wall: &Wall| -> Vec<_> { wall.corners().collect() };
    let expected = |points: &[(i64, i64, i64, i64)]| -> Vec<_> {
        points.iter().map(|&(a, b, c, d)| (fraction(a, b), fraction(c, d))).collect()
    };
    assert_eq!(corners(thermograph.left_wall()), expected(&[(-1, 1, 4, 1), (3, 4, 9, 4)]));
    // 2* has the right wall 2 + t up to t = 0, {2*|1*} the left wall 2 up to there and then 2 - t.
    assert_eq!(
        corners(thermograph.right_wall()),
        expected(&[(-1, 1, 1, 1), (0, 1, 2, 1), (1, 2, 2, 1), (3, 4, 9, 4)])
    );
    assert_eq!(thermograph.left_wall().value_at(fraction(1, 3)), Ok(fraction(8, 3)));
    assert_eq!(thermograph.right_wall().value_at(fraction(-1, 3)), Ok(fraction(5, 3)));
    assert_eq!(thermograph.right_wall().value_at(fraction(5, 1)), Ok(fraction(9, 4)));
    assert_eq!(thermograph.right_wall().value_at(fraction(-5, 1)), Ok(fraction(1, 1)));
}

#[test]
fn huge_infinitesimals_and_numbers() {
    let store = ValueStore::new();
    let mut analysis = Analysis::new(&store);
    let number = Dyadic::new(1, 1).unwrap();
    let huge = NumberUpStar { number, up: i32::MAX - 1, star: 4095 };
    let huge = store.make_number_up_star(huge).unwrap();
    assert_eq!(analysis.mean(huge), Ok(fraction(1, 2)));
    assert_eq!(analysis.temperature(huge), Ok(fraction(0, 1)));
    let smallest = store.number(Dyadic::new(1, 62).unwrap()).unwrap();
    assert_eq!(analysis.temperature(smallest), Ok(fraction(-1, 1 << 62)));
    let largest = store.integer(i64::MAX).unwrap();
    assert_eq!(analysis.mean(-largest), Ok(fraction(-i64::MAX, 1)));
    let switch = braces(&store, &[largest], &[-largest]);
    assert_eq!(analysis.temperature(switch), Err(ValueError::NumberOverflow));
}

#[test]
fn each_thread_may_have_its_own() {
    let store = ValueStore::new();
    let switch = braces(&store, &[store.integer(1).unwrap()], &[store.integer(-2).unwrap()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let mut analysis = Analysis::new(&store);
            scope.spawn(move || assert_eq!(analysis.temperature(switch), Ok(fraction(3, 2))));
        }
    });
}
