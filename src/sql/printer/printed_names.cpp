#include "printed_names.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/print.hpp"
#include "sql/parser/grammar.hpp"
#include "sql/parser/lexer.hpp"

namespace sluice::inline v0::sql {
namespace {

/// Whether a name could be a keyword if the words around it change: these three are distinguished
/// from names by their neighbors.
bool is_window_word(std::string_view name) {
  return same_name(name, "window") || same_name(name, "over") || same_name(name, "filter");
}

}  // namespace

bool is_phrase_word(std::string_view name) {
  static constexpr std::string_view words[] = {
      "any",     "array",     "at",      "both",     "date",      "div",     "fetch",
      "ilike",   "interval",  "lateral", "leading",  "mod",       "next",    "only",
      "placing", "rlike",     "row",     "rows",     "separator", "similar", "some",
      "time",    "timestamp", "top",     "trailing", "try_cast",  "within"};
  return std::ranges::any_of(words,
                             [name](std::string_view word) { return same_name(name, word); });
}

bool is_bare(std::string_view name, bool was_bare) {
  if (name.empty() || !byte_class::is(name[0], byte_class::word_start)) return false;
  if (name.starts_with("\xEF\xBB\xBF")) return false;  // a byte order mark counts as whitespace
  for (const char c : name) {
    if (!byte_class::is(c, byte_class::word)) return false;
  }
  if (is_window_word(name)) return false;
  return was_bare ||
         !(is_sqlite_keyword(name) || same_name(name, "true") || same_name(name, "false"));
}

void append_quoted(std::string &out, std::string_view text, char quote) {
  out += quote;
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  out += quote;
}

std::string quote_name(std::string_view name) {
  if (is_bare(name, false)) return std::string(name);
  std::string quoted;
  append_quoted(quoted, name, '"');
  return quoted;
}

std::string quote_string(std::string_view value) {
  std::string quoted;
  append_quoted(quoted, value, '\'');
  return quoted;
}

}  // namespace sluice::inline v0::sql
