//! The word index and the index of vectors: what they answer, that an edit gives the bytes of a new
//! build, what is refused, and what Python makes of the files.

mod archive;
mod damage;
mod dense;
mod made;
mod python;
mod sparse;
