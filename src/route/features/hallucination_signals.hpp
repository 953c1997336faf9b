#ifndef SLUICE_SRC_ROUTE_FEATURES_HALLUCINATION_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_HALLUCINATION_SIGNALS_HPP

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/schema/hallucinated_schema.hpp"

namespace sluice::inline v0::route_detail {

/// How well the schema matches one that was hallucinated for the question: cosines of "table
/// column" and of table names, and shares. A hallucinated column is divided among the columns of
/// each database, and of each table, by a softmax over its cosines, so that each of several similar
/// columns gets a small share. By id; hidden objects have 0 and no share. All lists are empty if
/// there is no hallucinated table.
struct HallucinationSignals {
  HallucinationSignals() = default;
  /// Uses only the first 64 hallucinated tables and columns. O(these × (dimensions + 1) × columns),
  /// and one text to embed for each of these.
  HallucinationSignals(const Catalog &catalog, const SchemaLayout &layout,
                       const SentenceVectors &vectors, const HallucinatedSchema &hallucinated);

  // By database: its greatest cosine with a hallucinated column (or table), averaged over these.
  std::vector<float> of_columns, of_tables;
  // By table: the mean and the greatest of its shares of hallucinated columns within its database,
  // and the greatest cosine with a hallucinated table.
  std::vector<float> share, greatest_share, cosine;
  // By column: the greatest cosine with a hallucinated column; the greatest and the sum of its
  // shares within the database, and within the table.
  std::vector<float> column, in_database, of_database, in_table, of_table;

 private:
  void distribute(const Catalog &catalog, const SchemaLayout &layout, float part,
                  std::span<float> cosines);
};

}  // namespace sluice::inline v0::route_detail

#endif
