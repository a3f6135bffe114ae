//! Which of two readings holds: that of the parser, or that of the network.
//!
//! Where nothing would be done, what the network is sure of is, and it has to be the surer the surer the parser is that nothing is
//! to be done; where the network is sure that something else was meant, or more, that is done instead; and what the network
//! takes for unlikely is left to an agent. What can harm is done on its word only where it is certain (see [`super::harm`]), and left to
//! an agent where the network does not bear it out.

use lares_home::{Act, DeviceIndex};
use lares_language::lexicon::{Asks, Sense};

use super::act;
use super::agreement::{
    agreed, borne_out, does_more_than_wanted, is_any, likelihood, meant_by, only_leaves_out,
    sets_what_was_replaced,
};
use super::ask;
use super::changes::Change;
use super::entities::Meant;
use super::hangs_on::hangs_on_other;
use super::harm::harms_alone;
use super::meaning::{Meaning, Taken};
use super::mended::mend;
use super::more::is_part_of;
use super::needed::{is_refused, is_rejected, leaves_out, needed};
use super::opened;
use super::openers::is_free;
use super::told;
use super::told_to::is_told_to_someone;
use super::unheard;
use super::whole::{hangs_on_unheard, has_to_choose, is_of_what_was_asked, is_to_be_asked};
use super::words::Word;
use crate::conversation::Conversation;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::otherwise::SURE;
use crate::pipeline::Request;
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};
use crate::uncertain::UNCERTAIN;
use crate::workspace::Workspace;

/// The network is sure of what it takes for this likely, and of nothing else beside it.
pub(super) const LIKELY: f32 = 0.5;
/// It has to be surer where nothing was understood, and something was done before: most of what is said behind that is talk.
const LIKELY_OF_NOTHING_MORE: f32 = 0.7;
/// And where just that was done already: "thanks" is no order to do it again.
const LIKELY_OF_REPEATED: f32 = 0.95;
/// And where it begins like a question.
const LIKELY_OF_QUESTION: f32 = 0.9;
/// And where nothing but a name or a room is said, and nothing was before: "the bistros", or someone thinks aloud.
const LIKELY_OF_NAME: f32 = 0.95;
/// And where only the state of what can harm is meant, and nothing that was said asks for it: "the garage door could do with an airing".
const LIKELY_OF_UNASKED: f32 = 0.97;
/// And where it is told to what can harm when it does something else: the garage door is shut.
const LIKELY_OF_GUARDED: f32 = 0.8;
/// What it takes for no likelier than this gives way to what the network is sure of.
const LESS_LIKELY: f32 = 0.7;
/// But for what it takes for likelier than this, where it takes nothing for meant but what is done.
const LIKELY_OF_LEFT_ALONE: f32 = 0.4;
/// And what it takes for no likelier than this to an agent, where the network is sure of nothing.
const UNLIKELY: f32 = 0.4;
/// The same of what can harm: a wrong act is the worst that can be done.
const UNLIKELY_HARM: f32 = 0.95;
/// And where something else is done as well: of what is said in one breath a part is easily misread.
const UNLIKELY_HARM_BESIDE: f32 = 0.97;
/// And where nothing but that is said, in words that are all known: "open the garage".
const UNLIKELY_PLAIN_HARM: f32 = 0.8;
/// What it takes for no likelier than this is left out of several things of which the others are meant.
const HARDLY_LIKELY: f32 = 0.1;
/// Where it takes nothing for likelier than this, no other reading is looked for.
const HOPELESS: f32 = 0.05;
/// What is done is as certain as the parser has it where the network takes it for this likely, and nothing else.
const CERTAIN: f32 = 0.8;
/// How sure the answer is of what only the network has read.
const CONFIDENCE: f32 = 0.65;
/// More than a plain order does is done where the network takes it for this likely that a device is to do several things.
const SURE_OF_SEVERAL: f32 = 0.8;
/// Why nothing is done.
const DISAGREES: &str = "second_reading";

