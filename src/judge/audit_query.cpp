#include "audit_query.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/add_once.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::audit {
namespace {

using detail::add_once;

using sql::Binding;
using sql::Bindings;
using sql::KeyColumn;
using sql::Meaning;
using sql::NodeId;
using sql::NodeKind;
using sql::Operator;
using sql::SyntaxTree;

/// The table column that a name refers to.
std::optional<KeyColumn> column_of(const Binding &binding) {
  if ((binding.meaning != Meaning::column && binding.meaning != Meaning::rowid) ||
      binding.column == sql::no_position) {
    return std::nullopt;
  }
  return KeyColumn{binding.table, binding.column};
}

bool is_ordering_operator(Operator op) noexcept {
  return op == Operator::less || op == Operator::less_equal || op == Operator::greater ||
         op == Operator::greater_equal;
}

/// A pair of columns is declared by a key between them, or by two keys to the same column.
bool is_declared(KeyColumn a, KeyColumn b, const DeclaredKeys &keys) {
  std::vector<KeyColumn> parents = {a};
  for (const auto &[from, to] : keys) {
    if ((from == a && to == b) || (from == b && to == a)) return true;
    if (from == a) parents.push_back(to);
  }
  return std::any_of(keys.begin(), keys.end(), [&](const auto &key) {
    return key.first == b &&
           std::find(parents.begin() + 1, parents.end(), key.second) != parents.end();
  });
}

/// The sources of one FROM clause, and which of them are connected by conditions.
class Joins {
 public:
  Joins(const SyntaxTree &tree, const Bindings &bindings, NodeId select)
      : tree_(tree), bindings_(bindings) {
    const NodeId from = tree.child(select, NodeKind::from);
    add_sources(from);
    connected_.resize(sources_.size());
    std::iota(connected_.begin(), connected_.end(), std::size_t{0});
    read(from);
    read(tree.child(select, NodeKind::where));
  }

  struct Equation {
    NodeId node;
    KeyColumn left, right;
  };
  const std::vector<Equation> &equations() const noexcept { return equations_; }
  /// The first source that no condition connects with the earlier ones, or no_node.
  NodeId unconnected() const {
    for (std::size_t i = 1; i < sources_.size(); ++i) {
      if (connected_[i] != connected_[0]) return sources_[i];
    }
    return {};
  }

 private:
  void add_sources(NodeId from) {
    sql::walk(tree_, from, [&](NodeId id) {
      const NodeKind kind = tree_.kind(id);
      if (kind == NodeKind::table || kind == NodeKind::subquery || kind == NodeKind::table_function)
        sources_.push_back(id);
      return kind == NodeKind::from || kind == NodeKind::join || kind == NodeKind::join_tree;
    });
  }

  void read(NodeId part) {
    if (part == sql::no_node) return;
    sql::walk(tree_, part, [&](NodeId id) {
      if (sql::is_query(tree_.kind(id))) return false;
      if (tree_.kind(id) == NodeKind::using_names || tree_[id].has(natural(id))) connect_all();
      if (tree_.kind(id) != NodeKind::binary) return true;
      const auto op = tree_[id].as<Operator>();
      if (op >= Operator::equal && op <= Operator::is_not_distinct) compare(id);
      return true;
    });
  }
  std::uint16_t natural(NodeId id) const noexcept {
    return tree_.kind(id) == NodeKind::join ? sql::flag::natural : std::uint16_t{0};
  }

  /// Any comparison of two sources connects them; a comparison of columns by `=` joins them by
  /// these columns.
  void compare(NodeId id) {
    std::vector<std::size_t> read;
    for (const NodeId below : sql::nodes_below(tree_, id)) {
      if (tree_.kind(below) != NodeKind::column) continue;
      const auto at = std::find(sources_.begin(), sources_.end(), bindings_[below].source);
      if (at != sources_.end()) read.push_back(static_cast<std::size_t>(at - sources_.begin()));
    }
    for (const std::size_t source : read) {
      const std::size_t old = connected_[source], into = connected_[read.front()];
      std::replace(connected_.begin(), connected_.end(), old, into);
    }
    const NodeId left = tree_.first_child(id), right = tree_.last_child(id);
    if (tree_[id].as<Operator>() != Operator::equal || read.size() != 2 || read[0] == read[1] ||
        tree_.kind(left) != NodeKind::column || tree_.kind(right) != NodeKind::column) {
      return;
    }
    const auto a = column_of(bindings_[left]), b = column_of(bindings_[right]);
    if (a && b) equations_.push_back({id, *a, *b});
  }
  void connect_all() { std::fill(connected_.begin(), connected_.end(), std::size_t{0}); }

  const SyntaxTree &tree_;
  const Bindings &bindings_;
  std::vector<NodeId> sources_;
  std::vector<std::size_t> connected_;
  std::vector<Equation> equations_;
};

std::vector<std::string> tables_of(const SyntaxTree &tree) {
  std::vector<std::string> tables;
  for (const NodeId id : sql::nodes_of(tree)) {
    const NodeKind parent = tree.kind(tree.parent(id));
    if (tree.kind(id) == NodeKind::table && (parent == NodeKind::from || parent == NodeKind::join))
      tables.push_back(lower_ascii(tree.text(id)));
  }
  std::sort(tables.begin(), tables.end());
  return tables;
}

}  // namespace

