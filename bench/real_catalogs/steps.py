"""Runs of the command whose results are kept, by a hash of the command and of all that it reads."""

import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time


class Failure(Exception):
    """The command failed; the text says why."""


# The objects of the questions, in the order of their file, and of how many of these questions the
# weights of evidence were learned from.
Measured = collections.namedtuple("Measured", "questions seen")


class Steps:
    def __init__(self, sluice, work, embedder=None):
        self.sluice = shutil.which(sluice) or sluice
        self.work = work
        self.embedder = ["--embedder", embedder] if embedder else []
        self._hashes = {}
        os.makedirs(work, exist_ok=True)
        if "--questions-out" not in self._run(["eval", "retrieval", "--help"]):
            raise Failure(f"{sluice}: `eval retrieval` has no --questions-out; build a newer one")

    def train(self, options, what):
        """Returns the path of the ranker that is trained with these options."""
        options = ["train", "router", *options, *self.embedder]
        return self._once("train", what, options, "--out", ".ranker")

    def evaluate(self, pack_options, systems, what, weights=None):
        """Returns what was measured, by system."""
        options = ["eval", "retrieval", *pack_options, "--json", *self.embedder]
        for system in systems:
            options += ["--system", system]
        if weights:
            options += ["--weights", weights]
        path = self._once("measure", what, options, "--questions-out", ".jsonl")
        questions = {system: [] for system in systems}
        for question in self._objects(path):
            questions[question["system"]].append(question)
        return {report["system"]: Measured(questions[report["system"]], report["seen_questions"])
                for report in self._objects(path + ".out")}

    def evidence_features(self):
        """Returns the names of the features of evidence."""
        return re.findall(r"^  ((?:databases|tables|columns)\.\w+) ", self._run(["train", "router", "--help"]),
                          flags=re.MULTILINE)

    def write(self, name, lines):
        """Writes a file of the work folder, and returns its path."""
        path = os.path.join(self.work, name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
        return path

    @staticmethod
    def _objects(path):
        with open(path, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def _once(self, verb, what, options, out, suffix):
        """Runs the command unless its result is there, and returns the path of the result.

        What the command printed is in a file with the same name and .out.
        """
        path = os.path.join(self.work, self._key(options) + suffix)
        if os.path.exists(path):
            return path
        print(f"{verb} {what}", end=" …", file=sys.stderr, flush=True)
        start = time.monotonic()
        printed = self._run([*options, out, path + ".partial"])
        with open(path + ".out", "w", encoding="utf-8") as file:
            file.write(printed)
        os.replace(path + ".partial", path)
        print(f" {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
        return path

    def _run(self, options):
        run = subprocess.run([self.sluice, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             encoding="utf-8", check=False)
        if run.returncode:
            raise Failure(run.stderr.strip().splitlines()[-1] if run.stderr.strip() else
                          f"{self.sluice} {' '.join(options[:2])} ended with status {run.returncode}")
        return run.stdout

    def _key(self, options):
        parts = [self._hash(self.sluice)]
        parts += [self._hash(each) if os.path.exists(each) else each for each in options]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]

    def _hash(self, path):
        """Returns the hash of a file's bytes, or of a folder's files."""
        if path not in self._hashes:
            hashed = hashlib.sha256()
            if os.path.isdir(path):
                for folder, folders, names in os.walk(path):
                    folders.sort()
                    for name in sorted(names):
                        hashed.update(name.encode() + self._hash(os.path.join(folder, name)).encode())
            else:
                with open(path, "rb") as file:
                    for block in iter(lambda: file.read(1 << 20), b""):
                        hashed.update(block)
            self._hashes[path] = hashed.hexdigest()
        return self._hashes[path]
