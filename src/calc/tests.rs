//! Tests of the language and of the functions.

use super::{Calculator, CalculatorError, CalculatorProblem, Function, Value};
use crate::solve::{Monitor, SolveError};
use crate::value::notation::Notation;
use crate::value::{CanonicalForm, Property, StoreLimits, ValueError, ValueStore};
use proptest::prelude::*;

/// The results of a text, as texts.
fn try_run(text: &str) -> Result<Vec<String>, CalculatorError> {
    let (store, monitor) = (ValueStore::new(), Monitor::new());
    let mut calculator = Calculator::new(&store, &monitor, None);
    let results = calculator.run(text)?;
    Ok(results.iter().map(|value| calculator.text(value, Notation::Cgsuite).unwrap()).collect())
}

fn run(text: &str) -> String {
    try_run(text).unwrap_or_else(|error| panic!("{text}: {error}")).join("; ")
}

fn complaint(text: &str) -> String {
    try_run(text).expect_err(text).to_string()
}

#[test]
fn values_are_read_as_in_the_notation() {
    for text in ["3*2", "3*^", "3.^*", "-1^", "+-1^", "2 Tiny(2)", "{3|||2||1|0,*||||-1/2}", "3+-1", "^<2>*"]
    {
        let store = ValueStore::new();
        let form = store.parse(text).unwrap();
        assert_eq!(run(text), store.text(form, Notation::Cgsuite).unwrap(), "{text}");
    }
}

#[test]
fn precedence_of_operators() {
    for (text, same) in [
        ("^:*:1", "(^:*):1"),
        ("-^:*", "-(^:*)"),
        ("+-1:*", "+-(1:*)"),
        ("^ + ^:*", "^ + (^:*)"),
        ("^:2*1", "^:(2*1)"),
        ("^:*+*", "(^:*)+*"),
        ("^:-*:1", "^:(-(*:1))"),
        ("(2)*^:1", "(2*^):1"),
        ("x := ^; 3*x:1", "(3.^):1"),
        ("x := ^; -x*2", "vv"),
        ("x := ^; 1-x*2-x", "1v3"),
        ("x := ^; (x*2)*3", "^6"),
        ("x := ^; 2·x×3", "^6"),
        ("x := 4; 1/2*x", "2"),
        ("x := {4|2}; x*-2 + 12", "6"),
        ("x := {4|2}; 3×-x", "-9+-1"),
        ("(2)*(3)", "6"),
        ("{2|0}*2", "2"),
        ("^* *2", "^^"),
        ("+-(1,1*)", "+-{1,1*}"),
        ("-^.Pow(2)", "v<2>"),
        ("2 + {4|2}.Mean.Birthday", "5"),
        ("1:1", "2"),
        ("(-1):1", "-1/2"),
        ("1:-1", "1/2"),
    ] {
        assert_eq!(run(text), run(same), "{text}");
    }
}

#[test]
fn comparisons() {
    // What each comparison says of a game that is less, equal, greater, fuzzy.
    for (comparison, truths) in [
        ("==", [false, true, false, false]),
        ("!=", [true, false, true, true]),
        ("<=", [true, true, false, false]),
        (">=", [false, true, true, false]),
        ("<", [true, false, false, false]),
        (">", [false, false, true, false]),
        ("<>", [false, false, false, true]),
        ("<|", [true, false, false, true]),
        ("|>", [false, false, true, true]),
        ("≠", [true, false, true, true]),
        ("≤", [true, true, false, false]),
        ("≥", [false, true, true, false]),
        ("∥", [false, false, false, true]),
    ] {
        for (left, truth) in ["v", "*-*", "+1", "*"].into_iter().zip(truths) {
            let left = left.trim_start_matches('+');
            assert_eq!(run(&format!("{left} {comparison} 0")), truth.to_string(), "{left} {comparison} 0");
            assert_eq!(run(&format!("{left}{comparison}0")), truth.to_string(), "{left}{comparison}0");
        }
    }
    assert_eq!(run("^<2> < ^; ^<2 >*; ^<2; ^ < -2; ^<2+1"), "true; ^<2>*; true; false; true");
    assert_eq!(run("^[2]<^<2>"), "false");
    assert_eq!(run("(1 < 2) == (3 > 2); Outcome(*) == \"N\"; Options(*) == Options(^)"), "true; true; false");
    assert_eq!(run("3.Mean < 4 - 1/2"), "true");
}

