#include "sentence_cosines.hpp"

#include <algorithm>
#include <array>

namespace sluice::detail {
namespace {

/// The five greatest of some numbers, falling. Once a few were seen, hardly any enters.
class FiveBest {
 public:
  void add(float value) noexcept {
    ++count_;
    if (!(value > values_.back())) return;
    for (float &kept : values_) {
      const float greater = std::max(kept, value);
      value = std::min(kept, value);
      kept = greater;
    }
  }
  float mean() const noexcept {
    const std::size_t number = std::min(count_, values_.size());
    float sum = 0;
    for (std::size_t i = 0; i < number; ++i) sum += values_[i];
    return number > 0 ? sum / static_cast<float>(number) : 0;
  }

 private:
  std::array<float, 5> values_{-2, -2, -2, -2, -2};  // below every cosine
  std::size_t count_ = 0;
};

}  // namespace

SentenceCosines::SentenceCosines(const Catalog &catalog, const SchemaLayout &layout,
                                 const SentenceVectors &vectors, std::string_view question)
    : tables(catalog.table_count()),
      qualified(catalog.table_count()),
      columns(catalog.column_count()),
      best_columns(catalog.table_count(), 0),
      mean(catalog.database_count(), 0),
      five_columns(catalog.database_count(), 0) {
  std::vector<float> vector(vectors.model.dimensions());
  vectors.model.embed(std::array{question}, vector);
  vectors.tables.similarities(vector, tables);
  vectors.qualified.similarities(vector, qualified);
  vectors.columns.similarities(vector, columns);

  for (const DatabaseId database : catalog.databases()) {
    FiveBest best;
    float sum = 0, number = 0;
    for (const TableId table : catalog.tables(database)) {
      if (layout.visible_table[table.index()] == 0) continue;
      sum += tables[table.index()];
      number += 1;
      float of_table = -1;
      for (const ColumnId column : catalog.columns(table)) {
        if (layout.visible_column[column.index()] == 0) continue;
        const float cosine = columns[column.index()];
        of_table = std::max(of_table, cosine);
        best.add(cosine);
      }
      best_columns[table.index()] = of_table;
    }
    if (number > 0) mean[database.index()] = sum / number;
    five_columns[database.index()] = best.mean();
  }
}

}  // namespace sluice::detail
