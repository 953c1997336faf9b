#include "sluice/sql/bind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <optional>
#include <utility>

#include "scope.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {
namespace {

bool is_row_number(std::string_view name) noexcept {
  return same_name(name, "rowid") || same_name(name, "oid") || same_name(name, "_rowid_");
}

/// The INTEGER PRIMARY KEY, which is an alias of the row number.
std::uint32_t row_number_of(const AnyNames &names, std::uint32_t table) {
  const auto key = names.primary_key(table);
  if (key.size() != 1 || !same_name(names.column_type(table, key[0]), "integer"))
    return no_position;
  return key[0];
}

}  // namespace

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

  Bindings bind() && {
    if (tree_.root() != no_node) later({.task = Task::statement, .id = tree_.root()});
    while (!steps_.empty()) {
      const Step step = steps_.back();
      steps_.pop_back();
      const auto before = static_cast<std::ptrdiff_t>(steps_.size());
      take(step);
      std::reverse(steps_.begin() + before, steps_.end());  // the first one on top
    }
    return std::move(bindings_);
  }

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

  void take(const Step &step) {
    switch (step.task) {
      case Task::statement: return statement(step.id, step.outer, step.tables);
      case Task::query: return query(step.id, step.outer, step.tables, step.out);
      case Task::compound_ordering: return compound_ordering(step.id, step.tables);
      case Task::results: return results(step.id, *step.scope, step.tables, step.out);
      case Task::add_result: return add_result(*step.out, step.id);
      case Task::name_results: step.scope->results = step.id; return;
      case Task::set_outer: step.scope->outer = step.outer; return;
      case Task::sources: static_cast<void>(sources(*step.scope, step.id, step.tables)); return;
      case Task::join: return join(*step.scope, step.id, step.position);
      case Task::table: static_cast<void>(add_table(*step.scope, step.id, step.tables)); return;
      case Task::derived: return add_derived(*step.scope, step.id, *step.out);
      case Task::derived_join: return add_derived_join(*step.scope, step.id, *step.outer);
      case Task::conditions: return conditions(step.id, *step.scope, step.tables);
      case Task::expression:
        static_cast<void>(expression(step.id, step.at, *step.scope, step.tables));
        return;
      case Task::common_table: return bind_common_table(*step.tables, step.position);
      case Task::common_table_bound:
        step.tables->tables[step.position].state = CommonTableState::bound;
        return;
    }
  }

  void later_expression(NodeId id, Scope &scope, CommonTables *tables) {
    later({.task = Task::expression, .id = id, .at = id, .scope = &scope, .tables = tables});
  }

  Scope &new_scope(Scope *outer) {
    Scope &scope = scopes_.emplace_front();
    scope.outer = outer;
    return scope;
  }

  // Statements

  void statement(NodeId id, Scope *outer, CommonTables *tables) {
    switch (tree_.kind(id)) {
      case NodeKind::select:
      case NodeKind::compound:
      case NodeKind::values:
      case NodeKind::subquery: return query(id, outer, tables, nullptr);
      case NodeKind::explain:
        return later({.task = Task::statement,
                      .id = tree_.first_child(id),
                      .outer = outer,
                      .tables = tables});
      case NodeKind::insert_statement: return insert(id, outer, tables);
      case NodeKind::update_statement:
      case NodeKind::delete_statement: return change(id, outer, tables);
      case NodeKind::create_table:
      case NodeKind::create_view:
        for (const NodeId child : tree_.children(id)) {
          if (is_query(tree_.kind(child)))
            later({.task = Task::query, .id = child, .outer = outer, .tables = tables});
        }
        return;
      default: return;
    }
  }

  void insert(NodeId id, Scope *outer, CommonTables *tables) {
    CommonTables *const around = tables;
    NodeId child = open_with(id, outer, tables);
    Scope &scope = new_scope(outer);
    static_cast<void>(add_table(scope, child, nullptr));
    const Source target = scope.sources.back();
    for (child = tree_.next_sibling(child); child != no_node; child = tree_.next_sibling(child)) {
      switch (tree_.kind(child)) {
        case NodeKind::name_list: break;
        case NodeKind::upsert: {
          Scope &both = new_scope(outer);
          both.sources = scope.sources;
          Source &excluded = both.sources.emplace_back(target);
          excluded.name = "excluded";
          excluded.node = child;
          later_expression(child, both, tables);
          break;
        }
        case NodeKind::returning: later_results(child, scope, tables, nullptr); break;
        default: later({.task = Task::query, .id = child, .outer = outer, .tables = tables});
      }
    }
    if (tables != around) close_with(*tables);
  }

  void change(NodeId id, Scope *outer, CommonTables *tables) {
    CommonTables *const around = tables;
    NodeId child = open_with(id, outer, tables);
    Scope &scope = new_scope(outer);
    static_cast<void>(add_table(scope, child, nullptr));
    const NodeId from = tree_.child(id, NodeKind::from);
    if (from != no_node) later_sources(scope, from, tables);
    for (child = tree_.next_sibling(child); child != no_node; child = tree_.next_sibling(child)) {
      if (tree_.kind(child) == NodeKind::returning) {
        later_results(child, scope, tables, nullptr);
      } else if (tree_.kind(child) == NodeKind::from) {
        later({.task = Task::conditions, .id = child, .scope = &scope, .tables = tables});
      } else {
        later_expression(child, scope, tables);
      }
    }
    if (tables != around) close_with(*tables);
  }

  // Common tables

  /// Adds the tables of a statement's WITH, if there is one, to `tables`. Returns the child after
  /// it.
  NodeId open_with(NodeId statement, Scope *outer, CommonTables *&tables) {
    const NodeId first = tree_.first_child(statement);
    if (first == no_node || tree_.kind(first) != NodeKind::with) return first;
    CommonTables &own = common_tables_.emplace_front();
    own.scope = outer;
    own.outer = tables;
    for (const NodeId child : tree_.children(first)) {
      CommonTable &table = own.tables.emplace_back();
      table.node = child;
      table.name = tree_.text(child);
    }
    tables = &own;
    return tree_.next_sibling(first);
  }

  /// Binds the common tables that nothing refers to.
  void close_with(CommonTables &own) {
    for (std::size_t i = 0; i < own.tables.size(); ++i)
      later({.task = Task::common_table, .position = i, .tables = &own});
  }

  void bind_common_table(CommonTables &tables, std::size_t position) {
    CommonTable &table = tables.tables[position];
    if (table.state != CommonTableState::unbound) return;
    table.state = CommonTableState::binding;
    table.relation.names = tree_.child(table.node, NodeKind::name_list);
    const NodeId body = tree_.last_child(table.node);
    Step step{.task = Task::query, .id = body, .outer = tables.scope, .tables = &tables};
    if (is_query(tree_.kind(body)) || tree_.kind(body) == NodeKind::subquery) {
      step.out = &table.relation;
    } else {
      table.relation.open = true;
      step.task = Task::statement;
    }
    later(step);
    later({.task = Task::common_table_bound, .position = position, .tables = &tables});
  }

  /// Finds the common table of that name, and sets `tables` to the WITH that contains it.
  CommonTable *find_common_table(std::string_view name, CommonTables *&tables) const {
    for (; tables != nullptr; tables = tables->outer) {
      for (CommonTable &table : tables->tables) {
        if (same_name(table.name, name)) return &table;
      }
    }
    return nullptr;
  }

  // Queries

  /// The results are added to `out`, unless it is nullptr.
  void query(NodeId id, Scope *outer, CommonTables *tables, Relation *out) {
    CommonTables *const around = tables;
    const NodeId first = open_with(id, outer, tables);
    switch (tree_.kind(id)) {
      case NodeKind::select: select(id, outer, tables, out); break;
      case NodeKind::compound: compound(first, outer, tables, out); break;
      case NodeKind::values: values(first, outer, tables, out); break;
      case NodeKind::subquery:
        later({.task = Task::query, .id = first, .outer = outer, .tables = tables, .out = out});
        break;
      default: break;
    }
    if (tables != around) close_with(*tables);
  }

  void values(NodeId row, Scope *outer, CommonTables *tables, Relation *out) {
    static constexpr std::array<std::string_view, 8> usual = {
        "column1", "column2", "column3", "column4", "column5", "column6", "column7", "column8"};
    if (row == no_node) return;
    if (out != nullptr) {
      std::size_t position = 0;
      for (const NodeId value : tree_.children(row)) {
        add_result(*out, position < usual.size() ? usual[position] : tree_.source_of(value), value);
        ++position;
      }
    }
    Scope &scope = new_scope(outer);
    for (; row != no_node; row = tree_.next_sibling(row)) later_expression(row, scope, tables);
  }

  /// Binds the terms from left to right. ORDER BY may refer to results of any term; the first match
  /// wins.
  void compound(NodeId left, Scope *outer, CommonTables *tables, Relation *out) {
    const NodeId right = tree_.next_sibling(left);
    later({.task = Task::query, .id = left, .outer = outer, .tables = tables, .out = out});
    later({.task = Task::query, .id = right, .outer = outer, .tables = tables});
    for (NodeId child = tree_.next_sibling(right); child != no_node;
         child = tree_.next_sibling(child)) {
      if (tree_.kind(child) == NodeKind::order_by) {
        for (const NodeId ordering : tree_.children(child))
          later({.task = Task::compound_ordering, .id = ordering, .tables = tables});
      } else {
        later_expression(child, nowhere_, tables);
      }
    }
  }

  void compound_ordering(NodeId ordering, CommonTables *tables) {
    const NodeId term = skip_collations(tree_.first_child(ordering));
    std::vector<NodeId> selects;
    for (NodeId at = tree_.parent(tree_.parent(ordering)); tree_.kind(at) == NodeKind::compound;) {
      NodeId left = tree_.first_child(at);
      if (tree_.kind(left) == NodeKind::with) left = tree_.next_sibling(left);
      const NodeId right = tree_.next_sibling(left);
      if (tree_.kind(right) == NodeKind::select) selects.push_back(right);
      if (tree_.kind(left) == NodeKind::select) selects.push_back(left);
      at = left;
    }
    const bool is_name = tree_.kind(term) == NodeKind::column && tree_.first_child(term) == no_node;
    for (std::size_t i = selects.size(); i-- > 0;) {
      const NodeId results = tree_.child(selects[i], NodeKind::select_list);
      if (is_name && bind_to_result(term, results, true)) return;
      // Elsewhere the term must be one of the results and has the same meaning.
      for (const NodeId result : tree_.children(results)) {
        const NodeId value =
            tree_.kind(result) == NodeKind::aliased ? tree_.first_child(result) : result;
        if (equal(tree_, value, tree_, term)) return copy_meanings(value, term);
      }
      if (is_name && bind_to_result(term, results, false)) return;
    }
    const std::size_t problems = bindings_.problems_.size();
    static_cast<void>(expression(term, term, nowhere_, tables));
    if (is_name && bindings_.problems_.size() > problems) bindings_.problems_.resize(problems + 1);
  }

  /// Copies the bindings between two equal subtrees.
  void copy_meanings(NodeId from, NodeId to) {
    NodeId a = from, b = to;
    while (a != no_node && b != no_node) {
      if (tree_.kind(a) == NodeKind::column)
        bindings_.columns_[b.index()] = bindings_.columns_[a.index()];
      a = next_in_order(tree_, from, a);
      b = next_in_order(tree_, to, b);
    }
  }

  NodeId skip_collations(NodeId id) const {
    while (tree_.kind(id) == NodeKind::collate) id = tree_.first_child(id);
    return id;
  }

  void select(NodeId id, Scope *outer, CommonTables *tables, Relation *out) {
    Scope &scope = new_scope(outer);
    const NodeId from = tree_.child(id, NodeKind::from);
    if (from != no_node) later_sources(scope, from, tables);
    const NodeId distinct = tree_.child(id, NodeKind::distinct);
    const NodeId list = tree_.child(id, NodeKind::select_list);
    later_results(list, scope, tables, out);
    later({.task = Task::name_results, .id = list, .scope = &scope});
    if (distinct != no_node) later_expression(distinct, scope, tables);
    if (from != no_node)
      later({.task = Task::conditions, .id = from, .scope = &scope, .tables = tables});
    for (const NodeId child : tree_.children(id)) {
      switch (tree_.kind(child)) {
        case NodeKind::where:
        case NodeKind::having:
        case NodeKind::windows: later_expression(child, scope, tables); break;
        // These two do not see the surrounding queries.
        case NodeKind::group_by:
          later({.task = Task::set_outer, .scope = &scope});
          later_expression(child, scope, tables);
          later({.task = Task::set_outer, .scope = &scope, .outer = outer});
          break;
        case NodeKind::order_by:
          later({.task = Task::set_outer, .scope = &scope});
          for (const NodeId ordering : tree_.children(child)) {
            const NodeId term = skip_collations(tree_.first_child(ordering));
            const bool is_name =
                tree_.kind(term) == NodeKind::column && tree_.first_child(term) == no_node;
            // Here an alias takes precedence over a column.
            if (!is_name || !bind_to_result(term, list, true))
              later_expression(ordering, scope, tables);
          }
          later({.task = Task::set_outer, .scope = &scope, .outer = outer});
          break;
        case NodeKind::limit: later_expression(child, nowhere_, tables); break;
        default: break;
      }
    }
  }

  void later_results(NodeId list, Scope &scope, CommonTables *tables, Relation *out) {
    if (const NodeId first = tree_.first_child(list); first != no_node)
      later({.task = Task::results, .id = first, .scope = &scope, .tables = tables, .out = out});
  }

  /// Binds a select list, starting at one of its results, and adds the results to `out`.
  void results(NodeId result, Scope &scope, CommonTables *tables, Relation *out) {
    for (; result != no_node; result = tree_.next_sibling(result)) {
      if (tree_.kind(result) == NodeKind::star) {
        star(result, scope, out);
        continue;
      }
      const NodeId value =
          tree_.kind(result) == NodeKind::aliased ? tree_.first_child(result) : result;
      if (!expression(value, value, scope, tables)) {
        if (out != nullptr) later({.task = Task::add_result, .id = result, .out = out});
        if (const NodeId next = tree_.next_sibling(result); next != no_node)
          later({.task = Task::results, .id = next, .scope = &scope, .tables = tables, .out = out});
        return;
      }
      if (out != nullptr) add_result(*out, result);
    }
  }

  void add_result(Relation &relation, NodeId result) const {
    if (tree_.kind(result) == NodeKind::aliased) {
      const NodeId value = tree_.first_child(result);
      add_result(relation, tree_.text(tree_.next_sibling(value)), value);
    } else {
      add_result(relation, name_of_result(result), result);
    }
  }

  std::string_view name_of_result(NodeId value) const {
    value = skip_collations(value);
    return tree_.kind(value) == NodeKind::column ? tree_.text(value) : tree_.source_of(value);
  }

  void add_result(Relation &relation, std::string_view name, NodeId expression) const {
    if (relation.names != no_node) {
      const NodeId renamed = tree_.child(relation.names, relation.columns.size());
      if (renamed != no_node) name = tree_.text(renamed);
    }
    relation.columns.push_back({name, expression});
  }

  void star(NodeId id, const Scope &scope, Relation *out) {
    const NodeId first = tree_.first_child(id);
    const NodeId qualifier = first == no_node ? no_node : tree_.last_child(id);
    bool found = false;
    for (const Source &source : scope.sources) {
      if (qualifier != no_node && !same_name(source.name, tree_.text(qualifier))) continue;
      found = true;
      if (source.open && out != nullptr) out->open = true;
      const std::size_t columns = column_count(source);
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::string_view name = column_name(source, column);
        // For columns that a join shares, only the left one counts.
        if (qualifier == no_node && shares(scope, source, name)) continue;
        const NodeId result =
            source.relation != nullptr ? source.relation->columns[column].expression : no_node;
        bindings_.implied_.push_back({id, source.node, source.table, column, result});
        if (out != nullptr) add_result(*out, name, result);
      }
    }
    if (found) return;
    if (qualifier == no_node) {
      problem(ProblemKind::unknown_star, id, "no tables specified");
    } else {
      problem(ProblemKind::unknown_star, id,
              "no such table: " + std::string(tree_.text(qualifier)));
    }
  }

  // Sources

  std::size_t column_count(const Source &source) const {
    if (source.relation != nullptr) return source.relation->columns.size();
    return source.table == no_position ? 0 : names_.column_count(source.table);
  }
  std::string_view column_name(const Source &source, std::uint32_t column) const {
    return source.relation != nullptr ? source.relation->columns[column].name
                                      : names_.column_name(source.table, column);
  }
  std::optional<std::uint32_t> find_column(const Source &source, std::string_view name) const {
    const std::size_t columns = column_count(source);
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (same_name(column_name(source, column), name)) return column;
    }
    return std::nullopt;
  }

  /// Whether the join of a source shares a column of that name with the sources to its left.
  bool shares(const Scope &scope, const Source &source, std::string_view name) const {
    for (const NodeId shared : tree_.children(source.shared)) {
      if (same_name(tree_.text(shared), name)) return true;
    }
    if (!source.natural || !find_column(source, name)) return false;
    for (const Source &left : scope.sources) {
      if (&left == &source) return false;
      if (find_column(left, name)) return true;
    }
    return false;
  }

  void later_sources(Scope &scope, NodeId list, CommonTables *tables) {
    if (const NodeId first = tree_.first_child(list); first != no_node)
      later({.task = Task::sources, .id = first, .scope = &scope, .tables = tables});
  }

  /// Adds the sources of a list, starting at one of its items. Returns whether it is done.
  bool sources(Scope &scope, NodeId item, CommonTables *tables) {
    for (; item != no_node; item = tree_.next_sibling(item)) {
      const NodeKind kind = tree_.kind(item);
      if (kind == NodeKind::alias) continue;
      const bool is_join = kind == NodeKind::join;
      const std::size_t before = scope.sources.size();
      const bool is_done = source(scope, is_join ? tree_.first_child(item) : item, tables);
      if (is_done) {
        if (is_join) join(scope, item, before);
        continue;
      }
      if (is_join) later({.task = Task::join, .id = item, .position = before, .scope = &scope});
      if (const NodeId next = tree_.next_sibling(item); next != no_node)
        later({.task = Task::sources, .id = next, .scope = &scope, .tables = tables});
      return false;
    }
    return true;
  }

  /// Adds one source, or the sources in parentheses. Returns whether it is done.
  bool source(Scope &scope, NodeId id, CommonTables *tables) {
    switch (tree_.kind(id)) {
      case NodeKind::table: return add_table(scope, id, tables);
      case NodeKind::subquery: {
        Relation &relation = relations_.emplace_back();
        const NodeId alias = tree_.child(id, NodeKind::alias);
        if (alias != no_node) relation.names = tree_.child(alias, NodeKind::name_list);
        const bool lateral = tree_[id].has(flag::lateral);
        later({.task = Task::query,
               .id = tree_.first_child(id),
               .outer = lateral ? &scope : scope.outer,
               .tables = tables,
               .out = &relation});
        later({.task = Task::derived, .id = id, .scope = &scope, .out = &relation});
        return false;
      }
      case NodeKind::join_tree: {
        if (tree_.child(id, NodeKind::alias) == no_node) {
          later_sources(scope, id, tables);
          return false;
        }
        // With an alias it is a derived table: SELECT * FROM the sources inside.
        Scope &inner = new_scope(scope.outer);
        later_sources(inner, id, tables);
        later({.task = Task::conditions, .id = id, .scope = &inner, .tables = tables});
        later({.task = Task::derived_join, .id = id, .scope = &scope, .outer = &inner});
        return false;
      }
      case NodeKind::table_function: {
        const NodeId alias = tree_.child(id, NodeKind::alias);
        Source &added = scope.sources.emplace_back();
        added.node = id;
        added.name = tree_.text(alias == no_node ? id : alias);
        added.open = true;
        return true;
      }
      default: return true;
    }
  }

  void add_derived_join(Scope &scope, NodeId id, const Scope &inner) {
    Relation &relation = relations_.emplace_back();
    for (const Source &part : inner.sources) {
      relation.open = relation.open || part.open;
      const std::size_t columns = column_count(part);
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::string_view name = column_name(part, column);
        if (shares(inner, part, name)) continue;
        const NodeId result =
            part.relation != nullptr ? part.relation->columns[column].expression : no_node;
        bindings_.implied_.push_back({id, part.node, part.table, column, result});
        relation.columns.push_back({name, result});
      }
    }
    add_derived(scope, id, relation);
  }

  void add_derived(Scope &scope, NodeId id, const Relation &relation) {
    Source &added = scope.sources.emplace_back();
    added.node = id;
    if (const NodeId alias = tree_.child(id, NodeKind::alias); alias != no_node)
      added.name = tree_.text(alias);
    added.relation = &relation;
    added.open = relation.open;
  }

  /// Adds a table, after binding the common table that it may refer to. Returns whether it is done.
  bool add_table(Scope &scope, NodeId id, CommonTables *tables) {
    const NodeId first = tree_.first_child(id);
    const bool qualified = first != no_node && tree_.kind(first) == NodeKind::name;
    CommonTables *among = tables;
    const CommonTable *common = qualified ? nullptr : find_common_table(tree_.text(id), among);
    if (common != nullptr && common->state == CommonTableState::unbound) {
      later({.task = Task::common_table,
             .position = static_cast<std::size_t>(common - among->tables.data()),
             .tables = among});
      later({.task = Task::table, .id = id, .scope = &scope, .tables = tables});
      return false;
    }
    const NodeId alias = tree_.child(id, NodeKind::alias);
    Source added;
    added.node = id;
    added.name = tree_.text(alias == no_node ? id : alias);
    if (qualified) added.schema = tree_.text(first);
    SourceBinding &binding = bindings_.sources_[id.index()];
    if (common != nullptr) {
      binding.common_table = common->node;
      added.relation = &common->relation;
      // Within its own definition, the columns are unknown until its first term is bound.
      added.open = common->relation.open ||
                   (common->state == CommonTableState::binding && common->relation.columns.empty());
    } else if (const auto table = names_.find_table(added.schema, tree_.text(id))) {
      binding.table = *table;
      added.table = *table;
    } else {
      added.open = true;
      problem(ProblemKind::unknown_table, id, "no such table: " + std::string(tree_.text(id)));
    }
    scope.sources.push_back(added);
    return true;
  }

  /// Marks the columns that a join's NATURAL or USING shares; the source that it adds is at
  /// `first`.
  void join(Scope &scope, NodeId id, std::size_t first) {
    if (scope.sources.size() == first) return;  // it adds none
    const Node &node = tree_[id];
    Source &brought = scope.sources[first];
    brought.join = id;
    brought.kind = node.as<JoinKind>();
    brought.natural = node.has(flag::natural);
    brought.shared = tree_.child(id, NodeKind::using_names);
    if (brought.shared != no_node) {
      for (const NodeId name : tree_.children(brought.shared))
        share(scope, first, brought.shared, tree_.text(name), name);
    } else if (brought.natural) {
      const std::size_t columns = column_count(brought);
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::string_view name = column_name(brought, column);
        if (shares(scope, brought, name)) share(scope, first, id, name, no_node);
      }
    }
  }

  void share(const Scope &scope, std::size_t right, NodeId node, std::string_view name,
             NodeId asked) {
    const Source &brought = scope.sources[right];
    bool left_has = false, left_open = false;
    for (std::size_t i = 0; i < right; ++i) {
      const Source &left = scope.sources[i];
      left_open = left_open || left.open;
      if (const auto column = find_column(left, name)) {
        imply(node, left, *column);
        left_has = true;
        break;
      }
    }
    const auto column = find_column(brought, name);
    if (column) imply(node, brought, *column);
    if (asked != no_node && ((!column && !brought.open) || (!left_has && !left_open))) {
      problem(ProblemKind::unknown_column, asked,
              "cannot join using column " + std::string(name) +
                  " - column not present in both tables");
    }
  }

  void imply(NodeId node, const Source &source, std::uint32_t column) {
    const NodeId result =
        source.relation != nullptr ? source.relation->columns[column].expression : no_node;
    bindings_.implied_.push_back({node, source.node, source.table, column, result});
  }

  /// Binds ON conditions and arguments of table functions, which see the whole FROM clause.
  void conditions(NodeId list, Scope &scope, CommonTables *tables) {
    for (const NodeId child : tree_.children(list)) {
      const NodeId item = tree_.kind(child) == NodeKind::join ? tree_.first_child(child) : child;
      if (tree_.kind(item) == NodeKind::table_function) {
        for (const NodeId argument : tree_.children(item))
          later_expression(argument, scope, tables);
      } else if (tree_.kind(item) == NodeKind::join_tree &&
                 tree_.child(item, NodeKind::alias) == no_node) {
        later({.task = Task::conditions, .id = item, .scope = &scope, .tables = tables});
      }
      if (tree_.kind(child) != NodeKind::join) continue;
      if (const NodeId on = tree_.child(child, NodeKind::on); on != no_node)
        later_expression(on, scope, tables);
    }
  }

  // Expressions

  /// Binds an expression, starting at one of its nodes, up to its first query. Returns whether it
  /// is done.
  bool expression(NodeId id, NodeId at, Scope &scope, CommonTables *tables) {
    while (at != no_node) {
      bool is_done = true;
      switch (tree_.kind(at)) {
        case NodeKind::column: column(at, scope); break;
        case NodeKind::name:
        case NodeKind::alias: break;
        case NodeKind::subquery:
        case NodeKind::select:
        case NodeKind::compound:
        case NodeKind::values:
          later({.task = Task::query, .id = at, .outer = &scope, .tables = tables});
          is_done = false;
          break;
        case NodeKind::table:  // after IN
          is_done = add_table(new_scope(nullptr), at, tables);
          break;
        default: at = next_in_order(tree_, id, at); continue;
      }
      at = next_beyond(tree_, id, at);
      if (is_done) continue;
      if (at != no_node)
        later({.task = Task::expression, .id = id, .at = at, .scope = &scope, .tables = tables});
      return false;
    }
    return true;
  }

  void column(NodeId id, const Scope &innermost) {
    const std::string_view name = tree_.text(id);
    const NodeId first = tree_.first_child(id);
    const NodeId second = first == no_node ? no_node : tree_.next_sibling(first);
    const NodeId table = second == no_node ? first : second;
    const std::string_view qualifier = table == no_node ? std::string_view() : tree_.text(table);
    const std::string_view schema = second == no_node ? std::string_view() : tree_.text(first);
    std::uint16_t levels = 0;
    for (const Scope *scope = &innermost; scope != nullptr; scope = scope->outer, ++levels) {
      Binding binding;
      binding.levels = levels;
      const std::size_t matches = find_in(*scope, schema, qualifier, name, binding);
      if (matches > 0) {
        if (matches > 1)
          problem(ProblemKind::ambiguous_column, id,
                  "ambiguous column name: " + std::string(tree_.source_of(id)));
        bindings_.columns_[id.index()] = binding;
        return;
      }
      if (table == no_node && scope->results != no_node &&
          bind_to_result(id, scope->results, true)) {
        bindings_.columns_[id.index()].levels = levels;
        return;
      }
    }
    Binding &binding = bindings_.columns_[id.index()];
    const Node &node = tree_[id];
    if (first == no_node && (node.flags & flag::quoted) == flag::double_quoted) {
      binding.meaning = Meaning::string;
      return;
    }
    if (bind_to_open_source(id, innermost, qualifier)) return;
    problem(ProblemKind::unknown_column, id, "no such column: " + std::string(tree_.source_of(id)));
  }

  /// Counts the sources of one scope that have the column, and binds to the one that SQLite
  /// chooses.
  std::size_t find_in(const Scope &scope, std::string_view schema, std::string_view qualifier,
                      std::string_view name, Binding &binding) const {
    std::size_t matches = 0, tables = 0;
    const Source *only = nullptr;
    for (const Source &source : scope.sources) {
      if (!qualifier.empty() && !same_name(source.name, qualifier)) continue;
      if (!schema.empty() && !source.schema.empty() && !same_name(source.schema, schema)) continue;
      if (source.table != no_position) {
        ++tables;
        only = &source;
      }
      const auto column = find_column(source, name);
      if (!column) continue;
      if (matches > 0 && shares(scope, source, name)) {
        if (source.kind != JoinKind::right) continue;  // the leftmost one represents all
        matches = 0;
      }
      if (++matches > 1) continue;
      bind_to(binding, source, *column);
    }
    if (matches == 0 && tables == 1 && is_row_number(name)) {
      binding.meaning = Meaning::rowid;
      binding.source = only->node;
      binding.table = only->table;
      binding.column = row_number_of(names_, only->table);
      return 1;
    }
    return matches;
  }

  void bind_to(Binding &binding, const Source &source, std::uint32_t column) const {
    binding.source = source.node;
    binding.column = column;
    binding.table = source.table;
    if (source.relation != nullptr) {
      binding.meaning = Meaning::derived;
      binding.result = source.relation->columns[column].expression;
    } else if (tree_.kind(source.node) == NodeKind::upsert) {
      binding.meaning = Meaning::excluded;
    } else {
      binding.meaning =
          row_number_of(names_, source.table) == column ? Meaning::rowid : Meaning::column;
    }
  }

  /// Binds a name to a result, by its alias or else by the name of the column that it is.
  bool bind_to_result(NodeId id, NodeId list, bool by_alias) {
    std::uint32_t position = 0;
    for (const NodeId result : tree_.children(list)) {
      const bool aliased = tree_.kind(result) == NodeKind::aliased;
      const NodeId value = aliased ? tree_.first_child(result) : result;
      const NodeId alias = aliased ? tree_.next_sibling(value) : no_node;
      const bool found = by_alias ? aliased && same_name(tree_.text(alias), tree_.text(id))
                                  : !aliased && tree_.kind(value) == NodeKind::column &&
                                        same_name(tree_.text(value), tree_.text(id));
      if (found) {
        Binding &binding = bindings_.columns_[id.index()];
        binding = Binding{};
        binding.meaning = Meaning::result;
        binding.column = position;
        binding.result = value;
        return true;
      }
      ++position;
    }
    return false;
  }

  /// A source whose columns are unknown may have a column of that name.
  bool bind_to_open_source(NodeId id, const Scope &innermost, std::string_view qualifier) {
    std::uint16_t levels = 0;
    for (const Scope *scope = &innermost; scope != nullptr; scope = scope->outer, ++levels) {
      for (const Source &source : scope->sources) {
        if (!source.open || (!qualifier.empty() && !same_name(source.name, qualifier))) continue;
        Binding &binding = bindings_.columns_[id.index()];
        binding.meaning = Meaning::derived;
        binding.levels = levels;
        binding.source = source.node;
        return true;
      }
    }
    return false;
  }

  void problem(ProblemKind kind, NodeId node, std::string message) {
    bindings_.problems_.push_back({kind, node, std::move(message)});
  }

  const SyntaxTree &tree_;
  const AnyNames &names_;
  Bindings bindings_;
  std::vector<Step> steps_;  // the next one on top
  std::deque<Relation> relations_;
  std::forward_list<Scope> scopes_;
  std::forward_list<CommonTables> common_tables_;
  Scope nowhere_;  // a scope in which no name has a meaning
};

Bindings bind(const SyntaxTree &tree, AnyNames names) { return Binder(tree, names).bind(); }

}  // namespace sluice::inline v0::sql
