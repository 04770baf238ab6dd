#!/usr/bin/env python3
"""Fits the weights of search on questions with known answers. Needs numpy and torch.

  epitome eval --set SET --root TREES --features SET.features     once for each set
  fit.py --set SET --features SET.features [--set … --features …]

Prints, for each kind of question, measures with weights fitted on the other repositories (four folds)
and on all, and the weights. A weight of a list is held to zero or more: a list may be ignored, but it
may not count against what it finds. Tests, examples, prose and manifests have fixed penalties where the
sets have none of them.
"""
import argparse, collections, hashlib, heapq, json, re
import numpy as np, torch

KEEP = 350          # candidates of a question, best first by a plain sum
STEPS = 120
CROWDING = {'symbol': 3.0, 'sentence': 0.1, 'topic': 6.0, 'issue': 0.5}
FREE = {'Function', 'Class', 'Length', 'Depth', 'Entry'}
NEGATIVE = {'Test', 'Aside', 'Document'}
FIXED = {
    'symbol': {'Test': -3, 'Aside': -1.5, 'Document': -2, 'Readme': -2, 'Manifest': -2},
    'sentence': {'Test': -3, 'Aside': -1.5, 'Document': -2, 'Readme': -2, 'Manifest': -2,
                 'Score(Own, Text, Doc)': 1.0, 'Function': 2.5, 'Class': -1.0},
    'topic': {'Readme': -1, 'Manifest': -1},
    'issue': {'Readme': -2, 'Manifest': -2, 'Function': 4.0, 'Class': 3.0},
}


def wanted(kind, name):
    """Which features a kind of question may use."""
    if name in FIXED[kind] or name in ('Length', 'Entry') and kind in ('symbol', 'sentence'):
        return False
    if 'Title' in name:
        return kind == 'issue'
    if kind == 'symbol' and 'Best' in name and 'Score' in name:
        return False
    if kind == 'sentence' and ('Members' in name or 'Doc)' in name or name == 'Depth'):
        return False
    return True


def load(set_file, feature_file):
    questions = {q['query_id']: q for q in map(json.loads, open(set_file))}
    for line in open(feature_file):
        row = json.loads(line)
        q, names = questions[row['query_id']], row['columns']
        c = row['candidates']
        if not c:
            continue
        X = np.array([x[4] for x in c], np.float32)
        own = [i for i, n in enumerate(names) if n.startswith('Score(') or n.startswith('Named(')]
        keep = np.sort(np.argsort(-X[:, own].sum(1), kind='stable')[:KEEP])
        c = [c[i] for i in keep]
        paths = [x[0] for x in c]
        m = dict(q=q, kind=row['class'], names=names, X=X[keep], paths=paths, what=[x[1] for x in c])
        files = set(q.get('gold_files') or [])
        m['file'] = np.array([p in files for p in paths])
        gold = q.get('gold_functions') or []
        def half(x, g):
            both = max(0, min(x[3], g['end']) - max(x[2], g['start']) + 1)
            return 2 * both >= (x[3] - x[2] + 1) + (g['end'] - g['start'] + 1) - both
        m['function'] = np.array([x[1] in ('function', 'class') and any(x[0] == g['path'] and half(x, g) for g in gold)
                                  for x in c])
        if q.get('targets'):
            def hits(x, t):
                same = x[0] == t['path'] or x[0].endswith('/' + t['path']) or t['path'].endswith('/' + x[0])
                return same and (t.get('start') is None or x[1] == 'file' or x[2] <= t['end'] and x[3] >= t['start'])
            m['targets'] = [[i for i, t in enumerate(q['targets']) if hits(x, t)] for x in c]
        yield m


def golds(m):
    """What a question's answers are, each as a loss of its own."""
    if 'targets' in m:
        return [np.array([bool(t) for t in m['targets']])]
    is_part = np.array([w in ('function', 'class') for w in m['what']])
    both = [m['function']]
    if m['kind'] == 'issue':
        both.append(m['file'] & is_part)
    return [g for g in both if g.any()]


