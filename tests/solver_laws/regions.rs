//! Regions are independent, and their bounds contain all that play can come to.

use crate::boards;
use crate::brute_force::{self, is_ever_occupied, reached};
use konane::board::bitboard::{CellSet, Plane, RowPlane, SquarePlane, WidePlane};
use konane::board::{Cell, Position, Rules, Square};
use konane::region::{Checkered, Coloured, Part, Parts, Penetration, Stones, split};
use konane::solve::{Monitor, ValueSolver, region_count};
use konane::value::{CanonicalForm, ValueStore};
use proptest::prelude::*;
use std::collections::HashSet;

/// The cells of a position that hold what is wanted.
fn set<P: Plane>(plane: P, position: &Position, wanted: impl Fn(Cell) -> bool) -> P::Set {
    let cells = position.cells().filter(|&(.., cell)| wanted(cell));
    cells.fold(P::Set::EMPTY, |set, (row, column, _)| set | P::Set::single(plane.index(row, column)))
}

fn coloured<P: Plane>(plane: P, position: &Position) -> Coloured<P::Set> {
    let of = |colour| set(plane, position, |cell| cell == colour);
    Coloured { black: of(Cell::Black), white: of(Cell::White) }
}

/// The parts of a position as sets of squares.
fn parts<P: Penetration, S: Stones<P>>(plane: P, position: &Position, stones: S) -> Vec<HashSet<Square>> {
    let mut parts = Parts::new();
    split(plane, set(plane, position, |cell| cell != Cell::Hole), stones, &mut parts);
    parts.iter().map(|part: &Part<_, _>| squares(plane, part.playable)).collect()
}

fn squares<P: Plane>(plane: P, set: P::Set) -> HashSet<Square> {
    set.cells().map(|cell| plane.coordinates(cell)).map(|(row, column)| Square { row, column }).collect()
}

/// The parts are disjoint, contain every move, and add up to the position.
fn check_parts(position: &Position, parts: &[HashSet<Square>]) -> Result<(), TestCaseError> {
    let Some(reached) = reached(position) else {
        return Err(TestCaseError::reject("too many positions for brute force"));
    };
    let all: HashSet<Square> = parts.iter().flatten().copied().collect();
    let total = parts.iter().map(HashSet::len).sum::<usize>();
    prop_assert_eq!(all.len(), total, "parts of {} overlap: {:?}", position, parts);
    for made in &reached.moves {
        let mut touched = made.captured().chain(made.landings()).chain([made.from()]);
        let part = parts.iter().find(|part| part.contains(&made.from()));
        let inside = part.is_some_and(|part| touched.all(|square| part.contains(&square)));
        prop_assert!(inside, "{} of {} is in none of {:?}", made, position, parts);
    }
    let alone = parts.iter().map(|part| position.restricted_to(|square| part.contains(&square)));
    check_sum(position, &alone.collect::<Vec<_>>())
}

/// The values by brute force of some positions add up to that of the whole.
fn check_sum(position: &Position, parts: &[Position]) -> Result<(), TestCaseError> {
    let store = ValueStore::new();
    for rules in Rules::ALL {
        let value = |position: &Position| {
            brute_force::value(&store, position, rules)
                .ok_or_else(|| TestCaseError::reject("too many positions for brute force"))
        };
        let mut sum = CanonicalForm::ZERO;
        for part in parts {
            sum = store.add(sum, value(part)?).unwrap();
        }
        prop_assert_eq!(sum, value(position)?, "{} under {} from {:?}", position, rules, parts);
    }
    Ok(())
}

/// Bounds contain the cells where stones really come to stand, and groups add up to the position.
fn check_bounds<P: Penetration>(plane: P, position: &Position) -> Result<(), TestCaseError> {
    let stones = coloured(plane, position).occupied_cells();
    let playable = set(plane, position, |cell| cell != Cell::Hole);
    check_bound(position, &squares(plane, plane.reachable(stones, playable)))?;
    let mut alone = Vec::new();
    for (group, bound) in plane.independent_groups(stones, playable) {
        let group = squares(plane, group);
        let rest = without_stones(position, |square| !group.contains(&square));
        check_bound(&rest, &squares(plane, bound))?;
        alone.push(rest);
    }
    check_sum(position, &alone)
}

fn check_bound(position: &Position, bound: &HashSet<Square>) -> Result<(), TestCaseError> {
    let Some(reached) = reached(position) else {
        return Err(TestCaseError::reject("too many positions for brute force"));
    };
    for (row, column, _) in position.cells() {
        let inside = bound.contains(&Square { row, column });
        let occupied = is_ever_occupied(&reached.positions, row, column);
        prop_assert!(inside || !occupied, "row {row}, column {column} of {position} was excluded");
    }
    Ok(())
}

trait OccupiedCells<Set> {
    fn occupied_cells(&self) -> Set;
}

impl<Set: CellSet> OccupiedCells<Set> for Coloured<Set> {
    fn occupied_cells(&self) -> Set {
        self.black | self.white
    }
}

