#ifndef SLUICE_SRC_DB_DEEP_SQL_HPP
#define SLUICE_SRC_DB_DEEP_SQL_HPP

#include <cstddef>
#include <string_view>

#include <sqlite3.h>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// How deeply SQLite might recurse to prepare and run a text, guessed to the safe side: words,
/// signs and brackets are counted.
struct SqlDepth {
  /// Of chains of operators, nested brackets and terms of compounds, of which SQLite allows 500 in
  /// a row.
  std::size_t operators = 0;
  /// Queries may refer to each other, as WITH and views do, without a limit of SQLite's.
  std::size_t selects = 0;
  /// JSON may nest 2,000 deep, which counts when it is read.
  bool reads_json = false;

  /// Of more that might refer to each other, none is prepared.
  static constexpr std::size_t most_selects = 15'000;

  /// That of a text of this one beside another, such as a schema, which it may refer to.
  SqlDepth beside(const SqlDepth &other) const noexcept;
};

/// O(size).
SqlDepth depth_of_sql(std::string_view sql) noexcept;

/// That of all statements of the schema together. `status` is SQLite's, for reading it.
SqlDepth depth_of_schema(sqlite3 *database, int &status);

/// Calls `work`, which prepares statements, where it might be deep on a stack that is large enough.
/// Throws Error(limit_exceeded) where no stack would be (more than
/// most_selects), and as run_on_roomy_stack.
void prepare_sql(const SqlDepth &depth, function_ref<void()> work);

/// The same for running them.
void run_sql(const SqlDepth &depth, function_ref<void()> work);

}  // namespace sluice::detail

#endif
