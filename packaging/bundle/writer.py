"""Writes declarations and sources in order, each header before what includes it.

Headers keep their guards, and each source gets one. So several single headers in one source of a program work together:
what they share is written once. Where a source is skipped, an earlier file had it, and all headers that it includes."""

import re

from isolate import Isolated
from source_tree import read, resolve
from tokens import Unreadable

# The instruction sets that a kernel may use, by the suffix of its file name.
INSTRUCTIONS = {
    "_plain.cpp": None,
    "_avx2.cpp": "avx2,fma",
    "_avx512.cpp": "avx2,fma,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni",
}

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
GUARDED = re.compile(r"((?:\s*//[^\n]*\n)*)\s*#ifndef (\w+)\n#define \2\n(.*)#endif\s*\Z", re.DOTALL)
SET = "SLUICE_KERNEL_SET"  # the namespace of code that is compiled once per instruction set
CONDITIONAL = ("immintrin.h",)  # included by the prologue, on some processors


class Writer:
    def __init__(self):
        self.done = set()    # headers that are written
        self.of_set = set()  # headers that are written for the current kernels
        self.system = set()
        self.pieces = []

    def part(self):
        """Returns what was written since the last call, without and with its system headers before it."""
        includes = "".join(f"#include <{name}>\n" for name in sorted(self.system, key=lambda name: (
            "." in name or "/" in name, name)))
        text = "".join(self.pieces)
        self.system, self.pieces = set(), []
        return includes, text

    def add_header(self, header):
        self.pieces.append(self._ours(header, 0, False))

    def add_source(self, path):
        text = read(path)
        macros = DEFINE.findall(text)
        unit = re.sub(r"\W", "_", path.removeprefix("src/").removesuffix(".cpp"))
        if is_kernel(text):
            self.of_set = set()
            text = kernel(path, self._expanded(path, text, of_set=True))
        else:
            text = self._expanded(path, Isolated(path, text, "unit_" + unit).text)
        guard = f"SLUICE_HAS_{unit.upper()}"
        self.pieces.append(f"\n// {path}\n#ifndef {guard}\n#define {guard}\n{text}" +
                           "".join(f"#undef {macro}\n" for macro in macros) + "#endif\n")

    def _expanded(self, path, text, of_set=False, depth=0):
        """Returns a file's text, `depth` conditions deep, with the headers of sluice that it includes and that are not
        written yet."""
        pieces, in_place = [], False
        for line in text.splitlines(keepends=True):
            include = INCLUDE.match(line)
            define = DEFINE.match(line)
            if include and include.group(1) == '"':
                line = self._ours(resolve(path, include.group(2)), depth, of_set)
            elif include and depth == 0 and not in_place:
                if include.group(2) not in CONDITIONAL:
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
        guarded = GUARDED.match(text)
        if SET in text:
            if header in self.of_set:
                return ""
            if not of_set:
                raise Unreadable(header, text, text.index(SET), f"a header for kernels, but no {SET} is defined")
            self.of_set.add(header)
            return self._expanded(header, guarded.group(1) + guarded.group(3) if guarded else text, of_set)
        if not guarded:
            raise Unreadable(header, text, 0, "expected an include guard around the header")
        if depth == 0:
            self.done.add(header)
        comment, guard, body = guarded.groups()
        body = self._expanded(header, body, depth=depth)
        return f"{comment}\n#ifndef {guard}\n#define {guard}\n{body}#endif\n"


def is_kernel(text):
    return SET in DEFINE.findall(text)


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
