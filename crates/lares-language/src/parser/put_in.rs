//! What somebody has put into a machine, told before what it is to do: 衣服搁干衣机里了，开始烘吧. The machine is meant, and nothing of
//! what is in it.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::ends_with;

/// Who puts something somewhere does it with one of these.
const PUTS: [&str; 22] = [
    "搁", "放", "塞", "丢", "扔", "装", "倒", "摆", "搁到", "放到", "塞到", "丢到", "扔到", "装到", "放进",
    "塞进", "扔进", "丢进", "装进", "倒进", "摆进", "都放",
];
/// And says with one of these that it is done.
const WITHIN: [&[char]; 12] = [
    &['里'],
    &['里', '头'],
    &['里', '面'],
    &['里', '边'],
    &['进', '去'],
    &['里', '了'],
    &['里', '头', '了'],
    &['里', '面', '了'],
    &['了'],
    &['进', '去', '了'],
    &['里', '边', '了'],
    &['头', '了'],
];
/// So many letters at most say what was put there.
const LONGEST: usize = 10;

/// The words of such a clause without what was put there, where something is told behind it.
pub(super) fn without_contents<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let Some(end) = tokens.iter().position(|token| token.separator().is_some()) else { return tokens };
    let (clause, behind) = tokens.split_at(end);
    let Some(place) = clause.iter().position(|token| token.noun().is_some() || token.name().is_some()) else {
        return tokens;
    };
    let (Some(first), Some(machine)) = (clause.first(), clause.get(place)) else { return tokens };
    let before = text.get(first.start..machine.start).unwrap_or_default();
    let put = before.len() > 1 && before.len() <= LONGEST && PUTS.iter().any(|puts| ends_with(before, puts));
    let last = clause.last().map_or(machine.end, |last| last.end);
    let within = WITHIN.contains(&text.get(machine.end..last).unwrap_or_default());
    let contents = clause.get(..place).unwrap_or_default();
    let plain = contents.iter().all(|token| token.negation().is_none() && token.question().is_none());
    let told = behind.iter().any(|token| token.verb().is_some() || token.value().is_some());
    if !put || !within || !plain || !told {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    tokens.drain(place + 1..end);
    tokens.drain(..place);
    Cow::Owned(tokens)
}
