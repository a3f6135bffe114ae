//! Words that are someone else's: quoted, reported, told to someone.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::condition::orders;
use super::lattice::Token;
use super::pauses::is_complete;
use super::rhetorical::is_sent;
use super::tokens::ends_with;
use super::told_beside::begins_order;
use crate::lexicon::{Cue, Degree, Reference, Sense, Speech, lexicon};
use crate::vocabulary::is_han;

/// Words in quotes are someone else's, unless they are all that is said or only a name.
pub(super) fn without_quotes<'t>(text: &[char], tokens: &'t [Token]) -> (Cow<'t, [Token]>, bool) {
    let is_quote =
        |token: &Token| token.end - token.start == 1 && matches!(text[token.start], '"' | '“' | '”');
    let quotes: Vec<usize> = (0..tokens.len()).filter(|&index| is_quote(&tokens[index])).collect();
    if quotes.is_empty() {
        return (Cow::Borrowed(tokens), false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut quoted = false;
    let mut next = 0;
    for pair in quotes.chunks_exact(2) {
        let (open, close) = (pair[0], pair[1]);
        let inside = &tokens[open + 1..close];
        let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && !token.is_target();
        let is_name = inside.len() <= 2 && inside.iter().any(Token::is_target) && !inside.iter().any(orders);
        let is_all = open == 0 && close + 1 == tokens.len();
        kept.extend_from_slice(&tokens[next..open]);
        if is_name || is_all {
            kept.extend_from_slice(inside);
        } else {
            quoted = true;
        }
        next = close + 1;
    }
    kept.extend(tokens[next..].iter().filter(|token| !is_quote(token)).cloned());
    (Cow::Owned(kept), quoted)
}

/// The tokens without the clauses of which `is_told` holds, and whether there were any. A clause ends at a token of which
/// `parts` holds.
pub(super) fn without_clauses(
    tokens: Cow<'_, [Token]>,
    parts: impl Fn(&Token) -> bool,
    is_told: impl Fn(&[Token]) -> bool,
) -> (Cow<'_, [Token]>, bool) {
    let mut told: SmallVec<[(usize, usize); 2]> = SmallVec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        if tokens.get(index).is_none_or(&parts) {
            if is_told(tokens.get(start..index).unwrap_or_default()) {
                told.push((start, index));
            }
            start = index + 1;
        }
    }
    if told.is_empty() {
        return (tokens, false);
    }
    let mut index = 0;
    let mut tokens = tokens.into_owned();
    tokens.retain(|_| {
        let kept = !told.iter().any(|&(from, to)| (from..to).contains(&index));
        index += 1;
        kept
    });
    (Cow::Owned(tokens), true)
}

/// Sentences in which someone says something, is told something, or something is told: not for the home.
pub(super) fn without_reported_speech<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
) -> (Cow<'t, [Token]>, bool) {
    let tokens = without_who_complains(text, tokens);
    let tells =
        |token: &Token| matches!(token.speech(), Some(Speech::Reported | Speech::Addressed | Speech::Story));
    let reports = |tokens: &[Token]| {
        (0..tokens.len()).position(|index| {
            tells(&tokens[index])
                && !is_sent(text, tokens, index)
                && !is_purpose(text, &tokens[index])
                && !reminds(text, tokens, index)
                || says(text, tokens, index)
        })
    };
    if reports(&tokens).is_none() {
        return (tokens, false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut reported = false;
    for sentence in tokens.split_inclusive(|token| token.separator() == Some(true)) {
        let speech = reports(sentence);
        match speech {
            Some(position) => {
                reported = true;
                // 把灯打开，妈妈说饭好了: what was said before, in a clause of its own, still counts.
                let clause = sentence[..position].iter().rposition(|token| token.separator().is_some());
                if let Some(clause) = clause {
                    kept.extend_from_slice(&sentence[..=clause]);
                }
                if let Some(left) = left_as_it_is(text, &sentence[position..]) {
                    kept.extend(left);
                } else if let Some(order) = behind_complaint(text, &sentence[position..]) {
                    // 老婆说好热，冷气开二十六度: what is done about what someone complains of.
                    kept.extend_from_slice(order);
                }
            }
            None => kept.extend_from_slice(sentence),
        }
    }
    (Cow::Owned(kept), reported)
}

/// 把灯打开提醒我: what an order is for that stands before it in the clause, with nothing behind it that one is to be reminded of.
fn reminds(text: &[char], tokens: &[Token], index: usize) -> bool {
    let (before, rest) = tokens.split_at(index);
    let clause = before.iter().rposition(|token| token.separator().is_some()).map_or(0, |pause| pause + 1);
    let begins = rest
        .first()
        .is_some_and(|token| text.get(token.start..).is_some_and(|said| said.starts_with(&['提', '醒'])));
    let ends = rest.iter().skip(1).take_while(|token| token.separator().is_none()).all(|token| {
        token.particle().is_some() && token.verb().is_none() && !token.is_target() || token.person().is_some()
    });
    begins && ends && before.get(clause..).is_some_and(orders)
}

/// The words without who says that something is amiss, where that is a name of the home or no known word: 果果说冷，把空调打开.
fn without_who_complains<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let letters = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let complains = |index: usize, says: &Token| {
        let who = index.checked_sub(1).and_then(|before| tokens.get(before));
        let someone = who.is_some_and(|who| {
            who.end == says.start && (who.is_unknown() || who.name().is_some() && who.noun().is_none())
        });
        // 奶奶讲不冷
        let denied = tokens.get(index + 1).is_some_and(|what| what.negation().is_some());
        let what = tokens.get(index + 1 + usize::from(denied)).is_some_and(|what| {
            (what.start == says.end || denied)
                && (what.wish().is_some() || what.adjective().is_some() || what.degree() == Some(Degree::Too))
                && what.verb().is_none()
        });
        someone && what && matches!(letters(says), ['说' | '讲' | '喊' | '嫌'])
    };
    let place = tokens.iter().enumerate().position(|(index, token)| complains(index, token));
    let Some(place) = place else { return tokens };
    let begin = tokens[..place]
        .iter()
        .rposition(|token| !token.is_unknown() && token.name().is_none() || token.noun().is_some())
        .map_or(0, |before| before + 1);
    let kept = tokens[..begin].iter().chain(&tokens[place + 1..]);
    Cow::Owned(kept.cloned().collect())
}

/// The clauses behind one that someone only complains in, where they begin with what is to be done or to what.
fn behind_complaint<'t>(text: &[char], said: &'t [Token]) -> Option<&'t [Token]> {
    let end = said.iter().position(|token| token.separator().is_some())?;
    let complaint = said.get(1..end)?;
    // 医生说不能吹空调，把空调关了
    let forbids = complaint.iter().any(|token| token.negation().is_some());
    let complains =
        forbids || complaint.iter().any(|token| token.wish().is_some() || token.adjective().is_some());
    let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.weak);
    // 电视小声点: what is to become of it.
    let changes = |token: &Token| {
        orders(token)
            || token.value().is_some()
            || token.level().is_some()
            || token.adjective().is_some()
            || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
    };
    let rest = said.get(end + 1..)?;
    let first = rest.first()?;
    let begins = first.object_marker().is_some()
        || (first.noun().is_some() || first.name().is_some() || first.home_room().is_some())
            && first.person().is_none();
    let chinese = text.get(first.start).is_some_and(|&letter| is_han(letter));
    // "I couldn't sleep last night, turn off the fan", "the doctor said no AC, turn it off"
    let tells =
        said.first().is_some_and(|first| first.speech() == Some(Speech::Story)) || denies(text, complaint);
    if !chinese && tells && begins_order(text, first) && is_complete(rest) {
        return Some(rest);
    }
    (chinese && complains && (forbids || !complaint.iter().any(orders)) && begins && rest.iter().any(changes))
        .then_some(rest)
}

