//! Thermographs: how the stops of a game change as every move comes to cost t.
//!
//! For G = {G^L | G^R} the *scaffolds* are max RW(G^L)(t) - t and min LW(G^R)(t) + t, the best that
//! Left and Right reach by moving first when a move is taxed by t. Up to the temperature at which the
//! scaffolds first meet they are the left wall LW(G) and the right wall RW(G); above it both walls are
//! the vertical *mast* at the mean (Siegel, *Combinatorial Game Theory*, II.5; *Winning Ways*, ch. 6).
//! At t = 0 the walls are the stops.
//!
//! Temperatures start at -1 here, so that the part below 0 tells numbers apart: an integer is all mast,
//! with temperature -1, and a number with denominator 2^k has temperature -1/2^k. Every other form has
//! temperature ≥ 0, and 0 exactly when it differs from a number by an infinitesimal.
//!
//! Walls are made of pieces of slope 0 and ±1 whose corners are dyadic; everything is exact.

mod sums;

use super::order::with_stack;
use super::store::Side;
use super::{CanonicalForm, Dyadic, Rational, ValueError, ValueStore};
use hashbrown::HashTable;
use num_rational::Ratio;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::hash::BuildHasher;

const MINUS_ONE: Dyadic = Dyadic::integer(-1);

/// A point at which a wall turns, or where it begins (t = -1) or becomes the mast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Corner {
    temperature: Dyadic,
    value: Dyadic,
}

/// One wall of a thermograph: the stop of one player as a function of the temperature t ≥ -1.
///
/// Straight between its corners and constant, the mast, above the last one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    corners: Box<[Corner]>,
}

/// A straight piece of a [`Wall`].
///
/// It ends where the next piece of the wall begins; the last piece is the mast and has no end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The temperature at which the piece begins.
    pub temperature: Rational,
    /// The value of the wall there.
    pub value: Rational,
    /// What the value grows by as the temperature grows by 1: -1, 0 or 1.
    pub slope: i8,
}

impl Wall {
    /// The corners as pairs (temperature, value), from t = -1 up to the foot of the mast.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = (Rational, Rational)> + '_ {
        self.corners.iter().map(|corner| (corner.temperature.to_rational(), corner.value.to_rational()))
    }

    /// The straight pieces, from t = -1 upwards. A left wall has slopes 0 and -1, a right wall 0 and 1,
    /// in turn; but the piece before the mast may be level too.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Piece> + '_ {
        self.corners.iter().enumerate().map(|(index, corner)| Piece {
            temperature: corner.temperature.to_rational(),
            value: corner.value.to_rational(),
            slope: self.slope_above(index),
        })
    }

    /// The straight pieces at temperatures from `t` upwards, the first of which begins at `t`.
    ///
    /// As [`Wall::pieces`] for t ≤ -1; an error where [`Wall::value_at`] is one.
    pub fn pieces_from(&self, t: Rational) -> Result<Vec<Piece>, ValueError> {
        let above = self.corners.partition_point(|corner| corner.temperature.to_rational() <= t);
        let Some(below) = above.checked_sub(1) else { return Ok(self.pieces().collect()) };
        let first = Piece { temperature: t, value: self.value_at(t)?, slope: self.slope_above(below) };
        Ok(std::iter::once(first).chain(self.pieces().skip(above)).collect())
    }

    /// The slope of the piece that begins at the corner of this number.
    fn slope_above(&self, corner: usize) -> i8 {
        let end = self.corners.get(corner + 1);
        end.map_or(0, |end| end.value.cmp(&self.corners[corner].value) as i8)
    }

    /// The value at temperature `t`, and for t < -1 that at -1.
    ///
    /// [`ValueError::NumberOverflow`] if the answer has more than 63 bits above or below its bar.
    pub fn value_at(&self, t: Rational) -> Result<Rational, ValueError> {
        let corner_above = self.corners.partition_point(|corner| corner.temperature.to_rational() < t);
        let Some(above) = self.corners.get(corner_above) else {
            return Ok(self.foot().value.to_rational());
        };
        if corner_above == 0 {
            return Ok(above.value.to_rational());
        }
        let below = self.corners[corner_above - 1];
        // Terms of 126 bits at most, whose sum still fits.
        let wide = |r: Rational| Ratio::new_raw(i128::from(*r.numer()), i128::from(*r.denom()));
        let (start, from) = (wide(below.value.to_rational()), wide(below.temperature.to_rational()));
        let value = match above.value.cmp(&below.value) {
            Ordering::Equal => return Ok(below.value.to_rational()),
            Ordering::Greater => exact_sum(exact_difference(start, from)?, wide(t))?,
            Ordering::Less => exact_difference(exact_sum(start, from)?, wide(t))?,
        };
        let narrow = |n: i128| i64::try_from(n).map_err(|_| ValueError::NumberOverflow);
        Ok(Ratio::new_raw(narrow(*value.numer())?, narrow(*value.denom())?))
    }

    fn foot(&self) -> Corner {
        *self.corners.last().expect("a wall has a corner at t = -1")
    }

    fn view(&self, negated: bool) -> WallView<'_> {
        WallView { corners: &self.corners, negated }
    }
}

