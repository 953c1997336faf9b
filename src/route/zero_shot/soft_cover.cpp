#include "soft_cover.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace sluice::inline v0::route_detail {
namespace {

constexpr std::size_t max_words = 32;

bool is_visible(const WordPlace &place, const Mask *mask) {
  return place.column == WordPlace::no_column ? visible(mask, place.table)
                                              : visible(mask, ColumnId(place.column));
}

std::size_t visible_databases(const Catalog &catalog, const Mask *mask) {
  std::size_t count = 0;
  for (const DatabaseId database : catalog.databases()) count += visible(mask, database) ? 1 : 0;
  return count;
}

/// The number of visible databases that have a word with the stem.
std::size_t document_frequency(std::string_view stem, const SchemaWords &words,
                               const Catalog &catalog, const Mask *mask) {
  std::vector<DatabaseId> databases;
  for (const SchemaWordId word : words.with_stem(stem)) {
    for (const WordPlace &place : words.places(word)) {
      const DatabaseId database = catalog.database_of(place.table);
      const bool repeated = !databases.empty() && databases.back() == database;
      if (!repeated && is_visible(place, mask)) databases.push_back(database);
    }
  }
  std::ranges::sort(databases);
  databases.erase(std::unique(databases.begin(), databases.end()), databases.end());
  return databases.size();
}

bool has_letter(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
}

/// Strengths of the question's words in tables: one row of max_words per table that has any.
class TableCover {
 public:
  explicit TableCover(std::size_t tables) : slots_(tables, none) {}

  void raise(TableId table, std::size_t word, float strength) {
    std::uint32_t &slot = slots_[table.index()];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(rows_.size());
      rows_.emplace_back();
      tables_.push_back(table);
    }
    float &at = rows_[slot][word];
    at = std::max(at, strength);
  }
  const std::vector<TableId> &tables() const { return tables_; }
  /// nullptr if the table has no word of the question.
  const std::array<float, max_words> *row(TableId table) const {
    const std::uint32_t slot = slots_[table.index()];
    return slot == none ? nullptr : &rows_[slot];
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> slots_;
  std::vector<std::array<float, max_words>> rows_;
  std::vector<TableId> tables_;
};

}  // namespace

std::vector<WeighedWord> weighed_words(const Question &question, const SchemaWords &words,
                                       const Catalog &catalog, const Mask *mask) {
  std::vector<WeighedWord> found;
  for (const QuestionWord &word : question.words()) {
    if (found.size() == max_words) break;
    if (word.is_stop_word || word.is_opaque || !has_letter(word.folded)) continue;
    if (std::ranges::find(found, word.stem, &WeighedWord::stem) != found.end()) continue;
    found.push_back({word.folded, word.stem, 0});
  }
  const auto databases = static_cast<double>(visible_databases(catalog, mask));
  float total = 0;
  for (WeighedWord &word : found) {
    const auto frequency = static_cast<double>(document_frequency(word.stem, words, catalog, mask));
    word.weight =
        static_cast<float>(std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5)));
    total += word.weight;
  }
  for (WeighedWord &word : found) word.weight = total > 0 ? word.weight / total : 0;
  return found;
}

std::vector<float> best_pairs(const std::vector<WeighedWord> &question,
                              const std::vector<std::vector<WordMatch>> &matches,
                              const SchemaWords &words, const JoinGraphs &graphs,
                              const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  TableCover cover(catalog.table_count());
  for (std::size_t w = 0; w < matches.size(); ++w) {
    for (const WordMatch &match : matches[w]) {
      for (const WordPlace &place : words.places(match.word)) {
        if (is_visible(place, mask)) cover.raise(place.table, w, match.strength);
      }
    }
  }
  std::vector<float> best(catalog.database_count(), 0.0F);
  // Tables of one database together because with a mask its graph is rebuilt.
  std::vector<TableId> tables = cover.tables();
  std::ranges::sort(tables);
  std::shared_ptr<const SchemaGraph> graph;
  DatabaseId graph_of(SIZE_MAX);
  for (const TableId table : tables) {
    const DatabaseId database = catalog.database_of(table);
    const auto &row = *cover.row(table);
    float alone = 0;
    for (std::size_t w = 0; w < question.size(); ++w) alone += question[w].weight * row[w];
    float &of_database = best[database.index()];
    of_database = std::max(of_database, alone);
    if (database != graph_of) {
      graph = graphs.graph(database, mask);
      graph_of = database;
    }
    for (const Join &join : graph->joins(table)) {
      const auto *other = cover.row(join.to);
      if (other == nullptr) continue;
      float both = 0;
      for (std::size_t w = 0; w < question.size(); ++w)
        both += question[w].weight * std::max(row[w], (*other)[w]);
      of_database = std::max(of_database, both);
    }
  }
  return best;
}

}  // namespace sluice::inline v0::route_detail
