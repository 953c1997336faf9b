#ifndef SLUICE_SRC_DB_POSTGRES_POSTGRES_CONNECTION_HPP
#define SLUICE_SRC_DB_POSTGRES_POSTGRES_CONNECTION_HPP

/// A connection for our own statements. Values are passed only as binary parameters and by binary
/// COPY. Untrusted queries are run by PostgresSession instead.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::db_detail {

using Deadline = std::chrono::steady_clock::time_point;

/// Parameters of a statement in PostgreSQL's binary format.
class PostgresParameters {
 public:
  PostgresParameters &add(std::int64_t number);
  PostgresParameters &add(std::string_view bytes);                 ///< bytea
  PostgresParameters &add(std::span<const std::int64_t> numbers);  ///< bigint[]
  PostgresParameters &add(std::span<const double> numbers);        ///< float8[]
  PostgresParameters &add(std::span<const std::string> texts);     ///< text[]

  const std::vector<unsigned> &types() const noexcept { return types_; }
  const std::vector<std::string> &values() const noexcept { return values_; }

 private:
  std::vector<unsigned> types_;
  std::vector<std::string> values_;
};

/// The result of a statement, in binary format. Cheap to copy; views are valid as long as any copy
/// lives.
class PostgresRows {
 public:
  PostgresRows() = default;
  std::size_t size() const noexcept;
  bool is_null(std::size_t row, int column) const noexcept;
  /// Reads a smallint, integer, bigint or boolean. Throws Error(malformed) if the value has another
  /// size.
  std::int64_t integer(std::size_t row, int column) const;
  double real(std::size_t row, int column) const;  ///< Reads a float4 or float8.
  std::string_view bytes(std::size_t row, int column) const noexcept;
  /// Appends the numbers of a pgvector value.
  void append_vector(std::size_t row, int column, std::vector<float> &numbers) const;

 private:
  friend class PostgresConnection;
  std::shared_ptr<void> result_;
};

/// Rows for COPY … FROM STDIN (FORMAT binary).
class CopyRows {
 public:
  CopyRows() { clear(); }
  CopyRows &row(int columns);
  CopyRows &add(std::int64_t number);  ///< bigint
  CopyRows &add_small(std::int16_t number);
  CopyRows &add_integer(std::int32_t number);
  CopyRows &add(float number);            ///< real
  CopyRows &add(std::string_view bytes);  ///< bytea or text
  CopyRows &add_vector(std::span<const float> numbers);

  bool empty() const noexcept { return rows_ == 0; }
  std::size_t size() const noexcept { return bytes_.size(); }
  void clear();

 private:
  friend class PostgresConnection;
  std::string bytes_;
  std::size_t rows_ = 0;
};

/// Not thread-safe. All functions throw Error, naming `address`: io (including statements that the
/// server rejects), limit_exceeded (the deadline, or a limit of the server), not_found (no such
/// table or schema), unsupported (no such type: pgvector is not installed). After an error the
/// connection is either idle again or `lost`.
class PostgresConnection {
 public:
  /// `settings`: statements to run first. Also throws Error: unsupported (built without
  /// PostgreSQL), invalid_argument (not a connection string).
  PostgresConnection(const std::string &uri, std::string address, const std::string &settings,
                     Deadline deadline);
  PostgresConnection(const PostgresConnection &) = delete;
  PostgresConnection &operator=(const PostgresConnection &) = delete;
  ~PostgresConnection();

  /// Runs several statements without parameters.
  void run(const std::string &statements, Deadline deadline);
  /// Runs one statement, which is prepared on first use.
  PostgresRows ask(const std::string &statement, const PostgresParameters &parameters,
                   Deadline deadline);
  /// `ask` in two halves, so that several servers can work at the same time.
  void send(const std::string &statement, const PostgresParameters &parameters, Deadline deadline);
  PostgresRows receive(Deadline deadline);
  /// `statement` must be COPY … FROM STDIN (FORMAT binary). Clears `rows`.
  void copy(const std::string &statement, CopyRows &rows, Deadline deadline);

  /// Closes the connection, even while it is busy.
  void close() noexcept;
  bool lost() const noexcept;
  const std::string &address() const noexcept;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice::inline v0::db_detail

#endif
