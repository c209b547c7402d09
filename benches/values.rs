//! How long it takes to make, compare, add, analyse, cool, heat, multiply, print and read values.
//!
//! The values are those that turn up among the positions of a small board, most of them hot. What is
//! measured starts from a fresh copy of the store, in which only what led to these values has been
//! compared or added. Counts are of operations.
//!
//! ```text
//! cargo bench --bench values
//! cargo bench --bench values -- sum     only those whose name contains this
//! ```

mod common;

use common::Random;
use divan::{Bencher, black_box, counter::ItemsCount};
use konane::board::Rules;
use konane::solve::{EndgameTable, Monitor};
use konane::value::notation::Notation;
use konane::value::{Analysis, CanonicalForm, Dyadic, NumberUpStar, Property, ValueError, ValueStore};
use std::collections::HashSet;

fn main() {
    divan::main();
}

/// A store, and the distinct values of the positions of a board in the order in which they turn up.
struct Values {
    store: ValueStore,
    forms: Vec<CanonicalForm>,
}

impl Values {
    fn of_board(rows: usize, columns: usize) -> Values {
        let store = ValueStore::new();
        let table = EndgameTable::compute(&store, rows, columns, Rules::default(), &Monitor::new())
            .expect("the benchmarks' boards are small");
        let mut seen = HashSet::new();
        let forms =
            (0..table.len()).map(|mask| table.value(mask)).filter(|&form| seen.insert(form)).collect();
        Values { store, forms }
    }

    /// The 812 values of 4×4.
    fn many() -> Values {
        Values::of_board(4, 4)
    }

    /// The 103 values of 3×4.
    fn few() -> Values {
        Values::of_board(3, 4)
    }
}

/// Measures something done with values, which makes so many operations, in a fresh store each time.
fn bench(bencher: Bencher, values: fn() -> Values, operations: usize, run: impl Fn(&Values) + Sync) {
    bencher.counter(ItemsCount::new(operations)).with_inputs(values).bench_values(|values| {
        run(&values);
        values
    });
}

/// The canonical forms of games with four random options on each side.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn canonical_form_from_options(bencher: Bencher) {
    const GAMES: usize = 2000;
    bench(bencher, Values::many, GAMES, |Values { store, forms }| {
        let mut random = Random(1);
        for _ in 0..GAMES {
            let mut options = || [(); 4].map(|()| forms[random.below(forms.len())]);
            let (left, right) = (options(), options());
            black_box(store.from_options(&left, &right)).expect("the options are small");
        }
    });
}

/// Comparisons of all pairs of the first 300 values.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn comparison(bencher: Bencher) {
    const FORMS: usize = 300;
    bench(bencher, Values::many, FORMS * FORMS, |Values { store, forms }| {
        for &g in &forms[..FORMS] {
            for &h in &forms[..FORMS] {
                black_box(store.le(g, h)).expect("the values are small");
            }
        }
    });
}

/// Sums of all pairs of the values of 3×4, most of them hot.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn sum_of_hot_games(bencher: Bencher) {
    bench(bencher, Values::few, 103 * 104 / 2, |Values { store, forms }| {
        for (index, &g) in forms.iter().enumerate() {
            for &h in &forms[index..] {
                black_box(store.add(g, h)).expect("the values are small");
            }
        }
    });
}

/// Sums of all pairs of 360 values x + n·↑ + *k.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn sum_of_number_up_stars(bencher: Bencher) {
    bench(bencher, number_up_stars, 360 * 360, |Values { store, forms }| {
        for &g in forms {
            for &h in forms {
                black_box(store.add(g, h)).expect("the values are small");
            }
        }
    });
}

/// Numbers of eighths from -1 to 7/8 or so, plus few ups, plus small nimbers.
fn number_up_stars() -> Values {
    let store = ValueStore::new();
    let mut forms = Vec::new();
    for eighths in -9..9 {
        let number = Dyadic::new(eighths, 3).expect("eighths are representable");
        for up in -2..3 {
            for star in 0..4 {
                let parts = NumberUpStar { number, up, star };
                forms.push(store.make_number_up_star(parts).expect("the values are small"));
            }
        }
    }
    Values { store, forms }
}

/// The thermographs of all values of 4×4.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn thermograph(bencher: Bencher) {
    bench(bencher, Values::many, 812, |Values { store, forms }| {
        let mut analysis = Analysis::new(store);
        for &form in forms {
            black_box(analysis.thermograph(form)).expect("the values are small");
        }
    });
}

/// An operation on one value; the others that it needs are part of it.
#[derive(Clone, Copy, Debug)]
enum Operation {
    CoolByHalf,
    Freeze,
    HeatByHalf,
    HeatByStar,
    OverheatFromOneStarToOne,
    NortonProductByUp,
    NortonProductBySwitch,
    OrdinalSumOnSwitch,
    OrdinalSumUnderSwitch,
    ConwayProductByHalf,
}

