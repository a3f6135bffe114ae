//! The words that were meant where what was heard makes no sense: slips of the tongue, the finger and the recogniser
//! join the lattice only where a path is doubtful.

use lares_home::Act;
use smallvec::{SmallVec, smallvec};

use super::known_slips::Lookup;
use super::misplaced::is_misplaced;
use super::slip_places::{
    acts_or_names, cuts_name, cuts_target, is_core, leaves_rest, names_here, names_nothing, names_something,
    pauses, wants_head,
};
use super::{Edge, Lattice, Path, Token};
use crate::lexicon::{Place, Reference, Sense, Verb, lexicon};
use crate::slips::{LONGEST, Slip, is_function_word};
use crate::vocabulary::{HomeVocabulary, is_han};

/// What sounds just like something else is as like it as this.
const SAME_SOUND: f32 = 0.99;
/// No common Chinese word is looked for that is longer.
const LONGEST_PLAIN: usize = 3;

/// How like a phrase of several words that says what to do must be: "turn the oled on" is no "the load done".
fn least_of_phrase(verb: &Verb) -> f32 {
    if verb.acts.first() == Some(&Act::Query) { 0.92 } else { 0.86 }
}

impl Lattice<'_> {
    /// Adds words that the unknown stretches of a path may be slips of. Says whether there were any.
    pub(super) fn add_slips(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let before = self.edges.len();
        let mut replaced = false;
        let lexicon = lexicon();
        // Where words begin that say what to do.
        let acts: SmallVec<[usize; 8]> = path
            .tokens
            .iter()
            .filter(|token| {
                token.likeness >= 1.0 && token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            })
            .map(|token| token.start)
            .collect();
        let nameless = !path.tokens.iter().any(Token::is_target);
        for (index, token) in path.tokens.iter().enumerate() {
            let so_far = self.edges.len();
            let of_word = self.is_of_plain_word(token);
            if !of_word
                && wants_head(path, index)
                && is_han(self.text[token.start])
                && token.end - token.start == 1
            {
                replaced |= self.add_single_slip(token, vocabulary);
            }
            if !of_word
                && token.is_unknown()
                && token.end - token.start == 1
                && is_han(self.text[token.start])
            {
                self.add_single_word(path, index);
            }
            let misplaced = is_misplaced(path, index);
            if !token.is_unknown() && !self.names_absent(token) && !misplaced {
                continue;
            }
            if is_han(self.text[token.start]) {
                let first = token.start.saturating_sub(LONGEST - 1);
                let counts = |token: &&Token| {
                    // 一夏 may be 一下.
                    token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
                        && self.text[token.start..token.end] != ['一']
                };
                // A numeral next to the unknown word was heard well.
                let first =
                    path.tokens[..index].iter().rfind(counts).map_or(first, |number| first.max(number.end));
                let last =
                    path.tokens[index..].iter().find(counts).map_or(self.text.len(), |number| number.start);
                for start in token.start.saturating_sub(LONGEST - 1)..=token.start {
                    for end in token.start + 1..=(start + LONGEST).min(self.text.len()) {
                        let stretch = &self.text[start..end];
                        if !stretch.iter().all(|&letter| is_han(letter)) {
                            break;
                        }
                        // 炒完菜了 is no 旺财: what ends a word begins no other.
                        if start > 0
                            && is_han(self.text[start - 1])
                            && matches!(
                                stretch,
                                ['完' | '了' | '的' | '过' | '们' | '吗' | '呢' | '吧' | '么', ..]
                            )
                        {
                            break;
                        }
                        // Of most stretches nothing is a slip: what stands around them need not be known.
                        let sounds_like =
                            |lookup| !self.known_slips.of(lookup, stretch, vocabulary).is_empty();
                        if ![Lookup::LexiconBySound, Lookup::HomeBySound].into_iter().any(sounds_like) {
                            continue;
                        }
                        let behind_verb = path.tokens.iter().any(|token| {
                            token.end == start
                                && token.likeness >= 1.0
                                && token.verb().is_some_and(|verb| {
                                    let works =
                                        !verb.nouns.is_empty() || verb.acts.first() == Some(&Act::Set);
                                    works && !verb.weak && verb.chinese
                                })
                                && !token.is_target()
                        });
                        let begins = start == 0 || !is_han(self.text[start - 1]);
                        let leaves_rest = leaves_rest(path, start, end);
                        let cuts = cuts_name(path, start, end);
                        // 喜欢 is no 熄关: a common word was meant as it is, unless it sounds just like another.
                        let plain = of_word || lexicon.is_plain(stretch);
                        // 桐桐的空调 is hers, and not 统统.
                        let owned = path
                            .tokens
                            .iter()
                            .find(|next| next.start >= end && next.possessive().is_none())
                            .is_some_and(|next| next.is_target() || next.reference().is_some());
                        if owned && vocabulary.owns_room(stretch) {
                            continue;
                        }
                        let (edges, known_slips) = (&mut self.edges, &mut self.known_slips);
                        let mut add = |senses: &[Sense], likeness: f32| {
                            for &sense in senses {
                                // 奥克斯 is no 可是, 播放周杰伦 no 防皱: a word between the others, or a value, takes
                                // all that is unknown, and nothing from a word that was heard well.
                                // 洗羽绒服 is no rain.
                                // 美的 at the beginning is no 没得: nothing is asked before anything is said.
                                if begins && matches!(sense, Sense::Question(_) | Sense::Negation(_)) {
                                    continue;
                                }
                                // 菜起锅了 is no 过了.
                                if matches!(sense, Sense::Reference(Reference::Again | Reference::Back)) {
                                    continue;
                                }
                                // 启动一下开饭那个场景 is no 哪个场景, 愁死 no 抽湿: nothing is asked beside an order,
                                // and a value is none of nothing.
                                // 商量 is no 上粮, 等待 may be a 灯带.
                                if plain && !names_something(&sense) {
                                    continue;
                                }
                                let asks = matches!(sense, Sense::Verb(verb) if verb.acts.first() == Some(&Act::Query));
                                let ordered = acts.iter().any(|&act| act < start || end <= act);
                                let of_nothing = nameless
                                    && acts.is_empty()
                                    && matches!(
                                        sense,
                                        Sense::Value(_) | Sense::Verb(Verb { key: Some(_), .. })
                                    );
                                // 水晶的 is no 水浸.
                                let owns =
                                    self.text.get(end) == Some(&'的') && matches!(sense, Sense::Property(_));
                                if asks && ordered || of_nothing || owns {
                                    continue;
                                }
                                let minor = is_function_word(&sense)
                                    || matches!(sense, Sense::Value(_) | Sense::Property(_));
                                // 扫地机今天 is no 几斤: the name of a thing that was heard well is not cut.
                                // 进化型 is no 净化.
                                let special = matches!(sense, Sense::Verb(verb) if !verb.nouns.is_empty());
                                if (minor || special) && leaves_rest || cuts && !names_something(&sense) {
                                    continue;
                                }
                                // 加四器: what sounds like a numeral within a longer noun.
                                if (start < first || end > last)
                                    && !((end - start > 2 || nameless)
                                        && likeness >= 0.9
                                        && names_here(&sense, vocabulary))
                                {
                                    continue;
                                }
                                // 方太开到最大 is not 换台: before a word that says what to do, what only some
                                // device does must be just what was heard.
                                let special = acts.binary_search(&end).is_ok()
                                    && matches!(sense, Sense::Verb(verb) if !verb.nouns.is_empty());
                                // 方太二档: nor where nothing else names a device.
                                let special = special
                                    || nameless
                                        && matches!(sense, Sense::Verb(verb) if !verb.nouns.is_empty());
                                // 烤缩了 is no 锁了: what was done comes behind a verb that was heard well.
                                if matches!(sense, Sense::Verb(_)) && behind_verb {
                                    continue;
                                }
                                let least = match (plain, special) {
                                    (true, _) => SAME_SOUND,
                                    (false, true) => 0.95,
                                    (false, false) => 0.8,
                                };
                                if likeness >= least && end - start > 1 && vocabulary.can_be_slip(&sense) {
                                    edges.push(Edge { start, end, sense, likeness: likeness.min(0.95) });
                                }
                            }
                        };
                        for slip in known_slips.of(Lookup::LexiconBySound, stretch, vocabulary) {
                            add(lexicon.senses(slip.position as usize), slip.likeness);
                        }
                        for slip in known_slips.of(Lookup::HomeBySound, stretch, vocabulary) {
                            add(vocabulary.senses_of(slip.position as usize), slip.likeness);
                        }
                    }
                }
            } else if self.text[token.start].is_ascii_alphabetic() {
                // A word of a name may belong to one that was heard wrongly beside it: "the boat room".
                let of_name = vocabulary.is_word_of_name(&self.text[token.start..token.end])
                    || vocabulary.owns_room(&self.text[token.start..token.end]);
                // A common word was meant as it is, unless it only sounds like another.
                let plain = of_name || lexicon.is_plain(&self.text[token.start..token.end]);
                for (start, end) in self.word_windows(token.start, token.end) {
                    let several = (start, end) != (token.start, token.end);
                    if of_name && !(several && names_nothing(path, start, end, index)) {
                        continue;
                    }
                    let stretch = &self.text[start..end];
                    let (edges, known_slips) = (&mut self.edges, &mut self.known_slips);
                    let mut add = |senses: &[Sense], slip: &Slip| {
                        let likeness = if plain && !several { slip.likeness * 0.9 } else { slip.likeness };
                        for &sense in senses {
                            // "the den lamb": a whole name of the home but for a letter.
                            // "the few lux": one that sounds the same.
                            let own = matches!(sense, Sense::Name(_) | Sense::HomeRoom(_) | Sense::Scene(_));
                            let cuts = || cuts_target(path, start, end);
                            let least = if slip.sounds_same && !cuts() { 0.8 } else { 0.85 };
                            let own_name = several && slip.likeness >= least && own;
                            // "send horse back to his dock": where nothing else is named.
                            let only = nameless
                                && !of_name
                                && !acts.is_empty()
                                && slip.sounds_same
                                && slip.likeness >= 0.8
                                && matches!(sense, Sense::Name(_));
                            if plain
                                && !own_name
                                && !only
                                && (several
                                    || !slip.sounds_same
                                    || slip.likeness < 0.9
                                    || !acts_or_names(&sense))
                            {
                                continue;
                            }
                            if vocabulary.can_be_slip(&sense)
                                && (!several
                                    || likeness >= 0.8 && names_something(&sense)
                                    || matches!(sense, Sense::Verb(verb) if likeness >= least_of_phrase(verb)))
                            {
                                edges.push(Edge { start, end, sense, likeness: likeness.min(0.95) });
                            }
                        }
                    };
                    // "breeder" for Breda: what people are called is spelt as it is spoken, other words are not.
                    for slip in known_slips.of(Lookup::LexiconByLetters, stretch, vocabulary) {
                        if !slip.without_r {
                            add(lexicon.senses(slip.position as usize), slip);
                        }
                    }
                    for slip in known_slips.of(Lookup::HomeByLetters, stretch, vocabulary) {
                        add(vocabulary.senses_of(slip.position as usize), slip);
                    }
                }
            }
            self.add_short_room(path, index, vocabulary);
            self.doubted |= self.edges.len() > so_far && self.names_absent(token);
            let covers = |edge: &Edge| edge.start <= token.start && token.end <= edge.end;
            if misplaced && self.edges[so_far..].iter().any(covers) {
                let border = (token.start, token.end);
                self.edges.retain(|edge| (edge.start, edge.end) != border || edge.likeness < 1.0);
                replaced = true;
            }
        }
        replaced || self.edges.len() > before
    }

    /// Whether an unknown letter stands in a common word that means nothing to a home: 惯 in 习惯 is no 关.
    fn is_of_plain_word(&self, token: &Token) -> bool {
        if !token.is_unknown() || !is_han(self.text[token.start]) {
            return false;
        }
        let first = token.end.saturating_sub(LONGEST_PLAIN);
        (first..=token.start).any(|start| {
            (token.end.max(start + 2)..=self.text.len().min(start + LONGEST_PLAIN))
                .any(|end| lexicon().is_plain(&self.text[start..end]))
        })
    }

    /// "In the dan" for a den: where a place is named, a room of the home of as many letters that sounds the same.
    fn add_short_room(&mut self, path: &Path, index: usize, vocabulary: &HomeVocabulary) {
        let token = &path.tokens[index];
        let said = &self.text[token.start..token.end];
        let in_place =
            index.checked_sub(1).and_then(|before| path.tokens.get(before)).is_some_and(|before| {
                before.possessive() == Some(Place::Before)
                    && self.text[before.start..before.end].starts_with(&['i', 'n'])
            });
        if !in_place || !(3..5).contains(&said.len()) || !said.iter().all(char::is_ascii_alphabetic) {
            return;
        }
        let mut found = None;
        vocabulary.slips.heard(said, |position, name| {
            let room = vocabulary
                .senses_of(position as usize)
                .iter()
                .find(|sense| matches!(sense, Sense::HomeRoom(_)))
                .filter(|_| name != said && name.len() == said.len() && name.first() == said.first());
            found = found.or(room.copied());
        });
        if let Some(sense) = found {
            self.edges.push(Edge { start: token.start, end: token.end, sense, likeness: 0.85 });
        }
    }

    /// 爷爷五的空调 for 爷爷屋: a digit before 的 or a noun that is the end of a name or room of this home, as it sounds.
    /// Says whether there was one.
    pub(super) fn add_digit_of_name(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let mut found = Vec::new();
        for (index, token) in path.tokens.iter().enumerate() {
            let digit = token.end - token.start == 1
                && is_han(self.text[token.start])
                && token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)));
            let owns = path.tokens.get(index + 1).is_some_and(|next| {
                next.possessive().is_some() || next.noun().is_some() || next.name().is_some()
            });
            if !digit || !owns {
                continue;
            }
            for start in token.start.saturating_sub(LONGEST - 1)..token.start.saturating_sub(1) {
                let stretch = &self.text[start..token.end];
                if !stretch.iter().all(|&letter| is_han(letter)) {
                    continue;
                }
                for slip in self.known_slips.of(Lookup::HomeBySound, stretch, vocabulary) {
                    for &sense in vocabulary.senses_of(slip.position as usize) {
                        if slip.likeness >= 0.9 && matches!(sense, Sense::Name(_) | Sense::HomeRoom(_)) {
                            found.push(Edge {
                                start,
                                end: token.end,
                                sense,
                                likeness: slip.likeness.min(0.95),
                            });
                        }
                    }
                }
            }
        }
        for edge in &found {
            self.edges
                .retain(|other| (other.start, other.end) != (edge.end - 1, edge.end) || other.likeness < 1.0);
        }
        let any = !found.is_empty();
        self.edges.append(&mut found);
        any
    }

    /// 烘干机挺一下 for 停一下: where something is named and nothing is said of it but a word or two that mean nothing, a
    /// verb that sounds the same is what is to be done. Says whether there was one.
    pub(super) fn add_only_verb(&mut self, path: &Path) -> bool {
        let names = |token: &Token| token.noun().is_some() || token.name().is_some();
        let Some(last) = path.tokens.iter().rposition(names) else { return false };
        let rest = &path.tokens[last + 1..];
        let (Some(first), Some(end)) = (rest.first(), rest.last()) else { return false };
        let says_nothing = |token: &Token| {
            token.is_unknown()
                || token.senses.iter().all(|sense| {
                    matches!(
                        sense,
                        Sense::Particle(_) | Sense::Degree(_) | Sense::Classifier | Sense::Number(_)
                    )
                })
        };
        let (start, end) = (first.start, end.end);
        let acts = path.tokens[..last]
            .iter()
            .any(|token| token.verb().is_some() || token.adjective().is_some() || token.question().is_some());
        if acts || !rest.iter().all(says_nothing) || end - start > 4 || end - start < 2 {
            return false;
        }
        let lexicon = lexicon();
        let before = self.edges.len();
        for end in start + 2..=end {
            let stretch = &self.text[start..end];
            if !stretch.iter().all(|&letter| is_han(letter)) {
                break;
            }
            let edges = &mut self.edges;
            lexicon.slips.by_sound(stretch, |slip| {
                for &sense in lexicon.senses(slip.position as usize) {
                    if slip.likeness >= 0.93
                        && matches!(sense, Sense::Verb(verb) if is_core(verb) || pauses(verb))
                    {
                        edges.push(Edge { start, end, sense, likeness: slip.likeness.min(0.95) });
                    }
                }
            });
        }
        self.verbless = (self.edges.len() > before).then_some(start);
        self.verbless.is_some()
    }

    /// 小满回窝 for 小蛮: where something is to be done and nothing names a target, a name of the home that sounds the
    /// same as some stretch is what it is done to. Says whether there was one.
    pub(super) fn add_only_name(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let acts = |token: &Token| {
            token.verb().is_some_and(|verb| !verb.weak)
                || token.value().is_some()
                || token.adjective().is_some()
        };
        let names = |token: &Token| {
            token.noun().is_some()
                || token.name().is_some()
                || token.scene().is_some()
                || token.reference().is_some()
                || token.chat().is_some()
        };
        if !path.tokens.iter().any(acts) || path.tokens.iter().any(names) {
            return false;
        }
        let before = self.edges.len();
        for start in 0..self.text.len() {
            for end in start + 2..=(start + LONGEST).min(self.text.len()) {
                let stretch = &self.text[start..end];
                if !stretch.iter().all(|&letter| is_han(letter)) {
                    break;
                }
                let edges = &mut self.edges;
                for slip in self.known_slips.of(Lookup::HomeBySound, stretch, vocabulary) {
                    for &sense in vocabulary.senses_of(slip.position as usize) {
                        if slip.likeness >= 0.97 && matches!(sense, Sense::Name(_)) {
                            edges.push(Edge { start, end, sense, likeness: 0.95 });
                        }
                    }
                }
            }
        }
        self.nameless = self.edges.len() > before;
        self.nameless
    }

    /// One character sounds like many: only plain nouns are looked for, and only where a head is wanted. What else the
    /// character could be gives way.
    fn add_single_slip(&mut self, token: &Token, vocabulary: &HomeVocabulary) -> bool {
        let lexicon = lexicon();
        let mut found: Option<(Sense, f32)> = None;
        lexicon.slips.by_sound(&self.text[token.start..token.end], |slip| {
            for &sense in lexicon.senses(slip.position as usize) {
                let is_better = found.is_none_or(|(_, likeness)| likeness < slip.likeness);
                let is_here = matches!(sense, Sense::Noun(noun) if vocabulary.has_noun(noun));
                if is_here && slip.likeness >= 0.97 && is_better {
                    found = Some((sense, slip.likeness));
                }
            }
        });
        if let Some((sense, likeness)) = found {
            self.edges.retain(|edge| (edge.start, edge.end) != (token.start, token.end));
            if !self.add_name_ending(token, vocabulary) {
                let (start, end) = (token.start, token.end);
                self.edges.push(Edge { start, end, sense, likeness: likeness.min(0.95) });
            }
        }
        found.is_some()
    }

    /// 书房等关掉 where a lamp is called 书房灯: what ends with the slip is a name of the home, with the room before it.
    /// Says whether it is.
    fn add_name_ending(&mut self, token: &Token, vocabulary: &HomeVocabulary) -> bool {
        let before = self.edges.len();
        for start in token.start.saturating_sub(LONGEST - 1)..token.start {
            let stretch = &self.text[start..token.end];
            if !stretch.iter().all(|&letter| is_han(letter)) {
                continue;
            }
            let edges = &mut self.edges;
            vocabulary.slips.by_sound(stretch, |slip| {
                let names = vocabulary.senses_of(slip.position as usize).iter();
                let name = names.copied().find(|sense| matches!(sense, Sense::Name(_)));
                if let Some(sense) = name.filter(|_| slip.likeness >= 0.97) {
                    edges.push(Edge { start, end: token.end, sense, likeness: 0.95 });
                }
            });
        }
        self.edges.len() > before
    }

    /// 浴霸管了, 灯都案一点: a single unknown character in an order that lacks its verb, or where a quality is compared.
    fn add_single_word(&mut self, path: &Path, index: usize) {
        let token = &path.tokens[index];
        let begin = path.tokens[..index]
            .iter()
            .rposition(|token| token.separator().is_some())
            .map_or(0, |position| position + 1);
        let end = index
            + path.tokens[index..]
                .iter()
                .position(|token| token.separator().is_some())
                .unwrap_or(path.tokens.len() - index);
        let clause = &path.tokens[begin..end];
        let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none();
        let named = clause.iter().any(Token::is_target);
        let lacks_verb = named && !clause.iter().any(acts);
        let compared = named
            && path.tokens.get(index + 1).is_some_and(|next| {
                next.degree().is_some() || next.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
            });
        if !lacks_verb && !compared {
            return;
        }
        let lexicon = lexicon();
        let edges = &mut self.edges;
        let (start, end) = (token.start, token.end);
        lexicon.slips.by_sound(&self.text[start..end], |slip| {
            if slip.likeness < 0.97 {
                return;
            }
            for &sense in lexicon.senses(slip.position as usize) {
                let fits = match sense {
                    Sense::Verb(verb) => lacks_verb && !compared && is_core(verb),
                    Sense::Adjective(_) => compared,
                    _ => false,
                };
                if fits {
                    edges.push(Edge { start, end, sense, likeness: slip.likeness.min(0.95) });
                }
            }
        });
    }

    /// The unknown word alone, and together with its neighbours: names and rooms of several words are one word to the
    /// index.
    fn word_windows(&self, start: usize, end: usize) -> SmallVec<[(usize, usize); 8]> {
        let before = |position: usize| -> Option<usize> {
            let gap = position.checked_sub(1)?;
            (self.text[gap] == ' ').then_some(())?;
            let mut first = gap;
            while first > 0 && (self.text[first - 1].is_ascii_alphabetic() || self.text[first - 1] == '\'') {
                first -= 1;
            }
            (first < gap).then_some(first)
        };
        let after = |position: usize| -> Option<usize> {
            (self.text.get(position) == Some(&' ')).then_some(())?;
            let mut last = position + 1;
            while last < self.text.len() && self.text[last].is_ascii_alphabetic() {
                last += 1;
            }
            (last > position + 1).then_some(last)
        };
        let mut windows: SmallVec<[(usize, usize); 8]> = smallvec![(start, end)];
        // "granma's room": the mark of the owner belongs to the name.
        let owner = self.text.get(end..end + 2).is_some_and(|mark| mark == ['\'', 's']);
        if let Some(last) = after(end + 2).filter(|_| owner) {
            windows.push((start, last));
        }
        if let Some(first) = before(start) {
            windows.push((first, end));
        }
        if let Some(last) = after(end) {
            windows.push((start, last));
            if let Some(first) = before(start) {
                windows.push((first, last));
            }
            if let Some(further) = after(last) {
                windows.push((start, further));
            }
        }
        if let Some(further) = before(start).and_then(before) {
            windows.push((further, end));
        }
        windows
    }
}
