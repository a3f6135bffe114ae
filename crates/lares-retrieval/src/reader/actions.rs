//! What was said of what is to be done: the actions by which a command may be done, likeliest first.
//!
//! They are those that the parser read, then those that words say by themselves: values, ways up and down, verbs. Where
//! a device is to do several things, each takes what was said of it and leaves the rest to the others.

use lares_home::{Act, AttributeIndex, CommandIndex, Intent, Property, ValueSpec, catalogue};
use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::lexicon::Sense;
use lares_language::{
    Action, Language, ParsedCommand, Quantifier, SpokenCommand, SpokenCondition, Unit, Value, Workspace,
};
use smallvec::{SmallVec, smallvec};

use super::changes::Change;
use super::entities::Meant;
use super::meaning::MeantCommand;
use super::values::{self, Told, Values, Way};
use super::words::Word;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::properties::known;
use crate::turned::opposite_of;

/// So many devices at most are named in one command of the answer.
const MOST_NAMED: usize = 3;

/// A number from here on counts no devices.
const LEAST_SET: f64 = 10.0;

/// What swings, whichever way, and which way: keys of the catalogue.
const SWING: &str = "on";
const DIRECTIONS: [&str; 2] = ["vertical", "horizontal"];

/// Ways to have something done, likeliest first.
pub(super) type Actions = SmallVec<[Action; 8]>;

/// What was said of what is to be done, whatever it is to be done to.
pub(super) struct Said {
    /// What the parser read.
    pub(super) actions: Actions,
    /// What all of it hangs on, as the parser read it; empty: on nothing.
    pub(super) conditions: Vec<SpokenCondition>,
    /// What verbs say by themselves, the last one first.
    pub(super) by_verbs: SmallVec<[Action; 2]>,
    pub(super) values: SmallVec<[Told; 2]>,
    pub(super) ways: SmallVec<[Way; 4]>,
    /// What was done last.
    pub(super) before: Option<Action>,
    /// By which devices.
    pub(super) recent: SmallVec<[Meant; 4]>,
    /// What verbs speak of: 摇头, "swing".
    pub(super) verbs: SmallVec<[Property; 4]>,
    /// Something is to change by degrees: a bit, 一点.
    pub(super) by_degrees: bool,
    /// What of the devices was spoken of: their brightness, volume, …
    pub(super) properties: SmallVec<[Property; 4]>,
    /// It is told what is to be done.
    pub(super) orders: bool,
    /// Something was asked.
    pub(super) asks: bool,
    /// What is asked for is named by a command of its own: "lock the door and tell me its battery".
    pub(super) asks_apart: bool,
    /// Something is not to be so, or to end.
    pub(super) denies: bool,
    /// Whether something becomes more or less than it is; `None` where nothing tells.
    pub(super) change: Option<Change>,
    /// Just one thing is ordered.
    pub(super) alone: bool,
    pub(super) language: Language,
}

