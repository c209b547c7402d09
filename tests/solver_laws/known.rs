//! Values known beforehand change nothing but the work.

use crate::boards;
use crate::brute_force;
use konane::board::bitboard::RectanglePlane;
use konane::board::{Cell, Position, Rules};
use konane::region::BoxedRegion;
use konane::solve::{EndgameTable, KnownValues, Monitor, SolveError, ValueSolver};
use konane::value::{CanonicalForm, ValueStore};
use proptest::prelude::*;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Known values that count their answers, and fail after so many.
pub struct Counted<'k> {
    known: &'k dyn KnownValues,
    answers: AtomicU64,
    most: u64,
}

impl<'k> Counted<'k> {
    pub fn new(known: &'k dyn KnownValues) -> Counted<'k> {
        Counted { known, answers: AtomicU64::new(0), most: u64::MAX }
    }

    pub fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }
}

impl KnownValues for Counted<'_> {
    fn boards(&self, rules: Rules) -> Vec<(usize, usize)> {
        self.known.boards(rules)
    }

    fn longest_row(&self, rules: Rules) -> usize {
        self.known.longest_row(rules)
    }

    fn value(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        mask: u64,
    ) -> Result<CanonicalForm, SolveError> {
        let is_board = self.boards(rules).contains(&(rows, columns));
        assert!(
            is_board || (rows == 1 && columns <= self.longest_row(rules)),
            "{rows}x{columns} is asked for"
        );
        assert!(mask >> (rows * columns - 1) <= 1, "{mask:b} on {rows}x{columns}");
        if self.answers.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Err(SolveError::KnownValues("known.kdb: page 7 is altered".to_owned()));
        }
        self.known.value(rows, columns, rules, mask)
    }
}

/// All rows of up to so many cells, by tables of each length.
pub struct Rows(Vec<EndgameTable>);

impl Rows {
    pub fn new(store: &ValueStore, longest: usize, rules: Rules) -> Rows {
        Rows(tables(store, &(1..=longest).map(|columns| (1, columns)).collect::<Vec<_>>(), rules))
    }
}

impl KnownValues for Rows {
    fn boards(&self, _rules: Rules) -> Vec<(usize, usize)> {
        Vec::new()
    }

    fn longest_row(&self, rules: Rules) -> usize {
        if self.0[0].rules() == rules { self.0.len() } else { 0 }
    }

    fn value(&self, _: usize, columns: usize, _: Rules, mask: u64) -> Result<CanonicalForm, SolveError> {
        Ok(self.0[columns - 1].value(mask))
    }
}

pub fn tables(store: &ValueStore, sizes: &[(usize, usize)], rules: Rules) -> Vec<EndgameTable> {
    let table = |&(rows, columns): &(usize, usize)| {
        EndgameTable::compute(store, rows, columns, rules, &Monitor::new()).unwrap()
    };
    sizes.iter().map(table).collect()
}

/// A store with several collections of values known in it.
struct Library {
    store: ValueStore,
    known: Vec<Box<dyn KnownValues + Send>>,
}

