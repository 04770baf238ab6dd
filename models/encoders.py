"""Small sentence transformers in plain PyTorch: the models ours is compared with, and distilled from.

Both are six BERT layers of 384 units; they differ in tokenizer, positions and pooling. Reading the published files
ourselves keeps the comparison to one forward pass for both, on a CPU or a GPU, with nothing but torch and tokenizers.
"""
import json
import struct

import numpy as np
import torch
import torch.nn.functional as F

LAYERS, HEADS, EPSILON = 6, 12, 1e-12


def minilm_arrays(path):
    """all-MiniLM-L6-v2 from its safetensors file, under the names used here, in half precision."""
    from safetensors import safe_open
    with safe_open(path, 'np') as f:
        def get(name):
            return f.get_tensor(name if name in f.keys() else f'bert.{name}').astype(np.float16)
        out = {'word_emb': get('embeddings.word_embeddings.weight'),
               'pos_emb': get('embeddings.position_embeddings.weight'),
               'type_emb': get('embeddings.token_type_embeddings.weight'),
               'emb_ln.w': get('embeddings.LayerNorm.weight'), 'emb_ln.b': get('embeddings.LayerNorm.bias')}
        parts = (('ao', 'attention.output.dense'), ('aln', 'attention.output.LayerNorm'),
                 ('f1', 'intermediate.dense'), ('f2', 'output.dense'), ('fln', 'output.LayerNorm'))
        for i in range(LAYERS):
            layer = f'encoder.layer.{i}'
            for end, short in (('weight', 'w'), ('bias', 'b')):
                out[f'l{i}.qkv.{short}'] = np.concatenate(
                    [get(f'{layer}.attention.self.{p}.{end}') for p in ('query', 'key', 'value')])
                for ours, theirs in parts:
                    out[f'l{i}.{ours}.{short}'] = get(f'{layer}.{theirs}.{end}')
    return out


def granite_arrays(path):
    """granite-embedding-30m-english and its tokenizer from the int8 container: rows of i8, f32 scales per 64 columns."""
    with open(path, 'rb') as f:
        if f.read(8) != b'HMSEMB01':
            raise ValueError(f'{path}: not the expected container')
        head = json.loads(f.read(struct.unpack('<Q', f.read(8))[0]))
        tokenizer = f.read(head['tokenizer_len']).decode()
        out = {}
        for t in head['tensors']:
            data = f.read(t['len'])
            if t['dtype'] == 'f32':
                out[t['name']] = np.frombuffer(data, np.float32).reshape(t['shape'])
                continue
            rows, columns = t['shape']
            groups = columns // t['group']
            values = np.frombuffer(data[:rows * columns], np.int8).reshape(rows, groups, t['group'])
            scales = np.frombuffer(data[rows * columns:], np.float32).reshape(rows, groups, 1)
            out[t['name']] = (values * scales).reshape(rows, columns).astype(np.float16)
    return out, tokenizer


class Encoder:
    """A transformer with its tokenizer: texts in, vectors out."""

    def __init__(self, arrays, tokenizer, pooling, longest, position_offset, device='cpu'):
        from tokenizers import Tokenizer
        self.weights = {k: torch.from_numpy(np.array(v, np.float32)).to(device) for k, v in arrays.items()}
        self.tokenizer = Tokenizer.from_str(tokenizer)
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(longest)
        self.pooling, self.position_offset, self.device = pooling, position_offset, device

    def _linear(self, x, name):
        return F.linear(x, self.weights[f'{name}.w'], self.weights[f'{name}.b'])

    def _norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.weights[f'{name}.w'], self.weights[f'{name}.b'], EPSILON)

    def forward(self, ids, mask):
        """Token vectors of one padded batch, pooled."""
        size, longest = ids.shape
        w = self.weights
        positions = torch.arange(longest, device=ids.device) + self.position_offset
        x = self._norm(w['word_emb'][ids] + w['pos_emb'][positions] + w['type_emb'][0], 'emb_ln')
        seen = mask[:, None, None, :]
        for i in range(LAYERS):
            q, k, v = (self._linear(x, f'l{i}.qkv').view(size, longest, 3, HEADS, -1).permute(2, 0, 3, 1, 4))
            attended = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
            x = self._norm(x + self._linear(attended.transpose(1, 2).reshape(size, longest, -1), f'l{i}.ao'), f'l{i}.aln')
            x = self._norm(x + self._linear(F.gelu(self._linear(x, f'l{i}.f1')), f'l{i}.f2'), f'l{i}.fln')
        if self.pooling == 'cls':
            return x[:, 0]
        weight = mask[:, :, None].to(x.dtype)
        return (x * weight).sum(1) / weight.sum(1)

    @torch.inference_mode()
    def encode(self, texts, tokens_per_batch=16384):
        """Unit vectors, float16, in the order of the texts."""
        ids = [e.ids for e in self.tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        out = np.zeros((len(ids), self.weights['pos_emb'].shape[1]), np.float16)
        at = 0
        while at < len(order):
            last = at + 1
            while last < len(order) and (last + 1 - at) * len(ids[order[last]]) <= tokens_per_batch:
                last += 1
            members = order[at:last]
            longest = len(ids[members[-1]])
            batch = np.zeros((len(members), longest), np.int64)
            mask = np.zeros((len(members), longest), bool)
            for row, i in enumerate(members):
                batch[row, :len(ids[i])] = ids[i]
                mask[row, :len(ids[i])] = True
            vectors = self.forward(torch.from_numpy(batch).to(self.device), torch.from_numpy(mask).to(self.device))
            out[members] = F.normalize(vectors, dim=1).half().cpu().numpy()
            at = last
        return out


def load(name, folder, device='cpu'):
    """`minilm` or `granite` from a folder that holds the files of their packages."""
    if name == 'minilm':
        with open(f'{folder}/minilm/tokenizer.json', encoding='utf-8') as f:
            return Encoder(minilm_arrays(f'{folder}/minilm/model.safetensors'), f.read(), 'mean', 256, 0, device)
    arrays, tokenizer = granite_arrays(f'{folder}/granite/granite-embedding-30m-english-int8.hmsemb')
    return Encoder(arrays, tokenizer, 'cls', 512, 2, device)
