//! Whether the words that were said bear out what another parser made of them.
//!
//! A language model may leave out a condition, move a wish to another room, or round a number into its range. None of
//! that may end in an act that the same words would not have led to: what speaks against a command hands it to the
//! agent, and what can harm is never done on a model's word alone.

use std::collections::BTreeSet;

use lares_home::catalogue::catalogue;
use lares_home::{Act, RoomIndex};
use lares_language::command_array::{ANY, LAST, OTHER, UNKNOWN_CATEGORY};
use lares_language::lexicon::Sense;
use lares_language::normalise::normalise;
use lares_language::{
    Action, BorneOut, Noun, Parse, ParsedCommand, Quantifier, Rejection, SpokenCommand, Unit, Value, number,
};
use smol_str::SmolStr;

use crate::follow_up::says_all;
use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision};
use crate::said::{Said, tight};

/// What an utterance shows beside its commands.
pub(crate) struct Evidence<'a> {
    home: &'a CompiledHome,
    local: &'a Parse,
    said: Said,
    /// All that the verbs of the utterance may mean, and what the local parser makes of them.
    acts: Vec<Act>,
    nouns: Vec<Noun>,
    values: Vec<String>,
    numbers: Vec<f64>,
    /// The words mean every one, not one of them.
    says_all: bool,
    /// Rooms that were said and that no command of the other parser names.
    rooms_left_out: bool,
    /// A device or a kind of device that was said, and that no command of the other parser names.
    names_left_out: bool,
    /// A command that the local parser is sure of, and that is none of the other parser's.
    pub(crate) command_left_out: bool,
    negated: bool,
    reported: bool,
    conditional: bool,
    excludes: bool,
    /// The wish is for later.
    pub(crate) scheduled: bool,
    /// It is a complaint, not an order.
    pub(crate) wish: bool,
    /// Rooms that were said and that the home does not have.
    pub(crate) unknown_rooms: Vec<SmolStr>,
}

/// A command of the local parser that says the same as another parser's.
pub(crate) struct Same<'a> {
    pub(crate) local: &'a ParsedCommand,
    /// Whether they agree on the kind of device and on how many are meant, too. If not, the local reading holds.
    pub(crate) wholly: bool,
}

