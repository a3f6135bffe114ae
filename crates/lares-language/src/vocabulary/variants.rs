//! The forms in which people say a name: without its room, its brackets, its apostrophe, its last noun.

use smol_str::{SmolStr, SmolStrBuilder};

use super::is_han;
use crate::lexicon::{Sense, lexicon};
use crate::normalise::{fold_name, folded};

/// A form of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variant {
    /// Normalised.
    pub(super) text: String,
    /// The whole name, not a part of it.
    pub(super) whole: bool,
}

/// The forms of a device's name. `rooms` are normalised words for the room it stands in. A form that is only a plain
/// noun (灯) or a room word is no name and left out.
pub(super) fn variants(name: &str, rooms: &[&str], alias: bool) -> Vec<Variant> {
    let mut forms = Vec::new();
    let folded = fold_name(name);
    let whole = compact(trim_marks(&folded));
    if alias && whole.chars().count() > 1 {
        // What someone wrote down as another name is one, even if it is a noun as well.
        forms.push(Variant { text: whole.to_string(), whole: true });
        // "telly" for an alias "the telly".
        if let Some(rest) = ["the ", "my ", "our "].iter().find_map(|article| whole.strip_prefix(article)) {
            forms.push(Variant { text: rest.to_owned(), whole: true });
        }
    }
    push(&mut forms, &whole, true);
    // "[TV] Samsung", with its mark.
    if folded.starts_with('[') {
        forms.push(Variant { text: compact(&folded).to_string(), whole: true });
    }
    // "wireless" for "The Wireless": what it means elsewhere it does not mean in this home.
    if let Some(rest) = whole.strip_prefix("the ").filter(|_| !alias) {
        push(&mut forms, rest, means_value(rest));
    }
    let without_apostrophe = whole.replace('\'', "");
    push(&mut forms, &without_apostrophe, true);
    // "mr coffee" for "Mr. Coffee".
    if whole.is_ascii() && whole.contains(". ") {
        push(&mut forms, &whole.replace(". ", " "), true);
    }
    // "missus doyle" for "Mrs Doyle".
    for spoken in spoken_titles(&whole) {
        push(&mut forms, &spoken, true);
    }
    // "mitsubishi" for 三菱, where that is all the name says.
    for other in other_makers(&whole) {
        push(&mut forms, other, true);
    }
    // "garage left door", "left garage door" for "Garage Door Left".
    for said in with_side_said_first(&whole) {
        push(&mut forms, &said, true);
    }
    // "plug four" for "Plug 4".
    if let Some(said) = with_number_said(&whole) {
        push(&mut forms, &said, true);
    }
    // 三地打印机 for 3D打印机, as it is heard.
    if let Some(rest) = whole.strip_prefix("3d").filter(|rest| rest.starts_with(is_han)) {
        for heard in ["三地", "三弟", "三滴", "三d", "3地"] {
            push(&mut forms, &format!("{heard}{rest}"), true);
        }
    }
    // "roll up door" for "Roll-Up Door".
    if whole.is_ascii() && whole.contains('-') && !whole.contains(|letter: char| letter.is_ascii_digit()) {
        push(&mut forms, &whole.replace('-', " "), true);
    }
    // "girls' lights" for "Girls Lights".
    if let Some((owner, rest)) = whole.split_once("s ")
        && owner.len() > 2
        && owner.chars().all(|letter| letter.is_ascii_alphabetic())
        && !owner.ends_with('s')
    {
        push(&mut forms, &format!("{owner}s' {rest}"), true);
    }
    let unbracketed = compact(trim_marks(&without_brackets(&folded)));
    push(&mut forms, &unbracketed, false);
    // 智能摄像机 云台版, said with the pause.
    if folded.contains(' ') {
        push(&mut forms, trim_marks(&folded), true);
    }
    for written in [written_together(&whole), written_apart(&whole)].into_iter().flatten() {
        push(&mut forms, &written, true);
    }
    // "leo's light" for "Leo light" in Leo's room.
    if let Some((owner, rest)) = whole.split_once(' ')
        && rooms.iter().any(|room| room.strip_prefix(owner).is_some_and(|room| room.starts_with("'s ")))
    {
        push(&mut forms, &format!("{owner}'s {rest}"), true);
    }
    // 咪咪饭碗 for 咪咪的饭碗.
    if whole.chars().all(is_han) && whole.chars().skip(1).any(|letter| letter == '的') {
        push(&mut forms, &whole.replace('的', ""), true);
    }
    for room in rooms {
        if let Some(rest) = without_room(&unbracketed, room) {
            push(&mut forms, rest, false);
        }
    }
    if let Some(rest) = without_leading_room(&unbracketed) {
        push(&mut forms, &rest, false);
    }
    for part in parts_of_english(&unbracketed) {
        // "kitchen light" is no part of "Wet Kitchen Light" in the wet kitchen.
        let cuts_room = rooms.iter().any(|room| {
            room.contains(' ')
                && unbracketed.strip_prefix(room).is_some_and(|rest| rest.starts_with(' '))
                && unbracketed.ends_with(part.as_str())
                && part.len() < unbracketed.len()
                && part.len() > unbracketed.len() - room.len()
        });
        if !cuts_room {
            push(&mut forms, &part, false);
        }
    }
    // "blackouts" for "Blackout Curtains", whatever else keeps the light out.
    if unbracketed.split(' ').any(|word| word == "blackout") {
        push(&mut forms, "blackouts", true);
    }
    // "plug 3" and "plug three" for "Smart Plug 3".
    if let Some(part) = thing_with_number(&unbracketed) {
        push(&mut forms, part, false);
        if let Some(said) = with_number_said(part) {
            push(&mut forms, &said, false);
        }
    }
    if let Some(other) = other_number(&unbracketed) {
        push(&mut forms, &other, false);
    }
    if let Some(maker) = leading_maker(&unbracketed) {
        push(&mut forms, maker, false);
    }
    let roomless = without_leading_room(&unbracketed);
    for rest in
        [Some(unbracketed.as_str()), roomless.as_deref()].into_iter().flatten().flat_map(lamp_without_noun)
    {
        push(&mut forms, &rest, false);
    }
    if let Some(rest) = without_last_noun(&unbracketed) {
        if unbracketed.contains("'s ") {
            push(&mut forms, &format!("{rest}'s"), false);
            push(&mut forms, &format!("{rest}s"), false);
        }
        push(&mut forms, &rest, false);
    }
    forms
}

