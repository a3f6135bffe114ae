//! The local parser: normalise, find the best path through the lattice, cut it into clauses, read frames from them,
//! complete the frames, write them as commands.

mod accompanied;
mod across_border;
mod action_words;
mod anew;
mod announced;
mod as_it_is;
mod aside;
mod asked;
mod askers;
mod bare;
mod broken_off;
mod by_ear;
mod by_the_clock;
mod called_off;
mod clause;
mod combine;
mod condition;
mod contented;
mod continues;
mod courtesy;
mod degrees;
mod denial;
mod described;
mod divided;
mod erhua;
mod event;
pub mod explain;
mod frame;
mod hangs_on;
mod hesitant;
mod hold_on;
mod in_gasps;
mod kinds;
mod lattice;
mod left_so;
mod meant_part;
mod neighbours;
mod no_longer;
mod ones;
mod only_told;
mod outcomes;
pub mod path;
mod pauses;
mod plain_order;
mod plainly;
mod put_in;
mod readings;
mod reasons;
mod render;
mod reported;
mod requests;
mod rhetorical;
mod searching;
mod sides;
mod so_that;
mod spelling;
mod stated_first;
mod statement;
mod story;
mod thinks_better;
mod tokens;
mod told_beside;
mod told_first;
mod told_of_others;
mod told_time;
mod told_to_someone;
mod tried;
mod unasked;
mod unread;
mod unwritten;
mod waited_for;
mod what_became;
mod who_did;
mod whose;
mod wished;
mod word_list;
mod workspace;

use std::cell::RefCell;

use clause::Clause;
use frame::{Frame, Head, Target};
use lares_home::catalogue::catalogue;
use lattice::{Path, Token};
use render::Rendering;
use smallvec::SmallVec;

use crate::action::Action;
use crate::command_array::SpokenCondition;
use crate::lexicon::{self, Asks, Speech};
use crate::normalise::{language, normalise, normalise_into};
use crate::parse::{Language, Parse, ParsedCommand, Rejection};
use crate::vocabulary::{HomeVocabulary, ParseContext, is_han};

pub use anew::{Doubt, Doubts};
pub use by_ear::ByEar;
pub use divided::Divided;
pub use meant_part::{Features, feature};
pub use told_beside::OrderPlaces;
pub use unwritten::PAUSE;
pub use wished::Understood;
pub use workspace::Workspace;
use workspace::{Spare, SpareFrames};

/// The longest utterance that is read, in characters. People do not say more at once; a longer text is a document.
pub const LONGEST_UTTERANCE: usize = 500;

/// So many letters that mean nothing, outside of any command, leave a doubt.
const LOST: usize = 4;

impl HomeVocabulary {
    /// Parses an utterance. Never fails: what cannot be understood is a rejection.
    pub fn parse(&self, text: &str, context: ParseContext) -> Parse {
        self.parse_in(text, context, &mut Workspace::default())
    }

