#include "result_bounds.hpp"

#include <fmt/format.h>

namespace sluice::inline v0::db_detail {
namespace {

constexpr std::uint64_t bytes_of_a_value = 48;

}  // namespace

bool ResultBounds::takes(std::string_view sql, QueryOutcome &outcome) const {
  if (sql.size() > limits_.text_bytes) {
    outcome.end = QueryEnd::text_too_long;
    outcome.message =
        fmt::format("is {} bytes long, expected at most {}", sql.size(), limits_.text_bytes);
    return false;
  }
  if (const std::size_t nul = sql.find('\0'); nul != sql.npos) {
    outcome.end = QueryEnd::error;
    outcome.message = "a NUL byte in a statement";
    outcome.offset = nul;
    return false;
  }
  return true;
}

bool ResultBounds::add(Row row, QueryOutcome &outcome) {
  if (++outcome.rows > limits_.rows) {
    outcome.end = QueryEnd::too_many_rows;
    outcome.message = fmt::format("returns more than {} rows", limits_.rows);
    return false;
  }
  for (const Cell &cell : row) bytes_ += cell.bytes.size() + bytes_of_a_value;
  if (bytes_ > limits_.bytes) {
    outcome.end = QueryEnd::too_many_bytes;
    outcome.message = fmt::format("returns more than {} bytes", limits_.bytes);
    return false;
  }
  return true;
}

}  // namespace sluice::inline v0::db_detail