impl Said {
    /// What some of the words alone say, the first of which stands at a place of the request. Of what the parser read stays what these
    /// words say as well.
    pub(super) fn within(&self, words: &[Word<'_>], start: usize) -> Said {
        let Values { told: mut values, .. } = values::values(words);
        values.iter_mut().for_each(|told| told.place += start);
        values.retain(|told| !is_compared(told, &self.conditions));
        let (ways, _) = values::ways(words);
        let is_of_others = |action: &Action| {
            let told = |values: &[Told]| {
                action.value.as_ref().is_some_and(|value| values.iter().any(|told| told.value == *value))
            };
            let turned = action.acts.first().and_then(|act| opposite_of(*act));
            told(&self.values) && !told(&values)
                || !ways.is_empty() && ways.iter().all(|(act, _)| Some(*act) == turned)
        };
        let says = |is: fn(&Sense) -> bool| words.iter().any(|word| word.senses.iter().any(is));
        let by_verbs: SmallVec<[Action; 2]> =
            words.iter().rev().flat_map(|word| word.senses).filter_map(by_verb).collect();
        // "Oven off, dishwasher going": what a verb of other words says, where these say something themselves.
        let tells = !values.is_empty() || !by_verbs.is_empty();
        let is_of_other_verb = |action: &Action| {
            let says = |verbs: &[Action]| verbs.iter().any(|verb| verb.acts.first() == action.acts.first());
            let switches =
                action.acts.first().is_some_and(|act| !matches!(act, Act::Up | Act::Down | Act::Set));
            tells && switches && action.value.is_none() && says(&self.by_verbs) && !says(&by_verbs)
        };
        let is_own = |action: &&Action| !is_of_others(action) && !is_of_other_verb(action);
        Said {
            actions: self.actions.iter().filter(is_own).cloned().collect(),
            conditions: self.conditions.clone(),
            by_verbs,
            properties: words.iter().filter_map(|word| property(word.senses)).collect(),
            verbs: words.iter().flat_map(|word| word.senses).filter_map(of_verb).collect(),
            by_degrees: says(|sense| matches!(sense, Sense::Degree(_))),
            values,
            ways,
            before: self.before.clone(),
            recent: self.recent.clone(),
            ..*self
        }
    }

    /// How something is to be done is told.
    pub(super) fn tells(&self) -> bool {
        !self.values.is_empty() || !self.ways.is_empty()
    }

    /// A value is told that is no count of things.
    pub(super) fn sets(&self) -> bool {
        let is_count = |told: &Told| matches!(told.value, Value::Number { number, unit: Unit::None } if number < LEAST_SET);
        self.values.iter().any(|told| !is_count(told))
    }

    /// One command, that sets something of a device which has nothing of what was spoken of: "set the strip's volume to 20" sets
    /// no brightness.
    pub(super) fn is_of_another_property(&self, home: &CompiledHome, commands: &[MeantCommand]) -> bool {
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
        // "Switch the picture to movie": it takes just what was said.
        let takes_said = || {
            values_of(home, index).iter().any(|value| {
                let is_this = |told: &Told| matches!(&told.value, Value::Word { key: Some(key), .. } if *key == value.key);
                self.values.iter().any(is_this)
            })
        };
        takes_argument(home, index)
            && !self.properties.is_empty()
            && !self.properties.iter().any(has)
            && !takes_said()
    }

    /// The actions that may have the command done, likeliest first. `far` tells how far from its devices a word was said.
    pub(super) fn actions_for(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
        far: impl Fn(usize) -> usize,
    ) -> Actions {
        let Some(capability) = capability(home, command) else { return smallvec![Action::default()] };
        // "Is it locked" is no order to lock it, whatever the two are called.
        let is_attribute = |capability: &Capability| matches!(capability, Capability::Attribute(_));
        let asked = capabilities_called(home, command).find(is_attribute);
        let asked = asked.filter(|_| self.asks && !(self.orders && self.asks_apart));
        let capability = asked.unwrap_or(capability);
        let mut values: SmallVec<[&Told; 4]> = self.values.iter().collect();
        // Two fans and one of them are counted, too; 一档 is not.
        let is_number = |told: &&Told| match told.value {
            Value::Number { unit: Unit::Gear, .. } => true,
            Value::Number { number, .. } => number >= LEAST_SET,
            _ => false,
        };
        let is_counted = match capability {
            Capability::Command(index) => values_of(home, index).is_empty(),
            Capability::Attribute(_) => false,
        };
        // "AC to 22, fan high": what is counted is told by a number where one was said.
        let is_counted = is_counted && values.iter().any(is_number);
        let is_level = |told: &Told| is_counted && matches!(told.value, Value::Level(_));
        // "Two fans on number one": a number right before what it counts sets nothing where another does.
        let counts = |told: &Told| {
            let is_small =
                matches!(told.value, Value::Number { number, unit: Unit::None } if number < LEAST_SET);
            is_small && far(told.place) == 1 && far(told.place + 1) == 0
        };
        // 一次三十克: how much is said with its unit.
        values.sort_by_key(|told| (is_level(told), counts(told), far(told.place), is_bare(told)));
        let is_own =
            |told: &&Told, key: &str| matches!(&told.value, Value::Word { key: Some(own), .. } if own == key);
        // "Swing it up and down": which way is said besides.
        if DIRECTIONS.iter().any(|key| values.iter().any(|told| is_own(told, key))) {
            values.sort_by_key(|told| is_own(told, SWING));
        }
        let mut actions = self.actions.clone();
        // "At three fifty": the parser took the hundreds for a time.
        actions.retain(|action| !values.iter().any(|told| is_rest_of(action.value.as_ref(), &told.value)));
        let place =
            |action: &Action| values.iter().position(|told| action.value.as_ref() == Some(&told.value));
        actions.sort_by_key(|action| (action.value.is_none(), place(action)));
        if is_counted {
            actions.retain(|action| !matches!(action.value, Some(Value::Level(_))));
        }
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
                // 空调调到99度: by how much only where it was said which way.
                let way = || values::direction(&self.ways, intent.property);
                let is_meant = |told: &&&Told| {
                    let changes = matches!(intent.act, Act::Up | Act::Down);
                    let is_number = matches!(told.value, Value::Number { .. });
                    !(changes && is_number) || told.by.or_else(way) == Some(intent.act)
                };
                let meant = values.iter().filter(is_meant);
                actions
                    .extend(meant.map(|told| action(intent.act, intent.property, Some(told.value.clone()))));
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
        // "Don't let it swing about": of a property that is on or off.
        let stopped = intents.iter().find(|intent| {
            let is_swing = intent.property.is_some() && intent.property == catalogue().property("swing");
            self.denies && is_swing && intent.act == Act::Off
        });
        actions.insert_many(0, stopped.map(|intent| action(Act::Off, intent.property, None)));
        if let Capability::Command(index) = capability {
            actions.extend(inputs(values_of(home, index), &values));
        }
        actions.extend(self.by_verbs.iter().cloned());
        if takes && self.values.is_empty() && self.ways.is_empty() {
            // 儿童房那个也拉恁多: as much as what was done last by something else, where nothing else tells how much.
            let is_like = |last: &Action| intents.iter().any(|intent| sets_like(last, intent));
            let is_other = !command.entities.iter().any(|meant| self.recent.contains(meant));
            actions
                .extend(self.before.clone().filter(|last| is_other && last.value.is_some() && is_like(last)));
            // 两台洗衣机一起转起: what runs, and is not told to stop, is started.
            let starts = matches!(capability, Capability::Command(index)
                if values_of(home, index).iter().any(|value| value.acts.contains(&Act::Start)));
            let is_told = self.denies || !self.by_verbs.is_empty();
            actions.extend((starts && !is_told).then(|| action(Act::Start, None, None)));
        }
        if takes {
            self.put_changes(&mut actions, intents, &values);
            if let Some(change) = self.change {
                change.settle(intents, &values, self.alone, &mut actions);
            }
        } else {
            // What the parser took for something else is hardly done by this command: to try it is work for nothing.
            let is_of_it = |action: &Action| {
                action.acts.iter().any(|act| intents.iter().any(|intent| intent.act == *act))
            };
            actions.sort_by_key(|action| !is_of_it(action));
        }
        actions
    }

    /// Puts behind what a small number would set that it is by how much: "cooler, three degrees", or "two degrees" after "the heating
    /// up". No home is three degrees warm.
    fn put_changes(&self, actions: &mut Actions, intents: &[Intent], values: &[&Told]) {
        let last = |property: Option<Property>| {
            let last = self
                .before
                .as_ref()
                .filter(|last| last.properties.iter().any(|own| Some(*own) == property))?;
            last.acts.first().copied().filter(|act| matches!(act, Act::Up | Act::Down))
        };
        for intent in intents {
            let way = values::direction(&self.ways, intent.property).or_else(|| last(intent.property));
            let Some(way) = way else { continue };
            let small = values.iter().filter(|told| told.by.is_none() && values::is_small(&told.value));
            actions.extend(small.map(|told| action(way, intent.property, Some(told.value.clone()))));
        }
    }

    /// Of actions those that leave to `others`, what else its devices do, what these take: a value that none of them has, or a way
    /// that was said of just what the command sets. A `further` command has to be said by one of these, or be started where the others set something.
    pub(super) fn keep_own(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
        others: &[&Action],
        further: bool,
        actions: &mut Actions,
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
    pub(super) fn parsed(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
        texts: &mut Workspace,
    ) -> ParsedCommand {
        let names: SmallVec<[&str; MOST_NAMED]> = command
            .entities
            .iter()
            .filter_map(|meant| match meant {
                Meant::Device(device) => home.device(*device).map(|device| device.name.as_str()),
                Meant::Scene(scene) => home.home.scenes.get(*scene).map(|scene| scene.name.as_str()),
            })
            .collect();
        let spoken = SpokenCommand {
            a: told(home, command, self.language, texts.text("")),
            s: texts.text(ANY),
            n: match &names[..] {
                [name] => texts.text(name),
                names if names.len() <= MOST_NAMED => names.join(","),
                _ => texts.text(ANY),
            },
            t: texts.text(UNKNOWN_CATEGORY),
            q: if command.entities.len() > 1 { Quantifier::All } else { Quantifier::One },
            conditions: self.conditions.clone(),
            ..SpokenCommand::default()
        };
        ParsedCommand { spoken, confidence: 1.0, quantifier_said: true, ..ParsedCommand::default() }
    }
}

/// Puts before actions without a value those that set a number which was said, and before all others those that change something by
/// it. The actions with a value come first.
fn put_numbers(actions: &mut Actions, intents: &[Intent], values: &[&Told]) {
    let valued = actions.iter().filter(|action| action.value.is_some()).count();
    let is_number = |told: &&&Told| matches!(told.value, Value::Number { .. });
    let of = |intent: &Intent, told: &Told| {
        action(told.by.unwrap_or(intent.act), intent.property, Some(told.value.clone()))
    };
    let pairs =
        || intents.iter().flat_map(|intent| values.iter().filter(is_number).map(move |told| (intent, *told)));
    let is_read = |told: &Told| actions.iter().any(|read| read.value.as_ref() == Some(&told.value));
    let set: Actions = pairs()
        .filter(|(_, told)| told.by.is_none() && !is_read(told))
        .map(|(intent, told)| of(intent, told))
        .collect();
    let changed = pairs().filter(|(_, told)| told.by.is_some()).map(|(intent, told)| of(intent, told));
    let changed: Actions = changed.collect();
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

/// 上了七十五就开高: what something is compared with is not what is set.
pub(super) fn is_compared(told: &Told, conditions: &[SpokenCondition]) -> bool {
    let Value::Number { number, .. } = told.value else { return false };
    conditions.iter().any(|condition| condition.v.parse() == Ok(number))
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
pub(super) fn property(senses: &[Sense]) -> Option<Property> {
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
pub(super) fn by_verb(sense: &Sense) -> Option<Action> {
    let Sense::Verb(verb) = sense else { return None };
    let value = verb.key.as_ref().map(|key| Value::Word { text: key.clone(), key: Some(key.clone()) });
    Some(Action {
        acts: verb.acts.iter().copied().collect(),
        properties: verb.property.into_iter().collect(),
        value,
    })
}

/// What a verb speaks of.
pub(super) fn of_verb(sense: &Sense) -> Option<Property> {
    match sense {
        Sense::Verb(verb) => verb.property,
        _ => None,
    }
}

fn action(act: Act, property: Option<Property>, value: Option<Value>) -> Action {
    Action { acts: smallvec![act], properties: property.into_iter().collect(), value }
}

pub(super) fn takes_argument(home: &CompiledHome, index: CommandIndex) -> bool {
    home.command(index).is_some_and(|spec| spec.argument.is_some())
}

/// A command is nothing without its argument: to pause is something, how it is to be drained meanwhile or not.
pub(super) fn sets_value(home: &CompiledHome, index: CommandIndex) -> bool {
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
pub(super) fn capability(home: &CompiledHome, command: &MeantCommand) -> Option<Capability> {
    capabilities_called(home, command).next()
}

fn attribute_intents(home: &CompiledHome, index: AttributeIndex) -> &[Intent] {
    home.attribute(index).map_or(&[], |spec| &spec.intents)
}

/// The action in the words of the catalogue, written into a text without a letter.
fn told(home: &CompiledHome, command: &MeantCommand, language: Language, mut text: String) -> String {
    let intents: &[Intent] = match capability(home, command) {
        Some(Capability::Command(index)) => home.intents(index).0,
        Some(Capability::Attribute(index)) => attribute_intents(home, index),
        None => &[],
    };
    let chinese = language == Language::Chinese;
    let Some(intent) = intents.first() else {
        text.push_str(if chinese { "执行" } else { "run" });
        return text;
    };
    let property = intent.property.and_then(|property| catalogue().property_entry(property));
    let property = property.map_or("", |entry| if chinese { entry.zh } else { entry.en });
    let act = match (capability(home, command), chinese) {
        (Some(Capability::Attribute(_)), true) => "查询",
        (Some(Capability::Attribute(_)), false) => "query",
        (_, true) => act_in_chinese(intent.act),
        (_, false) => intent.act.name(),
    };
    text.push_str(act);
    if !property.is_empty() {
        text.push_str(if chinese { "" } else { " " });
        text.push_str(property);
    }
    text
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
