//! What a function touches outside itself, told by calls that everybody knows.
//!
//! A call counts only where its name and receiver together leave no doubt; a missed effect is better
//! than an invented one.

use crate::outline::Call;

/// Something outside that is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    ReadsFiles,
    WritesFiles,
    OpensFiles,
    Network,
    Database,
    Process,
    Log,
    Output,
    Input,
    Environment,
    Clock,
    Random,
    Lock,
    Waits,
    Exit,
    Event,
}

impl Effect {
    /// The claim, with one of the words that O6 asks for.
    pub(super) fn claim(self) -> &'static str {
        match self {
            Effect::ReadsFiles => "reads from the file system",
            Effect::WritesFiles => "writes to the file system",
            Effect::OpensFiles => "opens a file, which it reads or writes",
            Effect::Network => "reads from or writes to the network",
            Effect::Database => "reads from or writes to the database",
            Effect::Process => "starts another program and reads its outcome",
            Effect::Log => "emits log messages",
            Effect::Output => "writes to the standard output or error stream",
            Effect::Input => "reads from the standard input",
            Effect::Environment => "reads the environment of the process",
            Effect::Clock => "reads the clock",
            Effect::Random => "reads random numbers",
            Effect::Lock => "mutates a lock, which others may wait for",
            Effect::Waits => "waits for some time, so it reads the clock",
            Effect::Exit => "ends the process and raises nothing to its caller",
            Effect::Event => "emits an event to whoever listens",
        }
    }

    /// The clause for the summary, after "It".
    pub(super) fn clause(self) -> &'static str {
        match self {
            Effect::ReadsFiles => "reads from the file system",
            Effect::WritesFiles => "writes to the file system",
            Effect::OpensFiles => "opens a file",
            Effect::Network => "talks to the network",
            Effect::Database => "talks to the database",
            Effect::Process => "starts another program",
            Effect::Log => "logs what happens",
            Effect::Output => "prints to the terminal",
            Effect::Input => "reads standard input",
            Effect::Environment => "reads environment variables",
            Effect::Clock => "reads the current time",
            Effect::Random => "draws random numbers",
            Effect::Lock => "takes a lock",
            Effect::Waits => "sleeps for a while",
            Effect::Exit => "exits the process",
            Effect::Event => "emits an event",
        }
    }
}

