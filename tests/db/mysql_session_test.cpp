/// Sessions with servers that misbehave, and addresses. Schemas of a real server are tested in
/// tests/schema/load_mysql_test.cpp.

#include "db/mysql/mysql_session.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "db/mysql/mysql_address.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/core/error.hpp"
#include "support/error_of.hpp"
#include "support/fake_mysql_server.hpp"
#include "support/mariadb_server.hpp"
#include "support/support.hpp"
#include "support/tls_server.hpp"

namespace sluice {
namespace {

using db_detail::mysql_address_of;
using db_detail::MysqlSession;
using db_detail::MysqlTls;
using test::contains;
using Client = test::FakeMysqlServer::Client;

bool has_library() {
  try {
    db_detail::mariadb();
    return true;
  } catch (const Error &) {
    return false;
  }
}

std::string uri_of(const test::FakeMysqlServer &server, std::string_view settings = "") {
  return "mysql://ana:s3cret@127.0.0.1:" + std::to_string(server.port()) +
         "/shop?connect_timeout=3" + std::string(settings);
}

/// The end of a query to a server that misbehaves after accepting a login.
QueryOutcome outcome_with(const test::FakeMysqlServer &server, const QueryLimits &limits,
                          CancellationToken token = {}) {
  MysqlSession session(mysql_address_of(uri_of(server)), limits, std::move(token));
  return session.run("SELECT c FROM t", [](Row) { return true; });
}

constexpr QueryLimits small{
    .seconds = 20, .rows = 10'000, .bytes = std::uint64_t{16} << 20, .value_bytes = 1 << 20};

std::string name_of_end(const QueryOutcome &outcome) { return std::string(name_of(outcome.end)); }

}  // namespace

TEST_CASE("the parts of a MySQL URI are read, and those of libpq's keep their meaning") {
  ::unsetenv("MYSQL_PWD");
  const auto address = mysql_address_of(
      "mysql://an%40a:s%3A%2F%40cret@db-1.example.org:3307/sh%C3%B6p?sslmode=verify-full&"
      "sslrootcert=%2Fca.pem&connect_timeout=7&sslcert=/c.pem&sslkey=/k.pem");
  CHECK(address.user == "an@a");
  CHECK(address.password == "s:/@cret");
  CHECK(address.host == "db-1.example.org");
  CHECK(address.port == 3307);
  CHECK(address.database == "shöp");
  CHECK(address.tls == MysqlTls::verify_full);
  CHECK(address.authorities == "/ca.pem");
  CHECK(address.certificate == "/c.pem");
  CHECK(address.key == "/k.pem");
  CHECK(address.connect_seconds == 7);
  CHECK(source_of(address) == "db-1.example.org:3307/shöp");

  const auto least = mysql_address_of("mariadb://");
  CHECK(least.host == "localhost");
  CHECK(least.port == 3306);
  CHECK(least.user.empty());
  CHECK(least.database.empty());
  CHECK(least.tls == MysqlTls::prefer);
  CHECK(source_of(least) == "localhost");

  CHECK(mysql_address_of("mysql://[::1]:1/x").host == "::1");
  CHECK(mysql_address_of("mysql://h?socket=%2Frun%2Fmysqld.sock").socket == "/run/mysqld.sock");
  CHECK(mysql_address_of("mysql://h/?sslmode=require&sslrootcert=/c").tls == MysqlTls::verify_ca);
}

TEST_CASE("a wrong MySQL URI is refused without repeating any part of it") {
  for (const std::string_view uri : {"mysql://ana:s3cret@x@host/db",
                                     "mysql://ana:s3/cret@host/db",
                                     "mysql://ana:12/s3cret@host",
                                     "mysql://ana:s3?cret@host/db",
                                     "mysql://ana:s3%cret@host/db",
                                     "mysql://ana:s3%0Acret@host",
                                     "mysql://ana:s3cret@host:99999/db",
                                     "mysql://ana:s3cret@host:/db",
                                     "mysql://ana:s3cret@a,b/db",
                                     "mysql://ana:s3cret@host=1/db",
                                     "mysql://ana:s3cret@[::1/db",
                                     "mysql://ana:s3cret@host/db/x",
                                     "mysql://ana:s3cret@host/db?sslmode=yes",
                                     "mysql://ana:s3cret@host/db?s3cret=1",
                                     "mysql://ana:s3cret@host/db?sslmode=verify-ca",
                                     "mysql://ana:s3cret@127.0.0.1/db?sslmode=verify-full",
                                     "mysql://ana:s3cret@host/db?sslcert=/c",
                                     "mysql://ana:s3cret@host/db?connect_timeout=0",
                                     "mysql://ana:s3cret@host/db?socket=s3cret",
                                     "postgres://ana:s3cret@host/db"}) {
    CAPTURE(uri);
    const Error error = test::error_of([&] { return mysql_address_of(uri); });
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK_FALSE(contains(error.what(), "s3"));
    CHECK_FALSE(contains(error.what(), "cret"));
  }
}

TEST_CASE("a password comes from the URI, else from a private file, else from MYSQL_PWD") {
  const test::TemporaryDirectory folder;
  const std::string file = (folder.path() / "password").string();
  std::ofstream(file) << "from file\nmore\n";
  const std::string from_file = "mysql://ana@h/x?password_file=" + file;
  ::chmod(file.c_str(), 0644);
  CHECK(contains(test::what_of([&] { return mysql_address_of(from_file); }), "other users"));
  ::chmod(file.c_str(), 0600);
  ::setenv("MYSQL_PWD", "from environment", 1);
  CHECK(mysql_address_of("mysql://ana:own@h/x?password_file=" + file).password == "own");
  CHECK(mysql_address_of("mysql://ana:@h/x").password.empty());
  CHECK(mysql_address_of(from_file).password == "from file");
  CHECK(mysql_address_of("mysql://ana@h/x").password == "from environment");
  ::unsetenv("MYSQL_PWD");
  CHECK(mysql_address_of("mysql://ana@h/x").password.empty());
  test::check_code(ErrorCode::not_found,
                   [&] { return mysql_address_of("mysql://h/x?password_file=/no/such/file"); });
}

TEST_CASE("a server that does not speak the protocol, or nothing at all, is one clear error") {
  if (!has_library()) return test::skip("libmariadb.so.3 is not installed");
  const auto error_with = [](test::FakeMysqlServer::Script script) {
    const test::FakeMysqlServer server(std::move(script));
    const Error error = test::error_of(
        [&] { return MysqlSession(mysql_address_of(uri_of(server)), small).version(); });
    CHECK(contains(error.what(), "127.0.0.1:" + std::to_string(server.port()) + "/shop: "));
    CHECK_FALSE(contains(error.what(), "s3cret"));
    return error;
  };
  const Error silent = error_with([](Client &client) {
    while (!client.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  CHECK(silent.code() == ErrorCode::limit_exceeded);
  CHECK(silent.message() == "the server did not answer within 3 seconds");
  const Error half = error_with([](Client &client) {
    if (!client.greet()) return;
    while (!client.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  CHECK(half.code() == ErrorCode::limit_exceeded);
  const Error slow = error_with([](Client &client) {  // a byte at a time
    client.send(std::string_view("\xe8\3\0\0", 4));
    while (client.send("x")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  CHECK(slow.code() == ErrorCode::limit_exceeded);
  CHECK(error_with([](Client &client) {
          client.send("HTTP/1.1 400 Bad Request\r\n\r\n");
        }).code() == ErrorCode::io);
  CHECK(error_with([](Client &) {}).code() == ErrorCode::io);
  const Error repeats = error_with([](Client &client) {
    if (client.greet())
      client.packet(std::string_view("\xff\x15\x04#28000no\ns3cret, ana\x1b[2J", 27));
  });
  CHECK(repeats.code() == ErrorCode::io);
  CHECK(repeats.message() == "no ***, ana [2J");
}

TEST_CASE("the password is never sent in plain text without TLS, nor is a local file") {
  if (!has_library()) return test::skip("libmariadb.so.3 is not installed");
  test::FakeMysqlServer plain([](Client &client) {
    std::string answer;
    if (client.greet() && client.packet(std::string_view("\xfemysql_clear_password\0", 22)))
      client.receive(answer);
  });
  const Error error = test::error_of(
      [&] { return MysqlSession(mysql_address_of(uri_of(plain)), small).version(); });
  CHECK(error.code() == ErrorCode::io);
  CHECK_FALSE(contains(error.what(), "s3cret"));
  CHECK_FALSE(contains(plain.stop(), "s3cret"));

  test::FakeMysqlServer without_tls([](Client &client) { client.accept(); });
  const Error refused = test::error_of([&] {
    return MysqlSession(mysql_address_of(uri_of(without_tls, "&sslmode=require")), small).version();
  });
  CHECK(contains(refused.what(), "TLS"));

  const test::TemporaryDirectory folder;
  const std::string file = (folder.path() / "private").string();
  std::ofstream(file) << "content of the file";
  test::FakeMysqlServer curious([&](Client &client) {
    std::string answer;
    if (!client.accept() || !client.receive(answer)) return;
    client.packet("\xfb" + file);
    while (client.receive(answer)) {
    }
  });
  CHECK(outcome_with(curious, {.seconds = 1}).end != QueryEnd::finished);
  CHECK_FALSE(contains(curious.stop(), "content of the file"));
}

TEST_CASE("a server cannot send more, or longer, than the limits of a query allow") {
  if (!has_library()) return test::skip("libmariadb.so.3 is not installed");
  const auto end_with = [](std::function<void(Client &)> after, const QueryLimits &limits) {
    const test::FakeMysqlServer server([&](Client &client) {
      std::string query;
      if (client.accept() && client.receive(query)) after(client);
    });
    return outcome_with(server, limits);
  };
  const auto endless = [](Client &client) {
    client.begin_result();
    while (client.row("x")) {
    }
  };
  CHECK(name_of_end(end_with(endless, {.seconds = 20, .rows = 1000})) == "too_many_rows");
  CHECK(name_of_end(end_with(endless, {.seconds = 20, .bytes = 100'000})) == "too_many_bytes");
  CHECK(name_of_end(end_with(endless, {.seconds = 0.1,
                                       .rows = std::uint64_t{1} << 60,
                                       .bytes = std::uint64_t{1} << 60})) == "too_slow");
  const auto trickling = [](Client &client) {
    client.begin_result();
    client.send(std::string_view("\xff\xff\xff\4", 4));
    while (client.send("x")) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  CHECK(name_of_end(end_with(trickling, {.seconds = 0.1})) == "too_slow");
  const auto long_value = [](Client &client) {
    client.begin_result();
    std::string row("\xfd\x40\x0d\x03", 4);  // 200,000 bytes
    client.packet(row.append(200'000, 'x'));
    client.end();
  };
  CHECK(name_of_end(end_with(long_value, {.seconds = 20, .value_bytes = 1000})) ==
        "value_too_large");
  CHECK(name_of_end(end_with(long_value, small)) == "finished");
  // A value that claims to be longer than its packet.
  const auto lying = [](Client &client) {
    client.begin_result();
    client.packet("\xfaxyz");
    client.end();
  };
  CHECK(end_with(lying, small).end != QueryEnd::finished);
  const auto gone = [](Client &client) { client.begin_result(); };
  const QueryOutcome lost = end_with(gone, small);
  CHECK(name_of_end(lost) == "connection_lost");
  CHECK(lost.message == "the connection to the server broke");
}

TEST_CASE("a query to a MySQL server ends when its token is cancelled") {
  if (!has_library()) return test::skip("libmariadb.so.3 is not installed");
  const CancellationToken token;
  const test::FakeMysqlServer server([&](Client &client) {
    std::string query;
    if (!client.accept() || !client.receive(query)) return;
    token.cancel();
    while (!client.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  CHECK(name_of_end(outcome_with(server, small, token)) == "cancelled");
  test::check_code(ErrorCode::cancelled, [&] {
    return MysqlSession(mysql_address_of(uri_of(server)), small, token).version();
  });
}

TEST_CASE("a session leaves the process's handler of SIGPIPE and the thread's signals alone") {
  if (!has_library()) return test::skip("libmariadb.so.3 is not installed");
  struct sigaction action {};
  ::sigaction(SIGPIPE, nullptr, &action);
  CHECK((action.sa_handler == SIG_DFL));
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  CHECK(sigismember(&blocked, SIGPIPE) == 0);
}

TEST_CASE("a session reads values, ends slow queries on the server and goes on after both") {
  const auto server = test::MariadbServer::start();
  if (server == nullptr) return test::skip("no MariaDB server is installed");
  MysqlSession session(mysql_address_of(server->uri("root", "")), {.seconds = 0.5, .rows = 50});
  CHECK(contains(session.version(), "MariaDB"));
  const auto answer = [&](std::string_view sql) {
    std::string text;
    const QueryOutcome outcome = session.run(sql, [&](Row row) {
      for (const Cell &cell : row)
        text += cell.kind == CellKind::null ? "NULL " : std::string(cell.bytes) + ' ';
      return true;
    });
    return outcome.finished() ? text : name_of_end(outcome);
  };
  CHECK(answer("SELECT 1, NULL, 'é', x'00' = '', 1.50") == "1 NULL é 0 1.50 ");
  CHECK(answer("SELECT SLEEP(10)") == "too_slow");
  CHECK(answer("SELECT 2") == "2 ");
  CHECK(answer("SELECT nothing") == "error");
  CHECK(answer("SELECT 3; SELECT 4") == "error");
  CHECK(answer("SELECT seq FROM mysql.seq_1_to_51") == "too_many_rows");
  CHECK(answer("SELECT 5") == "5 ");
  CHECK(answer("CREATE TABLE mysql.x (a int)") == "refused");
  std::size_t rows = 0;
  CHECK(session.run("SELECT seq FROM mysql.seq_1_to_40", [&](Row) { return ++rows < 3; }).end ==
        QueryEnd::abandoned);
  CHECK(rows == 3);
  CHECK(answer("SELECT 6") == "6 ");
  server->crash();
  CHECK(answer("SELECT 7") == "connection_lost");
  test::check_code(ErrorCode::io, [&] { return answer("SELECT 8"); });
}

TEST_CASE("the modes of TLS decide which MySQL servers are trusted") {
  const auto certificate = test::TlsCertificate::make(), other = test::TlsCertificate::make();
  if (!certificate || !other) return test::skip("the program openssl is not installed");
  const auto server = test::MariadbServer::start(&*certificate);
  if (server == nullptr) return test::skip("no MariaDB server is installed");
  server->administer("CREATE USER ana IDENTIFIED BY 's3cret'; GRANT SELECT ON *.* TO ana");
  const auto cipher = [&](const std::string &host, const std::string &settings) {
    std::string found;
    MysqlSession session(mysql_address_of("mysql://ana:s3cret@" + host + ':' +
                                          std::to_string(server->port()) + "/?" + settings),
                         small);
    session.run("SHOW STATUS LIKE 'Ssl_cipher'", [&](Row row) {
      found = row[1].bytes;
      return true;
    });
    return found.empty() ? "none" : "TLS";
  };
  const auto refusal = [&](const std::string &host, const std::string &settings) {
    const Error error = test::error_of([&] { return cipher(host, settings); });
    CHECK(error.code() == ErrorCode::io);
    CHECK_FALSE(contains(error.what(), "s3cret"));
    return contains(error.what(), "TLS");
  };
  const std::string right = "&sslrootcert=" + certificate->certificate().string();
  const std::string wrong = "&sslrootcert=" + other->certificate().string();
  CHECK(cipher("127.0.0.1", "sslmode=disable") == "none");
  CHECK(cipher("127.0.0.1", "") == "TLS");
  CHECK(cipher("127.0.0.1", "sslmode=require") == "TLS");
  CHECK(cipher("localhost", "sslmode=verify-ca" + right) == "TLS");
  CHECK(cipher("localhost", "sslmode=verify-full" + right) == "TLS");
  CHECK(refusal("localhost", "sslmode=verify-full"));
  CHECK(refusal("localhost", "sslmode=verify-ca" + wrong));
  CHECK(refusal("localhost", "sslmode=verify-full" + wrong));
  CHECK(refusal("localhost", "sslmode=require" + wrong));
}

}  // namespace sluice
