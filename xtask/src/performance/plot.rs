//! The growth curve as a drawing: time against devices, both by powers of ten.

use std::fmt::Write as _;

use super::growth::Measured;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 45.0;

/// The four lines: median and p99, in many rooms and in few.
pub(super) fn growth(measured: &[Measured]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Time of a request by the number of devices</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    // 10 to 100,000 devices; 1 µs to 10 ms.
    let x = |devices: f64| LEFT + (devices.log10() - 1.0) / 4.0 * (WIDTH - LEFT - RIGHT);
    let y = |micros: f64| HEIGHT - BOTTOM - micros.max(1.0).log10() / 4.0 * (HEIGHT - TOP - BOTTOM);
    for power in 0..=4 {
        let micros = 10_f64.powi(power);
        let devices = 10_f64.powi(power + 1);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"#ddd\"/><text x=\"{1:.1}\" y=\"{3:.1}\" text-anchor=\"end\">{micros} µs</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(micros),
            y(micros) + 4.0,
        );
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{TOP}\" y2=\"{1:.1}\" stroke=\"#eee\"/><text x=\"{0:.1}\" y=\"{2:.1}\" text-anchor=\"middle\">{devices}</text>",
            x(devices),
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 18.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">devices</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0
    );
    // Homes come in pairs: many rooms, few rooms.
    let lines = [
        ("p99, 25 rooms", "#e6550d", "4 3", 1, true),
        ("p99, 6 devices a room", "#e6550d", "", 0, true),
        ("median, 25 rooms", "#3182bd", "4 3", 1, false),
        ("median, 6 devices a room", "#3182bd", "", 0, false),
    ];
    for (place, (name, colour, dashes, parity, p99)) in lines.into_iter().enumerate() {
        let points: Vec<String> = measured
            .iter()
            .skip(parity)
            .step_by(2)
            .map(|one| {
                let micros = if p99 { one.p99_us } else { one.median_us };
                format!("{:.1},{:.1}", x(one.size.devices as f64), y(micros))
            })
            .collect();
        let legend = TOP + 20.0 + place as f64 * 20.0;
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\n\
             <line x1=\"{1:.1}\" x2=\"{2:.1}\" y1=\"{legend}\" y2=\"{legend}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/><text x=\"{3:.1}\" y=\"{4:.1}\">{name}</text>",
            points.join(" "),
            WIDTH - RIGHT + 8.0,
            WIDTH - RIGHT + 26.0,
            WIDTH - RIGHT + 31.0,
            legend + 4.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}
