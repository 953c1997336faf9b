#include "sentence_cosines.hpp"

#include <algorithm>
#include <array>

namespace sluice::detail {
namespace {

/// The five greatest of some numbers, falling.
class FiveBest {
 public:
  /// No step waits for another.
  void add(float value) noexcept {
    ++count_;
    for (std::size_t i = values_.size() - 1; i > 0; --i)
      values_[i] = std::max(values_[i], std::min(values_[i - 1], value));
    values_[0] = std::max(values_[0], value);
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

  std::size_t column = 0;
  for (std::size_t d = 0; d < mean.size(); ++d) {
    FiveBest best;
    float sum = 0, number = 0;
    for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
      const std::size_t end = column + catalog.columns(TableId(t)).size();
      if (layout.visible_table[t] != 0) {
        sum += tables[t];
        number += 1;
        float of_table = -1;
        const bool hides = layout.columns[t] != end - column;
        for (std::size_t c = column; c < end; ++c) {
          if (hides && layout.visible_column[c] == 0) continue;
          of_table = std::max(of_table, columns[c]);
          best.add(columns[c]);
        }
        best_columns[t] = of_table;
      }
      column = end;
    }
    if (number > 0) mean[d] = sum / number;
    five_columns[d] = best.mean();
  }
}

}  // namespace sluice::detail
