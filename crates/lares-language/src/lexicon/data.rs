//! The lexicon files as data: what the build script reads from TOML, checks and hands to the library.

use serde::{Deserialize, Serialize};

/// The content of all lexicon files.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct LexiconData {
    /// `nouns.toml`.
    pub nouns: Vec<NounData>,
    /// `rooms.toml`.
    pub rooms: Vec<RoomData>,
    /// `colors.toml`.
    pub colors: Vec<ColorData>,
    /// `marks.toml`.
    pub marks: Vec<MarkData>,
    /// `plain.toml`.
    pub plain: Vec<PlainData>,
    /// `misheard.toml`.
    pub misheard: Vec<MisheardData>,
    /// `cues.toml`.
    pub cues: Vec<CueData>,
    /// Entries of the files in `zh/` and `en/`.
    pub entries: Vec<EntryData>,
}

/// A noun for a kind of device.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NounData {
    /// Its id, unique.
    pub id: String,
    /// The noun that it is a kind of.
    pub parent: Option<String>,
    /// The platform's category, where it differs from the parent's.
    pub category: Option<String>,
    /// It stands for what it switches when another noun is before it (灯开关).
    pub controller: bool,
    /// The noun whose devices answer to it where there are none of its own (a lamp is a light as well).
    pub or_else: Option<String>,
    /// The room whose devices of the parent noun are of this noun as well.
    pub in_room: Option<String>,
    /// What of another device it is where it belongs to one (the light of an oven: `lamp`), most typical first.
    pub part: Vec<String>,
    /// What is true of its devices and of those of the nouns below it.
    pub traits: Vec<Trait>,
    /// Chinese words.
    pub zh: Vec<String>,
    /// English words.
    pub en: Vec<String>,
}

/// What devices of a kind have in common with those of other kinds. `data/README.md` says what each means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Trait {
    Apart,
    Blows,
    Heats,
    Lamp,
    Noisy,
    Opens,
    Parts,
    Programmes,
    Sounds,
}

/// A noun for a room or floor.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoomData {
    /// Its id, unique.
    pub id: String,
    /// The room that it is a kind of.
    pub parent: Option<String>,
    /// It is a floor, not a room.
    pub floor: bool,
    /// Chinese words.
    pub zh: Vec<String>,
    /// English words.
    pub en: Vec<String>,
}

/// A word by which like devices are told apart (left, big, by the window), in all its forms.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MarkData {
    /// Its id, unique.
    pub id: String,
    /// Chinese words.
    pub zh: Vec<String>,
    /// English words.
    pub en: Vec<String>,
    /// It is who makes such things: said alone, it says nothing to a home.
    pub maker: bool,
}

/// Common words that mean nothing to a home.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlainData {
    /// Chinese words.
    pub zh: Vec<String>,
    /// English words.
    pub en: Vec<String>,
}

/// What is written for a word by speech recognition that took it for others.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MisheardData {
    /// The word that was said.
    pub meant: String,
    /// What was written for it.
    pub heard: Vec<String>,
}

/// Phrases that say what the words behind or around them are for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueData {
    /// What they are for; stands once.
    pub id: Cue,
    /// Chinese phrases.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English phrases; a blank at the end is part of one.
    #[serde(default)]
    pub en: Vec<String>,
    /// Sentences with a phrase that are one order, carried out now.
    pub examples: Vec<String>,
    /// Sentences with a phrase that are not.
    pub near_misses: Vec<String>,
    /// The order of each example hangs on a condition.
    #[serde(default)]
    pub conditional: bool,
}

