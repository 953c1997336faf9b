#include "sluice/suite/value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

/// Every integer below this is exactly representable as a double.
constexpr double exact_integers = 9007199254740992.0;

bool is_whole(double number) noexcept {
  return std::abs(number) < exact_integers && number == std::floor(number);
}

std::strong_ordering order_of(double a, double b) noexcept {
  return a < b   ? std::strong_ordering::less
         : a > b ? std::strong_ordering::greater
                 : std::strong_ordering::equal;
}

int rank_of(CellKind kind) noexcept {
  switch (kind) {
    case CellKind::null: return 0;
    case CellKind::integer:
    case CellKind::real: return 1;
    case CellKind::text: return 2;
    default: return 3;
  }
}

std::string printed(double number) {
  if (std::isinf(number)) return number > 0 ? "Inf" : "-Inf";
  std::string text = fmt::format("{:.15g}", number);
  if (text.find('.') == text.npos) text.insert(std::min(text.find('e'), text.size()), ".0");
  return text;
}

}  // namespace

Value::Value(const Cell &cell) : kind(cell.kind), bytes(cell.bytes) {
  if (kind == CellKind::integer) integer = cell.integer;
  if (kind == CellKind::real) real = cell.real;
}

Value Value::of(std::int64_t number) {
  Value value;
  value.kind = CellKind::integer;
  value.integer = number;
  return value;
}

Value Value::of(double number) {
  Value value;
  if (std::isnan(number)) return value;  // as SQLite does
  value.kind = CellKind::real;
  value.real = number;
  return value;
}

Value Value::of_text(std::string_view text) {
  Value value;
  value.kind = CellKind::text;
  value.bytes = text;
  return value;
}

Cell Value::cell() const noexcept {
  switch (kind) {
    case CellKind::integer: return Cell::of(integer);
    case CellKind::real: return Cell::of(real);
    case CellKind::text: return Cell::of_text(bytes);
    case CellKind::blob: return Cell::of_blob(bytes);
    default: return Cell::of_null();
  }
}

std::string Value::text() const {
  switch (kind) {
    case CellKind::integer: return fmt::format("{}", integer);
    case CellKind::real: return printed(real);
    default: return bytes;
  }
}

std::string Value::literal() const {
  switch (kind) {
    case CellKind::null: return "NULL";
    case CellKind::integer:
      // Its absolute value, which a sign would precede, is not an int64.
      if (integer == INT64_MIN) return "(-9223372036854775807 - 1)";
      return fmt::format("{}", integer);
    case CellKind::real: {
      if (std::isinf(real)) return real > 0 ? "9e999" : "-9e999";
      std::string text = fmt::format("{}", real);
      if (text.find_first_of(".e") == text.npos) text += ".0";
      return text;
    }
    case CellKind::text:
      // The shell ends its line at a NUL byte.
      if (bytes.find('\0') == bytes.npos) return sql::quote_string(bytes);
      [[fallthrough]];
    default: {
      std::string text = "X'";
      for (const char byte : bytes) {
        text += fmt::format("{:02X}", static_cast<unsigned char>(byte));
      }
      text += "'";
      return kind == CellKind::text ? "CAST(" + text + " AS TEXT)" : text;
    }
  }
}

std::strong_ordering operator<=>(const Value &a, const Value &b) noexcept {
  const int left = rank_of(a.kind), right = rank_of(b.kind);
  if (left != right) return left <=> right;
  switch (left) {
    case 0: return std::strong_ordering::equal;
    case 1:
      if (a.kind == CellKind::integer && b.kind == CellKind::integer) {
        return a.integer <=> b.integer;
      }
      return order_of(a.number(), b.number());
    default: return a.bytes.compare(b.bytes) <=> 0;
  }
}

std::optional<Value> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != text.npos) return std::nullopt;
  const char *const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto read = std::from_chars(text.data(), end, whole);
      read.ec == std::errc() && read.ptr == end) {
    return Value::of(whole);
  }
  double number = 0;
  const auto read = detail::parse_number(text.data(), end, number);
  if (read.ptr != end || read.ec != std::errc()) return std::nullopt;
  return Value::of(number);
}

Value stored_as(Value value, Affinity affinity) {
  switch (affinity) {
    case Affinity::blob: return value;
    case Affinity::text: return value.is_number() ? Value::of_text(value.text()) : value;
    default: break;
  }
  if (value.kind == CellKind::text) {
    auto number = number_in(value.bytes);
    if (!number) return value;
    value = *std::move(number);
  }
  if (affinity == Affinity::real) {
    return value.kind == CellKind::integer ? Value::of(static_cast<double>(value.integer)) : value;
  }
  if (value.kind == CellKind::real && is_whole(value.real)) {
    return Value::of(static_cast<std::int64_t>(value.real));
  }
  return value;
}

}  // namespace sluice::inline v0
