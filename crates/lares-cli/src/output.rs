//! Standard output: locked, coloured only on a terminal, tables only there.

use std::io::{self, IsTerminal, StdoutLock, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Color, Style};
use comfy_table::{ContentArrangement, Table, presets};

/// A heading.
pub(crate) const STRONG: Style = Style::new().bold();
/// What matters least.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What will be done.
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
/// What needs a look.
pub(crate) const CARE: Style = colour(AnsiColor::Yellow);
/// What is wrong.
pub(crate) const BAD: Style = colour(AnsiColor::Red);

const fn colour(colour: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(Color::Ansi(colour)))
}

/// Standard output for a person.
pub(crate) struct Output {
    stream: AutoStream<StdoutLock<'static>>,
    /// The width of the terminal; `None` where there is none.
    width: Option<u16>,
}

impl Output {
    /// Locks standard output.
    pub(crate) fn lock() -> Output {
        let stdout = io::stdout();
        let width = stdout
            .is_terminal()
            .then(|| terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| width));
        Output { stream: AutoStream::auto(stdout.lock()), width }
    }

    /// The width of the terminal; `None` where there is none.
    pub(crate) fn width(&self) -> Option<u16> {
        self.width
    }

    /// A text in a style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        write!(self.stream, "{style}{text}{style:#}")
    }

    /// Rows under a heading: a table on a terminal, else one row a line with tabs between.
    pub(crate) fn table(&mut self, heading: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
        let Some(width) = self.width else {
            for row in rows {
                writeln!(self.stream, "{}", row.join("\t"))?;
            }
            return Ok(());
        };
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(width);
        table.set_header(heading.to_vec());
        for row in rows {
            table.add_row(row.clone());
        }
        writeln!(self.stream, "{table}")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
