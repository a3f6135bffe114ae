//! Turns the data files into what the library is compiled with.

use std::path::PathBuf;

#[path = "build/characters.rs"]
mod characters;

fn main() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(problem) = characters::write(&folder) {
        println!("cargo:error={problem}");
        std::process::exit(1);
    }
}
