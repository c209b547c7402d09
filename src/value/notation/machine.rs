//! The machine that reads texts of values and of expressions; the grammar is on the pages of
//! [`notation`](super) and [`calc`](crate::calc).
//!
//! A stack of what is open is all the state: brackets, each with the operators that wait for their right
//! operand. An operator is applied as soon as one that binds less tightly follows. There is no
//! recursion: any depth of nesting is read.

use super::ParseValueProblem as Problem;
use super::braces::Braces;
use super::language::{Comparison, Extension, Language, Located};
use super::scan::{Symbol, Token, token_from};
use crate::value::{CanonicalForm, ValueError};

/// What the text stands for.
pub(crate) fn read<L: Language>(language: &mut L, text: &str) -> Result<L::Operand, Located<L::Problem>> {
    let next = token_from(text, 0);
    let mut machine = Machine { language, text, next, frames: vec![Frame::new(Bracket::Whole, 0)] };
    let mut step = Step::Operand;
    loop {
        step = match step {
            Step::Operand => machine.operand()?,
            Step::Operator(operand) => machine.operator(operand)?,
            Step::Done(operand) => return Ok(operand),
        }
    }
}

/// What the next token must begin or continue.
pub(super) enum Step<O> {
    Operand,
    Operator(Located<O>),
    Done(O),
}

pub(super) type Next<L> = Result<Step<<L as Language>::Operand>, Located<<L as Language>::Problem>>;

/// An operator that waits for the operand to its right, with what stands to its left.
pub(super) enum Pending<O> {
    Compare {
        left: Located<O>,
        comparison: Comparison,
        start: usize,
    },
    Add(Located<O>),
    /// A minus that stands between two values.
    Subtract,
    /// A minus before a value, and where it stands.
    Negate(usize),
    /// A plus or minus, and where it stands.
    PlusMinus(usize),
    OrdinalSum(Located<O>),
    /// `after_number` if the left factor is a bare number.
    Multiply {
        left: Located<O>,
        after_number: bool,
    },
}

/// How tightly operators bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Comparison,
    Sum,
    Sign,
    OrdinalSum,
    Product,
}

impl<O> Pending<O> {
    fn precedence(&self) -> Precedence {
        match self {
            Pending::Compare { .. } => Precedence::Comparison,
            Pending::Add(_) => Precedence::Sum,
            Pending::Subtract | Pending::Negate(_) | Pending::PlusMinus(_) => Precedence::Sign,
            Pending::OrdinalSum(_) => Precedence::OrdinalSum,
            Pending::Multiply { .. } => Precedence::Product,
        }
    }
}

/// An open bracket, or the whole text.
pub(super) enum Bracket<O> {
    Whole,
    /// With the operands before the last comma, which are left options behind `+-`.
    Parentheses(Vec<O>),
    /// number + Tiny(…), or Miny if negative.
    Tiny {
        number: CanonicalForm,
        negative: bool,
    },
    Braces(Braces<O>),
    /// A function, the bytes of whose name are given, and the arguments before the last comma.
    Call {
        name: (usize, usize),
        arguments: Vec<Located<O>>,
    },
}

struct Frame<O> {
    bracket: Bracket<O>,
    /// Where it was opened.
    start: usize,
    /// Innermost last.
    pending: Vec<Pending<O>>,
}

impl<O> Frame<O> {
    fn new(bracket: Bracket<O>, start: usize) -> Frame<O> {
        Frame { bracket, start, pending: Vec::new() }
    }

    /// Whether the frame is at the start of a list that may be empty.
    fn at_empty_list(&self) -> bool {
        let empty = match &self.bracket {
            Bracket::Braces(braces) => braces.at_empty_list(),
            _ => false,
        };
        empty && self.pending.is_empty()
    }

    fn closes_with(&self, symbol: Symbol) -> bool {
        symbol
            == match &self.bracket {
                Bracket::Whole => Symbol::End,
                Bracket::Braces(_) => Symbol::Bracket('}'),
                Bracket::Parentheses(_) | Bracket::Tiny { .. } | Bracket::Call { .. } => Symbol::Bracket(')'),
            }
    }

