#include "database_stems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_set>

#include "route/schema_names.hpp"
#include "sluice/core/ascii.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0::route_detail {
namespace {

bool is_numeric(std::string_view type) {
  const std::string folded = fold(type);
  constexpr std::array<std::string_view, 7> starts{"num",  "int",    "real", "float",
                                                   "doub", "bigint", "dec"};
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return folded.starts_with(start); });
}

/// Share of the distinct words of at least two letters in these phrases that are full words. Words
/// in other scripts are.
class PlainWords {
 public:
  void add(std::string_view phrase) {
    for (std::size_t at = 0; at < phrase.size();) {
      const std::size_t end = std::min(phrase.find(' ', at), phrase.size());
      add_word(phrase.substr(at, end - at));
      at = end + 1;
    }
  }
  float share() const {
    return static_cast<float>(plain_ + 1) / static_cast<float>(words_.size() + 1);
  }

 private:
  void add_word(std::string_view word) {
    constexpr std::size_t min_size = 2;
    if (word.size() < min_size || !words_.insert(word).second) return;
    const bool is_other = std::ranges::any_of(word, [](char c) { return (c & 0x80) != 0; });
    plain_ += is_other || (word.size() > min_size && is_word(word)) ? 1 : 0;
  }

  std::unordered_set<std::string_view> words_;
  std::size_t plain_ = 0;
};

std::string spoken_as(const std::vector<std::string> &words) {
  std::vector<std::string> stems;
  for (const std::string &word : words) {
    if (!is_ascii_digits(word)) stems.push_back(stem(word));
  }
  return joined_by_blanks(stems);
}

}  // namespace

DatabaseStems::DatabaseStems(const JoinGraphs &graphs, DatabaseId database, const Mask *mask,
                             std::vector<StemId> own_name,
                             std::span<const Spelling *const> of_tables,
                             std::span<const Spelling *const> of_columns)
    : name(std::move(own_name)), columns(of_columns.size()), degree(of_tables.size(), 0) {
  const Catalog &catalog = graphs.catalog();
  PlainWords words;
  for (const Spelling *spelling : of_tables) {
    words.add(spelling->phrase);
    table_names.add(spelling->name);
    table_extras.add(spelling->extras);
  }
  const auto tables_of = catalog.tables(database);
  const auto columns_of = catalog.columns(database);
  const std::size_t before_tables = tables_of[0].index(), before_columns = columns_of[0].index();
  const auto position = [=](ColumnId column) { return column.index() - before_columns; };
  std::vector<std::uint8_t> too;
  first_column.push_back(0);
  for (const TableId table : tables_of) {
    const auto table_name = table_names[table.index() - before_tables];
    for (const ColumnId id : catalog.columns(table)) {
      const Spelling &spelling = *of_columns[position(id)];
      column_names.add(spelling.name);
      column_extras.add(spelling.extras);
      too.clear();
      for (const StemId stem : spelling.name)
        too.push_back(std::ranges::find(table_name, stem) != table_name.end() ? 1 : 0);
      in_table_too.add(too);
      const std::string &phrase = spelling.phrase;
      phrases.add(phrase);
      words.add(phrase);
      Traits &traits = columns[position(id)];
      traits.is_id = phrase.ends_with(" id ") || phrase.ends_with(" code ") ? 1 : 0;
      traits.is_name = phrase.ends_with(" name ") || phrase.ends_with(" title ") ? 1 : 0;
      traits.is_number = visible(mask, id) && is_numeric(catalog.column(id).type) ? 1 : 0;
    }
    first_column.push_back(static_cast<std::uint32_t>(column_names.size()));
  }
  plain = words.share();
  if (visible(mask, database)) {
    const std::vector<std::string> own_words = split_identifier(catalog.database(database).name());
    spoken = {spoken_as(own_words), spoken_as(with_split_words(own_words))};
    if (spoken[1] == spoken[0]) spoken[1].clear();
  }
  std::vector<std::vector<std::uint32_t>> partners_of(columns.size());
  if (visible(mask, database)) {
    const auto graph = graphs.graph(database, mask);
    std::vector<std::uint32_t> others;
    for (const TableId table : tables_of) {
      others.clear();
      for (const Join &join : graph->joins(table)) {
        const auto other = static_cast<std::uint32_t>(join.to.index() - before_tables);
        for (const ColumnId column : join.from_columns) {
          columns[position(column)].in_join = 1;
          if (join.to != table) partners_of[position(column)].push_back(other);
        }
        if (join.to != table) others.push_back(other);
      }
      std::ranges::sort(others);
      others.erase(std::unique(others.begin(), others.end()), others.end());
      const auto own = static_cast<std::uint32_t>(table.index() - before_tables);
      degree[own] = static_cast<float>(others.size());
      for (const std::uint32_t other : others) {
        if (own < other) joined.emplace_back(own, other);
      }
    }
    for (const ColumnId column : key_columns(catalog, database, mask))
      columns[position(column)].in_key = 1;
  }
  for (const std::vector<std::uint32_t> &list : partners_of) partners.add(list);
}

double &StemCounts::operator[](StemId stem) {
  if (stem >= places_.size()) places_.resize(std::size_t{stem} + 1, 0);
  if (places_[stem] == 0) {
    counts_.emplace_back(stem, 0);
    places_[stem] = static_cast<std::uint32_t>(counts_.size());
  }
  return counts_[places_[stem] - 1].second;
}

void StemCounts::clear() {
  for (const auto &[stem, count] : counts_) places_[stem] = 0;
  counts_.clear();
}

void StemOccurrences::read(const DatabaseStems &database) {
  in_table_name.clear();
  named.clear();
  shares.clear();
  in_database.clear();
  for (StemCounts *counts : {&weights_, &in_names_, &in_cells_}) counts->clear();
  const auto sum_of = [](const StemCounts &weights) {
    double sum = 0;
    for (const auto &[stem, weight] : weights.all()) sum += weight;
    return sum;
  };
  for (const StemId stem : database.name) weights_[stem] += 2;
  for (std::uint32_t table = 0; table < database.table_names.size(); ++table) {
    own_.clear();
    cells_.clear();
    named_.clear();
    for (const StemId stem : database.table_names[table]) named_[stem] += 1;
    for (const auto *lists : {&database.table_names, &database.table_extras}) {
      for (const StemId stem : (*lists)[table]) {
        in_table_name.emplace_back(stem, table);
        own_[stem] += 3;
        in_names_[stem] += 1;
      }
    }
    for (std::size_t column = database.first_column[table];
         column < database.first_column[table + 1]; ++column) {
      for (const StemId stem : database.column_names[column]) named_[stem] += 1;
      for (const auto *lists : {&database.column_names, &database.column_extras}) {
        for (const StemId stem : (*lists)[column]) {
          cells_[stem] += 1;
          in_cells_[stem] += 1;
        }
      }
    }
    for (const auto &[stem, count] : named_.all())
      named.push_back({stem, table, static_cast<std::uint32_t>(count)});
    for (const auto &[stem, count] : cells_.all()) own_[stem] += std::sqrt(count);
    const double sum = sum_of(own_);
    for (const auto &[stem, weight] : own_.all())
      shares.push_back({stem, table, static_cast<float>(weight / sum)});
  }
  for (const auto &[stem, count] : in_names_.all()) weights_[stem] += 2 * count;
  for (const auto &[stem, count] : in_cells_.all()) weights_[stem] += std::sqrt(count);
  const double sum = sum_of(weights_);
  for (const auto &[stem, weight] : weights_.all())
    in_database.emplace_back(stem, static_cast<float>(weight / sum));
}

}  // namespace sluice::inline v0::route_detail
