#include "sluice/learn/boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>

#include "kernels/tree_kernels.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice {
namespace {

[[noreturn]] void refuse_trees(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

/// Numbers as how many borders of their column lie below them.
class BinnedRows {
 public:
  BinnedRows(std::span<const float> rows, std::size_t columns, std::size_t most)
      : columns_(columns), bins_(rows.size()), borders_(columns) {
    const std::size_t count = rows.size() / columns;
    std::vector<float> sorted(count);
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t r = 0; r < count; ++r) sorted[r] = rows[r * columns + c];
      std::ranges::sort(sorted);
      std::vector<float> &borders = borders_[c];
      for (std::size_t b = 0; b < most; ++b) {
        const float border = sorted[(b + 1) * (count - 1) / (most + 1)];
        if (border < sorted.back() && (borders.empty() || border > borders.back()))
          borders.push_back(border);
      }
      for (std::size_t r = 0; r < count; ++r) {
        bins_[r * columns + c] = static_cast<std::uint8_t>(
            std::ranges::lower_bound(borders, rows[r * columns + c]) - borders.begin());
      }
    }
  }

  std::size_t columns() const noexcept { return columns_; }
  std::size_t size() const noexcept { return bins_.size() / columns_; }
  const std::uint8_t *row(std::size_t r) const noexcept { return bins_.data() + r * columns_; }
  std::span<const float> borders(std::size_t column) const noexcept { return borders_[column]; }

 private:
  std::size_t columns_;
  std::vector<std::uint8_t> bins_;
  std::vector<std::vector<float>> borders_;
};

/// Sums of a loss's first and second derivatives.
struct Slopes {
  float first = 0;
  float second = 0;
};

struct TreeSplit {
  std::size_t column = 0;
  std::size_t bin = 0;  // of those that answer no, the last
};

class TreeLearner {
 public:
  TreeLearner(const BinnedRows &rows, const BoostedTreesOptions &options)
      : rows_(rows), l2_(options.l2), depth_(options.depth), leaf_of_(rows.size()) {
    for (std::size_t c = 0; c < rows.columns(); ++c) {
      begin_.push_back(width_);
      width_ += rows.borders(c).size() + 1;
    }
  }

  /// The tree's questions, one a level.
  std::vector<TreeSplit> grow(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes) {
    std::vector<TreeSplit> splits;
    std::ranges::fill(leaf_of_, std::uint8_t{0});
    for (std::size_t level = 0; level < depth_; ++level) {
      splits.push_back(best_split(seen, slopes, std::size_t{1} << level));
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        const bool yes = rows_.row(r)[splits.back().column] > splits.back().bin;
        leaf_of_[r] = static_cast<std::uint8_t>(leaf_of_[r] | (yes ? 1U << level : 0U));
      }
    }
    return splits;
  }
  std::size_t leaf_of(std::size_t row) const noexcept { return leaf_of_[row]; }

 private:
  TreeSplit best_split(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes,
                       std::size_t leaves) {
    sums_.assign(leaves * width_, {});
    for (const std::uint32_t r : seen) {
      Slopes *sums = sums_.data() + leaf_of_[r] * width_;
      const std::uint8_t *bins = rows_.row(r);
      const Slopes of = slopes[r];
      for (std::size_t c = 0; c < begin_.size(); ++c) {
        Slopes &sum = sums[begin_[c] + bins[c]];
        sum.first += of.first;
        sum.second += of.second;
      }
    }
    TreeSplit best;
    double most = -1;
    std::vector<double> gains;
    for (std::size_t c = 0; c < begin_.size(); ++c) {
      gains.assign(rows_.borders(c).size(), 0);
      for (std::size_t leaf = 0; leaf < leaves; ++leaf) add_gains(c, leaf, gains);
      for (std::size_t b = 0; b < gains.size(); ++b) {
        if (gains[b] <= most) continue;
        most = gains[b];
        best = {c, b};
      }
    }
    return best;
  }

  void add_gains(std::size_t column, std::size_t leaf, std::vector<double> &gains) const {
    const Slopes *sums = sums_.data() + leaf * width_ + begin_[column];
    double first = 0, second = 0;
    for (std::size_t b = 0; b <= gains.size(); ++b) {
      first += double{sums[b].first};
      second += double{sums[b].second};
    }
    double below = 0, below_second = 0;
    for (std::size_t b = 0; b < gains.size(); ++b) {
      below += double{sums[b].first};
      below_second += double{sums[b].second};
      const double above = first - below, above_second = second - below_second;
      gains[b] += below * below / (below_second + l2_) + above * above / (above_second + l2_);
    }
  }

  const BinnedRows &rows_;
  double l2_;
  std::size_t depth_;
  std::size_t width_ = 0;           // bins of all columns
  std::vector<std::size_t> begin_;  // of each column's
  std::vector<std::uint8_t> leaf_of_;
  std::vector<Slopes> sums_;
};

