//! What is said of a value besides its form: who wins, what kind it is, when it is born.
//!
//! The four outcome classes are Conway's (*On Numbers and Games*, ch. 7; Siegel, *Combinatorial Game
//! Theory*, I.1); the birthday of a value is the depth of its canonical form (Siegel, ch. III).

use super::atomic_weight::AtomicWeights;
use super::order::with_stack;
use super::reduced::StarProjections;
use super::store::Side;
use super::thermograph::{Thermograph, Thermographs};
use super::{CanonicalForm, Dyadic, Rational, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt;

/// Who wins when both play well and the player without a move loses.
///
/// Displays as `L`, `R`, `N` or `P`; [`OutcomeClass::words`] says it in full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OutcomeClass {
    /// Left wins, whoever begins: the value is > 0.
    Left,
    /// Right wins, whoever begins: the value is < 0.
    Right,
    /// The player who moves next wins: the value is confused with 0.
    Next,
    /// The player who moved previously wins: the value is 0.
    Previous,
}

impl OutcomeClass {
    /// All four.
    pub const ALL: [OutcomeClass; 4] =
        [OutcomeClass::Left, OutcomeClass::Right, OutcomeClass::Next, OutcomeClass::Previous];

    /// The class of a game of which it is known whether Left wins by beginning, and whether Right does.
    pub const fn from_beginners(left_wins: bool, right_wins: bool) -> OutcomeClass {
        match (left_wins, right_wins) {
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
            (true, true) => OutcomeClass::Next,
            (false, false) => OutcomeClass::Previous,
        }
    }

    /// Whether the player who begins wins.
    pub const fn mover_wins(self, mover: Side) -> bool {
        match self {
            OutcomeClass::Next => true,
            OutcomeClass::Previous => false,
            OutcomeClass::Left => matches!(mover, Side::Left),
            OutcomeClass::Right => matches!(mover, Side::Right),
        }
    }

    /// The outcome in words.
    pub const fn words(self) -> &'static str {
        match self {
            OutcomeClass::Left => "Left wins, whoever begins",
            OutcomeClass::Right => "Right wins, whoever begins",
            OutcomeClass::Next => "the player who begins wins",
            OutcomeClass::Previous => "the player who begins loses",
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            OutcomeClass::Left => "L",
            OutcomeClass::Right => "R",
            OutcomeClass::Next => "N",
            OutcomeClass::Previous => "P",
        })
    }
}

/// The most special of the named kinds that a value belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An integer, 0 among them.
    Integer,
    /// A number m/2^e that is not an integer.
    Number,
    /// A nimber *k, k ≥ 1.
    Nimber,
    /// A number plus a multiple of ↑ plus a nimber, and none of the above.
    NumberUpStar,
    /// {x | y} with numbers x > y.
    Switch,
    /// A number plus Tiny(G) = {0 ‖ 0 | -G} or Miny(G) = -Tiny(G), where G > 0 even if Right begins
    /// and stops at a number: the right stop of G is positive.
    Tiny,
    /// Anything else.
    Other,
}

impl Kind {
    /// All kinds, the most special first.
    pub const ALL: [Kind; 7] = [
        Kind::Integer,
        Kind::Number,
        Kind::Nimber,
        Kind::NumberUpStar,
        Kind::Switch,
        Kind::Tiny,
        Kind::Other,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Integer => "integer",
            Kind::Number => "number",
            Kind::Nimber => "nimber",
            Kind::NumberUpStar => "number-up-star",
            Kind::Switch => "switch",
            Kind::Tiny => "tiny",
            Kind::Other => "other",
        })
    }
}

impl ValueStore {
    /// Who wins the game; two comparisons with 0.
    pub fn outcome_class(&self, form: CanonicalForm) -> Result<OutcomeClass, ValueError> {
        Ok(match self.compare(form, CanonicalForm::ZERO)? {
            Some(Ordering::Greater) => OutcomeClass::Left,
            Some(Ordering::Less) => OutcomeClass::Right,
            Some(Ordering::Equal) => OutcomeClass::Previous,
            None => OutcomeClass::Next,
        })
    }

    /// The most special of the named kinds that the value belongs to.
    pub fn kind(&self, form: CanonicalForm) -> Result<Kind, ValueError> {
        if let Some(parts) = self.number_up_star(form) {
            return Ok(match (parts.number.is_integer(), parts.is_number()) {
                (true, true) => Kind::Integer,
                (false, true) => Kind::Number,
                _ if parts.number.signum() == 0 && parts.up == 0 => Kind::Nimber,
                _ => Kind::NumberUpStar,
            });
        }
        if self.is_switch(form)? {
            return Ok(Kind::Switch);
        }
        let tiny = self.number_tiny(form, Side::Left)?.or(self.number_tiny(form, Side::Right)?);
        Ok(if tiny.is_some() { Kind::Tiny } else { Kind::Other })
    }

    /// The option of one side, if it is the only one.
    pub(super) fn only_option(
        &self,
        form: CanonicalForm,
        side: Side,
    ) -> Result<Option<CanonicalForm>, ValueError> {
        let options = self.options(form, side)?;
        Ok(if let [option] = options[..] { Some(option) } else { None })
    }

