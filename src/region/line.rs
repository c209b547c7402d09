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

use super::penetration::Groups;
use smallvec::smallvec;

/// The stones that pass the cell after them: those on whose other side the first two cells alike are
/// stones.
#[inline]
fn passing_up(stones: u64) -> u64 {
    let mut passing = stones & stones << 1;
    loop {
        let further = passing | (stones & passing << 2);
        if further == passing {
            return passing;
        }
        passing = further;
    }
}

/// The mirror image of [`passing_up`].
#[inline]
fn passing_down(stones: u64) -> u64 {
    let mut passing = stones & stones >> 1;
    loop {
        let further = passing | (stones & passing >> 2);
        if further == passing {
            return passing;
        }
        passing = further;
    }
}

/// Divides stones on a line into independent groups, each with the cells that it can reach.
#[inline]
pub(super) fn groups_on_a_line(stones: u64, playable: u64) -> Groups<u64> {
    if stones == 0 {
        return Groups::new();
    }
    let (up, down) = (passing_up(stones), passing_down(stones));
    // Gaps, each by the last stone before it.
    let run_ends = stones & !(stones >> 1);
    let gap_of_one = run_ends & stones >> 2;
    let gap_of_two = run_ends & !(stones >> 2) & stones >> 3;
    let joined = (gap_of_one & (up | down >> 2)) | (gap_of_two & up & down >> 3);
    let reachable = |group: u64| {
        let hull = (u64::MAX << group.trailing_zeros()) & (u64::MAX >> group.leading_zeros());
        (hull | (up & hull & !(hull >> 1)) << 1 | (down & hull & !(hull << 1)) >> 1) & playable
    };
    let mut group_ends = run_ends & !joined;
    if group_ends & (group_ends - 1) == 0 {
        return smallvec![(stones, reachable(stones))];
    }
    let mut groups = Groups::new();
    let mut before = 0;
    while group_ends != 0 {
        let up_to_end = group_ends ^ (group_ends - 1);
        let group = stones & up_to_end & !before;
        groups.push((group, reachable(group)));
        before = up_to_end;
        group_ends &= group_ends - 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let groups = groups_on_a_line(stones, u64::MAX);
            let (found, reachable): (Vec<u64>, Vec<u64>) = groups.into_iter().unzip();
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
    fn the_ends_of_the_word_and_of_the_board_are_ends() {
        assert_eq!(groups_on_a_line(0, u64::MAX).len(), 0);
        assert_eq!(groups_on_a_line(0b11 << 62, u64::MAX)[..], [(0b11 << 62, 0b111 << 61)]);
        assert_eq!(groups_on_a_line(0b11, u64::MAX)[..], [(0b11, 0b111)]);
        assert_eq!(groups_on_a_line(0b110, 0b110)[..], [(0b110, 0b110)]);
        assert_eq!(groups_on_a_line(u64::MAX, u64::MAX)[..], [(u64::MAX, u64::MAX)]);
    }
}
