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

/// What a jump more than the opponent has is worth, in hundredths of a move: fitted to the exact means of
/// 1,175 regions of 9 to 17 stones that turned up in random games on boards from 5×5 to 8×8. It explains
/// three eighths of their variance; to count the stones that can jump, or the cells they can jump to, as
/// well explains hardly more.
const JUMP: i32 = 57;

/// The temperature that a large region is taken to have, in hundredths of a move.
const LARGE_REGION_TEMPERATURE: i32 = 50;

/// By how many hundredths of a move Black seems to be ahead, from the numbers of jumps that Black and White
/// can make.
pub(super) fn estimate_by_mobility(jumps: [i32; 2], to_move: Player) -> i32 {
    mean_by_mobility(jumps) + tempo(LARGE_REGION_TEMPERATURE, to_move)
}

/// What the numbers of jumps that Black and White can make in a region suggest as its mean.
fn mean_by_mobility([black, white]: [i32; 2]) -> i32 {
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
            None => {
                let jumps = Player::BOTH.map(|player| ground.mobility(part.playable, part.stones, player));
                (mean_by_mobility(jumps), LARGE_REGION_TEMPERATURE)
            }
        };
        score += mean;
        temperature = temperature.max(heat);
    }
    score + tempo(temperature, to_move)
}
