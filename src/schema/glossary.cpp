#include "sluice/schema/glossary.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/lines.hpp"
#include "names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/utf8.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"
#include "text/unspaced.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::quote_name;

constexpr std::size_t max_entries = 200'000;
constexpr std::size_t max_term_words = 8;
constexpr std::size_t max_meaning_bytes = 200;

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  each_word(text, [&](std::string_view word) { stems.push_back(stem(fold(word))); });
  return stems;
}

class Reader {
 public:
  explicit Reader(std::string source) : source_(std::move(source)) {}

  std::vector<GlossaryEntry> read(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start != text.npos && text[start] == '{') {
      const JsonDocument document = JsonDocument::parse(text, source_);
      add_members(document.root(), {});
    } else {
      add_lines(text);
    }
    return std::move(entries_);
  }

 private:
  void add_lines(std::string_view text) {
    std::string database;
    Place place{source_, 0, 0};
    for (std::string_view line : lines_of(text)) {
      ++place.line;
      if (repair_utf8(line) != line) throw Error(ErrorCode::malformed, "is not valid UTF-8", place);
      line = trimmed(line.substr(0, line.find('#')));
      if (line.empty()) continue;
      if (line.front() == '[' && line.back() == ']') {
        database = trimmed(line.substr(1, line.size() - 2));
        if (database.empty()) throw Error(ErrorCode::malformed, "does not name a database", place);
        if (database == "*") database.clear();
        continue;
      }
      const std::size_t end = line.find_first_of("=:");
      if (end == line.npos) {
        throw Error(ErrorCode::malformed, "expected \"term = meaning\" or \"[database]\"", place);
      }
      add_list(trimmed(line.substr(0, end)), line.substr(end + 1), database, place);
    }
  }

  void add_list(std::string_view term, std::string_view meanings, const std::string &database,
                const Place &place) {
    for (std::size_t at = 0; at <= meanings.size();) {
      const std::size_t end = std::min(meanings.find(',', at), meanings.size());
      add(term, trimmed(meanings.substr(at, end - at)), database, place);
      at = end + 1;
    }
  }

  void add_members(JsonValue object, const std::string &database) {
    object.each_member([&](std::string_view term, JsonValue meaning) {
      if (meaning.is(JsonKind::object)) {
        if (!database.empty()) meaning.fail("a database inside another one");
        if (trimmed(term).empty()) meaning.fail("does not name a database");
        add_members(meaning, std::string(trimmed(term)));
      } else if (meaning.is(JsonKind::array)) {
        for (const JsonValue one : meaning)
          add(trimmed(term), trimmed(one.as_string()), database, one.place());
      } else {
        add(trimmed(term), trimmed(meaning.as_string()), database, meaning.place());
      }
    });
  }

  void add(std::string_view term, std::string_view meaning, const std::string &database,
           const Place &place) {
    const std::size_t words = stems_of(term).size();
    if (words == 0) throw Error(ErrorCode::malformed, "expected a term before the meaning", place);
    if (stems_of(meaning).empty()) {
      throw Error(
          ErrorCode::malformed,
          fmt::format("{} has no meaning, expected words or table.column", quote_name(term)),
          place);
    }
    if (words > max_term_words || meaning.size() > max_meaning_bytes) {
      throw Error(ErrorCode::limit_exceeded,
                  fmt::format("a term has {} words and its meaning {} bytes, expected at most {} "
                              "and {}",
                              words, meaning.size(), max_term_words, max_meaning_bytes),
                  place);
    }
    if (entries_.size() == max_entries) {
      throw Error(ErrorCode::limit_exceeded,
                  fmt::format("holds more than {} meanings", max_entries), place);
    }
    entries_.push_back({std::string(term), std::string(meaning), database, place});
  }

  std::string source_;
  std::vector<GlossaryEntry> entries_;
};

