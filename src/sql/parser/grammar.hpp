#ifndef SLUICE_SRC_SQL_PARSER_GRAMMAR_HPP
#define SLUICE_SRC_SQL_PARSER_GRAMMAR_HPP

/// The dialects as template arguments of the lexer and the parser.

#include "precedence.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

struct SqliteGrammar {
  static constexpr Dialect dialect = Dialect::sqlite;
  static constexpr const PrecedenceTable &precedence = sqlite_precedence;
};

struct PostgresqlGrammar {
  static constexpr Dialect dialect = Dialect::postgresql;
  static constexpr const PrecedenceTable &precedence = postgresql_precedence;
};

struct PermissiveGrammar {
  static constexpr Dialect dialect = Dialect::permissive;
  static constexpr const PrecedenceTable &precedence = permissive_precedence;
};

}  // namespace sluice::inline v0::sql

#endif
