//! What one device is to do at once, and what numbers it is told by words that the rules do not put together.

use lares::Request;

use crate::support::lares;

/// Checks which commands are done, with what, of a request in one of the sample homes.
fn check(home: &str, text: &str, expect: &[&str]) {
    let answer = lares(home).retrieve(&Request::new(text));
    let mut done: Vec<String> = answer
        .invocations
        .iter()
        .map(|done| {
            let argument = done.argument.as_ref().map(|argument| format!(" {argument}"));
            format!("{} {}{}", done.device_id, done.capability_id, argument.unwrap_or_default())
        })
        .collect();
    done.sort();
    assert_eq!(done, expect, "{text}");
}

#[test]
fn a_device_does_several_things_where_each_was_said() {
    let wash = "u-wash main-custom.washerWaterTemperature-setWasherWaterTemperature \"40\"";
    let start = "u-wash main-samsungce.washerOperatingState-start";
    check("leeds", "washing machine forty degrees and start it off", &[wash, start]);
    check("leeds", "washing machine forty degrees", &[wash]);
}

#[test]
fn what_helps_as_well_is_not_done_besides() {
    // Where it is warm, switching on and setting it cooler are as good as one another.
    let answer =
        lares("albuquerque").retrieve(&Request { room: Some("cas".into()), ..Request::new("hot in here.") });
    assert_eq!(answer.invocations.len(), 1, "{:?}", answer.invocations);
}

#[test]
fn numbers_are_read_as_they_were_said() {
    let oven = "k-oven main-ovenSetpoint-setOvenSetpoint 350";
    check("memphis", "oven at three fifty for the pound cake", &[oven]);
}
