"""Fetch one package through its registry's own client, check its licence and keep its rows.
"""

import email.parser
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from archives import SOURCE, TEST_FOLDER, unpack
from licences import debian_licence, permissive
from outline_rows import changelog_rows, functions_of_tree
from raw_store import refuse, write_raw

CAP = 2000  # functions of one package, so that no package dominates
# A package of a registry teaches the registry's language only: other files in it are often copies under another licence.
LANGUAGES = {"crates": {"rust"}, "npm": {"javascript", "typescript", "tsx"}, "pypi": {"python"}}


def save(args, row, version, licence, tree, changelogs):
    """Take a tree apart and write its raw file."""
    registry, name = row["registry"], row["name"]
    enough = 1.4 * (CAP if row["cap"] == "-" else int(row["cap"]))
    rows = list(functions_of_tree(tree, args.epitome, 1, LANGUAGES.get(registry), enough))
    functions = [r for r in rows if r["t"] == "fn"]
    for text in changelogs[:2]:
        rows += list(changelog_rows(text.decode("utf-8", "replace"), functions))
    write_raw(args.data, registry, name, {"t": "package", "name": name, "version": version, "licence": licence, "functions": len(functions)}, rows)
    return len(functions)


def newest_file(folder):
    files = [os.path.join(folder, f) for f in os.listdir(folder)]
    return max(files, key=os.path.getsize) if files else None


def client(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=400)
    return done.returncode == 0, (done.stderr or done.stdout).strip().replace("\n", " ")[-200:]


def take_pypi(row, args, work):
    name = row["name"]
    spec = name if row["version"] == "-" else f"{name}=={row['version']}"
    get = os.path.join(work, "get")
    os.makedirs(get)
    # Only wheels: a source distribution would have its own program run.
    ok, why = client([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "-d", get, spec], work)
    if not ok:
        return refuse(args.data, "pypi", name, why)
    wheel = newest_file(get)
    tree = os.path.join(work, "tree")
    kept = unpack(wheel, tree, False, lambda p: p.endswith(".dist-info/METADATA"))
    os.remove(wheel)
    meta = next((v for k, v in kept.items() if k.endswith("METADATA")), b"")
    head = email.parser.HeaderParser().parsestr(meta.decode("utf-8", "replace"))
    classifiers = [c.split("::")[-1].strip() for c in head.get_all("Classifier", []) if c.startswith("License ::")]
    licence = head.get("License-Expression") or " AND ".join(c for c in classifiers if c != "OSI Approved") or (head.get("License") or "").strip().split("\n")[0]
    if not permissive(licence):
        return refuse(args.data, "pypi", name, "licence: " + licence[:80])
    logs = [v for k, v in kept.items() if k.startswith("changelog:")]
    return save(args, row, head.get("Version", "-"), licence[:80], tree, logs)


