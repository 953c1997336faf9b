#ifndef SLUICE_SUITE_VALUE_HPP
#define SLUICE_SUITE_VALUE_HPP

/// A value that owns its bytes, and how SQLite converts and compares values.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/db/query.hpp"
#include "sluice/sql/affinity.hpp"

namespace sluice::inline v0 {

using sql::Affinity;

/// NULL, an integer, a real, a text or a blob.
struct Value {
  CellKind kind = CellKind::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string bytes;

  Value() = default;
  explicit Value(const Cell &cell);
  static Value of(std::int64_t number);
  static Value of(double number);
  static Value of_text(std::string_view text);

  bool is_null() const noexcept { return kind == CellKind::null; }
  bool is_number() const noexcept { return kind == CellKind::integer || kind == CellKind::real; }
  double number() const noexcept {
    return kind == CellKind::integer ? static_cast<double>(integer) : real;
  }
  /// A view; `bytes` stays owned by this value.
  Cell cell() const noexcept;
  /// The value cast to text as SQLite does it; empty for NULL.
  std::string text() const;
  /// The value as an SQL literal.
  std::string literal() const;

  /// SQLite's order of values: NULL, numbers, texts by bytes, blobs. NULL equals itself here.
  friend std::strong_ordering operator<=>(const Value &a, const Value &b) noexcept;
  friend bool operator==(const Value &a, const Value &b) noexcept { return (a <=> b) == 0; }
};

/// The value of a text that is a number as a whole, except for whitespace around it.
std::optional<Value> number_in(std::string_view text);

/// The value after conversion to the affinity of a column.
Value stored_as(Value value, Affinity affinity);

}  // namespace sluice::inline v0

#endif