/// 净化器4pro for 净化器4 pro: without the spaces between digits and letters.
fn written_together(name: &str) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let parts = |index: usize| {
        let (Some(&before), Some(&behind)) = (letters.get(index.wrapping_sub(1)), letters.get(index + 1))
        else {
            return false;
        };
        before.is_ascii_digit() && behind.is_ascii_alphabetic()
            || before.is_ascii_alphabetic() && behind.is_ascii_digit()
    };
    let kept = letters.iter().enumerate().filter(|&(index, &letter)| letter != ' ' || !parts(index));
    let together: String = kept.map(|(_, letter)| letter).collect();
    (together != name).then_some(together)
}

/// "Purifier 4 pro" for "purifier 4pro": with a space between a number and the word behind it.
fn written_apart(name: &str) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let is_word = |from: usize| {
        letters.get(from..from + 3).is_some_and(|word| word.iter().all(char::is_ascii_alphabetic))
    };
    let mut apart = String::with_capacity(name.len() + 1);
    for (index, letter) in letters.iter().enumerate() {
        apart.push(*letter);
        if letter.is_ascii_digit() && is_word(index + 1) {
            apart.push(' ');
        }
    }
    (apart.len() > name.len()).then_some(apart)
}

/// The forms in other languages of the maker that a name is.
fn other_makers(name: &str) -> impl Iterator<Item = &'static str> {
    let letters: Vec<char> = name.chars().collect();
    let of_maker = |form: &String| lexicon().is_maker(&form.chars().collect::<Vec<_>>());
    let forms = lexicon().mark(name).filter(|forms| forms.iter().any(of_maker));
    forms
        .into_iter()
        .flatten()
        .map(|form| form.as_str())
        .filter(|form| form.is_ascii() != letters.iter().all(char::is_ascii))
        .collect::<Vec<_>>()
        .into_iter()
}

/// "left garage door" and "garage left door" for "Garage Door Left": the side is said before what is there.
fn with_side_said_first(name: &str) -> Vec<String> {
    const SIDES: [&str; 8] = ["left", "right", "front", "back", "top", "bottom", "middle", "rear"];
    let Some((rest, side)) =
        name.rsplit_once(' ').filter(|(_, side)| name.is_ascii() && SIDES.contains(side))
    else {
        return Vec::new();
    };
    let mut said = vec![format!("{side} {rest}")];
    if let Some((before, thing)) = rest.rsplit_once(' ') {
        said.push(format!("{before} {side} {thing}"));
    }
    said
}

