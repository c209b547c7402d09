//! Reading the names of values: numbers, arrows, stars, and tinies.

use super::ParseValueProblem as Problem;
use super::language::{Language, Located};
use super::machine::{Bracket, Machine, Next, Pending, Step, at, error};
use super::scan::{Symbol, Token, token_from};
use crate::value::uptimal::MAX_UP_EXPONENT;
use crate::value::{CanonicalForm, Dyadic, NumberUpStar, ValueError};

impl<L: Language> Machine<'_, L> {
    /// Reads a name that begins at `start`: a number, arrows and a star, whatever is there; or, after a
    /// number, the sign of a multiple or a tiny.
    pub(super) fn name(&mut self, start: usize, negative: bool) -> Next<L> {
        let mut number = Dyadic::ZERO;
        if matches!(self.peek().symbol, Symbol::Numeral(_)) {
            number = self.fraction(negative)?;
            if self.multiplies()? {
                return self.multiply(number, start);
            }
            let is_tiny = matches!(self.peek().symbol, Symbol::Tiny | Symbol::Miny);
            let ups = is_tiny || matches!(self.peek().symbol, Symbol::Arrows(_));
            if ups && !negative && matches!(self.pending().last(), Some(Pending::Subtract)) {
                return Err(error(start, Problem::AmbiguousMinus));
            }
            if is_tiny {
                let number = at(start, self.language.store().number(number))?;
                return self.open_tiny(number);
            }
        }
        let is_factor = matches!(self.pending().last(), Some(Pending::Multiply { after_number: false, .. }));
        if is_factor && self.peek().symbol == Symbol::Star && self.peek().start > start {
            return Err(error(self.peek().start, Problem::AmbiguousFactor));
        }
        let (up, named) = self.arrows()?;
        let star = self.star()?;
        let store = self.language.store();
        let value = at(start, store.make_number_up_star(NumberUpStar { number, up, star }))?;
        let value = at(start, store.add(value, named))?;
        let it = self.language.form(value);
        Ok(Step::Operator(Located { start, it }))
    }

    /// Takes the sign of multiplication behind a number.
    fn multiply(&mut self, number: Dyadic, start: usize) -> Next<L> {
        if !number.is_integer() && self.expressions().is_none() {
            return Err(error(start, Problem::MultipleNotWhole));
        }
        self.take();
        let number = at(start, self.language.store().number(number))?;
        let it = self.language.form(number);
        self.pending().push(Pending::Multiply { left: Located { start, it }, after_number: true });
        Ok(Step::Operand)
    }

    /// Whether a sign of multiplication is behind a number.
    fn multiplies(&mut self) -> Result<bool, Located<L::Problem>> {
        let Token { symbol, start, .. } = self.peek();
        Ok(match (symbol, self.peek_second().symbol) {
            (Symbol::Dot, Symbol::Numeral(_)) => return Err(error(start, Problem::Decimal)),
            (Symbol::Dot, _) => !self.function_follows(true),
            (Symbol::Times, _) => true,
            (Symbol::Star, Symbol::PlusMinus) => return Err(error(start, Problem::AmbiguousStar)),
            (Symbol::Star, Symbol::Arrows(_) | Symbol::Tiny | Symbol::Miny) => true,
            (Symbol::Star, Symbol::Bracket(bracket)) => bracket == '(' || bracket == '{',
            (Symbol::Star, Symbol::Word) => self.expressions().is_some(),
            _ => false,
        })
    }

    /// Reads the number at the next numeral.
    fn fraction(&mut self, negative: bool) -> Result<Dyadic, Located<L::Problem>> {
        let start = self.peek().start;
        let numerator = self.numeral("a number")?;
        let denominator = if self.take_if(Symbol::Slash) { self.numeral("a denominator")? } else { 1 };
        if denominator == 0 {
            return Err(error(start, Problem::ZeroDenominator));
        }
        let shift = numerator.trailing_zeros().min(denominator.trailing_zeros());
        let odd = denominator >> denominator.trailing_zeros();
        if numerator % odd != 0 {
            let fraction = format!("{numerator}/{denominator}");
            return Err(error(start, Problem::NotDyadic { fraction }));
        }
        let exponent = denominator.trailing_zeros() - shift;
        let numerator = (numerator >> shift) / odd;
        let reduced = i64::try_from(numerator).map_err(|_| ValueError::NumberOverflow);
        let number = reduced.and_then(|reduced| Dyadic::new(reduced, exponent));
        at(start, number.map(|number| if negative { -number } else { number }))
    }

    fn numeral(&mut self, expected: &'static str) -> Result<u128, Located<L::Problem>> {
        let token = self.peek();
        match token.symbol {
            Symbol::Numeral(Some(numeral)) => {
                self.take();
                Ok(numeral)
            }
            Symbol::Numeral(None) => at(token.start, Err(ValueError::NumberOverflow)),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Reads arrows: the multiple of ↑ that they are, and the power or sum of powers.
    fn arrows(&mut self) -> Result<(i32, CanonicalForm), Located<L::Problem>> {
        let Token { symbol: Symbol::Arrows(first), start, .. } = self.peek() else {
            return Ok((0, CanonicalForm::ZERO));
        };
        let mut up = 0i32;
        while let Symbol::Arrows(arrows) = self.peek().symbol {
            if arrows.signum() != first.signum() {
                break;
            }
            up = at(start, up.checked_add(arrows).ok_or(ValueError::UpMultipleOverflow))?;
            self.take();
        }
        if up.abs() > 1 {
            return Ok((up, CanonicalForm::ZERO));
        }
        match self.peek().symbol {
            Symbol::Numeral(multiple) => {
                self.take();
                let multiple = multiple.and_then(|multiple| i32::try_from(multiple).ok());
                let multiple = at(start, multiple.ok_or(ValueError::UpMultipleOverflow))?;
                Ok((up * multiple, CanonicalForm::ZERO))
            }
            Symbol::Bracket('[') => {
                let exponent = self.exponent(']', "\"]\"")?;
                let sum = at(start, self.language.store().up_sum(exponent))?;
                Ok((0, if up < 0 { -sum } else { sum }))
            }
            Symbol::Bracket('<') if !self.compares() => {
                let exponent = self.exponent('>', "\">\"")?;
                let power = at(start, self.language.store().up_power(exponent))?;
                Ok((0, if up < 0 { -power } else { power }))
            }
            _ => Ok((up, CanonicalForm::ZERO)),
        }
    }

    /// Whether the `<` that is next is a comparison: it does not begin an exponent such as `<2>`.
    fn compares(&mut self) -> bool {
        let second = self.peek_second();
        let third = token_from(self.text, second.end);
        let is_exponent = matches!(second.symbol, Symbol::Numeral(_)) && third.symbol == Symbol::Bracket('>');
        !is_exponent && self.expressions().is_some()
    }

    fn exponent(&mut self, close: char, expected: &'static str) -> Result<u32, Located<L::Problem>> {
        self.take();
        let start = self.peek().start;
        let exponent = match self.peek().symbol {
            Symbol::Numeral(exponent) => exponent.and_then(|exponent| u32::try_from(exponent).ok()),
            _ => return Err(self.unexpected("a whole number")),
        };
        self.take();
        let exponent = exponent.filter(|exponent| (1..=MAX_UP_EXPONENT).contains(exponent));
        let exponent = exponent.ok_or_else(|| error(start, Problem::UpExponent))?;
        self.expect(Symbol::Bracket(close), expected)?;
        Ok(exponent)
    }

    /// Reads a star, if there is one: its nimber.
    fn star(&mut self) -> Result<u32, Located<L::Problem>> {
        let start = self.peek().start;
        if !self.take_if(Symbol::Star) {
            return Ok(0);
        }
        match self.peek().symbol {
            Symbol::Numeral(nimber) => {
                self.take();
                let nimber = nimber.and_then(|nimber| u32::try_from(nimber).ok());
                at(start, nimber.ok_or(ValueError::NimberOverflow))
            }
            Symbol::Bracket('(' | '{') => Err(error(start, Problem::NotANimber)),
            _ => Ok(1),
        }
    }

    /// Reads `Tiny` or `Miny` and its open bracket, or all of `⧾2`.
    pub(super) fn open_tiny(&mut self, number: CanonicalForm) -> Next<L> {
        let Token { symbol, start, .. } = self.take();
        let negative = symbol == Symbol::Miny;
        match self.peek().symbol {
            Symbol::Bracket('(') => Ok(self.open(Bracket::Tiny { number, negative }, start)),
            Symbol::Numeral(_) if self.text[start..].starts_with(['⧾', '⧿']) => {
                let subscript = self.fraction(false)?;
                let subscript = at(start, self.language.store().number(subscript))?;
                let subscript = self.language.form(subscript);
                self.tiny(number, subscript, negative, start)
            }
            _ => Err(self.unexpected("\"(\"")),
        }
    }

    /// number + {0 || 0 | -subscript}, or the number minus that.
    pub(super) fn tiny(
        &mut self,
        number: CanonicalForm,
        subscript: L::Operand,
        negative: bool,
        start: usize,
    ) -> Next<L> {
        let result = self.make_tiny(number, subscript, negative);
        self.operand_from(start, result)
    }

    fn make_tiny(
        &mut self,
        number: CanonicalForm,
        subscript: L::Operand,
        negative: bool,
    ) -> Result<L::Operand, L::Problem> {
        let language = &mut *self.language;
        let zero = |language: &mut L| vec![language.form(CanonicalForm::ZERO)];
        let (left, right) = (zero(language), vec![language.negate(subscript)?]);
        let threat = language.game(left, right)?;
        let left = zero(language);
        let mut tiny = language.game(left, vec![threat])?;
        if negative {
            tiny = language.negate(tiny)?;
        }
        let number = language.form(number);
        language.add(number, tiny)
    }
}
