#ifndef SLUICE_SRC_SUITE_MUTATORS_PAPER_CHANGES_HPP
#define SLUICE_SRC_SUITE_MUTATORS_PAPER_CHANGES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/suite/mutator.hpp"

namespace sluice::inline v0::suite_detail {

/// Builds changed texts and passes them to the sink.
class PaperChanges {
 public:
  PaperChanges(const GoldQuery &gold, NeighborSink sink) : gold_(gold), sink_(sink) {
    for (const std::string_view token : gold.tokens()) size_ += token.size();
  }

  bool wanted() const noexcept { return wanted_; }

  /// Passes on the text with `[begin, end)` replaced.
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

/// Drops each run of tokens whose removal may leave SQL with a different meaning.
void drop_spans(const GoldQuery &gold, PaperChanges &changes);
/// Drops each part of the syntax tree, with the comma or operator that connects it to its siblings.
void drop_subtrees(const GoldQuery &gold, PaperChanges &changes);

}  // namespace sluice::inline v0::suite_detail

#endif
