#ifndef SLUICE_DB_QUERY_HPP
#define SLUICE_DB_QUERY_HPP

/// Types for running untrusted queries on any engine: rows, limits, and how a query ended.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

enum class CellKind : std::uint8_t { null, integer, real, text, blob };

/// One value of a row. `bytes` is owned by whoever created the cell; text may not be valid UTF-8.
struct Cell {
  CellKind kind = CellKind::null;
  union {
    std::int64_t integer = 0;
    double real;
  };
  std::string_view bytes;

  static Cell of_null() noexcept { return {}; }
  static Cell of(std::int64_t number) noexcept {
    Cell cell;
    cell.kind = CellKind::integer;
    cell.integer = number;
    return cell;
  }
  static Cell of(double number) noexcept {
    Cell cell;
    cell.kind = CellKind::real;
    cell.real = number;
    return cell;
  }
  static Cell of_text(std::string_view text) noexcept { return of_bytes(CellKind::text, text); }
  static Cell of_blob(std::string_view blob) noexcept { return of_bytes(CellKind::blob, blob); }

 private:
  static Cell of_bytes(CellKind kind, std::string_view bytes) noexcept {
    Cell cell;
    cell.kind = kind;
    cell.bytes = bytes;
    return cell;
  }
};

using Row = std::span<const Cell>;

/// Limits for one query. Steps, rows and sizes are counted the same way on every machine; seconds
/// and memory are a safety net for what a single step can take.
struct QueryLimits {
  /// Steps of SQLite's virtual machine; exceeding the limit is noticed within 100 steps. Other
  /// engines do not count steps.
  std::uint64_t steps = 300'000'000;
  double seconds = 60;
  /// Growth of the memory that the engine holds in this process, in bytes.
  std::int64_t memory = std::int64_t{128} << 20;
  /// Size of the temporary files that large sorts spill to.
  std::int64_t temporary_bytes = std::int64_t{1} << 30;
  std::uint64_t rows = 1'000'000;
  /// Size of the result: text and blobs, plus 48 bytes per value.
  std::uint64_t bytes = std::uint64_t{96} << 20;
  /// Size of a single value, stored or computed.
  std::int32_t value_bytes = 1 << 20;
  std::size_t text_bytes = 1 << 20;
  /// Not a limit: whether the outcome includes the column names.
  bool column_names = false;
};

/// How a query ended. The names are stable: reports print them.
enum class QueryEnd : std::uint8_t {
  finished,
  abandoned,           ///< The row visitor returned false.
  refused,             ///< The query would do more than read.
  error,               ///< The engine reported an error.
  several_statements,  ///< Another statement follows the first one.
  unbound_parameter,   ///< The query has parameters, but no values to bind.
  text_too_long,
  too_many_steps,
  too_slow,
  too_much_memory,
  value_too_large,
  too_many_rows,
  too_many_bytes,
  cancelled,
  connection_lost,  ///< The connection to the server was lost while the query ran.
};
inline constexpr std::size_t query_ends = static_cast<std::size_t>(QueryEnd::connection_lost) + 1;

/// Such as "too_many_steps". A static string.
std::string_view name_of(QueryEnd end) noexcept;

struct QueryOutcome {
  QueryEnd end = QueryEnd::finished;
  /// The engine's message, or what was refused or exceeded; empty for finished and abandoned.
  std::string message;
  /// Offset in bytes of the place in the query that an error refers to, if the engine reports it.
  std::optional<std::size_t> offset;
  std::uint64_t steps = 0;
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  /// Names as the engine reports them, if requested by QueryLimits.
  std::vector<std::string> column_names;
  /// Functions that the query used whose results vary between runs, such as "random" or "now";
  /// sorted.
  std::vector<std::string> unstable;

  bool finished() const noexcept { return end == QueryEnd::finished; }
};

/// Receives each row, which is valid only during the call. Returns false to stop.
using RowVisitor = function_ref<bool(Row row)>;

}  // namespace sluice::inline v0

#endif
