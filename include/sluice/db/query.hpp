#ifndef SLUICE_DB_QUERY_HPP
#define SLUICE_DB_QUERY_HPP

/// A query of unknown origin on any engine: its rows, its bounds, and how it ended.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice {

enum class CellKind : std::uint8_t { null, integer, real, text, blob };

/// One value of a row. `bytes` belongs to whoever made the cell; text need not be UTF-8.
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

/// What one query may take. Steps, rows and sizes are counted alike everywhere; seconds and memory
/// are nets under them, for what a step can hide.
struct QueryLimits {
  /// Of SQLite's virtual machine; more than this bound is noticed within 100. Other engines have
  /// none.
  std::uint64_t steps = 300'000'000;
  double seconds = 60;
  /// Growth of what the engine holds in this process.
  std::int64_t memory = std::int64_t{128} << 20;
  /// Of files that large sorts go to.
  std::int64_t temporary_bytes = std::int64_t{1} << 30;
  std::uint64_t rows = 1'000'000;
  /// Of the result: text and blobs, and 48 for each value.
  std::uint64_t bytes = std::uint64_t{96} << 20;
  /// Of one value, stored or computed.
  std::int32_t value_bytes = 1 << 20;
  std::size_t text_bytes = 1 << 20;
  /// No bound: whether the outcome is to say what the columns are called.
  bool column_names = false;
};

/// How a query ended. The names are stable: reports print them.
enum class QueryEnd : std::uint8_t {
  finished,
  abandoned,           ///< Who looked at the rows had seen enough.
  refused,             ///< It would do more than read.
  error,               ///< The engine's own error.
  several_statements,  ///< Something follows the first statement.
  unbound_parameter,   ///< It has parameters, and there is nothing to bind.
  text_too_long,
  too_many_steps,
  too_slow,
  too_much_memory,
  value_too_large,
  too_many_rows,
  too_many_bytes,
  cancelled,
  connection_lost,  ///< To a server, while the query ran.
};
inline constexpr std::size_t query_ends = static_cast<std::size_t>(QueryEnd::connection_lost) + 1;

/// Such as "too_many_steps". A static string.
std::string_view name_of(QueryEnd end) noexcept;

struct QueryOutcome {
  QueryEnd end = QueryEnd::finished;
  /// The engine's words, or what was refused or too much; empty for finished and abandoned.
  std::string message;
  /// Of the byte in the query that an error is about, where the engine says.
  std::optional<std::size_t> offset;
  std::uint64_t steps = 0;
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  /// As the engine calls them, where QueryLimits asks for it.
  std::vector<std::string> column_names;
  /// Functions it used whose results differ from run to run, such as "random" or "now"; sorted.
  std::vector<std::string> unstable;

  bool finished() const noexcept { return end == QueryEnd::finished; }
};

/// Sees each row, valid during the call only; false to stop.
using RowVisitor = function_ref<bool(Row row)>;

}  // namespace sluice

#endif
