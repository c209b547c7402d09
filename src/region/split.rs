//! Splitting a position into independent regions.
//!
//! See the [module's page](super) for the two theorems used here: first the position falls into the
//! components that the possible jumps link; then, within a component, groups of stones that stay out of
//! each other's way.

use super::penetration::Penetration;
use super::reach::Reach;
use super::stones::{Stones, for_each_move};
use crate::board::bitboard::CellSet;
use crate::board::{Player, Rules};
use rustc_hash::FxHashSet;
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
    for (group, reachable) in plane.independent_groups(stones.occupied(), playable) {
        split_by_jumps(plane, playable, stones.within(group), reachable, parts);
    }
}

/// Adds the components that the possible jumps link, and those of the groups found within them.
#[inline]
fn split_by_jumps<P: Penetration, S: Stones<P>>(
    plane: P,
    playable: P::Set,
    stones: S,
    reachable: P::Set,
    parts: &mut Parts<P::Set, S>,
) {
    let reach = Reach::new(plane, playable, stones, reachable);
    let mut rest = reach.alive();
    let mut centres = reach.centres();
    while !rest.is_empty() {
        let component = plane.linked(centres, rest.lowest());
        rest &= !component;
        centres = centres.map(|set| set & !component);
        let part = Part { playable: component, stones: stones.within(component) };
        if !split_into_groups(plane, &part, reach.empty, parts) {
            parts.push(part);
        }
    }
}

/// A group of stones and where they may stand when all others are lifted off the board.
struct Group<P: Penetration> {
    stones: P::Set,
    standing: P::Set,
    threatened: P::Set,
    /// Whether no tighter bound is to be had.
    exact: bool,
}

type Groups<P> = SmallVec<[Group<P>; 8]>;

/// What groups are sought in: a component, and its cells that may ever be empty.
struct Component<P: Penetration, S> {
    plane: P,
    part: Part<P::Set, S>,
    may_be_empty: P::Set,
}

impl<P: Penetration, S: Stones<P>> Component<P, S> {
    fn group(&self, stones: P::Set, standing: P::Set, exact: bool) -> Group<P> {
        let threatened = threatened(self.plane, standing, self.may_be_empty);
        Group { stones, standing, threatened, exact }
    }

    /// A group with the bound by reachability and weights.
    fn loose_group(&self, stones: P::Set) -> Group<P> {
        if stones == stones.lowest() {
            // A single stone has nothing to jump.
            return self.group(stones, stones, true);
        }
        let limit = self.plane.reachable(stones, self.part.playable);
        let reach = Reach::new(self.plane, self.part.playable, self.part.stones.within(stones), limit);
        self.group(stones, reach.standing, P::EXACT_POSITIONS == 0)
    }

    /// Replaces a loose bound by the exact one, where that is feasible.
    fn refine(&self, group: &mut Group<P>) {
        if !group.exact {
            let stones = self.part.stones.within(group.stones);
            let standing = exactly_reachable(self.plane, self.part.playable, stones);
            *group = self.group(group.stones, standing.unwrap_or(group.standing), true);
        }
    }

    /// Merges groups until none conflict.
    ///
    /// An exact bound may shrink when stones of another group block the way, so the order of mergers
    /// matters. All that conflict in a round are merged at once: mirror images then split alike.
    fn merge_conflicting(&self, mut groups: Groups<P>) -> Groups<P> {
        loop {
            let mut unions: SmallVec<[P::Set; 8]> = groups.iter().map(|group| group.stones).collect();
            for index in 1..groups.len() {
                let (before, rest) = groups.split_at_mut(index);
                for other in before {
                    if self.conflict(&mut rest[0], other) {
                        unite(&mut unions, rest[0].stones | other.stones);
                    }
                }
            }
            if unions.len() == groups.len() {
                return groups;
            }
            groups = unions
                .into_iter()
                .map(|stones| match groups.iter().position(|group| group.stones == stones) {
                    Some(index) => groups.swap_remove(index),
                    None => self.loose_group(stones),
                })
                .collect();
        }
    }

