#ifndef SLUICE_SRC_SUITE_MUTATORS_PAPER_CHANGES_HPP
#define SLUICE_SRC_SUITE_MUTATORS_PAPER_CHANGES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/suite/mutator.hpp"

namespace sluice::detail {

/// Puts changed texts together and passes them on.
class PaperChanges {
 public:
  PaperChanges(const GoldQuery &gold, NeighborSink sink) : gold_(gold), sink_(sink) {
    for (const std::string_view token : gold.tokens()) size_ += token.size();
  }

  bool wanted() const noexcept { return wanted_; }

  /// The text with `[begin, end)` replaced.
  void give(std::size_t begin, std::size_t end, std::string_view with);

  void give_instead(std::string_view token, std::string_view with) {
    const auto begin = static_cast<std::size_t>(token.data() - gold_.text().data());
    give(begin, begin + token.size(), with);
  }

 private:
  const GoldQuery &gold_;
  NeighborSink sink_;
  std::size_t size_ = 0;  // of the first statement
  bool wanted_ = true;
  std::string joined_, given_;
};

/// Each run of tokens, where what is left may be SQL and may say something else.
void drop_spans(const GoldQuery &gold, PaperChanges &changes);
/// Each part of the syntax tree, with the comma or operator that ties it to its neighbors.
void drop_subtrees(const GoldQuery &gold, PaperChanges &changes);

}  // namespace sluice::detail

#endif
