#ifndef SLUICE_SRC_DB_POSTGRES_POSTGRES_LOGIN_HPP
#define SLUICE_SRC_DB_POSTGRES_POSTGRES_LOGIN_HPP

/// What happens between connecting to a server and the first query of a user.

#include <string>

#include "libpq.hpp"
#include "postgres_words.hpp"

namespace sluice::inline v0::db_detail {

/// Throws Error(unsupported) if the role is a superuser or may read or write the server's files.
void refuse_privileged_role(PGconn *connection, const std::string &source);

/// Makes results independent of the server's configuration, limits a statement to `seconds`, and
/// refuses changes.
void fix_settings(PGconn *connection, double seconds, const std::string &source);

/// Calls of functions that may have effects, by what the server says about each function.
PostgresCalls refused_functions(PGconn *connection, const std::string &source);

}  // namespace sluice::inline v0::db_detail

#endif
