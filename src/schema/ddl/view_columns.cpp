#include "view_columns.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/ddl.hpp"
#include "sluice/sql/parse.hpp"
#include "stored_name.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

using sql::Binding;
using sql::Bindings;
using sql::Meaning;
using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

constexpr std::size_t max_joins = 256;
constexpr int max_steps = 32;  // through derived tables

class ViewReader {
 public:
  ViewReader(const SyntaxTree &tree, const Bindings &bindings, const DatabaseDefinition &database,
             sql::Dialect dialect)
      : tree_(tree), bindings_(bindings), database_(database), dialect_(dialect) {}

  ViewContent read() {
    content_.is_complete = bindings_.problems().empty();
    add_columns(tree_.root());
    add_joins();
    return std::move(content_);
  }

 private:
  void add_columns(NodeId query) {
    for (int step = 0; step < max_steps && tree_.kind(query) == NodeKind::compound; ++step) {
      NodeId first = sql::no_node;
      for (const NodeId child : tree_.children(query)) {
        if (is_query(tree_.kind(child))) {
          first = child;
          break;
        }
      }
      if (first == sql::no_node) return;
      query = first;
    }
    const NodeId list = tree_.child(query, NodeKind::select_list);
    if (list == sql::no_node) return;
    for (const NodeId item : tree_.children(list)) {
      if (tree_.kind(item) == NodeKind::star) {
        add_star(item);
      } else {
        add_item(item);
      }
    }
  }

  void add_item(NodeId item) {
    ViewColumn column;
    NodeId expression = item;
    if (tree_.kind(item) == NodeKind::aliased) {
      expression = tree_.first_child(item);
      column.name = written_name(tree_.child(item, NodeKind::alias));
    } else {
      column.name = name_of(item);
    }
    describe(expression, column);
    content_.columns.push_back(std::move(column));
  }

  void add_star(NodeId star) {
    for (const sql::ImpliedColumn &implied : bindings_.implied()) {
      if (implied.node != star) continue;
      ViewColumn column;
      if (implied.table != sql::no_position && implied.column != sql::no_position) {
        column.name = database_.tables[implied.table].columns[implied.column].name;
        set_origin(column, implied.table, implied.column);
      } else if (implied.result != sql::no_node) {
        const NodeId parent = tree_.parent(implied.result);
        column.name = tree_.kind(parent) == NodeKind::aliased
                          ? written_name(tree_.child(parent, NodeKind::alias))
                          : name_of(implied.result);
        describe(implied.result, column);
      }
      content_.columns.push_back(std::move(column));
    }
  }

  /// What an engine calls a result without an alias, about.
  std::string name_of(NodeId expression) const {
    switch (tree_.kind(expression)) {
      case NodeKind::column:
      case NodeKind::function: return written_name(expression);
      case NodeKind::paren:
      case NodeKind::cast: return name_of(tree_.first_child(expression));
      default: return std::string(tree_.source_of(expression));
    }
  }

  /// The name at the end of a node, as the engine stores it.
  std::string written_name(NodeId node) const {
    const std::string_view source = tree_.source_of(node);
    const std::string_view text = tree_.text(node);
    const bool quoted = tree_.kind(node) != NodeKind::function && !source.ends_with(text);
    return stored_name({std::string(text), quoted}, dialect_);
  }

  void set_origin(ViewColumn &column, std::size_t table, std::size_t source) const {
    column.origin = {table, source};
    column.type = database_.tables[table].columns[source].type;
  }

  /// Sets the type and the origin, if the expression is a column, in parentheses or not.
  void describe(NodeId expression, ViewColumn &column) const {
    if (tree_.kind(expression) == NodeKind::cast) {
      const NodeId type = tree_.child(expression, NodeKind::type);
      if (type != sql::no_node) column.type = tree_.source_of(type);
      return;
    }
    if (const auto source = table_column(expression))
      set_origin(column, source->first, source->second);
  }

  /// The column of a table that an expression is, also through derived tables.
  std::optional<std::pair<std::size_t, std::size_t>> table_column(NodeId expression) const {
    for (int step = 0; step < max_steps && expression != sql::no_node; ++step) {
      if (tree_.kind(expression) == NodeKind::paren) {
        expression = tree_.first_child(expression);
        continue;
      }
      if (tree_.kind(expression) != NodeKind::column) return std::nullopt;
      const Binding &binding = bindings_[expression];
      if (binding.meaning == Meaning::column)
        return std::pair<std::size_t, std::size_t>{binding.table, binding.column};
      if (binding.meaning != Meaning::derived) return std::nullopt;
      expression = binding.result;
    }
    return std::nullopt;
  }

