//! English as it is spoken: who searches for a word, tells how soon somebody comes, how a thing was left, or only urges, orders
//! what stands around it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;

const HOME: &str = "
    Bathroom | Towel Rail | Switch | switch
    Kitchen | Coffee Pot | Switch | switch
    Kitchen | Kettle | Kettle | switch
    Kitchen | Tunnock's Dinner | Feeder | feederOperatingState
    Garage | Garage Door | GarageDoor | garageDoorControl
    Lounge | Hue Lamp | Light | switch switchLevel colorControl
    Lounge | Big Light | Light | switch switchLevel
    Hall | Dusty | RobotCleaner | robotCleanerOperatingState
";

#[test]
fn words_that_are_searched_for() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("turn off the, ah what's it called, the coffee pot", "turn off | * | coffee pot | all"),
            ("turn off the, you know, the coffee pot", "turn off | * | coffee pot | all"),
            ("turn on the what do you call it the coffee pot", "turn on | * | coffee pot | all"),
            ("switch on the, what d'you call it, the thing for the towels", "turn on | * | towels | one"),
            ("turn off the thing, the coffee pot", "turn off | * | coffee pot | all"),
            ("where was I, oh yeah, turn off the coffee pot", "turn off | * | coffee pot | all"),
            // Near misses: it is asked about, denied, or told.
            ("don't turn off the, what's it called, the coffee pot", "Negated"),
            ("he turned off the, you know, the coffee pot", "Reported"),
        ],
    );
}

#[test]
fn how_soon_somebody_comes() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("guests here in twenty minutes, big light on", "on | * | big light | one"),
            ("big light on, I'll be through for my tea in a minute", "on | * | big light | one"),
            ("be home in twenty minutes", "NotForTheHome"),
        ],
    );
}

#[test]
fn how_a_thing_was_left() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("left the garage door open, shut that for me", "close | * | garage door | all"),
            ("I left the coffee pot on, turn it off", "off | * | coffee pot | all"),
            // Alone it is only told.
            ("I left the coffee pot on", "Reported"),
            ("left the garage door open again", "Reported"),
        ],
    );
}

#[test]
fn who_is_sent_urged_or_fed() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("Dusty, away and do the floors", "vacuum | * | dusty | one"),
            ("hue lamp to green, go on", "set=green | * | hue lamp | one"),
            ("give Tunnock his dinner", "feed | * | tunnock's dinner | one"),
            ("I gave Tunnock his dinner", "NotForTheHome"),
            ("don't give Tunnock his dinner", "Negated"),
        ],
    );
}
