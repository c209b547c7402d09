//! Drawings of thermographs, in the convention of the field (*Winning Ways*, ch. 6; Siegel,
//! *Combinatorial Game Theory*, II.5): temperature upwards, and values growing to the *left*, so that
//! Left's wall stands on the left. The mast ends in an arrow.
//!
//! What is drawn begins at t = 0, where the walls are the stops. Walls of numbers meet below that, so
//! those are drawn from t = -1; so is any other thermograph on request.
//!
//! [`ThermographPicture::svg`] is for papers and screens, [`ThermographPicture::text`] for a terminal,
//! and [`ThermographPicture::pieces`] are the rows of a table. Positions are rounded to what is drawn,
//! but all numbers written are exact.
//!
//! ```
//! use konane::picture::thermograph::ThermographPicture;
//! use konane::value::{Analysis, ValueStore};
//! let store = ValueStore::new();
//! let thermograph = Analysis::new(&store).thermograph(store.parse("{4||1|-2}")?)?;
//! let picture = ThermographPicture::new(&thermograph, false)?.with_heading(["{4||1|-2}"]);
//! assert!(picture.svg().starts_with("<svg"));
//! println!("{}", picture.text(72));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod svg;
mod text;
mod ticks;

use crate::value::{Piece, Rational, Side, Thermograph, ValueError};
use num_rational::Ratio;

/// A thermograph to be drawn, from some temperature upwards.
#[derive(Clone, Debug)]
pub struct ThermographPicture {
    heading: Vec<String>,
    left: Vec<Piece>,
    right: Vec<Piece>,
    left_stop: Rational,
    right_stop: Rational,
    mean: Rational,
    temperature: Rational,
}

impl ThermographPicture {
    /// A picture that begins at t = 0; at t = -1 if the mast begins below 0 or if `below_zero` is set.
    ///
    /// [`ValueError::NumberOverflow`] if a stop has more than 63 bits above or below its bar.
    pub fn new(thermograph: &Thermograph, below_zero: bool) -> Result<ThermographPicture, ValueError> {
        let temperature = thermograph.temperature();
        let from_minus_one = below_zero || temperature < Rational::ZERO;
        let base = Rational::from_integer(if from_minus_one { -1 } else { 0 });
        Ok(ThermographPicture {
            heading: Vec::new(),
            left: thermograph.left_wall().pieces_from(base)?,
            right: thermograph.right_wall().pieces_from(base)?,
            left_stop: thermograph.left_stop()?,
            right_stop: thermograph.right_stop()?,
            mean: thermograph.mean(),
            temperature,
        })
    }

    /// The picture with lines above it that say of what it is, such as a value and a position.
    pub fn with_heading<S: Into<String>>(mut self, lines: impl IntoIterator<Item = S>) -> ThermographPicture {
        // Any white space may be in the text of a value, but some of it may not be in XML.
        let on_one_line = |line: S| line.into().split_whitespace().collect::<Vec<_>>().join(" ");
        self.heading = lines.into_iter().map(on_one_line).collect();
        self
    }

    /// The straight pieces of both walls as they are drawn, from the lowest temperature up: those of the
    /// left wall, then those of the right wall. The last one of each is the mast.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, Piece)> + '_ {
        let left = self.left.iter().map(|&piece| (Side::Left, piece));
        left.chain(self.right.iter().map(|&piece| (Side::Right, piece)))
    }

    /// The temperature at which the drawing begins.
    fn base(&self) -> Rational {
        self.left[0].temperature
    }

    /// The highest temperature that must be seen: that of the foot of the mast, and 0 in any case.
    fn top(&self) -> Rational {
        self.temperature.max(Rational::ZERO)
    }

    /// The greatest value of the left wall.
    fn greatest(&self) -> Rational {
        self.left[0].value
    }

    /// The greatest value less the least one.
    fn spread(&self) -> f64 {
        difference(self.greatest(), self.right[0].value)
    }

    /// How far up the walls go: [`ThermographPicture::top`] over [`ThermographPicture::base`].
    fn height(&self) -> f64 {
        difference(self.top(), self.base())
    }

    /// What the numbers at the stops are, with a name each: one if the stops are equal.
    fn stops(&self) -> Vec<(&'static str, Rational)> {
        match self.left_stop == self.right_stop {
            true => vec![("both stops", self.left_stop)],
            false => vec![("left stop", self.left_stop), ("right stop", self.right_stop)],
        }
    }
}

/// An exact number of twice the size, in which two of the usual ones can be subtracted or divided.
type Exact = Ratio<i128>;

fn exact(number: Rational) -> Exact {
    Ratio::new_raw(i128::from(*number.numer()), i128::from(*number.denom()))
}

/// A number to be drawn.
fn approximate(number: Exact) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

/// The difference of two numbers, rounded only after it is taken.
fn difference(a: Rational, b: Rational) -> f64 {
    let product = |n: i64, d: i64| i128::from(n) * i128::from(d);
    let numerator = product(*a.numer(), *b.denom()) - product(*b.numer(), *a.denom());
    numerator as f64 / product(*a.denom(), *b.denom()) as f64
}

/// The text, cut and ended with dots if it has more characters than that.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(3)).collect();
    kept + "..."
}