const OPERATIONS: [Operation; 10] = [
    Operation::CoolByHalf,
    Operation::Freeze,
    Operation::HeatByHalf,
    Operation::HeatByStar,
    Operation::OverheatFromOneStarToOne,
    Operation::NortonProductByUp,
    Operation::NortonProductBySwitch,
    Operation::OrdinalSumOnSwitch,
    Operation::OrdinalSumUnderSwitch,
    Operation::ConwayProductByHalf,
];

impl Operation {
    fn apply(self, analysis: &mut Analysis<'_>, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let store = analysis.store();
        let half = Dyadic::new(1, 1)?;
        let (one, one_star) = (store.integer(1)?, store.add(store.integer(1)?, store.nimber(1)?)?);
        let switch = store.from_options(&[store.integer(3)?], &[one])?;
        let up = store.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up: 1, star: 0 })?;
        match self {
            Operation::CoolByHalf => analysis.cool(form, half),
            Operation::Freeze => analysis.freeze(form),
            Operation::HeatByHalf => store.heat(form, store.number(half)?),
            Operation::HeatByStar => store.heat(form, store.nimber(1)?),
            Operation::OverheatFromOneStarToOne => store.overheat(form, one_star, one),
            Operation::NortonProductByUp => store.norton_product(form, up),
            Operation::NortonProductBySwitch => store.norton_product(form, switch),
            Operation::OrdinalSumOnSwitch => store.ordinal_sum(switch, form),
            Operation::OrdinalSumUnderSwitch => store.ordinal_sum(form, switch),
            Operation::ConwayProductByHalf => store.conway_product(form, store.number(half)?),
        }
    }
}

/// Each operation on all values of 4×4.
#[divan::bench(args = OPERATIONS, sample_count = 10, sample_size = 1)]
fn operation(bencher: Bencher, operation: Operation) {
    bench(bencher, Values::many, 812, |Values { store, forms }| {
        let mut analysis = Analysis::new(store);
        for &form in forms {
            black_box(operation.apply(&mut analysis, form)).expect("the values are small");
        }
    });
}

/// Conway's products of all pairs of the first 12 values of 3×4.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn conway_product(bencher: Bencher) {
    const FORMS: usize = 12;
    bench(bencher, Values::few, FORMS * FORMS, |Values { store, forms }| {
        for &g in &forms[..FORMS] {
            for &h in &forms[..FORMS] {
                black_box(store.conway_product(g, h)).expect("the values are small");
            }
        }
    });
}

/// ↑ⁿ for all n up to 300.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn powers_of_up(bencher: Bencher) {
    bench(bencher, Values::few, 300, |Values { store, .. }| {
        let up = store.parse("^").expect("it is a value");
        for n in 1..=300 {
            black_box(store.pow(up, n)).expect("the exponents are small");
        }
    });
}

/// The thermograph of ±1 ± 2 … ± 1000, whose canonical form could not be made.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn thermograph_of_switches(bencher: Bencher) {
    bench(bencher, switches, 1, |Values { store, forms }| {
        black_box(Analysis::new(store).thermograph_of_sum(forms)).expect("the values are small");
    });
}

/// The temperature of the sum of all values of 4×4, some of which share the largest one.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn temperature_of_sum(bencher: Bencher) {
    bench(bencher, Values::many, 1, |Values { store, forms }| {
        black_box(Analysis::new(store).temperature_of_sum(forms)).expect("the values are small");
    });
}

/// ±1, ±2, …, ±1000.
fn switches() -> Values {
    let store = ValueStore::new();
    let switch = |size| {
        let size = store.integer(size).expect("the values are small");
        store.from_options(&[size], &[-size]).expect("the values are small")
    };
    let forms = (1..=1000).map(switch).collect();
    Values { store, forms }
}

/// Each property of all values of 4×4, of which some have no atomic weight or expansion.
#[divan::bench(args = Property::ALL, sample_count = 20, sample_size = 1)]
fn property(bencher: Bencher, property: &Property) {
    bench(bencher, Values::many, 812, |Values { store, forms }| {
        let mut analysis = Analysis::new(store);
        for &form in forms {
            match analysis.property(*property, form) {
                Ok(answer) => drop(black_box(answer)),
                Err(error) => assert!(error.is_undefined(), "the values are small"),
            }
        }
    });
}

/// The texts of all values of 4×4 in each notation.
#[divan::bench(args = Notation::ALL, sample_count = 20, sample_size = 1)]
fn print(bencher: Bencher, notation: Notation) {
    bench(bencher, Values::many, 812, |Values { store, forms }| {
        for &form in forms {
            black_box(store.text(form, notation)).expect("the values are small");
        }
    });
}

/// Reading the texts of all values of 4×4 into an empty store.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn parse(bencher: Bencher) {
    let Values { store, forms } = Values::many();
    let texts: Vec<String> = forms
        .iter()
        .map(|&form| store.text(form, Notation::Cgsuite).expect("the values are small"))
        .collect();
    bencher.counter(ItemsCount::new(texts.len())).with_inputs(ValueStore::new).bench_values(|store| {
        for text in &texts {
            black_box(store.parse(text)).expect("what is printed can be read");
        }
        store
    });
}
