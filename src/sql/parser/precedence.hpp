#ifndef SLUICE_SRC_SQL_PARSER_PRECEDENCE_HPP
#define SLUICE_SRC_SQL_PARSER_PRECEDENCE_HPP

/// How tightly operators bind, and which keywords may be used as names.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "sluice/sql/node.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0::sql {

/// Keywords that SQLite accepts as a name where the keyword makes no sense (its %fallback). WINDOW,
/// OVER and FILTER are distinguished from names by their neighbors, before the parser sees them.
inline constexpr std::initializer_list<TokenKind> name_keywords = {
    TokenKind::kw_abort,        TokenKind::kw_action,       TokenKind::kw_after,
    TokenKind::kw_always,       TokenKind::kw_analyze,      TokenKind::kw_asc,
    TokenKind::kw_attach,       TokenKind::kw_before,       TokenKind::kw_begin,
    TokenKind::kw_by,           TokenKind::kw_cascade,      TokenKind::kw_cast,
    TokenKind::kw_column,       TokenKind::kw_conflict,     TokenKind::kw_current,
    TokenKind::kw_current_date, TokenKind::kw_current_time, TokenKind::kw_current_timestamp,
    TokenKind::kw_database,     TokenKind::kw_deferred,     TokenKind::kw_desc,
    TokenKind::kw_detach,       TokenKind::kw_do,           TokenKind::kw_each,
    TokenKind::kw_end,          TokenKind::kw_exclude,      TokenKind::kw_exclusive,
    TokenKind::kw_explain,      TokenKind::kw_fail,         TokenKind::kw_first,
    TokenKind::kw_following,    TokenKind::kw_for,          TokenKind::kw_generated,
    TokenKind::kw_glob,         TokenKind::kw_groups,       TokenKind::kw_if,
    TokenKind::kw_ignore,       TokenKind::kw_immediate,    TokenKind::kw_initially,
    TokenKind::kw_instead,      TokenKind::kw_key,          TokenKind::kw_last,
    TokenKind::kw_like,         TokenKind::kw_match,        TokenKind::kw_materialized,
    TokenKind::kw_no,           TokenKind::kw_nulls,        TokenKind::kw_of,
    TokenKind::kw_offset,       TokenKind::kw_others,       TokenKind::kw_partition,
    TokenKind::kw_plan,         TokenKind::kw_pragma,       TokenKind::kw_preceding,
    TokenKind::kw_query,        TokenKind::kw_raise,        TokenKind::kw_range,
    TokenKind::kw_recursive,    TokenKind::kw_regexp,       TokenKind::kw_reindex,
    TokenKind::kw_release,      TokenKind::kw_rename,       TokenKind::kw_replace,
    TokenKind::kw_restrict,     TokenKind::kw_rollback,     TokenKind::kw_row,
    TokenKind::kw_rows,         TokenKind::kw_savepoint,    TokenKind::kw_temp,
    TokenKind::kw_temporary,    TokenKind::kw_ties,         TokenKind::kw_trigger,
    TokenKind::kw_unbounded,    TokenKind::kw_vacuum,       TokenKind::kw_view,
    TokenKind::kw_virtual,      TokenKind::kw_with,         TokenKind::kw_without};

inline constexpr std::initializer_list<TokenKind> join_keywords = {
    TokenKind::kw_cross,   TokenKind::kw_full,  TokenKind::kw_inner, TokenKind::kw_left,
    TokenKind::kw_natural, TokenKind::kw_outer, TokenKind::kw_right};

/// SQLite's classes of names, as bit flags.
inline constexpr std::uint8_t as_id = 1;     // `id`: columns, functions
inline constexpr std::uint8_t as_alias = 2;  // `ids`: aliases without AS, types
inline constexpr std::uint8_t as_name = 4;   // `nm`

inline constexpr std::array<std::uint8_t, token_kinds> name_classes = [] {
  std::array<std::uint8_t, token_kinds> classes{};
  const auto set = [&classes](TokenKind token, std::uint8_t bits) {
    classes[static_cast<std::size_t>(token)] = bits;
  };
  for (const TokenKind token : name_keywords) set(token, as_id | as_alias | as_name);
  for (const TokenKind token : join_keywords) set(token, as_name);
  set(TokenKind::kw_indexed, as_id | as_name);
  set(TokenKind::identifier, as_id | as_alias | as_name);
  set(TokenKind::quoted_identifier, as_id | as_alias | as_name);
  set(TokenKind::string, as_alias | as_name);
  return classes;
}();

/// What an infix or postfix token starts.
enum class InfixForm : std::uint8_t {
  none,
  binary,
  comparison,
  is,
  pattern,
  between,
  in,
  negated,
  null_test,
  collate,
  cast,
  subscript,
  time_zone,
};

struct Infix {
  std::uint8_t power = 0;  ///< 0 means no operator; larger values bind more tightly.
  InfixForm form = InfixForm::none;
  Operator op = Operator::none;
};

using PrecedenceTable = std::array<Infix, token_kinds>;

/// The levels of SQLite's grammar, with PostgreSQL's additional levels in between.
namespace power {
inline constexpr std::uint8_t logical_or = 1, logical_and = 2, logical_not = 3, equality = 4,
                              comparison = 5, pattern = 6, other = 7, bits = 8, sum = 9,
                              product = 10, exponent = 11, concat = 12, collate = 13, sign = 14,
                              postfix = 15;
}

