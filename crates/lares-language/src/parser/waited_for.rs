//! Chinese that says what is waited for before an order, in words that no sensor tells: 停电了就开应急灯, 听到敲门把灯打开,
//! 电影看完关投影, 每隔一小时开一下新风. What follows is for then, and not for now.

use super::lattice::Token;
use super::tokens::{ends_with, holds, starts_with};
use crate::vocabulary::is_han;

/// So many letters at most say what is waited for.
const LONGEST: usize = 14;
/// What happens again and again.
const EVERY: [&str; 8] = ["每隔", "每过", "每次", "每到", "每逢", "每当", "一三五", "二四六"];
/// What somebody notices.
const NOTICED: [&str; 6] = ["听到", "听见", "看到", "看见", "闻到", "感觉到"];
/// 就 behind these leads to no order for later: they say that it is to be now, or how it is now.
const NOW: [&str; 36] = [
    "那", "这", "现在", "马上", "立", "赶", "你", "要不", "不如", "早", "本来", "干脆", "直接", "先", "太",
    "好", "有点", "有些", "真", "算了", "行了", "对了", "得了", "为了", "除了", "够", "怪", "老", "挺",
    "随便", "不用", "不要", "不行", "没事", "不然", "不过",
];

/// Whether any clause says so.
pub(super) fn waits(text: &[char], tokens: &[Token]) -> bool {
    tokens.split(|token| token.separator().is_some()).any(|clause| waits_in(text, clause))
}

fn waits_in(text: &[char], clause: &[Token]) -> bool {
    let Some(first) = clause.first() else { return false };
    if !text.get(first.start).copied().is_some_and(is_han) {
        return false;
    }
    notices(text, clause, first)
        || follows(text, clause, first)
        || clause.iter().position(begins_order).is_some_and(|order| {
            let before = clause.get(order).and_then(|order| text.get(first.start..order.start));
            before.is_some_and(|before| !before.is_empty() && before.len() <= LONGEST && tells_when(before))
        })
}

/// Where what is done, or what it is done to, begins.
fn begins_order(token: &Token) -> bool {
    token.object_marker().is_some()
        || token.is_target() && token.person().is_none()
        || token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty()) && token.state().is_none()
}

/// Whether the words before an order say when it is to be carried out.
fn tells_when(before: &[char]) -> bool {
    EVERY.iter().any(|every| starts_with(before, every))
        || ends_with(before, "完") && before.len() > 2 && !holds(before, "没") && !holds(before, "不")
}

/// 听到有人敲门把灯打开
fn notices(text: &[char], clause: &[Token], first: &Token) -> bool {
    let Some(said) = clause.last().and_then(|last| text.get(first.start..last.end)) else { return false };
    let asks = holds(said, "没") || holds(said, "吗") || holds(said, "你") || holds(said, "怎么");
    NOTICED.iter().any(|noticed| starts_with(said, noticed))
        && !asks
        && clause.iter().skip(1).any(begins_order)
}

/// 停电了就…, 客人走了再…: something happens first.
fn follows(text: &[char], clause: &[Token], first: &Token) -> bool {
    let next = |token: &Token| match text.get(token.start..token.end) {
        Some(['就' | '再' | '才']) => Some(token.start),
        Some(['了', '就' | '再']) => Some(token.start + 1),
        _ => None,
    };
    let Some((place, end)) =
        clause.iter().enumerate().skip(1).find_map(|(place, token)| next(token).map(|end| (place, end)))
    else {
        return false;
    };
    let Some(before) = text.get(first.start..end) else { return false };
    let again = text.get(end) == Some(&'再');
    let (said, behind) = clause.split_at(place);
    let named = said.iter().any(|token| token.object_marker().is_some() || token.is_target());
    let someone = said.iter().any(|token| token.is_unknown() || token.person().is_some());
    let happens = ends_with(before, "了") && (!again || someone);
    let lacks = !again && (holds(before, "不") || holds(before, "没"));
    let by_the_clock = starts_with(before, "一到");
    let ordered = behind.iter().skip(1).any(|token| {
        token.is_target() || token.verb().is_some_and(|verb| !verb.weak) || token.scene().is_some()
    });
    before.len() > 2
        && before.len() <= LONGEST
        && (happens || lacks || by_the_clock)
        && ordered
        && !named
        && !NOW.iter().any(|now| starts_with(before, now))
}
