#include "sluice/learn/boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "learn/kernels/tree_kernels.hpp"
#include "records.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
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

BoostedTrees::BoostedTrees(std::size_t columns, std::size_t depth, float start,
                           std::vector<TreeQuestion> questions, std::vector<float> leaves)
    : columns_(columns),
      depth_(depth),
      start_(start),
      questions_(std::move(questions)),
      leaves_(std::move(leaves)) {
  if (depth_ > max_depth) refuse_trees("boosted trees are too deep");
  const std::size_t trees = leaves_.size() >> depth_;
  if (questions_.size() != trees * depth_ || leaves_.size() != trees << depth_)
    refuse_trees("boosted trees have the wrong number of leaves for their questions");
  if (!learn_detail::are_small(std::span(&start_, 1)) || !learn_detail::are_small(leaves_) ||
      !std::ranges::all_of(questions_, [&](const TreeQuestion &of) {
        return of.column < columns_ && std::isfinite(of.border);
      }))
    refuse_trees(
        "boosted trees have a question about a missing column, or a number that is not finite or too large");
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
  if (rows.size() != scores.size() * columns_)
    refuse_trees("the sizes of rows and scores do not match");
  constexpr std::size_t at_once = learn_detail::TreeKernels::rows_at_once;
  const learn_detail::TreeKernels &kernels = learn_detail::tree_kernels();
  const learn_detail::TreesView trees{depth_, leaves_.size() >> depth_, questions_.data(),
                                      leaves_.data()};
  std::vector<float> transposed(at_once * columns_), last;
  for (std::size_t done = 0; done < scores.size(); done += at_once) {
    const std::size_t count = std::min(at_once, scores.size() - done);
    const float *block = rows.data() + done * columns_;
    if (count < at_once) {
      last.assign(block, block + count * columns_);
      last.resize(at_once * columns_);
      block = last.data();
    }
    kernels.transpose(block, columns_, transposed.data());
    std::array<float, at_once> sums;
    sums.fill(start_);
    kernels.add_leaves(trees, transposed.data(), sums.data());
    std::copy_n(sums.begin(), count, scores.begin() + static_cast<std::ptrdiff_t>(done));
  }
}

std::string BoostedTrees::bytes() const {
  static_assert(sizeof(TreeQuestion) == 8);
  const TreesHeader header{static_cast<std::uint32_t>(columns_), static_cast<std::uint32_t>(depth_),
                           static_cast<std::uint32_t>(leaves_.size() >> depth_), start_};
  std::string bytes;
  learn_detail::append_records(std::span(&header, 1), bytes);
  learn_detail::append_records(std::span(questions_), bytes);
  learn_detail::append_records(std::span(leaves_), bytes);
  return bytes;
}

BoostedTrees BoostedTrees::parse(std::string_view bytes) {
  const auto refuse = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(TreesHeader)) refuse("boosted trees are truncated");
  const TreesHeader header = learn_detail::take_records<TreesHeader>(bytes, 1).front();
  if (header.depth > max_depth) refuse("boosted trees are too deep");
  const std::uint64_t questions = std::uint64_t{header.trees} * header.depth;
  const std::uint64_t leaves = std::uint64_t{header.trees} << header.depth;
  if (bytes.size() != questions * sizeof(TreeQuestion) + leaves * sizeof(float))
    refuse("boosted trees have a size that does not match their header");
  auto all_questions =
      learn_detail::take_records<TreeQuestion>(bytes, static_cast<std::size_t>(questions));
  auto all_leaves = learn_detail::take_records<float>(bytes, static_cast<std::size_t>(leaves));
  try {
    return {header.columns, header.depth, header.start, std::move(all_questions),
            std::move(all_leaves)};
  } catch (const Error &error) {
    throw Error(ErrorCode::malformed, error.what());
  }
}

}  // namespace sluice::inline v0
