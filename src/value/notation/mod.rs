//! How values are written and read.
//!
//! [`Notation::Cgsuite`] is the plain text of CGSuite 2, so that values paste into CGSuite and back;
//! [`Notation::Unicode`] is the same with the symbols of the literature; [`Notation::Latex`] is for
//! math mode; [`Notation::Braces`] holds nothing but numbers, braces, bars and commas. The first two and
//! the last are read by [`ValueStore::parse`](super::ValueStore::parse), and every form is read back
//! from its text unchanged.
//!
//! # Names
//!
//! The first that fits is written.
//!
//! | text | Unicode | meaning |
//! |---|---|---|
//! | `3`, `-1/2` | | a number |
//! | `*`, `*4` | `⋆`, `⋆4` | a nimber |
//! | `^`, `^^`, `^3` | `↑`, `⇑`, `↑3` | up, and multiples of it |
//! | `v`, `vv`, `v3` | `↓`, `⇓`, `↓3` | down, and multiples of it |
//! | `^<3>`, `v<3>` | `↑<3>`, `↓<3>` | up-third ↑³ and its negative |
//! | `^[3]`, `v[3]` | `↑[3]`, `↓[3]` | ↑ + ↑² + ↑³ and its negative |
//! | `2^^*`, `-1v[2]*3` | | a number, one of the last four rows and a nimber: the sum of the three |
//! | `+-1`, `+-(1^*)` | `±1` | {G\|-G} for the G that follows |
//! | `+-{1,1*}` | `±{1,1⋆}` | the same with several left options |
//! | `Tiny(G)` | `⧾(G)` | {0\|\|0\|-G} |
//! | `Miny(G)` | `⧿(G)` | {G\|0\|\|0} |
//! | `2Tiny(G)` | | a number and one of the last two: their sum |
//! | `{3,2*\|0}` | | the left options, a bar, the right options |
//!
//! In `{3||2|1}` the double bar separates {3 | {2|1}}: an option that stands alone on its side is
//! written without its braces and with fewer bars, up to three. Options are in the order of
//! [`ValueStore::structural_order`](super::ValueStore::structural_order).
//!
//! # Grammar
//!
//! What is read is, with spaces anywhere but inside `+-`, a row of bars, a word or a numeral:
//!
//! ```text
//! value    = operand { ( "+" | "-" | "+-" ) operand }        a + b, a - b, a + (+-b)
//! operand  = { "-" | "+-" | integer "." } ( name | "(" value ")" | "{" game "}" )
//! name     = [ number ] [ ups ] [ "*" [ integer ] ]          the sum of what is there
//!          | [ number ] ( "Tiny" | "Miny" ) "(" value ")"
//! number   = [ "-" ] integer [ "/" integer ]
//! ups      = "^" { "^" } | "^" integer | "^[" integer "]" | "^<" integer ">"     and so with "v"
//! game     = [ value { "," value } ] bars [ value { "," value } ] { bars … }
//! bars     = "|" { "|" }
//! ```
//!
//! * A sign right before a numeral belongs to the number: `-1^` is -1 + ↑, as it is printed. After
//!   another value, where `2-1^` could mean two things, parentheses are asked for.
//! * `+-` applies to the whole name after it: `+-1^` is `+-(1^)`. It is always one symbol, so `3+-1` is
//!   3 ± 1; the sum of 3 and -1 is `3 + -1`.
//! * `3.^`, `3·^` and `3×^` are multiples; so is `3*^`, and wherever `*` stands between a whole number
//!   and `^`, `v`, `{`, `(`, `Tiny` or `Miny`. But `3*2` is 3 + *2.
//! * `+-{…}` without a bar lists the left options, as `+-(…)` with a comma does; with a bar, `+-{2|1}` is
//!   ±({2|1}).
//! * Among several bars the longest row is the outermost; two of the same length, as in `{1|0|-1}`, are
//!   an error, unless braces or a longer row stand between them.
//! * `↑ ↓ ⇑ ⇓ ⋆ ∗ ± ⧾ ⧿ −` are read as `^ v ^^ vv * * +- Tiny Miny -`; `⧾2` is `⧾(2)`.

mod braces;
mod error;
mod language;
mod machine;
mod name;
mod parse;
mod print;
mod scan;
mod vocabulary;
mod word;

pub use error::{ParseValueError, ParseValueProblem};
pub(crate) use language::{Comparison, Expressions, Extension, Language, Located};
pub(crate) use machine::read;
pub use print::{DisplayValue, ValueWriter};
pub(crate) use scan::is_word;

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

/// A way of writing values; see the module's page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// CGSuite 2's plain text: `2Tiny({2|1})`.
    #[default]
    Cgsuite,
    /// The symbols of the literature: `2⧾({2|1})`.
    Unicode,
    /// For math mode of LaTeX, with no package but amsmath.
    Latex,
    /// Numbers, braces, bars and commas only: `{2|{2|{1|0}}}`. The text can be exponentially longer than
    /// in the others.
    Braces,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 4] = [Notation::Cgsuite, Notation::Unicode, Notation::Latex, Notation::Braces];

    /// The name by which the notation is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Cgsuite => "cgsuite",
            Notation::Unicode => "unicode",
            Notation::Latex => "latex",
            Notation::Braces => "braces",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not that of a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownNotation(String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Notation::ALL.map(Notation::name).join(", ");
        write!(f, "unknown notation {}: it must be one of {names}", shown(&self.0))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        let found = Notation::ALL.into_iter().find(|notation| notation.name() == name);
        found.ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
