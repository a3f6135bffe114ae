//! How English words are spoken, as far as their letters tell: consonants and vowels one after another, and how much
//! lies between two such sequences.
//!
//! Where [`english`](super::english) keeps the consonants that words are found by, this keeps enough to tell which of
//! what was found was heard: "win x" is Winix, and "wine" is not. Borders between words are no part of it, as speech
//! recognition draws them anew, and a letter by itself is spoken as it is called.

use smallvec::SmallVec;

use crate::key_table::key;

/// What is spoken, a sound to a letter: capitals as in English, but `C` for ch, `X` for sh, `0` for th, `j` for a g that
/// may be soft, `y` for the first of "yes"; of vowels `I` as in bee, `i` as in bin, `E` as in bed and bay, `A`, `O`, `U`, `Y` as in
/// by, and `@` for one that is hardly there.
pub(crate) type Phones = SmallVec<[u8; 32]>;

/// The longest sequence that is compared.
const LONGEST: usize = 32;

/// What lies between sequences without anything in common, in hundredths of a sound.
pub(crate) const FAR: u16 = u16::MAX;

/// What letters are called, from a to z.
const LETTERS: [&[u8]; 26] = [
    b"@", b"BI", b"SI", b"DI", b"I", b"EF", b"JI", b"EC", b"Y", b"JE", b"KE", b"EL", b"EM", b"EN", b"O",
    b"PI", b"KU", b"AR", b"ES", b"TI", b"U", b"VI", b"DABLU", b"EKS", b"WY", b"SI",
];

/// The sounds of one or several words in lower case. What is no letter a-z parts words, but for an apostrophe.
pub(crate) fn phones(text: &[char]) -> Phones {
    let mut phones = Phones::new();
    for word in text.split(|letter| !letter.is_ascii_lowercase() && *letter != '\'') {
        let (word, owner) = match word {
            [word @ .., '\'', 's'] => (word, true),
            word => (word, false),
        };
        let word: SmallVec<[char; 24]> = word.iter().copied().filter(|letter| *letter != '\'').collect();
        match word[..] {
            [] => {}
            [letter] => {
                let called = (letter as usize).checked_sub('a' as usize).and_then(|at| LETTERS.get(at));
                called
                    .into_iter()
                    .flat_map(|called| called.iter())
                    .for_each(|&phone| push(&mut phones, phone));
            }
            _ => speak(&word, &mut phones),
        }
        if owner {
            // "Travis's" has a sound more than "Marta's".
            if matches!(phones.last(), Some(b'S' | b'X' | b'C' | b'J')) {
                phones.push(b'@');
            }
            push(&mut phones, b'S');
        }
    }
    phones
}

/// Doubled letters sound once.
fn push(phones: &mut Phones, phone: u8) {
    if phones.last() != Some(&phone) {
        phones.push(phone);
    }
}

fn speak(word: &[char], phones: &mut Phones) {
    let mut at = 0;
    while at < word.len() {
        let (sounds, taken) = if is_vowel_at(word, at) { vowel_at(word, at) } else { consonant_at(word, at) };
        sounds.iter().for_each(|&phone| push(phones, phone));
        at += taken;
    }
}

