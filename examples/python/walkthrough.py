"""A tour of the library, with the output of ../cpp/walkthrough.cpp: python3 walkthrough.py DATABASES"""

from __future__ import annotations

import sys
from array import array

import sluice

QUESTION = "Which wines did the customers order?"
DATABASE = "vineyard"
GOLD = "SELECT count(*) FROM tasting_note"
PREDICTED = "SELECT count(rating) FROM tasting_note"
DIMENSIONS = 64


def count_bytes(texts: list[str]) -> array[float]:
    """Counts each byte: a poor embedder, but a short one."""
    vectors = array("f", bytes(4 * DIMENSIONS * len(texts)))
    for row, text in enumerate(texts):
        for byte in text.encode():
            vectors[row * DIMENSIONS + byte % DIMENSIONS] += 1
    return vectors


def print_columns(subset: sluice.Subset) -> None:
    for column in subset:
        print(f"  {column.database}.{column.table}.{column.column}")


def ask(catalog: sluice.Catalog) -> None:
    with sluice.Retriever(catalog) as retriever:
        print("databases")
        for route in retriever.route(QUESTION)[:3]:
            print(f"  {route.database} {route.score:.3f}")
        print("columns")
        subset = retriever.retrieve(QUESTION, budget=8)
    print_columns(subset)
    print(f"prompt\n{subset.render()}")

    own = sluice.Retriever(catalog, sluice.Embedder("byte counts 1", DIMENSIONS, count_bytes))
    print("columns, with a custom embedder")
    print_columns(own.retrieve(QUESTION, budget=4))


def judge(path: str) -> None:
    with sluice.Suite.open(path) as suite:
        verdict = suite.judge(GOLD, PREDICTED, DATABASE)
        print(f"judged: {verdict.name}")
        if verdict.title:
            print(f"  {verdict.title}")
        found = suite.refute(GOLD, PREDICTED, DATABASE)
        print(f"looked for a counterexample: {found.name}\n{found.script}", end="")


def compare() -> None:
    print(f"similarity {sluice.Query(GOLD).similarity(sluice.Query(PREDICTED)):.3f}")
    try:
        sluice.Query("SELECT label FROM wine WHERE")
    except sluice.Error as error:
        print(f"invalid SQL at byte {error.offset}")


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: walkthrough.py DATABASES", file=sys.stderr)
        return 2
    try:
        with sluice.Catalog.load(sys.argv[1]) as catalog:
            ask(catalog)
        judge(sys.argv[1])
        compare()
    except sluice.Error as error:
        print(f"walkthrough: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
