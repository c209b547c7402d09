//! Random games, for the engine and for its twin alike.

use crate::textbook::{Textbook, Tree};
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, ValueStore};
use proptest::prelude::*;

/// How a game is put together.
#[derive(Clone, Debug)]
pub enum Sketch {
    /// numerator / 2^exponent + up·↑ + *star
    Leaf { numerator: i64, exponent: u32, up: i32, star: u32 },
    /// {left | right}
    Options(Vec<Sketch>, Vec<Sketch>),
}

impl Sketch {
    /// The value in the engine.
    pub fn form(&self, store: &ValueStore) -> CanonicalForm {
        match self {
            &Sketch::Leaf { numerator, exponent, up, star } => {
                let number = Dyadic::new(numerator, exponent).unwrap();
                store.make_number_up_star(NumberUpStar { number, up, star }).unwrap()
            }
            Sketch::Options(left, right) => {
                let forms = |options: &[Sketch]| -> Vec<CanonicalForm> {
                    options.iter().map(|option| option.form(store)).collect()
                };
                store.from_options(&forms(left), &forms(right)).unwrap()
            }
        }
    }

    /// The same with the players' moves exchanged.
    pub fn negated(&self) -> Sketch {
        match self {
            &Sketch::Leaf { numerator, exponent, up, star } => {
                Sketch::Leaf { numerator: -numerator, exponent, up: -up, star }
            }
            Sketch::Options(left, right) => {
                let negated =
                    |options: &[Sketch]| -> Vec<Sketch> { options.iter().map(Sketch::negated).collect() };
                Sketch::Options(negated(right), negated(left))
            }
        }
    }

    /// The tree in the twin.
    pub fn tree(&self, book: &mut Textbook) -> Tree {
        match self {
            &Sketch::Leaf { numerator, exponent, up, star } => {
                let (number, ups, nimber) =
                    (book.number(numerator, exponent), book.ups(up), book.nimber(star));
                let infinitesimal = book.sum(ups, nimber);
                book.sum(number, infinitesimal)
            }
            Sketch::Options(left, right) => {
                let left = left.iter().map(|option| option.tree(book)).collect();
                let right = right.iter().map(|option| option.tree(book)).collect();
                book.tree(left, right)
            }
        }
    }
}

/// Numbers close together and many infinitesimals: then options are often incomparable, and few games
/// collapse to numbers.
fn leaf() -> impl Strategy<Value = Sketch> {
    let number = |(numerator, exponent)| Sketch::Leaf { numerator, exponent, up: 0, star: 0 };
    prop_oneof![
        2 => (-2i64..=2, Just(0u32)).prop_map(number),
        1 => (-5i64..=5, 1u32..=2).prop_map(number),
        2 => (1u32..=3).prop_map(|star| Sketch::Leaf { numerator: 0, exponent: 0, up: 0, star }),
        3 => (-1i64..=1, -2i32..=2, 0u32..=3)
            .prop_map(|(numerator, up, star)| Sketch::Leaf { numerator, exponent: 0, up, star }),
    ]
}

/// A game of at most `depth` moves above its leaves, with at most `width` options a side.
pub fn game(depth: u32, width: usize) -> impl Strategy<Value = Sketch> {
    leaf().prop_recursive(depth, 4u32.pow(depth), 2 * width as u32, move |inner| {
        // An empty side makes a number, so it is rare.
        let options = || {
            prop_oneof![
                1 => Just(vec![]),
                9 => prop::collection::vec(inner.clone(), 1..=width),
            ]
        };
        (options(), options()).prop_map(|(left, right)| Sketch::Options(left, right))
    })
}

/// An all-small game: its leaves are multiples of ↑ and nimbers, and no player is left without a move.
pub fn all_small_game(depth: u32, width: usize) -> impl Strategy<Value = Sketch> {
    let leaf =
        (-2i32..=2, 0u32..=3).prop_map(|(up, star)| Sketch::Leaf { numerator: 0, exponent: 0, up, star });
    leaf.prop_recursive(depth, 4u32.pow(depth), 2 * width as u32, move |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=width);
        (options(), options()).prop_map(|(left, right)| Sketch::Options(left, right))
    })
}

/// An infinitesimal that need not be all-small: each player has a move to a game about 0, behind which
/// there may be threats of any size, and other moves that do not improve on it.
pub fn infinitesimal_game(depth: u32) -> impl Strategy<Value = Sketch> {
    let leaf =
        (-2i32..=3, 0u32..=2).prop_map(|(up, star)| Sketch::Leaf { numerator: 0, exponent: 0, up, star });
    let threat =
        (1i64..=3).prop_map(|numerator| Sketch::Leaf { numerator, exponent: 0, up: 0, star: 0 }).boxed();
    leaf.prop_recursive(depth, 4u32.pow(depth), 4, move |inner| {
        let threat = threat.clone();
        let options = move || {
            let quiet = inner.clone().prop_map(|quiet| vec![quiet]);
            // {threat | quiet} for Left, which stops at 0 when Right answers.
            let loud = (threat.clone(), inner.clone())
                .prop_map(|(threat, quiet)| vec![Sketch::Options(vec![threat], vec![quiet])]);
            prop_oneof![2 => quiet.clone(), 3 => loud.clone(), 1 => (quiet, loud).prop_map(|(a, b)| [a, b].concat())]
        };
        (options(), options()).prop_map(|(left, right)| {
            let right = right.iter().map(Sketch::negated).collect();
            Sketch::Options(left, right)
        })
    })
}
