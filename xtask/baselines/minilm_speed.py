"""Speed of all-MiniLM-L6-v2 (int8, onnxruntime, one thread) on the texts that `cargo xtask bench vectors` hands over.

Reads one JSON list of texts on standard input; prints processor seconds and word pieces. DIR holds `tokenizer.json`
and one of `model.onnx`, `int8.onnx`. Needs onnxruntime, tokenizers and numpy.
"""
import json
import os
import sys
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

BATCH = 32


def main(folder):
    texts = json.load(sys.stdin)
    names = [n for n in ('model.onnx', 'int8.onnx') if os.path.exists(os.path.join(folder, n))]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(os.path.join(folder, names[0]), options, providers=['CPUExecutionProvider'])
    wanted = {i.name for i in session.get_inputs()}
    tokenizer = Tokenizer.from_file(os.path.join(folder, 'tokenizer.json'))
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()
    texts.sort(key=len)  # like with like: the least padding, to its advantage
    pieces = 0

    def embed(batch):
        nonlocal pieces
        encoded = tokenizer.encode_batch(batch)
        ids = np.array([e.ids for e in encoded], np.int64)
        mask = np.array([e.attention_mask for e in encoded], np.int64)
        feed = {'input_ids': ids, 'attention_mask': mask, 'token_type_ids': np.zeros_like(ids)}
        hidden = session.run(None, {k: v for k, v in feed.items() if k in wanted})[0]
        pieces += int(mask.sum())
        if hidden.ndim == 3:
            weight = mask[..., None].astype(np.float32)
            hidden = (hidden * weight).sum(1) / weight.sum(1)
        return hidden / np.linalg.norm(hidden, axis=1, keepdims=True)

    embed(texts[:BATCH])
    pieces, began = 0, time.process_time()
    for start in range(0, len(texts), BATCH):
        embed(texts[start:start + BATCH])
    print(time.process_time() - began, pieces)


main(sys.argv[1])
