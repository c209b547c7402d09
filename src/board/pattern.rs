//! The families of positions that the literature names.
//!
//! Colours follow the sources as far as they could be had, so that the values
//! they state are those of these positions. What is known of Ernst's and of
//! Chan and Tsai's patterns here is what the project *konjecture* quotes of
//! the papers in its text and tests; the papers' own diagrams were not seen.
//!
//! - Ernst, *Playing Konane mathematically*, UMAP Journal 16(2), 1995, 95–121.
//! - Chan and Tsai, *1×n Konane: a summary of results*, More Games of No
//!   Chance, MSRI Publications 42, 2002.
//! - Uiterwijk, *Solving narrow Konane boards*, ICGA Journal 43(3), 2021,
//!   162–183; of this one only the abstract was seen.
//!
//! Around a pattern there are empty cells, the margin. Its default is one cell
//! on every side, except at the ends only for patterns of one row, and none
//! for full boards, whose edges matter.
//!
//! ```
//! use konane::board::Pattern;
//!
//! let pattern: Pattern = "solid-linear 7".parse().unwrap();
//! assert_eq!(pattern.position(1).unwrap().to_string(), ".xoxoxox.");
//! let wider = pattern.position_with_margins(1, 0).unwrap();
//! assert_eq!(wider.to_string(), "......./xoxoxox/.......");
//! ```

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

use super::cell::Player;
use super::position::{Position, PositionError};
use super::square::Square;

/// A pattern with its parameters.
///
/// Written as on the command line: the name, then the parameters, such as
/// `blocks 2 3 2` or `start 6 6 mid-h`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Stones of alternating colours in a row, black first: Ernst's solid
    /// linear pattern SLP(N), as quoted by konjecture. At least one stone.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "solid-linear 5".parse().unwrap();
    /// assert_eq!(pattern.position(1).unwrap().to_string(), ".xoxox.");
    /// ```
    SolidLinear {
        /// The number of stones.
        stones: usize,
    },
    /// A row of alternating colours, black first, with one white stone
    /// directly below its first stone: Ernst's linear pattern with a tail of
    /// length 1, LT1(N), as quoted by konjecture. At least two stones, the
    /// tail included.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "tail 5".parse().unwrap();
    /// let diagram = "
    ///     ......
    ///     .xoxo.
    ///     .o....
    ///     ......
    /// ";
    /// assert_eq!(pattern.position(1).unwrap(), diagram.parse().unwrap());
    /// ```
    Tail {
        /// The number of stones, the tail included.
        stones: usize,
    },
    /// A row of alternating colours, white first, with one white stone
    /// diagonally below and left of its first stone: Ernst's linear pattern
    /// with an offset tail of length 1, LOT1(N), as quoted by konjecture. At
    /// least two stones, the tail included.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "offset-tail 5".parse().unwrap();
    /// let diagram = "
    ///     .......
    ///     ..oxox.
    ///     .o.....
    ///     .......
    /// ";
    /// assert_eq!(pattern.position(1).unwrap(), diagram.parse().unwrap());
    /// ```
    OffsetTail {
        /// The number of stones, the tail included.
        stones: usize,
    },
    /// As the offset tail, with a black stone below the white tail stone:
    /// Ernst's linear pattern with an offset tail of length 2, LOT2(N), as
    /// quoted by konjecture's tests. At least three stones, the tail included.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "long-offset-tail 5".parse().unwrap();
    /// let diagram = "
    ///     ......
    ///     ..oxo.
    ///     .o....
    ///     .x....
    ///     ......
    /// ";
    /// assert_eq!(pattern.position(1).unwrap(), diagram.parse().unwrap());
    /// ```
    LongOffsetTail {
        /// The number of stones, the tail included.
        stones: usize,
    },
    /// Solid linear patterns in one row with one empty cell between them:
    /// Chan and Tsai's S(a, b, c, …), as quoted by konjecture. The first stone
    /// is white and the position is checkered: whether a later block starts
    /// with a white stone is fixed by its place. (A figure in konjecture
    /// starts every block with the same colour, which no play can lead to.)
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "blocks 2 3 2".parse().unwrap();
    /// assert_eq!(pattern.position(1).unwrap().to_string(), ".ox.xox.xo.");
    /// ```
    Blocks {
        /// The number of stones of each block.
        stones: Vec<usize>,
    },
    /// Pairs of a black and a white stone, each pair one row down and one
    /// column right of the one before: konjecture's own STAIR(n), of which it
    /// claims that no stone can leave the pattern by more than one cell.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "staircase 3".parse().unwrap();
    /// let diagram = "
    ///     ......
    ///     .xo...
    ///     ..xo..
    ///     ...xo.
    ///     ......
    /// ";
    /// assert_eq!(pattern.position(1).unwrap(), diagram.parse().unwrap());
    /// ```
    Staircase {
        /// The number of pairs.
        steps: usize,
    },
    /// A full rectangle of alternating colours, black at the top left. Ernst,
    /// as quoted by konjecture, states how far the stones of rectangles can
    /// leave them: at most four cells.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "rectangle 2 3".parse().unwrap();
    /// let diagram = "
    ///     .....
    ///     .xox.
    ///     .oxo.
    ///     .....
    /// ";
    /// assert_eq!(pattern.position(1).unwrap(), diagram.parse().unwrap());
    /// ```
    Rectangle {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A full board, black at the top left, after the two opening stones are
    /// removed: the boards that Uiterwijk solves, as far as his abstract
    /// tells. No margin unless one is asked for.
    ///
    /// ```
    /// # use konane::board::Pattern;
    /// let pattern: Pattern = "start 4 5 mid-h".parse().unwrap();
    /// let diagram = "
    ///     xoxox
    ///     ox..o
    ///     xoxox
    ///     oxoxo
    /// ";
    /// assert_eq!(pattern.position(0).unwrap(), diagram.parse().unwrap());
    /// ```
    Start {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The pair of stones removed.
        opening: Setup,
    },
}

