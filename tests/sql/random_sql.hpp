#ifndef SLUICE_TESTS_SQL_RANDOM_SQL_HPP
#define SLUICE_TESTS_SQL_RANDOM_SQL_HPP

/// Random statements of SQLite's grammar, and random damage to statements.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sqlite_keywords.hpp"

namespace sluice::test {

using Words = std::vector<std::string>;

inline std::string joined(const Words &words) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

/// Generates statements as lists of tokens. Most are valid; SQLite decides which.
class RandomSql {
 public:
  explicit RandomSql(Random &random) : random_(random) {}

  Words statement() {
    begin(60);
    switch (random_.below(16)) {
      case 0: insert(); break;
      case 1: update(); break;
      case 2: remove(); break;
      case 3: create_table(); break;
      case 4: create_other(); break;
      case 5:
        put("EXPLAIN");
        if (chance(2)) put("QUERY PLAN");
        query();
        break;
      default: query();
    }
    return std::move(words_);
  }

  Words query_statement() {
    begin(60);
    query();
    return std::move(words_);
  }

  /// An expression over the columns a, b, c and d of one table, with few parentheses.
  Words plain_expression() {
    begin(14);
    plain(6);
    return std::move(words_);
  }

 private:
  void begin(int budget) {
    words_.clear();
    budget_ = budget;
  }
  bool chance(std::uint64_t one_in) { return random_.below(one_in) == 0; }
  /// Whether more nested parts may be added.
  bool room() { return budget_-- > 0; }
  template <std::size_t N>
  std::string_view one_of(const std::string_view (&choices)[N]) {
    return choices[random_.below(N)];
  }
  void put(std::string_view words) {
    while (!words.empty()) {
      const std::size_t blank = words.find(' ');
      words_.emplace_back(words.substr(0, blank));
      words.remove_prefix(blank == std::string_view::npos ? words.size() : blank + 1);
    }
  }
  template <class Part>
  void list(std::uint64_t most, Part part) {
    for (std::uint64_t left = 1 + random_.below(most); left > 0; --left) {
      part();
      if (left > 1) put(",");
    }
  }

  void name() {
    static constexpr std::string_view names[] = {
        "a",    "b",    "c",   "d",      "t",       "u",      "\"a\"",      "[b]",   "`c`",
        "'d'",  "\"\"", "été", "KEY",    "desc",    "Row",    "replace",    "FIRST", "offset",
        "left", "CAST", "end", "filter", "window",  "glob",   "\"x\"\"y\"", "true",  "current_date",
        "x$1",  "over", "no",  "cross",  "indexed", "values", "recursive"};
    // Mostly names that are valid anywhere.
    put(chance(6) ? one_of(names) : names[random_.below(6)]);
  }
  void literal() {
    static constexpr std::string_view literals[] = {
        "1",      "0",    "2.5",  ".5",       "5.",           "1e3",
        "1.5E-2", "0x1F", "'s'",  "''",       "'it''s'",      "x'0aFF'",
        "X''",    "NULL", "TRUE", "false",    "CURRENT_TIME", "?",
        "?7",     ":v",   "@v",   "$v::w(x)", "\"s\"",        "9223372036854775808"};
    put(one_of(literals));
  }

  // Expressions: random_expressions.hpp
  void plain(int depth);
  void expression();
  void in_operand();
  void call();
  void window();
  void bound();
  void case_expression();
  void type();

  // Queries: random_queries.hpp
  void subquery();
  void query();
  void with();
  void names();
  void term();
  void result();
  void alias();
  void sources();
  void source();
  void order_by();
  void ordering();
  void limit();

  // Changes and definitions: random_changes.hpp
  void changed_table();
  void conflict();
  void insert();
  void upsert();
  void where();
  void assignments();
  void returning();
  void indexed();
  void update();
  void remove();
  void on_conflict();
  void create_table();
  void constraint_name();
  void references();
  void column_constraint();
  void table_constraint();
  void create_other();

  Random &random_;
  Words words_;
  int budget_ = 0;
};

/// A random token that could occur in a statement.
inline std::string random_word(Random &random) {
  static constexpr std::string_view others[] = {
      "(",   ")",     ",",  ".",  "+",   "-",     "*",      "/",      "%",    "=",
      "==",  "<>",    "!=", "<",  "<=",  ">",     ">=",     "&",      "|",    "~",
      "<<",  ">>",    "||", "->", "->>", "a",     "b",      "\"q\"",  "'s'",  "1",
      "2.5", "x'00'", "?1", ":p", "[w]", "rowid", "strict", "stored", "true", "0x"};
  if (random.below(2) == 0) {
    return std::string(sqlite_keywords[random.below(std::size(sqlite_keywords))]);
  }
  return std::string(others[random.below(std::size(others))]);
}

/// Drops, duplicates, swaps, changes or adds one to three tokens.
inline void damage(Words &words, Random &random) {
  for (std::uint64_t left = 1 + random.below(4) / 3 + random.below(8) / 7;
       left > 0 && !words.empty(); --left) {
    const auto at = static_cast<std::size_t>(random.below(words.size()));
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(5)) {
      case 0: words.erase(place); break;
      case 1: words.insert(place, std::string(*place)); break;
      case 2: std::swap(words[at], words[random.below(words.size())]); break;
      case 3: words[at] = random_word(random); break;
      default: words.insert(place, random_word(random));
    }
  }
}

}  // namespace sluice::test

#include "random_changes.hpp"
#include "random_expressions.hpp"
#include "random_queries.hpp"

#endif
