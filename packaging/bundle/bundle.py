#!/usr/bin/env python3
"""Writes the library as three files: sluice.hpp, its public headers; sluice.cpp, its sources and those of the C
interface; sluice.h, the C header.

    bundle.py OUT

Each header is written once, after those that it includes. Internal names of a source stay internal to it (isolate.py). If
a source cannot be processed, the script stops with file and line."""

import os
import re
import sys

sys.dont_write_bytecode = True

from isolate import Isolated
from tokens import Unreadable
from weights import array_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The instruction sets that a kernel may use, by the suffix of its file name.
INSTRUCTIONS = {
    "_plain.cpp": None,
    "_avx2.cpp": "avx2,fma",
    "_avx512.cpp": "avx2,fma,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni",
}
# The arguments of SLUICE_EMBED_FILE in the sources: macros that src/CMakeLists.txt defines as file names.
WEIGHTS = {
    "SLUICE_STATIC_TABLE": "src/embed/weights/static_128.table",
    "SLUICE_SYNONYM_GRAPH": "src/embed/weights/synonyms.graph",
    "SLUICE_STATIC_RANKER": "src/route/weights/static.ranker",
    "SLUICE_MINILM_RANKER": "src/route/weights/minilm.ranker",
    "SLUICE_MPNET_RANKER": "src/route/weights/mpnet.ranker",
    "SLUICE_MPNET_CROSS_ENCODER": "src/route/weights/mpnet.cross",
    "SLUICE_LABELS": "src/rank/weights/spider.labels",
}
NOTICES = ("src/embed/weights/NOTICE", "src/embed/weights/WORDNET_LICENSE")

ABOUT = """sluice {version}: {what}
SPDX-License-Identifier: Apache-2.0
Generated from sluice's sources; do not edit."""

ABOUT_SOURCES = """
Compile it as C++20. It includes the headers of Eigen, fast_float, fmt, hnswlib, libstemmer, simdjson, SQLite, utf8proc,
xxHash and zlib; link -lfmt -lsimdjson -lsqlite3 -lstemmer -lutf8proc -lxxhash -lz -ldl. Macros:

  SLUICE_WITH_HTTP       talk to services over HTTP: libcurl
  SLUICE_WITH_POSTGRES   judge queries on PostgreSQL servers: libpq
  SLUICE_LAZY_LIBRARIES  load those two on first use, instead of linking them (Linux)
  SLUICE_NO_WEIGHTS      omit the embedding table, the synonyms and the trained models (13 MB)"""

# Eigen's functions depend on compiler flags, so the linker must not merge them with those of a host's Eigen.
PRIVATE_EIGEN = "\n#define Eigen sluice_eigen\n"

# As -ffp-contract=off for the library; Eigen fuses where it sees the macro.
UNFUSED = """
// Products and sums are not fused, so that figures are the same on every processor.
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__) && !defined(__x86_64__)
#pragma GCC optimize("fp-contract=off")
#endif
#if defined(__aarch64__)
#include <arm_neon.h>
#undef __ARM_FEATURE_FMA
#endif
"""

SWITCHES = """
#define SLUICE_WITH_LLM
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
#define SLUICE_X86_KERNELS
#include <immintrin.h>
#endif
#if !defined(SLUICE_NO_WEIGHTS)
{weights}#endif
"""

# Products and sums are fused only where a kernel says so, and special instructions are used only inside their kernels.
KERNEL = """
{condition}#if defined(__clang__)
#pragma clang fp contract(off)
{clang}#else
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#if defined(__OPTIMIZE__)
#pragma GCC optimize("O3")
#endif
{gcc}#endif
{text}
#if defined(__clang__)
{clang_end}#else
#pragma GCC pop_options
#endif
{condition_end}"""

INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"][^\n]*\n?')
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
EMBED = re.compile(r"^SLUICE_EMBED_FILE\((\w+), (\w+)\)$", re.MULTILINE)
GUARDED = re.compile(r"((?:\s*//[^\n]*\n)*)\s*#ifndef (\w+)\n#define \2\n(.*)#endif\s*\Z", re.DOTALL)
SET = "SLUICE_KERNEL_SET"  # the namespace of code that is compiled once per instruction set


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files_in(folder, ending):
    found = []
    for parent, _, names in os.walk(os.path.join(ROOT, folder)):
        found += [os.path.relpath(os.path.join(parent, name), ROOT) for name in names if name.endswith(ending)]
    return sorted(found)


def resolve(path, name):
    """Returns the file that #include "name" in `path` refers to."""
    for folder in (os.path.dirname(path), "include", "src", "capi"):
        candidate = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(ROOT, candidate)):
            return candidate
    raise Unreadable(path, "", 0, f'includes "{name}", which is not there')


def without_guard(path, text):
    guarded = GUARDED.match(text)
    if not guarded:
        raise Unreadable(path, text, 0, "expected an include guard around the header")
    return guarded.group(1) + guarded.group(3)