/// The pair of adjacent stones that a game starts by removing.
///
/// The middle of a board of m rows and n columns is row ⌊(m−1)/2⌋ and column
/// ⌊(n−1)/2⌋, counted from 0; sources may mean another middle where it is not
/// unique.
///
/// ```
/// # use konane::board::Pattern;
/// let starts = ["corner-h", "corner-v", "mid-h", "mid-v"].map(|opening| {
///     let pattern = Pattern::parse("start", &["3", "4", opening]).unwrap();
///     pattern.position(0).unwrap().to_string()
/// });
/// let expected = ["..xo/oxox/xoxo", ".oxo/.xox/xoxo", "xoxo/o..x/xoxo", "xoxo/o.ox/x.xo"];
/// assert_eq!(starts, expected);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setup {
    /// The stone at the top left and its right neighbour: `corner-h`.
    CornerHorizontal,
    /// The stone at the top left and the one below: `corner-v`.
    CornerVertical,
    /// The stone in the middle and its right neighbour: `mid-h`.
    MiddleHorizontal,
    /// The stone in the middle and the one below: `mid-v`.
    MiddleVertical,
}

impl Setup {
    /// All openings.
    pub const ALL: [Setup; 4] =
        [Setup::CornerHorizontal, Setup::CornerVertical, Setup::MiddleHorizontal, Setup::MiddleVertical];

    /// The two squares that lose their stones on a board of `rows` and
    /// `columns`; `None` if the board is too narrow for the pair.
    pub fn squares(self, rows: usize, columns: usize) -> Option<[Square; 2]> {
        let middle = Square { row: rows.checked_sub(1)? / 2, column: columns.checked_sub(1)? / 2 };
        let corner = Square { row: 0, column: 0 };
        let right = |Square { row, column }| Square { row, column: column + 1 };
        let below = |Square { row, column }| Square { row: row + 1, column };
        let pair = match self {
            Setup::CornerHorizontal => [corner, right(corner)],
            Setup::CornerVertical => [corner, below(corner)],
            Setup::MiddleHorizontal => [middle, right(middle)],
            Setup::MiddleVertical => [middle, below(middle)],
        };
        (pair[1].row < rows && pair[1].column < columns).then_some(pair)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Setup::CornerHorizontal => "corner-h",
            Setup::CornerVertical => "corner-v",
            Setup::MiddleHorizontal => "mid-h",
            Setup::MiddleVertical => "mid-v",
        })
    }
}

