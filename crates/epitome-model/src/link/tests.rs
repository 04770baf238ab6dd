//! Names that are connected, and names that must not be.
