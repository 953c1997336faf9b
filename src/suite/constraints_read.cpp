#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0 {
namespace {

using sql::NodeId;
using sql::NodeKind;

/// With fewer rows, nothing is inferred about a column.
constexpr std::int64_t min_informative_rows = 20;
/// Number of values of one column that are read to determine its shape.
constexpr std::int64_t max_shapes_read = 5000;

std::optional<std::uint32_t> find_column(const Table &table, std::string_view name) {
  for (std::uint32_t column = 0; column < table.columns.size(); ++column) {
    if (same_name(table.columns[column].name, name)) return column;
  }
  return std::nullopt;
}

template <class Visit>
void ask(SqliteConnection &connection, const std::string &sql, Visit visit) {
  connection.query(sql, {}, [&visit](const SqliteRow &row) {
    visit(row);
    return true;
  });
}

/// Columns of each unique index that is neither partial nor on an expression.
std::vector<std::vector<std::uint32_t>> unique_indexes(SqliteConnection &connection,
                                                       const Table &table) {
  std::vector<std::string> names;
  ask(connection, fmt::format("PRAGMA main.index_list({})", sql::quote_name(table.name)),
      [&](const SqliteRow &row) {
        enum Field { name = 1, unique = 2, origin = 3, partial = 4 };
        if (row.integer(unique) != 0 && row.integer(partial) == 0 && row.text(origin) != "pk") {
          names.emplace_back(row.text(name));
        }
      });
  std::vector<std::vector<std::uint32_t>> indexes;
  for (auto name = names.rbegin(); name != names.rend();
       ++name) {  // SQLite lists the last one first
    std::vector<std::uint32_t> columns;
    bool plain = true;
    ask(connection, fmt::format("PRAGMA main.index_info({})", sql::quote_name(*name)),
        [&](const SqliteRow &row) {
          if (row.is_null(2)) {  // an expression
            plain = false;
          } else if (const auto column = find_column(table, row.text(2))) {
            columns.push_back(*column);
          } else {
            plain = false;
          }
        });
    if (plain && !columns.empty()) indexes.push_back(std::move(columns));
  }
  return indexes;
}

}  // namespace

Constraints Constraints::declared(std::shared_ptr<const Database> schema,
                                  SqliteConnection &connection) {
  Constraints constraints(std::move(schema));
  const auto tables = constraints.schema_->tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    ask(connection, fmt::format("PRAGMA main.table_xinfo({})", sql::quote_name(tables[table].name)),
        [&](const SqliteRow &row) {
          constexpr std::size_t name = 1, not_null = 3, hidden = 6;
          const auto column = find_column(tables[table], row.text(name));
          if (!column) return;
          if (row.integer(not_null) != 0)
            constraints.set_not_null(table, *column, Origin::declared);
          constraints.columns_[tables[table].first_column + *column].computed =
              row.integer(hidden) >= 2;
        });
    for (std::vector<std::uint32_t> &columns : unique_indexes(connection, tables[table])) {
      constraints.add_key({table, std::move(columns), false, Origin::declared});
    }
    connection.query("SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
                     {tables[table].name}, [&](const SqliteRow &row) {
                       constraints.read_definition(table, row.text(0));
                       return false;
                     });
  }
  constraints.settle();
  return constraints;
}

/// Reads what no PRAGMA reports: CHECKs, collations, expressions of generated columns.
void Constraints::read_definition(std::uint32_t position, std::string_view sql) {
  sql::SyntaxTree tree;
  try {
    sql::parse(sql, tree);
  } catch (const Error &) {
    return;  // SQLite accepts slightly more syntax; keys and NOT NULL are known already
  }
  if (tree.kind(tree.root()) != NodeKind::create_table) return;
  const Table &table = schema_->tables()[position];
  const auto printed = [&tree](NodeId constraint) {
    return sql::print(tree, tree.first_child(constraint));
  };
  const auto read = [&](NodeId constraint, std::optional<std::uint32_t> column) {
    switch (tree[constraint].as<sql::Constraint>()) {
      case sql::Constraint::check:
        checks_.push_back({position, printed(constraint), Origin::declared});
        return;
      case sql::Constraint::collate:
        if (column && same_name(tree.text(tree.first_child(constraint)), "nocase")) {
          columns_[table.first_column + *column].no_case = true;
          column_extras_[table.first_column + *column] += " COLLATE NOCASE";
        }
        return;
      case sql::Constraint::generated:
        if (column) {
          column_extras_[table.first_column + *column] +=
              fmt::format(" GENERATED ALWAYS AS ({}){}", printed(constraint),
                          tree[constraint].has(sql::flag::stored) ? " STORED" : "");
        }
        return;
      default: return;
    }
  };
  for (const NodeId child : tree.children(tree.root())) {
    if (tree.kind(child) == NodeKind::constraint) read(child, std::nullopt);
    if (tree.kind(child) != NodeKind::column_definition) continue;
    const auto column = find_column(table, tree.text(child));
    for (const NodeId constraint : tree.children(child)) {
      if (tree.kind(constraint) == NodeKind::constraint) read(constraint, column);
    }
  }
}

Constraints Constraints::of_file(const std::string &path, bool mined) {
  SqliteConnection connection = SqliteConnection::from_image(SqliteImage::load(path));
  Constraints constraints = declared(load_sqlite(path, {.samples = 0}), connection);
  if (mined) constraints.mine(connection);
  return constraints;
}

