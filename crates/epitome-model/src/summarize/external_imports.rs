//! What a file takes from outside its repository.

use crate::outline::Import;

/// First parts of the modules from outside, in order, without duplicates.
pub(super) fn external_imports(imports: &[Import]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for import in imports {
        let module = import.module.trim_matches(['"', '\'', '<', '>', ' ']);
        if module.starts_with(['.', '/'])
            || module.is_empty()
            || module.starts_with("crate")
            || module.starts_with("self")
            || module.starts_with("super")
            || module.starts_with("@/")
            || module.starts_with("~/")
        {
            continue;
        }
        let name = root_of(module);
        let fits = name.len() > 1 && name.len() <= 60 && !name.contains(['`', ' ', '{', '…']);
        if fits
            && !matches!(name.as_str(), "__future__" | "typing" | "std" | "core" | "alloc")
            && !names.contains(&name)
        {
            names.push(name);
        }
        if names.len() == 8 {
            break;
        }
    }
    names
}

/// `github.com/gin-gonic/gin/x` is `github.com/gin-gonic/gin`; `os.path` is `os`; `@a/b/c` is `@a/b`.
fn root_of(module: &str) -> String {
    if module.starts_with('@')
        || module.split('/').next().is_some_and(|host| host.contains('.') && !host.ends_with(".h"))
            && module.contains('/')
    {
        let keep = if module.starts_with('@') { 2 } else { 3 };
        return module.split('/').take(keep).collect::<Vec<_>>().join("/");
    }
    if module.contains("::") {
        return module.split("::").next().unwrap_or(module).to_owned();
    }
    if module.contains('\\') {
        return module.split('\\').find(|part| !part.is_empty()).unwrap_or(module).to_owned();
    }
    if module.ends_with(".h") || module.ends_with(".hpp") {
        return module.to_owned();
    }
    let first = module.split(['/', '.']).next().unwrap_or(module);
    // Java and its kin begin with the organisation.
    if matches!(
        first,
        "org" | "com" | "io" | "net" | "java" | "javax" | "kotlin" | "kotlinx" | "scala"
    ) {
        return module
            .split('.')
            .take(if matches!(first, "java" | "javax" | "kotlin" | "kotlinx" | "scala") {
                2
            } else {
                3
            })
            .collect::<Vec<_>>()
            .join(".");
    }
    first.to_owned()
}