    /// Parses an utterance in memory that earlier ones have used, which changes nothing but the time it takes.
    pub fn parse_in(&self, text: &str, context: ParseContext, workspace: &mut Workspace) -> Parse {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        let rejected = |language, normalised, rejection| Parse {
            language,
            commands: Vec::new(),
            rejection: Some(rejection),
            normalised,
            parts: 0,
        };
        if text.len() > LONGEST_UTTERANCE * 8 {
            return rejected(Language::default(), String::new(), Rejection::TooLong);
        }
        normalise_into(text, normal);
        let language = language(normal);
        if normal.len() > LONGEST_UTTERANCE {
            return rejected(language, String::new(), Rejection::TooLong);
        }
        let normalised = spare.texts.written(&normal.chars);
        if !normal.chars.iter().any(|letter| letter.is_alphanumeric()) {
            return rejected(language, normalised, Rejection::Empty);
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let (commands, rejection) = self.commands(said, &path, language, context, spare);
        let heard = readings::Heard { said, path: &path, language, context };
        let (mut commands, rejection) =
            readings::likeliest(self, &heard, (commands, rejection), memory, spare);
        if commands.is_empty()
            && !matches!(rejection, Rejection::Negated | Rejection::Reported)
            && let Some(behind) = self.order_behind(said, &path, language, context, spare)
        {
            commands = behind;
        }
        let parts = divided::count(said, &path.tokens);
        memory.keep(said, path);
        Parse { language, rejection: commands.is_empty().then_some(rejection), commands, normalised, parts }
    }

    /// Decodes the action words of a command array (`设置亮度=50%`, `turn on`).
    pub fn decode_action(&self, action: &str) -> Action {
        // The sign of the array stands where a speaker would pause.
        let normal = normalise(&action.replace(['=', '＝'], " "));
        if normal.len() > LONGEST_UTTERANCE {
            return Action::default();
        }
        let path = lattice::best_path(&normal.chars, self, &mut lattice::Memory::default());
        let clause = Clause {
            text: &normal.chars,
            path: &path,
            tokens: &path.tokens,
            vocabulary: self,
            condition: false,
            after_order: false,
            last: None,
        };
        let mut frames = clause::frames(&clause);
        let mut acting = frames.iter_mut().filter(|frame| frame.has_action());
        let Some(frame) = acting.next() else { return Action::default() };
        // "turn off swing": one action, so what could be a second verb is what the first is done to.
        let further = acting
            .next()
            .and_then(|further| further.verb.filter(|verb| verb.key.is_none()))
            .and_then(|verb| verb.property);
        if frame.property.is_none()
            && frame.value.is_none()
            && frame.verb.is_some_and(|verb| verb.property.is_none())
        {
            frame.property = further;
        }
        // 设置温度=24, "query alarm": an action is written with the names of properties.
        if frame.value.is_some() && frame.property == catalogue().property("target_temperature") {
            frame.property = catalogue().property("temperature");
        }
        let asks = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&lares_home::Act::Query));
        if let (None, [Target { head: Head::Noun(_), text, .. }]) = (frame.property, &frame.targets[..])
            && asks
        {
            frame.property = catalogue().property_called(text);
        }
        // 关闭照明灯: an action names no device, so the noun is the part of one that it is called after.
        if let (None, [Target { head: Head::Noun(noun), text, .. }]) = (frame.property, &frame.targets[..]) {
            let part = lexicon::lexicon().nouns.get(usize::from(noun.0)).map(|entry| entry.part.as_slice());
            let named = part.and_then(<[_]>::first).and_then(|&part| catalogue().property_entry(part));
            if named.is_some_and(|entry| entry.zh == text || entry.en == text) {
                frame.part = part.unwrap_or_default();
            }
        }
        render::action(frame)
    }

    fn commands(
        &self,
        text: &[char],
        path: &Path,
        language: Language,
        context: ParseContext,
        spare: &mut Spare,
    ) -> (Vec<ParsedCommand>, Rejection) {
        if called_off::is_called_off(text, &path.tokens) {
            return (Vec::new(), Rejection::Negated);
        }
        let (timed, mut at_a_time) = by_the_clock::without_times(text, path);
        let (timed, comes) = told_time::without_told(text, timed);
        let timed = erhua::without_erhua(text, hesitant::without_hesitation(text, timed, context));
        let timed = as_it_is::without_states(text, timed);
        let (called, told_called) = hold_on::without_called(text, timed, self);
        let timed = hold_on::without_hold_on(text, called);
        let reasoned = reasons::without_reasons(text, timed);
        let told = across_border::in_two(text, pauses::with_pauses(text, &reasoned));
        let told = put_in::without_contents(text, in_gasps::in_one(text, thinks_better::parted(text, told)));
        let (told, who_did) = who_did::without_asked(text, told);
        let (tokens, quoted) = reported::without_quotes(text, &told);
        let (tokens, reported) = reported::without_reported_speech(text, tokens);
        let tokens = left_so::without_states(text, tokens);
        let (tokens, told_first) = told_first::without_told(text, tokens);
        let (tokens, told_of_others) = told_of_others::without_told(text, tokens);
        let (tokens, told_to) = told_to_someone::without_told_to(text, tokens, self);
        let (tokens, general) = described::without_generalities(text, tokens);
        let (tokens, became) = what_became::without_told(text, tokens);
        let tokens = broken_off::without_broken_off(text, aside::without_alternatives(text, tokens));
        let tokens = denial::without_denied(text, no_longer::as_endings(text, tokens));
        let tokens = askers::without_who(text, denial::without_not_told(text, tokens), self);
        let tokens = tried::without_looks(text, accompanied::without_states(text, tokens));
        let tokens = courtesy::without_thanks(text, rhetorical::as_orders(text, tokens));
        let tokens = so_that::without_outcomes(text, requests::as_requests(text, path, tokens));
        let tokens = ones::as_named(text, tokens, self);
        let told_to = told_to || told_called;
        let reported =
            reported || quoted || told_first || told_of_others || told_to || general || became || who_did;
        let mut conditions: Vec<SpokenCondition> = Vec::new();
        let mut hanging = hangs_on::Hanging::default();
        let mut frames: Vec<Frame> = Vec::new();
        let mut stretches = condition::split(&tokens, text, self);
        let mut tokens = tokens;
        if !stretches.iter().any(|stretch| stretch.condition) {
            let waits;
            (tokens, waits) = waited_for::without_waits(text, tokens);
            if waits {
                at_a_time = true;
                stretches = condition::split(&tokens, text, self);
            }
        }
        for stretch in stretches {
            let part = &tokens[stretch.start..stretch.end];
            // 等我回来再开: no home knows which of them speaks.
            let opening = stretch.start.checked_sub(1).and_then(|before| tokens.get(before));
            let speaker = opening
                .is_some_and(|token| token.condition().is_some() && text.get(token.end - 1) == Some(&'我'));
            if stretch.condition && (speaker || condition::tells_time(part)) {
                at_a_time = true;
            } else if stretch.condition {
                let clause = Clause {
                    text,
                    path,
                    tokens: part,
                    vocabulary: self,
                    condition: true,
                    after_order: false,
                    last: None,
                };
                conditions.extend(statement::statements(&clause, stretch.unless, language));
                hanging.tell(&tokens, &stretch, &conditions);
            } else {
                let mut told = self.frames(text, path, part, &mut spare.frames);
                if let Some(first) = told.first_mut() {
                    first.told_of = hanging.names_target(&conditions);
                }
                append(&mut frames, told, &mut spare.frames);
            }
        }
        if !conditions.is_empty() {
            frames.iter_mut().for_each(|frame| self.outcome(text, frame));
        }
        // 我走的时候煤气阀关了没有: what is asked is asked now.
        frames.iter_mut().for_each(|frame| frame.scheduled |= at_a_time && frame.question.is_none());
        frames.iter_mut().for_each(|frame| frame.doubtful |= comes);
        if !context.has_recent && denial::may_be_denied(text, &tokens) {
            frames.iter_mut().for_each(|frame| frame.doubtful = true);
        }
        let chat = frames.iter().any(|frame| frame.chat);
        let reported = reported || frames.iter().any(|frame| frame.told);
        let unread: usize = frames.iter().map(|frame| frame.unknown).sum();
        if let [frame] = &mut frames[..] {
            aside::wanted(text, frame, self, context);
        }
        contented::without_contentment(text, &mut frames);
        told_time::without_arrivals(text, &mut frames);
        combine::without_purposes(text, &mut frames);
        combine::machines::settle(text, &mut frames, self);
        combine::on_at::part(text, &mut frames, self);
        combine::how_far_closed::as_position(text, &mut frames, self);
        combine::value_of_last::part(&mut frames);
        combine::complained_of::of_the_sun(text, &mut frames);
        frames.extend(
            combine::scene_alone(text, &frames, self).or_else(|| combine::hungry(text, &frames, self)),
        );
        if let Some(scene) = combine::called_by_part(text, &frames, self) {
            frames.clear();
            frames.push(scene);
        }
        ones::call(&mut frames, self);
        sides::other_side(text, &mut frames, self);
        bare::value_of(&mut frames);
        bare::complete(text, &tokens, &mut frames, self, context);
        combine::as_named(text, &mut frames, self, context);
        let mut combined = combine::combine(frames, self, context);
        degrees::settle(text, &mut combined.frames, self);
        whose::things_of(text, &mut combined.frames, &conditions, self, context);
        bare::without_remarks(text, &tokens, &mut combined.frames);
        bare::choose(text, &mut combined.frames);
        let kept: usize = combined.frames.iter().map(|frame| frame.unknown).sum();
        let loses = unread.saturating_sub(kept) >= LOST;
        let texts = RefCell::new(&mut spare.texts);
        let mut rendering =
            Rendering { text, vocabulary: self, language, context, conditions: &conditions, texts };
        let mut commands = std::mem::take(&mut spare.commands);
        let begin: SmallVec<[usize; 8]> = combined.frames.iter().map(|frame| frame.span.0).collect();
        for frame in combined.frames.drain(..) {
            if !conditions.is_empty() {
                rendering.conditions = hanging.of(&frame, &begin, &conditions);
            }
            if is_for_the_home(&frame, context) {
                render::add_commands(&mut commands, frame, &rendering);
            }
        }
        if loses || path.guessed {
            // Beside what was understood something was said that was not: perhaps a further order. Or its pauses are only
            // likely, and what can harm is confirmed.
            for command in &mut commands {
                command.confidence = command.confidence.min(render::SLIP_CONFIDENCE);
            }
        }
        let quiet = commands.is_empty() && !combined.negated && !reported && !chat && conditions.is_empty();
        let unread = if quiet { unread::command(text, path, &tokens, &rendering) } else { None };
        commands.extend(unread);
        spare.frames.take_back(combined.frames);
        let rejection = if combined.negated {
            Rejection::Negated
        } else if reported && !chat {
            Rejection::Reported
        } else {
            Rejection::NotForTheHome
        };
        (commands, rejection)
    }

    /// Whether targets are doors or covers, which are up or down.
    fn opens(&self, targets: &[Target]) -> bool {
        let moves = |target: &Target| render::moves_up_and_down(target, self);
        !targets.is_empty() && targets.iter().all(moves)
    }

    /// The frames of a stretch without conditions, clause by clause.
    fn frames(&self, text: &[char], path: &Path, tokens: &[Token], spare: &mut SpareFrames) -> Vec<Frame> {
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
                    let said = tokens::text_of(text, token.start, token.end);
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
            [.., before, last] => tokens::text_of(text, last.start, last.end) == "no" && !marked(before),
            _ => false,
        };
        // "24, nah 22 actually": what was corrected already is only said to be so. "That lamp, on I mean": which was meant.
        let last = tokens.last().map(|last| tokens::text_of(text, last.start, last.end)).unwrap_or_default();
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

