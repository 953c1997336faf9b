#include <algorithm>
#include <utility>

#include "elements.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {

namespace {

/// The exclusion of a window frame; sqlglot stores it but does not print it.
std::string_view exclusion(std::uint16_t flags) {
  switch (static_cast<FrameExclusion>(flags)) {
    case FrameExclusion::none: break;
    case FrameExclusion::no_others: return "NO OTHERS";
    case FrameExclusion::current_row: return "CURRENT ROW";
    case FrameExclusion::group: return "GROUP";
    case FrameExclusion::ties: return "TIES";
  }
  return {};
}

}  // namespace

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

/// From a node whose text is the alias, with optional column names.
ElementBuilder::Index ElementBuilder::table_alias(NodeId id) {
  Element element = start(ElementType::table_alias, id);
  element.text = name(id);
  identifier(element, element.text);
  if (const NodeId names = tree_.child(id, NodeKind::name_list); names != no_node) {
    std::string columns;
    for (const NodeId child : tree_.children(names)) {
      if (!columns.empty()) columns += ", ";
      columns += name(child);
      identifier(element, name(child));
    }
    element.text += "(" + columns + ")";
  }
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

ElementBuilder::Index ElementBuilder::joined(NodeId id) {
  const Node &node = tree_[id];
  const auto kind = node.as<JoinKind>();
  Element element = start(ElementType::join, id);
  std::string words;
  const auto word = [&](std::string_view text) {
    if (!words.empty()) words += ' ';
    words += text;
  };
  if (node.has(flag::natural)) {
    attribute(element, "method", "NATURAL");
    word("NATURAL");
  }
  const auto sided = [&](ElementType type, std::string_view side) {
    element.type = type;
    attribute(element, "side", side);
    word(side);
    // 25.1 keeps the word as written, and compares it in that form.
    if (!is_30()) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::string written = source_word(id, i);
        if (written != side && upper_ascii(written) == side)
          element.name = static_cast<std::uint64_t>(written[0]) << 8 |
                         static_cast<std::uint64_t>(written.back());
      }
    }
  };
  switch (kind) {
    case JoinKind::left: sided(ElementType::left_join, "LEFT"); break;
    case JoinKind::right: sided(ElementType::right_join, "RIGHT"); break;
    case JoinKind::full: sided(ElementType::full_join, "FULL"); break;
    case JoinKind::inner:
      attribute(element, "kind", "INNER");
      word("INNER");
      break;
    case JoinKind::cross:
      attribute(element, "kind", "CROSS");
      word("CROSS");
      break;
    case JoinKind::comma:
      if (is_30()) {
        attribute(element, "kind", "CROSS");
        word("CROSS");
      }
      break;
    case JoinKind::plain: break;
  }
  if (node.has(flag::outer)) {
    attribute(element, "kind", "OUTER");
    word("OUTER");
  }

  const NodeId source = tree_.first_child(id);
  const NodeId condition = tree_.next_sibling(source);
  element.children.push_back(build(source));
  std::string ending;
  if (condition == no_node) {
    // 30.17 adds a condition to a join that has none.
    const bool bare = kind == JoinKind::comma || kind == JoinKind::cross || node.has(flag::natural);
    if (is_30() && !bare) {
      Element yes = start(ElementType::boolean, id);
      attribute(yes, "this", "true");
      yes.text = "TRUE";
      element.children.push_back(finish(std::move(yes)));
      ending = " ON TRUE";
    }
  } else if (tree_.kind(condition) == NodeKind::on) {
    element.children.push_back(build(tree_.first_child(condition)));
    ending = " ON " + text(element.children.back());
  } else {
    std::string names;
    for (const NodeId child : tree_.children(condition)) {
      if (!names.empty()) names += ", ";
      names += name(child);
      identifier(element, name(child));
    }
    ending = " USING (" + names + ")";
  }
  if (words.empty() && ending.empty()) {
    element.text = ", " + text(element.children[0]);
  } else {
    word("JOIN");
    element.text = words + ' ' + text(element.children[0]) + ending;
  }
  return finish(std::move(element));
}

/// Adds a join after the source that it joins.
void ElementBuilder::join_into(Element &element, Index joined) {
  element.children.push_back(joined);
  if (text(joined).front() != ',') element.text += ' ';
  element.text += text(joined);
}

