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
