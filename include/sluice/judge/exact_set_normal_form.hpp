#ifndef SLUICE_JUDGE_EXACT_SET_NORMAL_FORM_HPP
#define SLUICE_JUDGE_EXACT_SET_NORMAL_FORM_HPP

/// Compares queries by a normal form: queries with equal forms return equal results on every legal
/// database.

#include <optional>
#include <string>
#include <string_view>

#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"

namespace sluice::inline v0 {

struct NormalFormOptions {
  /// Removes every DISTINCT and compares results as sets of rows, as the official script does by
  /// default.
  bool drop_distinct = false;
  /// Results whose columns are in a different order are equal, as in the official script.
  bool any_column_order = true;
};

/// The normal form of a query over a database whose rows satisfy `keys`. Equal forms imply equal
/// results on every such database, up to rows that the query itself leaves open (which of several
/// rows a LIMIT without a full order cuts off, which row of a group a column without an aggregate
/// is read from). Different forms prove nothing. Empty if the text is not valid SQLite SQL or uses
/// names that the database lacks. Throws only if memory runs out. Takes about 20 µs for a query of
/// 100 bytes; bounded as `sql::parse` and `sql::normalize` are.
std::optional<std::string> normal_form(std::string_view sql, const Database &database,
                                       const sql::KeyFacts &keys,
                                       const NormalFormOptions &options = {});

}  // namespace sluice::inline v0

#endif
