#include "lexical_rules.hpp"

#include <cstddef>

namespace sluice::inline v0::sql {
namespace {

constexpr LexicalRules tolerant(LexicalRules rules) {
  rules.prefixed_strings = true;
  rules.brackets = !rules.bracketed_names;
  rules.casts = true;
  rules.caret = true;
  rules.digits_begin_names = true;
  rules.tcl_parameters = false;
  rules.tolerant = true;
  return rules;
}

constexpr LexicalRules rules_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite: return sqlite_rules;
    case Dialect::postgresql: return postgresql_rules;
    case Dialect::redshift: {  // As in PostgreSQL 8.0, which it comes from.
      LexicalRules rules = postgresql_rules;
      rules.backslash_escapes = true;
      return rules;
    }
    case Dialect::mysql:
    case Dialect::mariadb:
      return {.hash_comments = true,
              .dashes_need_blank = true,
              .executed_comments = true,
              .double_quoted_strings = true,
              .backslash_escapes = true,
              .backquoted_names = true};
    case Dialect::sqlserver:
      return {.nested_comments = true, .bracketed_names = true, .hash_in_names = true};
    case Dialect::oracle: return {.delimited_strings = true, .hash_in_names = true};
    case Dialect::snowflake:
      return {.slash_comments = true, .backslash_escapes = true, .dollar_strings = true};
    case Dialect::bigquery:
      return {.hash_comments = true,
              .double_quoted_strings = true,
              .backslash_escapes = true,
              .tripled_strings = true,
              .doubled_quotes = false,
              .backquoted_names = true,
              .backslash_in_names = true};
    case Dialect::duckdb:
      return {.nested_comments = true,
              .escape_strings = true,
              .dollar_strings = true,
              .backquoted_names = true};
    case Dialect::clickhouse:
      return {.nested_comments = true,
              .hash_comments = true,
              .slash_comments = true,
              .backslash_escapes = true,
              .dollar_strings = true,
              .backquoted_names = true,
              .backslash_in_names = true};
    case Dialect::spark:
      return {.nested_comments = true,
              .double_quoted_strings = true,
              .backslash_escapes = true,
              .backquoted_names = true};
    case Dialect::trino: return {};
    case Dialect::db2: return {};
    case Dialect::permissive: break;
  }
  // What no mark gives away: standard strings and names, and every way to quote names.
  return {.nested_comments = true,
          .escape_strings = true,
          .dollar_strings = true,
          .backquoted_names = true,
          .bracketed_names = true};
}

constexpr auto script_rules_by_dialect = [] {
  std::array<LexicalRules, dialect_count> rules{};
  for (std::size_t i = 0; i < rules.size(); ++i)
    rules[i] = tolerant(rules_of(static_cast<Dialect>(i)));
  return rules;
}();

}  // namespace

const LexicalRules &script_rules(Dialect dialect) noexcept {
  return script_rules_by_dialect[static_cast<std::size_t>(dialect)];
}

}  // namespace sluice::inline v0::sql