struct TreesHeader {
  std::uint32_t columns = 0;
  std::uint32_t depth = 0;
  std::uint32_t trees = 0;
  float start = 0;
};
static_assert(sizeof(TreesHeader) == 16);

template <class Record>
void append_records(const Record *records, std::size_t count, std::string &bytes) {
  bytes.append(reinterpret_cast<const char *>(records), count * sizeof(Record));
}

template <class Record>
std::vector<Record> take_records(std::string_view &bytes, std::size_t count) {
  std::vector<Record> records(count);
  if (count != 0) std::memcpy(records.data(), bytes.data(), count * sizeof(Record));
  bytes.remove_prefix(count * sizeof(Record));
  return records;
}

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
  const BinnedRows binned(rows, columns, options.bins);
  BoostedTrees made;
  made.columns_ = columns;
  made.depth_ = options.depth;
  const auto right =
      static_cast<double>(std::ranges::count_if(labels, [](auto l) { return l != 0; }));
  const auto all = static_cast<double>(labels.size());
  made.start_ = static_cast<float>(std::log((right + 1) / (all - right + 1)));
  std::vector<float> scores(labels.size(), made.start_);
  std::vector<Slopes> slopes(labels.size());
  std::vector<std::uint32_t> seen;
  TreeLearner learner(binned, options);
  Random random(options.seed);
  for (std::size_t tree = 0; tree < options.trees; ++tree) {
    seen.clear();
    for (std::size_t r = 0; r < labels.size(); ++r) {
      const auto p = static_cast<float>(sigmoid(double{scores[r]}));
      slopes[r] = {p - (labels[r] != 0 ? 1.0F : 0.0F), p * (1 - p)};
      if (random.unit() < options.share) seen.push_back(static_cast<std::uint32_t>(r));
    }
    for (const TreeSplit &split : learner.grow(seen, slopes)) {
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
    for (std::size_t r = 0; r < labels.size(); ++r)
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
  static_assert(std::is_trivially_copyable_v<TreeQuestion> && sizeof(TreeQuestion) == 8);
  const TreesHeader header{static_cast<std::uint32_t>(columns_), static_cast<std::uint32_t>(depth_),
                           static_cast<std::uint32_t>(leaves_.size() >> depth_), start_};
  std::string bytes;
  append_records(&header, 1, bytes);
  append_records(questions_.data(), questions_.size(), bytes);
  append_records(leaves_.data(), leaves_.size(), bytes);
  return bytes;
}

BoostedTrees BoostedTrees::parse(std::string_view bytes) {
  const auto refuse = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(TreesHeader)) refuse("boosted trees are cut off");
  const TreesHeader header = take_records<TreesHeader>(bytes, 1).front();
  if (header.depth > most_depth) refuse("boosted trees are too deep");
  BoostedTrees parsed;
  parsed.columns_ = header.columns;
  parsed.depth_ = header.depth;
  parsed.start_ = header.start;
  const std::uint64_t questions = std::uint64_t{header.trees} * header.depth;
  const std::uint64_t leaves = std::uint64_t{header.trees} << header.depth;
  if (bytes.size() != questions * sizeof(TreeQuestion) + leaves * sizeof(float))
    refuse("boosted trees have another size than they say");
  parsed.questions_ = take_records<TreeQuestion>(bytes, static_cast<std::size_t>(questions));
  parsed.leaves_ = take_records<float>(bytes, static_cast<std::size_t>(leaves));
  const auto is_finite = [](float x) { return std::isfinite(x); };
  if (!is_finite(header.start) || !std::ranges::all_of(parsed.leaves_, is_finite) ||
      !std::ranges::all_of(parsed.questions_, [&](const TreeQuestion &of) {
        return of.column < header.columns && is_finite(of.border);
      }))
    refuse("boosted trees ask for a column that is not there, or a number is not finite");
  return parsed;
}

}  // namespace sluice