impl FromStr for Setup {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Setup, PatternError> {
        Setup::ALL
            .into_iter()
            .find(|opening| opening.to_string() == text)
            .ok_or_else(|| PatternError::UnknownOpening(text.to_owned()))
    }
}

/// What a help text says of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternDescription {
    /// The name, such as `solid-linear`.
    pub name: &'static str,
    /// The parameters, such as `ROWS COLUMNS`.
    pub parameters: &'static str,
    /// What the pattern is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const ERNST: &str = "Ernst 1995, as quoted by konjecture";

/// One description for each variant of [`Pattern`].
const DESCRIPTIONS: [PatternDescription; 8] = [
    PatternDescription {
        name: "solid-linear",
        parameters: "STONES",
        summary: "a row of alternating colours, black first: SLP(N)",
        source: ERNST,
    },
    PatternDescription {
        name: "tail",
        parameters: "STONES",
        summary: "a row, black first, and a white stone below its first: LT1(N)",
        source: ERNST,
    },
    PatternDescription {
        name: "offset-tail",
        parameters: "STONES",
        summary: "a row, white first, and a white stone below left of its first: LOT1(N)",
        source: ERNST,
    },
    PatternDescription {
        name: "long-offset-tail",
        parameters: "STONES",
        summary: "the offset tail with a black stone below its end: LOT2(N)",
        source: ERNST,
    },
    PatternDescription {
        name: "blocks",
        parameters: "STONES...",
        summary: "solid rows, white first, with one empty cell between them: S(a,b,...)",
        source: "Chan and Tsai 2002, as quoted by konjecture",
    },
    PatternDescription {
        name: "staircase",
        parameters: "STEPS",
        summary: "pairs of a black and a white stone down a diagonal: STAIR(n)",
        source: "konjecture",
    },
    PatternDescription {
        name: "rectangle",
        parameters: "ROWS COLUMNS",
        summary: "a full rectangle, black at the top left",
        source: ERNST,
    },
    PatternDescription {
        name: "start",
        parameters: "ROWS COLUMNS OPENING",
        summary: "a full board without the opening pair: corner-h, corner-v, mid-h or mid-v",
        source: "Uiterwijk 2021, as far as the abstract tells",
    },
];

