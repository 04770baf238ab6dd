"""Projects whose code judges the model and must not teach it, in any release, repackaging or vendored copy."""

import re

# Names that mean nothing else: found anywhere in a path or a package name, they leave it out.
ANYWHERE = (
    "abseil absl/ aeson aiohttp alamofire ast-grep ast_grep astroid astropy axios bash-it bash_it bats-core docusaurus fastapi fastlane fluentd guzzle http4s "
    "immutable-js javaparser jekyll commons-lang commons/lang kotlinx.coroutines kotlinx-coroutines kotlinx/coroutines laravel illuminate lazy.nvim libuv lombok lucene marshmallow "
    "matplotlib mpl_toolkits messagepack-csharp messagepack_csharp micropython mini.nvim model2vec monolog newtonsoft nlohmann nushell pandoc php-cs-fixer "
    "phpcsfixer phpspreadsheet preact prometheus pvlib pydantic pydicom pylint pytest pyvista ripgrep rubocop rust-analyzer rust_analyzer ra_ap_ rxjava reactivex "
    "scikit-learn scikit_learn sklearn seaborn sinatra snapkit sqlfluff starlette streamlink sympy tantivy telescope.nvim terraform three.js threejs tokio trpc "
    "valkey vitest xarray xmonad zig-clap httpx babel django dapper uutils uucore reduxjs vuejs @vue spf13/cobra go-chi gin-gonic caddyserver gohugoio "
    "activesupport activerecord actionpack actionview activemodel railties activestorage actioncable actionmailer activejob actiontext faker gson"
).split()
# Ordinary words: only where they are a whole part of a package's name, or a whole folder or file name.
WHOLE = set(
    "bat bats caddy cats chi circe click cobra conan coreutils curl druid ecto exposed express fmt fpm gin helix hugo jq ktor nvm phoenix plug rack "
    "rails redis redux reflex requests restic ruff serde sphinx vapor vue zls zod axum three immutable".split()
)
# Crates and packages that live in the repository of a project above under another name.
SIBLINGS = set("ignore globset grep lsp-server la-arena line-index salsa smol_str nu-ansi-term text-size bstr-none json-hpp".split()) - {"salsa", "bstr-none"}


def left_out_name(name):
    """Whether a package, by its name, is one of the projects or lives with one."""
    name = name.lower()
    if name in SIBLINGS or name.startswith(("uu_", "nu-", "grep-", "helix-", "ruff_", "@vue/", "@babel/")):
        return True
    return any(a.rstrip("/") in name for a in ANYWHERE) or any(p in WHOLE for p in re.split(r"[-_./@+]", name))


def left_out_path(path):
    """Whether a path inside a package looks like a copy of one of the projects."""
    lower = path.lower()
    if any(a in lower for a in ANYWHERE):
        return True
    parts = lower.split("/")
    leaf = parts.pop()
    if any(re.sub(r"[-_.]?(js|py|go|rb|\d[\d.]*)$|^(go|py|node|lib)[-_]", "", p) in WHOLE or p in WHOLE for p in parts):
        return True
    stem, _, ending = leaf.rpartition(".")
    # `fmt.rs` is a module about formatting; `fmt.h` and `json.hpp` are copies of the libraries.
    return leaf == "json.hpp" or ending not in ("rs", "go") and stem in WHOLE
