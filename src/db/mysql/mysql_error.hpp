#ifndef SLUICE_SRC_DB_MYSQL_MYSQL_ERROR_HPP
#define SLUICE_SRC_DB_MYSQL_MYSQL_ERROR_HPP

#include "sluice/db/query.hpp"

namespace sluice::inline v0::db_detail {

// Numbers of errors: from 1000 the server's, from 2000 those of any client library, from 5000 those
// of MariaDB Connector/C.
inline constexpr unsigned mysql_no_such_database = 1049;
inline constexpr unsigned mysql_tls_failed = 2026;
inline constexpr unsigned mysql_login_not_allowed = 5010;

/// How a query ended that failed with the error of that number.
QueryEnd mysql_error_end(unsigned number) noexcept;

}  // namespace sluice::inline v0::db_detail

#endif
