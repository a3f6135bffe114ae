//! Tests of the English numerals, with a writer of numerals to read back.

use proptest::prelude::*;

use super::*;

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

fn read(text: &str) -> Option<(NumberMatch, String)> {
    let chars = chars(text);
    parse(&chars, 0).map(|number| (number, chars[number.end..].iter().collect()))
}

fn check(text: &str, value: f64, rest: &str) {
    let (number, left) = read(text).unwrap_or_else(|| panic!("{text} is no number"));
    assert_eq!((number.value, left.as_str(), number.percent), (value, rest, false), "{text}");
}

fn check_share(text: &str, value: f64, rest: &str) {
    let (number, left) = read(text).unwrap_or_else(|| panic!("{text} is no number"));
    assert_eq!((left.as_str(), number.percent), (rest, true), "{text}");
    assert!((number.value - value).abs() < 1e-9, "{text} {}", number.value);
}

#[test]
fn cardinals() {
    check("twenty six", 26.0, "");
    check("twenty-six degrees", 26.0, " degrees");
    check("zero", 0.0, "");
    check("a hundred", 100.0, "");
    check("hundred", 100.0, "");
    check("a thousand lamps", 1000.0, " lamps");
    check("one hundred and fifty", 150.0, "");
    check("one hundred fifty", 150.0, "");
    check("one hundred and the lamp", 100.0, " and the lamp");
    check("twenty seven hundred kelvin", 2700.0, " kelvin");
    check("two thousand seven hundred", 2700.0, "");
    check("two thousand and one", 2001.0, "");
    check("one hundred thousand", 100_000.0, "");
    check("one million two", 1_000_002.0, "");
    check("five and six", 5.0, " and six");
    check("twenty thirty", 20.0, " thirty");
    check("fourty", 40.0, "");
    check("minus five", -5.0, "");
    check("negative twenty two", -22.0, "");
}

#[test]
fn a_couple_is_two_of_what_is_measured() {
    check("a couple of degrees", 2.0, " degrees");
    check("couple degrees", 2.0, " degrees");
    check("a couple of lamps", 2.0, " lamps");
    check("a couple of them", 2.0, " of them");
    check("a couple of these lamps", 2.0, " of these lamps");
    assert!(read("couple").is_none());
}

#[test]
fn hundreds_may_be_left_out() {
    check("three fifty", 350.0, "");
    check("one twenty five", 125.0, "");
    check("one twenty percent", 1.0, " twenty percent");
    check("six thirty", 6.0, " thirty");
    let time: Vec<char> = "at one twenty".chars().collect();
    assert_eq!(parse(&time, 3).map(|number| number.value), Some(1.0));
    let that: Vec<char> = "make that three twenty five".chars().collect();
    assert_eq!(parse(&that, 10).map(|number| number.value), Some(325.0), "no time");
}

#[test]
fn figures() {
    check("26", 26.0, "");
    check("26.5", 26.5, "");
    check("2700k", 2700.0, "k");
    check("-5 degrees", -5.0, " degrees");
    check("minus 5", -5.0, "");
    check("3 hundred", 300.0, "");
    check("26½", 26.5, "");
    check("26 and a half", 26.5, "");
    check("3-5", 3.0, "-5");
    check("10.", 10.0, ".");
}

#[test]
fn decimals_and_parts() {
    check("twenty six point five", 26.5, "");
    check("two point two five", 2.25, "");
    check("zero point oh five", 0.05, "");
    check("twenty point 5", 20.5, "");
    check("twenty point", 20.0, " point");
    check("twenty-six and a half degrees", 26.5, " degrees");
    check("two and a half hours", 2.5, " hours");
    check("two and a lamp", 2.0, " and a lamp");
    check("two and a quarter", 2.25, "");
    check("two and three quarters", 2.75, "");
    check_share("three quarters", 75.0, "");
    check_share("one third", 100.0 / 3.0, "");
    check_share("two thirds of", 200.0 / 3.0, " of");
    check_share("one half", 50.0, "");
    check("two third", 2.0, " third");
    check("twenty third", 20.0, " third");
}

#[test]
fn shares() {
    check_share("thirty percent", 30.0, "");
    check_share("thirty per cent", 30.0, "");
    check_share("30%", 30.0, "");
    check_share("30 % now", 30.0, " now");
    check_share("50 pct", 50.0, "");
    check_share("50pct", 50.0, "");
    check_share("a hundred percent", 100.0, "");
    check_share("twelve and a half percent", 12.5, "");
    check("thirty percentage", 30.0, " percentage");
}

