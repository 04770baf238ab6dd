# Lists the functions of Swift files by a scanner of our own: no Swift parser is in the registries. Needs Python 3.8.
"""Usage: python3 swift.py ROOT. Prints `relative-path<TAB>line<TAB>name`, sorted.

It knows nothing of tree-sitter: it blanks comments and strings (nested comments, raw and multi-line
strings, interpolations), then finds `func`, `init`, `deinit` and `subscript` where a declaration may
stand, and counts each whose parameters and return type are followed by `{`. What a protocol only
declares has no body and does not count.
"""

import os
import re
import sys

DECLARATION = re.compile(
    r"\bfunc\s+(?P<func>`?\w+`?|[-+*/%<>=!&|^~?.]+)"
    r"|(?<![.\w`])(?P<init>init)\s*[?!]?\s*(?=[(<])"
    r"|(?<![.\w`])(?P<deinit>deinit)\s*(?=\{)"
    r"|(?<![.\w`])(?P<subscript>subscript)\s*(?=[(<])"
)
OPEN, CLOSE = "([{", ")]}"


def blank(source):
    """The source with comments and strings turned into blanks, line breaks kept."""
    out = list(source)
    at, size = 0, len(source)

    def wipe(start, end):
        for i in range(start, min(end, size)):
            if out[i] != "\n":
                out[i] = " "

    # A stack of what is open: ("code", depth of parentheses) or (quote, number of #).
    stack = [["code", 0]]
    while at < size:
        kind = stack[-1][0]
        if kind == "code":
            if source.startswith("//", at):
                end = source.find("\n", at)
                end = size if end < 0 else end
                wipe(at, end)
                at = end
                continue
            if source.startswith("/*", at):
                depth, end = 1, at + 2
                while end < size and depth:
                    if source.startswith("/*", end):
                        depth, end = depth + 1, end + 2
                    elif source.startswith("*/", end):
                        depth, end = depth - 1, end + 2
                    else:
                        end += 1
                wipe(at, end)
                at = end
                continue
            opening = re.compile(r'(#*)("""|")').match(source, at)
            if opening:
                stack.append([opening.group(2), len(opening.group(1))])
                wipe(at, opening.end())
                at = opening.end()
                continue
            if source[at] == "(":
                stack[-1][1] += 1
            elif source[at] == ")":
                if stack[-1][1] == 0 and len(stack) > 1:
                    # The end of an interpolation.
                    stack.pop()
                    wipe(at, at + 1)
                else:
                    stack[-1][1] -= 1
            at += 1
            continue
        quote, hashes = stack[-1]
        marks = "#" * hashes
        if source.startswith("\\" + marks + "(", at):
            wipe(at, at + 2 + hashes)
            stack.append(["code", 0])
            at += 2 + hashes
        elif source.startswith("\\" + marks, at) and hashes == 0:
            wipe(at, at + 2)
            at += 2
        elif source.startswith(quote + marks, at) or (quote == '"' and source[at] == "\n"):
            end = at + len(quote) + hashes if source[at] != "\n" else at + 1
            wipe(at, end)
            stack.pop()
            at = end
        else:
            wipe(at, at + 1)
            at += 1
    return "".join(out)


def has_body(code, at):
    """Whether a `{` follows the parameters, with nothing between but a return type and the like."""
    depth = 0
    seen_parameters = False
    while at < len(code):
        c = code[at]
        if c == "{" and depth == 0:
            return seen_parameters
        if c in OPEN:
            depth += 1
        elif c in CLOSE:
            depth -= 1
            if depth < 0:
                return False
            seen_parameters = seen_parameters or c == ")"
        elif depth == 0 and seen_parameters and c == "\n":
            rest = code[at:].lstrip()
            goes_on = re.match(r"(->|where\b|throws\b|rethrows\b|async\b|\{)", rest)
            before = code[:at].rstrip()
            if not goes_on and not before.endswith(("->", ",", "where", "&", ":", "==")):
                return False
        elif depth == 0 and code.startswith("==", at):
            at += 1
        elif depth == 0 and seen_parameters and c in ";=":
            return False
        at += 1
    return False


def functions(source):
    code = blank(source)
    for found in DECLARATION.finditer(code):
        name = next(name for name in found.groups() if name)
        # `func ||<T>(…)`: the last `<` opens the type parameters.
        if name.endswith("<") and re.match(r"\s*\w", code[found.end() :]):
            name = name[:-1]
        if found.group("deinit") or has_body(code, found.end()):
            line_start = code.rfind("\n", 0, found.start()) + 1
            before = code[line_start : found.start()].rstrip()
            # `init(…)` after these is a call.
            if found.group("init") and before.endswith(("=", "(", ",", "return", ":", "{", "try", "??")) and not before.endswith("{"):
                continue
            yield code.count("\n", 0, found.start()) + 1, name.strip("`")


def main(root):
    rows = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in (".git", ".build"))
        for name in sorted(files):
            if name.endswith(".swift"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    source = file.read()
                relative = os.path.relpath(path, root)
                rows.extend((relative, line, function) for line, function in functions(source))
    for relative, line, function in sorted(rows):
        print(relative, line, function, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 swift.py ROOT")
    main(sys.argv[1])
