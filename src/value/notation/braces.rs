//! Games in braces: lists of options and the bars between them.

use super::ParseValueProblem as Problem;
use super::language::{Language, Located};
use crate::value::order::with_stack;

/// The lists of options in open braces, and the rows of bars between them.
pub(super) struct Braces<O> {
    /// One more than there are rows of bars.
    lists: Vec<Vec<O>>,
    bars: Vec<Bars>,
}

/// A row of bars: how many, and where they stand.
struct Bars {
    count: usize,
    start: usize,
}

impl<O> Braces<O> {
    pub(super) fn new() -> Braces<O> {
        Braces { lists: vec![Vec::new()], bars: Vec::new() }
    }

    pub(super) fn has_bars(&self) -> bool {
        !self.bars.is_empty()
    }

    /// Whether the last list has no options yet.
    pub(super) fn at_empty_list(&self) -> bool {
        self.lists.last().is_none_or(Vec::is_empty)
    }

    pub(super) fn push(&mut self, option: O) {
        if let Some(list) = self.lists.last_mut() {
            list.push(option);
        }
    }

    pub(super) fn push_bars(&mut self, count: usize, start: usize) {
        self.bars.push(Bars { count, start });
        self.lists.push(Vec::new());
    }

    /// What stands for itself in braces opened at `start`: the options of braces without bars, or else
    /// the one game that the longest row of bars separates.
    pub(super) fn contents<L>(mut self, language: &mut L, start: usize) -> Result<Vec<O>, Located<L::Problem>>
    where
        L: Language<Operand = O>,
    {
        options(language, &mut self.lists, &self.bars, start)
    }
}

/// The options that some lists with bars between them stand for.
fn options<L: Language>(
    language: &mut L,
    lists: &mut [Vec<L::Operand>],
    bars: &[Bars],
    start: usize,
) -> Result<Vec<L::Operand>, Located<L::Problem>> {
    let Some(longest) = bars.iter().map(|bars| bars.count).max() else {
        return Ok(lists.first_mut().map(std::mem::take).unwrap_or_default());
    };
    let mut outer = bars.iter().enumerate().filter(|(_, bars)| bars.count == longest);
    let middle = outer.next().map_or(0, |(index, _)| index);
    if let Some((_, second)) = outer.next() {
        return Err(Located { start: second.start, it: Problem::AmbiguousBars.into() });
    }
    with_stack(|| {
        let (left, right) = lists.split_at_mut(middle + 1);
        let left = options(language, left, &bars[..middle], start)?;
        let right = options(language, right, &bars[middle + 1..], start)?;
        let game = language.game(left, right).map_err(|it| Located { start, it })?;
        Ok(vec![game])
    })
}
