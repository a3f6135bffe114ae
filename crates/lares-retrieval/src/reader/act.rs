//! From what the network takes for meant to an answer, by the usual stages.

use std::mem;

use lares_home::{Act, AttributeIndex, CommandIndex, Intent, Property, ValueSpec, catalogue};
use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::lexicon::{Place, Sense};
use lares_language::{Action, Language, ParseContext, ParsedCommand, Quantifier, SpokenCommand, Unit, Value};
use smallvec::{SmallVec, smallvec};

use super::entities::Meant;
use super::further;
use super::meaning::{Meaning, MeantCommand};
use super::values::{self, Told, Way};
use super::words::Word;
use crate::answer;
use crate::asked::{Asked, Finished, Outcome, Settled};
use crate::command;
use crate::conversation::Conversation;
use crate::decide::overall;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::properties::known;
use crate::result::{CommandResult, Decision, Retrieval};
use crate::trace::Tracer;
use crate::turned::opposite_of;
use crate::workspace::Workspace;

/// What the network takes for this likely was said of no other property.
const CERTAIN: f32 = 0.97;
/// So many commands at most are taken from one breath.
const MOST_COMMANDS: usize = 6;
/// So many devices at most are named in one command of the answer.
const MOST_NAMED: usize = 3;

/// "If" behind these only tells what is not known.
const BEFORE_WHETHER: [&str; 8] = ["tell", "see", "know", "knows", "check", "wonder", "wondering", "sure"];

/// Puts into an answer what does all that is meant, in place of what it said; `false`, and as before, where something of it cannot
/// be done as it was said, or it is less than `least` invocations. The conversation goes on from `before`.
pub(super) fn act(
    home: &CompiledHome,
    (before, conversation): (&Conversation, &mut Conversation),
    request: &Request<'_>,
    meaning: &Meaning,
    (confidence, least): (f32, usize),
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) -> bool {
    let mut commands = meaning.commands(home);
    if commands.is_empty() || commands.len() > MOST_COMMANDS {
        return false;
    }
    let first = commands.len();
    if opens_condition(meaning) {
        return false;
    }
    let Some(said) = said(home, before, request, meaning, workspace) else { return false };
    if meaning.sure() < CERTAIN && said.is_of_another_property(home, &commands) {
        return false;
    }
    commands.extend(further::commands(home, meaning));
    let mut talk = before.clone();
    talk.begin_turn();
    let mut results: SmallVec<[CommandResult; 2]> = SmallVec::new();
    // What each command does, with the value that it took.
    let mut done: SmallVec<[(usize, Action); 4]> = SmallVec::new();
    for (place, command) in commands.iter().enumerate() {
        let remembers = !(request.last && place + 1 == commands.len());
        let mut parsed = said.parsed(home, command);
        // Of several values each command takes the one that was said beside its own device.
        let far = |place: usize| match commands.len() {
            1 => 0,
            _ => meaning.distance(&command.entities, place).unwrap_or(usize::MAX),
        };
        let shares = |other: usize| {
            let of_other = commands.get(other).into_iter().flat_map(|other| &other.entities);
            other != place && of_other.into_iter().any(|meant| command.entities.contains(meant))
        };
        let is_one_of_several = (0..commands.len()).any(shares);
        let mut actions = said.actions_for(home, command, far);
        if is_one_of_several {
            let others: SmallVec<[&Action; 4]> =
                done.iter().filter(|(other, _)| shares(*other)).map(|(_, action)| action).collect();
            said.keep_own(home, command, &others, place >= first, &mut actions);
        }
        let finished = actions.into_iter().find_map(|action| {
            parsed.action = action;
            run(home, &talk, request, &parsed, command, (place, remembers), workspace)
        });
        let Some(Finished { mut result, devices, .. }) = finished else {
            // What may be meant besides is left where no word says it.
            if place >= first {
                continue;
            }
            return false;
        };
        done.push((place, parsed.action.clone()));
        if remembers {
            talk.did(&parsed.spoken, parsed.action, request.text, request.now_ms);
            let ids = devices.into_iter().filter_map(|device| home.device(device));
            talk.remember(ids.map(|device| device.id.clone()), request.now_ms, &home.config);
        }
        result.command = parsed.spoken;
        result.confidence = confidence;
        result.meta.insert("reader".into(), true.into());
        results.push(result);
    }
    if results.iter().map(|result| result.invocations.len()).sum::<usize>() < least {
        return false;
    }
    for result in answer.results.drain(..) {
        workspace.language.take_back_spoken(result.command);
    }
    answer.results.extend(results);
    answer.invocations.clear();
    answer.invocations.extend(answer.results.iter().flat_map(|result| result.invocations.iter().cloned()));
    answer.decision = overall(answer.results.iter().map(|result| result.decision));
    answer.language = said.language;
    answer.trace.clear();
    *conversation = talk;
    true
}