#[test]
fn functions_by_every_name() {
    let texts =
        ["LeftStop({3|1})", "left_stop({3|1})", "LEFTSTOP({3|1})", "{3|1}.LeftStop", "{3|1}.left_stop()"];
    for text in texts {
        assert_eq!(run(text), "3", "{text}");
    }
    assert_eq!(run("OutcomeClass(*); Kind(^*); CanonicalForm(1+1)"), "N; number-up-star; 2");
    for function in Function::all() {
        assert!(std::ptr::eq(Function::named(function.name()).unwrap(), function));
    }
    assert!(Property::ALL.iter().all(|property| Function::named(property.name()).is_some()));
}

#[test]
fn known_results() {
    for (text, result) in [
        // Winning Ways, ch. 2 and 3.
        ("{0,*|0} == ^*", "true"),
        ("^ <> *; ^^ > *", "true; true"),
        ("{4||2|0}.LeftOptions; RightOptions({4||2|0}); Options(*2)", "[4]; [{2|0}]; [0,*]"),
        // Temperatures and cooling, ch. 6.
        ("Mean({3||2|1}); Temperature({3||2|1})", "9/4; 3/4"),
        ("Cool({4|1}, 1); Freeze({4|1}); {4|1}.Cool(2)", "{3|2}; 5/2*; 5/2"),
        ("Freeze({3||2*|1*})", "9/4*"),
        ("Heat(*, 1); Overheat(1/2, 1*, 1)", "+-1; {1|*}"),
        // Products and powers.
        ("NortonProduct(1/2, ^); NortonMultiply(3, ^); ConwayProduct(*2, *3)", "{^^*|v*}; ^3; *"),
        ("^.Pow(3); ^.PowTo(3); Pow(^, 1)", "^<3>; ^[3]; ^"),
        ("Tiny(3/2) == {0||0|-3/2}; x := 2; x.Tiny; x.Miny", "true; Tiny(2); Miny(2)"),
        ("Up(-3); Nimber(5)", "v3; *5"),
        // Ordinal sums, ch. 7.
        ("^:1 == {0,^|*}; *:*2; OrdinalSum(1, 1); OrdinalSum(*, 1) == ^*", "true; *3; 2; true"),
        // Atomic weights, ch. 8, and what is within an infinitesimal.
        ("AtomicWeight({1|^^||^}); {^3|vv}.AtomicWeight; {0||0|v3}.AtomicWeight", "2; {1|0}; 0"),
        ("IsAtomic({1|^3||^}); ReducedCanonicalForm({3||2*|1*}); Rcf(^*)", "false; {3||2|1}; 0"),
        ("Companion(^); Companion(Tiny(3/2))", "^*; {0,*||*|-3/2}"),
        ("Birthday(73/16v9*8); UptimalExpansion(^[4]); StopCount(*3)", "27; 0.1111; 18"),
        ("LeftIncentives({4|1}); Followers(*2); FollowerCount(*2)", "[{3|0}]; [0,*,*2]; 3"),
        // Positions.
        ("Konane(\".xo.\"); Konane(\".o.ox.x.\"); Konane(\".o.ox.x.\", \"single-jump\")", "*; *2; 0"),
        ("Konane(\"xo.ox|oxo..|x.xox|oxoxo\")", "1/4"),
    ] {
        assert_eq!(run(text), result, "{text}");
    }
}

#[test]
fn statements_and_variables() {
    assert_eq!(run("x := 1; X := 2; x + X // sum\n/* nothing */ x\n"), "3; 1");
    assert_eq!(run("g := {1|\n 0}\ng"), "{1|0}");
    assert_eq!(run("vx := 3; v_1 := vx + 1; v_1; v1"), "4; v");
    assert_eq!(run("x:=1;x:=x+x;x"), "2");
    assert_eq!(run("t := 1 < 2; t; l := Options(*2); l"), "true; [0,*]");
    assert_eq!(run(""), "");
}

