//! Outcome classes, kinds and birthdays.

use crate::sketch::game;
use crate::textbook::Textbook;
use konane::value::{Analysis, CanonicalForm, Dyadic, Kind, NumberUpStar, OutcomeClass, Side, ValueStore};
use proptest::prelude::*;

/// Whether the player of `side` wins moving first: the search that the outcome class stands for.
fn wins_moving(store: &ValueStore, form: CanonicalForm, side: Side) -> bool {
    let options = store.options(form, side).unwrap();
    options.into_iter().any(|option| !wins_moving(store, option, side.opposite()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_outcome_class_is_found_by_playing(sketch in game(3, 3)) {
        let store = ValueStore::new();
        let form = sketch.form(&store);
        let first = (wins_moving(&store, form, Side::Left), wins_moving(&store, form, Side::Right));
        let expected = match first {
            (true, true) => OutcomeClass::Next,
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
            (false, false) => OutcomeClass::Previous,
        };
        prop_assert_eq!(store.outcome_class(form).unwrap(), expected);
    }

    #[test]
    fn the_birthday_is_the_depth_of_the_form(sketch in game(4, 3)) {
        let (store, mut book) = (ValueStore::new(), Textbook::default());
        let form = sketch.form(&store);
        let tree = book.tree_of(&store, form);
        let mut analysis = Analysis::new(&store);
        prop_assert_eq!(analysis.birthday(form).unwrap(), book.depth(tree));
        prop_assert_eq!(analysis.birthday(-form).unwrap(), book.depth(tree));
    }
}

#[test]
fn birthdays_of_number_up_stars() {
    let (store, mut book) = (ValueStore::new(), Textbook::default());
    let mut analysis = Analysis::new(&store);
    for (numerator, exponent) in [(0, 0), (3, 0), (-5, 2)] {
        for up in -4..=4 {
            for star in 0..=5 {
                let number = Dyadic::new(numerator, exponent).unwrap();
                let form = store.make_number_up_star(NumberUpStar { number, up, star }).unwrap();
                let tree = book.tree_of(&store, form);
                assert_eq!(analysis.birthday(form).unwrap(), book.depth(tree));
            }
        }
    }
    let parts = NumberUpStar { number: Dyadic::new(73, 4).unwrap(), up: -9, star: 8 };
    assert_eq!(analysis.birthday(store.make_number_up_star(parts).unwrap()), Ok(27));
}

#[test]
fn kinds() {
    let store = ValueStore::new();
    let number = |n, e| store.number(Dyadic::new(n, e).unwrap()).unwrap();
    let make = |n, e, up, star| {
        let number = Dyadic::new(n, e).unwrap();
        store.make_number_up_star(NumberUpStar { number, up, star }).unwrap()
    };
    let braces = |left: &[CanonicalForm], right: &[CanonicalForm]| store.from_options(left, right).unwrap();
    let (zero, one, two) = (number(0, 0), number(1, 0), number(2, 0));
    let tiny = |g: CanonicalForm| braces(&[zero], &[braces(&[zero], &[-g])]);
    let hot = braces(&[two], &[one]);
    let threat = braces(&[zero, make(0, 0, 0, 1)], &[-one]);
    let samples = [
        (zero, Kind::Integer),
        (number(-5, 0), Kind::Integer),
        (number(1, 1), Kind::Number),
        (make(0, 0, 0, 1), Kind::Nimber),
        (make(0, 0, 0, 100), Kind::Nimber),
        (make(1, 0, 0, 1), Kind::NumberUpStar),
        (make(0, 0, -50, 0), Kind::NumberUpStar),
        (hot, Kind::Switch),
        (braces(&[number(1, 1)], &[-two]), Kind::Switch),
        (tiny(one), Kind::Tiny),
        (-tiny(number(1, 2)), Kind::Tiny),
        (tiny(hot), Kind::Tiny),
        (store.add(tiny(two), number(3, 1)).unwrap(), Kind::Tiny),
        (store.add(-tiny(two), -two).unwrap(), Kind::Tiny),
        (braces(&[two, store.add(two, make(0, 0, 0, 1)).unwrap()], &[zero]), Kind::Other),
        (braces(&[zero], &[threat]), Kind::Other),
        (store.add(tiny(one), tiny(one)).unwrap(), Kind::Other),
        (store.add(hot, make(0, 0, 1, 0)).unwrap(), Kind::Other),
    ];
    for (form, kind) in samples {
        assert_eq!(store.kind(form), Ok(kind), "{form:?}");
        assert_eq!(store.kind(-form), Ok(kind), "{form:?}");
    }
    let names = [Kind::Integer, Kind::Number, Kind::Nimber, Kind::NumberUpStar, Kind::Switch, Kind::Tiny];
    let names: Vec<String> = names.iter().map(Kind::to_string).collect();
    assert_eq!(names, ["integer", "number", "nimber", "number-up-star", "switch", "tiny"]);
}

#[test]
fn outcome_classes_have_their_letters() {
    let store = ValueStore::new();
    let one = store.integer(1).unwrap();
    let samples = [(one, "L"), (-one, "R"), (store.nimber(2).unwrap(), "N"), (CanonicalForm::ZERO, "P")];
    for (form, letter) in samples {
        assert_eq!(store.outcome_class(form).unwrap().to_string(), letter);
    }
    assert_eq!(OutcomeClass::Left.words(), "Left wins, whoever begins");
}
