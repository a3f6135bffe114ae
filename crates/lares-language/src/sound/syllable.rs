//! The two parts of a toneless syllable. Compiled into the crate and into its build program, so that the
//! tables and the code that reads them agree.

/// The initials; the first is none.
pub(crate) const INITIALS: [&str; 22] = [
    "", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "zh", "ch", "sh", "r", "z",
    "c", "s",
];

/// The finals as they sound, not as they are spelt: `iu` is `iou`, `ju` is `j` and `v` (ü), `wo` and `bo` end
/// in `uo`, and the vowel of `zi` and `zhi` is `ih`.
pub(crate) const FINALS: [&str; 38] = [
    "a", "o", "e", "ai", "ei", "ao", "ou", "an", "en", "ang", "eng", "er", "i", "ia", "ie", "iao", "iou",
    "ian", "in", "iang", "ing", "iong", "io", "u", "ua", "uo", "uai", "uei", "uan", "uen", "uang", "ueng",
    "ong", "v", "ve", "van", "vn", "ih",
];

/// The bits of a syllable's number that hold its final.
pub(crate) const FINAL_BITS: u32 = 6;

/// The number of a syllable from its usual spelling without a tone (`zhuang`, `lv`, `yuan`): the initial's
/// index above the final's. Nothing where it is no syllable.
pub(crate) fn number(spelling: &str) -> Option<u16> {
    let (initial, final_) = split(spelling)?;
    let initial = INITIALS.iter().position(|&i| i == initial)?;
    let final_ = FINALS.iter().position(|&f| f == final_)?;
    Some(((initial as u16) << FINAL_BITS) | final_ as u16)
}

/// The initial and the final as it sounds.
fn split(spelling: &str) -> Option<(&str, &str)> {
    if let Some(final_) = without_initial(spelling) {
        return Some(("", final_));
    }
    let length = match spelling.as_bytes() {
        [b'z' | b'c' | b's', b'h', ..] => 2,
        _ => 1,
    };
    let (initial, rest) = spelling.split_at_checked(length)?;
    let final_ = match (initial, rest) {
        ("z" | "c" | "s" | "zh" | "ch" | "sh" | "r", "i") => "ih",
        ("j" | "q" | "x", "u") => "v",
        ("j" | "q" | "x", "ue") => "ve",
        ("j" | "q" | "x", "uan") => "van",
        ("j" | "q" | "x", "un") => "vn",
        ("b" | "p" | "m" | "f" | "l", "o") => "uo",
        ("n" | "l", "ue") => "ve",
        (_, "iu") => "iou",
        (_, "ui") => "uei",
        (_, "un") => "uen",
        (_, rest) => rest,
    };
    Some((initial, final_))
}

/// The final of a syllable without an initial.
fn without_initial(spelling: &str) -> Option<&str> {
    Some(match spelling {
        "yi" => "i",
        "ya" => "ia",
        "yo" => "io",
        "ye" => "ie",
        "yao" => "iao",
        "you" => "iou",
        "yan" => "ian",
        "yin" => "in",
        "yang" => "iang",
        "ying" => "ing",
        "yong" => "iong",
        "yu" => "v",
        "yue" => "ve",
        "yuan" => "van",
        "yun" => "vn",
        "wu" => "u",
        "wa" => "ua",
        "wo" => "uo",
        "wai" => "uai",
        "wei" => "uei",
        "wan" => "uan",
        "wen" => "uen",
        "wang" => "uang",
        "weng" => "ueng",
        _ if spelling.starts_with(['a', 'e', 'o']) => spelling,
        _ => return None,
    })
}
