#!/usr/bin/env python3
"""Prints how well the ranker does on real catalogs that it has not seen, beside what it is compared with.

    python3 bench/real_catalogs/unseen.py --sluice build/release/src/cli/sluice --data ../shared/data \\
        --work unseen [--rows lite,snow] [--embedder DIR] [--json FILE]
    python3 bench/real_catalogs/unseen.py … --features [databases.words,tables.said]

For each pack of questions (a row of packs.py):

  bm25-max, zero-shot     nothing is trained
  default, shipped        what the command does
  default, left out       weights trained here with all of training/ranker_files.json but what comes
                          from the same source
  default, by families    five folds by family of data sets: weights trained on the questions of the
                          other folds, and figures of all questions, each by the fold that lacks it

"seen" marks a row whose weights of evidence were learned from some of its questions.

The rows "coded" and "wide_coded" have the questions of the rows "held_out" and "wide" over the same
catalogs with codes as names and the names as descriptions; table recall at 15 is to be within 5 points.

dR, tR, cR are the recall of databases, tables and columns in percent, CT the share of questions whose
tables are all found, and all@k the share whose columns are all among the first k with the database
given. ECE is the expected calibration error of the first database's probability, in ten bins. The
last rows compare `default`, left out, with the other systems, by a paired bootstrap over questions
(95 %); * marks what is significantly below.

With --features, it prints instead what each feature of evidence is worth: the figures of `default`,
left out, minus those of a model whose evidence was learned without the feature, in points. "worth" is
the mean over rows and over dR@1, tR@20 and CT@20, for features of columns over cR@30. One training per
source gives the models without each feature.

A training takes about a minute on two cores, and all rows need nine. Finished steps are kept in the
work folder, and repeated only if the command or its input changes. Needs only the standard library.
"""

import argparse
import gzip
import json
import os
import sys

import coded
import families
import features
import figures
from packs import BY_FAMILIES, FAMILIES_OF, GOALS, LEFT_OUT, PACKS
from steps import Failure, Measured, Steps

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "training"))
import ranker_files  # noqa: E402, from training/

BASELINES = ("bm25-max", "zero-shot")
SHIPPED = "shipped"


