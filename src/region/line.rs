//! Groups of stones on a line.
//!
//! On a line the pagoda function decides without arithmetic. Seen from the cell beyond an end of a group,
//! read its cells inwards up to the first two neighbours that are alike. If these are two stones, the
//! cells read, k times 'stone, empty' and then the two stones, weigh
//! σ + σ³ + … + σ^(2k-1) + σ^(2k+1) + σ^(2k+2) = 1: the cell can be reached. If they are two empty cells,
//! all that finitely many stones can weigh is less than
//! σ + σ³ + … + σ^(2k-1) + (σ^(2k+2) + σ^(2k+3) + …) = (1 − σ^(2k)) + σ^(2k) = 1: it cannot. The cell after
//! it weighs σ times as much, less than σ + σ² + … times σ, which is 1: no group gets two cells beyond
//! its end.
//!
//! So a stone at the end of a run *passes* its end if the first pair inwards is of stones. By the theorem of
//! the [module](super) neighbouring groups are independent if the gap between them is larger than the
//! number of its ends, 0 to 2, that are passed. Which stones pass does not depend on the division into
//! groups: the single stones that a pair is seen across stand one cell apart, and pass too, so they belong
//! to the group of the pair.
//!
//! Call a stone that passes neither way *lone*: no pair is seen from it over stones one cell apart. It
//! never moves and is never taken, being a group by itself. All other groups contain a pair, so their
//! ends pass: a first stone that is not of a pair is in the group for the gap of one cell behind it, which
//! it does not pass itself, so that the next stone passes towards it, and it sees what that one sees.
//! Hence no two of these groups are less than three cells apart, and a row is the sum of what is left of it
//! when the lone stones are lifted and it is cut in each gap of three cells or more: *connected rows*, to
//! which belongs one cell beyond each end where the board has it. A row is connected if each of its cells
//! is passed to or has a stone that passes; of a connected row's ends at most one cell is empty, and no
//! gap in it is of three cells.

use super::penetration::Groups;
use crate::board::bitboard::{CellSet, Direction, Plane};

/// The stones of a line, and steps along it.
#[derive(Clone, Copy)]
struct Line<P: Plane> {
    plane: P,
    stones: P::Set,
}

impl<P: Plane> Line<P> {
    /// The cells so many steps further in a direction.
    #[inline]
    fn moved<const STEPS: usize>(self, set: P::Set, direction: Direction) -> P::Set {
        (0..STEPS).fold(set, |set, _| self.plane.shift(set, direction))
    }

    /// The stones that pass the cell after them in a direction: those on whose other side the first two
    /// cells alike are stones.
    #[inline]
    fn passing(self, direction: Direction) -> P::Set {
        let mut passing = self.stones & self.moved::<1>(self.stones, direction);
        loop {
            let further = passing | (self.stones & self.moved::<2>(passing, direction));
            if further == passing {
                return passing;
            }
            passing = further;
        }
    }
}

/// Divides stones on a plane of one row into independent groups, each with the cells that it can reach.
#[inline]
pub(super) fn groups_on_a_line<P: Plane>(plane: P, stones: P::Set, playable: P::Set) -> Groups<P::Set> {
    let line = Line { plane, stones };
    let (east, west) = (line.passing(Direction::East), line.passing(Direction::West));
    let back = |set: P::Set| line.moved::<1>(set, Direction::West);
    let (one_on, two_on, three_on) = (back(stones), back(back(stones)), back(back(back(stones))));
    // Gaps, each by the last stone before it.
    let run_ends = stones & !one_on;
    let gap_of_one = run_ends & two_on;
    let gap_of_two = run_ends & !two_on & three_on;
    let joined = (gap_of_one & (east | back(back(west)))) | (gap_of_two & east & back(back(back(west))));
    let mut groups = Groups::new();
    let mut before = P::Set::EMPTY;
    let mut group_ends = run_ends & !joined;
    while !group_ends.is_empty() {
        let end = group_ends.lowest();
        let up_to_end = P::Set::up_to(group_ends.first());
        let group = stones & up_to_end & !before;
        let start = group.lowest();
        let hull = up_to_end & !(P::Set::up_to(group.first()) ^ start);
        let beyond = plane.shift(east & end, Direction::East) | plane.shift(west & start, Direction::West);
        groups.push((group, (hull | beyond) & playable));
        before = up_to_end;
        group_ends ^= end;
    }
    groups
}

/// The stones that pass the cell after them to the east, and those that do to the west.
#[inline]
pub fn passing_stones<P: Plane>(plane: P, stones: P::Set) -> [P::Set; 2] {
    [Direction::East, Direction::West].map(|direction| Line { plane, stones }.passing(direction))
}

