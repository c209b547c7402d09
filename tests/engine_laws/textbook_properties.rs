//! The slow obvious twins of properties: their definitions, on trees.

use crate::textbook::{Textbook, Tree};
use konane::value::Side;
use std::collections::BTreeSet;

impl Textbook {
    fn options(&self, g: Tree) -> Vec<Tree> {
        [self.left(g), self.right(g)].concat()
    }

    /// The tree itself and all that follows it.
    pub fn followers(&self, g: Tree) -> BTreeSet<Tree> {
        let mut followers = BTreeSet::from([g]);
        for option in self.options(g) {
            followers.extend(self.followers(option));
        }
        followers
    }

    /// Whether in every follower both players can move or none.
    pub fn is_all_small(&self, g: Tree) -> bool {
        let both_or_none = |tree: Tree| self.left(tree).is_empty() == self.right(tree).is_empty();
        self.followers(g).into_iter().all(both_or_none)
    }

    /// In how many ways a canonical tree can be played down to a number.
    pub fn stop_count(&mut self, g: Tree) -> u128 {
        if self.is_number(g) {
            return 1;
        }
        self.options(g).into_iter().map(|option| self.stop_count(option)).sum()
    }

    /// The parities of the lengths of all lines of play down to where `stop` holds, or to the end.
    pub fn lengths_modulo_2(&self, g: Tree, stop: &mut impl FnMut(Tree) -> bool) -> BTreeSet<u8> {
        let options = self.options(g);
        if stop(g) || options.is_empty() {
            return BTreeSet::from([0]);
        }
        let lengths = options.into_iter().flat_map(|option| self.lengths_modulo_2(option, stop));
        lengths.map(|parity| 1 - parity).collect()
    }

    /// The companion by its definition, as a tree that is not canonical.
    pub fn companion(&mut self, g: Tree) -> Tree {
        let zero = self.nimber(0);
        let mut left: Vec<Tree> = self.left(g).into_iter().map(|option| self.companion(option)).collect();
        let mut right: Vec<Tree> = self.right(g).into_iter().map(|option| self.companion(option)).collect();
        left.extend(self.le(zero, g).then_some(zero));
        right.extend(self.le(g, zero).then_some(zero));
        self.tree(left, right)
    }

    /// The incentives of one player that none of his others is greater than, in canonical form.
    pub fn incentives(&mut self, g: Tree, side: Side) -> BTreeSet<Tree> {
        let negative = self.negative(g);
        let all: Vec<Tree> = match side {
            Side::Left => self.left(g).into_iter().map(|left| self.sum(left, negative)).collect(),
            Side::Right => {
                let right: Vec<Tree> = self.right(g).into_iter().map(|right| self.negative(right)).collect();
                right.into_iter().map(|right| self.sum(g, right)).collect()
            }
        };
        let canonical: BTreeSet<Tree> = all.into_iter().map(|incentive| self.canonical(incentive)).collect();
        let exceeded = |book: &mut Self, a: Tree| canonical.iter().any(|&b| a != b && book.le(a, b));
        canonical.iter().copied().filter(|&incentive| !exceeded(self, incentive)).collect()
    }
}
