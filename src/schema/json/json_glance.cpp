#include "json_glance.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_glance_bytes = std::size_t{64} << 10;
constexpr std::size_t max_glance_levels = 6;
constexpr std::size_t max_glance_values = 512;

class GlanceReader {
 public:
  GlanceReader(std::string_view text, std::vector<GlancedValue> &values)
      : rest_(text.substr(0, max_glance_bytes)), values_(values) {}

  /// Reads one value. Returns false if there is nothing left to read.
  bool read_value() {
    skip_blanks();
    if (rest_.empty() || values_.size() >= max_glance_values) return false;
    const char first = rest_.front();
    if (path_.size() >= max_glance_levels) return skip_value();
    if (first == '{') return read_members();
    if (first == '[') return read_elements();
    const auto text = read_scalar();
    if (text) values_.push_back({path_, *text});
    return text.has_value();
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(ascii_blanks), rest_.size()));
  }

  bool take(char expected) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// What is between the quotes of a string, escapes as they are.
  std::optional<std::string_view> read_string() {
    if (!take('"')) return std::nullopt;
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return std::nullopt;
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::optional<std::string_view> read_scalar() {
    if (rest_.front() == '"') return read_string();
    const std::size_t end = std::min(rest_.find_first_of(",]} \t\r\n"), rest_.size());
    if (end == 0) return std::nullopt;
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return text;
  }

  bool read_members() {
    values_.push_back({path_, rest_.substr(0, 1)});
    take('{');
    if (take('}')) return true;
    do {
      skip_blanks();
      const auto key = read_string();
      if (!key || !take(':')) return false;
      path_.push_back(*key);
      const bool goes_on = read_value();
      path_.pop_back();
      if (!goes_on) return false;
    } while (take(','));
    return take('}');
  }

  bool read_elements() {
    values_.push_back({path_, rest_.substr(0, 1)});
    take('[');
    if (take(']')) return true;
    path_.push_back("[]");
    bool goes_on = read_value();
    path_.pop_back();
    while (goes_on && take(',')) goes_on = skip_value();
    return goes_on && take(']');
  }

  bool skip_value() {
    std::size_t open = 0;
    do {
      skip_blanks();
      if (rest_.empty()) return false;
      const char first = rest_.front();
      if (first == '{' || first == '[') {
        ++open;
        rest_.remove_prefix(1);
      } else if (first == '}' || first == ']') {
        if (open == 0) return false;
        --open;
        rest_.remove_prefix(1);
      } else if (first == ',' || first == ':') {
        if (open == 0) return false;
        rest_.remove_prefix(1);
      } else if (!read_scalar()) {
        return false;
      }
    } while (open > 0);
    return true;
  }

  std::string_view rest_;
  std::vector<GlancedValue> &values_;
  std::vector<std::string_view> path_;
};

}  // namespace

JsonGlance::JsonGlance(std::string_view text) { GlanceReader(text, values_).read_value(); }

const GlancedValue *JsonGlance::find(std::initializer_list<std::string_view> path) const {
  const auto found = std::ranges::find_if(
      values_, [&](const GlancedValue &value) { return std::ranges::equal(value.path, path); });
  return found != values_.end() ? &*found : nullptr;
}

}  // namespace sluice::inline v0::schema_detail
