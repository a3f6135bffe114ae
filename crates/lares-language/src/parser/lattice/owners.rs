//! Whose something is: 桐桐的空调 is the one in 桐桐's room, 桐桐的奶瓶 is nothing of the home's, and no place either.

use super::{Lattice, Path};
use crate::lexicon::Sense;

impl Lattice<'_> {
    /// Takes the room away from an owner whose thing nobody knows. Says whether there was one.
    pub(super) fn without_unknown_owned(&mut self, path: &Path) -> bool {
        let before = self.edges.len();
        for (index, token) in path.tokens.iter().enumerate() {
            let owner = token.home_room().is_some() && self.text.get(token.end - 1) == Some(&'的');
            let mut behind = path.tokens[index + 1..].iter().take_while(|next| next.separator().is_none());
            let owned = behind.any(|next| next.is_target() || next.reference().is_some());
            let unknown = path.tokens.get(index + 1).is_some_and(|next| next.is_unknown());
            if owner && (unknown || !owned) {
                self.edges.retain(|edge| {
                    (edge.start, edge.end) != (token.start, token.end)
                        || !matches!(edge.sense, Sense::HomeRoom(_))
                });
            }
        }
        self.edges.len() < before
    }
}
