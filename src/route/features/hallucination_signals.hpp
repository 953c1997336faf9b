#ifndef SLUICE_SRC_ROUTE_FEATURES_HALLUCINATION_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_HALLUCINATION_SIGNALS_HPP

#include <span>
#include <vector>

#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "sluice/schema/hallucinated_schema.hpp"

namespace sluice::inline v0::detail {

/// How well the schema answers one that was made up for the question: by cosines of "table column"
/// and of table names, and by shares. A made-up column is shared out among the columns of each
/// database, and of each table, by softmax over its cosines: of several likely ones none is sure.
/// By id; what is hidden has 0 and takes no share. All lists are empty where nothing was made up.
struct HallucinationSignals {
  HallucinationSignals() = default;
  /// Only the first 64 made-up tables and columns are looked at. O(these · (dimensions + 1) ·
  /// columns), and as many texts to embed.
  HallucinationSignals(const Catalog &catalog, const SchemaLayout &layout,
                       const SentenceVectors &vectors, const HallucinatedSchema &made_up);

  // By database: the mean over what was made up of the greatest cosine there.
  std::vector<float> of_columns, of_tables;
  // By table: the mean and the greatest of its share of a made-up column among its database, and
  // the greatest cosine to a made-up table.
  std::vector<float> share, greatest_share, cosine;
  // By column: the greatest cosine to a made-up one; the greatest and the sum of its shares among
  // the database, and among the table.
  std::vector<float> column, in_database, of_database, in_table, of_table;

 private:
  void share_out(const Catalog &catalog, const SchemaLayout &layout, float part,
                 std::span<float> cosines);
};

}  // namespace sluice::inline v0::detail

#endif
