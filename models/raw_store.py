"""What each fetched package gave, kept on disk: one compressed file a package.
"""

import gzip
import json
import os
import sys

def raw_path(data, registry, name):
    return os.path.join(data, "raw", registry, name.replace("/", "+") + ".jsonl.gz")


def write_raw(data, registry, name, head, rows):
    path = raw_path(data, registry, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with gzip.open(path + ".part", "wt", encoding="utf-8", compresslevel=1) as f:
        for row in [head] + rows:
            f.write(json.dumps(row, ensure_ascii=False) + "\n")
    os.replace(path + ".part", path)


def refuse(data, registry, name, why):
    """Remember that a package gave nothing, and why, so that it is not asked for again."""
    write_raw(data, registry, name, {"t": "package", "name": name, "version": "-", "licence": "-", "refused": why[:200]}, [])
    return 0


def raw_files(data, head_only=False):
    """(registry, head, rows) of each package fetched, in a fixed order."""
    for registry in ("crates", "pypi", "npm", "src", "deb"):
        folder = os.path.join(data, "raw", registry)
        for f in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if f.endswith(".gz"):
                try:
                    with gzip.open(os.path.join(folder, f), "rt", encoding="utf-8") as g:
                        head = json.loads(g.readline())
                        yield registry, head, [] if head_only else [json.loads(l) for l in g]
                except (EOFError, ValueError, OSError):
                    print(f"{folder}/{f}: cannot be read; delete it and fetch again", file=sys.stderr)
