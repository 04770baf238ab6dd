"""The models ours is compared with, on exactly the same texts.

  baselines.py pack --docfn DIR --models DIR --out CARRY     makes CARRY/text, CARRY/minilm, CARRY/granite, to travel
  baselines.py run --texts CARRY/text --weights CARRY/minilm --out OUT [--largest N]

all-MiniLM-L6-v2 (first 256 word pieces, mean pooling, as published) and granite-embedding-30m-english (512, first
token), both by encoders.py. `run` writes `NAME.ranks.npz`, the rank of each query's gold, which train.py prints beside
its own, and prints the table. `--largest N` leaves out repositories with more than N functions: for a look on a CPU.
"""
import argparse
import json
import lzma
import os
import sys
import time

import numpy as np

import evaluate

MODELS = {'minilm': ('mean', 256, 0), 'granite': ('cls', 512, 2)}


def pack(docfn, models, out):
    """Everything `run` needs, in folders small enough to travel one by one."""
    import encoders
    for folder in ('text', 'minilm', 'granite'):
        os.makedirs(f'{out}/{folder}', exist_ok=True)
    texts = {'candidates': [c['text'] for c in evaluate.lines(f'{docfn}/candidates.jsonl')],
             'queries': [q['text'] for q in evaluate.lines(f'{docfn}/queries.jsonl')]}
    rest = evaluate.lines(f'{docfn}/rest.jsonl')
    texts['sentences'] = [r['sentence'] for r in rest if r['ask']]
    texts['rests'] = [r['rest'] for r in rest]
    with lzma.open(f'{out}/text/texts.json.xz', 'wt', encoding='utf-8', preset=6) as f:
        json.dump(texts, f, ensure_ascii=False)
    np.savez_compressed(f'{out}/text/plan.npz', **evaluate.plan_of(docfn))
    with open(f'{models}/minilm/tokenizer.json', encoding='utf-8') as f:
        tokenizer = f.read()
    save(f'{out}/minilm/minilm.npz', encoders.minilm_arrays(f'{models}/minilm/model.safetensors'), tokenizer)
    # The granite file is int8 already; it travels as it is, since half precision would be larger.
    with open(f'{models}/granite/granite-embedding-30m-english-int8.hmsemb', 'rb') as f:
        data = f.read()
    with open(f'{out}/granite/granite.hmsemb', 'wb') as f:
        f.write(data)


def save(path, arrays, tokenizer):
    np.savez_compressed(path, **arrays, tokenizer=np.frombuffer(tokenizer.encode(), np.uint8))


def load(weights, name, device):
    import encoders
    if name == 'granite':
        arrays, tokenizer = encoders.granite_arrays(f'{weights}/granite.hmsemb')
    else:
        arrays = dict(np.load(f'{weights}/{name}.npz'))
        tokenizer = arrays.pop('tokenizer').tobytes().decode()
    return encoders.Encoder(arrays, tokenizer, *MODELS[name], device)


def some_repositories(plan, largest):
    """The plan without queries of repositories that have more than `largest` candidates."""
    out = dict(plan)
    kept = (plan['range'][:, 1] - plan['range'][:, 0]) <= largest
    golds = [plan['gold'][a:b] for a, b in zip(plan['gold_starts'], plan['gold_starts'][1:])]
    golds = [g for g, k in zip(golds, kept) if k]
    out['gold'] = np.concatenate(golds)
    out['gold_starts'] = np.cumsum([0] + [len(g) for g in golds])
    out['range'], out['language'] = plan['range'][kept], plan['language'][kept]
    return out, kept


def run(texts, weights, out, largest, device):
    os.makedirs(out, exist_ok=True)
    name = os.path.basename(os.path.normpath(weights))
    plan = dict(np.load(f'{texts}/plan.npz'))
    with lzma.open(f'{texts}/texts.json.xz', 'rt', encoding='utf-8') as f:
        texts = json.load(f)
    kept = np.ones(len(plan['range']), bool)
    if largest:
        plan, kept = some_repositories(plan, largest)
    queries = [t for t, k in zip(texts['queries'], kept) if k]
    needed = np.zeros(len(texts['candidates']), bool)
    for first, last in np.unique(plan['range'], axis=0):
        needed[first:last] = True
    wanted = [t for t, k in zip(texts['candidates'], needed) if k]
    print(len(wanted), 'candidates', len(queries), 'queries', len(texts['rests']), 'rests on', device, flush=True)
    started = time.time()
    model = load(weights, name, device)
    tokens = 131072 if device == 'cuda' else 8192
    some = model.encode(wanted, tokens)
    candidates = np.zeros((len(needed), some.shape[1]), np.float16)
    candidates[needed] = some
    vectors = [model.encode(t, tokens) for t in (queries, texts['sentences'], texts['rests'])]
    docfn = evaluate.docfn_ranks(plan, vectors[0], candidates)
    rest = evaluate.rest_ranks(plan, *vectors[1:])
    np.savez_compressed(f'{out}/{name}.ranks.npz', docfn=docfn, rest=rest, kept=kept)
    report = {'docfn': evaluate.figures(docfn, plan['language']), 'rest': evaluate.figures(rest, plan['rest_language'])}
    print(f'{name}: {time.time() - started:.0f} s', flush=True)
    print(evaluate.table({name: report}), flush=True)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('what', choices=('pack', 'run'))
    ap.add_argument('--docfn')
    ap.add_argument('--models')
    ap.add_argument('--texts')
    ap.add_argument('--weights')
    ap.add_argument('--out', required=True)
    ap.add_argument('--largest', type=int)
    a = ap.parse_args()
    if a.what == 'pack':
        if not a.docfn or not a.models:
            sys.exit('baselines.py: pack needs --docfn and --models')
        pack(a.docfn, a.models, a.out)
        return
    import torch
    torch.backends.cuda.matmul.allow_tf32 = True
    run(a.texts, a.weights, a.out, a.largest, 'cuda' if torch.cuda.is_available() else 'cpu')


if __name__ == '__main__':
    main()
