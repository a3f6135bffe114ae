//! Reads the documents of a home folder from disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lares_home::read::{Read, read_aliases, read_devices, read_rooms, read_scenes, read_spec};
use lares_home::{Finding, HomeSource, ReadError};

use crate::builder::Documents;

/// Why a home folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is nothing at that path.
    #[error("{}: there is no such file or folder; name a folder with a devices.json, or a devices.json itself", .0.display())]
    Missing(PathBuf),
    /// The folder has no devices.
    #[error(
        "{}: the folder has no devices.json; save the body of GET /v1/devices there under that name",
        .0.display()
    )]
    NoDevices(PathBuf),
    /// The file system says no.
    #[error("{}: cannot be read ({cause}); check its permissions", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        cause: io::Error,
    },
    /// A document is broken.
    #[error(transparent)]
    Document(#[from] ReadError),
}

/// The names under which a document may lie in the folder; the first that is there is read.
const DEVICES: [&str; 2] = ["devices.json", "devices.jsonl"];
const ROOMS: [&str; 2] = ["rooms.json", "rooms.jsonl"];
const SPEC: [&str; 2] = ["spec.jsonl", "spec.json"];
const SCENES: [&str; 2] = ["scenes.json", "scenes.jsonl"];
const ALIASES: [&str; 1] = ["aliases.json"];

/// Reads a home: a folder, or a single file that is its `devices.json`.
///
/// # Errors
/// A missing path, a folder without devices, a file that cannot be read, or a document that is broken.
pub fn read(path: &Path) -> Result<(HomeSource, Vec<Finding>), FolderError> {
    let metadata = fs::metadata(path).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => FolderError::Missing(path.to_owned()),
        _ => FolderError::Unreadable { path: path.to_owned(), cause },
    })?;
    let mut reading = Reading::default();
    if !metadata.is_dir() {
        reading.devices(&bytes(path)?, &shown(path))?;
        return Ok(reading.finish());
    }
    let Some((file, devices)) = first_of(path, &DEVICES)? else {
        return Err(FolderError::NoDevices(path.to_owned()));
    };
    reading.devices(&devices, &file)?;
    if let Some((file, rooms)) = first_of(path, &ROOMS)? {
        reading.rooms(&rooms, &file)?;
    }
    if let Some((file, spec)) = first_of(path, &SPEC)? {
        reading.spec(&spec, &file)?;
    }
    if let Some((file, scenes)) = first_of(path, &SCENES)? {
        reading.scenes(&scenes, &file)?;
    }
    if let Some((file, aliases)) = first_of(path, &ALIASES)? {
        reading.aliases(&aliases, &file)?;
    }
    Ok(reading.finish())
}

/// Reads a home from documents in memory, named in messages as they would be in a folder.
pub(crate) fn read_documents(documents: &Documents) -> Result<(HomeSource, Vec<Finding>), ReadError> {
    let mut reading = Reading::default();
    reading.devices(&documents.devices, DEVICES[0])?;
    if let Some(rooms) = &documents.rooms {
        reading.rooms(rooms, ROOMS[0])?;
    }
    if let Some(spec) = &documents.spec {
        reading.spec(spec, SPEC[0])?;
    }
    if let Some(scenes) = &documents.scenes {
        reading.scenes(scenes, SCENES[0])?;
    }
    if let Some(aliases) = &documents.aliases {
        reading.aliases(aliases, ALIASES[0])?;
    }
    Ok(reading.finish())
}

#[derive(Default)]
struct Reading {
    source: HomeSource,
    findings: Vec<Finding>,
}

impl Reading {
    fn devices(&mut self, bytes: &[u8], file: &str) -> Result<(), ReadError> {
        self.source.devices = self.keep(read_devices(bytes, file)?);
        Ok(())
    }

    fn rooms(&mut self, bytes: &[u8], file: &str) -> Result<(), ReadError> {
        self.source.rooms = self.keep(read_rooms(bytes, file)?);
        Ok(())
    }

    fn spec(&mut self, bytes: &[u8], file: &str) -> Result<(), ReadError> {
        self.source.spec = self.keep(read_spec(bytes, file)?);
        Ok(())
    }

    fn scenes(&mut self, bytes: &[u8], file: &str) -> Result<(), ReadError> {
        self.source.scenes = self.keep(read_scenes(bytes, file)?);
        Ok(())
    }

    fn aliases(&mut self, bytes: &[u8], file: &str) -> Result<(), ReadError> {
        self.source.aliases = self.keep(read_aliases(bytes, file)?);
        Ok(())
    }

    /// The records of a document; what was found in it is kept.
    fn keep<T>(&mut self, read: Read<T>) -> T {
        self.findings.extend(read.findings);
        read.records
    }

    fn finish(self) -> (HomeSource, Vec<Finding>) {
        (self.source, self.findings)
    }
}

/// The first of these files that the folder has, with its path for messages.
fn first_of(folder: &Path, names: &[&str]) -> Result<Option<(String, Vec<u8>)>, FolderError> {
    for name in names {
        let path = folder.join(name);
        match fs::read(&path) {
            Ok(bytes) => return Ok(Some((shown(&path), bytes))),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => return Err(FolderError::Unreadable { path, cause }),
        }
    }
    Ok(None)
}

fn bytes(path: &Path) -> Result<Vec<u8>, FolderError> {
    fs::read(path).map_err(|cause| FolderError::Unreadable { path: path.to_owned(), cause })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
