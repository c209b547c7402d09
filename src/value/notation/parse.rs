//! Reading a value; the grammar is on the page of [`super`].
//!
//! Operators between values all add, and prefixes bind tighter, so that a stack of what is open
//! (brackets, each with the sum so far and the prefixes that wait for their operand) is all the state.
//! There is no recursion: any depth of nesting is read.

use super::error::{ParseValueError, ParseValueProblem as Problem};
use super::scan::{Symbol, Token, scan};
use crate::value::order::with_stack;
use crate::value::uptimal::MAX_UP_EXPONENT;
use crate::value::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};

impl ValueStore {
    /// The value that the text denotes; the [`notation`](super) module has the grammar.
    ///
    /// Costs a canonical form for each pair of braces, and a sum for each operator.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// assert_eq!(store.parse("{3||2|1}")?, store.parse("{ 3 | {2|1} }")?);
    /// let error = store.parse("{1|0").unwrap_err();
    /// assert_eq!(error.to_string(), "column 5: expected \"}\" but the text ends");
    /// # Ok::<(), konane::value::notation::ParseValueError>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<CanonicalForm, ParseValueError> {
        let text: Vec<char> = text.chars().collect();
        let mut parser = Parser {
            store: self,
            tokens: scan(&text),
            text: &text,
            next: 0,
            frames: vec![Frame::new(Bracket::Whole, 0)],
        };
        let mut step = Step::Operand;
        loop {
            step = match step {
                Step::Operand => parser.operand()?,
                Step::Operator => parser.operator()?,
                Step::Done(value) => return Ok(value),
            }
        }
    }
}

/// What the next token must begin or continue.
enum Step {
    Operand,
    Operator,
    Done(CanonicalForm),
}

#[derive(Clone, Copy, PartialEq)]
enum Prefix {
    /// A minus; true if it stands between two values.
    Negate(bool),
    PlusMinus,
    Multiple(i64),
}

/// An open bracket, or the whole text.
enum Bracket {
    Whole,
    Parentheses,
    /// number + Tiny(…), or Miny if negative.
    Tiny {
        number: CanonicalForm,
        negative: bool,
    },
    Braces(Braces),
}

/// The lists of options in open braces, and the rows of bars between them with where they stand.
struct Braces {
    lists: Vec<Vec<CanonicalForm>>,
    bars: Vec<(usize, usize)>,
}

struct Frame {
    bracket: Bracket,
    /// Where it was opened.
    start: usize,
    /// The operands so far.
    sum: Option<CanonicalForm>,
    /// What to do to the next operand, the last one first.
    prefixes: Vec<Prefix>,
}

impl Frame {
    fn new(bracket: Bracket, start: usize) -> Frame {
        Frame { bracket, start, sum: None, prefixes: Vec::new() }
    }

    /// Whether the frame is at the start of a list of options.
    fn at_empty_list(&self) -> bool {
        let empty = matches!(&self.bracket, Bracket::Braces(braces)
            if braces.lists.last().is_none_or(|list| list.is_empty()));
        empty && self.sum.is_none() && self.prefixes.is_empty()
    }

    /// What can follow an operand, besides operators.
    fn closing(&self) -> &'static str {
        match &self.bracket {
            Bracket::Whole => "an operator or the end",
            Bracket::Parentheses | Bracket::Tiny { .. } => "\")\"",
            Bracket::Braces(braces) if braces.bars.is_empty() => "\"|\"",
            Bracket::Braces(_) => "\"}\"",
        }
    }
}

struct Parser<'a> {
    store: &'a ValueStore,
    text: &'a [char],
    tokens: Vec<Token>,
    next: usize,
    /// The innermost last; the whole text first, so that it is never empty.
    frames: Vec<Frame>,
}

fn error(start: usize, problem: Problem) -> ParseValueError {
    ParseValueError { column: start + 1, problem }
}

