//! What a file's name alone gives away.
//!
//! Tables, kept short on purpose: a name is listed only where it is hardly ever given to code that
//! people write. The rest is left to the content. Nothing here opens a file.

use super::class::SkipReason;

/// A folder whose content is other people's code.
pub(super) struct VendorRule {
    name: &'static str,
    /// Names also given to ordinary code need proof: one of these must exist in the folder…
    pub(super) inside: &'static [&'static str],
    /// …or one of these beside it.
    pub(super) beside: &'static [&'static str],
}

impl VendorRule {
    /// Whether the name alone is enough.
    pub(super) fn needs_no_proof(&self) -> bool {
        self.inside.is_empty() && self.beside.is_empty()
    }
}

const fn vendor(name: &'static str) -> VendorRule {
    VendorRule { name, inside: &[], beside: &[] }
}

#[rustfmt::skip]
static VENDORED: &[VendorRule] = &[
    vendor("node_modules"), vendor("bower_components"), vendor("jspm_packages"),
    vendor("vendor"), vendor("_vendor"),
    vendor("third_party"), vendor("third-party"), vendor("thirdparty"), vendor("ThirdParty"),
    vendor("3rdparty"), vendor("3rd_party"), vendor("3rd-party"),
    vendor("site-packages"), vendor("dist-packages"), vendor("__pypackages__"),
    vendor(".venv"), vendor(".tox"), vendor(".nox"), vendor(".eggs"),
    vendor(".yarn"), vendor(".pnpm-store"), vendor("elm-stuff"),
    // Python's own library has a package named `venv`, and an `env` may be anything.
    VendorRule { name: "venv", inside: &["pyvenv.cfg"], beside: &[] },
    VendorRule { name: "env", inside: &["pyvenv.cfg"], beside: &[] },
    VendorRule { name: "virtualenv", inside: &["pyvenv.cfg"], beside: &[] },
    // A Kubernetes page may well live in `Pods`.
    VendorRule { name: "Pods", inside: &["Manifest.lock", "Pods.xcodeproj"], beside: &["Podfile"] },
    VendorRule { name: "Carthage", inside: &["Checkouts", "Build"], beside: &["Cartfile"] },
    VendorRule { name: "deps", inside: &[], beside: &["mix.exs", "rebar.config"] },
    VendorRule { name: "Godeps", inside: &["Godeps.json"], beside: &[] },
];

/// The rule for a folder of this name.
pub(super) fn vendor_rule(folder: &[u8]) -> Option<&'static VendorRule> {
    VENDORED.iter().find(|rule| rule.name.as_bytes() == folder)
}

/// Names of locks and wrappers that a tool writes, in lower case.
#[rustfmt::skip]
static GENERATED_NAMES: &[&str] = &[
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
    "deno.lock", "cargo.lock", "go.sum", "go.work.sum", "poetry.lock", "uv.lock", "pdm.lock",
    "pixi.lock", "pipfile.lock", "composer.lock", "gemfile.lock", "mix.lock", "rebar.lock",
    "pubspec.lock", "podfile.lock", "cartfile.resolved", "package.resolved", "flake.lock",
    "gradle.lockfile", "packages.lock.json", "module.bazel.lock", ".terraform.lock.hcl",
    "stack.yaml.lock", "conan.lock", "buf.lock", "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd",
];

/// Ends of names that a generator gives, in lower case.
#[rustfmt::skip]
static GENERATED_ENDS: &[&str] = &[
    ".pb.go", ".pb.gw.go", ".pb.validate.go", ".connect.go", ".gen.go", "_generated.go",
    ".pb.cc", ".pb.h", ".pb.swift", ".grpc.swift", ".pb.rs",
    ".pb.dart", ".pbenum.dart", ".pbgrpc.dart", ".pbjson.dart", ".pbserver.dart",
    ".g.dart", ".gr.dart", ".freezed.dart", ".mocks.dart",
    "_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi",
    "_pb.js", "_pb.ts", "_pb.d.ts", "_grpc_pb.js", "_grpc_pb.d.ts", "_pb.rb",
    ".designer.cs", ".designer.vb", ".g.cs", ".g.i.cs", ".generated.cs",
    ".js.map", ".mjs.map", ".cjs.map", ".ts.map", ".css.map", ".snap",
];

