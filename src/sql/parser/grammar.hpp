#ifndef SLUICE_SRC_SQL_PARSER_GRAMMAR_HPP
#define SLUICE_SRC_SQL_PARSER_GRAMMAR_HPP

/// The dialects as template arguments of the lexer and the parser.

#include "lexer.hpp"
#include "precedence.hpp"
#include "sluice/sql/dialect.hpp"
#include "sql/lexical_rules.hpp"

namespace sluice::inline v0::sql {

struct SqliteGrammar {
  static constexpr Dialect dialect = Dialect::sqlite;
  using Lexer = sql::Lexer<FixedRules<sqlite_rules>>;
  static constexpr const PrecedenceTable &precedence = sqlite_precedence;
};

struct PostgresqlGrammar {
  static constexpr Dialect dialect = Dialect::postgresql;
  using Lexer = sql::Lexer<FixedRules<postgresql_rules>>;
  static constexpr const PrecedenceTable &precedence = postgresql_precedence;
};

struct PermissiveGrammar {
  static constexpr Dialect dialect = Dialect::permissive;
  using Lexer = sql::Lexer<FixedRules<permissive_rules>>;
  static constexpr const PrecedenceTable &precedence = permissive_precedence;
};

}  // namespace sluice::inline v0::sql

#endif
