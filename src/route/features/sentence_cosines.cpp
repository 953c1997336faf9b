#include "sentence_cosines.hpp"

#include <cstddef>
#include <utility>

#include "best_columns.hpp"

namespace sluice::inline v0::route_detail {
SentenceCosines::SentenceCosines(const Catalog &catalog, const SchemaLayout &layout,
                                 const SentenceVectors &vectors,
                                 const SentenceAdapters::Pair &adapters,
                                 std::span<const float> question)
    : tables(catalog.table_count()),
      qualified(catalog.table_count()),
      columns(catalog.column_count()),
      databases(vectors.databases.size()),
      mean(catalog.database_count(), 0) {
  std::vector<float> for_tables(question.begin(), question.end());
  std::vector<float> for_columns = for_tables;
  adapters.tables.apply(for_tables);
  vectors.tables.similarities(for_tables, tables);
  vectors.qualified.similarities(for_tables, qualified);
  vectors.databases.similarities(for_tables, databases);
  adapters.columns.apply(for_columns);
  vectors.columns.similarities(for_columns, columns);

  BestColumns best(layout, columns);
  best_columns = std::move(best.tables);
  five_columns = std::move(best.five);

  for (std::size_t d = 0; d < mean.size(); ++d) {
    float sum = 0, number = 0;
    for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
      if (layout.visible_table[t] == 0) continue;
      sum += tables[t];
      number += 1;
    }
    if (number > 0) mean[d] = sum / number;
  }
}

}  // namespace sluice::inline v0::route_detail
