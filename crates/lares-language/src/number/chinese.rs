//! Chinese numerals: `二十六点五`, `百分之三十`, `一百五`, `一零三`, `零下五`, `3百`, `26.5`.
//!
//! Clock times are not read here, but left readable: `八点二十`, `八点五分` and `8点30` end before 点.

use std::ops::Range;

use super::{Form, HalfMatch, MAX_DIGITS, NumberMatch, arabic, is_minus, percent_sign, power_of_ten};

/// The longest numeral that starts at `start`, without a unit. What names no exact number (`十几`, `几十`,
/// `二三十`) is none. Of 一百, 两 and the like the caller decides whether they are numbers there (`一起`).
pub fn parse(chars: &[char], start: usize) -> Option<NumberMatch> {
    let first = *chars.get(start)?;
    if !may_start(first) {
        return None;
    }
    let (negative, body) = match first {
        '-' if is_minus(chars, start) => (true, start + 1),
        '负' => (true, start + 1),
        '零' if chars.get(start + 1) == Some(&'下') => (true, start + 2),
        '-' => return None,
        _ => (false, start),
    };
    let mut number = share(chars, body).or_else(|| suffixed(chars, body))?;
    // 十几 is no exact number, and 一半 is no one.
    match chars.get(number.end) {
        Some('几') => return None,
        Some('半') if number.end == body + 1 && chars.get(body) == Some(&'一') => return None,
        _ => {}
    }
    if negative {
        number.value = -number.value;
    }
    Some(number)
}

/// A numeral followed by a unit and 半 (`二十六度半`, `两个半小时`), or by 度 and its tenths (`二十六度五`); `unit_len` says how many
/// characters at the start of the slice it is given are a unit (0 for none).
pub fn parse_with_half(
    chars: &[char],
    start: usize,
    unit_len: impl Fn(&[char]) -> usize,
) -> Option<HalfMatch> {
    let mut number = parse(chars, start)?;
    if number.percent || !number.is_integer() {
        return None;
    }
    let rest = chars.get(number.end..)?;
    let length = unit_len(rest);
    if length == 0 {
        return None;
    }
    let unit = rest.get(..length)?;
    let behind = rest.get(length + 1..)?;
    let part = match rest.get(length) {
        // 二十六度半小时后: the half begins the next measure. After 个 it is 一个半小时.
        Some('半') if unit == ['个'] || !begins_measure(behind) => 0.5,
        Some(tenths) if unit.ends_with(&['度']) && !goes_on(behind) => {
            f64::from(digit(*tenths).filter(|tenths| *tenths > 0)?) / 10.0
        }
        _ => return None,
    };
    let unit = number.end..number.end + length;
    number.value += if number.value.is_sign_negative() { -part } else { part };
    number.half = true;
    number.end = unit.end + 1;
    Some(HalfMatch { number, unit })
}

/// The units after which 半 adds a half, as `unit_len` for [`parse_with_half`].
pub fn half_unit_len(chars: &[char]) -> usize {
    match chars {
        ['摄', '氏', '度', ..] => 3,
        ['分', '钟', ..] | ['小', '时', ..] | ['钟', '头', ..] | ['点', '钟', ..] => 2,
        [
            '度' | '℃' | '点' | '个' | '档' | '挡' | '级' | '格' | '分' | '秒' | '米' | '倍' | '天' | '圈'
            | '层' | '步' | '瓦',
            ..,
        ] => 1,
        _ => 0,
    }
}

/// 第 and a numeral: `第一`, `第3`. The classifier after it (`个`, `盏`) is left to the caller.
pub fn ordinal(chars: &[char], start: usize) -> Option<NumberMatch> {
    if chars.get(start) != Some(&'第') || !chars.get(start + 1).is_some_and(|&c| c != '-' && c != '负') {
        return None;
    }
    parse(chars, start + 1).filter(|number| number.as_count().is_some_and(|count| count > 0))
}

/// A quick look at a character that no numeral begins with.
fn may_start(character: char) -> bool {
    character.is_ascii_digit()
        || digit(character).is_some()
        || matches!(character, '-' | '负' | '十' | '拾' | '廿' | '卅' | '百' | '千' | '俩' | '仨' | '幺')
}

