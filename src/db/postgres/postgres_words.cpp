#include "postgres_words.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// PostgreSQL truncates names to 63 bytes; in a server's own encoding, these may be as many
/// characters.
constexpr std::size_t max_of_a_name = 63;
constexpr std::size_t max_looked_at = 4 * max_of_a_name;

constexpr bool starts_word(char c) noexcept {
  return is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool continues_word(char c) noexcept {
  return starts_word(c) || is_ascii_digit(c) || c == '$';
}

/// The offset after the comment that starts at `at`. PostgreSQL's comments nest.
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

/// The offset after quotes, blanks and comments; nullopt if that is too far away. The limit matters
/// because a hostile text may have a comment after each word.
std::optional<std::size_t> past_blanks(std::string_view sql, std::size_t at) noexcept {
  constexpr std::size_t far = 1000;
  const std::size_t end = std::min(sql.size(), at + far);
  while (at < end) {
    const std::string_view two = sql.substr(at, 2);
    if (two == "--" || two == "/*") {
      at = past_comment(sql.substr(0, end), at);
    } else if (std::string_view(" \t\r\n\f\v\"").find(sql[at]) != std::string_view::npos) {
      ++at;
    } else {
      return at;
    }
  }
  if (end < sql.size()) return std::nullopt;
  return end;
}

/// Whether a call's parenthesis follows a name; true if what follows is too far away.
bool opens_call(std::string_view sql, std::size_t at) noexcept {
  const auto next = past_blanks(sql, at);
  return !next || (*next < sql.size() && sql[*next] == '(');
}

/// The start offsets of words that follow a dot, ascending.
class DottedWords {
 public:
  explicit DottedWords(std::string_view sql) {
    for (std::size_t dot = 0; (dot = sql.find('.', dot)) != sql.npos; ++dot) {
      const auto start = past_blanks(sql, dot + 1);
      if (!start) {
        are_unknown_ = true;
      } else {
        starts_.push_back(*start);
      }
    }
    std::ranges::sort(starts_);
  }

  bool holds(std::size_t start) const noexcept {
    return are_unknown_ || std::ranges::binary_search(starts_, start);
  }

 private:
  std::vector<std::size_t> starts_;
  bool are_unknown_ = false;  // a word was too far away, so every word may follow a dot
};

/// Calls `see(start, end)` for each word until it returns false.
template <class See>
void each_word(std::string_view sql, See see) {
  for (std::size_t at = 0; at < sql.size();) {
    if (!starts_word(sql[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < sql.size() && continues_word(sql[end])) ++end;
    if (!see(at, end)) return;
    at = end;
  }
}

/// The significant part of a name, folded.
std::string folded(std::string_view name) { return lower_ascii(clip_utf8(name, max_of_a_name)); }

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_plain_word(std::string_view name) noexcept {
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

std::string PostgresCalls::key_of(std::string_view name) const {
  if (encoding_ == Encoding::utf8) return folded(name);
  std::string key;
  for (const char c : name) {
    const bool is_plain = static_cast<unsigned char>(c) < 0x80;
    if (is_plain || key.empty() || key.back() != '\x80') key += is_plain ? c : '\x80';
  }
  return folded(key);
}

void PostgresCalls::refuse(std::string_view function, bool takes_one) {
  if (is_plain_word(function)) {
    bool &is_dotted = words_[key_of(function)];
    is_dotted = is_dotted || takes_one;
    return;
  }
  std::string &quoted = others_.emplace_back();
  for (const char c : function) quoted.append(c == '"' ? 2 : 1, c);
}

std::string PostgresCalls::refused(std::string_view sql) const {
  // Names with Unicode escapes could mean any function.
  for (std::size_t at = 0; (at = sql.find("&\"", at)) != sql.npos; ++at) {
    if (at > 0 && lower_ascii(sql[at - 1]) == 'u') return "a name in Unicode escapes";
  }
  for (const std::string &name : others_) {
    if (sql.find(name) != sql.npos) return "the function " + name;
  }
  std::string found;
  const DottedWords dotted(sql);
  each_word(sql, [&](std::size_t start, std::size_t end) {
    const bool is_call = opens_call(sql, end), is_dotted = dotted.holds(start);
    if (!is_call && !is_dotted) return true;
    // A dollar sign may be followed by a separate word: `$tag$text$tag$word`.
    for (std::size_t at = start; at < end && found.empty();) {
      const std::string_view word = sql.substr(at, std::min(end - at, max_looked_at));
      const auto named = words_.find(key_of(word));
      if (named != words_.end() && (is_call || named->second)) {
        found = "the function " + folded(word);
      } else if (word.size() > max_of_a_name && !is_ascii(word)) {
        // Where the server truncates the name depends on its encoding.
        found = "a name of more than " + std::to_string(max_of_a_name) + " bytes";
      }
      at = std::min(sql.substr(0, end).find('$', at), end - 1) + 1;
    }
    return found.empty();
  });
  return found;
}

std::string statement_that_is_no_query(std::string_view sql) {
  std::string found;
  each_word(sql, [&](std::size_t start, std::size_t end) {
    const std::string word = folded(sql.substr(start, end - start));
    if (holds(statements, word)) found = word;
    return false;
  });
  return upper_ascii(found);
}

std::vector<std::string> unstable_words(std::string_view sql) {
  std::vector<std::string> found;
  each_word(sql, [&](std::size_t start, std::size_t end) {
    const std::string word = folded(sql.substr(start, end - start));
    if (holds(unstable_keywords, word) || (holds(unstable_functions, word) && opens_call(sql, end)))
      found.push_back(word);
    return true;
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace sluice::inline v0::db_detail