/// "plug four" for "Plug 4", "zone two lights" for "Zone 2 Lights": a name with its only number as it is spoken.
fn with_number_said(name: &str) -> Option<String> {
    const NUMBERS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    if !name.is_ascii() {
        return None;
    }
    let (before, rest) = name.split_once(|letter: char| letter.is_ascii_digit())?;
    let rest = &name
        [before.len()..name.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len()];
    let behind = &name[before.len() + rest.len()..];
    let alone = before.ends_with(' ')
        && (behind.is_empty() || behind.starts_with(' '))
        && !behind.contains(|letter: char| letter.is_ascii_digit());
    let said = NUMBERS.get(rest.parse::<usize>().ok()?.checked_sub(1)?)?;
    alone.then(|| format!("{before}{said}{behind}"))
}

/// "plug 3" of "Smart Plug 3".
fn thing_with_number(name: &str) -> Option<&str> {
    let (front, number) = name.rsplit_once(' ')?;
    let (_, thing) = front.rsplit_once(' ')?;
    let is_number = number.len() <= 2 && number.chars().all(|letter| letter.is_ascii_digit());
    let plain = thing.len() > 2 && thing.chars().all(|letter| letter.is_ascii_alphabetic());
    (is_number && plain).then(|| &name[front.len() - thing.len()..])
}

/// Whether a word is one for a value.
fn means_value(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    lexicon()
        .lookup(&letters)
        .is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Value(_))))
}

/// A name that begins with a title, with the title written as it is spoken.
fn spoken_titles(name: &str) -> Vec<String> {
    const TITLES: [(&str, &[&str]); 4] = [
        ("mrs", &["missus", "misses", "missis"]),
        ("mr", &["mister"]),
        ("ms", &["miz", "miss"]),
        ("dr", &["doctor"]),
    ];
    let Some((title, rest)) = name.split_once(' ') else { return Vec::new() };
    let title = title.trim_end_matches('.');
    let spoken = TITLES.iter().find(|(short, _)| *short == title).map_or(&[][..], |(_, spoken)| *spoken);
    spoken.iter().map(|spoken| format!("{spoken} {rest}")).collect()
}

/// The words of a name by which alone it is known where no other device has them: "sonos" of "Sonos Beam", "c2c" of
/// "c2c-rgbw-color-bulb", 352 (read digit by digit) of "352 X86C". None of them is a word of the language.
pub(super) fn distinctive_words(name: &str) -> Vec<String> {
    const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let text = spoken(name);
    let mut found = Vec::new();
    let parts = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'')
        .filter(|part| *part != text);
    found.extend(heads_of_nickname(&text));
    found.extend(heart_of_name(&text));
    found.extend(pointed_at(&text));
    found.extend(head_before_letters(&text));
    found.extend(maker_beside_letters(&text));
    for part in parts {
        let letters: Vec<char> = part.chars().collect();
        let alphabetic = letters.iter().all(char::is_ascii_alphabetic);
        let numeric = letters.iter().all(char::is_ascii_digit);
        if numeric && letters.len() >= 3 && text.starts_with(part) {
            found.push(letters.iter().filter_map(|digit| DIGITS.get(digit.to_digit(10)? as usize)).collect());
            found.push(part.to_owned());
        } else if is_short_model(&letters)
            || alphabetic && is_acronym(&letters) && lexicon().lookup(&letters).is_none()
        {
            found.push(part.to_owned());
        } else if !numeric && !alphabetic && letters.len() >= 3 && !letters.contains(&'\'')
            || alphabetic
                && letters.len() >= 4
                && lexicon().lookup(&letters).is_none()
                && !lexicon().is_plain(&letters)
        {
            if alphabetic && !part.ends_with('s') {
                found.push(format!("{part}s"));
            }
            found.push(part.to_owned());
        }
    }
    found
}

/// 凯迪仕 of 凯迪仕K20: what stands before letters and digits, where it is no kind of device.
fn head_before_letters(name: &str) -> Option<String> {
    let head: Vec<char> = name.chars().take_while(|&letter| is_han(letter)).collect();
    let names_kind = |sense: &Sense| matches!(sense, Sense::Noun(_) | Sense::Room(_) | Sense::Verb(_));
    let plain = (2..=4).contains(&head.len())
        && name.chars().nth(head.len()).is_some_and(|next| next.is_ascii_alphanumeric())
        && lexicon().lookup(&head).is_none()
        && (1..head.len()).all(|start| {
            lexicon().lookup(&head[start..]).is_none_or(|senses| !senses.iter().any(names_kind))
        });
    plain.then(|| head.into_iter().collect())
}

