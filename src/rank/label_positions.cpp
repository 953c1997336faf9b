#include "label_positions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "text/unicode.hpp"

namespace sluice::inline v0::rank {

std::size_t cue_position(ColumnLabel label, const LabelEvidence &evidence,
                         const LabelQuestion &question) {
  std::span<const std::string_view> cues;
  static constexpr std::array<std::string_view, 6> least{"min",      "minimum", "lowest",
                                                         "smallest", "least",   "shortest"};
  static constexpr std::array<std::string_view, 6> most{"max",     "maximum", "highest",
                                                        "largest", "most",    "longest"};
  static constexpr std::array<std::string_view, 2> average{"average", "mean"};
  static constexpr std::array<std::string_view, 2> sum{"total", "sum"};
  switch (label) {
    case ColumnLabel::minimum: cues = least; break;
    case ColumnLabel::maximum: cues = most; break;
    case ColumnLabel::average: cues = average; break;
    case ColumnLabel::sum: cues = sum; break;
    default: return SIZE_MAX;
  }
  for (std::size_t w = 0; w < question.words.size(); ++w) {
    const LabelWord &of = question.words[w];
    const std::string word =
        lower_case(evidence.question.text().substr(of.begin, of.end - of.begin));
    if (std::ranges::find(cues, word) != cues.end()) return w;
  }
  return SIZE_MAX;
}

std::size_t name_position(const LabelSchema::Element &column, const LabelQuestion &question) {
  std::size_t last = SIZE_MAX;
  for (const std::uint64_t stem : column.stems) {
    const auto at = std::ranges::find(question.words, stem, &LabelWord::stem);
    if (at != question.words.end()) last = static_cast<std::size_t>(at - question.words.begin());
  }
  return last;
}

}  // namespace sluice::inline v0::rank
