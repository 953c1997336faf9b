#if defined(SLUICE_WITH_POSTGRES)

#include "postgres_login.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// Runs one of our own queries and waits for the result.
Result ask_server(PGconn *connection, const std::string &sql, const std::string &source) {
  Result result(PQexec(connection, sql.c_str()));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw Error(ErrorCode::io, first_line(PQerrorMessage(connection)), {source});
  return result;
}

}  // namespace

void refuse_privileged_role(PGconn *connection, const std::string &source) {
  const Result answer =
      ask_server(connection,
                 "SELECT current_user, rolname FROM pg_catalog.pg_roles WHERE CASE WHEN rolname = "
                 "current_user THEN rolsuper ELSE rolname IN ('pg_read_server_files', "
                 "'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend') AND "
                 "pg_catalog.pg_has_role(current_user, oid, 'MEMBER') END "
                 "UNION ALL SELECT session_user, rolname FROM pg_catalog.pg_roles "
                 "WHERE rolname = session_user AND rolsuper",
                 source);
  if (PQntuples(answer.get()) == 0) return;
  const std::string_view role = PQgetvalue(answer.get(), 0, 0);
  const std::string_view right = PQgetvalue(answer.get(), 0, 1);
  throw Error(ErrorCode::unsupported,
              fmt::format("predicted SQL may not run as the role {}, which {}", role,
                          role == right ? std::string("is a superuser")
                                        : fmt::format("has the rights of {}", right)),
              {source});
}

void fix_settings(PGconn *connection, double seconds, const std::string &source) {
  const auto milliseconds = static_cast<std::int64_t>(std::clamp(seconds, 0.001, 1e6) * 1000);
  // Settings that make results independent of the server's configuration. JIT compilation does
  // not pay off for small queries.
  ask_server(
      connection,
      fmt::format("SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; "
                  "SET default_transaction_read_only = on; SET standard_conforming_strings = on; "
                  "SET backslash_quote = off; SET bytea_output = hex; SET datestyle = 'ISO, YMD'; "
                  "SET intervalstyle = postgres; SET timezone = 'UTC'; SET extra_float_digits = 1; "
                  "SET cursor_tuple_fraction = 1; SET synchronize_seqscans = off; SET jit = off",
                  milliseconds, milliseconds + 60'000),
      source);
}

PostgresCalls refused_functions(PGconn *connection, const std::string &source) {
  const char *encoding = PQparameterStatus(connection, "server_encoding");
  PostgresCalls calls(encoding != nullptr && std::string_view(encoding) == "UTF8"
                          ? PostgresCalls::Encoding::utf8
                          : PostgresCalls::Encoding::other);
  // Built-in functions have OIDs below 16384 in any schema; later ones, even in pg_catalog, have
  // higher OIDs.
  const Result refused =
      ask_server(connection,
                 "SELECT p.proname, bool_or(p.provariadic <> 0 OR "
                 "p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1) "
                 "FROM pg_catalog.pg_proc p WHERE CASE WHEN p.oid < 16384 "
                 "THEN p.provolatile = 'v' AND p.proname NOT IN ('random', 'random_normal', "
                 "'clock_timestamp', 'timeofday', 'gen_random_uuid') "
                 "ELSE p.provolatile <> 'i' OR NOT EXISTS (SELECT FROM pg_catalog.pg_depend d "
                 "WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid "
                 "AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass "
                 "AND d.deptype = 'e') END GROUP BY p.proname",
                 source);
  for (int i = 0; i < PQntuples(refused.get()); ++i) {
    calls.refuse(PQgetvalue(refused.get(), i, 0), *PQgetvalue(refused.get(), i, 1) == 't');
  }
  return calls;
}

}  // namespace sluice::inline v0::db_detail

#endif
