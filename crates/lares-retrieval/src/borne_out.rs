//! Whether the words that were said bear out what another parser made of them.
//!
//! A language model may leave out a condition, move a wish to another room, or round a number into its range. None of
//! that may end in an act that the same words would not have led to: what speaks against a command hands it to the
//! agent, and what can harm is never done on a model's word alone.

use std::collections::BTreeSet;

use lares_home::catalogue::catalogue;
use lares_home::{Act, RoomIndex};
use lares_language::command_array::{ANY, LAST, OTHER};
use lares_language::lexicon::Sense;
use lares_language::normalise::{fold_name, normalise};
use lares_language::{
    Action, BorneOut, Noun, Parse, ParsedCommand, Quantifier, Rejection, SpokenCommand, Value, number, sound,
};
use serde_json::json;

use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision};

/// Words that sound at least so much alike are the same word, misheard.
const SOUNDS_LIKE: f32 = 0.9;

/// What an utterance shows beside its commands.
pub(crate) struct Evidence<'a> {
    home: &'a CompiledHome,
    local: &'a Parse,
    /// The utterance without its letter case, width and blanks.
    said: String,
    letters: Vec<char>,
    acts: Vec<Act>,
    nouns: Vec<Noun>,
    values: Vec<String>,
    numbers: Vec<f64>,
    /// Rooms that were said and that no command of the other parser names.
    rooms_left_out: bool,
    /// A device or a kind of device that was said, and that no command of the other parser names.
    names_left_out: bool,
    negated: bool,
    reported: bool,
    conditional: bool,
    excludes: bool,
    /// The wish is for later.
    pub(crate) scheduled: bool,
    /// It is a complaint, not an order.
    pub(crate) wish: bool,
    /// Rooms that were said and that the home does not have.
    pub(crate) unknown_rooms: Vec<String>,
}

