"""Which licences are permissive, as registries and Debian copyright files write them."""

import re

PERMISSIVE = re.compile(
    r"(?i)^(mit|mit[-~ ].*|mit[- ]license|the mit license( \(mit\))?|mit license|expat.*|x11|mit[-/ ].*expat|apache|apache[- ]?(software )?(license|licence)?,?[- ]?(version )?v?2(\.0)?(-only)?|asl[- ]?2(\.0)?|al-?2(\.0)?|"
    r"apache-2(\.0)?( with llvm[- ]exceptions?)?|apache software license( 2(\.0)?)?|apache license 2(\.0)?|apache license,? version 2(\.0)?|apache 2(\.0)?( license)?|the apache (software )?license,? version 2\.0|"
    r"(0|1|2|3|4)?-?clause[- ]bsd.*|(new |modified |simplified |revised )?bsd([- ].*)?|bsd|isc|isc[- ]license.*|isc[- ]like|zlib|libpng|zlib[-/].*|unlicen[sc]e|the unlicense.*|cc0.*|psf.*|python software foundation license|python-2\.0.*|0bsd|blueoak-1\.0\.0|wtfpl.*|public[- ]domain.*|postgresql|unicode-3\.0|unicode-dfs-2016|curl|ncsa|hpnd|mit-cmu|bsl-1\.0-never)$"
)
COPYLEFT = re.compile(r"(?i)\b[al]?gpl|gnu (lesser|general|affero|library)|mozilla|\bmpl\b|cddl|\bepl\b|eclipse public|\bcecill|\beupl|cc-by-sa|cc-by-nc|artistic|proprietary|commercial|sspl|busl|non-?free|\bofl\b")


def permissive(expression):
    """Whether an SPDX expression, or a registry's free wording, leaves us a permissive choice."""
    expression = (expression or "").strip().strip("()")
    if not expression or len(expression) > 200:
        return False
    if re.search(r"(?i)\band\b", expression) and not re.search(r"(?i)\bor\b", expression):
        return all(_one(p) for p in re.split(r"(?i)\s+and\s+", expression))
    choices = re.split(r"(?i)\s+or\s+|/|\|", expression.replace("(", " ").replace(")", " "))
    for choice in choices:
        if all(_one(p) for p in re.split(r"(?i)\s+and\s+", choice)):
            return True
    return _one(expression)


def _one(name):
    name = re.sub(r"\s+", " ", name.strip().strip('"()')).strip()
    return bool(name) and bool(PERMISSIVE.match(name)) and not COPYLEFT.search(name)


def debian_licence(text):
    """(licence, globs of files under other licences) of a Debian copyright file; licence is '' where it is not permissive."""
    if not re.search(r"(?m)^Format(-Specification)?:", text):
        if COPYLEFT.search(text) or not text:
            return "", []
        for name, mark in (("Apache-2.0", "Apache License"), ("Expat", "Permission is hereby granted, free of charge"), ("BSD", "Redistribution and use in source and binary forms"), ("ISC", "Permission to use, copy, modify, and")):
            if mark.lower() in re.sub(r"\s+", " ", text).lower():
                return name, []
        return "", []
    main, foreign = None, []
    for stanza in re.split(r"\n\s*\n(?=\S)", text):
        files = re.search(r"(?m)^Files:((?:.*)(?:\n[ \t].*)*)", stanza)
        licence = re.search(r"(?m)^License:[ \t]*(.*)", stanza)
        if not files or not licence:
            continue
        globs, name = files.group(1).replace(",", " ").split(), licence.group(1).strip()
        if all(g.startswith("debian/") for g in globs):
            continue
        if "*" in globs or "./*" in globs:
            main = name
            if not debian_permissive(name):
                return "", []
        elif not debian_permissive(name):
            foreign += globs
    if main is None:
        names = set(re.findall(r"(?m)^License:[ \t]*(\S.*)", text))
        if names and all(debian_permissive(n) for n in names):
            return sorted(names)[0], []
        return "", []
    return main, foreign


def debian_permissive(name):
    """Debian's short names: `Apache-2.0 or Expat`, `BSD-3-clause and Expat`, `GPL-2+ or MIT`."""
    name = name.replace(",", " ").strip()
    return any(all(_one(p) for p in re.split(r"(?i)\s+and\s+", choice)) for choice in re.split(r"(?i)\s+or\s+|\s+\|\s+", name))
