"""sluice_weights.bin: the files in share/sluice as one, which src/core/shipped_file.cpp reads.

Layout (little endian): "SLUICEW1", the number of files (8 bytes), zeros up to 64; for each file its name (48 bytes, filled
with zeros), offset (8) and size (8); the files, each aligned to 64 bytes."""

import os
import struct

from source_tree import ROOT, files_in, read

ALIGNMENT = 64
ENDINGS = (".table", ".graph", ".ranker", ".cross", ".labels")


def weight_files():
    return [path for path in files_in("src", ENDINGS) if "/weights/" in path]


def notices():
    return [path for path in files_in("src", ("NOTICE", "LICENSE")) if "/weights/" in path]


def packed():
    paths = weight_files()
    table = [struct.pack("<8sQ48x", b"SLUICEW1", len(paths))]
    offset = ALIGNMENT * (1 + len(paths))
    contents = []
    for path in paths:
        with open(os.path.join(ROOT, path), "rb") as file:
            content = file.read()
        table.append(struct.pack("<48sQQ", os.path.basename(path).encode(), offset, len(content)))
        contents.append(content + b"\0" * (-len(content) % ALIGNMENT))
        offset += len(contents[-1])
    return b"".join(table + contents)


def notice():
    return "Of the files in sluice_weights.bin:\n\n" + "\n\n".join(read(path) for path in notices())
