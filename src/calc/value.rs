//! What expressions stand for.

use crate::value::{CanonicalForm, ValueError, ValueStore};
use std::collections::BTreeMap;

/// What an expression stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A game, which numbers are too.
    Game(Sum),
    /// Whether something holds.
    Truth(bool),
    /// Several games, such as the options of one.
    List(Vec<CanonicalForm>),
    /// A word, such as an outcome class, or a text in quotation marks.
    Text(String),
}

/// What a truth value is called.
pub(super) const TRUTH: &str = "a truth value";

impl Value {
    /// What it is, for people.
    pub const fn kind(&self) -> &'static str {
        match self {
            Value::Game(_) => "a game",
            Value::Truth(_) => TRUTH,
            Value::List(_) => "a list of games",
            Value::Text(_) => "a text",
        }
    }
}

/// A game as the sum of canonical forms.
///
/// The canonical form of a sum of n switches can have 2ⁿ followers, while its mean is the sum of n
/// means (*Winning Ways*, ch. 6). So games are kept as sums until a canonical form is asked for. What is
/// added by arithmetic, numbers with ups and stars, is added at once, and summands G and -G cancel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The sum of all summands that are number-up-stars.
    number_up_star: CanonicalForm,
    /// How often each of the others is added, which is not 0. Of G and -G only the one with the smaller
    /// handle is here, and G = -G is once.
    others: BTreeMap<CanonicalForm, i64>,
}

/// Copies of one summand that [`Sum::summands`] lists singly.
const MOST_COPIES: u64 = 1 << 16;

impl Sum {
    /// The sum of one form.
    pub fn new(store: &ValueStore, form: CanonicalForm) -> Sum {
        if store.number_up_star(form).is_some() {
            return Sum { number_up_star: form, others: BTreeMap::new() };
        }
        let representative = form.min(-form);
        let count = if representative == form { 1 } else { -1 };
        Sum { number_up_star: CanonicalForm::ZERO, others: BTreeMap::from([(representative, count)]) }
    }

    /// This sum and another one.
    pub fn add(mut self, mut other: Sum, store: &ValueStore) -> Result<Sum, ValueError> {
        if self.others.len() < other.others.len() {
            std::mem::swap(&mut self, &mut other);
        }
        self.number_up_star = store.add(self.number_up_star, other.number_up_star)?;
        for (form, count) in other.others {
            let sum = self.others.get(&form).unwrap_or(&0).checked_add(count);
            self.set_count(form, sum.ok_or(ValueError::NumberOverflow)?);
        }
        Ok(self)
    }

    /// All summands `count` times.
    pub fn multiple(self, count: i64, store: &ValueStore) -> Result<Sum, ValueError> {
        let number_up_star = store.multiple(count, self.number_up_star)?;
        let mut multiple = Sum { number_up_star, others: BTreeMap::new() };
        for (form, copies) in self.others {
            multiple.set_count(form, copies.checked_mul(count).ok_or(ValueError::NumberOverflow)?);
        }
        Ok(multiple)
    }

    fn set_count(&mut self, form: CanonicalForm, count: i64) {
        match if form.is_self_negative() { count & 1 } else { count } {
            0 => self.others.remove(&form),
            count => self.others.insert(form, count),
        };
    }

    /// The canonical form, if it is known without a computation: that of number-up-stars alone.
    pub(super) fn as_number_up_star(&self) -> Option<CanonicalForm> {
        self.others.is_empty().then_some(self.number_up_star)
    }

    /// The canonical form; a sum of canonical forms for each summand.
    pub fn canonical_form(&self, store: &ValueStore) -> Result<CanonicalForm, ValueError> {
        let mut sum = self.number_up_star;
        for (&form, &count) in &self.others {
            sum = store.add(sum, store.multiple(count, form)?)?;
        }
        Ok(sum)
    }

    /// The distinct summands, each with how often it is added, which is less than 0 if its negative is.
    pub fn terms(&self) -> impl Iterator<Item = (CanonicalForm, i64)> {
        let others = self.others.iter().map(|(&form, &count)| (form, count));
        std::iter::once((self.number_up_star, 1)).chain(others)
    }

    /// The summands other than 0, a summand that is there n times n times; beyond 65,536 times the
    /// multiple stands for all of them.
    pub fn summands(&self, store: &ValueStore) -> Result<Vec<CanonicalForm>, ValueError> {
        let mut summands = Vec::new();
        if !self.number_up_star.is_zero() {
            summands.push(self.number_up_star);
        }
        for (&form, &count) in &self.others {
            if count.unsigned_abs() > MOST_COPIES {
                summands.push(store.multiple(count, form)?);
                continue;
            }
            let copy = if count < 0 { -form } else { form };
            summands.extend(std::iter::repeat_n(copy, count.unsigned_abs() as usize));
        }
        Ok(summands)
    }
}
