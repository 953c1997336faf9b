#include "view_links.hpp"

#include <array>
#include <set>
#include <variant>

#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

void ViewLinks::add_query(std::size_t position, std::string_view query) {
  const ViewContent content = read_view(query, database_.dialect, database_, names_);
  joins_.insert(joins_.end(), content.joins.begin(), content.joins.end());
  TableDefinition &view = database_.tables[position];
  if (content.columns.size() != view.columns.size()) return;
  for (std::size_t i = 0; i < view.columns.size(); ++i) {
    if (const auto &origin = content.columns[i].origin)
      view.origins.push_back({i, origin->first, origin->second});
  }
}

void ViewLinks::add_statement(std::size_t position, std::string_view statement) {
  sql::read_ddl(statement, {.dialect = database_.dialect},
                [&](sql::DdlStatement &&read, std::size_t) {
                  const auto *view = std::get_if<sql::CreateView>(&read);
                  if (view != nullptr) add_query(position, view->query);
                });
}

void add_view_values(DatabaseDefinition &database) {
  constexpr int max_views_between = 8;
  bool is_changed = true;
  for (int pass = 0; is_changed && pass < max_views_between; ++pass) {
    is_changed = false;
    for (TableDefinition &view : database.tables) {
      for (const OriginDefinition &origin : view.origins) {
        const auto &source = database.tables[origin.source_table].columns[origin.source_column];
        ColumnDefinition &column = view.columns[origin.column];
        if (!column.values.empty() || source.values.empty()) continue;
        column.values = source.values;
        is_changed = true;
      }
    }
  }
}

void add_view_joins(DatabaseDefinition &database, std::span<const ViewJoin> joins) {
  std::set<std::array<std::size_t, 4>> joined;
  for (const ForeignKeyDefinition &key : database.foreign_keys) {
    if (key.columns.size() == 1)
      joined.insert({key.table, key.columns[0], key.referenced_table, key.referenced_columns[0]});
  }
  const auto is_key = [&](std::size_t table, std::size_t column) {
    const std::vector<std::size_t> &key = database.tables[table].primary_key;
    return key.size() == 1 && key[0] == column;
  };
  const auto is_view = [&](std::size_t table) {
    const TableKind kind = database.tables[table].kind;
    return kind == TableKind::view || kind == TableKind::materialized_view;
  };
  for (ViewJoin join : joins) {
    if (is_view(join.left_table) || is_view(join.right_table)) continue;
    if (is_key(join.left_table, join.left_column) && !is_key(join.right_table, join.right_column)) {
      std::swap(join.left_table, join.right_table);
      std::swap(join.left_column, join.right_column);
    }
    if (joined.contains({join.right_table, join.right_column, join.left_table, join.left_column}))
      continue;
    if (!joined.insert({join.left_table, join.left_column, join.right_table, join.right_column})
             .second) {
      continue;
    }
    database.foreign_keys.push_back({join.left_table,
                                     {join.left_column},
                                     join.right_table,
                                     {join.right_column},
                                     KeyEvidence::view});
  }
}

}  // namespace sluice::inline v0::schema_detail
