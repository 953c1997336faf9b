#include "known_types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "type_lists.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

using type_lists::Arguments;
using type_lists::Equivalent;
using type_lists::KnownType;

std::span<const KnownType> types_of(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::postgresql: return type_lists::postgresql_types;
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb: return type_lists::mysql_types;
    case sql::Dialect::duckdb: return type_lists::duckdb_types;
    default: return {};
  }
}

/// The name in a list of types without arguments.
std::optional<KnownType> find_plain(std::string_view list, const std::string &name) {
  const std::size_t found = list.find('|' + name + '|');
  if (found == list.npos) return std::nullopt;
  return KnownType{list.substr(found + 1, name.size())};
}

std::optional<KnownType> find_type(const std::string &name, sql::Dialect dialect) {
  const auto known = types_of(dialect);
  const auto found = std::ranges::find(known, name, &KnownType::name);
  if (found != known.end()) return *found;
  switch (dialect) {
    case sql::Dialect::postgresql: return find_plain(type_lists::postgresql_plain_types, name);
    case sql::Dialect::duckdb: return find_plain(type_lists::duckdb_plain_types, name);
    case sql::Dialect::mysql: return find_plain(type_lists::mysql_plain_types, name);
    case sql::Dialect::mariadb: {
      const auto of_both = find_plain(type_lists::mysql_plain_types, name);
      return of_both ? of_both : find_plain(type_lists::mariadb_plain_types, name);
    }
    default: return std::nullopt;
  }
}

/// Reads a type word by word.
class TypeText {
 public:
  TypeText(std::string_view text, sql::Dialect dialect) : text_(text), dialect_(dialect) {}

  bool is_type() { return read_type(0) && at_end(); }

 private:
  static constexpr int max_depth = 32;

