#ifndef SLUICE_SRC_JUDGE_AUDIT_QUERY_HPP
#define SLUICE_SRC_JUDGE_AUDIT_QUERY_HPP

/// What of an audit needs the query and its schema alone.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sluice/judge/audit.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::audit {

/// Single-column foreign keys, from either description of the database: from, to.
using DeclaredKeys = std::vector<std::pair<sql::KeyColumn, sql::KeyColumn>>;
void add_declared_keys(const Database &schema, const Database &declared, DeclaredKeys &keys);

/// Names in double quotes that became strings.
std::vector<std::string> quoted_strings(const sql::SyntaxTree &tree, const sql::Bindings &bindings);

/// Joins that no declared key explains, as they would be written.
std::vector<std::string> undeclared_joins(const sql::SyntaxTree &tree,
                                          const sql::Bindings &bindings, const Database &schema,
                                          const DeclaredKeys &keys);

/// Tables that the query could do without, by the keys.
std::vector<std::string> unused_tables(const sql::SyntaxTree &tree, const Database &schema,
                                       const sql::KeyFacts &keys);

/// Calls whose result is another one the next time.
std::vector<std::string> changing_calls(const sql::SyntaxTree &tree);

/// Columns whose order decides: behind ORDER BY, in min and max, beside < and its like. Each once.
std::vector<sql::KeyColumn> ordered_columns(const sql::SyntaxTree &tree,
                                            const sql::Bindings &bindings);

}  // namespace sluice::audit

#endif
