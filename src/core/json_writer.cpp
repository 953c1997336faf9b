#include "sluice/core/json_writer.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
  } else if (!has_members_.empty()) {
    if (has_members_.back()) text_ += ',';
    has_members_.back() = true;
  }
}

JsonWriter &JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  has_members_.push_back(false);
  return *this;
}

JsonWriter &JsonWriter::close(char bracket) {
  text_ += bracket;
  has_members_.pop_back();
  return *this;
}

JsonWriter &JsonWriter::raw(std::string_view token) {
  separate();
  text_ += token;
  return *this;
}

JsonWriter &JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter &JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter &JsonWriter::value(double number) {
  return std::isfinite(number) ? raw(fmt::format("{}", number)) : null();
}

JsonWriter &JsonWriter::value(float number) {
  return std::isfinite(number) ? raw(fmt::format("{}", number)) : null();
}

JsonWriter &JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }

void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_size(text);
    const char first = text.front();
    switch (first) {
      case '"': text_ += "\\\""; break;
      case '\\': text_ += "\\\\"; break;
      case '\n': text_ += "\\n"; break;
      case '\r': text_ += "\\r"; break;
      case '\t': text_ += "\\t"; break;
      default:
        if (length == 0) {
          text_ += "\xEF\xBF\xBD";
        } else if (static_cast<unsigned char>(first) < 0x20) {
          text_ += fmt::format("\\u{:04x}", first);
        } else {
          text_ += text.substr(0, length);
        }
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

}  // namespace sluice::inline v0
