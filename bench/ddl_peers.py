#!/usr/bin/env python3
"""Runs sqlglot and bench/ddl_bench.cpp on one script of definitions, and prints how many times faster sluice is.

    taskset -c 1 python3 bench/ddl_peers.py --bench build/release/bench/sluice_ddl_bench [--script FILE] [--dialect postgres]

Both read the same script: FILE, or the first 500 tables of a generated dump. Times are CPU time, best of three runs.
Without sqlglot (pip install sqlglot), only sluice is run.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time

RUNS = 3
TABLES = 500


def made_script():
    """Returns what bench/ddl_bench.cpp generates, with fewer tables."""
    lines = ["-- PostgreSQL database dump"]
    for table in range(TABLES):
        lines.append(f"CREATE TABLE shop.table_{table} (\n    id integer NOT NULL,")
        columns = [f"    column_{n} character varying(20) DEFAULT 'x'::character varying" for n in range(1, 10)]
        lines.append(",\n".join(columns) + "\n);")
        lines.append(f"COMMENT ON COLUMN shop.table_{table}.column_1 IS 'What it is called';")
        lines.append(f"ALTER TABLE ONLY shop.table_{table}\n    ADD CONSTRAINT pk_{table} PRIMARY KEY (id);")
        lines.append(
            f"ALTER TABLE ONLY shop.table_{table}\n    ADD CONSTRAINT fk_{table} FOREIGN KEY (id) "
            f"REFERENCES shop.table_{table // 2}(id);"
        )
    return "\n".join(lines) + "\n"


def sluice_seconds(bench, script):
    ran = subprocess.run(
        [bench, "--benchmark_format=json", f"--benchmark_repetitions={RUNS}"],
        capture_output=True, text=True, check=True, env={**os.environ, "SLUICE_DDL": script},
    )
    best = {}
    for row in json.loads(ran.stdout)["benchmarks"]:
        if row["run_type"] == "iteration":
            name = row["run_name"].split("/")[0]
            best[name] = min(best.get(name, 1e9), row["cpu_time"] / 1e3)
    return best


def sqlglot_seconds(text, dialect):
    try:
        import sqlglot
    except ImportError:
        return None
    best = 1e9
    for _ in range(RUNS):
        start = time.process_time()
        sqlglot.parse(text, read=dialect)
        best = min(best, time.process_time() - start)
    return best, sqlglot.__version__


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="the program sluice_ddl_bench")
    parser.add_argument("--script", help="a script of definitions; by default, one is generated")
    parser.add_argument("--dialect", default="postgres", help="the script's dialect, as sqlglot calls it")
    arguments = parser.parse_args()
    if arguments.script:
        with open(arguments.script, encoding="utf-8") as file:
            text = file.read()
    else:
        text = made_script()
    with tempfile.NamedTemporaryFile("w", suffix=".sql", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        ours = sluice_seconds(arguments.bench, file.name)
    megabytes = len(text.encode()) / 1e6
    for name in ("split", "read", "load"):
        print(f"sluice {name:<6} {ours[name]:8.4f} s  {megabytes / ours[name]:8.1f} MB/s")
    peer = sqlglot_seconds(text, arguments.dialect)
    if peer is None:
        print("sqlglot is not installed (pip install sqlglot)")
        return
    seconds, version = peer
    print(f"sqlglot {version} parse {seconds:.3f} s  {megabytes / seconds:.2f} MB/s")
    print(f"sluice reads the definitions {seconds / ours['read']:.0f} times as fast, into a catalog {seconds / ours['load']:.0f} times")


if __name__ == "__main__":
    main()
