#ifndef SLUICE_SRC_SUITE_GENERATORS_QUERY_CONDITIONS_HPP
#define SLUICE_SRC_SUITE_GENERATORS_QUERY_CONDITIONS_HPP

/// What single expressions of a query say, without a schema.

#include <cstddef>
#include <optional>
#include <vector>

#include "sluice/sql/syntax_tree.hpp"
#include "suite/term.hpp"

namespace sluice::suite {

/// Whether a node is a call of count, sum, total, avg, min or max of one argument.
bool is_plain_aggregate(const sql::SyntaxTree &tree, sql::NodeId node);

/// The number that an expression without names says.
std::optional<double> constant_of(const sql::SyntaxTree &tree, sql::NodeId node);

/// A condition on the number of rows in a group.
struct CountCondition {
  std::size_t threshold = 0;
  std::size_t needed = 1;  ///< Rows that satisfy it.
};

/// Those among the operands of AND; those with other aggregates are not.
std::vector<CountCondition> count_conditions(const sql::SyntaxTree &tree, sql::NodeId having);

/// The constants of a term, those of LIKE as patterns.
std::vector<Value> literals_of(const Term &term);

/// Values worth giving to a column in place of what an atom with these literals asks: each of them,
/// what is just below and just above, and in other letters. `patterns`: they stand behind LIKE.
std::vector<Value> values_around(const std::vector<Value> &literals, bool patterns);

}  // namespace sluice::suite

#endif
