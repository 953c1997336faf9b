#!/usr/bin/env python3
"""Runs sqlglot and bench/sql_bench.cpp, and prints how many times faster sluice is.

    taskset -c 1 python3 bench/sql_peers.py --bench build/bench/sluice_sql_bench --data ../shared/data \
        [--python ENV/bin/python] [--instructions]

Both parse the queries of Spider's dev set and compare 3,000 pairs of masked Spider queries from trees
that are parsed once, without caching between pairs, on one core. Times are CPU time, best of a few
runs. sqlglot is imported by this interpreter, or by each interpreter that --python names (25.1 is
compared with the rules of 25.1, any other release with those of 30.17); without sqlglot, only sluice
is run. --instructions counts sluice's instructions per query with perf, or with valgrind if the
machine has no counters.
"""

import argparse
import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

RUNS = 3

PEER = "--as-peer"


def spider_queries(data):
    path = os.path.join(data, "spider", "dev.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["sql"] for line in lines]


def masked_pairs(data):
    path = os.path.join(data, "sql_corpus", "sqlglot_edit_counts_spider_dev_train.tsv.gz")
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["masked_a"], row["masked_b"]) for row in rows]


def best_rate(count, run):
    """Returns items per second of CPU time, the best of RUNS."""
    best = 0.0
    for _ in range(RUNS):
        start = time.process_time()
        run()
        best = max(best, count / (time.process_time() - start))
    return best


def as_peer(data):
    """Prints the results of sqlglot in this interpreter, for the parent process."""
    import sqlglot

    queries = spider_queries(data)
    pairs = [
        (sqlglot.parse_one(a, read="sqlite"), sqlglot.parse_one(b, read="sqlite"))
        for a, b in masked_pairs(data)
    ]

    def read():
        for query in queries:
            sqlglot.parse_one(query, read="sqlite")

    def diff():
        for a, b in pairs:
            sqlglot.diff(a, b)

    json.dump(
        {
            "version": sqlglot.__version__,
            "read": best_rate(len(queries), read),
            "diff": best_rate(len(pairs), diff),
        },
        sys.stdout,
    )


def peers(pythons, data):
    for python in pythons:
        ran = subprocess.run(
            [python, os.path.abspath(__file__), PEER, data], capture_output=True, text=True, check=False
        )
        if ran.returncode == 0:
            yield json.loads(ran.stdout)
        elif "No module named 'sqlglot'" in ran.stderr:
            print(f"{python}: sqlglot is not installed there (pip install sqlglot)")
        else:
            sys.exit(f"{python}: {ran.stderr.strip().splitlines()[-1]}")


def bench_rates(bench, data):
    """Returns items per second of CPU time by benchmark, the best of RUNS; bytes per second if known."""
    command = [bench, "--benchmark_format=json", f"--benchmark_repetitions={RUNS}"]
    command.append("--benchmark_filter=^(read|prepare|diff|distance)")
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "SLUICE_DATA": data}
    )
    rates = {}
    for row in json.loads(ran.stdout)["benchmarks"]:
        if row["run_type"] != "iteration":
            continue
        items, size = row["items_per_second"], row.get("bytes_per_second")
        best = rates.get(row["run_name"], (0.0, None))
        rates[row["run_name"]] = max(best, (items, size), key=lambda rate: rate[0])
    return rates


def count_instructions(bench, data, name, iterations):
    """Returns the user instructions of one run with a fixed number of iterations, and the tool that counted them."""
    pattern = f"^{name}/iterations:{iterations}$".replace(".", r"\.")
    command = [bench, f"--benchmark_filter={pattern}"]
    env = {**os.environ, "SLUICE_DATA": data, "LC_ALL": "C"}
    if shutil.which("perf"):
        ran = subprocess.run(
            ["perf", "stat", "-x,", "-e", "instructions:u", *command],
            capture_output=True, text=True, check=False, env=env,
        )
        counted = re.search(r"^(\d+),.*instructions:u", ran.stderr, re.MULTILINE)
        if counted:
            return int(counted.group(1)), "perf"
    if shutil.which("valgrind"):
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run(
                ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
                capture_output=True, text=True, check=False, env=env,
            )
        counted = re.search(r"Collected : (\d+)", ran.stderr)
        if counted:
            return int(counted.group(1)), "valgrind"
    return None, None


def print_instructions(bench, data):
    for what, name, items in (
        ("a query read", "counted_read", len(spider_queries(data))),
        ("a masked diff, rules of 30.17", "counted_diff/30.17", len(masked_pairs(data))),
        ("a masked diff, rules of 25.1", "counted_diff/25.1", len(masked_pairs(data))),
    ):
        few, tool = count_instructions(bench, data, name, 1)
        if few is None:
            print("instructions: neither perf with hardware counters nor valgrind is here")
            return
        many, _ = count_instructions(bench, data, name, 11)
        print(f"instructions {what}: {(many - few) / 10 / items:,.0f} (by {tool})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="the program sluice_sql_bench")
    parser.add_argument("--data", required=True, help="the folder with spider/ and sql_corpus/")
    parser.add_argument("--python", action="append", help="an interpreter with sqlglot; repeatable")
    parser.add_argument("--instructions", action="store_true", help="count instructions as well")
    options = parser.parse_args()

    rates = bench_rates(options.bench, options.data)
    for name, (items, size) in rates.items():
        speed = f", {size / 1e6:.1f} MB/s" if size else ""
        print(f"sluice {name}: {items:,.0f}/s{speed}")
    for peer in peers(options.python or [sys.executable], options.data):
        rules = "25.1" if peer["version"].startswith("25.") else "30.17"
        for what, ours in (("read", rates["read_spider"][0]), ("diff", rates[f"diff/{rules}"][0])):
            print(f"sqlglot {peer['version']} {what}: {peer[what]:,.0f}/s, sluice {ours / peer[what]:,.0f} times that")
    if options.instructions:
        print_instructions(options.bench, options.data)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == PEER:
        as_peer(sys.argv[2])
    else:
        main()
