//! Word lists: what short forms stand for and how words behave. Each is sorted, so that a lookup is
//! a binary search.

/// What programmers shorten, and the word.
#[rustfmt::skip]
pub(super) const ABBREVIATIONS: &[(&str, &str)] = &[
    ("addr", "address"), ("addrs", "addresses"), ("arg", "argument"), ("args", "arguments"),
    ("argv", "arguments"), ("arr", "array"), ("arrs", "arrays"),
    ("attr", "attribute"), ("attrs", "attributes"),
    ("authn", "authentication"), ("authz", "authorization"), ("bg", "background"),
    ("bool", "boolean"), ("bools", "booleans"), ("btn", "button"), ("buf", "buffer"),
    ("bufs", "buffers"), ("calc", "calculation"), ("cb", "callback"),
    ("cbs", "callbacks"), ("cert", "certificate"), ("certs", "certificates"),
    ("cfg", "configuration"), ("char", "character"), ("chars", "characters"), ("cmd", "command"),
    ("cmds", "commands"), ("col", "column"), ("coll", "collection"), ("cols", "columns"),
    ("cond", "condition"), ("conds", "conditions"), ("conf", "configuration"),
    ("conn", "connection"),
    ("conns", "connections"), ("coord", "coordinate"), ("coords", "coordinates"),
    ("ctx", "context"), ("cur", "current"), ("curr", "current"), ("cwd", "working directory"),
    ("db", "database"), ("decl", "declaration"), ("decls", "declarations"), ("def", "definition"),
    ("defs", "definitions"), ("dep", "dependency"), ("deps", "dependencies"),
    ("desc", "description"), ("dest", "destination"), ("dict", "dictionary"),
    ("dicts", "dictionaries"),
    ("dim", "dimension"), ("dims", "dimensions"), ("dir", "directory"), ("dirs", "directories"),
    ("dst", "destination"),
    ("dur", "duration"), ("el", "element"), ("elem", "element"), ("elems", "elements"),
    ("els", "elements"), ("env", "environment"), ("envs", "environments"), ("eof", "end of file"),
    ("eol", "end of line"), ("err", "error"), ("errs", "errors"), ("evt", "event"),
    ("exc", "exception"), ("excs", "exceptions"), ("expr", "expression"), ("exprs", "expressions"),
    ("ext", "extension"), ("exts", "extensions"), ("fd", "descriptor"), ("fmt", "format"),
    ("fn", "function"), ("fns", "functions"), ("fs", "file system"), ("func", "function"),
    ("funcs", "functions"), ("hdr", "header"), ("hdrs", "headers"), ("ident", "identifier"),
    ("idents", "identifiers"), ("idx", "index"), ("img", "image"), ("imgs", "images"),
    ("impl", "implementation"), ("impls", "implementations"),
    ("int", "integer"), ("ints", "integers"), ("iter", "iterator"), ("iters", "iterators"),
    ("kw", "keyword"), ("kwargs", "keyword arguments"), ("lang", "language"),
    ("langs", "languages"), ("len", "length"), ("lf", "line feed"), ("lhs", "left side"),
    ("libs", "libraries"),
    ("max", "maximum"), ("mem", "memory"), ("mgr", "manager"), ("min", "minimum"),
    ("mod", "module"), ("mods", "modules"), ("msg", "message"), ("msgs", "messages"),
    ("mtx", "mutex"), ("mut", "mutable"), ("nav", "navigation"), ("nr", "number"),
    ("num", "number"), ("nums", "numbers"), ("obj", "object"), ("objs", "objects"),
    ("opt", "option"), ("opts", "options"),
    ("orig", "original"), ("param", "parameter"), ("params", "parameters"),
    ("pats", "patterns"), ("pct", "percent"), ("perm", "permission"), ("perms", "permissions"),
    ("pkg", "package"), ("pkgs", "packages"), ("pos", "position"), ("pred", "predicate"),
    ("pref", "preference"), ("prefs", "preferences"), ("prev", "previous"), ("priv", "private"),
    ("prop", "property"), ("props", "properties"), ("ptr", "pointer"), ("ptrs", "pointers"),
    ("pub", "public"), ("pwd", "working directory"), ("qty", "quantity"), ("rand", "random"),
    ("rect", "rectangle"), ("ref", "reference"), ("refs", "references"),

    ("req", "request"), ("reqs", "requests"),
    ("resolv", "resolver"), ("resp", "response"), ("rhs", "right side"),
    ("sep", "separator"), ("seq", "sequence"), ("seqs", "sequences"),
    ("src", "source"), ("srcs", "sources"),
    ("stat", "statistic"), ("stats", "statistics"), ("stderr", "standard error"),
    ("stdin", "standard input"), ("stdout", "standard output"), ("stmt", "statement"),
    ("stmts", "statements"), ("str", "string"), ("strs", "strings"), ("subst", "substitution"),
    ("svc", "service"), ("sym", "symbol"), ("syms", "symbols"), ("sys", "system"), ("sz", "size"),
    ("tbl", "table"), ("temp", "temporary"), ("templ", "template"), ("tmp", "temporary"),
    ("tmpl", "template"), ("tok", "token"), ("toks", "tokens"),
    ("txn", "transaction"), ("ty", "type"), ("tys", "types"), ("uid", "user ID"),
    ("uint", "unsigned integer"), ("usr", "user"), ("util", "utility"), ("utils", "utilities"),
    ("val", "value"), ("vals", "values"), ("var", "variable"), ("vars", "variables"),
    ("vec", "vector"), ("vecs", "vectors"),
];

