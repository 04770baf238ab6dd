//! Verbs that lead the names of functions. Sorted, so that a lookup is a binary search.

/// Words that a function's name may begin with and that say what it does.
#[rustfmt::skip]
pub(super) const VERBS: &[&str] = &[
    "abort", "absorb", "accelerate", "accept", "accompany", "accumulate", "achieve", "acquire",
    "activate", "adapt", "add", "adjust", "adopt", "advance", "aggregate", "align", "allocate",
    "allow", "amend", "analyse", "analyze", "animate", "annotate", "announce", "answer", "appear",
    "append", "apply", "approve", "arrange", "arrive", "ask", "assemble", "assert", "assess",
    "assign", "assist", "assume", "assure", "attach", "attempt", "attend", "augment",
    "authenticate", "authorize", "avoid", "await", "bake", "balance", "become", "begin", "belong",
    "bind", "blend", "block", "boost", "boot", "bootstrap", "borrow", "break", "bring", "broadcast",
    "browse", "bubble", "buffer", "build", "bump", "bundle", "bypass", "cache", "calculate",
    "calibrate", "call", "cancel", "capitalize", "capture", "carry", "cast", "catch", "categorize",
    "chain", "change", "charge", "check", "choose", "chop", "circulate", "clamp", "clarify",
    "classify", "clean", "cleanup", "clear", "click", "clip", "clone", "close", "cluster",
    "coalesce", "coerce", "collapse", "collect", "color", "colour", "combine", "commence", "commit",
    "communicate", "compact", "compare", "compile", "complain", "complete", "compose", "compress",
    "compute", "concat", "concatenate", "configure", "confirm", "conform", "connect", "consider",
    "construct", "consume", "contact", "contain", "continue", "contribute", "control", "convert",
    "coordinate", "copy", "correct", "correspond", "count", "cover", "crawl", "create", "crop",
    "cross", "cut", "cycle", "deactivate", "deal", "debounce", "debug", "decide", "declare",
    "decode", "decompress", "decorate", "decrease", "decrement", "decrypt", "dedent", "deduce",
    "dedupe", "deduplicate", "deepen", "defer", "define", "deinit", "delay", "delegate", "delete",
    "deliver", "demangle", "demote", "denormalize", "deny", "deploy", "depopulate", "deprecate",
    "dequeue", "dereference", "derive", "descend", "describe", "deserialize", "destroy",
    "destructure", "detach", "detect", "determine", "diagnose", "dictate", "die", "diff", "differ",
    "disable", "disassemble", "discard", "disconnect", "discover", "discretize", "dismiss",
    "dispatch", "display", "dispose", "distribute", "dive", "divide", "do", "downcast", "downgrade",
    "download", "downsample", "drain", "draw", "drive", "drop", "dump", "duplicate", "edit",
    "eject", "elaborate", "elect", "elide", "eliminate", "embed", "emit", "emphasise", "emphasize",
    "emulate", "enable", "encapsulate", "encode", "encounter", "encrypt", "end", "enforce",
    "engage", "enhance", "enlarge", "enqueue", "enrich", "ensure", "enter", "enumerate", "equip",
    "erase", "escape", "establish", "estimate", "evaluate", "evict", "examine", "exclude", "exec",
    "execute", "exhaust", "exist", "exit", "expand", "expect", "expire", "explain", "explode",
    "explore", "export", "expose", "express", "extend", "extract", "factor", "fail", "fake", "feed",
    "fetch", "fill", "filter", "finalize", "find", "finish", "fire", "fit", "fix", "flatten",
    "flip", "flush", "fold", "follow", "forbid", "force", "forget", "fork", "format", "forward",
    "free", "freeze", "fulfill", "fuzz", "gather", "generate", "get", "give", "glob",
    "govern", "grant", "grep", "group", "grow", "guard", "guess", "guide", "halt", "handle",
    "happen", "harvest", "hash", "help", "hide", "highlight", "hint", "hit", "hoist", "hold",
    "hook", "hydrate", "identify", "ignore", "implement", "imply", "import", "improve", "impute",
    "include", "incorporate", "increase", "increment", "indent", "indicate", "infer", "inflate",
    "inform", "inherit", "init", "initialise", "initialize", "inject", "inline", "insert",
    "inspect", "install", "instantiate", "instrument", "intercept", "interleave", "intern",
    "interpolate", "interpret", "intersect", "intersperse", "introduce", "invalidate", "invert",
    "invoke", "isolate", "iterate", "join", "jump", "keep", "kill", "label", "latch", "launch",
    "lay", "lead", "learn", "leave", "lend", "let", "lex", "lift", "limit", "link", "lint", "list",
    "listen", "load", "localize", "locate", "lock", "log", "login", "logout", "lookup", "lower",
    "lowercase", "make", "manage", "mangle", "manipulate", "map", "mark", "marshal", "mask",
    "match", "materialize", "maximize", "measure", "memoize", "memorize", "merge", "migrate",
    "minify", "minimize", "mirror", "mock", "modify", "monitor", "mount", "move", "multiply",
    "mutate", "navigate", "negate", "negotiate", "nest", "normalise", "normalize", "notify",
    "nudge", "obey", "obscure", "observe", "obtain", "offer", "omit", "open", "optimise",
    "optimize", "order", "orient", "outline", "output", "overflow", "overlay", "overload",
    "override", "overwrite", "pack", "pad", "paint", "pair", "panic", "parametrize", "parse",
    "partition", "pass", "paste", "patch", "pause", "peek", "penalize", "pend", "perform", "permit",
    "permute", "persist", "perturb", "pick", "pickle", "pin", "ping", "play", "pluralize", "poison",
    "poll", "pop", "populate", "post", "postprocess", "predict", "prefer", "prefetch", "preload",
    "prepare", "prepend", "preprocess", "preselect", "preserve", "press", "pretend", "prevent",
    "preview", "print", "prioritize", "probe", "process", "produce", "profile", "promote", "prompt",
    "propagate", "propose", "protect", "prove", "provide", "prune", "publish", "pull", "pulse",
    "purge", "push", "put", "qualify", "quantize", "quit", "quote", "raise", "randomize", "rank",
    "reach", "react", "read", "reap", "rearrange", "rebase", "rebind", "rebuild", "recalculate",
    "recall", "receive", "recommend", "recompute", "reconcile", "reconnect", "reconstruct",
    "record", "recover", "recreate", "recurse", "recycle", "redirect", "redisplay", "redo",
    "redraw", "reduce", "refactor", "refine", "reflect", "refresh", "regard", "regenerate",
    "register", "rehash", "reindex", "reinitialize", "reject", "relate", "relax", "release",
    "reload", "relocate", "rely", "remap", "remember", "remind", "remove", "rename", "render",
    "reopen", "reorder", "repair", "reparent", "repeat", "replace", "replay", "reply", "report",
    "represent", "reproduce", "request", "require", "resample", "rescale", "reschedule", "reserve",
    "reset", "reshape", "resize", "resolve", "respond", "restart", "restore", "restrict", "resume",
    "retain", "retrain", "retrieve", "retry", "return", "reuse", "revalidate", "reveal", "reverse",
    "revert", "revise", "revoke", "rewind", "rewrite", "roll", "rotate", "round", "route", "run",
    "sample", "sanitize", "satisfy", "save", "scale", "scan", "schedule", "score", "scroll", "seal",
    "search", "seed", "seek", "segment", "select", "send", "serialise", "serialize", "serve", "set",
    "setup", "shadow", "share", "shift", "ship", "shorten", "shout", "show", "shrink", "shuffle",
    "shut", "shutdown", "sign", "signal", "simplify", "simulate", "skip", "sleep", "slice",
    "smooth", "snap", "sniff", "sort", "spawn", "specify", "spill", "splice", "split", "spread",
    "squash", "standardize", "start", "steal", "stitch", "stop", "store", "stream", "strengthen",
    "stringify", "strip", "stub", "subclass", "submit", "subscribe", "substitute", "subtract",
    "suggest", "sum", "summarize", "supply", "support", "suppress", "suspend", "swallow", "swap",
    "sweep", "switch", "synchronize", "synthesize", "tabulate", "tag", "take", "tally", "teardown",
    "tee", "tell", "terminate", "test", "throttle", "throw", "tick", "tidy", "titleize", "toggle",
    "tokenise", "tokenize", "touch", "trace", "track", "train", "transfer", "transform",
    "transition", "translate", "transmit", "transpose", "traverse", "trigger", "trim", "truncate",
    "try", "tune", "turn", "unbind", "underline", "undo", "unescape", "unfold", "unify", "unindent",
    "uninstall", "unlink", "unload", "unlock", "unmap", "unmarshal", "unmount", "unpack",
    "unpickle", "unquote", "unravel", "unregister", "unroll", "unset", "unshift", "unstack",
    "unsubscribe", "untar", "untrack", "unwrap", "unzip", "update", "upgrade", "upload",
    "uppercase", "upsert", "use", "vacuum", "validate", "vectorize", "verify", "view", "visit",
    "visualize", "vote", "wait", "wake", "walk", "warn", "watch", "weigh", "widen", "wipe",
    "withdraw", "wrap", "write", "yield", "zip", "zoom",
];

