"""Opens a Parquet file with pyarrow and with DuckDB, and compares every cell with the JSON lines."""

import json
import struct
import sys

import duckdb
import pyarrow.parquet

path, lines, dimensions = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(lines, encoding="utf-8") as file:
    documents = [json.loads(line) for line in file]

LISTS = ["keywords", "inputs", "side_effects", "invariants", "citations", "citation_hashes"]
LISTS += ["dependencies"]
ROW = ["id", "type", "file_path", "module_path", "qualified_name", "start_line", "end_line"]
ROW += ["language", "summary", "business_intent", "purpose", "content_hash", "graph_hash"]
ROW += ["summary_hash", "hash", "source_sha256", "last_updated", "is_placeholder"]


def expected(document):
    row = {name: document.get(name) for name in ROW}
    row |= {name: document.get(name, []) for name in LISTS}
    row["returns"] = document.get("returns")
    context = document.get("context", {})
    row |= {name: context.get(name) for name in ["called_by", "calls"]}
    row |= {name: document["provenance"].get(name) for name in ["backend", "model", "prompt"]}
    return row


def found(row):
    row = dict(row)
    for side in ["summary_vector", "code_vector"]:
        vector = row.pop(side)
        if vector is not None:
            numbers = struct.unpack(f"<{dimensions}f", bytes(vector))
            length = sum(number * number for number in numbers)
            assert abs(length - 1) < 0.02 or length == 0, length
    for name in LISTS + ["returns", "called_by", "calls"]:
        row[name] = None if row[name] is None else json.loads(row[name])
    return row


def check(reader, rows):
    assert len(rows) == len(documents), (reader, len(rows), len(documents))
    for row, document in zip(rows, documents):
        assert found(row) == expected(document), (reader, found(row), expected(document))


check("pyarrow", pyarrow.parquet.read_table(path).to_pylist())
read = duckdb.execute("select * from read_parquet(?)", [path])
names = [column[0] for column in read.description]
check("duckdb", [dict(zip(names, row)) for row in read.fetchall()])
about = pyarrow.parquet.read_schema(path).metadata
assert about[b"epitome_export"] == b"1", about
print(len(documents))
