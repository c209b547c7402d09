//! Halves of connected rows, read from the outer end.
//!
//! Whether two halves make a connected row depends on the state of a finite automaton that has read each of
//! them from its outer end inwards: on that of the first half as the automaton would read on, and on that of
//! the second one because the mirror image is connected if the row is.

use super::Row;

/// What is known of the cells that were read, from an end of a row inwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The last cell has a stone that no pair has been seen from yet: cells one apart must follow, with
    /// stones, up to a pair.
    Seeking,
    /// The same after the empty cell; or an empty cell at the end of the row.
    SeekingGap,
    /// The last cell has a stone that passes inwards.
    Passing,
    /// One empty cell after such a stone.
    Gap,
    /// Two empty cells after such a stone.
    WideGap,
}

pub(super) const STATES: [State; 5] =
    [State::Seeking, State::SeekingGap, State::Passing, State::Gap, State::WideGap];

/// The room for classes with as many stones: one for each state, rounded up to a power of two, by which
/// it is quick to divide.
pub(super) const CLASSES_PER_COUNT: usize = 8;

impl State {
    /// The state after the first cell.
    fn first(stone: bool) -> State {
        if stone { State::Seeking } else { State::SeekingGap }
    }

    /// The state after one more cell; `None` if no row that continues so is connected.
    fn next(self, stone: bool) -> Option<State> {
        match (self, stone) {
            (State::Seeking | State::Passing | State::Gap, true) => Some(State::Passing),
            (State::SeekingGap | State::WideGap, true) => Some(State::Seeking),
            (State::Seeking, false) => Some(State::SeekingGap),
            (State::Passing, false) => Some(State::Gap),
            (State::Gap, false) => Some(State::WideGap),
            (State::SeekingGap | State::WideGap, false) => None,
        }
    }

    /// The fewest cells that lead to the state.
    pub(super) fn shortest_half(self) -> Row {
        let (stones, cells) = match self {
            State::Seeking => (0b1, 1),
            State::SeekingGap => (0b0, 1),
            State::Passing => (0b11, 2),
            State::Gap => (0b11, 3),
            State::WideGap => (0b11, 4),
        };
        Row { stones, cells }
    }
}

/// The halves of one length that connected rows can have, read from the outer end.
///
/// A class is the number of stones times [`CLASSES_PER_COUNT`], plus the state.
pub(super) struct Halves {
    pub(super) length: usize,
    /// For the cells of a half its class and rank in it, or [`NO_HALF`].
    pub(super) codes: Vec<u32>,
    /// The halves by class.
    halves: Vec<u32>,
    /// For each class where its halves begin, and the end of all.
    begins: Vec<usize>,
}

/// The code of cells that are no half of a connected row; less than all codes of halves.
pub(super) const NO_HALF: u32 = 0;

/// Bits of a code that hold one more than the rank in the class.
const RANK_BITS: u32 = 21;

/// The two parts of a half's code.
#[inline]
pub(super) fn class_and_rank(code: u32) -> (usize, u64) {
    ((code >> RANK_BITS) as usize, u64::from(code & ((1 << RANK_BITS) - 1)) - 1)
}

impl Halves {
    pub(super) fn new(length: usize) -> Halves {
        // With an empty half nothing is known of the row; but no row of one cell is connected.
        let states = if length == 0 { vec![None] } else { states_of_cells(length) };
        let class = |(cells, state): (usize, &Option<State>)| {
            state.map(|state| cells.count_ones() as usize * CLASSES_PER_COUNT + state as usize)
        };
        let classes: Vec<Option<usize>> = states.iter().enumerate().map(class).collect();
        let mut begins = vec![0; (length + 1) * CLASSES_PER_COUNT + 1];
        for class in classes.iter().flatten() {
            begins[class + 1] += 1;
        }
        for class in 1..begins.len() {
            begins[class] += begins[class - 1];
        }
        let mut next = begins.clone();
        let mut halves = vec![0; begins[begins.len() - 1]];
        let mut codes = vec![NO_HALF; classes.len()];
        for (cells, class) in classes.into_iter().enumerate() {
            if let Some(class) = class {
                halves[next[class]] = cells as u32;
                next[class] += 1;
                codes[cells] = (class as u32) << RANK_BITS | (next[class] - begins[class]) as u32;
            }
        }
        Halves { length, codes, halves, begins }
    }

    /// The number of classes, some of them empty.
    pub(super) fn classes(&self) -> usize {
        self.begins.len() - 1
    }

    /// The halves of a class, by rank.
    pub(super) fn of_class(&self, class: usize) -> &[u32] {
        &self.halves[self.begins[class]..self.begins[class + 1]]
    }

    /// How many halves a class has.
    #[inline]
    pub(super) fn count(&self, class: usize) -> u64 {
        (self.begins[class + 1] - self.begins[class]) as u64
    }

    /// The number of rows with halves of these classes, mirror images not counted.
    pub(super) fn positions(&self, [first, second]: [usize; 2]) -> u64 {
        let (rows, columns) = (self.count(first), self.count(second));
        if first == second { rows * (rows + 1) / 2 } else { rows * columns }
    }
}

/// The states after the cells of all halves of a length, at least 1.
fn states_of_cells(length: usize) -> Vec<Option<State>> {
    let mut states: Vec<_> = [false, true].map(|stone| Some(State::first(stone))).into();
    for _ in 1..length {
        let then = |stone| states.iter().map(move |state| state.and_then(|state| state.next(stone)));
        states = then(false).chain(then(true)).collect();
    }
    states
}