/// Verbs that are as often nouns: alone, before no object, they name a thing.
#[rustfmt::skip]
pub(super) const NOUNS_TOO: &[&str] = &[
    "balance", "bundle", "cache", "change", "compact", "complete", "control", "copy", "correct",
    "count", "cycle", "debug", "delay", "diff", "display", "duplicate", "end", "exit", "export",
    "express", "factor", "filter", "format", "free", "group", "hash", "hint", "hook", "import",
    "label", "limit", "link", "list", "lock", "log", "lower", "map", "mask", "match", "order",
    "output", "pad", "patch", "pause", "post", "process", "profile", "prompt", "quote",
    "rank", "record", "release", "repeat", "reply", "report", "request", "reset",
    "return", "reverse", "round", "route", "sample", "scale", "schedule", "score", "search", "seed",
    "segment", "signal", "slice", "sort", "stream", "stub", "sum", "support", "switch", "tag",
    "test", "trace", "track", "transfer", "transform", "transition", "trigger", "upgrade", "upload",
    "view", "zoom",
];

/// Verbs that are mostly nouns when another word stands before them: `query_set`, `file_load`.
#[rustfmt::skip]
pub(super) const NOUNS_SECOND: &[&str] = &[
    "abort", "accept", "advance", "answer", "ask", "assist", "attempt", "back", "bind", "block",
    "boot", "borrow", "bound", "break", "broadcast", "buffer", "build", "bundle", "bypass",
    "call", "capture", "cast", "chain", "charge", "check", "clean", "cleanup", "clear", "click",
    "clip", "close", "cluster", "color", "colour", "commit", "complete", "contact",
    "coordinate", "cover", "cross", "cut", "debounce", "delegate", "die", "dispatch",
    "download", "draw", "drop", "dump", "edit", "end", "fail", "feed", "fill", "fire", "fit",
    "fix", "flip", "flush", "fold", "force", "fork", "give", "glob", "go", "grant", "group",
    "guard", "guide", "help", "hit", "hold", "ignore", "include", "increase", "indent", "init",
    "inline", "insert", "install", "intercept", "join", "lead", "leave", "lift", "lint", "load",
    "login", "logout", "lookup", "mark", "merge", "mirror", "miss", "mock", "mount", "move",
    "offer", "open", "outline", "overlay", "overload", "pack", "pad", "pair", "panic",
    "partition", "pass", "paste", "pin", "ping", "place", "play", "plot", "poll", "pop",
    "press", "preview", "pull", "pulse", "push", "query", "reach", "read", "redirect", "run",
    "select", "set", "setup", "share", "shift", "show", "shutdown", "sign", "slice", "spawn",
    "splice", "split", "spread", "stack", "start", "stop", "store", "subclass", "swap", "sweep",
    "target", "throttle", "tick", "touch", "train", "trim", "try", "turn", "underline",
    "update", "upload", "uppercase", "use", "view", "visit", "vote", "wait", "walk", "warn",
    "watch", "work", "wrap", "yield", "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(VERBS.is_sorted() && NOUNS_TOO.is_sorted() && NOUNS_SECOND.is_sorted());
        for noun in NOUNS_TOO {
            assert!(VERBS.contains(noun), "{noun} is no verb");
        }
    }
}
