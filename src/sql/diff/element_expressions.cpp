#include <algorithm>
#include <array>
#include <utility>

#include "element_functions.hpp"
#include "elements.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0::sql {

namespace {

struct BinaryClass {
  Operator op;
  ElementType type;
  std::string_view text;
};

constexpr std::array binary_classes{
    BinaryClass{Operator::logical_or, ElementType::logical_or, " OR "},
    BinaryClass{Operator::logical_and, ElementType::logical_and, " AND "},
    BinaryClass{Operator::equal, ElementType::eq, " = "},
    BinaryClass{Operator::not_equal, ElementType::neq, " <> "},
    BinaryClass{Operator::less, ElementType::lt, " < "},
    BinaryClass{Operator::less_equal, ElementType::lte, " <= "},
    BinaryClass{Operator::greater, ElementType::gt, " > "},
    BinaryClass{Operator::greater_equal, ElementType::gte, " >= "},
    BinaryClass{Operator::is, ElementType::is, " IS "},
    BinaryClass{Operator::is_not, ElementType::is, " IS "},
    BinaryClass{Operator::is_distinct, ElementType::null_safe_neq, " IS DISTINCT FROM "},
    BinaryClass{Operator::is_not_distinct, ElementType::null_safe_eq, " IS NOT DISTINCT FROM "},
    BinaryClass{Operator::null_safe_equal, ElementType::null_safe_eq, " IS NOT DISTINCT FROM "},
    BinaryClass{Operator::bit_and, ElementType::bitwise_and, " & "},
    BinaryClass{Operator::bit_or, ElementType::bitwise_or, " | "},
    BinaryClass{Operator::shift_left, ElementType::bitwise_left_shift, " << "},
    BinaryClass{Operator::shift_right, ElementType::bitwise_right_shift, " >> "},
    BinaryClass{Operator::add, ElementType::add, " + "},
    BinaryClass{Operator::subtract, ElementType::sub, " - "},
    BinaryClass{Operator::multiply, ElementType::mul, " * "},
    BinaryClass{Operator::divide, ElementType::div, " / "},
    BinaryClass{Operator::modulo, ElementType::mod, " % "},
    BinaryClass{Operator::concat, ElementType::dpipe, " || "},
    BinaryClass{Operator::json_get, ElementType::json_extract, "JSON_EXTRACT("},
    BinaryClass{Operator::json_get_text, ElementType::json_extract_scalar, "JSON_EXTRACT_SCALAR("},
};

const BinaryClass *find_binary(Operator op) {
  const auto *found = std::ranges::find(binary_classes, op, &BinaryClass::op);
  return found == binary_classes.end() ? nullptr : found;
}

bool is_integer_cast(const Element &element, const std::vector<Element> &elements) {
  if (element.type != ElementType::cast) return false;
  const std::string &type = elements[element.children.back()].text;
  return type == "INT" || type == "BIGINT" || type == "SMALLINT" || type == "TINYINT" ||
         type == "MEDIUMINT";
}

}  // namespace

/// Nodes that do not occur in queries: identified by kind and text, printed as our printer does.
ElementBuilder::Index ElementBuilder::other(NodeId id) {
  Element element = start(ElementType::other, id);
  element.name = hash64(name_of(tree_.kind(id)));
  attribute(element, "kind", name_of(tree_.kind(id)));
  attribute(element, "text", tree_.text(id));
  attribute(element, "op", std::to_string(tree_[id].op));
  attribute(element, "flags", std::to_string(tree_[id].flags & ~flag::quoted));
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = print(tree_, id);
  return finish(std::move(element));
}

