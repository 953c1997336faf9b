#!/usr/bin/env python3
"""Prints the options of `sluice train router` that name the files of ranker_files.json.

    sluice train router $(python3 training/ranker_files.py --data DATA) --out my.ranker

DATA is the folder with the benchmark data. Names in ranker_files.json are relative to it, except
those that start with training/. Needs only the standard library.
"""

import argparse
import json
import os

FOLDER = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(FOLDER, "ranker_files.json")


def read(path=LIST):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def without(listed, sources):
    """Returns the list without the sets of these sources."""
    kept = dict(listed)
    for kind in ("sets", "unlike"):
        kept[kind] = [each for each in listed[kind] if each["source"] not in sources]
    return kept


def place(name, data):
    """Returns the path of a name in the list; an absolute path stays as it is."""
    return os.path.join(os.path.dirname(FOLDER) if name.startswith("training/") else data, name)


def options(listed, data):
    """Returns the options, as a list of strings."""
    made = []
    for each in listed["sets"]:
        made += ["--tables", place(each["tables"], data), "--pairs", place(each["pairs"], data)]
        for name in each["reworded"]:
            made += ["--reworded", place(name, data)]
    for each in listed["unlike"]:
        made += ["--unlike-tables", place(each["tables"], data),
                 "--unlike-pairs", place(each["pairs"], data)]
    return made + ["--glossary", place(listed["glossary"], data)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", required=True, help="the folder with the benchmark data")
    parser.add_argument("--list", default=LIST, help="another list than ranker_files.json")
    parser.add_argument("--without", action="append", default=[], metavar="SOURCE",
                        help="leave out this source of the list; may be repeated")
    arguments = parser.parse_args()
    listed = read(arguments.list)
    sources = {each["source"] for kind in ("sets", "unlike") for each in listed[kind]}
    for source in set(arguments.without) - sources:
        parser.error(f"--without accepts {', '.join(sorted(sources))}, not {source}")
    print(*options(without(listed, arguments.without), arguments.data))


if __name__ == "__main__":
    main()
