# Lists the functions and methods of Python files by Python's own `ast`. Needs Python 3.8 or later.
"""Usage: python3 python.py ROOT. Prints `relative-path<TAB>line<TAB>name`, sorted.

A definition counts with its `def` line. A lambda counts where an assignment binds it to one plain
name. Files that this Python cannot parse are named on standard error and left out.
"""

import ast
import os
import sys
import warnings

SUFFIXES = (".py", ".pyi", ".pyw")


def functions(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Lambda):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield node.lineno, target.id


def main(root):
    rows = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            if not name.endswith(SUFFIXES):
                continue
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                source = file.read()
            try:
                tree = ast.parse(source, path)
            except (SyntaxError, ValueError, RecursionError) as error:
                print(f"left out: {path}: {error}", file=sys.stderr)
                continue
            relative = os.path.relpath(path, root)
            rows.extend((relative, line, function) for line, function in functions(tree))
    for relative, line, function in sorted(rows):
        print(relative, line, function, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 python.py ROOT")
    warnings.simplefilter("ignore")
    main(sys.argv[1])
