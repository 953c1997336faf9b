#ifndef SLUICE_SRC_SUITE_TERM_HPP
#define SLUICE_SRC_SUITE_TERM_HPP

/// Expressions over the values of one or a few rows, evaluated as SQLite does.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/sql/syntax_tree.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::inline v0::suite {

struct Term {
  /// Terms that nest deeper are unknown, so evaluation needs little stack.
  static constexpr std::uint32_t max_height = 64;

  enum class Kind : std::uint8_t {
    unknown,  ///< An expression that is not supported.
    literal,
    variable,
    unary,     ///< op
    binary,    ///< op; AND and OR have two or more arguments
    pattern,   ///< LIKE, GLOB: text, pattern
    between,   ///< value, lower, upper
    in,        ///< value, then the list
    cast,      ///< affinity
    function,  ///< name in lower case
    shape,     ///< shape_of
  };

  Kind kind = Kind::unknown;
  sql::Operator op = sql::Operator::none;
  bool negated = false;
  bool no_case = false;
  Affinity affinity = Affinity::blob;  ///< Of variable and cast.
  std::uint32_t variable = 0;
  std::uint32_t height = 0;  ///< Number of levels of arguments.
  Value value;
  std::string name;
  std::vector<Term> arguments;

  void add(Term argument) {
    height = std::max(height, argument.height + 1);
    arguments.push_back(std::move(argument));
  }

  static Term of_value(Value value) {
    Term term;
    term.kind = Kind::literal;
    term.value = std::move(value);
    return term;
  }
  static Term of_variable(std::uint32_t variable, Affinity affinity, bool no_case = false) {
    Term term;
    term.kind = Kind::variable;
    term.variable = variable;
    term.affinity = affinity;
    term.no_case = no_case;
    return term;
  }
  /// The shape of a value (`shape_of`); NULL if it is not text.
  static Term of_shape(Term value) {
    Term term;
    term.kind = Kind::shape;
    term.add(std::move(value));
    return term;
  }
  static Term of_binary(sql::Operator op, Term left, Term right) {
    Term term;
    term.kind = Kind::binary;
    term.op = op;
    term.add(std::move(left));
    term.add(std::move(right));
    return term;
  }
};

/// Returns the term of a node that is neither a literal nor an operator: columns, subqueries.
using TermResolver = function_ref<Term(sql::NodeId node)>;

/// The current depth of a recursion, and its limit.
struct Recursion {
  std::size_t depth = 0;
  std::size_t deepest = 100;

  bool ends() const noexcept { return depth >= deepest; }
};

/// Calls `resolve` for columns, subqueries, aggregates and unsupported functions. Parts that are
/// deeper than `recursion` allows are unknown.
Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve,
             Recursion &recursion);
Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve);

/// Values of the variables; null if not known yet.
using Assignment = function_ref<const Value *(std::uint32_t variable)>;

/// Empty if a variable or an operation is unknown. NULL, 0 and 1 are the truth values of SQL.
std::optional<Value> evaluate(const Term &term, Assignment values);

/// 1, 0 or -1 for NULL.
int truth_of(const Value &value) noexcept;

/// Appends each variable once, in the order of the text.
void collect_variables(const Term &term, std::vector<std::uint32_t> &variables);

/// SQL's LIKE with % and _; ASCII letters match case-insensitively.
bool like(std::string_view text, std::string_view pattern);

}  // namespace sluice::inline v0::suite

#endif