/// What is written with capitals.
#[rustfmt::skip]
pub(super) const ACRONYMS: &[(&str, &str)] = &[
    ("acid", "ACID"), ("aes", "AES"), ("amqp", "AMQP"), ("ansi", "ANSI"), ("api", "API"),
    ("apis", "APIs"), ("ascii", "ASCII"), ("cli", "CLI"), ("cors", "CORS"), ("cpu", "CPU"),
    ("crc", "CRC"), ("crud", "CRUD"), ("csrf", "CSRF"), ("css", "CSS"), ("csv", "CSV"), ("curl", "curl"),
    ("ddl", "DDL"), ("dml", "DML"), ("dns", "DNS"), ("dom", "DOM"), ("fifo", "FIFO"),
    ("ftp", "FTP"), ("gc", "GC"), ("gif", "GIF"), ("glsl", "GLSL"), ("gpu", "GPU"),
    ("grpc", "gRPC"), ("gzip", "gzip"), ("hmac", "HMAC"), ("hsl", "HSL"), ("hsv", "HSV"),
    ("html", "HTML"), ("http", "HTTP"), ("https", "HTTPS"), ("iana", "IANA"), ("id", "ID"),
    ("ide", "IDE"), ("ids", "IDs"), ("imap", "IMAP"), ("io", "I/O"), ("ip", "IP"), ("iso", "ISO"),
    ("jpeg", "JPEG"), ("json", "JSON"), ("jsx", "JSX"), ("jvm", "JVM"), ("jwt", "JWT"),
    ("ldap", "LDAP"), ("lru", "LRU"), ("md5", "MD5"), ("mime", "MIME"), ("mqtt", "MQTT"),
    ("ndim", "number of dimensions"), ("npm", "npm"), ("oauth", "OAuth"), ("orm", "ORM"),
    ("os", "OS"), ("pdf", "PDF"), ("png", "PNG"), ("posix", "POSIX"), ("rest", "rest"),
    ("rfc", "RFC"), ("rgb", "RGB"), ("rgba", "RGBA"), ("rpc", "RPC"), ("rsa", "RSA"),
    ("rss", "RSS"), ("saas", "SaaS"), ("saml", "SAML"), ("sdk", "SDK"), ("seo", "SEO"),
    ("sha", "SHA"), ("sha1", "SHA-1"), ("sha256", "SHA-256"), ("smtp", "SMTP"), ("sql", "SQL"),
    ("ssh", "SSH"), ("ssl", "SSL"), ("svg", "SVG"), ("tar", "TAR"), ("tcp", "TCP"), ("tls", "TLS"),
    ("toml", "TOML"), ("tsx", "TSX"), ("ttl", "TTL"), ("udp", "UDP"), ("ui", "UI"), ("uri", "URI"),
    ("uris", "URIs"), ("url", "URL"), ("urls", "URLs"), ("utf", "UTF"), ("utf16", "UTF-16"),
    ("utf8", "UTF-8"), ("uuid", "UUID"), ("uuids", "UUIDs"), ("vr", "VR"), ("wasm", "WebAssembly"),
    ("xml", "XML"), ("xr", "XR"), ("xss", "XSS"), ("yaml", "YAML"), ("zip", "ZIP"),
];