/// 二十度五分钟, 二十度三台: what follows a digit makes more of it than tenths.
fn goes_on(rest: &[char]) -> bool {
    rest.first().is_some_and(|next| {
        next.is_ascii_digit() || digit(*next).is_some() || unit(*next).is_some() || COUNTED.contains(next)
    })
}

/// What is counted by the digit before it.
const COUNTED: [char; 24] = [
    '分', '秒', '点', '小', '个', '档', '挡', '级', '格', '成', '倍', '台', '盏', '号', '天', '度', '段',
    '扇', '间', '次', '楼', '层', '路', '刻',
];

/// What follows 半 makes a measure of its own with it: 半小时, 半个小时, 半天.
fn begins_measure(rest: &[char]) -> bool {
    matches!(
        rest,
        ['个' | '天' | '夜' | '年' | '秒', ..] | ['小', '时', ..] | ['分', '钟', ..] | ['钟', '头', ..]
    )
}

/// `百分之三十`, `千分之五`, `百分百`.
fn share(chars: &[char], start: usize) -> Option<NumberMatch> {
    let (whole, after) = match chars.get(start..)? {
        ['百', '分', '之', ..] => (100.0, start + 3),
        ['千', '分', '之', ..] => (1000.0, start + 3),
        ['百', '分', '百', ..] => return Some(percentage(100.0, start + 3, Form::Words)),
        _ => return None,
    };
    if chars.get(after) == Some(&'百') && chars.get(after + 1) != Some(&'叶') {
        return Some(percentage(100.0 * 100.0 / whole, after + 1, Form::Words));
    }
    let number = plain(chars, after)?;
    // Nobody means more digits than these by a third.
    let share = (number.value * 10_000.0 / whole).round() / 100.0;
    Some(percentage(share, number.end, number.form))
}

fn percentage(value: f64, end: usize, form: Form) -> NumberMatch {
    NumberMatch { end, value, percent: true, half: false, form }
}

/// A numeral and what makes a share of it: `三成`, `四分之三`, `30%`, `10个百分点`.
fn suffixed(chars: &[char], start: usize) -> Option<NumberMatch> {
    let number = plain(chars, start)?;
    let value = number.value;
    if let Some(end) = percent_sign(chars, number.end) {
        return Some(percentage(value, end, number.form));
    }
    let rest = chars.get(number.end..).unwrap_or_default();
    let share = match rest {
        ['分', '之', ..] if number.is_integer() && (2.0..=1000.0).contains(&value) => {
            let part = plain(chars, number.end + 2)?;
            Some(((part.value * 10_000.0 / value).round() / 100.0, part.end))
        }
        // 成 begins many words (一成功, 十成员); it counts as tenths where none of them follows.
        ['成', '功' | '为' | '员' | '人' | '立' | '了' | '都' | '长' | '本', ..] => None,
        ['成', next, ..] if (1.0..=10.0).contains(&value) => match (digit(*next), next) {
            (Some(digit), _) if (1..=9).contains(&digit) => {
                Some((value * 10.0 + f64::from(digit), number.end + 2))
            }
            (_, '半') => {
                let share = percentage(value * 10.0 + 5.0, number.end + 2, number.form);
                return Some(NumberMatch { half: true, ..share });
            }
            _ => Some((value * 10.0, number.end + 1)),
        },
        ['成'] if (1.0..=10.0).contains(&value) => Some((value * 10.0, number.end + 1)),
        ['个', '百', '分', '点', ..] => Some((value, number.end + 4)),
        ['百', '分', '点', ..] => Some((value, number.end + 3)),
        _ => None,
    };
    Some(match share {
        Some((value, end)) => percentage(value, end, number.form),
        None => number,
    })
}