impl Pattern {
    /// All patterns, for a help text.
    pub fn all() -> &'static [PatternDescription] {
        &DESCRIPTIONS
    }

    /// The pattern of a name with parameters.
    ///
    /// # Errors
    /// An unknown name, a wrong number of parameters, one that is not a number
    /// or is too small, or a board too narrow for the opening. Whether the
    /// pattern fits on a supported board is for [`position`](Pattern::position)
    /// to find out.
    pub fn parse(name: &str, parameters: &[impl AsRef<str>]) -> Result<Pattern, PatternError> {
        let description = DESCRIPTIONS
            .iter()
            .find(|description| description.name == name)
            .ok_or_else(|| PatternError::UnknownName(name.to_owned()))?;
        let parameters: Vec<&str> = parameters.iter().map(AsRef::as_ref).collect();
        let number = |text: &str| read_number(name, text);
        let pattern = match (name, parameters.as_slice()) {
            ("solid-linear", [stones]) => Pattern::SolidLinear { stones: number(stones)? },
            ("tail", [stones]) => Pattern::Tail { stones: number(stones)? },
            ("offset-tail", [stones]) => Pattern::OffsetTail { stones: number(stones)? },
            ("long-offset-tail", [stones]) => Pattern::LongOffsetTail { stones: number(stones)? },
            ("blocks", [_, ..]) => Pattern::Blocks {
                stones: parameters.iter().map(|stones| number(stones)).collect::<Result<_, _>>()?,
            },
            ("staircase", [steps]) => Pattern::Staircase { steps: number(steps)? },
            ("rectangle", [rows, columns]) => {
                Pattern::Rectangle { rows: number(rows)?, columns: number(columns)? }
            }
            ("start", [rows, columns, opening]) => {
                Pattern::Start { rows: number(rows)?, columns: number(columns)?, opening: opening.parse()? }
            }
            _ => return Err(PatternError::Parameters(*description)),
        };
        pattern.check()?;
        Ok(pattern)
    }

    /// What a help text says of the pattern.
    pub fn description(&self) -> &'static PatternDescription {
        &DESCRIPTIONS[match self {
            Pattern::SolidLinear { .. } => 0,
            Pattern::Tail { .. } => 1,
            Pattern::OffsetTail { .. } => 2,
            Pattern::LongOffsetTail { .. } => 3,
            Pattern::Blocks { .. } => 4,
            Pattern::Staircase { .. } => 5,
            Pattern::Rectangle { .. } => 6,
            Pattern::Start { .. } => 7,
        }]
    }

    /// The name, such as `solid-linear`.
    pub fn name(&self) -> &'static str {
        self.description().name
    }

    /// The parameters as [`parse`](Pattern::parse) reads them.
    pub fn parameters(&self) -> Vec<String> {
        match self {
            Pattern::SolidLinear { stones }
            | Pattern::Tail { stones }
            | Pattern::OffsetTail { stones }
            | Pattern::LongOffsetTail { stones } => vec![stones.to_string()],
            Pattern::Blocks { stones } => stones.iter().map(usize::to_string).collect(),
            Pattern::Staircase { steps } => vec![steps.to_string()],
            Pattern::Rectangle { rows, columns } => vec![rows.to_string(), columns.to_string()],
            Pattern::Start { rows, columns, opening } => {
                vec![rows.to_string(), columns.to_string(), opening.to_string()]
            }
        }
    }

    /// The margin that [`position`](Pattern::position) is meant to have unless
    /// another is asked for: 0 for full boards, else 1.
    pub fn default_margin(&self) -> usize {
        usize::from(!matches!(self, Pattern::Start { .. }))
    }

    /// The pattern with `margin` empty cells on every side; for patterns that
    /// are one row by definition, at both ends only.
    ///
    /// # Errors
    /// As [`position_with_margins`](Pattern::position_with_margins).
    pub fn position(&self, margin: usize) -> Result<Position, PatternError> {
        let (above, beside) = self.margins(margin);
        self.position_with_margins(above, beside)
    }

    /// The empty rows above and below and the empty columns on the left and right that
    /// [`position`](Pattern::position) adds for a margin.
    pub fn margins(&self, margin: usize) -> (usize, usize) {
        let one_row = matches!(self, Pattern::SolidLinear { .. } | Pattern::Blocks { .. });
        (if one_row { 0 } else { margin }, margin)
    }

    /// The pattern with `above` empty rows above and below it, and `beside`
    /// empty columns on its left and right.
    ///
    /// # Errors
    /// A board larger than supported, a number too small for the pattern, or a
    /// board too narrow for the opening.
    pub fn position_with_margins(&self, above: usize, beside: usize) -> Result<Position, PatternError> {
        self.check()?;
        let (rows, columns) = self.size();
        let with_margin = |length: usize, margin: usize| length.saturating_add(margin.saturating_mul(2));
        let mut position = Position::empty(with_margin(rows, above), with_margin(columns, beside))?;
        for (Square { row, column }, player) in self.stones() {
            position.set(row + above, column + beside, player.stone());
        }
        Ok(position)
    }

    /// Fails if a number is too small for the pattern, or the board too narrow
    /// for the opening.
    fn check(&self) -> Result<(), PatternError> {
        let (found, least) = match self {
            Pattern::SolidLinear { stones } => (*stones, 1),
            Pattern::Tail { stones } | Pattern::OffsetTail { stones } => (*stones, 2),
            Pattern::LongOffsetTail { stones } => (*stones, 3),
            Pattern::Blocks { stones } => (stones.iter().copied().min().unwrap_or(0), 1),
            Pattern::Staircase { steps } => (*steps, 1),
            Pattern::Rectangle { rows, columns } | Pattern::Start { rows, columns, .. } => {
                (*rows.min(columns), 1)
            }
        };
        if found < least {
            let name = self.name();
            return Err(PatternError::TooSmall { name, found, least });
        }
        match *self {
            Pattern::Start { rows, columns, opening } if opening.squares(rows, columns).is_none() => {
                Err(PatternError::NoOpening { rows, columns, opening })
            }
            _ => Ok(()),
        }
    }

    /// The numbers of rows and columns of the pattern's bounding box.
    fn size(&self) -> (usize, usize) {
        match self {
            Pattern::SolidLinear { stones } => (1, *stones),
            Pattern::Tail { stones } => (2, *stones - 1),
            Pattern::OffsetTail { stones } => (2, *stones),
            Pattern::LongOffsetTail { stones } => (3, *stones - 1),
            Pattern::Blocks { stones } => {
                let gaps = stones.len() - 1;
                let add = |sum: usize, block: &usize| sum.saturating_add(*block);
                (1, stones.iter().fold(gaps, add))
            }
            Pattern::Staircase { steps } => (*steps, steps.saturating_add(1)),
            Pattern::Rectangle { rows, columns } | Pattern::Start { rows, columns, .. } => (*rows, *columns),
        }
    }

    /// The stones in the pattern's bounding box. All patterns are checkered,
    /// so where they stand and the colour at the top left tell everything.
    fn stones(&self) -> Vec<(Square, Player)> {
        let (rows, columns) = self.size();
        let top_left = match self {
            Pattern::Blocks { .. } => Player::White,
            _ => Player::Black,
        };
        let mut stones = Vec::new();
        for row in 0..rows {
            for column in (0..columns).filter(|&column| self.occupies(row, column)) {
                let player = if (row + column).is_multiple_of(2) { top_left } else { top_left.opponent() };
                stones.push((Square { row, column }, player));
            }
        }
        stones
    }

    /// Whether a stone stands on a cell of the pattern's bounding box.
    fn occupies(&self, row: usize, column: usize) -> bool {
        match self {
            Pattern::SolidLinear { .. } | Pattern::Rectangle { .. } => true,
            Pattern::Tail { .. } => row == 0 || column == 0,
            Pattern::OffsetTail { .. } | Pattern::LongOffsetTail { .. } => (row == 0) != (column == 0),
            Pattern::Blocks { stones } => {
                let ends = stones.iter().scan(0, |end, block| {
                    *end += block + 1;
                    Some(*end)
                });
                ends.into_iter().all(|end| end != column + 1)
            }
            Pattern::Staircase { .. } => column == row || column == row + 1,
            Pattern::Start { rows, columns, opening } => {
                let removed = opening.squares(*rows, *columns);
                !removed.is_some_and(|pair| pair.contains(&Square { row, column }))
            }
        }
    }
}

