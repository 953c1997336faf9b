#include "tree_edits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/affinity.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/rules/tree_edit.hpp"

namespace sluice::inline v0::suite_detail {
namespace {

enum class TypeClass : std::uint8_t { number, text, time, other };

bool contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != text.npos;
}

TypeClass class_of(std::string_view type) {
  using sql::Affinity;
  const std::string folded = lower_ascii(type);
  if (contains(folded, "date") || contains(folded, "time")) return TypeClass::time;
  switch (sql::affinity_of(type)) {
    case Affinity::integer:
    case Affinity::real: return TypeClass::number;
    case Affinity::text: return TypeClass::text;
    case Affinity::numeric: return contains(folded, "bool") ? TypeClass::other : TypeClass::number;
    default: return TypeClass::other;
  }
}

/// Position of a clause within a select, in the order that the printer expects.
int rank(NodeKind clause) noexcept {
  constexpr std::array order = {NodeKind::with,   NodeKind::distinct, NodeKind::select_list,
                                NodeKind::from,   NodeKind::where,    NodeKind::group_by,
                                NodeKind::having, NodeKind::windows,  NodeKind::order_by,
                                NodeKind::limit};
  const auto *found = std::find(order.begin(), order.end(), clause);
  return static_cast<int>(found - order.begin());
}

}  // namespace

std::vector<NodeId> TreeEdits::all(NodeKind kind) const {
  std::vector<NodeId> found;
  if (!wanted_ || tree().root() == no_node) return found;
  for (const NodeId id : sql::nodes_of(tree())) {
    if (tree().kind(id) == kind) found.push_back(id);
  }
  return found;
}

SyntaxTree &TreeEdits::copy() {
  copy_ = tree();
  return copy_;
}

void TreeEdits::give(NodeId at) {
  if (!wanted_) return;
  wanted_ = sink_(print(copy_), {tree()[at].begin, tree()[at].end});
}

NodeId TreeEdits::select_of(NodeId id) const noexcept {
  return sql::ancestor(tree(), id, NodeKind::select);
}

std::vector<FromTable> TreeEdits::tables_of(NodeId select) const {
  std::vector<FromTable> tables;
  const NodeId from = select != no_node ? tree().child(select, NodeKind::from) : no_node;
  if (from == no_node) return tables;
  sql::walk(tree(), from, [&](NodeId id) {
    const NodeKind kind = tree().kind(id);
    if (kind == NodeKind::table && meanings().source(id).table != sql::no_position) {
      const NodeId alias = tree().child(id, NodeKind::alias);
      tables.push_back(
          {id, meanings().source(id).table, tree().text(alias != no_node ? alias : id)});
    }
    return kind == NodeKind::from || kind == NodeKind::join || kind == NodeKind::join_tree;
  });
  return tables;
}

std::vector<std::string_view> TreeEdits::siblings_of(std::uint32_t table, std::uint32_t column,
                                                     std::size_t max_count) const {
  const auto columns = database().tables()[table].columns;
  const TypeClass wanted = class_of(columns[column].type);
  std::vector<std::string_view> found;
  for (std::size_t i = 1; i < columns.size() && found.size() < max_count; ++i) {
    const Column &other = columns[(column + i) % columns.size()];
    if (class_of(other.type) == wanted) found.push_back(other.name);
  }
  return found;
}

std::vector<std::string_view> TreeEdits::columns_of(std::uint32_t table,
                                                    std::size_t max_count) const {
  const Table &of = database().tables()[table];
  std::vector<std::string_view> found;
  const auto add = [&](std::uint32_t column) {
    const std::string_view name = of.columns[column].name;
    if (found.size() >= max_count || std::find(found.begin(), found.end(), name) != found.end())
      return;
    found.push_back(name);
  };
  for (const std::uint32_t column : of.primary_key) add(column);
  for (const ForeignKey &key : database().foreign_keys()) {
    if (key.table != table) continue;
    for (const std::uint32_t column : key.columns) add(column);
  }
  for (std::uint32_t i = 0; i < of.columns.size() && found.size() < max_count; ++i) add(i);
  return found;
}

bool TreeEdits::is_column(NodeId id) const noexcept {
  if (tree().kind(id) != NodeKind::column) return false;
  const sql::Binding &meaning = meanings()[id];
  return meaning.meaning == sql::Meaning::column ||
         (meaning.meaning == sql::Meaning::rowid && meaning.column != sql::no_position);
}

std::optional<std::string_view> TreeEdits::string_value(NodeId id) const noexcept {
  const bool string =
      tree().kind(id) == NodeKind::string ||
      (tree().kind(id) == NodeKind::column && meanings()[id].meaning == sql::Meaning::string);
  return string ? std::optional(tree().text(id)) : std::nullopt;
}

