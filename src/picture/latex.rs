//! Tables for LaTeX: positions, drawn, with their values and what else is told of them.
//!
//! A [`LatexTable`] is a `longtable`, which may run over several pages. It needs packages that every TeX
//! system has; a comment at its top names them. By itself it is a fragment for `\input`; as
//! a [document of its own](LatexTable::document) it can be compiled as it is.
//!
//! ```
//! use konane::picture::latex::{LatexCell, LatexTable};
//!
//! let mut table = LatexTable::new(["name", "value"].map(str::to_owned).into());
//! table.push(vec![LatexCell::text("50%"), LatexCell::math(r"\{1\mid 0\}")]);
//! assert!(table.fragment().contains(r"50\% & $\{1\mid 0\}$ \\"));
//! ```

use super::position::PositionPicture;
use crate::board::Position;
use std::fmt::Write;

/// What stands in one cell of a table, as LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatexCell {
    latex: String,
    content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Text,
    Math,
    Picture,
}

/// The side of a cell of a board in a table, in millimetres.
const CELL: f64 = 3.5;
/// The widest and the tallest picture in a table, in millimetres.
const WIDEST: f64 = 70.0;
const TALLEST: f64 = 180.0;

/// Columns with longer texts or formulas than this, in characters of LaTeX, are broken into lines.
const LONGEST: usize = 60;

impl LatexCell {
    /// Any text; what is special to LaTeX is escaped.
    pub fn text(text: &str) -> LatexCell {
        LatexCell { latex: escape(text), content: Content::Text }
    }

    /// A formula for math mode.
    pub fn math(formula: &str) -> LatexCell {
        LatexCell { latex: formula.to_owned(), content: Content::Math }
    }

    /// What a field of a table of values holds: a word, a number such as `-1/2`, or a formula.
    pub fn field(field: &str) -> LatexCell {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = |c: char| c.is_ascii_alphabetic() || c == '-' || c == ' ';
        let (sign, unsigned) = field.strip_prefix('-').map_or(("", field), |unsigned| ("-", unsigned));
        match unsigned.split_once('/') {
            Some((numerator, denominator)) if digits(numerator) && digits(denominator) => {
                LatexCell::math(&format!(r"{sign}\tfrac{{{numerator}}}{{{denominator}}}"))
            }
            _ if field.chars().all(is_word) => LatexCell::text(field),
            _ => LatexCell::math(field),
        }
    }

    /// A position, drawn small enough for a table.
    pub fn picture(position: &Position) -> LatexCell {
        let (rows, columns) = (position.rows() as f64, position.columns() as f64);
        let cell = CELL.min(WIDEST / columns).min(TALLEST / rows);
        let picture = PositionPicture::new(position).without_coordinates(cell);
        LatexCell { latex: picture.tikz().trim_end().to_owned(), content: Content::Picture }
    }

    fn written(&self) -> String {
        match self.content {
            Content::Math if self.latex.is_empty() => String::new(),
            Content::Math => format!("${}$", breakable(&self.latex)),
            Content::Picture => format!("%\n{}%\n", self.latex),
            Content::Text => self.latex.clone(),
        }
    }
}

/// A table of several columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatexTable {
    headings: Vec<String>,
    rows: Vec<Vec<LatexCell>>,
}

impl LatexTable {
    /// A table without rows. Headings are any text; what is special to LaTeX is escaped.
    pub fn new(headings: Vec<String>) -> LatexTable {
        LatexTable { headings, rows: Vec::new() }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.headings.len()
    }

    /// Adds a row. A row may be shorter than the headings.
    pub fn push(&mut self, row: Vec<LatexCell>) {
        self.rows.push(row);
    }

    /// The table, to be put into a document that uses the packages named in its first lines.
    pub fn fragment(&self) -> String {
        let mut latex = String::from("% Needs \\usepackage{amsmath,array,booktabs,longtable,tikz}\n");
        if self.rows.iter().flatten().any(|cell| cell.latex.chars().any(needs_unicode_engine)) {
            latex.push_str(
                "% and, for some of its characters, LuaLaTeX or XeLaTeX with a font that has them,\n% chosen as by \\setmainfont{DejaVu Serif}\n",
            );
        }
        let headings: Vec<String> = self.headings.iter().map(|heading| escape(heading)).collect();
        let line = |cells: &[String]| {
            // A bracket at the beginning of a row would be taken for an option of the break before it.
            let guard =
                if cells.first().is_some_and(|cell| cell.starts_with(['[', '*'])) { "{}" } else { "" };
            format!("{guard}{} \\\\", cells.join(" & "))
        };
        // Fractions need some room.
        latex.push_str("\\begingroup\n\\renewcommand{\\arraystretch}{1.25}\n");
        let _ = writeln!(latex, "\\begin{{longtable}}{{{}}}", self.column_types());
        let _ = writeln!(latex, "\\toprule\n{}", line(&headings));
        latex.push_str("\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n");
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(LatexCell::written).collect();
            let _ = writeln!(latex, "{}", line(&cells));
        }
        latex.push_str("\\end{longtable}\n\\endgroup\n");
        latex
    }

    /// The table as a whole document.
    pub fn document(&self) -> String {
        format!("{PREAMBLE}{}\\end{{document}}\n", self.fragment())
    }

    /// The columns' types for `longtable`: those with long content have a width, in which it is broken.
    fn column_types(&self) -> String {
        let columns = 0..self.headings.len();
        let long: Vec<bool> = columns.map(|column| self.is_long(column)).collect();
        let share = 0.7 / long.iter().filter(|&&long| long).count().max(1) as f64;
        let width = format!(r">{{\raggedright\arraybackslash}}p{{{:.2}\linewidth}}", share.min(0.45));
        long.iter().map(|&long| if long { width.as_str() } else { "l" }).collect()
    }

    fn is_long(&self, column: usize) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let mut breakable = cells.filter(|cell| cell.content != Content::Picture);
        breakable.any(|cell| cell.latex.chars().count() > LONGEST)
    }
}

