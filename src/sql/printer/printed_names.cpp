#include "printed_names.hpp"

#include <algorithm>

#include "printer.hpp"
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

bool Printer::was_bare(const Node &node) const {
  return !node.has(flag::quoted) && node.end > node.begin;
}

bool Printer::needs_quotes(NodeId id) const {
  const std::string_view text = tree_.text(id);
  const bool bare = was_bare(tree_[id]);
  return !is_bare(text, bare) || (!strict_ && !bare && is_phrase_word(text));
}

void Printer::name(NodeId id) {
  if (needs_quotes(id)) {
    quoted_name(tree_.text(id));
  } else {
    out_.word(tree_.text(id));
  }
}

void Printer::quoted_name(std::string_view text, char quote) {
  std::string quoted;
  append_quoted(quoted, text, quote);
  out_.word(quoted);
}

void Printer::qualifier(NodeId id) {
  name(id);
  out_.tight(".");
  out_.glue();
}

void Printer::source_name(NodeId id) {
  const std::string_view text = tree_.text(id);
  if (!strict_ && (same_name(text, "only") || same_name(text, "lateral"))) {
    return quoted_name(text);
  }
  name(id);
}

void Printer::column_name(NodeId id, const Node &node) {
  // SQLite reads a double-quoted name that matches no column as a string. So a name that may be a
  // string stays double-quoted, and no other name becomes double-quoted.
  const bool alone = node.first_child == no_node;
  if (alone && (node.flags & flag::quoted) == flag::double_quoted) {
    quoted_name(tree_.text(id));
  } else if (alone && !postgresql_ && needs_quotes(id)) {
    quoted_name(tree_.text(id), '`');
  } else {
    name(id);
  }
}

}  // namespace sluice::inline v0::sql
