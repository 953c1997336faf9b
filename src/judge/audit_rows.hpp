#ifndef SLUICE_SRC_JUDGE_AUDIT_ROWS_HPP
#define SLUICE_SRC_JUDGE_AUDIT_ROWS_HPP

/// The checks of an audit that run the query.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::audit {

/// Rows as texts; equal rows have equal texts.
using Rows = std::vector<std::string>;

/// The rows of a result; empty if there are more than `max_rows`. Throws what the query throws.
std::optional<Rows> run(SqliteConnection &connection, std::string_view sql, std::size_t max_rows);

/// Places where a LIMIT of the query cuts between rows with equal sort keys, one text per LIMIT.
/// Skips correlated queries, set operations, and DISTINCT over other columns than the sort keys.
std::vector<std::string> ties(const sql::SyntaxTree &tree, const sql::Bindings &bindings,
                              SqliteConnection &connection, std::size_t max_rows);

/// The same query without DISTINCT; empty if it has none.
std::optional<std::string> without_distinct(const sql::SyntaxTree &tree);

/// How the order of a column of numbers goes wrong: two numbers stored as text that sort
/// differently, as in "'10' before '9'", or a word that sorts after all numbers. Empty for columns
/// of words.
std::optional<std::string> text_order(SqliteConnection &connection, std::string_view table,
                                      std::string_view column);

}  // namespace sluice::inline v0::audit

#endif
