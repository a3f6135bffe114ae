//! The scale of a model in a file: measured once by `lares eval --calibrate`, kept beside the model or its cache.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lares_embedding::Scale;

use crate::model_config::{ApiEmbedderConfig, EmbedderConfig};

/// The file's name in a model's folder; in a cache the model's name stands before it.
pub(crate) const NAME: &str = "lares-scale.json";

/// A scale that was measured before. One that is damaged is none.
#[cfg(any(test, feature = "models", feature = "local-models"))]
pub(crate) fn kept(path: &Path) -> Option<Scale> {
    let text = fs::read(path).ok()?;
    let scale = serde_json::from_slice::<Scale>(&text).ok().filter(|scale| scale.check().is_ok());
    if scale.is_none() {
        tracing::warn!(path = %path.display(), "this scale is damaged; measure it again with `lares eval --calibrate`");
    }
    scale
}

/// Where the scale of an embedder is kept; `None` where there is no folder for it.
pub(crate) fn scale_path(embedder: &EmbedderConfig) -> Option<PathBuf> {
    match embedder {
        EmbedderConfig::Folder(folder) => Some(Path::new(&folder.path).join(NAME)),
        EmbedderConfig::Api(api) => Some(cache_folder(api)?.join(file_name(api))),
    }
}

/// Keeps a scale: it is used from the next start on.
///
/// # Errors
/// What the file system says.
pub fn keep_scale(path: &Path, scale: &Scale) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_string_pretty(scale)?;
    let passing = path.with_extension("json.tmp");
    fs::write(&passing, text + "\n")?;
    fs::rename(&passing, path)
}

/// The folder where vectors of an embedder behind an API are kept.
pub(crate) fn cache_folder(api: &ApiEmbedderConfig) -> Option<PathBuf> {
    match &api.cache {
        Some(folder) if folder.is_empty() => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => user_cache(),
    }
}

/// One file for each model that shares a cache.
fn file_name(api: &ApiEmbedderConfig) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let model: String = api.model.chars().map(plain).collect();
    format!("{model}.{NAME}")
}

/// `lares` in the folder that the user's system has for what can be made again.
fn user_cache() -> Option<PathBuf> {
    let set = |variable| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("lares").join("vectors"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back_and_damage_is_none() {
        let folder = std::env::temp_dir().join(format!("lares-scale-{}", std::process::id()));
        let path = folder.join("below").join(NAME);
        assert_eq!(kept(&path), None);
        let scale = Scale { midpoint: 0.25, slope: 9.0, temperature: 0.1 };
        keep_scale(&path, &scale).unwrap();
        assert_eq!(kept(&path), Some(scale));
        for damage in ["", "{}", "{\"midpoint\":9,\"slope\":1,\"temperature\":1}"] {
            fs::write(&path, damage).unwrap();
            assert_eq!(kept(&path), None);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn each_model_has_a_place() {
        let api = ApiEmbedderConfig {
            cache: Some("c".into()),
            model: "a/b:4".into(),
            ..ApiEmbedderConfig::default()
        };
        assert_eq!(
            scale_path(&EmbedderConfig::Api(api.clone())),
            Some(PathBuf::from("c/a-b-4.lares-scale.json"))
        );
        let none = ApiEmbedderConfig { cache: Some(String::new()), ..api };
        assert_eq!(scale_path(&EmbedderConfig::Api(none)), None);
    }
}