/// Something is to hang on a condition, which the network tells nothing of: 如果, or 够五十了就.
fn opens_condition(meaning: &Meaning) -> bool {
    let opens = |sense: &Sense| matches!(sense, Sense::Condition(Place::Before));
    let closes = |sense: &Sense| matches!(sense, Sense::Condition(Place::After));
    let compares = |sense: &Sense| matches!(sense, Sense::Number(_) | Sense::Comparison(_));
    let mut compared = false;
    let mut before: [&[char]; 2] = [&[], &[]];
    meaning.said().any(|word| {
        // "I can't tell if it's done", "two minutes, then go": neither hangs on anything.
        let is = |word: &[char], text: &str| word.iter().copied().eq(text.chars());
        let is_told = before.iter().any(|word| BEFORE_WHETHER.iter().any(|text| is(word, text)));
        let is_next = is(word.letters, "then");
        let hangs = !is_told && word.senses.iter().any(opens)
            || compared && !is_next && word.senses.iter().any(closes);
        compared |= word.senses.iter().any(compares);
        before = [before[1], word.letters];
        hangs
    })
}

/// What was said of what is to be done; `None` where it hangs on something.
fn said(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
    meaning: &Meaning,
    workspace: &mut Workspace,
) -> Option<Said> {
    workspace.second_memory.begin_request();
    let context = ParseContext {
        has_recent: conversation.has_recent(request.now_ms, &home.config),
        ..ParseContext::default()
    };
    // Nothing of it goes away with the answer but what is to be done.
    workspace.second_language.try_out(true);
    let mut parse = home.parse_in(request.text, context, request.room, &mut workspace.second_language);
    let hangs = |command: &ParsedCommand| !command.spoken.conditions.is_empty();
    let said = (!parse.commands.iter().any(hangs)).then(|| {
        let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
        let says = |is: fn(&Sense) -> bool| words.iter().any(|word| word.senses.iter().any(is));
        Said {
            actions: parse.commands.iter_mut().map(|command| mem::take(&mut command.action)).collect(),
            by_verbs: words.iter().rev().flat_map(|word| word.senses).filter_map(by_verb).collect(),
            values: values::values(&words),
            ways: values::ways(&words),
            before: conversation.last_action(request.now_ms, &home.config).map(|last| last.action.clone()),
            properties: words.iter().filter_map(|word| property(word.senses)).collect(),
            verbs: words.iter().flat_map(|word| word.senses).filter_map(of_verb).collect(),
            by_degrees: says(|sense| matches!(sense, Sense::Degree(_))),
            orders: says(|sense| matches!(sense, Sense::Verb(verb) if !verb.weak)),
            asks: says(|sense| matches!(sense, Sense::Question(_))),
            language: parse.language,
        }
    });
    workspace.second_language.take_back(parse);
    said
}

/// One command by the stages; `None` unless just that is done, by all devices that are meant.
fn run(
    home: &CompiledHome,
    talk: &Conversation,
    request: &Request<'_>,
    parsed: &ParsedCommand,
    command: &MeantCommand,
    (place, remembers): (usize, bool),
    workspace: &mut Workspace,
) -> Option<Finished> {
    let devices = command.entities.iter().filter_map(|meant| match meant {
        Meant::Device(device) => home.device(*device).map(|device| device.id.clone()),
        Meant::Scene(_) => None,
    });
    let settled = Settled::Reading { devices: devices.collect(), command: command.capability.clone() };
    let asked = Asked {
        home,
        config: &home.config,
        memory: &workspace.second_memory,
        conversation: talk,
        now_ms: request.now_ms,
        language: Language::default(),
        text: request.text,
        parsed,
        place,
        speaker: None,
        top_k: request.top_k.unwrap_or(home.config.top_k),
        trace: request.trace,
        all_act: true,
        remembers,
        supplied: &request.supplied,
        settled: Some(&settled),
    };
    let outcome = match command.entities.first()? {
        Meant::Scene(scene) => {
            answer::scene(&asked, CommandResult::default(), Tracer::new(request.trace), *scene)
        }
        Meant::Device(_) => command::run_once(&asked),
    };
    let Outcome::Done(finished) = outcome else { return None };
    let invocations = &finished.result.invocations;
    let takes = |it| matches!(it, Capability::Command(index) if sets_value(home, index));
    let needs_value = capability(home, command).is_some_and(takes);
    let same = invocations.len() == command.entities.len()
        && !(needs_value && invocations.iter().any(|invocation| invocation.argument.is_none()))
        && invocations.iter().all(|invocation| invocation.capability_id == command.capability);
    (finished.result.decision == Decision::Act && same).then_some(finished)
}

