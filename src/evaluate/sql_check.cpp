#include "sluice/evaluate/sql_check.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"

namespace sluice {
namespace {

constexpr std::size_t longest_message = 300;

SqlCheck fault(SqlFault kind, std::string_view message, std::optional<std::size_t> offset = {}) {
  const std::string line = one_line(message);
  return {kind, std::string(clip_utf8(line, longest_message)), offset};
}

/// Tables and columns that the mask shows, by position.
using Shown = std::vector<std::vector<std::uint8_t>>;

Shown shown_of(const Catalog &catalog, DatabaseId database, const Mask &mask) {
  Shown shown;
  for (const TableId table : catalog.tables(database)) {
    std::vector<std::uint8_t> &columns = shown.emplace_back();
    for (const ColumnId column : catalog.columns(table)) columns.push_back(mask.visible(column));
    columns.push_back(mask.visible(table));  // one more: the table itself
  }
  return shown;
}

bool is_shown(const Shown &shown, std::uint32_t table, std::uint32_t column) {
  const std::vector<std::uint8_t> &columns = shown[table];
  return columns[column == sql::no_position ? columns.size() - 1 : column] != 0;
}

/// Names alone: keys bind nothing but row numbers.
std::shared_ptr<const Database> without_keys(const Database &database) {
  DatabaseDefinition definition = database.definition();
  for (TableDefinition &table : definition.tables) table.primary_key.clear();
  definition.foreign_keys.clear();
  return Database::make(std::move(definition));
}

/// What would read columns that the query does not name, or name them in the guise of strings.
SqlCheck check_spelled_out(const sql::SyntaxTree &tree, const sql::Bindings &bindings) {
  for (std::uint32_t id = 1; id < tree.size(); ++id) {
    const sql::NodeId node(id);
    const bool is_list = tree.kind(tree.parent(node)) == sql::NodeKind::select_list;  // no count(*)
    if (tree.kind(node) == sql::NodeKind::star && is_list)
      return fault(SqlFault::name, "* is not taken here: name the columns", tree[node].begin);
    if (tree.kind(node) != sql::NodeKind::column) continue;
    const sql::Binding &binding = bindings[node];
    if (binding.meaning == sql::Meaning::string)
      return fault(SqlFault::name, "no such column: " + std::string(tree.text(node)),
                   tree[node].begin);
    if (binding.meaning == sql::Meaning::rowid)
      return fault(SqlFault::name, "row numbers are not taken here: name the columns",
                   tree[node].begin);
  }
  for (const sql::ImpliedColumn &implied : bindings.implied()) {
    if (tree.kind(implied.node) == sql::NodeKind::join)
      return fault(SqlFault::name, "NATURAL JOIN is not taken here: name the columns",
                   tree[implied.node].begin);
  }
  return {};
}

}  // namespace

std::string_view name_of(SqlFault fault) noexcept {
  switch (fault) {
    case SqlFault::none: return "none";
    case SqlFault::missing: return "missing";
    case SqlFault::refused: return "refused";
    case SqlFault::cut: return "cut";
    case SqlFault::syntax: return "syntax";
    case SqlFault::not_query: return "not_query";
    case SqlFault::name: return "name";
    case SqlFault::execution: return "execution";
  }
  return "unknown";
}

SqlChecker::SqlChecker(std::shared_ptr<const Catalog> catalog, DatabaseId database,
                       const Mask *mask, sql::Dialect dialect)
    : database_(catalog->share(database)), visible_(database_), dialect_(dialect) {
  check_mask(mask, *catalog);
  if (mask == nullptr) return;
  is_visible_ = shown_of(*catalog, database, *mask);
  visible_ = without_keys(*visible_database(*catalog, database, *mask));
}

SqlCheck SqlChecker::check(std::string_view sql) const {
  sql::SyntaxTree tree;
  try {
    sql::parse(sql, tree, {.dialect = dialect_});
  } catch (const sql::SyntaxError &error) {
    return fault(SqlFault::syntax, "syntax error: " + error.message(), error.offset());
  }
  if (!sql::is_query(tree.kind(tree.root())))
    return fault(SqlFault::not_query, "is no query: expected SELECT");
  const SqlNames names(*visible_);
  const sql::Bindings bindings = sql::bind(tree, names);
  if (!bindings.problems().empty()) {
    const sql::BindProblem &first = bindings.problems().front();
    return fault(SqlFault::name, first.message, tree[first.node].begin);
  }
  if (is_visible_.empty()) return {};

  SqlCheck spelled_out = check_spelled_out(tree, bindings);
  if (!spelled_out.passed()) return spelled_out;
  // The engine binds names to all that is there: that has to be the same.
  const SqlNames all_names(*database_);
  const sql::Bindings all = sql::bind(tree, all_names);
  const std::vector<sql::ColumnRead> reads = sql::reads(tree, all);
  const bool is_same =
      all.problems().empty() && std::ranges::all_of(reads, [this](const sql::ColumnRead &read) {
        return is_shown(is_visible_, read.table, read.column);
      });
  if (!is_same) return fault(SqlFault::name, "a name is not clear: write table.column for each");
  return {};
}

SqlCheck run_checked(AnyExecutor &executor, std::string_view sql, RowVisitor visit,
                     std::vector<std::string> *column_names) {
  QueryOutcome outcome = executor.run(sql, visit);
  if (column_names != nullptr) *column_names = std::move(outcome.column_names);
  if (outcome.finished() || outcome.end == QueryEnd::abandoned) return {};
  return fault(SqlFault::execution,
               outcome.message.empty() ? std::string(name_of(outcome.end)) : outcome.message);
}

}  // namespace sluice
