#ifndef SLUICE_DB_SQLITE_HPP
#define SLUICE_DB_SQLITE_HPP

/// A restricted interface to SQLite: reads untrusted files, runs untrusted scripts, and reads and
/// writes our own catalog file.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/error.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/db/sqlite_image.hpp"

namespace sluice::inline v0 {

/// Limits for one query, or for a script as a whole. They are checked between steps of SQLite's
/// virtual machine; the maximum size of a value bounds a single step.
struct SqliteLimits {
  std::uint64_t steps = 100'000'000;
  double seconds = 20;
  /// Growth of the memory that SQLite holds in this process.
  std::int64_t bytes = std::int64_t{512} << 20;
};

/// One row of a result; valid only inside the callback.
class SqliteRow {
 public:
  std::size_t size() const noexcept;
  bool is_null(std::size_t column) const noexcept;
  bool is_blob(std::size_t column) const noexcept;
  std::int64_t integer(std::size_t column) const noexcept;
  double real(std::size_t column) const noexcept;
  /// The value as SQLite converts it to text. Empty for NULL; may not be valid UTF-8.
  std::string_view text(std::size_t column) const noexcept;

 private:
  friend class SqliteConnection;
  explicit SqliteRow(void *statement) noexcept : statement_(statement) {}
  void *statement_;
};

/// A value bound to `?`: text (not copied), integer or NULL.
struct SqliteValue {
  enum class Kind : std::uint8_t { null, integer, text } kind = Kind::null;
  std::int64_t number = 0;
  std::string_view string;

  SqliteValue() = default;
  template <std::integral Integer>
  SqliteValue(Integer value)  // NOLINT(google-explicit-constructor)
      : kind(Kind::integer), number(static_cast<std::int64_t>(value)) {}
  template <std::convertible_to<std::string_view> Text>
  SqliteValue(const Text &value)  // NOLINT(google-explicit-constructor)
      : kind(Kind::text), string(value) {}
};

/// A connection. Not thread-safe. Errors carry SQLite's message and the file's name: malformed (bad
/// SQL, a damaged file), unsupported (not allowed for this kind of connection), limit_exceeded,
/// not_found, io.
class SqliteConnection {
 public:
  /// What a connection may do.
  enum class Access : std::uint8_t {
    read,   ///< An untrusted file: read-only and defensive; an authorizer allows only reading.
    write,  ///< Our own file, created if missing. No limits apply.
  };

  /// A WAL database whose log holds no transactions, or whose folder is not writable, is read
  /// without creating files next to it; no process may write to it meanwhile.
  SqliteConnection(const std::string &path, Access access, const SqliteLimits &limits = {});
  /// An in-memory database for running an untrusted script. Allowed: CREATE, ALTER, DROP, INSERT,
  /// UPDATE, DELETE and SELECT. Refused: ATTACH, PRAGMA (except harmless ones), virtual tables and
  /// extensions. SQL functions that take more than linear time return NULL.
  static SqliteConnection scratch(std::string source, const SqliteLimits &limits = {});
  /// A read-only connection to the image, which is not copied.
  static SqliteConnection from_image(std::shared_ptr<const SqliteImage> image,
                                     const SqliteLimits &limits = {});

  SqliteConnection(SqliteConnection &&) noexcept;
  SqliteConnection &operator=(SqliteConnection &&) noexcept;
  ~SqliteConnection();

  /// Runs one statement; calls `visit` for each row until it returns false.
  void query(std::string_view sql, std::initializer_list<SqliteValue> values,
             function_ref<bool(const SqliteRow &row)> visit);
  /// Runs one statement and ignores its rows.
  void run(std::string_view sql, std::initializer_list<SqliteValue> values = {});
  /// Runs every statement of a script. Errors include the line.
  void run_script(std::string_view sql);

  /// The database file as bytes, in its current state. O(size).
  std::string image() const;

 private:
  struct Handle;
  explicit SqliteConnection(std::unique_ptr<Handle> handle) noexcept;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice::inline v0

#endif