/// What was said of what is to be done, whatever it is to be done to.
struct Said {
    /// What the parser read.
    actions: SmallVec<[Action; 4]>,
    /// What verbs say by themselves, the last one first.
    by_verbs: SmallVec<[Action; 2]>,
    values: SmallVec<[Told; 2]>,
    ways: SmallVec<[Way; 4]>,
    /// What was done last.
    before: Option<Action>,
    /// What verbs speak of: 摇头, "swing".
    verbs: SmallVec<[Property; 4]>,
    /// Something is to change by degrees: a bit, 一点.
    by_degrees: bool,
    /// What of the devices was spoken of: their brightness, volume, …
    properties: SmallVec<[Property; 4]>,
    /// It is told what is to be done.
    orders: bool,
    /// Something was asked.
    asks: bool,
    language: Language,
}

impl Said {
    /// One command, that sets something of a device which has nothing of what was spoken of: "set the strip's volume to 20" sets
    /// no brightness.
    fn is_of_another_property(&self, home: &CompiledHome, commands: &[MeantCommand]) -> bool {
        let [command] = commands else { return false };
        let Some(Capability::Command(index)) = capability(home, command) else { return false };
        let known = known();
        let is_akin = |own, said| [false, true].iter().any(|question| known.akin(said, own, *question) > 0.0);
        let has = |property: &Property| {
            capabilities(home, command).any(|capability| {
                let intents = match capability {
                    Capability::Command(index) => home.intents(index).0,
                    Capability::Attribute(index) => attribute_intents(home, index),
                };
                intents.iter().filter_map(|intent| intent.property).any(|own| is_akin(own, *property))
            })
        };
        takes_argument(home, index) && !self.properties.is_empty() && !self.properties.iter().any(has)
    }

    /// The actions that may have the command done, likeliest first. `far` tells how far from its devices a word was said.
    fn actions_for(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
        far: impl Fn(usize) -> usize,
    ) -> SmallVec<[Action; 4]> {
        let Some(capability) = capability(home, command) else { return smallvec![Action::default()] };
        // "Is it locked" is no order to lock it, whatever the two are called.
        let is_attribute = |capability: &Capability| matches!(capability, Capability::Attribute(_));
        let asked = capabilities_called(home, command).find(is_attribute).filter(|_| self.asks);
        let capability = asked.unwrap_or(capability);
        let mut values: SmallVec<[&Told; 4]> = self.values.iter().collect();
        // 一次三十克: how much is said with its unit.
        values.sort_by_key(|told| (far(told.place), is_bare(told)));
        let mut actions = self.actions.clone();
        // "At three fifty": the parser took the hundreds for a time.
        actions.retain(|action| !values.iter().any(|told| is_rest_of(action.value.as_ref(), &told.value)));
        let place =
            |action: &Action| values.iter().position(|told| action.value.as_ref() == Some(&told.value));
        actions.sort_by_key(|action| (action.value.is_none(), place(action)));
        let (intents, takes) = match capability {
            Capability::Attribute(index) => {
                let told = attribute_intents(home, index);
                let queries = told.iter().map(|intent| action(Act::Query, intent.property, None));
                actions.extend(queries.take(2));
                return actions;
            }
            Capability::Command(index) => (home.intents(index).0, takes_argument(home, index)),
        };
        if takes {
            put_numbers(&mut actions, intents, &values);
        }
        // 灯也关: of a command that switches on and off, what was said is done and not its opposite.
        let says = |act: Act| self.actions.iter().any(|action| action.acts.contains(&act));
        let opposed = |intent: &&Intent| {
            let opposite = opposite_of(intent.act);
            !says(intent.act)
                && opposite.is_some_and(|act| says(act) && intents.iter().any(|intent| intent.act == act))
        };
        for intent in intents.iter().filter(|intent| !opposed(intent)) {
            let said = |key: &String| Value::Word { text: key.clone(), key: Some(key.clone()) };
            if takes {
                actions.extend(
                    values.iter().map(|told| action(intent.act, intent.property, Some(told.value.clone()))),
                );
                // A number that was said is by how much or how far: which of them, only the parser tells.
                let by_how_much = self.values.iter().any(|told| matches!(told.value, Value::Number { .. }));
                let direction = values::direction(&self.ways, intent.property).filter(|_| !by_how_much);
                actions.extend(direction.map(|act| action(act, intent.property, None)));
                // "And the left one too": as much, or the same way, as what was done last.
                if self.values.is_empty() && self.ways.is_empty() && !self.orders {
                    let is_like =
                        |last: &Action| sets_like(last, intent) && (last.value.is_none() || !self.by_degrees);
                    actions.extend(self.before.clone().filter(is_like));
                }
            }
            // "Open the blind a crack" says no way; a value that was said and is none of it says that none is meant.
            let is_way = matches!(intent.act, Act::Up | Act::Down);
            if !(takes && is_way && !self.values.is_empty()) {
                let key = intent.key.as_ref().filter(|_| !matches!(intent.act, Act::Up | Act::Down));
                actions.push(action(intent.act, intent.property, key.map(said)));
            }
        }
        if let Capability::Command(index) = capability {
            actions.extend(inputs(values_of(home, index), &values));
        }
        actions.extend(self.by_verbs.iter().cloned());
        actions
    }

