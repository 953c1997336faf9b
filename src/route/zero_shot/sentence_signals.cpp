#include "route/zero_shot/sentence_signals.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "route/zero_shot/five_best.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0 {
namespace {

/// With graphs, the databases of so many tables and columns are compared with the question, and so
/// many others as a sample.
constexpr std::size_t nearest_tables = 200;
constexpr std::size_t nearest_columns = 400;
constexpr std::size_t sample_size = 128;

/// The mean of the five best columns' cosines by database. Columns are added in order.
class FiveBestColumns {
 public:
  FiveBestColumns(const Catalog &catalog, const Mask *mask)
      : catalog_(catalog), mask_(mask), means_(catalog.database_count()) {}

  void add(std::size_t first, std::span<const float> cosines) {
    for (std::size_t i = 0; i < cosines.size();) {
      while (first + i >= end_) next_database();
      const std::size_t until = std::min(cosines.size(), end_ - first);
      for (; i < until; ++i) {
        if (best_.counts(cosines[i]) && visible(mask_, ColumnId(first + i))) best_.add(cosines[i]);
      }
    }
  }
  std::vector<float> finish() {
    close_database();
    return std::move(means_);
  }

 private:
  void close_database() {
    if (next_ > 0) means_[next_ - 1] = best_.mean();
  }
  void next_database() {
    close_database();
    best_ = {};
    end_ += catalog_.columns(DatabaseId(next_++)).size();
  }

  const Catalog &catalog_;
  const Mask *mask_;
  std::vector<float> means_;
  route_detail::FiveBest best_;
  std::size_t next_ = 0;  // the database after the current one
  std::size_t end_ = 0;   // of the current database's columns
};

/// The cosines of consecutive rows.
template <class Ids>
std::vector<float> cosines_of(const AdaptiveIndex &index, std::span<const float> question,
                              const Ids &ids) {
  std::vector<float> cosines(ids.size());
  if (cosines.empty()) return cosines;
  QuantizedIndex(index.rows().slice(ids[0].index(), ids.size())).similarities(question, cosines);
  return cosines;
}

}  // namespace

SentenceSignals::SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model,
                                 AdaptiveIndex tables, AdaptiveIndex columns)
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
  tables_.similarities(question, cosines);
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
  FiveBestColumns best(*catalog_, mask);
  const auto add = [&](std::size_t first, std::span<const float> cosines) {
    best.add(first, cosines);
  };
  QuantizedIndex(columns_.rows()).scan(question, add);
  return best.finish();
}

SentenceSignals::Signals SentenceSignals::of_all(std::span<const float> question,
                                                 const Mask *mask) const {
  Signals signals;
  signals.tables = cosines_of_tables(question, mask);
  signals.five_columns = five_columns(question, mask);
  signals.two_tables.resize(catalog_->database_count());
  for (const DatabaseId database : catalog_->databases()) {
    route_detail::TwoBest best;
    for (const TableId table : catalog_->tables(database)) best.add(signals.tables[table.index()]);
    signals.two_tables[database.index()] = best.sum();
  }
  return signals;
}

std::optional<SentenceSignals::Signals> SentenceSignals::of_nearest(
    std::span<const float> question, std::span<const DatabaseId> likely) const {
  const std::size_t databases = catalog_->database_count();
  std::vector<bool> compared(databases, false);
  for (const DatabaseId database : likely) compared[database.index()] = true;
  for (const auto &table : tables_.search(question, nearest_tables))
    compared[catalog_->database_of(TableId(table.id.index())).index()] = true;
  for (const auto &column : columns_.search(question, nearest_columns))
    compared[catalog_->database_of(ColumnId(column.id.index())).index()] = true;
  const std::size_t step = std::max<std::size_t>(1, (databases + sample_size - 1) / sample_size);
  for (std::size_t d = 0; d < databases; d += step) compared[d] = true;
  std::size_t rows = 0;
  for (const DatabaseId database : catalog_->databases()) {
    if (!compared[database.index()]) continue;
    rows += catalog_->tables(database).size() + catalog_->columns(database).size();
  }
  if (2 * rows > tables_.size() + columns_.size()) return std::nullopt;

  Signals signals;
  signals.tables.resize(catalog_->table_count());
  signals.two_tables.resize(databases);
  signals.five_columns.resize(databases);
  SpreadOf tables, two_tables, columns;
  for (const DatabaseId database : catalog_->databases()) {
    const std::size_t d = database.index();
    if (!compared[d]) continue;
    const bool is_sample = d % step == 0;
    route_detail::TwoBest two;
    const auto of_tables = catalog_->tables(database);
    const std::vector<float> cosines = cosines_of(tables_, question, of_tables);
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      signals.tables[of_tables[i].index()] = cosines[i];
      two.add(cosines[i]);
      if (is_sample) tables.add(cosines[i]);
    }
    route_detail::FiveBest five;
    for (const float cosine : cosines_of(columns_, question, catalog_->columns(database)))
      five.add(cosine);
    signals.two_tables[d] = two.sum();
    signals.five_columns[d] = five.mean();
    if (!is_sample) continue;
    two_tables.add(two.sum());
    columns.add(five.mean());
  }
  signals.two_tables_spread = two_tables.spread();
  signals.five_columns_spread = columns.spread();
  for (const DatabaseId database : catalog_->databases()) {
    const std::size_t d = database.index();
    if (compared[d]) continue;
    signals.two_tables[d] = static_cast<float>(signals.two_tables_spread->mean);
    signals.five_columns[d] = static_cast<float>(signals.five_columns_spread->mean);
    for (const TableId table : catalog_->tables(database))
      signals.tables[table.index()] = static_cast<float>(tables.spread().mean);
  }
  return signals;
}

SentenceSignals::Signals SentenceSignals::of(std::string_view question, const Mask *mask,
                                             std::span<const DatabaseId> likely) const {
  std::vector<float> vector(model_.dimensions());
  model_.embed(std::array{question}, vector);
  if (mask == nullptr && columns_.has_graph()) {
    if (auto signals = of_nearest(vector, likely)) return *std::move(signals);
  }
  return of_all(vector, mask);
}

}  // namespace sluice::inline v0
