"""Make the other training pairs by rule: questions, issue titles, changelog lines, module descriptions.

    pairs.py --data DATA --bench BENCH     raw files and functions.jsonl -> pairs.jsonl

Each line is {"lang", "package", "kind", "a", "b", "split"}: `a` is what a person might write, `b` the
text of a symbol or a file. Kinds:

    question   a doc sentence asked: "how do I ...", "where do we ...", "function that ...", key words
    issue      an error message as it is met: "I get '...' when I ...", "... fails with ..."
    changelog  a changelog line that names a symbol of the same package, with its signature and doc
    module     what a file says of itself, with the names in it

A function gives at most one question and one issue; which wording it gets depends on a hash of its
place only, so the same data give the same pairs.
"""

import argparse
import collections
import hashlib
import json
import os
import re

import clean_docs
from choose import evaluation_keys, near_evaluation, split_of
from projects_left_out import left_out_name, left_out_path
from raw_store import raw_files

QUESTIONS = 70_000
MAX_B = 1800

VERBS = (
    "abort accept access acquire activate adapt add adjust advance align allocate allow analyze append apply assemble assert assign attach authenticate "
    "await begin bind block break bring broadcast build cache calculate call cancel capture cast change check choose clamp clean clear clip clone close "
    "collapse collect combine commit compare compile complete compose compress compute concatenate configure confirm connect consume construct convert "
    "copy correct count cover crash create crop cut debug decide declare decode decompress decrease decrypt define delegate delete deliver denote "
    "deploy derive describe deserialize destroy detach detect determine disable discard disconnect dispatch display dispose divide do download draw drop dump "
    "duplicate edit emit enable encode encrypt end enforce enqueue ensure enter enumerate erase escape establish estimate evaluate examine exclude "
    "execute exit expand export expose extend extract fail fetch fill filter finalize find finish fit fix flag flatten flip flush fold follow force format "
    "forward free freeze gather generate get give grab group grow guess guarantee handle hash hide highlight identify ignore implement import include "
    "increase increment indicate infer inform initialise initialize inject insert inspect install instantiate interpolate interpret intersect invalidate "
    "invert invoke issue iterate join jump keep kill launch leave let limit link list listen load locate lock log look lookup loop make manage map mark match "
    "measure merge migrate modify monitor mount move multiply mutate negate normalise normalize notify obtain offer open optimise optimize order output "
    "override pack pad parse partition pass patch pause peek perform permit pick place play plot poll pop populate post predict prefix prepare prepend press "
    "prevent print process produce project promote propagate protect provide prune publish pull purge push put query queue raise randomize rank read rebuild "
    "receive recognize record recover redirect reduce refresh register reject release reload remove rename render reorder repeat replace reply report request "
    "require reserve reset reshape resize resolve respond restart restore restrict resume retrieve retry return reverse revert rewrite roll rotate round "
    "route run sample sanitize save scale scan schedule search seek select send separate serialize serve set setup shift show shrink shuffle shut sign "
    "simplify simulate skip sleep slice solve sort specify split spawn stack start step stop store stream strip submit subscribe subtract sum suppress "
    "suspend swap switch sync synchronize tag take tell terminate test throw toggle tokenize trace track train transfer transform translate traverse trigger trim "
    "truncate try tune turn unbind undo uninstall unlock unpack unregister unsubscribe unwrap update upgrade upload use validate verify visit wait wake walk warn "
    "watch wrap write yield zip zoom"
).split()
BASE = set(VERBS) | {"represent", "contain", "hold"}
PARTICIPLE = {
    "begin": "begun", "break": "broken", "bring": "brought", "build": "built", "choose": "chosen", "cut": "cut", "do": "done", "draw": "drawn", "find": "found", "get": "fetched",
    "give": "given", "grow": "grown", "hide": "hidden", "keep": "kept", "leave": "left", "let": "let", "make": "made", "put": "put", "read": "read", "send": "sent", "set": "set",
    "show": "shown", "shut": "shut", "split": "split", "take": "taken", "tell": "told", "throw": "thrown", "undo": "undone", "write": "written", "rewrite": "rewritten", "reset": "reset",
    "run": "run", "fit": "fitted", "override": "overridden", "forget": "forgotten", "freeze": "frozen", "seek": "sought", "shrink": "shrunk",
}
DOUBLED = set("abort-no clip crop drop flip grab log map pad plan pop scan skip stop step strip submit swap tag trim wrap zip permit commit drag".split())
STOP = set("a an the of to in on for and or with from by is are be this that it its as at if when which given into will can used using returns return whether".split())
# What code is, not what it does: nobody asks how to represent.
STATIVE = set("allow define denote describe indicate let offer permit provide represent require try contain hold implement specify".split())
FILLERS = ("3", "foo", "None", "'name'", "main", "0", "'x'", "example", "42", "data")
PLACEHOLDER = re.compile(r"%[-+0-9.#]*[a-zA-Z]|\$?\{[^{}]*\}|#\{[^{}]*\}|\\[nt]")


