#include "view_columns.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

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
constexpr std::size_t max_tables_with_fields = 16;

class ViewReader {
 public:
  ViewReader(const SyntaxTree &tree, const Bindings &bindings, const DatabaseDefinition &database,
             const DefinitionNames &names, sql::Dialect dialect)
      : tree_(tree), bindings_(bindings), database_(database), names_(names), dialect_(dialect) {}

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
        const NodeId part = without_parentheses(child);
        if (is_query(tree_.kind(part))) {
          first = part;
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

  NodeId without_parentheses(NodeId node) const {
    for (int step = 0; step < max_steps; ++step) {
      if (tree_.kind(node) != NodeKind::subquery && tree_.kind(node) != NodeKind::paren) break;
      node = tree_.first_child(node);
    }
    return node;
  }

  void add_item(NodeId item) {
    ViewColumn column;
    NodeId expression = item;
    const NodeId first = tree_.first_child(item);
    if (dialect_ == sql::Dialect::sqlserver && tree_.kind(item) == NodeKind::binary &&
        tree_[item].as<sql::Operator>() == sql::Operator::equal &&
        tree_.kind(first) == NodeKind::column) {  // SELECT alias = expression
      expression = tree_.next_sibling(first);
      column.name = written_name(first);
    } else if (tree_.kind(item) == NodeKind::aliased) {
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
        // A field belongs to its column.
        if (database_.tables[implied.table].columns[implied.column].nested) continue;
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
  void describe(NodeId expression, ViewColumn &column) {
    if (tree_.kind(expression) == NodeKind::cast) {
      const NodeId type = tree_.child(expression, NodeKind::type);
      if (type != sql::no_node) column.type = tree_.source_of(type);
      return;
    }
    if (const auto source = table_column(expression)) {
      set_origin(column, source->first, source->second);
    } else if (const auto field = nested_field(expression)) {
      set_origin(column, field->first, field->second);
    }
  }

  /// The field that an expression such as `address.city` or `t.address.city` names.
  std::optional<std::pair<std::size_t, std::size_t>> nested_field(NodeId expression) {
    if (tree_.kind(expression) != NodeKind::column) return std::nullopt;
    if (bindings_[expression].meaning != Meaning::unknown) return std::nullopt;
    std::string path;
    for (const NodeId part : tree_.children(expression))
      path += std::string(tree_.text(part)) + '.';
    const std::size_t first_dot = path.find('.');
    if (first_dot == path.npos) return std::nullopt;
    path += tree_.text(expression);
    if (!sources_) sources_ = tables_read();
    for (const std::uint32_t table : *sources_) {
      auto field = names_.find_field(table, path);
      if (!field) field = names_.find_field(table, std::string_view(path).substr(first_dot + 1));
      if (field) return std::pair<std::size_t, std::size_t>{table, *field};
    }
    return std::nullopt;
  }

  /// The first tables that the query reads.
  std::vector<std::uint32_t> tables_read() const {
    std::vector<std::uint32_t> tables;
    for (std::size_t i = 1; i < tree_.size() && tables.size() < max_tables_with_fields; ++i) {
      const NodeId node(i);
      if (tree_.kind(node) != NodeKind::table) continue;
      const std::uint32_t table = bindings_.source(node).table;
      if (table != sql::no_position && std::ranges::find(tables, table) == tables.end())
        tables.push_back(table);
    }
    return tables;
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
  const DefinitionNames &names_;
  sql::Dialect dialect_;
  ViewContent content_;
  std::optional<std::vector<std::uint32_t>> sources_;  // if they were needed
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

/// nullopt if the grammar does not have the query.
std::optional<ViewContent> read_parsed(std::string_view query, sql::Dialect grammar,
                                       sql::Dialect dialect, const DatabaseDefinition &database,
                                       const DefinitionNames &names) {
  if (query.empty() || !is_bounded(query, database)) return std::nullopt;
  try {
    const SyntaxTree tree = sql::parse(query, {.dialect = grammar});
    return ViewReader(tree, sql::bind(tree, names), database, names, dialect).read();
  } catch (const Error &) {
    return std::nullopt;
  }
}

/// BigQuery quotes paths as a whole: `project.dataset.table` becomes `project`.`dataset`.`table`.
std::string with_split_paths(std::string_view query) {
  std::string split;
  char quote = 0;  // that is open
  for (std::size_t i = 0; i < query.size(); ++i) {
    const char c = query[i];
    if (quote != 0 && quote != '`' && c == '\\' && i + 1 < query.size()) {
      split += c;
      split += query[++i];
      continue;
    }
    if (quote == 0 ? c == '`' || c == '\'' || c == '"' : c == quote) quote = quote == 0 ? c : 0;
    if (quote == '`' && c == '.') {
      split += "`.`";
    } else {
      split += c;
    }
  }
  return split;
}

/// How many columns have a type or an origin.
std::size_t known_columns(const ViewContent &content) {
  return static_cast<std::size_t>(
      std::ranges::count_if(content.columns, [](const ViewColumn &column) {
        return column.origin || !column.type.empty();
      }));
}

/// `*` comes first, so the first column of each name is left out.
void leave_out(ViewContent &content, std::span<const sql::NamePart> columns) {
  std::unordered_set<std::string> names;
  for (const sql::NamePart &column : columns) names.insert(lower_ascii(column.text));
  std::erase_if(content.columns, [&](const ViewColumn &column) {
    return names.erase(lower_ascii(column.name)) > 0;
  });
}

}  // namespace

ViewContent read_view(std::string_view query, sql::Dialect dialect,
                      const DatabaseDefinition &database, const DefinitionNames &names) {
  std::string split;
  if (dialect == sql::Dialect::bigquery) {
    split = with_split_paths(query);
    query = split;
  }
  const std::string standard = sql::standard_query(query, dialect);
  std::optional<ViewContent> best =
      read_parsed(standard, grammar_of(dialect), dialect, database, names);
  if (best && best->is_complete) return std::move(*best);
  const auto consider = [&](std::optional<ViewContent> other) {
    if (other && (!best || known_columns(*other) > known_columns(*best))) best = std::move(other);
  };
  if (standard != query)
    consider(read_parsed(query, grammar_of(dialect), dialect, database, names));
  const sql::QueryOutline outline = sql::query_outline(query, dialect);
  auto outlined = read_parsed(outline.text, sql::Dialect::permissive, dialect, database, names);
  if (outlined) leave_out(*outlined, outline.left_out);
  consider(std::move(outlined));
  if (best) return std::move(*best);
  // The text alone has to do.
  ViewContent content;
  for (sql::DdlColumn &column : sql::select_list_columns(query, dialect)) {
    if (column.name.text.empty() || column.name.text == "*") continue;
    content.columns.push_back({stored_name(column.name, dialect), std::move(column.type.text), {}});
  }
  return content;
}

}  // namespace sluice::inline v0::schema_detail
