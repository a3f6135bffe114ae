//! English numerals: `twenty-six point five`, `one hundred and fifty`, `two and a half`, `30 percent`,
//! `minus five`, `one oh three`.
//!
//! Words are parted by one space or one hyphen, as normalising leaves them.

use super::{Form, MAX_DIGITS, NumberMatch, arabic, is_minus, percent_sign, power_of_ten};

/// The longest numeral that starts at `start`, which must be the start of a word.
pub fn parse(chars: &[char], start: usize) -> Option<NumberMatch> {
    if !starts_word(chars, start) {
        return None;
    }
    if is_minus(chars, start) {
        return with_suffix(chars, digits(chars, start + 1)?, true);
    }
    if chars.get(start)?.is_ascii_digit() {
        return with_suffix(chars, digits(chars, start)?, false);
    }
    let (first, end) = word(chars, start)?;
    if first == MINUS || first == NEGATIVE {
        let body = next(chars, end)?;
        let number = if chars.get(body)?.is_ascii_digit() { digits(chars, body) } else { words(chars, body) };
        return with_suffix(chars, number?, true);
    }
    half_of_time(chars, start).or_else(|| with_suffix(chars, words(chars, start)?, false))
}

/// `half a minute`, `half an hour`: the half, before its unit.
fn half_of_time(chars: &[char], start: usize) -> Option<NumberMatch> {
    const AN: Word = pack("an");
    const UNITS: [Word; 4] = [pack("minute"), pack("min"), pack("second"), pack("hour")];
    let (_, after) = word(chars, start).filter(|(half, _)| *half == HALF)?;
    let (_, end) = next_word(chars, after).filter(|(article, _)| matches!(*article, A | AN))?;
    let (unit, _) = next_word(chars, end)?;
    UNITS.contains(&unit).then_some(NumberMatch {
        end,
        value: 0.5,
        percent: false,
        half: false,
        form: Form::Words,
    })
}

/// `first`, `twenty-second`, `3rd`. Whether `second` is a time is for the caller to say.
pub fn ordinal(chars: &[char], start: usize) -> Option<NumberMatch> {
    if !starts_word(chars, start) {
        return None;
    }
    let found = |end, value: f64, form| Some(NumberMatch { end, value, percent: false, half: false, form });
    if chars.get(start)?.is_ascii_digit() {
        let (end, value) = arabic(chars, start)?;
        let (suffix, end) = word(chars, end)?;
        return if ORDINAL_ENDS.contains(&suffix) && value >= 1.0 && value.fract() == 0.0 {
            found(end, value, Form::Digits)
        } else {
            None
        };
    }
    let (first, end) = word(chars, start)?;
    if let Some(value) = look_up(&ORDINALS, first) {
        return found(end, value, Form::Words);
    }
    let tens = look_up(&TENS, first)?;
    let (second, end) = word(chars, next(chars, end)?)?;
    let unit = look_up(&ORDINALS, second).filter(|&unit| unit < 10.0)?;
    found(end, tens + unit, Form::Words)
}

/// A word that speech recognition writes for a number word that sounds like it: `to` for 2, `for` for 4,
/// `ate` for 8. Only for a place where a number is expected.
pub fn sound_number(chars: &[char], start: usize) -> Option<NumberMatch> {
    if !starts_word(chars, start) {
        return None;
    }
    let (first, end) = word(chars, start)?;
    let value = look_up(&SOUND_ALIKE, first)?;
    Some(NumberMatch { end, value, percent: false, half: false, form: Form::Words })
}

/// A word packed into one number; words of more than sixteen letters are none.
type Word = u128;

const fn pack(word: &str) -> Word {
    let bytes = word.as_bytes();
    let mut packed = 0;
    let mut i = 0;
    while i < bytes.len() {
        packed = (packed << 8) | bytes[i] as Word;
        i += 1;
    }
    packed
}

const fn table<const N: usize>(words: [(&str, f64); N]) -> [(Word, f64); N] {
    let mut packed = [(0, 0.0); N];
    let mut i = 0;
    while i < N {
        packed[i] = (pack(words[i].0), words[i].1);
        i += 1;
    }
    packed
}