/// What phrases of `cues.toml` are for. `data/README.md` says what each means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Cue {
    Purpose,
    StaysHome,
    LeavesHome,
    InsteadOf,
    SceneWord,
    AnyThing,
    PartedParticle,
    NotThis,
    NotTold,
    ButTold,
    ButThis,
    Hoped,
    /// What sounds when it goes off: an alarm.
    Alarming,
    IfOnly,
    /// Words with an apostrophe that are no other word without it.
    Contraction,
    Numeral,
    ByNow,
    OwnRoom,
    Rest,
    Closes,
    HopedFor,
    Wonders,
    BeGiven,
    /// Words that only say how much: absolutely.
    Emphasis,
    /// How one speaks of what is well as it is: "nice and warm", 真舒服.
    Contented,
    /// What someone is about to do, or likes: "movie time", 真好听.
    Announces,
    /// What one is glad not to be: "not cold".
    Discomfort,
    /// What stands before a thing that is spoken of: "this", 这个.
    PointsAt,
    /// Things and places that no device of a home is for: "the exam", 牛奶.
    NoneOfTheHome,
    Oneself,
    AboutTo,
    Unordered,
    /// What may make a question of what is said: "any", 没, 几.
    MayAsk,
    /// Who is spoken to is to come, which no home does: 过来吃饭.
    ComeHere,
    TakenBack,
    Says,
    Does,
    Favour,
    Wants,
    Should,
    WhyNot,
    Missed,
    Someone,
    TakesOff,
    Determiner,
    PersonDoes,
    Tag,
    Thanks,
    Subject,
    ThisRoom,
    Washroom,
    Hungry,
    Pet,
    Tie,
    Owned,
    Later,
    Finite,
    HowItIs,
    SoLong,
    LeftSo,
    Whether,
    AsksSo,
    IfSo,
    IfNotSo,
    ThenStarts,
    ThenRests,
    ThenShines,
    ThenGoesHome,
    DoesIt,
    Leads,
    Others,
    EverySoOften,
    Notices,
    NotAwaited,
    ToldTo,
    MakesDo,
    ByYourself,
    YouGo,
    OthersDo,
    SpeakerDoes,
    Refuses,
    LeavesNone,
    StandsSo,
    OnlyTells,
    Advised,
    OfWords,
    ComesOf,
    CallsOff,
    AsksHow,
    GoingOn,
    DoingIt,
    InGeneral,
    NoCommand,
    Became,
    StaysSo,
    Parting,
    HoldOn,
    Hush,
    Neighbours,
    Protests,
    Searches,
    Recollects,
}

/// A colour or white tone.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ColorData {
    /// Its id, unique.
    pub id: String,
    /// 0..100, a full turn being 100.
    pub hue: Option<f64>,
    /// 0..100.
    pub saturation: Option<f64>,
    /// The colour temperature of a white tone.
    pub kelvin: Option<f64>,
    /// Chinese words.
    pub zh: Vec<String>,
    /// English words.
    pub en: Vec<String>,
}

/// The class of a lexicon entry. `data/README.md` says what each means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Class {
    Verb,
    Property,
    Adjective,
    Degree,
    Level,
    Value,
    Unit,
    Quantifier,
    Classifier,
    Except,
    Reference,
    Condition,
    Comparison,
    Question,
    Negation,
    Conjunction,
    Clause,
    Correction,
    Particle,
    Possessive,
    ObjectMarker,
    Goal,
    Speech,
    Time,
    Wish,
    Chat,
    Ordinal,
    Answer,
    State,
    Person,
}

/// One entry of a file in `zh/` or `en/`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EntryData {
    /// Its class: that of its file.
    pub class: Class,
    /// From `zh/`, not from `en/`.
    pub chinese: bool,
    /// The fields of the entry.
    pub fields: EntryFields,
}

/// The fields that an entry may have; which of them it needs depends on its class.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub struct EntryFields {
    pub id: String,
    pub words: Vec<String>,
    pub acts: Vec<String>,
    pub property: Option<String>,
    pub key: Option<String>,
    pub nouns: Vec<String>,
    pub weak: bool,
    pub direction: Option<String>,
    pub degree: Option<String>,
    pub level: Option<String>,
    pub unit: Option<String>,
    pub quantifier: Option<String>,
    pub scope: Option<String>,
    pub position: Option<Position>,
    pub reference: Option<String>,
    pub op: Option<String>,
    pub asks: Option<String>,
    pub kind: Option<String>,
    pub polite: bool,
    pub answer: Option<String>,
    pub forms: Vec<InflectedData>,
    pub examples: Vec<String>,
    pub near_misses: Vec<String>,
}

impl EntryFields {
    /// Adds to the words the forms of the stems.
    ///
    /// # Errors
    /// A form that is not among `forms`, or a stem with fewer parts than its form has places.
    pub fn inflect(&mut self, forms: &[FormData]) -> Result<(), String> {
        for inflected in std::mem::take(&mut self.forms) {
            let form = forms
                .iter()
                .find(|form| form.id == inflected.form)
                .ok_or_else(|| format!("form `{}` is not in forms.toml", inflected.form))?;
            for stem in &inflected.stems {
                let (first, second) = stem.split_once('|').unwrap_or((stem, ""));
                for pattern in &form.patterns {
                    if pattern.contains('2') && second.is_empty() {
                        return Err(format!("stem `{stem}` has one part, and `{pattern}` two places"));
                    }
                    let word = pattern.replace('1', first).replace('2', second);
                    if !self.words.contains(&word) {
                        self.words.push(word);
                    }
                }
            }
        }
        Ok(())
    }
}

/// A form of `forms.toml`: patterns in which `1` and `2` stand for the parts of a stem.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub struct FormData {
    pub id: String,
    pub patterns: Vec<String>,
}

/// Stems, and the form of `forms.toml` by which words are made of them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub struct InflectedData {
    pub form: String,
    pub stems: Vec<String>,
}

/// A place: a word in most classes, a number for ordinals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Position {
    Number(i8),
    Word(String),
}
