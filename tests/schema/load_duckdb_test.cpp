#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/schema/file_stamp.hpp"
#include "sluice/schema/load.hpp"
#include "support/duckdb_file.hpp"
#include "support/error_of.hpp"
#include "support/gzip.hpp"
#include "support/schema_words.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr const char *no_library = "no DuckDB library; cmake/duckdb_library.sh fetches one";

constexpr const char *shop_script = R"(
CREATE TABLE customer(id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, "e-mail ""x""" VARCHAR,
                      born DATE, photo BLOB, next_id INTEGER GENERATED ALWAYS AS (id + 1),
                      mood ENUM('calm', 'cross'), plain INTEGER DEFAULT 7);
COMMENT ON TABLE customer IS 'Who bought';
COMMENT ON COLUMN customer.born IS 'Day of birth';
CREATE TABLE line(sale INTEGER, place INTEGER, customer_id INTEGER REFERENCES Customer(ID),
                  price DECIMAL(8, 2), tags VARCHAR[], sizes STRUCT(w INTEGER, h INTEGER),
                  PRIMARY KEY (place, sale));
CREATE TABLE returned(sale INTEGER, place INTEGER, why JSON, UNIQUE (why),
                      FOREIGN KEY (place, sale) REFERENCES line(place, sale));
CREATE TABLE part(id INTEGER PRIMARY KEY, within INTEGER REFERENCES part(id));
CREATE SCHEMA staff;
CREATE TABLE staff.customer(id INTEGER UNIQUE, boss INTEGER);
CREATE TABLE staff.badge(customer INTEGER REFERENCES staff.customer(id));
CREATE VIEW buyers AS SELECT name FROM customer;
CREATE TEMPORARY TABLE passing(id INTEGER);
CREATE SEQUENCE numbers;
INSERT INTO customer(id, name, "e-mail ""x""", born, photo, mood) VALUES
  (1, 'Ana', 'ana@x.org', '1990-01-02', '\x00'::BLOB, 'calm'), (2, 'Bo', NULL, NULL, NULL, NULL),
  (3, 'Ana', repeat('é', 5000), NULL, NULL, 'cross'), (4, 'Cy', '', NULL, NULL, 'calm'),
  (5, 'Di', 'd', NULL, NULL, NULL);
INSERT INTO line VALUES (1, 1, 1, 9.5, ['a', 'b'], {'w': 1, 'h': 2});
)";

std::string names_of(const Database &database) {
  std::string text;
  for (const Table &table : database.tables()) text += std::string(table.name) + ' ';
  return text;
}

class Folder {
 public:
  std::string path() const { return folder_.path().string(); }
  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }

 private:
  test::TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("a DuckDB file's schema is read with keys, comments and samples") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("shop.duckdb");
  test::make_duckdb(path, shop_script);
  const Databases loaded = load(path);
  REQUIRE(loaded.size() == 1);
  const Database &shop = *loaded.front();
  CHECK(shop.name() == "shop");
  CHECK(names_of(shop) == "customer line part returned staff.badge staff.customer buyers ");
  const Table &customer = shop.tables()[0], &line = shop.tables()[1];
  CHECK(customer.description == "Who bought");
  CHECK(test::columns_of(customer) ==
        "id INTEGER [1] [2] [3]; name VARCHAR [Ana] [Bo] [Cy]; "
        "e-mail \"x\" VARCHAR [ana@x.org] [d]; born DATE (Day of birth) [1990-01-02]; photo BLOB; "
        "next_id INTEGER; mood ENUM('calm', 'cross') [calm] [cross]; plain INTEGER; ");
  CHECK(test::columns_of(line) == "sale INTEGER [1]; place INTEGER [1]; customer_id INTEGER [1]; "
                                  "price DECIMAL(8,2) [9.50]; tags VARCHAR[]; "
                                  "sizes STRUCT(w INTEGER, h INTEGER); sizes.w INTEGER; "
                                  "sizes.h INTEGER; ");
  REQUIRE(line.primary_key.size() == 2);
  CHECK(line.primary_key[0] == 1);
  CHECK(line.primary_key[1] == 0);
  CHECK(shop.tables()[3].primary_key.empty());
  CHECK(test::keys_of(shop) == "line.customer_id=customer.id ; part.within=part.id ; "
                               "returned.place=line.place returned.sale=line.sale ; "
                               "staff.badge.customer=staff.customer.id ; ");
  CHECK(test::columns_of(load_duckdb(path, {.samples = 0})->tables()[2]) ==
        "id INTEGER; within INTEGER; ");

  fs::copy(path, folder.path("shop"));  // detected by its bytes
  CHECK(load(folder.path("shop")).front()->fingerprint() == shop.fingerprint());
  test::make_duckdb(path, "COMMENT ON COLUMN customer.name IS 'Of the whole'");
  CHECK(load(path).front()->fingerprint() != shop.fingerprint());
}

