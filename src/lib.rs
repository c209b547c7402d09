//! Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.
//!
//! A position is the sum of its independent regions; each region's value is the canonical form of a short
//! partizan game, found by memoised search. This crate has the three parts that takes, and the command
//! `konane` on top of them:
//!
//! * [`value`]: short games in canonical form, with order, sum, thermographs and notation. It knows
//!   nothing of boards; use it for any game.
//! * [`board`]: positions, the rules, notation, the literature's patterns. It knows nothing of values.
//! * [`region`]: splitting a position into independent regions, and their normal form.
//! * [`solve`]: joins them: values of positions, endgame tables.
//! * [`published`]: what the literature states about Kōnane, as tables that can be checked.
//!
//! # A tour
//!
//! Black is Left. The value of a position, and what can be asked of it:
//!
//! ```
//! use konane::board::{Position, Rules};
//! use konane::solve::{Monitor, ValueSolver};
//! use konane::value::{Analysis, OutcomeClass, Rational, ValueStore, notation::Notation};
//!
//! let store = ValueStore::new();
//! let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
//! let monitor = Monitor::new();
//! let switch: Position = ".ox./o..x/....".parse()?;
//! let value = solver.value(&switch, &monitor)?;
//! assert_eq!(store.text(value, Notation::Cgsuite)?, "+-1");
//! assert_eq!(store.outcome_class(value)?, OutcomeClass::Next);
//! assert_eq!(Analysis::new(&store).temperature(value)?, Rational::from_integer(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Values add and compare exactly, and equal values are equal handles:
//!
//! ```
//! use konane::value::ValueStore;
//!
//! let store = ValueStore::new();
//! let tiny = store.parse("{0||0|-1}")?;
//! assert_eq!(tiny, store.parse("Tiny(1)")?);
//! assert!(store.le(tiny, store.parse("^")?)?);
//! assert_eq!(store.subtract(tiny, tiny)?, store.integer(0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All positions of a board at once:
//!
//! ```
//! use konane::board::Rules;
//! use konane::solve::{EndgameTable, Monitor};
//! use konane::value::ValueStore;
//!
//! let store = ValueStore::new();
//! let table = EndgameTable::compute(&store, 1, 4, Rules::MultiJump, &Monitor::new())?;
//! // Cells 2 and 3 are occupied: .ox.
//! assert_eq!(table.position(0b0110).to_string(), ".ox.");
//! assert_eq!(table.value(0b0110), store.parse("*")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod calc;
pub mod picture;
pub mod published;
pub mod region;
pub mod solve;
pub mod value;
