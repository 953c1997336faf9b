#ifndef SLUICE_SRC_DB_DEEP_SQL_HPP
#define SLUICE_SRC_DB_DEEP_SQL_HPP

#include <cstddef>
#include <string_view>

#include <sqlite3.h>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::db_detail {

/// An upper estimate of how deeply SQLite may recurse to prepare and run a text, from counts of
/// words, operators and brackets.
struct SqlDepth {
  /// Operators, nested brackets and terms of compound queries. SQLite allows chains of up to 500.
  std::size_t operators = 0;
  /// Queries can refer to each other, through WITH and views, without a limit in SQLite.
  std::size_t selects = 0;
  /// JSON may be nested 2,000 levels deep, which matters when it is read.
  bool reads_json = false;

  /// With more queries that may refer to each other, nothing is prepared.
  static constexpr std::size_t max_selects = 15'000;

  /// The depth of this text together with another that it may refer to, such as a schema.
  SqlDepth combined_with(const SqlDepth &other) const noexcept;
};

/// O(size).
SqlDepth depth_of_sql(std::string_view sql) noexcept;

/// The total for all statements of the schema. `status` receives SQLite's result for reading it.
SqlDepth depth_of_schema(sqlite3 *database, int &status);

/// Calls `work`, which prepares statements; if it might recurse deeply, on a thread with a
/// sufficiently large stack. Throws Error(limit_exceeded) if no stack would be large enough (more
/// than max_selects), and as run_on_large_stack does.
void prepare_sql(const SqlDepth &depth, function_ref<void()> work);

/// The same for `work` that runs statements.
void run_sql(const SqlDepth &depth, function_ref<void()> work);

}  // namespace sluice::inline v0::db_detail

#endif