    /// Of actions those that leave to `others`, what else its devices do, what these take: a value that none of them has, or a way
    /// that was said of just what the command sets. A `further` command has to be said by one of these, or be started where the others set something.
    fn keep_own(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
        others: &[&Action],
        further: bool,
        actions: &mut SmallVec<[Action; 4]>,
    ) {
        let Some(Capability::Command(index)) = capability(home, command) else { return };
        let intents = home.intents(index).0;
        let own_way = intents.iter().find_map(|intent| {
            let property = intent.property?;
            let act = values::own_direction(&self.ways, property)?;
            Some(action(act, Some(property), None))
        });
        let is_free = |action: &Action| {
            action.value.as_ref().is_some_and(|value| {
                self.values.iter().any(|told| told.value == *value)
                    && others.iter().all(|other| other.value.as_ref() != Some(value))
            })
        };
        let is_taken = |action: &Action| {
            action
                .value
                .as_ref()
                .is_some_and(|value| others.iter().any(|other| other.value.as_ref() == Some(value)))
        };
        let sets = |other: &Action| {
            other.value.is_some() || other.acts.iter().any(|act| matches!(act, Act::Up | Act::Down))
        };
        let starts = values_of(home, index).iter().any(|value| value.acts.contains(&Act::Start));
        if further && starts {
            // 四十度开始洗: it is started with what was set.
            actions.clear();
            actions.extend(others.iter().all(|other| sets(other)).then(|| action(Act::Start, None, None)));
        } else if !takes_argument(home, index) {
            let is_set = intents.iter().any(|intent| intent.act == Act::Set);
            if further && (is_set || !others.iter().all(|other| sets(other))) {
                actions.clear();
            }
        } else if let Some(own_way) = own_way {
            actions.retain(|action| action.value.is_none() && !further);
            // "Some heat on": a mode and a temperature of what heats are as good as one another.
            let is_either = further && intents.iter().any(is_of_warmth);
            actions.insert_many(0, (!is_either).then_some(own_way));
        } else if further {
            let of_it =
                |property: Option<Property>| property.is_some_and(|property| self.verbs.contains(&property));
            let is_said = intents.iter().any(|intent| of_it(intent.property));
            actions.retain(|action| {
                is_free(action) || is_said && action.value.as_ref().is_none_or(|_| !is_taken(action))
            });
        } else {
            actions.retain(|action| !is_taken(action));
        }
    }

