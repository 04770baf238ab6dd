"""Token ids for training, in one small file that travels to the GPU.

  prepare.py train --functions F.jsonl [--pairs P.jsonl] --tokenizer CMD --vocab VOCAB --out train.bag [--most N]
  prepare.py docfn --docfn DIR --tokenizer CMD --vocab VOCAB --out docfn.bag
  prepare.py show FILE.bag

Python does not tokenise: CMD is the project's own `xtask` program, called as
`CMD model tokens --vocab VOCAB --in FILE --field F --side S --repeats raw --out PREFIX`.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import bags
import evaluate

FIELDS = {'sentence': 'query', 'rest': 'document', 'name': 'document', 'path': 'document',
          'signature': 'document', 'code': 'document'}
CODE_CHARACTERS = 1500
REST_CHARACTERS = 1000


def tokenise(tokenizer, vocabulary, rows, fields):
    """{field: Bags} of rows, which are dicts of texts."""
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        source = f'{folder}/texts.jsonl'
        with open(source, 'w', encoding='utf-8') as f:
            for row in rows:
                f.write(json.dumps({k: row[k] for k in fields}, ensure_ascii=False) + '\n')
        for field, side in fields.items():
            command = tokenizer.split() + ['model', 'tokens', '--vocab', vocabulary, '--in', source, '--field', field,
                                           '--side', side, '--repeats', 'raw', '--out', f'{folder}/{field}']
            subprocess.run(command, check=True)
            out[field] = bags.Bags.of_tokens(f'{folder}/{field}')
            if len(out[field]) != len(rows):
                sys.exit(f'prepare.py: {field}: {len(out[field])} texts came back of {len(rows)}')
            os.remove(f'{folder}/{field}.ids.npy')
    return out


def plain(text):
    """A sentence as far as it matters for being the same: letters and digits, lower case."""
    return ' '.join(re.findall(r'\w+', text.lower()))


def numbered(values, kind=np.uint32):
    """Equal values get equal numbers."""
    numbers = {}
    return np.array([numbers.setdefault(v, len(numbers)) for v in values], kind)


def chosen(rows, most, seed=7):
    """At most `most` rows; what must go, goes from the largest languages."""
    if not most or len(rows) <= most:
        return rows
    by_language = collections.defaultdict(list)
    for i, row in enumerate(rows):
        by_language[row['lang']].append(i)
    share, left = {}, most
    for n, (lang, members) in enumerate(sorted(by_language.items(), key=lambda x: len(x[1]))):
        share[lang] = min(len(members), left // (len(by_language) - n))
        left -= share[lang]
    kept = set()
    draw = random.Random(seed)
    for lang, members in by_language.items():
        valid = [i for i in members if rows[i]['split'] == 'valid']
        others = [i for i in members if rows[i]['split'] != 'valid']
        draw.shuffle(others)
        kept.update((valid + others)[:share[lang]])
    return [row for i, row in enumerate(rows) if i in kept]


def train_file(a):
    rows = chosen(evaluate.lines(a.functions), a.most)
    # Functions of a file stay together: neighbours are the first hard negatives.
    rows.sort(key=lambda r: (r['split'], r['package'], r['path']))
    for row in rows:
        row['code'] = row['code'][:CODE_CHARACTERS]
        row['rest'] = row['rest'][:REST_CHARACTERS]
    languages = sorted({r['lang'] for r in rows})
    named = tokenise(a.tokenizer, a.vocab, rows, FIELDS)
    named['package'] = numbered([r['package'] for r in rows])
    named['file'] = numbered([(r['package'], r['path']) for r in rows])
    named['same'] = numbered([plain(r['sentence']) for r in rows])
    named['same_code'] = numbered([zlib.crc32(plain(r['code']).encode()) for r in rows])
    named['language'] = np.array([languages.index(r['lang']) for r in rows], np.uint8)
    named['valid'] = np.array([r['split'] == 'valid' for r in rows], np.uint8)
    if a.pairs:
        pairs = evaluate.lines(a.pairs)
        if a.most_pairs and len(pairs) > a.most_pairs:
            pairs = random.Random(7).sample(pairs, a.most_pairs)
        for pair in pairs:
            pair['b'] = pair['b'][:CODE_CHARACTERS]
        kinds = sorted({p['kind'] for p in pairs})
        tokens = tokenise(a.tokenizer, a.vocab, pairs, {'a': 'query', 'b': 'document'})
        named['pair_a'], named['pair_b'] = tokens['a'], tokens['b']
        named['pair_same'] = numbered([plain(p['a']) for p in pairs])
        named['pair_same_b'] = numbered([plain(p['b']) for p in pairs])
        named['pair_kind'] = np.array([kinds.index(p['kind']) for p in pairs], np.uint8)
        named['pair_valid'] = np.array([p['split'] == 'valid' for p in pairs], np.uint8)
        languages += kinds
    named['names'] = np.frombuffer('\n'.join(languages).encode(), np.uint8)
    finish(a.out, named, len(rows))


def docfn_file(a):
    candidates, queries, rest = (evaluate.lines(f'{a.docfn}/{n}.jsonl') for n in ('candidates', 'queries', 'rest'))
    named = dict(evaluate.plan_of(a.docfn))
    tokens = tokenise(a.tokenizer, a.vocab, candidates, {'text': 'document', 'name': 'document'})
    named['candidates'], named['names'] = tokens['text'], tokens['name']
    named['queries'] = tokenise(a.tokenizer, a.vocab, queries, {'text': 'query'})['text']
    asked = [r for r in rest if r['ask']]
    named['sentences'] = tokenise(a.tokenizer, a.vocab, asked, {'sentence': 'query'})['sentence']
    named['rests'] = tokenise(a.tokenizer, a.vocab, rest, {'rest': 'document'})['rest']
    finish(a.out, named, len(candidates))


def finish(path, named, count):
    sizes = bags.write(path, named)
    print(f'{path}: {os.path.getsize(path) / 2 ** 20:.1f} MiB, {count} rows')
    for name, size in sizes.items():
        value = named[name]
        tokens = f'{len(value.ids)} tokens, {8 * size / max(1, len(value.ids)):.1f} bits each' if isinstance(value, bags.Bags) else ''
        print(f'  {name}: {size / 2 ** 20:.2f} MiB {tokens}')


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('what', choices=('train', 'docfn', 'show'))
    ap.add_argument('file', nargs='?')
    for option in ('--functions', '--pairs', '--docfn', '--tokenizer', '--vocab', '--out'):
        ap.add_argument(option)
    ap.add_argument('--most', type=int, help='functions at most')
    ap.add_argument('--most-pairs', type=int)
    a = ap.parse_args()
    if a.what == 'train':
        train_file(a)
    elif a.what == 'docfn':
        docfn_file(a)
    else:
        for name, value in bags.read(a.file).items():
            print(name, f'{len(value)} texts, {len(value.ids)} tokens' if isinstance(value, bags.Bags) else value.shape)


if __name__ == '__main__':
    main()
