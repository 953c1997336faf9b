#ifndef SLUICE_SRC_SQL_BIND_BINDER_HPP
#define SLUICE_SRC_SQL_BIND_BINDER_HPP

/// Resolves the names of a query. The definitions are in binder.cpp (steps, statements and common
/// tables), bind_queries.cpp, bind_sources.cpp (FROM) and bind_columns.cpp.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scope.hpp"
#include "sluice/sql/bind.hpp"

namespace sluice::inline v0::sql {

/// Visits the queries from the outermost inwards, with the scopes around each.
///
/// Does not recurse, because queries may nest deeply: work that depends on an inner query becomes a
/// later step. A function that returns whether it is done has added steps for the remaining work if
/// it returns false.
class Binder {
 public:
  Binder(const SyntaxTree &tree, const AnyNames &names) : tree_(tree), names_(names) {
    bindings_.columns_.resize(tree.size());
    bindings_.sources_.resize(tree.size());
  }

  Bindings bind() &&;

 private:
  enum class Task : std::uint8_t {
    statement,
    query,
    compound_ordering,
    results,       // from `id` on
    add_result,    // `id`
    name_results,  // from here on, aliases in the select list `id` are visible
    set_outer,
    sources,  // from `id` on
    join,     // the join of the source at `position`
    table,
    derived,
    derived_join,  // the sources in parentheses are those of `outer`
    conditions,
    expression,          // `id`, from `at` on
    common_table,        // the common table at `position`
    common_table_bound,  // the common table at `position`
  };
  /// Work that remains to be done. Each task uses some of these members.
  struct Step {
    Task task{};
    NodeId id{};
    NodeId at{};
    std::size_t position = 0;
    Scope *scope = nullptr;
    Scope *outer = nullptr;
    CommonTables *tables = nullptr;
    Relation *out = nullptr;
  };

  /// Adds a step. Steps that one function adds run in the order in which it adds them.
  void later(const Step &step) { steps_.push_back(step); }

  void take(const Step &step);
  void later_expression(NodeId id, Scope &scope, CommonTables *tables);
  Scope &new_scope(Scope *outer);

  // Statements

  void statement(NodeId id, Scope *outer, CommonTables *tables);
  void insert(NodeId id, Scope *outer, CommonTables *tables);
  void change(NodeId id, Scope *outer, CommonTables *tables);

  // Common tables

  /// Adds the tables of a statement's WITH, if there is one, to `tables`. Returns the child after
  /// it.
  NodeId open_with(NodeId statement, Scope *outer, CommonTables *&tables);

  /// Binds the common tables that nothing refers to.
  void close_with(CommonTables &own);
  void bind_common_table(CommonTables &tables, std::size_t position);

  /// Finds the common table of that name, and sets `tables` to the WITH that contains it.
  CommonTable *find_common_table(std::string_view name, CommonTables *&tables) const;

  // Queries

  /// The results are added to `out`, unless it is nullptr.
  void query(NodeId id, Scope *outer, CommonTables *tables, Relation *out);
  void values(NodeId row, Scope *outer, CommonTables *tables, Relation *out);

  /// Binds the terms from left to right. ORDER BY may refer to results of any term; the first match
  /// wins.
  void compound(NodeId left, Scope *outer, CommonTables *tables, Relation *out);
  void compound_ordering(NodeId ordering, CommonTables *tables);

  /// Copies the bindings between two equal subtrees.
  void copy_meanings(NodeId from, NodeId to);
  NodeId skip_collations(NodeId id) const;
  void select(NodeId id, Scope *outer, CommonTables *tables, Relation *out);
  void later_results(NodeId list, Scope &scope, CommonTables *tables, Relation *out);

  /// Binds a select list, starting at one of its results, and adds the results to `out`.
  void results(NodeId result, Scope &scope, CommonTables *tables, Relation *out);
  void add_result(Relation &relation, NodeId result) const;
  std::string_view name_of_result(NodeId value) const;
  void add_result(Relation &relation, std::string_view name, NodeId expression) const;
  void star(NodeId id, const Scope &scope, Relation *out);

  // Sources

  std::size_t column_count(const Source &source) const;
  std::string_view column_name(const Source &source, std::uint32_t column) const;
  std::optional<std::uint32_t> find_column(const Source &source, std::string_view name) const;

  /// Whether the join of a source shares a column of that name with the sources to its left.
  bool shares(const Scope &scope, const Source &source, std::string_view name) const;
  void later_sources(Scope &scope, NodeId list, CommonTables *tables);

  /// Adds the sources of a list, starting at one of its items. Returns whether it is done.
  bool sources(Scope &scope, NodeId item, CommonTables *tables);

  /// Adds one source, or the sources in parentheses. Returns whether it is done.
  bool source(Scope &scope, NodeId id, CommonTables *tables);
  void add_derived_join(Scope &scope, NodeId id, const Scope &inner);
  void add_derived(Scope &scope, NodeId id, const Relation &relation);

  /// Adds a table, after binding the common table that it may refer to. Returns whether it is done.
  bool add_table(Scope &scope, NodeId id, CommonTables *tables);

  /// Marks the columns that a join's NATURAL or USING shares; the source that it adds is at
  /// `first`.
  void join(Scope &scope, NodeId id, std::size_t first);
  void share(const Scope &scope, std::size_t right, NodeId node, std::string_view name,
             NodeId asked);
  void imply(NodeId node, const Source &source, std::uint32_t column);

  /// Binds ON conditions and arguments of table functions, which see the whole FROM clause.
  void conditions(NodeId list, Scope &scope, CommonTables *tables);

  // Expressions

  /// Binds an expression, starting at one of its nodes, up to its first query. Returns whether it
  /// is done.
  bool expression(NodeId id, NodeId at, Scope &scope, CommonTables *tables);
  void column(NodeId id, const Scope &innermost);

  /// Counts the sources of one scope that have the column, and binds to the one that SQLite
  /// chooses.
  std::size_t find_in(const Scope &scope, std::string_view schema, std::string_view qualifier,
                      std::string_view name, Binding &binding) const;
  void bind_to(Binding &binding, const Source &source, std::uint32_t column) const;

  /// Binds a name to a result, by its alias or else by the name of the column that it is.
  bool bind_to_result(NodeId id, NodeId list, bool by_alias);

  /// A source whose columns are unknown may have a column of that name.
  bool bind_to_open_source(NodeId id, const Scope &innermost, std::string_view qualifier);
  void problem(ProblemKind kind, NodeId node, std::string message);

  const SyntaxTree &tree_;
  const AnyNames &names_;
  Bindings bindings_;
  std::vector<Step> steps_;  // the next one on top
  std::deque<Relation> relations_;
  std::forward_list<Scope> scopes_;
  std::forward_list<CommonTables> common_tables_;
  Scope nowhere_;  // a scope in which no name has a meaning
};

}  // namespace sluice::inline v0::sql

#endif
