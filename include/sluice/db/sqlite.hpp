#ifndef SLUICE_DB_SQLITE_HPP
#define SLUICE_DB_SQLITE_HPP

/// SQLite behind a small, safe door: reading files of unknown origin, running scripts of unknown
/// origin, and our own catalog file.

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

namespace sluice {

/// How much one query, or one script as a whole, may take. Checked between steps of SQLite's
/// virtual machine; a single step is bounded by the size of a value.
struct SqliteLimits {
  std::uint64_t steps = 100'000'000;
  double seconds = 20;
  /// Growth of the memory that SQLite holds in this process.
  std::int64_t bytes = std::int64_t{512} << 20;
};

/// One row of a result; valid inside the callback only.
class SqliteRow {
 public:
  std::size_t size() const noexcept;
  bool is_null(std::size_t column) const noexcept;
  bool is_blob(std::size_t column) const noexcept;
  std::int64_t integer(std::size_t column) const noexcept;
  double real(std::size_t column) const noexcept;
  /// The value as SQLite writes it; bytes, not necessarily UTF-8. Empty for NULL.
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

/// A connection; one thread at a time. Errors carry SQLite's message and the file's name:
/// malformed (bad SQL, a damaged file), unsupported (what the connection's kind does not allow),
/// limit_exceeded, not_found, io.
class SqliteConnection {
 public:
  /// How far a connection may go.
  enum class Access : std::uint8_t {
    read,   ///< A file of unknown origin: read-only and defensive, an authorizer allows reading
            ///< only.
    write,  ///< Our own file, created if need be. Nothing is limited.
  };

  /// A WAL database without pending transactions, or in a folder where nothing can be written, is
  /// read as it is; nobody may write to it meanwhile.
  SqliteConnection(const std::string &path, Access access, const SqliteLimits &limits = {});
  /// A database held in memory, for running a script of unknown origin: CREATE, ALTER, DROP,
  /// INSERT, UPDATE, DELETE and SELECT run; ATTACH, PRAGMA (but harmless ones), virtual tables and
  /// extensions do not. Of SQL's functions, those that take more than linear time give NULL.
  static SqliteConnection scratch(std::string source, const SqliteLimits &limits = {});
  /// A read-only database, read in place.
  static SqliteConnection from_image(std::shared_ptr<const SqliteImage> image,
                                     const SqliteLimits &limits = {});

  SqliteConnection(SqliteConnection &&) noexcept;
  SqliteConnection &operator=(SqliteConnection &&) noexcept;
  ~SqliteConnection();

  /// Runs one statement; calls `visit` for each row until it returns false.
  void query(std::string_view sql, std::initializer_list<SqliteValue> values,
             function_ref<bool(const SqliteRow &row)> visit);
  /// Runs one statement without looking at rows.
  void run(std::string_view sql, std::initializer_list<SqliteValue> values = {});
  /// Runs every statement of a script. An error names the line.
  void run_script(std::string_view sql);

  /// The bytes of the database's file as it is now. O(size).
  std::string image() const;

 private:
  struct Handle;
  explicit SqliteConnection(std::unique_ptr<Handle> handle) noexcept;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice

#endif