fn look_up(table: &[(Word, f64)], word: Word) -> Option<f64> {
    table.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
}

const MINUS: Word = pack("minus");
const NEGATIVE: Word = pack("negative");
const AND: Word = pack("and");
const POINT: Word = pack("point");
const HUNDRED: Word = pack("hundred");
const A: Word = pack("a");
const OH: Word = pack("oh");
const O: Word = pack("o");
const HALF: Word = pack("half");
const QUARTER: Word = pack("quarter");
const QUARTERS: Word = pack("quarters");
const THREE: Word = pack("three");
const PER: Word = pack("per");
const CENT: Word = pack("cent");
const PERCENT: [Word; 3] = [pack("percent"), pack("pct"), pack("percents")];
const COUPLE: Word = pack("couple");
const THESE: Word = pack("these");
const THEM: Word = pack("them");
const OF: Word = pack("of");
const THE: Word = pack("the");
const MY: Word = pack("my");
const OUR: Word = pack("our");
const THOSE: Word = pack("those");
/// What a couple of is an amount.
const COUNTED: [Word; 12] = [
    pack("degrees"),
    pack("degree"),
    pack("percent"),
    pack("points"),
    pack("minutes"),
    pack("hours"),
    pack("seconds"),
    pack("hundred"),
    pack("times"),
    pack("portions"),
    pack("scoops"),
    pack("servings"),
];
/// What stands before an amount.
const STEPPERS: [&str; 3] = ["up ", "down ", "by "];
/// What stands before a time of day.
const TIME_OPENERS: [&str; 8] = ["at ", "by ", "past ", "until ", "till ", "before ", "after ", "around "];
const ORDINAL_ENDS: [Word; 4] = [pack("st"), pack("nd"), pack("rd"), pack("th")];

static SMALL: [(Word, f64); 21] = table([
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("eigth", 8.0),
]);

static TENS: [(Word, f64); 10] = table([
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
    ("fourty", 40.0),
    ("ninty", 90.0),
]);

static SCALES: [(Word, f64); 3] = table([("thousand", 1e3), ("million", 1e6), ("billion", 1e9)]);

static ORDINALS: [(Word, f64); 27] = table([
    ("first", 1.0),
    ("second", 2.0),
    ("third", 3.0),
    ("fourth", 4.0),
    ("fifth", 5.0),
    ("sixth", 6.0),
    ("seventh", 7.0),
    ("eighth", 8.0),
    ("ninth", 9.0),
    ("tenth", 10.0),
    ("eleventh", 11.0),
    ("twelfth", 12.0),
    ("thirteenth", 13.0),
    ("fourteenth", 14.0),
    ("fifteenth", 15.0),
    ("sixteenth", 16.0),
    ("seventeenth", 17.0),
    ("eighteenth", 18.0),
    ("nineteenth", 19.0),
    ("twentieth", 20.0),
    ("thirtieth", 30.0),
    ("fortieth", 40.0),
    ("fiftieth", 50.0),
    ("sixtieth", 60.0),
    ("seventieth", 70.0),
    ("eightieth", 80.0),
    ("ninetieth", 90.0),
]);

/// Names of parts, with how many make a whole.
static PARTS: [(Word, f64); 11] = table([
    ("half", 2.0),
    ("halves", 2.0),
    ("third", 3.0),
    ("thirds", 3.0),
    ("quarter", 4.0),
    ("quarters", 4.0),
    ("fourths", 4.0),
    ("fifths", 5.0),
    ("eighths", 8.0),
    ("tenth", 10.0),
    ("tenths", 10.0),
]);

static SOUND_ALIKE: [(Word, f64); 14] = table([
    ("to", 2.0),
    ("too", 2.0),
    ("tu", 2.0),
    ("for", 4.0),
    ("fore", 4.0),
    ("ate", 8.0),
    ("won", 1.0),
    ("wan", 1.0),
    ("tree", 3.0),
    ("free", 3.0),
    ("sicks", 6.0),
    ("sex", 6.0),
    ("nein", 9.0),
    ("tin", 10.0),
]);

fn is_letter(character: char) -> bool {
    character.is_ascii_lowercase()
}