TEST_CASE("names in a DuckDB file are treated as data, whatever they contain") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("it's \"odd\"; {0} 100%?.duckdb");
  test::make_duckdb(folder.path("plain"), R"(
    CREATE SCHEMA "a.b ""c""";
    CREATE TABLE "a.b ""c"""."select '; DROP {0}"("from" INTEGER, "ünï %s \" VARCHAR, "," INTEGER,
      "]" INTEGER, PRIMARY KEY (",", "]"));
    CREATE TABLE "a.b ""c""".t("[" INTEGER, "'" INTEGER,
      FOREIGN KEY ("[", "'") REFERENCES "a.b ""c"""."select '; DROP {0}"(",", "]"));
    INSERT INTO "a.b ""c"""."select '; DROP {0}" VALUES (1, 'x', 2, 3);)");
  fs::rename(folder.path("plain"), path);
  const auto odd = load_duckdb(path);
  CHECK(odd->name() == "it's \"odd\"; {0} 100%?");
  REQUIRE(odd->tables().size() == 2);
  CHECK(odd->tables()[0].name == "a.b \"c\".select '; DROP {0}");
  CHECK(test::columns_of(odd->tables()[0]) ==
        "from INTEGER [1]; ünï %s \\ VARCHAR [x]; , INTEGER [2]; ] INTEGER [3]; ");
  CHECK(odd->tables()[0].primary_key.size() == 2);
  REQUIRE(odd->foreign_keys().size() == 1);
  CHECK(odd->foreign_keys()[0].referenced_columns[1] == 3);

  for (const char *name : {"temp.duckdb", "system.duckdb", "memory.duckdb", "subject.duckdb"}) {
    test::make_duckdb(folder.path(name), "CREATE TABLE t(a INTEGER)");
    CHECK(load(folder.path(name)).front()->tables()[0].name == "t");
  }
  test::make_duckdb(folder.path("long"),
                    "CREATE TABLE \"" + std::string(5000, 'x') + "\"(a INTEGER)");
  test::check_code(ErrorCode::limit_exceeded, [&] { return load(folder.path("long")); });
}

TEST_CASE("nothing that a DuckDB file defines is executed when reading it") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("trap.duckdb");
  test::make_duckdb(path, R"(
    CREATE TABLE t(a VARCHAR, b VARCHAR DEFAULT error('evaluated'));
    INSERT INTO t VALUES ('abc', 'def');
    CREATE TABLE computed(a INTEGER, b VARCHAR GENERATED ALWAYS AS (error('evaluated')));
    CREATE MACRO duckdb_tables() AS TABLE SELECT error('evaluated') AS table_name;
    CREATE MACRO duckdb_constraints() AS TABLE SELECT error('evaluated') AS table_name;
    CREATE OR REPLACE MACRO contains(a, b) AS error('evaluated');
    CREATE OR REPLACE MACRO generate_subscripts(a, b) AS error('evaluated');
    CREATE TABLE secret(a INTEGER);
    CREATE VIEW broken AS SELECT a FROM secret;
    DROP TABLE secret;
    CREATE VIEW outside AS SELECT * FROM read_text('/etc/passwd');)");
  const auto trap = load_duckdb(path);
  REQUIRE(names_of(*trap) == "computed t broken outside ");
  CHECK(test::columns_of(trap->tables()[1]) == "a VARCHAR [abc]; b VARCHAR [def]; ");
  CHECK(test::columns_of(trap->tables()[0]) == "a INTEGER; b VARCHAR; ");

  test::make_duckdb(path, "DROP TABLE t; DROP TABLE computed");
  const auto views = load_duckdb(path);
  CHECK(names_of(*views) == "broken outside ");
  CHECK(test::columns_of(views->tables()[0]) == "a INTEGER; ");
  test::make_duckdb(path, "DROP VIEW broken; DROP VIEW outside");
  CHECK(test::what_of([&] { load(path); }) == path + ": holds no tables");
}

TEST_CASE("a folder may mix SQLite and DuckDB files, whose names must differ") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  fs::create_directory(folder.path("sub"));
  test::make_duckdb(folder.path("a.duckdb"), "CREATE TABLE t(a INTEGER)");
  test::make_sqlite(folder.path("b.sqlite"), "CREATE TABLE t(a)");
  test::make_duckdb(folder.path("sub/c.db"), "CREATE TABLE t(a INTEGER)");
  std::string names;
  for (const auto &database : load(folder.path())) names += std::string(database->name()) + ' ';
  CHECK(names == "a b c ");
  REQUIRE(find_databases(folder.path()).size() == 1);  // values are not read from DuckDB files
  CHECK(find_databases(folder.path())[0].name == "b");
  test::make_duckdb(folder.path("sub/B.duckdb"), "CREATE TABLE t(a INTEGER)");
  std::vector<SkippedItem> skipped;
  CHECK(load(folder.path(), {.skipped = &skipped}).size() == 3);
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].where.ends_with("sub/B.duckdb"));
  CHECK(skipped[0].reason.starts_with("would be named \"B\", as "));
  test::write_bytes(folder.path("a.gz"), test::gzipped(test::bytes_of(folder.path("a.duckdb"))));
  CHECK(test::contains(test::what_of([&] { load(folder.path("a.gz")); }), "unpack it"));
}

