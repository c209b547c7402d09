//! Statements: the lines of a text and what `;` separates.

use super::{CalculatorError, CalculatorProblem};
use std::borrow::Cow;

/// A text of statements.
///
/// ```
/// use konane::calc::Script;
/// let script = Script::new("x := {3||2|1}; Mean(x) // a comment\nx +\n");
/// let texts: Vec<&str> = script.statements().map(|statement| statement.text()).collect();
/// assert_eq!(texts, ["x := {3||2|1}", "Mean(x)", "x +"]);
/// ```
pub struct Script<'t> {
    text: &'t str,
    /// The text with as many spaces in place of each comment as that has bytes.
    code: Cow<'t, str>,
    /// Where a comment begins that does not end.
    open_comment: Option<usize>,
}

/// One statement of a [`Script`]: an expression, or an assignment of one to a variable.
#[derive(Clone, Copy)]
pub struct Statement<'t> {
    script: &'t Script<'t>,
    /// The bytes it takes, without spaces and comments around it.
    start: usize,
    end: usize,
}

impl<'t> Script<'t> {
    /// Splits nothing yet.
    pub fn new(text: &'t str) -> Script<'t> {
        let (code, open_comment) = without_comments(text);
        Script { text, code, open_comment }
    }

    /// The statements in their order; what is between two separators and blank is none.
    ///
    /// A newline ends a statement unless a bracket or quotation mark is open.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        let mut rest = 0;
        std::iter::from_fn(move || {
            while rest < self.code.len() {
                let begin = rest;
                let (length, separator) = first_statement(&self.code[begin..]);
                rest = begin + length + separator;
                let code = &self.code[begin..begin + length];
                let start = begin + (code.len() - code.trim_start().len());
                let end = begin + code.trim_end().len();
                if start < end {
                    return Some(Statement { script: self, start, end });
                }
            }
            None
        })
    }

    /// Whether the text ends inside brackets, quotation marks or a comment, so that more is to come.
    pub fn is_unfinished(&self) -> bool {
        if self.open_comment.is_some() {
            return true;
        }
        let mut nesting = Nesting::default();
        self.code.chars().for_each(|character| nesting.pass(character));
        nesting.is_open()
    }

    /// An error at a byte of the text.
    pub(super) fn error(&self, start: usize, problem: CalculatorProblem) -> CalculatorError {
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        CalculatorError { line, column: before[line_start..].chars().count() + 1, problem }
    }
}

impl<'t> Statement<'t> {
    /// The statement as it was written.
    pub fn text(&self) -> &'t str {
        &self.script.text[self.start..self.end]
    }

    /// The statement without comments.
    fn code(&self) -> &'t str {
        &self.script.code[self.start..self.end]
    }

    /// An error if a comment begins in the statement that does not end.
    pub(super) fn check_comments(&self) -> Result<(), CalculatorError> {
        match self.script.open_comment.filter(|start| (self.start..self.end).contains(start)) {
            Some(start) => Err(self.script.error(start, CalculatorProblem::OpenComment)),
            None => Ok(()),
        }
    }

    /// The left side of an assignment.
    pub fn variable(&self) -> Option<&'t str> {
        let (name, _) = self.code().split_once(ASSIGNMENT)?;
        (!name.contains('"')).then(|| name.trim_end())
    }

    /// The expression without comments, and the byte of the statement at which it begins.
    pub(super) fn expression(&self) -> (&'t str, usize) {
        let start = match self.variable() {
            Some(_) => self.code().find(ASSIGNMENT).map_or(0, |index| index + ASSIGNMENT.len()),
            None => 0,
        };
        (&self.code()[start..], start)
    }

    /// An error that the whole statement has, such as one in writing its result.
    pub fn error(&self, problem: impl Into<CalculatorProblem>) -> CalculatorError {
        self.error_at(0, problem.into())
    }

    /// An error at a byte of the statement.
    pub(super) fn error_at(&self, start: usize, problem: CalculatorProblem) -> CalculatorError {
        self.script.error(self.start + start, problem)
    }
}

