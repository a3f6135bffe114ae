//! English as it is spoken: who searches for a word, tells how soon somebody comes, how a thing was left, or only urges, orders
//! what stands around it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

mod support;

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
            ("turn off the, ah what's it called, the coffee pot", "turn off | * | coffee pot | one"),
            ("turn off the, you know, the coffee pot", "turn off | * | coffee pot | one"),
            ("turn on the what do you call it the coffee pot", "turn on | * | coffee pot | one"),
            ("switch on the, what d'you call it, the thing for the towels", "turn on | * | towels | one"),
            ("turn off the thing, the coffee pot", "turn off | * | coffee pot | one"),
            ("where was I, oh yeah, turn off the coffee pot", "turn off | * | coffee pot | one"),
            // Near misses: it is asked about, denied, or told.
            ("don't turn off the, what's it called, the coffee pot", ""),
            ("he turned off the, you know, the coffee pot", ""),
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
            ("be home in twenty minutes", ""),
        ],
    );
}

#[test]
fn how_a_thing_was_left() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("left the garage door open, shut that for me", "close | * | garage door | one"),
            ("I left the coffee pot on, turn it off", "off | * | coffee pot | one"),
            // Alone it is only told.
            ("I left the coffee pot on", ""),
            ("left the garage door open again", ""),
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
            ("could you let Tunnock have his tea", "feed | * | tunnock's dinner | one"),
            ("I gave Tunnock his dinner", ""),
            ("don't give Tunnock his dinner", ""),
        ],
    );
}
