#ifndef SLUICE_JUDGE_SQL_CHECK_HPP
#define SLUICE_JUDGE_SQL_CHECK_HPP

/// Checks whether SQL from a language model can run on a database: it parses, uses only names that
/// the user may see, and is accepted by the database engine.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/executor.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

enum class SqlFault : std::uint8_t {
  none,
  missing,    ///< The answer contains no SQL.
  refused,    ///< The model refused to answer.
  cut,        ///< The answer is truncated.
  syntax,     ///< The SQL does not parse.
  not_query,  ///< The statement is not a query.
  name,       ///< The SQL uses a name that does not exist.
  execution,  ///< The database rejects the query, or the query exceeds the limits.
};

/// Such as "syntax". A static string; stable: reports print it.
std::string_view name_of(SqlFault fault) noexcept;

struct SqlCheck {
  SqlFault fault = SqlFault::none;
  std::string
      message;  ///< One line that helps a model to correct the SQL; empty if there is no fault.
  /// Byte offset of the fault in the SQL, if known.
  std::optional<std::size_t> offset = {};

  bool passed() const noexcept { return fault == SqlFault::none; }
};

/// Checks queries against one database's schema. Immutable. Thread-safe.
class SqlChecker {
 public:
  /// With a mask, hidden objects are treated as if they did not exist. Since the engine knows no
  /// mask, a query must then name its columns unambiguously: `*`, NATURAL, double-quoted strings,
  /// and names that another column of some table would capture (an unqualified `name` when several
  /// tables are in scope) are faults, whatever is hidden. `dialect` is that of the queries. Throws
  /// Error(mismatch) if the mask belongs to another catalog.
  SqlChecker(std::shared_ptr<const Catalog> catalog, DatabaseId database,
             const Mask *mask = nullptr, sql::Dialect dialect = sql::Dialect::sqlite);

  /// Parses and binds the query without running it. O(size).
  SqlCheck(check)(std::string_view sql) const;

  sql::Dialect dialect() const noexcept { return dialect_; }

 private:
  std::shared_ptr<const Database> visible_;
  bool is_masked_;
  sql::Dialect dialect_;
};

/// Runs a checked query within the executor's limits and visits its rows. `column_names`, unless
/// null, receives the names of the columns if the executor's limits request them.
SqlCheck run_checked(AnyExecutor &executor, std::string_view sql, RowVisitor visit,
                     std::vector<std::string> *column_names = nullptr);

}  // namespace sluice::inline v0

#endif