    /// Whether two groups conflict by the tightest bounds to be had.
    fn conflict(&self, group: &mut Group<P>, other: &mut Group<P>) -> bool {
        group.conflicts(other) && {
            self.refine(group);
            self.refine(other);
            group.conflicts(other)
        }
    }
}

/// Replaces the sets that meet `joint` by their union.
fn unite<Set: CellSet>(unions: &mut SmallVec<[Set; 8]>, joint: Set) {
    let mut union = joint;
    unions.retain(|set| {
        let apart = !set.meets(joint);
        if !apart {
            union |= *set;
        }
        apart
    });
    unions.push(union);
}

impl<P: Penetration> Group<P> {
    /// Whether a stone of one group may jump one of the other, or stand where the other goes.
    fn conflicts(&self, other: &Group<P>) -> bool {
        self.standing.meets(other.standing | other.threatened) || self.threatened.meets(other.standing)
    }
}

/// The cells on which an enemy could be jumped from `standing`, where a cell of `may_be_empty` lies behind.
fn threatened<P: Penetration>(plane: P, standing: P::Set, may_be_empty: P::Set) -> P::Set {
    plane.directions().iter().fold(P::Set::EMPTY, |threatened, &direction| {
        let behind = plane.shift(may_be_empty, direction.opposite());
        threatened | (plane.shift(standing, direction) & behind)
    })
}

/// The cells where a stone stands in some position that single jumps lead to, or `None` if there are
/// more than [`Penetration::EXACT_POSITIONS`] of them, as there commonly are of 2 to the number of stones.
fn exactly_reachable<P: Penetration, S: Stones<P>>(plane: P, playable: P::Set, stones: S) -> Option<P::Set> {
    let likely_positions = 1usize.checked_shl(stones.occupied().count());
    if likely_positions.is_none_or(|positions| positions > P::EXACT_POSITIONS) {
        return None;
    }
    let mut seen = FxHashSet::default();
    let mut open = vec![stones];
    let mut standing = P::Set::EMPTY;
    while let Some(position) = open.pop() {
        if !seen.insert(position) {
            continue;
        }
        if seen.len() > P::EXACT_POSITIONS {
            return None;
        }
        standing |= position.occupied();
        for player in [Player::Black, Player::White] {
            // A multiple jump is a chain of single ones.
            for_each_move(plane, playable, position, player, Rules::SingleJump, |next| open.push(next));
        }
    }
    Some(standing)
}

/// Splits a component into groups that do not interfere, if there are several, and adds their parts.
fn split_into_groups<P: Penetration, S: Stones<P>>(
    plane: P,
    part: &Part<P::Set, S>,
    may_be_empty: P::Set,
    parts: &mut Parts<P::Set, S>,
) -> bool {
    let occupied = part.stones.occupied();
    if plane.gap_between_groups() == 0 {
        return false;
    }
    let near = (1..plane.gap_between_groups())
        .fold(one_jump_neighbourhood(plane, part), |near, _| plane.spread(near));
    let first = flood(plane, occupied.lowest(), near);
    if (occupied & !first).is_empty() {
        return false;
    }
    let component = Component { plane, part: *part, may_be_empty };
    let mut groups = Groups::new();
    let mut rest = occupied;
    while !rest.is_empty() {
        let stones = flood(plane, rest.lowest(), near) & rest;
        rest &= !stones;
        groups.push(component.loose_group(stones));
    }
    let groups = component.merge_conflicting(groups);
    if groups.len() == 1 {
        return false;
    }
    for group in &groups {
        // Its stones never leave `standing`, which no other group's bound meets: parts stay disjoint.
        split(plane, part.playable & group.standing, part.stones.within(group.stones), parts);
    }
    true
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
