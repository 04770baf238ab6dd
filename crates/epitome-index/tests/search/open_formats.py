"""Opens the files of an index with numpy, scipy and torch, as strangers would, and compares.

    python open_formats.py FOLDER EXPECTED.json
"""

import inspect
import json
import sys
from pathlib import Path

import numpy
import scipy.sparse
import torch

folder, expected = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
rows = len(expected["ids"])

# The word index.
matrix = scipy.sparse.load_npz(folder / "bm25/index.npz")
assert matrix.format == "csc" and matrix.shape == (rows, expected["terms"]), matrix
assert matrix.dtype == numpy.float32
matrix.check_format(full_check=True)
assert matrix.has_sorted_indices
vocabulary = json.loads((folder / "bm25/vocab.json").read_text())
assert list(vocabulary.values()) == list(range(expected["terms"]))
assert list(vocabulary) == sorted(vocabulary, key=str.encode)
metadata = [json.loads(line) for line in (folder / "bm25/metadata.jsonl").read_text().splitlines()]
assert [line["id"] for line in metadata] == expected["ids"]
assert [line["length"] for line in metadata] == expected["lengths"]
query = numpy.zeros(expected["terms"], dtype=numpy.float32)
for term, weight in expected["query"]:
    if term in vocabulary:
        query[vocabulary[term]] += weight
assert numpy.allclose(matrix @ query, expected["sums"], atol=1e-5)
for archive in ["bm25/index.npz", "bm25/rows.npz", "bm25/counts.npz", "dense/rows.npz"]:
    with numpy.load(folder / archive) as arrays:
        assert all(arrays[name] is not None for name in arrays.files), archive
counts = numpy.load(folder / "bm25/counts.npz")["counts"]
assert len(counts) == matrix.nnz and (rows == 0 or counts.min(initial=1) > 0)

# The index of vectors.
ids = json.loads((folder / "dense/index_map.json").read_text())
assert ids == expected["ids"]
ways = [{}]
# Debian 12 has torch 1.13, which cannot map yet.
if "mmap" in inspect.signature(torch.load).parameters:
    ways.append({"mmap": True})
for way in ways:
    tensors = torch.load(str(folder / "dense/embeddings.pt"), weights_only=True, **way)
    assert sorted(tensors) == ["scales", "vectors"]
    vectors, scales = tensors["vectors"], tensors["scales"]
    assert vectors.dtype == torch.int8 and scales.dtype == torch.float32
    assert vectors.shape == (rows, len(expected["vector"])) and scales.shape == (rows,)
    unit = vectors.float() * scales[:, None]
    assert torch.allclose(unit.norm(dim=1), torch.ones(rows), atol=1e-5)
    direction = torch.tensor(expected["vector"])
    cosines = unit @ (direction / direction.norm())
    assert torch.allclose(cosines, torch.tensor(expected["cosines"], dtype=torch.float32), atol=1e-4)

print(
    f"{rows} rows all as expected: numpy {numpy.__version__}, scipy {scipy.__version__}, "
    f"torch {torch.__version__}, torch.load {ways}"
)
