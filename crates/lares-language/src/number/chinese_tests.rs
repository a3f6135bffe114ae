//! Tests of the Chinese numerals, with a writer of numerals to read back.

use proptest::prelude::*;

use super::*;

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// The numeral at the start of `text`, and what is left of it.
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

fn check_none(text: &str) {
    assert_eq!(read(text), None, "{text}");
}

#[test]
fn arabic_digits() {
    check("26", 26.0, "");
    check("26.5度", 26.5, "度");
    check("0.1", 0.1, "");
    check("26.", 26.0, ".");
    check("26。5分钟", 26.0, "。5分钟");
    check("1000", 1000.0, "");
    check("-5度", -5.0, "度");
    check("007", 7.0, "");
    check("3百", 300.0, "");
    check("2万", 20000.0, "");
    check("2.5万", 25000.0, "");
    check("2万5千", 25000.0, "");
    check("2千7", 2700.0, "");
    check("3百50", 350.0, "");
    check("26点5", 26.5, "");
    check("3百叶窗", 3.0, "百叶窗");
    check("2700k", 2700.0, "k");
    check_none("12345678901234567");
    check_none("-灯");
}

#[test]
fn words() {
    check("二十六", 26.0, "");
    check("二十六点五", 26.5, "");
    check("二十六点五度", 26.5, "度");
    check("十", 10.0, "");
    check("十五", 15.0, "");
    check("两", 2.0, "");
    check("俩", 2.0, "");
    check("仨灯", 3.0, "灯");
    check("廿六", 26.0, "");
    check("一百五", 150.0, "");
    check("一百零五", 105.0, "");
    check("一百五十", 150.0, "");
    check("一百十五", 115.0, "");
    check("一万二", 12000.0, "");
    check("一万二千", 12000.0, "");
    check("一万零二", 10002.0, "");
    check("一千零五", 1005.0, "");
    check("一千零五十", 1050.0, "");
    check("三百", 300.0, "");
    check("两千七", 2700.0, "");
    check("两千七百", 2700.0, "");
    check("十万", 100_000.0, "");
    check("一亿二千万", 120_000_000.0, "");
    check("一万二千亿", 1.2e12, "");
    check("零", 0.0, "");
    check("零点五", 0.5, "");
    check("两点五万", 25000.0, "");
    check("零下五度", -5.0, "度");
    check("负二", -2.0, "");
    check("叁佰", 300.0, "");
    check("三楼", 3.0, "楼");
    check("三百零", 300.0, "零");
    check("一起", 1.0, "起");
}

#[test]
fn one_by_one() {
    check("一零三", 103.0, "");
    check("幺零三", 103.0, "");
    check("二六", 26.0, "");
    check("二六点五", 26.5, "");
    check("二〇二六年", 2026.0, "年");
    check("零五", 5.0, "");
    assert_eq!(read("二六").map(|(number, _)| number.form), Some(Form::Sequence));
    assert_eq!(read("二十六").map(|(number, _)| number.form), Some(Form::Words));
    assert_eq!(read("3百").map(|(number, _)| number.form), Some(Form::Digits));
}

#[test]
fn clock_times_end_before_the_point() {
    check("八点二十", 8.0, "点二十");
    check("八点五分", 8.0, "点五分");
    check("八点半", 8.0, "点半");
    check("8点30", 8.0, "点30");
    check("三点一刻", 3.0, "点一刻");
    check("一点", 1.0, "点");
    check("二十点五分贝", 20.5, "分贝");
}

#[test]
fn shares() {
    check_share("百分之三十", 30.0, "");
    check_share("百分之三十五点五吧", 35.5, "吧");
    check_share("百分之30", 30.0, "");
    check_share("百分之百", 100.0, "");
    check_share("百分百", 100.0, "");
    check_share("百分之一百", 100.0, "");
    check_share("千分之五", 0.5, "");
    check_share("三成", 30.0, "");
    check_share("三成五", 35.0, "");
    check_share("三成半", 35.0, "");
    check_share("十成亮度", 100.0, "亮度");
    check_share("30%", 30.0, "");
    check_share("30 %亮", 30.0, "亮");
    check_share("三分之一", 33.33, "");
    check_share("四分之三", 75.0, "");
    check_share("十个百分点", 10.0, "");
    check_share("10个百分点", 10.0, "");
    check("一成功", 1.0, "成功");
}

#[test]
fn no_exact_numbers() {
    for text in [
        "十几",
        "十几个",
        "几",
        "几十",
        "二十几度",
        "二三十",
        "百叶窗",
        "千",
        "万能遥控",
        "幺",
        "一半",
        "点五",
        "灯",
        "",
        "半",
    ] {
        check_none(text);
    }
    assert_eq!(parse(&chars("三"), 1), None);
    assert_eq!(parse(&chars("三"), usize::MAX), None);
}

#[test]
fn a_dash_is_no_sign() {
    let range = chars("3-5");
    assert_eq!(parse(&range, 1), None);
    assert_eq!(parse(&chars("调到-5"), 2).map(|number| number.value), Some(-5.0));
}

