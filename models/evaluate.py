"""Dense-alone figures for any matrices of vectors, and BM25 over the same texts as a check.

  evaluate.py --docfn DIR --bm25
  evaluate.py --docfn DIR --vectors DIR     DIR has queries.npy candidates.npy sentences.npy rests.npy
  evaluate.py --docfn DIR --plan FILE.npz                     the shape of the tasks without their texts

Task 1, docfn-dev: a doc comment's first sentence against all functions of its repository: MRR@10 and Acc@10.
Task 2, sentence -> rest: a first sentence against the rests of all doc comments of its repository.
Both are ranked by cosine; equal scores stay in the order of the files. Figures are means over queries.
"""
import argparse
import collections
import json
import math
import re

import numpy as np

LANGUAGES = ('python', 'rust', 'jsts', 'go', 'java')


def lines(path):
    with open(path, encoding='utf-8') as f:
        return [json.loads(line) for line in f]


def plan_of(docfn):
    """What a task asks, without texts: for each query its candidates' range, its gold, its language."""
    candidates, queries, rest = (lines(f'{docfn}/{n}.jsonl') for n in ('candidates', 'queries', 'rest'))
    ranges = repository_ranges(candidates)
    rest_ranges = repository_ranges(rest)
    asked = [i for i, r in enumerate(rest) if r['ask']]
    gold_starts = np.cumsum([0] + [len(q['gold']) for q in queries])
    return {
        'language': np.array([LANGUAGES.index(q['lang']) for q in queries], np.uint8),
        'range': np.array([ranges[q['repo']] for q in queries], np.int32),
        'gold_starts': gold_starts.astype(np.int32),
        'gold': np.array([g for q in queries for g in q['gold']], np.int32),
        'rest_asked': np.array(asked, np.int32),
        'rest_language': np.array([LANGUAGES.index(rest[i]['lang']) for i in asked], np.uint8),
        'rest_range': np.array([rest_ranges[rest[i]['repo']] for i in asked], np.int32),
    }


def repository_ranges(rows):
    ranges = {}
    for i, row in enumerate(rows):
        first, _ = ranges.get(row['repo'], (i, i))
        ranges[row['repo']] = (first, i + 1)
    return ranges


def rank_of(scores, gold):
    """0-based rank of the best gold item; of equal scores the earlier item comes first."""
    best = min(gold, key=lambda g: (-scores[g], g))
    return int((scores > scores[best]).sum() + (scores[:best] == scores[best]).sum())


def unit(vectors):
    vectors = np.asarray(vectors, np.float32)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def ranks(queries, candidates, ranges, golds):
    """Rank of the gold for each query; queries of one repository are scored together."""
    out = np.zeros(len(queries), np.int64)
    groups = collections.defaultdict(list)
    for i, (first, last) in enumerate(ranges):
        groups[int(first), int(last)].append(i)
    for (first, last), members in groups.items():
        scores = queries[members] @ candidates[first:last].T
        for row, i in enumerate(members):
            out[i] = rank_of(scores[row], [g - first for g in golds[i]])
    return out


def docfn_ranks(plan, queries, candidates):
    golds = [plan['gold'][a:b] for a, b in zip(plan['gold_starts'], plan['gold_starts'][1:])]
    return ranks(unit(queries), unit(candidates), plan['range'], golds)


def rest_ranks(plan, sentences, rests):
    """`sentences` holds the asked sentences only, `rests` all."""
    return ranks(unit(sentences), unit(rests), plan['rest_range'], [[g] for g in plan['rest_asked']])


def figures(found, language):
    """{'all'|language: (MRR@10, Acc@10, n)}"""
    gain = np.where(found < 10, 1 / (found + 1), 0.0)
    out = {'all': (gain.mean(), (found < 10).mean(), len(found))}
    for i, name in enumerate(LANGUAGES):
        at = language == i
        if at.any():
            out[name] = (gain[at].mean(), (found[at] < 10).mean(), int(at.sum()))
    return out