impl<'a> Evidence<'a> {
    /// Reads an utterance for what may speak against `commands`.
    pub(crate) fn new(
        home: &'a CompiledHome,
        text: &str,
        commands: &[SpokenCommand],
        local: &'a Parse,
    ) -> Evidence<'a> {
        let words = home.vocabulary.path_words(text);
        let mut evidence = Evidence {
            home,
            local,
            said: Said::new(text, &words),
            acts: local.commands.iter().flat_map(|command| command.action.acts.clone()).collect(),
            nouns: Vec::new(),
            values: Vec::new(),
            numbers: numbers(&normalise(text).chars),
            says_all: says_all(text),
            rooms_left_out: false,
            names_left_out: false,
            command_left_out: false,
            negated: local.rejection == Some(Rejection::Negated),
            reported: local.rejection == Some(Rejection::Reported),
            conditional: local.commands.iter().any(|command| !command.spoken.conditions.is_empty()),
            excludes: local.commands.iter().any(|command| excludes(&command.spoken)),
            scheduled: local.commands.iter().any(|command| command.scheduled),
            wish: local.commands.iter().any(|command| command.wish),
            unknown_rooms: local.commands.iter().flat_map(|command| command.unknown_rooms.clone()).collect(),
        };
        let mut rooms: Vec<String> = Vec::new();
        for word in &words {
            let is_name = word.senses.iter().any(|sense| matches!(sense, Sense::Name(_)));
            for sense in &word.senses {
                match sense {
                    Sense::Verb(verb) => evidence.acts.extend(&verb.acts),
                    Sense::Noun(noun) => evidence.nouns.push(*noun),
                    Sense::Value(value) => evidence.values.push(value.key.clone()),
                    Sense::Negation(_) => evidence.negated = true,
                    Sense::Speech(_) => evidence.reported = true,
                    Sense::Condition(_) | Sense::Comparison(_) => evidence.conditional = true,
                    Sense::Except(_) => evidence.excludes = true,
                    Sense::Time(_) => evidence.scheduled = true,
                    Sense::Room(_) | Sense::HomeRoom(_) if !is_name => rooms.push(word.said.clone()),
                    _ => {}
                }
            }
        }
        rooms.extend(local.commands.iter().flat_map(|command| {
            let scope = command.spoken.scope();
            scope.include.iter().chain(&scope.exclude).map(|room| (*room).to_owned()).collect::<Vec<_>>()
        }));
        let named: BTreeSet<RoomIndex> =
            commands.iter().flat_map(|command| evidence.rooms_of(command)).collect();
        for room in rooms {
            let meant = home.vocabulary.match_room(&room);
            let word = tight(&room);
            let in_words = commands
                .iter()
                .any(|command| tight(&command.n).contains(&word) || tight(&command.s).contains(&word));
            if meant.is_empty() && !in_words {
                evidence.unknown_rooms.push(room.into());
            } else if !in_words && !meant.iter().any(|room| named.contains(room)) {
                evidence.rooms_left_out = true;
            }
        }
        let names = |own: &str, command: &SpokenCommand| {
            evidence.same_target(own, &command.n)
                || !is_reference(own) && tight(&command.n).contains(&tight(own))
        };
        let names_left_out = local
            .commands
            .iter()
            .map(|command| command.spoken.n.as_str())
            .any(|own| own != ANY && !commands.iter().any(|command| names(own, command)));
        let actions: Vec<Action> =
            commands.iter().map(|command| home.vocabulary.decode_action(&command.a)).collect();
        let command_left_out =
            local.commands.iter().filter(|own| own.confidence >= home.config.sensitive_confidence).any(
                |own| {
                    let name = own.spoken.n.as_str();
                    !commands.iter().zip(&actions).any(|(command, action)| {
                        same_act(&own.action, action)
                            && same_value(own.action.value.as_ref(), action.value.as_ref())
                            && (name == ANY || names(name, command))
                    })
                },
            );
        (evidence.names_left_out, evidence.command_left_out) = (names_left_out, command_left_out);
        evidence.unknown_rooms.sort();
        evidence.unknown_rooms.dedup();
        evidence
    }

    /// The local parser's command that says the same.
    pub(crate) fn same(&self, spoken: &SpokenCommand, action: &Action) -> Option<Same<'a>> {
        let is_same = |local: &&ParsedCommand| {
            let own = &local.spoken;
            local.action.acts.first() == action.acts.first()
                && local.action.properties.first() == action.properties.first()
                && local.action.value == action.value
                && self.rooms_of(own) == self.rooms_of(spoken)
                && own.scope().exclude.len() == spoken.scope().exclude.len()
                && self.same_target(&own.n, &spoken.n)
                && tight(&own.x) == tight(&spoken.x)
                && own.conditions == spoken.conditions
        };
        let wholly = |local: &ParsedCommand| {
            let own = &local.spoken;
            own.q == spoken.q && own.c == spoken.c && own.t.eq_ignore_ascii_case(&spoken.t)
        };
        let same = || self.local.commands.iter().filter(is_same);
        same()
            .find(|local| wholly(local))
            .map(|local| Same { local, wholly: true })
            .or_else(|| same().next().map(|local| Same { local, wholly: false }))
    }

    fn same_target(&self, own: &str, other: &str) -> bool {
        let noun = |name: &str| self.home.vocabulary.noun(name);
        tight(own) == tight(other) || noun(own).is_some() && noun(own) == noun(other)
    }

    /// What the words say about a command that the local parser does not read in them.
    pub(crate) fn judge(&self, spoken: &SpokenCommand, action: &Action) -> BorneOut {
        let other_name = self.of_target(spoken).next().is_none();
        let against = [
            (self.negated, "negated"),
            (self.reported, "reported"),
            (self.conditional && spoken.conditions.is_empty(), "condition_left_out"),
            (self.excludes && !excludes(spoken), "exclusion_left_out"),
            (self.rooms_left_out, "room_left_out"),
            (!self.says_act(spoken, action), "act_not_said"),
            (!self.says_rooms(spoken, action), "room_not_said"),
            (!self.says_name(spoken), "name_not_said"),
            (self.names_left_out && other_name, "name_left_out"),
            // Where no order was heard, a model's is for the agent: small talk holds verbs and names, too.
            (self.local.commands.is_empty(), "no_order_heard"),
            (!self.says_value(spoken, action), "value_not_said"),
            (!self.says_number(spoken, action), "number_not_said"),
            (self.command_left_out, "command_left_out"),
        ];
        match against.into_iter().find(|(holds, _)| *holds) {
            Some((_, name)) => BorneOut::Not(name),
            None => BorneOut::InPart,
        }
    }

    fn rooms_of(&self, spoken: &SpokenCommand) -> BTreeSet<RoomIndex> {
        let scope = spoken.scope();
        self.meant(scope.include.iter().chain(&scope.exclude))
    }

    fn meant<'r>(&self, rooms: impl Iterator<Item = &'r &'r str>) -> BTreeSet<RoomIndex> {
        rooms.flat_map(|room| self.home.vocabulary.match_room(room)).collect()
    }

    /// The local parser's commands for the same target.
    fn of_target<'e>(
        &'e self,
        spoken: &'e SpokenCommand,
    ) -> impl Iterator<Item = &'a ParsedCommand> + Clone + 'e {
        self.of_target_named(&spoken.n)
    }

    fn of_target_named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'a ParsedCommand> + Clone + 'e {
        self.local.commands.iter().filter(move |local| self.same_target(&local.spoken.n, name))
    }

    /// What is to be done was said, and of this target, not of another one.
    fn says_act(&self, spoken: &SpokenCommand, action: &Action) -> bool {
        if !action.acts.iter().any(|act| self.acts.contains(act)) {
            return false;
        }
        let mut of_target = self.of_target(spoken).filter(|local| !local.action.acts.is_empty()).peekable();
        of_target.peek().is_none() || of_target.any(|local| same_act(&local.action, action))
    }

    fn says_rooms(&self, spoken: &SpokenCommand, action: &Action) -> bool {
        let scope = spoken.scope();
        let local = self.local.commands.iter().map(|command| command.spoken.scope());
        let (mut included, mut excluded) = (BTreeSet::new(), BTreeSet::new());
        for scope in local {
            included.extend(self.meant(scope.include.iter()));
            excluded.extend(self.meant(scope.exclude.iter()));
        }
        let are_said = scope.include.iter().chain(&scope.exclude).all(|room| {
            let meant = self.home.vocabulary.match_room(room);
            self.said.holds(room)
                || self.said.holds_in_room(room, &spoken.n)
                || meant.iter().any(|room| included.contains(room) || excluded.contains(room))
        });
        // What is left out is no place to look in, and the other way round.
        let is_turned = |rooms: &[&str], against: &BTreeSet<RoomIndex>, own: &BTreeSet<RoomIndex>| {
            self.meant(rooms.iter()).iter().any(|room| against.contains(room) && !own.contains(room))
        };
        let turned = is_turned(&scope.include, &excluded, &included)
            || is_turned(&scope.exclude, &included, &excluded);
        // Of several commands each has its own rooms.
        let mut alike = self.of_target(spoken).filter(|local| same_act(&local.action, action)).peekable();
        let own = self.rooms_of(spoken);
        are_said
            && !turned
            && (alike.peek().is_none() || alike.any(|local| self.rooms_of(&local.spoken) == own))
    }

    fn says_name(&self, spoken: &SpokenCommand) -> bool {
        let vocabulary = &self.home.vocabulary;
        let scope = spoken.scope();
        let says = |name: &str| {
            name == ANY
                || is_reference(name)
                || self.said.holds(name)
                || scope.include.iter().any(|room| self.said.holds_in_room(room, name))
                || self.of_target_named(name).any(|local| !local.implied)
                || vocabulary.noun(name).is_some_and(|noun| self.nouns.contains(&noun))
        };
        let excluded = |name: &str| {
            says(name)
                || self
                    .local
                    .commands
                    .iter()
                    .any(|local| local.spoken.excluded_names().any(|own| self.same_target(own, name)))
        };
        let name = spoken.n.trim();
        // A kind of device without any name is a name, too.
        let kind = catalogue().category(&spoken.t).and_then(|category| vocabulary.category_noun(category));
        let kind_said = name != ANY
            || spoken.t.eq_ignore_ascii_case(UNKNOWN_CATEGORY)
            || self.local.commands.iter().any(|command| command.spoken.t == spoken.t)
            || kind.is_some_and(|kind| self.nouns.iter().any(|said| vocabulary.is_a(*said, kind)));
        says(name) && kind_said && spoken.excluded_names().all(excluded)
    }

    fn says_value(&self, spoken: &SpokenCommand, action: &Action) -> bool {
        let number = |wanted: f64| self.numbers.iter().any(|said| (said - wanted).abs() < 1e-6);
        let conditions = spoken.conditions.iter().all(|condition| {
            let read: Option<f64> =
                condition.v.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().ok();
            read.is_none_or(number)
        });
        let words = spoken.a.split_once(['=', '＝']).map(|(_, words)| words.trim());
        let value = match &action.value {
            // A value that nobody understands is none that could be checked.
            None => words.is_none_or(|words| self.said.holds(words)),
            Some(Value::Number { number: wanted, .. }) => number(wanted.abs()) || number(*wanted),
            Some(Value::Word { key: Some(key), .. }) if self.values.contains(key) => true,
            Some(_) => words.is_none_or(|words| self.said.holds(words)),
        };
        let local = || self.local.commands.iter().map(|command| &command.action.value);
        // Of several commands each has its own value.
        let mut own = self
            .of_target(spoken)
            .filter(|local| same_act(&local.action, action))
            .filter_map(|local| local.action.value.as_ref())
            .peekable();
        let of_target = own.peek().is_none() || own.any(|own| same_value(Some(own), action.value.as_ref()));
        conditions && of_target && (value || local().any(|value| *value == action.value))
    }

    /// A command with as many devices as the words say of its target, where the local parser reads that: 空调 is all of
    /// them, whatever another parser makes of it.
    pub(crate) fn with_number_said(&self, spoken: &SpokenCommand) -> SpokenCommand {
        let mut own = self.of_target(spoken).map(|local| &local.spoken);
        let first = own.clone().next();
        let agrees = own.any(|own| own.q == spoken.q && own.c == spoken.c);
        match first {
            Some(first) if !agrees && ![first.q, spoken.q].contains(&Quantifier::Except) => {
                SpokenCommand { q: first.q, c: first.c, ..spoken.clone() }
            }
            _ => spoken.clone(),
        }
    }

    /// How many are meant was said: as many as the local parser reads for the same target, and every one only where
    /// all were said or a kind of device was.
    fn says_number(&self, spoken: &SpokenCommand, action: &Action) -> bool {
        let mut own = self.of_target(spoken).map(|local| &local.spoken).peekable();
        if own.peek().is_some() {
            return own.any(|own| own.q == spoken.q && own.c == spoken.c);
        }
        let value = match &action.value {
            Some(Value::Number { number, .. }) => Some(*number),
            _ => None,
        };
        let count = spoken.c.is_none_or(|count| {
            let count = f64::from(count);
            let said = self.numbers.iter().filter(|said| (**said - count).abs() < 1e-6).count();
            said > usize::from(value == Some(count))
        });
        let is_kind = self.home.vocabulary.noun(&spoken.n).is_some();
        let every = matches!(spoken.q, Quantifier::All | Quantifier::Except);
        count && (!every || self.says_all || is_kind || excludes(spoken))
    }
}

