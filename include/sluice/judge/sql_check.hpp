#ifndef SLUICE_JUDGE_SQL_CHECK_HPP
#define SLUICE_JUDGE_SQL_CHECK_HPP

/// Whether a model's SQL can be run on a database: it parses, every name is one that the asker may
/// see, and the database's engine takes it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/executor.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice {

enum class SqlFault : std::uint8_t {
  none,
  missing,    ///< The answer holds no SQL.
  refused,    ///< The model would not answer.
  cut,        ///< The answer ends too early.
  syntax,     ///< It does not parse.
  not_query,  ///< It does something else than ask.
  name,       ///< It names what is not there.
  execution,  ///< The database does not take it, or it takes too much.
};

/// Such as "syntax". A static string; stable: reports print it.
std::string_view name_of(SqlFault fault) noexcept;

struct SqlCheck {
  SqlFault fault = SqlFault::none;
  std::string message;  ///< One line that a model can make use of; empty if there is no fault.
  /// Of the byte in the SQL that it is about, where that is known.
  std::optional<std::size_t> offset = {};

  bool passed() const noexcept { return fault == SqlFault::none; }
};

/// Checks queries against one database's schema. Immutable; any threads at once.
class SqlChecker {
 public:
  /// Under a mask, what is hidden is as if it were not there; and since the engine knows no mask, a
  /// query has to name its columns so that nothing else can be meant: `*`, NATURAL, double-quoted
  /// strings, and names that a further column of some table would take over (`name` of one table
  /// among several without that name) are faults, whatever is hidden. `dialect`: that of the
  /// queries. Throws Error(mismatch) if the mask is of another catalog.
  SqlChecker(std::shared_ptr<const Catalog> catalog, DatabaseId database,
             const Mask *mask = nullptr, sql::Dialect dialect = sql::Dialect::sqlite);

  /// Parses and binds; runs nothing. O(size).
  SqlCheck(check)(std::string_view sql) const;

  sql::Dialect dialect() const noexcept { return dialect_; }

 private:
  std::shared_ptr<const Database> visible_;
  bool is_masked_;
  sql::Dialect dialect_;
};

/// Runs a query that was checked, within the executor's limits, and shows its rows. `column_names`,
/// if given, gets what the columns are called, where the executor's limits ask for it.
SqlCheck run_checked(AnyExecutor &executor, std::string_view sql, RowVisitor visit,
                     std::vector<std::string> *column_names = nullptr);

}  // namespace sluice

#endif