ElementBuilder::Index ElementBuilder::table(NodeId id) {
  Element element = start(ElementType::table, id);
  element.text = qualified_name(id, element);
  if (const NodeId alias = tree_.child(id, NodeKind::alias); alias != no_node) {
    element.children.push_back(table_alias(alias));
    element.text += " AS " + text(element.children.back());
  }
  if (const NodeId index = tree_.child(id, NodeKind::indexed_by); index != no_node) {
    Element named = start(ElementType::table, index);
    named.text = name(index);
    identifier(named, named.text);
    element.children.push_back(finish(std::move(named)));
    element.text += " INDEXED BY " + text(element.children.back());
  } else if (tree_[id].has(flag::not_indexed)) {
    blank(element, "indexed");
    element.text += " NOT INDEXED";
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::table_function(NodeId id) {
  Element element = start(ElementType::table, id);
  Elements arguments;
  NodeId alias;
  bool qualifier = tree_[id].has(flag::qualified);
  for (const NodeId child : tree_.children(id)) {
    if (std::exchange(qualifier, false)) {
      identifier(element, name(child));
      element.text = name(child) + '.';
    } else if (tree_.kind(child) == NodeKind::alias) {
      alias = child;
    } else {
      arguments.push_back(build(child));
    }
  }
  element.children.push_back(call(id, std::move(arguments)));
  element.text += text(element.children.back());
  if (alias != no_node) {
    element.children.push_back(table_alias(alias));
    element.text += " AS " + text(element.children.back());
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::subquery(NodeId id) {
  const NodeId query = tree_.first_child(id);
  const NodeId alias = tree_.child(id, NodeKind::alias);
  const Index built = build(query);
  if (tree_.kind(query) == NodeKind::values && alias != no_node) {
    // sqlglot attaches the alias to the VALUES itself.
    Element values = elements[built];
    const std::uint64_t label = values.label;
    values.children.push_back(table_alias(alias));
    values.text = "(" + values.text + ") AS " + text(values.children.back());
    values.label = label;
    return finish(std::move(values));
  }
  Element element = start(ElementType::subquery, id);
  element.children.push_back(built);
  element.text = "(" + text(built) + ")";
  if (alias != no_node) {
    element.children.push_back(table_alias(alias));
    element.text += " AS " + text(element.children.back());
  }
  return finish(std::move(element));
}

/// Joins in parentheses are children of their first source.
ElementBuilder::Index ElementBuilder::join_tree(NodeId id) {
  const NodeId first = tree_.first_child(id);
  Index source = build(first);
  NodeId next = tree_.next_sibling(first);
  if (next != no_node && tree_.kind(next) == NodeKind::join) {
    Element joined_source = elements[source];
    for (; next != no_node && tree_.kind(next) == NodeKind::join; next = tree_.next_sibling(next))
      join_into(joined_source, joined(next));
    source = finish(std::move(joined_source));
  }
  Element element = start(ElementType::subquery, id);
  element.children.push_back(source);
  element.text = "(" + text(source) + ")";
  if (const NodeId alias = tree_.child(id, NodeKind::alias); alias != no_node) {
    element.children.push_back(table_alias(alias));
    element.text += " AS " + text(element.children.back());
  }
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::clause(ElementType type, NodeId id,
                                             std::string_view keyword) {
  Element element = start(type, id);
  for (const NodeId child : tree_.children(id)) element.children.push_back(build(child));
  element.text = std::string(keyword) + join(element.children, 0, ", ");
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::ordering(NodeId id) {
  const Node &node = tree_[id];
  Element element = start(ElementType::ordered, id);
  element.children.push_back(build(tree_.first_child(id)));
  element.text = text(element.children[0]);
  const bool descending = node.has(flag::descending);
  if (descending) {
    attribute(element, "desc", "true");
    element.text += " DESC";
  } else if (node.has(flag::ascending)) {
    blank(element, "desc");
    element.text += " ASC";
  }
  // NULL sorts first unless the query says otherwise.
  const bool explicit_nulls = node.has(flag::nulls_first) || node.has(flag::nulls_last);
  const bool nulls_first = explicit_nulls ? node.has(flag::nulls_first) : !descending;
  if (nulls_first) {
    attribute(element, "nulls_first", "true");
    if (descending) element.text += " NULLS FIRST";
  } else {
    blank(element, "nulls_first");
    if (!descending) element.text += " NULLS LAST";
  }
  return finish(std::move(element));
}

/// `of` is the argument of an ordered aggregate, which sqlglot moves into the Order.
ElementBuilder::Index ElementBuilder::order(NodeId id, NodeId of) {
  Element element = start(ElementType::order, id);
  if (of != no_node) {
    element.children.push_back(build(of));
    element.text = text(element.children[0]) + ' ';
  }
  const std::size_t first = element.children.size();
  for (const NodeId child : tree_.children(id)) element.children.push_back(ordering(child));
  element.text += "ORDER BY " + join(element.children, first, ", ");
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::limit(NodeId id) {
  const Index count = build(tree_.first_child(id));
  return unary(ElementType::limit, id, count, "LIMIT " + text(count));
}

ElementBuilder::Index ElementBuilder::offset(NodeId id, bool comma) {
  const Index count = build(tree_.first_child(id));
  Element element = start(ElementType::offset, id);
  if (comma) blank(element, "expressions");
  element.children.push_back(count);
  element.text = "OFFSET " + text(count);
  return finish(std::move(element));
}

/// The content of OVER (…), or of a named window in WINDOW, in which case `function` is no_node and
/// `id` has the name.
ElementBuilder::Index ElementBuilder::window(NodeId id, NodeId function, Index windowed) {
  const bool defines = function == no_node;
  Element element = start(ElementType::window, defines ? id : function);
  const NodeId specification = tree_.child(id, NodeKind::window);
  if (defines) {
    identifier(element, name(id));
    element.text = name(id);
  } else {
    element.children.push_back(windowed);
    element.text = text(windowed);
    attribute(element, "over", "OVER");
    if (specification == no_node) {
      identifier(element, name(id));
      element.text += " OVER " + name(id);
      return finish(std::move(element));
    }
  }
  std::string inside;
  const auto put = [&](std::string_view text) {
    if (!inside.empty()) inside += ' ';
    inside += text;
  };
  if (!tree_.text(specification).empty()) {
    identifier(element, name(specification));
    put(name(specification));
  }
  bool partitioned = false;
  for (const NodeId child : tree_.children(specification)) {
    if (tree_.kind(child) == NodeKind::partition_by) {
      partitioned = true;
      const std::size_t first = element.children.size();
      for (const NodeId key : tree_.children(child)) element.children.push_back(build(key));
      put("PARTITION BY " + join(element.children, first, ", "));
    } else {
      element.children.push_back(tree_.kind(child) == NodeKind::frame ? frame(child)
                                                                      : build(child));
      put(text(element.children.back()));
    }
  }
  if (!partitioned) blank(element, "partition_by");
  element.text += " OVER (" + inside + ")";
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::window_definition(NodeId id) {
  return window(id, no_node, DiffNode::none);
}

ElementBuilder::Index ElementBuilder::frame(NodeId id) {
  Element element = start(ElementType::window_spec, id);
  std::string unit = source_word(id, 0);
  if (unit.empty()) {
    switch (tree_[id].as<FrameUnit>()) {
      case FrameUnit::rows: unit = "ROWS"; break;
      case FrameUnit::range: unit = "RANGE"; break;
      case FrameUnit::groups: unit = "GROUPS"; break;
    }
  }
  attribute(element, "kind", unit);
  element.text = unit + " BETWEEN ";
  std::string_view key = "start";
  const auto side = [&](NodeId bound, std::string_view word) {
    std::string written(word);
    for (std::size_t i = 0;; ++i) {
      const std::string at = source_word(bound, i);
      if (at.empty()) break;
      if (upper_ascii(at) == word) written = at;
    }
    attribute(element, key == "start" ? "start_side" : "end_side", written);
    element.text += ' ' + written;
  };
  for (const NodeId bound : tree_.children(id)) {
    if (tree_.kind(bound) != NodeKind::frame_bound) continue;
    if (key == "end") element.text += " AND ";
    switch (tree_[bound].as<FrameBound>()) {
      case FrameBound::unbounded_preceding:
      case FrameBound::unbounded_following:
        attribute(element, key, "UNBOUNDED");
        element.text += "UNBOUNDED";
        side(bound, tree_[bound].as<FrameBound>() == FrameBound::unbounded_preceding ? "PRECEDING"
                                                                                     : "FOLLOWING");
        break;
      case FrameBound::current_row:
        attribute(element, key, "CURRENT ROW");
        element.text += "CURRENT ROW";
        break;
      case FrameBound::preceding:
      case FrameBound::following:
        element.children.push_back(build(tree_.first_child(bound)));
        element.text += text(element.children.back());
        side(bound,
             tree_[bound].as<FrameBound>() == FrameBound::preceding ? "PRECEDING" : "FOLLOWING");
        break;
    }
    key = "end";
  }
  if (tree_.count_children(id) < 2) element.text += " AND CURRENT ROW";
  if (const std::string_view excluded = exclusion(tree_[id].flags); !excluded.empty()) {
    Element var = start(ElementType::var, id);
    attribute(var, "this", excluded);
    var.text = excluded;
    element.children.push_back(finish(std::move(var)));
  }
  return finish(std::move(element));
}

}  // namespace sluice::inline v0::sql
