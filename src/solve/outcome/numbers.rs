//! Proof and disproof numbers.
//!
//! The proof number of a position estimates the work that is left to prove that the player to move wins, the
//! disproof number that to prove that they lose (Allis, *Searching for Solutions in Games and Artificial
//! Intelligence*, 1994). One of them is 0 and the other infinite where that is proved. They guide the search
//! and decide nothing else, so that floating point is fine; an estimate is at least 1.

/// Both numbers, for the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: f64,
    pub(super) disproof: f64,
}

impl Numbers {
    /// The player to move wins.
    pub(super) const WIN: Numbers = Numbers { proof: 0.0, disproof: f64::INFINITY };
    /// The player to move loses.
    pub(super) const LOSS: Numbers = Numbers { proof: f64::INFINITY, disproof: 0.0 };

    pub(super) fn decided(mover_wins: bool) -> Numbers {
        if mover_wins { Numbers::WIN } else { Numbers::LOSS }
    }

    /// Who wins, if it is proved.
    pub(super) fn mover_wins(self) -> Option<bool> {
        (self.proof == 0.0 || self.disproof == 0.0).then_some(self.proof == 0.0)
    }

    /// The numbers in 16 bits each. Estimates are rounded up by less than a five hundredth, proofs are kept.
    pub(super) fn pack(self) -> (u16, u16) {
        (pack(self.proof), pack(self.disproof))
    }

    pub(super) fn unpack(proof: u16, disproof: u16) -> Numbers {
        Numbers { proof: unpack(proof), disproof: unpack(disproof) }
    }
}

/// Bits of the mantissa kept.
const MANTISSA: u32 = 9;
const DROPPED: u32 = f64::MANTISSA_DIGITS - 1 - MANTISSA;
/// The bits of 1.0, whose code is 1.
const ONE: u64 = 1f64.to_bits() >> DROPPED;
const INFINITE: u16 = u16::MAX;

fn pack(number: f64) -> u16 {
    if number == 0.0 {
        return 0;
    }
    let bits = number.max(1.0).to_bits();
    let rounded_up = (bits >> DROPPED) + u64::from(bits & ((1 << DROPPED) - 1) != 0);
    match u16::try_from(rounded_up - ONE + 1) {
        _ if number.is_infinite() => INFINITE,
        Ok(code) => code.min(INFINITE - 1),
        Err(_) => INFINITE - 1,
    }
}

fn unpack(code: u16) -> f64 {
    match code {
        0 => 0.0,
        INFINITE => f64::INFINITY,
        _ => f64::from_bits((u64::from(code) - 1 + ONE) << DROPPED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_kept_and_estimates_rounded_up_a_little() {
        for exact in [0.0, 1.0, 2.0, 1024.0, f64::INFINITY] {
            assert_eq!(unpack(pack(exact)), exact);
        }
        let mut number = 1.0;
        while number < 1e18 {
            let kept = unpack(pack(number));
            assert!(kept >= number && kept <= number * (1.0 + 1.0 / 500.0), "{number} {kept}");
            assert_eq!(pack(kept), pack(number));
            number *= 1.37;
        }
        assert!(unpack(pack(1e300)).is_finite());
        assert_eq!(pack(0.001), pack(1.0));
        for numbers in [Numbers::WIN, Numbers::LOSS] {
            let (proof, disproof) = numbers.pack();
            assert_eq!(Numbers::unpack(proof, disproof), numbers);
        }
    }
}
