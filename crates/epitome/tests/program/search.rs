//! `search` and `eval`, and what other programs find in the index.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use crate::kit::{epitome, json, stderr, stdout, tree, write};

const RELAY: [(&str, &str); 4] = [
    ("README.md", "# Relay\n\nRelay forwards requests and keeps sessions.\n"),
    (
        "relay/session.py",
        "class SessionStore:\n    \"\"\"Keeps sessions until they expire.\"\"\"\n\n    \
         def forget_expired(self, now):\n        \"\"\"Drops what has expired.\"\"\"\n        \
         for key in list(self.sessions):\n            if self.sessions[key] < now:\n                \
         del self.sessions[key]\n",
    ),
    (
        "relay/client.py",
        "import time\nimport requests\n\n\ndef fetch_with_retry(url, attempts=4):\n    \
         for number in range(attempts):\n        response = requests.get(url)\n        \
         if response.status_code not in (429, 503):\n            return response\n        \
         time.sleep(2 ** number)\n    raise RuntimeError(\"gave up\")\n",
    ),
    (
        "web/router.ts",
        "/** Finds the route that fits. */\nexport function matchRoute(routes: string[], path: string) {\n  \
         for (const route of routes) {\n    if (path.startsWith(route)) {\n      return route;\n    }\n  }\n}\n",
    ),
];

