//! Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.
//!
//! A position is the sum of its independent regions; each region's value is the canonical form of a short
//! partizan game, found by memoised search. This crate has the parts that this takes, and the command
//! `konane` on top of them:
//!
//! * [`value`]: short games in canonical form, with order, sum, thermographs and notation. It knows
//!   nothing of boards; use it for any game.
//! * [`board`]: positions, the rules, notation, the literature's patterns. It knows nothing of values.
//! * [`region`]: splitting a position into independent regions, and their normal form.
//! * [`game`]: openings, the removal of the first two stones, games and their records.
//! * [`solve`]: joins them: values of positions, endgame tables, searches, moves explained, who wins.
//! * [`play`]: an engine that plays.
//! * [`database`]: endgame tables in a file.
//! * [`tables`]: tables of positions and values, as typed columns.
//! * [`calc`]: a calculator on values, with positions in its expressions.
//! * [`picture`]: positions and thermographs as SVG, LaTeX and text.
//! * [`published`]: what the literature states about Kōnane, as tables that can be checked.
//! * [`reading`]: files that may have no end.
//!
//! The command is built with the feature `cli`, which is there by default; a program that needs only the library
//! does without it and what it brings. The Python package is such a program, in the folder `python`.
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
//! # Analysing a value
//!
//! What is worth remembering between questions is kept in an [`Analysis`](value::Analysis). Each example
//! names where its theory is explained: *WW* is *Winning Ways* by Berlekamp, Conway and Guy, *ONAG* is
//! Conway's *On Numbers and Games*, *CGT* is Siegel's *Combinatorial Game Theory*.
//!
//! **Thermographs** (WW, ch. 6; ONAG, ch. 9; CGT, ch. II): how hot a game is, and what it is worth on
//! average; cooled by its temperature nothing but the mean and an infinitesimal is left of it.
//!
//! ```
//! use konane::value::{Analysis, Rational, ValueStore};
//!
//! let store = ValueStore::new();
//! let mut analysis = Analysis::new(&store);
//! let game = store.parse("{3||2*|1*}")?;
//! let thermograph = analysis.thermograph(game)?;
//! assert_eq!(thermograph.mean(), Rational::new(9, 4));
//! assert_eq!(thermograph.temperature(), Rational::new(3, 4));
//! assert_eq!(thermograph.right_wall().value_at(Rational::new(1, 4))?, Rational::from(2));
//! assert_eq!(analysis.freeze(game)?, store.parse("9/4*")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Reduced canonical form** (CGT, ch. II): what is left if infinitesimals do not count.
//!
//! ```
//! # use konane::value::{Analysis, ValueStore};
//! # let store = ValueStore::new();
//! # let mut analysis = Analysis::new(&store);
//! let game = store.parse("{3||2*|1*}")?;
//! assert_eq!(analysis.reduced_canonical_form(game)?, store.parse("{3||2|1}")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Atomic weight** (WW, ch. 8; CGT, ch. II): how many ups an infinitesimal is worth; whoever is two
//! ahead wins. Not every infinitesimal has one, and then that is what is answered.
//!
//! ```
//! # use konane::value::{Analysis, ValueError, ValueStore};
//! # let store = ValueStore::new();
//! # let mut analysis = Analysis::new(&store);
//! assert_eq!(analysis.atomic_weight(store.parse("{^3|vv}")?)?, store.parse("{1|0}")?);
//! assert_eq!(analysis.atomic_weight(store.parse("{1|^3||^}")?), Err(ValueError::NotAtomic));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Norton product, ordinal sum, tiny** (WW, ch. 8, 7 and 5), and other ways to make games of games:
//!
//! ```
//! # use konane::value::ValueStore;
//! # let store = ValueStore::new();
//! let (up, star, one) = (store.parse("^")?, store.nimber(1)?, store.integer(1)?);
//! assert_eq!(store.norton_product(store.integer(3)?, up)?, store.parse("^3")?);
//! assert_eq!(store.ordinal_sum(star, one)?, store.parse("^*")?);
//! assert_eq!(store.tiny(one)?, store.parse("{0||0|-1}")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Any property by name**, for tables and programs: [`Property`](value::Property) lists them all.
//!
//! ```
//! # use konane::value::{Analysis, Property, ValueStore, notation::Notation};
//! # let store = ValueStore::new();
//! # let mut analysis = Analysis::new(&store);
//! let companion: Property = "companion".parse()?;
//! let answer = analysis.property(companion, store.parse("Tiny(3/2)")?)?;
//! assert_eq!(answer.text(&store, Notation::Cgsuite)?, "{0,*||*|-3/2}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Moves** (WW, ch. 2 and 3): what becomes of each move of a position in its canonical form, and which
//! moves win in its sum with a value.
//!
//! ```
//! use konane::board::{Player, Position, Rules};
//! use konane::solve::{Monitor, MoveStatus, SumMove, ValueSolver};
//! use konane::value::ValueStore;
//!
//! let store = ValueStore::new();
//! let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
//! let position: Position = "xo../.ox.".parse()?;
//! let explained = solver.explain(&position, Player::Black, &Monitor::new())?;
//! assert_eq!(explained.moves[1].played.to_string(), "C2-A2");
//! assert_eq!(explained.moves[1].status, MoveStatus::Canonical);
//! let with = store.parse("+-2")?;
//! let options = solver.sum_options(&position, with, Player::Black, &Monitor::new())?;
//! let winning: Vec<SumMove> = options.iter().filter(|o| o.wins).map(|o| o.played).collect();
//! assert_eq!(winning, [SumMove::InValue(store.integer(2)?)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Whole boards
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
//!
//! Tables that are worth keeping go into a file ([`database`]), which can be larger than memory, is built in
//! steps that survive interruptions, and which a solver looks values up in.

pub mod board;
pub mod calc;
pub mod database;
pub mod game;
pub mod picture;
pub mod play;
pub mod published;
pub mod reading;
pub mod region;
pub mod solve;
pub mod tables;
pub mod value;