/// Splits "table.column" or "database.table.column"; nothing for words. A dot at the end of a word,
/// as in "approx. amount", is not a separator.
std::vector<std::string_view> path_of(std::string_view meaning) {
  std::vector<std::string_view> parts;
  if (meaning.find('.') == meaning.npos || meaning.find(". ") != meaning.npos) return parts;
  for (std::size_t at = 0; at <= meaning.size();) {
    const std::size_t end = std::min(meaning.find('.', at), meaning.size());
    parts.push_back(meaning.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<GlossaryEntry> parse_glossary(std::string_view text, const std::string &source) {
  return Reader(source).read(text);
}

Glossary::Glossary(std::vector<GlossaryEntry> entries, const Catalog &catalog)
    : entries_(std::move(entries)) {
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const GlossaryEntry &entry = entries_[e];
    Resolved resolved;
    resolved.stems = stems_of(entry.term);
    resolved.words = spaced_words(entry.meaning);
    const auto find = [&](std::string_view name) {
      const auto found = catalog.find_database(name);
      if (found) return *found;
      throw Error(ErrorCode::not_found, fmt::format("database {} does not exist", quote_name(name)),
                  entry.place);
    };
    if (!entry.database.empty()) resolved.database = find(entry.database);
    std::vector<std::string_view> path = path_of(entry.meaning);
    std::optional<DatabaseId> owner = resolved.database;
    if (path.size() == 3) {
      owner = find(path[0]);
      path.erase(path.begin());
      if (resolved.database && *resolved.database != *owner) {
        throw Error(
            ErrorCode::malformed,
            fmt::format("{} is in another database than the section", quote_name(entry.meaning)),
            entry.place);
      }
      resolved.database = owner;
      resolved.words = spaced_words(std::string(path[0]) + ' ' + std::string(path[1]));
    }
    if (!path.empty()) {
      for (const DatabaseId database : catalog.databases()) {
        if (path.size() != 2 || (owner && database != *owner)) continue;
        const auto table = catalog.find_table(database, path[0]);
        const auto column = table ? catalog.find_column(*table, path[1]) : std::nullopt;
        if (column) resolved.columns.push_back(*column);
      }
      if (resolved.columns.empty()) {
        throw Error(ErrorCode::not_found,
                    fmt::format("column {} does not exist", quote_name(entry.meaning)),
                    entry.place);
      }
    }
    by_first_stem_.emplace_back(resolved.stems.front(), e);
    resolved_.push_back(std::move(resolved));
  }
  std::ranges::sort(by_first_stem_);
}

std::vector<Glossary::Use> Glossary::uses(const Question &question) const {
  constexpr std::size_t max_words = 256, max_uses = 32;
  const auto asked = question.words().first(std::min(question.words().size(), max_words));
  std::vector<bool> is_used(entries_.size(), false);
  const auto use_term_inside = [&](std::string_view run) {
    const std::string stemmed = stem(run);
    auto at = std::ranges::lower_bound(by_first_stem_, std::pair(stemmed, std::size_t{0}));
    bool is_term = false;
    for (; at != by_first_stem_.end() && at->first == stemmed; ++at) {
      if (resolved_[at->second].stems.size() != 1) continue;
      is_used[at->second] = true;
      is_term = true;
    }
    return is_term;
  };
  for (std::size_t w = 0; w < asked.size(); ++w) {
    text_detail::each_inner_run(asked[w].text, use_term_inside);
    auto at = std::ranges::lower_bound(by_first_stem_, std::pair(asked[w].stem, std::size_t{0}));
    for (; at != by_first_stem_.end() && at->first == asked[w].stem; ++at) {
      const std::vector<std::string> &term = resolved_[at->second].stems;
      if (term.size() > asked.size() - w) continue;
      if (std::ranges::equal(term, asked.subspan(w, term.size()), {}, {}, &QuestionWord::stem))
        is_used[at->second] = true;
    }
  }
  std::vector<Use> uses;
  for (std::size_t e = 0; e < entries_.size() && uses.size() < max_uses; ++e) {
    const Resolved &resolved = resolved_[e];
    if (is_used[e])
      uses.push_back({&entries_[e], resolved.database, resolved.words, &resolved.columns});
  }
  return uses;
}

Question expanded(const Question &question, const std::vector<Glossary::Use> &uses,
                  std::optional<DatabaseId> database) {
  std::string added;
  for (const Glossary::Use &use : uses) {
    if (use.database && use.database != database) continue;
    if (!added.empty()) added += ' ';
    added += use.words;
  }
  return question.with(added);
}

std::vector<DatabaseId> scopes(const std::vector<Glossary::Use> &uses) {
  std::vector<DatabaseId> databases;
  for (const Glossary::Use &use : uses) {
    if (use.database) databases.push_back(*use.database);
  }
  std::ranges::sort(databases);
  databases.erase(std::unique(databases.begin(), databases.end()), databases.end());
  return databases;
}

}  // namespace sluice::inline v0
