#include "sluice/learn/boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <Eigen/Core>

#include "kernels/tree_kernels.hpp"
#include "records.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "tree_learner.hpp"

namespace sluice {
namespace {

[[noreturn]] void refuse_trees(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

struct TreesHeader {
  std::uint32_t columns = 0;
  std::uint32_t depth = 0;
  std::uint32_t trees = 0;
  float start = 0;
};
static_assert(sizeof(TreesHeader) == 16);

}  // namespace

BoostedTrees BoostedTrees::fit(std::span<const float> rows, std::size_t columns,
                               std::span<const std::uint8_t> labels,
                               const BoostedTreesOptions &options) {
  if (columns == 0 || labels.empty() || rows.size() != labels.size() * columns)
    refuse_trees("rows and labels do not fit together");
  if (options.depth == 0 || options.depth > most_depth || options.bins == 0 || options.bins > 255 ||
      !(options.share > 0 && options.share <= 1) || !(options.l2 > 0))
    refuse_trees("trees of another depth than 1 to 8, bins than 1 to 255, or share than (0, 1]");
  if (!std::ranges::all_of(rows, [](float x) { return std::isfinite(x); }))
    refuse_trees("a feature is not finite");
  BoostedTrees made(columns, options.depth);
  const auto right =
      static_cast<double>(std::ranges::count_if(labels, [](auto l) { return l != 0; }));
  const auto all = static_cast<double>(labels.size());
  made.start_ = static_cast<float>(std::log((right + 1) / (all - right + 1)));
  std::vector<float> scores(labels.size(), made.start_);
  const detail::BinnedRows binned(rows, columns, options.bins);
  detail::TreeLearner learner(binned, options.depth, options.l2);
  Random random(options.seed);
  std::vector<detail::Slopes> slopes(labels.size());
  std::vector<std::uint32_t> seen;  // by the tree
  Eigen::ArrayXf shares;            // of these rows: that each is right
  for (std::size_t tree = 0; tree < options.trees; ++tree) {
    // Every row is written down, and stays where it is seen: no branch to guess.
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
    shares = 1 / (1 + (-shares).exp());  // all at once: several by one instruction
    at = 0;
    for (const std::uint32_t r : seen) {
      const float p = shares[at++];
      slopes[r] = {p - (labels[r] != 0 ? 1.0F : 0.0F), p * (1 - p)};
    }
    for (const detail::TreeSplit &split : learner.grow(seen, slopes)) {
      const auto borders = binned.borders(split.column);
      // A column of one number alone has no border: all answer no.
      const float border = borders.empty() ? 0 : borders[split.bin];
      made.questions_.push_back({static_cast<std::uint32_t>(split.column), border});
    }
    std::vector<std::pair<double, double>> sums(std::size_t{1} << options.depth);
    for (const std::uint32_t r : seen) {
      auto &[first, second] = sums[learner.leaf_of(r)];
      first += double{slopes[r].first};
      second += double{slopes[r].second};
    }
    const std::size_t begin = made.leaves_.size();
    for (const auto &[first, second] : sums)
      made.leaves_.push_back(static_cast<float>(-options.rate * first / (second + options.l2)));
    for (std::size_t r = 0; r < scores.size(); ++r)
      scores[r] += made.leaves_[begin + learner.leaf_of(r)];
  }
  return made;
}

float BoostedTrees::score(std::span<const float> row) const noexcept {
  float sum = start_;
  const TreeQuestion *question = questions_.data();
  for (const float *leaves = leaves_.data(); leaves != leaves_.data() + leaves_.size();
       leaves += std::size_t{1} << depth_) {
    std::size_t leaf = 0;
    for (std::size_t level = 0; level < depth_; ++level, ++question)
      leaf |= static_cast<std::size_t>(row[question->column] > question->border) << level;
    sum += leaves[leaf];
  }
  return sum;
}

void BoostedTrees::score_rows(std::span<const float> rows, std::span<float> scores) const {
  if (rows.size() != scores.size() * columns_) refuse_trees("rows and scores do not fit together");
  constexpr std::size_t beside = detail::TreeKernels::beside;
  const detail::TreeKernels &kernels = detail::tree_kernels();
  const detail::TreesView trees{depth_, leaves_.size() >> depth_, questions_.data(),
                                leaves_.data()};
  std::vector<float> turned(beside * columns_), last;
  for (std::size_t done = 0; done < scores.size(); done += beside) {
    const std::size_t count = std::min(beside, scores.size() - done);
    const float *block = rows.data() + done * columns_;
    if (count < beside) {
      last.assign(block, block + count * columns_);
      last.resize(beside * columns_);
      block = last.data();
    }
    kernels.turn(block, columns_, turned.data());
    std::array<float, beside> sums;
    sums.fill(start_);
    kernels.add_leaves(trees, turned.data(), sums.data());
    std::copy_n(sums.begin(), count, scores.begin() + static_cast<std::ptrdiff_t>(done));
  }
}

std::string BoostedTrees::bytes() const {
  static_assert(sizeof(TreeQuestion) == 8);
  const TreesHeader header{static_cast<std::uint32_t>(columns_), static_cast<std::uint32_t>(depth_),
                           static_cast<std::uint32_t>(leaves_.size() >> depth_), start_};
  std::string bytes;
  detail::append_records(std::span(&header, 1), bytes);
  detail::append_records(std::span(questions_), bytes);
  detail::append_records(std::span(leaves_), bytes);
  return bytes;
}

BoostedTrees BoostedTrees::parse(std::string_view bytes) {
  const auto refuse = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(TreesHeader)) refuse("boosted trees are cut off");
  const TreesHeader header = detail::take_records<TreesHeader>(bytes, 1).front();
  if (header.depth > most_depth) refuse("boosted trees are too deep");
  BoostedTrees parsed;
  parsed.columns_ = header.columns;
  parsed.depth_ = header.depth;
  parsed.start_ = header.start;
  const std::uint64_t questions = std::uint64_t{header.trees} * header.depth;
  const std::uint64_t leaves = std::uint64_t{header.trees} << header.depth;
  if (bytes.size() != questions * sizeof(TreeQuestion) + leaves * sizeof(float))
    refuse("boosted trees have another size than they say");
  parsed.questions_ =
      detail::take_records<TreeQuestion>(bytes, static_cast<std::size_t>(questions));
  parsed.leaves_ = detail::take_records<float>(bytes, static_cast<std::size_t>(leaves));
  if (!detail::are_small(std::span(&header.start, 1)) || !detail::are_small(parsed.leaves_) ||
      !std::ranges::all_of(parsed.questions_, [&](const TreeQuestion &of) {
        return of.column < header.columns && std::isfinite(of.border);
      }))
    refuse("boosted trees ask for a column that is not there, or a number is not finite or large");
  return parsed;
}

}  // namespace sluice
