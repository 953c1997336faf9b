#include "schema_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "schema_names.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice::detail {
namespace {

bool has_letter(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
}

/// Stems in the order of meeting them, and the forms that they were met in.
class StemBook {
 public:
  explicit StemBook(SchemaLayout &layout) : layout_(layout) {}

  /// Appends the stems of words that are not in `into` (nor in `known`) yet.
  void add(const std::vector<std::string> &words, std::vector<StemId> &into,
           const std::vector<StemId> &known = {}) {
    for (const std::string &word : words) {
      if (!has_letter(word)) continue;
      const StemId id = id_of(word);
      if (std::ranges::find(into, id) == into.end() && std::ranges::find(known, id) == known.end())
        into.push_back(id);
    }
  }
  void end() {
    for (const auto &of_stem : forms_) {
      const auto best =
          std::max_element(of_stem.begin(), of_stem.end(), [](const auto &a, const auto &b) {
            return a.second < b.second;
          });  // first by spelling
      layout_.surface.push_back(best->first);
    }
  }

 private:
  StemId id_of(const std::string &word) {
    const auto known = by_word_.find(word);
    StemId id = 0;
    if (known != by_word_.end()) {
      id = known->second;
    } else {
      const auto [at, is_new] =
          layout_.stem_ids.try_emplace(sluice::stem(word), static_cast<StemId>(forms_.size()));
      if (is_new) {
        forms_.emplace_back();
        layout_.stems.push_back(at->first);
      }
      id = at->second;
      by_word_.emplace(word, id);
    }
    ++forms_[id][word];
    return id;
  }

  SchemaLayout &layout_;
  std::unordered_map<std::string, StemId> by_word_;
  std::vector<std::map<std::string, std::size_t>> forms_;
};

std::vector<std::string> unreadable(std::string_view name, std::string_view title) {
  std::vector<std::string> words = implied_words(name);
  if (!title.empty()) {
    const std::vector<std::string> spelt = split_identifier(name);
    words.insert(words.end(), spelt.begin(), spelt.end());
  }
  return words;
}

bool is_numeric(std::string_view type) {
  const std::string folded = fold(type);
  constexpr std::array<std::string_view, 7> starts{"num",  "int",    "real", "float",
                                                   "doub", "bigint", "dec"};
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return folded.starts_with(start); });
}

template <class Item>
Lists<Item> lists_of(const std::vector<std::vector<Item>> &by_key) {
  Lists<Item> lists;
  for (const std::vector<Item> &items : by_key) {
    lists.items.insert(lists.items.end(), items.begin(), items.end());
    lists.end_list();
  }
  return lists;
}

void add_once(std::vector<std::uint32_t> &rising, std::size_t object) {
  const auto value = static_cast<std::uint32_t>(object);
  if (rising.empty() || rising.back() != value) rising.push_back(value);
}

/// How often each stem stands in an object: in order of meeting them.
class StemCounts {
 public:
  double &operator[](StemId stem) { return counts_[stem]; }
  const std::map<StemId, double> &all() const { return counts_; }
  bool empty() const { return counts_.empty(); }

 private:
  std::map<StemId, double> counts_;
};

std::vector<float> logarithms(const std::vector<std::uint32_t> &counts) {
  std::vector<float> logs;
  for (const std::uint32_t count : counts) logs.push_back(std::log1p(static_cast<float>(count)));
  return logs;
}

void spread(const StemCounts &weights, std::size_t object,
            std::vector<std::vector<Share>> &by_stem) {
  double sum = 0;
  for (const auto &[stem, weight] : weights.all()) sum += weight;
  for (const auto &[stem, weight] : weights.all()) {
    by_stem[stem].push_back({static_cast<std::uint32_t>(object), static_cast<float>(weight / sum)});
  }
}

}  // namespace

