//! Orders that hang on a condition which the rules do not resolve: who is to do it, and what is compared.

use lares::Request;

use crate::support::lares;

/// Checks what is done in one of the sample homes, and on what it hangs.
fn check(home: &str, text: &str, expect: &[&str]) {
    let answer = lares(home).retrieve(&Request::new(text));
    let done: Vec<String> = answer
        .invocations
        .iter()
        .map(|done| {
            let conditions = done.conditions.iter();
            let conditions: Vec<String> = conditions
                .map(|it| format!(" if {} {} {} {}", it.devices.join("|"), it.attribute, it.op, it.value))
                .collect();
            format!("{} {}{}", done.device_id, done.capability_id, conditions.concat())
        })
        .collect();
    assert_eq!(done, expect, "{text}");
}

#[test]
fn what_is_compared_is_found_by_a_question_after_it() {
    check(
        "etobicoke",
        "when the CO2 in the nook goes past a thousand, put the Dyson on high",
        &[
            "lv-dys main-airPurifierFanMode-setAirPurifierFanMode if dn-air main-carbonDioxideMeasurement-carbonDioxide > 1000",
        ],
    );
    check(
        "bangalore",
        "if the sniffer is detecting something close the kitchen gas",
        &["kgas main-valve-close if kgd main-gasDetector-gas == \"detected\""],
    );
    check(
        "manila",
        "if the iron is drawing power, cut it",
        &["dk-iron main-switch-off if dk-iron main-powerMeter-power > 0"],
    );
    check(
        "kunming",
        "子墨屋子过了三十度就开续命空调",
        &["m-ac main-switch-on if m-ac main-temperatureMeasurement-temperature > 30"],
    );
}

#[test]
fn how_it_is_and_how_much_that_is_are_one_condition() {
    check(
        "swansea",
        "if the landing is dark, below ten, put the night light on",
        &["lan-night main-switch-on if lan-motion main-illuminanceMeasurement-illuminance < 10"],
    );
    // Degrees are not how light it is, and the dark is not left out for them.
    check("swansea", "if the landing is dark, below ten degrees, put the night light on", &[]);
}

#[test]
fn what_the_network_is_sure_of_is_what_is_done_hangs_on() {
    check(
        "flat",
        "浴霸灭了没，没灭给我关了",
        &["bath-heater main-switch-off if bath-heater main-switch-switch == \"on\""],
    );
    let over = "office-lamp main-switch-off if office-air main-carbonDioxideMeasurement-carbonDioxide > 1000";
    check("house", "office air over a thousand CO2 the desk lamp goes off", &[over]);
}

#[test]
fn what_cannot_be_compared_is_never_left_out() {
    check("etobicoke", "when the CO2 in the attic goes past a thousand, put the Dyson on high", &[]);
    check("bangalore", "if the sniffer likes it close the kitchen gas", &[]);
    check("norwich", "once I'm through shut the garage", &[]);
    check("flat", "如果股票涨停就打开客厅灯", &[]);
}

#[test]
fn what_something_hangs_on_is_not_done_besides() {
    let fryer = "ki-fryer main-switch-on if ba-heater main-switch-switch == \"off\"";
    check("baiyun", "要是热水器关了，打开空气炸锅", &[fryer]);
}

#[test]
fn what_is_waited_for_and_what_it_is_for_are_no_conditions() {
    check("fangzhuang", "等一下，把电视静音", &["lv-tv main-audioMute-mute", "ms-tv main-audioMute-mute"]);
    check("changsha", "星星灯暗到百分之二十，当小夜灯用", &["bc-star main-switchLevel-setLevel"]);
    check("house", "porch light on in case the kids come late", &["porch-light main-switch-on"]);
    let hall =
        "garage-door main-garageDoorControl-close if hall-contact main-contactSensor-contact == \"open\"";
    check("house", "in case the front door is open, close the garage", &[hall]);
}