/// 禾联 of "HERAN 禾联", 声宝 of Sampo声宝: the only Chinese word of a name that is otherwise in Latin letters, where it tells
/// no kind of device.
fn maker_beside_letters(name: &str) -> Option<String> {
    let mut words = name.split(|letter| !is_han(letter)).filter(|word| !word.is_empty());
    let word: Vec<char> = words.next()?.chars().collect();
    let latin = name.chars().filter(char::is_ascii_alphabetic).count();
    let tells = |part: &[char]| {
        lexicon().lookup(part).is_some_and(|senses| !senses.iter().any(is_person))
            && !lexicon().is_maker(part)
    };
    let is_kind = |part: &[char]| {
        let senses = lexicon().lookup(part).unwrap_or_default();
        senses.iter().any(|sense| matches!(sense, Sense::Noun(_) | Sense::Room(_)))
    };
    let plain = words.next().is_none()
        && latin > 1
        && (2..=4).contains(&word.len())
        && !(0..word.len()).any(|from| (from + 2..=word.len()).any(|to| tells(&word[from..to])))
        && !word.contains(&'的')
        && !word.last().is_some_and(|last| is_kind(&[*last]));
    plain.then(|| word.into_iter().collect())
}

/// H6 of "极米H6", G3 of "Dreame G3": a letter and a digit that are no floor.
fn is_short_model(letters: &[char]) -> bool {
    matches!(letters, [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() && !matches!(letter, 'b' | 'f' | 'l'))
        && lexicon().lookup(letters).is_none()
}

/// 方太 of 方太大吸力, 老干妈 of 老干妈冰箱贴: the first two or three characters of a name that says no kind of device.
fn heads_of_nickname(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let is_noun = |sense: &Sense| matches!(sense, Sense::Noun(_) | Sense::Room(_));
    let plain = letters.len() >= 4
        && letters.iter().all(|&letter| is_han(letter) && letter != '的')
        && (0..letters.len() - 1).all(|start| {
            lexicon().lookup(&letters[start..]).is_none_or(|senses| !senses.iter().any(is_noun))
        });
    if !plain {
        return Vec::new();
    }
    let heads = (2..=3).map(|length| &letters[..length]);
    // 欧巴 of 长腿欧巴, and no 那支 of 停车那支.
    let tails = (2..=3)
        .map(|length| &letters[letters.len() - length..])
        .filter(|tail| !tail.iter().any(|letter| matches!(letter, '那' | '这' | '边' | '面' | '头')));
    heads
        .chain(tails)
        .filter(|part| lexicon().lookup(part).is_none())
        .map(|part| part.iter().collect())
        .collect()
}

/// 停车 of 停车那支: what a name says besides that it points at one.
fn pointed_at(name: &str) -> Option<String> {
    const POINTS: [&str; 8] = ["那支", "那条", "那盏", "那台", "那个", "那颗", "那串", "那根"];
    let rest = POINTS.iter().find_map(|end| name.strip_suffix(end))?;
    let plain = rest.chars().count() > 1 && rest.chars().all(|letter| is_han(letter) && letter != '的');
    plain.then(|| rest.to_owned())
}

/// 蘑菇 of 床头蘑菇灯, 云锦 of 格力云锦柜机, 长虹 of 老长虹: what a name says besides a maker, a place and a kind.
fn heart_of_name(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() < 3 || !letters.iter().all(|&letter| is_han(letter) && letter != '的') {
        return Vec::new();
    }
    let senses = |word: &[char]| lexicon().lookup(word).unwrap_or_default();
    let begins = |word: &[char]| {
        let size = word.len() == 1 && matches!(word, ['老' | '小' | '大' | '新']);
        size || word.len() > 1
            && (lexicon().is_maker(word)
                || senses(word).iter().any(|sense| matches!(sense, Sense::Room(_) | Sense::Noun(_))))
    };
    let ends = |word: &[char]| senses(word).iter().any(|sense| matches!(sense, Sense::Noun(_)));
    let start = (1..letters.len()).rev().find(|&border| begins(&letters[..border])).unwrap_or(0);
    let end = (start..letters.len()).find(|&border| ends(&letters[border..])).unwrap_or(letters.len());
    let heart = &letters[start..end];
    let plain = (2..=4).contains(&heart.len())
        && start > 0
        && (0..heart.len())
            .all(|from| (from + 2..=heart.len()).all(|to| lexicon().lookup(&heart[from..to]).is_none()));
    if plain { vec![heart.iter().collect()] } else { Vec::new() }
}

/// TCL, JBL: letters that can only be spelt out.
fn is_acronym(letters: &[char]) -> bool {
    (2..=3).contains(&letters.len()) && !letters.iter().any(|letter| "aeiouy".contains(*letter))
}

/// A name as people say it, normalised: marks at its ends cut off, no blanks between Han characters.
pub(super) fn spoken(name: &str) -> SmolStr {
    let name = folded(name);
    let name = trim_marks(&name);
    if name.contains(' ') { compact(name) } else { name.into() }
}

fn push(forms: &mut Vec<Variant>, text: &str, whole: bool) {
    let text = trim_marks(text);
    let letters: Vec<char> = text.chars().collect();
    // A single letter or digit would be found everywhere; a single Han character is a name only as a whole one.
    let long_enough = match letters.as_slice() {
        [] => false,
        [single] => whole && is_han(*single),
        _ => letters.iter().any(|letter| letter.is_alphabetic() || letter.is_ascii_digit()),
    };
    if !long_enough || is_plain(&letters, whole) || forms.iter().any(|form| form.text == text) {
        return;
    }
    forms.push(Variant { text: text.to_owned(), whole });
}

/// Whether a form says no more than a lexicon word does: a noun always, and for a part of a name any word at all.
fn is_plain(letters: &[char], whole: bool) -> bool {
    if !whole && letters.iter().all(|letter| letter.is_ascii_digit()) {
        return true;
    }
    match lexicon().lookup(letters) {
        // 水晶吊灯 may be the name of one lamp as well as a kind of lamp; 灯 is only a kind.
        Some(senses) if whole => senses.iter().any(|sense| match sense {
            Sense::Noun(noun) => {
                let parent = lexicon().nouns[usize::from(noun.0)].parent;
                parent.is_none() || parent == lexicon().any_device
            }
            _ => false,
        }),
        // Dad is who has this phone.
        Some(senses) => !senses.iter().any(is_person) && !lexicon().is_maker(letters),
        None => false,
    }
}

/// 格力 of 格力云锦柜机: who made it, where something else is said behind that.
fn leading_maker(name: &str) -> Option<&str> {
    let mut makers = lexicon().makers.iter().map(String::as_str);
    makers.find(|maker| name.strip_prefix(maker).is_some_and(|rest| !rest.is_empty()))
}

/// 星空 of 星空灯, 护眼 of 护眼台灯: which of the lamps it is, although lamps of this kind have a word of their own.
fn lamp_without_noun(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let is_noun = |sense: &Sense| matches!(sense, Sense::Noun(_));
    let is_kind = |word: &[char]| lexicon().lookup(word).is_some_and(|senses| senses.iter().any(is_noun));
    if !name.ends_with('灯') || !is_kind(&letters) {
        return Vec::new();
    }
    let known = |word: &[char]| lexicon().lookup(word).is_some();
    let plain = |bare: &[char]| {
        bare.iter().all(|&letter| is_han(letter))
            && (0..bare.len()).all(|start| (start + 2..=bare.len()).all(|end| !known(&bare[start..end])))
    };
    (2..letters.len())
        .filter(|&border| is_kind(&letters[border..]) && plain(&letters[..border]))
        .map(|border| letters[..border].iter().collect())
        .collect()
}

fn is_person(sense: &Sense) -> bool {
    matches!(sense, Sense::Person(_))
}

fn trim_marks(text: &str) -> &str {
    text.trim_matches(|mark: char| !mark.is_alphanumeric())
}

/// Without blanks between Han characters, which people do not say.
fn compact(text: &str) -> SmolStr {
    let mut compacted = SmolStrBuilder::new();
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let between_han = letter == ' '
            && before
                .is_some_and(|before| letters.peek().is_some_and(|&next| is_han(next) || is_han(before)));
        if !between_han {
            compacted.push(letter);
        }
        before = Some(letter);
    }
    compacted.finish()
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '(' | '[' | '{' | '<' | '【' | '《' | '（' => depth += 1,
            ')' | ']' | '}' | '>' | '】' | '》' | '）' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_room<'t>(text: &'t str, room: &str) -> Option<&'t str> {
    if room.is_empty() {
        return None;
    }
    let rest = text.strip_prefix(room)?;
    let rest = rest.strip_prefix("'s").or_else(|| rest.strip_prefix('的')).unwrap_or(rest);
    (!rest.starts_with(|next: char| next.is_ascii_alphanumeric())).then_some(rest.trim())
}

