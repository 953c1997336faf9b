#ifndef SLUICE_SRC_JUDGE_AUDIT_QUERY_HPP
#define SLUICE_SRC_JUDGE_AUDIT_QUERY_HPP

/// The checks of an audit that need only the query and its schema.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sluice/judge/audit.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::audit {

/// Single-column foreign keys from either description of the database, as pairs (from, to).
using DeclaredKeys = std::vector<std::pair<sql::KeyColumn, sql::KeyColumn>>;
void add_declared_keys(const Database &schema, const Database &declared, DeclaredKeys &keys);

/// Double-quoted names that SQLite reads as strings.
std::vector<std::string> quoted_strings(const sql::SyntaxTree &tree, const sql::Bindings &bindings);

/// Joins that no declared key explains, as SQL text.
std::vector<std::string> undeclared_joins(const sql::SyntaxTree &tree,
                                          const sql::Bindings &bindings, const Database &schema,
                                          const DeclaredKeys &keys);

/// Tables that the keys show to be unnecessary for the query.
std::vector<std::string> unused_tables(const sql::SyntaxTree &tree, const Database &schema,
                                       const sql::KeyFacts &keys);

/// Calls that are not deterministic.
std::vector<std::string> changing_calls(const sql::SyntaxTree &tree);

/// Columns whose order affects the result: in ORDER BY, min and max, or next to < and similar
/// operators. Without duplicates.
std::vector<sql::KeyColumn> ordered_columns(const sql::SyntaxTree &tree,
                                            const sql::Bindings &bindings);

}  // namespace sluice::inline v0::audit

#endif
