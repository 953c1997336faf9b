#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_COSINES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_COSINES_HPP

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::detail {

/// How near each word of a question is to the visible columns, as an encoder reads both: a word
/// counts by the nearest ones, and all words the same. Source: late interaction, Khattab and
/// Zaharia 2020 (ColBERT), equation 3, of words with columns.
struct WordCosines {
  /// `words`: as QuestionReading has them. O(words × columns × dimensions).
  WordCosines(const Catalog &catalog, const SchemaLayout &layout, const SentenceVectors &vectors,
              std::span<const float> words);

  std::vector<float> columns;       ///< By column: the nearest word.
  std::vector<float> tables;        ///< By table: each word's nearest column.
  std::vector<float> databases;     ///< By database: the same.
  std::vector<float> five_columns;  ///< By database: each word's five nearest columns.
};

}  // namespace sluice::inline v0::detail

#endif
