#!/usr/bin/env python3
"""Finds words that strangers stumble over, in all that people read: documents, comments, messages, names.

    check_wording.py ROOT [FILE...]   all files of the project, or these
    check_wording.py --counts ROOT    how often each rule is broken, and in which folder

Prints file:line:column, what was found and what to write instead; exit status 1 if there is any. The rules are in
rules.tsv: the kind of text (any: everywhere; prose: documents, comments and messages; code: identifiers), a regular
expression and the advice. A line that has to hold such a word, such as one of test data, ends with the comment
`wording: allowed`.
"""

import collections
import os
import re
import sys

FOLDERS = ("bench", "bindings", "capi", "cmake", "docs", "examples", "include", "packaging", "src", "tests", "training")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json")
# Not ours to word, or data.
EXCEPT = re.compile(r"(^|/)(corpus|examples/data|weights/[^/]*\.(table|graph|ranker|cross|labels)$|tests/wording/|"
                    r"training/(glossary\.txt|\w*tables\.json)$)|"
                    r"\.(sql|jsonl|db|sqlite|dict|lock|sum)$|weights/(NOTICE|WORDNET_LICENSE)|"
                    r"src/text/(vocabulary|stop_words|glued_words)\.cpp$")
PROSE_FILES = (".md", ".txt")
HASH_COMMENTS = (".cmake", ".sh", ".py", ".toml", ".in", "CMakeLists.txt")
C_FILES = (".cpp", ".hpp", ".h", ".c", ".go", ".rs")


class Rule:
    def __init__(self, line):
        self.kind, pattern, self.advice = line.split("\t")
        if self.kind not in ("any", "prose", "code"):
            raise ValueError(f"rules.tsv: no kind of text is called {self.kind}")
        self.pattern = re.compile(pattern, re.IGNORECASE if self.kind == "prose" else 0)


def rules():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules.tsv")
    with open(path, encoding="utf-8") as file:
        return [Rule(line.rstrip("\n")) for line in file if line.strip() and not line.startswith("#")]


STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def prose_of(path, line, state):
    """The line with all blanked out that is not prose; `state` is what a C comment over several lines needs."""
    if path.endswith(PROSE_FILES) and not path.endswith("CMakeLists.txt"):
        return line
    kept = [" "] * len(line)

    def keep(begin, end):
        kept[begin:end] = line[begin:end]

    if path.endswith(C_FILES):
        at = 0
        while at < len(line):
            if state["comment"]:
                end = line.find("*/", at)
                keep(at, len(line) if end < 0 else end)
                state["comment"] = end < 0
                at = len(line) if end < 0 else end + 2
            elif line.startswith("//", at):
                keep(at, len(line))
                break
            elif line.startswith("/*", at):
                state["comment"] = True
                at += 2
            elif (match := STRING.match(line, at)) and not line.lstrip().startswith("#include"):
                # In tests, strings are data, but for the names of test cases.
                if not path.startswith(("tests/", "bench/", "examples/")) or "TEST_CASE" in line or "SUBCASE" in line:
                    keep(at, match.end())
                at = match.end()
            else:
                at += 1
    elif path.endswith(HASH_COMMENTS):
        begin = line.find("#")
        if begin >= 0:
            keep(begin, len(line))
        for match in STRING.finditer(line):
            keep(match.start(), match.end())
        if path.endswith(".py"):
            return line
    elif path.endswith(".json"):
        return line
    return "".join(kept)


def files_of(root):
    for name in DOCUMENTS:
        if os.path.exists(os.path.join(root, name)):
            yield name
    for folder in FOLDERS:
        for where, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                yield os.path.relpath(os.path.join(where, name), root)


def findings(root, paths):
    all_rules = rules()
    for path in paths:
        if EXCEPT.search(path) or not path.endswith(C_FILES + HASH_COMMENTS + PROSE_FILES + (".json",)):
            continue
        state = {"comment": False}
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                prose = prose_of(path, line, state)
                if "wording: allowed" in line:
                    continue
                for rule in all_rules:
                    text = prose if rule.kind == "prose" else line
                    for match in rule.pattern.finditer(text):
                        yield path, number, match.start() + 1, match.group(0), rule


def main(arguments):
    counts = "--counts" in arguments
    arguments = [one for one in arguments if one != "--counts"]
    if not arguments:
        sys.exit(__doc__)
    root = arguments[0]
    found = list(findings(root, arguments[1:] or list(files_of(root))))
    if counts:
        by_rule = collections.Counter(rule.pattern.pattern for *_, rule in found)
        by_folder = collections.Counter("/".join(path.split("/")[:-1]) or path for path, *_ in found)
        for name, count in by_rule.most_common() + by_folder.most_common():
            print(f"{count:6} {name}")
    else:
        for path, line, column, text, rule in found:
            print(f"{path}:{line}:{column}: {text!r}; write {rule.advice}")
    print(f"{len(found)} words to replace", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
