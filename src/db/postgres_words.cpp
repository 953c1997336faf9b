#include "postgres_words.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "sluice/core/ascii.hpp"

namespace sluice::detail {
namespace {

/// PostgreSQL cuts names off there.
constexpr std::size_t most_of_a_name = 63;

constexpr bool starts_word(char c) noexcept {
  return is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool continues_word(char c) noexcept {
  return starts_word(c) || is_ascii_digit(c) || c == '$';
}

/// Behind a comment that starts at `at`; PostgreSQL's nest.
std::size_t past_comment(std::string_view sql, std::size_t at) noexcept {
  if (sql.substr(at).starts_with("--")) return std::min(sql.find_first_of("\r\n", at), sql.size());
  std::size_t depth = 0;
  do {
    const std::string_view two = sql.substr(at, 2);
    if (two == "/*") {
      ++depth;
      at += 2;
    } else if (two == "*/") {
      --depth;
      at += 2;
    } else {
      ++at;
    }
  } while (depth > 0 && at < sql.size());
  return std::min(at, sql.size());
}

/// Whether what follows a name, the end of its quotes, blanks and comments apart, opens a call.
bool opens_call(std::string_view sql, std::size_t at) noexcept {
  // A hostile text has a comment behind each word; what is further off than this is called a call.
  constexpr std::size_t most_looked_at = 1000;
  const std::size_t end = std::min(sql.size(), at + most_looked_at);
  while (at < end) {
    if (sql[at] == '(') return true;
    const std::string_view two = sql.substr(at, 2);
    if (two == "--" || two == "/*") {
      at = past_comment(sql.substr(0, end), at);
    } else if (std::string_view(" \t\r\n\f\v\"").find(sql[at]) != std::string_view::npos) {
      ++at;
    } else {
      return false;
    }
  }
  return end < sql.size();
}

/// Calls `see(word, end)` for each word, folded, until it returns false.
template <class See>
void each_word(std::string_view sql, See see) {
  for (std::size_t at = 0; at < sql.size();) {
    if (!starts_word(sql[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < sql.size() && continues_word(sql[end])) ++end;
    if (!see(lower_ascii(sql.substr(at, std::min(end - at, most_of_a_name))), end)) return;
    at = end;
  }
}

bool is_word(std::string_view name) noexcept {
  return !name.empty() && starts_word(name.front()) &&
         std::all_of(name.begin(), name.end(), continues_word);
}

constexpr std::string_view statements[] = {
    "abort",    "alter",   "analyze", "attach", "begin",    "call",     "checkpoint",
    "close",    "cluster", "comment", "commit", "copy",     "create",   "deallocate",
    "declare",  "delete",  "discard", "do",     "drop",     "end",      "execute",
    "explain",  "fetch",   "grant",   "import", "insert",   "listen",   "load",
    "lock",     "merge",   "move",    "notify", "pragma",   "prepare",  "reassign",
    "refresh",  "reindex", "release", "reset",  "revoke",   "rollback", "savepoint",
    "security", "set",     "show",    "start",  "truncate", "unlisten", "update",
    "vacuum"};

constexpr std::string_view unstable_functions[] = {
    "clock_timestamp", "gen_random_uuid",     "now",       "random",      "random_normal",
    "setseed",         "statement_timestamp", "timeofday", "tablesample", "transaction_timestamp"};
constexpr std::string_view unstable_keywords[] = {
    "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"};

template <class Names>
bool holds(const Names &names, std::string_view name) noexcept {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

void PostgresCalls::refuse(std::string_view function) {
  if (is_word(function)) {
    words_.insert(lower_ascii(function));
    return;
  }
  std::string &quoted = others_.emplace_back();
  for (const char c : function) quoted.append(c == '"' ? 2 : 1, c);
}

std::string PostgresCalls::refused(std::string_view sql) const {
  // Names in Unicode escapes could be anything.
  for (std::size_t at = 0; (at = sql.find("&\"", at)) != sql.npos; ++at) {
    if (at > 0 && lower_ascii(sql[at - 1]) == 'u') return "a name in Unicode escapes";
  }
  for (const std::string &name : others_) {
    if (sql.find(name) != sql.npos) return "the function " + name;
  }
  std::string found;
  each_word(sql, [&](std::string word, std::size_t end) {
    // What stands behind a dollar may be a word of its own: `$tag$text$tag$word`.
    for (std::size_t dollar = 0; dollar != word.npos && found.empty(); dollar = word.find('$')) {
      if (dollar > 0) word.erase(0, dollar + 1);
      if (words_.contains(word) && opens_call(sql, end)) found = "the function " + word;
    }
    return found.empty();
  });
  return found;
}

std::string statement_that_is_no_query(std::string_view sql) {
  std::string found;
  each_word(sql, [&](const std::string &word, std::size_t) {
    if (holds(statements, word)) found = word;
    return false;
  });
  return upper_ascii(found);
}

std::vector<std::string> unstable_words(std::string_view sql) {
  std::vector<std::string> found;
  each_word(sql, [&](const std::string &word, std::size_t end) {
    if (holds(unstable_keywords, word) || (holds(unstable_functions, word) && opens_call(sql, end)))
      found.push_back(word);
    return true;
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace sluice::detail
