//! Toneless pinyin of characters, and how alike two syllables or two names sound.
//!
//! A syllable is an initial and a final, so likeness is two look-ups in small tables. The usual confusions
//! of speakers and of speech recognition (n/l, z/zh, f/hu, in/ing, ...) also fall into one class each, so
//! that an index by class finds near-homophones with exact look-ups.

use super::syllable::{FINAL_BITS, FINALS, INITIALS};
use crate::tables;

/// A toneless syllable: an initial and a final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Syllable(pub(crate) u16);

/// Syllables that are usually confused with each other (`zi` and `zhi`, `lin` and `ling`) share a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SoundClass(pub u16);

/// One more than the largest number in a [`SoundClass`].
pub const CLASSES: usize = INITIALS.len() << FINAL_BITS;

/// The longest name, in characters, for which a missing or additional character is considered.
const MAX_SHIFTED: usize = 24;

/// Likeness, in hundredths, of two syllables that share only the final, or only the initial.
const SAME_FINAL: u8 = 30;
const SAME_INITIAL: u8 = 20;

/// Likeness, in hundredths, of different syllables of one class is at least this.
const SAME_CLASS: u8 = 80;

/// A missing or additional character costs this much of a character's likeness, besides its own place.
const GAP_COST: f32 = 0.25;

impl Syllable {
    /// The syllable with this usual spelling, without a tone and with `v` for ü: `zhuang`, `lv`.
    pub fn from_spelling(spelling: &str) -> Option<Syllable> {
        super::syllable::number(spelling).map(Syllable)
    }

    fn initial(self) -> usize {
        usize::from(self.0 >> FINAL_BITS)
    }

    fn final_(self) -> usize {
        usize::from(self.0 & ((1 << FINAL_BITS) - 1))
    }

    /// The class of the syllables that are usually confused with this one.
    pub fn class(self) -> SoundClass {
        SoundClass(CLASS_OF.get(usize::from(self.0)).copied().unwrap_or(self.0))
    }
}

/// Every toneless reading of a character, the usual one first; empty for what has none. An Arabic digit
/// is read as its numeral.
pub fn readings(character: char) -> &'static [Syllable] {
    let character = match character {
        '0'..='9' => {
            const NUMERALS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
            NUMERALS.get(character as usize - '0' as usize).copied().unwrap_or(character)
        }
        '〇' => '零',
        other => other,
    };
    let Some(index) = (character as usize).checked_sub(0x4E00) else { return &[] };
    let set = usize::from(tables::reading_sets().get(index).copied().unwrap_or(0));
    let starts = tables::set_starts();
    match (starts.get(set), starts.get(set + 1)) {
        (Some(&start), Some(&end)) => {
            tables::syllables().get(usize::from(start)..usize::from(end)).unwrap_or_default()
        }
        _ => &[],
    }
}

/// How alike two syllables sound: 1.0 the same, 0.8 and more a usual confusion, 0.0 unlike.
pub fn similarity(a: Syllable, b: Syllable) -> f32 {
    f32::from(hundredths(a, b)) / 100.0
}

fn hundredths(a: Syllable, b: Syllable) -> u8 {
    if a == b {
        return 100;
    }
    let initials =
        INITIAL_LIKENESS.get(a.initial()).and_then(|row| row.get(b.initial())).copied().unwrap_or(0);
    let finals = FINAL_LIKENESS.get(a.final_()).and_then(|row| row.get(b.final_())).copied().unwrap_or(0);
    let mut best = (u16::from(initials) * u16::from(finals) / 100) as u8;
    if finals == 100 {
        best = best.max(SAME_FINAL);
    }
    if initials == 100 {
        best = best.max(SAME_INITIAL);
    }
    if a.class() == b.class() { best.max(SAME_CLASS) } else { best }
}

