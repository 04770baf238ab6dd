"""Serves a small model over OpenAI's protocol, for crates/epitome-llm/tests/real_model.rs.

Usage: model-server.py MODEL.gguf PORT

Ends when its standard input does, so that it never outlives the test that started it.
"""

import os
import sys

import xllamacpp

model, port = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.port = int(port)
params.model_alias = ["smollm2-135m"]
params.n_ctx = 2048
params.n_parallel = 1
# With other work on the cores, one thread is many times faster than two.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.embedding = True
params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
server = xllamacpp.Server(params)
sys.stdin.buffer.read()
os._exit(0)
