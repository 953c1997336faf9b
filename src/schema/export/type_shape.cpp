#include "type_shape.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "type_words.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// `decimal(10, 2) unsigned` has the words "decimal unsigned" and the arguments 10 and 2.
struct TypeWords {
  std::string words;  ///< In lower case, separated by single blanks.
  std::array<std::uint32_t, 2> numbers{};
  std::size_t count = 0;  ///< Of numbers.
  bool is_max = false;    ///< varchar(max)
};

void add_words(std::string_view text, TypeWords &to) {
  bool pending = !to.words.empty();
  for (const char c : text) {
    if (std::string_view(ascii_blanks).find(c) != std::string_view::npos) {
      pending = !to.words.empty();
      continue;
    }
    if (pending) to.words += ' ';
    pending = false;
    to.words += lower_ascii(c);
  }
}

void add_numbers(std::string_view arguments, TypeWords &to) {
  constexpr std::uint32_t largest = 1'000'000'000;
  for (std::size_t at = 0; at < arguments.size() && to.count < to.numbers.size();) {
    if (!is_ascii_digit(arguments[at])) {
      if (same_name(arguments.substr(at, 3), "max")) to.is_max = true;
      if (arguments[at] == '\'') return;  // a list of values
      ++at;
      continue;
    }
    std::uint32_t number = 0;
    for (; at < arguments.size() && is_ascii_digit(arguments[at]); ++at)
      number = std::min(largest, number * 10 + static_cast<std::uint32_t>(arguments[at] - '0'));
    to.numbers[to.count++] = number;
  }
}

TypeWords words_of(std::string_view type) {
  TypeWords found;
  const std::size_t open = type.find('(');
  add_words(type.substr(0, open), found);
  if (open != type.npos) {
    const std::size_t close = std::min(type.find(')', open), type.size());
    add_numbers(type.substr(open + 1, close - open - 1), found);
    if (close < type.size()) add_words(type.substr(close + 1), found);
  }
  for (const std::string_view prefix : {"pg_catalog.", "sys."}) {
    if (found.words.starts_with(prefix)) found.words.erase(0, prefix.size());
  }
  // What says nothing about the family.
  for (const std::string_view word : {" zerofill", " character set ", " charset ", " collate ",
                                      " signed", " binary", " identity"}) {
    if (const std::size_t at = found.words.find(word); at != found.words.npos && at > 0)
      found.words.erase(at);
  }
  return found;
}

TypeFamily integer_of(std::uint32_t digits) {
  if (digits <= 4) return TypeFamily::small_integer;
  if (digits <= 9) return TypeFamily::integer;
  return digits <= 18 ? TypeFamily::big_integer : TypeFamily::decimal;
}

TypeShape decimal_shape(const TypeWords &words, sql::Dialect dialect) {
  TypeShape shape{TypeFamily::decimal};
  if (words.count > 0) shape.size = words.numbers[0];
  if (words.count > 1) shape.scale = words.numbers[1];
  if (words.words != "number") return shape;
  // NUMBER (9) has no digits after the point, and Snowflake's NUMBER none either.
  if (dialect == sql::Dialect::snowflake && words.count == 0) shape.size = 38;
  if (shape.size > 0 && shape.scale.value_or(0) == 0) {
    shape.family = integer_of(shape.size);
    if (shape.family != TypeFamily::decimal) return {shape.family};
    shape.scale = 0;
  }
  return shape;
}

TypeShape shape_of(const TypeWords &words, TypeFamily family, sql::Dialect dialect) {
  const bool is_mysql = dialect == sql::Dialect::mysql || dialect == sql::Dialect::mariadb;
  switch (family) {
    case TypeFamily::decimal: return decimal_shape(words, dialect);
    case TypeFamily::tiny_integer:
      if (is_mysql && words.count == 1 && words.numbers[0] == 1) return {TypeFamily::boolean};
      return {family};
    case TypeFamily::varying:
      // Without a limit, or with one that no row reaches.
      if (words.is_max || words.count == 0 || words.numbers[0] >= (1U << 24U))
        return {TypeFamily::text};
      return {family, words.numbers[0]};
    case TypeFamily::character: return {family, words.count == 0 ? 1 : words.numbers[0]};
    default: return {family};
  }
}

bool begins_with_word(std::string_view type, std::string_view word) {
  return type.size() > word.size() && same_name(type.substr(0, word.size()), word) &&
         (type[word.size()] == '<' || type[word.size()] == '(');
}

/// What is between the brackets of `word<…>`; empty if they do not close at the end.
std::string_view inside(std::string_view type, std::string_view word) {
  if (!type.ends_with('>') && !type.ends_with(')')) return {};
  const std::size_t begin = word.size() + 1;
  return trimmed(type.substr(begin, type.size() - begin - 1));
}

/// In lower case, without blanks and without the quotes of names.
std::string without_blanks(std::string_view type) {
  std::string text;
  for (const char c : type) {
    const bool is_blank = std::string_view(ascii_blanks).find(c) != std::string_view::npos;
    if (!is_blank && c != '`' && c != '"') text += lower_ascii(c);
  }
  return text;
}

