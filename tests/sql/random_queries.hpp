#ifndef SLUICE_TESTS_SQL_RANDOM_QUERIES_HPP
#define SLUICE_TESTS_SQL_RANDOM_QUERIES_HPP

/// Random queries. Part of RandomSql.

#include <string_view>

#include "random_sql.hpp"

namespace sluice::test {

inline void RandomSql::subquery() {
  put("(");
  if (room()) {
    query();
  } else {
    put("SELECT 1");
  }
  put(")");
}

inline void RandomSql::query() {
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

inline void RandomSql::with() {
  put(chance(3) ? "WITH RECURSIVE" : "WITH");
  list(2, [this] {
    name();
    if (chance(2)) names();
    put("AS");
    if (chance(5)) put(chance(2) ? "MATERIALIZED" : "NOT MATERIALIZED");
    subquery();
  });
}

inline void RandomSql::names() {
  put("(");
  list(3, [this] { name(); });
  put(")");
}

inline void RandomSql::term() {
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

inline void RandomSql::result() {
  if (chance(8)) return put("*");
  if (chance(10)) {
    name();
    return put(". *");
  }
  expression();
  alias();
}

inline void RandomSql::alias() {
  if (!chance(3)) return;
  if (chance(2)) put("AS");
  name();
}

inline void RandomSql::sources() {
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

inline void RandomSql::source() {
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

inline void RandomSql::order_by() {
  put("ORDER BY");
  list(2, [this] { ordering(); });
}

inline void RandomSql::ordering() {
  expression();
  if (chance(3)) put(chance(2) ? "ASC" : "DESC");
  if (chance(6)) put(chance(2) ? "NULLS FIRST" : "NULLS LAST");
}

inline void RandomSql::limit() {
  put("LIMIT");
  expression();
  if (chance(3)) {
    put(chance(2) ? "," : "OFFSET");
    expression();
  }
}

}  // namespace sluice::test

#endif