fn is_reference(name: &str) -> bool {
    matches!(name, LAST | OTHER)
}

/// Whether an action is one that was said: the verb of one may mean what that of the other mostly means, and both are
/// about the same. A property that was not said may be told where a value or a direction tells it (26度, 高一点).
fn same_act(said: &Action, action: &Action) -> bool {
    let means = |verb: &Action, other: &Action| other.acts.first().is_some_and(|act| verb.acts.contains(act));
    let acts = means(said, action)
        || means(action, said)
        || said.acts.is_empty() && action.acts.first() == Some(&Act::Set);
    let is_told = action.value.is_some()
        || action.acts.iter().any(|act| matches!(act, Act::Up | Act::Down | Act::Query));
    let properties = match (said.properties.is_empty(), action.properties.is_empty()) {
        (true, true) => true,
        (true, false) => is_told,
        (false, true) => false,
        (false, false) => action.properties.iter().any(|property| said.properties.contains(property)),
    };
    acts && properties
}

/// Whether a value is the one that was said, if one was; a unit may be added or left out.
fn same_value(said: Option<&Value>, value: Option<&Value>) -> bool {
    match (said, value) {
        (None, _) => true,
        (Some(Value::Number { number, unit }), Some(Value::Number { number: other, unit: other_unit })) => {
            let units = unit == other_unit || [unit, other_unit].contains(&&Unit::None);
            units && (number - other).abs() < 1e-6
        }
        (Some(Value::Word { key: Some(key), .. }), Some(Value::Word { key: Some(other), .. })) => {
            key == other
        }
        (said, value) => said == value,
    }
}