    /// What can follow an operand, besides operators.
    fn closing(&self) -> &'static str {
        match &self.bracket {
            Bracket::Whole => "an operator or the end",
            Bracket::Parentheses(_) | Bracket::Tiny { .. } => "\")\"",
            Bracket::Call { .. } => "\",\" or \")\"",
            Bracket::Braces(braces) if braces.has_bars() => "\"}\"",
            Bracket::Braces(_) => "\"|\"",
        }
    }
}

pub(super) struct Machine<'a, L: Language> {
    pub(super) language: &'a mut L,
    pub(super) text: &'a str,
    next: Token,
    /// The innermost last; the whole text first, so that it is never empty.
    frames: Vec<Frame<L::Operand>>,
}

pub(super) fn error<P: From<Problem>>(start: usize, problem: Problem) -> Located<P> {
    Located { start, it: problem.into() }
}

/// Gives the failure of a computation its place in the text.
pub(super) fn at<T, P: From<Problem>>(start: usize, result: Result<T, ValueError>) -> Result<T, Located<P>> {
    result.map_err(|problem| error(start, Problem::Value(problem)))
}

impl<L: Language> Machine<'_, L> {
    pub(super) fn peek(&self) -> Token {
        self.next
    }

    /// The token behind the next one.
    pub(super) fn peek_second(&self) -> Token {
        token_from(self.text, self.next.end)
    }

    pub(super) fn take(&mut self) -> Token {
        let token = self.next;
        self.next = self.peek_second();
        token
    }

    pub(super) fn take_if(&mut self, symbol: Symbol) -> bool {
        let found = self.next.symbol == symbol;
        if found {
            self.take();
        }
        found
    }

    fn top(&mut self) -> &mut Frame<L::Operand> {
        self.frames.last_mut().expect("the frame of the whole text is never closed")
    }

    pub(super) fn pending(&mut self) -> &mut Vec<Pending<L::Operand>> {
        &mut self.top().pending
    }

    pub(super) fn expressions(&mut self) -> Option<&mut Extension<'_, L>> {
        self.language.expressions()
    }

    pub(super) fn unexpected(&self, expected: &'static str) -> Located<L::Problem> {
        let Token { symbol, start, end } = self.next;
        let found = match symbol {
            Symbol::End => None,
            _ => Some(self.text[start..end].chars().take(20).collect()),
        };
        error(start, Problem::Expected { expected, found })
    }

    pub(super) fn expect(
        &mut self,
        symbol: Symbol,
        expected: &'static str,
    ) -> Result<(), Located<L::Problem>> {
        if self.take_if(symbol) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads the start of an operand: a prefix, an open bracket, a name; or the end of an empty list.
    fn operand(&mut self) -> Next<L> {
        let Token { symbol, start, .. } = self.next;
        match symbol {
            Symbol::Minus if matches!(self.peek_second().symbol, Symbol::Numeral(_)) => {
                self.take();
                self.name(start, true)
            }
            Symbol::Minus => Ok(self.prefix(Pending::Negate(start))),
            Symbol::PlusMinus => Ok(self.prefix(Pending::PlusMinus(start))),
            Symbol::Bracket('(') => Ok(self.open(Bracket::Parentheses(Vec::new()), start)),
            Symbol::Bracket('{') => Ok(self.open(Bracket::Braces(Braces::new()), start)),
            Symbol::Numeral(_) | Symbol::Arrows(_) | Symbol::Star => self.name(start, false),
            Symbol::Tiny | Symbol::Miny => self.open_tiny(CanonicalForm::ZERO),
            Symbol::Bars(count) if self.top().at_empty_list() => Ok(self.bars(count)),
            Symbol::Bracket('}') if self.top().at_empty_list() => self.close_braces(),
            Symbol::Word if self.expressions().is_some() => self.word(),
            Symbol::Text(_) if self.expressions().is_some() => self.quoted(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn prefix(&mut self, prefix: Pending<L::Operand>) -> Step<L::Operand> {
        self.take();
        self.push(prefix)
    }

    fn push(&mut self, pending: Pending<L::Operand>) -> Step<L::Operand> {
        self.pending().push(pending);
        Step::Operand
    }

    /// Takes an open bracket.
    pub(super) fn open(&mut self, bracket: Bracket<L::Operand>, start: usize) -> Step<L::Operand> {
        self.take();
        self.frames.push(Frame::new(bracket, start));
        Step::Operand
    }

    /// Reads what follows an operand.
    fn operator(&mut self, operand: Located<L::Operand>) -> Next<L> {
        let Token { symbol, start, .. } = self.next;
        match symbol {
            Symbol::Plus | Symbol::Minus | Symbol::PlusMinus => {
                let left = self.reduce(operand, Precedence::Sum)?;
                self.push(Pending::Add(left));
                return Ok(match symbol {
                    Symbol::Minus => self.prefix(Pending::Subtract),
                    Symbol::PlusMinus => self.prefix(Pending::PlusMinus(start)),
                    _ => {
                        self.take();
                        Step::Operand
                    }
                });
            }
            _ if self.expressions().is_none() => {}
            Symbol::Dot if self.function_follows(false) => return self.method(operand),
            Symbol::Dot if matches!(self.peek_second().symbol, Symbol::Numeral(_)) => {
                return Err(error(start, Problem::Decimal));
            }
            Symbol::Star | Symbol::Times => {
                let left = self.reduce(operand, Precedence::Product)?;
                return Ok(self.prefix(Pending::Multiply { left, after_number: false }));
            }
            Symbol::Colon => return self.ordinal_sum(operand),
            _ => {
                if let Some((comparison, length)) = Comparison::at_start(&self.text[start..]) {
                    let left = self.reduce(operand, Precedence::Comparison)?;
                    self.next = token_from(self.text, start + length);
                    return Ok(self.push(Pending::Compare { left, comparison, start }));
                }
            }
        }
        let operand = self.reduce(operand, Precedence::Comparison)?;
        self.close(operand)
    }

    /// Takes the colon of an ordinal sum. What a sign before a number at its left belongs to must be
    /// clear: it binds tighter in names, and less tightly elsewhere.
    fn ordinal_sum(&mut self, operand: Located<L::Operand>) -> Next<L> {
        let product = self.reduce(operand, Precedence::Product)?;
        if self.text[product.start..].starts_with(['-', '−']) {
            return Err(error(product.start, Problem::AmbiguousSign));
        }
        let left = self.reduce(product, Precedence::OrdinalSum)?;
        Ok(self.prefix(Pending::OrdinalSum(left)))
    }

    /// Applies the waiting operators that bind at least so tightly, the last one first.
    fn reduce(
        &mut self,
        mut operand: Located<L::Operand>,
        precedence: Precedence,
    ) -> Result<Located<L::Operand>, Located<L::Problem>> {
        while let Some(pending) = self.pending().pop_if(|pending| pending.precedence() >= precedence) {
            operand = self.apply(pending, operand)?;
        }
        Ok(operand)
    }

    /// A failure of a sum is one of its right operand; of a comparison, of its sign; of another
    /// operator, of the left operand if there is one.
    fn apply(
        &mut self,
        pending: Pending<L::Operand>,
        Located { start, it: operand }: Located<L::Operand>,
    ) -> Result<Located<L::Operand>, Located<L::Problem>> {
        let language = &mut *self.language;
        let no_expressions = error(start, Problem::Expected { expected: "a value", found: None });
        let (start, place, result) = match pending {
            Pending::Add(left) => (left.start, start, language.add(left.it, operand)),
            Pending::Subtract => (start, start, language.negate(operand)),
            Pending::Negate(sign) => (sign, start, language.negate(operand)),
            Pending::PlusMinus(sign) => (sign, start, language.symmetric_game(vec![operand])),
            Pending::Multiply { left, .. } => (left.start, left.start, language.multiply(left.it, operand)),
            Pending::OrdinalSum(left) => {
                let expressions = language.expressions().ok_or(no_expressions)?;
                (left.start, left.start, expressions.ordinal_sum(left.it, operand))
            }
            Pending::Compare { left, comparison, start: place } => {
                let expressions = language.expressions().ok_or(no_expressions)?;
                (left.start, place, expressions.compare(left.it, comparison, operand))
            }
        };
        result.map(|it| Located { start, it }).map_err(|it| Located { start: place, it })
    }

    /// Reads a comma, bars or what closes the innermost bracket.
    fn close(&mut self, operand: Located<L::Operand>) -> Next<L> {
        let Token { symbol, start, .. } = self.next;
        let after_plus_minus = self.encloses_plus_minus();
        let frame = self.top();
        let closes = frame.closes_with(symbol);
        match (symbol, &mut frame.bracket) {
            (Symbol::Comma, Bracket::Braces(braces)) => braces.push(operand.it),
            (Symbol::Comma, Bracket::Call { arguments, .. }) => arguments.push(operand),
            (Symbol::Comma, Bracket::Parentheses(list)) if after_plus_minus => list.push(operand.it),
            (Symbol::Bars(count), Bracket::Braces(braces)) => {
                braces.push(operand.it);
                return Ok(self.bars(count));
            }
            _ if closes => return self.close_bracket(operand),
            (Symbol::Bars(_), _) => return Err(error(start, Problem::StrayBar)),
            _ => {
                let expected = frame.closing();
                return Err(self.unexpected(expected));
            }
        }
        self.take();
        Ok(Step::Operand)
    }

    /// Whether the innermost bracket stands behind `+-`.
    fn encloses_plus_minus(&self) -> bool {
        let outer = self.frames.len().checked_sub(2).map(|index| &self.frames[index]);
        matches!(outer.and_then(|frame| frame.pending.last()), Some(Pending::PlusMinus(_)))
    }

    /// Takes bars in braces.
    fn bars(&mut self, count: usize) -> Step<L::Operand> {
        let start = self.take().start;
        if let Bracket::Braces(braces) = &mut self.top().bracket {
            braces.push_bars(count, start);
        }
        Step::Operand
    }

    /// Closes the innermost bracket, or ends the text, behind an operand.
    fn close_bracket(&mut self, operand: Located<L::Operand>) -> Next<L> {
        if self.frames.len() == 1 {
            return Ok(Step::Done(operand.it));
        }
        if let Bracket::Braces(braces) = &mut self.top().bracket {
            braces.push(operand.it);
            return self.close_braces();
        }
        self.take();
        let Frame { bracket, start, .. } = self.frames.pop().expect("there are at least two");
        match bracket {
            Bracket::Tiny { number, negative } => self.tiny(number, operand.it, negative, start),
            Bracket::Call { name, mut arguments } => {
                arguments.push(operand);
                self.call(name, arguments)
            }
            Bracket::Parentheses(mut list) if !list.is_empty() => {
                self.pending().pop();
                list.push(operand.it);
                self.symmetric_game(list, start)
            }
            _ => Ok(Step::Operator(Located { start, it: operand.it })),
        }
    }

    /// Closes braces. Without a bar they list the left options of a game behind `+-`.
    fn close_braces(&mut self) -> Next<L> {
        let is_symmetric = self.encloses_plus_minus();
        let lacks = match &self.top().bracket {
            Bracket::Braces(braces) if braces.has_bars() => false,
            Bracket::Braces(braces) => braces.at_empty_list() || !is_symmetric,
            _ => true,
        };
        if lacks {
            return Err(self.unexpected("\"|\""));
        }
        self.take();
        let Some(Frame { bracket: Bracket::Braces(braces), start, .. }) = self.frames.pop() else {
            return Err(self.unexpected("a value"));
        };
        let has_bars = braces.has_bars();
        let mut contents = braces.contents(self.language, start)?;
        match (has_bars, contents.pop()) {
            (true, Some(it)) => Ok(Step::Operator(Located { start, it })),
            (_, last) => {
                self.pending().pop();
                contents.extend(last);
                self.symmetric_game(contents, start)
            }
        }
    }

    fn symmetric_game(&mut self, left: Vec<L::Operand>, start: usize) -> Next<L> {
        let game = self.language.symmetric_game(left);
        self.operand_from(start, game)
    }

    /// Goes on with the result of a computation whose text begins at `start`.
    pub(super) fn operand_from(&mut self, start: usize, result: Result<L::Operand, L::Problem>) -> Next<L> {
        result.map(|it| Step::Operator(Located { start, it })).map_err(|it| Located { start, it })
    }
}
