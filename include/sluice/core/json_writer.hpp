#ifndef SLUICE_CORE_JSON_WRITER_HPP
#define SLUICE_CORE_JSON_WRITER_HPP

/// Writes JSON in one pass; takes care of commas and escapes.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Appends JSON values to a text. In an object, each key is written before its value:
/// `writer.begin_object().key("n").value(1).end_object()`. Invalid UTF-8 becomes U+FFFD; numbers
/// that are not finite become null. Not thread-safe.
class JsonWriter {
 public:
  JsonWriter &begin_object() { return open('{'); }
  JsonWriter &end_object() { return close('}'); }
  JsonWriter &begin_array() { return open('['); }
  JsonWriter &end_array() { return close(']'); }
  JsonWriter &key(std::string_view name);

  JsonWriter &value(std::string_view text);
  JsonWriter &value(const char *text) { return value(std::string_view(text)); }
  JsonWriter &value(double number);
  /// Writes the fewest digits that parse back to the same float.
  JsonWriter &value(float number);
  JsonWriter &value(bool truth);
  template <std::integral Integer>
  JsonWriter &value(Integer number) {
    return raw(std::to_string(number));
  }
  JsonWriter &null() { return raw("null"); }
  /// Writes a value that is already JSON, on one line.
  JsonWriter &json(std::string_view value) { return raw(value); }

  template <class Value>
  JsonWriter &member(std::string_view name, const Value &content) {
    return key(name).value(content);
  }

  const std::string &text() const noexcept { return text_; }
  std::string take() noexcept { return std::move(text_); }

 private:
  JsonWriter &open(char bracket);
  JsonWriter &close(char bracket);
  JsonWriter &raw(std::string_view token);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  std::vector<bool> has_members_;
  bool after_key_ = false;
};

}  // namespace sluice::inline v0

#endif
