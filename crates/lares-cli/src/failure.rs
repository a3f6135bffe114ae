//! Which failure ends with which exit code, and how it is told.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The input, the arguments or the configuration are wrong.
pub(crate) const BAD_INPUT: u8 = 2;
/// Everything was right, and it could not be done.
const FAILURE: u8 = 1;

/// Something that the person who started the program can put right.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

impl fmt::Display for BadInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// Tells a failure on standard error; its exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever reads the output has read enough (`lares … | head`): that is no failure.
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let message = lares::clean_text(&format!("{error:#}"));
    // Nothing is left to be done where standard error cannot be written to.
    let _ = writeln!(anstream::stderr(), "lares: {message}");
    ExitCode::from(code(error))
}

fn code(error: &anyhow::Error) -> u8 {
    let is_input = error.chain().any(|cause| {
        cause.is::<BadInput>()
            || cause.downcast_ref::<lares::Error>().is_some_and(|error| {
                matches!(error, lares::Error::Folder(_) | lares::Error::Document(_) | lares::Error::Config(_))
            })
    });
    if is_input { BAD_INPUT } else { FAILURE }
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let is_broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    cause.downcast_ref::<io::Error>().is_some_and(is_broken)
        || cause
            .downcast_ref::<serde_json::Error>()
            .is_some_and(|error| error.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_caller_can_put_right_is_2() {
        assert_eq!(code(&BadInput("room".into()).into()), 2);
        assert_eq!(code(&lares::Error::Config("top_k".into()).into()), 2);
        assert_eq!(code(&anyhow::Error::from(lares::Error::Config("x".into())).context("lares.toml")), 2);
        assert_eq!(code(&io::Error::other("disk").into()), 1);
        assert!(is_broken_pipe(&io::Error::from(io::ErrorKind::BrokenPipe)));
    }
}
