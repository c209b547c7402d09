//! Reading what only [expressions](super::language::Expressions) hold: variables, functions and texts.

use super::language::{Language, Located};
use super::machine::{Bracket, Machine, Next};
use super::scan::{Symbol, Token};

impl<L: Language> Machine<'_, L> {
    /// Whether the dot that is next stands before the name of a function. Behind a number, where
    /// `3.Tiny(2)` is a multiple, `Tiny` and `Miny` are none.
    pub(super) fn function_follows(&mut self, behind_number: bool) -> bool {
        let is_name = match self.peek_second().symbol {
            Symbol::Word => true,
            Symbol::Tiny | Symbol::Miny => !behind_number,
            _ => false,
        };
        is_name && self.expressions().is_some()
    }

    /// Reads a word: a variable, or a function and its open bracket.
    pub(super) fn word(&mut self) -> Next<L> {
        let Token { start, end, .. } = self.peek();
        if self.peek_second().symbol == Symbol::Bracket('(') {
            return self.function(Vec::new());
        }
        self.take();
        let name = &self.text[start..end];
        match self.language.expressions() {
            Some(expressions) => {
                let variable = expressions.variable(name);
                self.operand_from(start, variable)
            }
            None => Err(self.unexpected("a value")),
        }
    }

    /// Reads a text in quotation marks.
    pub(super) fn quoted(&mut self) -> Next<L> {
        let Token { symbol, start, end } = self.take();
        if symbol == Symbol::Text(false) {
            return Err(self.unexpected("\"\\\"\""));
        }
        let text = &self.text[start + 1..end - 1];
        match self.language.expressions() {
            Some(expressions) => {
                let text = expressions.text(text);
                self.operand_from(start, Ok(text))
            }
            None => Err(self.unexpected("a value")),
        }
    }

    /// Reads a dot and a function that is applied to what stands before it.
    pub(super) fn method(&mut self, receiver: Located<L::Operand>) -> Next<L> {
        self.take();
        self.function(vec![receiver])
    }

    /// Reads the name of a function and its open bracket. Where arguments are there already, there
    /// need not be a bracket.
    fn function(&mut self, arguments: Vec<Located<L::Operand>>) -> Next<L> {
        let Token { start, end, .. } = self.take();
        let name = &self.text[start..end];
        if let Some(expressions) = self.language.expressions() {
            expressions.check_function(name).map_err(|it| Located { start, it })?;
        }
        let name = (start, end);
        if self.peek().symbol != Symbol::Bracket('(') {
            return self.call(name, arguments);
        }
        if self.peek_second().symbol == Symbol::Bracket(')') {
            self.take();
            self.take();
            return self.call(name, arguments);
        }
        Ok(self.open(Bracket::Call { name, arguments }, start))
    }

    /// Calls a function, the bytes of whose name are given.
    pub(super) fn call(
        &mut self,
        (start, end): (usize, usize),
        arguments: Vec<Located<L::Operand>>,
    ) -> Next<L> {
        let name = Located { start, it: &self.text[start..end] };
        let result = match self.language.expressions() {
            Some(expressions) => expressions.call(name, arguments)?,
            None => return Err(self.unexpected("a value")),
        };
        self.operand_from(start, Ok(result))
    }
}