/// What the network makes of a first reading that comes to nothing, before words are left out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foresight {
    /// It was not asked.
    Unasked,
    /// It need not be asked: what was done last says what is meant.
    Known,
    /// It is sure of something, which is done.
    Done,
    /// It takes nothing for likely at all.
    Unlikely,
    /// It is sure of nothing.
    Unsure,
    /// It takes it that only a question back settles it, which is put where no other reading is found.
    Asks,
}

impl Foresight {
    /// Another reading may still be acted on.
    pub(crate) fn leaves_hope(self) -> bool {
        matches!(self, Foresight::Unasked | Foresight::Known | Foresight::Unsure | Foresight::Asks)
    }
}

/// What becomes of a first reading that comes to nothing, and of the conversation, when the network has read the request as well.
/// `before` is the conversation before the answer.
pub(crate) fn foresee(
    home: &CompiledHome,
    before: &Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) -> Foresight {
    if !is_asked(home, request, answer) || request.is_part || !answer.invocations.is_empty() {
        return Foresight::Unasked;
    }
    if names_what_is_not_there(home, request, answer, workspace) {
        return Foresight::Unasked;
    }
    let needed = needed(answer);
    let mut meaning = workspace.take_meaning();
    let foresight = if !meaning.read(home, before, request, answer, workspace) {
        Foresight::Unasked
    } else if hangs_on_unheard(answer, &meaning) {
        let is_done = opened::instead(home, (before, conversation), request, answer, workspace)
            || does_as_unheard(home, before, conversation, request, answer, &meaning, workspace);
        if is_done { Foresight::Done } else { Foresight::Unsure }
    } else if does_instead(home, before, conversation, request, answer, (&meaning, 0), workspace) {
        Foresight::Done
    } else if is_to_be_asked(home, before, request, answer, &meaning) {
        Foresight::Asks
    } else if needed <= LIKELY && meaning.beside(|_| false) <= HOPELESS {
        Foresight::Unlikely
    } else {
        Foresight::Unsure
    };
    workspace.meaning = meaning;
    foresight
}

/// What becomes of an answer, and of the conversation, when the network has read the request as well. `before` is the conversation
/// before the answer.
pub(crate) fn reconsider(
    home: &CompiledHome,
    before: &Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) {
    if !is_asked(home, request, answer) {
        return;
    }
    let acts = !answer.invocations.is_empty();
    // The network does not hear what it was that was asked.
    let answers = before.pending(request.now_ms, &home.config).is_some();
    if acts && (answers || answer.results.iter().any(is_refused)) {
        return;
    }
    if !acts && names_what_is_not_there(home, request, answer, workspace) {
        return;
    }
    let harms = answer.invocations.iter().any(|invocation| invocation.sensitive);
    // What goes on from something is seldom as plain as its words.
    let is_plain = acts && !harms && is_plain_order(home, before, request, answer, workspace);
    if is_plain && !says_several(home, request, workspace) {
        return;
    }
    let mut meaning = workspace.take_meaning();
    if meaning.read(home, before, request, answer, workspace)
        && (!is_plain || meaning.both >= SURE_OF_SEVERAL)
    {
        decide(home, before, conversation, request, answer, &meaning, workspace);
        if !mend(home, &meaning, &mut answer.results, &mut answer.invocations) {
            hand_over(answer);
        }
    }
    workspace.meaning = meaning;
}