/// Reads a number of the pattern called `name`.
fn read_number(name: &str, text: &str) -> Result<usize, PatternError> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(PatternError::NotANumber { name: name.to_owned(), text: text.to_owned() });
    }
    // Too many digits for a machine word are too many for any board as well.
    Ok(text.parse().unwrap_or(usize::MAX))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.parameters().join(" "))
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        Pattern::parse(name, &words.collect::<Vec<_>>())
    }
}

/// Why there is no such pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// No pattern has this name.
    UnknownName(String),
    /// A wrong number of parameters for this pattern.
    Parameters(PatternDescription),
    /// A parameter that must be a number and is not.
    NotANumber {
        /// The name of the pattern.
        name: String,
        /// The parameter.
        text: String,
    },
    /// A number too small for the pattern.
    TooSmall {
        /// The name of the pattern.
        name: &'static str,
        /// The number given.
        found: usize,
        /// The least possible.
        least: usize,
    },
    /// No opening has this name.
    UnknownOpening(String),
    /// A board too narrow for the opening.
    NoOpening {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The opening.
        opening: Setup,
    },
    /// The pattern fits on no supported board.
    Position(PositionError),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::UnknownName(name) => {
                let names = DESCRIPTIONS.map(|description| description.name).join(", ");
                write!(f, "unknown pattern {}: use one of {names}", shown(name))
            }
            PatternError::Parameters(PatternDescription { name, parameters, .. }) => {
                write!(f, "wrong number of parameters: write {name} {parameters}")
            }
            PatternError::NotANumber { name, text } => {
                write!(f, "{name}: {} is not a number", shown(text))
            }
            PatternError::TooSmall { name, found, least } => {
                write!(f, "{name}: {found} is too small, the least is {least}")
            }
            PatternError::UnknownOpening(text) => {
                let names = Setup::ALL.map(|opening| opening.to_string()).join(", ");
                write!(f, "unknown opening {}: use one of {names}", shown(text))
            }
            PatternError::NoOpening { rows, columns, opening } => {
                write!(f, "start: board {rows}×{columns} has no two stones for the opening {opening}")
            }
            PatternError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PatternError {}

