#include "mysql_error.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr unsigned packet_too_large = 2020;

bool is_connection_error(unsigned number) noexcept {
  constexpr unsigned shutting_down = 1053, killed_connection = 1927;
  return (number >= 2000 && number <= 2999) || (number >= 5000 && number <= 5999) ||
         number == shutting_down || number == killed_connection;
}

}  // namespace

QueryEnd mysql_error_end(unsigned number) noexcept {
  switch (number) {
    case 1205:  // a lock was not free in time
    case 1317:  // interrupted
    case 1969:  // MariaDB's max_statement_time
    case 3024:  // MySQL's max_execution_time
      return QueryEnd::too_slow;
    case 1044:  // no right to the database
    case 1142:  // no right to the table
    case 1143:  // no right to the column
    case 1227:  // no right to do this
    case 1792:  // a change in a read-only transaction
      return QueryEnd::refused;
    case packet_too_large: return QueryEnd::value_too_large;
    default: return is_connection_error(number) ? QueryEnd::connection_lost : QueryEnd::error;
  }
}

}  // namespace sluice::inline v0::db_detail