/// What becomes of an answer that is not settled, by what the network takes for meant.
fn decide(
    home: &CompiledHome,
    before: &Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    meaning: &Meaning,
    workspace: &mut Workspace,
) {
    let acts = !answer.invocations.is_empty();
    let harms = answer.invocations.iter().any(|invocation| invocation.sensitive);
    let hangs = answer.results.iter().any(|result| !result.command.conditions.is_empty());
    let agreed = agreed(home, answer, meaning);
    let disagrees =
        agreed <= LESS_LIKELY && !(agreed > LIKELY_OF_LEFT_ALONE && only_leaves_out(home, answer, meaning));
    if hangs_on_unheard(answer, meaning) && !is_of_what_was_asked(home, before, request, answer, meaning) {
        if !opened::instead(home, (before, conversation), request, answer, workspace)
            && !does_as_unheard(home, before, conversation, request, answer, meaning, workspace)
            && acts
        {
            hand_over(answer);
        }
        return;
    }
    if is_to_be_asked(home, before, request, answer, meaning) {
        ask::ask(home, (before, conversation), request, meaning, CONFIDENCE, answer, workspace);
        return;
    }
    let is_too_much = acts && does_more_than_wanted(answer, meaning);
    let is_taken_back = acts && !hangs && sets_what_was_replaced(home, answer, meaning);
    let is_otherwise =
        is_taken_back || acts && !hangs && Change::of(meaning).is_some_and(|it| it.speaks_against(answer));
    let is_of_other = acts && hangs_on_other(home, answer, meaning);
    let is_free = acts && hangs && is_free(meaning);
    let gives_way = acts
        && !harms
        && (disagrees
            || is_too_much
            || is_otherwise
            || is_of_other
            || is_free
            || !hangs && is_part_of(home, answer, meaning));
    // Where it is a part of what is meant, more is to be done.
    let is_replaced = disagrees || is_too_much || is_otherwise;
    let least = match answer.invocations.len() {
        done if acts && (is_of_other || is_free) && !is_replaced => done,
        done if acts && !is_replaced => done + 1,
        _ => 0,
    };
    let meant = (meaning, least);
    if (!acts || gives_way) && does_instead(home, before, conversation, request, answer, meant, workspace) {
        return;
    }
    if harms && (is_of_other || is_told_to_someone(home, meaning)) {
        hand_over(answer);
        return;
    }
    if acts && !harms && !is_any(answer, meaning) && leaves_out_unlikely(home, answer, meaning) {
        return;
    }
    let least = match harms {
        true if answer.invocations.len() == 1 => UNLIKELY_HARM,
        true => UNLIKELY_HARM_BESIDE,
        false => UNLIKELY,
    };
    let borne_out = borne_out(home, answer, meaning);
    let mut is_plain = || {
        harms && borne_out > UNLIKELY_PLAIN_HARM && is_plain_order(home, before, request, answer, workspace)
    };
    if acts && borne_out <= least && !is_plain() {
        let takes_back = answer.results.iter().any(is_refused);
        if harms && !hangs && !takes_back && leaves_only_meant(home, answer, meaning, least) {
            return;
        }
        hand_over(answer);
        return;
    }
    if is_taken_back {
        hand_over(answer);
        return;
    }
    // Where any of several will do, the others are as good, and nothing beside what is done.
    let is_any = is_any(answer, meaning);
    let is_as_good = |meant: Meant, it: &Invocation| {
        is_any && meaning.likelihood(meant, &it.capability_id).is_some_and(|likelihood| likelihood > 0.0)
    };
    let is_done = |meant: Meant| {
        let mut done = answer.invocations.iter();
        done.any(|it| meant_by(home, it) == Some(meant) || is_as_good(meant, it))
    };
    if acts && agreed.min(1.0 - meaning.beside(is_done)) < CERTAIN {
        for result in &mut answer.results {
            result.confidence = result.confidence.min(UNCERTAIN);
        }
    }
}

/// So much is said that one device may be meant to do several things: two words that each tell what is done, or how far ("AC on dry, fan low").
fn says_several(home: &CompiledHome, request: &Request<'_>, workspace: &mut Workspace) -> bool {
    let mut tells = 0;
    home.vocabulary.for_each_word_on_path(request.text, &mut workspace.language, |word| {
        let is_told = |sense: &Sense| {
            matches!(
                sense,
                Sense::Number(_) | Sense::Value(_) | Sense::Level(_) | Sense::Verb(_) | Sense::Property(_)
            )
        };
        tells += usize::from(word.senses.iter().any(is_told));
    });
    tells > 1
}

/// The parser is sure of all that is done, and nothing but orders was said, which go on from nothing.
fn is_plain_order(
    home: &CompiledHome,
    before: &Conversation,
    request: &Request<'_>,
    answer: &Retrieval,
    workspace: &mut Workspace,
) -> bool {
    !before.has_recent(request.now_ms, &home.config)
        && answer.results.iter().all(|result| result.confidence >= SURE)
        && home.vocabulary.says_only_orders(request.text, &mut workspace.language)
}

