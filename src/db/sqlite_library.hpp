#ifndef SLUICE_SRC_DB_SQLITE_LIBRARY_HPP
#define SLUICE_SRC_DB_SQLITE_LIBRARY_HPP

#include <cstdint>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// Whether SQLite is a copy of the library's own, which nothing else in the process uses or
/// changes.
#ifdef SLUICE_PRIVATE_SQLITE
inline constexpr bool sqlite_is_private = true;
#else
inline constexpr bool sqlite_is_private = false;
#endif

/// Readies SQLite; comes before any other call of it, and costs next to nothing when repeated.
/// Throws Error(unsupported) if the SQLite that the host shares cannot be used: functions of two
/// copies that the linker mixed, or a build without threads or without what guards queries.
/// Thread-safe.
void start_sqlite();

/// Bytes that SQLite holds. Of a private copy: what the calling thread allocated less what it
/// freed, of which only differences have a meaning. Of a shared one: the whole process's.
std::int64_t sqlite_memory() noexcept;

/// Counts what another thread allocated for the calling one as the calling one's. Of a private
/// copy.
void take_sqlite_memory(std::int64_t bytes) noexcept;

/// While it lives, a private copy of SQLite gets memory on this thread only where `allows` says so,
/// which is asked with the bytes that it would then hold more than when this began: where they are
/// more than `most`, and every 256th time. The one that was made last counts.
class SqliteAllowance {
 public:
  SqliteAllowance(std::int64_t most, function_ref<bool(std::int64_t bytes)> allows) noexcept;
  ~SqliteAllowance();
  SqliteAllowance(const SqliteAllowance &) = delete;
  SqliteAllowance &operator=(const SqliteAllowance &) = delete;

  bool refuses(std::int64_t held, std::int64_t more) {
    if (held - start_ + more <= most_ && --until_asked_ > 0) return false;
    until_asked_ = 256;
    return !allows_(held - start_ + more);
  }

 private:
  function_ref<bool(std::int64_t)> allows_;
  std::int64_t most_;
  std::int64_t start_;
  int until_asked_ = 256;
  [[maybe_unused]] SqliteAllowance *before_;  // of a private copy alone
};

/// Whether `sqlite_memory` counts. False where the host turned the statistics of a shared copy off.
bool counts_sqlite_memory() noexcept;

}  // namespace sluice::detail

#endif
