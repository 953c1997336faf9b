"""sluice reads a database that Python's sqlite3 has open: the locks stay, in rollback and in WAL mode."""

import pathlib
import shutil
import sqlite3
import subprocess
import sys

import sluice

TRY = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
try:
    connection.execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError:
    sys.exit(5)
"""


def other_process_gets_the_lock(path):
    return subprocess.run([sys.executable, "-c", TRY, path], check=False).returncode == 0


def judge(path):
    suite = sluice.Suite.open(path)
    suite.judge("SELECT count(*) FROM wine", "SELECT count(*) FROM wine", database="vineyard")


CALLS = {
    "Catalog.load of a file": sluice.Catalog.load,
    "Catalog.load of a folder": lambda path: sluice.Catalog.load(str(pathlib.Path(path).parent)),
    "Suite.judge of a file": judge,
    "Suite.judge of a folder": lambda path: judge(str(pathlib.Path(path).parent)),
}


def main(sample, folder):
    failures = 0
    for mode in ("DELETE", "WAL"):
        for name, call in CALLS.items():
            work = pathlib.Path(folder) / "databases"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            path = str(work / "vineyard.sqlite")
            shutil.copy(pathlib.Path(sample) / "vineyard.sqlite", path)
            host = sqlite3.connect(path, isolation_level=None)
            host.execute(f"PRAGMA journal_mode = {mode}")
            host.execute("BEGIN IMMEDIATE")
            host.execute("UPDATE wine SET alcohol_pct = 1")
            if other_process_gets_the_lock(path):
                sys.exit("the test itself is wrong: there is no lock")
            call(path)
            if other_process_gets_the_lock(path):
                print(f"{mode}, {name}: the lock is gone", file=sys.stderr)
                failures += 1
            host.execute("COMMIT")
            if host.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                print(f"{mode}, {name}: the database is corrupt", file=sys.stderr)
                failures += 1
            host.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
