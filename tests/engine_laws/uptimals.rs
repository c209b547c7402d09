//! Uptimals: their expansions, and the names of those that have one.

use crate::sketch::{all_small_game, game};
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, Dyadic, UptimalExpansion, ValueError, ValueStore};
use proptest::prelude::*;

fn expansion(numerator: i64, exponent: u32, digits: &[i32], star: u32) -> UptimalExpansion {
    UptimalExpansion::new(Dyadic::new(numerator, exponent).unwrap(), digits.to_vec(), star)
}

/// The slow twin of [`ValueStore::uptimal`]: a sum of powers, ↑ⁿ = {0 | ↓^[n-1] + *}, ↑^[n] = {↑^[n-1] | *}.
fn sum_of_powers(store: &ValueStore, of: &UptimalExpansion) -> CanonicalForm {
    let (star, mut up_sum) = (store.nimber(1).unwrap(), CanonicalForm::ZERO);
    let mut sum = store.add(store.number(of.number()).unwrap(), store.nimber(of.star()).unwrap()).unwrap();
    for &digit in of.digits() {
        let answer = store.add(-up_sum, star).unwrap();
        let power = store.from_options(&[CanonicalForm::ZERO], &[answer]).unwrap();
        sum = store.add(sum, store.multiple(i64::from(digit), power).unwrap()).unwrap();
        up_sum = store.from_options(&[up_sum], &[star]).unwrap();
    }
    sum
}

