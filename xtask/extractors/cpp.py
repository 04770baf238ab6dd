# Functions of C++ files as clang reads them. Needs: libclang from PyPI (pip install libclang).
"""Usage: cpp.py ROOT [INCLUDE_DIR…]. Prints `path<TAB>line<TAB>name` of every function with a body.

Each file is read on its own, with ROOT/include and the given folders to look for headers in. Code
that the preprocessor takes away is not seen; names that a macro makes are left out, since they
stand nowhere in the text.
"""
import os
import re
import sys

try:
    from clang import cindex
except ImportError:
    sys.exit("needs libclang: pip install libclang")

ROOT = os.path.abspath(sys.argv[1])
INCLUDES = [os.path.join(ROOT, "include"), ROOT, *sys.argv[2:]]
SUFFIXES = (".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".c++", ".ipp")
KIND = cindex.CursorKind
FUNCTIONS = {
    KIND.FUNCTION_DECL, KIND.CXX_METHOD, KIND.CONSTRUCTOR, KIND.DESTRUCTOR,
    KIND.CONVERSION_FUNCTION, KIND.FUNCTION_TEMPLATE,
}


def functions(cursor, path):
    todo = [cursor]
    while todo:
        at = todo.pop()
        for child in at.get_children():
            where = child.location
            if where.file is None or os.path.abspath(where.file.name) != path:
                continue
            if child.kind in FUNCTIONS and child.is_definition():
                yield where.line, where.offset, child.spelling
            todo.append(child)


rows = set()
index = cindex.Index.create()
for folder, folders, names in os.walk(ROOT):
    folders[:] = [name for name in folders if name != ".git"]
    for name in names:
        if not name.endswith(SUFFIXES):
            continue
        path = os.path.join(folder, name)
        args = ["-x", "c++", "-std=c++20", "-ferror-limit=0", *(f"-I{folder}" for folder in INCLUDES)]
        unit = index.parse(path, args=args)
        with open(path, "rb") as file:
            text = file.read()
        for line, offset, function in functions(unit.cursor, path):
            # An operator counts as it is written.
            written = re.match(rb"operator\s*(\(\s*\)|[^(]+)", text[offset:offset + 200])
            name = " ".join(written[0].decode().split()) if written else re.sub(r"<.*", "", function)
            # `TEST(a, b) { … }` is a macro where its header is not at hand.
            is_macro = re.fullmatch(r"[A-Z][A-Z0-9_]+", name)
            if not is_macro and (written or text.startswith(name.encode(), offset)):
                rows.add((os.path.relpath(path, ROOT), line, name))
for row in sorted(rows):
    print(*row, sep="\t")
