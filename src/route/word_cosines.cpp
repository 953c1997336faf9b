#include "word_cosines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sluice::detail {
namespace {

constexpr float lowest = -2;  // below every cosine

/// The greatest of some numbers, falling.
class Greatest {
 public:
  Greatest() { of_.fill(lowest); }
  void take(float number) {
    if (!(number > of_.back())) return;
    ++count_;
    for (float &greater : of_) {
      if (number > greater) std::swap(number, greater);
    }
  }
  float first() const { return count_ > 0 ? of_.front() : 0; }
  float mean() const {
    const std::size_t count = std::min(count_, of_.size());
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += of_[i];
    return count > 0 ? sum / static_cast<float>(count) : 0;
  }

 private:
  std::array<float, 5> of_;
  std::size_t count_ = 0;
};

}  // namespace

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
    for (std::size_t d = 0; d < databases.size(); ++d) {
      Greatest of_database;
      for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
        float of_table = lowest;
        for (const ColumnId id : catalog.columns(TableId(t))) {
          const std::size_t c = id.index();
          if (layout.visible_column[c] == 0) continue;
          of_table = std::max(of_table, of_word[c]);
          of_database.take(of_word[c]);
          columns[c] = std::max(columns[c], of_word[c]);
        }
        if (of_table > lowest) tables[t] += share * of_table;
      }
      databases[d] += share * of_database.first();
      five_columns[d] += share * of_database.mean();
    }
  }
}

}  // namespace sluice::detail
