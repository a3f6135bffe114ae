//! Which words were said of which device, where several are to do something: 豆瓣三十克，折耳根五十克, "Anna's heater down two and
//! Karl's up two".
//!
//! A clause goes from one mark or joining word to the next. One that names nothing which is meant belongs to the one before it, and one
//! that names several things which each something is told of is divided behind what is told of the first.

use std::ops::Range;

use lares_language::lexicon::Sense;
use lares_reader::TouchKind;
use smallvec::SmallVec;

use super::entities::Meant;
use super::meaning::{Meaning, MeantCommand};
use super::words::Word;

/// Where words tell of something: the places of the words, and of what.
#[derive(Debug, Clone, PartialEq)]
struct Clause {
    words: Range<usize>,
    of: SmallVec<[Meant; 4]>,
}

/// The clauses of a request in which several devices or scenes are each named by themselves; none where they are not.
#[derive(Debug, Default)]
pub(super) struct Clauses(SmallVec<[Clause; 4]>);

/// A command and the clause that tells how it is to be done, by its place; all words do where that is `None`.
pub(super) type Told = (MeantCommand, Option<usize>);

/// How a word touches what is meant: of a word which, and how well it names it.
type Named = SmallVec<[(Meant, f32); 4]>;

impl Clauses {
    /// The clauses of what is to be done.
    pub(super) fn of(meaning: &Meaning, commands: &[MeantCommand]) -> Clauses {
        let mut meant: SmallVec<[Meant; 8]> = SmallVec::new();
        for entity in commands.iter().flat_map(|command| &command.entities) {
            if !meant.contains(entity) {
                meant.push(*entity);
            }
        }
        if meant.len() < 2 {
            return Clauses::default();
        }
        let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
        let mut named: Vec<Named> = vec![Named::new(); words.len()];
        for (entity, place, kind, strength) in meaning.touches(0..words.len()) {
            let weight = weight(kind) * strength;
            let Some(named) = named.get_mut(place).filter(|_| weight > 0.0 && meant.contains(&entity)) else {
                continue;
            };
            match named.iter_mut().find(|(other, _)| *other == entity) {
                Some((_, most)) => *most = most.max(weight),
                None => named.push((entity, weight)),
            }
        }
        let mut clauses: SmallVec<[Clause; 4]> = SmallVec::new();
        for words_of in divided(&words) {
            clauses.extend(parts(&words, &named, &meant, words_of));
        }
        // Where nothing is named, what is said belongs to the clause before, or to the first.
        let mut joined: SmallVec<[Clause; 4]> = SmallVec::new();
        for clause in clauses {
            match joined.last_mut() {
                Some(last) if clause.of.is_empty() || last.of.is_empty() => {
                    last.words.end = clause.words.end;
                    last.of.extend(clause.of);
                }
                _ => joined.push(clause),
            }
        }
        if joined.len() < 2 { Clauses::default() } else { Clauses(joined) }
    }

    /// Where the words of each of them stand.
    pub(super) fn words(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.0.iter().map(|clause| clause.words.clone())
    }