#[test]
fn a_question_is_answered_with_places_summaries_and_why() {
    let folder = tree(&RELAY);
    epitome(&["index"], folder.path());
    let output = epitome(&["search", "how", "sessions", "expire"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with(" 1. relay/session.py:"), "{text}");
    assert!(text.contains("matched: ") && text.contains("sessions"), "{text}");
    let explained =
        stdout(&epitome(&["search", "SessionStore", "--explain", "-n", "1"], folder.path()));
    assert!(explained.contains("asked as Symbol"), "{explained}");
    assert_eq!(explained.matches(" 1. ").count(), 1);
}

#[test]
fn json_says_what_was_found_and_in_which_index() {
    let folder = tree(&RELAY);
    epitome(&["index"], folder.path());
    let answer = json(&["search", "fetch with retry", "--json", "--limit", "3"], folder.path());
    let first = &answer["results"][0];
    assert_eq!(first["id"], "relay/client.py::fetch_with_retry");
    assert_eq!(first["type"], "function");
    assert_eq!(first["path"], "relay/client.py");
    assert_eq!((&first["start_line"], &first["end_line"]), (&5.into(), &11.into()));
    assert!(first["score"].is_number() && first["summary"].is_string());
    // Of four files that have the words, three are asked for.
    let many = ["search", "sessions requests route relay", "--json", "--limit", "3"];
    assert_eq!(json(&many, folder.path())["results"].as_array().unwrap().len(), 3);
    assert_eq!(answer["index"]["fresh"], true);
    let modules = json(&["search", "relay", "--type", "module", "--json"], folder.path());
    assert_eq!(modules["results"][0]["type"], "module");
    let none =
        epitome(&["search", "session", "--lang", "typescript", "--path", "relay/"], folder.path());
    assert_eq!(none.status.code(), Some(3), "{}", stdout(&none));
}

#[test]
fn an_edit_is_read_before_the_answer() {
    let folder = tree(&RELAY);
    epitome(&["index"], folder.path());
    write(
        folder.path(),
        &[(
            "relay/mail.py",
            "def send_mail(to, text):\n    \"\"\"Sends a mail.\"\"\"\n    if not to:\n        raise ValueError(\"no address\")\n    print(to, text)\n",
        )],
    );
    let stale = epitome(&["search", "send_mail", "--no-refresh"], folder.path());
    assert!(
        stderr(&stale).contains("1 file changed since the index was made"),
        "{}",
        stderr(&stale)
    );
    assert!(!stdout(&stale).contains("relay/mail.py"));
    let fresh = epitome(&["search", "send_mail"], folder.path());
    assert!(stdout(&fresh).starts_with(" 1. relay/mail.py:1-5"), "{}", stdout(&fresh));
}

#[test]
fn what_cannot_be_answered_says_why() {
    let folder = tree(&RELAY);
    let none = epitome(&["search", "anything"], folder.path());
    assert_eq!(none.status.code(), Some(4), "{}", stderr(&none));
    epitome(&["index"], folder.path());
    let nothing = epitome(&["search", "xylophone quux"], folder.path());
    assert_eq!(nothing.status.code(), Some(3));
    assert!(stderr(&nothing).contains("Nothing in the index speaks of this"));
    let empty = epitome(&["search", " "], folder.path());
    assert_eq!(empty.status.code(), Some(1));
    assert!(stderr(&empty).contains("the query is empty"), "{}", stderr(&empty));
    for wrong in [["--type", "planet"], ["--limit", "0"]] {
        let output = epitome(&["search", "x", wrong[0], wrong[1]], folder.path());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    let language = epitome(&["search", "x", "--lang", "klingon"], folder.path());
    assert!(stderr(&language).contains("there is no language `klingon`"), "{}", stderr(&language));
    let nowhere = epitome(&["search", "x", "--root", "no/such"], folder.path());
    assert_eq!(nowhere.status.code(), Some(4));
    assert!(stderr(&nowhere).contains("there is no folder `no/such`"), "{}", stderr(&nowhere));
}

// G61, G62, G63
#[test]
fn a_set_is_measured_list_by_list() {
    let folder = tree(&RELAY);
    let sets = tempfile::tempdir().unwrap();
    let set = sets.path().join("set.jsonl");
    let questions = [
        r#"{"query_id":"1","repo":"relay","commit":"0123456789abcdef","language":"python","category":"semantic","query":"fetch a URL again when refused","gold_files":["relay/client.py"],"gold_functions":[{"path":"relay/client.py","start":5,"end":11}]}"#,
        r#"{"query_id":"2","repo":"relay","commit":"0123456789abcdef","language":"typescript","query":"matchRoute","gold_files":["web/router.ts"],"gold_functions":[]}"#,
    ];
    fs::write(&set, questions.join("\n")).unwrap();
    let runs = sets.path().join("runs");
    let (set, runs) = (set.to_str().unwrap(), runs.to_str().unwrap());
    let measured =
        json(&["eval", "--set", set, "--root", ".", "--runs", runs, "--json"], folder.path());
    let groups = measured["groups"].as_array().unwrap();
    let all = groups.iter().find(|g| g["group"] == "all" && g["configuration"] == "all").unwrap();
    assert_eq!(all["file_queries"], 2);
    assert_eq!(all["files"]["mrr_at_10"], 1.0);
    assert_eq!(all["functions"]["hit_at_1"], 1.0);
    for list in ["code-words", "code-vectors", "summary-words", "summary-vectors"] {
        assert!(groups.iter().any(|g| g["configuration"] == list), "{list}");
        let lines = fs::read_to_string(format!("{runs}/{list}.jsonl")).unwrap();
        assert_eq!(lines.lines().count(), 2, "{list}");
    }
    let missing = epitome(&["eval", "--set", "no.jsonl", "--root", "."], folder.path());
    assert!(stderr(&missing).contains("no.jsonl"), "{}", stderr(&missing));
}

/// Opens every index with the libraries their formats come from, and scores a query with them.
const OPEN: &str = r#"
import json, sys, os
import numpy, scipy.sparse, torch
root, text = sys.argv[1:]
for index in ('summary_index_function_level', 'code_index'):
    folder = f'{root}/.epitome/{index}'
    folder = f'{folder}/{os.listdir(folder)[0]}'
    matrix = scipy.sparse.load_npz(f'{folder}/bm25/index.npz').tocsc()
    words = json.load(open(f'{folder}/bm25/vocab.json'))
    rows = [json.loads(line) for line in open(f'{folder}/bm25/metadata.jsonl')]
    assert matrix.shape == (len(rows), len(words)), (matrix.shape, len(rows), len(words))
    best = rows[int(numpy.asarray(matrix[:, words['name:retri']].todense()).argmax())]['id']
    assert best == 'relay/client.py::fetch_with_retry', best
    dense = torch.load(f'{folder}/dense/embeddings.pt', weights_only=True)
    ids = json.load(open(f'{folder}/dense/index_map.json'))
    vectors = dense['vectors'].float() * dense['scales'][:, None]
    assert len(ids) == len(vectors) and torch.allclose(vectors.norm(dim=1), torch.ones(len(ids)), atol=1e-2)
    query = torch.tensor([float(number) for number in text.split()])
    best = ids[int((vectors @ query).argmax())]
    assert best.startswith('relay/client.py'), best
    if index == 'summary_index_function_level':
        documents = [json.loads(line) for line in open(f'{folder}/summary.jsonl')]
        told = [d['id'] for d in documents if not d['is_placeholder']]
        assert ids == told, (ids, told)
print('opened')
"#;

// G44, G45, G46
#[test]
fn numpy_scipy_and_torch_open_what_the_program_published() {
    let Some(python) = std::env::var_os("EPITOME_CI_PYTHON").filter(|python| !python.is_empty())
    else {
        let why = "EPITOME_CI_PYTHON is not set; `.ci/python` installs one and prints its program";
        writeln!(
            std::io::stderr(),
            "skipped numpy_scipy_and_torch_open_what_the_program_published: {why}"
        )
        .unwrap();
        return;
    };
    let folder = tree(&RELAY);
    epitome(&["index"], folder.path());
    let vector =
        stdout(&epitome(&["embed", "--side", "query", "fetch a URL and retry"], folder.path()));
    let output = Command::new(python)
        .args(["-c", OPEN])
        .arg(folder.path())
        .arg(vector.trim())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