def take_npm(row, args, work):
    name = row["name"]
    spec = name if row["version"] == "-" else f"{name}@{row['version']}"
    get = os.path.join(work, "get")
    os.makedirs(get)
    ok, why = client(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", get, spec], work)
    archive = newest_file(get)
    if not ok or not archive:
        return refuse(args.data, "npm", name, why)
    tree = os.path.join(work, "tree")
    kept = unpack(archive, tree, True, lambda p: p == "package.json")
    os.remove(archive)
    meta = json.loads(kept.get("package.json", b"{}"))
    licence = meta.get("license") or meta.get("licenses") or ""
    if isinstance(licence, dict):
        licence = licence.get("type", "")
    if isinstance(licence, list):
        licence = " OR ".join(l.get("type", "") if isinstance(l, dict) else str(l) for l in licence)
    if not permissive(str(licence)):
        return refuse(args.data, "npm", name, f"licence: {licence}")
    logs = [v for k, v in kept.items() if k.startswith("changelog:")]
    return save(args, row, meta.get("version", "-"), str(licence), tree, logs)


def fetch_crates(rows, args):
    """Let cargo resolve the chosen crates in groups; every crate it then holds is a package of ours."""
    home = os.path.join(args.data, "cargo-home")
    environment = dict(os.environ, CARGO_HOME=home)
    held = set()
    for _, _, files in os.walk(os.path.join(home, "registry", "cache")):
        held.update(re.sub(r"-\d+\.\d+\.\d+.*", "", f) for f in files)
    rows = [r for r in rows if r["name"] not in held]
    for start in range(0, len(rows), 40):
        group = {r["name"]: r["version"] for r in rows[start : start + 40]}
        with tempfile.TemporaryDirectory(dir=args.data) as work:
            os.makedirs(os.path.join(work, "src"))
            open(os.path.join(work, "src", "lib.rs"), "w").close()
            while group:
                with open(os.path.join(work, "Cargo.toml"), "w") as f:
                    f.write('[package]\nname = "gathering"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n')
                    for name, version in group.items():
                        want = "*" if version == "-" else "=" + version
                        f.write(f'{name} = {{ version = "{want}", default-features = false }}\n')
                done = subprocess.run(["cargo", "fetch", "--target", "x86_64-unknown-linux-gnu"], cwd=work, env=environment, capture_output=True, text=True)
                if done.returncode == 0:
                    break
                bad = [n for n in re.findall(r"`([\w-]+)", done.stderr) if n in group]
                if not bad:
                    print(done.stderr, file=sys.stderr)
                    break
                del group[bad[0]]
    found = {}
    for folder, _, files in os.walk(os.path.join(home, "registry", "cache")):
        for f in files:
            m = re.match(r"(.+?)-(\d+\.\d+\.\d+.*)\.crate$", f)
            if m:
                version = tuple(int(x) for x in re.findall(r"\d+", m.group(2))[:3])
                if m.group(1) not in found or found[m.group(1)][0] < version:
                    found[m.group(1)] = (version, m.group(2), os.path.join(folder, f))
    return [{"name": n, "version": v[1], "archive": v[2], "licence": "-", "cap": "-", "registry": "crates"} for n, v in sorted(found.items())]


def take_crates(row, args, work):
    name = row["name"]
    tree = os.path.join(work, "tree")
    kept = unpack(row["archive"], tree, True, lambda p: p == "Cargo.toml")
    found = re.search(r'(?m)^license\s*=\s*"([^"]*)"', kept.get("Cargo.toml", b"").decode("utf-8", "replace"))
    licence = found.group(1) if found else ""
    if not permissive(licence):
        return refuse(args.data, "crates", name, "licence: " + licence)
    logs = [v for k, v in kept.items() if k.startswith("changelog:")]
    return save(args, row, row["version"], licence, tree, logs)


def take_deb(row, args, work):
    name = row["name"]
    get = os.path.join(work, "get")
    os.makedirs(get)
    ok, why = client(["apt-get", "-q", *cache_options(args.data, "binary"), "download", name if row["version"] == "-" else f"{name}={row['version']}"], get)
    archive = newest_file(get)
    if not archive:
        return refuse(args.data, "deb", name, why)
    version = subprocess.run(["dpkg-deb", "-f", archive, "Version"], capture_output=True, text=True).stdout.strip()
    tree = os.path.join(work, "tree")
    kept = unpack(archive, tree, False, lambda p: re.match(r"usr/share/doc/[^/]+/copyright$", p))
    os.remove(archive)
    text = next((v for k, v in kept.items() if k.endswith("/copyright")), b"").decode("utf-8", "replace")
    licence, foreign = debian_licence(text)
    # The paths are those of the source package, so a file under another licence cannot be told apart
    # here; but tests and documents are not in what we take.
    foreign = [g for g in foreign if not TEST_FOLDER.search(g) and os.path.splitext(g)[1].lower() in SOURCE | {""}]
    if not licence or foreign:
        return refuse(args.data, "deb", name, f"licence: {licence} {' '.join(foreign)[:80]}")
    logs = [v for k, v in kept.items() if k.startswith("changelog:")]
    return save(args, row, version, licence, tree, logs)


def cache_options(data, name):
    """A cache for apt, one for each set of lists: without it each call reads all lists anew (0.6 s)."""
    folder = os.path.join(data, "apt", "cache-" + name)
    os.makedirs(os.path.join(folder, "archives", "partial"), exist_ok=True)
    return ["-o", f"Dir::Cache={folder}", "-o", "Dir::Cache::pkgcache=pkgcache.bin", "-o", "Dir::Cache::srcpkgcache=srcpkgcache.bin"]


def source_options(data):
    """apt options that read source packages from the machine's own configured places."""
    root = os.path.join(data, "apt")
    parts = os.path.join(root, "parts")
    options = [*cache_options(data, "source"), "-o", f"Dir::State::Lists={root}/lists", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={parts}"]
    if not os.path.isdir(parts):
        os.makedirs(os.path.join(root, "lists", "partial"))
        os.makedirs(parts)
        folder = "/etc/apt/sources.list.d"
        for f in os.listdir(folder):
            if f.endswith(".sources"):
                with open(os.path.join(folder, f)) as original, open(os.path.join(parts, f), "w") as ours:
                    ours.write(re.sub(r"(?m)^Types:.*", "Types: deb-src", original.read()))
        subprocess.run(["apt-get", "-q", *options, "update"], check=True, capture_output=True)
    return options


def take_src(row, args, work):
    name = row["name"]
    get = os.path.join(work, "get")
    os.makedirs(get)
    spec = name if row["version"] == "-" else f"{name}={row['version']}"
    ok, why = client(["apt-get", "-q", *source_options(args.data), "source", "--download-only", spec], get)
    files = sorted(os.listdir(get))
    dsc = next((f for f in files if f.endswith(".dsc")), None)
    if not ok or not dsc:
        return refuse(args.data, "src", name, why)
    version = re.search(r"(?m)^Version: (.*)", open(os.path.join(get, dsc), encoding="utf-8", errors="replace").read()).group(1)
    tree = os.path.join(work, "tree")
    kept = {}
    licence, foreign = "", []
    archives = [f for f in files if ".tar." in f and not f.endswith(".asc")]
    # Debian's own part first: it has the licence, and half of the packages end there.
    for f in sorted(archives, key=lambda f: ".debian.tar" not in f):
        kept |= unpack(os.path.join(get, f), tree, ".debian.tar" not in f, lambda p: p == "debian/copyright")
        licence, foreign = debian_licence(kept.get("debian/copyright", b"").decode("utf-8", "replace"))
        if not licence:
            return refuse(args.data, "src", name, "licence unknown or not permissive")
    shutil.rmtree(get)
    for folder, _, names in os.walk(tree):
        for f in names:
            path = os.path.relpath(os.path.join(folder, f), tree)
            if any(fnmatch.fnmatch(path, g) for g in foreign):
                os.remove(os.path.join(folder, f))
    logs = [v for k, v in kept.items() if k.startswith("changelog:") and "debian/" not in k]
    return save(args, row, version, licence, tree, logs)


TAKE = {"pypi": take_pypi, "npm": take_npm, "crates": take_crates, "deb": take_deb, "src": take_src}


def take(job):
    row, args = job
    registry, name = row["registry"], row["name"]
    work = tempfile.mkdtemp(dir=os.path.join(args.data, "tmp"))
    try:
        return registry, name, TAKE[registry](row, args, work)
    except Exception as error:  # one bad package must not stop the others; the reason is kept
        refuse(args.data, registry, name, f"{type(error).__name__}: {error}")
        return registry, name, 0
    finally:
        shutil.rmtree(work, ignore_errors=True)