/// No letter or digit runs into `start`, and a decimal's digits are not a number of their own.
fn starts_word(chars: &[char], start: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).and_then(|index| chars.get(index));
    match before(1) {
        Some('.') => !before(2).is_some_and(char::is_ascii_digit),
        Some(&before) => !before.is_ascii_alphanumeric(),
        None => start == 0,
    }
}

/// The lower-case word that starts at `start`, and its end.
fn word(chars: &[char], start: usize) -> Option<(Word, usize)> {
    let letters = chars.get(start..)?.iter().take(17).take_while(|&&c| is_letter(c));
    let mut packed = 0;
    let mut length = 0;
    for &letter in letters {
        packed = (packed << 8) | letter as Word;
        length += 1;
    }
    let end = start + length;
    // A digit or another letter that runs on makes another word of it: one4all, onéy.
    let runs_on = chars.get(end).is_some_and(|&c| c.is_ascii_digit() || is_accented(c));
    ((1..=16).contains(&length) && !runs_on).then_some((packed, end))
}

fn is_accented(character: char) -> bool {
    matches!(character, '\u{C0}'..='\u{24F}')
}

/// Where the word after one space or hyphen at `end` starts.
fn next(chars: &[char], end: usize) -> Option<usize> {
    matches!(chars.get(end), Some(' ' | '-')).then_some(end + 1)
}

/// The word after the one that ends at `end`.
fn next_word(chars: &[char], end: usize) -> Option<(Word, usize)> {
    word(chars, next(chars, end)?)
}

/// Arabic digits, with `hundred`, `thousand` and the like after them.
fn digits(chars: &[char], start: usize) -> Option<NumberMatch> {
    let (mut end, mut value) = arabic(chars, start)?;
    if let Some((suffix, _)) = word(chars, end)
        && ORDINAL_ENDS.contains(&suffix)
    {
        return None;
    }
    if chars.get(end) == Some(&' ')
        && let Some((scale, after)) = word(chars, end + 1)
    {
        let scale = if scale == HUNDRED { Some(100.0) } else { look_up(&SCALES, scale) };
        if let Some(scale) = scale {
            value *= scale;
            end = after;
        }
    }
    Some(NumberMatch { end, value, percent: false, half: false, form: Form::Digits })
}

/// Number words with their decimals.
fn words(chars: &[char], start: usize) -> Option<NumberMatch> {
    let mut number = sequence(chars, start)
        .or_else(|| couple(chars, start))
        .or_else(|| hundreds_left_out(chars, start))
        .or_else(|| cardinal(chars, start))?;
    if let Some((POINT, end)) = next_word(chars, number.end)
        && let Some((end, places, decimals)) = next(chars, end).and_then(|at| decimals(chars, at))
    {
        let scale = power_of_ten(places);
        number.value = (number.value * scale + decimals) / scale;
        number.end = end;
        number.form = Form::Words;
    }
    Some(number)
}

/// The digits after `point`, in words or figures: the end, how many there are, and their value.
fn decimals(chars: &[char], start: usize) -> Option<(usize, usize, f64)> {
    if let Some((end, value)) = super::digit_run(chars, start) {
        return Some((end, end - start, value));
    }
    let (mut end, mut value) = spoken_digit(chars, start, true)?;
    let mut places = 1;
    while places < MAX_DIGITS
        && let Some((after, digit)) = next(chars, end).and_then(|at| spoken_digit(chars, at, true))
    {
        value = value * 10.0 + digit;
        places += 1;
        end = after;
    }
    Some((end, places, value))
}

/// Digits said one by one: two or more, `oh` for a zero that is not the first.
fn sequence(chars: &[char], start: usize) -> Option<NumberMatch> {
    let (mut end, mut value) = spoken_digit(chars, start, false)?;
    let mut count = 1;
    while count < MAX_DIGITS
        && let Some((after, digit)) = next(chars, end).and_then(|at| spoken_digit(chars, at, true))
    {
        // A place value after it makes a cardinal of the last one: one two hundred.
        if next_word(chars, after).is_some_and(|(w, _)| w == HUNDRED || look_up(&SCALES, w).is_some()) {
            break;
        }
        value = value * 10.0 + digit;
        count += 1;
        end = after;
    }
    (count >= 2).then_some(NumberMatch { end, value, percent: false, half: false, form: Form::Sequence })
}

