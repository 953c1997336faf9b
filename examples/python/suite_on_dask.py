#!/usr/bin/env python3
"""Builds a test suite on a Dask cluster, one task per shard. The merged file equals that of a single run.

    pip install distributed
    python suite_on_dask.py --gold dev_gold.sql --db database/ --out dev.suite
    python suite_on_dask.py --gold dev_gold.sql --db database/ --out dev.suite --scheduler tcp://10.0.0.1:8786

Without --scheduler, a scheduler and two workers are started on this machine. Workers need the command
`sluice` and read the gold queries and the databases from the same paths; they return shards over the
network. If a worker dies, another one builds its shard.
"""

import argparse
import contextlib
import logging
import pathlib
import subprocess
import sys
import tempfile


def sluice(command, *arguments):
    """Runs the command; if it fails, raises an error with its standard error."""
    done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"{command} ended with status {done.returncode}")
    return done.stdout


def build(command, inputs, shard):
    """Returns one shard, such as "2/8" ("1/1" is everything), as bytes. Runs on a worker."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "suite"
        sluice(command, "suite", "build", *inputs, "--shard", shard, "--out", out)
        return out.read_bytes()


def merge(command, shards, out):
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, shard in enumerate(shards):
            files.append(pathlib.Path(folder) / str(number))
            files[-1].write_bytes(shard)
        sluice(command, "suite", "merge", *files, "--out", out)


@contextlib.contextmanager
def cluster(scheduler, workers):
    """Returns a client of the given scheduler, or of one that lives as long as this program."""
    from distributed import Client, LocalCluster

    if scheduler:
        with Client(scheduler) as client:
            yield client
    else:
        with LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1",
                          dashboard_address=None, silence_logs=logging.CRITICAL) as local, Client(local) as client:
            yield client


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                     epilog="Everything else goes to `sluice suite build`: --tables, --seed …")
    parser.add_argument("--gold", required=True, type=pathlib.Path)
    parser.add_argument("--db", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--scheduler", help="the address of a running one")
    parser.add_argument("--workers", type=int, default=2, help="without --scheduler")
    parser.add_argument("--shards", type=int, default=8, help="tasks; a schema is never parted")
    parser.add_argument("--command", default="sluice")
    parser.add_argument("--check", action="store_true", help="compare with one run, for those in doubt")
    arguments, more = parser.parse_known_args()

    inputs = ["--gold", arguments.gold.resolve(), "--db", arguments.db.resolve(), *more]
    try:
        with cluster(arguments.scheduler, arguments.workers) as client:
            tasks = [client.submit(build, arguments.command, inputs, f"{number}/{arguments.shards}",
                                   pure=False)
                     for number in range(1, arguments.shards + 1)]
            merge(arguments.command, client.gather(tasks), arguments.out)
            used = len(set().union(*client.who_has(tasks).values()))
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing}; pip install distributed")
    except RuntimeError as error:
        sys.exit(str(error))
    made = arguments.out.read_bytes()
    print(f"{arguments.shards} shards on {used} workers: {arguments.out}, {len(made)} bytes")
    if arguments.check:
        same = build(arguments.command, inputs, "1/1") == made
        print("one run gives", "the same bytes" if same else "OTHER BYTES")
        sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