    /// The commands, each with the clause that tells how its devices are to do it. One that `takes` something and of whose devices
    /// different things are told is done by each as it was told; devices that nothing is told of do it as the next that something is
    /// told of, or as the one before. `tells` says whether a clause tells how something is to be done.
    pub(super) fn divide(
        &self,
        commands: impl IntoIterator<Item = MeantCommand>,
        takes: impl Fn(&MeantCommand) -> bool,
        tells: impl Fn(usize) -> bool,
    ) -> SmallVec<[Told; 2]> {
        let mut divided: SmallVec<[Told; 2]> = SmallVec::new();
        for command in commands {
            if self.0.is_empty() || !takes(&command) {
                divided.push((command, None));
                continue;
            }
            let mut waiting: SmallVec<[Meant; 4]> = command.entities.clone();
            let mut own: SmallVec<[Told; 2]> = SmallVec::new();
            let mut before: SmallVec<[Meant; 4]> = SmallVec::new();
            for (place, clause) in self.0.iter().enumerate() {
                let (here, rest): (SmallVec<[Meant; 4]>, SmallVec<[Meant; 4]>) =
                    waiting.iter().copied().partition(|entity| clause.of.contains(entity));
                waiting = rest;
                before.extend(here);
                if !before.is_empty()
                    && before.iter().any(|entity| clause.of.contains(entity))
                    && tells(place)
                {
                    let entities = std::mem::take(&mut before);
                    let capability = command.capability.clone();
                    own.push((MeantCommand { capability, entities }, Some(place)));
                }
            }
            // What stands in no clause, and what nothing is told of.
            before.extend(waiting);
            match own.last_mut() {
                Some((last, _)) => last.entities.extend(before),
                None => own.push((command, None)),
            }
            divided.extend(own);
        }
        divided
    }
}

/// Where the clauses stand that marks and joining words part.
fn divided(words: &[Word<'_>]) -> SmallVec<[Range<usize>; 4]> {
    let mut clauses: SmallVec<[Range<usize>; 4]> = SmallVec::new();
    let mut start = 0;
    for place in 0..=words.len() {
        if words.get(place).is_none_or(divides) {
            if place > start {
                clauses.push(start..place);
            }
            start = place + 1;
        }
    }
    clauses
}

/// A clause, in parts where several things are named in it of each of which something is told.
fn parts(
    words: &[Word<'_>],
    named: &[Named],
    meant: &[Meant],
    clause: Range<usize>,
) -> SmallVec<[Clause; 4]> {
    let mut anchors: SmallVec<[(usize, SmallVec<[Meant; 4]>); 4]> = SmallVec::new();
    for entity in meant {
        let Some(place) = anchor(named, *entity).filter(|place| clause.contains(place)) else { continue };
        match anchors.iter_mut().find(|anchor| anchor.0 == place) {
            Some((_, of)) => of.push(*entity),
            None => anchors.push((place, SmallVec::from_slice(&[*entity]))),
        }
    }
    anchors.sort_by_key(|anchor| anchor.0);
    let is_told = |place: usize| {
        words.get(place).is_some_and(tells) && named.get(place).is_none_or(|named| named.is_empty())
    };
    let (Some(first), Some(last)) = (anchors.first().map(|it| it.0), anchors.last().map(|it| it.0)) else {
        return SmallVec::from_iter([Clause { words: clause, of: SmallVec::new() }]);
    };
    // "Thirty on the lamp sixty on the strip": what is told comes first.
    let comes_first = (clause.start..first).any(is_told) && !(last + 1..clause.end).any(is_told);
    let mut parts: SmallVec<[Clause; 4]> = SmallVec::new();
    let mut part = Clause { words: clause.clone(), of: SmallVec::new() };
    let mut before: Option<usize> = None;
    for (place, of) in anchors {
        let between = before.map_or(place..place, |before| before + 1..place);
        let ends = if comes_first {
            between.clone().find(|place| is_told(*place))
        } else {
            let last = between.clone().rev().find(|place| is_told(*place));
            last.map(|last| {
                (last + 1..place).find(|place| !words.get(*place).is_some_and(goes_on)).unwrap_or(place)
            })
        };
        if let Some(end) = ends {
            part.words.end = end;
            parts.push(std::mem::replace(&mut part, Clause { words: end..clause.end, of: SmallVec::new() }));
        }
        part.of.extend(of);
        before = Some(place);
    }
    parts.push(part);
    parts
}

/// The word that names something best: the fewer others it names as well, the better.
fn anchor(named: &[Named], entity: Meant) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (place, named) in named.iter().enumerate() {
        let Some((_, weight)) = named.iter().find(|(other, _)| *other == entity) else { continue };
        let weight = weight / named.len() as f32;
        if best.is_none_or(|(_, most)| weight > most) {
            best = Some((place, weight));
        }
    }
    best.map(|(place, _)| place)
}

/// How well a word that touches something so names it.
fn weight(kind: TouchKind) -> f32 {
    match kind {
        TouchKind::WholeName => 3.0,
        TouchKind::Name => 2.0,
        TouchKind::PartOfName => 1.5,
        TouchKind::NearlyPart | TouchKind::SoundsLikePart | TouchKind::Room => 1.0,
        TouchKind::HeadNoun | TouchKind::Noun => 0.8,
        TouchKind::PartOfRoom => 0.5,
        _ => 0.0,
    }
}

/// A clause ends here.
pub(super) fn divides(word: &Word<'_>) -> bool {
    word.is_pause() || word.senses.iter().any(|sense| matches!(sense, Sense::Conjunction | Sense::Clause))
}

/// It tells what is to be done, or how far.
fn tells(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| {
        matches!(
            sense,
            Sense::Value(_)
                | Sense::HomeValue
                | Sense::Level(_)
                | Sense::Color(_)
                | Sense::Number(_)
                | Sense::Adjective(_)
                | Sense::Verb(_)
        )
    })
}