/// Nothing of it is done; an agent sees why.
fn hand_over(answer: &mut Retrieval) {
    for result in &mut answer.results {
        if result.decision == Decision::Act {
            result.hand_over(DISAGREES);
        }
    }
    answer.invocations.clear();
    answer.decision = Decision::Pass;
}

/// Of what is done what the network takes for meant stays, where that is all that it takes for meant: "open the garage, Ann wants
/// the ladder out". `false`, and as before, where that is not so.
fn leaves_only_meant(
    home: &CompiledHome,
    answer: &mut Retrieval,
    meaning: &Meaning,
    least_of_harm: f32,
) -> bool {
    let is_likely =
        |it: &Invocation| likelihood(home, meaning, it) > if it.sensitive { least_of_harm } else { LIKELY };
    let is_meant =
        |result: &CommandResult| result.decision == Decision::Act && result.invocations.iter().all(is_likely);
    let kept = || answer.results.iter().filter(|result| is_meant(result));
    let is_kept = |meant: Meant| {
        kept().flat_map(|result| &result.invocations).any(|it| meant_by(home, it) == Some(meant))
    };
    if kept().next().is_none()
        || !meaning.taken.iter().all(|taken| is_kept(taken.meant))
        || meaning.beside(is_kept) >= LIKELY
    {
        return false;
    }
    answer.results.retain_mut(|result| {
        result.confidence = result.confidence.min(UNCERTAIN);
        is_meant(result)
    });
    answer.invocations.clear();
    answer.invocations.extend(answer.results.iter().flat_map(|result| result.invocations.iter().cloned()));
    answer.decision = Decision::Act;
    true
}

/// Of several things that are done those that the network takes for meant stay, where it takes the others for hardly likely: "all off
/// in here, the fan can run". `false`, and as before, where that is not so.
fn leaves_out_unlikely(home: &CompiledHome, answer: &mut Retrieval, meaning: &Meaning) -> bool {
    let likelihoods = || answer.invocations.iter().map(|it| likelihood(home, meaning, it));
    let is_clear = |likelihood: f32| likelihood <= HARDLY_LIKELY || likelihood >= CERTAIN;
    if !likelihoods().all(is_clear)
        || !likelihoods().any(|likelihood| likelihood <= HARDLY_LIKELY)
        || !likelihoods().any(|likelihood| likelihood >= CERTAIN)
        || answer.results.iter().any(|result| result.decision != Decision::Act)
    {
        return false;
    }
    answer.results.retain_mut(|result| {
        result.invocations.retain(|it| likelihood(home, meaning, it) > HARDLY_LIKELY);
        result.confidence = result.confidence.min(UNCERTAIN);
        !result.invocations.is_empty()
    });
    answer.invocations.clear();
    answer.invocations.extend(answer.results.iter().flat_map(|result| result.invocations.iter().cloned()));
    true
}

/// What the network is sure of is done, in place of what the answer says; `false`, and all as before, where it is sure of nothing
/// that may be done on its word.
fn does_instead(
    home: &CompiledHome,
    before: &Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    (meaning, least): (&Meaning, usize),
    workspace: &mut Workspace,
) -> bool {
    let acts = !answer.invocations.is_empty();
    let needed = if acts { LIKELY } else { needed(answer) };
    let needed = if meaning.taken.iter().any(|taken| moves_what_harms(home, *taken)) {
        needed.max(LIKELY_OF_GUARDED)
    } else {
        needed
    };
    let is_new = || !before.has_recent(request.now_ms, &home.config);
    if meaning.taken.is_empty()
        || meaning.sure() < needed
        || harms_alone(home, request, answer, (meaning, is_new()))
    {
        return false;
    }
    if !acts && meaning.sure() < LIKELY_OF_UNASKED && is_unasked(home, request, meaning) {
        return false;
    }
    if leaves_nothing_out(answer, meaning) || has_to_choose(answer, meaning) {
        return false;
    }
    let is_thanks = || meaning.sure() < LIKELY_OF_REPEATED && repeats(home, before, request, meaning);
    let is_name = || meaning.sure() < LIKELY_OF_NAME && is_new() && only_names(meaning);
    let is_talk =
        || answer.decision == Decision::None && meaning.sure() < LIKELY_OF_NOTHING_MORE && !is_new();
    let is_told = || answer.decision == Decision::None && !is_new() && only_tells(meaning);
    // 我朋友说加湿器关了扫地机打开: of what was told of others not a part either.
    let is_half = || answer.results.iter().any(is_refused) && meaning.leaves_out_named();
    if !acts && (is_thanks() || is_name() || is_talk() || is_told() || is_half()) {
        return false;
    }
    // Why something is to be done is no order to do it, nor what would come of it.
    let only_asks = answer.invocations.iter().all(|it| it.kind == InvocationKind::Attribute);
    // "How do I turn on the dryer": where the parser says so as well it is never one.
    let is_certain = meaning.sure() >= LIKELY_OF_QUESTION && !answer.results.iter().any(is_refused);
    if !is_certain
        && only_asks
        && begins_as_question(meaning)
        && meaning.taken.iter().any(|taken| does(home, *taken))
    {
        return false;
    }
    act::act(home, (before, conversation), request, meaning, (CONFIDENCE, least), answer, workspace)
}