/// The longest room word of the lexicon at the beginning taken off.
fn without_leading_room(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let lexicon = lexicon();
    let mut end = 0;
    lexicon.scan(&letters, |start, pattern| {
        let is_room = lexicon.senses(pattern).iter().any(|sense| matches!(sense, Sense::Room(_)));
        if start == 0 && is_room {
            end = end.max(lexicon.length(pattern));
        }
    });
    (end > 0 && end < letters.len()).then(|| letters[end..].iter().collect::<String>().trim().to_owned())
}

/// "Den Lamp" of "Table Den Lamp", "Dino Light" of "Dino Night Light": people leave words out in front or in the middle
/// of names of three words or more.
fn parts_of_english(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let plain =
        text.is_ascii() && words.iter().all(|word| word.chars().all(|letter| letter.is_ascii_alphabetic()));
    let [first, .., last] = words[..] else { return Vec::new() };
    if !plain || words.len() < 3 || words.len() > 5 {
        return Vec::new();
    }
    let mut parts: Vec<String> = (1..words.len() - 1).map(|start| words[start..].join(" ")).collect();
    parts.push(format!("{first} {last}"));
    // "the Hue Plays" of "Hue Play Left".
    let front = words[..words.len() - 1].join(" ");
    let several: Vec<char> =
        words.get(words.len() - 2).map(|word| format!("{word}s")).unwrap_or_default().chars().collect();
    // "The sink leaks" is what happens, not what is called so.
    let happens = |sense: &Sense| matches!(sense, Sense::State(_));
    if !lexicon().lookup(&several).is_some_and(|senses| senses.iter().any(happens)) {
        parts.push(format!("{front}s"));
    }
    parts.push(front);
    parts
}