/// Small boards, wide ones, turned ones, rows as boards and rows as such, for both rules.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let store = ValueStore::new();
    let mut known: Vec<Box<dyn KnownValues + Send>> = Vec::new();
    for rules in Rules::ALL {
        for sizes in [&[(2, 2), (2, 3), (3, 3)][..], &[(4, 4)], &[(5, 3), (2, 7)], &[(3, 4), (1, 15)]] {
            known.push(Box::new(tables(&store, sizes, rules)));
        }
        known.push(Box::new(Rows::new(&store, 13, rules)));
    }
    Library { store, known }
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever is known, the value is the same; values known under other rules are of no use.
    #[test]
    fn known_values_change_no_value(position in boards::any_board()) {
        let Library { store, known } = &*LIBRARY;
        for rules in Rules::ALL {
            let expected = ValueSolver::new(store, rules, None).value(&position, &Monitor::new()).unwrap();
            for known in known {
                let known = Counted::new(known.as_ref());
                let mut solver = ValueSolver::new(store, rules, None).with_known_values(&known);
                let value = solver.value(&position, &Monitor::new()).unwrap();
                prop_assert_eq!(value, expected, "{} under {} with {:?}", position, rules, known.boards(rules));
                let usable = known.longest_row(rules) > 0 || !known.boards(rules).is_empty();
                prop_assert!(usable || known.answers() == 0);
                // On several threads two may ask for the same region.
                prop_assert!(known.answers() >= solver.regions_looked_up());
            }
        }
    }

    /// Where a region has a place on a rectangle, it has its value there.
    #[test]
    fn regions_have_their_values_on_rectangles((region, rectangle) in placed_regions()) {
        let Some((mask, negated)) = region.on_rectangle(rectangle) else { return Ok(()) };
        let store = ValueStore::new();
        for rules in Rules::ALL {
            let value = |position: &Position| {
                brute_force::value(&store, position, rules)
                    .ok_or_else(|| TestCaseError::reject("too many positions for brute force"))
            };
            let on_rectangle =
                BoxedRegion { plane: rectangle, playable: rectangle.all(), stones: mask, black_is_odd: negated };
            let (alone, placed) = (position_of(&region), position_of(&on_rectangle));
            prop_assert_eq!(value(&alone)?, value(&placed)?, "{} as {} under {}", alone, placed, rules);
            prop_assert_eq!(value(&position_of(&region.turned()))?, value(&alone)?);
        }
    }
}

/// The position with holes that a region is.
fn position_of(region: &BoxedRegion) -> Position {
    let (rows, columns) = region.plane.size();
    let cells = (0..rows * columns).map(|cell| {
        let odd = (cell / columns + cell % columns) % 2 == 1;
        match (region.playable >> cell & 1, region.stones >> cell & 1) {
            (0, _) => Cell::Hole,
            (_, 0) => Cell::Empty,
            _ if odd == region.black_is_odd => Cell::Black,
            _ => Cell::White,
        }
    });
    Position::from_cells(rows, columns, cells.collect()).unwrap()
}

/// Any cells and stones in a box, and a rectangle that may be larger.
fn placed_regions() -> impl Strategy<Value = (BoxedRegion, RectanglePlane)> {
    let sizes = (1..=4_usize, 1..=6_usize, 0..=2_usize, 0..=2_usize);
    let sets = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>());
    (sizes, sets).prop_map(
        |((rows, columns, more_rows, more_columns), (holes, more, stones, black_is_odd))| {
            let plane = RectanglePlane::new(rows, columns).unwrap();
            let playable = plane.all() & !(holes & more & more.rotate_left(9));
            let stones = stones & playable;
            let rectangle = RectanglePlane::new(rows + more_rows, columns + more_columns).unwrap();
            (BoxedRegion { plane, playable, stones, black_is_odd }, rectangle)
        },
    )
}

/// Where a stone could leave its region there is no place; where none gets so far, there is.
#[test]
fn places_on_rectangles() {
    let place = |rows: usize, columns: usize, playable: u64, stones: u64, (r, c): (usize, usize)| {
        let plane = RectanglePlane::new(rows, columns).unwrap();
        let region = BoxedRegion { plane, playable, stones, black_is_odd: false };
        region.on_rectangle(RectanglePlane::new(r, c).unwrap())
    };
    // A whole board, and a board with room beside it.
    assert_eq!(place(2, 3, 0b111111, 0b101011, (2, 3)), Some((0b101011, false)));
    assert_eq!(place(2, 3, 0b111111, 0b101011, (2, 4)), None);
    assert_eq!(place(2, 3, 0b111111, 0b101011, (2, 2)), None);
    // No two cells in line: a stone cannot get anywhere from here.
    assert_eq!(place(1, 1, 1, 1, (3, 3)), Some((1, false)));
    // Two stones do not get far along a row, four do.
    assert_eq!(place(1, 5, 0b11111, 0b00011, (1, 8)), Some((0b00011, false)));
    assert_eq!(place(1, 5, 0b11111, 0b11011, (1, 8)), None);
    assert_eq!(place(1, 5, 0b11111, 0b11000, (1, 8)), Some((0b11000000, true)));
    // A hole in the middle onto which a stone could jump.
    assert_eq!(place(1, 5, 0b11011, 0b11011, (1, 5)), None);
    assert_eq!(place(1, 5, 0b11011, 0b00011, (1, 5)), None);
    assert_eq!(place(3, 3, 0b111101111, 0b111101111, (3, 3)), Some((0b111101111, false)));
}

