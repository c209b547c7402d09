//! Every property of every value of the positions of a small board.

use konane::board::Rules;
use konane::solve::{EndgameTable, Monitor};
use konane::value::notation::Notation;
use konane::value::{
    Analysis, CanonicalForm, OutcomeClass, Property, PropertyValue, Side, ValueError, ValueStore,
};
use std::collections::BTreeSet;

/// The answer, `None` if it is undefined.
fn defined<T>(answer: Result<T, ValueError>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(error) if error.is_undefined() => None,
        Err(error) => panic!("{error}"),
    }
}

fn check_values_of_moves(store: &ValueStore, form: CanonicalForm) {
    let followers = store.followers(form).unwrap();
    assert!(followers.contains(&form));
    assert_eq!(store.follower_count(form), Ok(followers.len() as u64));
    assert!(store.stop_count(form).unwrap() > 0);
    let mut best = store.incentives_of_both(form).unwrap();
    for side in [Side::Left, Side::Right] {
        let incentives = store.incentives(form, side).unwrap();
        assert_eq!(incentives.len(), store.options(form, side).unwrap().len());
        best.retain(|incentive| !incentives.contains(incentive));
    }
    assert!(best.is_empty());
}

fn check_yes_or_no(store: &ValueStore, form: CanonicalForm) {
    let implies = |a: bool, b: bool| assert!(!a || b);
    implies(store.is_integer(form), store.is_number(form));
    implies(store.is_number(form), store.is_number_up_star(form));
    implies(store.is_nimber(form), store.is_number_up_star(form) && store.is_all_small(form).unwrap());
    implies(store.is_number_up_star(form), store.is_uptimal(form).unwrap());
    implies(store.is_uptimal(form).unwrap(), store.is_numberish(form));
    implies(store.is_all_small(form).unwrap(), store.is_infinitesimal(form));
    implies(store.is_infinitesimal(form), store.is_numberish(form));
    implies(store.is_tiny(form).unwrap(), store.le(CanonicalForm::ZERO, form).unwrap());
    implies(store.is_miny(form).unwrap(), store.le(form, CanonicalForm::ZERO).unwrap());
    implies(store.is_switch(form).unwrap(), !store.is_numberish(form));
    implies(store.is_even(form).unwrap(), !store.is_odd(form).unwrap());
    implies(store.is_even_tempered(form).unwrap(), !store.is_odd_tempered(form).unwrap());
}

/// Whether there is an atomic weight and an uptimal expansion.
fn check_close_values(analysis: &mut Analysis<'_>, form: CanonicalForm) -> (bool, bool) {
    let store = analysis.store();
    let reduced = analysis.reduced_canonical_form(form).unwrap();
    assert!(store.is_infinitesimal(store.subtract(form, reduced).unwrap()));
    assert_eq!(analysis.reduced_canonical_form(reduced), Ok(reduced));
    let companion = store.companion(form).unwrap();
    assert_eq!(store.companion(companion), Ok(form));
    let expansion = defined(store.uptimal_expansion(form));
    if let Some(expansion) = &expansion {
        assert_eq!(store.uptimal(expansion), Ok(form));
    }
    let weight = defined(analysis.atomic_weight(form));
    assert_eq!(analysis.is_atomic(form), Ok(weight.is_some()));
    assert!(weight.is_some() || !store.is_all_small(form).unwrap());
    assert!(weight.is_none() || store.is_infinitesimal(form));
    (weight.is_some(), expansion.is_some())
}

fn values_of_4x4(store: &ValueStore) -> BTreeSet<CanonicalForm> {
    let table = EndgameTable::compute(store, 4, 4, Rules::default(), &Monitor::new()).unwrap();
    let forms: BTreeSet<CanonicalForm> = (0..table.len()).map(|mask| table.value(mask)).collect();
    assert_eq!(forms.len(), 812);
    forms
}

/// The property whose answer for G tells that of this one for -G.
fn mirrored_property(property: Property) -> Property {
    match property {
        Property::LeftStop => Property::RightStop,
        Property::RightStop => Property::LeftStop,
        Property::LeftWall => Property::RightWall,
        Property::RightWall => Property::LeftWall,
        Property::LeftOptions => Property::RightOptions,
        Property::RightOptions => Property::LeftOptions,
        Property::LeftIncentives => Property::RightIncentives,
        Property::RightIncentives => Property::LeftIncentives,
        Property::IsTiny => Property::IsMiny,
        Property::IsMiny => Property::IsTiny,
        other => other,
    }
}

/// What a property of -G is if its mirrored property of G is this.
fn mirrored_answer(store: &ValueStore, property: Property, answer: PropertyValue) -> PropertyValue {
    match (property, answer) {
        // Neither is turned round with the game: a gain is a gain, and heat is heat.
        (Property::LeftIncentives | Property::RightIncentives | Property::Incentives, answer) => answer,
        (Property::Temperature, answer) => answer,
        (_, PropertyValue::Number(number)) => PropertyValue::Number(-number),
        (_, PropertyValue::Form(form)) => PropertyValue::Form(-form),
        (_, PropertyValue::Forms(forms)) => {
            let mut forms: Vec<CanonicalForm> = forms.into_iter().map(|form| -form).collect();
            store.sort_structurally(&mut forms).unwrap();
            PropertyValue::Forms(forms)
        }
        (_, PropertyValue::Corners(corners)) => {
            PropertyValue::Corners(corners.into_iter().map(|(t, value)| (t, -value)).collect())
        }
        (_, PropertyValue::Outcome(OutcomeClass::Left)) => PropertyValue::Outcome(OutcomeClass::Right),
        (_, PropertyValue::Outcome(OutcomeClass::Right)) => PropertyValue::Outcome(OutcomeClass::Left),
        (_, PropertyValue::Expansion(expansion)) => PropertyValue::Form(-store.uptimal(&expansion).unwrap()),
        (_, answer) => answer,
    }
}

#[test]
fn every_property_by_name_of_the_812_values_and_their_negatives() {
    let store = ValueStore::new();
    let forms = values_of_4x4(&store);
    let mut analysis = Analysis::new(&store);
    for &property in Property::ALL {
        let mut answered = 0;
        for &form in &forms {
            let answer = defined(analysis.property(property, form));
            let of_negative = defined(analysis.property(mirrored_property(property), -form));
            answered += usize::from(answer.is_some());
            for answer in answer.iter().chain(&of_negative) {
                assert!(!answer.text(&store, Notation::Unicode).unwrap().is_empty());
            }
            let expected = of_negative.map(|answer| mirrored_answer(&store, property, answer));
            let answer = answer.map(|answer| match answer {
                PropertyValue::Expansion(expansion) => {
                    PropertyValue::Form(store.uptimal(&expansion).unwrap())
                }
                answer => answer,
            });
            assert_eq!(answer, expected, "{property} of {}", store.display(form, Notation::Cgsuite));
        }
        assert!(answered > 0, "{property}");
    }
}

#[test]
fn properties_of_the_812_values_of_4x4() {
    let store = ValueStore::new();
    let forms = values_of_4x4(&store);
    let mut analysis = Analysis::new(&store);
    let (mut atomic, mut uptimal) = (0, 0);
    for &form in &forms {
        check_values_of_moves(&store, form);
        check_yes_or_no(&store, form);
        let (is_atomic, is_uptimal) = check_close_values(&mut analysis, form);
        atomic += usize::from(is_atomic);
        uptimal += usize::from(is_uptimal);
    }
    assert!(0 < atomic && 0 < uptimal && uptimal < 812);
}
