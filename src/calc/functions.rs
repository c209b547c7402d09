//! The functions of the calculator.
//!
//! A property of one value that [`Property`] lists is a function without a line here. The others are in
//! [`OTHERS`]: a line each, with what computes them.

use super::{Calculator, CalculatorProblem, Sum, Value};
use crate::board::{Position, Rules};
use crate::value::notation::{Located, Notation};
use crate::value::{
    CanonicalForm, Dyadic, NumberUpStar, Property, PropertyValue, Rational, Side, ValueError, Wall,
};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A function of the calculator.
pub struct Function {
    name: String,
    parameters: &'static [&'static str],
    meaning: &'static str,
    apply: Apply,
}

enum Apply {
    Property(Property),
    Other(fn(&mut Call<'_, '_>) -> Answer),
}

/// What a function answers.
type Answer = Result<Value, Fault>;

/// What is wrong with a call, and with which of its arguments.
struct Fault {
    argument: Option<usize>,
    problem: CalculatorProblem,
}

impl<P: Into<CalculatorProblem>> From<P> for Fault {
    fn from(problem: P) -> Fault {
        Fault { argument: None, problem: problem.into() }
    }
}

/// A function that is no property: name, parameters, those ending in `?` optional, and meaning.
type Other = (&'static str, &'static [&'static str], &'static str, fn(&mut Call<'_, '_>) -> Answer);

const OTHERS: &[Other] = &[
    ("Konane", &["position", "rules?"], "the value of a position in quotation marks", konane),
    ("Options", &["G"], "the canonical options of both players", options),
    ("Cool", &["G", "t"], "G cooled by t: every move costs t more", |call| {
        let (form, t) = (call.form(0)?, call.number(1)?);
        let cooled = call.calculator.analysis.cool(form, t);
        call.game(cooled)
    }),
    ("Heat", &["G", "t"], "G heated by t: every move earns t more", |call| {
        call.game(call.store().heat(call.form(0)?, call.form(1)?))
    }),
    ("Overheat", &["G", "s", "t"], "G overheated from s to t: integers n become n*s", |call| {
        call.game(call.store().overheat(call.form(0)?, call.form(1)?, call.form(2)?))
    }),
    ("OrdinalSum", &["G", "H"], "G:H, where a move in G ends H", |call| {
        call.game(call.store().ordinal_sum(call.form(0)?, call.form(1)?))
    }),
    ("NortonProduct", &["G", "U"], "the Norton product of G by a unit U > 0", |call| {
        call.game(call.store().norton_product(call.form(0)?, call.form(1)?))
    }),
    ("ConwayProduct", &["G", "H"], "Conway's product of the canonical forms", |call| {
        call.game(call.store().conway_product(call.form(0)?, call.form(1)?))
    }),
    ("Pow", &["G", "n"], "the n-th power of G = {0|H}, such as ^.Pow(3) = ^<3>", |call| {
        call.game(call.store().pow(call.form(0)?, call.count(1)?))
    }),
    ("PowTo", &["G", "n"], "the sum of the first n powers of G, such as ^.PowTo(3) = ^[3]", |call| {
        call.game(call.store().pow_to(call.form(0)?, call.count(1)?))
    }),
    ("Tiny", &["G"], "{0||0|-G}", |call| call.game(call.store().tiny(call.form(0)?))),
    ("Miny", &["G"], "{G|0||0}, the negative of Tiny(G)", |call| call.game(call.store().miny(call.form(0)?))),
    ("Up", &["n"], "the multiple n*^", |call| {
        let up = NumberUpStar { number: Dyadic::ZERO, up: 1, star: 0 };
        let up = call.store().make_number_up_star(up)?;
        call.game(call.store().multiple(call.integer(0)?, up))
    }),
    ("Down", &["n"], "the multiple n*v", |call| {
        let down = NumberUpStar { number: Dyadic::ZERO, up: -1, star: 0 };
        let down = call.store().make_number_up_star(down)?;
        call.game(call.store().multiple(call.integer(0)?, down))
    }),
    ("Switch", &["G"], "+-G = {G|-G}", |call| {
        let form = call.form(0)?;
        call.game(call.store().from_options(&[form], &[-form]))
    }),
    ("Thermograph", &["G"], "both walls of the thermograph, each corner as temperature:value", thermograph),
    ("Nimber", &["n"], "the nimber *n", |call| call.game(call.store().nimber(call.count(0)?))),
];

/// Other names, as CGSuite or the literature has them.
const ALIASES: &[(&str, &str)] = &[
    ("CanonicalForm", "Value"),
    ("OutcomeClass", "Outcome"),
    ("Rcf", "ReducedCanonicalForm"),
    ("NortonMultiply", "NortonProduct"),
    ("ConwayMultiply", "ConwayProduct"),
    ("Star", "Nimber"),
];

/// All functions in the order of their names, and where each name without `_` and capitals leads.
static FUNCTIONS: LazyLock<(Vec<Function>, HashMap<String, usize>)> = LazyLock::new(|| {
    let mut functions: Vec<Function> = (OTHERS.iter())
        .map(|&(name, parameters, meaning, apply)| Function {
            name: name.to_owned(),
            parameters,
            meaning,
            apply: Apply::Other(apply),
        })
        .collect();
    for &property in Property::ALL {
        let name = capitalised(property.name());
        let apply = Apply::Property(property);
        functions.push(Function { name, parameters: &["G"], meaning: property.meaning(), apply });
    }
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    let mut places: HashMap<String, usize> =
        functions.iter().enumerate().map(|(place, function)| (plain(&function.name), place)).collect();
    for (alias, name) in ALIASES {
        if let Some(&place) = places.get(&plain(name)) {
            places.entry(plain(alias)).or_insert(place);
        }
    }
    (functions, places)
});

/// A name without what does not matter in names of functions.
fn plain(name: &str) -> String {
    name.chars().filter(|&c| c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// `LeftStop` for `left_stop`.
fn capitalised(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}

impl Function {
    /// All functions, in the order of their names.
    pub fn all() -> &'static [Function] {
        &FUNCTIONS.0
    }

    /// The function of this name, in any capitals and with or without `_`.
    pub fn named(name: &str) -> Option<&'static Function> {
        FUNCTIONS.1.get(&plain(name)).map(|&place| &FUNCTIONS.0[place])
    }

    /// The name as the documentation has it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with the parameters, such as `Cool(G, t)`; a `?` is behind those that may be left out.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }

    /// What it means, in a line.
    pub fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn takes(&self, arguments: usize) -> bool {
        let required = self.parameters.iter().filter(|parameter| !parameter.ends_with('?')).count();
        (required..=self.parameters.len()).contains(&arguments)
    }
}

/// A function at work.
pub(super) struct Call<'c, 's> {
    calculator: &'c mut Calculator<'s>,
    arguments: Vec<Located<Value>>,
}

impl<'c, 's> Call<'c, 's> {
    /// The result of a function whose name stands at `start`.
    pub(super) fn make(
        calculator: &'c mut Calculator<'s>,
        function: &Function,
        start: usize,
        arguments: Vec<Located<Value>>,
    ) -> Result<Value, Located<CalculatorProblem>> {
        if !function.takes(arguments.len()) {
            let (signature, found) = (function.signature(), arguments.len());
            return Err(Located { start, it: CalculatorProblem::ArgumentCount { signature, found } });
        }
        let mut call = Call { calculator, arguments };
        let answer = match function.apply {
            Apply::Property(property) => call.property(property),
            Apply::Other(apply) => apply(&mut call),
        };
        answer.map_err(|Fault { argument, problem }| {
            let argument = argument.and_then(|index| call.arguments.get(index));
            Located { start: argument.map_or(start, |argument| argument.start), it: problem }
        })
    }

    fn store(&self) -> &'s crate::value::ValueStore {
        self.calculator.store
    }

    fn form(&self, index: usize) -> Result<CanonicalForm, Fault> {
        let form = sum(&self.arguments, index)?.canonical_form(self.store());
        form.map_err(|error| Fault { argument: Some(index), problem: error.into() })
    }

    fn number(&self, index: usize) -> Result<Dyadic, Fault> {
        let form = self.form(index)?;
        self.store().as_number(form).ok_or_else(|| self.unfit_form(index, "a number", form))
    }

    fn integer(&self, index: usize) -> Result<i64, Fault> {
        let form = self.form(index)?;
        let number = self.store().as_number(form).filter(|number| number.is_integer());
        number.map(Dyadic::numerator).ok_or_else(|| self.unfit_form(index, "an integer", form))
    }

    fn count(&self, index: usize) -> Result<u32, Fault> {
        let integer = self.integer(index)?;
        u32::try_from(integer)
            .map_err(|_| unfit(index, "an integer from 0 to 4294967295", &integer.to_string()))
    }

    fn text(&self, index: usize) -> Result<&str, Fault> {
        match &self.arguments[index].it {
            Value::Text(text) => Ok(text),
            other => Err(unfit(index, "a text in quotation marks", other.kind())),
        }
    }

    fn unfit_form(&self, index: usize, expected: &'static str, form: CanonicalForm) -> Fault {
        let text = self.store().display(form, Notation::Cgsuite).to_string();
        let found = if text.len() <= MOST_SHOWN { text } else { "a game".to_owned() };
        unfit(index, expected, &found)
    }

    /// A form as the answer.
    fn game(&self, form: Result<CanonicalForm, ValueError>) -> Answer {
        Ok(self.calculator.game_of(form?))
    }

    fn rational(&self, number: Rational) -> Answer {
        let number = Dyadic::from_rational(number).ok_or(ValueError::NumberOverflow)?;
        self.game(self.store().number(number))
    }

    fn property(&mut self, property: Property) -> Answer {
        let sum = sum(&self.arguments, 0)?;
        match self.calculator.property(property, sum)? {
            PropertyValue::Truth(truth) => Ok(Value::Truth(truth)),
            PropertyValue::Number(number) => self.rational(number),
            PropertyValue::Form(form) => self.game(Ok(form)),
            PropertyValue::Forms(forms) => Ok(Value::List(forms)),
            PropertyValue::Count(count) => match i64::try_from(count) {
                Ok(count) => self.game(self.store().integer(count)),
                Err(_) => Ok(Value::Text(count.to_string())),
            },
            other => Ok(Value::Text(other.text(self.store(), Notation::Cgsuite)?)),
        }
    }
}

