//! Types that hold one value, and the calls that give it back: `Promise`, `Result`, `Option`.

use super::family::Family;
use super::types::Value;

/// What an asynchronous function gives once it is awaited.
pub(super) fn awaited(ty: &str, family: Family) -> &str {
    let ty = ty.trim().trim_matches(['"', '\'']);
    let wrappers: &[&str] = match family {
        Family::Ecmascript => &["Promise<"],
        Family::Python => &["Awaitable[", "Coroutine["],
        _ => &[],
    };
    for wrapper in wrappers {
        if let Some(inner) = ty.strip_prefix(wrapper) {
            return first_argument(inner);
        }
    }
    ty
}

/// The type inside Rust's `Option` and `Result`, and whether it was inside one.
pub(super) fn unheld(ty: &str) -> (&str, bool) {
    let mut ty = ty.trim();
    let mut held = false;
    for _ in 0..3 {
        let bare = ty.trim_start_matches('&').trim_start();
        let Some((wrapper, inner)) = bare.split_once('<') else { break };
        let last = wrapper.rsplit("::").next().unwrap_or(wrapper);
        if !matches!(last, "Option" | "Result") {
            break;
        }
        ty = first_argument(inner).trim();
        held = true;
    }
    (ty, held)
}

/// The first of the arguments that an opened bracket holds.
fn first_argument(inner: &str) -> &str {
    let mut depth = 0_u32;
    for (i, c) in inner.char_indices() {
        match c {
            '<' | '[' | '(' => depth += 1,
            ',' if depth == 0 => return &inner[..i],
            '>' | ']' | ')' if depth == 0 => return &inner[..i],
            '>' | ']' | ')' => depth -= 1,
            _ => {}
        }
    }
    inner
}

/// What a method of `Option` or `Result` makes of the instance in it.
pub(super) fn opened(class: u32, method: &str) -> Option<Value> {
    match method {
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default"
        | "unwrap_unchecked" => Some(Value::Instance(class)),
        "as_ref" | "as_mut" | "as_deref" | "as_deref_mut" | "ok" | "ok_or" | "ok_or_else"
        | "map_err" | "cloned" | "copied" | "take" | "or" | "or_else" | "transpose" => {
            Some(Value::Held(class))
        }
        _ => None,
    }
}

/// Whether a method belongs to `Option` and `Result` rather than to what they hold.
pub(super) fn is_holders(method: &str) -> bool {
    opened(0, method).is_some()
        || matches!(
            method,
            "is_some"
                | "is_none"
                | "is_ok"
                | "is_err"
                | "map"
                | "map_or"
                | "map_or_else"
                | "and"
                | "and_then"
                | "filter"
                | "iter"
                | "err"
                | "flatten"
                | "is_some_and"
                | "is_none_or"
                | "unwrap_err"
                | "expect_err"
                | "insert"
                | "get_or_insert_with"
                | "replace"
                | "zip"
        )
}

/// Calls on pointers, cells and clonable values that give the same value again.
pub(super) fn passes_through(method: &str) -> bool {
    matches!(
        method,
        "clone"
            | "to_owned"
            | "borrow"
            | "borrow_mut"
            | "as_ref"
            | "as_mut"
            | "lock"
            | "by_ref"
            | "unwrap"
            | "expect"
            | "deref"
            | "deref_mut"
            | "get_mut"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappers_are_taken_off() {
        fn check(ty: &str, expected: (&str, bool)) {
            assert_eq!(unheld(ty), expected, "{ty}");
        }
        check("Foo", ("Foo", false));
        check("Option<&'a Foo<T, U>>", ("&'a Foo<T, U>", true));
        check("io::Result<Option<Foo>>", ("Foo", true));
        check("Result<(A, B), E>", ("(A, B)", true));
        check("Vec<Foo>", ("Vec<Foo>", false));
        assert_eq!(awaited("Promise<Map<A, B>>", Family::Ecmascript), "Map<A, B>");
        assert_eq!(awaited("Promise<A>", Family::Go), "Promise<A>");
    }
}
