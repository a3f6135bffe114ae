//! English: which one is told by what stands behind a kind or a verb, and what stands beside an order and is none.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;

const HOME: &str = "
    Hallway | Front Door | SmartLock | lock
    Kitchen | Back Door | SmartLock | lock
    Shed | Shed Lock | SmartLock | lock
    Ella's Bedroom | Big Light | Light | switch switchLevel
    Alfie's Bedroom | Dino Lamp | Light | switch switchLevel
    Landing | Landing Light | Light | switch switchLevel
    Landing | Night Light | Light | switch switchLevel
    Lounge | Tato TV | Television | switch audioVolume
    Lounge | Sonos Arc | Speaker | switch audioVolume mediaPlayback
    Kitchen | Tato's Kettle | Kettle | switch
    Kitchen | Bosch | Dishwasher | switch dishwasherMode
    Kitchen | Oven | Oven | ovenSetpoint temperatureMeasurement
";

#[test]
fn which_one_is_said_behind() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("turn on TV of Tato", "turn on | * | tato tv | one"),
            ("bedroom lights off in Ella's", "off | Ella's Bedroom | lights | all"),
            ("lock up front and back", "lock | * | front | one ; lock | * | back door | one"),
            ("is the front locked", "query locked or unlocked | * | front | one"),
            ("lock all the doors", "lock | * | locks | all"),
            ("mute on the Sonos Arc", "mute | * | sonos arc | one"),
            ("run a quick cycle on the Bosch", "set cycle=quick cycle | * | bosch | one"),
            // Near misses: nothing is unlocked so, a kind of room alone.
            ("unlock all the doors", "unlock | * | doors | all"),
            ("bedroom lights off", "off | Ella's Bedroom,Alfie's Bedroom | lights | all"),
        ],
    );
}

#[test]
fn what_stands_beside_is_no_order() {
    let vocabulary = support::vocabulary(HomeLanguage::English, HOME);
    support::check(
        &vocabulary,
        &[
            ("oven off, biscuits are done", "off | * | oven | all"),
            ("it's too bright with that dino lamp on", "lower brightness | * | dino lamp | one"),
            ("front door locked or no", "query locked or unlocked | * | front door | one"),
            ("what's the oven at", "query temperature | * | oven | all"),
            // Near misses: an order with "with", a question for what is named.
            (
                "turn the big light off with the dino lamp on",
                "off | * | big light | one ; on | * | dino lamp | one",
            ),
            ("what's the oven doing", "query status | * | oven | all"),
        ],
    );
}