/// What the network is sure of is done if what a clause of its own tells is so.
fn does_as_unheard(
    home: &CompiledHome,
    before: &Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    meaning: &Meaning,
    workspace: &mut Workspace,
) -> bool {
    let harms = meaning.taken.iter().any(|taken| taken.is_sensitive(home));
    let least = if harms { UNLIKELY_HARM } else { LIKELY };
    !request.is_part
        && !meaning.taken.is_empty()
        && meaning.sure() > least
        && !is_to_be_asked(home, before, request, answer, meaning)
        && (!unheard::conditions(home, request.text, &mut workspace.second_language).is_empty()
            || !unheard::opened(home, request.text, &mut workspace.second_language).is_empty()
            || told::condition(home, meaning).is_some())
        && does_instead(home, before, conversation, request, answer, (meaning, 0), workspace)
}

/// The network is asked about what the local parser reads and takes for an utterance.
fn is_asked(home: &CompiledHome, request: &Request<'_>, answer: &Retrieval) -> bool {
    let is_none = answer.results.iter().any(|result| is_rejected(result, &["empty", "too_long"]));
    home.config.stages.reader && request.parse.is_none() && answer.parser == "local" && !is_none
}

/// A plain order for a room that is not there: nothing else is to be made of it.
fn names_what_is_not_there(
    home: &CompiledHome,
    request: &Request<'_>,
    answer: &Retrieval,
    workspace: &mut Workspace,
) -> bool {
    answer.results.iter().any(|result| result.meta.contains_key("room_unknown_terms"))
        && home.vocabulary.says_only_orders(request.text, &mut workspace.language)
}

/// Something is to be left out that the parser does not find, and just as many are taken for meant as it would be left out of: "every
/// AC except grandma's".
fn leaves_nothing_out(answer: &Retrieval, meaning: &Meaning) -> bool {
    let of = |result: &CommandResult| {
        let unknown = result.meta.get("not_found").and_then(|unknown| unknown.as_array()).map_or(0, Vec::len);
        let none = unknown >= result.command.x.split(',').count() && !result.command.s.contains('!');
        result.meta.get("targets").and_then(|count| count.as_u64()).filter(|_| none)
    };
    let all = answer.results.iter().filter(|result| leaves_out(result)).filter_map(of).max();
    all.is_some_and(|all| meaning.taken.len() as u64 >= all)
}

/// Nothing but a device, a kind or a room was said: before anything was done that is no order.
fn only_names(meaning: &Meaning) -> bool {
    meaning.said().all(|word| !word.senses.is_empty() && word.senses.iter().all(names))
}

/// It only names something.
fn names(sense: &Sense) -> bool {
    matches!(
        sense,
        Sense::Noun(_)
            | Sense::Name(_)
            | Sense::Room(_)
            | Sense::HomeRoom(_)
            | Sense::Particle(_)
            | Sense::Possessive(_)
            | Sense::Classifier
            | Sense::Separator(_)
    )
}

