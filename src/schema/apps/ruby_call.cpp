#include "ruby_call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr int max_ruby_levels = 8;

bool is_ruby_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class RubyReader {
 public:
  explicit RubyReader(std::string_view line) : rest_(line) {}

  std::optional<RubyCall> read() {
    skip_blanks();
    const std::string_view name = take_name();
    if (name.empty() || is_ascii_digit(name.front())) return std::nullopt;
    const std::size_t dot = name.rfind('.');
    call_.method = dot == name.npos ? name : name.substr(dot + 1);
    if (dot != name.npos) call_.receiver = name.substr(0, dot);
    if (starts_with('=') || call_.method.empty()) return std::nullopt;
    const bool has_parentheses = starts_with('(');
    if (has_parentheses) rest_.remove_prefix(1);
    read_arguments(call_.arguments, call_.options, has_parentheses ? ')' : '\0', 0);
    if (has_parentheses && starts_with(')')) rest_.remove_prefix(1);
    skip_blanks();
    call_.opens_block = at_do() || starts_with('{');
    return std::move(call_);
  }

 private:
  bool starts_with(char c) const { return !rest_.empty() && rest_.front() == c; }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(ascii_blanks), rest_.size()));
  }

  std::string_view take(std::size_t size) {
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(text.size());
    return text;
  }

  std::string_view take_word() {
    return take(
        static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_ruby_word) - rest_.begin()));
  }

  std::string_view take_name() {
    const auto end = std::ranges::find_if_not(
        rest_, [](char c) { return is_ruby_word(c) || c == '.' || c == '!' || c == '?'; });
    const std::string_view name = take(static_cast<std::size_t>(end - rest_.begin()));
    skip_blanks();
    return name;
  }

  bool at_do() const {
    return rest_.starts_with("do") && (rest_.size() == 2 || !is_ruby_word(rest_[2]));
  }

  /// Up to `close`, or the end of the line if that is NUL.
  void read_arguments(std::vector<RubyValue> &values, RubyOptions &options, char close, int level) {
    for (;;) {
      skip_blanks();
      if (rest_.empty() || starts_with('#') || starts_with(close)) return;
      if (close == '\0' && at_do()) return;
      const std::size_t before = rest_.size();
      if (std::string key = take_key(); !key.empty()) {
        options.emplace_back(std::move(key), read_value(level));
      } else {
        RubyValue value = read_value(level);
        skip_blanks();
        if (rest_.starts_with("=>")) {
          take(2);
          options.emplace_back(std::move(value.text), read_value(level));
        } else {
          values.push_back(std::move(value));
        }
      }
      skip_to_comma(close);
      if (starts_with(',')) take(1);
      if (rest_.size() == before) return;
    }
  }

  /// `name:` or `"name":`, if that is next.
  std::string take_key() {
    const std::string_view start = rest_;
    std::string key = starts_with('"') ? take_string() : std::string(take_word());
    const bool is_key = starts_with(':') && !rest_.starts_with("::");
    if (!is_key || key.empty()) {
      rest_ = start;
      return {};
    }
    take(1);
    return key;
  }

  RubyValue read_value(int level) {
    skip_blanks();
    RubyValue value;
    if (rest_.empty()) return value;
    switch (rest_.front()) {
      case '"':
      case '\'': value.text = take_string(); break;
      case ':':
        take(1);
        value.text = starts_with('"') ? take_string() : std::string(take_word());
        break;
      case '[': read_list(value, level); break;
      case '{':
        take(1);
        if (level < max_ruby_levels) {
          std::vector<RubyValue> ignored;
          read_arguments(ignored, value.options, '}', level + 1);
        }
        if (starts_with('}')) take(1);
        break;
      case '%': read_words(value); break;
      case '<': read_heredoc(); break;
      case '-':
        if (rest_.starts_with("->")) break;  // Skipped, up to the comma.
        [[fallthrough]];
      default:
        if (starts_with('-')) value.text = take(1);
        value.text += take(static_cast<std::size_t>(
            std::ranges::find_if_not(rest_, [](char c) { return is_ruby_word(c) || c == '.'; }) -
            rest_.begin()));
    }
    return value;
  }

  void read_list(RubyValue &value, int level) {
    take(1);
    value.is_list = true;
    if (level >= max_ruby_levels) return;
    std::vector<RubyValue> values;
    RubyOptions ignored;
    read_arguments(values, ignored, ']', level + 1);
    if (starts_with(']')) take(1);
    for (RubyValue &item : values) value.items.push_back(std::move(item.text));
  }

  /// %w[a b]
  void read_words(RubyValue &value) {
    if (rest_.size() < 3 || (rest_[1] != 'w' && rest_[1] != 'i')) return;
    constexpr std::string_view opening = "[({<", closing = "])}>";
    const std::size_t bracket = opening.find(rest_[2]);
    const char close = bracket == opening.npos ? rest_[2] : closing[bracket];
    take(3);
    std::string_view words = take(rest_.find(close));
    if (!rest_.empty()) take(1);
    value.is_list = true;
    while (!(words = trimmed(words)).empty()) {
      const std::size_t end = std::min(words.find_first_of(ascii_blanks), words.size());
      value.items.emplace_back(words.substr(0, end));
      words.remove_prefix(end);
    }
  }

  /// <<-SQL, <<~SQL
  void read_heredoc() {
    if (!rest_.starts_with("<<")) return;
    take(2);
    if (starts_with('-') || starts_with('~')) take(1);
    if (starts_with('"') || starts_with('\'')) take(1);
    call_.heredoc = take_word();
    if (starts_with('"') || starts_with('\'')) take(1);
  }

  std::string take_string() {
    const char quote = rest_.front();
    take(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && rest_.size() > 1) {
        take_escape(quote, text);
      } else {
        const char ends[] = {quote, '\\'};
        text += take(std::max<std::size_t>(
            1, std::min(rest_.find_first_of(std::string_view(ends, 2)), rest_.size())));
      }
    }
    if (!rest_.empty()) take(1);
    return text;
  }

  void take_escape(char quote, std::string &text) {
    const char next = rest_[1];
    take(2);
    if (quote == '\'') {
      if (next != '\'' && next != '\\') text += '\\';
      text += next;
      return;
    }
    switch (next) {
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      case 'r': text += '\r'; break;
      case 'e': text += '\x1b'; break;
      case 'u': take_code_point(text); break;
      default: text += next;
    }
  }

  /// After `\u`: four digits, or some in braces.
  void take_code_point(std::string &text) {
    const bool in_braces = starts_with('{');
    if (in_braces) take(1);
    char32_t code = 0;
    for (int digits = 0; digits < (in_braces ? 6 : 4) && !rest_.empty(); ++digits) {
      const char c = lower_ascii(rest_.front());
      if (!is_ascii_digit(c) && !(c >= 'a' && c <= 'f')) break;
      code = code * 16 + static_cast<char32_t>(is_ascii_digit(c) ? c - '0' : c - 'a' + 10);
      take(1);
    }
    if (in_braces && starts_with('}')) take(1);
    const bool is_valid = code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000) && code != 0;
    append_utf8(is_valid ? code : U'\uFFFD', text);
  }

  /// Skips what follows a value, such as `.freeze`, with balanced brackets.
  void skip_to_comma(char close) {
    int open = 0;
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (open == 0 && (c == ',' || c == '#' || (close != '\0' && c == close))) return;
      if (open == 0 && close == '\0' && at_do()) return;
      if (c == '"' || c == '\'') {
        take_string();
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++open;
      if (c == ')' || c == ']' || c == '}') open = std::max(0, open - 1);
      take(is_ruby_word(c) ? std::max<std::size_t>(1, word_size()) : 1);
    }
  }

  std::size_t word_size() const {
    return static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_ruby_word) - rest_.begin());
  }

  std::string_view rest_;
  RubyCall call_;
};

}  // namespace

const RubyValue *RubyCall::find(std::string_view name) const {
  for (const auto &[key, value] : options) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::string_view RubyCall::text(std::string_view name) const {
  const RubyValue *value = find(name);
  return value != nullptr ? std::string_view(value->text) : std::string_view();
}

std::string_view RubyCall::argument(std::size_t number) const {
  return number < arguments.size() ? std::string_view(arguments[number].text) : std::string_view();
}

std::optional<RubyCall> read_ruby_call(std::string_view line) { return RubyReader(line).read(); }

}  // namespace sluice::inline v0::schema_detail
