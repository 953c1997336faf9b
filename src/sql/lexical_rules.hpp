#ifndef SLUICE_SRC_SQL_LEXICAL_RULES_HPP
#define SLUICE_SRC_SQL_LEXICAL_RULES_HPP

/// How each dialect writes strings, quoted names, comments and operators.

#include <array>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

struct LexicalRules {
  // comments
  bool nested_comments = false;    ///< `/* /* */ */` is one comment.
  bool hash_comments = false;      ///< `# …` to the end of the line.
  bool slash_comments = false;     ///< `// …` to the end of the line.
  bool dashes_need_blank = false;  ///< `--` begins a comment only before a blank.
  bool executed_comments = false;  ///< The text of `/*! … */` and `/*M! … */` is code.
  // strings
  bool double_quoted_strings = false;  ///< "a" is a string, not a name.
  bool backslash_escapes = false;      ///< `\` escapes the next character of a string.
  bool escape_strings = false;         ///< E'…', in which `\` escapes.
  bool dollar_strings = false;         ///< `$$…$$` and `$tag$…$tag$`.
  bool tripled_strings = false;        ///< `'''…'''` and `"""…"""`.
  bool delimited_strings = false;      ///< q'[…]', with any delimiter.
  bool prefixed_strings = false;  ///< N'…', U&'…', B'…', R'…' and the like, with any letters.
  bool doubled_quotes = true;     ///< `''` in a string is one quote.
  // names
  bool backquoted_names = false;
  bool bracketed_names = false;
  bool backslash_in_names = false;  ///< `\` escapes the next character of a name in backquotes.
  bool hash_in_names = false;       ///< `#` may be part of a name.
  bool digits_begin_names = false;  ///< A number with letters directly after it is a name.
  // operators and parameters
  bool brackets = false;              ///< `[` and `]` are punctuation.
  bool postgresql_operators = false;  ///< `@>`, `#>`, `~*`, `&&`, `:` and the like.
  bool casts = false;                 ///< `::`
  bool double_equal = true;           ///< `==`
  bool null_safe_equal = false;       ///< `<=>`
  bool caret = false;                 ///< `^`
  bool question_parameters = true;    ///< `?`, `?1`
  bool tcl_parameters = false;        ///< `$a::b(c)`
  // errors
  bool open_comment_fails = false;  ///< Else, an unterminated comment extends to the end.
  /// A byte that cannot begin a token is a token of its own, and so is a quote that is not closed.
  bool tolerant = false;
};

inline constexpr LexicalRules sqlite_rules{
    .backquoted_names = true, .bracketed_names = true, .tcl_parameters = true};

inline constexpr LexicalRules postgresql_rules{.nested_comments = true,
                                               .escape_strings = true,
                                               .dollar_strings = true,
                                               .brackets = true,
                                               .postgresql_operators = true,
                                               .casts = true,
                                               .double_equal = false,
                                               .caret = true,
                                               .question_parameters = false,
                                               .open_comment_fails = true};

inline constexpr LexicalRules permissive_rules{.backquoted_names = true,
                                               .bracketed_names = true,
                                               .casts = true,
                                               .null_safe_equal = true,
                                               .caret = true};

/// The rules for scripts of definitions, which have to get over anything.
const LexicalRules &script_rules(Dialect dialect) noexcept;

}  // namespace sluice::inline v0::sql

#endif
