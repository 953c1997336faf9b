#include "python_text.hpp"

#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::judge_detail {
namespace {

std::string bytes_literal(std::string_view bytes) {
  const bool double_quotes = bytes.find('\'') != bytes.npos && bytes.find('"') == bytes.npos;
  const char quote = double_quotes ? '"' : '\'';
  std::string text = {'b', quote};
  for (const char byte : bytes) {
    switch (byte) {
      case '\t': text += "\\t"; continue;
      case '\n': text += "\\n"; continue;
      case '\r': text += "\\r"; continue;
      case '\\': text += "\\\\"; continue;
      default: break;
    }
    const auto code = static_cast<unsigned char>(byte);
    if (byte == quote) {
      text += '\\';
      text += byte;
    } else if (code < 0x20 || code >= 0x7F) {
      text += fmt::format("\\x{:02x}", code);
    } else {
      text += byte;
    }
  }
  return text += quote;
}

}  // namespace

std::string python_text(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_not_of("-0123456789") == text.npos) text += ".0";
  return text;
}

std::string python_text(const Cell &cell) {
  switch (cell.kind) {
    case CellKind::null: return "None";
    case CellKind::integer: return fmt::format("{}", cell.integer);
    case CellKind::real: return python_text(cell.real);
    case CellKind::text: return std::string(cell.bytes);
    case CellKind::blob: return bytes_literal(cell.bytes);
  }
  return {};
}

std::optional<double> python_float(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
    } else if (i == 0 || i + 1 == text.size() || !is_ascii_digit(text[i - 1]) ||
               !is_ascii_digit(text[i + 1])) {
      return std::nullopt;
    }
  }
  std::string_view rest = digits;
  const bool minus = rest.starts_with('-');
  if (minus || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.empty() || rest.front() == '-') return std::nullopt;
  if (rest.starts_with("nan") && rest != "nan") return std::nullopt;
  double value = 0;
  const auto [end, error] = detail::parse_number(rest.data(), rest.data() + rest.size(), value);
  if (end != rest.data() + rest.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Out of range: Python returns infinity or zero.
    const std::size_t exponent = rest.find('e');
    const bool small =
        exponent != std::string_view::npos && rest.substr(exponent + 1).starts_with('-');
    value = small ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return minus ? -value : value;
}

}  // namespace sluice::inline v0::judge_detail
