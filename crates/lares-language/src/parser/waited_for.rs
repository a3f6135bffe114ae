//! Chinese that says what is waited for before an order, in words that no sensor tells: 停电了就开应急灯, 听到敲门把灯打开,
//! 电影看完关投影, 每隔一小时开一下新风. What follows is for then, and not for now.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::{ends_with, holds, starts_with};
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::is_han;

/// So many letters at most say what is waited for.
const LONGEST: usize = 14;
/// The words without what is waited for, and whether anything is.
pub(super) fn without_waits<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    let mut places =
        tokens.split(|token| token.separator().is_some()).filter_map(|clause| waits_in(text, clause));
    let Some((from, to)) = places.next() else { return (tokens, false) };
    drop(places);
    let mut tokens = tokens.into_owned();
    tokens.retain(|token| token.start < from || token.start >= to);
    (Cow::Owned(tokens), true)
}

/// From which character to which a clause says what is waited for.
fn waits_in(text: &[char], clause: &[Token]) -> Option<(usize, usize)> {
    let first = clause.first()?;
    if !text.get(first.start).copied().is_some_and(is_han) {
        return None;
    }
    if notices(text, clause, first) {
        return Some((first.start, first.start));
    }
    if let Some(end) = follows(text, clause, first) {
        return Some((first.start, end));
    }
    let order = clause.iter().find(|token| begins_order(token))?;
    let before = text.get(first.start..order.start)?;
    (!before.is_empty() && before.len() <= LONGEST && tells_when(before))
        .then_some((first.start, order.start))
}

/// Whether a text begins with a phrase of a cue.
fn begins(cue: Cue, text: &[char]) -> bool {
    lexicon().phrases(cue).leading(text).next().is_some()
}

/// Where what is done, or what it is done to, begins.
fn begins_order(token: &Token) -> bool {
    token.object_marker().is_some()
        || token.is_target() && token.person().is_none()
        || token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty()) && token.state().is_none()
}

/// Whether the words before an order say when it is to be carried out.
fn tells_when(before: &[char]) -> bool {
    let spans = ["小时", "分钟", "天", "周", "星期", "月"];
    // 新闻结束后, 半个小时之后再
    let before = match before {
        [before @ .., '再'] => before,
        before => before,
    };
    let last = ["最后", "然后", "今后", "背后", "身后", "随后"].iter().any(|last| ends_with(before, last));
    ends_with(before, "后") && before.len() > 3 && !last
        || begins(Cue::EverySoOften, before)
        || starts_with(before, "每") && spans.iter().any(|span| holds(before, span))
        || ends_with(before, "完") && before.len() > 2 && !holds(before, "没") && !holds(before, "不")
}

/// 听到有人敲门把灯打开
fn notices(text: &[char], clause: &[Token], first: &Token) -> bool {
    let Some(said) = clause.last().and_then(|last| text.get(first.start..last.end)) else { return false };
    let asks = holds(said, "没") || holds(said, "吗") || holds(said, "你") || holds(said, "怎么");
    begins(Cue::Notices, said) && !asks && clause.iter().skip(1).any(begins_order)
}

/// 停电了就…, 客人走了再…: something happens first. Where the word that joins it to the order ends.
fn follows(text: &[char], clause: &[Token], first: &Token) -> Option<usize> {
    let next = |token: &Token| match text.get(token.start..token.end) {
        Some(['就' | '再' | '才']) => Some(token.start),
        Some(['了', '就' | '再']) => Some(token.start + 1),
        _ => None,
    };
    let joins = |(place, token): (usize, &Token)| next(token).map(|end| (place, end));
    let (place, end) = clause.iter().enumerate().skip(1).find_map(joins)?;
    let before = text.get(first.start..end)?;
    let again = text.get(end) == Some(&'再');
    let (said, behind) = clause.split_at(place);
    let once = !again && at_once(before);
    let named = said.iter().any(|token| (token.object_marker().is_some() || token.is_target()) && !once);
    let reached = holds(before, "到") && holds(before, "度");
    // 开完会再关: not 扫完地再拖, which is what a machine does.
    let works = ["扫", "洗", "拖", "烘", "烤", "煮"].iter().any(|work| holds(before, work));
    let over = again && holds(before, "完") && !works;
    let someone = said.iter().any(|token| token.is_unknown() || token.person().is_some());
    let happens = ends_with(before, "了") && (!again || someone);
    let lacks = !again && (holds(before, "不") || holds(before, "没"));
    let by_the_clock = starts_with(before, "一到");
    let ordered = behind.iter().skip(1).any(|token| {
        token.is_target() || token.verb().is_some_and(|verb| !verb.weak) || token.scene().is_some()
    });
    let now = !starts_with(before, "太阳") && begins(Cue::NotAwaited, before);
    (before.len() > 2
        && before.len() <= LONGEST
        && (happens || lacks || by_the_clock || once || over || reached)
        && ordered
        && !named
        && !now)
        .then_some(end + 1)
}

/// 车一进库, 天一黑, 一停电: as soon as something happens.
fn at_once(before: &[char]) -> bool {
    const NO_EVENT: [char; 12] = ['下', '点', '直', '起', '样', '些', '个', '会', '盏', '台', '定', '般'];
    before.iter().enumerate().any(|(place, letter)| {
        let left = before.len() - place;
        *letter == '一'
            && (2..6).contains(&left)
            && before.get(place + 1).is_some_and(|next| !NO_EVENT.contains(next))
    })
}
