# The methods of a C# tree, by Universal Ctags (5.9 or later), which has to be installed as `ctags`.
"""Usage: csharp.py ROOT. Prints `path<TAB>line<TAB>name` of every method and constructor.

Ctags cannot tell a method with a body from one without, so those of interfaces and the abstract,
partial and extern ones are left out here by their text.
"""
import json
import os
import re
import shutil
import subprocess
import sys

if not shutil.which("ctags"):
    sys.exit("needs ctags: apt-get install universal-ctags")

ROOT = sys.argv[1]
files = [
    os.path.join(folder, name)
    for folder, _, names in os.walk(ROOT)
    for name in names
    if name.endswith(".cs")
]
tags = subprocess.run(
    ["ctags", "--languages=C#", "--kinds-C#=m", "--fields=+nS", "--output-format=json", "-f", "-", "-L", "-"],
    input="\n".join(files), capture_output=True, text=True, check=True,
).stdout
texts = {}


def has_body(path, line):
    """Whether a `{` or `=>` comes before the `;` that would end a declaration."""
    if path not in texts:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            texts[path] = file.read().split("\n")
    depth = 0
    for at in texts[path][line - 1 : line + 40]:
        code = re.sub(r'"(\\.|[^"\\])*"|//.*', "", at)
        for i, c in enumerate(code):
            if c in "([":
                depth += 1
            elif c in ")]":
                depth -= 1
            elif depth <= 0 and (c == "{" or code[i : i + 2] == "=>"):
                return True
            elif depth <= 0 and c == ";":
                return False
    return False


rows = set()
for line in tags.splitlines():
    tag = json.loads(line)
    if tag.get("_type") == "tag" and has_body(tag["path"], tag["line"]):
        # `IList.Add` is the method `Add`, written for one interface.
        name = tag["name"].rsplit(".", 1)[-1]
        rows.add((os.path.relpath(tag["path"], ROOT), tag["line"], name))
for row in sorted(rows):
    print(*row, sep="\t")