/// `a couple of degrees`, `a couple of lights`: two of what is counted.
fn couple(chars: &[char], start: usize) -> Option<NumberMatch> {
    let (first, end) = word(chars, start)?;
    let (said, end) = if first == A { next_word(chars, end)? } else { (first, end) };
    if said != COUPLE {
        return None;
    }
    let of = next_word(chars, end).filter(|(word, _)| *word == OF);
    // "a couple of the den lights": two, of which is said behind.
    let those = of.is_some_and(|(_, after)| {
        matches!(next_word(chars, after), Some((THE | MY | OUR | THOSE | THESE | THEM, _)))
    });
    if those {
        return Some(NumberMatch { end, value: 2.0, percent: false, half: false, form: Form::Words });
    }
    let end = of.map_or(end, |(_, after)| after);
    let counted = match next_word(chars, end) {
        // The last letter is the lowest byte: "a couple of lights".
        Some((counted, _)) => COUNTED.contains(&counted) || counted & 0xFF == Word::from(b's'),
        // "down a couple"
        None => STEPPERS.iter().any(|stepper| {
            start >= stepper.len() && chars[start - stepper.len()..start].iter().copied().eq(stepper.chars())
        }),
    };
    counted.then_some(NumberMatch { end, value: 2.0, percent: false, half: false, form: Form::Words })
}

/// `three fifty`, `one twenty five`: the hundreds are said as a digit. Behind `at` it is the time of day.
fn hundreds_left_out(chars: &[char], start: usize) -> Option<NumberMatch> {
    let behind_time = TIME_OPENERS.iter().any(|opener| {
        // "Make that three twenty five" is no time.
        start.checked_sub(opener.len()).is_some_and(|opens| {
            chars[opens..start].iter().copied().eq(opener.chars())
                && (opens == 0 || !chars[opens - 1].is_alphanumeric())
        })
    });
    let (end, hundreds) = spoken_digit(chars, start, false)?;
    let (tens, mut end) = next_word(chars, end)?;
    let tens = look_up(&TENS, tens)?;
    // An hour has no eighty minutes.
    if behind_time && tens < 60.0 {
        return None;
    }
    let mut value = hundreds * 100.0 + tens;
    if let Some((after, unit)) = next(chars, end).and_then(|at| spoken_digit(chars, at, false)) {
        value += unit;
        end = after;
    }
    let shares = next_word(chars, end).is_some_and(|(word, _)| PERCENT.contains(&word) || word == PER);
    ((1.0..=4.0).contains(&hundreds) && !shares).then_some(NumberMatch {
        end,
        value,
        percent: false,
        half: false,
        form: Form::Words,
    })
}

fn spoken_digit(chars: &[char], start: usize, zero_as_letter: bool) -> Option<(usize, f64)> {
    let (spoken, end) = word(chars, start)?;
    // No "five o'clock".
    if zero_as_letter && (spoken == OH || spoken == O && chars.get(end) != Some(&'\'')) {
        return Some((end, 0.0));
    }
    look_up(&SMALL, spoken).filter(|&value| value < 10.0).map(|value| (end, value))
}

/// What a cardinal's last word was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    /// `a`, which needs a hundred or a scale after it.
    Article,
    Small,
    Tens,
    Hundred,
    Scale,
    /// `and` after a hundred or a scale.
    And,
}

