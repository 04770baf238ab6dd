"""Train the static embedding model by contrast, several variants in one go.

  train.py --data train.bag --docfn docfn.bag --out DIR --variants random,hard,hard+qat --tokens 35000
           [--teacher teacher.npz] [--baselines DIR] [--steps N] [--batch N] [--keep NAME,...] [--minutes M]

Everything lies on the device; a step draws functions, a task and a view of each candidate, and asks that each text
finds its partner among all others of the batch, both ways. Writes `results.md` and `results.json`, and
`weights-NAME.npz` of the variants to keep. See variants.py for what can be tried.
"""
import argparse
import dataclasses
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import bags
import evaluate
from static_model import DeviceBags, StaticModel, embed_numpy, exported, times_table
from variants import recipe

# Parts of a function that a candidate can be shown with; the first is what the evaluation shows.
VIEWS = (('name', 'path', 'signature', 'code'), ('name', 'signature', 'code'), ('name', 'path', 'code'),
         ('signature', 'code'), ('code',), ('name', 'path', 'signature'))
SHORT_VIEWS = (('name', 'signature'), ('name', 'path', 'signature'), ('name',))


class Data:
    """The training file on the device, with the views joined once."""

    def __init__(self, path, device):
        named = bags.read(path)
        self.names = named['names'].tobytes().decode().split('\n')
        self.device = device
        self.parts = {f: DeviceBags.of(named[f], device) for f in ('sentence', 'rest', 'name', 'path', 'signature', 'code')}
        self.views = {}
        self.valid = torch.from_numpy(named['valid'].astype(bool)).to(device)
        for key in ('package', 'file', 'same', 'same_code', 'language'):
            setattr(self, key, torch.from_numpy(named[key].astype(np.int64)).to(device))
        self.has_rest = self.parts['rest'].lengths >= 5
        self.has_code = self.parts['code'].lengths >= 4
        self.pairs = None
        if 'pair_a' in named:
            self.pairs = tuple(DeviceBags.of(named[k], device) for k in ('pair_a', 'pair_b'))
            self.pair_same = torch.from_numpy(named['pair_same'].astype(np.int64)).to(device)
            self.pair_same_b = torch.from_numpy(named['pair_same_b'].astype(np.int64)).to(device)
            self.pair_valid = torch.from_numpy(named['pair_valid'].astype(bool)).to(device)
        self.tokens = 1 + max(int(p.ids.max()) for p in self.parts.values())

    def view(self, parts, lead=0):
        """Candidates shown with some parts, joined when first asked for; the name counts `lead` times more."""
        key = parts, lead
        if key not in self.views:
            often = [1 + lead if p == 'name' else 1 for p in parts]
            self.views[key] = DeviceBags.union([self.parts[p] for p in parts], often)
        return self.views[key]

    def stacked(self, views, lead=0):
        """Several views in one: row i shown by the n-th is row n * (number of functions) + i."""
        key = views, lead
        if key not in self.views:
            self.views[key] = DeviceBags.stack([self.view(v, lead) for v in views])
        return self.views[key]


def contrast(left, right, scale, same_left, same_right, extra=None, extra_same=None):
    """InfoNCE both ways; partners with an equal text on either side are no negatives. `extra` are more candidates."""
    logits = left @ right.T * scale
    false = (same_left[:, None] == same_left[None, :]) | (same_right[:, None] == same_right[None, :])
    false.fill_diagonal_(False)
    logits = logits.masked_fill(false, -1e4)
    target = torch.arange(len(left), device=left.device)
    forward = logits
    if extra is not None:
        more = left @ extra.T * scale
        more = more.masked_fill((same_left[:, None] == extra_same[0][None, :]) | (same_right[:, None] == extra_same[1][None, :]), -1e4)
        forward = torch.cat([logits, more], 1)
    return (F.cross_entropy(forward, target) + F.cross_entropy(logits.T, target)) / 2


