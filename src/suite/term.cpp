#include "term.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::suite {
namespace {

using sql::NodeKind;
using sql::Operator;

bool is_ours(std::string_view function) {
  for (const std::string_view name :
       {"abs", "lower", "upper", "length", "round", "substr", "substring", "coalesce", "ifnull",
        "strftime", "date", "trim", "ltrim", "rtrim"}) {
    if (same_name(function, name)) return true;
  }
  return false;
}

Value literal_of(const sql::SyntaxTree &tree, sql::NodeId id) {
  switch (tree.kind(id)) {
    case NodeKind::number: {
      const auto number = number_in(tree.text(id));
      return number ? *number : Value();
    }
    case NodeKind::string: return Value::of_text(tree.text(id));
    case NodeKind::boolean: return Value::of(std::int64_t{tree[id].has(sql::flag::truth)});
    default: return {};
  }
}

class Reader {
 public:
  Reader(const sql::SyntaxTree &tree, TermResolver resolve, Recursion &recursion)
      : tree_(tree), resolve_(resolve), recursion_(recursion) {}

  Term read(sql::NodeId id) {
    if (recursion_.ends()) return {};
    ++recursion_.depth;
    Term term;
    read_into(term, id);
    --recursion_.depth;
    if (term.height > Term::max_height) return {};
    return term;
  }

 private:
  void read_into(Term &term, sql::NodeId id) {
    const sql::Node &node = tree_[id];
    switch (node.kind) {
      case NodeKind::null:
      case NodeKind::number:
      case NodeKind::string:
      case NodeKind::boolean: return read_literal(term, id);
      case NodeKind::paren:
      case NodeKind::collate: return read_into(term, skip_wrappers(id));
      case NodeKind::unary: term.kind = Term::Kind::unary; break;
      case NodeKind::binary:
        term.kind = Term::Kind::binary;
        if (is_connective(id)) return read_connective(term, id);
        break;
      case NodeKind::pattern:
        if (node.as<Operator>() != Operator::like) return resolve(term, id);
        if (tree_.child(id, NodeKind::escape) != sql::no_node) return resolve(term, id);
        term.kind = Term::Kind::pattern;
        term.negated = node.has(sql::flag::negated);
        break;
      case NodeKind::between:
        term.kind = Term::Kind::between;
        term.negated = node.has(sql::flag::negated);
        break;
      case NodeKind::in: return read_list(term, id);
      case NodeKind::cast: {
        const sql::NodeId type = tree_.child(id, NodeKind::type);
        if (type == sql::no_node) return resolve(term, id);
        term.kind = Term::Kind::cast;
        term.affinity = sql::affinity_of(tree_.text(type));
        return term.add(read(node.first_child));
      }
      case NodeKind::function:
        if (node.has(sql::flag::qualified) || !is_ours(tree_.text(id))) return resolve(term, id);
        term.kind = Term::Kind::function;
        term.name = lower_ascii(tree_.text(id));
        break;
      default: return resolve(term, id);
    }
    if (node.kind == NodeKind::unary || node.kind == NodeKind::binary) {
      term.op = node.as<Operator>();
    }
    for (const sql::NodeId child : tree_.children(id)) term.add(read(child));
  }

  [[gnu::noinline]] void resolve(Term &term, sql::NodeId id) { term = resolve_(id); }
  [[gnu::noinline]] void read_literal(Term &term, sql::NodeId id) {
    term = Term::of_value(literal_of(tree_, id));
  }

  sql::NodeId skip_wrappers(sql::NodeId id) const {
    while (tree_.kind(id) == NodeKind::paren || tree_.kind(id) == NodeKind::collate)
      id = tree_.first_child(id);
    return id;
  }

  bool is_connective(sql::NodeId id) const {
    const auto op = tree_[id].as<Operator>();
    return tree_.kind(id) == NodeKind::binary &&
           (op == Operator::logical_and || op == Operator::logical_or);
  }

  /// Reads all operands of a chain into one level, however long it is.
  void read_connective(Term &term, sql::NodeId id) {
    term.op = tree_[id].as<Operator>();
    std::vector<sql::NodeId> operands;
    while (is_connective(id) && tree_[id].as<Operator>() == term.op) {
      operands.push_back(tree_.next_sibling(tree_.first_child(id)));
      id = tree_.first_child(id);
    }
    term.add(read(id));
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand)
      term.add(read(*operand));
  }

  void read_list(Term &term, sql::NodeId id) {
    const sql::NodeId list = tree_.child(id, NodeKind::list);
    if (list == sql::no_node) return resolve(term, id);
    term.kind = Term::Kind::in;
    term.negated = tree_[id].has(sql::flag::negated);
    term.add(read(tree_.first_child(id)));
    for (const sql::NodeId item : tree_.children(list)) term.add(read(item));
  }

  const sql::SyntaxTree &tree_;
  TermResolver resolve_;
  Recursion &recursion_;
};

}  // namespace

Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve,
             Recursion &recursion) {
  return Reader(tree, resolve, recursion).read(node);
}

Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve) {
  Recursion recursion;
  return term_of(tree, node, resolve, recursion);
}

void collect_variables(const Term &term, std::vector<std::uint32_t> &variables) {
  if (term.kind == Term::Kind::variable &&
      std::find(variables.begin(), variables.end(), term.variable) == variables.end()) {
    variables.push_back(term.variable);
  }
  for (const Term &argument : term.arguments) collect_variables(argument, variables);
}

}  // namespace sluice::inline v0::suite