/// The effect of one call, where it is known.
pub(super) fn effect(call: &Call, language: &str) -> Option<Effect> {
    let name = call.name.as_str();
    let receiver = call.receiver.as_deref().unwrap_or("");
    let root = receiver
        .split(['.', ':', '(', '-'])
        .next()
        .unwrap_or("")
        .trim_start_matches(['$', '@', '\\']);
    let last = receiver.rsplit(['.', ':', '>', '$', '@']).next().unwrap_or("");
    match name {
        "open" if receiver.is_empty() && matches!(language, "python" | "ruby" | "c") => {
            Some(Effect::OpensFiles)
        }
        "fopen" | "file_get_contents" => Some(Effect::OpensFiles),
        "file_put_contents" => Some(Effect::WritesFiles),
        "print" | "pprint"
            if receiver.is_empty()
                && matches!(
                    language,
                    "python" | "swift" | "lua" | "haskell" | "ruby" | "kotlin"
                ) =>
        {
            Some(Effect::Output)
        }
        "println" | "printf" | "eprintln" | "eprint" | "puts" | "putStrLn" | "echo"
            if receiver.is_empty() || matches!(root, "System" | "fmt" | "IO") =>
        {
            (language != "bash" || name == "printf" || name == "echo").then_some(Effect::Output)
        }
        "Println" | "Printf" | "Print" if root == "fmt" => Some(Effect::Output),
        "WriteLine" | "Write" if root == "Console" => Some(Effect::Output),
        "getenv" | "Getenv" | "LookupEnv" | "getEnv" | "GetEnvironmentVariable" => {
            Some(Effect::Environment)
        }
        "var" | "var_os" | "vars" if last == "env" => Some(Effect::Environment),
        "sleep" | "Sleep" | "usleep" => Some(Effect::Waits),
        "exit" | "Exit"
            if matches!(root, "sys" | "os" | "process" | "std" | "System" | "Environment")
                || receiver.is_empty()
                    && matches!(language, "c" | "cpp" | "php" | "bash" | "python") =>
        {
            Some(Effect::Exit)
        }
        "_exit" | "abort" if receiver.is_empty() && matches!(language, "c" | "cpp") => {
            Some(Effect::Exit)
        }
        "now" | "Now" | "today" | "utcnow" if !receiver.is_empty() && is_clock(last) => {
            Some(Effect::Clock)
        }
        "currentTimeMillis" | "nanoTime" | "perf_counter" | "monotonic" | "gettimeofday"
        | "clock_gettime" => Some(Effect::Clock),
        "time" if root == "time" => Some(Effect::Clock),
        "uuid4" | "uuid1" | "urandom" | "randint" | "shuffle" | "randomUUID" | "random_bytes"
        | "mt_rand" => Some(Effect::Random),
        "random"
            if matches!(root, "Math" | "random") || receiver.is_empty() && language == "python" =>
        {
            Some(Effect::Random)
        }
        "system" | "popen" | "Popen" | "check_output" | "check_call" | "execSync" | "spawnSync"
        | "proc_open" | "shell_exec" => Some(Effect::Process),
        "run" | "call" if root == "subprocess" => Some(Effect::Process),
        "Command" | "CommandContext" if root == "exec" => Some(Effect::Process),
        "new" if last == "Command" && language == "rust" => Some(Effect::Process),
        "urlopen" | "urlretrieve" => Some(Effect::Network),
        "fetch"
            if receiver.is_empty() && matches!(language, "javascript" | "typescript" | "tsx") =>
        {
            Some(Effect::Network)
        }
        "lock" | "Lock" | "acquire" | "RLock" | "lock_guard" | "withLock" | "synchronized" => {
            is_lock(last).then_some(Effect::Lock)
        }
        "emit" | "dispatchEvent" | "publish" if !receiver.is_empty() => Some(Effect::Event),
        "execute" | "executemany" | "query" | "Query" | "QueryRow" | "Exec" | "ExecContext"
        | "QueryContext" | "commit" | "rollback" | "executeQuery" | "executeUpdate"
        | "prepareStatement" => is_database(last).then_some(Effect::Database),
        "input" | "raw_input" if receiver.is_empty() && language == "python" => Some(Effect::Input),
        "readline" | "read" if last == "stdin" => Some(Effect::Input),
        "write" | "flush" if matches!(last, "stdout" | "stderr") => Some(Effect::Output),
        "info" | "warn" | "warning" | "error" | "debug" | "trace" | "critical" | "exception"
        | "log" | "fatal" | "Infof" | "Debugf" | "Errorf" | "Warnf" | "Info" | "Debug"
        | "Error" | "Warn" | "Warning" | "notice" | "Printf" | "Println" | "Fatalf" | "Fatal"
        | "LogInformation" | "LogError" | "LogWarning" | "LogDebug" => {
            let logger = is_logger(last)
                || is_logger(root)
                || receiver.is_empty()
                    && language == "rust"
                    && matches!(name, "info" | "warn" | "error" | "debug" | "trace");
            logger.then_some(Effect::Log)
        }
        _ => by_module(name, root, last),
    }
}

