#include "ddl_keys.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ddl_syntax.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

std::vector<std::uint32_t> sorted_columns(std::span<const std::uint32_t> columns) {
  std::vector<std::uint32_t> sorted(columns.begin(), columns.end());
  std::ranges::sort(sorted);
  return sorted;
}

class KeyPlanner {
 public:
  KeyPlanner(const Database &database, sql::Dialect target)
      : database_(database),
        syntax_(ddl_syntax(target)),
        inside_(target == sql::Dialect::sqlite),
        is_same_(database.dialect() == target) {
    plan_.in_table.resize(database.tables().size());
    plan_.unique.resize(database.tables().size());
    keys_of_.resize(database.tables().size());
  }

  DdlKeyPlan plan() {
    const auto keys = database_.foreign_keys();
    for (std::uint32_t key = 0; key < keys.size(); ++key) {
      if (!is_written(keys[key])) {
        plan_.remarks.push_back(key);
        continue;
      }
      keys_of_[keys[key].table].push_back(key);
    }
    order_tables();
    place_keys();
    return std::move(plan_);
  }

 private:
  bool is_primary(const ForeignKey &key) const {
    const Table &target = database_.tables()[key.referenced_table];
    return target.primary_key.size() == key.referenced_columns.size() &&
           sorted_columns(target.primary_key) == sorted_columns(key.referenced_columns);
  }

  bool is_written(const ForeignKey &key) const {
    if (key.evidence != KeyEvidence::declared) return false;
    if (syntax_.keys == DdlKeys::none || syntax_.keys == DdlKeys::sorting) return false;
    const Table &from = database_.tables()[key.table];
    const Table &to = database_.tables()[key.referenced_table];
    if (is_view_kind(from.kind) || is_view_kind(to.kind)) return false;
    const auto is_nested = [](const Table &table) {
      return [&table](std::uint32_t column) { return bool{table.columns[column].nested}; };
    };
    if (std::ranges::any_of(key.columns, is_nested(from)) ||
        std::ranges::any_of(key.referenced_columns, is_nested(to))) {
      return false;
    }
    if (syntax_.keys_within_schemas && from.qualifier() != to.qualifier()) return false;
    return !syntax_.primary_targets || is_same_ || is_primary(key);
  }

  /// Depth first, without recursion.
  void order_tables() {
    const auto tables = database_.tables();
    places_.assign(tables.size(), unplaced);
    std::vector<bool> seen(tables.size());
    std::vector<std::pair<std::uint32_t, std::size_t>> open;  // a table, and its next key
    for (std::uint32_t start = 0; start < tables.size(); ++start) {
      if (is_view_kind(tables[start].kind) || seen[start]) continue;
      seen[start] = true;
      open.emplace_back(start, 0);
      while (!open.empty()) {
        const std::uint32_t table = open.back().first;
        const std::size_t next = open.back().second++;
        if (!inside_ && next < keys_of_[table].size()) {
          const std::uint32_t other =
              database_.foreign_keys()[keys_of_[table][next]].referenced_table;
          if (!seen[other]) {
            seen[other] = true;
            open.emplace_back(other, 0);
          }
          continue;
        }
        places_[table] = plan_.tables.size();
        plan_.tables.push_back(table);
        open.pop_back();
      }
    }
  }

  void place_keys() {
    std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> unique;
    for (const std::uint32_t table : plan_.tables) {
      for (const std::uint32_t number : keys_of_[table]) {
        const ForeignKey &key = database_.foreign_keys()[number];
        if (inside_ || places_[key.referenced_table] <= places_[table]) {
          plan_.in_table[table].push_back(number);
        } else if (syntax_.altered_keys) {
          plan_.after.push_back(number);
        } else {
          plan_.remarks.push_back(number);
          continue;
        }
        if (!is_primary(key) &&
            unique.emplace(key.referenced_table, sorted_columns(key.referenced_columns)).second) {
          plan_.unique[key.referenced_table].push_back(key.referenced_columns);
        }
      }
    }
    std::ranges::sort(plan_.remarks);
  }

  static constexpr std::size_t unplaced = SIZE_MAX;

  const Database &database_;
  const DdlSyntax &syntax_;
  bool inside_;   // Keys may refer to tables that come later.
  bool is_same_;  // What the keys refer to was accepted before.
  DdlKeyPlan plan_;
  std::vector<std::vector<std::uint32_t>> keys_of_;  // by table
  std::vector<std::size_t> places_;                  // by table
};

}  // namespace

bool is_view_kind(TableKind kind) noexcept {
  return kind == TableKind::view || kind == TableKind::materialized_view;
}

DdlKeyPlan plan_keys(const Database &database, sql::Dialect target) {
  return KeyPlanner(database, target).plan();
}

}  // namespace sluice::inline v0::schema_detail
