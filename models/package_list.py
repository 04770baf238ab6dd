"""The chosen packages (packages.tsv), and how Debian's were chosen.
"""

import hashlib
import os
import re
import subprocess

from projects_left_out import left_out_name
from registries import source_options

PACKAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.tsv")


# How many of Debian's packages of a language are taken: the rest of the time is better spent elsewhere.
SHARE = {"golang-": 0.55, "php-": 0.6, "lua-": 0.4, "ruby-": 0.3}


def read_packages():
    """Rows of packages.tsv: registry, name, version ('-' for the newest), licence, cap."""
    rows = []
    with open(PACKAGES, encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            fields = (line.split("\t") + ["-", "-", "-", "-"])[:5]
            rows.append(dict(zip(("registry", "name", "version", "licence", "cap"), fields)))
    return rows


def write_packages(rows):
    """Rewrite packages.tsv, sorted, one line a package."""
    with open(PACKAGES, "w", encoding="utf-8") as f:
        f.write("# registry\tname\tversion\tlicence\tcap (only where it is not the usual one)\n")
        for r in sorted(rows, key=lambda r: (r["registry"], r["name"])):
            line = "\t".join([r["registry"], r["name"], r["version"], r["licence"]] + ([r["cap"]] if r["cap"] != "-" else []))
            f.write(line + "\n")


def stanzas(text):
    """Fields of each stanza of an apt list, with the stanza itself."""
    for stanza in text.split("\n\n"):
        yield dict(re.findall(r"(?m)^([A-Z][\w-]*): ?(.*)$", stanza)), stanza


def list_debian(args):
    """Add the Debian packages that carry sources in the languages we lack elsewhere.

    Binary packages hold the sources of Go, Ruby, PHP and Lua; Java's are in source packages.
    C, C++ and C# source packages are chosen by hand: their rows stay.
    """
    rows = [r for r in read_packages() if r["registry"] != "deb"]
    chosen = {}

    def choose(registry, name):
        if not left_out_name(name):
            chosen[registry, name] = {"registry": registry, "name": name, "version": "-", "licence": "-", "cap": "-"}

    for fields, _ in stanzas(subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True).stdout):
        name, size = fields.get("Package", ""), int(fields.get("Size", 0))
        share = next((share for start, share in SHARE.items() if name.startswith(start)), 0)
        if name.startswith("golang-") and not name.endswith("-dev") or name.endswith(("-doc", "-dbg", "-tests")):
            continue
        if 8_000 < size < 4_000_000 and hashlib.sha256(("x" + name).encode()).digest()[0] < share * 256:
            choose("deb", name)
    options = source_options(args.data)
    targets = subprocess.run(["apt-get", *options, "indextargets", "--format", "$(FILENAME)", "Created-By: Sources"], capture_output=True, text=True).stdout.split()
    for target in targets:
        for fields, stanza in stanzas(subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", target], capture_output=True, text=True).stdout):
            needs = "".join(fields.get(k, "") for k in ("Build-Depends", "Build-Depends-Indep", "Build-Depends-Arch"))
            size = sum(int(x) for x in re.findall(r"(?m)^ [0-9a-f]{64} (\d+) \S+\.orig\S*tar\.\w+$", stanza))
            if re.search(r"maven-debian-helper|javahelper|maven-repo-helper|gradle-debian-helper", needs) and 30_000 < size < 8_000_000:
                choose("src", fields["Package"])
    have = {(r["registry"], r["name"]) for r in rows}
    write_packages(rows + [r for key, r in chosen.items() if key not in have])
    print(f"{len(chosen)} Debian packages")