fn exact_sum(a: Ratio<i128>, b: Ratio<i128>) -> Result<Ratio<i128>, ValueError> {
    let term = |n: i128, d: i128| n.checked_mul(d).ok_or(ValueError::NumberOverflow);
    let numerator = term(*a.numer(), *b.denom())?.checked_add(term(*b.numer(), *a.denom())?);
    Ok(Ratio::new(numerator.ok_or(ValueError::NumberOverflow)?, term(*a.denom(), *b.denom())?))
}

fn exact_difference(a: Ratio<i128>, b: Ratio<i128>) -> Result<Ratio<i128>, ValueError> {
    exact_sum(a, -b)
}

/// The thermograph of a game: its two walls, which meet at the foot of the mast.
///
/// They begin at t = -1. The temperature of an integer is -1, that of a number with denominator 2^k is
/// -1/2^k, and that of a number plus an infinitesimal other than 0 is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The left wall: Left's stop when each move costs t.
    pub fn left_wall(&self) -> &Wall {
        &self.left
    }

    /// The right wall: Right's stop when each move costs t.
    pub fn right_wall(&self) -> &Wall {
        &self.right
    }

    /// The mean: where the mast stands.
    pub fn mean(&self) -> Rational {
        self.left.foot().value.to_rational()
    }

    /// The temperature: where the mast begins.
    pub fn temperature(&self) -> Rational {
        self.left.foot().temperature.to_rational()
    }

    /// The left stop, the left wall at t = 0.
    pub fn left_stop(&self) -> Result<Rational, ValueError> {
        self.left.value_at(Rational::ZERO)
    }

    /// The right stop, the right wall at t = 0.
    pub fn right_stop(&self) -> Result<Rational, ValueError> {
        self.right.value_at(Rational::ZERO)
    }

    /// The thermograph of the negative game.
    fn mirrored(&self) -> Thermograph {
        let negated = |wall: &Wall| Wall { corners: wall.view(true).corners().collect() };
        Thermograph { left: negated(&self.right), right: negated(&self.left) }
    }

    /// A mast alone: the thermograph of an integer.
    fn mast(value: Dyadic) -> Thermograph {
        let wall = Wall { corners: [Corner { temperature: MINUS_ONE, value }].into() };
        Thermograph { left: wall.clone(), right: wall }
    }

    /// The wall of the game seen through a sign: the right wall of -G is minus the left wall of G.
    fn right_wall_of(&self, negated: bool) -> WallView<'_> {
        if negated { self.left.view(true) } else { self.right.view(false) }
    }

    /// The thermograph of a game that is not an integer: from the right walls of its left options, and
    /// of the *negatives* of its right options.
    fn from_options<'a>(
        left: impl Iterator<Item = WallView<'a>>,
        right: impl Iterator<Item = WallView<'a>>,
    ) -> Result<Thermograph, ValueError> {
        let (left, right) = (scaffold(left)?, scaffold(right)?);
        let meeting = meeting(&left, &right)?;
        let right = right.cut(meeting)?;
        Ok(Thermograph::from_corners(left.cut(meeting)?, &right))
    }

    /// The thermograph with a left wall, and a right wall given by its mirror image.
    fn from_corners(left: Vec<Corner>, mirrored_right: &[Corner]) -> Thermograph {
        let right = WallView { corners: mirrored_right, negated: true }.corners();
        Thermograph {
            left: Wall { corners: left.into_boxed_slice() },
            right: Wall { corners: right.collect() },
        }
    }
}

