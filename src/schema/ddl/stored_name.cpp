#include "stored_name.hpp"

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

std::string stored_name(const sql::NamePart &written, sql::Dialect dialect) {
  if (written.quoted) return written.text;
  switch (dialect) {
    case sql::Dialect::postgresql:
    case sql::Dialect::redshift:
    case sql::Dialect::trino: return lower_ascii(written.text);
    case sql::Dialect::oracle:
    case sql::Dialect::snowflake:
    case sql::Dialect::db2: return upper_ascii(written.text);
    default: return written.text;
  }
}

}  // namespace sluice::inline v0::schema_detail
