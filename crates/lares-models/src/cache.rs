//! Vectors that were paid for, kept on disk: one file for each text of each model.
//!
//! A file is written whole under another name and then renamed, so that two processes may share a folder: a reader sees
//! all of it or nothing. A file that is damaged is no file. Nothing here is ever fatal; at worst a vector is fetched
//! again. The texts themselves are not stored, only their digests.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"LARESV01";
const DIGEST: usize = 32;
/// No model has more dimensions; a longer file is damaged.
const MOST_DIMENSIONS: usize = 1 << 16;

/// A folder of vectors.
#[derive(Debug)]
pub struct VectorCache {
    folder: PathBuf,
    unique: AtomicU64,
}

/// What a vector is kept under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheKey([u8; DIGEST]);

impl CacheKey {
    /// The key of a text of a model. Whatever changes the vector belongs into `model`: the endpoint, the model's name,
    /// the dimensions, the prefix.
    pub fn new(model: &[&str], text: &str) -> CacheKey {
        let mut digest = Sha256::new();
        for part in model.iter().chain(std::iter::once(&text)) {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part.as_bytes());
        }
        CacheKey(digest.finalize().into())
    }

    fn name(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl VectorCache {
    /// A cache in a folder, which is made when the first vector is kept.
    pub fn new(folder: impl Into<PathBuf>) -> VectorCache {
        VectorCache { folder: folder.into(), unique: AtomicU64::new(0) }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The vector of a key, where there is a sound one of that length.
    pub fn get(&self, key: CacheKey, dimensions: usize) -> Option<Vec<f32>> {
        let longest = MAGIC.len() + DIGEST + 4 * MOST_DIMENSIONS + DIGEST;
        let mut bytes = Vec::new();
        let file = fs::File::open(self.path(key)).ok()?;
        file.take(longest as u64 + 1).read_to_end(&mut bytes).ok()?;
        let vector = decode(&bytes, key);
        if vector.is_none() {
            tracing::debug!(key = %key.name(), "a cached vector is damaged; it is fetched again");
        }
        vector.filter(|vector| vector.len() == dimensions)
    }

    /// Keeps a vector. A failure (a full disk, a folder that cannot be written) costs nothing but the vector.
    pub fn put(&self, key: CacheKey, vector: &[f32]) {
        if let Err(error) = self.write(key, vector) {
            tracing::debug!(folder = %self.folder.display(), %error, "a vector is not kept");
        }
    }

    fn write(&self, key: CacheKey, vector: &[f32]) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let count = self.unique.fetch_add(1, Ordering::Relaxed);
        let passing = folder.join(format!(".{}-{count}-{}.tmp", std::process::id(), key.name()));
        let written = fs::File::create(&passing)
            .and_then(|mut file| file.write_all(&encode(key, vector)))
            .and_then(|()| fs::rename(&passing, &path));
        if written.is_err() {
            // What is left of it would only be in the way.
            let _ = fs::remove_file(&passing);
        }
        written
    }

    fn path(&self, key: CacheKey) -> PathBuf {
        let name = key.name();
        // Few files a folder: some file systems are slow with many.
        let (first, rest) = name.split_at(2);
        self.folder.join(first).join(rest)
    }
}

fn encode(key: CacheKey, vector: &[f32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MAGIC.len() + 2 * DIGEST + 4 * vector.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&key.0);
    bytes.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

fn decode(bytes: &[u8], key: CacheKey) -> Option<Vec<f32>> {
    let (content, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
    if Sha256::digest(content).as_slice() != digest {
        return None;
    }
    let numbers = content.strip_prefix(MAGIC)?.strip_prefix(&key.0)?;
    let (numbers, rest) = numbers.as_chunks::<4>();
    let vector: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    (rest.is_empty() && vector.iter().all(|number| number.is_finite())).then_some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of a test, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("lares-cache-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_was_kept_is_found_by_another_process_too() {
        let folder = Folder::new("kept");
        let key = CacheKey::new(&["https://a.example", "m", "3"], "打开");
        let (one, other) = (VectorCache::new(&folder.0), VectorCache::new(&folder.0));
        assert_eq!(one.get(key, 3), None);
        one.put(key, &[1.0, -2.5, 0.0]);
        assert_eq!(other.get(key, 3), Some(vec![1.0, -2.5, 0.0]));
        assert_eq!(other.get(key, 4), None, "of another length");
    }

    #[test]
    fn keys_differ_with_each_part() {
        let keys = [
            CacheKey::new(&["a", "b"], "c"),
            CacheKey::new(&["a", "b"], "d"),
            CacheKey::new(&["a", "d"], "c"),
            CacheKey::new(&["ab", ""], "c"),
            CacheKey::new(&["a"], "bc"),
            CacheKey::new(&["a", "bc"], ""),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert!(keys[place + 1..].iter().all(|other| other != key));
        }
    }

    #[test]
    fn a_damaged_file_is_rebuilt() {
        let folder = Folder::new("damaged");
        let cache = VectorCache::new(&folder.0);
        let key = CacheKey::new(&["m"], "打开");
        let vector = [0.25, 0.5];
        cache.put(key, &vector);
        let sound = fs::read(cache.path(key)).unwrap();
        let mut flipped = sound.clone();
        flipped[45] ^= 1;
        let other = encode(CacheKey::new(&["m"], "关闭"), &vector);
        let endless = encode(key, &[f32::NAN, 1.0]);
        for damage in
            [&sound[..sound.len() - 1], &sound[..10], b"", &flipped, &other, &endless, &vec![7; 1 << 20]]
        {
            fs::write(cache.path(key), damage).unwrap();
            assert_eq!(cache.get(key, 2), None, "{} bytes", damage.len());
            cache.put(key, &vector);
            assert_eq!(cache.get(key, 2), Some(vector.to_vec()));
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_not_fatal() {
        let folder = Folder::new("blocked");
        fs::write(&folder.0, b"a file where the folder should be").unwrap();
        let cache = VectorCache::new(&folder.0);
        let key = CacheKey::new(&["m"], "x");
        cache.put(key, &[1.0]);
        assert_eq!(cache.get(key, 1), None);
        fs::remove_file(&folder.0).unwrap();
    }

    #[test]
    fn many_writers_at_once_leave_whole_files() {
        let folder = Folder::new("many");
        let caches = [VectorCache::new(&folder.0), VectorCache::new(&folder.0)];
        let key = CacheKey::new(&["m"], "same");
        std::thread::scope(|scope| {
            for cache in &caches {
                scope.spawn(move || {
                    for _ in 0..200 {
                        cache.put(key, &[1.0; 64]);
                        if let Some(read) = cache.get(key, 64) {
                            assert_eq!(read, [1.0; 64]);
                        }
                    }
                });
            }
        });
        assert_eq!(caches[0].get(key, 64), Some(vec![1.0; 64]));
        let left: Vec<_> = fs::read_dir(caches[0].path(key).parent().unwrap()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left over");
    }
}
