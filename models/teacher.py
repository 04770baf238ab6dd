"""Where training may start: the teacher's vector of each token, in 256 dimensions.

  teacher.py --vocab-list vocab.bin.tsv --models DIR --out teacher.npz [--dimensions 256]

Words and pieces are embedded by all-MiniLM-L6-v2 one by one and turned onto their principal components; buckets of
unknown words have no text and stay random. Rows are kept as int8, since they only say where to start.
"""
import argparse
import csv

import numpy as np

import encoders


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--vocab-list', required=True)
    ap.add_argument('--models', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--dimensions', type=int, default=256)
    a = ap.parse_args()
    with open(a.vocab_list, encoding='utf-8', newline='') as f:
        rows = list(csv.reader(f, delimiter='\t', quoting=csv.QUOTE_NONE))
    rows = [r for r in rows if r and r[0].isdigit()]
    known = np.array([r[1] != 'bucket' for r in rows])
    texts = [r[-1] for r, k in zip(rows, known) if k]
    vectors = encoders.load('minilm', a.models).encode(texts, 8192).astype(np.float64)
    vectors -= vectors.mean(0)
    values, axes = np.linalg.eigh(vectors.T @ vectors)
    axes = axes[:, np.argsort(-values)[:a.dimensions]]
    kept = vectors @ axes
    print(f'{len(rows)} tokens, {known.sum()} with a text; {a.dimensions} dimensions keep {(kept ** 2).sum() / (vectors ** 2).sum():.1%}')
    out = np.zeros((len(rows), a.dimensions), np.float32)
    out[known] = kept
    scale = np.maximum(np.abs(out).max(1, keepdims=True), 1e-8) / 127
    np.savez_compressed(a.out, rows=np.round(out / scale).astype(np.int8), scale=scale.astype(np.float32), known=known)


if __name__ == '__main__':
    main()