consteval PrecedenceTable shared_precedence() {
  PrecedenceTable table{};
  const auto set = [&table](TokenKind token, std::uint8_t level, InfixForm form,
                            Operator op = Operator::none) {
    table[static_cast<std::size_t>(token)] = {level, form, op};
  };
  set(TokenKind::kw_or, power::logical_or, InfixForm::binary, Operator::logical_or);
  set(TokenKind::kw_and, power::logical_and, InfixForm::binary, Operator::logical_and);
  set(TokenKind::equal, power::equality, InfixForm::comparison, Operator::equal);
  set(TokenKind::not_equal, power::equality, InfixForm::comparison, Operator::not_equal);
  set(TokenKind::kw_is, power::equality, InfixForm::is);
  set(TokenKind::kw_like, power::equality, InfixForm::pattern, Operator::like);
  set(TokenKind::kw_glob, power::equality, InfixForm::pattern, Operator::glob);
  set(TokenKind::kw_regexp, power::equality, InfixForm::pattern, Operator::regexp);
  set(TokenKind::kw_match, power::equality, InfixForm::pattern, Operator::match);
  set(TokenKind::kw_between, power::equality, InfixForm::between);
  set(TokenKind::kw_in, power::equality, InfixForm::in);
  set(TokenKind::kw_not, power::equality, InfixForm::negated);
  set(TokenKind::kw_isnull, power::equality, InfixForm::null_test, Operator::is_null);
  set(TokenKind::kw_notnull, power::equality, InfixForm::null_test, Operator::not_null);
  set(TokenKind::less, power::comparison, InfixForm::comparison, Operator::less);
  set(TokenKind::less_equal, power::comparison, InfixForm::comparison, Operator::less_equal);
  set(TokenKind::greater, power::comparison, InfixForm::comparison, Operator::greater);
  set(TokenKind::greater_equal, power::comparison, InfixForm::comparison, Operator::greater_equal);
  set(TokenKind::ampersand, power::bits, InfixForm::binary, Operator::bit_and);
  set(TokenKind::bar, power::bits, InfixForm::binary, Operator::bit_or);
  set(TokenKind::shift_left, power::bits, InfixForm::binary, Operator::shift_left);
  set(TokenKind::shift_right, power::bits, InfixForm::binary, Operator::shift_right);
  set(TokenKind::plus, power::sum, InfixForm::binary, Operator::add);
  set(TokenKind::minus, power::sum, InfixForm::binary, Operator::subtract);
  set(TokenKind::star, power::product, InfixForm::binary, Operator::multiply);
  set(TokenKind::slash, power::product, InfixForm::binary, Operator::divide);
  set(TokenKind::percent, power::product, InfixForm::binary, Operator::modulo);
  set(TokenKind::concat, power::concat, InfixForm::binary, Operator::concat);
  set(TokenKind::arrow, power::concat, InfixForm::binary, Operator::json_get);
  set(TokenKind::double_arrow, power::concat, InfixForm::binary, Operator::json_get_text);
  set(TokenKind::kw_collate, power::collate, InfixForm::collate);
  return table;
}

inline constexpr PrecedenceTable sqlite_precedence = shared_precedence();

inline constexpr PrecedenceTable permissive_precedence = [] {
  PrecedenceTable table = shared_precedence();
  table[static_cast<std::size_t>(TokenKind::double_colon)] = {power::postfix, InfixForm::cast,
                                                              Operator::none};
  table[static_cast<std::size_t>(TokenKind::null_safe_equal)] = {
      power::equality, InfixForm::comparison, Operator::null_safe_equal};
  table[static_cast<std::size_t>(TokenKind::caret)] = {power::exponent, InfixForm::binary,
                                                       Operator::power};
  return table;
}();

/// PostgreSQL 16, table 4.2: IS is below the comparisons, these are below BETWEEN, IN and LIKE, and
/// every operator without its own level is just above those.
inline constexpr PrecedenceTable postgresql_precedence = [] {
  PrecedenceTable table = shared_precedence();
  const auto set = [&table](TokenKind token, std::uint8_t level, InfixForm form,
                            Operator op = Operator::none) {
    table[static_cast<std::size_t>(token)] = {level, form, op};
  };
  for (Infix &infix : table) {
    if (infix.form == InfixForm::pattern || infix.form == InfixForm::between ||
        infix.form == InfixForm::in || infix.form == InfixForm::negated) {
      infix.power = power::pattern;
    } else if (infix.form == InfixForm::comparison) {
      infix.power = power::comparison;
    } else if (infix.power == power::bits || infix.power == power::concat) {
      infix.power = power::other;
    }
  }
  set(TokenKind::kw_glob, 0, InfixForm::none);
  set(TokenKind::kw_regexp, 0, InfixForm::none);
  set(TokenKind::kw_match, 0, InfixForm::none);
  set(TokenKind::tilde, power::other, InfixForm::binary, Operator::regex_match);
  set(TokenKind::regex_imatch, power::other, InfixForm::binary, Operator::regex_imatch);
  set(TokenKind::not_regex_match, power::other, InfixForm::binary, Operator::not_regex_match);
  set(TokenKind::not_regex_imatch, power::other, InfixForm::binary, Operator::not_regex_imatch);
  set(TokenKind::contains, power::other, InfixForm::binary, Operator::contains);
  set(TokenKind::contained, power::other, InfixForm::binary, Operator::contained);
  set(TokenKind::overlaps, power::other, InfixForm::binary, Operator::overlaps);
  set(TokenKind::hash_arrow, power::other, InfixForm::binary, Operator::json_path);
  set(TokenKind::hash_double_arrow, power::other, InfixForm::binary, Operator::json_path_text);
  set(TokenKind::caret, power::exponent, InfixForm::binary, Operator::power);
  set(TokenKind::double_colon, power::postfix, InfixForm::cast);
  set(TokenKind::left_bracket, power::postfix, InfixForm::subscript);
  return table;
}();

}  // namespace sluice::inline v0::sql

#endif
