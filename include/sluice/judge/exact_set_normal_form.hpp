#ifndef SLUICE_JUDGE_EXACT_SET_NORMAL_FORM_HPP
#define SLUICE_JUDGE_EXACT_SET_NORMAL_FORM_HPP

/// Queries compared by a normal form under which they return the same on every legal database.

#include <optional>
#include <string>
#include <string_view>

#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"

namespace sluice {

struct NormalFormOptions {
  /// Compare as sets of rows are compared after DISTINCT was taken out of both, as the official
  /// script does unless told otherwise.
  bool drop_distinct = false;
  /// Results in another order count as the same, as they do for the official script.
  bool any_column_order = true;
};

/// The normal form of a query over a database whose rows keep `keys`: equal forms, equal results on
/// every such database, up to rows that the query itself leaves open (which of several rows a LIMIT
/// without a full order cuts off, which row of a group a column without an aggregate is read from).
/// Different forms prove nothing. Nothing for what is no query of SQLite, or names what the
/// database has not. Throws nothing but for lack of memory. About 20 µs for a query of 100 bytes;
/// bounded as `sql::parse` and `sql::normalize` are.
std::optional<std::string> normal_form(std::string_view sql, const Database &database,
                                       const sql::KeyFacts &keys,
                                       const NormalFormOptions &options = {});

}  // namespace sluice

#endif
