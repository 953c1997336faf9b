#include "sentence_cosines.hpp"

#include <algorithm>

#include "kernels/ranker_kernels.hpp"

namespace sluice::detail {
SentenceCosines::SentenceCosines(const Catalog &catalog, const SchemaLayout &layout,
                                 const SentenceVectors &vectors,
                                 const SentenceAdapters::Pair &adapters,
                                 std::span<const float> question)
    : tables(catalog.table_count()),
      qualified(catalog.table_count()),
      columns(catalog.column_count()),
      best_columns(catalog.table_count(), 0),
      databases(vectors.databases.size()),
      mean(catalog.database_count(), 0),
      five_columns(catalog.database_count(), 0) {
  std::vector<float> for_tables(question.begin(), question.end());
  std::vector<float> for_columns = for_tables;
  adapters.tables.apply(for_tables);
  vectors.tables.similarities(for_tables, tables);
  vectors.qualified.similarities(for_tables, qualified);
  vectors.databases.similarities(for_tables, databases);
  adapters.columns.apply(for_columns);
  vectors.columns.similarities(for_columns, columns);

  const DatabaseGrid &grid = layout.column_grid;
  constexpr float lowest = -2;  // below every cosine
  std::vector<float> placed(grid.size() + 1, lowest);
  for (std::size_t c = 0; c < columns.size(); ++c) placed[layout.column_places[c]] = columns[c];
  constexpr std::size_t ranks = 5;
  std::vector<float> five(ranks * grid.databases());
  ranker_kernels().five_best(placed.data(), grid.first_row, grid.databases(), five.data());

  std::size_t column = 0;
  for (std::size_t d = 0; d < mean.size(); ++d) {
    float sum = 0, number = 0;
    std::size_t shown = 0;
    for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
      const std::size_t end = column + catalog.columns(TableId(t)).size();
      if (layout.visible_table[t] != 0) {
        sum += tables[t];
        number += 1;
        shown += layout.columns[t];
        float of_table = -1;
        const bool hides = layout.columns[t] != end - column;
        for (std::size_t c = column; c < end; ++c) {
          if (hides && layout.visible_column[c] == 0) continue;
          of_table = std::max(of_table, columns[c]);
        }
        best_columns[t] = of_table;
      }
      column = end;
    }
    if (number > 0) mean[d] = sum / number;
    shown = std::min(shown, ranks);
    float of_five = 0;
    for (std::size_t rank = 0; rank < shown; ++rank)
      of_five += five[rank * grid.databases() + grid.place_of_database[d]];
    if (shown > 0) five_columns[d] = of_five / static_cast<float>(shown);
  }
}

}  // namespace sluice::detail
