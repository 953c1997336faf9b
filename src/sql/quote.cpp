#include "sluice/sql/quote.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "reserved_words.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {
namespace {

struct Quotes {
  char open = '"';
  char close = '"';
  bool has_escapes = false;  ///< `\` escapes the next character.
  bool is_doubled = true;    ///< A quote inside is written twice; else it is escaped.
};

Quotes name_quotes(Dialect dialect) {
  switch (dialect) {
    case Dialect::mysql:
    case Dialect::mariadb:
    case Dialect::spark: return {'`', '`'};
    case Dialect::clickhouse: return {'`', '`', true};
    case Dialect::bigquery: return {'`', '`', true, false};
    case Dialect::sqlserver: return {'[', ']'};
    default: return {};
  }
}

Quotes string_quotes(Dialect dialect) {
  switch (dialect) {
    case Dialect::mysql:
    case Dialect::mariadb:
    case Dialect::snowflake:
    case Dialect::redshift:
    case Dialect::clickhouse: return {'\'', '\'', true};
    // Two literals in a row are one, so that a doubled quote would be lost.
    case Dialect::spark:
    case Dialect::bigquery: return {'\'', '\'', true, false};
    default: return {'\'', '\''};
  }
}

std::string in_quotes(std::string_view text, Quotes quotes) {
  std::string quoted(1, quotes.open);
  for (const char c : text) {
    if (c == quotes.close) {
      quoted += quotes.is_doubled ? c : '\\';
    } else if (quotes.has_escapes && (c == '\\' || c == '\n' || c == '\r')) {
      quoted += '\\';
    }
    const bool is_line_end = quotes.has_escapes && (c == '\n' || c == '\r');
    quoted += is_line_end ? (c == '\n' ? 'n' : 'r') : c;
  }
  return quoted += quotes.close;
}

bool is_reserved_word(std::string_view word, Dialect dialect) {
  constexpr std::size_t longest = 40;
  std::array<char, longest> lower{};
  if (word.size() > longest) return false;
  std::ranges::transform(word, lower.begin(), [](char c) { return lower_ascii(c); });
  const std::string_view folded(lower.data(), word.size());
  if (dialect != Dialect::permissive)
    return std::ranges::binary_search(reserved_words(dialect), folded);
  for (std::size_t i = 0; i < dialect_count; ++i) {
    if (std::ranges::binary_search(reserved_words(static_cast<Dialect>(i)), folded)) return true;
  }
  return false;
}

bool folds(char c, Dialect dialect) {
  switch (dialect) {
    case Dialect::postgresql:
    case Dialect::redshift: return is_ascii_upper(c);
    case Dialect::oracle:
    case Dialect::snowflake:
    case Dialect::db2: return is_ascii_lower(c);
    default: return false;
  }
}

bool begins_bare(char c, Dialect dialect) {
  const bool has_letter = dialect == Dialect::oracle || dialect == Dialect::db2;
  return is_ascii_letter(c) || (c == '_' && !has_letter);
}

bool name_needs_quotes(std::string_view name, Dialect dialect) {
  return name.empty() || !begins_bare(name.front(), dialect) ||
         std::ranges::any_of(name,
                             [dialect](char c) {
                               const bool plain =
                                   is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
                               return !plain || folds(c, dialect);
                             }) ||
         is_reserved_word(name, dialect);
}

}  // namespace

std::string quoted_identifier(std::string_view name, Dialect dialect) {
  return name_needs_quotes(name, dialect) ? in_quotes(name, name_quotes(dialect))
                                          : std::string(name);
}

std::string enclosed_identifier(std::string_view name, Dialect dialect) {
  return in_quotes(name, name_quotes(dialect));
}

std::string quoted_path(std::span<const std::string_view> parts, Dialect dialect) {
  const bool together =
      dialect == Dialect::bigquery && std::ranges::any_of(parts, [&](std::string_view part) {
        return name_needs_quotes(part, dialect);
      });
  std::string path;
  for (const std::string_view part : parts) {
    if (!path.empty()) path += '.';
    path += together ? std::string(part) : quoted_identifier(part, dialect);
  }
  return together ? in_quotes(path, name_quotes(dialect)) : path;
}

std::string quoted_string(std::string_view value, Dialect dialect) {
  return in_quotes(value, string_quotes(dialect));
}

}  // namespace sluice::inline v0::sql