/// Turns the failure of a computation into an error at a place of the text.
fn at<T>(start: usize, result: Result<T, ValueError>) -> Result<T, ParseValueError> {
    result.map_err(|problem| error(start, Problem::Value(problem)))
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.peek_after(0)
    }

    /// The token that stands so many behind the next one, or the end.
    fn peek_after(&self, count: usize) -> Token {
        self.tokens[(self.next + count).min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn take_if(&mut self, symbol: Symbol) -> bool {
        let found = self.peek().symbol == symbol;
        self.next += usize::from(found);
        found
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the frame of the whole text is never closed")
    }

    fn unexpected(&self, expected: &'static str) -> ParseValueError {
        let token = self.peek();
        let found = match token.symbol {
            Symbol::End => None,
            _ => Some(self.text[token.start..token.end].iter().take(20).collect()),
        };
        error(token.start, Problem::Expected { expected, found })
    }

    fn expect(&mut self, symbol: Symbol, expected: &'static str) -> Result<(), ParseValueError> {
        if self.take_if(symbol) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads the start of an operand: a prefix, an open bracket, a name; or the end of an empty list.
    fn operand(&mut self) -> Result<Step, ParseValueError> {
        let Token { symbol, start, .. } = self.peek();
        match symbol {
            Symbol::Minus if matches!(self.peek_after(1).symbol, Symbol::Numeral(_)) => {
                self.take();
                self.name(true)
            }
            Symbol::Minus => Ok(self.prefix(Prefix::Negate(false))),
            Symbol::PlusMinus => Ok(self.prefix(Prefix::PlusMinus)),
            Symbol::Bracket('(') => Ok(self.open(Bracket::Parentheses, start)),
            Symbol::Bracket('{') => {
                let braces = Braces { lists: vec![Vec::new()], bars: Vec::new() };
                Ok(self.open(Bracket::Braces(braces), start))
            }
            Symbol::Numeral(_) | Symbol::Arrows(_) | Symbol::Star => self.name(false),
            Symbol::Tiny | Symbol::Miny => self.open_tiny(CanonicalForm::ZERO),
            Symbol::Bars(_) if self.top().at_empty_list() => self.in_braces(),
            Symbol::Bracket('}') if self.top().at_empty_list() => self.in_braces(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn prefix(&mut self, prefix: Prefix) -> Step {
        self.take();
        self.top().prefixes.push(prefix);
        Step::Operand
    }

    fn open(&mut self, bracket: Bracket, start: usize) -> Step {
        self.take();
        self.frames.push(Frame::new(bracket, start));
        Step::Operand
    }

    /// Reads what follows an operand.
    fn operator(&mut self) -> Result<Step, ParseValueError> {
        let closes = match self.top().bracket {
            Bracket::Whole => Symbol::End,
            Bracket::Parentheses | Bracket::Tiny { .. } => Symbol::Bracket(')'),
            Bracket::Braces(_) => Symbol::Bracket('}'),
        };
        let in_braces = closes == Symbol::Bracket('}');
        match self.peek().symbol {
            Symbol::Plus => {
                self.take();
                Ok(Step::Operand)
            }
            Symbol::Minus => Ok(self.prefix(Prefix::Negate(true))),
            Symbol::PlusMinus => Ok(self.prefix(Prefix::PlusMinus)),
            Symbol::Bars(_) | Symbol::Comma if in_braces => self.in_braces(),
            symbol if symbol == closes && in_braces => self.in_braces(),
            symbol if symbol == closes => self.close(),
            Symbol::Bars(_) => Err(error(self.peek().start, Problem::StrayBar)),
            _ => {
                let expected = self.top().closing();
                Err(self.unexpected(expected))
            }
        }
    }

    /// Closes parentheses, a tiny or the whole text.
    fn close(&mut self) -> Result<Step, ParseValueError> {
        self.take();
        let sum = self.top().sum.unwrap_or(CanonicalForm::ZERO);
        if self.frames.len() == 1 {
            return Ok(Step::Done(sum));
        }
        let frame = self.frames.pop().expect("there are at least two");
        let value = match frame.bracket {
            Bracket::Tiny { number, negative } => at(frame.start, self.tiny(number, sum, negative))?,
            _ => sum,
        };
        self.complete(value, frame.start)
    }

    fn tiny(
        &self,
        number: CanonicalForm,
        subscript: CanonicalForm,
        negative: bool,
    ) -> Result<CanonicalForm, ValueError> {
        let zero = CanonicalForm::ZERO;
        let threat = self.store.from_options(&[zero], &[-subscript])?;
        let tiny = self.store.from_options(&[zero], &[threat])?;
        self.store.add(number, if negative { -tiny } else { tiny })
    }

    /// Applies the waiting prefixes to an operand and adds it to the sum.
    fn complete(&mut self, mut value: CanonicalForm, start: usize) -> Result<Step, ParseValueError> {
        while let Some(prefix) = self.top().prefixes.pop() {
            value = match prefix {
                Prefix::Negate(_) => -value,
                Prefix::PlusMinus => at(start, self.store.from_options(&[value], &[-value]))?,
                Prefix::Multiple(count) => at(start, self.store.multiple(count, value))?,
            };
        }
        let sum = self.top().sum.unwrap_or(CanonicalForm::ZERO);
        self.top().sum = Some(at(start, self.store.add(sum, value))?);
        Ok(Step::Operator)
    }

    /// Reads a comma, bars or the closing brace directly inside braces.
    fn in_braces(&mut self) -> Result<Step, ParseValueError> {
        let Token { symbol, start, .. } = self.peek();
        let frame = self.top();
        let option = frame.sum.take();
        let Bracket::Braces(braces) = &mut frame.bracket else {
            return Err(self.unexpected("a value"));
        };
        if let (Some(option), Some(list)) = (option, braces.lists.last_mut()) {
            list.push(option);
        }
        match symbol {
            Symbol::Comma => {}
            Symbol::Bars(length) => {
                braces.bars.push((length, start));
                braces.lists.push(Vec::new());
            }
            _ => return self.close_braces(),
        }
        self.take();
        Ok(Step::Operand)
    }

    fn close_braces(&mut self) -> Result<Step, ParseValueError> {
        let frame = self.frames.pop().expect("braces are open");
        let Bracket::Braces(Braces { lists, bars }) = frame.bracket else {
            return Err(self.unexpected("a value"));
        };
        let start = frame.start;
        if bars.is_empty() {
            let left = &lists[0];
            let is_switch = self.top().prefixes.last() == Some(&Prefix::PlusMinus);
            if left.is_empty() || !is_switch {
                return Err(self.unexpected("\"|\""));
            }
            self.take();
            self.top().prefixes.pop();
            let right: Vec<CanonicalForm> = left.iter().map(|&form| -form).collect();
            let value = at(start, self.store.from_options(left, &right))?;
            return self.complete(value, start);
        }
        self.take();
        let options = self.split_at_bars(&lists, &bars, start)?;
        self.complete(options[0], start)
    }

    /// The options that some lists with bars between them stand for: the list itself without bars, or
    /// else the one game that the longest row of bars separates.
    fn split_at_bars(
        &self,
        lists: &[Vec<CanonicalForm>],
        bars: &[(usize, usize)],
        start: usize,
    ) -> Result<Vec<CanonicalForm>, ParseValueError> {
        let Some(longest) = bars.iter().map(|&(length, _)| length).max() else {
            return Ok(lists[0].clone());
        };
        let mut outer = bars.iter().enumerate().filter(|(_, (length, _))| *length == longest);
        let middle = outer.next().map_or(0, |(index, _)| index);
        if let Some((_, &(_, second))) = outer.next() {
            return Err(error(second, Problem::AmbiguousBars));
        }
        with_stack(|| {
            let left = self.split_at_bars(&lists[..=middle], &bars[..middle], start)?;
            let right = self.split_at_bars(&lists[middle + 1..], &bars[middle + 1..], start)?;
            Ok(vec![at(start, self.store.from_options(&left, &right))?])
        })
    }

    /// Reads a name: a number, arrows and a star, whatever is there; or, after a number, the sign of a
    /// multiple or a tiny.
    fn name(&mut self, negative: bool) -> Result<Step, ParseValueError> {
        let start = self.peek().start;
        let mut number = Dyadic::ZERO;
        let has_number = matches!(self.peek().symbol, Symbol::Numeral(_));
        if has_number {
            number = self.fraction(negative)?;
            if self.takes_multiple()? {
                if !number.is_integer() {
                    return Err(error(start, Problem::MultipleNotWhole));
                }
                self.top().prefixes.push(Prefix::Multiple(number.numerator()));
                return Ok(Step::Operand);
            }
            let ups = matches!(self.peek().symbol, Symbol::Arrows(_) | Symbol::Tiny | Symbol::Miny);
            if ups && !negative && self.top().prefixes.last() == Some(&Prefix::Negate(true)) {
                return Err(error(start, Problem::AmbiguousMinus));
            }
            if matches!(self.peek().symbol, Symbol::Tiny | Symbol::Miny) {
                let number = at(start, self.store.number(number))?;
                return self.open_tiny(number);
            }
        }
        let (up, named) = self.arrows()?;
        let star = self.star()?;
        let parts = NumberUpStar { number, up, star };
        let value = at(start, self.store.make_number_up_star(parts))?;
        let value = at(start, self.store.add(value, named))?;
        self.complete(value, start)
    }

    /// Reads the number at the next numeral.
    fn fraction(&mut self, negative: bool) -> Result<Dyadic, ParseValueError> {
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

    fn numeral(&mut self, expected: &'static str) -> Result<u128, ParseValueError> {
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

    /// Takes the sign of multiplication behind a number, if there is one.
    fn takes_multiple(&mut self) -> Result<bool, ParseValueError> {
        let Token { symbol, start, .. } = self.peek();
        let multiplies = match (symbol, self.peek_after(1).symbol) {
            (Symbol::Dot, Symbol::Numeral(_)) => return Err(error(start, Problem::Decimal)),
            (Symbol::Dot | Symbol::Times, _) => true,
            (Symbol::Star, Symbol::PlusMinus) => return Err(error(start, Problem::AmbiguousStar)),
            (Symbol::Star, Symbol::Arrows(_) | Symbol::Tiny | Symbol::Miny) => true,
            (Symbol::Star, Symbol::Bracket(bracket)) => bracket == '(' || bracket == '{',
            _ => false,
        };
        self.next += usize::from(multiplies);
        Ok(multiplies)
    }

    /// Reads arrows: the multiple of ↑ that they are, and the power or sum of powers.
    fn arrows(&mut self) -> Result<(i32, CanonicalForm), ParseValueError> {
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
                let sum = at(start, self.store.up_sum(exponent))?;
                Ok((0, if up < 0 { -sum } else { sum }))
            }
            Symbol::Bracket('<') => {
                let exponent = self.exponent('>', "\">\"")?;
                let power = at(start, self.store.up_power(exponent))?;
                Ok((0, if up < 0 { -power } else { power }))
            }
            _ => Ok((up, CanonicalForm::ZERO)),
        }
    }

    fn exponent(&mut self, close: char, expected: &'static str) -> Result<u32, ParseValueError> {
        self.take();
        let start = self.peek().start;
        let exponent = match self.peek().symbol {
            Symbol::Numeral(exponent) => exponent.and_then(|exponent| u32::try_from(exponent).ok()),
            _ => return Err(self.unexpected("a whole number")),
        };
        self.take();
        let exponent = exponent.filter(|exponent| (1..=MAX_UP_EXPONENT).contains(exponent));
        let exponent = exponent.ok_or(error(start, Problem::UpExponent))?;
        self.expect(Symbol::Bracket(close), expected)?;
        Ok(exponent)
    }

    /// Reads a star, if there is one: its nimber.
    fn star(&mut self) -> Result<u32, ParseValueError> {
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
    fn open_tiny(&mut self, number: CanonicalForm) -> Result<Step, ParseValueError> {
        let Token { symbol, start, .. } = self.take();
        let negative = symbol == Symbol::Miny;
        match self.peek().symbol {
            Symbol::Bracket('(') => Ok(self.open(Bracket::Tiny { number, negative }, start)),
            Symbol::Numeral(_) if self.text[start] == '⧾' || self.text[start] == '⧿' => {
                let subscript = self.fraction(false)?;
                let subscript = at(start, self.store.number(subscript))?;
                let value = at(start, self.tiny(number, subscript, negative))?;
                self.complete(value, start)
            }
            _ => Err(self.unexpected("\"(\"")),
        }
    }
}
