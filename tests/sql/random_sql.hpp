#ifndef SLUICE_TESTS_SQL_RANDOM_SQL_HPP
#define SLUICE_TESTS_SQL_RANDOM_SQL_HPP

/// Random statements of SQLite's grammar, and random damage to statements.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"

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

/// Every keyword of SQLite 3.40.
inline constexpr std::string_view sqlite_keywords[] = {"ABORT",
                                                       "ACTION",
                                                       "ADD",
                                                       "AFTER",
                                                       "ALL",
                                                       "ALTER",
                                                       "ALWAYS",
                                                       "ANALYZE",
                                                       "AND",
                                                       "AS",
                                                       "ASC",
                                                       "ATTACH",
                                                       "AUTOINCREMENT",
                                                       "BEFORE",
                                                       "BEGIN",
                                                       "BETWEEN",
                                                       "BY",
                                                       "CASCADE",
                                                       "CASE",
                                                       "CAST",
                                                       "CHECK",
                                                       "COLLATE",
                                                       "COLUMN",
                                                       "COMMIT",
                                                       "CONFLICT",
                                                       "CONSTRAINT",
                                                       "CREATE",
                                                       "CROSS",
                                                       "CURRENT",
                                                       "CURRENT_DATE",
                                                       "CURRENT_TIME",
                                                       "CURRENT_TIMESTAMP",
                                                       "DATABASE",
                                                       "DEFAULT",
                                                       "DEFERRABLE",
                                                       "DEFERRED",
                                                       "DELETE",
                                                       "DESC",
                                                       "DETACH",
                                                       "DISTINCT",
                                                       "DO",
                                                       "DROP",
                                                       "EACH",
                                                       "ELSE",
                                                       "END",
                                                       "ESCAPE",
                                                       "EXCEPT",
                                                       "EXCLUDE",
                                                       "EXCLUSIVE",
                                                       "EXISTS",
                                                       "EXPLAIN",
                                                       "FAIL",
                                                       "FILTER",
                                                       "FIRST",
                                                       "FOLLOWING",
                                                       "FOR",
                                                       "FOREIGN",
                                                       "FROM",
                                                       "FULL",
                                                       "GENERATED",
                                                       "GLOB",
                                                       "GROUP",
                                                       "GROUPS",
                                                       "HAVING",
                                                       "IF",
                                                       "IGNORE",
                                                       "IMMEDIATE",
                                                       "IN",
                                                       "INDEX",
                                                       "INDEXED",
                                                       "INITIALLY",
                                                       "INNER",
                                                       "INSERT",
                                                       "INSTEAD",
                                                       "INTERSECT",
                                                       "INTO",
                                                       "IS",
                                                       "ISNULL",
                                                       "JOIN",
                                                       "KEY",
                                                       "LAST",
                                                       "LEFT",
                                                       "LIKE",
                                                       "LIMIT",
                                                       "MATCH",
                                                       "MATERIALIZED",
                                                       "NATURAL",
                                                       "NO",
                                                       "NOT",
                                                       "NOTHING",
                                                       "NOTNULL",
                                                       "NULL",
                                                       "NULLS",
                                                       "OF",
                                                       "OFFSET",
                                                       "ON",
                                                       "OR",
                                                       "ORDER",
                                                       "OTHERS",
                                                       "OUTER",
                                                       "OVER",
                                                       "PARTITION",
                                                       "PLAN",
                                                       "PRAGMA",
                                                       "PRECEDING",
                                                       "PRIMARY",
                                                       "QUERY",
                                                       "RAISE",
                                                       "RANGE",
                                                       "RECURSIVE",
                                                       "REFERENCES",
                                                       "REGEXP",
                                                       "REINDEX",
                                                       "RELEASE",
                                                       "RENAME",
                                                       "REPLACE",
                                                       "RESTRICT",
                                                       "RETURNING",
                                                       "RIGHT",
                                                       "ROLLBACK",
                                                       "ROW",
                                                       "ROWS",
                                                       "SAVEPOINT",
                                                       "SELECT",
                                                       "SET",
                                                       "TABLE",
                                                       "TEMP",
                                                       "TEMPORARY",
                                                       "THEN",
                                                       "TIES",
                                                       "TO",
                                                       "TRANSACTION",
                                                       "TRIGGER",
                                                       "UNBOUNDED",
                                                       "UNION",
                                                       "UNIQUE",
                                                       "UPDATE",
                                                       "USING",
                                                       "VACUUM",
                                                       "VALUES",
                                                       "VIEW",
                                                       "VIRTUAL",
                                                       "WHEN",
                                                       "WHERE",
                                                       "WINDOW",
                                                       "WITH",
                                                       "WITHOUT"};

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

  // Expressions

  void plain(int depth) {
    static constexpr std::string_view operators[] = {"+",
                                                     "-",
                                                     "*",
                                                     "/",
                                                     "%",
                                                     "||",
                                                     "&",
                                                     "|",
                                                     "<<",
                                                     ">>",
                                                     "<",
                                                     "<=",
                                                     ">",
                                                     ">=",
                                                     "=",
                                                     "==",
                                                     "<>",
                                                     "!=",
                                                     "AND",
                                                     "OR",
                                                     "IS",
                                                     "IS NOT",
                                                     "LIKE",
                                                     "GLOB",
                                                     "NOT LIKE",
                                                     "IS DISTINCT FROM",
                                                     "IS NOT DISTINCT FROM",
                                                     "->",
                                                     "->>",
                                                     "NOT GLOB"};
    static constexpr std::string_view leaves[] = {"a", "b", "c", "d", "1", "2", "0", "'x'", "NULL"};
    if (depth == 0 || !room()) return put(one_of(leaves));
    switch (random_.below(13)) {
      case 0: {
        static constexpr std::string_view prefixes[] = {"-", "+", "~", "NOT"};
        put(one_of(prefixes));
        return plain(depth - 1);
      }
      case 1:
        plain(depth - 1);
        if (chance(2)) put("NOT");
        put("BETWEEN");
        plain(depth - 1);
        put("AND");
        return plain(depth - 1);
      case 2: {
        static constexpr std::string_view postfixes[] = {
            "ISNULL", "NOTNULL", "NOT NULL", "COLLATE nocase", "IN ( 1 , 2 )", "NOT IN ( a )"};
        plain(depth - 1);
        return put(one_of(postfixes));
      }
      case 3:
        plain(depth - 1);
        put(chance(2) ? "LIKE" : "NOT LIKE");
        plain(depth - 1);
        if (chance(2)) {
          put("ESCAPE");
          plain(depth - 1);
        }
        return;
      case 4:
        put("(");
        plain(depth - 1);
        return put(")");
      case 5: return put(one_of(leaves));
      default:
        plain(depth - 1);
        put(one_of(operators));
        return plain(depth - 1);
    }
  }

  void expression() {
    if (!room()) return chance(2) ? name() : literal();
    switch (random_.below(22)) {
      case 0:
      case 1: return name();
      case 2: return literal();
      case 3:
        name();
        put(".");
        name();
        if (chance(8)) {
          put(".");
          name();
        }
        return;
      case 4: return call();
      case 5:
        put("(");
        list(chance(4) ? 3 : 1, [this] { expression(); });
        return put(")");
      case 6: return subquery();
      case 7: put("EXISTS"); return subquery();
      case 8: return case_expression();
      case 9:
        put("CAST (");
        expression();
        put("AS");
        type();
        return put(")");
      case 10:
        expression();
        if (chance(2)) put("NOT");
        put("IN");
        return in_operand();
      case 11:
        expression();
        if (chance(2)) put("NOT");
        put("BETWEEN");
        expression();
        put("AND");
        return expression();
      case 12: {
        static constexpr std::string_view likes[] = {"LIKE",  "GLOB",     "REGEXP",
                                                     "MATCH", "NOT LIKE", "NOT MATCH"};
        expression();
        put(one_of(likes));
        expression();
        if (chance(3)) {
          put("ESCAPE");
          expression();
        }
        return;
      }
      case 13: {
        static constexpr std::string_view prefixes[] = {"-", "+", "~", "NOT"};
        put(one_of(prefixes));
        return expression();
      }
      case 14:
        expression();
        put("COLLATE");
        return name();
      case 15:
        if (chance(4)) {
          put("RAISE (");
          put(chance(2) ? "IGNORE" : "ABORT , 'message'");
          return put(")");
        }
        return literal();
      default: return plain(2);
    }
  }
  void in_operand() {
    switch (random_.below(4)) {
      case 0: return subquery();
      case 1:
        name();
        if (chance(3)) {
          put(".");
          name();
        }
        if (chance(3)) {
          put("(");
          if (chance(2)) expression();
          put(")");
        }
        return;
      default:
        put("(");
        if (!chance(4)) list(3, [this] { expression(); });
        put(")");
    }
  }
  void call() {
    static constexpr std::string_view names[] = {
        "abs", "count", "max", "f", "\"sum\"", "replace", "glob", "like", "left", "if", "'f'"};
    put(one_of(names));
    put("(");
    if (chance(5)) {
      put("*");
    } else if (!chance(6)) {
      if (chance(5)) put(chance(2) ? "DISTINCT" : "ALL");
      list(3, [this] { expression(); });
    }
    put(")");
    if (chance(6)) {
      put("FILTER ( WHERE");
      expression();
      put(")");
    }
    if (chance(5)) {
      put("OVER");
      if (chance(3)) return name();
      put("(");
      window();
      put(")");
    }
  }
  void window() {
    if (chance(4)) name();
    if (chance(2)) {
      put("PARTITION BY");
      list(2, [this] { expression(); });
    }
    if (chance(2)) order_by();
    if (!chance(2)) return;
    static constexpr std::string_view units[] = {"ROWS", "RANGE", "GROUPS"};
    static constexpr std::string_view exclusions[] = {"EXCLUDE NO OTHERS", "EXCLUDE CURRENT ROW",
                                                      "EXCLUDE GROUP", "EXCLUDE TIES"};
    put(one_of(units));
    if (chance(2)) {
      put("BETWEEN");
      bound();
      put("AND");
      bound();
    } else {
      bound();
    }
    if (chance(3)) put(one_of(exclusions));
  }
  void bound() {
    static constexpr std::string_view bounds[] = {"UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING",
                                                  "CURRENT ROW", "1 PRECEDING", "2 FOLLOWING"};
    if (!chance(4)) return put(one_of(bounds));
    expression();
    put(chance(2) ? "PRECEDING" : "FOLLOWING");
  }
  void case_expression() {
    put("CASE");
    if (chance(2)) expression();
    for (std::uint64_t left = 1 + random_.below(2); left > 0; --left) {
      put("WHEN");
      expression();
      put("THEN");
      expression();
    }
    if (chance(2)) {
      put("ELSE");
      expression();
    }
    put("END");
  }
  void type() {
    static constexpr std::string_view types[] = {
        "INTEGER", "VARCHAR ( 10 )", "DECIMAL ( 10 , - 2 )", "double precision",
        "\"t\"",   "'t' x",          "key desc ( + 1.5 )"};
    if (!chance(8)) put(one_of(types));
  }

  // Queries

  void subquery() {
    put("(");
    if (room()) {
      query();
    } else {
      put("SELECT 1");
    }
    put(")");
  }
  void query() {
    if (chance(6)) with();
    term();
    while (chance(5) && room()) {
      static constexpr std::string_view operators[] = {"UNION", "UNION ALL", "INTERSECT", "EXCEPT"};
      put(one_of(operators));
      term();
    }
    if (chance(5)) order_by();
    if (chance(5)) limit();
  }
  void with() {
    put(chance(3) ? "WITH RECURSIVE" : "WITH");
    list(2, [this] {
      name();
      if (chance(2)) names();
      put("AS");
      if (chance(5)) put(chance(2) ? "MATERIALIZED" : "NOT MATERIALIZED");
      subquery();
    });
  }
  void names() {
    put("(");
    list(3, [this] { name(); });
    put(")");
  }
  void term() {
    if (chance(12)) {
      put("VALUES");
      return list(2, [this] {
        put("(");
        list(3, [this] { expression(); });
        put(")");
      });
    }
    put("SELECT");
    if (chance(6)) put(chance(3) ? "ALL" : "DISTINCT");
    list(3, [this] { result(); });
    if (!chance(8)) {
      put("FROM");
      sources();
    }
    if (chance(2)) {
      put("WHERE");
      expression();
    }
    if (chance(4)) {
      put("GROUP BY");
      list(2, [this] { expression(); });
    }
    if (chance(6)) {
      put("HAVING");
      expression();
    }
    if (chance(10)) {
      put("WINDOW");
      list(2, [this] {
        name();
        put("AS (");
        window();
        put(")");
      });
    }
  }
  void result() {
    if (chance(8)) return put("*");
    if (chance(10)) {
      name();
      return put(". *");
    }
    expression();
    alias();
  }
  void alias() {
    if (!chance(3)) return;
    if (chance(2)) put("AS");
    name();
  }
  void sources() {
    source();
    while (chance(3) && room()) {
      static constexpr std::string_view joins[] = {",",
                                                   "JOIN",
                                                   "INNER JOIN",
                                                   "CROSS JOIN",
                                                   "LEFT JOIN",
                                                   "LEFT OUTER JOIN",
                                                   "NATURAL JOIN",
                                                   "RIGHT JOIN",
                                                   "FULL JOIN",
                                                   "NATURAL LEFT JOIN",
                                                   "LEFT NATURAL OUTER JOIN",
                                                   "OUTER JOIN"};
      put(one_of(joins));
      source();
      if (chance(2)) {
        put("ON");
        expression();
      } else if (chance(5)) {
        put("USING");
        names();
      }
    }
  }
  void source() {
    switch (random_.below(8)) {
      case 0: subquery(); return alias();
      case 1:
        if (!room()) return name();
        put("(");
        sources();
        put(")");
        return alias();
      case 2:
        name();
        put("(");
        if (chance(2)) list(2, [this] { expression(); });
        put(")");
        return alias();
      default:
        name();
        if (chance(8)) {
          put(".");
          name();
        }
        alias();
        if (chance(12)) {
          put("INDEXED BY");
          name();
        } else if (chance(12)) {
          put("NOT INDEXED");
        }
    }
  }
  void order_by() {
    put("ORDER BY");
    list(2, [this] { ordering(); });
  }
  void ordering() {
    expression();
    if (chance(3)) put(chance(2) ? "ASC" : "DESC");
    if (chance(6)) put(chance(2) ? "NULLS FIRST" : "NULLS LAST");
  }
  void limit() {
    put("LIMIT");
    expression();
    if (chance(3)) {
      put(chance(2) ? "," : "OFFSET");
      expression();
    }
  }

  // Changes and definitions

  void changed_table() {
    name();
    if (chance(6)) {
      put(".");
      name();
    }
    if (chance(6)) {
      put("AS");
      name();
    }
  }
  void conflict() {
    static constexpr std::string_view actions[] = {"OR ROLLBACK", "OR ABORT", "OR FAIL",
                                                   "OR IGNORE", "OR REPLACE"};
    if (chance(5)) put(one_of(actions));
  }
  void insert() {
    if (chance(6)) with();
    if (chance(5)) {
      put("REPLACE");
    } else {
      put("INSERT");
      conflict();
    }
    put("INTO");
    changed_table();
    if (chance(2)) names();
    if (chance(6)) {
      put("DEFAULT VALUES");
    } else {
      query();
      while (chance(4)) upsert();
    }
    returning();
  }
  void upsert() {
    put("ON CONFLICT");
    if (chance(2)) {
      put("(");
      list(2, [this] { ordering(); });
      put(")");
      where();
    }
    if (chance(2)) return put("DO NOTHING");
    put("DO UPDATE");
    assignments();
    where();
  }
  void where() {
    if (!chance(2)) return;
    put("WHERE");
    expression();
  }
  void assignments() {
    put("SET");
    list(2, [this] {
      if (chance(4)) {
        names();
      } else {
        name();
      }
      put("=");
      expression();
    });
  }
  void returning() {
    if (!chance(5)) return;
    put("RETURNING");
    list(2, [this] { result(); });
  }
  void indexed() {
    if (chance(8)) {
      put("INDEXED BY");
      name();
    } else if (chance(8)) {
      put("NOT INDEXED");
    }
  }
  void update() {
    if (chance(6)) with();
    put("UPDATE");
    conflict();
    changed_table();
    indexed();
    assignments();
    if (chance(4)) {
      put("FROM");
      sources();
    }
    where();
    returning();
  }
  void remove() {
    if (chance(6)) with();
    put("DELETE FROM");
    changed_table();
    indexed();
    where();
    returning();
  }
  void on_conflict() {
    if (chance(6)) put("ON CONFLICT IGNORE");
  }
  void create_table() {
    put(chance(4) ? "CREATE TEMP TABLE" : "CREATE TABLE");
    if (chance(4)) put("IF NOT EXISTS");
    name();
    if (chance(6)) {
      put("AS");
      return query();
    }
    put("(");
    list(3, [this] {
      name();
      type();
      while (chance(2)) column_constraint();
    });
    while (chance(3)) {
      put(",");
      table_constraint();
    }
    put(")");
    if (chance(6)) put("WITHOUT ROWID");
    if (chance(10)) put("STRICT");
  }
  void constraint_name() {
    if (!chance(5)) return;
    put("CONSTRAINT");
    name();
  }
  void references() {
    static constexpr std::string_view actions[] = {"ON DELETE CASCADE",   "ON UPDATE SET NULL",
                                                   "ON DELETE NO ACTION", "MATCH full",
                                                   "ON UPDATE RESTRICT",  "ON DELETE SET DEFAULT"};
    static constexpr std::string_view deferrals[] = {"DEFERRABLE", "NOT DEFERRABLE",
                                                     "DEFERRABLE INITIALLY DEFERRED",
                                                     "NOT DEFERRABLE INITIALLY IMMEDIATE"};
    put("REFERENCES");
    name();
    if (chance(2)) names();
    while (chance(3)) put(one_of(actions));
    if (chance(4)) put(one_of(deferrals));
  }
  void column_constraint() {
    constraint_name();
    switch (random_.below(9)) {
      case 0:
        put("PRIMARY KEY");
        if (chance(3)) put("DESC");
        on_conflict();
        if (chance(4)) put("AUTOINCREMENT");
        return;
      case 1: put(chance(3) ? "NULL" : "NOT NULL"); return on_conflict();
      case 2: put("UNIQUE"); return on_conflict();
      case 3:
        put("CHECK (");
        expression();
        return put(")");
      case 4: {
        static constexpr std::string_view values[] = {
            "1", "- 1.5", "+ 2", "'s'", "NULL", "x", "CURRENT_TIMESTAMP", "x'00'", "true"};
        put("DEFAULT");
        if (!chance(3)) return put(one_of(values));
        put("(");
        expression();
        return put(")");
      }
      case 5: put("COLLATE"); return name();
      case 6:
        put(chance(2) ? "GENERATED ALWAYS AS (" : "AS (");
        expression();
        put(")");
        if (chance(2)) put(chance(2) ? "STORED" : "VIRTUAL");
        return;
      default: return references();
    }
  }
  void table_constraint() {
    constraint_name();
    switch (random_.below(4)) {
      case 0:
        put("PRIMARY KEY (");
        list(2, [this] { ordering(); });
        put(")");
        return on_conflict();
      case 1:
        put("UNIQUE (");
        list(2, [this] { ordering(); });
        put(")");
        return on_conflict();
      case 2:
        put("CHECK (");
        expression();
        put(")");
        return on_conflict();
      default:
        put("FOREIGN KEY");
        names();
        references();
    }
  }
  void create_other() {
    switch (random_.below(3)) {
      case 0:
        put(chance(2) ? "CREATE TEMPORARY VIEW" : "CREATE VIEW IF NOT EXISTS");
        name();
        if (chance(3)) names();
        put("AS");
        return query();
      case 1:
        put(chance(3) ? "CREATE UNIQUE INDEX" : "CREATE INDEX");
        if (chance(4)) put("IF NOT EXISTS");
        name();
        put("ON");
        name();
        put("(");
        list(2, [this] { ordering(); });
        put(")");
        return where();
      default: {
        static constexpr std::string_view things[] = {"TABLE", "VIEW", "INDEX", "TRIGGER"};
        put("DROP");
        put(one_of(things));
        if (chance(2)) put("IF EXISTS");
        name();
        if (chance(3)) {
          put(".");
          name();
        }
      }
    }
  }

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

#endif