  bool is_postgresql() const { return dialect_ == sql::Dialect::postgresql; }
  bool is_duckdb() const { return dialect_ == sql::Dialect::duckdb; }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// The next word in lower case, which stays the next.
  std::string peek() {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_ascii_letter(text_[end]) || is_ascii_digit(text_[end]) || text_[end] == '_')) {
      ++end;
    }
    return lower_ascii(text_.substr(at_, end - at_));
  }

  bool accept(std::string_view word) {
    if (peek() != word) return false;
    at_ += word.size();
    return true;
  }

  bool accept(std::string_view first, std::string_view second) {
    const std::size_t start = at_;
    if (accept(first) && accept(second)) return true;
    at_ = start;
    return false;
  }

  /// Anything in quotes, which may be doubled, and no `\`.
  bool read_quoted(char quote) {
    if (!accept(quote)) return false;
    for (; at_ < text_.size() && text_[at_] != '\\'; ++at_) {
      if (text_[at_] != quote) continue;
      ++at_;
      if (at_ == text_.size() || text_[at_] != quote) return true;
    }
    return false;
  }

  std::optional<std::uint32_t> read_number() {
    skip_blanks();
    const std::size_t start = at_;
    std::uint64_t number = 0;
    while (at_ < text_.size() && is_ascii_digit(text_[at_]) && number <= UINT32_MAX)
      number = 10 * number + static_cast<std::uint64_t>(text_[at_++] - '0');
    if (at_ == start || number > UINT32_MAX) return std::nullopt;
    return static_cast<std::uint32_t>(number);
  }

  std::optional<KnownType> read_name() {
    if (is_postgresql() && accept("pg_catalog") && !accept('.')) return std::nullopt;
    std::string name = peek();
    if (name.empty()) return std::nullopt;
    at_ += name.size();
    const std::string second = peek();
    if (second == "precision" || second == "varying") {
      name.append(" ").append(second);
      at_ += second.size();
    }
    return find_type(name, dialect_);
  }

  bool read_type(int depth) {
    if (depth > max_depth) return false;
    const std::optional<KnownType> type = read_name();
    return type && read_arguments(*type, depth) && read_words(*type) && read_arrays();
  }

  bool read_arguments(const KnownType &type, int depth) {
    const bool may_be_alone = type.arguments == Arguments::none ||
                              type.arguments == Arguments::numbers ||
                              type.arguments == Arguments::pair;
    if (!accept('(')) return may_be_alone;
    std::size_t count = 0;
    do {
      if (!read_argument(type, count++, depth)) return false;
    } while (accept(','));
    const bool is_pair = type.arguments == Arguments::types || type.arguments == Arguments::pair;
    return accept(')') && (!is_pair || count == 2);
  }

  bool read_argument(const KnownType &type, std::size_t position, int depth) {
    switch (type.arguments) {
      case Arguments::none: return false;
      case Arguments::values: return read_quoted('\'');
      case Arguments::types: return read_type(depth + 1);
      case Arguments::fields: return read_field_name() && read_type(depth + 1);
      case Arguments::numbers:
      case Arguments::required:
      case Arguments::pair: break;
    }
    const auto number = read_number();
    if (!number || position >= type.max_count) return false;
    if (position > 0) return *number <= std::min(type.max_second, first_);
    first_ = *number;
    const bool may_be_zero = type.max_first < 10;  // digits of seconds
    return first_ <= type.max_first && (first_ > 0 || may_be_zero);
  }

  bool read_field_name() {
    const std::string name = peek();
    if (name.empty()) return read_quoted('"');
    at_ += name.size();
    return !is_ascii_digit(name.front());
  }

  /// What follows the arguments: UNSIGNED, WITH TIME ZONE.
  bool read_words(const KnownType &type) {
    if (is_postgresql() || is_duckdb()) {
      if (type.name != "timestamp" && type.name != "time") return true;
      if (accept("without", "time")) return accept("zone");
      return !accept("with", "time") || accept("zone");
    }
    constexpr std::array<std::string_view, 13> numeric{
        "tinyint", "smallint", "mediumint", "int",   "integer", "bigint", "decimal",
        "dec",     "numeric",  "fixed",     "float", "double",  "real"};
    if (std::ranges::find(numeric, type.name) == numeric.end()) return true;
    while (accept("unsigned") || accept("zerofill") || accept("signed")) {
    }
    return true;
  }

  bool read_arrays() {
    if (!is_postgresql() && !is_duckdb()) return true;
    if (accept("array")) {
      skip_blanks();
      if (at_ == text_.size() || text_[at_] != '[') return true;
    }
    while (accept('[')) {
      read_number();
      if (!accept(']')) return false;
    }
    return true;
  }

  std::string_view text_;
  sql::Dialect dialect_;
  std::size_t at_ = 0;
  std::uint32_t first_ = 0;  // the first number of the arguments
};

}  // namespace

bool has_known_types(sql::Dialect dialect) noexcept { return !types_of(dialect).empty(); }

bool is_known_type(std::string_view type, sql::Dialect dialect) {
  return TypeText(type, dialect).is_type();
}

std::string_view equivalent_type(std::string_view type, sql::Dialect dialect) {
  const std::string lower = lower_ascii(type);
  const auto *const found = std::ranges::find(type_lists::equivalents, lower, &Equivalent::foreign);
  if (found == std::end(type_lists::equivalents)) return {};
  switch (dialect) {
    case sql::Dialect::postgresql: return found->postgresql;
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb: return found->mysql;
    case sql::Dialect::duckdb: return found->duckdb;
    default: return {};
  }
}

bool may_be_key(std::string_view type, sql::Dialect dialect) {
  const std::string lower = lower_ascii(type);
  const auto begins = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names,
                               [&](std::string_view name) { return lower.starts_with(name); });
  };
  switch (dialect) {
    case sql::Dialect::postgresql:
      return lower.ends_with(']') ||
             !(lower == "json" || begins({"xml", "point", "line", "lseg", "box", "path", "polygon",
                                          "circle", "xid", "jsonpath"}));
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb:
      return lower.find("text") == lower.npos && lower.find("blob") == lower.npos &&
             !begins({"json", "geometry", "point", "linestring", "polygon", "multi"});
    case sql::Dialect::duckdb:
      return !lower.ends_with(']') &&
             !begins({"struct", "row", "map", "union", "interval", "variant"});
    default: return true;
  }
}

}  // namespace sluice::inline v0::prompt_detail
