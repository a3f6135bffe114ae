//! A folder of one test.

use std::fs;
use std::path::PathBuf;

/// A folder of a test, removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A new one; `name` is its test's alone.
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lares-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file and says where.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
