//! Pauses that were not written: what recognition hears has no commas. Behind a complete order somebody begins to tell
//! something ("throw the flood lights on I heard something"), and behind a complaint or what is told an order begins ("I'm
//! freezing turn the heat up", "she hates it turn the radio off").

use std::borrow::Cow;

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::text_of;
use super::told_beside;
use crate::lexicon::{Cue, Person, Sense, lexicon};

/// The tokens with a separator where a pause belongs.
pub(super) fn with_pauses<'t>(text: &[char], tokens: &'t [Token]) -> Cow<'t, [Token]> {
    let mut pauses: SmallVec<[usize; 4]> = SmallVec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        let Some(token) = tokens.get(index).filter(|token| !parts(token)) else {
            if let Some(stretch @ [first, .., last]) = tokens.get(start..index)
                && told_beside::may_tell(text.get(first.start..last.end).unwrap_or_default(), stretch)
            {
                let ends = told_until(text, tokens, start, index);
                pauses.extend(ends);
                pauses.extend(told_from(text, tokens, ends.unwrap_or(start), index));
            }
            pauses.extend(come_to_be(text, tokens, start, index));
            pauses.extend(before_question(text, tokens, start, index));
            pauses.extend(around_talk(text, tokens, start, index));
            let mut from = start;
            while let Some(place) = before_object(text, tokens, from, index) {
                pauses.push(place);
                from = place;
            }
            pauses.extend(off_to(text, tokens, start, index));
            pauses.extend(left_alone(text, tokens, start, index));
            pauses.extend(asked_before(text, tokens, start, index));
            start = index + 1;
            continue;
        };
        let before = tokens.get(start..index).unwrap_or_default();
        if orders_behind_wish(before, token) {
            pauses.push(index);
            start = index;
        }
    }
    pauses.extend(for_later(text, tokens));
    if pauses.is_empty() {
        return Cow::Borrowed(tokens);
    }
    let mut kept = Vec::with_capacity(tokens.len() + pauses.len());
    for (index, token) in tokens.iter().enumerate() {
        if pauses.contains(&index) {
            let space = token.start.checked_sub(1).filter(|&space| text.get(space) == Some(&' '));
            let senses = [Sense::Separator(false)].into_iter().collect();
            kept.push(Token { start: space.unwrap_or(token.start), end: token.start, senses, likeness: 1.0 });
        }
        kept.push(token.clone());
    }
    Cow::Owned(kept)
}

/// The last place of a stretch where somebody begins to tell something behind a complete order.
fn told_from(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    let stretch = tokens.get(start..end)?;
    (1..stretch.len()).rev().map(|index| start + index).find(|&index| {
        let before = tokens.get(start..index).unwrap_or_default();
        let rest = tokens.get(index..end).unwrap_or_default();
        let (Some(last), Some(first)) = (before.last(), rest.first()) else { return false };
        // 晾衣架放下来我晾衣服: what for, in the words of an order.
        let works = |token: &Token| {
            token.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.nouns.is_empty())
        };
        (first.verb().is_some() || !rest.iter().any(works))
            && told_beside::tells(
                text.get(..tokens.get(end - 1).map_or(0, |token| token.end)).unwrap_or_default(),
                first.start,
                rest,
            )
            && !told_beside::binds(text, last)
            // 关了外面好晒: what is complained of belongs to the complaint.
            && !(first.wish().is_some() && last.is_target())
            && is_complete(before)
    })
}

/// The first place of a stretch where a complete English order begins behind what somebody tells ("she hates it turn the radio
/// off").
fn told_until(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    let stretch = tokens.get(start..end)?;
    let begin = stretch.first()?.start;
    (2..stretch.len()).map(|index| start + index).find(|&index| {
        let before = tokens.get(start..index).unwrap_or_default();
        let rest = tokens.get(index..end).unwrap_or_default();
        let (Some(last), Some(first)) = (before.last(), rest.first()) else { return false };
        let works = |token: &Token| {
            token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty()) && !token.is_target()
        };
        told_beside::begins_order(text, first)
            && !before.iter().any(works)
            && !told_beside::leads_to(text, before, last)
            && told_beside::tells(text.get(..last.end).unwrap_or_default(), begin, before)
            && is_complete(rest)
    })
}

