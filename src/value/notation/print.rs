//! Writing a value.
//!
//! A form is printed from the outside in; a form that is shared is printed once for each time it
//! occurs, so that the text of a small form can be very long. It is given up at [`MAX_TEXT`] bytes.

use super::Notation;
use super::vocabulary::Vocabulary;
use crate::value::order::with_stack;
use crate::value::structural_order::StructuralOrder;
use crate::value::uptimal::Uptimal;
use crate::value::{CanonicalForm, Dyadic, Side, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::fmt;

/// Longest text of a value, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// Bars from which braces are never left out.
const MOST_BARS: usize = 4;

/// A value as it is shown by [`ValueStore::display`].
pub struct DisplayValue<'a> {
    store: &'a ValueStore,
    form: CanonicalForm,
    notation: Notation,
}

impl fmt::Display for DisplayValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.store.text(self.form, self.notation) {
            Ok(text) => f.pad(&text),
            Err(error) => write!(f, "({error})"),
        }
    }
}

impl ValueStore {
    /// The value as text in the given notation.
    ///
    /// Costs little more than the length of the text. Fails with [`ValueError::TextTooLong`] beyond
    /// 1 MiB, and where options have to be made that the store cannot hold.
    ///
    /// ```
    /// use konane::value::{ValueStore, notation::Notation};
    /// let store = ValueStore::new();
    /// let form = store.parse("{2||2|0}")?;
    /// assert_eq!(store.text(form, Notation::Cgsuite)?, "2Tiny(2)");
    /// assert_eq!(store.text(form, Notation::Braces)?, "{2|{2|0}}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self, form: CanonicalForm, notation: Notation) -> Result<String, ValueError> {
        ValueWriter::new(self, notation).text(form)
    }

    /// The value for messages: as [`ValueStore::text`], or the reason why there is no text, in
    /// parentheses.
    pub fn display(&self, form: CanonicalForm, notation: Notation) -> DisplayValue<'_> {
        DisplayValue { store: self, form, notation }
    }
}

/// What must stand around a value where it is printed.
#[derive(Clone, Copy, PartialEq)]
enum Enclosure {
    /// Nothing: it is alone on its side of a bar.
    None,
    /// Braces around a form that is printed by its options.
    Braces,
    /// Besides, parentheses around a name made of several parts, as after `+-`.
    Parentheses,
}

/// The first of these that fits is how a form is printed.
enum Shape {
    Uptimal(Uptimal),
    Switch,
    /// number + tiny (or miny, for Right) of the form.
    Tiny(Side, Dyadic, CanonicalForm),
    Options,
}

/// Writes many values of one store in one notation.
///
/// What is found out of a follower in writing one value serves the others too. Belongs to one thread.
///
/// ```
/// use konane::value::{ValueStore, notation::{Notation, ValueWriter}};
/// let store = ValueStore::new();
/// let mut writer = ValueWriter::new(&store, Notation::Cgsuite);
/// let values = [store.parse("{1|{0|-1}}")?, store.parse("{2|{1|{0|-1}}}")?];
/// let texts = values.map(|form| writer.text(form));
/// assert_eq!(texts, [Ok("{1||0|-1}".to_owned()), Ok("{2|||1||0|-1}".to_owned())]);
/// # Ok::<(), konane::value::notation::ParseValueError>(())
/// ```
pub struct ValueWriter<'s> {
    store: &'s ValueStore,
    notation: Notation,
    vocabulary: &'static Vocabulary,
    order: StructuralOrder<'s>,
    /// How many bars separate the options of a form that is printed by them; 0 for named forms.
    bars: FxHashMap<CanonicalForm, usize>,
    /// Whether what is printed stands in a subscript.
    in_subscript: bool,
    text: String,
}

/// Entries of the memos of a writer beyond which they are forgotten.
const MOST_REMEMBERED: usize = 1 << 14;