#[test]
fn errors_point_at_the_character() {
    for (text, message) in [
        ("1 + foo", "column 5: unknown name \"foo\" (write foo := ... to give it a value)"),
        ("1 + Foo(2)", "column 5: unknown function \"Foo\""),
        ("{1|0}.Foo", "column 7: unknown function \"Foo\""),
        ("2*Mean", "column 3: a function needs its arguments: Mean(G)"),
        ("Cool(1)", "column 1: wrong number of arguments, 1: Cool(G, t)"),
        ("1.Cool(1, 2)", "column 3: wrong number of arguments, 3: Cool(G, t)"),
        ("Mean()", "column 1: wrong number of arguments, 0: Mean(G)"),
        ("Konane()", "column 1: wrong number of arguments, 0: Konane(position, rules?)"),
        ("Mean(1", "column 7: expected \",\" or \")\" but the text ends"),
        ("Mean(1,)", "column 8: expected a value but found \")\""),
        ("Cool(+-1, *)", "column 11: expected a number, not *"),
        ("Cool(+-1, -1)", "column 1: a game can be cooled only by more than -1"),
        ("^.Pow(1/2)", "column 7: expected an integer, not 1/2"),
        ("^.Pow(-1)", "column 7: expected an integer from 0 to 4294967295, not -1"),
        ("*.Pow(+-1 < 0)", "column 7: expected a game, not a truth value"),
        ("Pow(+-1, 2)", "column 1: only a game {0|H} with one option for each player has powers"),
        (
            "NortonProduct(+-1, -1)",
            "column 1: the Norton product needs a unit > 0, unless the game is an integer",
        ),
        ("1 + AtomicWeight({1|^3||^})", "column 5: the value is not atomic"),
        ("1 + (1 < 2)", "column 5: expected a game, not a truth value"),
        ("{Options(*)|0}", "column 1: expected a game, not a list of games"),
        (
            "x := ^; x * x",
            "column 9: one of two factors must be an integer (the Norton product is NortonProduct(G, U))",
        ),
        (
            "1/2*^",
            "column 1: one of two factors must be an integer (the Norton product is NortonProduct(G, U))",
        ),
        ("1 < 2 < 3", "column 7: a truth value cannot be compared with a game (a < b < c is not read)"),
        ("1 == \"x\"", "column 3: a game cannot be compared with a text"),
        ("1 = 2", "column 3: expected an operator or the end but found \"=\""),
        ("-1:1", "column 1: ambiguous: does the minus reach behind the number? (write (-1):G or -(1:G))"),
        (
            "2 + -3.^:1",
            "column 5: ambiguous: does the minus reach behind the number? (write (-1):G or -(1:G))",
        ),
        ("3 := 4", "column 1: only a name can be given a value: letters, digits and _, and not v, vv or v3"),
        (
            "1; v3 := 4",
            "column 4: only a name can be given a value: letters, digits and _, and not v, vv or v3",
        ),
        ("mean := 4", "column 1: mean is the name of a function and cannot be given a value"),
        ("Tiny := 4", "column 1: Tiny is the name of a function and cannot be given a value"),
        ("x := ", "column 5: expected a value but the text ends"),
        ("x := 1 := 2", "column 9: expected a value but found \"=\""),
        ("Konane(xo)", "column 8: unknown name \"xo\" (write xo := ... to give it a value)"),
        ("Konane(1)", "column 8: expected a text in quotation marks, not a game"),
        ("Konane(\"xo/o\")", "column 8: row 2 has length 1, but row 1 has length 2"),
        ("Konane(\"xo\", \"fast\")", "column 14: unknown rules \"fast\": use multi-jump or single-jump"),
        ("Konane(\"xo", "column 11: expected \"\\\"\" but the text ends"),
        (
            "1\n\n  {1|0|-1}",
            "line 3, column 7: ambiguous: two rows of bars of the same length (write as in {1||0|-1} or {1|{0|-1}})",
        ),
        ("↑; // é\n{⋆|\n 0} ^", "line 3, column 5: expected an operator or the end but found \"^\""),
        (
            "9223372036854775807 + 1",
            "column 23: number too large (numerators and denominators have at most 63 bits)",
        ),
        ("(1 + 2))", "column 8: expected an operator or the end but found \")\""),
        ("^*(2)", "column 2: a nimber is * followed by nothing or by a whole number"),
        ("x := ^; x*2*3", "column 12: ambiguous: star or multiplication? (write x*(2*) or (x*2)*3)"),
        (
            "^3.5",
            "column 3: decimal points are not read (fractions are written as in 5/2, multiples as in 2×5)",
        ),
        (
            "{1|0}.5",
            "column 6: decimal points are not read (fractions are written as in 5/2, multiples as in 2×5)",
        ),
        ("1; /* 2\n3", "column 4: a comment that does not end"),
        ("x² := 1", "column 1: only a name can be given a value: letters, digits and _, and not v, vv or v3"),
        ("3 x", "column 3: expected an operator or the end but found \"x\""),
    ] {
        assert_eq!(complaint(text), message, "{text}");
    }
}

/// ±1 + ±2 + ±4 + … + ±2²³, whose canonical form has millions of followers.
fn many_switches() -> String {
    let terms: Vec<String> = (0..24).map(|power| format!("+-{}", 1u32 << power)).collect();
    terms.join(" ")
}