/// It belongs to what was told before it: two *degrees*, louder *a bit*.
fn goes_on(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| {
        matches!(sense, Sense::Unit(..) | Sense::Classifier | Sense::Degree(_) | Sense::Particle(_))
    })
}

#[cfg(test)]
mod tests {
    use lares_home::DeviceIndex;

    use super::super::words::marked;
    use super::*;

    /// Checks which words tell of which devices: `@0` and `@01` name devices by their numbers, and each clause that is expected is the
    /// numbers of what it tells of, and its words.
    fn check(said: &str, expect: &[(&str, &str)]) {
        let number = |letter: char| letter.to_digit(10).map(|digit| Meant::Device(DeviceIndex(digit)));
        let named: Vec<Named> = said
            .split(' ')
            .map(|word| word.strip_prefix('@').into_iter().flat_map(str::chars).filter_map(number))
            .map(|meant| meant.map(|meant| (meant, 1.0)).collect())
            .collect();
        let mut meant: Vec<Meant> = named.iter().flatten().map(|(meant, _)| *meant).collect();
        meant.dedup();
        marked(said, |words| {
            let told = |clause: &Clause| {
                let of: Vec<&Meant> = clause.of.iter().collect();
                let text: Vec<String> = words[clause.words.clone()].iter().map(Word::text).collect();
                (format!("{of:?}"), text.join(" "))
            };
            let clauses: Vec<(String, String)> = divided(words)
                .into_iter()
                .flat_map(|clause| parts(words, &named, &meant, clause))
                .map(|clause| told(&clause))
                .collect();
            let expect: Vec<(String, String)> = expect
                .iter()
                .map(|(of, text)| {
                    let of: Vec<Meant> = of.chars().filter_map(number).collect();
                    (format!("{:?}", of.iter().collect::<Vec<_>>()), (*text).to_string())
                })
                .collect();
            assert_eq!(clauses, expect, "{said}");
        });
    }

    #[test]
    fn marks_divide_and_so_does_what_is_told_between_two_names() {
        check("@0 to #20 ~, @1 to #30", &[("0", "@0 to 20"), ("1", "@1 to 30")]);
        check("@0 #26 %度 @1 #24", &[("0", "@0 26 度"), ("1", "@1 24")]);
        check("#30 on @0 #60 on @1", &[("0", "30 on @0"), ("1", "60 on @1")]);
        check("@0 #20 %percent @1 #30", &[("0", "@0 20 percent"), ("1", "@1 30")]);
    }

    #[test]
    fn things_of_which_something_is_told_together_stay_together() {
        check("@0 @1 both to #20", &[("01", "@0 @1 both to 20")]);
        check("all @01 to #20", &[("01", "all @01 to 20")]);
        check("to #20 please", &[("", "to 20 please")]);
    }
}
