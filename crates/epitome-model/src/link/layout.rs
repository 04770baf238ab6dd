//! What a repository's manifests say about module names. Whoever can open files fills this in.

/// Everything known beside the outlines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// `go.mod` files: folder, module path.
    pub go_modules: Vec<(String, String)>,
    /// `paths` of `tsconfig.json` files, nearest folder first.
    pub aliases: Vec<PathAlias>,
    /// `package.json` files that have a name.
    pub npm_packages: Vec<NpmPackage>,
    /// `Cargo.toml` packages.
    pub rust_crates: Vec<RustCrate>,
}

/// One entry of `compilerOptions.paths`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathAlias {
    /// Folder of the configuration; it holds for files below.
    pub folder: String,
    /// What stands before the `*`, or the whole name.
    pub prefix: String,
    /// What stands behind the `*`; none where there is no `*`.
    pub suffix: Option<String>,
    /// Paths below the root, each with `*` where the rest goes.
    pub targets: Vec<String>,
}

/// A package of a JavaScript workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NpmPackage {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub folder: String,
    /// Source files that its manifest names as entries, below the root.
    pub entries: Vec<String>,
}

/// A crate of a Rust workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RustCrate {
    /// Its name with `_` for `-`.
    pub name: String,
    /// Its folder.
    pub folder: String,
    /// Its library's root file, below the repository's root.
    pub root: String,
    /// Root files of its binaries, tests, benchmarks and examples, where the manifest names them.
    pub others: Vec<String>,
}
