#include <utility>

#include "elements.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {

ElementBuilder::Index ElementBuilder::select(NodeId id) {
  Element element = start(ElementType::select, id);
  std::string &sql = element.text;
  sql = "SELECT";
  const auto add = [&](Index child) { element.children.push_back(child); };

  if (const NodeId node = tree_.child(id, NodeKind::distinct); node != no_node) {
    Elements on;
    for (const NodeId child : tree_.children(node)) on.push_back(build(child));
    add(distinct(node, std::move(on)));
    sql += ' ' + text(element.children.back());
  }
  const std::size_t first_result = element.children.size();
  if (const NodeId list = tree_.child(id, NodeKind::select_list); list != no_node) {
    for (const NodeId child : tree_.children(list)) add(build(child));
  }
  sql += ' ' + join(element.children, first_result, ", ");

  // sqlglot reads TOP before FROM, but keeps the position of LIMIT.
  const NodeId limit_node = tree_.child(id, NodeKind::limit);
  Index limited = DiffNode::none;
  if (limit_node != no_node && tree_.first_child(limit_node) != no_node &&
      tree_.kind(tree_.first_child(limit_node)) != NodeKind::offset) {
    limited = limit(limit_node);
    add(limited);
  }
  if (const NodeId from = tree_.child(id, NodeKind::from); from != no_node) {
    const NodeId first = tree_.first_child(from);
    const Index source = build(first);
    add(unary(ElementType::from, from, source, "FROM " + text(source)));
    sql += ' ' + text(element.children.back());
    for (NodeId node = tree_.next_sibling(first); node != no_node; node = tree_.next_sibling(node))
      join_into(element, joined(node));
  }
  for (const NodeId child : tree_.children(id)) {
    switch (tree_.kind(child)) {
      case NodeKind::where:
      case NodeKind::group_by:
      case NodeKind::having:
        add(build(child));
        sql += ' ' + text(element.children.back());
        break;
      case NodeKind::windows: {
        std::string all;
        for (const NodeId definition : tree_.children(child)) {
          add(window_definition(definition));
          // A window prints as `w OVER (…)` on its own, and as `w AS (…)` here.
          const std::size_t name_size = name(definition).size();
          if (!all.empty()) all += ", ";
          all += name(definition) + " AS " + text(element.children.back()).substr(name_size + 6);
        }
        sql += " WINDOW " + all;
        break;
      }
      default: break;
    }
  }
  if (const NodeId node = tree_.child(id, NodeKind::order_by); node != no_node) {
    add(order(node, no_node));
    sql += ' ' + text(element.children.back());
  }
  if (limited != DiffNode::none) sql += ' ' + text(limited);
  tail(id, element, true);
  return finish(std::move(element));
}

/// OFFSET and WITH.
void ElementBuilder::tail(NodeId id, Element &element, bool is_select) {
  const NodeId limit_node = tree_.child(id, NodeKind::limit);
  if (limit_node != no_node) {
    if (!is_select && tree_.first_child(limit_node) != no_node &&
        tree_.kind(tree_.first_child(limit_node)) != NodeKind::offset) {
      element.children.push_back(limit(limit_node));
      element.text += ' ' + text(element.children.back());
    }
    if (const NodeId node = tree_.child(limit_node, NodeKind::offset); node != no_node) {
      element.children.push_back(offset(node, tree_[limit_node].has(flag::comma)));
      element.text += ' ' + text(element.children.back());
    }
  }
  if (const NodeId node = tree_.child(id, NodeKind::with); node != no_node) {
    element.children.push_back(with(node));
    element.text = text(element.children.back()) + ' ' + element.text;
  }
}

