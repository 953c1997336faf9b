#include <utility>

#include "elements.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {

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

}  // namespace sluice::inline v0::sql
