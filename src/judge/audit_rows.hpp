#ifndef SLUICE_SRC_JUDGE_AUDIT_ROWS_HPP
#define SLUICE_SRC_JUDGE_AUDIT_ROWS_HPP

/// What of an audit is seen by running the query.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::audit {

/// Rows as texts that are equal where the rows are.
using Rows = std::vector<std::string>;

/// A result's rows; nothing where there are more than `most`. Throws what the query throws.
std::optional<Rows> run(SqliteConnection &connection, std::string_view sql, std::size_t most);

/// Where LIMITs of the query cut between rows that their order does not tell apart, one text each.
/// Left out: queries that depend on an outer one, set operators, DISTINCT over other columns than
/// the order's.
std::vector<std::string> ties(const sql::SyntaxTree &tree, const sql::Bindings &bindings,
                              SqliteConnection &connection, std::size_t most);

/// The same query without DISTINCT; nothing where it has none.
std::optional<std::string> without_distinct(const sql::SyntaxTree &tree);

/// How the order of a column of numbers goes wrong: two that are text and so in another order, as
/// "'10' before '9'", or a word that stands behind all numbers. Nothing for columns of words.
std::optional<std::string> text_order(SqliteConnection &connection, std::string_view table,
                                      std::string_view column);

}  // namespace sluice::audit

#endif