/// How alike two characters sound in their best pair of readings; a character without a reading is only
/// like itself.
pub fn char_similarity(a: char, b: char) -> f32 {
    if a == b {
        return 1.0;
    }
    let mut best = 0;
    for &x in readings(a) {
        for &y in readings(b) {
            best = best.max(hundredths(x, y));
        }
    }
    f32::from(best) / 100.0
}

/// How alike two names sound, 0..1: the mean over their characters. From three characters on, one
/// character more or less is borne at a cost.
pub fn sound_similarity(a: &[char], b: &[char]) -> f32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return f32::from(u8::from(long.is_empty()));
    }
    match long.len() - short.len() {
        0 => short.iter().zip(long).map(|(&x, &y)| char_similarity(x, y)).sum::<f32>() / long.len() as f32,
        1 if long.len() >= 3 && long.len() <= MAX_SHIFTED => shifted(short, long),
        _ => 0.0,
    }
}

/// The best likeness where one character of `long` has no counterpart in `short`, which is one shorter.
fn shifted(short: &[char], long: &[char]) -> f32 {
    // With the gap at place `g`, the characters before it face their equals by number and those after it
    // are one place on: a sum over the head and a sum over the tail.
    let mut tail: f32 = short.iter().zip(long.iter().skip(1)).map(|(&x, &y)| char_similarity(x, y)).sum();
    let mut head = 0.0;
    let mut best: f32 = tail;
    for ((&x, &y), &next) in short.iter().zip(long).zip(long.iter().skip(1)) {
        head += char_similarity(x, y);
        tail -= char_similarity(x, next);
        best = best.max(head + tail);
    }
    ((best - GAP_COST) / long.len() as f32).max(0.0)
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The place of a part in its list; the list's length where it is none, which stops the compilation below.
const fn place(list: &[&str], part: &str) -> usize {
    let mut i = 0;
    while i < list.len() && !same(list[i], part) {
        i += 1;
    }
    i
}

const fn likeness<const N: usize>(list: &[&str; N], pairs: &[(&str, &str, u8)]) -> [[u8; N]; N] {
    let mut table = [[0; N]; N];
    let mut i = 0;
    while i < N {
        table[i][i] = 100;
        i += 1;
    }
    let mut p = 0;
    while p < pairs.len() {
        let (a, b) = (place(list, pairs[p].0), place(list, pairs[p].1));
        table[a][b] = pairs[p].2;
        table[b][a] = pairs[p].2;
        p += 1;
    }
    table
}

static INITIAL_LIKENESS: [[u8; INITIALS.len()]; INITIALS.len()] = likeness(
    &INITIALS,
    &[
        // Accents and careless speech.
        ("n", "l", 90),
        ("r", "l", 85),
        ("n", "r", 80),
        ("z", "zh", 92),
        ("c", "ch", 92),
        ("s", "sh", 92),
        ("f", "h", 65),
        // The breath between a pair is lost.
        ("b", "p", 55),
        ("d", "t", 55),
        ("g", "k", 55),
        ("j", "q", 55),
        ("z", "c", 50),
        ("zh", "ch", 55),
        // Neighbouring places of the tongue.
        ("j", "zh", 55),
        ("q", "ch", 55),
        ("x", "sh", 60),
        ("j", "z", 50),
        ("q", "c", 50),
        ("x", "s", 55),
        ("q", "x", 50),
        ("j", "x", 40),
        ("ch", "sh", 50),
        ("zh", "sh", 40),
        ("c", "s", 50),
        ("z", "s", 40),
        ("r", "zh", 45),
        ("r", "sh", 40),
        ("m", "n", 50),
        ("k", "h", 45),
        ("g", "h", 35),
        ("p", "f", 40),
        ("b", "m", 35),
        ("d", "l", 35),
        ("t", "l", 30),
        ("", "h", 40),
        ("", "n", 35),
        ("", "r", 40),
        ("", "l", 30),
        ("", "m", 30),
    ],
);

static FINAL_LIKENESS: [[u8; FINALS.len()]; FINALS.len()] = likeness(
    &FINALS,
    &[
        ("in", "ing", 92),
        ("en", "eng", 92),
        ("an", "ang", 88),
        ("ian", "iang", 85),
        ("uan", "uang", 88),
        ("uen", "ueng", 90),
        ("ong", "ueng", 85),
        ("o", "uo", 90),
        ("u", "v", 65),
        ("i", "v", 65),
        ("ie", "ve", 65),
        ("ian", "van", 65),
        ("in", "vn", 65),
        ("uan", "van", 65),
        ("uen", "vn", 65),
        ("uen", "en", 60),
        ("uei", "ei", 60),
        ("uen", "ong", 60),
        ("ong", "eng", 60),
        ("ong", "iong", 60),
        ("vn", "iong", 55),
        ("ing", "eng", 50),
        ("in", "en", 50),
        ("uan", "an", 55),
        ("uang", "ang", 55),
        ("ua", "a", 55),
        ("uai", "ai", 55),
        ("uo", "e", 45),
        ("o", "e", 45),
        ("uo", "ou", 45),
        ("ou", "o", 55),
        ("iou", "ou", 50),
        ("ia", "a", 50),
        ("iao", "ao", 55),
        ("ian", "an", 50),
        ("iang", "ang", 55),
        ("ie", "e", 45),
        ("ie", "ei", 40),
        ("ei", "ai", 50),
        ("ao", "ou", 40),
        ("iao", "iou", 45),
        ("en", "an", 45),
        ("eng", "ang", 45),
        ("in", "ian", 45),
        ("ing", "iang", 40),
        ("ong", "uang", 40),
        ("uen", "uan", 45),
        ("uei", "uai", 45),
        ("ih", "i", 50),
        ("ih", "e", 55),
        ("er", "e", 60),
        ("er", "a", 40),
        ("e", "a", 30),
        ("io", "o", 60),
    ],
);

/// For each syllable number, the smallest stand-in of its class.
static CLASS_OF: [u16; CLASSES] = classes();

const fn classes() -> [u16; CLASSES] {
    let mut table = [0; CLASSES];
    let mut number = 0;
    while number < CLASSES {
        table[number] = class_of(number);
        number += 1;
    }
    table
}

const fn class_of(number: usize) -> u16 {
    let initial = number >> FINAL_BITS;
    let final_ = number & ((1 << FINAL_BITS) - 1);
    if final_ >= FINALS.len() {
        return number as u16;
    }
    let mut initial = INITIALS[initial];
    let mut final_ = FINALS[final_];
    // Where f and h are confused, h brings its u along: fang and huang, fei and hui.
    if same(initial, "f") {
        initial = "h";
        final_ = swap(
            final_,
            &[("a", "ua"), ("an", "uan"), ("ang", "uang"), ("ei", "uei"), ("en", "uen"), ("eng", "ong")],
        );
    }
    initial = swap(initial, &[("n", "l"), ("r", "l"), ("zh", "z"), ("ch", "c"), ("sh", "s")]);
    final_ = swap(
        final_,
        &[
            ("ing", "in"),
            ("eng", "en"),
            ("ang", "an"),
            ("iang", "ian"),
            ("uang", "uan"),
            ("ueng", "uen"),
            ("o", "uo"),
        ],
    );
    ((place(&INITIALS, initial) << FINAL_BITS) | place(&FINALS, final_)) as u16
}

const fn swap<'a>(part: &'a str, pairs: &[(&str, &'a str)]) -> &'a str {
    let mut i = 0;
    while i < pairs.len() {
        if same(part, pairs[i].0) {
            return pairs[i].1;
        }
        i += 1;
    }
    part
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn syllable(spelling: &str) -> Syllable {
        Syllable::from_spelling(spelling).unwrap()
    }

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn readings_of_characters() {
        let check = |character: char, expect: &[&str]| {
            let expect: Vec<Syllable> = expect.iter().map(|s| syllable(s)).collect();
            assert_eq!(readings(character), expect, "{character}");
        };
        check('灯', &["deng"]);
        check('调', &["diao", "tiao"]);
        check('长', &["zhang", "chang"]);
        check('绿', &["lv", "lu"]);
        check('窗', &["chuang"]);
        check('卧', &["wo"]);
        check('泳', &["yong"]);
        check('3', &["san"]);
        check('a', &[]);
        check('，', &[]);
        check('\u{10FFFF}', &[]);
    }

    #[test]
    fn confusions_share_a_class() {
        let check = |a: &str, b: &str, together: bool| {
            let (a, b) = (syllable(a), syllable(b));
            assert_eq!(a.class() == b.class(), together, "{a:?} {b:?}");
            assert_eq!(similarity(a, b) >= 0.8, together, "{a:?} {b:?} {}", similarity(a, b));
            assert_eq!(similarity(a, b), similarity(b, a));
        };
        check("nan", "lan", true);
        check("zi", "zhi", true);
        check("chuang", "chuan", true);
        check("lin", "ling", true);
        check("ren", "leng", true);
        check("fang", "huang", true);
        check("fei", "hui", true);
        check("feng", "hong", true);
        check("si", "shi", true);
        check("deng", "den", true);
        check("deng", "dong", false);
        check("deng", "teng", false);
        check("kai", "guan", false);
        check("lv", "lu", false);
        check("wo", "e", false);
    }

    #[test]
    fn likeness_of_syllables() {
        let check = |a: &str, b: &str, low: f32, high: f32| {
            let likeness = similarity(syllable(a), syllable(b));
            assert!((low..=high).contains(&likeness), "{a} {b} {likeness}");
        };
        check("deng", "deng", 1.0, 1.0);
        check("deng", "den", 0.85, 0.99);
        check("deng", "teng", 0.4, 0.7);
        check("kai", "lai", 0.3, 0.4);
        check("kai", "kong", 0.2, 0.3);
        check("kai", "shu", 0.0, 0.0);
        check("ji", "ju", 0.5, 0.7);
    }

    #[test]
    fn names_that_sound_alike() {
        let check = |a: &str, b: &str, low: f32, high: f32| {
            let likeness = sound_similarity(&chars(a), &chars(b));
            assert!((low..=high).contains(&likeness), "{a} {b} {likeness}");
        };
        check("灯", "等", 1.0, 1.0);
        check("客厅灯", "客厅等", 1.0, 1.0);
        check("窗帘", "床脸", 0.9, 1.0);
        check("主灯", "竹灯", 1.0, 1.0);
        check("3楼灯", "三楼灯", 1.0, 1.0);
        check("吸顶灯", "戏灯", 0.4, 0.6);
        check("落地大灯", "落地灯", 0.6, 0.75);
        check("落地灯", "落地大灯", 0.6, 0.75);
        check("空调", "窗帘", 0.0, 0.25);
        check("灯", "灯带", 0.0, 0.0);
        check("", "", 1.0, 1.0);
        check("", "灯", 0.0, 0.0);
    }

    #[test]
    fn every_class_is_its_own_class() {
        for number in 0..CLASSES {
            let class = Syllable(number as u16).class();
            assert!(usize::from(class.0) < CLASSES);
            assert_eq!(Syllable(class.0).class(), class, "{number}");
        }
    }

    #[test]
    fn the_table_holds_the_standard_characters() {
        let with_reading = ('\u{4E00}'..='\u{9FFF}').filter(|&c| !readings(c).is_empty()).count();
        assert!(with_reading > 9000, "{with_reading}");
    }

    proptest! {
        #[test]
        fn likeness_is_symmetric_and_within_bounds(a in "[a一-鿿]{0,6}", b in "\\PC{0,6}") {
            let (a, b) = (chars(&a), chars(&b));
            let likeness = sound_similarity(&a, &b);
            prop_assert!((0.0..=1.0).contains(&likeness));
            prop_assert!((likeness - sound_similarity(&b, &a)).abs() < 1e-6);
            prop_assert!(sound_similarity(&a, &a) > 0.999);
        }
    }
}
