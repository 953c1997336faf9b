#ifndef SLUICE_SRC_DB_POSTGRES_LIBPQ_HPP
#define SLUICE_SRC_DB_POSTGRES_LIBPQ_HPP

/// libpq's types, for the files of this folder that are built with it.

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <string_view>

#if defined(SLUICE_LAZY_LIBRARIES)
#include "lazy_libpq.hpp"
#endif

namespace sluice::inline v0::db_detail {

struct Finish {
  void operator()(PGconn *connection) const noexcept { PQfinish(connection); }
  void operator()(PGresult *result) const noexcept { PQclear(result); }
  void operator()(PGcancel *cancel) const noexcept { PQfreeCancel(cancel); }
  void operator()(PQconninfoOption *options) const noexcept { PQconninfoFree(options); }
};
using Connection = std::unique_ptr<PGconn, Finish>;
using Result = std::unique_ptr<PGresult, Finish>;

/// The password in a connection string; empty if there is none. Throws Error(invalid_argument) if
/// it is not a valid connection string.
std::string password_of(const std::string &connection);

/// Connects, and waits until that is done. Throws Error(io), whose message does not contain the
/// password.
Connection connect(const std::string &connection, const std::string &password, int seconds);

std::string first_line(std::string_view message);

/// A field of a server's error, such as PG_DIAG_SQLSTATE; may be empty.
std::string_view field(const PGresult *result, int code) noexcept;

}  // namespace sluice::inline v0::db_detail

#endif
