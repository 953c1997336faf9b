"""Figures of a system from its values per question, as `eval retrieval --questions-out` writes them."""

import random

RESAMPLES = 10_000
SEED = 1
BINS = 10

# Where the value of a figure is in the object of a question.
FIGURES = {
    "dR@1": ("database_recall", "1"),
    "dR@5": ("database_recall", "5"),
    "tR@5": ("table_recall", "5"),
    "tR@15": ("table_recall", "15"),
    "tR@20": ("table_recall", "20"),
    "CT@15": ("complete_table_recall", "15"),
    "CT@20": ("complete_table_recall", "20"),
    "cR@10": ("column_recall", "10"),
    "cR@30": ("column_recall", "30"),
    "cR@100": ("column_recall", "100"),
    "all@30": ("within_database", "complete_column_recall", "30"),
    "all@50": ("within_database", "complete_column_recall", "50"),
}

# The figures that are compared with those of other systems.
COMPARED = ("dR@1", "tR@15", "tR@20", "CT@20", "cR@30", "cR@100", "all@30", "all@50")


def value(question, figure):
    """Returns the value of one question, in [0, 1], or None if it has none, such as without gold columns."""
    for key in FIGURES[figure]:
        if not isinstance(question, dict):
            return None
        question = question.get(key)
    return None if question is None else float(question)


def values(questions, figure):
    """Returns the values by position of the questions that have one."""
    found = {i: value(each, figure) for i, each in enumerate(questions)}
    return {i: each for i, each in found.items() if each is not None}


def means(questions):
    """Returns the mean of each figure. With a single database, those of databases say nothing."""
    single = len({each["db_id"] for each in questions}) == 1
    found = {}
    for figure in FIGURES:
        of = values(questions, figure)
        if of and not (single and figure.startswith("dR")):
            found[figure] = sum(of.values()) / len(of)
    return found


def calibration_error(pairs, bins=BINS):
    """Returns the expected calibration error of pairs (probability, whether it was right).

    The mean distance of probability and accuracy in bins of equal width, weighted by their sizes.
    None without pairs.
    """
    pairs = list(pairs)
    if not pairs:
        return None
    sums = [[0.0, 0.0] for _ in range(bins)]
    for probability, right in pairs:
        at = sums[min(bins - 1, int(probability * bins))]
        at[0] += probability
        at[1] += right
    return sum(abs(expected - seen) for expected, seen in sums) / len(pairs)


def database_calibration_error(questions):
    """Returns the calibration error of the first database's probability; None if there is none."""
    if len({each["db_id"] for each in questions}) == 1:
        return None
    return calibration_error((each["database_probability"], value(each, "dR@1"))
                             for each in questions if each.get("database_probability") is not None)


def bootstrap_interval(differences, resamples=RESAMPLES, seed=SEED):
    """Returns the 95 % interval of the mean of differences, by resampling them with replacement."""
    count = len(differences)
    if not any(differences):
        return 0.0, 0.0
    choose = random.Random(seed).choices
    resampled = sorted(sum(choose(differences, k=count)) / count for _ in range(resamples))
    tail = resamples // 40  # 2.5 %
    return resampled[tail], resampled[resamples - 1 - tail]


def compare(questions, others, figure):
    """Compares two systems on the same questions, given in the same order.

    Returns the mean difference and its 95 % interval, or None if a system has no such figure.
    """
    ours, theirs = values(questions, figure), values(others, figure)
    both = sorted(ours.keys() & theirs.keys())
    if not both:
        return None
    differences = [ours[i] - theirs[i] for i in both]
    return sum(differences) / len(both), bootstrap_interval(differences)
