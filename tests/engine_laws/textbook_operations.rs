//! The slow obvious twins of the operations: their definitions, on the trees of canonical forms.

use crate::textbook::{Textbook, Tree};
use konane::value::Side;
use std::collections::HashMap;

impl Textbook {
    /// Whether the tree of a canonical form is a number: all its options are, Left's below Right's.
    pub fn is_number(&mut self, g: Tree) -> bool {
        let (left, right) = (self.left(g), self.right(g));
        left.iter().chain(&right).all(|&option| self.is_number(option))
            && left.iter().all(|&l| right.iter().all(|&r| self.le(l, r) && !self.le(r, l)))
    }

    /// The integer that the tree of a canonical form is.
    pub fn as_integer(&mut self, g: Tree) -> Option<i64> {
        match (&self.left(g)[..], &self.right(g)[..]) {
            ([], []) => Some(0),
            (&[left], []) => self.as_integer(left).map(|n| n + 1),
            ([], &[right]) => self.as_integer(right).map(|n| n - 1),
            _ => None,
        }
    }

    fn canonical_sum(&mut self, g: Tree, h: Tree) -> Tree {
        let sum = self.sum(g, h);
        self.canonical(sum)
    }

    fn canonical_difference(&mut self, g: Tree, h: Tree) -> Tree {
        let negative = self.negative(h);
        self.canonical_sum(g, negative)
    }

    /// The sum of n copies.
    pub fn copies(&mut self, n: i64, g: Tree) -> Tree {
        let zero = self.integer(0);
        (0..n.abs()).fold(zero, |sum, _| {
            if n > 0 { self.canonical_sum(sum, g) } else { self.canonical_difference(sum, g) }
        })
    }

    /// {image(G^L) + p | image(G^R) - p} over all payments p.
    fn paid(
        &mut self,
        g: Tree,
        payments: &[Tree],
        image: &mut dyn FnMut(&mut Textbook, Tree) -> Tree,
    ) -> Tree {
        let (mut left, mut right) = (vec![], vec![]);
        for option in self.left(g) {
            let option = image(self, option);
            left.extend(payments.iter().map(|&p| self.canonical_sum(option, p)));
        }
        for option in self.right(g) {
            let option = image(self, option);
            right.extend(payments.iter().map(|&p| self.canonical_difference(option, p)));
        }
        let tree = self.tree(left, right);
        self.canonical(tree)
    }

    /// Heating of a canonical form by t.
    pub fn heated(&mut self, g: Tree, t: Tree) -> Tree {
        if self.is_number(g) {
            return g;
        }
        self.paid(g, &[t], &mut |book, option| book.heated(option, t))
    }

    /// Overheating of a canonical form from s to t.
    pub fn overheated(&mut self, g: Tree, s: Tree, t: Tree) -> Tree {
        match self.as_integer(g) {
            Some(n) => self.copies(n, s),
            None => self.paid(g, &[t], &mut |book, option| book.overheated(option, s, t)),
        }
    }

    /// The Norton product of a canonical form by a unit, with all incentives of the unit.
    pub fn norton_product(&mut self, g: Tree, unit: Tree) -> Tree {
        if let Some(n) = self.as_integer(g) {
            return self.copies(n, unit);
        }
        let mut payments = vec![];
        for option in self.left(unit) {
            let incentive = self.canonical_difference(option, unit);
            payments.push(self.canonical_sum(unit, incentive));
        }
        for option in self.right(unit) {
            let incentive = self.canonical_difference(unit, option);
            payments.push(self.canonical_sum(unit, incentive));
        }
        self.paid(g, &payments, &mut |book, option| book.norton_product(option, unit))
    }

    /// The ordinal sum, as a tree.
    pub fn ordinal_sum(&mut self, g: Tree, h: Tree) -> Tree {
        let (mut left, mut right) = (self.left(g), self.right(g));
        left.extend(self.left(h).into_iter().map(|option| self.ordinal_sum(g, option)));
        right.extend(self.right(h).into_iter().map(|option| self.ordinal_sum(g, option)));
        self.tree(left, right)
    }

    /// Conway's product of two canonical forms.
    pub fn conway_product(&mut self, g: Tree, h: Tree) -> Tree {
        if let Some(&known) = self.conway_products.get(&(g, h)) {
            return known;
        }
        let (left_g, right_g, left_h, right_h) = (self.left(g), self.right(g), self.left(h), self.right(h));
        let mut left = self.conway_options((g, h), &left_g, &left_h);
        left.extend(self.conway_options((g, h), &right_g, &right_h));
        let mut right = self.conway_options((g, h), &left_g, &right_h);
        right.extend(self.conway_options((g, h), &right_g, &left_h));
        let tree = self.tree(left, right);
        let product = self.canonical(tree);
        self.conway_products.insert((g, h), product);
        product
    }

    fn conway_options(&mut self, (g, h): (Tree, Tree), of_g: &[Tree], of_h: &[Tree]) -> Vec<Tree> {
        let mut options = vec![];
        for &option_g in of_g {
            for &option_h in of_h {
                let (a, b) = (self.conway_product(option_g, h), self.conway_product(g, option_h));
                let (gained, lost) = (self.canonical_sum(a, b), self.conway_product(option_g, option_h));
                options.push(self.canonical_difference(gained, lost));
            }
        }
        options
    }

    /// The stop of a canonical form when the player of `side` begins, as a tree.
    fn stop(&mut self, g: Tree, side: Side) -> Tree {
        if self.is_number(g) {
            return g;
        }
        let options = if side == Side::Left { self.left(g) } else { self.right(g) };
        let stops: Vec<Tree> = options.into_iter().map(|option| self.stop(option, side.opposite())).collect();
        let best = stops.into_iter().reduce(|a, b| {
            let le = self.le(a, b);
            if le == (side == Side::Left) { b } else { a }
        });
        best.expect("a game that is not a number has options")
    }
}

/// Cooling as it is defined: up to the first tax at which the game is infinitesimally close to a number.
/// Taxes are tried in steps of 1/16, so that games whose followers turn cold in between are out of its
/// reach.
#[derive(Default)]
pub struct Cooler {
    known: HashMap<(Tree, i64), Tree>,
}

impl Cooler {
    /// A canonical form cooled by a number of sixteenths above -16.
    pub fn cooled(&mut self, book: &mut Textbook, g: Tree, sixteenths: i64) -> Tree {
        if book.as_integer(g).is_some() {
            return g;
        }
        if let Some(&known) = self.known.get(&(g, sixteenths)) {
            return known;
        }
        let cold = (-15..sixteenths).find_map(|t| {
            let cooled = self.taxed(book, g, t);
            let (left, right) = (book.stop(cooled, Side::Left), book.stop(cooled, Side::Right));
            (left == right).then_some(left)
        });
        let cooled = cold.unwrap_or_else(|| self.taxed(book, g, sixteenths));
        self.known.insert((g, sixteenths), cooled);
        cooled
    }

    fn taxed(&mut self, book: &mut Textbook, g: Tree, sixteenths: i64) -> Tree {
        let payment = book.number(-sixteenths, 4);
        let payment = book.canonical(payment);
        book.paid(g, &[payment], &mut |book, option| self.cooled(book, option, sixteenths))
    }
}