impl<'a> Evidence<'a> {
    /// Reads an utterance for what may speak against `commands`.
    pub(crate) fn new(
        home: &'a CompiledHome,
        text: &str,
        commands: &[SpokenCommand],
        local: &'a Parse,
    ) -> Evidence<'a> {
        let letters = normalise(text).chars;
        let mut evidence = Evidence {
            home,
            local,
            said: tight(text),
            acts: Vec::new(),
            nouns: Vec::new(),
            values: Vec::new(),
            numbers: numbers(&letters),
            letters,
            rooms_left_out: false,
            names_left_out: false,
            negated: local.rejection == Some(Rejection::Negated),
            reported: local.rejection == Some(Rejection::Reported),
            conditional: local.commands.iter().any(|command| !command.spoken.conditions.is_empty()),
            excludes: local.commands.iter().any(|command| excludes(&command.spoken)),
            scheduled: local.commands.iter().any(|command| command.scheduled),
            wish: local.commands.iter().any(|command| command.wish),
            unknown_rooms: local.commands.iter().flat_map(|command| command.unknown_rooms.clone()).collect(),
        };
        let mut rooms: Vec<String> = Vec::new();
        for word in home.vocabulary.path_words(text) {
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
                evidence.unknown_rooms.push(room);
            } else if !in_words && !meant.iter().any(|room| named.contains(room)) {
                evidence.rooms_left_out = true;
            }
        }
        evidence.names_left_out = local.commands.iter().map(|command| command.spoken.n.as_str()).any(|own| {
            !matches!(own, ANY | LAST | OTHER)
                && !commands.iter().any(|command| {
                    evidence.same_target(own, &command.n) || tight(&command.n).contains(&tight(own))
                })
        });
        evidence.unknown_rooms.sort();
        evidence.unknown_rooms.dedup();
        evidence
    }

    /// The local parser's command that says the same.
    pub(crate) fn same(&self, spoken: &SpokenCommand, action: &Action) -> Option<&'a ParsedCommand> {
        self.local.commands.iter().find(|local| {
            let own = &local.spoken;
            local.action.acts.first() == action.acts.first()
                && local.action.properties.first() == action.properties.first()
                && local.action.value == action.value
                && self.rooms_of(own) == self.rooms_of(spoken)
                && own.scope().exclude.len() == spoken.scope().exclude.len()
                && self.same_target(&own.n, &spoken.n)
                && own.q == spoken.q
                && own.c == spoken.c
                && tight(&own.x) == tight(&spoken.x)
                && own.conditions == spoken.conditions
        })
    }

    fn same_target(&self, own: &str, other: &str) -> bool {
        let noun = |name: &str| self.home.vocabulary.noun(name);
        tight(own) == tight(other) || noun(own).is_some() && noun(own) == noun(other)
    }

    /// What the words say about a command that the local parser does not read in them.
    pub(crate) fn judge(&self, spoken: &SpokenCommand, action: &Action) -> BorneOut {
        let against = [
            (self.negated, "negated"),
            (self.reported, "reported"),
            (self.conditional && spoken.conditions.is_empty(), "condition_left_out"),
            (self.excludes && !excludes(spoken), "exclusion_left_out"),
            (self.rooms_left_out, "room_left_out"),
            (self.names_left_out && spoken.n == ANY, "name_left_out"),
            (self.opposes(action), "act_not_said"),
            (!self.says_rooms(spoken), "room_not_said"),
            (!self.says_name(spoken), "name_not_said"),
            // Where no order was heard, a model's is for the agent: small talk holds verbs and names, too.
            (self.local.commands.is_empty(), "no_order_heard"),
            (!self.says_value(spoken, action), "value_not_said"),
        ];
        match against.into_iter().find(|(holds, _)| *holds) {
            Some((_, name)) => BorneOut::Not(name),
            None => BorneOut::InPart,
        }
    }

    fn rooms_of(&self, spoken: &SpokenCommand) -> BTreeSet<RoomIndex> {
        let scope = spoken.scope();
        scope
            .include
            .iter()
            .chain(&scope.exclude)
            .flat_map(|room| self.home.vocabulary.match_room(room))
            .collect()
    }

    /// The words say the opposite, and nowhere this.
    fn opposes(&self, action: &Action) -> bool {
        let Some(act) = action.acts.first() else { return false };
        let opposite = match act {
            Act::On => Act::Off,
            Act::Off => Act::On,
            Act::Open => Act::Close,
            Act::Close => Act::Open,
            Act::Start => Act::Stop,
            Act::Stop => Act::Start,
            Act::Pause => Act::Resume,
            Act::Resume => Act::Pause,
            Act::Lock => Act::Unlock,
            Act::Unlock => Act::Lock,
            Act::Arm => Act::Disarm,
            Act::Disarm => Act::Arm,
            Act::Up => Act::Down,
            Act::Down => Act::Up,
            Act::Mute => Act::Unmute,
            Act::Unmute => Act::Mute,
            _ => return false,
        };
        let local = self.local.commands.iter().flat_map(|command| &command.action.acts);
        let mut said = self.acts.iter().chain(local);
        let is_said = said.clone().any(|said| action.acts.contains(said));
        !is_said && said.any(|said| *said == opposite)
    }

    fn says_rooms(&self, spoken: &SpokenCommand) -> bool {
        let local: BTreeSet<RoomIndex> =
            self.local.commands.iter().flat_map(|command| self.rooms_of(&command.spoken)).collect();
        let scope = spoken.scope();
        scope.include.iter().chain(&scope.exclude).all(|room| {
            self.says(room) || self.home.vocabulary.match_room(room).iter().any(|room| local.contains(room))
        })
    }

    fn says_name(&self, spoken: &SpokenCommand) -> bool {
        let vocabulary = &self.home.vocabulary;
        let says = |name: &str| {
            let noun = vocabulary.noun(name);
            matches!(name, ANY | LAST | OTHER)
                || self.says(name)
                || self.local.commands.iter().any(|command| self.same_target(&command.spoken.n, name))
                || noun.is_some_and(|noun| {
                    self.nouns.iter().any(|said| vocabulary.is_a(*said, noun) || vocabulary.is_a(noun, *said))
                })
        };
        let name = spoken.n.trim();
        // A kind of device without any name is a name, too.
        let kind = catalogue().category(&spoken.t).and_then(|category| vocabulary.category_noun(category));
        let kind_said = name != ANY
            || kind.is_none_or(|kind| {
                self.nouns.iter().any(|said| vocabulary.is_a(*said, kind))
                    || self.local.commands.iter().any(|command| command.spoken.t == spoken.t)
            });
        says(name) && kind_said && spoken.excluded_names().all(says)
    }

    fn says_value(&self, spoken: &SpokenCommand, action: &Action) -> bool {
        let number = |wanted: f64| self.numbers.iter().any(|said| (said - wanted).abs() < 1e-6);
        let same = || {
            let local = self.local.commands.iter().map(|command| &command.action.value);
            local.into_iter().any(|value| *value == action.value)
        };
        let count = spoken.c.is_none_or(|count| {
            number(f64::from(count))
                || self.local.commands.iter().any(|command| command.spoken.c == Some(count))
        });
        let conditions = spoken.conditions.iter().all(|condition| {
            let read: Option<f64> =
                condition.v.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().ok();
            read.is_none_or(number)
        });
        let words = spoken.a.split_once(['=', '＝']).map(|(_, words)| words.trim());
        let value = match &action.value {
            // A value that nobody understands is none that could be checked.
            None => words.is_none_or(|words| self.says(words)),
            Some(Value::Number { number: wanted, .. }) => number(wanted.abs()) || number(*wanted),
            Some(Value::Word { key: Some(key), .. }) if self.values.contains(key) => true,
            Some(_) => words.is_none_or(|words| self.says(words)),
        };
        count && conditions && (value || same())
    }

    /// Whether a word was said, letter for letter or nearly by its sound.
    fn says(&self, word: &str) -> bool {
        let word = tight(word);
        if word.is_empty() || self.said.contains(&word) {
            return true;
        }
        let word: Vec<char> = word.chars().collect();
        let han = word.iter().all(|letter| lares_language::normalise::is_han(*letter));
        han && self
            .letters
            .windows(word.len())
            .any(|window| sound::pinyin::sound_similarity(window, &word) >= SOUNDS_LIKE)
    }
}

fn excludes(spoken: &SpokenCommand) -> bool {
    spoken.q == Quantifier::Except || !spoken.x.is_empty() || !spoken.scope().exclude.is_empty()
}

/// The letters without case, width and blanks.
fn tight(text: &str) -> String {
    fold_name(text).chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// The numbers of a text, each as a whole: 26 does not hold a 6.
fn numbers(letters: &[char]) -> Vec<f64> {
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
        numbers.extend(found.into_iter().flatten().map(|found| found.value));
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
    result.decision = Decision::Pass;
    result.invocations.clear();
    result.meta.insert("why_not_act".into(), json!([why]));
}