def base_form(word):
    """The verb a sentence begins with, in its base form, or None."""
    word = word.lower()
    if word in BASE:
        return word
    for ending, put in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "ze"), ("oes", "o"), ("es", "e"), ("s", ""), ("es", "")):
        if word.endswith(ending) and word[: -len(ending)] + put in BASE:
            return word[: -len(ending)] + put
    return None


def third_person(verb):
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|sh|ch|x|zz|o)$", verb) else "s")


def participle(verb):
    if verb in PARTICIPLE:
        return PARTICIPLE[verb]
    if verb in DOUBLED:
        return verb + verb[-1] + "ed"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + ("d" if verb.endswith("e") else "ed")


def clause(text):
    """The first clause: a person who asks says less than the documentation does."""
    text = text.strip().rstrip(".!:;。")
    short = re.split(r" \(|(?<=\w)[,;:] | - | -- | – | — |\. ", text)[0].strip()
    return short if len(short.split()) >= 3 else text


def chance(row, salt, n):
    """A number below n that depends on the row's place only."""
    key = f"{salt}\0{row['path']}\0{row['name']}\0{row['signature']}"
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big") % n


def key_words(text, limit=8):
    words = [w for w in re.findall(r"[\w.]+", text) if w.lower() not in STOP]
    return " ".join(words[:limit]).lower()


def small_first(text):
    """Lower-case first letter, unless the word is a name."""
    first = text.split(" ", 1)[0]
    return text if re.search(r"[A-Z0-9_]", first[1:]) or first in ("I",) else text[:1].lower() + text[1:]


def question(row):
    """A doc sentence as a person would ask for the code, or None."""
    sentence = row["sentence"]
    if clean_docs.CJK.search(sentence) or len(sentence.split()) > 30:
        return None
    said = clause(sentence)
    words = said.split()
    if len(words) < 3 or not words[0].isalpha():
        return None
    verb = base_form(words[0])
    rest = " ".join(words[1:])
    pick = chance(row, "question", 100)
    if verb in STATIVE:
        thing = small_first(rest)
        what = row["kind"] if row["kind"] in ("class", "struct", "interface", "trait", "enum") else "code"
        return [f"{what} that {third_person(verb)} {thing}", key_words(thing), f"which {what} {third_person(verb)} {thing}?", f"where is the {what} that {third_person(verb)} {thing}"][pick % 4]
    if verb:
        thing = small_first(rest)
        whole = small_first(" ".join([verb] + words[1:]))
        if verb == "return" and pick >= 30:
            # Nobody asks where a value is returned; they ask how to get it.
            if re.match(r"(true|whether|if)\b", thing, re.I):
                asked = re.sub(r"^(true |whether |if )+", "", thing, flags=re.I)
                return [f"how to tell whether {asked}", f"check whether {asked}", f"where do we check if {asked}?", f"is there a way to know if {asked}"][pick % 4]
            return [f"how do I get {thing}?", f"where does {thing} come from", f"get {thing}", f"what gives me {thing}?", key_words(thing)][pick % 5]
        if pick < 18:
            return f"how do I {whole}?"
        if pick < 30:
            return f"how to {whole}"
        if pick < 40:
            return f"where do we {whole}?"
        if pick < 52:
            return f"{'class' if row['kind'] in ('class', 'struct') else 'function'} that {third_person(verb)} {thing}"
        if pick < 60:
            return f"which code {third_person(verb)} {thing}?"
        if pick < 68 and re.match(r"(the|a|an|all|this|each|any)\s", rest, re.I):
            cut = re.split(r"\s+(?:to|from|in|into|for|with|by|of|on|at|that|which|if|when|using|as)\s+", rest)[0]
            return f"where {'are' if re.match(r'all ', cut, re.I) else 'is'} {small_first(cut)} {participle(verb)}{rest[len(cut):]}?"
        if pick < 78:
            return f"I want to {whole}"
        if pick < 86:
            return f"what is the best way to {whole}"
        return key_words(said)
    if words[0].lower() in ("class", "interface", "function", "method", "helper", "base", "utility", "type", "options", "information"):
        return [f"where is the {small_first(said)}?", f"{small_first(said)}", f"find the {small_first(said)}", key_words(said)][pick % 4]
    if words[0].lower() in ("a", "an", "the") or row["kind"] in ("class", "struct", "interface", "trait", "enum"):
        thing = small_first(said)
        return [f"where is {thing} defined?", f"what represents {thing}?", f"which type is {thing}", f"{key_words(said)} implementation", key_words(said), f"looking for {thing}"][pick % 6]
    return None


