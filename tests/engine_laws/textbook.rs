//! The slow obvious twin of the engine: explicit game trees, and on them the order, the sum and the
//! canonical form exactly as the definitions have them (Siegel, *Combinatorial Game Theory*, ch. II.1-2).
//!
//! Trees are shared by structure and answers about trees are remembered, nothing else: no stops, no
//! arithmetic, no theorem beyond the definitions.

use konane::value::{CanonicalForm, Side, ValueStore};
use std::collections::HashMap;

/// A game tree in its [`Textbook`]; equal trees, as trees of sets, are equal numbers.
pub type Tree = usize;

/// All trees met so far.
#[derive(Default)]
pub struct Textbook {
    trees: Vec<(Vec<Tree>, Vec<Tree>)>,
    numbers_of_trees: HashMap<(Vec<Tree>, Vec<Tree>), Tree>,
    le: HashMap<(Tree, Tree), bool>,
    sums: HashMap<(Tree, Tree), Tree>,
    canonical: HashMap<Tree, Tree>,
    pub conway_products: HashMap<(Tree, Tree), Tree>,
    forms: HashMap<CanonicalForm, Tree>,
}

fn as_set(mut options: Vec<Tree>) -> Vec<Tree> {
    options.sort_unstable();
    options.dedup();
    options
}

impl Textbook {
    /// The tree `{left | right}`.
    pub fn tree(&mut self, left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        let options = (as_set(left), as_set(right));
        if let Some(&known) = self.numbers_of_trees.get(&options) {
            return known;
        }
        self.trees.push(options.clone());
        self.numbers_of_trees.insert(options, self.trees.len() - 1);
        self.trees.len() - 1
    }

    /// The options of Left.
    pub fn left(&self, g: Tree) -> Vec<Tree> {
        self.trees[g].0.clone()
    }

    /// The options of Right.
    pub fn right(&self, g: Tree) -> Vec<Tree> {
        self.trees[g].1.clone()
    }

    /// G ≤ H: no left option of G is ≥ H and no right option of H is ≤ G.
    pub fn le(&mut self, g: Tree, h: Tree) -> bool {
        if let Some(&known) = self.le.get(&(g, h)) {
            return known;
        }
        let answer = !self.left(g).into_iter().any(|left| self.le(h, left))
            && !self.right(h).into_iter().any(|right| self.le(right, g));
        self.le.insert((g, h), answer);
        answer
    }

    pub fn equal(&mut self, g: Tree, h: Tree) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// The sum as a tree: a move in one of the two.
    pub fn sum(&mut self, g: Tree, h: Tree) -> Tree {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return known;
        }
        let (left_g, left_h, right_g, right_h) = (self.left(g), self.left(h), self.right(g), self.right(h));
        let mut left: Vec<Tree> = left_g.into_iter().map(|option| self.sum(option, h)).collect();
        left.extend(left_h.into_iter().map(|option| self.sum(g, option)));
        let mut right: Vec<Tree> = right_g.into_iter().map(|option| self.sum(option, h)).collect();
        right.extend(right_h.into_iter().map(|option| self.sum(g, option)));
        let sum = self.tree(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    /// The tree with the players' moves exchanged.
    pub fn negative(&mut self, g: Tree) -> Tree {
        let left = self.right(g).into_iter().map(|option| self.negative(option)).collect();
        let right = self.left(g).into_iter().map(|option| self.negative(option)).collect();
        self.tree(left, right)
    }

    /// The canonical form: options made canonical, then dominated ones deleted and reversible ones
    /// bypassed, one at a time, until there are none.
    pub fn canonical(&mut self, g: Tree) -> Tree {
        if let Some(&known) = self.canonical.get(&g) {
            return known;
        }
        let left = self.left(g).into_iter().map(|option| self.canonical(option)).collect();
        let right = self.right(g).into_iter().map(|option| self.canonical(option)).collect();
        let mut form = self.tree(left, right);
        while let Some(simpler) = self.simplify_once(form) {
            form = simpler;
        }
        self.canonical.insert(g, form);
        form
    }

    fn simplify_once(&mut self, g: Tree) -> Option<Tree> {
        let (left, right) = (self.left(g), self.right(g));
        let without = |options: &[Tree], option: Tree| -> Vec<Tree> {
            options.iter().copied().filter(|&other| other != option).collect()
        };
        for &option in &left {
            if left.iter().any(|&other| other != option && self.le(option, other)) {
                return Some(self.tree(without(&left, option), right));
            }
            if let Some(answer) = self.right(option).into_iter().find(|&answer| self.le(answer, g)) {
                let mut left = without(&left, option);
                left.extend(self.left(answer));
                return Some(self.tree(left, right));
            }
        }
        for &option in &right {
            if right.iter().any(|&other| other != option && self.le(other, option)) {
                return Some(self.tree(left, without(&right, option)));
            }
            if let Some(answer) = self.left(option).into_iter().find(|&answer| self.le(g, answer)) {
                let mut right = without(&right, option);
                right.extend(self.right(answer));
                return Some(self.tree(left, right));
            }
        }
        None
    }

    /// The day on which the tree as it stands is born.
    pub fn depth(&self, g: Tree) -> u64 {
        let (left, right) = &self.trees[g];
        left.iter().chain(right).map(|&option| self.depth(option) + 1).max().unwrap_or(0)
    }

    /// The tree of a form of the engine, by its options.
    pub fn tree_of(&mut self, store: &ValueStore, form: CanonicalForm) -> Tree {
        if let Some(&known) = self.forms.get(&form) {
            return known;
        }
        let left = store.options(form, Side::Left).unwrap();
        let right = store.options(form, Side::Right).unwrap();
        let left = left.into_iter().map(|option| self.tree_of(store, option)).collect();
        let right = right.into_iter().map(|option| self.tree_of(store, option)).collect();
        let tree = self.tree(left, right);
        self.forms.insert(form, tree);
        tree
    }

    /// Makes ready for forms of another store.
    pub fn forget_forms(&mut self) {
        self.forms.clear();
    }

    /// The integer n: {n-1 | } or { | n+1}.
    pub fn integer(&mut self, n: i64) -> Tree {
        let mut tree = self.tree(vec![], vec![]);
        for _ in 0..n.unsigned_abs() {
            tree = if n > 0 { self.tree(vec![tree], vec![]) } else { self.tree(vec![], vec![tree]) };
        }
        tree
    }

    /// The number m/2^e: {(m-1)/2^e | (m+1)/2^e} for odd m.
    pub fn number(&mut self, m: i64, e: u32) -> Tree {
        if e == 0 {
            return self.integer(m);
        }
        if m % 2 == 0 {
            return self.number(m / 2, e - 1);
        }
        let (left, right) = (self.number(m - 1, e), self.number(m + 1, e));
        self.tree(vec![left], vec![right])
    }

    /// The nimber *k: both may move to any smaller one.
    pub fn nimber(&mut self, k: u32) -> Tree {
        let smaller: Vec<Tree> = (0..k).map(|k| self.nimber(k)).collect();
        self.tree(smaller.clone(), smaller)
    }

    /// n·↑, a sum of copies of ↑ = {0 | *} or of its negative.
    pub fn ups(&mut self, n: i32) -> Tree {
        let (zero, star) = (self.nimber(0), self.nimber(1));
        let up = self.tree(vec![zero], vec![star]);
        let down = self.negative(up);
        let mut sum = zero;
        for _ in 0..n.unsigned_abs() {
            sum = self.sum(sum, if n > 0 { up } else { down });
        }
        sum
    }
}
