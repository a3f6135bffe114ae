//! `lares chat`: a conversation in the terminal, or line by line from a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use lares::{HomeLanguage, Lares, Request};
use rustyline::error::ReadlineError;

use crate::args::HomeArgs;
use crate::output::{DIM, Output};
use crate::{open, present};

/// Which home, and where the speaker stands.
#[derive(Debug, clap::Args)]
pub(crate) struct ChatArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// Where the speaker stands: a room's name or id
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// Show the YAML for the agent after each answer
    #[arg(long)]
    context: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ChatArgs) -> anyhow::Result<ExitCode> {
    let lares = open::lares(&args.home)?;
    let room = open::room_id(&lares, args.room.as_deref())?;
    let chat = Chat { args, lares: &lares, room, begun: Instant::now() };
    if io::stdin().is_terminal() {
        chat.typed()?
    } else {
        chat.piped()?
    }
    Ok(ExitCode::SUCCESS)
}

struct Chat<'a> {
    args: &'a ChatArgs,
    lares: &'a Lares,
    room: Option<String>,
    begun: Instant,
}

impl Chat<'_> {
    fn typed(&self) -> anyhow::Result<()> {
        let home = self.lares.home();
        let greeting = match home.language {
            HomeLanguage::Chinese => format!("{} 个设备。说点什么吧；Ctrl-D 退出。", home.devices.len()),
            HomeLanguage::English => format!("{} devices. Say something; Ctrl-D ends.", home.devices.len()),
        };
        let mut output = Output::lock();
        output.styled(DIM, &greeting)?;
        writeln!(output)?;
        drop(output);
        let mut editor = rustyline::DefaultEditor::new()?;
        loop {
            match editor.readline("> ") {
                Ok(line) => {
                    // A line that cannot be called back is still answered.
                    let _ = editor.add_history_entry(line.as_str());
                    self.answer(&line)?;
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn piped(&self) -> anyhow::Result<()> {
        for line in io::stdin().lock().split(b'\n') {
            self.answer(&String::from_utf8_lossy(&line?))?;
        }
        Ok(())
    }

    fn answer(&self, line: &str) -> anyhow::Result<()> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        let request = Request {
            text: line.to_owned(),
            session: Some("chat".to_owned()),
            room: self.room.clone(),
            ..Request::default()
        };
        let now_ms = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let answer = self.lares.retrieve_at(&request, now_ms);
        let mut output = Output::lock();
        let language = open::spoken(&self.args.home, answer.language);
        present::reply(&mut output, self.lares, &answer, language)?;
        if self.args.context {
            present::context(&mut output, &answer, language)?;
        }
        writeln!(output)?;
        output.flush()?;
        Ok(())
    }
}