/// "No AC", "not to use it": something is forbidden.
fn denies(text: &[char], said: &[Token]) -> bool {
    said.iter().any(|token| {
        token.negation().is_some()
            || matches!(
                text.get(token.start..token.end),
                Some(['n', 'o'] | ['n', 'o', ' ', ..] | ['n', 'o', 't'])
            )
    })
}

/// "Somebody left the lamp on, turn it off", "I forgot the lamp, switch it off": what they left as it is, and what is to be done
/// with it.
fn left_as_it_is(text: &[char], said: &[Token]) -> Option<Vec<Token>> {
    let (tells, behind) = said.split_first()?;
    let words = text.get(tells.start..tells.end)?;
    if !lexicon().cue(Cue::LeftSo).any(|left| ends_with(words, left)) {
        return None;
    }
    let reference = behind.iter().position(|token| token.reference() == Some(Reference::Last))?;
    let part = behind.get(..reference)?;
    let named = part.iter().rposition(Token::is_target)?;
    // The order begins behind a pause, or with the words that lead to "it".
    let begin = part.iter().rposition(|token| token.separator().is_some()).map_or_else(
        || {
            let leads = |token: &&Token| {
                token.verb().is_some() && token.state().is_none() || token.particle().is_some()
            };
            reference - part.iter().rev().take_while(leads).count()
        },
        |pause| pause + 1,
    );
    let order = behind.get(begin..)?;
    let acts = order.iter().any(|token| token.verb().is_some() || token.value().is_some());
    let plain = !order.iter().any(|token| token.negation().is_some() || token.question().is_some());
    if begin <= named || !acts || !plain || order.iter().any(Token::is_target) {
        return None;
    }
    let is_named =
        |token: &&Token| token.is_target() || token.particle().is_some() || token.possessive().is_some();
    let mut kept: Vec<Token> = behind.get(..=named)?.iter().filter(is_named).cloned().collect();
    let place = order.first()?.start;
    let senses = [Sense::Separator(false)].into_iter().collect();
    kept.push(Token { start: place, end: place, senses, likeness: 1.0 });
    kept.extend_from_slice(order);
    Some(kept)
}