/// All digits from -2 to 2 up to three of them, with nimbers and without.
#[test]
fn every_small_uptimal_is_recognised() {
    let store = ValueStore::new();
    for digits in 0..125 {
        let digits = [digits % 5 - 2, digits / 5 % 5 - 2, digits / 25 - 2];
        for star in 0..=3 {
            for (numerator, exponent) in [(0, 0), (-3, 1)] {
                let expansion = expansion(numerator, exponent, &digits, star);
                let form = store.uptimal(&expansion).unwrap();
                assert_eq!(form, sum_of_powers(&store, &expansion));
                assert_eq!(store.uptimal_expansion(form), Ok(expansion));
                assert_eq!(store.is_uptimal(form), Ok(true));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn expansions_are_read_back(
        numerator in -5i64..=5,
        exponent in 0u32..=2,
        digits in prop::collection::vec(-3i32..=3, 0..=6),
        star in 0u32..=5,
    ) {
        let store = ValueStore::new();
        let expansion = expansion(numerator, exponent, &digits, star);
        let form = store.uptimal(&expansion).unwrap();
        let digits = digits.iter().map(|digit| -digit).collect();
        let negated = UptimalExpansion::new(-expansion.number(), digits, star);
        prop_assert_eq!(store.uptimal_expansion(-form), Ok(negated));
        prop_assert_eq!(store.uptimal_expansion(form), Ok(expansion));
    }

    /// What is recognised is what it is said to be, and what has an option that is no uptimal is none.
    #[test]
    fn what_is_recognised_is_an_uptimal(sketch in all_small_game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        match store.uptimal_expansion(form) {
            Ok(expansion) => prop_assert_eq!(sum_of_powers(&store, &expansion), form),
            Err(error) => prop_assert_eq!(error, ValueError::NotUptimal),
        }
        prop_assert_eq!(store.is_uptimal(-form), store.is_uptimal(form));
    }

    #[test]
    fn hot_games_are_no_uptimals(sketch in game(3, 2)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        match store.uptimal_expansion(form) {
            Ok(expansion) => prop_assert_eq!(sum_of_powers(&store, &expansion), form),
            Err(error) => prop_assert_eq!(error, ValueError::NotUptimal),
        }
    }
}

/// Values with all options among small uptimals: those that are uptimals are recognised.
#[test]
fn games_on_uptimals() {
    let store = ValueStore::new();
    let all = |most: i32, length: u32| -> Vec<CanonicalForm> {
        let base = 2 * most + 1;
        let digits = (0..base.pow(length))
            .map(|n| (0..length).map(|index| n / base.pow(index) % base - most).collect::<Vec<i32>>());
        digits
            .flat_map(|digits| [0, 1, 2].map(|star| store.uptimal(&expansion(0, 0, &digits, star)).unwrap()))
            .collect()
    };
    let (options, known) = (all(1, 2), all(2, 3));
    let (mut uptimals, mut others) = (0, 0);
    for &left in &options {
        for &right in &options {
            let form = store.from_options(&[left], &[right]).unwrap();
            let is_uptimal = store.is_uptimal(form).unwrap();
            assert!(is_uptimal || !known.contains(&form));
            *(if is_uptimal { &mut uptimals } else { &mut others }) += 1;
        }
    }
    assert!(uptimals > 50 && others > 50);
}

#[test]
fn what_expansions_look_like() {
    let store = ValueStore::new();
    let texts = [
        ("0", "0.0"),
        ("3/4", "3/4.0"),
        ("*", "*.0"),
        ("2*3", "2*3.0"),
        ("^[4]", "0.1111"),
        ("^[2]*", "*.11"),
        ("2^*", "2*.1"),
        ("vv", "0.2-"),
        ("v<3>", "0.001-"),
        ("-1/2^<2>*2", "-1/2*2.01"),
        ("^11", "0.B"),
        ("v35", "0.Z-"),
        ("^36", "0.(36)"),
        ("v100*", "*.(100)-"),
    ];
    for (value, text) in texts {
        let form = store.parse(value).unwrap();
        assert_eq!(store.uptimal_expansion(form).unwrap().to_string(), text, "{value}");
    }
    assert_eq!(expansion(0, 0, &[-1, 2, 0, -12, 0], 0).to_string(), "0.1-20C-");
    assert_eq!(format!("{:>8}", expansion(0, 0, &[1], 0)), "     0.1");
}

#[test]
fn the_largest_uptimals() {
    let store = ValueStore::new();
    let large = store.uptimal(&expansion(0, 0, &[i32::MAX - 1], 4)).unwrap();
    assert_eq!(store.uptimal_expansion(large), Ok(expansion(0, 0, &[i32::MAX - 1], 4)));
    assert_eq!(store.uptimal(&expansion(0, 0, &[1, 4095], 0)), Err(ValueError::TooDeep));
    assert_eq!(store.uptimal(&expansion(0, 0, &[i32::MIN, i32::MIN], 0)), Err(ValueError::TooDeep));
    let mut long = vec![0; 4096];
    long[4095] = 1;
    assert_eq!(store.uptimal(&expansion(0, 0, &long, 0)), Err(ValueError::TooDeep));
    assert!(ValueError::NotUptimal.is_undefined() && !ValueError::TooDeep.is_undefined());
    for digits in [vec![0, 60], vec![-20, 20, -20], vec![1; 300], [vec![0; 80], vec![1]].concat()] {
        let expansion = expansion(1, 1, &digits, 1);
        let form = store.uptimal(&expansion).unwrap();
        assert_eq!(store.uptimal_expansion(form), Ok(expansion));
    }
}

/// Print and read, for the infinitesimals that have names of their own.
#[test]
fn names_are_read_back() {
    let store = ValueStore::new();
    let mut forms = Vec::new();
    for threat in ["1", "1/4", "{2|1}", "Tiny(1)+1", "{3|1*}", "1^"] {
        let threat = store.parse(threat).unwrap();
        let answer = store.from_options(&[CanonicalForm::ZERO], &[-threat]).unwrap();
        let tiny = store.from_options(&[CanonicalForm::ZERO], &[answer]).unwrap();
        assert!(store.is_tiny(tiny).unwrap() && store.is_miny(-tiny).unwrap());
        forms.push(tiny);
    }
    for n in 1..=6 {
        for zeros in 0..n {
            let digits: Vec<i32> = (0..n).map(|index| i32::from(index >= zeros)).collect();
            forms.extend((0..=3).map(|star| store.uptimal(&expansion(0, 0, &digits, star)).unwrap()));
        }
    }
    let numbers = [(0, 0), (2, 0), (-3, 2)];
    let numbers = numbers.map(|(n, e)| store.number(Dyadic::new(n, e).unwrap()).unwrap());
    for &form in &forms {
        for number in numbers {
            for form in [store.add(number, form).unwrap(), store.subtract(number, form).unwrap()] {
                for notation in [Notation::Cgsuite, Notation::Unicode, Notation::Braces] {
                    let text = store.text(form, notation).unwrap();
                    assert_eq!(store.parse(&text), Ok(form), "{text}");
                }
            }
        }
    }
}

/// A long uptimal is nested as deep as it is long; so deep that a recursion on the stack would end.
#[test]
fn deep_uptimals_do_not_exhaust_the_stack() {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(|| {
        let store = ValueStore::new();
        for star in [0, 1] {
            let expansion = expansion(0, 0, &[1; 2000], star);
            let form = store.uptimal(&expansion).unwrap();
            assert_eq!(store.uptimal_expansion(form), Ok(expansion));
        }
    });
    thread.unwrap().join().unwrap();
}