/// The place of a stretch where a Chinese order begins behind what has come to be so (快递来了把门开一下).
pub(super) fn come_to_be(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    (start + 1..end).find(|&index| {
        let before = tokens.get(start..index).unwrap_or_default();
        let rest = tokens.get(index..end).unwrap_or_default();
        let (Some(last), Some(first)) = (before.last(), rest.first()) else { return false };
        let said = text.get(..last.end).unwrap_or_default();
        let so = matches!(said.last(), Some('了' | '啦' | '咯' | '喽')) && last.end == first.start;
        let orders = first.object_marker().is_some()
            || first.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.acts.is_empty())
                && !first.is_target();
        let told = |token: &Token| {
            token.verb().is_none_or(|verb| verb.weak || token.state().is_some())
                && token.question().is_none()
                && token.negation().is_none()
                && token.condition().is_none()
                && token.time().is_none()
                && token.speech().is_none()
                && token.object_marker().is_none()
                && !token.is_target()
        };
        // 咪咪饿了给它喂点: what was spoken of before is what it is done to.
        let refers = rest.iter().any(|token| token.reference().is_some() && token.person().is_none());
        so && orders && !refers && before.iter().all(told) && is_complete(rest)
    })
}

/// The places of a stretch where a question stands behind a complete English order ("lock the door and is the garage closed",
/// "AC to 70 what's the temperature in here"), or an order behind a question ("is the washer done make the strip blue").
fn before_question(text: &[char], tokens: &[Token], start: usize, end: usize) -> SmallVec<[usize; 2]> {
    const ASKS: [&str; 12] =
        ["what's", "what", "whats", "is", "are", "how", "how's", "which", "did", "does", "where", "where's"];
    const ASKS_BEHIND_AND: [&str; 8] = ["do", "check", "tell", "who's", "was", "has", "have", "when's"];
    let first_word = |token: &Token| {
        let said = text.get(token.start..token.end).unwrap_or_default();
        said.split(|letter| *letter == ' ').next().unwrap_or_default()
    };
    let is_any = |token: &Token, words: &[&str]| {
        words.iter().any(|ask| ask.chars().eq(first_word(token).iter().copied()))
            && token.condition().is_none()
    };
    let asks = |stretch: &[Token]| stretch.iter().any(|token| token.question().is_some());
    let names = |token: &Token| token.is_target() || token.property().is_some();
    let mut from = start;
    let mut places = SmallVec::new();
    // "Keeping the fan on all night is bad": what is told of doing it asks nothing.
    if tokens
        .get(start)
        .is_some_and(|first| first_word(first).len() > 4 && first_word(first).ends_with(&['i', 'n', 'g']))
    {
        return places;
    }
    if !tokens.get(start).is_some_and(|first| text.get(first.start).is_some_and(char::is_ascii)) {
        return places;
    }
    for index in start + 1..end {
        let (Some(token), Some(before), Some(rest)) =
            (tokens.get(index), tokens.get(from..index), tokens.get(index..end))
        else {
            break;
        };
        let joins = matches!(first_word(token), ['a', 'n', 'd'] | ['t', 'h', 'e', 'n']);
        let behind = if joins { rest.get(1..).unwrap_or_default() } else { rest };
        let asked =
            behind.first().is_some_and(|next| is_any(next, &ASKS) || joins && is_any(next, &ASKS_BEHIND_AND))
                && behind.iter().any(names);
        // "Start the dishwasher and it's too bright in here"
        let complains = joins
            && behind
                .first()
                .is_some_and(|next| matches!(first_word(next), ['i', 't', '\'', 's'] | ['i', 't', 's']))
            && behind.iter().any(|token| token.wish().is_some());
        let asked = asked || complains;
        let done = before.len() > 1 && is_complete(before) && !asks(before);
        let answered = asks(before) && before.iter().any(names);
        let orders = answered
            && !joins
            && begins_order_firmly(text, token)
            && is_complete(rest)
            && !before.iter().any(|token| token.condition().is_some() || token.speech().is_some());
        // "What's the temperature and kids lights on", "is the washer done and basement lights at 50"
        let of_measure =
            before.first().is_some_and(|first| is_any(first, &["what's", "what", "whats", "how", "how's"]));
        let number = |token: &Token| token.senses.iter().any(|sense| matches!(sense, Sense::Number(..)));
        let set = joins
            && answered
            && !asked
            && behind.first().is_some_and(Token::is_target)
            && is_complete(behind)
            && (behind.iter().any(number)
                || of_measure && behind.last().is_some_and(|last| last.verb().is_some()))
            && !before.iter().any(number);
        // "Shut the garage and lights off in the basement"
        let own_state = || {
            let rest = behind.iter().skip_while(|token| {
                token.is_target() || token.particle().is_some() && token.verb().is_none()
            });
            let next = rest.map(|token| text.get(token.start..token.end).unwrap_or_default()).next();
            behind.iter().take_while(|token| token.verb().is_none()).any(Token::is_target)
                && matches!(next, Some(['o', 'n'] | ['o', 'f', 'f'] | ['o', 'u', 't']))
        };
        let orders = orders || set || joins && done && own_state() && is_complete(behind);
        if asked && (done || answered && joins) || orders {
            places.push(index);
            from = index + usize::from(joins);
        }
    }
    places
}

