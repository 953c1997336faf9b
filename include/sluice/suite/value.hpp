#ifndef SLUICE_SUITE_VALUE_HPP
#define SLUICE_SUITE_VALUE_HPP

/// A value that owns its bytes, and what columns and comparisons of SQLite make of values.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/db/query.hpp"
#include "sluice/sql/affinity.hpp"

namespace sluice {

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
  /// Views `bytes`.
  Cell cell() const noexcept;
  /// As SQLite casts it to text; empty for NULL.
  std::string text() const;
  /// As an SQL literal.
  std::string literal() const;

  /// SQLite's order of values: NULL, numbers, texts by bytes, blobs. NULL is itself here.
  friend std::strong_ordering operator<=>(const Value &a, const Value &b) noexcept;
  friend bool operator==(const Value &a, const Value &b) noexcept { return (a <=> b) == 0; }
};

/// What SQL text says that looks like a number as a whole, blanks around it aside.
std::optional<Value> number_in(std::string_view text);

/// The value that a column of the affinity stores for it.
Value stored_as(Value value, Affinity affinity);

}  // namespace sluice

#endif
