#include "route/zero_shot/sentence_signals.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "sluice/index/quantized_index.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0 {
namespace {

/// The mean of the five best columns' cosines by database. Columns are added in order.
class FiveBest {
 public:
  FiveBest(const Catalog &catalog, const Mask *mask)
      : catalog_(catalog), mask_(mask), means_(catalog.database_count()) {}

  void add(std::size_t first, std::span<const float> cosines) {
    for (std::size_t i = 0; i < cosines.size();) {
      while (first + i >= end_) next_database();
      const std::size_t until = std::min(cosines.size(), end_ - first);
      for (; i < until; ++i) {
        if (cosines[i] > worst_ && visible(mask_, ColumnId(first + i))) insert(cosines[i]);
      }
    }
  }
  std::vector<float> finish() {
    close_database();
    return std::move(means_);
  }

 private:
  static constexpr std::size_t max_columns = 5;
  static constexpr float lowest = -2;  // below every cosine

  void insert(float cosine) {
    std::size_t at = count_ < max_columns ? count_++ : max_columns - 1;
    for (; at > 0 && best_[at - 1] < cosine; --at) best_[at] = best_[at - 1];
    best_[at] = cosine;
    if (count_ == max_columns) worst_ = best_[max_columns - 1];
  }
  void close_database() {
    if (count_ == 0) return;
    float sum = 0;
    for (std::size_t i = count_; i > 0; --i) sum += best_[i - 1];
    means_[next_ - 1] = sum / static_cast<float>(count_);
  }
  void next_database() {
    close_database();
    count_ = 0;
    worst_ = lowest;
    end_ += catalog_.columns(DatabaseId(next_++)).size();
  }

  const Catalog &catalog_;
  const Mask *mask_;
  std::vector<float> means_;
  std::array<float, max_columns> best_{};  // descending
  std::size_t count_ = 0;
  float worst_ = lowest;  // a column is inserted if it exceeds this
  std::size_t next_ = 0;  // the database after the current one
  std::size_t end_ = 0;   // of the current database's columns
};

}  // namespace

SentenceSignals::SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model,
                                 QuantizedRows tables, QuantizedRows columns)
    : catalog_(std::move(catalog)),
      model_(std::move(model)),
      tables_(std::move(tables)),
      columns_(std::move(columns)) {}

bool SentenceSignals::is_whole(TableId table, const Mask *mask) const {
  if (mask == nullptr) return true;
  for (const ColumnId column : catalog_->columns(table)) {
    if (!mask->visible(column)) return false;
  }
  return true;
}

std::vector<float> SentenceSignals::cosines_of_tables(std::span<const float> question,
                                                      const Mask *mask) const {
  std::vector<float> cosines(tables_.size());
  QuantizedIndex(tables_).similarities(question, cosines);
  if (mask == nullptr) return cosines;
  std::vector<TableId> partly_hidden;
  std::vector<std::string> texts;
  for (const TableId table : catalog_->tables()) {
    if (!mask->visible(table)) {
      cosines[table.index()] = 0;
    } else if (!is_whole(table, mask)) {
      partly_hidden.push_back(table);
      texts.push_back(table_text(*catalog_, table, mask));
    }
  }
  // Quantized to 8 bits, as if these texts had been indexed.
  std::vector<float> new_cosines(partly_hidden.size());
  QuantizedIndex(embed_all(model_, texts), model_.dimensions()).similarities(question, new_cosines);
  for (std::size_t i = 0; i < partly_hidden.size(); ++i)
    cosines[partly_hidden[i].index()] = new_cosines[i];
  return cosines;
}

std::vector<float> SentenceSignals::five_columns(std::span<const float> question,
                                                 const Mask *mask) const {
  FiveBest best(*catalog_, mask);
  const auto add = [&](std::size_t first, std::span<const float> cosines) {
    best.add(first, cosines);
  };
  QuantizedIndex(columns_).scan(question, add);
  return best.finish();
}

SentenceSignals::Signals SentenceSignals::of(std::string_view question, const Mask *mask) const {
  std::vector<float> vector(model_.dimensions());
  model_.embed(std::array{question}, vector);

  Signals signals;
  signals.tables = cosines_of_tables(vector, mask);
  signals.five_columns = five_columns(vector, mask);
  signals.two_tables.resize(catalog_->database_count());
  for (const DatabaseId database : catalog_->databases()) {
    std::array<float, 2> best{};
    for (const TableId table : catalog_->tables(database)) {
      const float cosine = signals.tables[table.index()];
      best[1] = std::max(best[1], std::min(best[0], cosine));
      best[0] = std::max(best[0], cosine);
    }
    signals.two_tables[database.index()] = best[0] + best[1];
  }
  return signals;
}

}  // namespace sluice::inline v0
