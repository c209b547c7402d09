//! The classes of moves, regions, explained moves and lines of play.

use crate::arguments::fraction;
use crate::failure::Failure;
use crate::position::Position;
use crate::store::Carried;
use crate::value::Value;
use konane::board::{self, Square};
use konane::picture::position::region_label;
use konane::solve::{self, LineEnd, MoveStatus, PlayRule, RegionValue, SumMove};
use konane::value::{ValueCopier, ValueError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// One or more jumps of a stone in one direction.
///
/// >>> from konane import Move
/// >>> move = Move("E1-A1")
/// >>> str(move), move.start, move.end, move.captured
/// ('E1-C1-A1', 'E1', 'A1', ['D1', 'B1'])
#[pyclass(frozen, eq, hash, module = "konane")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub board::Move);

fn names(squares: impl Iterator<Item = Square>) -> Vec<String> {
    squares.map(|square| square.to_string()).collect()
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: MoveOrText) -> Move {
        Move(text.0)
    }

    /// Where the stone starts.
    #[getter]
    fn start(&self) -> String {
        self.0.from().to_string()
    }

    /// Where it stops.
    #[getter]
    fn end(&self) -> String {
        self.0.to().to_string()
    }

    /// The squares of the stones that it removes.
    #[getter]
    fn captured(&self) -> Vec<String> {
        names(self.0.captured())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A move or its text.
pub struct MoveOrText(pub board::Move);

impl<'py> FromPyObject<'_, 'py> for MoveOrText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveOrText> {
        if let Ok(played) = object.cast::<Move>() {
            return Ok(MoveOrText(played.get().0));
        }
        let text = object.extract::<String>();
        let text = text.map_err(|_| PyTypeError::new_err("a move is a Move or its text"))?;
        Ok(MoveOrText(text.parse().map_err(Failure::from)?))
    }
}

/// An independent region of a position.
#[pyclass(frozen, module = "konane")]
pub struct Region {
    index: usize,
    region: RegionValue,
}

impl Region {
    /// The region that is the `index`-th of its position.
    pub fn new(index: usize, region: RegionValue) -> Region {
        Region { index, region }
    }
}

#[pymethods]
impl Region {
    /// The letter that pictures give it.
    #[getter]
    fn label(&self) -> char {
        region_label(self.index)
    }

    /// The cells on which something can happen.
    #[getter]
    fn squares(&self) -> Vec<String> {
        names(self.region.squares.iter().copied())
    }

    /// The whole board with the stones of the region only.
    #[getter]
    fn position(&self) -> Position {
        Position(self.region.position.clone())
    }

    /// Its value.
    #[getter]
    fn value(&self) -> Value {
        self.region.value.into()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Region {} on {}: {}>",
            self.label(),
            self.squares().join(" "),
            self.value().text_or_reason()
        )
    }
}

/// A move, where it leads to, and what becomes of it in the canonical form.
#[pyclass(frozen, module = "konane")]
pub struct ExplainedMove {
    explained: solve::ExplainedMove,
    position: board::Position,
}

impl ExplainedMove {
    /// A move of `position`.
    pub fn new(
        position: &board::Position,
        explained: solve::ExplainedMove,
    ) -> Result<ExplainedMove, Failure> {
        Ok(ExplainedMove { position: position.play(&explained.played)?, explained })
    }
}

#[pymethods]
impl ExplainedMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.explained.played)
    }

    /// The position after it.
    #[getter]
    fn position(&self) -> Position {
        Position(self.position.clone())
    }

    /// The value of that position.
    #[getter]
    fn value(&self) -> Value {
        self.explained.value.into()
    }

    /// What becomes of it: `canonical`, `dominated` or `reversible`.
    #[getter]
    fn status(&self) -> &'static str {
        match self.explained.status {
            MoveStatus::Canonical => "canonical",
            MoveStatus::Dominated { .. } => "dominated",
            MoveStatus::Reversible { .. } => "reversible",
        }
    }

    /// The move that dominates it, or the answer through which it is reversible.
    #[getter]
    fn by(&self) -> Option<Move> {
        match self.explained.status {
            MoveStatus::Canonical => None,
            MoveStatus::Dominated { by } => Some(Move(by)),
            MoveStatus::Reversible { through, .. } => Some(Move(through)),
        }
    }

    /// Whether no other move leads to a better value.
    #[getter]
    fn is_best(&self) -> bool {
        self.explained.is_best
    }

    /// Whether whoever makes it wins, with nothing else on the board.
    #[getter]
    fn wins(&self) -> bool {
        self.explained.wins
    }

    /// Whether its value is at least as good as some canonical option.
    #[getter]
    fn is_sensible(&self) -> bool {
        self.explained.is_sensible
    }

    fn __repr__(&self) -> String {
        format!("<{} {} to {}>", self.status(), self.explained.played, self.value().text_or_reason())
    }
}

/// The move on the board, if it is one, and the option of the value, if that is where the move is.
fn parts_of(played: SumMove) -> (Option<Move>, Option<Value>) {
    match played {
        SumMove::OnBoard(played) => (Some(Move(played)), None),
        SumMove::InValue(option) => (None, Some(option.into())),
    }
}