/// A wall or its mirror image.
#[derive(Clone, Copy)]
struct WallView<'a> {
    corners: &'a [Corner],
    negated: bool,
}

impl<'a> WallView<'a> {
    fn corners(self) -> impl Iterator<Item = Corner> + 'a {
        self.corners.iter().map(move |&corner| Corner {
            value: if self.negated { -corner.value } else { corner.value },
            ..corner
        })
    }
}

/// A function of t ≥ -1 with pieces of slope 0 and -1, the last of slope -1 without end.
struct Scaffold {
    corners: Vec<Corner>,
}

impl Scaffold {
    /// A right wall minus t; a right wall has pieces of slope 0 and 1.
    fn taxed(wall: WallView<'_>) -> Result<Scaffold, ValueError> {
        let taxed = |corner: Corner| -> Result<Corner, ValueError> {
            Ok(Corner { value: corner.value.checked_sub(corner.temperature)?, ..corner })
        };
        Ok(Scaffold { corners: wall.corners().map(taxed).collect::<Result<_, _>>()? })
    }

    /// The value at `t` on the piece that ends at corner `next`, or on the last piece.
    fn on_piece(&self, next: usize, t: Dyadic) -> Result<Dyadic, ValueError> {
        let start = self.corners[next - 1];
        let level = self.corners.get(next).is_some_and(|end| end.value == start.value);
        if level { Ok(start.value) } else { start.value.checked_sub(t.checked_sub(start.temperature)?) }
    }

    /// The corners up to the temperature `end`, and one there.
    fn cut(&self, end: Dyadic) -> Result<Vec<Corner>, ValueError> {
        let next = self.corners.partition_point(|corner| corner.temperature < end);
        let value = match self.corners.get(next) {
            Some(corner) if corner.temperature == end => corner.value,
            _ => self.on_piece(next, end)?,
        };
        let mut corners = self.corners[..next].to_vec();
        push(&mut corners, Corner { temperature: end, value });
        Ok(corners)
    }
}

/// Adds a corner of a scaffold; the one before it is dropped where it turns out to be none.
fn push(corners: &mut Vec<Corner>, corner: Corner) {
    match corners.as_slice() {
        [.., last] if last.temperature == corner.temperature => return,
        [.., before, last] if (before.value == last.value) == (last.value == corner.value) => {
            corners.pop();
        }
        _ => {}
    }
    corners.push(corner);
}

/// Walks two scaffolds together: calls `visit` with each temperature at which one has a corner, and
/// the values of both there.
fn walk_both(
    a: &Scaffold,
    b: &Scaffold,
    mut visit: impl FnMut(Dyadic, Dyadic, Dyadic) -> Result<(), ValueError>,
) -> Result<(), ValueError> {
    let (mut next_a, mut next_b) = (0, 0);
    loop {
        let corner_a = a.corners.get(next_a).map(|corner| corner.temperature);
        let corner_b = b.corners.get(next_b).map(|corner| corner.temperature);
        let t = match (corner_a, corner_b) {
            (Some(t_a), Some(t_b)) => t_a.min(t_b),
            (Some(t), None) | (None, Some(t)) => t,
            (None, None) => return Ok(()),
        };
        let value = |scaffold: &Scaffold, next: usize, here: bool| {
            if here { Ok(scaffold.corners[next].value) } else { scaffold.on_piece(next, t) }
        };
        let (here_a, here_b) = (corner_a == Some(t), corner_b == Some(t));
        visit(t, value(a, next_a, here_a)?, value(b, next_b, here_b)?)?;
        next_a += usize::from(here_a);
        next_b += usize::from(here_b);
    }
}

