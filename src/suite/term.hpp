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

namespace sluice::suite {

struct Term {
  /// Terms that nest deeper are unknown, so that little of the stack is enough for any.
  static constexpr std::uint32_t max_height = 64;

  enum class Kind : std::uint8_t {
    unknown,  ///< What we do not evaluate.
    literal,
    variable,
    unary,     ///< op
    binary,    ///< op; AND and OR: of two or more
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
  std::uint32_t height = 0;  ///< Levels of arguments.
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
  /// The shape of its value (`shape_of`); NULL for what is no text.
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

/// What a node means that is neither a literal nor an operator: columns, subqueries.
using TermResolver = function_ref<Term(sql::NodeId node)>;

/// How deeply something recurses, and may.
struct Recursion {
  std::size_t depth = 0;
  std::size_t deepest = 100;

  bool ends() const noexcept { return depth >= deepest; }
};

/// Columns, subqueries, aggregates and functions that we do not know are asked of `resolve`. What
/// lies deeper than `recursion` goes is unknown.
Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve,
             Recursion &recursion);
Term term_of(const sql::SyntaxTree &tree, sql::NodeId node, TermResolver resolve);

/// Values of the variables; null: not known yet.
using Assignment = function_ref<const Value *(std::uint32_t variable)>;

/// Nothing where a variable or an operation is not known. NULL, 0 and 1 are SQL's truth values.
std::optional<Value> evaluate(const Term &term, Assignment values);

/// 1, 0 or -1 for NULL.
int truth_of(const Value &value) noexcept;

/// Adds each variable once, in the order of the text.
void collect_variables(const Term &term, std::vector<std::uint32_t> &variables);

/// SQL's LIKE with % and _; ASCII letters of either case.
bool like(std::string_view text, std::string_view pattern);

}  // namespace sluice::suite

#endif
