"""Bags of tokens: many texts, each a set of token numbers with how often they come.

Token ids come from the Rust tokenizer as `PREFIX.ids.npy` and `PREFIX.offsets.npy`. A bag forgets their order, so that
a text can be kept as sorted ids with counts, which pack small: differences of neighbours, low and high bytes apart, xz.
Keeping counts, not damped repeats, lets two parts of a text (name and code) be joined exactly later on.
"""
import lzma

import numpy as np

MOST = 255


class Bags:
    """`starts[i]:starts[i+1]` of `ids` and `counts` are the tokens of text i, ids rising."""

    def __init__(self, ids, counts, starts):
        self.ids, self.counts, self.starts = ids, counts, starts

    def __len__(self):
        return len(self.starts) - 1

    @staticmethod
    def of_tokens(prefix):
        """From the files of the tokenizer."""
        return Bags.of_arrays(np.load(f'{prefix}.ids.npy'), np.load(f'{prefix}.offsets.npy'))

    @staticmethod
    def of_arrays(ids, offsets):
        offsets = offsets.astype(np.int64)
        text = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
        keys, counts = np.unique(text << 16 | ids.astype(np.int64), return_counts=True)
        starts = np.searchsorted(keys >> 16, np.arange(len(offsets)))
        return Bags((keys & 0xffff).astype(np.uint16), np.minimum(counts, MOST).astype(np.uint8), starts)

    def take(self, rows):
        """The bags of some texts, in the order given."""
        lengths = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        at = np.repeat(self.starts[:-1][rows] - starts[:-1], lengths) + np.arange(starts[-1])
        return Bags(self.ids[at], self.counts[at], starts)

    def pack(self):
        """Bytes for a file."""
        deltas = np.diff(self.ids.astype(np.int64), prepend=0)
        first = self.starts[:-1][np.diff(self.starts) > 0]
        deltas[first] = self.ids[first]
        deltas = deltas.astype(np.uint16)
        lengths = np.diff(self.starts).astype(np.uint16)
        parts = [lengths.tobytes(), (deltas & 255).astype(np.uint8).tobytes(),
                 (deltas >> 8).astype(np.uint8).tobytes(), self.counts.tobytes()]
        packed = [lzma.compress(p, preset=6) for p in parts]
        return np.array([len(p) for p in packed], np.uint64).tobytes() + b''.join(packed)

    @staticmethod
    def unpack(data):
        sizes = np.frombuffer(data[:32], np.uint64).astype(int)
        at, parts = 32, []
        for size in sizes:
            parts.append(lzma.decompress(data[at:at + size]))
            at += size
        lengths = np.frombuffer(parts[0], np.uint16).astype(np.int64)
        deltas = (np.frombuffer(parts[1], np.uint8).astype(np.int64)
                  | np.frombuffer(parts[2], np.uint8).astype(np.int64) << 8)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        sums = np.cumsum(deltas)
        before = np.concatenate([[0], sums])[starts[:-1]]
        ids = (sums - np.repeat(before, lengths)).astype(np.uint16)
        return Bags(ids, np.frombuffer(parts[3], np.uint8), starts)


def write(path, named):
    """A file of several bags and arrays: names with sizes in a first line, then the bytes."""
    blocks = {}
    for name, value in named.items():
        if isinstance(value, Bags):
            blocks[f'bags {name}'] = value.pack()
        else:
            value = np.asarray(value)
            blocks[f'array {name} {value.dtype.str} ' + ','.join(map(str, value.shape))] = lzma.compress(
                np.ascontiguousarray(value).tobytes(), preset=6)
    head = '\t'.join(f'{k}={len(v)}' for k, v in blocks.items())
    with open(path, 'wb') as f:
        f.write(head.encode() + b'\n')
        for block in blocks.values():
            f.write(block)
    return {k.split(' ')[1]: len(v) for k, v in blocks.items()}


def read(path):
    """What `write` wrote."""
    out = {}
    with open(path, 'rb') as f:
        head = f.readline().decode().rstrip('\n')
        for entry in head.split('\t'):
            key, size = entry.rsplit('=', 1)
            data = f.read(int(size))
            kind, name, *more = key.split(' ')
            if kind == 'bags':
                out[name] = Bags.unpack(data)
            else:
                shape = [int(n) for n in more[1].split(',') if n]
                out[name] = np.frombuffer(lzma.decompress(data), np.dtype(more[0])).reshape(shape)
    return out