/// The greater of two scaffolds at every temperature.
fn upper(a: &Scaffold, b: &Scaffold) -> Result<Scaffold, ValueError> {
    let mut result = Vec::with_capacity(a.corners.len() + b.corners.len());
    let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
    walk_both(a, b, |t, value_a, value_b| {
        if let Some((t_before, a_before, b_before)) = before {
            let (order_before, order) = (a_before.cmp(&b_before), value_a.cmp(&value_b));
            if order_before == order.reverse() && order != Ordering::Equal {
                // They cross: the higher one falls with slope -1 and the lower one is level.
                let gap = a_before.max(b_before).checked_sub(a_before.min(b_before))?;
                let level = a_before.min(b_before);
                push(&mut result, Corner { temperature: t_before.checked_add(gap)?, value: level });
            }
        }
        before = Some((t, value_a, value_b));
        push(&mut result, Corner { temperature: t, value: value_a.max(value_b) });
        Ok(())
    })?;
    Ok(Scaffold { corners: result })
}

/// The scaffold over some right walls: their maximum, minus t.
fn scaffold<'a>(mut walls: impl Iterator<Item = WallView<'a>>) -> Result<Scaffold, ValueError> {
    let first = walls.next().expect("a form that is not an integer has options on both sides");
    let mut result = Scaffold::taxed(first)?;
    for wall in walls {
        result = upper(&result, &Scaffold::taxed(wall)?)?;
    }
    Ok(result)
}

/// The temperature at which the left scaffold meets minus the given mirror image of the right one.
///
/// Their distance, the sum of the two, never grows with t, as walls have slopes 0 and ±1. It is
/// positive below -1/2^k for a number with denominator 2^k. For any other form it is positive below 0:
/// heated by a small δ > 0 (*Winning Ways*, ch. 6) the form is not a number either, since cooling it
/// again would give that number back, so its own scaffolds, which are these moved up by δ, do not meet
/// before δ.
fn meeting(left: &Scaffold, mirrored_right: &Scaffold) -> Result<Dyadic, ValueError> {
    let mut before: Option<(Dyadic, Dyadic)> = None;
    let mut found = None;
    walk_both(left, mirrored_right, |t, value_left, value_right| {
        let distance = value_left.checked_add(value_right)?;
        if found.is_none() && distance <= Dyadic::ZERO {
            found = Some(match before {
                Some((t_before, distance_before)) if distance != Dyadic::ZERO => {
                    // The distance falls with slope 1 or 2.
                    let (fall, time) = (distance_before.checked_sub(distance)?, t.checked_sub(t_before)?);
                    let wait = if fall == time { distance_before } else { distance_before.half()? };
                    t_before.checked_add(wait)?
                }
                _ => t,
            });
        }
        before = Some((t, distance));
        Ok(())
    })?;
    match (found, before) {
        (Some(t), _) => Ok(t),
        (None, Some((t, distance))) => t.checked_add(distance.half()?),
        (None, None) => unreachable!("a scaffold has a corner at t = -1"),
    }
}

/// The thermographs of values of one store, each computed once.
///
/// Values differ far more than their thermographs do: each distinct thermograph is kept once, up to
/// sign, and a value costs an entry of 8 bytes in a map. A new one costs its options' corners, a few
/// microseconds where the options are known.
pub(super) struct Thermographs<'s> {
    store: &'s ValueStore,
    known: FxHashMap<CanonicalForm, u32>,
    distinct: Vec<Thermograph>,
    index: HashTable<u32>,
}

/// A thermograph among the distinct ones, or its mirror image.
#[derive(Clone, Copy)]
struct Signed {
    id: u32,
    negated: bool,
}