/// A verb that says by itself what is to be done: "turn off", "make".
fn begins_order_firmly(text: &[char], token: &Token) -> bool {
    const FIRM: [&str; 18] = [
        "turn", "switch", "shut", "set", "dim", "make", "lock", "close", "open", "mute", "pause", "start",
        "stop", "kill", "put", "play", "lower", "raise",
    ];
    let said = text.get(token.start..token.end).unwrap_or_default();
    let first = said.split(|letter| *letter == ' ').next().unwrap_or_default();
    told_beside::begins_order(text, token) && FIRM.iter().any(|word| word.chars().eq(first.iter().copied()))
}

/// The place of a stretch where it is told what is to be done later, behind a complete Chinese order (扫地机停一下等会儿再扫).
fn for_later(text: &[char], tokens: &[Token]) -> Option<usize> {
    (1..tokens.len().saturating_sub(2)).find(|&index| {
        let (Some(before), Some([time, again, ..])) = (tokens.get(..index), tokens.get(index..)) else {
            return false;
        };
        let start = before.iter().rposition(|token| token.separator().is_some()).map_or(0, |pause| pause + 1);
        let order = before.get(start..).unwrap_or_default();
        time.time().is_some()
            && matches!(text.get(again.start..again.end), Some(['再', ..]))
            && time.end == again.start
            && order.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && !token.is_target())
            && is_complete(order)
    })
}

/// The places of a stretch between an order and talk beside it ("turn off the fan gotta run").
fn around_talk(text: &[char], tokens: &[Token], start: usize, end: usize) -> SmallVec<[usize; 2]> {
    let talks = |token: &Token| {
        token.chat().is_some()
            && lexicon().phrases(Cue::Parting).have(text.get(token.start..token.end).unwrap_or_default())
    };
    let place = (start..end).find(|&index| tokens.get(index).is_some_and(talks));
    let borders = place.map(|place| [place, place + 1]).into_iter().flatten();
    borders.filter(|border| (start + 1..end).contains(border)).collect()
}

