//! Lists of words that a query is read by.

/// Words that every text has, as terms.
pub(super) const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "also", "an", "and", "ani", "any", "are", "as", "at", "be", "becaus", "been", "both", "by",
    "can", "could", "did", "do", "doe", "does", "done", "each", "for", "from", "get", "got", "ha",
    "had", "has", "have", "he", "here", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "may", "might", "more", "most", "my", "no", "not", "of", "on", "onli", "only", "or", "other",
    "our", "own", "same", "she", "should", "so", "some", "such", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "thi", "this", "those", "to", "too", "use", "used",
    "using", "veri", "very", "via", "wa", "was", "we", "were", "what", "when", "where", "which",
    "who", "whi", "why", "will", "with", "would", "you", "your",
];

/// Verbs that a sentence about a function begins with, sorted.
pub(super) const VERBS: &[&str] = &[
    "add", "allow", "append", "apply", "assert", "attempt", "build", "calculate", "call", "check",
    "close", "compute", "configure", "construct", "consume", "convert", "copy", "create",
    "customize", "decode", "decompose", "delete", "determine", "draw", "emit", "enable", "encode",
    "ensure", "execute", "extract", "fetch", "filter", "find", "format", "generate", "get", "give",
    "handle", "implement", "insert", "iterate", "list", "load", "make", "map", "merge", "move",
    "normalize", "open", "parse", "perform", "prepare", "print", "process", "produce", "provide",
    "raise", "read", "reduce", "register", "remove", "render", "replace", "report", "resolve",
    "retrieve", "return", "run", "send", "set", "split", "start", "stop", "store", "support",
    "take", "test", "throw", "try", "update", "use", "validate", "verify", "walk", "wrap", "write",
];

/// Headings of the forms that reports are written into, in lower case.
pub(super) const BOILERPLATE: &[&str] = &[
    "search before asking",
    "code of conduct",
    "are you willing",
    "what happened",
    "expected behaviour",
    "expected behavior",
    "observed behaviour",
    "observed behavior",
    "actual behaviour",
    "actual behavior",
    "current behavior",
    "how to reproduce",
    "steps to reproduce",
    "dialect",
    "version",
    "configuration",
    "environment",
];