fn is_vowel_letter(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// A vowel, or a y that is none of "yes" or "kayak".
fn is_vowel_at(word: &[char], at: usize) -> bool {
    let letter = |at: Option<usize>| at.and_then(|at| word.get(at)).copied().unwrap_or(' ');
    let before = letter(at.checked_sub(1));
    let next = letter(Some(at + 1));
    match letter(Some(at)) {
        'y' => !is_vowel_letter(next) || at > 0 && !is_vowel_letter(before),
        letter => is_vowel_letter(letter),
    }
}

fn consonant_at(word: &[char], at: usize) -> (&'static [u8], usize) {
    let letter = |at: usize| word.get(at).copied().unwrap_or(' ');
    let starts = at == 0;
    let before = at.checked_sub(1).map_or(' ', letter);
    let (this, next, second) = (letter(at), letter(at + 1), letter(at + 2));
    let vowel = |letter: char| is_vowel_letter(letter) || letter == 'y';
    let soft = matches!(next, 'e' | 'i' | 'y');
    match (this, next, second) {
        ('k' | 'g', 'n', _) if starts => (b"N", 2),
        ('w', 'r', _) if starts => (b"R", 2),
        ('p', 's', _) if starts => (b"S", 2),
        ('x', ..) if starts => (b"S", 1),
        ('b', ' ', _) if before == 'm' => (b"", 1),
        ('b', ..) => (b"B", 1),
        ('c', 'h', _) => (b"C", 2),
        ('c', 'k', _) => (b"K", 2),
        ('c', ..) if soft => (b"S", 1),
        ('c' | 'k', ..) => (b"K", 1),
        ('d', 'g', 'e') => (b"J", 3),
        ('d', ..) => (b"D", 1),
        ('f', ..) => (b"F", 1),
        // Hard in ghost, in Longhi and in Meghna, silent in light.
        ('g', 'h', after) if starts || after == 'n' || vowel(after) && !is_vowel_letter(before) => (b"G", 2),
        ('g', 'h', _) => (b"", 2),
        ('g', ..) if soft => (b"j", 1),
        ('g', ..) => (b"G", 1),
        ('h', after, _) if vowel(after) => (b"H", 1),
        ('j', ..) => (b"J", 1),
        ('l', ..) => (b"L", 1),
        ('m', ..) => (b"M", 1),
        ('n', ..) => (b"N", 1),
        ('p', 'h', _) => (b"F", 2),
        ('p', ..) => (b"P", 1),
        ('q', 'u', 'e') if at + 3 == word.len() => (b"K", 3),
        ('q', 'u', _) => (b"KW", 2),
        ('q', ..) => (b"K", 1),
        ('r', 'h', _) => (b"R", 2),
        ('r', ..) => (b"R", 1),
        ('s', 'c', 'h') => (b"SK", 3),
        ('s', 'h', _) => (b"X", 2),
        ('s' | 'z', ..) => (b"S", 1),
        ('t', 'c', 'h') => (b"C", 3),
        ('t', 'h', _) => (b"0", 2),
        ('t', 'i', 'o') => (b"X", 2),
        ('t', ..) => (b"T", 1),
        ('v', ..) => (b"V", 1),
        ('w', 'h', _) => (b"W", 2),
        ('w', after, _) if vowel(after) => (b"W", 1),
        ('x', ..) => (b"KS", 1),
        ('y', ..) => (b"y", 1),
        _ => (b"", 1),
    }
}

fn vowel_at(word: &[char], at: usize) -> (&'static [u8], usize) {
    let letter = |at: usize| word.get(at).copied().unwrap_or(' ');
    let (this, next, second, third) = (letter(at), letter(at + 1), letter(at + 2), letter(at + 3));
    let first = !word[..at].iter().any(|&letter| is_vowel_letter(letter));
    let ends = |taken: usize| at + taken == word.len();
    match (this, next, second, third) {
        ('e', 'i', 'g', 'h') => return (b"E", 4),
        ('o' | 'a', 'u', 'g', 'h') => return (b"O", 4),
        ('i', 'g', 'h', _) => return (b"Y", 3),
        _ => {}
    }
    // "Pie" and "bye", not "movie".
    if first && ends(2) && matches!((this, next), ('i' | 'y', 'e')) {
        return (b"Y", 2);
    }
    let pair: &[u8] = match (this, next) {
        ('e', 'e' | 'a' | 'i') | ('i', 'e') => b"I",
        ('e', 'y') if ends(2) => b"I",
        ('a', 'i' | 'y' | 'e') | ('e', 'y') => b"E",
        ('o', 'a' | 'e' | 'w' | 'u') | ('a', 'u' | 'w') => b"O",
        ('o', 'o') | ('u', 'e' | 'i') | ('e', 'w' | 'u') => b"U",
        ('o', 'i' | 'y') => b"OI",
        ('u', 'y') => b"Y",
        // An r that no vowel follows takes the vowel with it: bird, sir.
        ('e' | 'i' | 'u', 'r') if !is_vowel_letter(second) && second != 'y' => return (b"@R", 2),
        _ => b"",
    };
    // "Diyer" has a y of its own, and Awair a w.
    let parted = matches!(next, 'y' | 'w') && is_vowel_letter(second);
    if !pair.is_empty() && !parted {
        return (pair, 2);
    }
    // A last e is silent, and lengthens: "bike".
    let lengthened =
        second == 'e' && ends(3) && !is_vowel_letter(next) && !matches!(next, ' ' | 'x' | 'w' | 'r');
    let closed = !is_vowel_letter(next) && next != ' ' && !is_vowel_letter(second);
    let sound: &[u8] = match this {
        'e' if ends(1) && !first => b"",
        'e' if ends(1) || lengthened => b"I",
        'a' if ends(1) => b"@",
        'a' if lengthened => b"E",
        'i' | 'y' if lengthened => b"Y",
        'y' if ends(1) && first => b"Y",
        'a' => b"A",
        'e' => b"E",
        'y' if ends(1) => b"I",
        'i' | 'y' if ends(1) || is_vowel_letter(next) => b"I",
        'i' | 'y' => b"i",
        'o' => b"O",
        'u' if closed && !lengthened => b"A",
        _ => b"U",
    };
    (sound, 1)
}

fn is_vowel(phone: u8) -> bool {
    matches!(phone, b'I' | b'i' | b'E' | b'A' | b'O' | b'U' | b'Y' | b'@')
}

/// What a sound costs that only one of them has: weak ones go unheard.
fn dropped(phone: u8) -> u16 {
    match phone {
        b'@' => 15,
        b'y' => 20,
        b'H' => 15,
        b'R' => 30,
        phone if is_vowel(phone) => 30,
        b'W' => 40,
        b'T' | b'D' => 55,
        _ => 70,
    }
}

/// What it costs that one sound was heard for another.
fn replaced(a: u8, b: u8) -> u16 {
    if a == b {
        return 0;
    }
    let (a, b) = (a.min(b), a.max(b));
    match (a, b) {
        (b'@', other) if is_vowel(other) => 10,
        (b'I', b'i') | (b'E', b'i') => 15,
        (b'E', b'I') | (b'A', b'E') | (b'A', b'O') | (b'O', b'U') => 20,
        (b'A', b'U') | (b'I' | b'E' | b'A', b'Y') | (b'Y', b'i') => 25,
        (b'I', b'y') => 15,
        (b'O' | b'U', b'W') => 20,
        (b'G', b'j') => 10,
        (b'J', b'j') => 0,
        (b'C', b'J' | b'X') | (b'C', b'j') => 25,
        (b'B', b'P') | (b'D', b'T') | (b'G', b'K') | (b'F', b'V') | (b'M', b'N') => 30,
        (b'0', b'T' | b'D' | b'F') => 30,
        (b'0', b'S')
        | (b'J', b'X')
        | (b'S', b'X')
        | (b'V', b'W')
        | (b'B', b'V')
        | (b'K', b'j')
        | (b'X', b'j') => 40,
        (b'L', b'R') => 70,
        (a, b) if is_vowel(a) && is_vowel(b) => 35,
        _ => 100,
    }
}

/// What lies between two sequences, in hundredths of a sound; [`FAR`] where that is more than `limit`.
pub(crate) fn between(a: &[u8], b: &[u8], limit: u16) -> u16 {
    if a.len() > LONGEST || b.len() > LONGEST {
        return FAR;
    }
    let mut last = [0_u16; LONGEST + 1];
    for (column, &phone) in b.iter().enumerate() {
        last[column + 1] = last[column] + dropped(phone);
    }
    for &one in a {
        let mut now = [0_u16; LONGEST + 1];
        now[0] = last[0] + dropped(one);
        let mut least = now[0];
        for (column, &other) in b.iter().enumerate() {
            now[column + 1] = (last[column] + replaced(one, other))
                .min(last[column + 1] + dropped(one))
                .min(now[column] + dropped(other));
            least = least.min(now[column + 1]);
        }
        if least > limit {
            return FAR;
        }
        last = now;
    }
    Some(last[b.len()]).filter(|cost| *cost <= limit).unwrap_or(FAR)
}

/// The consonants of a sequence, those that are confused as one: what sequences are found by.
fn skeleton(phones: &[u8]) -> SmallVec<[u8; 24]> {
    let mut skeleton = SmallVec::new();
    for &phone in phones {
        let class = match phone {
            b'B' | b'P' => b'P',
            b'D' | b'T' | b'0' => b'T',
            b'G' | b'K' | b'j' => b'K',
            b'F' | b'V' => b'F',
            b'M' | b'N' => b'N',
            b'C' | b'J' | b'X' => b'X',
            b'S' | b'L' | b'R' | b'W' => phone,
            _ => continue,
        };
        skeleton.push(class);
    }
    skeleton
}

/// The keys that sequences are found by: those that sound alike have one in common, also where a consonant of four, or a
/// weak one of three, is missing from one of them. None for what has fewer than two consonants.
pub(crate) fn keys(phones: &[u8], mut found: impl FnMut(u64)) {
    const HEARD: u64 = 6;
    let skeleton = skeleton(phones);
    if skeleton.len() < 2 {
        return;
    }
    let of = |dropped: usize| {
        let rest = skeleton.iter().enumerate().filter(move |(place, _)| *place != dropped);
        key(HEARD, rest.map(|(_, &class)| u64::from(class)))
    };
    found(of(usize::MAX));
    for (place, class) in skeleton.iter().enumerate() {
        if skeleton.len() > 3 || skeleton.len() == 3 && matches!(class, b'R' | b'W') {
            found(of(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spoken(text: &str) -> Phones {
        phones(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn words_are_spoken() {
        let check = |text: &str, expected: &str| {
            assert_eq!(std::str::from_utf8(&spoken(text)), Ok(expected), "{text}");
        };
        check("rheem", "RIM");
        check("ream", "RIM");
        check("winix", "WiNiKS");
        check("win x", "WiNEKS");
        check("delonghi", "DELONGI");
        check("night light", "NYTLYT");
        check("wine", "WYN");
        check("phone", "FON");
        check("dino", "DiNO");
        check("dye no", "DYNO");
        check("marta's lamp", "MART@SLAMP");
        check("awair", "AWER");
        check("gaz's telly", "GAS@STELI");
        check("knight", "NYT");
        check("yellow", "yELO");
        check("meghna", "MEGN@");
        check("bird", "B@RD");
        check("", "");
        check("灯", "");
    }

    #[test]
    fn what_sounds_alike_is_near_and_other_words_are_far() {
        let check = |a: &str, b: &str, most: u16| {
            let (a, b) = (spoken(a), spoken(b));
            assert!(between(&a, &b, 150) <= most, "{}", between(&a, &b, 150));
        };
        check("win x", "winix", 20);
        check("ream", "rheem", 0);
        check("gas locks", "gas logs", 30);
        check("de longy", "delonghi", 30);
        check("all stuga", "alpstuga", 70);
        check("a where", "awair", 10);
        check("mart has lamp", "marta's lamp", 25);
        check("d humidifier", "dehumidifier", 20);
        check("new heat", "nuheat", 0);
        let far = |a: &str, b: &str| {
            assert_eq!(between(&spoken(a), &spoken(b), 30), FAR, "{a} {b}");
        };
        far("lamp", "lock");
        far("piano", "dino");
        far("wine", "winix");
        far("room", "rheem");
    }

    #[test]
    fn what_sounds_alike_has_a_key_in_common() {
        let keys_of = |text: &str| {
            let mut of_text = Vec::new();
            keys(&spoken(text), |key| of_text.push(key));
            of_text
        };
        let check = |a: &str, b: &str, common: bool| {
            let b_keys = keys_of(b);
            assert_eq!(keys_of(a).iter().any(|key| b_keys.contains(key)), common, "{a} {b}");
        };
        check("de longy", "delonghi", true);
        check("all stuga", "alpstuga", true);
        check("a where", "awair", true);
        check("ream", "rheem", true);
        check("breeder", "breda", true);
        check("lamp", "door", false);
        check("oh", "oh", false);
    }

    proptest! {
        #[test]
        fn any_two_texts_are_compared(a in "[a-z' ]{0,60}", b in "\\PC{0,20}") {
            let (a, b) = (spoken(&a), spoken(&b));
            prop_assert_eq!(between(&a, &b, 200), between(&b, &a, 200));
            prop_assert!(a.len() > LONGEST || between(&a, &a, 0) == 0);
        }
    }
}
