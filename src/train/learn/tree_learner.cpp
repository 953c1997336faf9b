#include "tree_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sluice::inline v0::train_detail {
namespace {

constexpr double max_sum = 0x7fffffff;  // of one half of a sum
constexpr std::size_t ahead = 6;        // rows to prefetch, since they are scattered in memory

/// Extract the halves of a sum. The lower half is never negative, so it never borrows from the
/// upper half.
double first_of(std::uint64_t sum) { return static_cast<std::int32_t>(sum >> 32); }
double second_of(std::uint64_t sum) { return static_cast<std::int32_t>(sum & 0x7fffffff); }

}  // namespace

TreeLearner::TreeLearner(const BinnedRows &rows, std::size_t depth, double l2)
    : rows_(rows),
      depth_(depth),
      l2_(l2),
      leaf_of_(rows.size()),
      packed_(rows.size()),
      aside_(rows.size()),
      sums_(rows.width() << (depth - 1)),
      below_(rows.width()),
      gains_(rows.width()) {}

std::vector<TreeSplit> TreeLearner::grow(std::span<const std::uint32_t> seen,
                                         std::span<const Slopes> slopes) {
  pack(seen, slopes);
  order_.assign(seen.begin(), seen.end());
  nodes_.assign(1, {.rows = order_});
  sum_up(nodes_.front());
  std::ranges::fill(leaf_of_, std::uint8_t{0});
  std::vector<TreeSplit> splits;
  for (std::size_t level = 0; level < depth_; ++level) {
    const TreeSplit split = splits.emplace_back(best_split());
    answer(split, level);
    if (level + 1 < depth_) divide(split, level);
  }
  return splits;
}

void TreeLearner::pack(std::span<const std::uint32_t> seen, std::span<const Slopes> slopes) {
  double first = 0, second = 0;
  for (const std::uint32_t r : seen) {
    first += double{std::abs(slopes[r].first)};
    second += double{slopes[r].second};
  }
  // Rounding adds at most 1/2 per row.
  const double room = max_sum - static_cast<double>(seen.size());
  const double of_first = room / std::max(first, 1e-30);
  const double of_second = room / std::max(second, 1e-30);
  scaled_l2_ = l2_ * of_second;
  for (const std::uint32_t r : seen) {
    const double x = double{slopes[r].first} * of_first;
    const auto whole = static_cast<std::int64_t>(x + (x < 0 ? -0.5 : 0.5));
    const auto low = static_cast<std::int64_t>(double{slopes[r].second} * of_second + 0.5);
    packed_[r] = (static_cast<Sum>(whole) << 32) + static_cast<Sum>(low);
  }
}

void TreeLearner::sum_up(Node &node) {
  Sum *sums = sums_at(node.slot);
  std::fill_n(sums, rows_.width(), Sum{0});
  Sum all = 0;
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    if (i + ahead < node.rows.size()) rows_.fetch(node.rows[i + ahead]);
    const Sum of = packed_[node.rows[i]];
    all += of;
    for (const std::uint16_t place : rows_.places(node.rows[i])) sums[place] += of;
  }
  node.all = all;
  for (std::size_t c = 0; c < rows_.columns(); ++c) {
    Sum listed = 0;
    for (std::size_t at = rows_.begin(c); at < rows_.begin(c + 1); ++at) listed += sums[at];
    sums[rows_.usual(c)] = all - listed;
  }
}

TreeSplit TreeLearner::best_split() {
  std::ranges::fill(gains_, 0);
  for (const Node &node : nodes_) add_gains(node);
  TreeSplit best;
  double most = -1;
  for (std::size_t c = 0; c < rows_.columns(); ++c) {
    for (std::size_t b = 0; b < rows_.borders(c).size(); ++b) {
      const double gain = gains_[rows_.begin(c) + b];
      if (gain <= most) continue;
      most = gain;
      best = {c, b};
    }
  }
  return best;
}

void TreeLearner::add_gains(const Node &node) {
  const Sum *sums = sums_at(node.slot);
  for (std::size_t c = 0; c < rows_.columns(); ++c) {
    Sum below = 0;
    for (std::size_t at = rows_.begin(c); at < rows_.begin(c + 1); ++at)
      below_[at] = below += sums[at];
  }
  const double first = first_of(node.all), second = second_of(node.all) + scaled_l2_;
  for (std::size_t at = 0; at < gains_.size(); ++at) {
    const double below = first_of(below_[at]), below_second = second_of(below_[at]);
    const double above = first - below, above_second = second - below_second;
    gains_[at] += below * below / (below_second + scaled_l2_) + above * above / above_second;
  }
}

void TreeLearner::answer(const TreeSplit &split, std::size_t level) {
  const std::uint8_t *bins = rows_.bins(split.column);
  const auto last = static_cast<std::uint8_t>(split.bin);
  const auto bit = static_cast<std::uint8_t>(1U << level);
  // A local copy, since the compiler must assume that the byte writes may alias the member.
  const std::size_t count = leaf_of_.size();
  std::uint8_t *leaves = leaf_of_.data();
  for (std::size_t r = 0; r < count; ++r)
    leaves[r] = static_cast<std::uint8_t>(leaves[r] | (bins[r] > last ? bit : 0));
}

void TreeLearner::divide(const TreeSplit &split, std::size_t level) {
  std::vector<Node> stay, go;
  for (const Node &node : nodes_) {
    Node no{.rows = node.rows}, yes;
    yes.rows = part(no.rows, split);
    no.rows = no.rows.first(no.rows.size() - yes.rows.size());
    if (no.rows.empty() || yes.rows.empty()) {  // a leaf without rows gains nothing
      (yes.rows.empty() ? stay : go).push_back(node);
      continue;
    }
    const bool rare = yes.rows.size() < no.rows.size();
    Node &smaller = rare ? yes : no, &larger = rare ? no : yes;
    smaller.slot = node.slot + (std::size_t{1} << level);
    sum_up(smaller);
    larger.slot = node.slot;
    larger.all = node.all - smaller.all;
    Sum *sums = sums_at(larger.slot);
    const Sum *taken = sums_at(smaller.slot);
    for (std::size_t at = 0; at < rows_.width(); ++at) sums[at] -= taken[at];
    stay.push_back(no);
    go.push_back(yes);
  }
  stay.insert(stay.end(), go.begin(), go.end());
  nodes_ = std::move(stay);
}

std::span<std::uint32_t> TreeLearner::part(std::span<std::uint32_t> rows, const TreeSplit &split) {
  const std::uint8_t *bins = rows_.bins(split.column);
  std::size_t stay = 0, go = 0;
  for (const std::uint32_t r : rows) {
    const bool goes = bins[r] > split.bin;
    rows[stay] = aside_[go] = r;
    stay += goes ? 0 : 1;
    go += goes ? 1 : 0;
  }
  std::copy_n(aside_.begin(), go, rows.begin() + static_cast<std::ptrdiff_t>(stay));
  return rows.subspan(stay);
}

}  // namespace sluice::inline v0::train_detail
