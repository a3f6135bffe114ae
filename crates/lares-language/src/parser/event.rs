//! What happens, told before an order and without a word for a condition: "front door opens, porch light on",
//! 水槽下面一漏水，燃气阀关掉.

use lares_home::{Act, catalogue::catalogue};

use super::condition::{clause_begin, sensed_value};
use super::lattice::Token;
use crate::lexicon::lexicon;
use crate::vocabulary::{HomeVocabulary, Noun};

/// The clause that tells what happens, where another clause behind it gives the order.
pub(super) fn event_clause(
    tokens: &[Token],
    start: usize,
    index: usize,
    text: &[char],
    vocabulary: &HomeVocabulary,
) -> Option<(usize, usize)> {
    let begin = clause_begin(tokens, start, index);
    let end = index + tokens[index..].iter().position(|token| token.separator().is_some())?;
    let clause = &tokens[begin..end];
    let behind = &tokens[end + 1..];
    let next = behind.iter().position(|token| token.separator().is_some()).unwrap_or(behind.len());
    let mut ordered = behind[..next]
        .iter()
        .any(|token| token.verb().is_some() || token.value().is_some() || token.level().is_some());
    ordered &= !behind[..next].iter().any(|token| token.question().is_some() && token.verb().is_none());
    let asks = clause.iter().any(|token| token.question().is_some() && token.comparison().is_none());
    let placed = clause.iter().any(Token::is_target);
    if !tells_event(&tokens[index], text) && moves(clause, text, vocabulary) {
        return None;
    }
    // "Open the garage, I mean close it", "the rail still on, off it": an order, and how it is now.
    let leads = index == begin && text[tokens[index].start].is_ascii() && tokens[index].verb().is_some();
    let corrected = behind
        .iter()
        .find(|token| token.particle().is_none())
        .is_some_and(|token| token.correction().is_some());
    let still = clause.iter().any(|token| text[token.start..token.end] == ['s', 't', 'i', 'l', 'l']);
    if (leads || still) && !tells_event(&tokens[index], text) || corrected && leads {
        return None;
    }
    let known = clause.iter().filter(|token| token.is_unknown()).count() < 2;
    // "There's water pouring out shut the stopcock": an order behind what happens.
    let order = index + 1 < end
        && (index + 1..end).any(|place| {
            let verb =
                tokens[place].verb().is_some_and(|verb| !verb.chinese && !verb.weak && !verb.acts.is_empty());
            let article = tokens.get(place + 1).is_some_and(|next| {
                matches!(text.get(next.start..next.end), Some(['t', 'h', 'e'] | ['m', 'y'] | ['o', 'u', 'r']))
            });
            verb && article && tokens.get(place + 2).is_some_and(Token::is_target)
        });
    if order {
        return None;
    }
    let acts = clause.iter().any(|token| {
        token.object_marker().is_some()
            || token.verb().is_some_and(|verb| !verb.acts.is_empty())
                && token.state().is_none()
                && token.noun().is_none()
                && token.name().is_none()
                && !tells_event(token, text)
                && (!at_once(tokens, index, text) || token.start != tokens[index].start)
    });
    (ordered && placed && known && !asks && !acts).then_some((begin, end))
}

/// "Curtains shut, lamp off", "garage shut, side door locked": what is moved at a word does not happen to be so. What opens
/// a way in is no order where it may be what happens: "front door open, hall light on".
pub(super) fn moves(clause: &[Token], text: &[char], vocabulary: &HomeVocabulary) -> bool {
    let lexicon = lexicon();
    let is = |noun: Noun, kinds: &[&str]| {
        kinds.iter().filter_map(|kind| lexicon.noun(kind)).any(|kind| lexicon.is_a(noun, kind))
    };
    let of_kind = |kinds: &[&str]| {
        clause.iter().any(|token| {
            token.noun().is_some_and(|noun| is(noun, kinds))
                || token.senses.iter().any(|sense| {
                    vocabulary
                        .devices_of_sense(sense)
                        .any(|device| vocabulary.device_nouns(device).iter().any(|&noun| is(noun, kinds)))
                })
        })
    };
    let shuts = |token: &Token| {
        token.verb().is_some_and(|verb| {
            !verb.chinese
                && matches!(verb.acts.first(), Some(Act::Close | Act::Lock))
                && token.noun().is_none()
        })
    };
    let only_shuts = clause.iter().any(shuts) && !clause.iter().any(|token| tells_event(token, text));
    of_kind(&["window_covering"]) || only_shuts && of_kind(&["lock", "garage_door", "gate", "door"])
}

/// A verb in the third person: "opens", "leaves".
pub(super) fn tells_event(token: &Token, text: &[char]) -> bool {
    let said = &text[token.start..token.end];
    let third = said.len() > 3 && said.iter().all(char::is_ascii) && said.last() == Some(&'s');
    let tells = token.state().is_some()
        || token.verb().is_some_and(|verb| !verb.chinese && !verb.acts.is_empty()) && !said.contains(&' ');
    token.noun().is_none() && third && tells
}

/// 一漏水, 大门一开: what happens and ends its clause, said with 一.
pub(super) fn at_once(tokens: &[Token], index: usize, text: &[char]) -> bool {
    let token = &tokens[index];
    let ends = tokens.get(index + 1).is_some_and(|next| next.separator().is_some());
    let parted = index > 0 && text[tokens[index - 1].start..tokens[index - 1].end] == ['一'];
    ends && token.noun().is_none()
        && (token.state().is_some() && text[token.start] == '一'
            || parted && token.verb().is_some_and(|verb| verb.chinese && !verb.weak && verb.nouns.is_empty()))
}

/// "smoke in the kitchen", "no motion upstairs": what a sensor tells, named and not told. Only in English: 漏水了 is what
/// has happened.
pub(super) fn senses(token: &Token, text: &[char], vocabulary: &HomeVocabulary) -> bool {
    const SENSED: [&str; 6] = ["motion", "smoke", "water_leak", "gas_leak", "rain", "open_state"];
    let of_value = || sensed_value(token).and_then(|value| value.property);
    let property = token.state().map(|state| state.property).or_else(of_value);
    let id = property.and_then(|property| catalogue().property_entry(property)).map_or("", |entry| entry.id);
    // "Fire off, big light off" where there is an electric fire.
    let is_thing = token.name().is_some() || token.noun().is_some_and(|noun| vocabulary.has_noun(noun));
    SENSED.contains(&id) && text[token.start].is_ascii() && !is_thing
}

/// "Outside light on, byre door shut": what a list of orders began with.
pub(super) fn lists_orders(before: &[Token], text: &[char]) -> bool {
    let Some(end) = before.iter().rposition(|token| token.separator().is_some()) else { return false };
    let clause = before.get(..end).unwrap_or_default();
    clause.iter().any(Token::is_target)
        && clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.acts.is_empty()))
        && !clause.iter().any(|token| tells_event(token, text) || token.condition().is_some())
}
