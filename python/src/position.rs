//! The class `Position`: a board with its stones, its moves and pictures.

use crate::arguments::{Board, Bytes, Game, Moves, Natural, Placed, PlayerName, RulesName, Square};
use crate::attend::{TimeLimit, Watch};
use crate::database::Database;
use crate::failure::Failure;
use crate::outcome::Search;
use crate::play::{ExplainedMove, LineOfPlay, Move, MoveOrText, Region, SumOption};
use crate::store::{Carried, STORE, Terms, compute, is_small};
use crate::value::Value;
use konane::board::{self, Cell, Pattern, Player, Symmetry};
use konane::game::Openings;
use konane::picture::position::{HighlightedRegion, PositionPicture, draw_position, draw_regions};
use konane::solve::{Monitor, RegionValue, SolveError, ValueSolver};
use konane::value::CanonicalForm;
use konane::value::notation::Notation;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A position of Kōnane: stones on a board, perhaps with holes.
///
/// It is written row by row: `x` is a black stone, `o` a white one, `.` an empty cell and `#` a hole; rows end at
/// `/` or at the end of a line. Black is Left, White is Right.
///
/// >>> from konane import Position
/// >>> position = Position("xo../.ox.")
/// >>> position.value()
/// Value('1*')
/// >>> [str(move) for move in position.moves("black")]
/// ['A1-C1', 'C2-A2']
/// >>> position.play("A1-C1")
/// Position('..x./.ox.')
/// >>> print(position.draw())
///     A B C D
///   1 x o . .
///   2 . o x .
///
/// Players are `black` or `left` and `white` or `right`. Rules are `multi-jump`, the usual ones, or `single-jump`, where
/// a move is one jump only. In a notebook a position draws itself.
#[pyclass(frozen, eq, module = "konane")]
#[derive(Clone, PartialEq, Eq)]
pub struct Position(pub board::Position);

/// A question that a solver answers: by which rules, and with what means.
pub struct Question {
    terms: Terms,
    watch: Watch,
}

/// Play from so few stones takes less than a millisecond to go through.
const FEW_STONES: usize = 8;

impl Question {
    /// A question with the means that are given.
    pub fn new(
        rules: RulesName,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Question {
        let database = database.map(|database| database.get().shared());
        Question {
            terms: Terms { rules: rules.0, database, memory: memory.map(|bytes| bytes.0) },
            watch: Watch::new("evaluating", "positions", seconds, progress),
        }
    }

    /// By these rules, with the usual means.
    fn of_rules(rules: RulesName) -> Question {
        Question::new(rules, None, None, None, None)
    }

    /// The question about a position, which is answered in a moment if there are few stones.
    fn about(mut self, position: &board::Position) -> Question {
        self.watch.is_short = position.count(Cell::Black) + position.count(Cell::White) <= FEW_STONES;
        self
    }

    /// Asks the solver; `operands` are values of the module's store, which it is given in its own.
    pub fn ask<T: Carried + Send>(
        &self,
        py: Python<'_>,
        operands: &[CanonicalForm],
        ask: impl FnOnce(&mut ValueSolver<'_>, &[CanonicalForm], &Monitor) -> Result<T, SolveError> + Send,
    ) -> Result<T, Failure> {
        // A value beside few stones can make the sum as large as may be.
        let is_short = self.watch.is_short && operands.iter().all(|&form| is_small(form));
        let watch = Watch { is_short, ..self.watch };
        compute(py, &self.terms, watch, operands, |tools, operands, monitor| {
            Ok(ask(&mut tools.solver, operands, monitor)?)
        })
    }

    /// Computes something else with the solver.
    pub fn compute<T: Carried + Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut ValueSolver<'_>, &Monitor) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        compute(py, &self.terms, self.watch, &[], |tools, _, monitor| work(&mut tools.solver, monitor))
    }
}

impl Position {
    fn region_values(&self, py: Python<'_>, question: &Question) -> Result<Vec<RegionValue>, Failure> {
        question.ask(py, &[], |solver, _, monitor| solver.regions(&self.0, monitor))
    }

