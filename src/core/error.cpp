#include "sluice/core/error.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {

std::string_view name_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::malformed: return "malformed";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::mismatch: return "mismatch";
    case ErrorCode::io: return "io";
    case ErrorCode::limit_exceeded: return "limit_exceeded";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::internal: return "internal";
  }
  return "unknown";
}

std::string to_string(const Place &place) {
  std::string text = place.source;
  if (place.line != 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(place.line);
    if (place.column != 0) text += ':' + std::to_string(place.column);
  }
  return text;
}

Place place_in(std::string_view text, std::size_t offset, std::string source,
               std::uint64_t first_line) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {std::move(source), first_line + lines, before.size() - line_start + 1};
}

Error::Error(ErrorCode code, std::string_view message, Place where)
    : code_(code), message_(one_line(message)), where_(std::move(where)) {
  line_ = one_line(to_string(where_));
  if (!line_.empty()) line_ += ": ";
  line_ += message_;
}

}  // namespace sluice::inline v0
