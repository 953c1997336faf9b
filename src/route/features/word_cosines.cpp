#include "word_cosines.hpp"

#include <algorithm>
#include <cstddef>

#include "best_columns.hpp"

namespace sluice::inline v0::route_detail {
WordCosines::WordCosines(const Catalog &catalog, const SchemaLayout &layout,
                         const SentenceVectors &vectors, std::span<const float> words)
    : columns(catalog.column_count()),
      tables(catalog.table_count()),
      databases(catalog.database_count()),
      five_columns(catalog.database_count()) {
  if (words.empty()) return;
  const std::size_t count = words.size() / vectors.model.dimensions();
  std::vector<float> cosines(count * columns.size());
  vectors.columns.similarities(words, cosines);
  const float share = 1 / static_cast<float>(count);
  for (std::size_t w = 0; w < count; ++w) {
    const auto of_word = std::span(cosines).subspan(w * columns.size(), columns.size());
    const BestColumns best(layout, of_word);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (layout.visible_column[c] != 0) columns[c] = std::max(columns[c], of_word[c]);
    }
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (layout.columns[t] > 0) tables[t] += share * best.tables[t];
    }
    for (std::size_t d = 0; d < databases.size(); ++d) {
      databases[d] += share * best.databases[d];
      five_columns[d] += share * best.five[d];
    }
  }
}

}  // namespace sluice::inline v0::route_detail