/// A cardinal: `twenty six`, `one hundred and five`, `twenty seven hundred`, `two thousand and one`.
/// `a` and a bare `hundred` or `thousand` are numbers only at the start.
fn cardinal(chars: &[char], start: usize) -> Option<NumberMatch> {
    // The groups that a scale closed, the group being read, and the last scale; scales fall.
    let mut total = 0.0;
    let mut group = 0.0;
    let mut scale = f64::INFINITY;
    let mut last = Last::Nothing;
    let mut at = start;
    let mut end = start;
    while let Some((word, after)) = word(chars, at) {
        let open = matches!(last, Last::Nothing | Last::Hundred | Last::Scale | Last::And);
        let counts = matches!(last, Last::Small | Last::Tens | Last::Nothing | Last::Article);
        last = if let Some(value) = look_up(&SMALL, word) {
            let unit_of_tens = last == Last::Tens && value < 10.0;
            if !(open || unit_of_tens) || (value == 0.0 && last != Last::Nothing) {
                break;
            }
            group += value;
            Last::Small
        } else if let Some(value) = look_up(&TENS, word) {
            if !open {
                break;
            }
            group += value;
            Last::Tens
        } else if word == HUNDRED {
            if !counts || group >= 100.0 || scale <= 100.0 || (last == Last::Small && group == 0.0) {
                break;
            }
            group = if group > 0.0 { group * 100.0 } else { 100.0 };
            Last::Hundred
        } else if let Some(value) = look_up(&SCALES, word) {
            if !(counts || last == Last::Hundred) || value >= scale || (last == Last::Small && group == 0.0) {
                break;
            }
            total += if group > 0.0 { group * value } else { value };
            group = 0.0;
            scale = value;
            Last::Scale
        } else if word == AND && matches!(last, Last::Hundred | Last::Scale) {
            Last::And
        } else if word == A && last == Last::Nothing {
            Last::Article
        } else {
            break;
        };
        if !matches!(last, Last::And | Last::Article) {
            end = after;
        }
        let Some(following) = next(chars, after) else { break };
        at = following;
    }
    (end > start).then_some(NumberMatch {
        end,
        value: total + group,
        percent: false,
        half: false,
        form: Form::Words,
    })
}

/// The sign, and what may follow a number: a half or a quarter more, the name of a part, percent.
fn with_suffix(chars: &[char], mut number: NumberMatch, negative: bool) -> Option<NumberMatch> {
    if number.is_integer()
        && let Some((end, more)) = fraction(chars, number.end)
    {
        number.value += more;
        number.half = more == 0.5;
        number.end = end;
    } else if let Some((part, end)) = next_word(chars, number.end)
        && let Some(whole) = look_up(&PARTS, part)
        && number.is_integer()
        && number.form != Form::Sequence
        && (1.0..whole).contains(&number.value)
        && (number.value == 1.0) != is_plural(part)
    {
        number.value = number.value * 100.0 / whole;
        number.percent = true;
        number.half = whole == 2.0;
        number.end = end;
    }
    if !number.percent
        && let Some(end) = percent(chars, number.end)
    {
        number.percent = true;
        number.end = end;
    }
    if negative {
        number.value = -number.value;
    }
    Some(number)
}

fn is_plural(word: Word) -> bool {
    word & 0xFF == Word::from(b's')
}

/// `and a half`, `and a quarter`, `and three quarters`, `½`: the end and how much more it is.
fn fraction(chars: &[char], start: usize) -> Option<(usize, f64)> {
    match chars.get(start)? {
        '½' => return Some((start + 1, 0.5)),
        '¼' => return Some((start + 1, 0.25)),
        '¾' => return Some((start + 1, 0.75)),
        _ => {}
    }
    let (and, after) = next_word(chars, start)?;
    if and != AND {
        return None;
    }
    let (count, after_count) = next_word(chars, after)?;
    if count == HALF {
        return Some((after_count, 0.5));
    }
    let (part, end) = next_word(chars, after_count)?;
    match (count, part) {
        (A, HALF) => Some((end, 0.5)),
        (A, QUARTER) => Some((end, 0.25)),
        (THREE, QUARTERS) => Some((end, 0.75)),
        _ => None,
    }
}

/// The end of a percent sign or of the word for it.
fn percent(chars: &[char], start: usize) -> Option<usize> {
    if let Some(end) = percent_sign(chars, start) {
        return Some(end);
    }
    // 50pct is written without a space.
    let (first, end) = next_word(chars, start).or_else(|| word(chars, start))?;
    if PERCENT.contains(&first) {
        return Some(end);
    }
    match next_word(chars, end) {
        Some((CENT, end)) if first == PER => Some(end),
        _ => None,
    }
}

#[cfg(test)]
#[path = "english_tests.rs"]
mod tests;