void Constraints::mine(SqliteConnection &connection) {
  const auto tables = schema_->tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    const std::string name = sql::quote_name(tables[table].name);
    for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column) {
      ColumnConstraint &facts = columns_[tables[table].first_column + column];
      const std::string value = "t." + sql::quote_name(tables[table].columns[column].name);
      std::int64_t rows = 0, filled = 0, distinct = 0, numbers = 0;
      ask(connection,
          fmt::format("SELECT count(*), count({0}), count(DISTINCT {0}), "
                      "ifnull(sum(typeof({0}) IN ('integer', 'real')), 0), min({0}), max({0}) "
                      "FROM main.{1} AS t",
                      value, name),
          [&](const SqliteRow &row) {
            rows = row.integer(0);
            filled = row.integer(1);
            distinct = row.integer(2);
            numbers = row.integer(3);
            if (numbers > 0 && numbers == filled) {
              const auto least = number_in(row.text(4)), greatest = number_in(row.text(5));
              if (least && greatest) facts.range = {*least, *greatest};
            }
          });
      if (rows == 0) continue;
      if (filled == rows) set_not_null(table, column, Origin::mined);
      if (filled == distinct && filled >= min_informative_rows) {
        add_key({table, {column}, false, Origin::mined});
      }
      if (numbers > 0 || filled < min_informative_rows) continue;
      std::string shape;
      bool one = true;
      ask(connection,
          fmt::format("SELECT DISTINCT {0} FROM main.{1} AS t WHERE typeof({0}) = 'text' "
                      "AND length({0}) < 100 LIMIT {2}",
                      value, name, max_shapes_read),
          [&](const SqliteRow &row) {
            const std::string found = shape_of(row.text(0));
            one = one && (shape.empty() || shape == found);
            shape = found;
          });
      // A shape without digits says little about other values.
      if (one && shape.find('9') != shape.npos) facts.shape = shape;
    }
  }
  settle();
}

// ---- inferring -------------------------------------------------------------------------------

namespace {

using TableColumn = std::pair<std::uint32_t, std::uint32_t>;

std::optional<TableColumn> column_of(const sql::SyntaxTree &tree, const sql::Bindings &bindings,
                                     NodeId node) {
  while (tree.kind(node) == NodeKind::paren) node = tree.first_child(node);
  if (tree.kind(node) != NodeKind::column) return std::nullopt;
  const sql::Binding &binding = bindings[node];
  if (binding.meaning != sql::Meaning::column) return std::nullopt;
  return TableColumn{binding.table, binding.column};
}

/// Pairs of columns that a query compares for equality.
std::vector<std::pair<TableColumn, TableColumn>> joins_of(const sql::SyntaxTree &tree,
                                                          const sql::Bindings &bindings) {
  std::vector<std::pair<TableColumn, TableColumn>> joins;
  for (const NodeId node : sql::nodes_of(tree)) {
    if (tree.kind(node) != NodeKind::binary ||
        tree[node].as<sql::Operator>() != sql::Operator::equal) {
      continue;
    }
    const auto left = column_of(tree, bindings, tree.first_child(node));
    const auto right = column_of(tree, bindings, tree.next_sibling(tree.first_child(node)));
    if (left && right && left->first != right->first) joins.emplace_back(*left, *right);
  }
  // Two consecutive columns of the same node are a pair that USING or NATURAL compares.
  const auto implied = bindings.implied();
  for (std::size_t i = 1; i < implied.size(); ++i) {
    const sql::ImpliedColumn &a = implied[i - 1], &b = implied[i];
    if (a.node != b.node || tree.kind(a.node) == NodeKind::star) continue;
    if (a.table == sql::no_position || b.table == sql::no_position || a.table == b.table) continue;
    joins.emplace_back(TableColumn{a.table, a.column}, TableColumn{b.table, b.column});
  }
  return joins;
}

}  // namespace

void Constraints::infer(std::span<const std::string> golds) {
  const auto is_key = [this](TableColumn column) {
    return std::any_of(keys_.begin(), keys_.end(), [&](const KeyConstraint &key) {
      return key.table == column.first && key.columns.size() == 1 &&
             key.columns[0] == column.second;
    });
  };
  const auto joined = [this](TableColumn a, TableColumn b) {
    return std::any_of(references_.begin(), references_.end(), [&](const ReferenceConstraint &r) {
      for (std::size_t i = 0; i < r.columns.size(); ++i) {
        const TableColumn from{r.table, r.columns[i]};
        const TableColumn to{r.referenced_table, r.referenced_columns[i]};
        if ((from == a && to == b) || (from == b && to == a)) return true;
      }
      return false;
    });
  };
  const auto refers = [this](TableColumn column) {
    return std::any_of(references_.begin(), references_.end(), [&](const ReferenceConstraint &r) {
      return r.table == column.first &&
             std::find(r.columns.begin(), r.columns.end(), column.second) != r.columns.end();
    });
  };
  const SqlNames names(*schema_);
  sql::SyntaxTree tree;
  for (const std::string &gold : golds) {
    try {
      sql::parse(gold, tree);
    } catch (const Error &) {
      continue;
    }
    const sql::Bindings bindings = sql::bind(tree, names);
    for (auto [from, to] : joins_of(tree, bindings)) {
      if (is_key(from) && (!is_key(to) || from < to)) std::swap(from, to);
      if (!is_key(to) || joined(from, to) || refers(from)) continue;
      references_.push_back({from.first, {from.second}, to.first, {to.second}, Origin::inferred});
    }
  }
  settle();
}

}  // namespace sluice::inline v0