  void add_joins() {
    for (std::size_t i = 1; i < tree_.size() && content_.joins.size() < max_joins; ++i) {
      const NodeId node(i);
      if (tree_.kind(node) != NodeKind::binary ||
          tree_[node].as<sql::Operator>() != sql::Operator::equal) {
        continue;
      }
      const NodeId first = tree_.first_child(node);
      add_join(table_column(first), table_column(tree_.next_sibling(first)));
    }
    // USING and NATURAL name a column of each side.
    const auto implied = bindings_.implied();
    for (std::size_t i = 1; i < implied.size(); ++i) {
      const auto &a = implied[i - 1], &b = implied[i];
      if (a.node != b.node || tree_.kind(a.node) == NodeKind::star) continue;
      if (a.table == sql::no_position || b.table == sql::no_position) continue;
      add_join(std::pair<std::size_t, std::size_t>{a.table, a.column},
               std::pair<std::size_t, std::size_t>{b.table, b.column});
    }
  }

  void add_join(std::optional<std::pair<std::size_t, std::size_t>> left,
                std::optional<std::pair<std::size_t, std::size_t>> right) {
    if (!left || !right || left->first == right->first) return;
    content_.joins.push_back({left->first, left->second, right->first, right->second});
  }

  const SyntaxTree &tree_;
  const Bindings &bindings_;
  const DatabaseDefinition &database_;
  sql::Dialect dialect_;
  ViewContent content_;
};

/// The grammar for queries of a dialect.
sql::Dialect grammar_of(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::sqlite: return sql::Dialect::sqlite;
    case sql::Dialect::postgresql:
    case sql::Dialect::redshift:
    case sql::Dialect::duckdb: return sql::Dialect::postgresql;
    default: return sql::Dialect::permissive;
  }
}

/// Whether all columns that `*` in the query means can be listed.
bool is_bounded(std::string_view query, const DatabaseDefinition &database) {
  constexpr std::size_t max_implied = std::size_t{1} << 20;
  std::size_t widest = 1;
  for (const TableDefinition &table : database.tables)
    widest = std::max(widest, table.columns.size());
  const auto stars = static_cast<std::size_t>(std::ranges::count(query, '*'));
  const auto joins = static_cast<std::size_t>(std::ranges::count(query, ',')) + 8;
  return stars * joins <= max_implied / widest;
}

}  // namespace

void DefinitionNames::update() {
  for (; known_ < database_->tables.size(); ++known_) {
    by_name_[lower_ascii(database_->tables[known_].name)].push_back(
        static_cast<std::uint32_t>(known_));
  }
}

std::optional<std::uint32_t> DefinitionNames::find_table(std::string_view schema,
                                                         std::string_view name) const {
  const auto found = by_name_.find(lower_ascii(name));
  if (found == by_name_.end()) return std::nullopt;
  std::optional<std::uint32_t> other;
  for (const std::uint32_t table : found->second) {
    const std::string &qualifier = database_->tables[table].qualifier;
    const bool same_schema =
        same_name(qualifier, schema) ||
        (qualifier.size() > schema.size() && !schema.empty() &&
         qualifier[qualifier.size() - schema.size() - 1] == '.' &&
         same_name(std::string_view(qualifier).substr(qualifier.size() - schema.size()), schema));
    if (same_schema) return table;
    // The default schema is left out of one of the two.
    const bool may_be_default =
        default_schema_.empty() || schema.empty() || same_name(schema, default_schema_);
    if (schema.empty() || (qualifier.empty() && may_be_default)) other = other.value_or(table);
  }
  return other;
}

ViewContent read_view(std::string_view query, sql::Dialect dialect,
                      const DatabaseDefinition &database, const DefinitionNames &names) {
  try {
    if (!is_bounded(query, database)) throw Error(ErrorCode::limit_exceeded, "too many columns");
    const SyntaxTree tree = sql::parse(query, {.dialect = grammar_of(dialect)});
    return ViewReader(tree, sql::bind(tree, names), database, dialect).read();
  } catch (const Error &) {
    // The text alone has to do.
  }
  ViewContent content;
  for (sql::DdlColumn &column : sql::select_list_columns(query, dialect)) {
    if (column.name.text.empty() || column.name.text == "*") continue;
    content.columns.push_back({stored_name(column.name, dialect), std::move(column.type.text), {}});
  }
  return content;
}

void add_origins(TableDefinition &view, const ViewContent &content) {
  if (content.columns.size() != view.columns.size()) return;
  for (std::size_t i = 0; i < view.columns.size(); ++i) {
    if (const auto &origin = content.columns[i].origin)
      view.origins.push_back({i, origin->first, origin->second});
  }
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
