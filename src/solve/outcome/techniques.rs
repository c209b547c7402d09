//! What the search uses besides proof numbers, each of which can be left out.
//!
//! Nothing here changes an answer; it is left out to measure what it is worth, and in tests.

/// What the search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Images under the board's symmetries, with the players exchanged where colours are, count as one position.
    pub symmetries: bool,
    /// Regions of few stones are taken off the board, and their values added up beside it.
    pub region_values: bool,
    /// The odds guessed from windows of the board order the search.
    pub guessed_odds: bool,
    /// The number of ways to move orders the search.
    pub mobility: bool,
    /// Safe moves are compared with the value beside the board.
    pub safe_moves: bool,
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques {
        symmetries: true,
        region_values: true,
        guessed_odds: true,
        mobility: true,
        safe_moves: true,
    };

    /// All but one, for each, with its name.
    pub fn each_left_out() -> [(&'static str, Techniques); 5] {
        let all = Techniques::ALL;
        [
            ("symmetries", Techniques { symmetries: false, ..all }),
            ("region values", Techniques { region_values: false, ..all }),
            ("guessed odds", Techniques { guessed_odds: false, ..all }),
            ("mobility", Techniques { mobility: false, ..all }),
            ("safe moves", Techniques { safe_moves: false, ..all }),
        ]
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}