TEST_CASE("a truncated or damaged DuckDB file is an error that names it") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("shop.duckdb");
  test::make_duckdb(path, shop_script);
  const std::string whole = test::bytes_of(path);
  REQUIRE(whole.size() > 20'000);
  for (const std::size_t size : {std::size_t{12}, std::size_t{100}, std::size_t{4096},
                                 std::size_t{8192}, std::size_t{12'288}, std::size_t{100'000}}) {
    test::write_bytes(path, std::string_view(whole).substr(0, size));
    const Error error = test::error_of([&] { return load(path); });
    CHECK(error.where().source == path);
    CHECK(error.code() == ErrorCode::malformed);
  }
  std::string damaged = whole;
  std::fill(damaged.begin() + 12'288, damaged.end(), '\7');
  test::write_bytes(path, damaged);
  const std::string message = test::what_of([&] { load(folder.path()); });
  CHECK(message.starts_with(path + ": DuckDB: "));
  CHECK(message.find('\n') == message.npos);
}

TEST_CASE("a DuckDB file that a process writes to is an error until it is closed") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("busy.duckdb");
  int ready[2] = {};
  REQUIRE(::pipe(ready) == 0);
  const pid_t writer = ::fork();
  REQUIRE(writer >= 0);
  if (writer == 0) {
    test::DuckdbWriter held(path);
    held.run("CREATE TABLE t(a INTEGER); CHECKPOINT");
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  const Error error = test::error_of([&] { return load(path); });
  CHECK(error.code() == ErrorCode::io);
  CHECK(test::contains(error.what(), "lock"));
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  CHECK(load(path).front()->tables()[0].name == "t");
}

TEST_CASE("a DuckDB file's log is read, and neither file changes") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("shop.duckdb");
  test::make_duckdb(path, shop_script);
  test::make_duckdb(path, "PRAGMA disable_checkpoint_on_shutdown; ALTER TABLE part ADD COLUMN more "
                          "VARCHAR; INSERT INTO part VALUES (1, NULL, 'logged')");
  REQUIRE(fs::exists(path + ".wal"));
  const std::string file = test::bytes_of(path), log = test::bytes_of(path + ".wal");
  const auto pending = load_duckdb(path);
  CHECK(test::columns_of(pending->tables()[2]) ==
        "id INTEGER [1]; within INTEGER; more VARCHAR [logged]; ");
  CHECK(test::bytes_of(path) == file);
  CHECK(test::bytes_of(path + ".wal") == log);
  CHECK(file_stamp(path, {}) == 0);
  CHECK(load(folder.path()).size() == 1);
  const Folder other;
  fs::create_symlink(path, other.path("link.duckdb"));
  CHECK(test::columns_of(load_duckdb(other.path("link.duckdb"))->tables()[2]) ==
        test::columns_of(pending->tables()[2]));
  CHECK(file_stamp(other.path("link.duckdb"), {}) == 0);
  test::make_duckdb(path, "CHECKPOINT");
  CHECK(load_duckdb(path)->fingerprint() == pending->fingerprint());
}

TEST_CASE("reading a DuckDB file stops at its limits") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("shop.duckdb");
  test::make_duckdb(path, shop_script);
  LoadOptions options;
  options.limits.seconds = 0;
  test::check_code(ErrorCode::limit_exceeded, [&] { return load(path, options); });
}

TEST_CASE("a DuckDB file with flipped bits is read unchanged or is an error") {
  if (!test::has_duckdb()) return test::skip(no_library);
  const Folder folder;
  const std::string path = folder.path("shop.duckdb");
  test::make_duckdb(path, shop_script);
  const std::string whole = test::bytes_of(path);
  const std::uint64_t sound = load_duckdb(path)->fingerprint();
  Random random(11);
  std::map<int, int> ends;
  for (int round = 0; round < 200 / static_cast<int>(test::slowness); ++round) {
    std::string damaged = whole;
    // Most of the file is empty, so half of the flips go to the headers and the blocks after them.
    const std::size_t flips = 1 + random.below(8);
    for (std::size_t i = 0; i < flips; ++i) {
      const std::size_t place = random.below(round % 2 == 0 ? whole.size() : 20'000);
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << random.below(8)));
    }
    test::write_bytes(path, damaged);
    const pid_t reader = ::fork();
    REQUIRE(reader >= 0);
    if (reader == 0) {
      ::alarm(60);
      try {
        ::_exit(load(path).front()->fingerprint() == sound ? 0 : 2);
      } catch (const Error &) {
        ::_exit(1);
      }
    }
    int status = 0;
    ::waitpid(reader, &status, 0);
    ++ends[WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)];
  }
  // A signal gives a status of at least 128, and a different schema 2.
  CHECK(ends[0] > 0);
  CHECK(ends[1] > 0);
  CHECK(ends.size() == 2);
}

}  // namespace sluice