/// "Kitchen lights" for "Kitchen light" and the other way.
fn other_number(text: &str) -> Option<String> {
    if !text.ends_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    if !text.contains(' ') {
        // "both extractors"
        let plain =
            text.len() > 4 && !text.ends_with('s') && text.chars().all(|letter| letter.is_ascii_alphabetic());
        return plain.then(|| format!("{text}s"));
    }
    Some(match text.strip_suffix('s') {
        Some(singular) if !text.ends_with("ss") => singular.to_owned(),
        Some(_) => format!("{text}es"),
        None => format!("{text}s"),
    })
}

/// 大白 for 大白灯: people drop the noun of a nickname. Only where what is left is no word of the lexicon.
fn without_last_noun(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let lexicon = lexicon();
    let mut cut = letters.len();
    lexicon.scan(&letters, |start, pattern| {
        let is_noun = lexicon.senses(pattern).iter().any(|sense| matches!(sense, Sense::Noun(_)));
        if is_noun && start + lexicon.length(pattern) == letters.len() {
            cut = cut.min(start);
        }
    });
    let rest: String = letters[..cut].iter().collect::<String>().trim().to_owned();
    // "Mia" and "Mia's" of "Mia's phone".
    let possessor = rest.strip_suffix("'s").map(str::to_owned);
    let is_possessor = possessor.is_some();
    // 奶奶的 is 奶奶; 美的 is a maker.
    let owner = rest.strip_suffix('的').filter(|owner| owner.chars().count() > 1);
    let rest = possessor.unwrap_or_else(|| owner.unwrap_or(&rest).to_owned());
    let count = rest.chars().count();
    // "Front" of "Front Doorbell" is said of too much else; a nickname in Latin letters is a name by itself.
    if cut == letters.len() || count < 2 || rest.is_ascii() && !rest.contains(' ') && !is_possessor {
        return None;
    }
    let mut known = false;
    let rest_letters: Vec<char> = rest.chars().collect();
    lexicon.scan(&rest_letters, |_, pattern| {
        let person = lexicon.senses(pattern).iter().any(is_person);
        known |= !person && (lexicon.length(pattern) > 1 || !is_han(rest_letters[0]));
    });
    // 小米 of 小米空调 is who made it.
    let known = known && !lexicon.is_maker(&rest_letters);
    (!known).then_some(rest)
}