/// 把灯关了好让孩子睡: what for.
fn is_purpose(text: &[char], token: &Token) -> bool {
    text.get(token.start) == Some(&'让')
        && token.start.checked_sub(1).and_then(|before| text.get(before)) == Some(&'好')
}

/// 老师说, 那女的讲: someone says what follows.
fn says(text: &[char], tokens: &[Token], index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    if !matches!(text.get(token.start..token.end), Some(['说' | '讲'] | ['说' | '讲', '的' | '了'])) {
        return false;
    }
    // 老师今天说, 老师昨天又讲: when stands between.
    let when = |before: &&Token| before.time().is_some() || is_any(text, before, &WHEN);
    let between = tokens.get(..index).unwrap_or_default().iter().rev().take_while(when).count();
    let who = index.checked_sub(1 + between).and_then(|before| tokens.get(before));
    let Some(who) = who else { return false };
    let letters = text.get(who.start..who.end).unwrap_or_default();
    let someone = letters.len() > 1
        && lexicon().cue(Cue::Someone).any(|ending| ends_with(letters, ending))
        && who.verb().is_none()
        && who.noun().is_none();
    let told = index.checked_sub(2 + between).and_then(|before| tokens.get(before)).is_some_and(|before| {
        before.object_marker().is_some()
            || before.conjunction().is_some()
            || matches!(text.get(before.start..before.end), Some(['跟' | '给' | '对' | '和' | '帮']))
    });
    let behind = tokens[index + 1..].iter().any(|token| token.is_target() || token.verb().is_some());
    let joins = tokens.get(index - between).is_some_and(|next| who.end == next.start);
    joins && someone && !told && behind
}

/// When, or how often, someone says it.
const WHEN: [&str; 12] =
    ["今天", "昨天", "刚才", "刚刚", "早上", "上午", "下午", "又", "总", "老", "一直", "天天"];

fn is_any(text: &[char], token: &Token, words: &[&str]) -> bool {
    let said = text.get(token.start..token.end).unwrap_or_default();
    words.iter().any(|word| word.chars().eq(said.iter().copied()))
}