def train(ms, kind, l2):
    names = ms[0]['names']
    use = [i for i, n in enumerate(names) if wanted(kind, n)]
    fixed = np.zeros(len(names), np.float32)
    for n, v in FIXED[kind].items():
        fixed[names.index(n)] = v
    sel = [(m['X'], g, m['q']['query_id'].split('/')[0]) for m in ms for g in golds(m) if g.any()]
    A = torch.from_numpy(np.concatenate([x[:, use] for x, _, _ in sel]))
    base = torch.from_numpy(np.concatenate([x @ fixed for x, _, _ in sel]))
    G = torch.from_numpy(np.concatenate([g for _, g, _ in sel]))
    n = len(sel)
    seg = torch.repeat_interleave(torch.arange(n), torch.tensor([len(x) for x, _, _ in sel]))
    count = collections.Counter(s for _, _, s in sel)
    share = torch.tensor([count[s] ** -.5 for _, _, s in sel]); share /= share.sum()
    sd = A.std(0) + 1e-2
    A = A / sd
    low = torch.tensor([-1e9 if names[i] in FREE | NEGATIVE else 0. for i in use])
    high = torch.tensor([0. if names[i] in NEGATIVE else 1e9 for i in use])
    w = torch.maximum(torch.minimum(torch.full((len(use),), .05), high), low).requires_grad_()
    opt = torch.optim.Adam([w], lr=.05)

    def lse(s, mask=None):
        if mask is not None:
            s = torch.where(mask, s, torch.tensor(-1e9))
        top = torch.full((n,), -1e9).scatter_reduce(0, seg, s, 'amax').detach()
        return top + torch.zeros(n).scatter_add(0, seg, torch.exp(s - top[seg])).clamp_min(1e-30).log()
    for step in range(STEPS):
        opt.zero_grad()
        s = A @ w + base
        loss = ((lse(s) - lse(s, G)) * share).sum() + l2 * (w ** 2).sum()
        loss.backward()
        opt.step()
        with torch.no_grad():
            w.copy_(torch.maximum(torch.minimum(w, high), low))
        if step == 2 * STEPS // 3:
            opt.param_groups[0]['lr'] = .02
    out = fixed.copy()
    out[use] = (w.detach() / sd).numpy()
    return out


def order(m, w, crowding):
    s = m['X'] @ w
    taken = collections.Counter()
    heap = [(-s[i], 0, i) for i in range(len(s))]
    heapq.heapify(heap)
    out = []
    while heap and len(out) < 50:
        x, before, i = heapq.heappop(heap)
        have = taken[m['paths'][i]]
        if before < have:
            heapq.heappush(heap, (-(s[i] - crowding * have), have, i))
            continue
        taken[m['paths'][i]] += 1
        out.append(i)
    return out


def measures(ms, rank):
    out = collections.defaultdict(list)
    for m in ms:
        o, q = rank(m), m['q']
        seen, k = set(), 0
        if q.get('gold_files'):
            first = 0.
            for i in o:
                if m['paths'][i] in seen:
                    continue
                seen.add(m['paths'][i]); k += 1
                if m['file'][i]:
                    first = 1 / k if k <= 10 else 0.
                    break
            out['file MRR@10'].append(first)
        if q.get('gold_functions'):
            parts = [i for i in o if m['what'][i] in ('function', 'class')][:10]
            out['function MRR@10'].append(next((1 / (k + 1) for k, i in enumerate(parts) if m['function'][i]), 0.))
        if 'targets' in m:
            ranks = {}
            for k, i in enumerate(o[:10]):
                for t in m['targets'][i]:
                    ranks.setdefault(t, k)
            gain = sum(1 / np.log2(k + 2) for k in set(ranks.values()))
            ideal = sum(1 / np.log2(k + 2) for k in range(min(10, len(q['targets']))))
            out['semble, by query'].append(gain / ideal)
            if q.get('category'):
                out[f"  {q['category']}"].append(gain / ideal)
    return {k: (float(np.mean(v)), len(v)) for k, v in out.items()}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--set', action='append', required=True)
    ap.add_argument('--features', action='append', required=True)
    ap.add_argument('--l2', type=float, default=4e-3)
    ap.add_argument('--threads', type=int, default=2)
    a = ap.parse_args()
    torch.set_num_threads(a.threads)
    kinds = collections.defaultdict(list)
    for s, f in zip(a.set, a.features):
        for m in load(s, f):
            kinds[m['kind']].append(m)
    fold = lambda m: int(hashlib.md5(m['q']['repo'].encode()).hexdigest(), 16) % 4
    for kind, ms in sorted(kinds.items()):
        folds = [train([m for m in ms if fold(m) != f], kind, a.l2) for f in range(4)]
        whole = train(ms, kind, a.l2)
        print(f'== {kind}: {len(ms)} questions')
        for name, rank in (('others', lambda m: order(m, folds[fold(m)], CROWDING[kind])),
                           ('all', lambda m: order(m, whole, CROWDING[kind]))):
            print(f'  fitted on {name}: ' + '; '.join(f'{k} {v:.3f} ({n})' for k, (v, n) in measures(ms, rank).items()))
        names = ms[0]['names']
        for i in np.argsort(-abs(whole)):
            if abs(whole[i]) >= .1:
                print(f'    ({names[i]}, {whole[i]:.2f}),')


if __name__ == '__main__':
    main()
