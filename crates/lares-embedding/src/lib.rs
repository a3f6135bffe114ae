//! lares-embedding