const PREAMBLE: &str = r"\documentclass{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\else\usepackage{fontspec}\fi
\usepackage[margin=20mm]{geometry}
\usepackage{amsmath,array,booktabs,longtable,tikz}
\begin{document}
";

/// A formula that may be broken after the commas of its outermost braces; after bars it may be anyhow.
fn breakable(formula: &str) -> String {
    let mut depth = 0;
    let mut escaped = false;
    let mut result = String::with_capacity(formula.len());
    for character in formula.chars() {
        result.push(character);
        match character {
            '{' if !escaped => depth += 1,
            '}' if !escaped => depth -= 1,
            ',' if depth == 0 => result.push_str(r"\allowbreak "),
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    result
}

/// Whether pdfLaTeX with its default fonts does not know the character.
fn needs_unicode_engine(character: char) -> bool {
    character > '\u{17f}'
}

/// A text with everything that is special to LaTeX escaped, in one line.
fn escape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => result.push_str(r"\textbackslash{}"),
            '~' => result.push_str(r"\~{}"),
            '^' => result.push_str(r"\^{}"),
            '<' => result.push_str(r"\textless{}"),
            '>' => result.push_str(r"\textgreater{}"),
            '|' => result.push_str(r"\textbar{}"),
            // Straight quotes are commands to some languages of babel.
            '"' => result.push_str("{''}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                result.push('\\');
                result.push(character);
            }
            _ if character.is_control() => result.push(' '),
            _ => result.push(character),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        let special = "\\ { } $ & # % _ ~ ^ < > | \"\n";
        let expected =
            r"\textbackslash{} \{ \} \$ \& \# \% \_ \~{} \^{} \textless{} \textgreater{} \textbar{} {''} ";
        assert_eq!(LatexCell::text(special).written(), expected);
        assert_eq!(LatexCell::text("Kōnane").written(), "Kōnane");
    }

    #[test]
    fn fields_are_words_numbers_or_formulas() {
        let written = |field| LatexCell::field(field).written();
        assert_eq!(written("number-up-star"), "number-up-star");
        assert_eq!(written("-1/2"), r"$-\tfrac{1}{2}$");
        assert_eq!(written("3"), "$3$");
        assert_eq!(
            written(r"\{1,0\mid {+}_{\{3,2\mid 1\}}\}"),
            r"$\{1,\allowbreak 0\mid {+}_{\{3,2\mid 1\}}\}$"
        );
        assert_eq!(written(""), "");
    }

    #[test]
    fn long_columns_have_a_width() {
        let mut table = LatexTable::new(vec!["a".to_owned(), "b".to_owned()]);
        table.push(vec![LatexCell::math("1"), LatexCell::text("b")]);
        assert_eq!(table.column_types(), "ll");
        table.push(vec![LatexCell::math(&"1,".repeat(40))]);
        assert_eq!(table.column_types(), r">{\raggedright\arraybackslash}p{0.45\linewidth}l");
    }

    #[test]
    fn a_row_that_begins_with_a_bracket_is_no_option() {
        let mut table = LatexTable::new(vec!["[x]".to_owned()]);
        table.push(vec![LatexCell::text("[1]")]);
        assert!(table.fragment().contains("\n{}[1] \\\\\n"));
        assert!(table.fragment().contains("\n{}[x] \\\\\n"));
    }

    #[test]
    fn characters_beyond_pdflatex_are_told_of() {
        let fragment = |text| {
            let mut table = LatexTable::new(vec!["a".to_owned()]);
            table.push(vec![LatexCell::text(text)]);
            table.fragment()
        };
        assert!(!fragment("Kōnane é").contains("LuaLaTeX"));
        assert!(fragment("石").contains("LuaLaTeX"));
    }
}