NodeId add_column(SyntaxTree &tree, std::string_view qualifier, std::string_view name) {
  const NodeId column = tree.add(NodeKind::column, name);
  sql::rules::rename(tree, column, name);
  if (!qualifier.empty()) {
    const NodeId of = tree.add(NodeKind::name, qualifier);
    sql::rules::rename(tree, of, qualifier);
    tree.append(column, of);
  }
  return column;
}

NodeId add_binary(SyntaxTree &tree, Operator op, NodeId left, NodeId right) {
  const NodeId made = tree.add(NodeKind::binary, {}, static_cast<std::uint8_t>(op));
  tree.append(made, left);
  tree.append(made, right);
  return made;
}

bool is_comparison(const SyntaxTree &tree, NodeId id) noexcept {
  const auto op = tree[id].as<Operator>();
  return tree.kind(id) == NodeKind::binary && op >= Operator::equal &&
         op <= Operator::greater_equal;
}

bool is_connective(const SyntaxTree &tree, NodeId id) noexcept {
  const auto op = tree[id].as<Operator>();
  return tree.kind(id) == NodeKind::binary &&
         (op == Operator::logical_and || op == Operator::logical_or);
}

bool names_aggregate(const SyntaxTree &tree, NodeId id) noexcept {
  if (tree.kind(id) != NodeKind::function) return false;
  for (const std::string_view name :
       {"count", "sum", "avg", "min", "max", "total", "group_concat"}) {
    if (same_name(tree.text(id), name)) return true;
  }
  return false;
}

NodeId argument_of(const SyntaxTree &tree, NodeId function) noexcept {
  for (const NodeId child : tree.children(function)) {
    if (tree.kind(child) != NodeKind::name && tree.kind(child) != NodeKind::distinct) return child;
  }
  return no_node;
}

NodeId clause_of(const SyntaxTree &tree, NodeId id) noexcept {
  for (; id != no_node; id = tree.parent(id)) {
    const NodeKind kind = tree.kind(id);
    if (kind == NodeKind::where || kind == NodeKind::having || kind == NodeKind::on) return id;
    if (sql::is_query(kind)) return no_node;
  }
  return no_node;
}

NodeId condition_of(const SyntaxTree &tree, NodeId id) noexcept {
  const auto is_and = [&tree](NodeId at) {
    return is_connective(tree, at) && tree[at].as<Operator>() == Operator::logical_and;
  };
  const NodeId clause = clause_of(tree, id);
  if (clause == no_node || clause == id) return no_node;
  // The highest node with only ANDs and parentheses above it.
  NodeId condition = id;
  for (NodeId at = id; at != clause; at = tree.parent(at)) {
    const NodeId above = tree.parent(at);
    if (!is_and(at) && tree.kind(at) != NodeKind::paren) condition = at;
    if (above == clause) break;
  }
  return condition;
}

void take_condition(SyntaxTree &tree, NodeId condition) {
  NodeId at = condition;
  while (tree.kind(tree.parent(at)) == NodeKind::paren) at = tree.parent(at);
  const NodeId above = tree.parent(at);
  if (is_connective(tree, above)) {
    const NodeId first = tree.first_child(above);
    const NodeId other = first == at ? tree.next_sibling(first) : first;
    tree.remove(other);
    tree.replace(above, other);
  } else {
    tree.remove(above);  // the clause
  }
  if (tree.parent(condition) != no_node) tree.remove(condition);
}

void add_condition(SyntaxTree &tree, NodeId owner, NodeKind clause, NodeId condition) {
  if (const NodeId holder = tree.child(owner, clause); holder != no_node) {
    const NodeId before = tree.first_child(holder);
    tree.remove(before);
    tree.append(holder, add_binary(tree, Operator::logical_and, before, condition));
    return;
  }
  const NodeId holder = tree.add(clause);
  tree.append(holder, condition);
  for (const NodeId child : tree.children(owner)) {
    if (tree.kind(owner) == NodeKind::select && rank(tree.kind(child)) > rank(clause)) {
      return tree.insert_before(child, holder);
    }
  }
  tree.append(owner, holder);
}

std::optional<std::string> stepped(std::string_view number, int step) {
  const std::size_t point = number.find('.');
  std::string digits(number.substr(0, point));
  const std::size_t places = point == number.npos ? 0 : number.size() - point - 1;
  if (places > 0) digits += number.substr(point + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr std::size_t max_digits = 17;
  if (error != std::errc() || end != digits.data() + digits.size() || digits.size() > max_digits)
    return std::nullopt;
  value += step;
  if (places == 0) return fmt::format("{}", value);
  std::string text = fmt::format("{:0{}}", value < 0 ? -value : value, places + 1);
  text.insert(text.size() - places, ".");
  return value < 0 ? "-" + text : text;
}

}  // namespace sluice::inline v0::suite_detail
