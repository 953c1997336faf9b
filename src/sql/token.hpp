#ifndef SLUICE_SRC_SQL_TOKEN_HPP
#define SLUICE_SRC_SQL_TOKEN_HPP

/// The tokens of SQL text.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

/// In every dialect, the keywords are those of SQLite. Other words that act as keywords are
/// identifiers; the parser recognizes them by their position.
enum class TokenKind : std::uint8_t {
  end,
  unknown,  ///< In scripts of definitions: a byte that cannot begin a token.
  // names and literals
  identifier,         ///< bare
  quoted_identifier,  ///< "a", `a`, [a]
  string,             ///< 'a', and in PostgreSQL E'a' and $$a$$
  integer,
  real,
  blob,
  parameter,
  // operators and punctuation
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  comma,
  dot,
  semicolon,
  plus,
  minus,
  star,
  slash,
  percent,
  caret,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  null_safe_equal,
  ampersand,
  bar,
  tilde,
  shift_left,
  shift_right,
  concat,
  arrow,
  double_arrow,
  hash_arrow,
  hash_double_arrow,
  colon,
  double_colon,
  regex_imatch,
  not_regex_match,
  not_regex_imatch,
  contains,
  contained,
  overlaps,
  // keywords
  kw_abort,
  kw_action,
  kw_add,
  kw_after,
  kw_all,
  kw_alter,
  kw_always,
  kw_analyze,
  kw_and,
  kw_as,
  kw_asc,
  kw_attach,
  kw_autoincrement,
  kw_before,
  kw_begin,
  kw_between,
  kw_by,
  kw_cascade,
  kw_case,
  kw_cast,
  kw_check,
  kw_collate,
  kw_column,
  kw_commit,
  kw_conflict,
  kw_constraint,
  kw_create,
  kw_cross,
  kw_current,
  kw_current_date,
  kw_current_time,
  kw_current_timestamp,
  kw_database,
  kw_default,
  kw_deferrable,
  kw_deferred,
  kw_delete,
  kw_desc,
  kw_detach,
  kw_distinct,
  kw_do,
  kw_drop,
  kw_each,
  kw_else,
  kw_end,
  kw_escape,
  kw_except,
  kw_exclude,
  kw_exclusive,
  kw_exists,
  kw_explain,
  kw_fail,
  kw_filter,
  kw_first,
  kw_following,
  kw_for,
  kw_foreign,
  kw_from,
  kw_full,
  kw_generated,
  kw_glob,
  kw_group,
  kw_groups,
  kw_having,
  kw_if,
  kw_ignore,
  kw_immediate,
  kw_in,
  kw_index,
  kw_indexed,
  kw_initially,
  kw_inner,
  kw_insert,
  kw_instead,
  kw_intersect,
  kw_into,
  kw_is,
  kw_isnull,
  kw_join,
  kw_key,
  kw_last,
  kw_left,
  kw_like,
  kw_limit,
  kw_match,
  kw_materialized,
  kw_natural,
  kw_no,
  kw_not,
  kw_nothing,
  kw_notnull,
  kw_null,
  kw_nulls,
  kw_of,
  kw_offset,
  kw_on,
  kw_or,
  kw_order,
  kw_others,
  kw_outer,
  kw_over,
  kw_partition,
  kw_plan,
  kw_pragma,
  kw_preceding,
  kw_primary,
  kw_query,
  kw_raise,
  kw_range,
  kw_recursive,
  kw_references,
  kw_regexp,
  kw_reindex,
  kw_release,
  kw_rename,
  kw_replace,
  kw_restrict,
  kw_returning,
  kw_right,
  kw_rollback,
  kw_row,
  kw_rows,
  kw_savepoint,
  kw_select,
  kw_set,
  kw_table,
  kw_temp,
  kw_temporary,
  kw_then,
  kw_ties,
  kw_to,
  kw_transaction,
  kw_trigger,
  kw_unbounded,
  kw_union,
  kw_unique,
  kw_update,
  kw_using,
  kw_vacuum,
  kw_values,
  kw_view,
  kw_virtual,
  kw_when,
  kw_where,
  kw_window,
  kw_with,
  kw_without,
};

inline constexpr std::size_t token_kinds = static_cast<std::size_t>(TokenKind::kw_without) + 1;

constexpr bool is_keyword(TokenKind kind) noexcept { return kind >= TokenKind::kw_abort; }

/// Whether the keyword may be used as a name where a name is expected and the keyword itself makes
/// no sense (SQLite's fallback rule, the words of JOIN, and INDEXED).
bool may_be_name(TokenKind keyword) noexcept;

/// One token of the text. Its bytes are `[begin, end)`, quotes included.
struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::end;
};

/// Splits text into tokens and drops whitespace and comments; the last token is `end`, just past
/// the text.
/// Throws SyntaxError for an unterminated quote, a byte that cannot start a token, a number
/// followed by letters, or more than `max_tokens` tokens. O(size).
std::vector<Token> tokenize(std::string_view sql, Dialect dialect = Dialect::sqlite,
                            std::size_t max_tokens = std::size_t{1} << 22);

/// Whether an unquoted word is a keyword of SQLite.
bool is_sqlite_keyword(std::string_view word) noexcept;

}  // namespace sluice::inline v0::sql

#endif
