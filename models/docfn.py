"""The texts of the evaluation: what every model compared sees, letter by letter.

  docfn.py --bench DIR --corpora DIR --mirror DIR --out DIR

Reads docfn-dev.jsonl and the trees that the bench's corpora.py laid out, and writes

  candidates.jsonl  one function each: repo, lang, path, start, end, name, signature, code, text
  queries.jsonl     query_id, repo, lang, text, gold (numbers of candidates that count as a hit)
  rest.jsonl        the second task: repo, lang, sentence, rest, ask (whether the sentence is a query)

`text` is `name path signature code`, the code cut to 1,500 characters. Functions are found by the bench's own
extractor, so that the spans are those of its gold. The second task takes the doc comments that corpora.py removed:
first sentence against the rests of all doc comments of the same repository.
"""
import argparse
import collections
import json
import os
import re
import sys
import zlib

CODE_CHARACTERS = 1500
SIGNATURE_CHARACTERS = 300
REST_CHARACTERS = 1500
REST_QUERIES_PER_REPOSITORY = 150


def signature_of(code, lang):
    """The text of a function up to its body, decorators and attributes left out."""
    lines = code.split('\n')
    first = 0
    while first < len(lines) - 1 and re.match(r'\s*(@|#\[|#!\[)', lines[first]):
        depth = 0
        while first < len(lines) - 1:
            depth += sum(lines[first].count(c) for c in '([') - sum(lines[first].count(c) for c in ')]')
            first += 1
            if depth <= 0:
                break
    text = '\n'.join(lines[first:])[:2000]
    depth = 0
    end = len(text)
    for i, c in enumerate(text):
        if c in '([':
            depth += 1
        elif c in ')]':
            depth -= 1
        elif depth > 0:
            continue
        elif c == '{' or c == ';':
            end = i
            break
        elif c == ':' and lang == 'python':
            end = i
            break
        elif c == '=' and text[i:i + 2] == '=>':
            end = i
            break
    return ' '.join(text[:end].split())[:SIGNATURE_CHARACTERS]


def candidate_text(name, path, signature, code):
    """The one text of a candidate, the same for all models."""
    return f'{name} {path} {signature} {code[:CODE_CHARACTERS]}'


def candidates_of(tree, repo, lang, functions):
    """All functions below a tree, in the order of path and line."""
    found = {}
    for folder, _, files in os.walk(tree):
        for file in files:
            path = os.path.relpath(os.path.join(folder, file), tree).replace('\\', '/')
            with open(os.path.join(folder, file), encoding='utf-8') as f:
                source = f.read()
            lines = source.split('\n')
            for name, start, end, _ in functions(path, source):
                if (path, start, end) in found:
                    continue
                code = '\n'.join(lines[start - 1:end])
                signature = signature_of(code, lang)
                found[path, start, end] = {
                    'repo': repo, 'lang': lang, 'path': path, 'start': start, 'end': end, 'name': name,
                    'signature': signature, 'code': code[:CODE_CHARACTERS],
                    'text': candidate_text(name, path, signature, code)}
    return [found[key] for key in sorted(found)]


def overlap(a, b):
    """Intersection over union of two line ranges."""
    shared = max(0, min(a[1], b[1]) - max(a[0], b[0]) + 1)
    return shared / ((a[1] - a[0] + 1) + (b[1] - b[0] + 1) - shared)


def split_doc(doc):
    """First sentence and rest of a doc comment, tags and markup of parameters kept in the rest."""
    text = doc.strip()
    match = re.search(r'(?<=[.!?])\s+(?=[A-Z0-9`@*\-\[(<:])|\n\s*\n|\n(?=\s*(@\w+|:\w+|#))', text)
    if not match:
        return ' '.join(text.split()), ''
    return ' '.join(text[:match.start()].split()), ' '.join(text[match.end():].split())


