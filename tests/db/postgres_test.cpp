/// Queries on a real server. Starting it takes about a second, so one test case contains all tests
/// that need it.

#include "sluice/db/postgres_session.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "support/error_of.hpp"
#include "support/postgres_server.hpp"

namespace sluice {
namespace {

constexpr QueryLimits small{.seconds = 60,
                            .rows = 10'000,
                            .bytes = std::uint64_t{16} << 20,
                            .value_bytes = 1 << 20,
                            .text_bytes = 1 << 20};

std::string shown(const Cell &cell) {
  switch (cell.kind) {
    case CellKind::null: return "null";
    case CellKind::integer: return "i" + std::to_string(cell.integer);
    case CellKind::real: return "r" + std::to_string(cell.real);
    case CellKind::text: return "t" + std::string(cell.bytes);
    case CellKind::blob: return "b" + std::string(cell.bytes);
  }
  return {};
}

std::string rows_of(PostgresSession &session, std::string_view sql) {
  std::string rows;
  const QueryOutcome outcome = session.run(sql, [&](Row row) {
    for (const Cell &cell : row) rows += shown(cell) + " ";
    rows += "; ";
    return true;
  });
  return outcome.finished() ? rows : std::string(name_of(outcome.end)) + ": " + outcome.message;
}

QueryOutcome end_of(PostgresSession &session, std::string_view sql) {
  return session.run(sql, [](Row) { return true; });
}

void check_values(PostgresSession &session) {
  CHECK(rows_of(session, "SELECT 1, 2::bigint, 3::smallint, true, false, NULL") ==
        "i1 i2 i3 i1 i0 null ; ");
  CHECK(rows_of(session, "SELECT 1.5::real, 0.1::float8, 'NaN'::float8, 1e300::float8 > 1") ==
        "r1.500000 r0.100000 null i1 ; ");
  CHECK(rows_of(session, "SELECT 2::numeric, 2.50, sum(x), avg(x) FROM t") ==
        "i2 r2.500000 i6 r2.000000 ; ");
  CHECK(rows_of(session, "SELECT 123456789012345678901234567890::numeric") ==
        "r123456789012345677877719597056.000000 ; ");
  CHECK(rows_of(session, "SELECT '\\x4100ff'::bytea") == "b" + std::string("A\0\xFF", 3) + " ; ");
  CHECK(
      rows_of(session, "SELECT 'é', 'a'::char(3), DATE '2024-02-29', '{1,2}'::int[], 'x'::name") ==
      "té ta   t2024-02-29 t{1,2} tx ; ");
  CHECK(rows_of(session, "SELECT TIMESTAMPTZ '2024-01-01 00:00+02', INTERVAL '90 minutes'") ==
        "t2023-12-31 22:00:00+00 t01:30:00 ; ");
  CHECK(rows_of(session, "VALUES (1), (2)") == "i1 ; i2 ; ");
  CHECK(rows_of(session, "TABLE t") == "i1 ta ; i2 tb ; i3 null ; ");
  CHECK(rows_of(session, "WITH q AS (SELECT x FROM t) SELECT max(x) FROM q;") == "i3 ; ");
  CHECK(rows_of(session, "(SELECT 1) UNION ALL SELECT 2 -- done") == "i1 ; i2 ; ");
  CHECK(end_of(session, " -- nothing\n ; ").finished());
  const QueryOutcome empty = end_of(session, "SELECT x, name FROM t WHERE x > 9");
  CHECK(empty.columns == 2);
  CHECK(empty.rows == 0);
  const QueryOutcome many = end_of(session, "SELECT generate_series(1, 9999)");
  CHECK(many.finished());
  CHECK(many.rows == 9999);
  CHECK(end_of(session, "SELECT random(), CURRENT_DATE").unstable ==
        std::vector<std::string>{"current_date", "random"});
}

const std::string long_name(62, 'f');

std::string integer_function(const std::string &name) {
  return "CREATE FUNCTION \"" + name + "\"(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1'";
}

struct Hostile {
  std::string sql;
  QueryEnd end;
};

std::vector<Hostile> hostile_queries() {
  using enum QueryEnd;
  return {
      {"INSERT INTO t VALUES (9)", refused},
      {"UPDATE t SET x = 0", refused},
      {"DELETE FROM t", refused},
      {"DROP TABLE t", refused},
      {"CREATE TABLE u AS SELECT * FROM t", refused},
      {"CREATE TEMP TABLE u (x int)", refused},
      {"COPY t TO STDOUT", refused},
      {"COPY t FROM PROGRAM 'id'", refused},
      {"DO $$ BEGIN END $$", refused},
      {"SET statement_timeout = 0", refused},
      {"SET SESSION AUTHORIZATION admin", refused},
      {"RESET ALL", refused},
      {"COMMIT", refused},
      {"EXPLAIN ANALYZE DELETE FROM t", refused},
      {"LISTEN x", refused},
      {"LOCK TABLE t", refused},
      {"CALL p()", refused},
      {"SHOW data_directory", refused},
      {"/* x */ truncate t", refused},
      {"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", refused},
      {"SELECT * INTO u FROM t", refused},
      {"SELECT * FROM t FOR UPDATE", refused},
      {"SELECT * FROM secret", refused},
      {"SELECT set_config('transaction_read_only', 'off', false)", refused},
      {"SELECT SET_CONFIG ('role', 'admin', false)", refused},
      {"SELECT pg_catalog.\"set_config\" /* /* ( */ */ ('role', 'admin', true)", refused},
      {"SELECT U&\"pg\\005fsleep\"(1)", refused},
      {"SELECT pg_sleep -- x\n (1)", refused},
      {"SELECT $x$a$x$||pg_sleep(1)", refused},
      {"SELECT query_to_xml('select pg_sl' || 'eep(9)', true, true, '')", refused},
      {"SELECT pg_advisory_lock(1)", refused},
      {"SELECT pg_terminate_backend(pid) FROM pg_stat_activity", refused},
      {"SELECT pg_read_file('/etc/passwd')", refused},
      {"SELECT pg_ls_dir('.')", refused},
      {"SELECT lo_import('/etc/passwd')", refused},
      {"SELECT lo_from_bytea(0, 'x')", refused},
      {"SELECT lo_unlink(1)", refused},
      {"SELECT nextval('s')", refused},
      {"SELECT setval('s', 9)", refused},
      {"SELECT * FROM dblink('host=/tmp', 'DELETE FROM t') AS d(x int)", refused},
      {"SELECT grow()", refused},
      {"SELECT \"Odd name\"()", refused},
      {"SELECT pg_notify('a', 'b')", refused},
      {"SELECT immutable_grow()", refused},
      {"SELECT x FROM t WHERE other.\"immutable_grow\" /* x */ () = 1", refused},
      {"SELECT product(x) FROM t", refused},
      {"SELECT product(x) OVER () FROM t", refused},
      {"SELECT * FROM pair(1, 2)", refused},
      {"SELECT lower(1)", refused},
      {"SELECT Größe(1)", refused},
      {"SELECT \"größe\"(1)", refused},
      {"SELECT " + long_name + "é(1)", refused},
      // A function of one argument can be called like a column, too.
      {"SELECT t.doubled FROM t", refused},
      {"SELECT (t).\"doubled\" FROM t", refused},
      {"SELECT (t.*) -- x\n . -- ( y\n doubled FROM t", refused},
      {"SELECT (1.0::float8).pg_sleep", refused},
      {"SELECT (SELECT 1.0::float8) . /* . */ PG_SLEEP", refused},
      {"SELECT (1::bigint)." + std::string(5'000, ' ') + "pg_advisory_lock", refused},
      {"SELECT ('/etc/passwd'::text).pg_read_file", refused},
      {"SELECT 1; DROP TABLE t", several_statements},
      {"SELECT 1; COMMIT; DELETE FROM t", several_statements},
      {"SELECT $1", unbound_parameter},
      {"SELECT $1::int + $2::int", unbound_parameter},
      {std::string("SELECT 1\0; DROP TABLE t", 23), error},
      {"SELECT '" + std::string(2'000'000, 'x') + "'", text_too_long},
      {"SELECT repeat('x', 2000000)", value_too_large},
      {"SELECT repeat('x', 2000000000)", value_too_large},
      {"SELECT repeat('x', 900000) FROM generate_series(1, 100)", too_many_bytes},
      {"SELECT generate_series(1, 1000000000)", too_many_rows},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
       too_many_rows},
      {"SELECT nme FROM t", error},
      {"SELEC 1", error},
      {"SELECT 1 / (x - x) FROM t", error},
      {"SELECT * FROM nowhere", error},
      {"SELECT " + std::string(60'000, '~') + "1", error},
  };
}

void check_hostile(PostgresSession &session, const test::PostgresServer &server) {
  const std::string before = server.administer("shop", "SELECT sum(x) || '/' || count(*) FROM t");
  for (const Hostile &query : hostile_queries()) {
    CAPTURE(query.sql.substr(0, 200));
    const QueryOutcome outcome = end_of(session, query.sql);
    CAPTURE(outcome.message);
    CHECK(name_of(outcome.end) == name_of(query.end));
    CHECK_FALSE(outcome.message.empty());
  }
  // If the server sends faster than we poll, the value is complete before its size is noticed.
  const QueryEnd large = end_of(session, "SELECT repeat('x', 100000000)").end;
  CHECK((large == QueryEnd::too_many_bytes || large == QueryEnd::value_too_large));
  CHECK(end_of(session, "SELECT " + std::string(100'000, '-') + "1").columns == 0);
  CHECK(server.administer("shop", "SELECT sum(x) || '/' || count(*) FROM t") == before);
  CHECK(server.administer("shop", "SELECT last_value FROM s") == "1");
  CHECK(server.administer("shop", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") ==
        "0");
  CHECK(rows_of(session, "SELECT count(*) FROM t") == "i3 ; ");
  // Columns and strings that merely have the names of functions.
  CHECK(rows_of(session, "SELECT x AS nextval, 'pg_sleep' FROM t WHERE x = 1") ==
        "i1 tpg_sleep ; ");
  CHECK(rows_of(session, "SELECT q.grow, 'Straße (' FROM (SELECT 1 AS grow) q") ==
        "i1 tStraße ( ; ");
}

/// Functions of extensions: only immutable ones may be called.
void check_extensions(PostgresSession &session, const test::PostgresServer &server) {
  const bool is_installed =
      server.administer("shop", "SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'") ==
      "1";
  if (!is_installed) return;
  CHECK(rows_of(session, "SELECT similarity('wine', 'wine')") == "r1.000000 ; ");
  CHECK(rows_of(session, "SELECT 'wine' % 'wine'") == "i1 ; ");
  CHECK(name_of(end_of(session, "SELECT show_limit()").end) == "refused");
  CHECK(name_of(end_of(session, "SELECT set_limit(0.9)").end) == "refused");
}

/// In a single-byte encoding, the server folds non-ASCII letters and truncates names by characters.
void check_other_encoding(const test::PostgresServer &server) {
  server.administer("postgres",
                    "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' "
                    "LC_CTYPE 'C'");
  server.administer("latin", integer_function("größe"));
  server.administer("latin", integer_function(long_name + "é"));
  PostgresSession session(server.uri("judge", "latin"), small);
  for (const std::string call : {"GRÖSSE(1), größe(1)", "GRÖßE(1)", "\"größe\"(1)"}) {
    CAPTURE(call);
    CHECK(name_of(end_of(session, "SELECT " + call).end) == "refused");
  }
  CHECK(name_of(end_of(session, "SELECT " + long_name + "éa(1)").end) == "refused");
  CHECK(rows_of(session, "SELECT 'größe', lower('X')") == "tgröße tx ; ");
}

void check_errors(PostgresSession &session) {
  const QueryOutcome unknown = end_of(session, "  SELECT 'é', nme FROM t");
  CHECK(unknown.message == "column \"nme\" does not exist");
  REQUIRE(unknown.offset.has_value());
  CHECK(*unknown.offset == std::string_view("  SELECT 'é', ").size());
  const QueryOutcome typo = end_of(session, "SELECT 1 FORM t WHERE");
  REQUIRE(typo.offset.has_value());
  CHECK(typo.end == QueryEnd::error);
}

void check_time(const std::string &uri) {
  const std::string endless = "SELECT count(*) FROM generate_series(1, 100000000) a, t b, t c, t d";
  QueryLimits hurried = small;
  hurried.seconds = 1;
  PostgresSession session(uri, hurried);
  CHECK(name_of(end_of(session, endless).end) == "too_slow");
  CHECK(rows_of(session, "SELECT 1") == "i1 ; ");

  const CancellationToken token;
  PostgresSession stopped(uri, {}, token);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    token.cancel();
  });
  CHECK(name_of(end_of(stopped, endless).end) == "cancelled");
  other.join();
  CHECK(name_of(end_of(stopped, "SELECT 1").end) == "cancelled");

  PostgresSession patient(uri, small);
  int seen = 0;
  const auto few = [&](Row) { return ++seen < 5; };
  CHECK(patient.run("SELECT generate_series(1, 5000)", few).end == QueryEnd::abandoned);
  CHECK(seen == 5);
  CHECK_THROWS(patient.run("SELECT 1", [](Row) -> bool { throw 1; }));
  CHECK(rows_of(patient, "SELECT 2") == "i2 ; ");
}

std::string connection_error(const std::string &uri, const PostgresOptions &options = {}) {
  try {
    const PostgresSession session(uri, small, {}, options);
  } catch (const Error &error) {
    return std::string(name_of(error.code())) + ": " + error.what();
  }
  return "none";
}

void check_roles(const test::PostgresServer &server) {
  CHECK(connection_error(server.uri("admin", "shop")).starts_with("unsupported: "));
  CHECK(connection_error(server.uri("admin", "shop"), {.allow_privileged_role = true}) == "none");
  server.administer("shop", "CREATE ROLE reader LOGIN; GRANT pg_read_server_files TO reader");
  const std::string refused = connection_error(server.uri("reader", "shop"));
  CHECK(refused.find("has the rights of pg_read_server_files") != refused.npos);
  CHECK(connection_error(server.uri("judge", "none")).starts_with("io: "));
}

void check_passwords(const test::PostgresServer &server) {
  const std::string socket = server.uri("judge", "none");
  const std::size_t at = socket.find('@');
  const std::string host = socket.substr(at + 1);
  for (const std::string &uri :
       {"postgres://judge:s3cret@" + host, "postgres://judge:s3%zzcret@" + host,
        "postgres://judge:a@s3cret@" + host, "postgres://judge:a/s3cret@" + host,
        std::string("postgres://judge:s3cret@nowhere.invalid:99999/x"),
        std::string("password s3cret"),
        std::string("host=/none user=x password=s3cret dbname='s3cret")}) {
    CAPTURE(uri);
    const std::string said = connection_error(uri);
    CHECK(said != "none");
    CHECK(said.find("s3cret") == said.npos);
  }
  PostgresSession session(server.uri("judge", "shop"), small);
  CHECK(session.source().find("judge") == std::string::npos);
  CHECK(session.source().ends_with("/shop"));
}

void check_loss(test::PostgresServer &server) {
  PostgresSession session(server.uri("judge", "shop"), small);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    server.administer(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'judge'");
  });
  const QueryOutcome lost =
      end_of(session, "SELECT count(*) FROM generate_series(1, 100000000) a, t b, t c");
  other.join();
  CHECK(name_of(lost.end) == "connection_lost");
  CHECK_FALSE(lost.message.empty());
  CHECK(rows_of(session, "SELECT 3") == "i3 ; ");
  server.crash();
  CHECK(name_of(end_of(session, "SELECT 1").end) == "connection_lost");
  test::check_code(ErrorCode::io, [&] { return end_of(session, "SELECT 1"); });
}

}  // namespace

TEST_CASE("queries on a PostgreSQL server run within limits, and change nothing") {
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  server->administer("postgres", "CREATE DATABASE shop");
  server->administer(
      "shop",
      "CREATE TABLE t (x int, name text); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL);"
      "CREATE TABLE secret (x int); CREATE SEQUENCE s;"
      "CREATE FUNCTION grow() RETURNS int LANGUAGE sql AS 'SELECT 1';"
      "CREATE FUNCTION \"Odd name\"() RETURNS int LANGUAGE sql AS 'SELECT 1';"
      "CREATE SCHEMA other; GRANT USAGE ON SCHEMA other TO judge;"
      "CREATE FUNCTION immutable_grow() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1';"
      "CREATE FUNCTION other.immutable_grow() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1';"
      "CREATE AGGREGATE product(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1');"
      "CREATE TYPE pair AS RANGE (SUBTYPE = int4);"
      "CREATE FUNCTION lower(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1';"
      "CREATE FUNCTION größe(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1';"
      "CREATE FUNCTION doubled(t) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 2 * $1.x';"
      "GRANT ALL ON t TO judge; GRANT ALL ON SEQUENCE s TO judge;"
      "GRANT ALL ON SCHEMA public TO judge");
  server->administer("shop", integer_function(long_name));
  // If it is not installed, its functions are unknown.
  server->administer("shop", "CREATE EXTENSION IF NOT EXISTS dblink");
  server->administer("shop",
                     "DO $$ BEGIN CREATE EXTENSION pg_trgm; EXCEPTION WHEN OTHERS THEN END $$");
  const std::string uri = server->uri("judge", "shop");
  PostgresSession session(uri, small);
  check_values(session);
  check_hostile(session, *server);
  check_extensions(session, *server);
  check_other_encoding(*server);
  check_errors(session);
  check_time(uri);
  check_roles(*server);
  check_passwords(*server);
  check_loss(*server);
}

}  // namespace sluice