/// Equal for two ways to write one type.
std::string comparable(std::string_view type, sql::Dialect dialect) {
  const std::size_t open = std::min(type.find_first_of("(<["), type.size());
  if (open < type.size() && type[open] != '(') return without_blanks(type);
  const std::size_t close = std::min(type.find(')', open), type.size() - 1);
  TypeWords words;
  add_words(type.substr(0, open), words);
  if (open < type.size()) add_words(type.substr(close + 1), words);
  std::string text = without_blanks(canonical_word(words.words));
  if (open == type.size()) return text;
  // In MySQL, the width of an integer is how it is displayed, except that of a truth value.
  const bool is_mysql = dialect == sql::Dialect::mysql || dialect == sql::Dialect::mariadb;
  const std::string arguments = without_blanks(type.substr(open, close + 1 - open));
  const bool is_width =
      is_mysql && arguments != "(1)" && words.words.find("int") != std::string::npos;
  return is_width ? text : text + arguments;
}

/// Families that engines without the narrower one use for the other.
TypeFamily wide_family(const TypeShape &shape) {
  switch (shape.family) {
    case TypeFamily::tiny_integer:
    case TypeFamily::small_integer:
    case TypeFamily::big_integer: return TypeFamily::integer;
    case TypeFamily::decimal:
      return shape.scale == std::optional<std::uint32_t>(0) ? TypeFamily::integer
                                                            : TypeFamily::decimal;
    case TypeFamily::single: return TypeFamily::floating;
    case TypeFamily::character:
    case TypeFamily::varying: return TypeFamily::text;
    case TypeFamily::zoned_timestamp: return TypeFamily::timestamp;
    default: return shape.family;
  }
}

}  // namespace

std::string_view without_wrappers(std::string_view type) noexcept {
  type = trimmed(type);
  constexpr int most = 4;
  for (int step = 0; step < most; ++step) {
    bool found = false;
    for (const std::string_view wrapper : {"nullable", "lowcardinality"}) {
      if (!begins_with_word(type, wrapper) || !type.ends_with(')')) continue;
      type = inside(type, wrapper);
      found = true;
    }
    if (!found) break;
  }
  return type;
}

std::optional<std::string_view> element_type(std::string_view type) noexcept {
  type = without_wrappers(type);
  if (type.ends_with(']')) {
    const std::size_t open = type.rfind('[');
    std::string_view element = trimmed(type.substr(0, std::min(open, type.size() - 1)));
    constexpr std::string_view word = " array";
    if (element.size() > word.size() &&
        same_name(element.substr(element.size() - word.size()), word)) {
      element.remove_suffix(word.size());
    }
    return element;
  }
  for (const std::string_view list : {"array", "list"}) {
    if (begins_with_word(type, list)) return inside(type, list);
    if (same_name(type, list)) return std::string_view();
  }
  if (begins_with_word(type, "nested") || same_name(type, "repeated")) return std::string_view();
  constexpr std::string_view array = " array";
  if (type.size() > array.size() && same_name(type.substr(type.size() - array.size()), array))
    return trimmed(type.substr(0, type.size() - array.size()));
  return std::nullopt;
}

bool is_composite_type(std::string_view type) noexcept {
  type = without_wrappers(type);
  if (element_type(type)) return true;
  for (const std::string_view word :
       {"struct", "row", "tuple", "map", "record", "object", "union"}) {
    if (begins_with_word(type, word)) return true;
  }
  return same_name(type, "record") || same_name(type, "struct") || same_name(type, "map");
}

TypeShape type_shape(std::string_view type, sql::Dialect dialect) {
  type = without_wrappers(type);
  constexpr std::size_t longest = 4096;
  if (type.empty()) return {};
  if (is_composite_type(type)) return {TypeFamily::json};
  TypeWords words = words_of(type.substr(0, longest));
  const bool is_mysql = dialect == sql::Dialect::mysql || dialect == sql::Dialect::mariadb;
  if (words.words == "bit" && is_mysql)
    return {words.count == 0 || words.numbers[0] == 1 ? TypeFamily::boolean : TypeFamily::binary};
  const TypeWord *known = find_type_word(words.words, dialect);
  constexpr std::string_view sign = " unsigned";
  if (known == nullptr && words.words.ends_with(sign)) {
    words.words.resize(words.words.size() - sign.size());
    known = find_type_word(words.words, dialect);
  }
  if (known == nullptr) return {};
  if (known->size > 0) return {known->family, known->size, known->scale};
  return shape_of(words, known->family, dialect);
}

bool same_type(std::string_view a, sql::Dialect dialect_of_a, std::string_view b,
               sql::Dialect dialect_of_b) {
  const bool is_same = comparable(a, dialect_of_a) == comparable(b, dialect_of_b);
  if (is_same && dialect_of_a == dialect_of_b) return true;
  const auto is_enumeration = [](std::string_view type) {
    return begins_with_word(type, "enum") || begins_with_word(type, "set");
  };
  // The values are compared apart.
  if (is_enumeration(a) && is_enumeration(b)) return lower_ascii(a[0]) == lower_ascii(b[0]);
  if (dialect_of_a == dialect_of_b) return false;
  // One word may mean two things in two engines.
  const TypeShape of_a = type_shape(a, dialect_of_a), of_b = type_shape(b, dialect_of_b);
  if (of_a.family == TypeFamily::unknown || of_b.family == TypeFamily::unknown) return is_same;
  return wide_family(of_a) == wide_family(of_b);
}

}  // namespace sluice::inline v0::schema_detail
