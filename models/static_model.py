"""The model itself: a row for each token, a weight for each token and side, a sum.

`vector(text) = normalise(sum over tokens of times(count) * weight_side[token] * row[token])`. In the file that the
Rust side reads, rows are int8 and each row's own scale is folded into the two weights.
"""
import numpy as np
import torch
import torch.nn.functional as F

SIDES = ('query', 'document')

# How much a token counts that comes n times in a text. `log2` is what the Rust tokenizer does: it keeps the
# 1st, 2nd, 4th, 8th ... of equal tokens.
TIMES = {
    'one': lambda n: np.ones_like(n),
    'log2': lambda n: 1 + np.floor(np.log2(n)),
    'ln': lambda n: 1 + np.log(n),
    'sqrt': np.sqrt,
    'raw': lambda n: n,
}


def times_table(rule):
    """times(count) for counts 0 to 255."""
    table = np.zeros(256, np.float32)
    table[1:] = TIMES[rule](np.arange(1, 256, dtype=np.float64))
    return table


class DeviceBags:
    """Bags on the device that trains; rows are taken out as flat ids, weights and offsets."""

    def __init__(self, ids, counts, starts):
        self.ids, self.counts, self.starts = ids, counts, starts
        self.lengths = starts[1:] - starts[:-1]

    @staticmethod
    def of(bags, device):
        return DeviceBags(torch.from_numpy(bags.ids.astype(np.int32)).to(device),
                          torch.from_numpy(np.array(bags.counts)).to(device),
                          torch.from_numpy(np.asarray(bags.starts, np.int64)).to(device))

    def __len__(self):
        return len(self.lengths)

    @staticmethod
    def stack(bags):
        """Several bags one after the other: row i of the n-th is row n * len + i."""
        starts = [bags[0].starts]
        for b in bags[1:]:
            starts.append(b.starts[1:] + starts[-1][-1])
        return DeviceBags(torch.cat([b.ids for b in bags]), torch.cat([b.counts for b in bags]), torch.cat(starts))

    @staticmethod
    def union(parts, often=None, rows_at_once=50_000):
        """The bags of texts put together from parts: counts of equal tokens add up; part n comes `often[n]` times."""
        ids, counts, lengths = [], [], []
        often = often or [1] * len(parts)
        for first in range(0, len(parts[0]), rows_at_once):
            last = min(first + rows_at_once, len(parts[0]))
            keys, many = [], []
            for part, n in zip(parts, often):
                a, b = int(part.starts[first]), int(part.starts[last])
                text = torch.repeat_interleave(torch.arange(last - first, device=part.ids.device), part.lengths[first:last])
                keys.append(text << 16 | part.ids[a:b].long())
                many.append(part.counts[a:b].long() * n)
            keys, order = torch.sort(torch.cat(keys))
            keys, where = torch.unique_consecutive(keys, return_inverse=True)
            total = torch.zeros_like(keys).index_add_(0, where, torch.cat(many)[order])
            ids.append((keys & 0xffff).int())
            counts.append(total.clamp_(max=255).to(torch.uint8))
            lengths.append(torch.bincount(keys >> 16, minlength=last - first))
        lengths = torch.cat(lengths)
        starts = F.pad(torch.cumsum(lengths, 0), (1, 0))
        return DeviceBags(torch.cat(ids), torch.cat(counts), starts)

    def batch(self, rows, times, drop=0.0):
        """(ids, weights, offsets) of some rows; `drop` leaves out that share of tokens at random."""
        lengths = self.lengths[rows]
        offsets = F.pad(torch.cumsum(lengths, 0), (1, 0))
        at = torch.repeat_interleave(self.starts[rows] - offsets[:-1], lengths)
        at += torch.arange(len(at), device=at.device)
        weights = times[self.counts[at].long()]
        if drop:
            weights = weights * (torch.rand_like(weights) >= drop)
        return self.ids[at], weights, offsets[:-1]


def fake_int8(rows):
    """Rows as int8 would keep them, with the gradient of the unrounded ones."""
    scale = rows.detach().abs().amax(1, keepdim=True).clamp_min(1e-8) / 127
    rounded = (rows.detach() / scale).round() * scale
    return rows + (rounded - rows.detach())


class StaticModel(torch.nn.Module):
    """Rows and log weights, trained together."""

    def __init__(self, initial, log_weight, shared_weights=False):
        super().__init__()
        self.rows = torch.nn.Parameter(initial.clone())
        self.query = torch.nn.Parameter(log_weight.clone())
        self.document = self.query if shared_weights else torch.nn.Parameter(log_weight.clone())
        self.log_scale = torch.nn.Parameter(torch.tensor(3.0, device=initial.device))
        self.quantised = False

    def tables(self):
        """What is summed, for both sides."""
        rows = fake_int8(self.rows) if self.quantised else self.rows
        return {'query': rows * self.query.exp()[:, None], 'document': rows * self.document.exp()[:, None]}

    @staticmethod
    def embed(table, batch):
        ids, weights, offsets = batch
        return F.normalize(F.embedding_bag(ids, table, offsets.to(ids.dtype), mode='sum', per_sample_weights=weights), dim=1)

    @torch.no_grad()
    def embed_all(self, bags, side, times, at_once=8192):
        """Unit vectors of all rows of bags."""
        table = self.tables()[side]
        device = table.device
        return torch.cat([self.embed(table, bags.batch(torch.arange(a, min(a + at_once, len(bags)), device=device), times))
                          for a in range(0, len(bags), at_once)])


def exported(model):
    """int8 rows and the two scales, as the Rust side packs them."""
    rows = model.rows.detach().float().cpu().numpy()
    scale = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-8) / 127
    whole = np.clip(np.round(rows / scale), -127, 127).astype(np.int8)
    sides = {f'{side}_scale': (scale[:, 0] * np.exp(getattr(model, side).detach().float().cpu().numpy())).astype(np.float32)
             for side in SIDES}
    return {'rows': whole, **sides}


def embed_numpy(weights, bags, side, rule='log2'):
    """The reference: unit vectors from exported weights, in float64, with no torch."""
    table = weights['rows'].astype(np.float64) * weights[f'{side}_scale'].astype(np.float64)[:, None]
    times = times_table(rule)
    out = np.zeros((len(bags), table.shape[1]))
    for i in range(len(bags)):
        a, b = bags.starts[i], bags.starts[i + 1]
        out[i] = times[bags.counts[a:b]] @ table[bags.ids[a:b]] if b > a else 0
    return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)
