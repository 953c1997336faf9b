/// Operators on comparisons and the constants in them.

#include <array>
#include <string>

#include "operators.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite_detail::operators {
namespace {

constexpr std::array comparisons = {Operator::equal,   Operator::not_equal,
                                    Operator::less,    Operator::less_equal,
                                    Operator::greater, Operator::greater_equal};

/// Whether a number or a string is an operand of a comparison: not a bound of BETWEEN, not in
/// LIMIT, GROUP BY or ORDER BY, not an argument.
bool is_compared(const SyntaxTree &tree, NodeId id) noexcept {
  NodeId above = tree.parent(id);
  if (tree.kind(above) == NodeKind::unary) above = tree.parent(above);
  return is_comparison(tree, above) || tree.kind(above) == NodeKind::list;
}

bool stands_in_having(const SyntaxTree &tree, NodeId id) noexcept {
  const NodeId clause = clause_of(tree, id);
  return clause != no_node && tree.kind(clause) == NodeKind::having;
}

void give_steps(TreeEdits &edits, NodeId number) {
  for (const int step : {1, -1}) {
    const auto other = stepped(edits.tree().text(number), step);
    // After a sign, another sign could start a comment.
    if (!other || !edits.wanted()) return;
    SyntaxTree &tree = edits.copy();
    if (other->starts_with('-')) {
      const NodeId minus =
          tree.add(NodeKind::unary, {}, static_cast<std::uint8_t>(Operator::minus));
      tree.append(minus, tree.add(NodeKind::number, std::string_view(*other).substr(1)));
      put(tree, number, minus);
    } else {
      tree.set_text(number, *other);
    }
    edits.give(number);
  }
}

void give_string(TreeEdits &edits, NodeId string, std::string_view value) {
  if (value == edits.tree().text(string)) return;
  SyntaxTree &tree = edits.copy();
  put(tree, string, tree.add(NodeKind::string, value));
  edits.give(string);
}

/// The strings of gold as values, including those in double quotes.
std::vector<NodeId> strings_of(const TreeEdits &edits) {
  std::vector<NodeId> found = edits.all(NodeKind::string);
  for (const NodeId id : edits.all(NodeKind::column)) {
    if (edits.string_value(id)) found.push_back(id);
  }
  return found;
}

}  // namespace

void comparison_operator(TreeEdits &edits) {
  for (const NodeId id : edits.all(NodeKind::binary)) {
    if (!is_comparison(edits.tree(), id)) continue;
    const NodeId clause = clause_of(edits.tree(), id);
    const bool joins = clause != no_node && edits.tree().kind(clause) == NodeKind::on;
    for (const Operator other : comparisons) {
      if (!edits.wanted()) return;
      if (other == edits.tree()[id].as<Operator>()) continue;
      // Joins do not compare keys by order.
      if (joins && other != Operator::equal && other != Operator::not_equal) continue;
      edits.copy().at(id).op = static_cast<std::uint8_t>(other);
      edits.give(id);
    }
  }
}

void constant_beside(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId number : edits.all(NodeKind::number)) {
    if (is_compared(gold, number) && !stands_in_having(gold, number)) give_steps(edits, number);
  }
  for (const NodeId string : strings_of(edits)) {
    if (!edits.wanted()) return;
    if (!is_compared(gold, string)) continue;
    const std::string_view value = gold.text(string);
    give_string(edits, string, std::string(value) + "a");
    std::size_t last = value.size();
    while (last > 0 && (static_cast<unsigned char>(value[last - 1]) & 0xC0U) == 0x80U) --last;
    give_string(edits, string, value.substr(0, last > 0 ? last - 1 : 0));
  }
}

void having_threshold(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId having : edits.all(NodeKind::having)) {
    edits.copy().remove(having);
    edits.give(having);
  }
  for (const NodeId number : edits.all(NodeKind::number)) {
    if (is_compared(gold, number) && stands_in_having(gold, number)) give_steps(edits, number);
  }
}

void between_bounds(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId between : edits.all(NodeKind::between)) {
    const NodeId value = gold.first_child(between);
    const NodeId low = gold.next_sibling(value), high = gold.next_sibling(low);
    for (const NodeId bound : {low, high}) {
      if (gold.kind(bound) == NodeKind::number) give_steps(edits, bound);
    }
    if (gold[between].has(sql::flag::negated)) continue;
    const auto give = [&](Operator from, Operator to) {
      if (!edits.wanted()) return;
      SyntaxTree &tree = edits.copy();
      const auto side = [&](Operator op, NodeId bound) {
        return add_binary(tree, op, again(tree, value), again(tree, bound));
      };
      const NodeId made = to == Operator::none     ? side(from, low)
                          : from == Operator::none ? side(to, high)
                                                   : add_binary(tree, Operator::logical_and,
                                                                side(from, low), side(to, high));
      put(tree, between, made);
      edits.give(between);
    };
    give(Operator::greater, Operator::less_equal);
    give(Operator::greater_equal, Operator::less);
    give(Operator::greater, Operator::less);
    give(Operator::greater_equal, Operator::none);
    give(Operator::none, Operator::less_equal);
    SyntaxTree &tree = edits.copy();
    tree.remove(high);
    tree.insert_before(low, high);
    edits.give(between);
  }
}

void like_pattern(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId pattern : edits.all(NodeKind::pattern)) {
    const NodeId left = gold.first_child(pattern), right = gold.next_sibling(left);
    const auto value = edits.string_value(right);
    if (!value || gold[pattern].as<Operator>() != Operator::like) continue;
    if (!edits.wanted()) return;
    std::string_view core = *value;
    const bool before = core.starts_with('%');
    if (before) core.remove_prefix(1);
    const bool behind = core.ends_with('%');
    if (behind) core.remove_suffix(1);
    const auto with = [&](std::string_view first, std::string_view last) {
      std::string text(first);
      give_string(edits, right, text.append(core).append(last));
    };
    for (const std::string_view first : {"", "%"}) {
      for (const std::string_view last : {"", "%"}) with(first, last);
    }
    with("_", behind ? "%" : "");
    with(before ? "%" : "", "_");
    SyntaxTree &tree = edits.copy();
    const auto op = gold[pattern].has(sql::flag::negated) ? Operator::not_equal : Operator::equal;
    const NodeId same = add_binary(tree, op, again(tree, left), tree.add(NodeKind::string, core));
    put(tree, pattern, same);
    edits.give(pattern);
  }
}

void letter_case(TreeEdits &edits) {
  const SyntaxTree &gold = edits.tree();
  for (const NodeId string : strings_of(edits)) {
    if (!edits.wanted()) return;
    if (!is_compared(gold, string)) continue;
    give_string(edits, string, upper_ascii(gold.text(string)));
    give_string(edits, string, lower_ascii(gold.text(string)));
    if (!is_comparison(gold, gold.parent(string))) continue;
    SyntaxTree &tree = edits.copy();
    const NodeId collate = tree.add(NodeKind::collate, "NOCASE");
    put(tree, string, collate);
    tree.append(collate, string);
    edits.give(string);
  }
}

}  // namespace sluice::inline v0::suite_detail::operators
