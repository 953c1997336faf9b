#ifndef SLUICE_SRC_RANK_SPLIT_VIEW_HPP
#define SLUICE_SRC_RANK_SPLIT_VIEW_HPP

/// The input of features: a question, and one split of a database.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "feature_sink.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0::rank_detail {

/// Keeps references to its arguments, which must outlive it. Columns are numbered from the split's
/// first.
struct SplitView {
  SplitView(const LabelSchema &of, const LabelEvidence &gathered, const LabelQuestion &asked,
            SchemaSplit part)
      : schema(of), evidence(gathered), question(asked), split(part) {
    words.push_back(no_word);
    for (const LabelWord &word : question.words) {
      // Adjacent words with the same mask are one name or value.
      if (words.back() == word.masked && word.masked != word.stem) continue;
      words.push_back(word.masked);
    }
    words.push_back(no_word);
    for (const LabelLiteral &literal : question.literals) ++literals[literal.is_number ? 1 : 0];
    columns = evidence.columns.subspan(split.begin, split.end - split.begin);
    likely = std::ranges::count_if(columns, [](float p) { return p >= 0.5F; });
    is_part = columns.size() != evidence.columns.size();
    named.assign(columns.size(), 0);
    for (const LabelValue &value : evidence.values) {
      if (value.column < split.begin || value.column >= split.end) continue;
      std::uint8_t &of_column = named[value.column - split.begin];
      of_column = std::max<std::uint8_t>(of_column, value.is_whole ? 2 : 1);
    }
  }

  const LabelSchema::Element &column(std::size_t at) const {
    return schema.columns()[split.begin + at];
  }

  const LabelSchema &schema;
  const LabelEvidence &evidence;
  const LabelQuestion &question;
  SchemaSplit split;
  std::span<const float> columns;    ///< Probabilities of the split's columns.
  std::vector<std::uint64_t> words;  ///< Masked words, with no_word at both ends.
  std::vector<std::uint8_t> named;   ///< By column: 1: part of a value is named, 2: a whole value.
  std::array<int, 2> literals{};     ///< Numbers of text and numeric literals.
  std::ptrdiff_t likely = 0;         ///< Number of likely columns.
  bool is_part = false;
};

}  // namespace sluice::inline v0::rank_detail

#endif
