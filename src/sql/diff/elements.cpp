#include "elements.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::sql {

namespace {

/// Sums of these hashes identify sets of attributes, regardless of order.
std::uint64_t hash_of(std::string_view name, std::string_view value) {
  return hash64(value, hash64(name));
}

std::uint64_t mix(std::uint64_t state, std::uint64_t number) {
  state = (state ^ number) * 0x9E3779B97F4A7C15U;
  return state ^ (state >> 29);
}

/// Whether `build` creates the element of such a node wherever it is, so that it may be built
/// early.
bool is_built_alone(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::select:
    case NodeKind::compound:
    case NodeKind::values:
    case NodeKind::insert_statement:
    case NodeKind::update_statement:
    case NodeKind::delete_statement:
    case NodeKind::subquery:
    case NodeKind::join_tree:
    case NodeKind::unary:
    case NodeKind::binary:
    case NodeKind::pattern:
    case NodeKind::between:
    case NodeKind::in:
    case NodeKind::row:
    case NodeKind::paren:
    case NodeKind::case_when:
    case NodeKind::cast:
    case NodeKind::collate:
    case NodeKind::function:
    case NodeKind::exists:
    case NodeKind::quantified:
    case NodeKind::array:
    case NodeKind::subscript:
    case NodeKind::interval: return true;
    default: return false;
  }
}

/// Whether a node counts as a level of nesting, rather than as part of the one above.
bool is_level(NodeKind kind) noexcept {
  return is_built_alone(kind) || kind == NodeKind::order_by || kind == NodeKind::ordering;
}

}  // namespace

Element ElementBuilder::start(ElementType type, NodeId id) const {
  Element element;
  element.type = type;
  element.source = id;
  return element;
}

void ElementBuilder::attribute(Element &element, std::string_view name, std::string_view value) {
  element.attributes += hash_of(name, value);
  element.label += hash_of(name, lower_ascii(value));
}

void ElementBuilder::blank(Element &element, std::string_view name) {
  element.attributes += hash_of(name, {});
}

void ElementBuilder::identifier(Element &element, std::string_view text) {
  element.label = mix(element.label, hash64(text, 1));
}

ElementBuilder::Index ElementBuilder::finish(Element &&element) {
  text_size_ += element.text.size();
  if (text_size_ > DiffTree::max_text || elements.size() >= DiffTree::max_nodes) {
    throw Error(ErrorCode::limit_exceeded, "the statement is too large to compare: more than " +
                                               std::to_string(DiffTree::max_nodes) + " nodes or " +
                                               std::to_string(DiffTree::max_text) +
                                               " bytes of nested texts");
  }
  element.label = mix(element.label, static_cast<std::uint64_t>(element.type));
  element.equality = element.label;
  for (const Index child : element.children)
    element.equality = mix(element.equality, elements[child].equality);
  elements.push_back(std::move(element));
  return static_cast<Index>(elements.size() - 1);
}

ElementBuilder::Index ElementBuilder::leaf(ElementType type, NodeId id, std::string_view text) {
  Element element = start(type, id);
  element.text = text;
  return finish(std::move(element));
}

ElementBuilder::Index ElementBuilder::unary(ElementType type, NodeId id, Index operand,
                                            std::string text) {
  Element element = start(type, id);
  element.children.push_back(operand);
  element.text = std::move(text);
  return finish(std::move(element));
}

std::string ElementBuilder::join(const Elements &list, std::size_t from,
                                 std::string_view between) const {
  std::string joined;
  for (std::size_t i = from; i < list.size(); ++i) {
    if (i != from) joined += between;
    joined += text(list[i]);
  }
  return joined;
}

/// A name as printed, quoted if it was quoted in the source.
std::string ElementBuilder::name(NodeId id) const {
  const std::string_view bare = tree_.text(id);
  if ((tree_[id].flags & flag::quoted) == 0) return std::string(bare);
  std::string quoted = "\"";
  for (const char c : bare) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + '"';
}

/// The qualifiers among the children, followed by the node's name.
std::string ElementBuilder::qualified_name(NodeId id, Element &element) const {
  std::string all;
  for (const NodeId child : tree_.children(id)) {
    if (tree_.kind(child) != NodeKind::name) break;
    const std::string qualifier = name(child);
    identifier(element, qualifier);
    all += qualifier;
    all += '.';
  }
  const std::string own = name(id);
  identifier(element, own);
  return all + own;
}

