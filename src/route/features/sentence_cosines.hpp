#ifndef SLUICE_SRC_ROUTE_FEATURES_SENTENCE_COSINES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SENTENCE_COSINES_HPP

/// A question's cosines with tables and columns as sentences, and what they come to.

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::detail {

struct SentenceCosines {
  std::vector<float> tables;        ///< By table: with "name : column, column".
  std::vector<float> qualified;     ///< By table: with "database table".
  std::vector<float> columns;       ///< By column: with "table column".
  std::vector<float> best_columns;  ///< By table: of its best visible column.
  std::vector<float> databases;     ///< By database: with all its names; or none.
  std::vector<float> mean;          ///< By database: of its visible tables.
  std::vector<float> five_columns;  ///< By database: the mean of its five best visible columns.

  SentenceCosines(const Catalog &catalog, const SchemaLayout &layout,
                  const SentenceVectors &vectors, const SentenceAdapters::Pair &adapters,
                  std::span<const float> question);
};

}  // namespace sluice::inline v0::detail

#endif