class Writer:
    """An output file: writes each header of sluice once, and collects the system headers."""

    def __init__(self, done):
        self.done = set(done)      # headers that are written, here or in another file
        self.below_if = set()      # headers that are written inside an #if, with their guard
        self.of_set = set()        # headers that are written for the current kernels
        self.system = set()
        self.pieces = []

    def expanded(self, path, text, of_set=False):
        """Returns a file's text with the headers of sluice that it includes and that are not written yet."""
        pieces, depth, in_place = [], 0, False
        for line in text.splitlines(keepends=True):
            include = INCLUDE.match(line)
            define = DEFINE.match(line)
            if include and include.group(1) == '"':
                line = self._ours(resolve(path, include.group(2)), depth, of_set)
            elif include and depth == 0 and not in_place:
                if include.group(2) != "immintrin.h":  # below SWITCHES' condition
                    self.system.add(include.group(2))
                line = ""
            elif define and not define.group(1).startswith("SLUICE_") and path.endswith(".cpp"):
                in_place = True  # the directive affects the headers after it
            elif re.match(r"[ \t]*#[ \t]*if", line):
                depth += 1
            elif re.match(r"[ \t]*#[ \t]*endif", line):
                depth -= 1
            pieces.append(line)
        return "".join(pieces)

    def _ours(self, header, depth, of_set):
        if header in self.done:
            return ""
        text = read(header)
        if SET in text:
            if header in self.of_set:
                return ""
            if not of_set:
                raise Unreadable(header, text, text.index(SET), f"a header for kernels, but no {SET} is defined")
            self.of_set.add(header)
            guarded = GUARDED.match(text)
            return self.expanded(header, guarded.group(1) + guarded.group(3) if guarded else text, of_set)
        if depth > 0:
            self.below_if.add(header)
            return self.expanded(header, text)
        self.done.add(header)
        return self.expanded(header, text if header in self.below_if else without_guard(header, text))

    def system_includes(self):
        ordered = sorted(self.system, key=lambda name: ("." in name or "/" in name, name))
        return "".join(f"#include <{name}>\n" for name in ordered)


def kernel(path, text):
    """Returns a kernel's source in its own region of compiler settings."""
    ending = next((ending for ending in INSTRUCTIONS if path.endswith(ending)), None)
    if ending is None:
        raise Unreadable(path, text, 0, f"a kernel for which instructions? Known are {', '.join(INSTRUCTIONS)}")
    instructions = INSTRUCTIONS[ending]
    if instructions is None:
        return KERNEL.format(condition="", clang="", clang_end="", gcc="", text=text, condition_end="")
    return KERNEL.format(
        condition="#if defined(SLUICE_X86_KERNELS)\n",
        clang=f'#pragma clang attribute push(__attribute__((target("{instructions}"))), apply_to = function)\n',
        clang_end="#pragma clang attribute pop\n", gcc=f'#pragma GCC target("{instructions}")\n', text=text,
        condition_end="#endif\n")


def unit_of(path):
    return "unit_" + re.sub(r"\W", "_", os.path.splitext(path)[0].removeprefix("src/"))


def embedded(path, text):
    def array(use):
        if use.group(2) not in WEIGHTS:
            raise Unreadable(path, text, use.start(), f"which file is {use.group(2)}? WEIGHTS in bundle.py says")
        return array_of(use.group(1), os.path.join(ROOT, WEIGHTS[use.group(2)]))

    return EMBED.sub(array, text)


def add_source(writer, path):
    text = read(path)
    macros = DEFINE.findall(text)
    if SET in macros:
        writer.of_set = set()
        text = kernel(path, writer.expanded(path, text, of_set=True))
    else:
        text = Isolated(path, text, unit_of(path)).text
        text = embedded(path, writer.expanded(path, text))
    writer.pieces.append(f"\n// {path}\n\n{text}" + "".join(f"#undef {macro}\n" for macro in macros))


def comment(text):
    return "".join(f"// {line}".rstrip() + "\n" for line in text.splitlines())


def version():
    numbers = re.findall(r"define SLUICE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", read("include/sluice/core/version.hpp"))
    return ".".join(numbers)


def headers_text(headers):
    writer = Writer(set())
    for header in headers:
        if header not in writer.done:
            writer.done.add(header)
            writer.pieces.append(writer.expanded(header, without_guard(header, read(header))))
    return ("\n#ifndef SLUICE_BUNDLE_HPP\n#define SLUICE_BUNDLE_HPP\n\n" + writer.system_includes() +
            "".join(writer.pieces) + "\n#endif\n")


def sources_text(headers):
    writer = Writer({*headers, "capi/sluice.h", "src/embed/weights/embed_file.hpp"})
    sources = [path for path in files_in("src", ".cpp") if not path.startswith("src/cli/")] + files_in("capi", ".cpp")
    # Kernels and long strings come last, so that their compiler settings do not affect other code.
    sources.sort(key=lambda path: ("/weights/" in path, SET in DEFINE.findall(read(path))))
    for path in sources:
        add_source(writer, path)
    weights = "".join(f"#define {macro}\n" for macro in WEIGHTS)
    notices = "".join("\n" + comment(read(path)) for path in NOTICES)
    return ('\n#include "sluice.hpp"\n\n#include "sluice.h"\n' + PRIVATE_EIGEN + UNFUSED + writer.system_includes() +
            SWITCHES.format(weights=weights) + "".join(writer.pieces) + "\n// Of the weights above:\n" + notices)


def write(path, text):
    """Writes the file only if it changed, to avoid needless compilation."""
    text = re.sub(r"\n{3,}", "\n\n", text)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    out, about = arguments[0], {"version": version()}
    headers = files_in("include/sluice", ".hpp")
    try:
        files = {
            "sluice.hpp": comment(ABOUT.format(what="all public headers", **about)) + headers_text(headers),
            "sluice.cpp": comment(ABOUT.format(what="all sources", **about) + "\n" + ABOUT_SOURCES) + sources_text(headers),
            "sluice.h": "/* " + ABOUT.format(what="the C interface", **about).replace("\n", "\n * ") + " */\n\n" +
                        read("capi/sluice.h"),
        }
    except Unreadable as error:
        sys.exit(f"bundle: {error}")
    os.makedirs(out, exist_ok=True)
    for name, text in files.items():
        write(os.path.join(out, name), text)


if __name__ == "__main__":
    main(sys.argv[1:])