impl From<PositionError> for PatternError {
    fn from(error: PositionError) -> PatternError {
        PatternError::Position(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use proptest::prelude::*;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    /// The position with the default margin.
    fn drawn(text: &str) -> String {
        let pattern = pattern(text);
        let margin = pattern.default_margin();
        pattern.position(margin).unwrap().to_string()
    }

    fn message(text: &str) -> String {
        let position = text.parse().and_then(|pattern: Pattern| pattern.position(pattern.default_margin()));
        position.unwrap_err().to_string()
    }

    #[test]
    fn positions_are_those_of_the_sources() {
        let expected = [
            ("solid-linear 2", ".xo."),
            ("solid-linear 7", ".xoxoxox."),
            ("tail 4", "...../.xox./.o.../....."),
            ("offset-tail 3", "...../..ox./.o.../....."),
            ("offset-tail 4", "....../..oxo./.o..../......"),
            ("long-offset-tail 5", "....../..oxo./.o..../.x..../......"),
            ("blocks 1 2 1", ".o.ox.x."),
            ("blocks 3 2", ".oxo.ox."),
            ("blocks 3 1 2", ".oxo.o.ox."),
            ("blocks 3 3 3", ".oxo.oxo.oxo."),
            ("rectangle 1 2", "..../.xo./...."),
            ("staircase 1", "..../.xo./...."),
            ("start 4 4 corner-h", "..xo/oxox/xoxo/oxox"),
            ("start 6 6 mid-v", "xoxoxo/oxoxox/xo.oxo/ox.xox/xoxoxo/oxoxox"),
        ];
        for (text, position) in expected {
            assert_eq!(drawn(text), position, "{text}");
        }
    }

    #[test]
    fn the_least_patterns_exist() {
        assert_eq!(drawn("solid-linear 1"), ".x.");
        assert_eq!(drawn("tail 2"), ".../.x./.o./...");
        assert_eq!(drawn("offset-tail 2"), "..../..o./.o../....");
        assert_eq!(drawn("long-offset-tail 3"), "..../..o./.o../.x../....");
        assert_eq!(drawn("blocks 1"), ".o.");
        assert_eq!(drawn("start 1 2 mid-h"), "..");
    }

    #[test]
    fn smaller_ones_are_errors() {
        for (text, expected) in [
            ("solid-linear 0", "solid-linear: 0 is too small, the least is 1"),
            ("tail 1", "tail: 1 is too small, the least is 2"),
            ("offset-tail 1", "offset-tail: 1 is too small, the least is 2"),
            ("long-offset-tail 2", "long-offset-tail: 2 is too small, the least is 3"),
            ("blocks 3 0 2", "blocks: 0 is too small, the least is 1"),
            ("staircase 0", "staircase: 0 is too small, the least is 1"),
            ("rectangle 3 0", "rectangle: 0 is too small, the least is 1"),
            ("start 0 3 mid-h", "start: 0 is too small, the least is 1"),
            ("start 1 5 mid-v", "start: board 1×5 has no two stones for the opening mid-v"),
            ("start 5 1 corner-h", "start: board 5×1 has no two stones for the opening corner-h"),
        ] {
            assert_eq!(message(text), expected);
        }
        let none = Pattern::Blocks { stones: Vec::new() };
        assert!(none.position(1).is_err());
    }

    #[test]
    fn absurd_sizes_are_errors() {
        let too_large = "is larger than supported (up to 20×20, 1×447)";
        let many = usize::MAX.to_string();
        for text in [
            "solid-linear 9999".to_owned(),
            "staircase 30".to_owned(),
            "solid-linear 99999999999999999999999999".to_owned(),
            format!("solid-linear {many}"),
            format!("tail {many}"),
            format!("offset-tail {many}"),
            format!("long-offset-tail {many}"),
            format!("blocks {many} {many}"),
            format!("staircase {many}"),
            format!("rectangle {many} {many}"),
            format!("start {many} {many} mid-h"),
            format!("start {many} {many} corner-v"),
        ] {
            assert!(message(&text).ends_with(too_large), "{text}");
        }
        let pattern = pattern("tail 5");
        for (above, beside) in [(usize::MAX, 0), (0, usize::MAX), (500, 0)] {
            let result = pattern.position_with_margins(above, beside);
            assert!(result.is_err(), "{above} {beside}");
        }
    }

    #[test]
    fn what_is_not_a_pattern_says_what_to_write() {
        assert_eq!(
            message("slp 4"),
            "unknown pattern \"slp\": use one of solid-linear, tail, offset-tail, \
             long-offset-tail, blocks, staircase, rectangle, start"
        );
        assert!(message("").starts_with("unknown pattern \"\""));
        assert_eq!(message("start 4 4"), "wrong number of parameters: write start ROWS COLUMNS OPENING");
        assert_eq!(message("blocks"), "wrong number of parameters: write blocks STONES...");
        assert_eq!(message("tail -4"), "tail: \"-4\" is not a number");
        assert_eq!(message("tail +4"), "tail: \"+4\" is not a number");
        assert_eq!(
            message("start 4 4 middle"),
            "unknown opening \"middle\": use one of corner-h, corner-v, mid-h, mid-v"
        );
    }

    #[test]
    fn each_description_is_that_of_its_pattern() {
        for description in Pattern::all() {
            let numbers: Vec<&str> = description
                .parameters
                .split(' ')
                .map(|parameter| if parameter == "OPENING" { "mid-h" } else { "4" })
                .collect();
            let pattern = Pattern::parse(description.name, &numbers).unwrap();
            assert_eq!(pattern.description(), description);
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }
    }

    proptest! {
        #[test]
        fn patterns_are_checkered_and_have_their_stones(stones in 3..16_usize, margin in 0..3_usize) {
            for name in ["solid-linear", "tail", "offset-tail", "long-offset-tail"] {
                let pattern = Pattern::parse(name, &[stones.to_string()]).unwrap();
                let position = pattern.position(margin).unwrap();
                prop_assert!(position.is_checkered());
                let empty = position.count(Cell::Empty);
                prop_assert_eq!(position.rows() * position.columns() - empty, stones);
            }
        }

        #[test]
        fn blocks_are_separated_by_one_cell(stones in prop::collection::vec(1..9_usize, 1..8)) {
            let position = Pattern::Blocks { stones: stones.clone() }.position(1).unwrap();
            prop_assert!(position.is_checkered());
            let text = position.to_string();
            let blocks: Vec<usize> = text.trim_matches('.').split('.').map(str::len).collect();
            prop_assert_eq!(blocks, stones);
        }

        #[test]
        fn a_margin_only_adds_empty_cells_around(above in 0..4_usize, beside in 0..4_usize) {
            let pattern = Pattern::Rectangle { rows: 3, columns: 4 };
            let bare = pattern.position(0).unwrap();
            let position = pattern.position_with_margins(above, beside).unwrap();
            for (row, column, cell) in position.cells() {
                let inner = row.checked_sub(above).zip(column.checked_sub(beside));
                let inner = inner.and_then(|(row, column)| bare.get(Square { row, column }));
                prop_assert_eq!(cell, inner.unwrap_or(Cell::Empty));
            }
        }
    }
}
