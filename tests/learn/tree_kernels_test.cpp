/// Tests the evaluation of trees against its definition, on each instruction set that this
/// processor supports.

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "learn/kernels/tree_kernels.hpp"
#include "sluice/core/random.hpp"

namespace sluice {
namespace {

using learn_detail::TreeKernels;
using Floats = std::vector<float>;
constexpr std::size_t at_once = TreeKernels::rows_at_once;

/// From a small set of values, so that some are equal to a border.
Floats random_floats(Random &random, std::size_t count) {
  Floats numbers(count);
  for (float &x : numbers) x = static_cast<float>(random.below(5)) * 0.25F;
  return numbers;
}

}  // namespace

TEST_CASE("every instruction set transposes rows") {
  Random random(1);
  for (const std::size_t columns : {0U, 1U, 7U, 8U, 9U, 16U, 42U}) {
    const Floats rows = random_floats(random, at_once * columns);
    for (const TreeKernels *kernels : learn_detail::runnable_tree_kernels()) {
      CAPTURE(std::string(kernels->name));
      Floats transposed(rows.size(), -1), expected;
      kernels->transpose(rows.data(), columns, transposed.data());
      for (std::size_t i = 0; i < rows.size(); ++i)
        expected.push_back(rows[i % at_once * columns + i / at_once]);
      CHECK(transposed == expected);
    }
  }
}

TEST_CASE("every instruction set finds and adds the same leaves") {
  Random random(2);
  constexpr std::size_t columns = 5, trees = 7;
  for (std::size_t depth = 0; depth <= 8; ++depth) {
    Floats transposed = random_floats(random, at_once * columns);
    transposed[3] = std::numeric_limits<float>::quiet_NaN();
    std::vector<TreeQuestion> questions(trees * depth);
    for (TreeQuestion &of : questions)
      of = {static_cast<std::uint32_t>(random.below(columns)), random_floats(random, 1).front()};
    Floats leaves(trees << depth);
    for (float &leaf : leaves) leaf = static_cast<float>(random.unit());
    const Floats before = random_floats(random, at_once);
    Floats expected = before;
    for (std::size_t r = 0; r < at_once; ++r) {
      for (std::size_t t = 0; t < trees; ++t) {
        std::size_t leaf = 0;
        for (std::size_t level = 0; level < depth; ++level) {
          const TreeQuestion &of = questions[t * depth + level];
          if (transposed[of.column * at_once + r] > of.border) leaf += std::size_t{1} << level;
        }
        expected[r] += leaves[(t << depth) + leaf];
      }
    }
    for (const TreeKernels *kernels : learn_detail::runnable_tree_kernels()) {
      CAPTURE(std::string(kernels->name));
      Floats scores = before;
      kernels->add_leaves({depth, trees, questions.data(), leaves.data()}, transposed.data(),
                          scores.data());
      CHECK(scores == expected);
    }
  }
}

}  // namespace sluice
