"""Folds of questions by the family of their data set.

The databases that contain parts, years or copies of one data set are a family. A model that is
measured on a family has learned from none of them.
"""

import random
import re

FOLDS = 5
SEED = 0


def family(database):
    """Returns the first word of a database's name."""
    name = re.sub(r"[^a-z0-9]+", "_", database.lower()).replace("_snowflake", "")
    return re.sub(r"(_plus|_v?\d+)+$", "", name).split("_")[0]


def _generator(seed):
    """Returns a Mersenne Twister with the seed as numpy's RandomState takes it, unlike `random`."""
    state = [seed]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & 0xFFFFFFFF)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))
    return generator


def shuffled(items, seed):
    """Returns the items in the order of numpy's RandomState(seed).shuffle.

    So the folds are those of experiments in Python that divide them with numpy.
    """
    items = list(items)
    generator = _generator(seed)
    for i in range(len(items) - 1, 0, -1):
        mask = (1 << i.bit_length()) - 1
        j = generator.getrandbits(32) & mask
        while j > i:
            j = generator.getrandbits(32) & mask
        items[i], items[j] = items[j], items[i]
    return items


def fold_of(databases, folds=FOLDS, seed=SEED):
    """Returns the fold of each database; those of a family are in the same fold."""
    order = shuffled(sorted({family(each) for each in databases}), seed)
    fold = {each: i % folds for i, each in enumerate(order)}
    return {each: fold[family(each)] for each in databases}