    /// The command as if it had been parsed, without what is done.
    fn parsed(&self, home: &CompiledHome, command: &MeantCommand) -> ParsedCommand {
        let names: SmallVec<[&str; MOST_NAMED]> = command
            .entities
            .iter()
            .filter_map(|meant| match meant {
                Meant::Device(device) => home.device(*device).map(|device| device.name.as_str()),
                Meant::Scene(scene) => home.home.scenes.get(*scene).map(|scene| scene.name.as_str()),
            })
            .collect();
        let spoken = SpokenCommand {
            a: told(home, command, self.language),
            s: ANY.into(),
            n: if names.len() <= MOST_NAMED { names.join(",") } else { ANY.into() },
            t: UNKNOWN_CATEGORY.into(),
            q: if command.entities.len() > 1 { Quantifier::All } else { Quantifier::One },
            ..SpokenCommand::default()
        };
        ParsedCommand { spoken, confidence: 1.0, quantifier_said: true, ..ParsedCommand::default() }
    }
}

/// Puts before actions without a value those that set a number which was said, and before all others those that change something by
/// it. The actions with a value come first.
fn put_numbers(actions: &mut SmallVec<[Action; 4]>, intents: &[Intent], values: &[&Told]) {
    let valued = actions.iter().filter(|action| action.value.is_some()).count();
    let is_number = |told: &&&Told| matches!(told.value, Value::Number { .. });
    let of = |intent: &Intent, told: &Told| {
        action(told.by.unwrap_or(intent.act), intent.property, Some(told.value.clone()))
    };
    let pairs =
        || intents.iter().flat_map(|intent| values.iter().filter(is_number).map(move |told| (intent, *told)));
    let is_read = |told: &Told| actions.iter().any(|read| read.value.as_ref() == Some(&told.value));
    let set: SmallVec<[Action; 4]> = pairs()
        .filter(|(_, told)| told.by.is_none() && !is_read(told))
        .map(|(intent, told)| of(intent, told))
        .collect();
    let changed = pairs().filter(|(_, told)| told.by.is_some()).map(|(intent, told)| of(intent, told));
    let changed: SmallVec<[Action; 4]> = changed.collect();
    actions.insert_many(valued, set);
    actions.insert_many(0, changed);
}

/// Of an input that is called by its number, "the other one, two": HDMI2, where just one of the values of an argument has this number.
fn inputs(values: &[ValueSpec], told: &[&Told]) -> SmallVec<[Action; 1]> {
    let is_input = |value: &&ValueSpec| value.value.to_lowercase().starts_with("hdmi");
    let of_number = |told: &&Told| {
        let Value::Number { number, .. } = told.value else { return None };
        let is_this = |value: &&ValueSpec| {
            value.value.trim_start_matches(|letter: char| !letter.is_ascii_digit()) == number.to_string()
        };
        values.iter().filter(is_input).find(is_this)
    };
    let word = |value: &ValueSpec| Value::Word { text: value.value.clone(), key: Some(value.key.clone()) };
    told.iter()
        .filter_map(of_number)
        .map(|value| action(Act::Set, catalogue().property("input_source"), Some(word(value))))
        .collect()
}

/// A number is what is left of another one without its hundreds.
fn is_rest_of(rest: Option<&Value>, whole: &Value) -> bool {
    match (rest, whole) {
        (Some(Value::Number { number: rest, .. }), Value::Number { number: whole, .. }) => {
            *whole >= 100.0 && *rest >= 10.0 && whole % 100.0 == *rest
        }
        _ => false,
    }
}

/// A number without a unit.
fn is_bare(told: &Told) -> bool {
    matches!(told.value, Value::Number { unit: Unit::None | Unit::Time, .. })
}

/// Whether an action sets or changes what a command sets: that is what it speaks of, or it speaks of nothing.
fn sets_like(last: &Action, intent: &Intent) -> bool {
    let tells = last.value.is_some() || last.acts.iter().any(|act| matches!(act, Act::Up | Act::Down));
    let is_of_it = |property: &Property| Some(*property) == intent.property;
    tells && (last.properties.is_empty() || last.properties.iter().any(is_of_it))
}

/// What a word speaks of, where it cannot be anything else.
fn property(senses: &[Sense]) -> Option<Property> {
    match senses {
        [Sense::Property(property)] => Some(*property),
        _ => None,
    }
}

/// It sets how warm it is to become.
fn is_of_warmth(intent: &Intent) -> bool {
    let named = |name| intent.property.is_some() && intent.property == catalogue().property(name);
    ["heating_temperature", "cooling_temperature", "temperature"].into_iter().any(named)
}