/// "And Anna's asleep": something is told of what has a name, in a word that no lexicon knows.
fn only_tells(meaning: &Meaning) -> bool {
    let knows =
        |word: &Word<'_>| word.senses.iter().any(|sense| !names(sense) && *sense != Sense::Conjunction);
    let is_unknown = |word: Word<'_>| word.senses.is_empty();
    let is_named = |word: Word<'_>| word.senses.iter().any(|sense| matches!(sense, Sense::Name(_)));
    meaning.said().any(is_named) && meaning.said().any(is_unknown) && !meaning.said().any(|word| knows(&word))
}

/// Only states of what can harm are taken for meant, and no word and no mark asks for any.
fn is_unasked(home: &CompiledHome, request: &Request<'_>, meaning: &Meaning) -> bool {
    let asks = |sense: &Sense| matches!(sense, Sense::Question(_));
    meaning.taken.iter().all(|taken| taken.is_attribute(home) && is_of_what_harms(home, *taken))
        && !request.text.contains(['?', '？'])
        && !meaning.said().any(|word| word.senses.iter().any(asks))
}

/// It begins by asking what, why or how, or like what is said of no order.
fn begins_as_question(meaning: &Meaning) -> bool {
    let asks = |sense: &Sense| match sense {
        Sense::Question(asks) => *asks != Asks::Polar,
        Sense::Chat => true,
        _ => false,
    };
    meaning.said().next().is_some_and(|word| word.senses.iter().any(asks))
}

/// It is a command or a scene, and no state that is asked for.
fn does(home: &CompiledHome, taken: Taken) -> bool {
    !matches!(taken.capability(home), Some(Capability::Attribute(_)))
}

/// It is a command of what can harm by another one.
fn moves_what_harms(home: &CompiledHome, taken: Taken) -> bool {
    does(home, taken) && is_of_what_harms(home, taken)
}

/// It is of a device that can harm.
fn is_of_what_harms(home: &CompiledHome, taken: Taken) -> bool {
    let Meant::Device(device) = taken.meant else { return false };
    let mut all = home.profile_of(device).into_iter().flat_map(|profile| home.capabilities(profile));
    all.any(|capability| home.is_sensitive(device, capability))
}

/// What is meant was just done, and nothing that was said sets it otherwise: "kettle on", and then "thanks".
fn repeats(home: &CompiledHome, before: &Conversation, request: &Request<'_>, meaning: &Meaning) -> bool {
    let Some(turn) = before.fresh(request.now_ms, &home.config).next().map(|mention| mention.turn) else {
        return false;
    };
    let is_done = |device: DeviceIndex, act: Act| {
        home.device(device).is_some_and(|device| {
            let mentions = before.fresh(request.now_ms, &home.config);
            mentions
                .take_while(|mention| mention.turn == turn)
                .any(|mention| mention.act == Some(act) && mention.devices.contains(&device.id))
        })
    };
    meaning.taken.iter().all(|taken| {
        let Meant::Device(device) = taken.meant else { return false };
        match taken.capability(home) {
            Some(Capability::Command(index)) => {
                let takes = home.command(index).is_some_and(|spec| spec.argument.is_some());
                !takes && home.intents(index).0.iter().any(|intent| is_done(device, intent.act))
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use lares_language::{Quantifier, SpokenCommand};

    use super::super::needed::tests::{answer, result, with};
    use super::*;

    #[test]
    fn of_what_something_is_left_out_of_not_all_is_meant() {
        let all_but =
            |x: &str| SpokenCommand { q: Quantifier::Except, x: x.into(), ..SpokenCommand::default() };
        let except = |x: &str| {
            let except = CommandResult { command: all_but(x), ..result(Decision::Pass, 0.9) };
            let except = with(except, "targets", 2.into());
            answer(Decision::Pass, vec![with(except, "not_found", serde_json::json!(["grandma's"]))])
        };
        let taken = |count: u32| {
            let taken = |place| Taken { meant: Meant::Device(DeviceIndex(place)), command: 0 };
            let mut meaning = Meaning::default();
            meaning.taken.extend((0..count).map(taken));
            meaning
        };
        assert!(!leaves_nothing_out(&except("grandma's"), &taken(1)));
        assert!(leaves_nothing_out(&except("grandma's"), &taken(2)));
        assert!(!leaves_nothing_out(&except("the lamp,grandma's"), &taken(2)), "the lamp is left out");
    }
}
