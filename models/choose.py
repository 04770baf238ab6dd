"""Choose from all fetched rows: no duplicates, no package that dominates, nothing near the evaluation sets.
"""

import collections
import hashlib
import json
import os
import re
import sys

import clean_docs
from licences import COPYLEFT, permissive
from outline_rows import BUILT
from package_list import read_packages
from projects_left_out import left_out_name, left_out_path
from raw_store import raw_files
from registries import CAP

SAME_SENTENCE = 3  # a sentence said of many functions teaches nothing and makes false negatives


def evaluation_keys(bench):
    """Sentences of the evaluation queries, and every run of eight words in them."""
    sentences, runs = set(), set()
    for name in ("docfn-dev.jsonl", "semble-dev.jsonl"):
        path = os.path.join(bench, name)
        if not os.path.exists(path):
            sys.exit(f"{path}: not there; give --bench the folder of the evaluation sets")
        with open(path, encoding="utf-8") as f:
            for line in f:
                key = clean_docs.normalised(json.loads(line)["query"])
                sentences.add(key)
                words = key.split()
                runs.update(" ".join(words[i : i + 8]) for i in range(len(words) - 7))
    return sentences, runs


def near_evaluation(text, sentences, runs):
    """Whether a text says the same as an evaluation query, or shares eight words in a row with one."""
    key = clean_docs.normalised(text)
    if key in sentences:
        return True
    words = key.split()
    return any(" ".join(words[i : i + 8]) in runs for i in range(len(words) - 7))


def split_of(name):
    """`valid` for about one package in a hundred; the same project is on the same side everywhere."""
    base = re.sub(r"^(python3?|golang-github|golang|ruby|php|node|lib|librust)-|-(dev|java)$", "", name.lower())
    return "valid" if hashlib.sha256(base.encode()).digest()[0] * 256 + hashlib.sha256(base.encode()).digest()[1] < 655 else "train"


def preference(row):
    """Bodies before declarations, sources before what was built from them; then by chance, but fixed."""
    path = row["path"]
    declaration = path.endswith((".d.ts", ".d.mts", ".d.cts")) or "\n" not in row["code"] and not re.search(r"[{=]|:\s", row["code"])
    return declaration, bool(BUILT.search(path)), hashlib.md5((path + row["name"]).encode()).digest()


def permissive_everywhere(registry, licence):
    """PyPI's classifiers do not say whether several licences are a choice: then all must be permissive."""
    return registry != "pypi" or not COPYLEFT.search(licence) or bool(re.search(r"\bOR\b", licence) and permissive(licence) and "License" not in licence)


INNER_DOC = re.compile(r"(?s)[ \t]*/\*\*.*?(?:\*/|\Z)[ \t]*\n?|(?m:^[ \t]*//[/!].*\n?)")
SLASH_LANGUAGES = {"javascript", "typescript", "tsx", "java", "rust", "c", "cpp", "csharp", "php", "kotlin", "scala"}


def without_inner_docs(row):
    """Code without the doc comments of members that are no symbols of their own (fields, variants)."""
    code = row["code"]
    if row["lang"] in SLASH_LANGUAGES and ("/**" in code or "///" in code):
        code = INNER_DOC.sub("", code).strip()
    return code


def clean(args):
    """Write functions.jsonl and LICENCES.tsv from all raw files."""
    sentences, runs = evaluation_keys(args.bench)
    caps = {(r["registry"], r["name"]): int(r["cap"]) for r in read_packages() if r["cap"] != "-"}
    seen, code_seen, said = set(), set(), collections.Counter()
    counts, dropped = collections.Counter(), collections.Counter()
    licences = []
    out_path = os.path.join(args.data, "functions.jsonl")
    with open(out_path + ".part", "w", encoding="utf-8") as out:
        for registry, head, rows in raw_files(args.data):
            if head.get("refused") or left_out_name(head["name"]) or not permissive_everywhere(registry, head["licence"]):
                continue
            cap = caps.get((registry, head["name"]), CAP)
            kept = declarations = 0
            split = split_of(head["name"])
            for row in sorted((r for r in rows if r["t"] == "fn"), key=preference):
                row["code"] = without_inner_docs(row)
                for field in ("sentence", "doc"):
                    row[field] = row[field].removeprefix("summary>").strip()
                row["rest"] = re.sub(r"(?m)^(returns|throws)\n|\n?(returns|throws)$", "", row["rest"])
                row["doc"] = re.sub(r"(?m)^(returns|throws)\n|\n(returns|throws)$", "", row["doc"])
                if clean_docs.BAD_START.match(row["sentence"]) or len(row["code"]) < 10 or sum(c.isupper() for c in row["sentence"]) > 0.5 * len(row["sentence"]):
                    dropped["shouted, a template's words, or no code"] += 1
                    continue
                if kept >= cap:
                    dropped["over the cap"] += 1
                    continue
                declaration = preference(row)[0]
                if declaration and row["lang"] == "typescript" and declarations >= cap // 3:
                    dropped["declarations over a third of the cap"] += 1
                    continue
                if left_out_path(row["path"]):
                    dropped["project left out"] += 1
                    continue
                key = clean_docs.normalised(row["sentence"])
                bare = re.split(r"[.:#]+", row["name"])[-1].lower()
                if (key, bare) in seen:
                    dropped["same sentence and name"] += 1
                    continue
                if said[key] >= SAME_SENTENCE:
                    dropped["sentence said too often"] += 1
                    continue
                body = hashlib.blake2b(re.sub(r"\s+", "", row["code"]).encode(), digest_size=12).digest()
                if body in code_seen:
                    dropped["same code"] += 1
                    continue
                if near_evaluation(row["sentence"], sentences, runs) or near_evaluation(row["doc"], sentences, runs):
                    dropped["near an evaluation query"] += 1
                    continue
                seen.add((key, bare))
                said[key] += 1
                code_seen.add(body)
                kept += 1
                declarations += declaration
                counts[row["lang"], row["kind"]] += 1
                row = {"lang": row["lang"], "package": f"{head['name']}@{head['version']}", **{k: row[k] for k in ("path", "name", "signature", "doc", "sentence", "rest", "code")}, "split": split}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
            if kept:
                licences.append((registry, head["name"], head["version"], head["licence"], kept, split))
    os.replace(out_path + ".part", out_path)
    with open(os.path.join(args.data, "LICENCES.tsv"), "w", encoding="utf-8") as f:
        f.write("registry\tpackage\tversion\tlicence\tfunctions\tsplit\n")
        for row in licences:
            f.write("\t".join(str(x) for x in row) + "\n")
    by_lang = collections.Counter()
    for (lang, _), n in counts.items():
        by_lang[lang] += n
    print(json.dumps({"functions": sum(counts.values()), "packages": len(licences), "languages": dict(by_lang.most_common()), "dropped": dict(dropped)}, indent=1))
    with open(os.path.join(args.data, "counts.json"), "w") as f:
        json.dump({f"{l} {k}": n for (l, k), n in sorted(counts.items())}, f, indent=1)
