//! Utterances that come to nothing as they are read first: what another reading of them does, and where none may help.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::small_home;

use lares::RetrievalConfig;
use lares::home::HomeSource;

/// A workshop with a thing that is called after what it collects, and a radio called after how it is connected.
fn home() -> HomeSource {
    small_home::home([
        small_home::device("Air Compressor", "SmartPlug", &["switch"]),
        small_home::device("Dust Collector", "SmartPlug", &["switch"]),
        small_home::device("The Wireless", "Speaker", &["mediaPlayback", "audioVolume"]),
        small_home::device("Strip", "Light", &["switch", "switchLevel"]),
        small_home::device("Side Door", "SmartLock", &["lock"]),
    ])
}

/// What is done, each as `device command`, and how sure that is.
fn done(text: &str, anew: bool) -> (Vec<String>, f32) {
    let mut config = RetrievalConfig::default();
    config.stages.anew = anew;
    // Alone with the rules it is seen what the stage is for: the second reading mends much of it as well.
    config.stages.reader = anew;
    let answer = small_home::answer(home(), config, text);
    let sure = answer.results.iter().map(|result| result.confidence).fold(1.0, f32::min);
    (small_home::done(&answer), sure)
}

#[test]
fn a_remark_that_hides_an_order_is_read_anew() {
    for (text, expected) in [
        ("it'd be lovely if the strip were off now", "strip main-switch-off"),
        ("the compressor's like a jumbo taking off", "air-compressor main-switch-off"),
    ] {
        let (acts, sure) = done(text, true);
        assert_eq!(acts, [expected], "{text}");
        assert!(sure < 0.8, "{text}: too sure: {sure}");
        assert!(done(text, false).0.is_empty(), "{text}: nothing is read anew");
    }
}

#[test]
fn a_word_of_a_name_stands_for_the_thing() {
    let text = "turn off the compressor the dust thing and the strip";
    let expected =
        ["air-compressor main-switch-off", "dust-collector main-switch-off", "strip main-switch-off"];
    assert_eq!(done(text, true).0, expected);
}

#[test]
fn what_was_said_is_not_left_out_where_it_matters() {
    for text in [
        // Nobody spoke of its brightness.
        "set the strip volume to 20",
        "don't turn off the dust thing",
        "turn off the dust thing at nine",
        "unlock the wireless side door",
        "it'd be lovely if the side door were unlocked now",
    ] {
        let (acts, _) = done(text, true);
        assert!(acts.is_empty(), "{text}: {acts:?}");
    }
}