def report(plan, queries, candidates, sentences=None, rests=None):
    """Both tasks' figures; the second only where its vectors are given."""
    out = {'docfn': figures(docfn_ranks(plan, queries, candidates), plan['language'])}
    if sentences is not None:
        out['rest'] = figures(rest_ranks(plan, sentences, rests), plan['rest_language'])
    return out


def table(reports):
    """Rows of a Markdown table from {name: report}."""
    head = ('all',) + LANGUAGES
    rows = ['| model | task | ' + ' | '.join(head) + ' | Acc@10 |', '|---' * (len(head) + 3) + '|']
    for name, tasks in reports.items():
        for task, by in tasks.items():
            cells = [f'{by[h][0]:.3f}' if h in by else '–' for h in head]
            rows.append(f"| {name} | {task} | {' | '.join(cells)} | {by['all'][1]:.3f} |")
    return '\n'.join(rows)


def paired_interval(a, b, rounds=2000, seed=1):
    """Difference in MRR@10 of two rank lists over the same queries, with a 95 % bootstrap interval."""
    gain = [np.where(x < 10, 1 / (x + 1), 0.0) for x in (a, b)]
    difference = gain[0] - gain[1]
    draws = np.random.default_rng(seed).integers(0, len(difference), (rounds, len(difference)))
    means = difference[draws].mean(1)
    return difference.mean(), np.quantile(means, 0.025), np.quantile(means, 0.975)


# BM25, to see that candidates and gold are those of the bench (its figure: .403).

WORD = re.compile(r'[A-Za-z][A-Za-z0-9]*|[0-9]+')
PIECE = re.compile(r'[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+')


def words(text):
    """Identifiers split at case and underscore, and kept whole."""
    out = []
    for word in WORD.findall(text):
        pieces = [p.lower() for p in PIECE.findall(word)]
        out += pieces
        if len(pieces) > 1:
            out.append(word.lower())
    return out


def bm25_ranks(docfn, k1=1.2, b=0.75, name_times=3):
    """Ranks on task 1 of BM25 with code, path and (repeated) name in one field."""
    candidates, queries = lines(f'{docfn}/candidates.jsonl'), lines(f'{docfn}/queries.jsonl')
    by_repository = collections.defaultdict(list)
    for i, q in enumerate(queries):
        by_repository[q['repo']].append(i)
    out = np.zeros(len(queries), np.int64)
    for repo, (first, last) in repository_ranges(candidates).items():
        postings, length = collections.defaultdict(list), np.zeros(last - first)
        for i in range(first, last):
            c = candidates[i]
            text = words(c['code']) + words(c['path']) + words(c['name']) * name_times
            length[i - first] = len(text)
            for word, n in collections.Counter(text).items():
                postings[word].append((i - first, n))
        norm = k1 * (1 - b + b * length / length.mean())
        for i in by_repository[repo]:
            scores = np.zeros(last - first)
            for word in set(words(queries[i]['text'])):
                if word in postings:
                    at, n = np.array(postings[word]).T
                    idf = math.log(1 + (len(length) - len(at) + 0.5) / (len(at) + 0.5))
                    scores[at] += idf * n * (k1 + 1) / (n + norm[at])
            out[i] = rank_of(scores, [g - first for g in queries[i]['gold']])
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--docfn', required=True)
    ap.add_argument('--bm25', action='store_true')
    ap.add_argument('--vectors')
    ap.add_argument('--plan')
    a = ap.parse_args()
    plan = plan_of(a.docfn)
    if a.plan:
        np.savez_compressed(a.plan, **plan)
    if a.bm25:
        print(table({'BM25': {'docfn': figures(bm25_ranks(a.docfn), plan['language'])}}))
    if a.vectors:
        vectors = [np.load(f'{a.vectors}/{n}.npy') for n in ('queries', 'candidates', 'sentences', 'rests')]
        print(table({a.vectors: report(plan, *vectors)}))


if __name__ == '__main__':
    main()
