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
mod clauses;
mod closed;
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
mod goes_home;
mod hangs_on;
mod hesitant;
mod hold_on;
mod if_not;
mod if_so;
mod in_gasps;
mod kinds;
mod lattice;
mod left_so;
mod meant_part;
mod measures;
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
mod then_does;
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
use lattice::Path;
use render::Rendering;
use smallvec::SmallVec;

use crate::action::Action;
use crate::command_array::SpokenCondition;
use crate::lexicon;
use crate::normalise::{language, normalise, normalise_into};
use crate::parse::{Language, Parse, ParsedCommand, Rejection};
use crate::vocabulary::{HomeVocabulary, ParseContext};

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
        let tokens = goes_home::without_going(text, ones::as_named(text, tokens, self), self);
        let tokens = if_so::with_then(text, if_not::with_state(text, tokens));
        let tokens = then_does::with_orders(text, tokens);
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
                conditions.extend(statement::statements(&clause, &stretch, language));
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
