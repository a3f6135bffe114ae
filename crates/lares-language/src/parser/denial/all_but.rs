//! "No" before what is left out: "lights on in Mia's room, no fairy lights", "all the lights off but no the island". The
//! same word takes back what was said before it ("turn on the lights, no, the fan").

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::lexicon::{Place, Sense, lexicon};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::Noun;

/// The words with each such "no" as one that leaves out.
pub(super) fn leaving_out<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let found = (1..tokens.len()).find(|&index| leaves_out(text, &tokens, index));
    let Some(index) = found else { return tokens };
    let mut tokens = tokens.into_owned();
    if let Some(token) = tokens.get_mut(index) {
        token.senses = SmallVec::from_iter([Sense::Except(Place::Before)]);
    }
    // The pause before it ends no order.
    if index > 1 && tokens.get(index - 1).is_some_and(|before| before.separator() == Some(false)) {
        tokens.remove(index - 1);
    }
    Cow::Owned(tokens)
}

/// Whether a word is a "no" directly before some of what stands before it in the plural, with nothing to do behind it.
fn leaves_out(text: &[char], tokens: &[Token], index: usize) -> bool {
    let Some(token) = tokens.get(index).filter(|token| token.correction().is_some()) else { return false };
    let said = text_of(text, token.start, token.end);
    if said != "no" {
        return false;
    }
    let (before, behind) = (&tokens[..index], &tokens[index + 1..]);
    let but = before.last().is_some_and(|last| {
        let last = text_of(text, last.start, last.end);
        last == "but" || last == "and"
    });
    let clause = behind.iter().take_while(|token| token.separator().is_none());
    let acts = |token: &Token| token.verb().is_some() && !token.is_target() || token.value().is_some();
    let Some(first) = behind.first().filter(|first| but || first.start == token.end + 1) else {
        return false;
    };
    let Some(last) = clause.clone().last() else { return false };
    if clause.clone().any(acts) || !(first.is_target() || but) || clause.count() > 3 {
        return false;
    }
    let Some(some) = last.noun().or_else(|| noun_at_the_end(text, last)) else { return false };
    before.iter().any(|token| {
        let plural = text_of(text, token.start, token.end).ends_with('s');
        token.noun().is_some_and(|all| plural && lexicon().is_a(some, all))
    })
}

/// The kind that the last word of a name says.
fn noun_at_the_end(text: &[char], token: &Token) -> Option<Noun> {
    let said = text.get(token.start..token.end)?;
    let last = said.rsplit(|letter| *letter == ' ').next()?;
    lexicon().lookup(last)?.iter().find_map(|sense| match sense {
        Sense::Noun(noun) => Some(*noun),
        _ => None,
    })
}
