#ifndef SLUICE_SRC_DB_POSTGRES_POSTGRES_LOGIN_HPP
#define SLUICE_SRC_DB_POSTGRES_POSTGRES_LOGIN_HPP

/// What happens between connecting to a server and the first query of a user.

#include <string>

#include "libpq.hpp"
#include "postgres_words.hpp"

namespace sluice::inline v0::db_detail {

/// Throws Error(unsupported) if the role is a superuser, or may use the server's files, programs or
/// other sessions.
void refuse_privileged_role(PGconn *connection, const std::string &source);

/// Makes results independent of the server's configuration, limits a statement to `seconds`, and
/// refuses changes.
void fix_settings(PGconn *connection, double seconds, const std::string &source);

/// The calls that queries may not make: of built-in functions that are volatile, except a few, and
/// of other functions, except immutable ones of extensions.
PostgresCalls refused_functions(PGconn *connection, const std::string &source);

}  // namespace sluice::inline v0::db_detail

#endif
