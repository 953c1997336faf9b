#ifndef SLUICE_SRC_ROUTE_FEATURES_SENTENCE_COSINES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SENTENCE_COSINES_HPP

/// Cosines of a question with the sentences of tables and columns, and aggregates of these.

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::route_detail {

struct SentenceCosines {
  std::vector<float> tables;        ///< By table: cosine with "name : column, column".
  std::vector<float> qualified;     ///< By table: cosine with "database table".
  std::vector<float> columns;       ///< By column: cosine with "table column".
  std::vector<float> best_columns;  ///< By table: that of its best visible column.
  std::vector<float> databases;     ///< By database: cosine with all its names; may be empty.
  std::vector<float> mean;          ///< By database: the mean of `tables` over its visible tables.
  std::vector<float> five_columns;  ///< By database: the mean of its five best visible columns.

  SentenceCosines(const Catalog &catalog, const SchemaLayout &layout,
                  const SentenceVectors &vectors, const SentenceAdapters::Pair &adapters,
                  std::span<const float> question);
};

}  // namespace sluice::inline v0::route_detail

#endif
