#if defined(SLUICE_WITH_POSTGRES)

#include "postgres_result.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

#include "core/parse_number.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// Types whose values are not converted to text, by their OIDs, which are the same on every server.
enum ValueType : Oid {
  boolean = 16,
  bytes = 17,
  int8 = 20,
  int2 = 21,
  int4 = 23,
  oid = 26,
  float4 = 700,
  float8 = 701,
  numeric = 1700,
};

Cell real_cell(std::string_view text) {
  double number = 0;
  const auto [end, error] = detail::parse_number(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    // Distinguishes underflow from overflow by the exponent or the length of the number.
    const bool tiny = text.find("e-") != text.npos || text.find("0.") < 2;
    number = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    if (text.starts_with('-')) number = -number;
  }
  return std::isnan(number) ? Cell::of_null() : Cell::of(number);
}

Cell number_cell(std::string_view text) {
  std::int64_t integer = 0;
  const char *const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, integer);
  if (error == std::errc() && end == last) return Cell::of(integer);
  return real_cell(text);
}

/// Parses `\x` and two digits per byte; stores the bytes in `space`.
Cell blob_cell(std::string_view text, std::string &space) {
  space.clear();
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    unsigned byte = 0;
    std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    space += static_cast<char>(byte);
  }
  return Cell::of_blob(space);
}

}  // namespace

Cell postgres_cell(PGresult *result, int column, std::string &space) {
  if (PQgetisnull(result, 0, column) != 0) return Cell::of_null();
  const std::string_view text(PQgetvalue(result, 0, column),
                              static_cast<std::size_t>(PQgetlength(result, 0, column)));
  switch (PQftype(result, column)) {
    case boolean: return Cell::of(std::int64_t{text == "t" ? 1 : 0});
    case int2:
    case int4:
    case int8:
    case oid:
    case numeric: return number_cell(text);
    case float4:
    case float8: return real_cell(text);
    case bytes: return blob_cell(text, space);
    default: return Cell::of_text(text);
  }
}

std::optional<std::size_t> postgres_error_offset(const PGresult *result, std::string_view text) {
  const std::string_view position = field(result, PG_DIAG_STATEMENT_POSITION);
  std::size_t characters = 0;
  std::from_chars(position.data(), position.data() + position.size(), characters);
  if (characters == 0) return std::nullopt;
  std::size_t offset = 0;
  for (; characters > 1 && offset < text.size(); --characters) {
    offset += std::max<std::size_t>(utf8_sequence_size(text.substr(offset)), 1);
  }
  return offset;
}

QueryEnd postgres_error_end(const PGresult *result) {
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  const std::string_view where = field(result, PG_DIAG_SOURCE_FUNCTION);
  if (state == "42501" || state == "25006") return QueryEnd::refused;
  // Data changes inside WITH, and SELECT INTO, which only the server's parser can recognize.
  if (state == "0A000" && where == "transformDeclareCursorStmt") return QueryEnd::refused;
  if (state == "42601" && where == "transformSelectStmt") return QueryEnd::refused;
  if (state == "42601" && where == "exec_parse_message") return QueryEnd::several_statements;
  if (state == "42P02" || state == "08P01") return QueryEnd::unbound_parameter;
  if (state == "57014") return QueryEnd::too_slow;
  if (state == "53200" || state == "53100" || state == "53400") return QueryEnd::too_much_memory;
  if (state == "54000") return QueryEnd::value_too_large;
  if (state.starts_with("57P") || state.starts_with("08")) return QueryEnd::connection_lost;
  return QueryEnd::error;
}

}  // namespace sluice::inline v0::db_detail

#endif