static MINIFIED_ENDS: &[&str] = &[".min.js", ".min.mjs", ".min.cjs", ".min.css", ".min.html"];

/// What the name says against a file, if it says anything.
pub(super) fn by_name(name: &[u8]) -> Option<SkipReason> {
    let lower = name.to_ascii_lowercase();
    let ends_with = |end: &&&str| lower.len() > end.len() && lower.ends_with(end.as_bytes());
    if MINIFIED_ENDS.iter().any(|end| ends_with(&end)) {
        return Some(SkipReason::Minified);
    }
    if GENERATED_NAMES.iter().any(|exact| exact.as_bytes() == lower) {
        return Some(SkipReason::Generated { marker: String::from_utf8_lossy(name).into() });
    }
    if let Some(end) = GENERATED_ENDS.iter().find(ends_with) {
        return Some(SkipReason::Generated { marker: format!("*{end}").into() });
    }
    is_binary_extension(extension(&lower)).then_some(SkipReason::Binary)
}

/// What follows the last dot; nothing for `.bashrc` and `Makefile`.
fn extension(name: &[u8]) -> &[u8] {
    match memchr::memrchr(b'.', name) {
        None | Some(0) => b"",
        Some(dot) => &name[dot + 1..],
    }
}

/// Only formats that are never text. `.ts` is also video, `.pkl` also Python's pickles, `.mo` also
/// translations and `.pt` also weights: those are opened and looked at.
#[rustfmt::skip]
fn is_binary_extension(extension: &[u8]) -> bool {
    matches!(extension,
        b"png" | b"jpg" | b"jpeg" | b"gif" | b"webp" | b"bmp" | b"ico" | b"icns" | b"tif" | b"tiff"
        | b"avif" | b"heic" | b"jxl" | b"psd" | b"xcf" | b"sketch" | b"blend" | b"glb"
        | b"mp3" | b"mp4" | b"m4a" | b"m4v" | b"wav" | b"flac" | b"ogg" | b"opus" | b"webm"
        | b"mov" | b"avi" | b"mkv" | b"swf"
        | b"zip" | b"gz" | b"tgz" | b"bz2" | b"xz" | b"zst" | b"lz4" | b"7z" | b"rar" | b"tar"
        | b"jar" | b"war" | b"ear" | b"aar" | b"apk" | b"ipa" | b"deb" | b"rpm" | b"dmg" | b"iso"
        | b"msi" | b"nupkg" | b"whl" | b"gem" | b"crate" | b"vsix"
        | b"exe" | b"dll" | b"so" | b"dylib" | b"o" | b"a" | b"pyc" | b"pyo" | b"pyd" | b"class"
        | b"wasm" | b"node" | b"rlib" | b"rmeta" | b"beam"
        | b"pdf" | b"docx" | b"xls" | b"xlsx" | b"ppt" | b"pptx" | b"odt" | b"ods"
        | b"ttf" | b"otf" | b"woff" | b"woff2" | b"eot"
        | b"sqlite" | b"sqlite3" | b"parquet" | b"arrow" | b"npy" | b"npz" | b"pickle"
        | b"onnx" | b"safetensors" | b"gguf" | b"h5" | b"hdf5" | b"tflite"
        | b"keystore" | b"jks" | b"p12" | b"pfx"
    )
}

/// Whether this is a README. Some are put together by a tool, and are still the best words there
/// are about a folder.
pub(super) fn is_readme(name: &[u8]) -> bool {
    name.len() >= 6 && name[..6].eq_ignore_ascii_case(b"readme")
}

/// Whether long lines are natural in a file of this name: prose with a paragraph to the line, and
/// tables.
pub(super) fn may_have_long_lines(name: &[u8]) -> bool {
    let lower = name.to_ascii_lowercase();
    matches!(
        extension(&lower),
        b"md"
            | b"markdown"
            | b"mdx"
            | b"rst"
            | b"txt"
            | b"text"
            | b"adoc"
            | b"asciidoc"
            | b"org"
            | b"tex"
            | b"rtf"
            | b"po"
            | b"pot"
            | b"csv"
            | b"tsv"
            | b"log"
    )
}
