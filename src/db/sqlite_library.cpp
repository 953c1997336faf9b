#include "sqlite_library.hpp"

#include <dlfcn.h>
#include <sqlite3.h>

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::db_detail {

#ifdef SLUICE_PRIVATE_SQLITE

/// Parses numbers for SQLite's JSON functions, in place of the C library's strtod, which depends on
/// the host's locale. Accepts only JSON numbers: no blanks, "+" or "inf".
extern "C" double libsluice_strtod(const char *text, char **end) {
  double number = 0;
  const char *const last = text + std::strlen(text);
  const auto [read, error] = detail::parse_number(text, last, number);
  if (end != nullptr) *end = const_cast<char *>(read);
  if (error != std::errc::result_out_of_range) return number;
  const std::string_view digits(text, static_cast<std::size_t>(read - text));
  if (digits.find("e-") != digits.npos || digits.find("E-") != digits.npos) return 0;
  return digits.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
}

namespace {

// Trivially destructible: threads may still free memory while they exit.
thread_local std::int64_t thread_bytes = 0;
thread_local SqliteAllowance *allowance = nullptr;

/// SQLite's own allocator, with counts per thread.
struct CountedMemory {
  static inline sqlite3_mem_methods plain{};

  static std::int64_t size(void *memory) noexcept {
    return memory != nullptr ? plain.xSize(memory) : 0;
  }
  static bool is_refused(std::int64_t more) {
    return allowance != nullptr && allowance->refuses(thread_bytes, more);
  }
  static void *allocate(int bytes) {
    if (is_refused(bytes)) return nullptr;
    void *memory = plain.xMalloc(bytes);
    thread_bytes += size(memory);
    return memory;
  }
  static void free(void *memory) {
    thread_bytes -= size(memory);
    plain.xFree(memory);
  }
  static void *reallocate(void *memory, int bytes) {
    const std::int64_t before = size(memory);
    if (bytes > before && is_refused(bytes - before)) return nullptr;
    void *moved = plain.xRealloc(memory, bytes);
    if (moved != nullptr) thread_bytes += size(moved) - before;
    return moved;
  }

  static void install() noexcept {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain) != SQLITE_OK) return;
    sqlite3_mem_methods counted = plain;
    counted.xMalloc = allocate;
    counted.xFree = free;
    counted.xRealloc = reallocate;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
  }
};

}  // namespace

void start_sqlite() {
  static std::once_flag once;
  std::call_once(once, CountedMemory::install);
}

std::int64_t sqlite_memory() noexcept { return thread_bytes; }
bool counts_sqlite_memory() noexcept { return true; }
void take_sqlite_memory(std::int64_t bytes) noexcept { thread_bytes += bytes; }

SqliteAllowance::SqliteAllowance(std::int64_t most,
                                 function_ref<bool(std::int64_t)> allows) noexcept
    : allows_(allows), most_(most), start_(thread_bytes), before_(std::exchange(allowance, this)) {}
SqliteAllowance::~SqliteAllowance() { allowance = before_; }

#else

namespace {

constexpr const char *cure =
    "build sluice with SLUICE_PRIVATE_SQLITE=ON, or hide the program's own SQLite "
    "(-DSQLITE_API='__attribute__((visibility(\"hidden\")))')";

/// The shared object that contains the function; nullptr if the loader does not know.
template <class Function>
const void *origin(Function *function) noexcept {
  Dl_info info{};
  return ::dladdr(reinterpret_cast<const void *>(function), &info) != 0 ? info.dli_fbase : nullptr;
}

/// What is wrong with the SQLite that was loaded; nullptr if nothing is.
const char *fault() noexcept {
  const void *const first = origin(&sqlite3_open_v2);
  // Some builds omit these functions; the linker then takes them from another copy.
  for (const void *other :
       {origin(&sqlite3_set_authorizer), origin(&sqlite3_progress_handler),
        origin(&sqlite3_deserialize), origin(&sqlite3_serialize), origin(&sqlite3_vfs_register),
        origin(&sqlite3_create_function_v2), origin(&sqlite3_drop_modules), origin(&sqlite3_limit),
        origin(&sqlite3_error_offset), origin(&sqlite3_hard_heap_limit64),
        origin(&sqlite3_stmt_status), origin(&sqlite3_prepare_v3), origin(&sqlite3_step)}) {
    if (other != first) return "two copies of SQLite are mixed in this program";
  }
  if (sqlite3_threadsafe() == 0) return "the SQLite of this program is built without threads";
  for (const char *option : {"OMIT_AUTHORIZATION", "OMIT_PROGRESS_CALLBACK", "OMIT_DESERIALIZE"}) {
    if (sqlite3_compileoption_used(option) != 0)
      return "the SQLite of this program is built without functions that guard queries";
  }
  if (sqlite3_libversion_number() < 3040000) return "the SQLite of this program is older than 3.40";
  return nullptr;
}

}  // namespace

void start_sqlite() {
  static const char *const found = fault();
  if (found == nullptr) return;
  throw Error(ErrorCode::unsupported, fmt::format("{}: {}", found, cure));
}

std::int64_t sqlite_memory() noexcept { return sqlite3_memory_used(); }
bool counts_sqlite_memory() noexcept { return sqlite3_memory_used() > 0; }
void take_sqlite_memory(std::int64_t) noexcept {}

SqliteAllowance::SqliteAllowance(std::int64_t most,
                                 function_ref<bool(std::int64_t)> allows) noexcept
    : allows_(allows), most_(most), start_(0), before_(nullptr) {}
SqliteAllowance::~SqliteAllowance() = default;

#endif

}  // namespace sluice::inline v0::db_detail