fn told(played: SumMove) -> String {
    match parts_of(played) {
        (Some(played), _) => played.0.to_string(),
        (_, Some(option)) => format!("to {}", option.text_or_reason()),
        _ => String::new(),
    }
}

/// A move in the sum of a position and a value.
#[pyclass(frozen, module = "konane")]
pub struct SumOption(solve::SumOption);

impl From<solve::SumOption> for SumOption {
    fn from(option: solve::SumOption) -> SumOption {
        SumOption(option)
    }
}

#[pymethods]
impl SumOption {
    /// The move, if it is one on the board.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        parts_of(self.0.played).0
    }

    /// The option that the value is moved to, if the move is one in the value.
    #[getter]
    fn option(&self) -> Option<Value> {
        parts_of(self.0.played).1
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position.clone())
    }

    /// The value beside it after the move.
    #[getter]
    fn beside(&self) -> Value {
        self.0.with.into()
    }

    /// The value of the sum after the move.
    #[getter]
    fn value(&self) -> Value {
        self.0.value.into()
    }

    /// Whether no other move leads to a better value.
    #[getter]
    fn is_best(&self) -> bool {
        self.0.is_best
    }

    /// Whether whoever makes it wins.
    #[getter]
    fn wins(&self) -> bool {
        self.0.wins
    }

    fn __repr__(&self) -> String {
        let wins = if self.0.wins { ", which wins" } else { "" };
        format!("<{}: the sum is {}{wins}>", told(self.0.played), self.value().text_or_reason())
    }
}

/// A move of a line of play.
#[pyclass(frozen, module = "konane")]
pub struct Ply(solve::Ply);

#[pymethods]
impl Ply {
    /// Who moves: `black` or `white`.
    #[getter]
    fn player(&self) -> String {
        self.0.player.to_string()
    }

    /// The move, if it is one on the board.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        parts_of(self.0.played).0
    }

    /// The option that the value is moved to, if the move is one in the value.
    #[getter]
    fn option(&self) -> Option<Value> {
        parts_of(self.0.played).1
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position.clone())
    }

    /// The value beside it after the move.
    #[getter]
    fn beside(&self) -> Value {
        self.0.with.into()
    }

    /// The value of the sum after the move.
    #[getter]
    fn value(&self) -> Value {
        self.0.value.into()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}: the sum is {}>", self.player(), told(self.0.played), self.value().text_or_reason())
    }
}

/// A line of play in the sum of a position and a value.
#[pyclass(frozen, module = "konane")]
pub struct LineOfPlay(pub solve::LineOfPlay);

#[pymethods]
impl LineOfPlay {
    /// How moves are chosen: `winning` or `orthodox` play.
    #[getter]
    fn rule(&self) -> &'static str {
        match self.0.rule {
            PlayRule::Winning => "winning",
            PlayRule::Orthodox => "orthodox",
        }
    }

    /// The moves.
    #[getter]
    fn plies(&self) -> Vec<Ply> {
        self.0.plies.iter().cloned().map(Ply).collect()
    }

    /// The number at which the line stops, or `None` if it is played to the end.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.0.end {
            LineEnd::NoMove => Ok(None),
            LineEnd::Number(number) => fraction(py, number.to_rational()).map(Some),
        }
    }

    /// Who would move next: `black` or `white`.
    #[getter]
    fn to_move(&self) -> String {
        self.0.to_move.to_string()
    }

    fn __repr__(&self) -> String {
        let plies: Vec<String> = self.0.plies.iter().map(|ply| told(ply.played)).collect();
        format!("<line of {} play: {}>", self.rule(), plies.join(", "))
    }
}

impl Carried for RegionValue {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<RegionValue, ValueError> {
        Ok(RegionValue { value: self.value.carried(copier)?, ..self })
    }
}

impl Carried for solve::ExplainedMove {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<solve::ExplainedMove, ValueError> {
        let status = match self.status {
            MoveStatus::Reversible { through, to } => {
                MoveStatus::Reversible { through, to: to.carried(copier)? }
            }
            status => status,
        };
        Ok(solve::ExplainedMove { value: self.value.carried(copier)?, status, ..self })
    }
}

impl Carried for SumMove {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<SumMove, ValueError> {
        Ok(match self {
            SumMove::InValue(option) => SumMove::InValue(option.carried(copier)?),
            on_board => on_board,
        })
    }
}

impl Carried for solve::SumOption {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<solve::SumOption, ValueError> {
        let (played, with) = (self.played.carried(copier)?, self.with.carried(copier)?);
        Ok(solve::SumOption { played, with, value: self.value.carried(copier)?, ..self })
    }
}

impl Carried for solve::Ply {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<solve::Ply, ValueError> {
        let (played, with) = (self.played.carried(copier)?, self.with.carried(copier)?);
        Ok(solve::Ply { played, with, value: self.value.carried(copier)?, ..self })
    }
}

impl Carried for solve::LineOfPlay {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<solve::LineOfPlay, ValueError> {
        Ok(solve::LineOfPlay { plies: self.plies.carried(copier)?, ..self })
    }
}
