//! The lares program.
fn main() {}