/// A numeral without a sign or a share.
fn plain(chars: &[char], start: usize) -> Option<NumberMatch> {
    let (whole, form) = whole(chars, start)?;
    let number = |(end, value): (usize, f64), form| {
        Some(NumberMatch { end, value, percent: false, half: false, form })
    };
    if whole.value.fract() != 0.0 {
        return number((whole.end, whole.value), form);
    }
    if let Some((digits, end)) = decimals(chars, whole.end) {
        let places = digits.len();
        let mut mantissa = whole.value;
        for &character in chars.get(digits).unwrap_or_default() {
            mantissa = mantissa * 10.0 + f64::from(digit(character).unwrap_or(0));
        }
        let value = mantissa / power_of_ten(places);
        // 两点五万. After decimals 百 and 千 are as well multipliers, but 百 also begins 百分点 and 百叶.
        let (end, value) = match chars.get(end..).unwrap_or_default() {
            ['百', '分' | '叶', ..] => (end, value),
            [next, ..] => match unit(*next).filter(|&unit| unit >= 100.0) {
                Some(unit) => (end + 1, value * unit),
                None => (end, value),
            },
            [] => (end, value),
        };
        return number((end, value), if form == Form::Digits { form } else { Form::Words });
    }
    number((whole.end, whole.value), form)
}

/// The digits of a decimal part that begins with 点 at `start`, and its end. Clock times have none:
/// 八点二十, 八点五分, 八点一刻, 8点30.
fn decimals(chars: &[char], start: usize) -> Option<(Range<usize>, usize)> {
    if chars.get(start) != Some(&'点') {
        return None;
    }
    let first = start + 1;
    let rest = chars.get(first..)?;
    let arabic = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let length = match arabic {
        0 => rest.iter().take(MAX_DIGITS + 1).take_while(|&&c| is_sequence_digit(c)).count(),
        1 => 1,
        _ => return None,
    };
    if length == 0 || length > MAX_DIGITS {
        return None;
    }
    match rest.get(length..)? {
        ['十' | '拾' | '刻' | '几', ..] => None,
        ['分', '贝' | '之', ..] => Some((first..first + length, first + length)),
        ['分', ..] => None,
        _ => Some((first..first + length, first + length)),
    }
}

struct Whole {
    end: usize,
    value: f64,
}

/// A whole number, or Arabic digits with their decimals.
fn whole(chars: &[char], start: usize) -> Option<(Whole, Form)> {
    let first = *chars.get(start)?;
    match first {
        '俩' => return Some((Whole { end: start + 1, value: 2.0 }, Form::Words)),
        '仨' => return Some((Whole { end: start + 1, value: 3.0 }, Form::Words)),
        _ => {}
    }
    if first.is_ascii_digit() {
        let whole = place_value(chars, start)?;
        return Some((whole, Form::Digits));
    }
    // No more than it takes to see that it is too long: a text of digits would be counted again from each of them.
    let run = chars.get(start..)?.iter().take(MAX_DIGITS + 1).take_while(|&&c| is_sequence_digit(c)).count();
    if run >= 2 {
        let end = start + run;
        // 二三十 is "twenty or thirty".
        if run > MAX_DIGITS || chars.get(end).is_some_and(|&c| unit(c).is_some()) {
            return None;
        }
        let digits = chars.get(start..end)?.iter();
        let value = digits.fold(0.0, |value, &c| value * 10.0 + f64::from(digit(c).unwrap_or(0)));
        return Some((Whole { end, value }, Form::Sequence));
    }
    match first {
        '幺' => None,
        _ if is_zero(first) => Some((Whole { end: start + 1, value: 0.0 }, Form::Words)),
        _ => Some((place_value(chars, start)?, Form::Words)),
    }
}

