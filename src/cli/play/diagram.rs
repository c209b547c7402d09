//! A board with its coordinates, as text.

use konane::board::Position;
use konane::picture::position::column_name;

/// The position with the names of columns above and the numbers of rows beside.
pub fn diagram(position: &Position) -> String {
    let width = column_width(position);
    let margin = row_margin(position);
    let names = (0..position.columns()).map(|column| format!(" {:>width$}", column_name(column)));
    let mut text = " ".repeat(margin) + &names.collect::<String>() + "\n";
    for row in 0..position.rows() {
        text += &format!("{:>margin$}", row + 1);
        for column in 0..position.columns() {
            text += &format!(" {:>width$}", position.cell(row, column).symbol());
        }
        text += "\n";
    }
    text
}

/// The width of a column without the space before it.
pub fn column_width(position: &Position) -> usize {
    column_name(position.columns() - 1).len()
}

/// The width of the numbers of rows.
pub fn row_margin(position: &Position) -> usize {
    position.rows().to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_have_their_names() {
        let position: Position = "xo./#.o".parse().unwrap();
        assert_eq!(diagram(&position), "  A B C\n1 x o .\n2 # . o\n");
        let long = Position::empty(1, 28).unwrap();
        let lines = diagram(&long);
        assert!(lines.starts_with("   A  B ") && lines.contains("  Z AA AB\n1  .  ."), "{lines}");
    }
}