/// The place of a stretch where a Chinese order with 把 begins behind how something is (煤气味好重把窗打开, 墙上有虫子把灯打开). Who
/// does it stands before 把 as well, and does nothing else.
fn before_object(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    const LEADS: [&str; 16] = [
        "帮我",
        "给我",
        "快",
        "先",
        "再",
        "就",
        "赶紧",
        "麻烦",
        "请",
        "你",
        "帮忙",
        "顺便",
        "快点",
        "赶快",
        "你帮我",
        "快去",
    ];
    const ENDS: [char; 7] = ['了', '吗', '呢', '啦', '咯', '的', '呀'];
    let letters = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let marks =
        |index: &usize| tokens.get(*index).is_some_and(|token| matches!(letters(token), ['把' | '将']));
    let object = (start + 1..end).find(marks)?;
    let leads = |token: &Token| LEADS.iter().any(|word| word.chars().eq(letters(token).iter().copied()));
    let begin =
        (start..object).rev().find(|&index| !tokens.get(index).is_some_and(leads)).map_or(start, |it| it + 1);
    let (before, rest) = (tokens.get(start..begin)?, tokens.get(begin..end)?);
    // 热水器别动把灯关了, 客厅灯留着把台灯关了: what is to stay as it is.
    let named = before.iter().any(Token::is_target);
    let stays = |place: usize, token: &Token| {
        named
            && (token.except().is_some() && place + 1 == before.len() && place > 0
                || token.negation().is_some() && place + 1 < before.len())
            || token.except().is_some() && token.negation().is_some() && place > 0 && named
    };
    let stays_so = before.iter().enumerate().any(|(place, token)| stays(place, token));
    let bound = |token: &Token| {
        token.condition().is_some()
            || (token.negation().is_some() || token.except().is_some()) && !stays_so
            || token.speech().is_some()
            || token.question().is_some()
            || token.clause().is_some()
            || token.reference().is_some() && token.person().is_none()
            || token.chat().is_some()
    };
    let tells = |token: &Token| {
        token.adjective().is_some()
            || token.wish().is_some()
            || matches!(letters(token), [.., '有'] | ['对' | '怕', ..])
    };
    let last = before.last()?;
    let ends = letters(last).last().is_some_and(|letter| ENDS.contains(letter)) && before.len() > 1;
    // 听到有人敲门把台灯打开: what is waited for.
    let waits = text.get(before.first()?.start..).is_some_and(|said| {
        [Cue::Notices, Cue::EverySoOften]
            .iter()
            .any(|cue| lexicon().phrases(*cue).leading(said).next().is_some())
    });
    let parts = !waits
        && !before.iter().any(bound)
        && last.possessive().is_none()
        && (ends || stays_so || before.iter().any(tells) || is_complete(before))
        && !before.iter().any(|token| token.object_marker().is_some());
    (parts && is_complete(rest)).then_some(begin)
}

/// The place of a stretch where an English order begins behind what the speaker is about to do ("I'm off to bed lamp off").
fn off_to(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    let first = tokens.get(start).filter(|first| text.get(first.start).is_some_and(char::is_ascii))?;
    let said = text_of(text, first.start, first.end);
    let speaks = matches!(said.split(' ').next(), Some("i" | "i'm" | "im" | "we" | "we're"));
    let own = first.person() == Some(Person::Speaker) || speaks && first.chat().is_some();
    let talks = |token: &Token| token.chat().is_some() && token.verb().is_none() && !token.is_target();
    let last = (start..end).rev().find(|&index| tokens.get(index).is_some_and(talks))?;
    let (before, rest) = (tokens.get(start..=last)?, tokens.get(last + 1..end)?);
    let begins = rest.first().is_some_and(|first| {
        first.verb().is_some() && first.state().is_none()
            || first.is_target()
            || first.particle() == Some(false)
    });
    let told = before.iter().all(|token| {
        talks(token) || token.particle().is_some() || token.person().is_some() || token.chat().is_some()
    });
    (own && told && begins && is_complete(rest)).then_some(last + 1)
}