#[test]
fn what_is_known_is_not_evaluated() {
    let store = ValueStore::new();
    let rules = Rules::MultiJump;
    let boards = tables(&store, &[(4, 4), (5, 3)], rules);
    let rows = Rows::new(&store, 12, rules);
    let all: [(&str, &dyn KnownValues); 5] = [
        // A board, itself or turned.
        ("xoxo/o.ox/xoxo/oxox", &boards),
        ("ox.xo/xoxox/oxoxo", &boards),
        // Both side by side.
        ("xoxo#oxo/o.ox#xox/xoxo#.xo/oxox#xox/#####oxo", &boards),
        ("x.xoxoxo.ox", &rows),
        ("..................oxo.oxo.o..........x.xoxo.ox..................", &rows),
    ];
    for (text, known) in all {
        let position: Position = text.parse().unwrap();
        let known = Counted::new(known);
        let mut solver = ValueSolver::new(&store, rules, None).with_known_values(&known);
        let value = solver.value(&position, &Monitor::new()).unwrap();
        let regions = konane::solve::region_count(&position) as u64;
        assert_eq!((solver.regions_evaluated(), solver.regions_looked_up()), (0, regions), "{text}");
        assert_eq!(known.answers(), regions, "{text}");
        assert_eq!(solver.value(&position, &Monitor::new()), Ok(value));
        assert_eq!(known.answers(), regions, "{text}: what was looked up is remembered");
        let mut alone = ValueSolver::new(&store, rules, None);
        assert_eq!(alone.value(&position, &Monitor::new()), Ok(value));
        assert!(alone.regions_evaluated() > 0 && alone.regions_looked_up() == 0);
    }
}

/// Regions that come up in play are looked up too.
#[test]
fn play_leads_to_what_is_known() {
    let store = ValueStore::new();
    let rules = Rules::MultiJump;
    let evaluated = |known: Option<&dyn KnownValues>, position: &Position| {
        let solver = ValueSolver::new(&store, rules, None);
        let mut solver = match known {
            Some(known) => solver.with_known_values(known),
            None => solver,
        };
        (solver.value(position, &Monitor::new()).unwrap(), solver.regions_evaluated())
    };
    let boards = tables(&store, &[(2, 4), (3, 3), (3, 4), (4, 4)], rules);
    let rows = Rows::new(&store, 14, rules);
    let on_board: Position = "xox.xo./.xo.x.x/xo.o.xo/.x.xo..".parse().unwrap();
    let in_row: Position = "xo.xox.oxo.oxoxox.xo.o.xoxo.ox".parse().unwrap();
    for (position, known) in [(&on_board, &boards as &dyn KnownValues), (&in_row, &rows)] {
        let ((expected, all), (value, some)) = (evaluated(None, position), evaluated(Some(known), position));
        assert_eq!(value, expected, "{position}");
        assert!(some < all, "{some} of {all} regions of {position} are evaluated");
    }
}

#[test]
fn what_cannot_be_read_ends_the_computation() {
    let store = ValueStore::new();
    let boards = tables(&store, &[(3, 3), (3, 4)], Rules::MultiJump);
    let position: Position = "xoxo/o.ox/xoxo/oxox".parse().unwrap();
    let expected = ValueSolver::new(&store, Rules::MultiJump, None).value(&position, &Monitor::new());
    let large: Position = "xox.xo./.xo.x.x/xo.o.xo/.x.xo..".parse().unwrap();
    let failure = SolveError::KnownValues("known.kdb: page 7 is altered".to_owned());
    for most in [0, 1, 17] {
        let known = Counted { most, ..Counted::new(&boards) };
        let mut solver = ValueSolver::new(&store, Rules::MultiJump, None).with_known_values(&known);
        assert_eq!(solver.value(&large, &Monitor::new()), Err(failure.clone()));
        assert_eq!((solver.regions_evaluated(), solver.regions_looked_up()), (0, 0));
        assert_eq!(solver.value(&position, &Monitor::new()), expected, "a board that needs none of them");
    }
    assert_eq!(failure.to_string(), "known.kdb: page 7 is altered");
}