class Sampler:
    """Rows of an epoch, those of one package side by side in groups, the groups in random order."""

    def __init__(self, rows, package, group, generator):
        self.rows, self.package, self.group, self.generator = rows, package, group, generator
        self.left = rows[:0]

    def _epoch(self):
        n, device = len(self.rows), self.rows.device
        if self.group < 2:
            return self.rows[torch.randperm(n, device=device, generator=self.generator)]
        shift = int(torch.randint(self.group, (1,), device=device, generator=self.generator))
        rolled = torch.roll(self.rows, shift)
        groups = (n + self.group - 1) // self.group
        order = torch.randperm(groups, device=device, generator=self.generator)
        at = (order[:, None] * self.group + torch.arange(self.group, device=device)[None, :]).reshape(-1)
        return rolled[at[at < n]]

    def next(self, count):
        while len(self.left) < count:
            self.left = torch.cat([self.left, self._epoch()])
        out, self.left = self.left[:count], self.left[count:]
        return out


@torch.no_grad()
def mine(model, data, rows, view, times, count, ceiling):
    """For each row the functions of its package that its sentence would wrongly find, best first, none that may be
    right itself. `rows` have the functions of a package side by side; where a package has too few, any others do."""
    queries = model.embed_all(data.parts['sentence'], 'query', times)
    documents = model.embed_all(view, 'document', times)
    out = rows[torch.randint(len(rows), (len(rows), count), device=rows.device)]
    _, sizes = torch.unique_consecutive(data.package[rows], return_counts=True)
    first = 0
    for size in sizes.tolist():
        at = rows[first:first + size]
        scores = queries[at] @ documents[at].T
        own = scores.diagonal()
        same, same_code = data.same[at], data.same_code[at]
        wrong = (same[:, None] == same[None]) | (same_code[:, None] == same_code[None])
        wrong |= scores > (ceiling * own.clamp_min(0.3))[:, None]
        best = scores.masked_fill(wrong, -2).topk(min(count, size), dim=1)
        out[first:first + size, :best.indices.shape[1]] = torch.where(
            best.values > -2, at[best.indices], out[first:first + size, :best.indices.shape[1]])
        first += size
    return out


def start_rows(r, data, tokens, teacher, generator):
    """Rows and log weights to begin with: weights fall with frequency as in SIF."""
    device = data.device
    frequency = torch.zeros(tokens, device=device)
    for part in ('sentence', 'code', 'rest', 'name'):
        frequency += torch.bincount(data.parts[part].ids.long(), minlength=tokens)
    share = frequency / frequency.sum()
    log_weight = torch.log(1e-3 / (1e-3 + share)).clamp_min(-4)
    rows = torch.randn(tokens, r.dimensions, device=device, generator=generator) / math.sqrt(r.dimensions)
    if r.rows_at_start == 'teacher':
        if teacher is None:
            raise SystemExit('train.py: this variant starts from the teacher: give --teacher')
        given = torch.from_numpy(teacher['rows'] * teacher['scale']).to(device)
        known = torch.from_numpy(teacher['known']).to(device)
        given = given[:, :r.dimensions]
        size = given[known].norm(dim=1).mean()
        rows[known] = given[known] / size
    return rows, log_weight, frequency


def rate_at(step, steps):
    warm = max(1, steps // 20)
    if step < warm:
        return (step + 1) / warm
    return 0.02 + 0.98 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm))) / 2


