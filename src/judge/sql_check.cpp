#include "sluice/judge/sql_check.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t longest_message = 300;

SqlCheck fault(SqlFault kind, std::string_view message, std::optional<std::size_t> offset = {}) {
  const std::string line = one_line(message);
  return {kind, std::string(clip_utf8(line, longest_message)), offset};
}

/// A schema in which every table has each name of the query as an additional column. If names have
/// the same meaning there as in the real schema, no hidden column can change it.
class CrowdedNames {
 public:
  CrowdedNames(const SqlNames &names, std::size_t tables, const sql::SyntaxTree &tree)
      : names_(names), added_(tables) {
    std::vector<std::string_view> used;
    for (std::uint32_t id = 1; id < tree.size(); ++id) {
      const sql::NodeKind kind = tree.kind(sql::NodeId(id));
      if (kind == sql::NodeKind::column || kind == sql::NodeKind::name)
        used.push_back(tree.text(sql::NodeId(id)));
    }
    for (std::uint32_t table = 0; table < tables; ++table) {
      for (const std::string_view name : used) {
        if (!has(table, name)) added_[table].push_back(name);
      }
    }
  }

  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const {
    return names_.find_table(schema, name);
  }
  std::string_view table_name(std::uint32_t table) const { return names_.table_name(table); }
  std::size_t column_count(std::uint32_t table) const {
    return names_.column_count(table) + added_[table].size();
  }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    const std::size_t own = names_.column_count(table);
    return column < own ? names_.column_name(table, column) : added_[table][column - own];
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return column < names_.column_count(table) ? names_.column_type(table, column) : "";
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t table) const {
    return names_.primary_key(table);
  }

 private:
  bool has(std::uint32_t table, std::string_view name) const {
    const auto columns = static_cast<std::uint32_t>(column_count(table));
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (same_name(column_name(table, column), name)) return true;
    }
    return false;
  }

  const SqlNames &names_;
  std::vector<std::vector<std::string_view>> added_;
};

bool is_same(const sql::Binding &a, const sql::Binding &b) {
  return a.meaning == b.meaning && a.source == b.source && a.table == b.table &&
         a.column == b.column;
}

/// Finds names that might mean something else to an engine that sees more than the user.
SqlCheck check_unmistakable(const sql::SyntaxTree &tree, const sql::Bindings &bindings,
                            const Database &visible, const SqlNames &names) {
  const CrowdedNames crowded(names, visible.tables().size(), tree);
  const sql::Bindings others = sql::bind(tree, crowded);
  const auto unclear = [&](sql::NodeId node) {
    return fault(SqlFault::name, "a name is not clear: write table.column for each",
                 tree[node].begin);
  };
  if (!others.problems().empty()) return unclear(others.problems().front().node);
  for (std::uint32_t id = 1; id < tree.size(); ++id) {
    const sql::NodeId node(id);
    if (tree.kind(node) == sql::NodeKind::column && !is_same(bindings[node], others[node]))
      return unclear(node);
  }
  const auto implied = bindings.implied();
  const auto other_implied = others.implied();
  for (std::size_t i = 0; i < std::max(implied.size(), other_implied.size()); ++i) {
    if (i >= implied.size()) return unclear(other_implied[i].node);
    if (i >= other_implied.size() || implied[i].source != other_implied[i].source ||
        implied[i].column != other_implied[i].column)
      return unclear(implied[i].node);
  }
  return {};
}

/// Table-valued functions that read nothing but their arguments.
bool reads_arguments_only(std::string_view function) {
  return same_name(function, "json_each") || same_name(function, "json_tree") ||
         same_name(function, "generate_series");
}

/// Finds constructs that read columns that the query does not name, or that names them as strings.
SqlCheck check_spelled_out(const sql::SyntaxTree &tree, const sql::Bindings &bindings,
                           const SqlNames &names) {
  const auto names_key = [&](const sql::Binding &binding, std::string_view name) {
    return binding.column != sql::no_position &&
           same_name(names.column_name(binding.table, binding.column), name);
  };
  for (std::uint32_t id = 1; id < tree.size(); ++id) {
    const sql::NodeId node(id);
    const bool is_list = tree.kind(tree.parent(node)) == sql::NodeKind::select_list;  // no count(*)
    if (tree.kind(node) == sql::NodeKind::star && is_list)
      return fault(SqlFault::name, "* is not taken here: name the columns", tree[node].begin);
    if (tree.kind(node) == sql::NodeKind::table_function && !reads_arguments_only(tree.text(node)))
      return fault(SqlFault::name, "no such table: " + std::string(tree.text(node)),
                   tree[node].begin);
    if (tree.kind(node) == sql::NodeKind::table &&
        tree.kind(tree.parent(node)) == sql::NodeKind::in)
      return fault(SqlFault::name, "IN takes a query here, and no table", tree[node].begin);
    if (tree.kind(node) != sql::NodeKind::column) continue;
    const sql::Binding &binding = bindings[node];
    if (binding.meaning == sql::Meaning::string)
      return fault(SqlFault::name, "no such column: " + std::string(tree.text(node)),
                   tree[node].begin);
    if (binding.meaning == sql::Meaning::rowid && !names_key(binding, tree.text(node)))
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
    : is_masked_(mask != nullptr), dialect_(dialect) {
  check_mask(mask, *catalog);
  visible_ = visible_part(*catalog, database, mask).database;
}

SqlCheck SqlChecker::check(std::string_view sql) const {
  sql::SyntaxTree tree;
  try {
    sql::parse(sql, tree, {.dialect = dialect_});
  } catch (const sql::SyntaxError &error) {
    return fault(SqlFault::syntax, "syntax error: " + error.message(), error.offset());
  }
  if (!sql::is_query(tree.kind(tree.root())))
    return fault(SqlFault::not_query, "is no query: expected SELECT");  // wording: allowed
  const SqlNames names(*visible_, SqlNames::FamilyNames::members);
  const sql::Bindings bindings = sql::bind(tree, names);
  if (!bindings.problems().empty()) {
    const sql::BindProblem &first = bindings.problems().front();
    return fault(SqlFault::name, first.message, tree[first.node].begin);
  }
  if (!is_masked_) return {};

  SqlCheck spelled_out = check_spelled_out(tree, bindings, names);
  if (!spelled_out.passed()) return spelled_out;
  return check_unmistakable(tree, bindings, *visible_, names);
}

SqlCheck run_checked(AnyExecutor &executor, std::string_view sql, RowVisitor visit,
                     std::vector<std::string> *column_names) {
  QueryOutcome outcome = executor.run(sql, visit);
  if (column_names != nullptr) *column_names = std::move(outcome.column_names);
  if (outcome.finished() || outcome.end == QueryEnd::abandoned) return {};
  return fault(SqlFault::execution,
               outcome.message.empty() ? std::string(name_of(outcome.end)) : outcome.message);
}

}  // namespace sluice::inline v0
