#ifndef SLUICE_SQL_DIALECT_HPP
#define SLUICE_SQL_DIALECT_HPP

/// The SQL dialects that can be read.

#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice::sql {

enum class Dialect : std::uint8_t {
  /// What SQLite 3.40 reads, and nothing that it refuses as a syntax error.
  sqlite,
  /// PostgreSQL's queries: `::`, arrays, dollar quotes, its operators and their precedence.
  postgresql,
  /// SQLite's, and what language models write by habit of other engines: `TOP`, `FETCH FIRST`,
  /// `ILIKE`, `::`, `> ALL (SELECT …)`, `EXTRACT(YEAR FROM x)`, `DATE '…'`, `INTERVAL`,
  /// parenthesised operands of UNION, ORDER BY and LIMIT before it, two table aliases' worth of
  /// quoting styles.
  permissive,
};

}  // namespace sluice::sql

#endif