/// Calls told by the module they are made on.
fn by_module(name: &str, root: &str, last: &str) -> Option<Effect> {
    match root {
        "requests" | "axios" | "httpx" | "reqwest" | "urllib" | "http"
            if matches!(
                name,
                "get"
                    | "post"
                    | "put"
                    | "delete"
                    | "patch"
                    | "head"
                    | "request"
                    | "Get"
                    | "Post"
                    | "Do"
                    | "Head"
            ) =>
        {
            Some(Effect::Network)
        }
        "net" | "socket"
            if matches!(
                name,
                "connect"
                    | "Dial"
                    | "DialTimeout"
                    | "Listen"
                    | "create_connection"
                    | "createConnection"
                    | "connection"
            ) =>
        {
            Some(Effect::Network)
        }
        "fs" | "fsp" | "Files" | "ioutil" | "os" | "shutil" | "FileUtils" | "File" | "tempfile"
        | "std" | "Dir" | "FileManager" => {
            let of_files = root != "std" || last == "fs" || last == "File";
            of_files.then(|| file_effect(name)).flatten()
        }
        "log" | "logger" | "logging" | "console" | "slog" | "tracing"
            if matches!(name, "log" | "info" | "warn" | "error" | "debug") =>
        {
            Some(Effect::Log)
        }
        _ => match (last, name) {
            ("File" | "OpenOptions", "open") => Some(Effect::OpensFiles),
            ("File", "create") => Some(Effect::WritesFiles),
            (
                _,
                "read_text" | "read_bytes" | "readFileSync" | "readFile" | "read_to_string"
                | "ReadFile" | "ReadAllText" | "readAllBytes",
            ) => Some(Effect::ReadsFiles),
            (
                _,
                "write_text" | "write_bytes" | "writeFileSync" | "writeFile" | "WriteFile"
                | "WriteAllText" | "mkdirSync" | "unlinkSync",
            ) => Some(Effect::WritesFiles),
            _ => None,
        },
    }
}

fn file_effect(name: &str) -> Option<Effect> {
    let lower = name.to_ascii_lowercase();
    let starts = |heads: &[&str]| heads.iter().any(|head| lower.starts_with(head));
    if starts(&[
        "read", "stat", "exists", "listdir", "scandir", "walk", "lstat", "access", "isfile",
        "isdir", "is_file", "is_dir", "metadata", "glob",
    ]) {
        Some(Effect::ReadsFiles)
    } else if starts(&[
        "write", "mkdir", "makedirs", "remove", "rename", "unlink", "rmdir", "copy", "move",
        "rmtree", "create", "append", "chmod", "symlink", "link", "truncate", "delete", "mkdtemp",
        "mkstemp",
    ]) {
        Some(Effect::WritesFiles)
    } else if starts(&["open"]) {
        Some(Effect::OpensFiles)
    } else {
        None
    }
}

fn is_clock(last: &str) -> bool {
    matches!(
        last,
        "time"
            | "datetime"
            | "date"
            | "Instant"
            | "SystemTime"
            | "Date"
            | "Utc"
            | "Local"
            | "DateTime"
            | "LocalDateTime"
            | "LocalDate"
            | "timezone"
            | "performance"
            | "Time"
            | "clock"
            | "Clock"
            | "Carbon"
    )
}

fn is_lock(last: &str) -> bool {
    let lower = last.to_ascii_lowercase();
    lower.contains("lock") || lower.contains("mutex") || lower == "mu" || lower.ends_with("sem")
}

fn is_database(last: &str) -> bool {
    let lower = last.to_ascii_lowercase();
    [
        "cursor",
        "db",
        "conn",
        "session",
        "tx",
        "database",
        "pool",
        "connection",
        "stmt",
        "statement",
        "pdo",
        "sql",
        "knex",
        "engine",
        "transaction",
    ]
    .iter()
    .any(|word| lower == *word || lower.ends_with(&format!("_{word}")))
}

fn is_logger(last: &str) -> bool {
    matches!(
        last,
        "log"
            | "logger"
            | "logging"
            | "console"
            | "LOG"
            | "LOGGER"
            | "Log"
            | "slog"
            | "tracing"
            | "_logger"
            | "Logger"
            | "_log"
            | "zap"
            | "Logging"
            | "logrus"
    )
}