/// How a thing is.
#[rustfmt::skip]
pub(super) const ADJECTIVES: &[&str] = &[
    "above", "absolute", "abstract", "active", "actual", "additional", "adjacent", "ahead",
    "alive", "all", "alone", "alphanumeric", "alternate", "ambiguous", "anonymous", "any",
    "ascending", "asymmetric", "async", "atomic", "automatic", "available", "awake", "aware",
    "bad", "bare", "base", "basic", "below", "best", "big", "binary", "blank", "blocking",
    "brief", "broken", "built", "busy", "canonical", "capable", "certain", "chosen", "clean",
    "clear", "closed", "cold", "common", "compatible", "complete", "complex", "concrete",
    "concurrent", "consistent", "constant", "correct", "current", "custom", "dark", "dead",
    "decimal", "deep", "default", "deferred", "dense", "descending", "diagonal", "different",
    "digital", "direct", "dirty", "done", "dragging", "drawn", "dry", "due", "duplicate",
    "dynamic", "eager", "early", "editing", "empty", "enough", "equal", "even", "exact",
    "exclusive", "existing", "exiting", "explicit", "external", "extra", "false", "fast",
    "fatal", "final", "finite", "first", "fixed", "flat", "forced", "foreign", "free", "fresh",
    "full", "generic", "given", "global", "gone", "good", "greedy", "grown", "held", "hidden",
    "high", "home", "horizontal", "hot", "idle", "immutable", "implicit", "inactive",
    "incoming", "incomplete", "independent", "infinite", "initial", "inline", "inner", "inside",
    "interactive", "internal", "invalid", "inverse", "kept", "known", "last", "late", "latest",
    "lazy", "leading", "left", "legacy", "legal", "legit", "lent", "light", "literal", "live",
    "loading", "local", "long", "loose", "lost", "low", "lower", "main", "manual", "matching",
    "maximum", "minimum", "missing", "mixed", "monotonic", "mutable", "naive", "native", "near",
    "negative", "nested", "new", "next", "nice", "null", "numeric", "numerical", "odd", "off",
    "offline", "ok", "old", "online", "open", "optimal", "optional", "ordinary", "original",
    "orthogonal", "other", "outer", "outgoing", "outside", "own", "parallel", "partial",
    "pending", "periodic", "permanent", "persistent", "plain", "polymorphic", "positive",
    "possible", "present", "previous", "primary", "primitive", "private", "public", "pure",
    "quiet", "random", "raw", "reading", "ready", "real", "recent", "recursive", "regular",
    "relative", "remaining", "remote", "required", "resident", "reverse", "right", "rigid",
    "root", "running", "safe", "same", "sane", "secondary", "secret", "secure", "seen", "sent",
    "separate", "sequential", "shallow", "shared", "short", "shown", "shut", "silent",
    "similar", "simple", "single", "singular", "slow", "small", "smart", "sold", "solid",
    "sorted", "sparse", "special", "specific", "spent", "stable", "stale", "standard", "static",
    "sticky", "streaming", "strict", "strong", "subtle", "symmetric", "sync", "synchronous",
    "synthetic", "system", "taken", "tall", "temporary", "terminal", "thin", "thirsty",
    "thrown", "tight", "tiny", "top", "total", "trailing", "transient", "transitive",
    "transparent", "trivial", "true", "truthy", "typing", "ubiquitous", "unary", "unique",
    "universal", "unknown", "unsafe", "unused", "upper", "valid", "variable", "verbose",
    "vertical", "virtual", "visible", "void", "volatile", "waiting", "weak", "whole", "wide",
    "wild", "working", "writing", "written", "wrong", "zero",
];

