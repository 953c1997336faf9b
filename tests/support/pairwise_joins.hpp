#ifndef SLUICE_TESTS_SUPPORT_PAIRWISE_JOINS_HPP
#define SLUICE_TESTS_SUPPORT_PAIRWISE_JOINS_HPP

/// A second, slower way of finding the joins of a database.

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/schema_graph.hpp"
#include "text/identifier.hpp"

namespace sluice::test {

inline bool same_ignoring_case(std::string a, std::string b) {
  for (std::string *text : {&a, &b}) {
    std::ranges::transform(*text, text->begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
  }
  return a == b;
}

/// Computes the joins of a database with single-column keys by examining every pair of columns.
class PairwiseJoins {
 public:
  PairwiseJoins(const Catalog &catalog, DatabaseId database, bool infer)
      : catalog_(catalog), database_(database), columns_(catalog.columns(database)) {
    for (const ColumnId a : columns_) {
      for (const ColumnId b : columns_) {
        if (a != b && declared(a, b)) declared_.insert({a, b});
      }
    }
    for (const ColumnId a : columns_) {
      for (const ColumnId b : columns_) {
        if (infer && inferred(a, b)) inferred_.insert({a, b});
      }
    }
  }

  using Listed = std::tuple<TableId, JoinKind, TableId, ColumnId, ColumnId>;

  std::vector<Listed> from(TableId table) const {
    std::vector<Listed> joins;
    for (const ColumnId a : catalog_.columns(table)) {
      for (const ColumnId b : columns_) {
        const TableId other = catalog_.table_of(b);
        if (a == b) continue;
        if (other == table && !declared_.contains({a, b})) continue;
        // A join of a table with itself is listed from the referring column only.
        if (const auto kind = kind_of(a, b)) joins.push_back({table, *kind, other, a, b});
      }
    }
    std::ranges::sort(joins);
    return joins;
  }

 private:
  std::optional<JoinKind> kind_of(ColumnId a, ColumnId b) const {
    if (declared_.contains({a, b}) || declared_.contains({b, a})) return JoinKind::declared;
    const bool other_tables = catalog_.table_of(a) != catalog_.table_of(b);
    for (const ColumnId c : columns_) {
      if (other_tables && declared_.contains({a, c}) && declared_.contains({b, c})) {
        return JoinKind::shared;
      }
    }
    if (inferred_.contains({a, b}) || inferred_.contains({b, a})) return JoinKind::inferred;
    for (const ColumnId c : columns_) {
      const bool both = (declared_.contains({a, c}) || inferred_.contains({a, c})) &&
                        (declared_.contains({b, c}) || inferred_.contains({b, c}));
      if (other_tables && both) return JoinKind::inferred;
    }
    return std::nullopt;
  }

  bool declared(ColumnId a, ColumnId b) const {
    const auto tables = catalog_.tables(database_);
    return std::ranges::any_of(
        catalog_.database(database_).foreign_keys(), [&](const ForeignKey &key) {
          return catalog_.columns(tables[key.table])[key.columns[0]] == a &&
                 catalog_.columns(tables[key.referenced_table])[key.referenced_columns[0]] == b;
        });
  }

  bool has_keys() const {
    const Database &database = catalog_.database(database_);
    return !database.foreign_keys().empty() ||
           std::ranges::any_of(database.tables(),
                               [](const Table &table) { return !table.primary_key.empty(); });
  }

  /// Whether b is the presumed key, a first column, that a's name matches best.
  bool supposed(ColumnId a, ColumnId b) const {
    std::optional<ColumnId> best;
    for (const TableId table : catalog_.tables(database_)) {
      const ColumnId key = catalog_.columns(table)[0];
      if (table != catalog_.table_of(a) && sureness(a, key) > (best ? sureness(a, *best) : 0))
        best = key;
    }
    const TableId own = catalog_.table_of(a);
    const bool is_own_key = catalog_.columns(own)[0] == a && is_called_after_table(a);
    return best == b && (!is_own_key || sureness(a, b) == 5);
  }

  static std::string squashed(std::string_view name) {
    std::string text;
    for (std::string word : split_identifier(name)) {
      const bool is_plural = word.ends_with("s") && !word.ends_with("ss") && !word.ends_with("us");
      if (is_plural && word.size() > 3) word.pop_back();
      text += word;
    }
    return text;
  }
  static bool is_general(const std::string &name) {
    return std::set<std::string>{"id", "code", "key", "no", "number"}.contains(name);
  }
  bool is_called_after_table(ColumnId column) const {
    const std::string name = squashed(catalog_.column(column).name);
    return is_general(name) ||
           contains(name, squashed(catalog_.table(catalog_.table_of(column)).name));
  }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != text.npos;
  }

  int sureness(ColumnId column, ColumnId of_key) const {
    const std::string name = squashed(catalog_.column(column).name);
    const std::string key = squashed(catalog_.column(of_key).name);
    const std::string table = squashed(catalog_.table(catalog_.table_of(of_key)).name);
    const bool is_own = is_called_after_table(of_key);
    const std::string full = contains(key, table) ? key : table + key;
    const auto ends = {"id", "code", "key", "no", "number"};
    const bool identifies =
        std::ranges::any_of(ends, [&](const char *end) { return key.ends_with(end); });
    if (name == full && is_general(key)) return 5;
    if (name == key && identifies && !is_general(key)) return is_own ? 5 : 4;
    if (name == table || (identifies && full.size() > 4 && name.ends_with(full))) return 4;
    const std::string words = '_' + spaced(catalog_.column(column).name);
    if (identifies && key.size() > 4 && words.ends_with('_' + spaced(catalog_.column(of_key).name)))
      return 3;
    if (name == key && !is_general(key) && key != "name") return is_own ? 2 : 1;
    return 0;
  }
  static std::string spaced(std::string_view name) {
    std::string text;
    for (const std::string &word : split_identifier(name)) text += (text.empty() ? "" : "_") + word;
    return text;
  }

  bool inferred(ColumnId a, ColumnId b) const {
    if (!has_keys()) return supposed(a, b);
    const TableId owner = catalog_.table_of(b);
    const auto key = catalog_.table(owner).primary_key;
    const std::string name(catalog_.column(b).name);
    const auto has_key = [&](ColumnId column) {
      const auto tables = catalog_.tables(database_);
      return std::ranges::any_of(
          catalog_.database(database_).foreign_keys(), [&](const ForeignKey &foreign) {
            return catalog_.columns(tables[foreign.table])[foreign.columns[0]] == column;
          });
    };
    return key.size() == 1 && catalog_.columns(owner)[key[0]] == b &&
           catalog_.table_of(a) != owner && !same_ignoring_case(name, "id") &&
           same_ignoring_case(std::string(catalog_.column(a).name), name) && !has_key(a);
  }

  const Catalog &catalog_;
  DatabaseId database_;
  IdRange<ColumnId> columns_;
  std::set<std::pair<ColumnId, ColumnId>> declared_;
  std::set<std::pair<ColumnId, ColumnId>> inferred_;
};

inline std::vector<PairwiseJoins::Listed> listed(const SchemaGraph &graph, TableId table) {
  std::vector<PairwiseJoins::Listed> joins;
  for (const Join &join : graph.joins(table)) {
    REQUIRE(join.from_columns.size() == 1);
    joins.push_back({join.from, join.kind, join.to, join.from_columns[0], join.to_columns[0]});
  }
  return joins;
}

}  // namespace sluice::test

#endif
