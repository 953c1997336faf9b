#include "term.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"

namespace sluice::suite {
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
  Reader(const sql::SyntaxTree &tree, TermResolver resolve) : tree_(tree), resolve_(resolve) {}

  Term read(sql::NodeId id) {
    const sql::Node &node = tree_[id];
    Term term;
    switch (node.kind) {
      case NodeKind::null:
      case NodeKind::number:
      case NodeKind::string:
      case NodeKind::boolean: return Term::of_value(literal_of(tree_, id));
      case NodeKind::paren:
      case NodeKind::collate: return read(node.first_child);
      case NodeKind::unary: term.kind = Term::Kind::unary; break;
      case NodeKind::binary: term.kind = Term::Kind::binary; break;
      case NodeKind::pattern:
        if (node.as<Operator>() != Operator::like) return resolve_(id);
        if (tree_.child(id, NodeKind::escape) != sql::no_node) return resolve_(id);
        term.kind = Term::Kind::pattern;
        term.negated = node.has(sql::flag::negated);
        break;
      case NodeKind::between:
        term.kind = Term::Kind::between;
        term.negated = node.has(sql::flag::negated);
        break;
      case NodeKind::in: return read_list(id);
      case NodeKind::cast: {
        const sql::NodeId type = tree_.child(id, NodeKind::type);
        if (type == sql::no_node) return resolve_(id);
        term.kind = Term::Kind::cast;
        term.affinity = sql::affinity_of(tree_.text(type));
        term.arguments.push_back(read(node.first_child));
        return term;
      }
      case NodeKind::function:
        if (node.has(sql::flag::qualified) || !is_ours(tree_.text(id))) return resolve_(id);
        term.kind = Term::Kind::function;
        term.name = lower_ascii(tree_.text(id));
        break;
      default: return resolve_(id);
    }
    if (node.kind == NodeKind::unary || node.kind == NodeKind::binary) {
      term.op = node.as<Operator>();
    }
    for (const sql::NodeId child : tree_.children(id)) term.arguments.push_back(read(child));
    return term;
  }

 private:
  Term read_list(sql::NodeId id) {
    const sql::NodeId list = tree_.child(id, NodeKind::list);
    if (list == sql::no_node) return resolve_(id);
    Term term;
    term.kind = Term::Kind::in;
    term.negated = tree_[id].has(sql::flag::negated);
    term.arguments.push_back(read(tree_.first_child(id)));
    for (const sql::NodeId item : tree_.children(list)) term.arguments.push_back(read(item));
    return term;
  }

  const sql::SyntaxTree &tree_;
  TermResolver resolve_;
};

}  // namespace

Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve) {
  return Reader(tree, resolve).read(node);
}

void collect_variables(const Term &term, std::vector<std::uint32_t> &variables) {
  if (term.kind == Term::Kind::variable &&
      std::find(variables.begin(), variables.end(), term.variable) == variables.end()) {
    variables.push_back(term.variable);
  }
  for (const Term &argument : term.arguments) collect_variables(argument, variables);
}

}  // namespace sluice::suite