void add_declared_keys(const Database &schema, const Database &declared, DeclaredKeys &keys) {
  const SqlNames names(schema);
  const auto find = [&](std::uint32_t table, std::uint32_t column) -> std::optional<KeyColumn> {
    const Table &described = declared.tables()[table];
    const auto found = names.find_table({}, described.name);
    if (!found) return std::nullopt;
    const auto columns = schema.tables()[*found].columns;
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
      if (same_name(columns[i].name, described.columns[column].name)) return KeyColumn{*found, i};
    }
    return std::nullopt;
  };
  for (const ForeignKey &key : declared.foreign_keys()) {
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      const auto from = find(key.table, key.columns[i]);
      const auto to = find(key.referenced_table, key.referenced_columns[i]);
      if (from && to) keys.emplace_back(*from, *to);
    }
  }
}

std::vector<std::string> quoted_strings(const SyntaxTree &tree, const Bindings &bindings) {
  std::vector<std::string> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::column && bindings[id].meaning == Meaning::string)
      add_once(found, '"' + std::string(tree.text(id)) + '"');
  }
  return found;
}

std::vector<std::string> undeclared_joins(const SyntaxTree &tree, const Bindings &bindings,
                                          const Database &schema, const DeclaredKeys &keys) {
  const auto name = [&schema](KeyColumn column) {
    const Table &table = schema.tables()[column.table];
    return std::string(table.name) + '.' + std::string(table.columns[column.column].name);
  };
  std::vector<std::string> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) != NodeKind::select || tree.child(id, NodeKind::from) == sql::no_node)
      continue;
    const Joins joins(tree, bindings, id);
    for (const auto &equation : joins.equations()) {
      if (!is_declared(equation.left, equation.right, keys))
        add_once(found, name(equation.left) + " = " + name(equation.right));
    }
    if (const NodeId source = joins.unconnected(); source != sql::no_node) {
      const std::string what = tree.kind(source) == NodeKind::table ? std::string(tree.text(source))
                                                                    : std::string("a subquery");
      add_once(found, "no condition joins " + what);
    }
  }
  return found;
}

std::vector<std::string> unused_tables(const SyntaxTree &tree, const Database &schema,
                                       const sql::KeyFacts &keys) {
  const SqlNames names(schema);
  sql::NormalizeOptions options;
  options.rules = sql::unmasked_rules();
  for (const auto &rule : {sql::canonical_join_conditions(), sql::canonical_equal_columns(),
                           sql::drop_parent_joins(), sql::drop_null_tests()}) {
    options.rules.push_back(rule);
  }
  options.context.names = names;
  options.context.keys = &keys;
  SyntaxTree rewritten = tree;
  normalize(rewritten, options);
  const std::vector<std::string> before = tables_of(tree), after = tables_of(rewritten);
  std::vector<std::string> gone, found;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                      std::back_inserter(gone));
  for (std::string &table : gone) add_once(found, std::move(table));
  return found;
}

std::vector<std::string> changing_calls(const SyntaxTree &tree) {
  std::vector<std::string> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::current_time) add_once(found, print(tree, id));
    if (tree.kind(id) != NodeKind::function) continue;
    const std::string name = lower_ascii(tree.text(id));
    const auto is_one_of = [&name](std::initializer_list<std::string_view> known) {
      return std::find(known.begin(), known.end(), name) != known.end();
    };
    if (is_one_of({"random", "randomblob", "changes", "total_changes", "last_insert_rowid"}))
      add_once(found, print(tree, id));
    if (!is_one_of({"date", "time", "datetime", "julianday", "unixepoch", "strftime"})) continue;
    // Without a time or with 'now', they return the current time.
    std::size_t arguments = 0;
    bool now = false;
    for (const NodeId argument : tree.children(id)) {
      ++arguments;
      now =
          now || (tree.kind(argument) == NodeKind::string && same_name(tree.text(argument), "now"));
    }
    if (now || arguments == (name == "strftime" ? 1U : 0U)) add_once(found, print(tree, id));
  }
  return found;
}

std::vector<KeyColumn> ordered_columns(const SyntaxTree &tree, const Bindings &bindings) {
  std::vector<KeyColumn> found;
  const auto add = [&](NodeId id) {
    while (tree.kind(id) == NodeKind::paren) id = tree.first_child(id);
    if (tree.kind(id) == NodeKind::column && bindings[id].meaning == Meaning::result &&
        bindings[id].result != sql::no_node) {
      id = bindings[id].result;
      if (tree.kind(id) == NodeKind::aliased) id = tree.first_child(id);
    }
    if (tree.kind(id) != NodeKind::column) return;
    if (const auto column = column_of(bindings[id])) found.push_back(*column);
  };
  for (const NodeId id : sql::nodes_of(tree)) {
    switch (tree.kind(id)) {
      case NodeKind::ordering: add(tree.first_child(id)); break;
      case NodeKind::between: add(tree.first_child(id)); break;
      case NodeKind::function:
        if ((same_name(tree.text(id), "min") || same_name(tree.text(id), "max")) &&
            tree.count_children(id) == 1) {
          add(tree.first_child(id));
        }
        break;
      case NodeKind::binary:
        if (is_ordering_operator(tree[id].as<Operator>())) {
          add(tree.first_child(id));
          add(tree.last_child(id));
        }
        break;
      default: break;
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace sluice::inline v0::audit
