#include "llm/sql_answer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/lines.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_bytes = std::size_t{64} << 10;
constexpr int max_tries = 64;

bool is_word_byte(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Whether `word` is at `at`, as a whole word, ignoring case.
bool has_word_at(std::string_view text, std::size_t at, std::string_view word) {
  if (at > 0 && is_word_byte(text[at - 1])) return false;
  if (!same_name(text.substr(at, word.size()), word)) return false;
  return at + word.size() == text.size() || !is_word_byte(text[at + word.size()]);
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    if (has_word_at(text, at, word)) return true;
  }
  return false;
}

/// Whether the line begins with a word that continues SQL, so that it is not prose.
bool goes_on(std::string_view line) {
  constexpr std::array<std::string_view, 43> words{
      "SELECT",  "FROM",   "WHERE", "GROUP",  "ORDER", "HAVING", "LIMIT",     "OFFSET", "JOIN",
      "LEFT",    "RIGHT",  "FULL",  "INNER",  "OUTER", "CROSS",  "NATURAL",   "ON",     "USING",
      "AND",     "OR",     "NOT",   "AS",     "BY",    "UNION",  "INTERSECT", "EXCEPT", "ALL",
      "WINDOW",  "CASE",   "WHEN",  "THEN",   "ELSE",  "END",    "IN",        "IS",     "LIKE",
      "BETWEEN", "EXISTS", "OVER",  "FILTER", "ASC",   "DESC",   "VALUES"};
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return has_word_at(line, 0, word); });
}

/// Whether a line after a statement is prose: words without comparison operators.
bool is_prose(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || goes_on(line) || line.find_first_of("=<>") != line.npos) return false;
  constexpr std::string_view marks = "#*->[";
  const bool begins_well = is_word_byte(line.front()) || marks.find(line.front()) != marks.npos;
  constexpr std::string_view ends = ".:!?";
  const auto blank_count = std::ranges::count(line, ' ');
  return begins_well &&
         (blank_count >= 5 || (blank_count >= 3 && ends.find(line.back()) != ends.npos));
}

/// Whether a query that begins after `before` is part of another query.
bool is_nested(std::string_view before) {
  before = trimmed(before);
  if (before.empty()) return false;
  constexpr std::string_view inside = "(),";
  if (inside.find(before.back()) != inside.npos) return true;
  constexpr std::array<std::string_view, 6> words{"UNION",     "ALL", "EXCEPT",
                                                  "INTERSECT", "AS",  "EXISTS"};
  return std::ranges::any_of(words, [&](std::string_view word) {
    return before.size() >= word.size() && has_word_at(before, before.size() - word.size(), word);
  });
}

/// Where a query may begin.
enum class Start : std::uint8_t {
  clear,  ///< At the start of a line, after a label or a quote, or in capitals.
  any,
};

/// Whether the text after the word could be a query: "with" and "values" occur in prose, too.
bool may_begin(std::string_view text, std::string_view word) {
  constexpr std::size_t max_looked_at = 4096;
  const std::string_view behind = trimmed(text.substr(word.size(), max_looked_at));
  if (word == "SELECT") return true;
  if (word == "VALUES") return behind.starts_with('(');
  const std::size_t bracket = behind.find('(');
  return bracket != behind.npos && has_word(behind.substr(0, bracket + 1), "AS");
}

/// Returns the first such position at or after `from`.
std::size_t find_start(std::string_view text, std::size_t from, Start start) {
  constexpr std::array<std::string_view, 3> words{"SELECT", "WITH", "VALUES"};
  for (std::size_t at = from; at < text.size(); ++at) {
    for (const std::string_view word : words) {
      if (!has_word_at(text, at, word) || !may_begin(text.substr(at), word)) continue;
      if (is_nested(text.substr(0, at))) continue;
      const std::string_view before = trimmed(text.substr(0, at), " \t\r");
      constexpr std::string_view borders = "\n:`\"';>";
      if (start == Start::any || before.empty() || text.substr(at, word.size()) == word ||
          borders.find(before.back()) != borders.npos) {
        return at;
      }
    }
  }
  return text.npos;
}

/// Searches texts for statements until one parses.
class Search {
 public:
  explicit Search(sql::Dialect dialect) : dialect_(dialect) {}

  /// Returns whether a statement that parses was found. `is_closed`: the text is complete.
  bool look_in(std::string_view text, bool is_closed, Start start) {
    for (std::size_t at = find_start(text, 0, start); at != text.npos && tries_ < max_tries;
         at = find_start(text, at + 1, start)) {
      if (try_at(trimmed(text.substr(at)), is_closed)) return true;
    }
    return false;
  }

  /// The same for a text that continues the SELECT at the end of a prompt.
  bool look_behind_select(std::string_view text) {
    if (!has_word(text, "FROM") || has_word(text, "SELECT")) return false;
    return try_at("SELECT " + std::string(text), false);
  }

  bool has_tried() const noexcept { return tries_ > 0; }
  SqlAnswer take() && { return std::move(best_); }