/// Nouns that take no article.
#[rustfmt::skip]
pub(super) const MASS: &[&str] = &[
    "ASCII", "CSS", "CSV", "DNS", "HTML", "HTTP", "HTTPS", "I/O", "JSON", "Markdown", "SQL",
    "SSL", "TCP", "TLS", "TOML", "UDP", "UTF-16", "UTF-8", "WebAssembly", "XML", "YAML",
    "access", "authentication", "authorization", "backpressure", "bandwidth", "base32",
    "base64", "binary", "black", "blue", "bold", "bytes", "code", "concurrency",
    "configuration", "content", "data", "decimal", "entropy", "equality", "false", "green",
    "gzip", "hex", "indentation", "info", "information", "input", "italic", "logging",
    "lowercase", "markdown", "markup", "memory", "metadata", "noise", "none", "nothing", "null",
    "octal", "output", "ownership", "padding", "parallelism", "plaintext", "precision",
    "progress", "punctuation", "randomness", "red", "source", "space", "standard-output",
    "stdin", "storage", "syntax", "text", "traffic", "true", "undefined", "uppercase", "usage",
    "white", "whitespace", "yellow",
];

/// Words with the ending of a plural that are none.
#[rustfmt::skip]
pub(super) const UNINFLECTED: &[&str] = &[
    "access", "across", "address", "alias", "always", "analysis", "args", "as", "atlas", "aws",
    "axis", "basis", "bias", "bus", "business", "bytes-less", "canvas", "census", "chaos", "class",
    "compress", "continuous", "corpus", "cross", "css", "dns", "does", "ethos", "express", "focus",
    "gas", "gps", "has", "https", "ibis", "is", "its", "js", "keywordless", "kubernetes", "lens",
    "less", "loss", "minus", "miss", "news", "nexus", "os", "pass", "perhaps", "plus", "pos",
    "postgres", "previous", "process", "progress", "radius", "redis", "rss", "sass", "series",
    "species", "status", "stress", "success", "syntax", "this", "thus", "tls", "tos", "ts", "us",
    "various", "versus", "virus", "was", "whereas", "yes",
];

/// Verbs that double their last letter: getting.
#[rustfmt::skip]
pub(super) const DOUBLED: &[&str] = &[
    "admit", "ban", "bar", "bat", "beg", "begin", "bet", "bin", "bit", "blur", "cap", "chat",
    "chop", "clip", "commit", "control", "crop", "cut", "debug", "defer", "dig", "dim", "dot",
    "drag", "drop", "dup", "embed", "emit", "fit", "flip", "forget", "format", "get", "grab",
    "grep", "hit", "hop", "input", "inset", "jam", "let", "log", "map", "occur", "omit", "pad",
    "permit", "pin", "plan", "plot", "plug", "pop", "prefer", "prep", "program", "put", "quit",
    "refer", "remap", "rerun", "reset", "rewrap", "rip", "run", "scan", "set", "ship", "shut",
    "sit", "skip", "slip", "snap", "spin", "split", "step", "stop", "strip", "stub", "submit",
    "sum", "sup", "swap", "tag", "tap", "tip", "transfer", "transmit", "trap", "trim", "unmap",
    "unpin", "unplug", "unset", "untag", "unwrap", "unzip", "upset", "wed", "win", "wrap",
    "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [ADJECTIVES, MASS, UNINFLECTED, DOUBLED] {
            assert!(table.is_sorted(), "{table:?}");
        }
        assert!(ABBREVIATIONS.is_sorted() && ACRONYMS.is_sorted());
    }
}