/// 0x1F and x'1F': sqlglot prints their value as a number.
ElementBuilder::Index ElementBuilder::hex(NodeId id, std::string_view digits) {
  Element element = start(ElementType::hex_string, id);
  attribute(element, "this", digits);
  if (digits.size() > 16) {
    element.text = digits;
  } else {
    std::uint64_t number = 0;
    for (const char c : digits) {
      const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      number = number << 4 | static_cast<std::uint64_t>(digit & 15);
    }
    element.text = std::to_string(number);
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::number(NodeId id) {
  const std::string_view written = tree_.text(id);
  if (written.size() > 2 && written[0] == '0' && (written[1] | 0x20) == 'x')
    return hex(id, written.substr(2));
  Element element = start(ElementType::literal, id);
  if (written.starts_with('.')) element.text = '0';
  element.text += written;
  identifier(element, element.text);
  element.attributes = hash64(element.text, 2);
  return finish(std::move(element));
}

/// Constants and parameters.
ElementBuilder::Index ElementBuilder::parameter(NodeId id) {
  const std::string_view written = tree_.text(id);
  switch (tree_.kind(id)) {
    case NodeKind::string: {
      Element element = start(ElementType::literal, id);
      element.text = '\'';
      for (const char c : written) {
        if (c == '\'') element.text += c;
        element.text += c;
      }
      element.text += '\'';
      identifier(element, element.text);
      element.attributes = hash64(element.text, 2);
      return finish(std::move(element));
    }
    case NodeKind::boolean: {
      Element element = start(ElementType::boolean, id);
      const bool truth = tree_[id].has(flag::truth);
      if (truth) {
        attribute(element, "this", "true");
      } else {
        blank(element, "this");
      }
      element.text = truth ? "TRUE" : "FALSE";
      return finish(std::move(element));
    }
    case NodeKind::current_time:
      switch (tree_[id].as<CurrentTime>()) {
        case CurrentTime::date: return leaf(ElementType::current_date, id, "CURRENT_DATE");
        case CurrentTime::time: return leaf(ElementType::current_time, id, "CURRENT_TIME()");
        case CurrentTime::timestamp: break;
      }
      return leaf(ElementType::current_timestamp, id, "CURRENT_TIMESTAMP()");
    default: break;
  }
  if (written.starts_with('@')) {
    Element var = start(ElementType::var, id);
    var.text = written.substr(1);
    attribute(var, "this", var.text);
    return unary(ElementType::parameter, id, finish(std::move(var)), std::string(written));
  }
  Element element =
      start(written.starts_with('$') ? ElementType::column : ElementType::placeholder, id);
  element.text = written;
  if (written.starts_with('$')) {
    identifier(element, written);
  } else if (written.size() > 1) {
    attribute(element, "this", written.substr(1));
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::column(NodeId id) {
  Element element = start(ElementType::column, id);
  element.text = qualified_name(id, element);
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::negated(NodeId id, Index operand) {
  return unary(ElementType::logical_not, id, operand, "NOT " + text(operand));
}

ElementBuilder::Index ElementBuilder::operation(NodeId id) {
  const auto op = tree_[id].as<Operator>();
  const Index operand = build(tree_.first_child(id));
  switch (op) {
    case Operator::logical_not: return negated(id, operand);
    case Operator::minus:
      return unary(ElementType::neg, id, operand,
                   (text(operand).starts_with('-') ? "- " : "-") + text(operand));
    case Operator::plus: return operand;
    case Operator::bit_not:
      return unary(ElementType::bitwise_not, id, operand, "~" + text(operand));
    case Operator::is_null:
    case Operator::not_null: {
      Element element = start(ElementType::is, id);
      element.children = {operand, leaf(ElementType::null, id, "NULL")};
      element.text = text(operand) + " IS NULL";
      const Index test = finish(std::move(element));
      return op == Operator::is_null ? test : negated(id, test);
    }
    default: return other(id);
  }
}

ElementBuilder::Index ElementBuilder::binary(NodeId id) {
  const auto op = tree_[id].as<Operator>();
  const BinaryClass *found = find_binary(op);
  if (found == nullptr) return other(id);
  Element element = start(found->type, id);
  const Index left = build(tree_.first_child(id)), right = build(tree_.last_child(id));
  element.children = {left, right};
  switch (found->type) {
    case ElementType::div:
      attribute(element, "typed", "true");
      attribute(element, "safe", "true");
      if (is_integer_cast(elements[left], elements) && is_integer_cast(elements[right], elements)) {
        element.text = "CAST(" + text(left) + " / " + text(right) + " AS BIGINT)";
      } else {
        element.text = text(left) + " / NULLIF(" + text(right) + ", 0)";
      }
      break;
    case ElementType::json_extract:
    case ElementType::json_extract_scalar:
      element.text = std::string(found->text) + text(left) + ", " + text(right) + ")";
      break;
    case ElementType::dpipe: attribute(element, "safe", "true"); [[fallthrough]];
    default: element.text = text(left) + std::string(found->text) + text(right); break;
  }
  const Index built = finish(std::move(element));
  return op == Operator::is_not ? negated(id, built) : built;
}

ElementBuilder::Index ElementBuilder::pattern(NodeId id) {
  const Node &node = tree_[id];
  ElementType type = ElementType::like;
  std::string_view word = " LIKE ";
  switch (node.as<Operator>()) {
    case Operator::glob: type = ElementType::glob, word = " GLOB "; break;
    case Operator::regexp: type = ElementType::regexp_like, word = ", "; break;
    case Operator::match: type = ElementType::match, word = " MATCH "; break;
    case Operator::ilike: type = ElementType::ilike, word = " ILIKE "; break;
    default: break;
  }
  const NodeId left_id = tree_.first_child(id);
  const NodeId right_id = tree_.next_sibling(left_id);
  const NodeId escape = tree_.next_sibling(right_id);
  const Index left = build(left_id), right = build(right_id);
  // In 30.17, NOT is an attribute of LIKE; in 25.1, it is a node around it.
  const bool inside = node.has(flag::negated) && is_30() &&
                      (type == ElementType::like || type == ElementType::ilike);
  Element element = start(type, id);
  element.children = {left, right};
  if (inside) attribute(element, "negate", "true");
  element.text = type == ElementType::regexp_like ? "REGEXP_LIKE(" : "";
  element.text += text(left) + (inside ? " NOT" : "") + std::string(word) + text(right);
  if (type == ElementType::regexp_like) element.text += ')';
  Index built = finish(std::move(element));
  if (escape != no_node) {
    Element escaped = start(ElementType::escape, id);
    const Index sign = build(tree_.first_child(escape));
    escaped.children = {built, sign};
    escaped.text = text(built) + " ESCAPE " + text(sign);
    built = finish(std::move(escaped));
  }
  return node.has(flag::negated) && !inside ? negated(id, built) : built;
}

ElementBuilder::Index ElementBuilder::between(NodeId id) {
  Element element = start(ElementType::between, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = text(element.children[0]) + " BETWEEN " + join(element.children, 1, " AND ");
  const Index built = finish(std::move(element));
  return tree_[id].has(flag::negated) ? negated(id, built) : built;
}

ElementBuilder::Index ElementBuilder::in(NodeId id) {
  Element element = start(ElementType::in, id);
  const NodeId left = tree_.first_child(id), right = tree_.next_sibling(left);
  element.children.push_back(build(left));
  element.text = text(element.children[0]) + " IN ";
  switch (tree_.kind(right)) {
    case NodeKind::list:
      for (const NodeId child : tree_.children(right)) element.children.push_back(build(child));
      if (element.children.size() == 1) blank(element, "expressions");
      element.text += "(" + join(element.children, 1, ", ") + ")";
      break;
    case NodeKind::table: {
      Element table = start(ElementType::column, right);
      table.text = qualified_name(right, table);
      element.text += table.text;
      if (is_30()) {
        element.children.push_back(finish(std::move(table)));
      } else {
        identifier(element, table.text);
      }
      break;
    }
    default:
      element.children.push_back(build(right));
      element.text += text(element.children.back());
      break;
  }
  const Index built = finish(std::move(element));
  return tree_[id].has(flag::negated) ? negated(id, built) : built;
}

ElementBuilder::Index ElementBuilder::row(NodeId id) {
  Element element = start(ElementType::tuple, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = '(';
  element.text += join(element.children, 0, ", ");
  element.text += ')';
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::paren(NodeId id) {
  const Index inner = build(tree_.first_child(id));
  return unary(ElementType::paren, id, inner, "(" + text(inner) + ")");
}

/// A condition with its result and possibly an ELSE; its text is that of a whole CASE.
ElementBuilder::Index ElementBuilder::branch(NodeId id, const Elements &parts) {
  Element element = start(ElementType::branch, id);
  element.children = parts;
  element.text = "CASE WHEN " + text(parts[0]) + " THEN " + text(parts[1]);
  if (parts.size() > 2) element.text += " ELSE " + text(parts[2]);
  element.text += " END";
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::case_when(NodeId id) {
  Element element = start(ElementType::case_when, id);
  element.text = "CASE";
  const std::size_t case_size = element.text.size() + 1, end_size = std::string_view(" END").size();
  for (const NodeId child : tree_.children(id)) {
    switch (tree_.kind(child)) {
      case NodeKind::when: {
        const Index condition = build(tree_.first_child(child));
        const Index value = build(tree_.last_child(child));
        element.children.push_back(branch(child, {condition, value}));
        const std::string &whole = text(element.children.back());
        element.text += ' ' + whole.substr(case_size, whole.size() - case_size - end_size);
        break;
      }
      case NodeKind::otherwise:
        element.children.push_back(build(tree_.first_child(child)));
        element.text += " ELSE " + text(element.children.back());
        break;
      default:
        element.children.push_back(build(child));
        element.text += ' ' + text(element.children.back());
        break;
    }
  }
  element.text += " END";
  return finish(std::move(element));
}

}  // namespace sluice::inline v0::sql
