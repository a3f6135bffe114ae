//! Conditions that no word opens: what stands before the word that closes them (大门一开灯就亮, "garage door open? then …").

use super::condition::{clause_begin, orders, orders_anything, sensed_value};
use super::event::moves;
use super::lattice::Token;
use super::statement::{is_number, tells};
use super::tokens::text_of;
use crate::vocabulary::HomeVocabulary;

/// 大门一开, 门开了: what a thing does of itself, told before 就. Where its verb stands.
fn happens(tokens: &[Token], text: &[char]) -> Option<usize> {
    let verb = tokens.iter().enumerate().rposition(|(index, token)| {
        let once = index > 0 && text[tokens[index - 1].start..tokens[index - 1].end] == ['一'];
        let done = text.get(token.end - 1) == Some(&'了')
            || tokens.get(index + 1).is_some_and(|next| text[next.start] == '了');
        token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            && token.noun().is_none()
            && (once || done)
    });
    verb.filter(|&verb| tokens[..verb].iter().any(Token::is_target))
}

/// The condition that a closing word without an opening one closes: 就 is also a filler.
pub(super) fn closed_by(
    tokens: &[Token],
    start: usize,
    index: usize,
    text: &[char],
    vocabulary: &HomeVocabulary,
) -> Option<(usize, usize)> {
    if tokens[index - 1].separator().is_some() {
        return closed_behind_pause(tokens, start, index, text, vocabulary);
    }
    let strong = tokens[start..index].iter().rposition(|token| token.separator() == Some(true));
    let mut begin = strong.map_or(start, |position| start + position + 1);
    let mut end = index;
    let closer = text_of(text, tokens[index].start, tokens[index].end);
    let mut last = clause_begin(tokens, begin, end);
    let mut only_subject = last > begin
        && tokens[last..end].iter().any(Token::is_target)
        && !tells(&tokens[last..end])
        && !orders(&tokens[last..end]);
    if only_subject {
        // 玄关有人，灯就亮: what 就 follows is the subject of the order.
        end = last - 1;
        begin = clause_begin(tokens, begin, end);
    }
    let tells_last = |token: &Token| token.state().is_some() || sensed_value(token).is_some();
    let told = happens(&tokens[begin..end], text).or_else(|| tokens[begin..end].iter().rposition(tells_last));
    // 大门开了玄关灯就亮: the particle belongs to the verb.
    let ends = told.map(|told| {
        let behind = tokens[begin + told + 1..end].iter().take_while(|token| token.particle().is_some());
        (begin + told, begin + told + 1 + behind.count())
    });
    if let Some((verb, behind)) = ends
        && behind < end
        // 有人在厨房就: where someone is.
        && text.get(tokens[verb].end - 1) != Some(&'在')
        && tokens[behind..end].iter().all(|token| token.is_target() && token.verb().is_none())
    {
        // 大门一开门厅灯就亮: the same, and no pause was heard.
        (only_subject, last, end) = (true, behind, behind);
    }
    let before = &tokens[begin..end];
    let behind = if only_subject { &tokens[last..] } else { &tokens[index + 1..] };
    let ordered = behind.iter().any(|token| {
        token.verb().is_some()
            || token.value().is_some()
            || token.adjective().is_some()
            || token.level().is_some()
            || token.color().is_some()
            || token.scene().is_some()
            || is_number(token)
            // 我不在家的时候别让扫地机跑
            || token.negation().is_some() && closer.contains('时')
    });
    if closer.is_ascii()
        || before.is_empty()
        || !ordered
        || before.iter().any(|token| token.object_marker().is_some())
    {
        return None;
    }
    let says_when = closer.contains("的话") || closer.contains('时');
    let compares = before.iter().any(|token| token.comparison().is_some());
    let senses = before
        .iter()
        .any(|token| sensed_value(token).is_some() || token.state().is_some() || token.person().is_some());
    let states = compares
        || senses && tells(before) && !orders_anything(before)
        || before.iter().any(is_number) && tells(before) && measured(before)
        || happens(&tokens[begin..=end.min(tokens.len() - 1)], text).is_some();
    // 天黑了就开灯, 老板来了就关电视: something must come first, and what it is was not understood.
    let complains = before
        .iter()
        .any(|token| token.wish().is_some() || token.adjective().is_some() || token.degree().is_some());
    // 孙女考上大学了就: what was taken for a slip was heard well where it only tells.
    let told = |token: &Token| {
        token.is_unknown()
            || token.person().is_some()
            || token.chat().is_some()
            || token.likeness < 1.0 && token.verb().is_some()
    };
    let done = (text[tokens[end - 1].end - 1] == '了' || closer.starts_with('了')) && before.iter().any(told);
    (states || says_when || done && !complains).then_some((begin, end))
}

/// The same where a pause stands before the closing word: "smoke in the kitchen, then …", "garage door open? then …".
fn closed_behind_pause(
    tokens: &[Token],
    start: usize,
    index: usize,
    text: &[char],
    vocabulary: &HomeVocabulary,
) -> Option<(usize, usize)> {
    let end = index - 1;
    let asked = text[tokens[end].start] == '?';
    let begin = clause_begin(tokens, start, end);
    let clause = &tokens[begin..end];
    let states = clause.iter().any(|token| token.property().is_some() || token.value().is_some());
    let first = clause.iter().find(|token| token.particle().is_none() && token.clause().is_none());
    let ordered = first.is_some_and(|token| token.verb().is_some() && token.noun().is_none());
    // "kettle on, then the tubelight": a list of orders, where nothing but a target follows.
    let follows =
        tokens[index + 1..].iter().take_while(|token| token.separator() != Some(true)).any(|token| {
            token.verb().is_some()
                || token.value().is_some()
                || token.level().is_some()
                || token.adjective().is_some()
                || token.color().is_some()
                || token.scene().is_some()
        });
    // "Washer at sixty, spin 1200, then start it": what is set, where nothing compares.
    let sets = clause.iter().any(is_number) && !clause.iter().any(|token| token.comparison().is_some());
    // "Lights out in the den, then …": an order, and nobody who is out.
    let lights_out = clause.iter().any(|token| token.noun().is_some())
        && clause.iter().any(|token| text_of(text, token.start, token.end) == "out");
    let told = asked
        || !lights_out
            && !moves(clause, text, vocabulary)
            && (states || tells(clause))
            && !orders_anything(clause)
            && !ordered
            && follows
            && !sets;
    let closer = text_of(text, tokens[index].start, tokens[index].end);
    (told && begin < end && closer.is_ascii()).then_some((begin, end))
}

/// 烧到五十度: something comes to be so of itself.
fn measured(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.goal().is_some() || token.unit().is_some())
        && tokens.iter().any(|token| token.is_target() || token.property().is_some())
}
