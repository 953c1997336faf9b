/// Strings: checks of those passed in, and texts created for the caller.

#include "internal.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::capi {

std::string_view text_in(const char *data, std::size_t size, const char *parameter) {
  require(data, parameter);
  const std::string_view text = size == SLUICE_NUL ? data : std::string_view(data, size);
  const std::size_t valid = utf8_valid_size(text);
  if (valid != text.size()) refuse("is not UTF-8", place_in(text, valid, parameter));
  return text;
}

std::string path_in(const char *data, std::size_t size, const char *parameter) {
  std::string path(text_in(data, size, parameter));
  if (path.empty()) refuse(std::string(parameter) + " is empty");
  if (path.find('\0') != path.npos) refuse(std::string(parameter) + " holds a NUL");
  return path;
}

std::vector<std::string> texts_in(const sluice_str *given, std::size_t count,
                                  const char *parameter) {
  if (count > 0) require(given, parameter);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.emplace_back(text_in(given[i], parameter));
  return texts;
}

std::optional<sql::Dialect> dialect_in(const sluice_str &given, const char *parameter) {
  if (given.size == 0) return std::nullopt;
  const std::string_view name = text_in(given, parameter);
  if (const auto found = sql::find_dialect(name)) return found;
  constexpr std::size_t shown = 100;
  std::string message = std::string(parameter) + " is \"" + std::string(clip_utf8(name, shown)) +
                        "\", expected one of";
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    message += i == 0 ? " " : ", ";
    message += sql::dialect_name(static_cast<sql::Dialect>(i));
  }
  refuse(message);
}

}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

sluice_str sluice_text_view(const sluice_text *text) noexcept {
  return text == nullptr ? no_text : text_out(text->text);
}

void sluice_text_free(sluice_text *text) noexcept { delete text; }