def issue(row):
    """An error of the function as a person would report it, or None."""
    for kind, message in row.get("errors", ()):
        message = clean_docs.SPACES.sub(" ", message).strip()
        bare = PLACEHOLDER.sub(" ", message)
        filler = iter(FILLERS[chance(row, "filler", len(FILLERS)) :] + FILLERS)
        said = clean_docs.SPACES.sub(" ", PLACEHOLDER.sub(lambda _: next(filler, ""), message)).replace("`", "").strip(" .:;,-=")
        if len(re.findall(r"[A-Za-z]{2,}", bare)) < 3 or len(said.split()) > 30 or sum(c.isalpha() or c == " " for c in said) < 0.75 * len(said):
            continue
        words = clause(row["sentence"]).split()
        verb = base_form(words[0]) if words else None
        verb = "get" if verb == "return" else verb
        doing = " ".join([verb, small_first(" ".join(words[1:]))]) if verb and len(words) > 2 else None
        name = " ".join(clean_docs.split_identifier(re.split(r"[.:]+", row["name"])[-1]))
        kind = re.split(r"[.:]+", kind)[-1]
        typed = kind if re.search(r"(Error|Exception|Failure|Fault)$", kind) else ""
        pick = chance(row, "issue", 7)
        low = said[:1].lower() + said[1:] if said[1:2].islower() else said
        if doing and pick == 0:
            return f"I get \"{said}\" when I try to {doing}"
        if doing and pick == 1:
            return f"cannot {doing}: {low}"
        if doing and pick == 2:
            return f"trying to {doing} fails: {low}"
        if pick == 3 and typed:
            return f"{typed}: {said}"
        if pick == 4 and name:
            return f"{name} fails with {typed or 'error'} \"{said}\""
        if pick == 5:
            return f"what causes \"{said}\"?"
        return f"{typed or 'error'} {low}"
    return None


def document(row):
    return "\n".join([row["name"], row["path"], row["signature"], row["code"]])[:MAX_B]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="data")
    parser.add_argument("--bench", default="bench")
    args = parser.parse_args()
    sentences, runs = evaluation_keys(args.bench)
    kept = set()
    with open(os.path.join(args.data, "functions.jsonl"), encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            kept.add(hash((row["package"], row["path"], row["name"], row["sentence"])))
    share = min(1.0, QUESTIONS / max(1, 0.75 * len(kept)))
    seen, counts, sources = set(), collections.Counter(), {key for key in kept}
    out_path = os.path.join(args.data, "pairs.jsonl")
    with open(out_path + ".part", "w", encoding="utf-8") as out:
        for _, head, rows in raw_files(args.data):
            if head.get("refused") or left_out_name(head["name"]):
                continue
            package, split = f"{head['name']}@{head['version']}", split_of(head["name"])
            has = any(hash((package, r["path"], r["name"], r["sentence"])) in sources for r in rows if r["t"] == "fn")
            per_kind = collections.Counter()

            def write(kind, lang, a, b):
                key = (kind, clean_docs.normalised(a))
                if key in seen or per_kind[kind] >= 400 or len(a) < 12 or near_evaluation(a, sentences, runs):
                    return
                seen.add(key)
                per_kind[kind] += 1
                counts[kind, lang] += 1
                out.write(json.dumps({"lang": lang, "package": package, "kind": kind, "a": a, "b": b, "split": split}, ensure_ascii=False) + "\n")

            for row in rows if has else ():
                if row["t"] == "fn":
                    if hash((package, row["path"], row["name"], row["sentence"])) not in kept:
                        continue
                    if chance(row, "share", 10_000) < share * 10_000 and (asked := question(row)):
                        write("question", row["lang"], asked, document(row))
                    if met := issue(row):
                        write("issue", row["lang"], met, document(row))
                elif row["t"] == "log":
                    write("changelog", row["lang"], re.sub(r"\s*[(\[]\s*[)\]]\s*|\s+(?=[.,]$)", "", row["line"]), "\n".join([row["name"], row["signature"], row["doc"]])[:MAX_B])
                elif row["t"] == "mod" and not left_out_path(row["path"]) and not clean_docs.BAD_START.match(row["doc"]):
                    write("module", row["lang"], row["doc"].split("\n")[0] if len(row["doc"]) > 600 else row["doc"].replace("\n", " "), row["path"] + "\n" + " ".join(row["names"]))
    os.replace(out_path + ".part", out_path)
    kinds = collections.Counter()
    for (kind, _), n in counts.items():
        kinds[kind] += n
    print(json.dumps({"pairs": sum(kinds.values()), "kinds": dict(kinds), "languages": dict(sum((collections.Counter({l: n}) for (_, l), n in counts.items()), collections.Counter()))}, indent=1))


if __name__ == "__main__":
    main()
