# Functions of shell scripts as shfmt's parser reads them. Needs: shfmt 3 on PATH (PyPI: shfmt-py).
"""Usage: bash.py ROOT. Prints `path<TAB>line<TAB>name` of every function."""
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = sys.argv[1]
SHFMT = shutil.which("shfmt") or sys.exit("needs shfmt on PATH: pip install shfmt-py")
SHEBANG = re.compile(rb"#!\s*\S*/(env\s+)?(\S+/)?(ba|da|a|k|mk)?sh\b")


def is_shell(path):
    if path.endswith((".sh", ".bash", ".ksh")):
        return True
    with open(path, "rb") as file:
        return bool(SHEBANG.match(file.read(80)))


def functions(node):
    if isinstance(node, list):
        for child in node:
            yield from functions(child)
    elif isinstance(node, dict):
        if node.get("Type") == "FuncDecl":
            names = node.get("Names") or [node["Name"]]
            for name in names:
                yield name["Pos"]["Line"], name["Value"]
        for child in node.values():
            yield from functions(child)


rows = set()
for folder, folders, names in os.walk(ROOT):
    folders[:] = [name for name in folders if name != ".git"]
    for name in names:
        path = os.path.join(folder, name)
        if os.path.islink(path) or not os.path.isfile(path) or not is_shell(path):
            continue
        with open(path, "rb") as file:
            run = subprocess.run([SHFMT, "--to-json", "-ln=bash"], stdin=file, capture_output=True)
        if run.returncode:
            print(f"not read: {path}: {run.stderr.decode().strip()}", file=sys.stderr)
            continue
        for line, function in functions(json.loads(run.stdout)):
            rows.add((os.path.relpath(path, ROOT), line, function))
for row in sorted(rows):
    print(*row, sep="\t")
