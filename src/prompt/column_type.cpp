#include "column_type.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "known_types.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

constexpr std::size_t max_type_bytes = 120;
constexpr std::size_t max_short_bytes = 60;
constexpr std::size_t max_read_bytes = 1024;
/// More words, outside parentheses, are prose.
constexpr int max_words = 6;

bool is_word_byte(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

bool is_opening(char c) { return c == '<' || c == '('; }

std::size_t size_of_word(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_word_byte) - text.begin());
}

/// `10` and `10, -2`.
bool is_numbers(std::string_view inside) {
  const std::size_t comma = std::min(inside.find(','), inside.size());
  const auto is_number = [](std::string_view text) {
    text = trimmed(text, " ");
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return is_ascii_digits(text);
  };
  return is_number(inside.substr(0, comma)) &&
         (comma == inside.size() || is_number(inside.substr(comma + 1)));
}

/// Words, and up to two numbers in parentheses at the end: what SQLite accepts as a type.
bool is_plain(std::string_view type) {
  if (type.size() > max_type_bytes) return false;
  std::size_t at = 0;
  int words = 0;
  for (; at < type.size() && (is_word_byte(type[at]) || type[at] == ' '); ++at) {
    if (type[at] != ' ' && (at == 0 || type[at - 1] == ' ') && ++words > max_words) return false;
  }
  if (at == type.size() || words == 0) return words > 0;
  return type[at] == '(' && type.back() == ')' &&
         is_numbers(type.substr(at + 1, type.size() - at - 2));
}

/// Checks that a type of any engine ends nothing around it: its brackets and quotes are closed, and
/// it has neither comments nor, outside brackets, commas.
class TypeScan {
 public:
  TypeScan(std::string_view type, sql::Dialect dialect) : type_(type), dialect_(dialect) {}

  bool is_closed() {
    if (type_.empty() || type_.size() > max_type_bytes || !begins_well()) return false;
    while (at_ < type_.size()) {
      if (!take()) return false;
    }
    return open_.empty() && words_ <= max_words;
  }

 private:
  bool begins_well() const {
    return is_word_byte(type_.front()) || type_.front() == '"' || type_.front() == '`' ||
           (type_.front() == '[' && dialect_ == sql::Dialect::sqlserver);
  }

  bool take() {
    const char c = type_[at_++];
    const bool begins_word = at_ == 1 || type_[at_ - 2] == ' ';
    switch (c) {
      case '(': open_ += ')'; return true;
      case '<': open_ += '>'; return true;
      case '[': open_ += ']'; return true;
      case ')':
      case '>':
      case ']':
        if (open_.empty() || open_.back() != c) return false;
        open_.pop_back();
        return true;
      case '\'': return !open_.empty() && skip_quoted(c);
      case '"':
      case '`': return skip_quoted(c);
      case ',':
      case ':':
      case '=':
      case '-': return !open_.empty() && (c != '-' || type_[at_] != '-');
      default:
        if (open_.empty() && begins_word && c != ' ') ++words_;
        return is_word_byte(c) || c == ' ' || c == '.' || c == '$' ||
               static_cast<unsigned char>(c) >= 0x80;
    }
  }

  bool skip_quoted(char quote) {
    const std::size_t end = type_.find(quote, at_);
    if (end == type_.npos || type_.substr(at_, end - at_).find('\\') != type_.npos) return false;
    at_ = end + 1;
    return true;
  }

  std::string_view type_;
  sql::Dialect dialect_;
  std::size_t at_ = 0;
  int words_ = 0;
  std::string open_;  // the brackets that have to be closed, the last first
};

std::string_view text_type(sql::Dialect dialect, bool is_key) {
  switch (dialect) {
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb: return is_key ? "varchar(255)" : "text";
    case sql::Dialect::duckdb: return "VARCHAR";
    default: return "text";
  }
}

/// The type for an engine whose types are known.
ColumnType known_type(const std::string &type, sql::Dialect dialect, bool is_key) {
  if (type.size() <= max_type_bytes && is_known_type(type, dialect)) return {type};
  const std::size_t arguments = std::min(type.find('('), type.size());
  const std::string_view name = trimmed(std::string_view(type).substr(0, arguments), " ");
  if (const std::string_view same = equivalent_type(name, dialect); !same.empty()) {
    const std::string with_arguments = std::string(same) + type.substr(arguments);
    if (with_arguments.size() <= max_type_bytes && is_known_type(with_arguments, dialect))
      return {with_arguments};
    return {std::string(same)};
  }
  return {std::string(text_type(dialect, is_key)), type.empty()};
}

}  // namespace

std::string shown_type(std::string_view declared) {
  std::string line = one_line(clip_utf8(declared, max_read_bytes));
  if (line.size() <= max_type_bytes) return line;
  std::string_view type = trimmed(line, " ");
  std::string shown, closing;
  // From the outer type to the one whose arguments are left out: ARRAY, then STRUCT.
  for (bool is_element = true; is_element;) {
    const std::size_t name = size_of_word(type);
    const std::size_t left = name < type.size() ? max_short_bytes - closing.size() : 0;
    if (name == 0 || shown.size() + name > left || !is_opening(type[name])) break;
    shown += type.substr(0, name + 1);
    closing.insert(closing.begin(), type[name] == '<' ? '>' : ')');
    type.remove_prefix(name + 1);
    // A field has a blank after its name.
    const std::size_t inner = size_of_word(type);
    is_element = inner > 0 && inner < type.size() && is_opening(type[inner]);
  }
  if (shown.empty()) shown = clip_utf8(type, max_short_bytes);
  return shown + "…" + closing;
}

ColumnType column_type(std::string_view declared, sql::Dialect dialect, bool is_key) {
  // Of a longer one, only the beginning is needed.
  const std::string type = one_line(clip_utf8(declared, 2 * max_type_bytes));
  if (has_known_types(dialect)) return known_type(type, dialect, is_key);
  if (type.empty()) return {};
  if (dialect == sql::Dialect::sqlite) {
    if (is_plain(type)) return {type};
    // SQLite accepts anything in quotes.
    std::string quoted = shown_type(declared);
    std::ranges::replace(quoted, '"', '\'');
    return {'"' + quoted + '"'};
  }
  if (TypeScan(type, dialect).is_closed()) return {type};
  std::string shorter = shown_type(declared);
  if (type.size() > max_type_bytes && TypeScan(shorter, dialect).is_closed())
    return {std::move(shorter)};
  return {{}, false};
}

}  // namespace sluice::inline v0::prompt_detail