/// Adds frames behind others; the first are taken as they are.
fn append(frames: &mut Vec<Frame>, mut further: Vec<Frame>, spare: &mut SpareFrames) {
    if frames.is_empty() {
        std::mem::swap(frames, &mut further);
    } else {
        frames.append(&mut further);
    }
    spare.take_back(further);
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

/// Whether a completed frame is an order or a question to the home at all.
fn is_for_the_home(frame: &Frame, context: ParseContext) -> bool {
    let said_something =
        frame.has_target() || frame.complaint || frame.property.is_some() || context.has_recent;
    let weak_only = frame.verb.is_some_and(|verb| verb.weak)
        && frame.value.is_none()
        && frame.direction.is_none()
        // "what's the co2 doing in the lounge"
        && !(frame.question.is_some() && frame.property.is_some_and(clause::is_measured))
        && !frame
            .targets
            .iter()
            .any(|target| matches!(target.head, Head::Noun(_) | Head::Name | Head::Scene));
    let drowned = frame.unknown > 2 * frame.known.max(1);
    let bare_verb = frame.verb.is_some() && frame.unknown == 0 && !frame.chat;
    (said_something || bare_verb || frame.value.is_some() || frame.direction.is_some())
        && !weak_only
        && !drowned
        && (!frame.chat || frame.has_target())
}