const ASSIGNMENT: &str = ":=";

/// What is open at some place of a text.
#[derive(Default)]
struct Nesting {
    brackets: usize,
    quoted: bool,
}

impl Nesting {
    fn pass(&mut self, character: char) {
        match character {
            '"' => self.quoted = !self.quoted,
            _ if self.quoted => {}
            '(' | '{' | '[' => self.brackets += 1,
            ')' | '}' | ']' => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }

    fn is_open(&self) -> bool {
        self.quoted || self.brackets > 0
    }
}

/// The lengths in bytes of the first statement of a text and of the separator behind it.
fn first_statement(text: &str) -> (usize, usize) {
    let mut nesting = Nesting::default();
    for (index, character) in text.char_indices() {
        let ends = match character {
            ';' => !nesting.quoted,
            '\n' => !nesting.is_open(),
            _ => false,
        };
        if ends {
            return (index, 1);
        }
        nesting.pass(character);
    }
    (text.len(), 0)
}

/// Puts spaces for comments, and for a byte order mark. A comment that does not end is left, and where it
/// begins is told.
fn without_comments(text: &str) -> (Cow<'_, str>, Option<usize>) {
    let marked = text.starts_with('\u{feff}');
    if !marked && !text.contains("//") && !text.contains("/*") {
        return (Cow::Borrowed(text), None);
    }
    let mut code = String::with_capacity(text.len());
    let (mut quoted, mut open) = (false, None);
    while code.len() < text.len() {
        let rest = &text[code.len()..];
        let comment = match rest {
            _ if code.is_empty() && marked => '\u{feff}'.len_utf8(),
            _ if quoted => 0,
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if open.is_none() && rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => end + 4,
                None => {
                    open = Some(code.len());
                    0
                }
            },
            _ => 0,
        };
        code.extend(std::iter::repeat_n(' ', comment));
        if comment == 0 {
            let character = rest.chars().next().unwrap_or(' ');
            quoted ^= character == '"';
            code.push(character);
        }
    }
    (Cow::Owned(code), open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Script::new(text).statements().map(|statement| statement.code().to_owned()).collect()
    }

    #[test]
    fn newlines_and_semicolons_separate() {
        assert_eq!(texts(" 1 ;; 2\r\n\n3;"), ["1", "2", "3"]);
        assert_eq!(texts("{1|\n0}\n{1|;0}"), ["{1|\n0}", "{1|", "0}"]);
        assert_eq!(texts("1)\n2"), ["1)", "2"]);
        assert_eq!(texts("Konane(\"xo;\n.\") ; 1"), ["Konane(\"xo;\n.\")", "1"]);
        assert!(texts(" \n ; // nothing\n/* at\nall */").is_empty());
    }

    #[test]
    fn comments_are_spaces() {
        assert_eq!(texts("\u{feff}1 // ; é\n2/*;\né*/+3"), ["1", "2        +3"]);
        assert_eq!(texts("Konane(\"//\") // \""), ["Konane(\"//\")"]);
        let script = Script::new("/* é\n*/ x := /* é */ y");
        let statement = script.statements().next().unwrap();
        assert_eq!((statement.text(), statement.variable()), ("x := /* é */ y", Some("x")));
        let (expression, start) = statement.expression();
        let error = statement.error_at(start + expression.find('y').unwrap(), CalculatorProblem::NotAName);
        assert_eq!((error.line(), error.column()), (2, 17));
    }

    #[test]
    fn unfinished_texts() {
        for (text, unfinished) in
            [("{1|", true), ("\"x", true), ("{1|0}", false), ("1 // {", false), ("}(", true)]
        {
            assert_eq!(Script::new(text).is_unfinished(), unfinished, "{text}");
        }
    }
}
