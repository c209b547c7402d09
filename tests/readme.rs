//! The README's console examples print what it says they print.

#[test]
fn readme_examples() {
    trycmd::TestCases::new().case("README.md");
}