SchemaLayout::SchemaLayout(const JoinGraphs &graphs, const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  StemBook book(*this);
  std::vector<std::vector<StemId>> table_extras, database_names;
  std::vector<std::uint32_t> tables(catalog.database_count(), 0);
  std::vector<std::vector<StemId>> names(catalog.table_count());
  for (const DatabaseId id : catalog.databases()) {
    database_names.emplace_back();
    visible_database.push_back(visible(mask, id) ? 1 : 0);
    if (visible(mask, id)) {
      book.add(split_identifier(catalog.database(id).name()), database_names.back());
      book.add(implied_words(catalog.database(id).name()), database_names.back());
    }
  }
  for (const TableId id : catalog.tables()) {
    const Table &table = catalog.table(id);
    table_extras.emplace_back();
    owner.push_back(catalog.database_of(id).value);
    visible_table.push_back(visible(mask, id) ? 1 : 0);
    columns.push_back(0);
    if (!visible(mask, id)) continue;
    ++tables[catalog.database_of(id).index()];
    book.add(name_words(table), names[id.index()]);
    book.add(unreadable(table.name, table.title), table_extras.back(), names[id.index()]);
  }
  std::vector<std::vector<StemId>> of_columns, extras;
  in_key.assign(catalog.column_count(), 0);
  for (const ColumnId id : catalog.columns()) {
    const Column &column = catalog.column(id);
    of_columns.emplace_back();
    extras.emplace_back();
    phrases.emplace_back();
    is_number.push_back(visible(mask, id) && is_numeric(column.type) ? 1 : 0);
    visible_column.push_back(visible(mask, id) ? 1 : 0);
    if (!visible(mask, id)) continue;
    ++columns[catalog.table_of(id).index()];
    book.add(name_words(column), of_columns.back());
    book.add(unreadable(column.name, column.title), extras.back(), of_columns.back());
    phrases.back() = ' ' + spaced_words(column.readable_name()) + ' ';
  }
  for (const std::string &phrase : phrases) {
    is_id.push_back(phrase.ends_with(" id ") || phrase.ends_with(" code ") ? 1 : 0);
    is_name.push_back(phrase.ends_with(" name ") || phrase.ends_with(" title ") ? 1 : 0);
  }
  log_columns = logarithms(columns);
  log_tables = logarithms(tables);
  book.end();

  const std::size_t number = surface.size();
  std::vector<std::vector<std::uint32_t>> name_of(number), column_of(number), database_of(number);
  std::vector<std::vector<std::uint32_t>> holders(number);
  std::vector<std::vector<Share>> table_shares(number), database_shares(number);
  for (const DatabaseId database : catalog.databases()) {
    StemCounts in_names, in_cells, weights;
    for (const StemId stem : database_names[database.index()]) {
      add_once(database_of[stem], database.index());
      weights[stem] += 2;
    }
    for (const TableId table : catalog.tables(database)) {
      StemCounts own, cells;
      for (const auto *list : {&names[table.index()], &table_extras[table.index()]}) {
        for (const StemId stem : *list) {
          add_once(name_of[stem], table.index());
          own[stem] += 3;
          in_names[stem] += 1;
        }
      }
      for (const ColumnId column : catalog.columns(table)) {
        for (const auto *list : {&of_columns[column.index()], &extras[column.index()]}) {
          for (const StemId stem : *list) {
            add_once(column_of[stem], table.index());
            cells[stem] += 1;
            in_cells[stem] += 1;
          }
        }
      }
      for (const auto &[stem, count] : cells.all()) own[stem] += std::sqrt(count);
      spread(own, table.index(), table_shares);
    }
    for (const auto &[stem, count] : in_names.all()) weights[stem] += 2 * count;
    for (const auto &[stem, count] : in_cells.all()) weights[stem] += std::sqrt(count);
    spread(weights, database.index(), database_shares);
    for (const auto &[stem, weight] : weights.all()) add_once(holders[stem], database.index());
  }
  const auto databases = static_cast<double>(std::ranges::count(visible_database, 1));
  const auto idf = [databases](double holding) {
    return static_cast<float>(std::log(1 + (databases - holding + 0.5) / (holding + 0.5)));
  };
  for (const auto &in : holders) rarity.push_back(idf(static_cast<double>(in.size())));
  highest_rarity = idf(0);

  table_names = lists_of(names);
  column_names = lists_of(of_columns);
  std::vector<std::vector<StemId>> different = of_columns;
  const auto shorter = [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  std::ranges::sort(different, shorter);
  different.erase(std::unique(different.begin(), different.end()), different.end());
  different_names = lists_of(different);
  for (const std::vector<StemId> &name : of_columns) {
    const auto at = std::ranges::lower_bound(different, name, shorter);
    name_of_column.push_back(static_cast<std::uint32_t>(at - different.begin()));
  }
  column_extras = lists_of(extras);
  in_table_name = lists_of(name_of);
  in_columns = lists_of(column_of);
  in_database_name = lists_of(database_of);
  in_table = lists_of(table_shares);
  in_database = lists_of(database_shares);

  degree.assign(catalog.table_count(), 0);
  in_join.assign(catalog.column_count(), 0);
  for (const DatabaseId database : catalog.databases()) {
    if (!visible(mask, database)) continue;
    const auto graph = graphs.graph(database, mask);
    for (const TableId table : catalog.tables(database)) {
      std::vector<std::uint32_t> others;
      for (const Join &join : graph->joins(table)) {
        for (const ColumnId column : join.from_columns) in_join[column.index()] = 1;
        if (join.to != table) others.push_back(join.to.value);
      }
      std::ranges::sort(others);
      others.erase(std::unique(others.begin(), others.end()), others.end());
      degree[table.index()] = static_cast<float>(others.size());
      for (const std::uint32_t other : others) {
        if (table.value < other) joined.emplace_back(table.value, other);
      }
    }
    for (const TableId table : catalog.tables(database)) {
      // A key of which a part is hidden is none.
      const auto columns_of = catalog.columns(table);
      const auto &key = catalog.table(table).primary_key;
      const bool is_whole = std::ranges::all_of(
          key, [&](std::uint32_t position) { return visible(mask, columns_of[position]); });
      for (const std::uint32_t position : key) {
        if (is_whole) in_key[columns_of[position].index()] = 1;
      }
    }
  }
}

}  // namespace sluice::detail