/// The position with the stones on some squares taken off.
fn without_stones(position: &Position, lifted: impl Fn(Square) -> bool) -> Position {
    let mut rest = position.clone();
    for (row, column, cell) in position.cells() {
        if cell != Cell::Hole && lifted(Square { row, column }) {
            rest.set(row, column, Cell::Empty);
        }
    }
    rest
}

/// The checkered position with Black on the even cells that has the same cells occupied.
fn checkered(position: &Position) -> Position {
    let mut checkered = position.clone();
    for (row, column, cell) in position.cells() {
        if cell.owner().is_some() {
            checkered.set(row, column, if (row + column) % 2 == 0 { Cell::Black } else { Cell::White });
        }
    }
    checkered
}

/// Checks all ways to split a position on a plane.
fn check_plane<P: Penetration>(plane: P, position: &Position) -> Result<(), TestCaseError> {
    check_bounds(plane, position)?;
    check_parts(position, &parts(plane, position, coloured(plane, position)))
}

/// The wide plane of a board, where it fits without turning the board.
fn wide(position: &Position) -> Result<WidePlane, TestCaseError> {
    WidePlane::new(position.rows(), position.columns())
        .ok_or_else(|| TestCaseError::reject("only fits when turned"))
}

/// Rows with all sorts of stones.
fn rows() -> impl Strategy<Value = Position> {
    prop_oneof![
        (3..=11_usize).prop_flat_map(|stones| boards::scattered(1, 14, stones)),
        boards::scattered(1, 24, 12),
        boards::scattered(1, 64, 24),
        boards::clustered(1, 64, (1, 16), 11),
    ]
}

/// Boards within the square plane.
fn rectangles() -> impl Strategy<Value = Position> {
    prop_oneof![
        boards::scattered(4, 4, 10),
        boards::scattered(5, 5, 10),
        boards::scattered(3, 7, 10),
        boards::scattered(7, 7, 11),
        boards::scattered(8, 8, 12),
        boards::clustered(8, 8, (3, 3), 7),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn parts_of_rows(position in rows()) {
        check_plane(RowPlane, &position)?;
        let position = checkered(&position);
        let stones = Checkered(coloured(RowPlane, &position).occupied_cells());
        check_parts(&position, &parts(RowPlane, &position, stones))?;
    }

    #[test]
    fn parts_of_small_boards(position in rectangles()) {
        check_plane(SquarePlane, &position)?;
        let position = checkered(&position);
        let stones = Checkered(coloured(SquarePlane, &position).occupied_cells());
        check_parts(&position, &parts(SquarePlane, &position, stones))?;
    }

    #[test]
    fn parts_of_small_boards_on_a_wide_plane(position in prop_oneof![rows(), rectangles()]) {
        check_plane(wide(&position)?, &position)?;
    }

    #[test]
    fn parts_of_large_boards(position in boards::large()) {
        check_plane(wide(&position)?, &position)?;
    }

    #[test]
    fn regions_of_the_solver(position in boards::any_board()) {
        let store = ValueStore::new();
        for rules in Rules::ALL {
            let mut solver = ValueSolver::new(&store, rules, None);
            let regions = solver.regions(&position, &Monitor::new()).unwrap();
            prop_assert_eq!(regions.len(), region_count(&position));
            let mut parts = Vec::new();
            for region in &regions {
                let part: HashSet<Square> = region.squares.iter().copied().collect();
                prop_assert_eq!(part.len(), region.squares.len());
                prop_assert!(region.squares.is_sorted_by_key(|square| (square.row, square.column)));
                let alone = position.restricted_to(|square| part.contains(&square));
                let expected = brute_force::value(&store, &alone, rules);
                prop_assume!(expected.is_some(), "too many positions for brute force");
                prop_assert_eq!(Some(region.value), expected, "{} of {}", alone, position);
                parts.push(part);
            }
            let firsts = regions.iter().map(|region| region.squares[0]);
            prop_assert!(firsts.map(|square| (square.row, square.column)).is_sorted());
            check_parts(&position, &parts)?;
        }
    }

    #[test]
    fn stones_that_never_take_part_are_as_good_as_holes(position in boards::any_board()) {
        let reached = reached(&position);
        prop_assume!(reached.is_some(), "too many positions for brute force");
        let touched: HashSet<Square> = reached
            .unwrap()
            .moves
            .iter()
            .flat_map(|made| made.captured().chain(made.landings()).chain([made.from()]))
            .collect();
        let active = position.restricted_to(|square| {
            touched.contains(&square) || position.get(square) == Some(Cell::Empty)
        });
        let store = ValueStore::new();
        for rules in Rules::ALL {
            let mut solver = ValueSolver::new(&store, rules, None);
            let values = solver.values(&[position.clone(), active.clone()], &Monitor::new()).unwrap();
            prop_assert_eq!(values[0], values[1], "{} and {}", position, active);
        }
    }
}

#[test]
fn regions_of_the_square_plane_do_not_overlap() {
    // Two groups whose bounds by jumps alone meet, and whose bounds by weights do not.
    let position: Position = "xo....x/......./......./o....x./.....o./o....x./.......".parse().unwrap();
    let stones = coloured(SquarePlane, &position);
    check_parts(&position, &parts(SquarePlane, &position, stones)).unwrap();
}