def train(r, data, tokens, teacher=None, log=print, deadline=None):
    """A model by recipe `r`, and what it took."""
    device = data.device
    torch.manual_seed(r.seed)
    generator = torch.Generator(device).manual_seed(r.seed)
    rows_at_start, log_weight, frequency = start_rows(r, data, tokens, teacher, generator)
    model = StaticModel(rows_at_start, log_weight, r.shared_weights)
    times = torch.from_numpy(times_table(r.times)).to(device)
    if r.distil_only:
        return model, {'seconds': 0}
    usable = ~data.valid & data.has_code
    if r.languages:
        usable &= torch.isin(data.language, torch.tensor([data.names.index(n) for n in r.languages], device=device))
    train_rows = usable.nonzero()[:, 0]
    if r.share < 1:  # whole packages go, as they would with less gathering
        kept = torch.rand(int(data.package.max()) + 1, device=device, generator=generator) < r.share
        train_rows = train_rows[kept[data.package[train_rows]]]
    samplers = {'code': Sampler(train_rows, data.package, r.group, generator),
                'rest': Sampler(train_rows[data.has_rest[train_rows]], data.package, r.group, generator)}
    if data.pairs:
        samplers['pairs'] = Sampler((~data.pair_valid).nonzero()[:, 0], None, 0, generator)
    tasks = {k: v for k, v in r.tasks.items() if k != 'pairs' or data.pairs}
    draw = np.random.default_rng(r.seed)
    views, short, whole = data.stacked(VIEWS, r.lead), data.stacked(SHORT_VIEWS, r.lead), data.view(VIEWS[0], r.lead)
    doc = data.view(('sentence', 'rest'))
    optimizer = torch.optim.Adam([{'params': [model.rows], 'rate': r.rate, 'lr': r.rate},
                                  {'params': list({model.query, model.document}), 'rate': r.weight_rate, 'lr': r.weight_rate},
                                  {'params': [model.log_scale], 'rate': 0.005, 'lr': 0.005}], betas=(0.9, 0.99), fused=device == 'cuda')
    rare = (r.pull / (1 + frequency / 20))[:, None]
    mine_at = {int(r.steps * (r.hard_from + i * (0.95 - r.hard_from) / r.hard_again)) for i in range(r.hard_again)} if r.hard else set()
    hard, mean = None, None
    started, done, sum_loss, spent_mining = time.time(), 0, 0.0, 0.0
    for step in range(r.steps):
        if step in mine_at:
            t = time.time()
            mined = mine(model, data, train_rows, whole, times, max(8, 2 * r.hard), r.hard_ceiling)
            hard = torch.zeros(len(data.valid), mined.shape[1], dtype=torch.long, device=device)
            hard[train_rows] = mined
            spent_mining += time.time() - t
        model.quantised = step >= r.quantise_from * r.steps
        for group in optimizer.param_groups:
            group['lr'] = group['rate'] * rate_at(step, r.steps)
        task = draw.choice(list(tasks), p=np.array(list(tasks.values())) / sum(tasks.values()))
        table = model.tables()
        scale = model.log_scale.clamp(max=4.6).exp()
        extra = extra_same = None
        if task == 'pairs':
            rows = samplers['pairs'].next(min(r.batch, len(samplers['pairs'].rows)))
            left = model.embed(table['query'], data.pairs[0].batch(rows, times, r.drop))
            right = model.embed(table['document'], data.pairs[1].batch(rows, times, r.drop))
            same = data.pair_same[rows], data.pair_same_b[rows]
        else:
            sampler = samplers['rest' if task == 'rest' else 'code']
            rows = sampler.next(min(r.batch, len(sampler.rows)))
            same = data.same[rows], data.same_code[rows]
            asks = doc if task == 'doc' else data.parts['sentence']
            left = model.embed(table['query'], asks.batch(rows, times, r.drop))
            if task == 'rest':
                right = model.embed(table['document'], data.parts['rest'].batch(rows, times, r.drop))
            else:
                some, many = (short, len(SHORT_VIEWS)) if task == 'names' else (views, len(VIEWS))
                which = torch.randint(many, (len(rows),), device=device, generator=generator)
                if task != 'names':
                    which[torch.rand(len(rows), device=device, generator=generator) < r.whole_view] = 0
                right = model.embed(table['document'], some.batch(which * len(data.valid) + rows, times, r.drop))
                if hard is not None and task == 'code':
                    pick = torch.randint(hard.shape[1], (len(rows), r.hard), device=device, generator=generator)
                    others = hard[rows].gather(1, pick).reshape(-1).unique()
                    extra = model.embed(table['document'], whole.batch(others, times, r.drop))
                    extra_same = data.same[others], data.same_code[others]
        loss = contrast(left, right, scale, *same, extra, extra_same)
        if r.nested:
            half = r.dimensions // 2
            loss = loss + r.nested * contrast(F.normalize(left[:, :half], dim=1), F.normalize(right[:, :half], dim=1), scale, *same)
        if r.pull:
            loss = loss + (rare * (model.rows - rows_at_start) ** 2).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if r.average and step > r.steps // 10:
            mean = [p.detach().clone() for p in model.parameters()] if mean is None else mean
            for m, p in zip(mean, model.parameters()):
                m.lerp_(p.detach(), 1 - r.average)
        sum_loss += float(loss.detach()) if device == 'cpu' else loss.detach()
        done += 1
        if (step + 1) % max(1, r.steps // 6) == 0:
            log(f'    step {step + 1} loss {float(sum_loss) / done:.3f} scale {float(scale.detach()):.1f} {time.time() - started:.0f} s')
            sum_loss, done = 0.0, 0
        if deadline and time.time() > deadline:
            log(f'    stopped at step {step + 1}: out of time')
            break
    if mean is not None:
        with torch.no_grad():
            for m, p in zip(mean, model.parameters()):
                p.copy_(m)
    model.quantised = True
    return model, {'seconds': time.time() - started, 'mining': spent_mining, 'functions': len(train_rows)}


class Judge:
    """The figures of a model: on held-out packages, and on docfn-dev."""

    def __init__(self, data, docfn, device):
        self.data, self.device = data, device
        rows = data.valid.nonzero()[:, 0]
        self.rows = rows
        package = data.package[rows].cpu().numpy()
        change = np.flatnonzero(np.diff(package, prepend=-1, append=-1))
        self.ranges = np.repeat(np.stack([change[:-1], change[1:]], 1), np.diff(change), 0)
        self.same = data.same[rows].cpu().numpy()
        self.plan, self.docfn = None, None
        if docfn:
            self.plan = bags.read(docfn)
            self.docfn = {k: DeviceBags.of(self.plan[k], device) for k in ('queries', 'candidates', 'names', 'sentences', 'rests')}

    def valid(self, model, times, lead=0):
        """MRR@10 within held-out packages: sentence to whole view, sentence to rest."""
        asks = model.embed_all(self.data.parts['sentence'], 'query', times)[self.rows].cpu().numpy()
        shown = model.embed_all(self.data.view(VIEWS[0], lead), 'document', times)[self.rows].cpu().numpy()
        rests = model.embed_all(self.data.parts['rest'], 'document', times)[self.rows].cpu().numpy()
        golds = [[i] for i in range(len(asks))]
        some = (self.data.has_rest[self.rows].cpu().numpy()).nonzero()[0]
        code = evaluate.ranks(asks, shown, self.ranges, golds)
        rest = evaluate.ranks(asks[some], rests, self.ranges[some], [[i] for i in some])
        return [float(np.where(x < 10, 1 / (x + 1), 0).mean()) for x in (code, rest)]

    def dev(self, model, times, lead=0):
        """Ranks on both tasks of docfn-dev."""
        shown = dict(self.docfn)
        names = shown.pop('names')
        if lead:
            shown['candidates'] = DeviceBags.union([shown['candidates'], names], [1, lead])
        v = {k: model.embed_all(b, 'query' if k in ('queries', 'sentences') else 'document', times).cpu().numpy()
             for k, b in shown.items()}
        return (evaluate.docfn_ranks(self.plan, v['queries'], v['candidates']),
                evaluate.rest_ranks(self.plan, v['sentences'], v['rests']))


def check_export(model, judge, r):
    """The exported weights give, by numpy, the vectors of the model."""
    some = judge.plan['queries'].take(np.arange(50))
    ours = model.embed_all(DeviceBags.of(some, judge.device), 'query', torch.from_numpy(times_table(r.times)).to(judge.device))
    cosine = (embed_numpy(exported(model), some, 'query', r.times) * ours.cpu().numpy()).sum(1)
    return float(cosine[np.diff(some.starts) > 0].min())


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--data', required=True)
    ap.add_argument('--docfn', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--variants', required=True)
    ap.add_argument('--tokens', type=int, required=True, help='size of the vocabulary')
    ap.add_argument('--teacher')
    ap.add_argument('--baselines', help='a folder of NAME.ranks.npz, printed beside')
    ap.add_argument('--keep', default='', help='variants whose weights are written')
    ap.add_argument('--minutes', type=float, help='start no variant after this')
    ap.add_argument('--set', action='append', default=[], help='NAME=VALUE of the recipe, for all variants')
    a = ap.parse_args()
    begun = time.time()
    os.makedirs(a.out, exist_ok=True)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.backends.cuda.matmul.allow_tf32 = True
    data = Data(a.data, device)
    judge = Judge(data, a.docfn, device)
    teacher = dict(np.load(a.teacher)) if a.teacher else None
    tokens = a.tokens
    if max([data.tokens] + [1 + int(b.ids.max()) for b in judge.docfn.values()]) > tokens:
        raise SystemExit('train.py: there are ids beyond --tokens: was the data made with another vocabulary?')
    print(f'{len(data.valid)} functions, {int(data.valid.sum())} held out, {tokens} tokens, {device}, loaded in {time.time() - begun:.0f} s', flush=True)
    changes = {}
    for text in a.set:
        name, value = text.split('=')
        changes[name] = json.loads(value)
    reports, ranks, rows = {}, {}, []
    if a.baselines:
        for file in sorted(os.listdir(a.baselines)):
            if file.endswith('.ranks.npz'):
                found = np.load(f'{a.baselines}/{file}')
                name = file.split('.')[0]
                ranks[name] = found['docfn'], found['rest']
                reports[name] = report_of(judge.plan, *ranks[name], found['kept'])
    for name in a.variants.split(','):
        if a.minutes and time.time() - begun > 60 * a.minutes:
            print(f'{name}: not started, {a.minutes} minutes are over')
            continue
        r = recipe(name, **changes)
        print(f'{name}: {r}', flush=True)
        model, took = train(r, data, tokens, teacher, log=lambda *x: print(*x, flush=True))
        times = torch.from_numpy(times_table(r.times)).to(device)
        with torch.no_grad():
            model.quantised = True
            valid = judge.valid(model, times, r.lead)
            ranks[name] = judge.dev(model, times, r.lead)
            model.quantised = False
            unrounded = judge.valid(model, times, r.lead)
            model.quantised = True
        reports[name] = report_of(judge.plan, *ranks[name])
        row = {'name': name, 'valid_code': valid[0], 'valid_rest': valid[1], 'valid_code_float': unrounded[0],
               'docfn': reports[name]['docfn']['all'][0], 'rest': reports[name]['rest']['all'][0],
               'scale': float(model.log_scale.detach().exp()), **took}
        rows.append(row)
        print('  ' + '  '.join(f'{k} {v:.4f}' if isinstance(v, float) else f'{k} {v}' for k, v in row.items()), flush=True)
        if name in a.keep.split(',') or a.keep == 'all':
            np.savez(f'{a.out}/weights-{name}.npz', **exported(model))
            print(f'  export: lowest cosine to numpy {check_export(model, judge, r):.6f}', flush=True)
        write_results(a.out, rows, reports, ranks)
    print(evaluate.table(reports))
    print(f'{time.time() - begun:.0f} s in all')


def report_of(plan, docfn, rest, kept=None):
    language = plan['language'] if kept is None else plan['language'][kept]
    return {'docfn': evaluate.figures(docfn, language), 'rest': evaluate.figures(rest, plan['rest_language'])}


def write_results(out, rows, reports, ranks):
    with open(f'{out}/results.json', 'w', encoding='utf-8') as f:
        json.dump({'rows': rows, 'reports': reports}, f, indent=1, default=float)
    with open(f'{out}/results.md', 'w', encoding='utf-8') as f:
        f.write('| variant | valid code | valid rest | valid code, unrounded | docfn-dev | rest | seconds |\n|---|---|---|---|---|---|---|\n')
        for r in rows:
            f.write(f"| {r['name']} | {r['valid_code']:.4f} | {r['valid_rest']:.4f} | {r['valid_code_float']:.4f} | {r['docfn']:.4f} | {r['rest']:.4f} | {r['seconds']:.0f} |\n")
        f.write('\n' + evaluate.table(reports) + '\n')
    np.savez_compressed(f'{out}/ranks.npz', **{f'{n}/{t}': x.astype(np.int32) for n, pair in ranks.items() for t, x in zip(('docfn', 'rest'), pair)})


if __name__ == '__main__':
    main()
