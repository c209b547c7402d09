//! Independent regions of a position.
//!
//! **Components.** Let T be a set of jumps (from, over, to) that contains every jump possible in any
//! position reachable from P, and link the three cells of each. Then P is the sum of its restrictions to
//! the components of this linkage. *Proof.* Whether a jump is legal depends on its three cells only,
//! and so does what it changes; all three lie in one component, and a multiple jump is a chain of jumps
//! each of which shares its landing cell with the next. So a move changes one component, and the moves
//! in a component depend on it alone. ∎ A stone in no jump of T never moves, is never taken, and its
//! cell is never landed on: it is as good as a hole. The module `reach` computes such a T.
//!
//! **Groups.** Let S(G) contain every cell where a stone of the group G may stand when all other groups
//! are lifted off the board. If for i ≠ j the sets S(Gᵢ) and S(Gⱼ) are disjoint, and no cell of S(Gⱼ)
//! neighbours one of S(Gᵢ) with a cell right behind it that may ever be empty, then P = G₁ + … + G_k.
//! *Proof.* By induction on play the stones of each group stand where they could in isolation. Let a
//! stone of Gᵢ at a jump over b to c. Were b a stone of another Gⱼ, then b ∈ S(Gⱼ) would neighbour
//! a ∈ S(Gᵢ) with the empty cell c behind it. So b belongs to Gᵢ, and the jump is one of Gᵢ alone.
//! Conversely a jump of Gᵢ alone lands on c ∈ S(Gᵢ), which no other group ever occupies. So the moves
//! of P are the disjoint union of those of the groups. ∎ Taking the union of groups that might
//! interfere is always safe.
//!
//! Sets that bound where stones may stand come from coloured reachability and from Conway's pagoda
//! function (module `penetration`).

mod line;
mod normal_form;
mod penetration;
mod reach;
mod rectangle;
mod split;
mod stones;

pub use line::{connected_rows, passing_stones};
pub use normal_form::{
    GeneralRegion, NormalForm, RegionKey, black_is_odd, normalise_row, normalise_square, normalise_wide,
};
pub use penetration::Penetration;
pub use rectangle::BoxedRegion;
pub use split::{Part, Parts, split};
pub use stones::{Checkered, Chessboard, Coloured, Stones, for_each_move};
