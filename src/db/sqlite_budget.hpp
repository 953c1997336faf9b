#ifndef SLUICE_SRC_DB_SQLITE_BUDGET_HPP
#define SLUICE_SRC_DB_SQLITE_BUDGET_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <sqlite3.h>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0::db_detail {

/// Stops a connection's statements when they exceed their limits.
class SqliteBudget {
 public:
  explicit SqliteBudget(const SqliteLimits &limits) : limits_(limits) { restart(); }
  SqliteBudget(const SqliteBudget &) = delete;
  SqliteBudget &operator=(const SqliteBudget &) = delete;

  /// Counts the steps of statements of `database` from now on. This object must outlive the
  /// connection.
  void watch(sqlite3 *database);

  void restart();
  /// Restarts with another limit for steps.
  void restart(std::uint64_t steps) {
    limits_.steps = steps;
    restart();
  }
  /// Whether a limit is exceeded, without counting a step; for work between statements.
  bool spent() noexcept;
  /// Whether a statement may hold this much memory while it is prepared, and whether preparing may
  /// go on: SQLite has no other callback meanwhile. For SqliteAllowance.
  bool allows(std::int64_t bytes) noexcept;
  std::int64_t max_bytes() const noexcept { return limits_.bytes; }
  /// The limit that was exceeded, such as "takes more than 100 steps"; empty if none was.
  std::string reason() const;

  enum class Limit : std::uint8_t { none, steps, seconds, bytes, cancelled };
  Limit passed() const noexcept { return passed_; }
  /// Also stops statements when `token` is cancelled.
  void stop_on(CancellationToken token) { token_ = std::move(token); }

 private:
  static int on_progress(void *budget) noexcept;

  bool is_late() noexcept;
  bool took_too_much_memory() const noexcept;

  SqliteLimits limits_;
  std::optional<CancellationToken> token_;
  std::uint64_t steps_ = 0;
  std::chrono::steady_clock::time_point start_;
  std::int64_t memory_at_start_ = 0;
  Limit passed_ = Limit::none;
};

}  // namespace sluice::inline v0::db_detail

#endif