impl<'s> Thermographs<'s> {
    /// No thermographs yet.
    pub(super) fn new(store: &'s ValueStore) -> Thermographs<'s> {
        Thermographs { store, known: FxHashMap::default(), distinct: Vec::new(), index: HashTable::new() }
    }

    /// The thermograph of a value.
    pub(super) fn thermograph(&mut self, form: CanonicalForm) -> Result<Thermograph, ValueError> {
        let Signed { id, negated } = self.find(form)?;
        let found = &self.distinct[id as usize];
        Ok(if negated { found.mirrored() } else { found.clone() })
    }

    /// The mean of a value.
    pub(super) fn mean(&mut self, form: CanonicalForm) -> Result<Dyadic, ValueError> {
        let Signed { id, negated } = self.find(form)?;
        let mean = self.distinct[id as usize].left.foot().value;
        Ok(if negated { -mean } else { mean })
    }

    /// The temperature of a value.
    pub(super) fn temperature(&mut self, form: CanonicalForm) -> Result<Dyadic, ValueError> {
        let Signed { id, .. } = self.find(form)?;
        Ok(self.distinct[id as usize].left.foot().temperature)
    }

    fn find(&mut self, form: CanonicalForm) -> Result<Signed, ValueError> {
        let representative = form.min(-form);
        let negated = form != representative;
        if let Some(&id) = self.known.get(&representative) {
            return Ok(Signed { id, negated });
        }
        let thermograph = with_stack(|| self.make(representative))?;
        let id = self.intern(thermograph);
        self.known.insert(representative, id);
        Ok(Signed { id, negated })
    }

    fn intern(&mut self, thermograph: Thermograph) -> u32 {
        let hash_of = |thermograph: &Thermograph| FxBuildHasher.hash_one(thermograph);
        let distinct = &mut self.distinct;
        let hash = hash_of(&thermograph);
        if let Some(&id) = self.index.find(hash, |&id| distinct[id as usize] == thermograph) {
            return id;
        }
        // There are no more thermographs than values, and those are numbered with fewer bits.
        let id = distinct.len() as u32;
        distinct.push(thermograph);
        self.index.insert_unique(hash, id, |&id| hash_of(&distinct[id as usize]));
        id
    }

    fn make(&mut self, form: CanonicalForm) -> Result<Thermograph, ValueError> {
        if let Some(parts) = self.store.number_up_star(form) {
            if !parts.is_number() {
                return self.make_number_up_star(parts.number, parts.up, parts.star);
            }
            if parts.number.is_integer() {
                return Ok(Thermograph::mast(parts.number));
            }
        }
        let mut options = |side: Side| -> Result<SmallVec<[Signed; 8]>, ValueError> {
            self.store.options(form, side)?.into_iter().map(|option| self.find(option)).collect()
        };
        let (left, right) = (options(Side::Left)?, options(Side::Right)?);
        Thermograph::from_options(
            left.into_iter().map(|option| self.right_wall(option)),
            right.into_iter().map(|option| self.right_wall(Signed { negated: !option.negated, ..option })),
        )
    }

    fn right_wall(&self, of: Signed) -> WallView<'_> {
        self.distinct[of.id as usize].right_wall_of(of.negated)
    }

    /// The thermograph of x + n·↑ + *k, not a number, which depends on x and the sign of n alone,
    /// but that ↑* goes with *.
    ///
    /// Below t = 0 (above it is the mast) x* = {x | x} has the walls RW(x) - t and LW(x) + t, and
    /// RW(x) ≥ LW(x) + t, by induction from the parents of x. So among the options x, x*, x*2, … of
    /// a nimber x decides. For n ≥ 1 the left wall is RW(x) - t again; the one right option, if it is
    /// not x, has that same left wall, which makes the right wall RW(x).
    fn make_number_up_star(&mut self, number: Dyadic, up: i32, star: u32) -> Result<Thermograph, ValueError> {
        let form = self.store.number(number)?;
        let (number, negative) = (self.find(form)?, self.find(-form)?);
        let (number, negative) = (self.right_wall(number), self.right_wall(negative));
        let plus_star = Thermograph::from_options([number].into_iter(), [negative].into_iter())?;
        let sign = if up.abs() == 1 && star == 1 { 0 } else { up.signum() };
        match sign {
            0 => Ok(plus_star),
            1 => {
                let right = plus_star.right_wall_of(true);
                Thermograph::from_options([number].into_iter(), [right].into_iter())
            }
            _ => {
                let left = plus_star.right_wall_of(false);
                Thermograph::from_options([left].into_iter(), [negative].into_iter())
            }
        }
    }
}
