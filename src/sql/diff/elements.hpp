#ifndef SLUICE_SRC_SQL_DIFF_ELEMENTS_HPP
#define SLUICE_SRC_SQL_DIFF_ELEMENTS_HPP

/// Converts our syntax tree to sqlglot's: which nodes it has, in which order, and how they print.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "element_types.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

struct Element {
  ElementType type = ElementType::other;
  NodeId source;
  std::uint64_t name = 0;
  std::uint64_t attributes = 0;
  std::uint64_t label = 0;
  std::uint64_t equality = 0;
  std::vector<std::uint32_t> children;
  std::string text;
};

/// For one use: call `build` once, then read `elements`.
class ElementBuilder {
 public:
  ElementBuilder(const SyntaxTree &tree, DiffRules rules) : tree_(tree), rules_(rules) {}

  /// Builds the element of a node; returns its position in `elements`.
  std::uint32_t build(NodeId id);

  std::vector<Element> elements;

 private:
  using Index = std::uint32_t;
  using Elements = std::vector<Index>;

  void build_below(NodeId top);
  Index build_here(NodeId id);

  Element start(ElementType type, NodeId id) const;
  /// Adds an attribute that has a value. Does not keep the order of sqlglot's arguments.
  static void attribute(Element &element, std::string_view name, std::string_view value);
  /// Adds an attribute that is false or empty: nodes that differ only in it are still equal.
  static void blank(Element &element, std::string_view name);
  static void identifier(Element &element, std::string_view text);
  Index finish(Element &&element);
  Index leaf(ElementType type, NodeId id, std::string_view text);
  Index unary(ElementType type, NodeId id, Index operand, std::string text);
  const std::string &text(Index element) const { return elements[element].text; }
  std::string join(const Elements &list, std::size_t from, std::string_view between) const;
  std::string name(NodeId id) const;
  std::string qualified_name(NodeId id, Element &element) const;
  bool is_30() const noexcept { return rules_ == DiffRules::sqlglot_30_17; }
  std::string source_word(NodeId id, std::size_t position) const;

  // element_queries.cpp
  Index select(NodeId id);
  Index compound(NodeId id);
  Index values(NodeId id);
  Index values_row(NodeId id);
  Index with(NodeId id);
  Index common_table(NodeId id);
  Index table_alias(NodeId id);
  Index distinct(NodeId id, Elements arguments);
  Index aliased(NodeId id);
  Index star(NodeId id);
  Index joined(NodeId id);
  Index table(NodeId id);
  Index table_function(NodeId id);
  Index subquery(NodeId id);
  Index join_tree(NodeId id);
  Index clause(ElementType type, NodeId id, std::string_view keyword);
  Index ordering(NodeId id);
  Index order(NodeId id, NodeId of);
  Index limit(NodeId id);
  Index offset(NodeId id, bool comma);
  Index window(NodeId id, NodeId function, Index windowed);
  Index window_definition(NodeId id);
  Index frame(NodeId id);
  void tail(NodeId id, Element &element, bool is_select);
  void join_into(Element &element, Index joined);

  // element_expressions.cpp
  Index other(NodeId id);
  Index number(NodeId id);
  Index parameter(NodeId id);
  Index column(NodeId id);
  Index operation(NodeId id);
  Index binary(NodeId id);
  Index negated(NodeId id, Index operand);
  Index pattern(NodeId id);
  Index between(NodeId id);
  Index in(NodeId id);
  Index row(NodeId id);
  Index paren(NodeId id);
  Index case_when(NodeId id);
  Index cast(NodeId id);
  Index data_type(NodeId id);
  Index collate(NodeId id);
  Index function(NodeId id);
  Index call(NodeId id, Elements arguments);
  Index branch(NodeId id, const Elements &parts);
  Index hex(NodeId id, std::string_view digits);

  const SyntaxTree &tree_;
  DiffRules rules_;
  std::size_t depth_ = 0;  // current recursion depth
  // Per node; used for deep trees only.
  std::vector<Index> built_;            // DiffNode::none: not built yet
  std::vector<std::uint32_t> unbuilt_;  // number of levels below it that are not built yet
  std::size_t text_size_ = 0;
};

}  // namespace sluice::inline v0::sql

#endif