    fn square(&self, square: &Square) -> Result<board::Square, Failure> {
        match self.0.get(square.0) {
            Some(_) => Ok(square.0),
            None => Err(PyIndexError::new_err(format!("there is no {} on this board", square.0)).into()),
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: Placed) -> Position {
        Position(text.0)
    }

    /// The position that a text says; the same as `Position(text)`.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(text: Placed) -> Position {
        Position(text.0)
    }

    /// A board without stones.
    #[staticmethod]
    fn empty(rows: Natural, columns: Natural) -> Result<Position, Failure> {
        Ok(Position(board::Position::empty(rows.0 as usize, columns.0 as usize)?))
    }

    /// A board full of stones, with a black one at the upper left.
    #[staticmethod]
    fn full(rows: Natural, columns: Natural) -> Result<Position, Failure> {
        Ok(Position(board::Position::full_board(rows.0 as usize, columns.0 as usize, Player::Black)?))
    }

    /// A full board without the two stones of an opening: `corner-h`, `corner-v`, `mid-h`, `mid-v`, or a pair of
    /// squares.
    ///
    /// >>> from konane import Position
    /// >>> Position.opening("3x4", "mid-h")
    /// Position('xoxo/o..x/xoxo')
    #[staticmethod]
    fn opening(board: Board, opening: &str) -> Result<Position, Failure> {
        let mut opened = opening.parse::<Openings>()?.on_board(board.0.rows, board.0.columns)?;
        match opened.len() {
            1 => Ok(Position(opened.remove(0).position)),
            many => {
                Err(Failure::input(format!("{opening} stands for {many} openings: use Position.openings")))
            }
        }
    }

