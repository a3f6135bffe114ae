//! From the words of a stretch to its clauses, and from each clause to frames: where one ends, and what it corrects of the one
//! before it.

use super::clause::Clause;
use super::frame::{Frame, Target};
use super::lattice::{Path, Token};
use super::tokens::text_of;
use super::workspace::SpareFrames;
use super::{
    announced, append, aside, asked, clause, continues, denial, described, outcomes, plain_order, rhetorical,
    story,
};
use crate::lexicon::{Asks, Speech};
use crate::vocabulary::{HomeVocabulary, is_han};

impl HomeVocabulary {
    /// The frames of a stretch without conditions, clause by clause.
    pub(super) fn frames(
        &self,
        text: &[char],
        path: &Path,
        tokens: &[Token],
        spare: &mut SpareFrames,
    ) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut start = 0;
        let mut corrects = false;
        let mut corrected = false;
        let mut skip_to = 0;
        let mut announced_from = None;
        for index in 0..=tokens.len() {
            if index <= skip_to && skip_to > 0 {
                continue;
            }
            let token = tokens.get(index);
            let chooses = |token: Option<&Token>| {
                token.is_some_and(|token| {
                    token.value().is_some()
                        || token.verb().is_some()
                        || token.level().is_some()
                        || token.adjective().is_some()
                        || token.color().is_some()
                })
            };
            // 洗着还是烘着, 在洗还是在冲: words that mean nothing stand between.
            let says = |token: &&Token| token.particle().is_none() || chooses(Some(*token));
            // 制冷还是制热: a choice between two is a question, 还是 elsewhere a change of mind.
            let or_not = asked::closes_question(text, tokens, index);
            // "Make that fan slower": a thing is pointed at, and nothing corrected.
            let points = |token: &Token| {
                text.get(token.start..token.end) == Some(&['m', 'a', 'k', 'e', ' ', 't', 'h', 'a', 't'])
                    && tokens
                        .get(index + 1)
                        .is_some_and(|next| next.noun().is_some() || next.name().is_some())
            };
            let corrects_here = token.filter(|token| !or_not && !points(token));
            let correction = corrects_here.is_some_and(|token| {
                token.correction().is_some()
                    && !aside::stresses(text, &tokens[start..index], token)
                    && !(token.except().is_some() && !frames.is_empty() && names_one(&tokens[start..index]))
                    && !(token.question().is_some()
                        && index > start
                        && chooses(tokens[start..index].iter().rev().find(says))
                        && chooses(tokens[index + 1..].iter().find(says)))
            });
            let aside = aside::begins_remark(text, tokens, start, index)
                || aside::begins_denial(text, tokens, start, index)
                || !frames.is_empty() && aside::begins_order_behind_purpose(text, tokens, start, index);
            let consequence = aside::begins_order(text, tokens, start, index);
            let border = aside
                || consequence
                || or_not
                || token.is_none_or(|token| {
                    correction
                        || token.separator().is_some()
                        || (token.clause().is_some()
                            // "he's finally down": no further order begins there.
                            && (index == start || tokens[index - 1].speech() != Some(Speech::Remark))
                            && !continues::adds_target(&tokens[start..], index - start)
                            && !aside::begins_exception(text, tokens, start, index)
                            && !only_names(&tokens[start..index])
                            && (token.degree().is_none() && token.verb().is_none()
                                || starts_command(tokens, index + 1)
                                || continues::changes_further(text, &tokens[start..], index - start)))
                });
            if !border {
                continue;
            }
            if start < index {
                let last: Option<Target> =
                    frames.iter().rev().find_map(|frame: &Frame| frame.targets.last().cloned());
                let clause = Clause {
                    text,
                    path,
                    tokens: &tokens[start..index],
                    vocabulary: self,
                    condition: false,
                    after_order: frames.last().is_some_and(aside::orders),
                    last: last.as_ref(),
                };
                let mut of_clause = clause::frames_in(&clause, spare.take());
                if plain_order::is_doubtful(&clause) {
                    of_clause.iter_mut().for_each(|frame| frame.doubtful = true);
                }
                if aside::arms(&frames) && aside::tells_who_stays(&clause)
                    || aside::is_denied_value(&clause) && frames.iter().any(Frame::has_action)
                    || aside::tells_what_someone_does(&clause)
                    || aside::is_remark(&clause, &of_clause) && frames.iter().any(aside::orders)
                    || aside::closes(&clause)
                        && frames
                            .last()
                            .is_some_and(|last| last.has_action() && (last.has_target() || last.complaint))
                    || aside::is_purpose(&clause) && frames.iter().any(Frame::has_action)
                    || consequence && of_clause.iter().all(aside::is_reason)
                    || denial::tells_done(&clause) && !aside::asks_here(text, token)
                    || outcomes::tells_outcome(&clause, &of_clause, &frames)
                    || outcomes::only_not_too(&clause, &frames)
                    || outcomes::someone_comes(&clause)
                    || aside::is_left_undone(&clause)
                    || outcomes::something_became(&clause, &frames)
                    || outcomes::someone_did(&clause, &frames, tokens.get(index + 1..).unwrap_or_default())
                {
                    of_clause.clear();
                }
                story::tell(&clause, &mut of_clause);
                let marked =
                    token.is_some_and(|token| token.separator().is_some() && text[token.start] == '?');
                if !marked {
                    let first = frames.is_empty();
                    described::tell(&clause, &mut of_clause, first, first && token.is_none());
                }
                let before = start.checked_sub(1).and_then(|before| tokens.get(before));
                let asked = or_not
                    || marked && !asked::is_tagged(clause.text_said())
                    || asked::goes_on(&clause, before, frames.last());
                of_clause.iter_mut().for_each(|frame| frame.doubtful |= asked && !frame.polite);
                if asked && let [frame] = &mut of_clause[..] {
                    // "garage door open?", 灯关了？: a target before its state, and a question mark.
                    let verb_leads = frame.verb.is_some_and(|verb| !verb.weak) && !frame.targets_first;
                    // 空调的风开的低档？, 现在是在家警戒？: whatever does not begin with what to do.
                    let said = clause.text_said();
                    let state = if said.iter().any(|&letter| is_han(letter)) {
                        let done = matches!(said.last(), Some('了' | '吧' | '呢' | '着'));
                        (!verb_leads || done)
                            && (frame.has_action() || frame.property.is_some())
                            && !rhetorical::urges(said)
                    } else {
                        // "garage door down?": how it is, where up and down are open and closed.
                        let lies = frame.verb.is_some_and(|verb| {
                            matches!(verb.id.as_str(), "up" | "down") && frame.property.is_none()
                        });
                        frame.targets_first
                            && frame.value.is_none()
                            && (frame.direction.is_none() || lies && self.opens(&frame.targets))
                            && frame.verb.is_some()
                    };
                    let state = state || frame.targets_first && frame.value_text.starts_with("still ");
                    if state && !frame.polite && frame.question.is_none() && frame.wish.is_none() {
                        frame.question = Some(Asks::Polar);
                    }
                    // "co2 level?"
                    if frame.property.is_some() && !frame.has_action() && frame.verb.is_none() {
                        frame.question = Some(Asks::Value);
                    }
                }
                // "The oven's still on, off it": how it is now, before what is to be done.
                let acts_behind =
                    tokens[(index + 1).min(tokens.len())..].iter().any(|token| token.verb().is_some());
                let asked = clause.tokens.first().is_some_and(|first| first.question().is_some());
                if acts_behind && !asked && aside::tells_still(&clause) {
                    for frame in of_clause.iter_mut().filter(|frame| frame.targets_first) {
                        frame.verb = None;
                        frame.question = None;
                    }
                }
                // "Heating on, the hive I mean": the correction is said behind what is right.
                let behind = correction
                    && !of_clause.is_empty()
                    && tokens.get(index + 1).is_none_or(|next| next.separator().is_some())
                    && frames.iter().any(Frame::has_action)
                    && of_clause.iter().all(|frame| frame.has_target() && !frame.has_action());
                if let Some(first) = of_clause.first_mut() {
                    first.goes_on |= continues::goes_on(text, &tokens[start..index]);
                    first.corrects |= corrects || behind;
                    corrected |= corrects;
                    corrects = false;
                }
                if behind {
                    append(&mut frames, of_clause, spare);
                    start = index + 1;
                    continue;
                }
                if let Some(from) = announced_from.take() {
                    announced::gives_way(&mut frames, from, &mut of_clause, self);
                }
                announced_from = announced::announces(&clause, &of_clause).then_some(frames.len());
                append(&mut frames, of_clause, spare);
            }
            start = if aside { index } else { index + 1 };
            if correction {
                let negates = token.is_some_and(|token| {
                    let said = text_of(text, token.start, token.end);
                    token.negation().is_some() || said.ends_with(" not the") || said.ends_with("not that")
                });
                let names = tokens.get(index + 1).is_some_and(Token::is_target);
                let end = index
                    + 1
                    + tokens[index + 1..].iter().take_while(|token| token.separator().is_none()).count();
                let acts =
                    tokens[index + 1..end].iter().any(|token| token.verb().is_some_and(|verb| !verb.weak));
                if aside::only_one(text, &tokens[..index]) && aside::is_all_values(&tokens[index + 1..end]) {
                    // "just mop, no vacuum": what is not wanted besides.
                    skip_to = end;
                    start = end + 1;
                    corrects = false;
                    continue;
                }
                if negates && names && !acts && !frames.is_empty() {
                    // 卫生间的灯开一下，不是主卧那个: which one is not meant. 不是餐厅，是书房: and which one is.
                    skip_to = end;
                    start = end + 1;
                    corrects = end < tokens.len();
                    continue;
                }
                corrects = true;
            }
        }
        if aside::stays_in(text, tokens) {
            frames.iter_mut().for_each(aside::arm_around_people);
        }
        // "Switch on the fan no": without a pause before it, it asks for nothing but assent.
        let marked = |token: &Token| token.separator().is_some();
        let trailing = match tokens {
            [.., before, last] => text_of(text, last.start, last.end) == "no" && !marked(before),
            _ => false,
        };
        // "24, nah 22 actually": what was corrected already is only said to be so. "That lamp, on I mean": which was meant.
        let last = tokens.last().map(|last| text_of(text, last.start, last.end)).unwrap_or_default();
        let said_again = matches!(last.as_str(), "i mean" | "i meant")
            && frames.last().is_some_and(Frame::has_action)
            || corrected && matches!(last.as_str(), "actually" | "sorry" | "rather");
        // "make it 20 actually": what is said instead, and nothing taken back.
        let instead = matches!(last.as_str(), "actually" | "sorry" | "rather")
            && corrects
            && frames.last().is_some_and(|frame| frame.value.is_some() && !frame.has_target())
            && match tokens {
                [.., before, _] => !marked(before),
                _ => false,
            };
        if instead && let Some(frame) = frames.last_mut() {
            frame.corrects = true;
        }
        if corrects && !trailing && !said_again && !instead {
            // A correction with nothing after it takes back what was said.
            frames.push(Frame { corrects: true, likeness: 1.0, ..Frame::default() });
        }
        frames
    }
}

/// 大白先关一下: what is named and nothing more waits for its verb behind such a word.
fn only_names(tokens: &[Token]) -> bool {
    tokens.iter().any(Token::is_target)
        && tokens.iter().all(|token| {
            token.is_target() && token.verb().is_none() && token.value().is_none()
                || token.particle().is_some() && token.verb().is_none()
                || token.possessive().is_some()
                || token.object_marker().is_some()
        })
}

/// 老公那盏: what is named, and perhaps pointed at, and nothing more.
fn names_one(tokens: &[Token]) -> bool {
    let says_nothing = |token: &Token| {
        (token.particle().is_some() || token.possessive().is_some() || token.reference().is_some())
            && token.verb().is_none_or(|verb| verb.weak)
    };
    tokens.iter().any(Token::is_target)
        && tokens.iter().all(|token| token.is_target() && token.verb().is_none() || says_nothing(token))
}

/// 再: begins a command before 把 or a verb with a target, and is a degree before a quality (再亮一点).
fn starts_command(tokens: &[Token], index: usize) -> bool {
    tokens.get(index).is_some_and(|token| {
        token.adjective().is_none()
            && token.degree().is_none()
            && (token.object_marker().is_some() || token.is_target() || token.verb().is_some())
    })
}