/// The argument of this index as a game, or what is wrong with it.
fn sum(arguments: &[Located<Value>], index: usize) -> Result<&Sum, Fault> {
    match &arguments[index].it {
        Value::Game(sum) => Ok(sum),
        other => Err(unfit(index, "a game", other.kind())),
    }
}

/// Bytes of a value's text that an error shows at most.
const MOST_SHOWN: usize = 40;

fn unfit(index: usize, expected: &'static str, found: &str) -> Fault {
    let problem = CalculatorProblem::Expected { expected, found: found.to_owned() };
    Fault { argument: Some(index), problem }
}

fn thermograph(call: &mut Call<'_, '_>) -> Answer {
    let summands = sum(&call.arguments, 0)?.summands(call.store())?;
    let thermograph = call.calculator.analysis.thermograph_of_sum(&summands)?;
    let wall = |wall: &Wall| PropertyValue::Corners(wall.corners().collect());
    let left = wall(thermograph.left_wall()).text(call.store(), Notation::Cgsuite)?;
    let right = wall(thermograph.right_wall()).text(call.store(), Notation::Cgsuite)?;
    Ok(Value::Text(format!("left wall {left}, right wall {right}")))
}

fn options(call: &mut Call<'_, '_>) -> Answer {
    let form = call.form(0)?;
    let mut options = call.store().options(form, Side::Left)?;
    options.extend(call.store().options(form, Side::Right)?);
    let mut options = options.into_vec();
    call.store().sort_structurally(&mut options)?;
    options.dedup();
    Ok(Value::List(options))
}

fn konane(call: &mut Call<'_, '_>) -> Answer {
    let fault = |index, problem| Fault { argument: Some(index), problem };
    let position: Position =
        call.text(0)?.parse().map_err(|error| fault(0, CalculatorProblem::Position(error)))?;
    let rules = match call.arguments.len() {
        1 => Rules::MultiJump,
        _ => call.text(1)?.parse().map_err(|error| fault(1, CalculatorProblem::Rules(error)))?,
    };
    Ok(Value::Game(call.calculator.position(&position, rules)?))
}
