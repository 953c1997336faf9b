#include "python_text.hpp"

#include <fmt/format.h>

namespace sluice::detail {
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

}  // namespace sluice::detail
