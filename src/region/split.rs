//! Splitting a position into independent regions.
//!
//! See the [module's page](super) for the two theorems used here: first the position falls into the
//! components that the possible jumps link; then, within a component, groups of stones that stay out of
//! each other's way.

use super::penetration::Penetration;
use super::reach::Reach;
use super::stones::Stones;
use crate::board::bitboard::CellSet;
use smallvec::SmallVec;

/// A part of a position that is independent of the rest: its cells, and the stones on them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part<Set, S> {
    /// The cells on which anything can happen; all others are as good as holes.
    pub playable: Set,
    /// The stones.
    pub stones: S,
}

/// The independent parts of a position.
pub type Parts<Set, S> = SmallVec<[Part<Set, S>; 4]>;

/// Adds the independent parts of a position to `parts`; parts in which no move is ever possible are
/// left out, as their value is 0.
#[inline]
pub fn split<P: Penetration, S: Stones<P>>(
    plane: P,
    playable: P::Set,
    stones: S,
    parts: &mut Parts<P::Set, S>,
) {
    let limit = plane.quickly_reachable(stones.occupied(), playable);
    let reach = Reach::new(plane, playable, stones, limit);
    let mut rest = reach.alive();
    while !rest.is_empty() {
        let component = reach.component(rest.lowest());
        rest &= !component;
        let part = Part { playable: component, stones: stones.within(component) };
        if !split_into_groups(plane, &part, reach.empty, parts) {
            parts.push(part);
        }
    }
}

/// A group of stones and what it may do when all others are lifted off the board.
struct Group<P: Penetration> {
    stones: P::Set,
    standing: P::Set,
    threatened: P::Set,
}

impl<P: Penetration> Group<P> {
    fn new<S: Stones<P>>(plane: P, part: &Part<P::Set, S>, stones: P::Set, may_be_empty: P::Set) -> Group<P> {
        let limit = plane.reachable(stones, part.playable);
        let reach = Reach::new(plane, part.playable, part.stones.within(stones), limit);
        Group { stones, standing: reach.standing, threatened: reach.threatened(may_be_empty) }
    }

    /// Whether a stone of one group may jump one of the other, or stand where the other goes.
    fn conflicts(&self, other: &Group<P>) -> bool {
        self.standing.meets(other.standing | other.threatened) || self.threatened.meets(other.standing)
    }
}

/// Splits a component into groups that do not interfere, if there are several, and adds their parts.
fn split_into_groups<P: Penetration, S: Stones<P>>(
    plane: P,
    part: &Part<P::Set, S>,
    may_be_empty: P::Set,
    parts: &mut Parts<P::Set, S>,
) -> bool {
    let occupied = part.stones.occupied();
    let near =
        (1..P::GAP_BETWEEN_GROUPS).fold(one_jump_neighbourhood(plane, part), |near, _| plane.spread(near));
    let first = flood(plane, occupied.lowest(), near);
    if (occupied & !first).is_empty() {
        return false;
    }
    let mut groups: SmallVec<[Group<P>; 8]> = SmallVec::new();
    let mut rest = occupied;
    let mut cluster = first;
    while !rest.is_empty() {
        let stones = cluster & rest;
        rest &= !stones;
        let group = Group::new(plane, part, stones, may_be_empty);
        add_group(plane, part, may_be_empty, &mut groups, group);
        if !rest.is_empty() {
            cluster = flood(plane, rest.lowest(), near);
        }
    }
    if groups.len() == 1 {
        return false;
    }
    for group in &groups {
        split(plane, part.playable, part.stones.within(group.stones), parts);
    }
    true
}

/// Adds a group, merged with all that it conflicts with.
fn add_group<P: Penetration, S: Stones<P>>(
    plane: P,
    part: &Part<P::Set, S>,
    may_be_empty: P::Set,
    groups: &mut SmallVec<[Group<P>; 8]>,
    mut group: Group<P>,
) {
    loop {
        let mut stones = group.stones;
        groups.retain(|other| {
            let conflicts = group.conflicts(other);
            if conflicts {
                stones |= other.stones;
            }
            !conflicts
        });
        if stones == group.stones {
            groups.push(group);
            return;
        }
        group = Group::new(plane, part, stones, may_be_empty);
    }
}

/// The stones and the cells they reach in one jump. Groups are never finer than what touches here:
/// that is nearly always in conflict, and taking it for one group is safe.
fn one_jump_neighbourhood<P: Penetration, S: Stones<P>>(plane: P, part: &Part<P::Set, S>) -> P::Set {
    let occupied = part.stones.occupied();
    plane.directions().iter().fold(occupied, |near, &direction| {
        let mut stones = part.stones;
        stones.add_jumps(plane, direction, part.playable & !occupied);
        near | stones.occupied()
    })
}

/// The cells of `set` that are connected with the seed through neighbours in the set.
fn flood<P: Penetration>(plane: P, seed: P::Set, set: P::Set) -> P::Set {
    let mut flooded = seed;
    loop {
        let grown = plane.spread(flooded) & set;
        if grown == flooded {
            return flooded;
        }
        flooded = grown;
    }
}
