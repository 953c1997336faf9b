#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_COSINES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_COSINES_HPP

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::route_detail {

/// How similar the words of a question are to the visible columns by an encoder: each word counts
/// by its most similar columns, all words equally. Source: late interaction, Khattab and Zaharia
/// 2020 (ColBERT), equation 3, applied to words and columns.
struct WordCosines {
  /// `words`: see QuestionReading. O(words × columns × dimensions).
  WordCosines(const Catalog &catalog, const SchemaLayout &layout, const SentenceVectors &vectors,
              std::span<const float> words);

  std::vector<float> columns;    ///< By column: cosine of its most similar word.
  std::vector<float> tables;     ///< By table: mean over words of the best column's cosine.
  std::vector<float> databases;  ///< By database: the same.
  std::vector<float>
      five_columns;  ///< By database: mean over words of the five best columns' mean.
};

}  // namespace sluice::inline v0::route_detail

#endif