def docs_of(git, commit, lang, corpora, sources):
    """The doc comments that corpora.py removes, as (path, line, text)."""
    paths = collections.defaultdict(list)
    for path, blob in sources.ls_tree(git, commit):
        if (path.lower().endswith(corpora.EXTS[lang]) and not sources.is_test_path(path)
                and not corpora.SKIP.search(path)):
            paths[blob].append(path)
    for blob, data in sources.cat_blobs(git, paths):
        if data is None or len(data) > 600_000:
            continue
        source = data.decode('utf-8', 'replace').replace('\r\n', '\n')
        path = paths[blob][0]
        try:
            docs = (corpora.strip_python(source) if lang == 'python' else corpora.strip_lines(source, path))[2]
        except Exception:
            continue
        for line, doc in docs.items():
            yield path, line, doc


def rest_rows(docs, repo, lang):
    """The second task's rows of one repository: each sentence and each rest once, long enough to mean something."""
    rows = []
    sentences, rests = set(), set()
    for _, _, doc in sorted(docs):
        sentence, rest = split_doc(doc)
        if not 4 <= len(sentence.split()) <= 40 or len(rest.split()) < 6:
            continue
        rest = rest[:REST_CHARACTERS]
        if sentence.lower() in sentences or rest.lower() in rests:
            continue
        sentences.add(sentence.lower())
        rests.add(rest.lower())
        rows.append({'repo': repo, 'lang': lang, 'sentence': sentence, 'rest': rest})
    asked = sorted(range(len(rows)), key=lambda i: zlib.crc32(rows[i]['sentence'].encode()))
    asked = set(asked[:REST_QUERIES_PER_REPOSITORY])
    for i, row in enumerate(rows):
        row['ask'] = i in asked
    return rows


def write_lines(path, rows):
    with open(path, 'w', encoding='utf-8') as f:
        for row in rows:
            f.write(json.dumps(row, ensure_ascii=False) + '\n')


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--bench', required=True, help='the folder of corpora.py, sources.py and docfn-dev.jsonl')
    ap.add_argument('--corpora', required=True, help='where corpora.py laid the trees out')
    ap.add_argument('--mirror', required=True, help='git directories, as corpora.py takes them')
    ap.add_argument('--out', required=True)
    a = ap.parse_args()
    sys.path.insert(0, a.bench)
    import corpora
    import sources
    corpora.functions = sources.functions
    sources.MIRROR = a.mirror
    if not sources.functions('a.rs', 'fn a() {}'):
        sys.exit('docfn.py: no parser: install tree-sitter-language-pack below version 1, which carries its grammars')

    asked = collections.OrderedDict()
    with open(f'{a.bench}/docfn-dev.jsonl', encoding='utf-8') as f:
        for line in f:
            q = json.loads(line)
            asked.setdefault((q['repo'], q['commit'], q['language']), []).append(q)
    candidates, queries, rests = [], [], []
    for (repo, commit, lang), qs in asked.items():
        tree = f"{a.corpora}/docfn-{repo.replace('/', '+')}@{commit[:12]}"
        if not os.path.isdir(tree):
            sys.exit(f'docfn.py: {tree} is missing: run corpora.py for {repo} first')
        first = len(candidates)
        candidates += candidates_of(tree, repo, lang, sources.functions)
        by_path = collections.defaultdict(list)
        for i in range(first, len(candidates)):
            by_path[candidates[i]['path']].append(i)
        for q in qs:
            gold = sorted({i for g in q['gold_functions'] for i in by_path[g['path']]
                           if overlap((candidates[i]['start'], candidates[i]['end']), (g['start'], g['end'])) >= 0.5})
            queries.append({'query_id': q['query_id'], 'repo': repo, 'lang': lang, 'text': q['query'], 'gold': gold})
        git = next(g for g in sources.git_dirs(repo) if sources.has_commit(g, commit))
        rows = rest_rows(docs_of(git, commit, lang, corpora, sources), repo, lang)
        rests += rows
        print(repo, lang, len(candidates) - first, 'functions', len(qs), 'queries',
              sum(not q['gold'] for q in queries[-len(qs):]), 'without gold', len(rows), 'rests', flush=True)
    os.makedirs(a.out, exist_ok=True)
    write_lines(f'{a.out}/candidates.jsonl', candidates)
    write_lines(f'{a.out}/queries.jsonl', queries)
    write_lines(f'{a.out}/rest.jsonl', rests)
    print(len(candidates), 'candidates', len(queries), 'queries', len(rests), 'rests',
          sum(r['ask'] for r in rests), 'asked')


if __name__ == '__main__':
    main()
