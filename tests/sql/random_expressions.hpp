#ifndef SLUICE_TESTS_SQL_RANDOM_EXPRESSIONS_HPP
#define SLUICE_TESTS_SQL_RANDOM_EXPRESSIONS_HPP

/// Random expressions. Part of RandomSql.

#include <cstdint>
#include <string_view>

#include "random_sql.hpp"

namespace sluice::test {

inline void RandomSql::plain(int depth) {
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

inline void RandomSql::expression() {
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

inline void RandomSql::in_operand() {
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

inline void RandomSql::call() {
  static constexpr std::string_view names[] = {"abs",  "count", "max",  "f",  "\"sum\"", "replace",
                                               "glob", "like",  "left", "if", "'f'"};
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

inline void RandomSql::window() {
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

inline void RandomSql::bound() {
  static constexpr std::string_view bounds[] = {"UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING",
                                                "CURRENT ROW", "1 PRECEDING", "2 FOLLOWING"};
  if (!chance(4)) return put(one_of(bounds));
  expression();
  put(chance(2) ? "PRECEDING" : "FOLLOWING");
}

inline void RandomSql::case_expression() {
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

inline void RandomSql::type() {
  static constexpr std::string_view types[] = {
      "INTEGER", "VARCHAR ( 10 )", "DECIMAL ( 10 , - 2 )", "double precision",
      "\"t\"",   "'t' x",          "key desc ( + 1.5 )"};
  if (!chance(8)) put(one_of(types));
}

}  // namespace sluice::test

#endif
