#include "merge_definitions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t not_merged = SIZE_MAX;

void fill_merged(std::string &text, std::string &&from) {
  if (text.empty()) text = std::move(from);
}

template <class Item>
void fill_merged(std::vector<Item> &items, std::vector<Item> &&from) {
  if (items.empty()) items = std::move(from);
}

class DefinitionMerger {
 public:
  DefinitionMerger(DatabaseDefinition &database, DatabaseDefinition &&other)
      : database_(database), other_(std::move(other)) {
    for (std::size_t i = 0; i < database_.tables.size(); ++i) index(i);
  }

  void merge(bool adds_tables) {
    fill_merged(database_.description, std::move(other_.description));
    tables_.reserve(other_.tables.size());
    columns_.resize(other_.tables.size());
    for (std::size_t i = 0; i < other_.tables.size(); ++i) {
      tables_.push_back(find(other_.tables[i]));
      if (tables_[i] != not_merged) {
        merge_table(i);
      } else if (adds_tables && !other_.tables[i].columns.empty()) {
        add_table(i);
      }
    }
    merge_foreign_keys();
  }

 private:
  static std::string key_of(std::string_view qualifier, std::string_view name) {
    std::string key = lower_ascii(qualifier);
    key += '\0';
    return key += name;
  }

  void index(std::size_t number) {
    const TableDefinition &table = database_.tables[number];
    const std::string name = lower_ascii(table.name);
    exact_.emplace(key_of(table.qualifier, table.name), number);
    similar_.emplace(key_of(table.qualifier, name), number);
    const auto [same, is_new] = bare_.emplace(name, number);
    if (!is_new) same->second = not_merged;
  }

  std::size_t find(const TableDefinition &table) const {
    const std::string name = lower_ascii(table.name);
    const auto in = [](const auto &places, const std::string &key) {
      const auto found = places.find(key);
      return found != places.end() ? found->second : not_merged;
    };
    for (const std::size_t found : {in(exact_, key_of(table.qualifier, table.name)),
                                    in(similar_, key_of(table.qualifier, name))}) {
      if (found != not_merged) return found;
    }
    return table.qualifier.empty() ? in(bare_, name) : in(similar_, key_of({}, name));
  }

  /// Where the columns of a table of `other` are in `database`.
  std::vector<std::size_t> matches(const TableDefinition &table,
                                   const TableDefinition &other) const {
    std::unordered_map<std::string_view, std::size_t> exact;
    std::unordered_map<std::string, std::size_t> folded;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      exact.emplace(table.columns[i].name, i);
      folded.emplace(lower_ascii(table.columns[i].name), i);
    }
    std::vector<std::size_t> places;
    places.reserve(other.columns.size());
    for (const ColumnDefinition &column : other.columns) {
      const auto same = exact.find(column.name);
      const auto similar = folded.find(lower_ascii(column.name));
      places.push_back(same != exact.end()       ? same->second
                       : similar != folded.end() ? similar->second
                                                 : not_merged);
    }
    return places;
  }

  void merge_table(std::size_t number) {
    TableDefinition &from = other_.tables[number];
    TableDefinition &table = database_.tables[tables_[number]];
    columns_[number] = matches(table, from);
    fill_merged(table.title, std::move(from.title));
    fill_merged(table.description, std::move(from.description));
    for (std::size_t i = 0; i < from.columns.size(); ++i) {
      if (columns_[number][i] == not_merged) continue;
      ColumnDefinition &column = table.columns[columns_[number][i]];
      ColumnDefinition &added = from.columns[i];
      fill_merged(column.title, std::move(added.title));
      fill_merged(column.type, std::move(added.type));
      fill_merged(column.description, std::move(added.description));
      fill_merged(column.samples, std::move(added.samples));
      fill_merged(column.values, std::move(added.values));
      column.nullable = column.nullable && added.nullable;
      column.generated = column.generated || added.generated;
    }
    if (!table.primary_key.empty()) return;
    std::vector<std::size_t> key = placed(number, from.primary_key);
    std::set<std::size_t> distinct(key.begin(), key.end());
    if (!distinct.contains(not_merged) && distinct.size() == key.size())
      table.primary_key = std::move(key);
  }

  void add_table(std::size_t number) {
    TableDefinition &table = other_.tables[number];
    for (std::size_t i = 0; i < table.columns.size(); ++i) columns_[number].push_back(i);
    table.origins.clear();  // Their tables have other numbers here.
    tables_[number] = database_.tables.size();
    database_.tables.push_back(std::move(table));
    index(tables_[number]);
  }

  std::vector<std::size_t> placed(std::size_t table,
                                  const std::vector<std::size_t> &columns) const {
    std::vector<std::size_t> places;
    for (const std::size_t column : columns) places.push_back(columns_[table][column]);
    return places;
  }

  void merge_foreign_keys() {
    using Key =
        std::tuple<std::size_t, std::vector<std::size_t>, std::size_t, std::vector<std::size_t>>;
    std::set<Key> known;
    for (const ForeignKeyDefinition &key : database_.foreign_keys)
      known.emplace(key.table, key.columns, key.referenced_table, key.referenced_columns);
    for (ForeignKeyDefinition &key : other_.foreign_keys) {
      if (tables_[key.table] == not_merged || tables_[key.referenced_table] == not_merged) continue;
      key.columns = placed(key.table, key.columns);
      key.referenced_columns = placed(key.referenced_table, key.referenced_columns);
      key.table = tables_[key.table];
      key.referenced_table = tables_[key.referenced_table];
      if (std::ranges::count(key.columns, not_merged) > 0 ||
          std::ranges::count(key.referenced_columns, not_merged) > 0) {
        continue;
      }
      if (known.emplace(key.table, key.columns, key.referenced_table, key.referenced_columns)
              .second) {
        database_.foreign_keys.push_back(std::move(key));
      }
    }
  }

  DatabaseDefinition &database_;
  DatabaseDefinition other_;
  std::unordered_map<std::string, std::size_t> exact_;    // by qualifier and name
  std::unordered_map<std::string, std::size_t> similar_;  // the same, in lower case
  std::unordered_map<std::string, std::size_t> bare_;     // by name, if only one table has it
  std::vector<std::size_t> tables_;                // where tables of `other_` are in `database_`
  std::vector<std::vector<std::size_t>> columns_;  // where their columns are
};

}  // namespace

void merge_definition(DatabaseDefinition &database, DatabaseDefinition &&other, bool adds_tables) {
  DefinitionMerger(database, std::move(other)).merge(adds_tables);
}

}  // namespace sluice::inline v0::schema_detail
