#!/usr/bin/env python3
"""Fits the weights in src/schema/inference/key_weights.hpp.

  SLUICE_KEY_CANDIDATES=candidates.tsv sluice_infer_keys_bench
  fit_key_weights.py candidates.tsv > src/schema/inference/key_weights.hpp

Logistic regression with a Gaussian prior, by Newton's method. Reads the candidates of train
databases, once with primary keys and once without; those with values give a second set of weights.
Needs only the standard library.
"""

import math
import sys

PRIOR = 1.0  # inverse variance of the weights


def solve(matrix, vector):
    """Gaussian elimination; the matrix is positive definite."""
    size = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            if factor:
                for k in range(i, size + 1):
                    rows[j][k] -= factor * rows[i][k]
    result = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][k] * result[k] for k in range(i + 1, size))
        result[i] = (rows[i][size] - known) / rows[i][i]
    return result


def fit(examples, used):
    """Weights, the bias last, of the features whose numbers are in `used`."""
    counted = {}  # equal examples are one
    for label, features in examples:
        key = tuple(features[i] for i in used)
        hits, total = counted.get(key, (0, 0))
        counted[key] = (hits + label, total + 1)
    rows = [([(i, v) for i, v in enumerate((*key, 1.0)) if v], hits, total)
            for key, (hits, total) in counted.items()]
    size = len(used) + 1
    weights = [0.0] * size
    for _ in range(25):
        gradient = [-PRIOR * w for w in weights]
        gradient[-1] = 0.0
        curvature = [[PRIOR if i == j else 0.0 for j in range(size)] for i in range(size)]
        curvature[-1][-1] = 1e-6
        for row, hits, total in rows:
            chance = 1 / (1 + math.exp(-sum(weights[i] * v for i, v in row)))
            for i, v in row:
                gradient[i] += (hits - total * chance) * v
                scale = total * chance * (1 - chance) * v
                for j, u in row:
                    curvature[i][j] += scale * u
        step = solve(curvature, gradient)
        weights = [w + s for w, s in zip(weights, step)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def text_of(value):
    return f"{value:.2f}F"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        names = file.readline().rstrip("\n").rstrip("\t").split("\t")
        rows = [line.rstrip("\n").split("\t") for line in file]
    examples = [(int(r[0]), int(r[1]), [float(v) for v in r[5:]]) for r in rows]
    first_value = names.index("inclusion")
    of_names = fit([(label, features) for label, _, features in examples], range(first_value))
    with_values = fit([(label, features) for label, has, features in examples if has],
                      range(len(names)))
    print("""#ifndef SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP

/// Made by bench/keys/fit_key_weights.py from the train databases of Spider and BIRD that declare at
/// least half as many keys as they have tables.

#include "key_features.hpp"

namespace sluice::inline v0::schema_detail {
""")
    for suffix, weights in (("of_names", of_names), ("with_values", with_values)):
        print(f"inline constexpr float key_bias_{suffix} = {text_of(weights[-1])};")
        print(f"inline constexpr KeyFeatures key_weights_{suffix}{{")
        for name, weight in zip(names, weights[:-1]):
            print(f"    {text_of(weight)},  // {name}")
        print("};\n")
    print("""}  // namespace sluice::inline v0::schema_detail

#endif""")


if __name__ == "__main__":
    main()
