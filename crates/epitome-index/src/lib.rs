//! The formats on disk: documents, word index, vectors, manifest, generations; fusion of ranked lists.
//!
//! Planned, and empty until then: the crate exists so that its boundary is held from the first day.
//! It must not know languages or language models.