 private:
  /// Tries the longest statement at the beginning of `text`.
  bool try_at(std::string_view text, bool is_closed) {
    std::string_view candidate = text;
    constexpr int max_cuts = 8;
    for (int cut = 0; cut < max_cuts && tries_ < max_tries && !candidate.empty(); ++cut) {
      const std::optional<std::size_t> stumbled = stumbles(candidate);
      if (!stumbled) {
        const std::string_view behind = text.substr(candidate.size());
        const bool ends = candidate.back() == ';' || !trimmed(behind).empty();
        best_ = {without_end(candidate), true, false, is_closed || ends, statements_in(behind)};
        return true;
      }
      if (cut == 0) note(candidate, *stumbled, is_closed);
      candidate = trimmed(candidate.substr(0, end_before(candidate, *stumbled)));
    }
    return false;
  }

  /// Returns where the parser fails; nullopt if the whole text is one statement.
  std::optional<std::size_t> stumbles(std::string_view text) {
    ++tries_;
    try {
      constexpr std::size_t depth = 300;
      static_cast<void>(sql::parse(text, {.dialect = dialect_, .limits = {.depth = depth}}));
      return std::nullopt;
    } catch (const sql::SyntaxError &error) {
      return std::min(error.offset(), text.size());
    }
  }

  /// Returns where the statement may have ended before the parser failed: at a semicolon, a closing
  /// backtick, or a line of prose. Other places do not count, so that a mistake in the middle does
  /// not drop the rest.
  static std::size_t end_before(std::string_view text, std::size_t stumbled) {
    const std::size_t semicolon = text.substr(0, stumbled).rfind(';');
    if (semicolon != text.npos) return semicolon;
    if (stumbled < text.size() && text[stumbled] == '`') return stumbled;
    const std::size_t line = text.substr(0, stumbled).rfind('\n');
    if (line == text.npos) return 0;
    const std::size_t line_end = text.find('\n', line + 1);
    return is_prose(text.substr(line + 1, line_end - line - 1)) ? line : 0;
  }

  /// Keeps the candidate that parsed furthest, for the error message.
  void note(std::string_view candidate, std::size_t stumbled, bool is_closed) {
    if (!best_.sql.empty() && stumbled <= furthest_) return;
    furthest_ = stumbled;
    best_.sql = without_end(candidate);
    best_.is_cut = stumbled >= trimmed(candidate, " \t\r\n;`").size();
    best_.is_closed = is_closed;
  }

  static std::string without_end(std::string_view text) {
    return std::string(trimmed(text, " \t\r\n\v\f;"));
  }

  static std::size_t statements_in(std::string_view text) {
    std::size_t statements = 0;
    for (std::size_t at = find_start(text, 0, Start::clear); at != text.npos;
         at = find_start(text, at + 1, Start::clear)) {
      const std::string_view before = trimmed(text.substr(0, at));
      if (before.empty() || before.back() == ';') ++statements;
    }
    return statements;
  }

  sql::Dialect dialect_;
  SqlAnswer best_;
  std::size_t furthest_ = 0;
  int tries_ = 0;
};

/// Returns the query in a JSON object.
std::string sql_in_json(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return {};
  try {
    const JsonDocument document = JsonDocument::parse(text);
    for (const std::string_view key : {"sql", "SQL", "query"}) {
      const auto found = document.root().find(key);
      if (found && found->is(JsonKind::string)) return std::string(found->as_string());
    }
  } catch (const Error &) {
  }
  return {};
}

/// Returns the number of fence characters at the start of the line; 0 if it is not a fence.
std::size_t fence_of(std::string_view line) {
  line = trimmed(line, " \t\r");
  for (const char c : {'`', '~'}) {
    const std::size_t run = std::min(line.find_first_not_of(c), line.size());
    if (run >= 3) return run;
  }
  return 0;
}

}  // namespace

std::vector<FencedText> fenced_texts(std::string_view answer) {
  std::vector<FencedText> texts;
  const char *begin = nullptr;  // beginning of the text in the open fence
  for (const std::string_view line : lines_of(answer)) {
    if (fence_of(line) == 0) continue;
    if (begin == nullptr) {
      const std::string_view own = trimmed(line, "`~ \t\r");
      const std::size_t close = line.rfind("```");
      if (!own.empty() && close > line.find("```") + 2 && trimmed(line.substr(close + 3)).empty()) {
        texts.push_back({own, true});  // a fence within one line
        continue;
      }
      begin = line.data() + line.size();
    } else {
      texts.push_back({{begin, static_cast<std::size_t>(line.data() - begin)}, true});
      begin = nullptr;
    }
  }
  if (begin != nullptr) {
    const char *const end = answer.data() + answer.size();
    texts.push_back({{begin, static_cast<std::size_t>(end - begin)}, false});
  }
  return texts;
}

SqlAnswer find_sql(std::string_view answer, sql::Dialect dialect) {
  answer = clip_utf8(answer, max_bytes);
  Search search(dialect);
  const auto look_in_json = [&](std::string_view text) {
    const std::string sql = sql_in_json(text);
    return !sql.empty() && search.look_in(sql, true, Start::any);
  };
  for (const FencedText &fenced : fenced_texts(answer)) {
    if (look_in_json(fenced.text) || search.look_in(fenced.text, fenced.is_closed, Start::any))
      return std::move(search).take();
  }
  if (search.has_tried() || look_in_json(answer) || search.look_in(answer, false, Start::clear) ||
      search.look_in(answer, false, Start::any) || search.has_tried()) {
    return std::move(search).take();
  }
  search.look_behind_select(trimmed(answer, " \t\r\n`"));
  return std::move(search).take();
}

}  // namespace sluice::inline v0
