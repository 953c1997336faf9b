#ifndef SLUICE_SRC_DB_POSTGRES_CONNECTION_HPP
#define SLUICE_SRC_DB_POSTGRES_CONNECTION_HPP

/// A connection for statements of our own: values go as binary parameters and binary COPY only.
/// What strangers wrote is run by a PostgresSession.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::detail {

using Deadline = std::chrono::steady_clock::time_point;

/// Values as PostgreSQL's binary format has them.
class PostgresParameters {
 public:
  PostgresParameters &add(std::int64_t number);
  PostgresParameters &add(std::string_view bytes);                 ///< A bytea.
  PostgresParameters &add(std::span<const std::int64_t> numbers);  ///< A bigint[].
  PostgresParameters &add(std::span<const double> numbers);        ///< A float8[].
  PostgresParameters &add(std::span<const std::string> texts);     ///< A text[].

  const std::vector<unsigned> &types() const noexcept { return types_; }
  const std::vector<std::string> &values() const noexcept { return values_; }

 private:
  std::vector<unsigned> types_;
  std::vector<std::string> values_;
};

/// What a statement gave, in the binary format. Cheap to copy; views live as long as any copy.
class PostgresRows {
 public:
  PostgresRows() = default;
  std::size_t size() const noexcept;
  bool is_null(std::size_t row, int column) const noexcept;
  /// Of a smallint, integer, bigint or boolean. Throws Error(malformed) for another type's size.
  std::int64_t integer(std::size_t row, int column) const;
  double real(std::size_t row, int column) const;  ///< Of a float4 or float8.
  std::string_view bytes(std::size_t row, int column) const noexcept;
  /// Appends the numbers of pgvector's type.
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
  CopyRows &add(std::string_view bytes);  ///< bytea, or text
  CopyRows &add_vector(std::span<const float> numbers);

  bool empty() const noexcept { return rows_ == 0; }
  std::size_t size() const noexcept { return bytes_.size(); }
  void clear();

 private:
  friend class PostgresConnection;
  std::string bytes_;
  std::size_t rows_ = 0;
};

/// One thread at a time. Every function throws Error, naming `address`: io (also what the server
/// has against a statement), limit_exceeded (the deadline, a limit of the server), not_found (no
/// such table or schema), unsupported (no such type: pgvector is not there). After an error the
/// connection is either idle again or `lost`.
class PostgresConnection {
 public:
  /// `settings`: statements that come first. Throws also unsupported (built without PostgreSQL),
  /// invalid_argument (no connection string).
  PostgresConnection(const std::string &uri, std::string address, const std::string &settings,
                     Deadline deadline);
  PostgresConnection(const PostgresConnection &) = delete;
  PostgresConnection &operator=(const PostgresConnection &) = delete;
  ~PostgresConnection();

  /// Several statements without parameters.
  void run(const std::string &statements, Deadline deadline);
  /// One statement; it is prepared when it comes first.
  PostgresRows ask(const std::string &statement, const PostgresParameters &parameters,
                   Deadline deadline);
  /// The same in two halves, so that several servers work at the same time.
  void send(const std::string &statement, const PostgresParameters &parameters, Deadline deadline);
  PostgresRows receive(Deadline deadline);
  /// `statement`: COPY … FROM STDIN (FORMAT binary). The rows are gone then.
  void copy(const std::string &statement, CopyRows &rows, Deadline deadline);

  /// Ends the connection, whatever it is doing.
  void abandon() noexcept;
  bool lost() const noexcept;
  const std::string &address() const noexcept;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sluice::detail

#endif
