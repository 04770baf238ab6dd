# Functions of C files as universal ctags sees them. Needs: ctags (Debian: universal-ctags).
"""Usage: c.py ROOT. Prints `path<TAB>line<TAB>name` of every function with a body."""
import shutil, subprocess, sys, os, json

root = sys.argv[1]
if not shutil.which("ctags"):
    sys.exit("needs universal ctags: apt-get install universal-ctags")
out = subprocess.run(
    ["ctags", "-R", "--languages=C,C++", "--langmap=C:.c.h", "--kinds-C=f", "--kinds-C++=f",
     "--fields=+n", "--output-format=json", "-f", "-", "."],
    cwd=root, capture_output=True, text=True, check=True).stdout
rows = set()
for line in out.splitlines():
    tag = json.loads(line)
    if tag.get("_type") == "tag" and tag["path"].endswith((".c", ".h")):
        rows.add((os.path.normpath(tag["path"]), tag["line"], tag["name"]))
for row in sorted(rows):
    print(*row, sep="\t")