    /// The numbers x > y of a value {x | y}, or `None` if it is not of this kind.
    pub(super) fn switch_options(&self, form: CanonicalForm) -> Result<Option<(Dyadic, Dyadic)>, ValueError> {
        if self.number_up_star(form).is_some() {
            return Ok(None);
        }
        let left = self.only_option(form, Side::Left)?;
        let right = self.only_option(form, Side::Right)?;
        let number = |option: Option<CanonicalForm>| option.and_then(|option| self.as_number(option));
        Ok(number(left).zip(number(right)))
    }

    /// The number x and the form G such that the form is x + Tiny(G), or x + Miny(G) for Right.
    ///
    /// x + Tiny(G) = {x || x | x - G} by number translation (Siegel II.3.13), so that any form with
    /// such options is one. The name is kept for those where the threat is one: the left stop of x - G
    /// is below x.
    pub(super) fn number_tiny(
        &self,
        form: CanonicalForm,
        side: Side,
    ) -> Result<Option<(Dyadic, CanonicalForm)>, ValueError> {
        // Miny is the negative of tiny.
        let form = if side == Side::Left { form } else { -form };
        let Some(left) = self.only_option(form, Side::Left)? else { return Ok(None) };
        let Some(right) = self.only_option(form, Side::Right)? else { return Ok(None) };
        let Some(number) = self.as_number(left) else { return Ok(None) };
        if self.only_option(right, Side::Left)? != Some(left) {
            return Ok(None);
        }
        let Some(threat) = self.only_option(right, Side::Right)? else { return Ok(None) };
        if self.left_stop(threat) >= number {
            return Ok(None);
        }
        match self.subtract(left, threat) {
            Ok(subscript) => Ok(Some((if side == Side::Left { number } else { -number }, subscript))),
            Err(ValueError::NumberOverflow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Properties of values of one store whose computation is worth remembering.
///
/// Belongs to one thread; make one for each that asks.
///
/// ```
/// use konane::value::{Analysis, CanonicalForm, Rational, ValueStore};
/// let store = ValueStore::new();
/// let switch = store.from_options(&[store.integer(3)?], &[store.integer(-1)?])?;
/// let mut analysis = Analysis::new(&store);
/// assert_eq!(analysis.mean(switch)?, Rational::from_integer(1));
/// assert_eq!(analysis.temperature(switch)?, Rational::from_integer(2));
/// assert_eq!(analysis.birthday(switch)?, 4);
/// # Ok::<(), konane::value::ValueError>(())
/// ```
pub struct Analysis<'s> {
    store: &'s ValueStore,
    pub(super) thermographs: Thermographs<'s>,
    birthdays: FxHashMap<CanonicalForm, u64>,
    pub(super) atomic_weights: AtomicWeights,
    pub(super) star_projections: StarProjections,
}

impl<'s> Analysis<'s> {
    /// Nothing known yet.
    pub fn new(store: &'s ValueStore) -> Analysis<'s> {
        Analysis {
            store,
            thermographs: Thermographs::new(store),
            birthdays: FxHashMap::default(),
            atomic_weights: AtomicWeights::default(),
            star_projections: StarProjections::default(),
        }
    }

    /// The store whose values are asked about.
    pub fn store(&self) -> &'s ValueStore {
        self.store
    }

    /// The thermograph; a few microseconds where those of the options are known.
    ///
    /// An error if a corner has more than 63 bits above or below its bar, as deep forms can have, or
    /// if an option of a huge number-up-star cannot be made. The same goes for mean and temperature.
    pub fn thermograph(&mut self, form: CanonicalForm) -> Result<Thermograph, ValueError> {
        self.thermographs.thermograph(form)
    }

    /// The mean: the number that the stops of n·G, divided by n, tend to; additive in G.
    pub fn mean(&mut self, form: CanonicalForm) -> Result<Rational, ValueError> {
        Ok(self.thermographs.mean(form)?.to_rational())
    }

    /// The temperature: the tax on moves above which no player wants to begin; see
    /// [`Thermograph`] for those of numbers, which are negative.
    pub fn temperature(&mut self, form: CanonicalForm) -> Result<Rational, ValueError> {
        Ok(self.thermographs.temperature(form)?.to_rational())
    }

    /// The birthday: 0 for 0, else one more than the latest birthday among the canonical options.
    pub fn birthday(&mut self, form: CanonicalForm) -> Result<u64, ValueError> {
        if let Some(parts) = self.store.number_up_star(form) {
            return Ok(parts.birthday(parts.number.birthday()));
        }
        let representative = form.min(-form);
        if let Some(&known) = self.birthdays.get(&representative) {
            return Ok(known);
        }
        let birthday = with_stack(|| self.birthday_by_options(representative))?;
        self.birthdays.insert(representative, birthday);
        Ok(birthday)
    }

    fn birthday_by_options(&mut self, form: CanonicalForm) -> Result<u64, ValueError> {
        let mut latest = 0;
        for side in [Side::Left, Side::Right] {
            for option in self.store.options(form, side)? {
                latest = latest.max(self.birthday(option)?);
            }
        }
        Ok(latest + 1)
    }
}