/// The place of a stretch where a Chinese order begins behind what is to stay as it is (鱼缸灯别动堂屋其他灯都关).
fn left_alone(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    let leaves = |index: &usize| tokens.get(*index).is_some_and(|token| token.except().is_some());
    let except = (start + 1..end).find(leaves)?;
    let before = tokens.get(start..except)?;
    let rest = tokens.get(except + 1..end)?;
    // 客厅的灯留着氛围灯其他都关: what stays may stand behind the word as well.
    let others = rest.iter().any(|token| {
        token.many().is_some()
            && matches!(text.get(token.start..token.end), Some(['其' | '剩' | '别' | '另' | '全', ..]))
    });
    match text.get(tokens.get(except)?.end.checked_sub(1)?)? {
        '动' => {}
        '着' | '到' | '起' if !others => {}
        _ => return None,
    }
    let names = |token: &Token| token.is_target() && token.verb().is_none();
    let about = |token: &Token| names(token) || token.possessive().is_some() || token.person().is_some();
    let given = |token: &Token| token.object_marker().is_some() || token.verb().is_some_and(|verb| verb.weak);
    let chinese = tokens.get(except)?.end == rest.first()?.start;
    let whole = before.iter().any(names) && before.iter().all(|token| about(token) || given(token));
    (chinese && whole && rest.first().is_some_and(names) && is_complete(rest)).then_some(except + 1)
}

/// The place of a stretch where the speaker begins to tell something behind a Chinese question (还亮着呢我懒得去看).
fn asked_before(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<usize> {
    (start + 1..end).find(|&index| {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        let (Some(before), Some(token)) = (before, tokens.get(index)) else { return false };
        before.end == token.start
            && matches!(text.get(before.end - 1), Some('呢' | '吗' | '嘛'))
            && matches!(text.get(token.start..token.end), Some(['我' | '咱' | '俺', ..]))
            && tokens.get(start..index).unwrap_or_default().iter().any(Token::is_target)
    })
}

/// A strong verb directly behind a complaint that is all that was said so far.
fn orders_behind_wish(before: &[Token], token: &Token) -> bool {
    let orders = token.likeness >= 1.0
        && token.question().is_none()
        && token.particle().is_none()
        && !token.is_target()
        && token
            .verb()
            .is_some_and(|verb| !verb.weak && !verb.chinese && verb.acts.first() != Some(&Act::Query));
    orders
        && before.iter().any(|token| token.wish().is_some())
        && before
            .iter()
            .all(|token| token.wish().is_some() || token.particle().is_some() || token.degree().is_some())
}

/// Whether it says what to do, and to what.
pub(super) fn is_complete(said: &[Token]) -> bool {
    let spoilt = |token: &Token| {
        token.question().is_some()
            || token.negation().is_some()
            || token.condition().is_some()
            || token.speech().is_some()
            || token.chat().is_some()
    };
    let acts = |token: &Token| {
        token.likeness >= 1.0
            && (token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
                || token.state().is_some()
                || token.adjective().is_some() && !token.is_target()
                // 电视 is a thing, and what is set on one.
                || !token.is_target()
                    && (token.value().is_some()
                        || token.level().is_some()
                        || token.color().is_some()
                        || token.unit().is_some()))
    };
    // 声音关小点儿: of what that is needs no name.
    let changes = |token: &Token| {
        token.adjective().is_some()
            || token.verb().is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Up | Act::Down)))
    };
    let changed = said.iter().any(changes);
    let named = |token: &Token| {
        let property = token.property().is_some() && token.verb().is_none();
        // "Turn the music down"
        let whole = token.verb().is_some_and(|verb| {
            verb.property.is_some() && !verb.chinese && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
        });
        token.is_target() || token.reference().is_some() || changed && property || whole
    };
    // "Rohit's lamp off and bring": what is joined to an order names something as well.
    let joined = said.iter().rposition(|token| token.conjunction().is_some() && !token.is_target());
    let ends = joined.map_or(said, |joined| said.get(joined + 1..).unwrap_or_default());
    // "Fan on 4"
    let set =
        said.last().is_some_and(|last| last.senses.iter().any(|sense| matches!(sense, Sense::Number(..))));
    (set || said.iter().any(acts)) && ends.iter().any(named) && !said.iter().any(spoilt)
}

fn parts(token: &Token) -> bool {
    token.separator().is_some() || token.clause().is_some()
}