/// What a verb says by itself, also where the parser made nothing of the words around it.
fn by_verb(sense: &Sense) -> Option<Action> {
    let Sense::Verb(verb) = sense else { return None };
    let value = verb.key.as_ref().map(|key| Value::Word { text: key.clone(), key: Some(key.clone()) });
    Some(Action {
        acts: verb.acts.iter().copied().collect(),
        properties: verb.property.into_iter().collect(),
        value,
    })
}

/// What a verb speaks of.
fn of_verb(sense: &Sense) -> Option<Property> {
    match sense {
        Sense::Verb(verb) => verb.property,
        _ => None,
    }
}

fn action(act: Act, property: Option<Property>, value: Option<Value>) -> Action {
    Action { acts: smallvec![act], properties: property.into_iter().collect(), value }
}

fn takes_argument(home: &CompiledHome, index: CommandIndex) -> bool {
    home.command(index).is_some_and(|spec| spec.argument.is_some())
}

/// A command is nothing without its argument: to pause is something, how it is to be drained meanwhile or not.
fn sets_value(home: &CompiledHome, index: CommandIndex) -> bool {
    let sets =
        |intent: &Intent| matches!(intent.act, Act::Set | Act::Up | Act::Down) || intent.property.is_some();
    takes_argument(home, index) && home.intents(index).0.iter().all(sets)
}

/// The values that a command's argument may take, where they are listed.
fn values_of(home: &CompiledHome, index: CommandIndex) -> &[ValueSpec] {
    home.command(index).and_then(|spec| spec.argument.as_ref()).map_or(&[], |argument| &argument.values)
}

/// The commands and attributes of that id; none of a scene.
fn capabilities_called<'h>(
    home: &'h CompiledHome,
    command: &'h MeantCommand,
) -> impl Iterator<Item = Capability> + 'h {
    capabilities(home, command).filter(|capability| *home.capability_id(*capability) == command.capability)
}

/// The commands and attributes of a device that is to do it.
fn capabilities<'h>(home: &'h CompiledHome, command: &MeantCommand) -> impl Iterator<Item = Capability> + 'h {
    let profile = match command.entities.first() {
        Some(Meant::Device(device)) => home.profile_of(*device),
        _ => None,
    };
    profile.into_iter().flat_map(|profile| home.capabilities(profile))
}

/// The command or attribute; `None` for a scene.
fn capability(home: &CompiledHome, command: &MeantCommand) -> Option<Capability> {
    capabilities_called(home, command).next()
}

fn attribute_intents(home: &CompiledHome, index: AttributeIndex) -> &[Intent] {
    home.attribute(index).map_or(&[], |spec| &spec.intents)
}

/// The action in the words of the catalogue.
fn told(home: &CompiledHome, command: &MeantCommand, language: Language) -> String {
    let intents: &[Intent] = match capability(home, command) {
        Some(Capability::Command(index)) => home.intents(index).0,
        Some(Capability::Attribute(index)) => attribute_intents(home, index),
        None => &[],
    };
    let chinese = language == Language::Chinese;
    let Some(intent) = intents.first() else { return if chinese { "执行" } else { "run" }.into() };
    let property = intent.property.and_then(|property| catalogue().property_entry(property));
    let property = property.map_or("", |entry| if chinese { entry.zh } else { entry.en });
    let act = match (capability(home, command), chinese) {
        (Some(Capability::Attribute(_)), true) => "查询",
        (Some(Capability::Attribute(_)), false) => "query",
        (_, true) => act_in_chinese(intent.act),
        (_, false) => intent.act.name(),
    };
    match (chinese, property.is_empty()) {
        (_, true) => act.to_owned(),
        (true, false) => format!("{act}{property}"),
        (false, false) => format!("{act} {property}"),
    }
}

fn act_in_chinese(act: Act) -> &'static str {
    match act {
        Act::On | Act::Open => "打开",
        Act::Off | Act::Close => "关闭",
        Act::Stop | Act::Cancel => "停止",
        Act::Start => "启动",
        Act::Pause => "暂停",
        Act::Resume => "继续",
        Act::Lock => "锁上",
        Act::Unlock => "解锁",
        Act::Up => "调高",
        Act::Down => "调低",
        Act::Mute => "静音",
        Act::Unmute => "取消静音",
        _ => "设置",
    }
}
