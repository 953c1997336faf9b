#ifndef SLUICE_SRC_DB_SQLITE_BUDGET_HPP
#define SLUICE_SRC_DB_SQLITE_BUDGET_HPP

#include <chrono>
#include <string>

#include <sqlite3.h>

#include "sluice/db/sqlite.hpp"

namespace sluice::detail {

/// Stops a connection's statements once they took more than their limits.
class SqliteBudget {
 public:
  explicit SqliteBudget(const SqliteLimits &limits) : limits_(limits) { restart(); }
  SqliteBudget(const SqliteBudget &) = delete;
  SqliteBudget &operator=(const SqliteBudget &) = delete;

  /// From here on, statements of `database` are counted. This object must outlive the connection.
  void watch(sqlite3 *database);

  void restart();
  /// Whether the limits are passed, without counting a step: for work between statements.
  bool spent() noexcept;
  /// What was too much, such as "takes more than 100 steps"; empty if nothing was.
  std::string reason() const;

 private:
  enum class Limit { none, steps, seconds, bytes };
  static int on_progress(void *budget) noexcept;

  SqliteLimits limits_;
  std::uint64_t steps_ = 0;
  std::chrono::steady_clock::time_point start_;
  std::int64_t memory_at_start_ = 0;
  Limit passed_ = Limit::none;
};

}  // namespace sluice::detail

#endif
