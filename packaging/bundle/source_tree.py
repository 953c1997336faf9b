"""Finds the headers and sources of a wing in src/*/sources.cmake, cmake/SluiceWings.cmake and the include lines.

A wing is a part of the library that can be linked by itself; a room is a folder of include/sluice and src. Both are
described in docs/architecture.md."""

import os
import re

from tokens import Unreadable

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

LIST = re.compile(r"sluice_sources\(\s*(\w+)([^)]*)\)")
BELOW = re.compile(r'^set\(sluice_below_(\w+) +([^)]*)\)', re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
# Most rooms of a wing are included whole; of these, only the files that its other rooms use are.
USED_BY_OTHERS = ("core", "text")


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
    for folder in (os.path.dirname(path), "include", "src"):
        candidate = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(ROOT, candidate)):
            return candidate
    raise Unreadable(path, "", 0, f'includes "{name}", which does not exist')


def room_of(path):
    """Returns the name of the folder of include/sluice or src that the file is in."""
    return path.removeprefix("include/sluice/").removeprefix("src/").split("/")[0]


class SourceTree:
    """The sources of all wings, and what they include."""

    def __init__(self):
        self.wing_of = {}  # maps each source to its wing, in the order of the lists
        for path in files_in("src", "sources.cmake"):
            for wing, words in LIST.findall(re.sub(r"#[^\n]*", "", read(path))):
                for name in words.split():
                    if name.endswith(".cpp"):
                        self._add(os.path.join(os.path.dirname(path), name), wing)
        self.below = {wing: set(words.replace('"', "").split()) for wing, words in
                      BELOW.findall(read("cmake/SluiceWings.cmake"))}
        self.includes = {}
        self.defined_in = {}  # maps a header to the sources of its room that include it first
        for source in self.wing_of:
            for header in self.included(source)[:1]:
                if room_of(header) == room_of(source):
                    self.defined_in.setdefault(header, []).append(source)

    def _add(self, source, wing):
        self.wing_of[source] = wing
        if source.endswith("_plain.cpp"):  # a kernel; src/CMakeLists.txt adds its variants for other instruction sets
            start = source.removesuffix("plain.cpp")
            for other in files_in(os.path.dirname(source), ".cpp"):
                if other.startswith(start):
                    self.wing_of[other] = wing

    def wings(self, wing):
        """Returns the wing and all wings that it depends on."""
        return {wing}.union(*(self.wings(lower) for lower in self.below[wing]))

    def included(self, path):
        if path not in self.includes:
            self.includes[path] = [resolve(path, name) for name in INCLUDE.findall(read(path))]
        return self.includes[path]

    def closure(self, paths):
        """Returns the files and everything that they include, directly or not."""
        found, todo = set(), list(paths)
        while todo:
            path = todo.pop()
            if path not in found:
                found.add(path)
                todo += self.included(path)
        return found

    def parts(self, wing):
        """Returns (public headers, sources) of a wing and of its dependencies, in the order of writing."""
        wings = self.wings(wing)
        rooms = {room_of(source) for source, of in self.wing_of.items() if of in wings}.difference(USED_BY_OTHERS)
        headers = set()
        for header in files_in("include/sluice", ".hpp"):
            below = self.closure([header])
            if room_of(header) in rooms and all(self.wing_of[source] in wings for other in below
                                                for source in self.defined_in.get(other, ())):
                headers |= below
        sources = {source for source, of in self.wing_of.items() if of in wings and room_of(source) in rooms}
        while True:
            needed = self.closure(headers | sources)
            added = {source for path in needed for source in self.defined_in.get(path, ())} - sources
            if not added:
                break
            sources |= added
        return sorted(headers), [source for source in self.wing_of if source in sources]
