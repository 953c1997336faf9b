#!/usr/bin/env python3
"""Writes single headers, one for each of the wings sql, retrieve and judge, and the file with their weights.

    bundle.py OUT

Each has the declarations of a wing and of all that it needs and, below SLUICE_IMPLEMENTATION, their sources. Internal
names of a source stay internal to it (isolate.py). If a file cannot be processed, the script stops with its name and the
line."""

import os
import re
import sys
import textwrap

sys.dont_write_bytecode = True

import weights
from source_tree import SourceTree, read
from tokens import Unreadable
from writer import Writer, is_kernel

SINGLE_HEADERS = {  # name: (wing, what it does, whether it uses the weights)
    "sluice_parser.hpp": ("sql", "reads, prints, normalizes and compares SQL", False),
    "sluice_retrieve.hpp": ("retrieve", "finds the databases, tables and columns for a question", True),
    "sluice_judge.hpp": ("judge", "runs and compares queries, and builds test suites", False),
}

# The header of each library: its linker flag, or None if the header is all that is used.
LIBRARIES = {
    "Eigen/Core": ("Eigen", None),
    "fast_float/fast_float.h": ("fast_float", None),
    "fmt/format.h": ("fmt", None),
    "hnswlib/hnswlib.h": ("hnswlib", None),
    "libstemmer.h": ("libstemmer", "-lstemmer"),
    "simdjson.h": ("simdjson", "-lsimdjson"),
    "sqlite3.h": ("SQLite", "-lsqlite3"),
    "utf8proc.h": ("utf8proc", "-lutf8proc"),
    "xxhash.h": ("xxHash", None),
    "yaml.h": ("libyaml", "-lyaml"),
    "zlib.h": ("zlib", "-lz"),
}

ABOUT = """sluice {version}: {what}
SPDX-License-Identifier: Apache-2.0
Generated from sluice's sources; do not edit.

Include it wherever you need its declarations. In one source of the program, define SLUICE_IMPLEMENTATION first:

  #define SLUICE_IMPLEMENTATION
  #include "{name}"

If the program uses several of sluice's single headers, include them all there: what they share is compiled once.

  c++ -std=c++20 program.cpp {flags}

{needed}
"""
ABOUT_WEIGHTS = """
The weights are in sluice_weights.bin. It is looked for where the environment variable SLUICE_WEIGHTS_FILE says, then where
the macro of that name says, then in the folder of the program or shared library, then in share/sluice there or in one of
the three folders above it. Without it, what needs weights throws Error(not_found), which says the same. Define
SLUICE_NO_WEIGHTS to use none: then words match only by their letters.
"""
ABOUT_MACROS = """
Other macros for that source, all optional:
"""
MACROS = {  # what is only compiled if the macro is defined: the macro, its comment
    "SLUICE_WITH_HTTP": "talk to services over HTTP; link libcurl",
    "SLUICE_WITH_POSTGRES": "read and judge on PostgreSQL servers; link libpq",
    "SLUICE_LAZY_LIBRARIES": "load those when they are first used, instead of linking them (Linux)",
}

EIGEN = re.compile(r"#include <(Eigen/\w+)>\n")
WHERE_EIGEN_IS = r"""#if __has_include(<\1>)
#include <\1>
#else
#include <eigen3/\1>
#endif
"""

PROLOGUE = """
#pragma GCC system_header  // no warnings of the compiled-in sources
#define SLUICE_SINGLE_HEADER
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
#if !defined(SLUICE_X86_KERNELS)
#define SLUICE_X86_KERNELS
#endif
#include <immintrin.h>
#endif

// Libraries that need not be linked.
#if !defined(FMT_HEADER_ONLY) && !defined(FMT_VERSION)
#define FMT_HEADER_ONLY
#endif
#define XXH_INLINE_ALL
// Eigen's functions depend on compiler flags, so the linker must not merge them with those of the rest of the program.
#if !defined(EIGEN_WORLD_VERSION)
#define Eigen sluice_eigen
#endif

// Products and sums are not fused, so that figures are the same on every processor.
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC push_options
#if !defined(__x86_64__) || defined(__FMA__)
#pragma GCC optimize("fp-contract=off")
#endif
#endif
#if defined(__aarch64__)
#include <arm_neon.h>
#undef __ARM_FEATURE_FMA
#endif

"""

EPILOGUE = """
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
"""


def comment(text):
    return "".join(f"// {line}".rstrip() + "\n" for line in text.splitlines())


def version():
    numbers = re.findall(r"define SLUICE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", read("include/sluice/core/version.hpp"))
    return ".".join(numbers)


def about(name, what, has_weights, sources):
    used = [library for header, library in LIBRARIES.items() if f"<{header}>" in sources]
    names = [library for library, _ in used]
    needed = "That source includes headers of " + ", ".join(names[:-1]) + f" and {names[-1]}."
    if "Eigen" in names:
        needed += " If it uses Eigen itself, it includes Eigen first."
    needed = textwrap.fill(needed, 117)
    flags = " ".join(flag for _, flag in used if flag)
    text = ABOUT.format(version=version(), what=what, name=name, flags=flags, needed=needed)
    macros = [f"  {macro:<22} {does}\n" for macro, does in MACROS.items() if macro in sources]
    return text + (ABOUT_WEIGHTS if has_weights else "") + (ABOUT_MACROS + "".join(macros) if macros else "")


def single_header(tree, name):
    wing, what, has_weights = SINGLE_HEADERS[name]
    headers, sources = tree.parts(wing)
    writer = Writer()
    for header in headers:
        writer.add_header(header)
    includes, declarations = writer.part()
    # Kernels come last, so that their compiler settings do not affect other code.
    for source in sorted(sources, key=lambda path: is_kernel(read(path))):
        writer.add_source(source)
    needed, implementation = writer.part()
    needed = EIGEN.sub(WHERE_EIGEN_IS, needed)
    text = (f"{comment(about(name, what, has_weights, needed + implementation))}\n{includes}{declarations}\n"
            f"#if defined(SLUICE_IMPLEMENTATION)\n{PROLOGUE}{needed}{implementation}{EPILOGUE}\n#endif\n")
    return re.sub(r"\n{3,}", "\n\n", text)


def write(path, content):
    """Writes the file only if it changed, to avoid needless compilation."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return
    with open(path, "wb") as file:
        file.write(content)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    out = arguments[0]
    try:
        tree = SourceTree()
        files = {name: single_header(tree, name).encode() for name in SINGLE_HEADERS}
    except Unreadable as error:
        sys.exit(f"bundle: {error}")
    files["sluice_weights.bin"] = weights.packed()
    files["sluice_weights_NOTICE.txt"] = weights.notice().encode()
    os.makedirs(out, exist_ok=True)
    for name, content in files.items():
        write(os.path.join(out, name), content)


if __name__ == "__main__":
    main(sys.argv[1:])