    /// Full boards without the stones of several openings, by the names of these: `all` (the four that have
    /// names), `corner`, `center` or `every`.
    #[staticmethod]
    #[pyo3(signature = (board, openings = "all"))]
    fn openings<'py>(py: Python<'py>, board: Board, openings: &str) -> Result<Bound<'py, PyDict>, Failure> {
        let found = PyDict::new(py);
        for opened in openings.parse::<Openings>()?.on_board(board.0.rows, board.0.columns)? {
            found.set_item(opened.name, Position(opened.position))?;
        }
        Ok(found)
    }

    /// A pattern of the literature with its parameters, and so many empty cells around it.
    ///
    /// >>> from konane import Position
    /// >>> Position.pattern("solid-linear", 7)
    /// Position('.xoxoxox.')
    #[staticmethod]
    #[pyo3(signature = (name, *parameters, margin = None))]
    fn pattern(
        name: &str,
        parameters: &Bound<'_, PyTuple>,
        margin: Option<Natural>,
    ) -> Result<Position, Failure> {
        let parameters: Vec<String> =
            parameters.iter().map(|parameter| parameter.str()?.extract()).collect::<PyResult<_>>()?;
        let pattern = Pattern::parse(name, &parameters)?;
        Ok(Position(
            pattern.position(margin.map_or_else(|| pattern.default_margin(), |cells| cells.0 as usize))?,
        ))
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.0.columns()
    }

    /// Number of black stones.
    #[getter]
    fn black(&self) -> usize {
        self.0.count(Cell::Black)
    }

    /// Number of white stones.
    #[getter]
    fn white(&self) -> usize {
        self.0.count(Cell::White)
    }

    /// Whether black stones stand on one colour of the checkerboard and white ones on the other, as in play.
    #[getter]
    fn is_checkered(&self) -> bool {
        self.0.is_checkered()
    }

    /// What a cell holds; it is named `"C1"`, or by row and column, counted from 0.
    fn __getitem__(&self, square: Square) -> Result<char, Failure> {
        let square = self.square(&square)?;
        Ok(self.0.cell(square.row, square.column).symbol())
    }

    /// The position with another content of one cell.
    ///
    /// >>> from konane import Position
    /// >>> Position(".o.").replace("A1", "x")
    /// Position('xo.')
    fn replace(&self, square: Square, cell: &str) -> Result<Position, Failure> {
        let square = self.square(&square)?;
        let cell =
            cell.parse::<board::Position>().ok().filter(|read| (read.rows(), read.columns()) == (1, 1));
        let cell = cell.ok_or_else(|| Failure::input("a cell is one of x, o, . and #"))?;
        Ok(Position(self.0.clone().with(square.row, square.column, cell.cell(0, 0))))
    }

    /// The moves of a player.
    #[pyo3(signature = (player, rules = RulesName::default()))]
    fn moves(&self, player: PlayerName, rules: RulesName) -> Vec<Move> {
        board::moves(&self.0, player.0, rules.0).into_iter().map(Move).collect()
    }

    /// The position after a move.
    #[pyo3(name = "play")]
    fn after(&self, played: MoveOrText) -> Result<Position, Failure> {
        Ok(Position(self.0.play(&played.0)?))
    }

    /// The value: exact, in canonical form.
    ///
    /// `database` looks values up, `memory` is a ceiling in bytes (three quarters of what is available unless
    /// it is given), and `progress` shows a bar, or none, whatever the time it takes.
    #[pyo3(signature = (rules = RulesName::default(), *, database = None, memory = None, seconds = None, progress = None))]
    fn value(
        &self,
        py: Python<'_>,
        rules: RulesName,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Value, Failure> {
        let question = Question::new(rules, database, memory, seconds, progress).about(&self.0);
        let value = question.ask(py, &[], |solver, _, monitor| solver.value(&self.0, monitor));
        Ok(value?.into())
    }

    /// The independent regions with their values, whose sum is the value of the position.
    ///
    /// >>> from konane import Position
    /// >>> [(region.label, region.squares, region.value) for region in Position("xo../.ox.").regions()]
    /// [('a', ['A1', 'B1', 'C1'], Value('1')), ('b', ['A2', 'B2', 'C2', 'D2'], Value('*'))]
    #[pyo3(signature = (rules = RulesName::default(), *, database = None, memory = None, seconds = None, progress = None))]
    fn regions(
        &self,
        py: Python<'_>,
        rules: RulesName,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Vec<Region>, Failure> {
        let regions = self
            .region_values(py, &Question::new(rules, database, memory, seconds, progress).about(&self.0))?;
        Ok(regions.into_iter().enumerate().map(|(index, region)| Region::new(index, region)).collect())
    }

    /// The moves of a player, with what becomes of each in the canonical form.
    ///
    /// >>> from konane import Position
    /// >>> [(str(m.move), m.status, m.value) for m in Position("xo../.ox.").explain("black")]
    /// [('A1-C1', 'dominated', Value('*')), ('C2-A2', 'canonical', Value('1'))]
    #[pyo3(signature = (player, rules = RulesName::default(), *, database = None, memory = None, seconds = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn explain(
        &self,
        py: Python<'_>,
        player: PlayerName,
        rules: RulesName,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Vec<ExplainedMove>, Failure> {
        let question = Question::new(rules, database, memory, seconds, progress).about(&self.0);
        let moves = question
            .ask(py, &[], |solver, _, monitor| Ok(solver.explain(&self.0, player.0, monitor)?.moves))?;
        moves.into_iter().map(|explained| ExplainedMove::new(&self.0, explained)).collect()
    }

    /// The moves of a player in the sum of the position and a value, on the board and in the value.
    #[pyo3(signature = (
        value, player, rules = RulesName::default(), *, database = None, memory = None, seconds = None, progress = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn sum_options(
        &self,
        py: Python<'_>,
        value: Game,
        player: PlayerName,
        rules: RulesName,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Vec<SumOption>, Failure> {
        let question = Question::new(rules, database, memory, seconds, progress).about(&self.0);
        let options = question.ask(py, &[value.0], |solver, values, monitor| {
            solver.sum_options(&self.0, values[0], player.0, monitor)
        })?;
        Ok(options.into_iter().map(SumOption::from).collect())
    }

    /// A line of play in the sum of the position and a value, winning play if whoever begins wins, else orthodox
    /// play. It ends where the sum is a number, unless it is to be played out.
    #[pyo3(signature = (
        first, beside = Game(CanonicalForm::ZERO), rules = RulesName::default(), *, play_out = false,
        database = None, memory = None, seconds = None, progress = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn line_of_play(
        &self,
        py: Python<'_>,
        first: PlayerName,
        beside: Game,
        rules: RulesName,
        play_out: bool,
        database: Option<&Bound<'_, Database>>,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<LineOfPlay, Failure> {
        let question = Question::new(rules, database, memory, seconds, progress).about(&self.0);
        let line = question.ask(py, &[beside.0], |solver, values, monitor| {
            solver.line_of_play(&self.0, values[0], first.0, play_out, monitor)
        })?;
        Ok(LineOfPlay(line))
    }

    /// The outcome class, found by search, so also where the value is out of reach: `L` or `R` (Left, Right wins,
    /// whoever begins), `N` (whoever begins wins) or `P` (whoever begins loses).
    ///
    /// >>> from konane import Position
    /// >>> Position.opening("6x6", "corner-v").outcome()
    /// 'P'
    #[pyo3(signature = (rules = RulesName::default(), *, memory = None, seconds = None, progress = None))]
    fn outcome(
        &self,
        py: Python<'_>,
        rules: RulesName,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<String, Failure> {
        let search = Search::new(rules.0, memory, seconds, progress);
        Ok(search.run(py, |solver, monitor| solver.outcome_class(&self.0, monitor))?.to_string())
    }

    /// Who wins if `first` begins: `black` or `white`.
    #[pyo3(signature = (first, rules = RulesName::default(), *, memory = None, seconds = None, progress = None))]
    fn winner(
        &self,
        py: Python<'_>,
        first: PlayerName,
        rules: RulesName,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<String, Failure> {
        let search = Search::new(rules.0, memory, seconds, progress);
        let wins = search.run(py, |solver, monitor| solver.mover_wins(&self.0, first.0, monitor))?;
        Ok(winner(first.0, wins))
    }

    /// A move with which `first` wins, or `None` if there is none. If there are several, which one it is depends on
    /// what was searched before and on the threads.
    #[pyo3(signature = (first, rules = RulesName::default(), *, memory = None, seconds = None, progress = None))]
    fn winning_move(
        &self,
        py: Python<'_>,
        first: PlayerName,
        rules: RulesName,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Option<Move>, Failure> {
        let search = Search::new(rules.0, memory, seconds, progress);
        Ok(search.run(py, |solver, monitor| solver.winning_move(&self.0, first.0, monitor))?.map(Move))
    }

    /// Each move of `first` with who wins after it. This can take many times as long as finding out who wins.
    ///
    /// >>> from konane import Position
    /// >>> Position("xo../.ox.").move_outcomes("black")
    /// [(Move('A1-C1'), 'white'), (Move('C2-A2'), 'black')]
    #[pyo3(signature = (first, rules = RulesName::default(), *, memory = None, seconds = None, progress = None))]
    fn move_outcomes(
        &self,
        py: Python<'_>,
        first: PlayerName,
        rules: RulesName,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Vec<(Move, String)>, Failure> {
        let search = Search::new(rules.0, memory, seconds, progress);
        let outcomes = search.run(py, |solver, monitor| solver.move_outcomes(&self.0, first.0, monitor))?;
        Ok(outcomes
            .into_iter()
            .map(|outcome| (Move(outcome.played), winner(first.0, outcome.wins)))
            .collect())
    }

    /// A line of play to the end, in which whoever wins makes winning moves only.
    #[pyo3(signature = (first, rules = RulesName::default(), *, memory = None, seconds = None, progress = None))]
    fn winning_line(
        &self,
        py: Python<'_>,
        first: PlayerName,
        rules: RulesName,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Result<Vec<Move>, Failure> {
        let search = Search::new(rules.0, memory, seconds, progress);
        let line = search.run(py, |solver, monitor| solver.winning_line(&self.0, first.0, monitor))?;
        Ok(line.moves.into_iter().map(Move).collect())
    }

    /// A drawing in characters with coordinates, of the stones or of the regions.
    #[pyo3(signature = (*, regions = false, rules = RulesName::default()))]
    fn draw(&self, py: Python<'_>, regions: bool, rules: RulesName) -> Result<String, Failure> {
        if !regions {
            return Ok(draw_position(&self.0));
        }
        let regions = self.region_values(py, &Question::of_rules(rules).about(&self.0))?;
        Ok(draw_regions(&self.0, regions.iter().map(|region| region.squares.as_slice())))
    }

    /// A picture as SVG: with the regions tinted and their values beside it, arrows for moves, one of them
    /// highlighted, with or without coordinates.
    #[pyo3(signature = (
        *, regions = false, moves = Moves(Vec::new()), highlight = None, coordinates = true, rules = RulesName::default()
    ))]
    fn svg(
        &self,
        py: Python<'_>,
        regions: bool,
        moves: Moves,
        highlight: Option<MoveOrText>,
        coordinates: bool,
        rules: RulesName,
    ) -> Result<String, Failure> {
        Ok(self.picture(py, regions, moves, highlight, coordinates, rules, Notation::Unicode)?.svg())
    }

    /// The same as a TikZ picture for LaTeX.
    #[pyo3(signature = (
        *, regions = false, moves = Moves(Vec::new()), highlight = None, coordinates = true, rules = RulesName::default()
    ))]
    fn tikz(
        &self,
        py: Python<'_>,
        regions: bool,
        moves: Moves,
        highlight: Option<MoveOrText>,
        coordinates: bool,
        rules: RulesName,
    ) -> Result<String, Failure> {
        Ok(self.picture(py, regions, moves, highlight, coordinates, rules, Notation::Latex)?.tikz())
    }

    fn _repr_svg_(&self) -> String {
        PositionPicture::new(&self.0).svg()
    }

    /// The position after a quarter turn clockwise.
    fn rotated(&self) -> Position {
        Position(Symmetry::ROTATE_90.apply(&self.0))
    }

    /// The position with rows and columns exchanged.
    fn transposed(&self) -> Position {
        Position(Symmetry::TRANSPOSE.apply(&self.0))
    }

    /// The position with left and right exchanged.
    fn reflected(&self) -> Position {
        Position(Symmetry::FLIP_COLUMNS.apply(&self.0))
    }

    /// The position with the colours of all stones exchanged, whose value is the negative.
    fn __neg__(&self) -> Position {
        Position(self.0.colours_swapped())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Who wins, given whether a player does.
fn winner(player: Player, wins: bool) -> String {
    if wins { player } else { player.opponent() }.to_string()
}

/// The side of a cell in a picture without coordinates, in millimetres.
const TIKZ_CELL: f64 = 6.0;

impl Position {
    /// What `svg` and `tikz` draw, with values in the notation that each can show.
    #[expect(clippy::too_many_arguments, reason = "those of `svg` and `tikz`")]
    fn picture(
        &self,
        py: Python<'_>,
        regions: bool,
        moves: Moves,
        highlight: Option<MoveOrText>,
        coordinates: bool,
        rules: RulesName,
        notation: Notation,
    ) -> Result<PositionPicture<'_>, Failure> {
        let mut picture = PositionPicture::new(&self.0).with_moves(&moves.0)?;
        if let Some(played) = highlight {
            picture = picture.with_highlighted_move(played.0)?;
        }
        if regions {
            let regions = self.region_values(py, &Question::of_rules(rules).about(&self.0))?;
            let highlighted = regions.into_iter().map(|region| {
                let legend = STORE.display(region.value, notation).to_string();
                HighlightedRegion { squares: region.squares, legend }
            });
            picture = picture.with_regions(highlighted.collect());
        }
        Ok(if coordinates { picture } else { picture.without_coordinates(TIKZ_CELL) })
    }
}
