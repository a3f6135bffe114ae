//! Whose something is, where a person and a kind of device are said together (婆婆空调, 姥爷那电视), and which of two like
//! things, where only its mark is said behind the other (左床头灯关了右边那个调暗).

use smallvec::SmallVec;
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use crate::lexicon::{Cue, Person, Place, Reference, Sense, lexicon};
use crate::parser::frame::{Head, RoomMention};
use crate::parser::lattice::Token;
use crate::parser::tokens::{ends_with, text_of};
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// "These lights" are all that there are.
    pub(super) fn points_at_several(&self, token: &Token) -> bool {
        matches!(self.said(token).as_str(), "these" | "those")
    }

    /// 姥爷那电视: what is called after someone, else what stands in their room.
    pub(super) fn of_kin(&mut self, index: usize, token: &Token) -> Option<usize> {
        if self.for_whom(index, token) {
            return Some(1);
        }
        if let Some(used) = self.place_of_someone(index) {
            return Some(used);
        }
        if let Some(used) = self.of_english_kin(index, token) {
            return Some(used);
        }
        let said = self.clause.text.get(token.start..token.end)?;
        // 云台摄像头: what it can do tells which one it is.
        let someone = (token.person().is_some()
            || said.len() > 1 && (token.particle() == Some(false) || token.property().is_some()))
            && token.noun().is_none()
            && token.verb().is_none()
            && token.home_room().is_none()
            && token.scene().is_none()
            && said.iter().all(|&letter| is_han(letter));
        if !someone || !self.pending_text.is_empty() || !self.phrase.rooms.is_empty() || self.excluding {
            return None;
        }
        let mut behind = index + 1;
        while self.token(behind).is_some_and(|next| self.links(next)) {
            behind += 1;
        }
        let head = self.clause.tokens.get(behind)?;
        let noun = head.noun().filter(|_| head.name().is_none() || token.name().is_none())?;
        let vocabulary = self.clause.vocabulary;
        let owner = self.said(token);
        let called = if head.likeness < 1.0 { self.canonical(head) } else { None };
        let together = format!("{owner}{}", called.unwrap_or_else(|| self.said(head)));
        if !vocabulary.match_description(&together).is_empty() {
            self.pending_text = owner.into();
            self.extend_span(head);
            self.head(behind, Head::Noun(noun), head);
            return Some(behind + 1 - index);
        }
        let room = self.owners_room(&owner, noun)?;
        self.add_room(room);
        Some(behind - index)
    }

    /// Chloe 的灯 in a home with a "Chloe's Room": what stands there.
    fn of_english_kin(&mut self, index: usize, token: &Token) -> Option<usize> {
        let said = self.clause.text.get(token.start..token.end)?;
        let word = said.len() > 1 && said.iter().all(char::is_ascii_alphabetic);
        let tied = self.token(index + 1).is_some_and(|next| {
            next.possessive() == Some(Place::After) && is_han(self.clause.text[next.start])
        });
        let noun = self.token(index + 2).filter(|_| word && tied)?.noun()?;
        if token.noun().is_some()
            || token.home_room().is_some()
            || !self.pending_text.is_empty()
            || self.excluding
        {
            return None;
        }
        let vocabulary = self.clause.vocabulary;
        let owner = self.said(token);
        let called = format!("{owner}'s {}", self.said(self.token(index + 2)?));
        if vocabulary.devices_named(&called).next().is_some() {
            // Chloe 的 Echo is "Chloe's Echo".
            self.extend_span(self.clause.tokens.get(index + 2)?);
            self.phrase.head = Head::Name;
            self.phrase.text = called.into();
            self.phrase.joined = self.joined;
            self.close_phrase();
            self.joined = false;
            return Some(3);
        }
        let said = format_smolstr!("{owner}房间");
        let rooms = vocabulary.match_room(&said);
        let there = rooms.iter().any(|&room| vocabulary.room_has_noun(room, noun));
        if !there {
            return None;
        }
        self.add_room(RoomMention { said, floor: false, rooms });
        Some(2)
    }

    /// 帮阿嬷把小夜灯开着, 奥特曼给果果留着: for whom, and no thing.
    fn for_whom(&self, index: usize, token: &Token) -> bool {
        let letter = |token: &Token| self.clause.text[token.start..token.end].last().copied();
        let gives = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.end == token.start && matches!(letter(before), Some('帮' | '给' | '替' | '同' | '为'))
        });
        let marked = self
            .token(index + 1)
            .is_some_and(|next| matches!(self.clause.text[next.start..next.end], ['把' | '将']));
        let left =
            self.token(index + 1).is_some_and(|next| next.except().is_some()) && self.frame.has_target();
        // 给外卖小哥开下门: a stranger, whose nothing here is.
        let stranger = token.person() == Some(Person::Other)
            && token.name().is_none()
            && self.token(index + 1).and_then(Token::verb).is_some_and(|verb| verb.chinese && !verb.weak);
        gives
            && (marked || left || stranger)
            && (token.name().is_some() || token.person().is_some())
            && token.noun().is_none()
    }

    /// 的, 那, 那个, 他: what may stand between an owner and what is owned.
    fn links(&self, token: &Token) -> bool {
        token.possessive() == Some(Place::After)
            || matches!(token.reference(), Some(Reference::Last | Reference::SamePlace))
            || token.classifier().is_some() && !token.is_target() && token.verb().is_none()
            || matches!(self.clause.text[token.start..token.end], ['那' | '这' | '他' | '她'])
    }

    /// 右边那个 behind 左床头灯, 老公的 behind 老婆床头灯, 茶台那个 behind 麻将灯: what is called like the last thing but for
    /// its mark.
    pub(super) fn marked_like_last(&mut self, index: usize, token: &Token) -> Option<usize> {
        if self.excluding || !self.phrase.rooms.is_empty() || self.phrase.head != Head::None {
            return None;
        }
        // 就是那个三星的: a pronoun before it points at it.
        let points = usize::from(token.reference() == Some(Reference::Last));
        let token = self.clause.tokens.get(index + points)?;
        let (mark, used) = self.mark_at(index + points, token)?;
        let used = used + points;
        let goes_on =
            self.token(index + used).is_some_and(|next| next.noun().is_some() || next.name().is_some());
        if goes_on {
            return None;
        }
        // 左床头灯关了，呃，右边那个: nothing but which, behind an order.
        let fills = |next: &Token| next.particle().is_some() && !next.is_target();
        let alone = self.clause.tokens[..index].iter().all(fills)
            && self.clause.tokens[index + used..].iter().all(fills);
        if alone && self.clause.last.is_none_or(|last| !matches!(last.head, Head::Name | Head::Noun(_))) {
            return None;
        }
        let together = self.like_last_but(&mark).or_else(|| {
            // 茶台那个: what one thing alone is called by.
            // 三星的停了: a maker's, of which something is to become.
            let made = lexicon().is_maker(&self.clause.text[token.start..token.end])
                && self.token(index + used).is_some_and(|next| next.verb().is_some_and(|verb| !verb.weak));
            let pointed = made || self.token(index + used - 1).is_some_and(|last| last.reference().is_some());
            let vocabulary = self.clause.vocabulary;
            (pointed && tells_nothing_else(&mark)).then(|| vocabulary.held_by_one(&mark)).flatten().or_else(
                || {
                    // 三星那台: of several that one maker made, the one that can do it.
                    let letters: SmallVec<[char; 8]> = mark.chars().collect();
                    (pointed && lexicon().is_maker(&letters)).then(|| vocabulary.held_form(&mark)).flatten()
                },
            )
        })?;
        self.frame.corrects |= alone;
        let end = self.token(index + used - 1).map_or(token.end, |last| last.end);
        let begins = self.frame.has_target()
            && !self.joined
            && (self.frame.value.is_some()
                || self.frame.direction.is_some()
                || self.frame.verb.is_some_and(|verb| !verb.weak));
        self.pending_text.clear();
        if begins {
            self.flush();
        }
        self.frame.span.0 = self.frame.span.0.min(token.start);
        self.frame.span.1 = self.frame.span.1.max(end);
        self.frame.known += end - token.start;
        self.phrase.head = Head::Name;
        self.phrase.text = together;
        self.phrase.joined = self.joined;
        self.close_phrase();
        self.joined = false;
        Some(used)
    }

    /// What is called like the last thing that was named but for what it begins with, if it is one thing and another.
    fn like_last_but(&self, mark: &str) -> Option<SmolStr> {
        let last =
            self.frame.targets.last().or_else(|| self.frames.last()?.targets.last()).or(self.clause.last)?;
        if last.head != Head::Name && !matches!(last.head, Head::Noun(_)) {
            return None;
        }
        let noun = last_noun(&last.text)?;
        let space = if noun.is_ascii() { " " } else { "" };
        let together = format_smolstr!("{mark}{space}{noun}");
        let vocabulary = self.clause.vocabulary;
        let found = vocabulary.match_description(&together);
        let [found] = &found[..] else { return None };
        let same = last.head == Head::Name
            && vocabulary.devices_named(&last.text).any(|device| device == found.device);
        (!same && together != last.text).then_some(together)
    }

    /// The words that tell which, and how many tokens they and what points at it are.
    fn mark_at(&self, index: usize, token: &Token) -> Option<(SmolStr, usize)> {
        let letters = self.clause.text.get(token.start..token.end)?;
        // 那个 Samsung 的
        let latin = token.is_unknown()
            && letters.len() > 2
            && self.token(index + 1).is_some_and(|next| self.points(next))
            && letters.iter().all(char::is_ascii_alphanumeric);
        if latin {
            return Some((text_of(letters, 0, letters.len()), 2));
        }
        if !letters.iter().all(|&letter| is_han(letter)) {
            return None;
        }
        if self.is_size_of_one(index) {
            let pointed = self.token(index + 2).is_some_and(|next| self.points(next));
            return Some((text_of(letters, 0, 1), 2 + usize::from(pointed)));
        }
        let ordinal = token.senses.iter().any(|sense| matches!(sense, Sense::Ordinal(_)));
        if ordinal {
            let cut =
                letters.iter().position(|letter| matches!(letter, '那' | '的')).unwrap_or(letters.len());
            let pointed = cut < letters.len();
            let mark = text_of(letters, 0, cut);
            let next = self.token(index + 1).filter(|next| self.points(next));
            return match (pointed, next) {
                (true, _) => Some((mark, 1)),
                (false, Some(_)) => Some((mark, 2)),
                // 右边床头灯变紫左边关掉
                (false, None) => self.is_ordered_next(index + 1).then_some((mark, 1)),
            };
        }
        let plain = token.verb().is_none() && token.value().is_none() && token.noun().is_none();
        let whose = token.is_unknown()
            || plain && (token.person().is_some() || token.name().is_some() || token.classifier().is_some())
            || plain && token.particle() == Some(false) && letters.len() > 1;
        if !whose {
            return None;
        }
        // 茶台 is two words that no lexicon knows.
        let mut end = index + 1;
        while end < index + 3
            && self.token(end).is_some_and(|next| {
                (next.is_unknown() || next.classifier().is_some() && next.reference().is_none())
                    && next.start == self.clause.tokens[end - 1].end
            })
        {
            end += 1;
        }
        let last = self.clause.tokens.get(end - 1)?;
        let said = text_of(self.clause.text, token.start, last.end);
        // 老公的 may be a name of its own.
        let maker = lexicon().is_maker(&self.clause.text[token.start..last.end]);
        let owner = said.strip_suffix('的').filter(|_| !maker);
        let mark = SmolStr::new(owner.unwrap_or(&said));
        let mut used = end - index;
        if self.token(end).is_some_and(|next| self.points(next)) {
            used += 1;
        } else if owner.is_none() {
            return None;
        }
        // 格力那个大的
        if self.is_size_of_one(index + used) {
            used += 2;
        }
        (mark.chars().count() > 1).then_some((mark, used))
    }

    /// 日立 where a 日立冷气 is: what is called after who made it, and no word beside an order.
    pub(super) fn is_maker_here(&self, token: &Token) -> bool {
        let letters = &self.clause.text[token.start..token.end];
        token.name().is_some()
            && (lexicon().is_maker(letters)
                || token.person().is_none() && tells_nothing_else(&self.said(token)))
    }

    /// 降 of 妈妈的降压药: a verb of one character between 的 and what no lexicon knows is the beginning of that.
    pub(super) fn is_cut_from_word(&self, index: usize) -> bool {
        let Some(token) = self.token(index).filter(|token| token.verb().is_some()) else { return false };
        let single = token.end - token.start == 1 && is_han(self.clause.text[token.start]);
        let owned = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| before.end == token.start && before.possessive() == Some(Place::After));
        let unknown = |place: usize| self.token(place).is_some_and(Token::is_unknown);
        single
            && owned
            && token.noun().is_none()
            && unknown(index + 1)
            && self
                .token(index + 1)
                .is_some_and(|next| next.start == token.end && is_han(self.clause.text[next.start]))
    }

    /// The room of someone, where what waits before a noun says whose it is: 坤哥 of 坤哥的落地扇 in a home with a 坤哥房间.
    pub(super) fn room_of_pending(&self, pending: &str, noun: Noun) -> Option<RoomMention> {
        let owner = pending.trim_end_matches('的');
        let someone = owner.chars().count() > 1 && owner.chars().all(is_han) && self.phrase.rooms.is_empty();
        if someone { self.owners_room(owner, noun) } else { None }
    }

    /// 坤哥那边, 姊姊跟弟弟房间: someone's room, where no thing is named behind them.
    pub(super) fn place_of_someone(&mut self, index: usize) -> Option<usize> {
        if self.excluding || !self.pending_text.is_empty() {
            return None;
        }
        let mut end = index + 1;
        let known_person = self.token(index)?.person().is_some();
        while !known_person && self.token(end).is_some_and(Token::is_unknown) {
            end += 1;
        }
        let first = self.token(index).filter(|token| token.is_unknown() || known_person)?;
        // 坤 and 哥 are one.
        let title = self.token(end).is_some_and(|next| {
            !known_person && next.person().is_some() && next.end - next.start == 1 && end == index + 1
        });
        end += usize::from(title);
        let owner = text_of(self.clause.text, first.start, self.token(end - 1)?.end);
        if owner.chars().count() < 2 || !owner.chars().all(is_han) {
            return None;
        }
        let next = self.token(end)?;
        let there = next.reference() == Some(Reference::SamePlace)
            && self.token(end + 1).is_none_or(|behind| behind.noun().is_none() && behind.name().is_none());
        let also = next.conjunction().is_some()
            && self.token(end + 1).is_some_and(|behind| behind.home_room().is_some());
        // 开坤哥的: of the kind that was spoken of.
        let owns = next.possessive() == Some(Place::After)
            && self.token(end + 1).is_none_or(|behind| {
                behind.reference() == Some(Reference::SameAction)
                    || behind.particle().is_some() && self.token(end + 2).is_none() && !behind.is_target()
            });
        if !there && !also && !owns {
            return None;
        }
        let room = lexicon().cue(Cue::OwnRoom).find_map(|ending| {
            let said = format_smolstr!("{owner}{ending}");
            let rooms = self.clause.vocabulary.match_room(&said);
            (!rooms.is_empty()).then_some(RoomMention { said, floor: false, rooms })
        })?;
        let last = if there { end } else { end - 1 };
        self.frame.known += self.token(last)?.end - self.token(index)?.start;
        self.add_room(room);
        Some(last + 1 - index)
    }

    /// 孙子那屋, 老王屋里: the room of someone whom the home does not know is none of its rooms. Reads nothing.
    pub(super) fn room_of_stranger(&mut self, index: usize) -> Option<usize> {
        let first = self.token(index)?;
        let someone = |token: &Token| {
            token.person().is_some_and(|person| {
                !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody | Person::Everybody)
            }) || token.particle() == Some(false) && token.end - token.start == 2 && self.is_kin(token)
        };
        let known = someone(first) && !first.is_target();
        let mut end = index + 1;
        while !known && self.token(end).is_some_and(Token::is_unknown) {
            end += 1;
        }
        if !known && !first.is_unknown() || self.excluding || self.frame.question.is_some() {
            return None;
        }
        let last = self.token(end - 1)?.end;
        let owner = text_of(self.clause.text, first.start, last);
        let letters = owner.chars().count();
        let behind = self.clause.text.get(last..)?;
        let room = behind.starts_with(&['那', '屋']) || behind.starts_with(&['那', '间']);
        // 张姨家: somebody else's home.
        let home = self.token(end).is_some_and(|next| matches!(self.said(next).as_str(), "家" | "家里"))
            && lexicon().cue(Cue::Someone).any(|ending| owner.ends_with(ending));
        let is_room = (room || home) && self.token(end)?.start == last;
        if !is_room || !(2..=4).contains(&letters) || !owner.chars().all(is_han) {
            return None;
        }
        let vocabulary = self.clause.vocabulary;
        let somewhere = lexicon()
            .cue(Cue::OwnRoom)
            .chain(["家"])
            .any(|ending| !vocabulary.match_room(&format_smolstr!("{owner}{ending}")).is_empty());
        if !somewhere {
            self.frame.lost_place = format_smolstr!("{owner}那屋");
        }
        None
    }

    /// 孙子, 二舅: a word that ends like one for someone.
    fn is_kin(&self, token: &Token) -> bool {
        let said = self.clause.text.get(token.start..token.end).unwrap_or_default();
        lexicon().cue(Cue::Someone).any(|ending| ends_with(said, ending))
    }

    /// 布的那个 behind 纱帘, 吸顶的关: what is called by its beginning alone, of the lamps or of the kind of the last thing.
    pub(super) fn kind_by_beginning(&mut self, index: usize) -> Option<usize> {
        if self.excluding || !self.pending_text.is_empty() || !self.phrase.is_empty() {
            return None;
        }
        let first = self.token(index).filter(|token| token.is_unknown())?;
        let mut end = index + 1;
        while end < index + 3 && self.token(end).is_some_and(|next| next.possessive().is_none()) {
            end += 1;
        }
        let owner = self.token(end).filter(|next| self.clause.text[next.start..next.end] == ['的'])?;
        let behind = (end + 1..self.clause.tokens.len()).find(|&place| {
            !self.token(place).is_some_and(|next| {
                next.reference() == Some(Reference::Last)
                    || next.classifier().is_some()
                    || next.particle() == Some(false) && next.end - next.start == 1
            })
        });
        let ordered = behind.and_then(|place| self.token(place)).is_some_and(|next| {
            next.verb().is_some_and(|verb| !verb.weak) && next.noun().is_none()
                || next.reference() == Some(Reference::SameAction)
                || next.except().is_some()
        });
        // 帘子拉上，厚的那层: nothing but which, behind an order.
        let alone = index == 0 && behind.is_none() && self.clause.last.is_some();
        let beginning = self.clause.text.get(first.start..owner.start).filter(|said| said.len() <= 3)?;
        if !ordered && !alone || !beginning.iter().all(|&letter| is_han(letter)) {
            return None;
        }
        let vocabulary = self.clause.vocabulary;
        let last = self.frame.targets.last().or(self.clause.last).map(|last| last.text.clone());
        let of_last = |kind: &char| last.as_ref().is_none_or(|last| last.contains(*kind) || last.is_ascii());
        let kind = ['灯', '帘'].into_iter().filter(of_last);
        let (noun, text) = kind
            .map(|kind| beginning.iter().copied().chain([kind]).collect::<SmolStr>())
            .find_map(|text| {
                let noun = vocabulary.noun(&text)?;
                vocabulary.has_noun(noun).then_some((noun, text))
            })?;
        let used = behind.unwrap_or(self.clause.tokens.len()) - index;
        let letters = owner.end - first.start;
        self.frame.corrects |= alone;
        self.frame.known += letters;
        self.phrase.head = Head::Noun(noun);
        self.phrase.text = text;
        self.phrase.single = true;
        self.phrase.joined = self.joined;
        self.close_phrase();
        self.joined = false;
        Some(used)
    }

    /// Whether what stands before the token at `index` had something done to it, and what is done to the next begins there.
    fn is_ordered_next(&self, index: usize) -> bool {
        let done = self.frame.has_target()
            && (self.frame.value.is_some() || self.frame.verb.is_some_and(|verb| !verb.weak));
        done && self.token(index).is_some_and(|next| {
            next.verb().is_some_and(|verb| !verb.weak) || next.adjective().is_some() || next.color().is_some()
        })
    }

    /// 大的, 小的: which one, and no more or less of anything.
    fn is_size_of_one(&self, index: usize) -> bool {
        self.token(index).is_some_and(|token| {
            matches!(self.clause.text[token.start..token.end], ['大' | '小' | '厚' | '薄' | '老' | '新'])
        }) && self.token(index + 1).is_some_and(|next| self.clause.text[next.start..next.end] == ['的'])
    }

    /// 另外一盏大的, 小的那个: a size that only tells which one, beside a pronoun. How many tokens it is, with the noun that it
    /// makes a kind of its own of (大的那个灯 is a 大灯).
    pub(super) fn size_beside_pronoun(&mut self, index: usize) -> Option<usize> {
        let pointed = |token: Option<&Token>| {
            token.is_some_and(|token| {
                matches!(token.reference(), Some(Reference::Last | Reference::Other))
                    || token.classifier().is_some()
            })
        };
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        // 小的, 留一盏小的就好: nothing becomes less by it.
        let ends = self
            .token(index + 2)
            .is_none_or(|next| next.particle().is_some() && next.possessive().is_none() && !next.is_target());
        if !self.is_size_of_one(index) || !pointed(before) && !pointed(self.token(index + 2)) && !ends {
            return None;
        }
        let kind = self.token(index + 3).filter(|head| head.noun().is_some()).and_then(|head| {
            let size = self.token(index)?;
            let text = format_smolstr!("{}{}", self.said(size), self.said(head));
            let noun = self.clause.vocabulary.noun(&text)?;
            self.clause.vocabulary.has_noun(noun).then_some((noun, text))
        });
        let Some((noun, text)) = kind.filter(|_| self.phrase.head == Head::None && !self.excluding) else {
            return Some(2);
        };
        self.phrase.head = Head::Noun(noun);
        self.phrase.text = text;
        self.phrase.single = true;
        self.phrase.joined = self.joined;
        self.close_phrase();
        self.joined = false;
        Some(4)
    }

    fn points(&self, token: &Token) -> bool {
        matches!(token.reference(), Some(Reference::Last | Reference::SamePlace))
            || token.possessive() == Some(Place::After)
    }
}

/// Whether a word is at most someone or who made something: nothing that a home is told by it.
fn tells_nothing_else(word: &str) -> bool {
    let letters: SmallVec<[char; 8]> = word.chars().collect();
    lexicon().lookup(&letters).is_none_or(|senses| {
        senses.iter().all(|sense| matches!(sense, Sense::Particle(false) | Sense::Person(_) | Sense::Name(_)))
    })
}

/// The noun at the end of a name: 床头灯 of 左床头灯.
fn last_noun(name: &str) -> Option<String> {
    let letters: SmallVec<[char; 12]> = name.chars().collect();
    (0..letters.len()).find_map(|start| {
        let rest = &letters[start..];
        let is_noun = lexicon()
            .lookup(rest)
            .is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Noun(_))));
        is_noun.then(|| rest.iter().collect())
    })
}