#[test]
fn one_by_one() {
    check("one oh three", 103.0, "");
    check("one zero three", 103.0, "");
    check("two two point five", 22.5, "");
    check("one two hundred", 1.0, " two hundred");
    assert_eq!(read("one oh three").map(|(number, _)| number.form), Some(Form::Sequence));
}

#[test]
fn no_numbers() {
    for text in [
        "",
        "a",
        "a lamp",
        "onetime",
        "the",
        "and",
        "point five",
        "2nd",
        "minus",
        "minus lamp",
        "half",
        "oh",
        "-",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(parse(&chars("someone"), 4), None);
    assert_eq!(parse(&chars("2.5"), 2), None);
    assert_eq!(parse(&chars("b2"), 1), None);
    assert_eq!(parse(&chars("one"), usize::MAX), None);
    assert_eq!(parse(&chars("打开two"), 2).map(|number| number.value), Some(2.0));
}

#[test]
fn ordinals() {
    let check = |text: &str, expect: Option<(f64, usize)>| {
        let found = ordinal(&chars(text), 0).map(|number| (number.value, number.end));
        assert_eq!(found, expect, "{text}");
    };
    check("first", Some((1.0, 5)));
    check("second floor", Some((2.0, 6)));
    check("3rd lamp", Some((3.0, 3)));
    check("twenty-second", Some((22.0, 13)));
    check("twenty second", Some((22.0, 13)));
    check("twentieth", Some((20.0, 9)));
    check("twenty twelfth", None);
    check("3", None);
    check("0th", None);
    check("one", None);
    check("", None);
}

#[test]
fn misheard() {
    let check = |text: &str, expect: Option<f64>| {
        assert_eq!(sound_number(&chars(text), 0).map(|number| number.value), expect, "{text}");
    };
    check("to", Some(2.0));
    check("too lamps", Some(2.0));
    check("for", Some(4.0));
    check("ate", Some(8.0));
    check("two", None);
    check("tomato", None);
    check("", None);
}

/// A numeral as a person says it.
fn write(number: u32, and: bool, hyphen: bool) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let joined = |head: String, rest: u32| match rest {
        0 => head,
        1..=99 if and => format!("{head} and {}", write(rest, and, hyphen)),
        _ => format!("{head} {}", write(rest, and, hyphen)),
    };
    match number {
        0..20 => SMALL[number as usize].to_string(),
        20..100 => {
            let tens = TENS[number as usize / 10];
            match number % 10 {
                0 => tens.to_string(),
                unit => format!("{tens}{}{}", if hyphen { '-' } else { ' ' }, SMALL[unit as usize]),
            }
        }
        100..1000 => joined(format!("{} hundred", SMALL[number as usize / 100]), number % 100),
        _ => joined(format!("{} thousand", write(number / 1000, and, hyphen)), number % 1000),
    }
}

#[test]
fn every_numeral_is_read_back() {
    for number in 0..=99_999 {
        let style = number % 4;
        let text = write(number, style & 1 == 1, style & 2 == 2);
        check(&text, f64::from(number), "");
    }
}

#[test]
fn every_tenth_and_half_is_read_back() {
    for number in (0..2000).chain((2000..=99_999).step_by(41)) {
        let whole = write(number, number % 2 == 0, number % 3 == 0);
        for tenth in 1..10 {
            let value = (f64::from(number) * 10.0 + f64::from(tenth)) / 10.0;
            check(&format!("{whole} point {} degrees", write(tenth, false, false)), value, " degrees");
        }
        check(&format!("{whole} and a half"), f64::from(number) + 0.5, "");
        check_share(&format!("{whole} percent"), f64::from(number), "");
    }
}

proptest! {
    #[test]
    fn any_text_is_read(
        words in prop::collection::vec(
            "(one|two|oh|zero|twenty|six|a|and|half|hundred|thousand|million|point|percent|per|cent|minus|third|quarters|%|-|\\.|[0-9]{1,3}|\\PC)",
            0..10,
        ),
        joint in "[ -]?",
    ) {
        let chars = chars(&words.join(&joint));
        for start in 0..=chars.len() {
            let found = [parse(&chars, start), ordinal(&chars, start), sound_number(&chars, start)];
            for found in found.into_iter().flatten() {
                prop_assert!(found.end > start && found.end <= chars.len());
                prop_assert!(found.value.is_finite());
            }
        }
    }
}
