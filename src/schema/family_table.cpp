#include "family_table.hpp"

#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t no_family = SIZE_MAX;

/// The columns of all members. Each field stays below the column that it is in.
class FamilyColumns {
 public:
  /// To be called for the newest member first.
  void add(std::vector<ColumnDefinition> &&columns) {
    for (ColumnDefinition &column : columns) {
      const auto [found, is_new] = places_.emplace(column.name, columns_.size());
      if (is_new) {
        columns_.push_back(std::move(column));
        counts_.push_back(1);
        continue;
      }
      ColumnDefinition &known = columns_[found->second];
      ++counts_[found->second];
      known.nullable = known.nullable || column.nullable;
      if (known.title.empty()) known.title = std::move(column.title);
      if (known.type.empty()) known.type = std::move(column.type);
      if (known.description.empty()) known.description = std::move(column.description);
      if (known.samples.empty()) known.samples = std::move(column.samples);
      if (known.values.empty()) known.values = std::move(column.values);
    }
  }

  /// Ends adding: arranges the columns, and lets those be null that some members lack.
  std::vector<ColumnDefinition> take(std::size_t members) {
    std::vector<std::vector<std::size_t>> fields(columns_.size());
    std::vector<std::size_t> waiting;  // as a stack
    for (std::size_t i = columns_.size(); i-- > 0;) {
      columns_[i].nullable = columns_[i].nullable || counts_[i] < members;
      const std::size_t parent = parent_of(i);
      (parent != no_family ? fields[parent] : waiting).push_back(i);
    }
    std::vector<ColumnDefinition> arranged;
    arranged.reserve(columns_.size());
    while (!waiting.empty()) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      places_[columns_[next].name] = arranged.size();
      waiting.insert(waiting.end(), fields[next].begin(), fields[next].end());
      arranged.push_back(std::move(columns_[next]));
    }
    return arranged;
  }

  /// After `take`.
  std::size_t place_of(const std::string &name) const { return places_.at(name); }

 private:
  /// The column of the longest path above; the name of a column may contain dots itself.
  std::size_t parent_of(std::size_t column) const {
    if (!columns_[column].nested) return no_family;
    constexpr int max_steps = 32;
    std::string path = columns_[column].name;
    for (int step = 0; step < max_steps; ++step) {
      const std::size_t dot = path.rfind('.');
      if (dot == path.npos) break;
      path.resize(dot);
      const auto found = places_.find(path);
      if (found != places_.end()) return found->second;
    }
    return no_family;
  }

  std::vector<ColumnDefinition> columns_;
  std::vector<std::size_t> counts_;  // in how many members each is
  std::unordered_map<std::string, std::size_t> places_;
};

class FamilyJoiner {
 public:
  FamilyJoiner(DatabaseDefinition &database, const std::vector<Family> &families)
      : database_(database), families_(families) {}

  void join() {
    const std::size_t count = database_.tables.size();
    family_of_.assign(count, no_family);
    places_.resize(count);
    columns_.resize(count);
    for (std::size_t f = 0; f < families_.size(); ++f) {
      for (const std::size_t table : families_[f].tables) family_of_[table] = f;
    }
    std::vector<TableDefinition> tables;
    std::vector<std::size_t> family_places(families_.size(), no_family);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t family = family_of_[i];
      if (family == no_family) {
        places_[i] = tables.size();
        tables.push_back(std::move(database_.tables[i]));
        continue;
      }
      if (family_places[family] == no_family) {
        family_places[family] = tables.size();
        tables.push_back(made_of(families_[family]));
      }
      places_[i] = family_places[family];
    }
    database_.tables = std::move(tables);
    move_foreign_keys();
    move_origins();
  }

 private:
  TableDefinition made_of(const Family &family) {
    std::vector<TableDefinition> &tables = database_.tables;
    TableDefinition &newest = tables[family.tables.front()];
    TableDefinition made;
    made.name = family.name;
    made.kind = TableKind::family;
    made.qualifier = newest.qualifier;
    made.title = newest.title;
    made.members = {family.tables.size(), tables[family.tables.back()].name, newest.name};
    FamilyColumns columns;
    std::vector<std::string> key;
    for (const std::size_t number : family.tables) {
      TableDefinition &member = tables[number];
      if (made.title != member.title) made.title.clear();
      if (made.description.empty()) made.description = std::move(member.description);
      if (key.empty()) {
        for (const std::size_t column : member.primary_key)
          key.push_back(member.columns[column].name);
      }
      std::vector<std::string> &names = names_[number];
      for (const ColumnDefinition &column : member.columns) names.push_back(column.name);
      columns.add(std::move(member.columns));
    }
    made.columns = columns.take(family.tables.size());
    for (const std::string &name : key) made.primary_key.push_back(columns.place_of(name));
    for (const std::size_t number : family.tables) {
      for (const std::string &name : names_[number])
        columns_[number].push_back(columns.place_of(name));
    }
    names_.clear();
    return made;
  }

  bool is_member(std::size_t table) const { return family_of_[table] != no_family; }

  std::size_t place_of(std::size_t table, std::size_t column) const {
    return is_member(table) ? columns_[table][column] : column;
  }

  void move_foreign_keys() {
    using Key =
        std::tuple<std::size_t, std::vector<std::size_t>, std::size_t, std::vector<std::size_t>>;
    std::set<Key> seen;
    std::erase_if(database_.foreign_keys, [&](ForeignKeyDefinition &key) {
      const bool moves = is_member(key.table) || is_member(key.referenced_table);
      const bool within = is_member(key.table) && key.table != key.referenced_table &&
                          family_of_[key.table] == family_of_[key.referenced_table];
      for (std::size_t &column : key.columns) column = place_of(key.table, column);
      for (std::size_t &column : key.referenced_columns)
        column = place_of(key.referenced_table, column);
      key.table = places_[key.table];
      key.referenced_table = places_[key.referenced_table];
      return within || (moves && !seen.emplace(key.table, key.columns, key.referenced_table,
                                               key.referenced_columns)
                                      .second);
    });
  }

  void move_origins() {
    for (TableDefinition &table : database_.tables) {
      for (OriginDefinition &origin : table.origins) {
        origin.source_column = place_of(origin.source_table, origin.source_column);
        origin.source_table = places_[origin.source_table];
      }
    }
  }

  DatabaseDefinition &database_;
  const std::vector<Family> &families_;
  std::vector<std::size_t> family_of_;             // of each table, or no_family
  std::vector<std::size_t> places_;                // where each table is now
  std::vector<std::vector<std::size_t>> columns_;  // of members: where their columns are
  std::unordered_map<std::size_t, std::vector<std::string>> names_;  // of columns, by member
};

}  // namespace

void join_families(DatabaseDefinition &database, const std::vector<Family> &families) {
  if (!families.empty()) FamilyJoiner(database, families).join();
}

}  // namespace sluice::inline v0::schema_detail
