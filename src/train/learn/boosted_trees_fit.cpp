#include "sluice/train/boosted_trees_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "tree_learner.hpp"

namespace sluice::inline v0 {
namespace {

[[noreturn]] void refuse_fit(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

}  // namespace

BoostedTrees fit_boosted_trees(std::span<const float> rows, std::size_t columns,
                               std::span<const std::uint8_t> labels,
                               const BoostedTreesOptions &options) {
  if (columns == 0 || labels.empty() || rows.size() != labels.size() * columns)
    refuse_fit("the numbers of rows and labels do not match");
  if (options.depth == 0 || options.depth > BoostedTrees::max_depth || options.bins == 0 ||
      options.bins > 255 || !(options.share > 0 && options.share <= 1) || !(options.l2 > 0))
    refuse_fit("expected a depth of 1 to 8, 1 to 255 bins and a share in (0, 1]");
  if (!std::ranges::all_of(rows, [](float x) { return std::isfinite(x); }))
    refuse_fit("a feature is not finite");
  const auto right =
      static_cast<double>(std::ranges::count_if(labels, [](auto l) { return l != 0; }));
  const auto all = static_cast<double>(labels.size());
  const auto start = static_cast<float>(std::log((right + 1) / (all - right + 1)));
  std::vector<float> scores(labels.size(), start);
  std::vector<TreeQuestion> questions;
  std::vector<float> leaves;
  const train_detail::BinnedRows binned(rows, columns, options.bins);
  train_detail::TreeLearner learner(binned, options.depth, options.l2);
  Random random(options.seed);
  std::vector<train_detail::Slopes> slopes(labels.size());
  std::vector<std::uint32_t> seen;  // sampled for the tree
  Eigen::ArrayXf shares;            // of these rows: probability of label 1
  for (std::size_t tree = 0; tree < options.trees; ++tree) {
    // Writes every row and advances only if it is sampled: avoids an unpredictable branch.
    seen.resize(labels.size());
    std::size_t count = 0;
    for (std::size_t r = 0; r < labels.size(); ++r) {
      seen[count] = static_cast<std::uint32_t>(r);
      count += random.unit() < options.share ? 1 : 0;
    }
    seen.resize(count);
    shares.resize(static_cast<Eigen::Index>(seen.size()));
    Eigen::Index at = 0;
    for (const std::uint32_t r : seen) shares[at++] = scores[r];
    shares = 1 / (1 + (-shares).exp());  // vectorized
    at = 0;
    for (const std::uint32_t r : seen) {
      const float p = shares[at++];
      slopes[r] = {p - (labels[r] != 0 ? 1.0F : 0.0F), p * (1 - p)};
    }
    for (const train_detail::TreeSplit &split : learner.grow(seen, slopes)) {
      const auto borders = binned.borders(split.column);
      // A constant column has no border: all rows go left.
      const float border = borders.empty() ? 0 : borders[split.bin];
      questions.push_back({static_cast<std::uint32_t>(split.column), border});
    }
    std::vector<std::pair<double, double>> sums(std::size_t{1} << options.depth);
    for (const std::uint32_t r : seen) {
      auto &[first, second] = sums[learner.leaf_of(r)];
      first += double{slopes[r].first};
      second += double{slopes[r].second};
    }
    const std::size_t begin = leaves.size();
    for (const auto &[first, second] : sums)
      leaves.push_back(static_cast<float>(-options.rate * first / (second + options.l2)));
    for (std::size_t r = 0; r < scores.size(); ++r) scores[r] += leaves[begin + learner.leaf_of(r)];
  }
  return {columns, options.depth, start, std::move(questions), std::move(leaves)};
}

}  // namespace sluice::inline v0
