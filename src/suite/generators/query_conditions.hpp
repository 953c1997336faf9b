#ifndef SLUICE_SRC_SUITE_GENERATORS_QUERY_CONDITIONS_HPP
#define SLUICE_SRC_SUITE_GENERATORS_QUERY_CONDITIONS_HPP

/// Analyzes single expressions of a query, without a schema.

#include <cstddef>
#include <optional>
#include <vector>

#include "sluice/sql/syntax_tree.hpp"
#include "suite/term.hpp"

namespace sluice::inline v0::suite {

/// Whether a node is a call of count, sum, total, avg, min or max of one argument.
bool is_plain_aggregate(const sql::SyntaxTree &tree, sql::NodeId node);

/// The numeric value of an expression without names.
std::optional<double> constant_of(const sql::SyntaxTree &tree, sql::NodeId node);

/// A condition on the number of rows in a group.
struct CountCondition {
  std::size_t threshold = 0;
  std::size_t needed = 1;  ///< Number of rows that satisfies it.
};

/// The count conditions among the operands of AND; conditions on other aggregates are ignored.
std::vector<CountCondition> count_conditions(const sql::SyntaxTree &tree, sql::NodeId having);

/// The constants in a term; those of LIKE are patterns.
std::vector<Value> literals_of(const Term &term);

/// Values to try for a column in place of those that an atom with these literals requires: each
/// literal, the values just below and just above it, and the literal in other letter case.
/// `patterns` says that they are LIKE patterns.
std::vector<Value> values_around(const std::vector<Value> &literals, bool patterns);

}  // namespace sluice::inline v0::suite

#endif
