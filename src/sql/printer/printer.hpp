#ifndef SLUICE_SRC_SQL_PRINTER_PRINTER_HPP
#define SLUICE_SRC_SQL_PRINTER_PRINTER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "print_writer.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// How tightly each infix operator binds in a dialect.
using OperatorPowers = std::array<std::uint8_t, static_cast<std::size_t>(Operator::similar) + 1>;

/// Traverses a tree and writes it.
class Printer {
 public:
  Printer(const SyntaxTree &tree, const PrintOptions &options);

  std::string print(NodeId node) && {
    emit(node, 0, 0);
    return std::move(out_).take();
  }

 private:
  /// Writes a node. `before` is how tightly it must bind so that the operator before it does not
  /// capture its first operand; `behind` is how tightly the operator after it binds, which could
  /// capture its last operand.
  void emit(NodeId id, int before, int behind);
  void emit_here(NodeId id, int before, int behind);
  void emit_deep(NodeId id, int before, int behind);
  int power_of(Operator op) const { return powers_[static_cast<std::size_t>(op)]; }
  int power_of_in() const { return power_of(Operator::like); }
  /// The precedence of an expression; atoms bind most tightly.
  int binding(const Node &node) const;
  bool needs_parens(NodeId id, const Node &node, int before, int behind) const;
  void emit_bare(NodeId id, const Node &node, int before, int behind);

  // Parts

  void each(NodeId id);
  void rest(NodeId id, std::size_t from);
  void list(NodeId id);
  void clause(std::string_view keyword, NodeId id);
  void in_parens(NodeId id);
  void parenthesized_list(NodeId id, bool spaced);

  // Names

  bool was_bare(const Node &node) const;
  bool needs_quotes(NodeId id) const;
  void name(NodeId id);
  void quoted_name(std::string_view text, char quote = '"');
  void qualifier(NodeId id);
  /// Outside SQLite, ONLY and LATERAL may precede a source.
  void source_name(NodeId id);
  void column_name(NodeId id, const Node &node);

  // Queries

  void alias(NodeId id, const Node &);
  void select(NodeId id, const Node &node);
  void compound(NodeId id, const Node &node);
  void values(NodeId id);
  void with(NodeId id, const Node &node);
  void common_table(NodeId id, const Node &node);
  void distinct(NodeId id);
  void join(NodeId id, const Node &node);
  void join_tree(NodeId id);
  void table(NodeId id, const Node &node);
  void table_function(NodeId id, const Node &node);
  void ordering(NodeId id, const Node &node);
  void limit(NodeId id, const Node &node);
  void frame(NodeId id, const Node &node);
  void frame_bound(NodeId id, const Node &node);

  // Expressions

  void current_time(const Node &node);
  void unary(NodeId id, const Node &node, int before, int behind);
  void binary(NodeId id, const Node &node, int before, int behind);
  bool is_not(NodeId id) const;
  /// Whether an ESCAPE after an expression would be parsed as part of a pattern at its end.
  bool ends_with_pattern(NodeId id) const;
  void pattern(NodeId id, const Node &node, int before, int behind);
  void between(NodeId id, const Node &node, int before, int behind);
  void in(NodeId id, const Node &node, int before);
  void case_when(NodeId id);
  void cast(NodeId id, const Node &node, int before);
  void type(NodeId id, const Node &node);
  void function(NodeId id, const Node &node);
  /// Whether an argument precedes a keyword that could be parsed as an operator: POSITION(a IN b).
  bool position_argument(NodeId function, NodeId child) const;
  void raise(NodeId id, const Node &node);
  void quantified(NodeId id, const Node &node);
  void array(NodeId id);
  void subscript(NodeId id, const Node &node, int before);

  // Changes and definitions

  void action(ConflictAction action);
  void or_action(const Node &node);
  /// Prints the leading WITH, if there is one; returns the child after it.
  NodeId leading_with(NodeId id);
  void emit_from(NodeId child);
  void insert(NodeId id, const Node &node);
  void upsert(NodeId id, const Node &node);
  void update(NodeId id, const Node &node);
  void remove(NodeId id);
  NodeId qualifiers_and_name(NodeId id);
  void create_table(NodeId id, const Node &node);
  void constraint(NodeId id, const Node &node);
  void conflict(const Node &node);
  void deferral(const Node &node);
  void reference_action(NodeId id, const Node &node);
  void create_view(NodeId id, const Node &node);
  void create_index(NodeId id, const Node &node);
  void drop(NodeId id, const Node &node);

  const SyntaxTree &tree_;
  const OperatorPowers &powers_;
  bool strict_;
  bool postgresql_;
  PrintWriter out_;
  int depth_ = 0;  // current recursion depth
};

}  // namespace sluice::inline v0::sql

#endif
