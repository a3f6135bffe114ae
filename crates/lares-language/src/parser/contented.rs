//! What is told and asks nothing: what someone is about to do ("movie time", 要看电影了), which is no setting of anything; and
//! words of a complaint that complain of nothing: what is well as it is ("it isn't cold in here", 屋里亮堂堂的真好), and what is
//! no part of the home ("the exam stinks", 这个笑话好冷, "the floor at school is dirty").

use super::frame::{Frame, Head};
use crate::lexicon::{Cue, lexicon};

/// No word stands between what denies and what is denied but these.
const HOW: [&str; 16] = [
    "too",
    "so",
    "that",
    "very",
    "really",
    "even",
    "all",
    "exactly",
    "particularly",
    "at",
    "a",
    "bit",
    "the",
    "least",
    "remotely",
    "actually",
];

/// The frames without complaints of which nobody complains.
pub(super) fn without_contentment(text: &[char], frames: &mut Vec<Frame>) {
    let alone = frames.len() == 1;
    frames.retain(|frame| {
        let said = text.get(frame.span.0..frame.span.1).unwrap_or_default();
        let complains = frame.complaint && frame.verb.is_none() && !frame.goal;
        let nothing_named =
            frame.question.is_none() && frame.targets.iter().all(|target| target.head == Head::None);
        let runs_scene = frame.targets.iter().any(|target| target.head == Head::Scene);
        let announces = || {
            nothing_named && announces(said) || !runs_scene && lexicon().phrases(Cue::Announces).have(said)
        };
        let contented = || complains_of_nothing(if alone { text } else { said });
        !(complains && contented() || announces())
    });
}

/// Whether the words say what someone is about to do, or likes.
pub(super) fn announces(text: &[char]) -> bool {
    stands_alone(Cue::Announces, text)
}

/// Whether the words complain of nothing that the home could help with.
pub(super) fn complains_of_nothing(text: &[char]) -> bool {
    stands_alone(Cue::Contented, text) || is_denied(text) || is_of_another(text)
}

/// Whether a phrase of a cue stands in a text with nothing of a word before or behind it.
pub(super) fn stands_alone(cue: Cue, text: &[char]) -> bool {
    let inside = |place: Option<&char>| place.is_some_and(|letter| letter.is_ascii_alphanumeric());
    (0..text.len()).any(|place| {
        let rest = text.get(place..).unwrap_or_default();
        let starts = !inside(place.checked_sub(1).and_then(|before| text.get(before)));
        starts && lexicon().phrases(cue).leading(rest).any(|phrase| !inside(rest.get(phrase.chars().count())))
    })
}

/// "It's not dark in here", "I'm not that cold".
fn is_denied(text: &[char]) -> bool {
    let bad = |word: &[char]| lexicon().phrases(Cue::Discomfort).have(word);
    let denies = |word: &[char]| {
        word.ends_with(&['n', '\'', 't'])
            || ["not", "isnt", "arent", "wasnt", "never", "hardly"]
                .iter()
                .any(|known| known.chars().eq(word.iter().copied()))
    };
    let how = |word: &[char]| HOW.iter().any(|known| known.chars().eq(word.iter().copied()));
    let mut denied = false;
    let mut words = text.split(|letter| *letter == ' ').peekable();
    while let Some(word) = words.next() {
        // "That fridge isn't cold enough": that is a complaint.
        let enough = words.peek().is_some_and(|next| next.starts_with(&['e', 'n', 'o', 'u', 'g', 'h']));
        if denied && bad(word) && !enough {
            return true;
        }
        denied = denies(word) || denied && how(word);
    }
    false
}

/// "This milk smells off", 这个笑话好冷: said of something that no device is for.
fn is_of_another(text: &[char]) -> bool {
    let mut rest = text;
    while let Some(phrase) = lexicon().phrases(Cue::PointsAt).leading(rest).max_by_key(|phrase| phrase.len())
    {
        rest = rest.get(phrase.chars().count()..).unwrap_or_default();
    }
    let ends = |letter: Option<&char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
    lexicon()
        .phrases(Cue::NoneOfTheHome)
        .leading(rest)
        .any(|thing| !thing.is_ascii() || ends(rest.get(thing.chars().count())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expected: bool) {
        let letters: Vec<char> = said.chars().collect();
        assert_eq!(complains_of_nothing(&letters), expected, "{said}");
    }

    #[test]
    fn what_is_well_is_no_complaint() {
        for said in
            ["it isn't cold in here", "i'm not that hot", "it's nice and warm in here", "屋里亮堂堂的真好"]
        {
            check(said, true);
        }
        for said in [
            "it's not very warm",
            "it's cold, isn't it",
            "not bright enough in here",
            "屋里真冷",
            "i'd love it warmer",
        ] {
            check(said, false);
        }
    }

    #[test]
    fn what_is_no_part_of_the_home_is_no_complaint() {
        for said in ["the exam stinks", "this milk smells off", "这个笑话好冷", "it's loud at the pub"]
        {
            check(said, true);
        }
        for said in ["the kitchen stinks", "this milky light is too bright", "这个屋好冷"] {
            check(said, false);
        }
    }
}
