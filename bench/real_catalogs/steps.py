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
        return self._once("train", what, self._training(options), {"--out": ".ranker"})

    def train_ablations(self, options, what):
        """Returns the folder with a ranker NAME.ranker without each feature of evidence.

        The same training gives the ranker that `train` returns.
        """
        return self._once("train", f"{what}, and without each feature", self._training(options),
                          {"--ablations": ".ablations", "--out": ".ranker"})

    def evaluate(self, pack_options, systems, what, weights=None):
        """Returns what was measured, by system."""
        options = ["eval", "retrieval", *pack_options, "--json", *self.embedder]
        for system in systems:
            options += ["--system", system]
        if weights:
            options += ["--weights", weights]
        path = self._once("measure", what, options, {"--questions-out": ".jsonl"})
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

    def _training(self, options):
        return ["train", "router", *options, *self.embedder]

    def _once(self, verb, what, options, outputs):
        """Runs the command unless its results are there, and returns the path of the first result.

        `outputs` has the ends of the results' names, by the option that writes the result. What the
        command printed is in a file with the name of the first result and .out.
        """
        key = os.path.join(self.work, self._key(options))
        paths = {option: key + end for option, end in outputs.items()}
        first = next(iter(paths.values()))
        if all(os.path.exists(path) for path in paths.values()):
            return first
        print(f"{verb} {what}", end=" …", file=sys.stderr, flush=True)
        start = time.monotonic()
        for option, path in paths.items():
            options = [*options, option, path + ".partial"]
        printed = self._run(options)
        with open(first + ".out", "w", encoding="utf-8") as file:
            file.write(printed)
        for path in paths.values():
            if os.path.isdir(path):
                shutil.rmtree(path)
            os.replace(path + ".partial", path)
        print(f" {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
        return first

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