#[test]
fn sums_are_lazy() {
    let sum = many_switches();
    let text = format!(
        "G := {sum}; G.Mean; Mean(3*G + 1); Temperature(G); G.LeftStop; H := G - ^; H - G; G == G; 2*G"
    );
    assert_eq!(run(&text), "0; 1; 8388608; 5592405; v; true; 0");
    let (store, monitor) = (ValueStore::new(), Monitor::new());
    let mut calculator = Calculator::new(&store, &monitor, None);
    assert_eq!(calculator.summands(&sum).unwrap().len(), 24);
    assert!(store.len() < 1000);
}

#[test]
fn summands_of_the_last_statement() {
    let (store, monitor) = (ValueStore::new(), Monitor::new());
    let mut calculator = Calculator::new(&store, &monitor, None);
    let switch = store.parse("{4|2}").unwrap();
    assert_eq!(calculator.summands("x := {4|2}; 1; 1 - 2*x + 3*x + -1"), Ok(vec![switch]));
    assert_eq!(calculator.summands("x - x"), Ok(vec![]));
    assert_eq!(calculator.summands("-1000*x").unwrap(), vec![-switch; 1000]);
    let many = store.multiple(65_537, switch).unwrap();
    assert_eq!(calculator.summands("65537*x"), Ok(vec![many]));
    for (text, message) in [
        ("1 < 2", "column 1: expected a game, not a truth value"),
        (" // nothing", "column 12: expected a game, not nothing"),
        ("1; x := 2", "column 10: expected a game, not nothing"),
    ] {
        assert_eq!(calculator.summands(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn counts_of_copies_do_not_wrap() {
    let text = "x := {3||2|1}; y := 4611686018427387904*x; Mean(y - y); y + y";
    let error = try_run(text).unwrap_err();
    assert_eq!(error.problem, CalculatorProblem::Value(ValueError::NumberOverflow));
    assert_eq!(run("x := +-1; y := 4611686018427387904*x; y + y + x"), "+-1");
}

#[test]
fn a_calculator_goes_on_after_interruption_and_errors() {
    let limits = StoreLimits { memory: Some(1 << 24), ..StoreLimits::default() };
    let (store, monitor) = (ValueStore::with_limits(limits), Monitor::new());
    let mut calculator = Calculator::new(&store, &monitor, Some(1 << 24));
    assert_eq!(calculator.run("x := {3||2|1}").unwrap(), []);
    monitor.stop();
    let error = calculator.run("y := 1; x + y").unwrap_err();
    assert_eq!(error.problem, CalculatorProblem::Solve(SolveError::Interrupted));
    monitor.resume();
    store.interrupt();
    let error = calculator.run("x + x + {9|x}").unwrap_err();
    assert_eq!(error.problem, CalculatorProblem::Value(ValueError::Interrupted));
    store.clear_interrupt();
    let error = calculator.run(&format!("{{{} | 0}}", many_switches())).unwrap_err();
    assert!(matches!(error.problem, CalculatorProblem::Value(ValueError::MemoryLimit(_))), "{error}");
    let results = calculator.run("x").unwrap();
    assert_eq!(calculator.text(&results[0], Notation::Cgsuite).unwrap(), "{3||2|1}");
}

/// On a thread with a small stack.
fn with_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn any_depth_is_read() {
    with_small_stack(|| {
        let depth = 100_000;
        let nested = |open: &str, middle: &str, close: &str| {
            try_run(&format!("{}{middle}{}", open.repeat(depth), close.repeat(depth)))
        };
        assert_eq!(nested("(", "^", ")").unwrap(), ["^"]);
        assert_eq!(nested("{0|", "0", "}").unwrap(), ["^99999"]);
        assert_eq!(nested("Mean(", "1", ")").unwrap(), ["1"]);
        assert_eq!(nested("", "1", ".Mean").unwrap(), ["1"]);
        assert_eq!(nested("-", "1", "").unwrap(), ["1"]);
        assert_eq!(nested("", "(1)", "*(1)").unwrap(), ["1"]);
        for open in ["{", "(", "Mean(", "0:", "1<", "-"] {
            let error = nested(open, "", "").unwrap_err();
            assert!(error.column() <= open.len() * depth + 1);
        }
    });
}

#[test]
fn long_lines_are_read() {
    assert_eq!(run(&format!("0{}", "+*".repeat(1 << 20))), "0");
    assert_eq!(run(&format!("1{}", " +-1".repeat(1 << 18))), "1");
    assert_eq!(run(&"v".repeat(1 << 20)), "v1048576");
    assert_eq!(run(&"1;".repeat(1 << 16)).len(), 3 * (1 << 16) - 2);
    assert!(complaint(&"x".repeat(1 << 20)).starts_with("column 1: unknown name"));
}

/// Tokens of the language, for texts that are nearly statements.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "|",
    "||",
    ",",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "+",
    "-",
    "+-",
    "*",
    "^",
    "v",
    "0",
    "1",
    "2",
    "/",
    ".",
    "×",
    ":",
    ":=",
    ";",
    "\n",
    "//",
    "/*",
    "*/",
    "\"",
    "==",
    "!=",
    "<=",
    "<>",
    "<|",
    "|>",
    "=",
    " ",
    "x",
    "y1",
    "Mean",
    "Cool(",
    "LeftOptions",
    "Tiny(",
    ".Mean",
    ".Pow(",
    "Konane(\"",
    "xo.",
    "Konane(\".xo.\")",
    "{1|0}",
    "{2|-1}",
    "x :=",
    "↑",
    "⋆",
    "±",
    "é",
    "Frobnicate",
    "1/2",
    "Options(",
    "^<2>",
];

fn check_any(text: &str) -> Result<(), TestCaseError> {
    let limits = StoreLimits { memory: Some(1 << 26), ..StoreLimits::default() };
    let (store, monitor) = (ValueStore::with_limits(limits), Monitor::new());
    let mut calculator = Calculator::new(&store, &monitor, Some(1 << 26));
    if let Err(error) = calculator.run(text) {
        let lines: Vec<&str> = text.split('\n').collect();
        prop_assert!((1..=lines.len()).contains(&error.line()), "{error}");
        prop_assert!((1..=lines[error.line() - 1].chars().count() + 1).contains(&error.column()), "{error}");
        prop_assert_eq!(error.to_string().lines().count(), 1);
    }
    Ok(())
}

fn game() -> impl Strategy<Value = String> {
    let leaf =
        prop::sample::select(&["0", "1", "-1/2", "*", "^", "v*2", "^<2>", "+-2", "2Tiny(1)", "{3||2|1}"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 12, 3, |inner| {
        let list = prop::collection::vec(inner, 0..3).prop_map(|options| options.join(","));
        (list.clone(), list).prop_map(|(left, right)| format!("{{{left}|||||{right}}}"))
    })
}

proptest! {
    #[test]
    fn nearly_statements_have_results_or_errors_that_name_a_place(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..16),
    ) {
        check_any(&tokens.concat())?;
    }

    #[test]
    fn any_text_has_results_or_an_error(text in any::<String>()) {
        check_any(&text)?;
    }

    /// The calculator prints what it reads and reads what it prints, as the notation does.
    #[test]
    fn printed_results_are_read_back(text in game(), other in game()) {
        let (store, monitor) = (ValueStore::new(), Monitor::new());
        let mut calculator = Calculator::new(&store, &monitor, None);
        let form = store.parse(&text).unwrap();
        for notation in [Notation::Cgsuite, Notation::Unicode, Notation::Braces] {
            let printed = store.text(form, notation).unwrap();
            let results = calculator.run(&printed).unwrap();
            prop_assert_eq!(calculator.text(&results[0], notation).unwrap(), printed);
        }
        let sum = store.add(form, store.multiple(-2, store.parse(&other).unwrap()).unwrap()).unwrap();
        let results = calculator.run(&format!("G := {text}; H := {other}; G - H*2")).unwrap();
        let Value::Game(lazy) = &results[0] else { panic!("a game") };
        prop_assert_eq!(lazy.canonical_form(&store).unwrap(), sum);
    }

    /// What is computed from the summands is what the canonical form of the sum has.
    #[test]
    fn properties_of_sums_are_those_of_their_canonical_forms(texts in prop::collection::vec(game(), 1..4)) {
        let (store, monitor) = (ValueStore::new(), Monitor::new());
        let mut calculator = Calculator::new(&store, &monitor, None);
        let sum = texts.join(" + ");
        let results = calculator.run(&sum).unwrap();
        let Value::Game(lazy) = &results[0] else { panic!("a game") };
        let form = lazy.canonical_form(&store).unwrap();
        let summands = lazy.summands(&store).unwrap();
        let folded = summands.iter().try_fold(CanonicalForm::ZERO, |sum, &summand| store.add(sum, summand));
        prop_assert_eq!(folded, Ok(form));
        for &property in Property::ALL {
            let answer = calculator.property(property, lazy);
            prop_assert_eq!(answer, calculator.analysis().property(property, form), "{}", property);
        }
    }
}
