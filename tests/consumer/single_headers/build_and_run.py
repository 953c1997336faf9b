#!/usr/bin/env python3
"""Builds a program over single headers as their users do, by one call of the compiler, and runs it.

    build_and_run.py --compiler CXX --headers FOLDER --include FOLDER… [--argument A] [--prints TEXT] [--megabytes N]
                     PROGRAM SOURCE…

PROGRAM is written beside the headers. The libraries are those that the headers name. Fails if a header that the sources
include is larger than N megabytes, or if the program does not print TEXT."""

import argparse
import os
import re
import resource
import subprocess
import sys
import time

INCLUDED = re.compile(r'#include "(sluice_\w+\.hpp)"')
COMMAND = re.compile(r"^//   c\+\+ -std=c\+\+20 program\.cpp (.*)$", re.MULTILINE)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def fail(message):
    sys.exit(f"build_and_run: {message}")


def libraries_of(headers, folder):
    libraries = []
    for header in headers:
        named = COMMAND.search(read(os.path.join(folder, header)))
        if not named:
            fail(f"{header} does not say how to compile it")
        libraries += [flag for flag in named.group(1).split() if flag not in libraries]
    return libraries


def run(command, **settings):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **settings)


def expect_missing_weights(program, arguments):
    """Without the weights, the program ends with an error that says what to do."""
    ended = run([program, *arguments], env={**os.environ, "SLUICE_WEIGHTS_FILE": "nowhere/weights.bin"})
    if ended.returncode == 0 or "nowhere/weights.bin" not in ended.stderr:
        fail(f"with a wrong SLUICE_WEIGHTS_FILE, {program} ends with {ended.returncode}: {ended.stderr}")
    alone = os.path.join(os.path.dirname(program), "alone")
    os.makedirs(alone, exist_ok=True)
    moved = os.path.join(alone, os.path.basename(program))
    os.replace(program, moved)
    ended = run([moved, *arguments])
    os.replace(moved, program)
    if ended.returncode == 0 or "sluice_weights.bin" not in ended.stderr or "SLUICE_WEIGHTS_FILE" not in ended.stderr:
        fail(f"without the weights, {program} ends with {ended.returncode}: {ended.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--headers", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--argument", action="append", default=[])
    parser.add_argument("--prints")
    parser.add_argument("--megabytes", type=float)
    parser.add_argument("--weights", action="store_true", help="the program needs the weights")
    parser.add_argument("program")
    parser.add_argument("sources", nargs="+")
    given = parser.parse_args()

    headers = sorted({header for source in given.sources for header in INCLUDED.findall(read(source))})
    for header in headers:
        megabytes = os.path.getsize(os.path.join(given.headers, header)) / 1e6
        print(f"{header}: {megabytes:.2f} MB")
        if given.megabytes is not None and megabytes > given.megabytes:
            fail(f"{header} is larger than {given.megabytes} MB")

    program = os.path.join(given.headers, given.program)
    command = [given.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", *given.sources, "-o", program,
               "-I", given.headers, *(f"-isystem{folder}" for folder in given.include),
               *libraries_of(headers, given.headers)]
    print(" ".join(command))
    began = time.monotonic()
    built = run(command)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - began:.1f} s, {used.ru_utime:.1f} s of CPU, {used.ru_maxrss / 1024:.0f} MB")
    if built.returncode != 0:
        fail("it does not compile:\n" + built.stderr[:20000])

    ended = run([program, *given.argument])
    print(ended.stdout)
    if ended.returncode != 0:
        fail(f"{program} ends with {ended.returncode}: {ended.stderr}")
    if given.prints is not None and ended.stdout.strip() != given.prints:
        fail(f"expected: {given.prints}")
    if given.weights:
        expect_missing_weights(program, given.argument)


if __name__ == "__main__":
    main()
