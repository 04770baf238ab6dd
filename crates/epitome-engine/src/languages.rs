//! The languages that can be read, as the faces show them.

/// One language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageInfo {
    /// Its id, such as `python`.
    pub id: String,
    /// Its name, such as `Python`.
    pub name: String,
    /// Whether functions and classes are outlined, or headings and keys only.
    pub is_deep: bool,
    /// File name extensions, without the dot.
    pub extensions: Vec<String>,
    /// Whole file names.
    pub filenames: Vec<String>,
    /// Programs in a `#!` line.
    pub interpreters: Vec<String>,
}

/// All of them, by name.
#[must_use]
pub fn known_languages() -> Vec<LanguageInfo> {
    let mut languages: Vec<LanguageInfo> = epitome_syntax::languages()
        .iter()
        .map(|builtin| {
            let language = builtin.language();
            LanguageInfo {
                id: language.id().to_owned(),
                name: language.name().to_owned(),
                is_deep: language.is_deep(),
                extensions: language.extensions().to_vec(),
                filenames: language.filenames().to_vec(),
                interpreters: language.interpreters().to_vec(),
            }
        })
        .collect();
    languages.sort_by_key(|language| language.name.to_lowercase());
    languages
}
