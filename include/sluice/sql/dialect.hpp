#ifndef SLUICE_SQL_DIALECT_HPP
#define SLUICE_SQL_DIALECT_HPP

/// The SQL dialects that the parser supports.

#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

enum class Dialect : std::uint8_t {
  /// SQLite 3.40's queries, INSERT, UPDATE, DELETE, CREATE TABLE, VIEW and INDEX, and DROP: exactly
  /// those that SQLite accepts. Triggers, virtual tables, ALTER, PRAGMA and transactions are not
  /// parsed.
  sqlite,
  /// PostgreSQL queries: `::`, arrays, dollar quotes, its operators and their precedence.
  postgresql,
  /// SQLite plus syntax of other engines that language models tend to write: `TOP`, `FETCH FIRST`,
  /// `ILIKE`, `::`, `> ALL (SELECT …)`, `EXTRACT(YEAR FROM x)`, `DATE '…'`, `INTERVAL`,
  /// parenthesized operands of UNION, ORDER BY and LIMIT before UNION, and the quoting styles of
  /// those engines.
  permissive,
};

}  // namespace sluice::inline v0::sql

#endif
