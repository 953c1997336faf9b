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

struct TypeName {
  std::string_view written;
  std::string_view name;
};

constexpr std::array type_names{
    TypeName{"BIGINT", "BIGINT"},       TypeName{"BLOB", "VARBINARY"},
    TypeName{"BOOL", "BOOLEAN"},        TypeName{"BOOLEAN", "BOOLEAN"},
    TypeName{"CHAR", "CHAR"},           TypeName{"CHARACTER", "CHAR"},
    TypeName{"DATE", "DATE"},           TypeName{"DATETIME", "DATETIME"},
    TypeName{"DEC", "DECIMAL"},         TypeName{"DECIMAL", "DECIMAL"},
    TypeName{"DOUBLE", "DOUBLE"},       TypeName{"DOUBLE PRECISION", "DOUBLE"},
    TypeName{"FLOAT", "FLOAT"},         TypeName{"INT", "INT"},
    TypeName{"INTEGER", "INT"},         TypeName{"JSON", "JSON"},
    TypeName{"MEDIUMINT", "MEDIUMINT"}, TypeName{"NUMERIC", "DECIMAL"},
    TypeName{"NVARCHAR", "NVARCHAR"},   TypeName{"REAL", "FLOAT"},
    TypeName{"SMALLINT", "SMALLINT"},   TypeName{"STRING", "TEXT"},
    TypeName{"TEXT", "TEXT"},           TypeName{"TIME", "TIME"},
    TypeName{"TIMESTAMP", "TIMESTAMP"}, TypeName{"TINYINT", "TINYINT"},
    TypeName{"VARCHAR", "VARCHAR"},
};

}  // namespace

ElementBuilder::Index ElementBuilder::cast(NodeId id) {
  const bool attempt = tree_[id].has(flag::attempt);
  Element element = start(attempt ? ElementType::try_cast : ElementType::cast, id);
  element.children.push_back(build(tree_.first_child(id)));
  element.children.push_back(data_type(tree_.last_child(id)));
  element.text = (attempt ? "TRY_CAST(" : "CAST(") + text(element.children[0]) + " AS " +
                 text(element.children[1]) + ")";
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::data_type(NodeId id) {
  Element element = start(ElementType::data_type, id);
  const std::string_view written = tree_.text(id);
  const auto *known = std::ranges::find(type_names, upper_ascii(written), &TypeName::written);
  if (known == type_names.end()) {
    attribute(element, "this", "USERDEFINED");
    attribute(element, "kind", written);
    element.text = written;
  } else {
    attribute(element, "this", known->name);
    blank(element, "nested");
    element.text = known->name;
  }
  std::string sizes;
  for (const NodeId child : tree_.children(id)) {
    const Index size = number(child);
    element.children.push_back(unary(ElementType::data_type_param, child, size, text(size)));
    if (!sizes.empty()) sizes += ", ";
    sizes += text(size);
  }
  if (!sizes.empty()) element.text += "(" + sizes + ")";
  if (tree_[id].has(flag::array)) {
    attribute(element, "array", "true");
    element.text += "[]";
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::collate(NodeId id) {
  Element element = start(ElementType::collate, id);
  const std::string by = name(id);
  Element collation = start(is_30() ? ElementType::var : ElementType::column, id);
  collation.text = by;
  if (is_30()) {
    attribute(collation, "this", by);
  } else {
    identifier(collation, by);
  }
  const Index left = build(tree_.first_child(id));
  element.children = {left, finish(std::move(collation))};
  element.text = text(left) + " COLLATE " + by;
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::function(NodeId id) {
  Elements arguments, distinct_arguments;
  NodeId filter, over, distinct_node, order_node, last_argument;
  bool qualifier = tree_[id].has(flag::qualified);
  for (const NodeId child : tree_.children(id)) {
    if (std::exchange(qualifier, false)) continue;
    switch (tree_.kind(child)) {
      case NodeKind::distinct: distinct_node = child; break;
      case NodeKind::filter: filter = child; break;
      case NodeKind::over: over = child; break;
      case NodeKind::order_by: order_node = child; break;
      default:
        arguments.push_back(build(child));
        last_argument = child;
        break;
    }
  }
  if (distinct_node != no_node) {
    distinct_arguments.swap(arguments);
    arguments.push_back(distinct(distinct_node, std::move(distinct_arguments)));
  }
  if (order_node != no_node && !arguments.empty() && distinct_node == no_node)
    arguments.back() = order(order_node, last_argument);

  Index built = call(id, std::move(arguments));
  if (filter != no_node) {
    const Index condition = build(tree_.first_child(filter));
    const Index where = unary(ElementType::where, filter, condition, "WHERE " + text(condition));
    Element element = start(ElementType::filter, filter);
    element.children = {built, where};
    element.text = text(built) + " FILTER(" + text(where) + ")";
    built = finish(std::move(element));
  }
  return over == no_node ? built : window(over, id, built);
}

ElementBuilder::Index ElementBuilder::call(NodeId id, Elements arguments) {
  const std::string_view written = tree_.text(id);
  const std::string lower = lower_ascii(written);
  if ((lower == "iif" || lower == "if") && (arguments.size() == 2 || arguments.size() == 3))
    return branch(id, arguments);
  if (lower == "strftime" && arguments.size() == 2) {
    const Index time = unary(ElementType::ts_or_ds_to_timestamp, id, arguments[1],
                             "CAST(" + text(arguments[1]) + " AS TIMESTAMP)");
    Element element = start(ElementType::time_to_str, id);
    element.children = {time, arguments[0]};
    element.text = "TIME_TO_STR(" + text(time) + ", " + text(arguments[0]) + ")";
    return finish(std::move(element));
  }
  if (lower == "mod" && arguments.size() == 2) {
    Element element = start(ElementType::mod, id);
    element.text = text(arguments[0]) + " % " + text(arguments[1]);
    element.children = std::move(arguments);
    return finish(std::move(element));
  }
  const FunctionClass *known = find_function(lower);
  if (known != nullptr && (is_30() || known->since_25)) {
    Element element = start(type_of(*known), id);
    element.text = std::string(known->printed) + "(" + join(arguments, 0, ", ") + ")";
    std::size_t list_from = known->list_from;
    if (lower == "char") {
      list_from = is_30() ? no_list : 2;
      if (is_30()) blank(element, "charset");
    } else if (lower == "ltrim" || lower == "rtrim") {
      attribute(element, "position", lower == "ltrim" ? "LEADING" : "TRAILING");
    } else if (lower == "count" && is_30()) {
      attribute(element, "big_int", "true");
    } else if (lower == "concat" || lower == "concat_ws") {
      attribute(element, "safe", "true");
      blank(element, "coalesce");
    } else if ((lower == "greatest" || lower == "least") && is_30()) {
      attribute(element, "ignore_nulls", "true");
    }
    if (list_from != no_list && arguments.size() <= list_from) blank(element, "expressions");
    element.children = std::move(arguments);
    return finish(std::move(element));
  }
  Element element = start(ElementType::anonymous, id);
  const std::string upper = upper_ascii(written);
  const bool changed = lower == "strftime" || (is_30() && (lower == "time" || lower == "datetime"));
  const std::string this_name = changed ? upper : std::string(written);
  element.name = hash64(this_name, 3);
  attribute(element, "this", this_name);
  // Names compare equal in any case; the type is case-sensitive.
  if (arguments.empty()) blank(element, "expressions");
  element.text = upper + "(" + join(arguments, 0, ", ") + ")";
  element.children = std::move(arguments);
  return finish(std::move(element));
}

}  // namespace sluice::inline v0::sql
