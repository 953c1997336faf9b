#include "sluice/route/sentence_signals.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "sluice/core/dot.hpp"
#include "sluice/text/identifier.hpp"

namespace sluice {
namespace {

std::string table_name(const Catalog &catalog, TableId id) {
  const Table &table = catalog.table(id);
  return spaced_words(table.title.empty() ? table.name : table.title);
}

std::string column_name(const Catalog &catalog, ColumnId id) {
  const Column &column = catalog.column(id);
  return spaced_words(column.title.empty() ? column.name : column.title);
}

std::string table_text(const Catalog &catalog, TableId id, const Mask *mask) {
  std::string text = table_name(catalog, id) + " :";
  bool first = true;
  for (const ColumnId column : catalog.columns(id)) {
    if (!visible(mask, column)) continue;
    text += (first ? " " : ", ") + column_name(catalog, column);
    first = false;
  }
  return text;
}

std::vector<float> embed_all(const AnyEmbedder &model, const std::vector<std::string> &texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> vectors(texts.size() * model.dimensions());
  model.embed(views, vectors);
  return vectors;
}

float cosine(const std::vector<float> &question, const float *other) {
  return dot(question.data(), other, question.size());
}

}  // namespace

SentenceSignals::SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model)
    : catalog_(std::move(catalog)), model_(std::move(model)) {
  std::vector<std::string> tables, columns;
  for (const TableId table : catalog_->tables()) {
    tables.push_back(table_text(*catalog_, table, nullptr));
    const std::string name = table_name(*catalog_, table);
    for (const ColumnId column : catalog_->columns(table))
      columns.push_back(name + ' ' + column_name(*catalog_, column));
  }
  tables_ = embed_all(model_, tables);
  columns_ = embed_all(model_, columns);
}

bool SentenceSignals::is_whole(TableId table, const Mask *mask) const {
  if (mask == nullptr) return true;
  for (const ColumnId column : catalog_->columns(table)) {
    if (!mask->visible(column)) return false;
  }
  return true;
}

SentenceSignals::Signals SentenceSignals::of(std::string_view question, const Mask *mask) const {
  const std::size_t dimensions = model_.dimensions();
  std::vector<float> vector(dimensions);
  model_.embed(std::array{question}, vector);

  Signals signals;
  signals.tables.resize(catalog_->table_count());
  signals.two_tables.resize(catalog_->database_count());
  signals.five_columns.resize(catalog_->database_count());
  for (const DatabaseId database : catalog_->databases()) {
    if (!visible(mask, database)) continue;
    std::array<float, 2> best_tables{};
    constexpr std::size_t most = 5;
    std::vector<float> best_columns;  // rising
    for (const TableId table : catalog_->tables(database)) {
      if (!visible(mask, table)) continue;
      float &score = signals.tables[table.index()];
      if (is_whole(table, mask)) {
        score = cosine(vector, tables_.data() + table.index() * dimensions);
      } else {
        score = cosine(vector, embed_all(model_, {table_text(*catalog_, table, mask)}).data());
      }
      if (score > best_tables[1]) best_tables[1] = score;
      if (best_tables[1] > best_tables[0]) std::swap(best_tables[0], best_tables[1]);
      for (const ColumnId column : catalog_->columns(table)) {
        if (!visible(mask, column)) continue;
        const float of_column = cosine(vector, columns_.data() + column.index() * dimensions);
        if (best_columns.size() == most && of_column <= best_columns.front()) continue;
        best_columns.insert(std::ranges::upper_bound(best_columns, of_column), of_column);
        if (best_columns.size() > most) best_columns.erase(best_columns.begin());
      }
    }
    signals.two_tables[database.index()] = best_tables[0] + best_tables[1];
    float sum = 0;
    for (const float of_column : best_columns) sum += of_column;
    if (!best_columns.empty()) {
      signals.five_columns[database.index()] = sum / static_cast<float>(best_columns.size());
    }
  }
  return signals;
}

}  // namespace sluice
