#!/usr/bin/env python3
"""Prints the cost of including each public header alone, in CPU seconds of the compiler (median of three).

usage: bench/compile_cost.py [HEADER...]    CXX and CC choose the compilers (g++ and gcc)
"""

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOM_BUDGET = 0.8
UMBRELLA_BUDGET = 1.5
C_BUDGET = 0.03


def children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cost(command, header):
    """Returns the CPU seconds to compile a unit that consists of one #include."""
    before = children_cpu()
    subprocess.run(command, input=f'#include "{header}"\n', text=True, check=True, cwd=ROOT)
    return children_cpu() - before


def headers():
    """Returns pairs of a header and its budget, the C header first."""
    found = []
    if (ROOT / "capi/sluice.h").exists():
        found.append(("sluice.h", C_BUDGET))
    for path in sorted((ROOT / "include").rglob("*.hpp")):
        name = path.relative_to(ROOT / "include").as_posix()
        found.append((name, UMBRELLA_BUDGET if name.count("/") == 1 else ROOM_BUDGET))
    return found


def main():
    cxx = [os.environ.get("CXX", "g++"), "-std=c++20", "-Iinclude", "-xc++"]
    cc = [os.environ.get("CC", "gcc"), "-std=c99", "-Icapi", "-xc"]
    chosen = [(name, budget) for name, budget in headers() if not sys.argv[1:] or name in sys.argv[1:]]

    print(f"{'header':<44} {'CPU s':>7} {'budget':>7}")
    for name, budget in chosen:
        language = cc if name.endswith(".h") else cxx
        command = language + ["-c", "-o", os.devnull, "-"]
        seconds = statistics.median(cost(command, name) for _ in range(3))
        print(f"{name:<44} {seconds:>7.3f} {budget:>7.2f}{'  over' if seconds > budget else ''}", flush=True)


if __name__ == "__main__":
    main()
