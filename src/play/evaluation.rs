//! What a position seems to be worth where nothing is proved.
//!
//! Values add up over regions, and so does this: a small region counts with its exact mean, a larger one
//! with what its mobility suggests. Whoever is to move gains about half the temperature of the hottest
//! region (Siegel, *Combinatorial Game Theory*, II.5).

use super::ground::Ground;
use super::regions::RegionValues;
use crate::board::Player;
use crate::region::{Part, Penetration, Stones};
use crate::value::Analysis;

/// What a jump more than the opponent has is worth, in hundredths of a move.
const JUMP: i32 = 50;

/// The temperature that a large region is taken to have, in hundredths of a move.
const LARGE_REGION_TEMPERATURE: i32 = 100;

/// By how many hundredths of a move Black seems to be ahead by mobility alone.
pub(super) fn by_mobility<P: Penetration, S: Stones<P>>(
    ground: &Ground<P>,
    cells: P::Set,
    stones: S,
    to_move: Player,
) -> i32 {
    jumps_ahead(ground, cells, stones) + tempo(LARGE_REGION_TEMPERATURE, to_move)
}

/// What the mobility of a region suggests as its mean.
fn jumps_ahead<P: Penetration, S: Stones<P>>(ground: &Ground<P>, cells: P::Set, stones: S) -> i32 {
    let [black, white] = Player::BOTH.map(|player| ground.mobility(cells, stones, player));
    JUMP * (black - white)
}

/// What it is worth to be to move, in hundredths of a move of Black.
fn tempo(temperature: i32, to_move: Player) -> i32 {
    match to_move {
        Player::Black => temperature / 2,
        Player::White => -temperature / 2,
    }
}

/// By how many hundredths of a move Black seems to be ahead in a sum of regions.
pub(super) fn by_regions<P: Penetration, S: Stones<P>>(
    ground: &Ground<P>,
    values: &mut RegionValues<P, S>,
    analysis: &mut Analysis<'_>,
    parts: &[Part<P::Set, S>],
    to_move: Player,
) -> i32 {
    let (mut score, mut temperature) = (0, 0);
    for part in parts {
        let (mean, heat) = match values.worth(ground, analysis, part) {
            Some(worth) => (worth.mean, worth.temperature),
            None => (jumps_ahead(ground, part.playable, part.stones), LARGE_REGION_TEMPERATURE),
        };
        score += mean;
        temperature = temperature.max(heat);
    }
    score + tempo(temperature, to_move)
}
