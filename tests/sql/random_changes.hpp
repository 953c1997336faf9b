#ifndef SLUICE_TESTS_SQL_RANDOM_CHANGES_HPP
#define SLUICE_TESTS_SQL_RANDOM_CHANGES_HPP

/// Random statements that change rows or tables. Part of RandomSql.

#include <string_view>

#include "random_sql.hpp"

namespace sluice::test {

inline void RandomSql::changed_table() {
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

inline void RandomSql::conflict() {
  static constexpr std::string_view actions[] = {"OR ROLLBACK", "OR ABORT", "OR FAIL", "OR IGNORE",
                                                 "OR REPLACE"};
  if (chance(5)) put(one_of(actions));
}

inline void RandomSql::insert() {
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

inline void RandomSql::upsert() {
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

inline void RandomSql::where() {
  if (!chance(2)) return;
  put("WHERE");
  expression();
}

inline void RandomSql::assignments() {
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

inline void RandomSql::returning() {
  if (!chance(5)) return;
  put("RETURNING");
  list(2, [this] { result(); });
}

inline void RandomSql::indexed() {
  if (chance(8)) {
    put("INDEXED BY");
    name();
  } else if (chance(8)) {
    put("NOT INDEXED");
  }
}

inline void RandomSql::update() {
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

inline void RandomSql::remove() {
  if (chance(6)) with();
  put("DELETE FROM");
  changed_table();
  indexed();
  where();
  returning();
}

inline void RandomSql::on_conflict() {
  if (chance(6)) put("ON CONFLICT IGNORE");
}

inline void RandomSql::create_table() {
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

inline void RandomSql::constraint_name() {
  if (!chance(5)) return;
  put("CONSTRAINT");
  name();
}

inline void RandomSql::references() {
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

inline void RandomSql::column_constraint() {
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

inline void RandomSql::table_constraint() {
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

inline void RandomSql::create_other() {
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

}  // namespace sluice::test

#endif