/// Digits and place values: `一万二千零五`, `3百`, `两千七`. A last digit without a unit takes the place
/// below the one before it (`一百五` = 150), unless 零 stands between (`一百零五`).
fn place_value(chars: &[char], start: usize) -> Option<Whole> {
    // The sum of the parts that 万 or 亿 closed, and the part being read.
    let mut total = 0.0;
    let mut section = 0.0;
    // The last place in this part, and the last of 万 and 亿; infinite where there is none yet.
    let mut place = f64::INFINITY;
    let mut myriad = f64::INFINITY;
    let mut zero = false;
    let mut at = start;
    let mut end = start;
    loop {
        if let Some(unit) = large_unit(chars, at).filter(|_| section > 0.0) {
            // 一万二千亿: the larger unit counts all before it.
            if unit > myriad {
                total = (total + section) * unit;
            } else if unit < myriad {
                total += section * unit;
            } else {
                break;
            }
            (section, place, myriad, zero) = (0.0, f64::INFINITY, unit, false);
            at += 1;
            end = at;
        } else if place > 10.0 && end > start && !zero && chars.get(at).is_some_and(|&c| is_zero(c)) {
            zero = true;
            at += 1;
        } else if let Some(term) = term(chars, at).filter(|term| place > 1.0 && term.place < place) {
            let fits = end == start || (term.value < place.min(myriad) && term.value.fract() == 0.0);
            if !fits {
                break;
            }
            let first = end == start;
            (at, end) = (term.end, term.end);
            if term.place > 1.0 || large_unit(chars, at).is_some() {
                section += term.value;
                place = term.place;
                zero = false;
                continue;
            }
            let above = if place.is_finite() { place } else { myriad };
            // The place of a digit without a unit, said (一百零五, 3百50) or left out (一百五).
            let shortened = !first && !zero && term.single;
            section += if shortened { term.value * above / 10.0 } else { term.value };
            break;
        } else {
            break;
        }
    }
    (end > start).then_some(Whole { end, value: total + section })
}

/// A coefficient with its place, in one part of a numeral.
struct Term {
    end: usize,
    /// Coefficient times place.
    value: f64,
    /// 10, 100, 1000, or 1 where no unit follows.
    place: f64,
    /// The coefficient is one digit.
    single: bool,
}

fn term(chars: &[char], at: usize) -> Option<Term> {
    let first = *chars.get(at)?;
    let (after, coefficient) = match first {
        '十' | '拾' => return Some(Term { end: at + 1, value: 10.0, place: 10.0, single: false }),
        '廿' => return Some(Term { end: at + 1, value: 20.0, place: 10.0, single: false }),
        '卅' => return Some(Term { end: at + 1, value: 30.0, place: 10.0, single: false }),
        _ if first.is_ascii_digit() => arabic(chars, at)?,
        _ => (at + 1, f64::from(digit(first).filter(|&digit| digit > 0 && first != '幺')?)),
    };
    let single = after == at + 1;
    let rest = chars.get(after..).unwrap_or_default();
    let place = match rest {
        // 百叶窗 and 百分点 are words; 2十 is no way to write a number.
        ['百', '叶', ..] | ['百', '分', '点', ..] => None,
        ['十' | '拾', ..] if first.is_ascii_digit() => None,
        [next, ..] => unit(*next).filter(|&unit| unit < 1e4),
        [] => None,
    };
    Some(match place {
        Some(place) => Term { end: after + 1, value: coefficient * place, place, single },
        None => Term { end: after, value: coefficient, place: 1.0, single },
    })
}

fn large_unit(chars: &[char], at: usize) -> Option<f64> {
    chars.get(at).and_then(|&c| unit(c)).filter(|&unit| unit >= 1e4)
}

/// The value of a Chinese digit, or of an Arabic one.
fn digit(character: char) -> Option<u8> {
    Some(match character {
        '零' | '〇' => 0,
        '一' | '壹' | '幺' => 1,
        '二' | '两' | '贰' => 2,
        '三' | '叁' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        '0'..='9' => character as u8 - b'0',
        _ => return None,
    })
}

fn unit(character: char) -> Option<f64> {
    Some(match character {
        '十' | '拾' => 10.0,
        '百' | '佰' => 100.0,
        '千' | '仟' => 1000.0,
        '万' => 1e4,
        '亿' => 1e8,
        _ => return None,
    })
}

fn is_zero(character: char) -> bool {
    matches!(character, '零' | '〇')
}

/// A digit that is read one by one; 两 is only ever a count.
fn is_sequence_digit(character: char) -> bool {
    !character.is_ascii_digit() && character != '两' && digit(character).is_some()
}

#[cfg(test)]
#[path = "chinese_tests.rs"]
mod tests;
