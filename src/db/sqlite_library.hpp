#ifndef SLUICE_SRC_DB_SQLITE_LIBRARY_HPP
#define SLUICE_SRC_DB_SQLITE_LIBRARY_HPP

#include <cstdint>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::db_detail {

/// Whether SQLite is the library's private copy, which no other code in the process uses or
/// changes.
#ifdef SLUICE_PRIVATE_SQLITE
inline constexpr bool sqlite_is_private = true;
#else
inline constexpr bool sqlite_is_private = false;
#endif

/// Initializes SQLite. Must be called before any other SQLite function; repeated calls cost almost
/// nothing. Throws Error(unsupported) if the host's SQLite cannot be used: functions from two
/// copies mixed by the linker, or a build without threads or without the features that guard
/// queries. Thread-safe.
void start_sqlite();

/// Bytes that SQLite holds. For a private copy: what the calling thread allocated minus what it
/// freed, so only differences are meaningful. For a shared copy: the whole process.
std::int64_t sqlite_memory() noexcept;

/// Counts memory that another thread allocated for the calling thread as the calling thread's own.
/// For a private copy only.
void take_sqlite_memory(std::int64_t bytes) noexcept;

/// For its lifetime, a private copy of SQLite allocates memory on this thread only if `allows`
/// returns true. `allows` receives the bytes held in excess of those at construction; it is called
/// when they exceed `most`, and on every 256th allocation. If several objects exist, only the
/// newest applies.
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

/// Whether `sqlite_memory` works. False if the host disabled the memory statistics of a shared
/// copy.
bool counts_sqlite_memory() noexcept;

}  // namespace sluice::inline v0::db_detail

#endif
