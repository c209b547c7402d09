//! What the [machine](super::machine) that reads texts leaves to those who have it read one.
//!
//! The notation of values and the language of the [calculator](crate::calc) share their grammar: the
//! second has words, functions, comparisons, ordinal sums and general products in addition. What an
//! operand is, and what becomes of two of them, is up to the [`Language`].

use super::ParseValueProblem;
use crate::value::{CanonicalForm, ValueStore};
use std::cmp::Ordering;

/// Something, and the index of the byte at which its text begins.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) start: usize,
    pub(crate) it: T,
}

/// The meaning of what every text of values can hold.
pub(crate) trait Language {
    /// What the text of a value stands for.
    type Operand;
    /// What can be wrong with a text.
    type Problem: From<ParseValueProblem>;

    /// The store of the values.
    fn store(&self) -> &ValueStore;

    /// The operand that a name of the notation stands for.
    fn form(&mut self, form: CanonicalForm) -> Self::Operand;

    /// -G.
    fn negate(&mut self, operand: Self::Operand) -> Result<Self::Operand, Self::Problem>;

    /// G + H.
    fn add(&mut self, left: Self::Operand, right: Self::Operand) -> Result<Self::Operand, Self::Problem>;

    /// A multiple; without [`Expressions`] the left operand is always a number.
    fn multiply(&mut self, left: Self::Operand, right: Self::Operand)
    -> Result<Self::Operand, Self::Problem>;

    /// The game with these options.
    fn game(
        &mut self,
        left: Vec<Self::Operand>,
        right: Vec<Self::Operand>,
    ) -> Result<Self::Operand, Self::Problem>;

    /// The game with these left options and their negatives as right ones.
    fn symmetric_game(&mut self, left: Vec<Self::Operand>) -> Result<Self::Operand, Self::Problem>;

    /// The meaning of what only expressions hold, for a language that has them.
    fn expressions(&mut self) -> Option<&mut Extension<'_, Self>> {
        None
    }
}

/// The [`Expressions`] of a language.
pub(crate) type Extension<'l, L> = dyn Expressions<<L as Language>::Operand, <L as Language>::Problem> + 'l;

/// The meaning of what expressions of the calculator hold besides values.
pub(crate) trait Expressions<Operand, Problem> {
    /// The ordinal sum G : H.
    fn ordinal_sum(&mut self, base: Operand, exponent: Operand) -> Result<Operand, Problem>;

    /// Whether a comparison holds.
    fn compare(&mut self, left: Operand, comparison: Comparison, right: Operand) -> Result<Operand, Problem>;

    /// What a word that stands alone means.
    fn variable(&mut self, name: &str) -> Result<Operand, Problem>;

    /// A text in quotation marks.
    fn text(&mut self, text: &str) -> Operand;

    /// Whether there is a function of this name, as an error to return.
    fn check_function(&self, name: &str) -> Result<(), Problem>;

    /// The result of a function, of which `name` tells the name and where it stands. A problem has the
    /// place that it concerns.
    fn call(
        &mut self,
        name: Located<&str>,
        arguments: Vec<Located<Operand>>,
    ) -> Result<Operand, Located<Problem>>;
}

/// How two games can compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Less,
    Greater,
    /// Confused with.
    Fuzzy,
    /// Less than or confused with.
    LessOrFuzzy,
    /// Greater than or confused with.
    GreaterOrFuzzy,
}

impl Comparison {
    /// All comparisons as they are written, those first that others begin with.
    const TEXTS: [(&'static str, Comparison); 13] = [
        ("==", Comparison::Equal),
        ("!=", Comparison::NotEqual),
        ("≠", Comparison::NotEqual),
        ("<=", Comparison::AtMost),
        ("≤", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("≥", Comparison::AtLeast),
        ("<>", Comparison::Fuzzy),
        ("∥", Comparison::Fuzzy),
        ("<|", Comparison::LessOrFuzzy),
        ("|>", Comparison::GreaterOrFuzzy),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
    ];

    /// The comparison that a text begins with, if any, and its length.
    pub(crate) fn at_start(text: &str) -> Option<(Comparison, usize)> {
        let found = Comparison::TEXTS.into_iter().find(|(name, _)| text.starts_with(name));
        found.map(|(name, comparison)| (comparison, name.len()))
    }

    /// Whether it holds of two games with this order, `None` if they are confused.
    pub(crate) fn holds(self, order: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Comparison::Equal => order == Some(Equal),
            Comparison::NotEqual => order != Some(Equal),
            Comparison::AtMost => matches!(order, Some(Less | Equal)),
            Comparison::AtLeast => matches!(order, Some(Greater | Equal)),
            Comparison::Less => order == Some(Less),
            Comparison::Greater => order == Some(Greater),
            Comparison::Fuzzy => order.is_none(),
            Comparison::LessOrFuzzy => !matches!(order, Some(Greater | Equal)),
            Comparison::GreaterOrFuzzy => !matches!(order, Some(Less | Equal)),
        }
    }
}
