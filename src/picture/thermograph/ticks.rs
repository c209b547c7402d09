//! Round numbers on an axis.

use super::{Exact, approximate};

/// A number to be written on an axis.
pub(super) struct Tick {
    pub(super) number: Exact,
    /// The number less the origin of the axis.
    pub(super) offset: f64,
}

/// More ticks on one axis than this are too many, however short their labels.
const MOST_TICKS: f64 = 24.0;

/// The multiples of a round step on an axis that reaches from `low` to `high`, seen from its origin:
/// with the smallest step for which `fit` accepts the step and the ticks; none if it accepts no step.
pub(super) fn ticks(origin: Exact, low: f64, high: f64, fit: impl Fn(f64, &[Tick]) -> bool) -> Vec<Tick> {
    for step in steps() {
        let size = approximate(step);
        if (high - low) / size > MOST_TICKS {
            continue;
        }
        let ticks = multiples(step, origin, low, high);
        if fit(size, &ticks) {
            return ticks;
        }
    }
    Vec::new()
}

/// 1/2⁶², …, 1/4, 1/2, 1, 2, 5, 10, 20, 50, …, the round numbers among dyadic ones.
fn steps() -> impl Iterator<Item = Exact> {
    let fractions = (1..=62).rev().map(|exponent| Exact::new_raw(1, 1 << exponent));
    let whole = (0..19).flat_map(|power| [1, 2, 5].map(|digit| Exact::from(digit * 10i128.pow(power))));
    fractions.chain(whole)
}

fn multiples(step: Exact, origin: Exact, low: f64, high: f64) -> Vec<Tick> {
    let multiple = |count: i128| Exact::new(count * step.numer(), *step.denom());
    let below = (origin / step).floor().to_integer();
    let size = approximate(step);
    let rest = approximate(origin - multiple(below));
    let first = ((low + rest) / size).ceil() as i128;
    let last = ((high + rest) / size).floor() as i128;
    let tick = |n: i128| Tick { number: multiple(below + n), offset: n as f64 * size - rest };
    (first..=last).map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(origin: Exact, low: f64, high: f64, spacing: f64) -> Vec<String> {
        let ticks = ticks(origin, low, high, |step, _| step >= spacing);
        ticks.iter().map(|tick| tick.number.to_string()).collect()
    }

    #[test]
    fn ticks_are_multiples_of_a_round_step() {
        assert_eq!(labels(Exact::from(0), -1.0, 1.0, 0.4), ["-1", "-1/2", "0", "1/2", "1"]);
        assert_eq!(labels(Exact::from(7), -7.0, 9.0, 3.0), ["0", "5", "10", "15"]);
        assert_eq!(labels(Exact::new(1, 2), -0.6, 0.0, 1.0), ["0"]);
        let nines = Exact::from(999_999_999);
        assert_eq!(labels(nines, -0.3, 0.3, 0.2), ["3999999995/4", "999999999", "3999999997/4"]);
    }

    #[test]
    fn offsets_are_seen_from_the_origin() {
        let smallest = Exact::new(1, 1 << 62);
        let size = approximate(smallest);
        let ticks = ticks(smallest, -size, 2.0 * size, |_, _| true);
        let offsets: Vec<f64> = ticks.iter().map(|tick| tick.offset / size).collect();
        assert_eq!(offsets, [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(ticks[3].number, Exact::new(3, 1 << 62));
    }

    #[test]
    fn the_largest_numbers_have_ticks() {
        let largest = Exact::from(i128::from(i64::MAX));
        let found = labels(largest, -1e19, 0.0, 1e18);
        assert_eq!(found.len(), 10, "{found:?}");
    }
}
