"""What a feature of evidence is worth: the figures of a model with all features minus those without it."""

import figures
from packs import PACKS

# The packs and figures over which the mean is taken.
ROWS = ("lite", "snow", "native", "low", "least")
FIGURES = ("dR@1", "tR@20", "CT@20")
FIGURES_OF_COLUMNS = ("cR@30",)
SHOWN = FIGURES + FIGURES_OF_COLUMNS


def _mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def worth(name, whole, without):
    """Returns what a feature is worth, in all, by figure and by row.

    `whole` and `without` have the questions of each row, by models with all features and without
    this one. A feature of columns is worth what it adds to the recall of columns.
    """
    counted = FIGURES_OF_COLUMNS if name.startswith("columns.") else FIGURES
    differences = {}
    for row, questions in whole.items():
        more, less = figures.means(questions), figures.means(without[row])
        differences[row] = {figure: more[figure] - less[figure] for figure in SHOWN}
    by_row = {row: _mean(of[figure] for figure in counted) for row, of in differences.items()}
    return {"feature": name, "worth": _mean(by_row.values()),
            "figures": {figure: _mean(of[figure] for of in differences.values()) for figure in SHOWN},
            "rows": by_row}


def measure(unseen, names, rows):
    """Measures with all features and without each of these, and yields what it is worth."""
    packs = [PACKS[row] for row in rows]
    ablations = {pack.name: unseen.ablations(pack) for pack in packs}
    whole = {pack.name: unseen.left_out(pack).questions for pack in packs}
    for name in names:
        without = {pack.name: unseen.without_feature(pack, name, ablations[pack.name]).questions for pack in packs}
        yield worth(name, whole, without)


def print_head(rows):
    print(f"{'points that a feature adds':<28}" + "".join(f"{name:>8}" for name in ("worth", *SHOWN, *rows)))


def print_worth(one):
    numbers = (one["worth"], *one["figures"].values(), *one["rows"].values())
    print(f"  {one['feature']:<26}" + "".join(f"{100 * number:>8.2f}" for number in numbers), flush=True)
