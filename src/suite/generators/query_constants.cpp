#include "query_constants.hpp"

#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite {
namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::Operator;

constexpr std::size_t longest_constant = 200;

bool compares(const sql::Node &node) {
  switch (node.kind) {
    case NodeKind::pattern:
    case NodeKind::between:
    case NodeKind::in: return true;
    case NodeKind::binary:
      switch (node.as<Operator>()) {
        case Operator::equal:
        case Operator::not_equal:
        case Operator::less:
        case Operator::less_equal:
        case Operator::greater:
        case Operator::greater_equal:
        case Operator::is:
        case Operator::is_not: return true;
        default: return false;
      }
    default: return false;
  }
}

std::string filled(std::string_view pattern, std::string_view any, char one) {
  std::string text;
  for (const char letter : pattern) {
    if (letter == '%') {
      text += any;
    } else {
      text += letter == '_' ? one : letter;
    }
  }
  return text;
}

/// Columns and constants of a comparison, without those in subqueries.
struct Comparison {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> columns;
  std::vector<Value> constants;
  bool negative = false;
};

void read(const sql::SyntaxTree &tree, const sql::Bindings &bindings, NodeId top,
          Comparison &comparison) {
  sql::walk(tree, top, [&](NodeId id) {
    const sql::Node &node = tree[id];
    if (sql::is_query(node.kind)) return false;
    if (node.text_size > longest_constant) return true;
    if (node.kind == NodeKind::column) {
      const sql::Binding &binding = bindings[id];
      if (binding.meaning == sql::Meaning::column && binding.column != sql::no_position) {
        comparison.columns.emplace_back(binding.table, binding.column);
      } else if (binding.meaning == sql::Meaning::string) {
        comparison.constants.push_back(Value::of_text(tree.text(id)));
      }
    } else if (node.kind == NodeKind::string) {
      comparison.constants.push_back(Value::of_text(tree.text(id)));
    } else if (node.kind == NodeKind::number) {
      auto number = number_in(tree.text(id));
      const NodeId above = tree.parent(id);
      const bool negative =
          tree.kind(above) == NodeKind::unary && tree[above].as<Operator>() == Operator::minus;
      if (number && negative) {
        *number = number->kind == CellKind::integer ? Value::of(-number->integer)
                                                    : Value::of(-number->real);
      }
      if (number) comparison.constants.push_back(*std::move(number));
    }
    return true;
  });
}

}  // namespace

std::vector<std::string> texts_like(std::string_view pattern) {
  return {filled(pattern, "", 'a'), filled(pattern, "a", 'b'), filled(pattern, " x ", 'c')};
}

std::vector<ColumnConstant> constants_of(const sql::SyntaxTree &tree,
                                         const sql::Bindings &bindings) {
  std::vector<ColumnConstant> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (!compares(tree[id])) continue;
    Comparison comparison;
    read(tree, bindings, id, comparison);
    if (tree.kind(id) == NodeKind::pattern) {
      std::vector<Value> texts;
      for (const Value &pattern : comparison.constants) {
        for (std::string &text : texts_like(pattern.text())) {
          texts.push_back(Value::of_text(text));
        }
      }
      comparison.constants = std::move(texts);
    }
    for (const auto &[table, column] : comparison.columns) {
      for (const Value &constant : comparison.constants) found.push_back({table, column, constant});
    }
  }
  return found;
}

}  // namespace sluice::inline v0::suite
