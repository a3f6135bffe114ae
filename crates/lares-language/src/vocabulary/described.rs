//! Finding the devices that are described rather than named: a plain noun and a word that tells which (左边的床头灯 for
//! 左床头灯, "the right garage door" for 右车库门).

use lares_home::DeviceIndex;
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::features::{for_each_feature, word_feature};
use super::match_name::contains_words;
use super::variants::spoken;
use super::{HomeVocabulary, Letters, NameMatch, NameMatchKind, NameMatches, Noun, is_han};
use crate::lexicon::{Sense, lexicon};

/// What a description is worth beside a name: as much as a part of the name.
const DESCRIBED: f32 = 0.9;
/// How many names are looked at for one description.
const LOOKED_AT: usize = 256;

impl HomeVocabulary {
    /// The devices of the noun at the end of `said` whose names hold what stands before it, in these words or in others
    /// for the same mark. Empty where `said` is no description, or fits nothing.
    pub fn match_description(&self, said: &str) -> NameMatches {
        let said = spoken(said);
        let letters: Letters = said.chars().collect();
        let Some((border, nouns)) = last_noun(&letters) else { return NameMatches::new() };
        let parts = parts(&letters[..border]);
        let Some(first) = parts.first() else { return NameMatches::new() };
        let wanted: SmallVec<[Forms<'_>; 2]> = parts.iter().map(|part| forms(part)).collect();
        let mut names: SmallVec<[u32; 32]> = SmallVec::new();
        for form in forms(first) {
            for_each_feature(form, |feature| {
                for name in self.layers.names_with(feature) {
                    if names.len() < LOOKED_AT && !names.contains(&name) {
                        names.push(name);
                    }
                }
            });
        }
        let (mut matches, mut plain) = (NameMatches::new(), NameMatches::new());
        for number in names {
            let Some(name) = self.layers.name(number) else { continue };
            let of_name: Letters = name.text.chars().collect();
            // "Grandma's lamp" holds "grandma".
            let holds = |form: &&str| {
                let mut letters: Letters = form.chars().collect();
                contains_words(&of_name, &letters)
                    || form.is_ascii() && {
                        letters.extend(['\'', 's']);
                        contains_words(&of_name, &letters)
                    }
            };
            if !wanted.iter().all(|forms| forms.iter().any(&holds)) {
                continue;
            }
            for (device, _) in self.layers.devices_of(number) {
                let own = self.device_nouns(device);
                let is_kind = own.iter().any(|&own| nouns.iter().any(|&noun| lexicon().is_a(own, noun)));
                // "Beth's lamp" for "Beth's Side", which is a light of no narrower kind.
                let may_be = said.is_ascii()
                    && own.first().is_some_and(|&own| {
                        nouns.iter().any(|&noun| noun != own && lexicon().is_a(noun, own))
                    });
                let found = match (is_kind, may_be) {
                    (true, _) => &mut matches,
                    (false, true) => &mut plain,
                    (false, false) => continue,
                };
                if !found.iter().any(|known| known.device == device) {
                    found.push(NameMatch { device, kind: NameMatchKind::Partial, score: DESCRIBED });
                }
            }
        }
        if matches.is_empty() {
            matches = plain;
        }
        matches.sort_by_key(|found| found.device);
        matches
    }
}

impl HomeVocabulary {
    /// The devices of which a name holds these words, in the order of the home. Words that very many names share tell
    /// nothing, and find none.
    pub fn devices_holding(&self, said: &str) -> SmallVec<[DeviceIndex; 4]> {
        let letters: Letters = said.chars().collect();
        let mut found: SmallVec<[DeviceIndex; 4]> = SmallVec::new();
        for_each_feature(said, |feature| {
            for name in self.layers.names_with(feature) {
                let Some(held) = self.layers.name(name) else { continue };
                let of_name: Letters = held.text.chars().collect();
                if contains_words(&of_name, &letters) {
                    found.extend(self.layers.devices_of(name).map(|(device, _)| device));
                }
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether any name holds these words.
    pub(crate) fn is_held_by_name(&self, said: &str) -> bool {
        let letters: Letters = said.chars().collect();
        let mut is_held = false;
        for_each_feature(said, |feature| {
            is_held = is_held
                || self.layers.names_with(feature).any(|name| {
                    self.layers.name(name).is_some_and(|held| {
                        let of_name: Letters = held.text.chars().collect();
                        contains_words(&of_name, &letters)
                    })
                });
        });
        is_held
    }

    /// The devices that a name stands for, or that are described so ("recliner lamp" for the lamp by the recliner).
    pub(crate) fn devices_called(&self, name: &str) -> SmallVec<[DeviceIndex; 16]> {
        let named: SmallVec<[DeviceIndex; 16]> = self.devices_named(name).collect();
        if !named.is_empty() || !name.contains(' ') {
            return named;
        }
        self.match_description(name).iter().map(|found| found.device).collect()
    }

    /// The name that holds this word, in this number or the other, where it is called so and nothing else is.
    pub(crate) fn name_held_by_one(&self, word: &[char]) -> Option<u32> {
        let stem = word.strip_suffix(&['s'][..]).filter(|stem| stem.len() > 3);
        std::iter::once(word).chain(stem).find_map(|word| {
            let mut found: Option<(u32, DeviceIndex)> = None;
            for name in self.layers.names_with(word_feature(word)) {
                let Some(held) = self.layers.name(name) else { continue };
                let of_name: Letters = held.text.chars().collect();
                if !contains_words(&of_name, word) {
                    continue;
                }
                for (device, whole) in self.layers.devices_of(name) {
                    match found {
                        Some((_, known)) if known != device => return None,
                        Some(_) if !whole => {}
                        _ => found = Some((name, device)),
                    }
                }
            }
            found.map(|(name, _)| name)
        })
    }

    /// The same for a word as it was said, where it is an English one.
    pub(crate) fn name_of_word(&self, word: &str) -> Option<u32> {
        let plain = word.len() > 2 && word.bytes().all(|letter| letter.is_ascii_lowercase());
        let letters: Letters = if plain { word.chars().collect() } else { Letters::new() };
        if plain { self.name_held_by_one(&letters) } else { None }
    }

    /// The devices of which a name holds these words, or others for the same mark (Samsung for 三星).
    pub fn devices_told(&self, said: &str) -> SmallVec<[DeviceIndex; 4]> {
        let mark = lexicon().mark(said);
        let mut found = self.devices_holding(said);
        for form in mark.into_iter().flatten().filter(|form| *form != said) {
            found.extend(self.devices_holding(form));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The first form of a mark that some name holds.
    pub(crate) fn held_form(&self, said: &str) -> Option<SmolStr> {
        lexicon().mark(said)?.iter().find(|form| self.is_held_by_name(form)).map(SmolStr::new)
    }

    /// The words, or others for the same mark (Samsung for 三星), that the name of one device, and of no other, holds.
    pub(crate) fn held_by_one(&self, said: &str) -> Option<SmolStr> {
        let forms = lexicon().mark(said).unwrap_or_default().iter().map(String::as_str);
        let mut holders: SmallVec<[DeviceIndex; 4]> = SmallVec::new();
        let mut held = None;
        for form in std::iter::once(said).chain(forms.filter(|form| *form != said)) {
            let found = self.devices_holding(form);
            if !found.is_empty() {
                held = held.or_else(|| Some(SmolStr::new(form)));
                holders.extend(found);
            }
        }
        holders.sort_unstable();
        holders.dedup();
        held.filter(|_| holders.len() == 1)
    }
}

/// The longest noun at the end, with all that it can mean, where something stands before it.
fn last_noun(letters: &[char]) -> Option<(usize, SmallVec<[Noun; 4]>)> {
    (1..letters.len()).find_map(|border| {
        if !is_han(letters[border]) && letters[border - 1] != ' ' {
            return None;
        }
        let nouns: SmallVec<[Noun; 4]> = lexicon()
            .lookup(&letters[border..])?
            .iter()
            .filter_map(|sense| match sense {
                Sense::Noun(noun) => Some(*noun),
                _ => None,
            })
            .collect();
        (!nouns.is_empty()).then_some((border, nouns))
    })
}

/// The words that tell which: Chinese in one piece without 的 and 那个 behind it, English word by word.
fn parts(letters: &[char]) -> SmallVec<[SmolStr; 2]> {
    let mut end = letters.len();
    loop {
        while end > 0 && letters[end - 1] == ' ' {
            end -= 1;
        }
        // 奶奶 is a vocative elsewhere, here it tells whose; 云台 ends in no classifier.
        if is_mark(&letters[..end]) || end > 1 && is_word(&letters[..end]) {
            break;
        }
        let empty = (1..=4.min(end)).rev().find(|length| {
            let start = end - length;
            // 三星 is called out to elsewhere, here it is whose make it is.
            let all = start == 0 && *length > 1 && is_called_out(&letters[..end]);
            is_han(letters[start]) && is_empty_word(&letters[start..end]) && !all
        });
        match empty {
            Some(length) => end -= length,
            None => break,
        }
    }
    let told = &letters[..end];
    if told.iter().copied().any(is_han) {
        return smallvec![told.iter().copied().collect()];
    }
    told.split(|&letter| letter == ' ')
        .filter(|word| !word.is_empty() && !is_empty_word(word))
        .map(|word| word.iter().copied().collect())
        .collect()
}

/// 的, 那个, 个, the: words that say nothing about which one.
fn is_empty_word(letters: &[char]) -> bool {
    lexicon().lookup(letters).is_some_and(|senses| {
        senses.iter().any(|sense| {
            matches!(
                sense,
                Sense::Possessive(_) | Sense::Reference(_) | Sense::Classifier | Sense::Particle(_)
            )
        })
    })
}

/// A particle or someone, and nothing else.
fn is_called_out(letters: &[char]) -> bool {
    lexicon().lookup(letters).is_some_and(|senses| {
        senses.iter().all(|sense| matches!(sense, Sense::Particle(_) | Sense::Person(_)))
    })
}

/// A word of a home that says more than which one.
fn is_word(letters: &[char]) -> bool {
    is_han(letters[0])
        && lexicon().lookup(letters).is_some_and(|senses| {
            senses.iter().any(|sense| matches!(sense, Sense::Property(_) | Sense::Noun(_) | Sense::Value(_)))
        })
}

fn is_mark(letters: &[char]) -> bool {
    let word: SmolStr = letters.iter().copied().collect();
    lexicon().mark_place(&word).is_some()
}

/// Words for one mark; mostly few.
type Forms<'a> = SmallVec<[&'a str; 8]>;

/// The word itself, and the other forms of its mark.
fn forms(part: &str) -> Forms<'_> {
    match lexicon().mark(part) {
        Some(forms) => forms.iter().map(String::as_str).collect(),
        // A single character stands in too many names to tell one.
        None if part.chars().count() < 2 => Forms::new(),
        None => smallvec![part],
    }
}