#[test]
fn halves() {
    let check = |text: &str, value: f64, unit: &str, rest: &str| {
        let chars = chars(text);
        let found = parse_with_half(&chars, 0, half_unit_len).unwrap_or_else(|| panic!("{text}"));
        let part = |range: Range<usize>| chars[range].iter().collect::<String>();
        assert_eq!(found.number.value, value, "{text}");
        assert_eq!(part(found.unit.clone()), unit, "{text}");
        assert_eq!(part(found.number.end..chars.len()), rest, "{text}");
        assert!(found.number.half);
    };
    check("二十六度半", 26.5, "度", "");
    check("26度半吧", 26.5, "度", "吧");
    check("零下五度半", -5.5, "度", "");
    check("二十六度五", 26.5, "度", "");
    check("21度3，够了", 21.3, "度", "，够了");
    check("零度半", 0.5, "度", "");
    check("八点半开灯", 8.5, "点", "开灯");
    check("一个半小时", 1.5, "个", "小时");
    check("两分半", 2.5, "分", "");
    let check_none = |text: &str| assert_eq!(parse_with_half(&chars(text), 0, half_unit_len), None, "{text}");
    check_none("二十六度");
    check_none("二十六度半小时后");
    check_none("二十度五分钟后");
    check_none("二十度三十分");
    check_none("二十度二十");
    check_none("十六度零");
    check_none("二档五");
    check_none("二十六度半个小时后");
    check_none("二十六点五度半");
    check_none("一半");
    check_none("百分之三十度半");
}

#[test]
fn ordinals() {
    let check = |text: &str, value: Option<u32>| {
        assert_eq!(ordinal(&chars(text), 0).and_then(|number| number.as_count()), value, "{text}");
    };
    check("第一", Some(1));
    check("第二个", Some(2));
    check("第3盏", Some(3));
    check("第十二", Some(12));
    check("第几个", None);
    check("第零", None);
    check("第", None);
    check("二", None);
}

/// A numeral as a person writes it out; `两` where speech prefers it.
fn write(number: u32, two: bool) -> String {
    const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let mut text = String::new();
    if number >= 10_000 {
        text += &write(number / 10_000, two);
        text.push('万');
        let rest = number % 10_000;
        if rest == 0 {
            return text;
        }
        if rest < 1000 {
            text.push('零');
        }
        return text + &below_myriad(rest, two, true);
    }
    if number == 0 {
        return DIGITS[0].to_string();
    }
    return below_myriad(number, two, false);

    fn below_myriad(number: u32, two: bool, inner: bool) -> String {
        let mut text = String::new();
        let mut gap = false;
        let mut started = false;
        for (unit, name) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
            let digit = number / unit % 10;
            if digit == 0 {
                gap = started;
                continue;
            }
            if gap {
                text.push('零');
                gap = false;
            }
            if digit == 1 && unit == 10 && !started && !inner {
                // 十五, but 一万零一十五.
            } else if digit == 2 && two && (unit >= 100 || number == 2) {
                text.push('两');
            } else {
                text.push(DIGITS[digit as usize]);
            }
            text += name;
            started = true;
        }
        text
    }
}

#[test]
fn every_numeral_is_read_back() {
    for number in 0..=99_999 {
        for two in [false, true] {
            let text = write(number, two);
            let chars = chars(&text);
            let found = parse(&chars, 0).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.value, found.end), (f64::from(number), chars.len()), "{text}");
        }
    }
}

#[test]
fn every_tenth_and_half_is_read_back() {
    const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    for number in (0..2000).chain((2000..=99_999).step_by(37)) {
        let whole = write(number, false);
        for (index, tenth) in DIGITS.iter().enumerate() {
            let value = (f64::from(number) * 10.0 + (index as f64 + 1.0)) / 10.0;
            check(&format!("{whole}点{tenth}度"), value, "度");
            check(&format!("{number}.{}", index + 1), value, "");
            check_share(&format!("百分之{whole}点{tenth}"), value, "");
        }
        let half = chars(&format!("{whole}度半"));
        let found = parse_with_half(&half, 0, half_unit_len).unwrap();
        assert_eq!((found.number.value, found.number.end), (f64::from(number) + 0.5, half.len()));
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "[零〇一二两三幺十廿百千万亿点半成分之第负下几度个百 0-9.,%-]{0,12}|\\PC{0,12}") {
        let chars = chars(&text);
        for start in 0..=chars.len() {
            for found in [parse(&chars, start), ordinal(&chars, start)].into_iter().flatten() {
                prop_assert!(found.end > start && found.end <= chars.len());
                prop_assert!(found.value.is_finite());
            }
            if let Some(found) = parse_with_half(&chars, start, half_unit_len) {
                prop_assert!(found.unit.end + 1 == found.number.end && found.number.end <= chars.len());
            }
        }
    }

    #[test]
    fn a_numeral_is_read_to_its_end(number in 0u32..100_000, tail in "[灯亮度号楼,。 a-z]{0,4}") {
        let text = write(number, false);
        let chars = chars(&format!("{text}{tail}"));
        let found = parse(&chars, 0).unwrap();
        prop_assert_eq!((found.value, found.end), (f64::from(number), text.chars().count()));
    }
}
