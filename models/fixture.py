"""The vectors that Rust must give as well, computed by numpy from what training wrote.

  cargo xtask model tokens --vocab vocab.bin --in crates/epitome-embed/tests/reference/texts.jsonl --field text --out ref
  fixture.py --weights weights.npz --times log2 --tokens ref --out crates/epitome-embed/tests/reference/vectors.npy
  fixture.py --model epitome.vec --tokens ref --out …        the same from a packed model

Texts with an even number are embedded as queries, the others as documents. Numbers are stored as int16, times 32767.
"""
import argparse
import struct

import numpy as np

# How much a token counts that comes n times; the order is that of crates/epitome-embed/src/damping.rs.
TIMES = {
    'log2': lambda n: 1 + np.floor(np.log2(n)),
    'one': np.ones_like,
    'ln': lambda n: 1 + np.log(n),
    'sqrt': np.sqrt,
    'raw': lambda n: n,
}


def packed(path):
    """Rows, scales and rule for repeats of a packed model; its layout is described in crates/epitome-embed/src/model.rs."""
    data = open(path, 'rb').read()
    dims, count, times = struct.unpack_from('<III', data, 12)
    (_, _), rows, query, document = struct.iter_unpack('<II', data[56:88])
    scale = lambda section: np.frombuffer(data, '<f4', count, section[0])
    rows = np.frombuffer(data, np.int8, count * dims, rows[0]).reshape(count, dims)
    return rows, scale(query), scale(document), list(TIMES)[times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument('--weights')
    source.add_argument('--model')
    parser.add_argument('--times', choices=TIMES, default='log2', help='the rule for repeats, with --weights')
    parser.add_argument('--tokens', required=True)
    parser.add_argument('--out', required=True)
    args = parser.parse_args()
    if args.model:
        rows, query, document, times = packed(args.model)
    else:
        weights = np.load(args.weights)
        rows, query, document = (weights[n] for n in ('rows', 'query_scale', 'document_scale'))
        times = args.times
    ids, offsets = (np.load(f'{args.tokens}.{n}.npy') for n in ('ids', 'offsets'))
    vectors = np.zeros((len(offsets) - 1, rows.shape[1]))
    for i, (start, end) in enumerate(zip(offsets, offsets[1:])):
        tokens, count = np.unique(ids[start:end], return_counts=True)
        scale = (query if i % 2 == 0 else document)[tokens].astype(np.float64) * TIMES[times](count.astype(np.float64))
        total = scale @ rows[tokens].astype(np.float64)
        vectors[i] = total / max(np.linalg.norm(total), 1e-12)
    np.save(args.out, np.rint(vectors * 32767).astype('<i2'))
    print(f'{len(vectors)} vectors, {int((offsets[1:] == offsets[:-1]).sum())} of them empty')


main()