/// The cells of the connected rows that the stones of a row of cells, all of them playable, are the sum
/// of: each run of these cells is one.
#[inline]
pub fn connected_rows<P: Plane>(plane: P, stones: P::Set, playable: P::Set) -> P::Set {
    let [east, west] = passing_stones(plane, stones);
    (east | west | plane.shift(east, Direction::East) | plane.shift(west, Direction::West)) & playable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bitboard::{RowPlane, WidePlane, WideSet};

    fn groups(stones: u64, playable: u64) -> Groups<u64> {
        groups_on_a_line(RowPlane, stones, playable)
    }

    /// What some stones weigh at a cell, from the definition.
    fn weight(stones: u64, target: i32) -> f64 {
        let sigma = (5f64.sqrt() - 1.0) / 2.0;
        (0..64).filter(|cell| stones >> cell & 1 == 1).map(|cell| sigma.powi((cell - target).abs())).sum()
    }

    /// The slow twin: runs of stones, merged until no two neighbours can interfere by their weights.
    fn groups_by_weight(stones: u64) -> Vec<u64> {
        let mut groups: Vec<u64> = Vec::new();
        for cell in (0..64).filter(|cell| stones >> cell & 1 == 1) {
            match groups.last_mut() {
                Some(run) if *run >> (cell - 1) & 1 == 1 => *run |= 1 << cell,
                _ => groups.push(1 << cell),
            }
        }
        let first = |group: u64| group.trailing_zeros() as i32;
        let last = |group: u64| 63 - group.leading_zeros() as i32;
        // Exact weights differ from 1 by far more than a rounding error on so short a line.
        let passes = |group: u64, cell: i32| i32::from(weight(group, cell) > 1.0 - 1e-6);
        while let Some(index) = groups.windows(2).position(|pair| {
            let gap = first(pair[1]) - last(pair[0]) - 1;
            gap <= passes(pair[0], last(pair[0]) + 1) + passes(pair[1], first(pair[1]) - 1)
        }) {
            groups[index] |= groups.remove(index + 1);
        }
        groups
    }

    #[test]
    fn groups_are_those_of_the_weights() {
        for pattern in 0..1u64 << 15 {
            let stones = pattern << 2;
            let (found, reachable): (Vec<u64>, Vec<u64>) = groups(stones, u64::MAX).into_iter().unzip();
            assert_eq!(found, groups_by_weight(stones), "{stones:b}");
            for (&group, &reachable) in found.iter().zip(&reachable) {
                let (first, last) = (group.trailing_zeros() as i32, 63 - group.leading_zeros() as i32);
                for (cell, inner) in [(first - 1, first), (last + 1, last)] {
                    let passes = weight(group, cell) > 1.0 - 1e-6;
                    assert_eq!(reachable >> cell & 1 == 1, passes, "cell {cell} of {group:b}");
                    assert_eq!(reachable >> inner & 1, 1);
                }
                assert!(reachable.count_ones() as i32 <= last - first + 3);
            }
        }
    }

    #[test]
    fn connected_rows_are_the_groups_that_are_not_lone() {
        let playable = (1 << 16) - 1;
        for stones in 0..1 << 16 {
            let of_groups = groups(stones, playable)
                .into_iter()
                .filter(|(group, _)| group.count_ones() > 1)
                .map(|(_, cells)| cells);
            let mut rest = connected_rows(RowPlane, stones, playable);
            for cells in of_groups {
                // Its lowest run, taken off by a carry.
                let run = rest & !(rest + (rest & rest.wrapping_neg()));
                assert_eq!(run, cells, "{stones:b}");
                rest ^= run;
            }
            assert_eq!(rest, 0, "{stones:b}");
        }
    }

    #[test]
    fn the_ends_of_the_word_and_of_the_board_are_ends() {
        assert_eq!(groups(0, u64::MAX).len(), 0);
        assert_eq!(groups(0b11 << 62, u64::MAX)[..], [(0b11 << 62, 0b111 << 61)]);
        assert_eq!(groups(0b11, u64::MAX)[..], [(0b11, 0b111)]);
        assert_eq!(groups(0b110, 0b110)[..], [(0b110, 0b110)]);
        assert_eq!(groups(u64::MAX, u64::MAX)[..], [(u64::MAX, u64::MAX)]);
    }

    #[test]
    fn long_rows_are_divided_alike() {
        let plane = WidePlane::new(1, 200).unwrap();
        let widen = |set: u64| set.cells().fold(WideSet::EMPTY, |wide, cell| wide | WideSet::single(cell));
        for pattern in 0..1u64 << 12 {
            let stones = pattern << 2;
            let wide = groups_on_a_line(plane, widen(stones), widen(u64::MAX));
            let narrow =
                groups(stones, u64::MAX).into_iter().map(|(group, reach)| (widen(group), widen(reach)));
            assert!(wide.into_iter().eq(narrow), "{stones:b}");
        }
    }
}