ElementBuilder::Index ElementBuilder::compound(NodeId id) {
  const auto op = tree_[id].as<SetOperator>();
  ElementType type = ElementType::set_union;
  std::string_view words = " UNION ";
  bool all = false;
  switch (op) {
    case SetOperator::union_distinct: break;
    case SetOperator::union_all:
      words = " UNION ALL ";
      all = true;
      break;
    case SetOperator::intersect: type = ElementType::intersect, words = " INTERSECT "; break;
    case SetOperator::intersect_all:
      type = ElementType::intersect, words = " INTERSECT ALL ";
      all = true;
      break;
    case SetOperator::except: type = ElementType::except, words = " EXCEPT "; break;
    case SetOperator::except_all:
      type = ElementType::except, words = " EXCEPT ALL ";
      all = true;
      break;
  }
  Element element = start(type, id);
  if (all) {
    blank(element, "distinct");
  } else {
    attribute(element, "distinct", "true");
  }
  for (const NodeId child : tree_.children(id)) {
    if (is_query(tree_.kind(child)) || tree_.kind(child) == NodeKind::subquery)
      element.children.push_back(build(child));
  }
  element.text = join(element.children, 0, words);
  if (const NodeId node = tree_.child(id, NodeKind::order_by); node != no_node) {
    element.children.push_back(order(node, no_node));
    element.text += ' ' + text(element.children.back());
  }
  tail(id, element, false);
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::values(NodeId id) {
  Element element = start(ElementType::values, id);
  for (const NodeId child : tree_.children(id)) {
    if (tree_.kind(child) == NodeKind::row_values) element.children.push_back(values_row(child));
  }
  element.text = "VALUES " + join(element.children, 0, ", ");
  if (const NodeId node = tree_.child(id, NodeKind::order_by); node != no_node) {
    element.children.push_back(order(node, no_node));
    element.text += ' ' + text(element.children.back());
  }
  tail(id, element, false);
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::values_row(NodeId id) {
  Element element = start(ElementType::tuple, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = '(';
  element.text += join(element.children, 0, ", ");
  element.text += ')';
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::with(NodeId id) {
  Element element = start(ElementType::with, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(common_table(child));
  element.text = "WITH ";
  if (tree_[id].has(flag::recursive)) {
    attribute(element, "recursive", "true");
    element.text += "RECURSIVE ";
  }
  element.text += join(element.children, 0, ", ");
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::common_table(NodeId id) {
  Element element = start(ElementType::cte, id);
  std::string_view words = " AS (";
  if (tree_[id].has(flag::materialized)) {
    attribute(element, "materialized", "true");
    words = " AS MATERIALIZED (";
  } else if (tree_[id].has(flag::not_materialized)) {
    blank(element, "materialized");
    words = " AS NOT MATERIALIZED (";
  }
  const Index query = build(tree_.last_child(id));
  const Index alias = table_alias(id);
  element.children = {query, alias};
  element.text = text(alias) + std::string(words) + text(query) + ")";
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::distinct(NodeId id, Elements arguments) {
  Element element = start(ElementType::distinct, id);
  element.children = std::move(arguments);
  element.text = "DISTINCT";
  if (!element.children.empty()) element.text += ' ' + join(element.children, 0, ", ");
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::aliased(NodeId id) {
  Element element = start(ElementType::alias, id);
  element.children.push_back(build(tree_.first_child(id)));
  const std::string alias = name(tree_.last_child(id));
  identifier(element, alias);
  element.text = text(element.children[0]) + " AS " + alias;
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::star(NodeId id) {
  if (tree_.first_child(id) == no_node) return leaf(ElementType::star, id, "*");
  Element element = start(ElementType::column, id);
  for (const NodeId child : tree_.children(id)) {
    element.text += name(child) + '.';
    identifier(element, name(child));
  }
  element.text += '*';
  element.children.push_back(leaf(ElementType::star, id, "*"));
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::clause(ElementType type, NodeId id,
                                             std::string_view keyword) {
  Element element = start(type, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = std::string(keyword) + join(element.children, 0, ", ");
  return finish(std::move(element));
}

}  // namespace sluice::inline v0::sql