impl<'s> ValueWriter<'s> {
    /// A writer that knows of no value yet.
    pub fn new(store: &'s ValueStore, notation: Notation) -> ValueWriter<'s> {
        ValueWriter {
            store,
            notation,
            vocabulary: Vocabulary::of(notation),
            order: StructuralOrder::new(store),
            bars: FxHashMap::default(),
            in_subscript: false,
            text: String::new(),
        }
    }

    /// The store whose values are written.
    pub fn store(&self) -> &'s ValueStore {
        self.store
    }

    /// The value as text; see [`ValueStore::text`].
    pub fn text(&mut self, form: CanonicalForm) -> Result<String, ValueError> {
        if self.order.remembered() + self.bars.len() > MOST_REMEMBERED {
            *self = ValueWriter::new(self.store, self.notation);
        }
        self.text.clear();
        self.in_subscript = false;
        match self.notation {
            Notation::Braces => self.expanded(form)?,
            _ => self.value(form, Enclosure::Braces)?,
        }
        Ok(std::mem::take(&mut self.text))
    }
}

impl ValueWriter<'_> {
    fn push(&mut self, text: &str) -> Result<(), ValueError> {
        if self.text.len() + text.len() > MAX_TEXT {
            return Err(ValueError::TextTooLong);
        }
        self.text.push_str(text);
        Ok(())
    }

    fn number(&mut self, number: Dyadic) -> Result<(), ValueError> {
        let text = self.vocabulary.number(number, self.in_subscript);
        self.push(&text)
    }

    fn shape(&mut self, form: CanonicalForm) -> Result<Shape, ValueError> {
        if let Some(uptimal) = self.order.uptimal(form)? {
            return Ok(Shape::Uptimal(uptimal));
        }
        if form.is_self_negative() {
            return Ok(Shape::Switch);
        }
        for side in [Side::Left, Side::Right] {
            if let Some((number, subscript)) = self.store.number_tiny(form, side)? {
                return Ok(Shape::Tiny(side, number, subscript));
            }
        }
        Ok(Shape::Options)
    }

    fn value(&mut self, form: CanonicalForm, enclosure: Enclosure) -> Result<(), ValueError> {
        match self.shape(form)? {
            Shape::Uptimal(uptimal) => {
                let parts = [uptimal.number != Dyadic::ZERO, uptimal.length > 0, uptimal.star > 0];
                let compact = uptimal.is_number() || uptimal.is_nimber() || parts == [false, true, false];
                self.parenthesised(enclosure == Enclosure::Parentheses && !compact, |writer| {
                    writer.uptimal(&uptimal)
                })
            }
            Shape::Switch => self.switch(form),
            Shape::Tiny(side, number, subscript) => self
                .parenthesised(enclosure == Enclosure::Parentheses, |writer| {
                    writer.tiny(side, number, subscript)
                }),
            Shape::Options => self.options(form, enclosure),
        }
    }

    fn parenthesised(
        &mut self,
        needed: bool,
        content: impl FnOnce(&mut Self) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        let [open, close] = if needed { self.vocabulary.parentheses } else { [""; 2] };
        self.push(open)?;
        content(self)?;
        self.push(close)
    }

    fn uptimal(&mut self, uptimal: &Uptimal) -> Result<(), ValueError> {
        let Vocabulary { star, plus, is_latex, .. } = *self.vocabulary;
        let has_number = uptimal.number != Dyadic::ZERO;
        // In LaTeX a number and a multiple such as 3·↑ are terms of a sum: 2↑ would be read as twice ↑.
        let multiple = is_latex && uptimal.length == 1 && uptimal.last.unsigned_abs() > 2;
        if has_number || uptimal.is_number() {
            self.number(uptimal.number)?;
        }
        if uptimal.length > 0 {
            if has_number && is_latex {
                self.push(plus)?;
            }
            self.ups(uptimal)?;
        }
        if uptimal.star > 0 {
            if multiple {
                self.push(plus)?;
            }
            self.push(star)?;
        }
        if uptimal.star > 1 { self.push(&uptimal.star.to_string()) } else { Ok(()) }
    }

    fn ups(&mut self, uptimal: &Uptimal) -> Result<(), ValueError> {
        let vocabulary = self.vocabulary;
        let arrow = if uptimal.last > 0 { &vocabulary.up } else { &vocabulary.down };
        if uptimal.length > 1 {
            let [open, close] = if uptimal.head == 0 { arrow.power } else { arrow.sum };
            return self.push(&format!("{}{open}{}{close}", arrow.single, uptimal.length));
        }
        match (uptimal.last.unsigned_abs(), vocabulary.is_latex) {
            (1, _) => self.push(arrow.single),
            (2, _) => self.push(arrow.double),
            (multiple, true) => self.push(&format!(r"{multiple}\cdot{}", arrow.single)),
            (multiple, false) => self.push(&format!("{}{multiple}", arrow.single)),
        }
    }

    fn switch(&mut self, form: CanonicalForm) -> Result<(), ValueError> {
        let left = self.order.sorted_options(form, Side::Left)?;
        self.push(self.vocabulary.plus_minus)?;
        if let [only] = left[..] {
            return with_stack(|| self.value(only, Enclosure::Parentheses));
        }
        let [open, close] = self.vocabulary.braces;
        self.push(open)?;
        self.list(&left, Enclosure::Braces)?;
        self.push(close)
    }

    fn tiny(&mut self, side: Side, number: Dyadic, subscript: CanonicalForm) -> Result<(), ValueError> {
        let vocabulary = self.vocabulary;
        if number != Dyadic::ZERO {
            self.number(number)?;
            self.push(vocabulary.plus)?;
        }
        let [open, close] = if side == Side::Left { vocabulary.tiny } else { vocabulary.miny };
        self.push(open)?;
        let outer = std::mem::replace(&mut self.in_subscript, true);
        with_stack(|| self.value(subscript, Enclosure::Braces))?;
        self.in_subscript = outer;
        self.push(close)
    }

    fn options(&mut self, form: CanonicalForm, enclosure: Enclosure) -> Result<(), ValueError> {
        let bars = self.bars(form)?;
        let braces = enclosure != Enclosure::None || bars == MOST_BARS;
        let [open, close] = if braces { self.vocabulary.braces } else { [""; 2] };
        self.push(open)?;
        for side in [Side::Left, Side::Right] {
            let options = self.order.sorted_options(form, side)?;
            let enclosure = if options.len() == 1 { Enclosure::None } else { Enclosure::Braces };
            self.list(&options, enclosure)?;
            if side == Side::Left {
                self.push(self.vocabulary.bars[bars - 1])?;
            }
        }
        self.push(close)
    }

    fn list(&mut self, options: &[CanonicalForm], enclosure: Enclosure) -> Result<(), ValueError> {
        for (index, &option) in options.iter().enumerate() {
            if index > 0 {
                self.push(",")?;
            }
            with_stack(|| self.value(option, enclosure))?;
        }
        Ok(())
    }

    /// How many bars separate the options of a form: one more than in any option without braces.
    fn bars(&mut self, form: CanonicalForm) -> Result<usize, ValueError> {
        if let Some(&known) = self.bars.get(&form) {
            return Ok(known);
        }
        let bars = match self.shape(form)? {
            Shape::Options => with_stack(|| self.bars_by_options(form))?,
            _ => 0,
        };
        self.bars.insert(form, bars);
        Ok(bars)
    }

    fn bars_by_options(&mut self, form: CanonicalForm) -> Result<usize, ValueError> {
        let mut bars = 1;
        for side in [Side::Left, Side::Right] {
            if let [only] = self.store.options(form, side)?[..] {
                let inner = self.bars(only)?;
                bars = bars.max(if inner == MOST_BARS { 1 } else { inner + 1 });
            }
        }
        Ok(bars)
    }

    /// A form by nothing but numbers, braces and bars.
    fn expanded(&mut self, form: CanonicalForm) -> Result<(), ValueError> {
        if let Some(number) = self.store.as_number(form) {
            return self.number(number);
        }
        for (side, before) in [(Side::Left, "{"), (Side::Right, "|")] {
            self.push(before)?;
            for (index, &option) in self.order.sorted_options(form, side)?.iter().enumerate() {
                if index > 0 {
                    self.push(",")?;
                }
                with_stack(|| self.expanded(option))?;
            }
        }
        self.push("}")
    }
}