fn excludes(spoken: &SpokenCommand) -> bool {
    spoken.q == Quantifier::Except || !spoken.x.is_empty() || !spoken.scope().exclude.is_empty()
}

/// The first of the [`numbers`] of a text.
pub(crate) fn first_number(letters: &[char]) -> Option<f64> {
    (0..letters.len()).find_map(|start| {
        let half = || number::chinese::parse_with_half(letters, start, number::chinese::half_unit_len);
        let found = number::chinese::parse(letters, start).or_else(|| number::english::parse(letters, start));
        found.or_else(|| half().map(|found| found.number)).map(|found| found.value)
    })
}

/// The numbers of a text, each as a whole: 26 does not hold a 6.
pub(crate) fn numbers(letters: &[char]) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut start = 0;
    while start < letters.len() {
        let half = number::chinese::parse_with_half(letters, start, number::chinese::half_unit_len);
        let found = [
            number::chinese::parse(letters, start),
            number::english::parse(letters, start),
            half.map(|found| found.number),
        ];
        let end = found.iter().flatten().map(|found| found.end).max();
        let first = numbers.len();
        for number in found.into_iter().flatten().map(|found| found.value) {
            if !numbers[first..].contains(&number) {
                numbers.push(number);
            }
        }
        start = end.unwrap_or(0).max(start + 1);
    }
    numbers
}

/// Hands a result to the agent whose command the words do not bear out far enough for an act.
pub(crate) fn hold_back(result: &mut CommandResult, parsed: &ParsedCommand) {
    let why = match parsed.borne_out {
        BorneOut::Fully => return,
        BorneOut::InPart if result.invocations.iter().any(|invocation| invocation.sensitive) => {
            "only_a_model_says_so"
        }
        BorneOut::InPart => return,
        BorneOut::Not(why) => why,
    };
    if result.decision != Decision::Act {
        return;
    }
    result.hand_over(why);
}