/// A word of the node's source, by position from 0; empty if a rewrite created the node.
std::string ElementBuilder::source_word(NodeId id, std::size_t position) const {
  const std::string_view source = tree_.source_of(id);
  std::size_t at = 0;
  const auto in_word = [&](std::size_t i) { return is_ascii_letter(source[i]); };
  for (std::size_t word = 0; at < source.size(); ++word) {
    while (at < source.size() && !in_word(at)) ++at;
    std::size_t end = at;
    while (end < source.size() && in_word(end)) ++end;
    if (word == position) return std::string(source.substr(at, end - at));
    at = end;
  }
  return {};
}

ElementBuilder::Index ElementBuilder::build(NodeId id) {
  constexpr std::size_t deepest = 16;
  if (!built_.empty() && built_[id.index()] != DiffNode::none) return built_[id.index()];
  if (depth_ == deepest && tree_.first_child(id) != no_node) build_below(id);
  ++depth_;
  const Index element = build_here(id);
  --depth_;
  return element;
}

/// Builds the deep descendants of a node bottom-up, a few levels at a time, to limit the depth of
/// the recursion that follows.
void ElementBuilder::build_below(NodeId top) {
  constexpr std::uint32_t levels_at_once = 8;
  built_.resize(tree_.size(), DiffNode::none);
  unbuilt_.resize(tree_.size());
  const std::size_t before = std::exchange(depth_, 0);
  std::size_t depth = before;
  const auto enter = [&](NodeId id) {
    unbuilt_[id.index()] = 0;
    if (is_level(tree_.kind(id)) && ++depth > DiffTree::max_depth) {
      throw Error(ErrorCode::limit_exceeded,
                  "the statement is nested too deeply to compare: more than " +
                      std::to_string(DiffTree::max_depth) + " levels");
    }
    return true;
  };
  const auto leave = [&](NodeId id) {
    const NodeKind kind = tree_.kind(id);
    if (is_level(kind)) --depth;
    if (id == top) return;
    std::uint32_t &levels = unbuilt_[id.index()];
    if (levels >= levels_at_once && is_built_alone(kind)) {
      built_[id.index()] = build(id);
      levels = 0;
    }
    std::uint32_t &above = unbuilt_[tree_.parent(id).index()];
    above = std::max(above, levels + 1);
  };
  walk(tree_, top, enter, leave);
  depth_ = before;
}

ElementBuilder::Index ElementBuilder::build_here(NodeId id) {
  switch (tree_.kind(id)) {
    case NodeKind::select: return select(id);
    case NodeKind::compound: return compound(id);
    case NodeKind::values: return values(id);
    case NodeKind::row_values: return values_row(id);
    case NodeKind::with: return with(id);
    case NodeKind::common_table: return common_table(id);
    case NodeKind::alias: return table_alias(id);
    case NodeKind::aliased: return aliased(id);
    case NodeKind::star: return star(id);
    case NodeKind::join: return joined(id);
    case NodeKind::table: return table(id);
    case NodeKind::table_function: return table_function(id);
    case NodeKind::subquery: return subquery(id);
    case NodeKind::join_tree: return join_tree(id);
    case NodeKind::where: return clause(ElementType::where, id, "WHERE ");
    case NodeKind::having: return clause(ElementType::having, id, "HAVING ");
    case NodeKind::group_by: return clause(ElementType::group, id, "GROUP BY ");
    case NodeKind::order_by: return order(id, no_node);
    case NodeKind::ordering: return ordering(id);
    case NodeKind::null: return leaf(ElementType::null, id, "NULL");
    case NodeKind::number: return number(id);
    case NodeKind::blob: return hex(id, tree_.text(id));
    case NodeKind::string:
    case NodeKind::boolean:
    case NodeKind::current_time:
    case NodeKind::parameter: return parameter(id);
    case NodeKind::column: return column(id);
    case NodeKind::unary: return operation(id);
    case NodeKind::binary: return binary(id);
    case NodeKind::pattern: return pattern(id);
    case NodeKind::between: return between(id);
    case NodeKind::in: return in(id);
    case NodeKind::row: return row(id);
    case NodeKind::paren: return paren(id);
    case NodeKind::case_when: return case_when(id);
    case NodeKind::cast: return cast(id);
    case NodeKind::type: return data_type(id);
    case NodeKind::collate: return collate(id);
    case NodeKind::function: return function(id);
    case NodeKind::exists: {
      const Index query = build(tree_.first_child(id));
      return unary(ElementType::exists, id, query, "EXISTS(" + text(query) + ")");
    }
    default: return other(id);
  }
}

}  // namespace sluice::inline v0::sql