def lines_of(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as file:
        return [line if line.endswith("\n") else line + "\n" for line in file if line.strip()]


def database_of(line):
    return json.loads(line)["db_id"]


class Unseen:
    """Trains and measures, by row."""

    def __init__(self, steps, data):
        self.steps = steps
        self.data = data
        self.listed = ranker_files.read()
        self.fold = families.fold_of({database_of(line) for each in self.listed["unlike"]
                                      if each["source"] == FAMILIES_OF
                                      for line in lines_of(self.path(each["pairs"]))})

    def path(self, name):
        return ranker_files.place(name, self.data)

    def files(self, pack):
        """Returns the paths of the catalog and the questions."""
        paths = self.path(pack.tables), self.path(pack.questions)
        return coded.write_coded(*paths, os.path.join(self.steps.work, pack.name)) if pack.is_coded else paths

    def measure(self, pack, systems, what, questions=None, weights=None):
        tables, all_questions = self.files(pack)
        options = ["--tables", tables, "--questions", questions or all_questions, "--names", pack.names]
        return self.steps.evaluate(options, systems, f"{pack.name}, {what}", weights)

    def untrained(self, pack):
        """Returns, by system, what was measured of the systems that need no training here."""
        return self.measure(pack, (*BASELINES, "default"), "what needs no training")

    def training_of(self, pack):
        """Returns the options to train without the pack's source, and what that is."""
        listed = ranker_files.without(self.listed, [pack.source]) if pack.source else self.listed
        what = f"without {pack.source}" if pack.source else "with everything"
        return ranker_files.options(listed, self.data), what

    def left_out(self, pack):
        """Measures `default` by weights that were trained without the pack's source."""
        options, what = self.training_of(pack)
        weights = self.steps.train(options, what)
        return self.measure(pack, ["default"], what, weights=weights)["default"]

    def ablations(self, pack):
        """Returns the folder of the rankers without each feature, trained without the pack's source."""
        return self.steps.train_ablations(*self.training_of(pack))

    def without_feature(self, pack, name, folder):
        """Measures `default` by the ranker without this feature of evidence."""
        _, what = self.training_of(pack)
        weights = os.path.join(folder, f"{name}.ranker")
        return self.measure(pack, ["default"], f"{what} and {name}", weights=weights)["default"]

    def weights_without(self, fold):
        listed = dict(self.listed, unlike=[])
        for each in self.listed["unlike"]:
            if each["source"] == FAMILIES_OF:
                name = each["pairs"].replace("/", "_").replace(".gz", "")
                kept = [line for line in lines_of(self.path(each["pairs"])) if self.fold[database_of(line)] != fold]
                each = dict(each, pairs=os.path.abspath(self.steps.write(f"without_{fold}_{name}", kept)))
            listed["unlike"].append(each)
        return self.steps.train(ranker_files.options(listed, self.data), f"without fold {fold + 1} of {families.FOLDS}")

    def by_families(self, pack):
        found, seen = [], 0
        for fold in range(families.FOLDS):
            held = [line for line in lines_of(self.path(pack.questions)) if self.fold[database_of(line)] == fold]
            if not held:
                continue
            questions = self.steps.write(f"{pack.name}_{fold}.jsonl", held)
            measured = self.measure(pack, ["default"], f"fold {fold + 1} of {families.FOLDS}", questions,
                                    self.weights_without(fold))["default"]
            found += measured.questions
            seen += measured.seen
        return Measured(found, seen)


def result(row, system, training, measured):
    return {"row": row, "system": system, "training": training, "seen_questions": measured.seen,
            "questions": len(measured.questions), "figures": figures.means(measured.questions),
            "calibration_error": figures.database_calibration_error(measured.questions)}


def comparisons(row, questions, others):
    """Compares the questions of `default`, left out, with those of the other systems, by system."""
    found = []
    for other in BASELINES:
        for figure in figures.COMPARED:
            if figure not in figures.means(questions):
                continue
            compared = figures.compare(questions, others[other].questions, figure)
            if compared is None:
                continue
            difference, (low, high) = compared
            found.append({"row": row, "against": other, "figure": figure, "difference": difference,
                          "interval": [low, high], "significantly_below": high < 0})
    return found


def print_line(label, texts):
    print(f"  {label:<28}" + "".join(f"{text:>8}" for text in texts))


def print_result(one):
    label = ", ".join(filter(None, (one["system"], one["training"], "seen" if one["seen_questions"] else "")))
    shares = [one["figures"].get(figure) for figure in figures.FIGURES]
    error = one["calibration_error"]
    print_line(label, ["–" if share is None else f"{100 * share:.1f}" for share in shares] +
               ["–" if error is None else f"{error:.3f}"])


def print_goal(row, training, with_encoder):
    goals = GOALS.get((row, training), ({}, {}))[with_encoder]
    if goals:
        print_line("  goal", [f"{goals[figure]:g}" if figure in goals else "" for figure in figures.FIGURES])


def print_comparison(against, compared):
    shown = {each["figure"]: f"{100 * each['difference']:+.1f}{'*' if each['significantly_below'] else ''}"
             for each in compared if each["against"] == against}
    print_line(f"left out − {against}", [shown.get(figure, "") for figure in figures.FIGURES])


def run_row(unseen, pack, with_encoder):
    """Measures and prints one row; returns its results and comparisons."""
    untrained = unseen.untrained(pack)
    left_out = unseen.left_out(pack)
    results = [result(pack.name, system, "", untrained[system]) for system in BASELINES]
    results.append(result(pack.name, "default", SHIPPED, untrained["default"]))
    results.append(result(pack.name, "default", LEFT_OUT, left_out))
    if pack.source == FAMILIES_OF:
        results.append(result(pack.name, "default", BY_FAMILIES, unseen.by_families(pack)))
    compared = comparisons(pack.name, left_out.questions, untrained)

    print(f"{pack.name}: {len(left_out.questions)} questions")
    print_line("", [*figures.FIGURES, "ECE"])
    for one in results:
        print_result(one)
        print_goal(pack.name, one["training"], with_encoder)
    for against in BASELINES:
        print_comparison(against, compared)
    print(flush=True)
    return results, compared


def arguments_of():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", required=True, help="the command")
    parser.add_argument("--data", required=True, help="the folder with the benchmark data")
    parser.add_argument("--work", required=True, help="a folder for weights and results, which is made")
    parser.add_argument("--rows", help=f"comma-separated; default: {','.join(PACKS)}; "
                        f"with --features: {','.join(features.ROWS)}")
    parser.add_argument("--features", nargs="?", const="", metavar="NAMES",
                        help="print what these features of evidence are worth, comma-separated; default: all")
    parser.add_argument("--embedder", help="an encoder to train and measure with")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to this file")
    arguments = parser.parse_args()
    known = tuple(PACKS) if arguments.features is None else features.ROWS
    arguments.rows = arguments.rows.split(",") if arguments.rows else known
    for row in arguments.rows:
        if row not in known:
            parser.error(f"--rows accepts {', '.join(known)}, not {row}")
    return arguments


def run_rows(unseen, arguments):
    """Measures and prints the rows; returns what --json writes."""
    results, compared = [], []
    for row in arguments.rows:
        of_row = run_row(unseen, PACKS[row], bool(arguments.embedder))
        results += of_row[0]
        compared += of_row[1]
    below = [each for each in compared if each["significantly_below"]]
    print("significantly below:", "; ".join(f"{each['row']} {each['figure']} {each['against']} "
                                            f"({100 * each['difference']:+.1f})" for each in below) or "none")
    return {"results": results, "comparisons": compared}


def run_features(unseen, arguments):
    """Measures and prints what features are worth; returns what --json writes."""
    known = unseen.steps.evidence_features()
    names = arguments.features.split(",") if arguments.features else known
    for name in names:
        if name not in known:
            raise Failure(f"--features accepts {', '.join(known)}, not {name}")
    features.print_head(arguments.rows)
    results = []
    for one in features.measure(unseen, names, arguments.rows):
        features.print_worth(one)
        results.append(one)
    return {"features": results}


def main():
    arguments = arguments_of()
    try:
        unseen = Unseen(Steps(arguments.sluice, arguments.work, arguments.embedder), arguments.data)
        run = run_rows if arguments.features is None else run_features
        results = run(unseen, arguments)
        if arguments.json:
            with open(arguments.json, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)
                file.write("\n")
    except (Failure, OSError) as failure:
        sys.exit(f"unseen.py: {failure}")


if __name__ == "__main__":
    main()
