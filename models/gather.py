"""Gather documented functions from permissively licensed packages.

    gather.py list debian            choose Debian packages into packages.tsv (apt's own lists)
    gather.py fetch REGISTRY...      download, take the functions out, throw the archive away
    gather.py clean                  all that was fetched -> functions.jsonl, LICENCES.tsv
    gather.py pin                    write the versions and licences that were used into packages.tsv

Registries: crates (cargo), npm, pypi (pip), deb (apt-get download), src (apt-get source). Only their
ordinary clients are used, as they are configured on the machine. What a package gave lies in
DATA/raw/REGISTRY/NAME.jsonl.gz, so that a second `fetch` continues where the first stopped and
`clean` can be run again and again. `--data DIR` says where DATA is, `--epitome FILE` which program
takes the files apart.
"""

import argparse
import concurrent.futures
import hashlib
import os

from choose import clean
from package_list import list_debian, read_packages, write_packages
from projects_left_out import left_out_name
from raw_store import raw_path
from registries import fetch_crates, source_options, take


def fetch(args):
    """Download and take apart every chosen package of the registries asked for."""
    os.makedirs(os.path.join(args.data, "tmp"), exist_ok=True)
    os.environ["TMPDIR"] = os.path.join(args.data, "tmp")
    rows = [r for r in read_packages() if r["registry"] in args.registries]
    crates = [r for r in rows if r["registry"] == "crates"]
    if crates:
        rows = [r for r in rows if r["registry"] != "crates"] + fetch_crates(crates, args)
    if "src" in args.registries:
        source_options(args.data)
    rows = [r for r in rows if not left_out_name(r["name"]) and not os.path.exists(raw_path(args.data, r["registry"], r["name"]))]
    rows.sort(key=lambda r: (r["cap"] == "-", hashlib.md5(r["name"].encode()).digest()))  # a run cut short has some of everything
    total = 0
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for n, (registry, name, count) in enumerate(pool.map(take, [(r, args) for r in rows]), 1):
            total += count
            if n % 25 == 0 or count > 3000:
                print(f"{n}/{len(rows)} {registry} {name} {count}; {total} functions so far", flush=True)
    print(f"{len(rows)} packages, {total} functions")


def pin(args):
    """Put the versions and licences that were used into packages.tsv; what gave nothing leaves it."""
    caps = {(r["registry"], r["name"]): r["cap"] for r in read_packages()}
    rows = []
    with open(os.path.join(args.data, "LICENCES.tsv"), encoding="utf-8") as f:
        next(f)
        for line in f:
            registry, name, version, licence, _, _ = line.rstrip("\n").split("\t")
            rows.append({"registry": registry, "name": name, "version": version, "licence": licence, "cap": caps.get((registry, name), "-")})
    write_packages(rows)
    print(f"{len(rows)} packages pinned")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command", choices=["list", "fetch", "clean", "pin"])
    parser.add_argument("registries", nargs="*")
    parser.add_argument("--data", default="data")
    parser.add_argument("--bench", default="bench", help="folder of the evaluation sets, whose sentences are left out")
    parser.add_argument("--epitome", default="epitome")
    parser.add_argument("--jobs", type=int, default=4)
    args = parser.parse_args()
    args.data = os.path.abspath(args.data)
    {"list": list_debian, "fetch": fetch, "clean": clean, "pin": pin}[args.command](args)


if __name__ == "__main__":
    main()
