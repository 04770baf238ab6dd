"""Take a tree of sources apart into rows: documented symbols, described files, changelog lines.

`epitome outline --json` finds the symbols and their documentation in all languages; what is added
here is the plain text of the documentation and the code without it.
"""

import hashlib
import json
import os
import re
import subprocess

import clean_docs
from archives import MAX_FILE

MAX_CODE = 2000
KINDS = {"function", "method", "constructor", "macro", "class", "struct", "enum", "union", "record", "trait", "interface", "protocol", "object", "type"}
BUILT = re.compile(r"(^|/)(dist|build|umd|cjs|amd|bundles?|es5|legacy|commonjs)(/|$)")


def read_lines(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read().replace("\r\n", "\n").split("\n")


COMMENT_START = re.compile(r"^\s*(///?|/\*|\*|#|--|;|\"\"\"|'''|[rRuUbB]{0,2}\"\"\"|[rRuUbB]{0,2}'''|[rRuU]?[\"']|@doc|=begin|%)")


def doc_lines(symbols):
    """Line numbers that belong to some symbol's documentation."""
    lines = set()
    for s in symbols:
        doc = s.get("doc")
        if doc:
            lines.update(range(doc["start_line"], doc["end_line"] + 1))
    return lines


def code_of(symbol, lines, docs):
    """The symbol's source without any documentation, cut to MAX_CODE characters."""
    out, size = [], 0
    start = symbol["start_line"]
    in_doc = False
    for n in range(start, min(symbol["end_line"], len(lines)) + 1):
        line = lines[n - 1]
        if n in docs and (in_doc or COMMENT_START.match(line)):
            in_doc = True
            continue
        in_doc = False
        if not line.strip():
            continue
        out.append(line)
        size += len(line) + 1
        if size > MAX_CODE:
            break
    indent = min((len(l) - len(l.lstrip()) for l in out), default=0)
    return "\n".join(l[indent:] for l in out)[:MAX_CODE]


def path_order(line):
    """Sources before what was built from them, declarations last; then by chance, but fixed."""
    found = re.search(rb'"path":\s*"([^"]*)"', line[:600])
    path = found.group(1).decode("utf-8", "replace") if found else ""
    return path.endswith((".d.ts", ".d.mts", ".d.cts")), bool(BUILT.search(path)), hashlib.md5(path.encode()).digest()


def functions_of_tree(tree, epitome, threads, languages, enough):
    """Raw rows of a tree, functions and modules, until there are enough functions."""
    taken, known = 0, set()
    done = subprocess.run(
        [epitome, "outline", tree, "--json", "--threads", str(threads), "--max-bytes", str(MAX_FILE)], capture_output=True, timeout=500
    )
    for line in sorted(done.stdout.splitlines(), key=path_order):
        if taken > enough:
            return
        try:
            file = json.loads(line)
        except ValueError:
            continue
        symbols = [s for s in file.get("symbols", ()) if s.get("name")]
        if not symbols or languages and file["language"] not in languages:
            continue
        path, lang = file["path"], file["language"]
        docs = doc_lines(symbols)
        source = None
        for s in symbols:
            if s["kind"] not in KINDS or re.match(r"(?i)(.*[.:])?tests?[.:_]", s["qualified_name"]) or not s.get("doc") or s["doc"]["start_line"] == s["start_line"]:
                continue
            same = hash((s["name"], s["doc"]["text"]))
            if same in known:
                continue
            known.add(same)
            cleaned = clean_docs.clean(s["doc"]["text"], lang, s["qualified_name"])
            if not cleaned or not clean_docs.worth_keeping(cleaned[1], cleaned[0], s["name"]):
                continue
            if source is None:
                source = read_lines(os.path.join(tree, path))
            code = code_of(s, source, docs)
            if len(code) < 10:
                continue
            taken += 1
            yield {
                "t": "fn",
                "lang": lang,
                "path": path,
                "name": s["qualified_name"],
                "kind": s["kind"],
                "signature": clean_docs.SPACES.sub(" ", s.get("signature", ""))[:500],
                "doc": cleaned[0],
                "sentence": cleaned[1],
                "rest": cleaned[2],
                "code": code,
                "errors": [[e.get("type", ""), e["message"]] for e in s.get("errors", ()) if e.get("message")][:3],
            }
        module = file.get("doc")
        if module and len(symbols) >= 3:
            cleaned = clean_docs.clean(module["text"], lang)
            if cleaned and clean_docs.worth_keeping(cleaned[1], cleaned[0], os.path.splitext(os.path.basename(path))[0]):
                names = list(dict.fromkeys(s["qualified_name"] for s in symbols))[:60]
                yield {"t": "mod", "lang": lang, "path": path, "doc": cleaned[0][:1000], "names": names}


BULLET = re.compile(r"^\s*(?:[-*+•]|\d+\.)\s+(.*)$")
NAMED = re.compile(r"``?([A-Za-z_][\w.:]*)(?:\(\))?(?:!)?``?|\b([A-Za-z_][\w.:]*)\(\)|\b([A-Za-z]\w*_\w+|[A-Z][a-z0-9]+[A-Z]\w+|[a-z]+[A-Z]\w+)\b")


def changelog_rows(text, rows):
    """Lines of a changelog that name a symbol which the package has."""
    by_name = {}
    for r in rows:
        by_name.setdefault(re.split(r"[.:]+", r["name"])[-1], r)
        by_name.setdefault(r["name"], r)
    items, current = [], None
    for line in text.split("\n"):
        bullet = BULLET.match(line)
        if bullet:
            current = [bullet.group(1)]
            items.append(current)
        elif current is not None and line.startswith((" ", "\t")) and line.strip():
            current.append(line.strip())
        else:
            current = None
    found = 0
    for item in items:
        plain = clean_docs.SPACES.sub(" ", " ".join(item)).strip()
        if not 25 <= len(plain) <= 400 or found >= 150:
            continue
        for m in NAMED.finditer(plain):
            name = next(g for g in m.groups() if g)
            bare = re.split(r"[.:]+", name)[-1]
            hit = by_name.get(name) or (by_name.get(bare) if len(bare) > 3 else None)
            if hit:
                line = clean_docs._inline(plain)
                line = re.sub(r"\(?(?:#\d+|[0-9a-f]{7,40}|gh-\d+|https?://\S+|@[\w-]+)[),]*", "", line, flags=re.I)
                line = clean_docs.SPACES.sub(" ", line).strip(" -–,;:")
                if len(line.split()) >= 5:
                    yield {"t": "log", "lang": hit["lang"], "path": hit["path"], "line": line, "name": hit["name"], "signature": hit["signature"], "doc": hit["doc"][:600]}
                    found += 1
                break
