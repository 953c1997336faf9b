#include "export_row.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <system_error>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) noexcept {
  return std::ranges::any_of(words, [&](std::string_view word) { return same_name(text, word); });
}

}  // namespace

std::string ExportPlace::text() const {
  if (number == 0) return std::string(source);
  return is_line ? fmt::format("{}:{}", source, number) : fmt::format("{}: row {}", source, number);
}

void ExportRow::set(ExportField field, std::string_view value) noexcept {
  for (const std::string_view null : {"NULL", "\\N", "(null)", "[NULL]", "<null>"}) {
    if (value == null) return;
  }
  values_[static_cast<std::size_t>(field)] = value;
}

std::optional<bool> export_flag(std::string_view text) noexcept {
  text = trimmed(text);
  if (is_one_of(text, {"yes", "y", "true", "t", "1"})) return true;
  if (is_one_of(text, {"no", "n", "false", "f", "0"})) return false;
  return std::nullopt;
}

std::optional<std::uint64_t> export_count(std::string_view text) noexcept {
  text = trimmed(text);
  std::uint64_t count = 0;
  const char *const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || rest == text.data()) return std::nullopt;
  if (rest != end) {
    if (*rest != '.' || std::any_of(rest + 1, end, [](char digit) { return digit != '0'; }))
      return std::nullopt;
  }
  return count;
}

}  // namespace sluice::inline v0::schema_detail
