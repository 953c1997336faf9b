#include "sluice/pipeline/suite_run.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/suite/suite_file.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;
namespace fs = std::filesystem;

/// Two small databases with gold queries.
class Shops {
 public:
  Shops() {
    make_sqlite(path("shop.sqlite"),
                "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, age INT);"
                "INSERT INTO customer VALUES (1, 'Zoe', 30), (2, 'Ann', 40);");
    make_sqlite(path("zoo.sqlite"),
                "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT, weight REAL);"
                "INSERT INTO animal VALUES (1, 'owl', 1.5), (2, 'elk', 300);");
    write_bytes(path("gold.sql"), "SELECT name FROM customer WHERE age > 30\tshop\n"
                                  "SELECT count(*) FROM customer\tshop\n"
                                  "SELECT species FROM animal ORDER BY weight DESC LIMIT 1\tzoo\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  bool exists(const std::string &name) const { return fs::exists(path(name)); }
  std::string bytes(const std::string &name) const { return bytes_of(path(name)); }

  SuiteRunOptions options(const std::string &out) const {
    SuiteRunOptions options;
    options.gold.name = path("gold.sql");
    options.databases = path("");
    options.out = path(out);
    options.building.mutators = MutatorSet::tree;
    return options;
  }

 private:
  TemporaryDirectory folder_;
};

/// Cancels when a schema is finished.
ErrorCode code_of_stopped(const SuiteRunOptions &options) {
  const CancellationToken token;
  const auto cancel = [&token](std::string_view, std::size_t done, std::size_t) {
    if (done > 0) token.cancel();
  };
  return error_of([&] { return SuiteRun(options).run(Progress(cancel), token); }).code();
}

}  // namespace

TEST_CASE("a suite run writes the suite of build_suite, and its JSON has the counts") {
  const Shops shops;
  SuiteRunOptions options = shops.options("a.suite");
  const SuiteRunResult result = SuiteRun(options).run();
  const Suite built = build_suite(read_gold_lines({"gold", shops.bytes("gold.sql")}),
                                  shops.path(""), {}, options.building);
  CHECK(shops.bytes("a.suite") == suite_bytes(built));
  CHECK(result.bytes == shops.bytes("a.suite").size());
  const std::string json = to_json(result);
  const JsonDocument document = JsonDocument::parse(json, "suite");
  CHECK(document.root().at("golds").as_integer() == 3);
  CHECK(document.root().at("bytes").as_integer() == static_cast<std::int64_t>(result.bytes));
  CHECK(document.root().at("seconds").as_number() >= 0);
  CHECK_FALSE(shops.exists("a.suite.partial"));

  options.out.clear();
  options.gold = {};
  options.golds = read_gold_lines({"gold", shops.bytes("gold.sql")});
  options.building.jobs = 2;
  const SuiteRunResult in_memory = SuiteRun(options).run();
  CHECK(suite_bytes(in_memory.suite) == suite_bytes(built));
  CHECK(in_memory.bytes == 0);
}

TEST_CASE("a cancelled suite run resumes to the bytes of a full run") {
  const Shops shops;
  SuiteRun(shops.options("whole")).run();
  SuiteRunOptions options = shops.options("out");
  REQUIRE(code_of_stopped(options) == ErrorCode::cancelled);
  CHECK_FALSE(shops.exists("out"));
  REQUIRE(shops.exists("out.partial"));
  CHECK(read_suite(shops.path("out.partial")).schemas.size() == 1);

  // Cancelled again before anything new is finished: earlier results are still there.
  options.resume = true;
  const CancellationToken token;
  token.cancel();
  check_code(ErrorCode::cancelled, [&] { return SuiteRun(options).run({}, token); });
  CHECK(read_suite(shops.path("out.partial")).schemas.size() == 1);

  options.building.jobs = 2;
  SuiteRun(options).run();
  CHECK(shops.bytes("out") == shops.bytes("whole"));
  CHECK_FALSE(shops.exists("out.partial"));
}

TEST_CASE("finished schemas are saved while a suite run continues") {
  const Shops shops;
  SuiteRunOptions options = shops.options("out");
  options.save_every = 0;
  bool saved = false;
  const auto look = [&](std::string_view, std::size_t done, std::size_t) {
    if (done > 0) saved |= shops.exists("out.partial");
  };
  SuiteRun(options).run(Progress(look));
  CHECK(saved);
  CHECK_FALSE(shops.exists("out.partial"));
}

TEST_CASE("a schema that was finished with other settings is built again") {
  const Shops shops;
  SuiteRun(shops.options("whole")).run();
  SuiteRunOptions other = shops.options("out");
  other.building.distill.seed = 9;
  REQUIRE(code_of_stopped(other) == ErrorCode::cancelled);
  SuiteRunOptions options = shops.options("out");
  options.resume = true;
  SuiteRun(options).run();
  CHECK(shops.bytes("out") == shops.bytes("whole"));
}

TEST_CASE("a damaged partial file is one error and is not changed") {
  const Shops shops;
  SuiteRunOptions options = shops.options("out");
  REQUIRE(code_of_stopped(options) == ErrorCode::cancelled);
  std::string bytes = shops.bytes("out.partial");
  bytes[bytes.size() / 2] ^= 1;
  write_bytes(shops.path("out.partial"), bytes);
  options.resume = true;
  const Error error = error_of([&] { return SuiteRun(options).run(); });
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(contains(error.what(), "out.partial"));
  CHECK(shops.bytes("out.partial") == bytes);
  CHECK_FALSE(shops.exists("out"));

  options.resume = false;
  SuiteRun(options).run();
  CHECK(shops.exists("out"));
}

TEST_CASE("merged shards are the suite of one run") {
  const Shops shops;
  SuiteRun(shops.options("whole")).run();
  SuiteRunOptions first = shops.options("");
  first.out.clear();
  first.building.shards = 2;
  SuiteRunOptions second = first;
  second.building.shard = 1;
  const Suite merged = merge(SuiteRun(first).run().suite, SuiteRun(second).run().suite);
  CHECK(suite_bytes(merged) == shops.bytes("whole"));
}

TEST_CASE("a gold query that is not SQL is in the suite with its problem, and the rest is built") {
  const Shops shops;
  write_bytes(shops.path("gold.sql"), "SELEC name\tshop\nSELECT count(*) FROM customer\tshop\n");
  const SuiteRunResult result = SuiteRun(shops.options("out")).run();
  const SuiteCounts counts = count(result.suite);
  CHECK(counts.golds == 2);
  CHECK(counts.golds_with_problems == 1);
  CHECK(counts.neighbors > 0);
  write_bytes(shops.path("gold.sql"), "SELECT count(*) FROM customer\tshop\nSELECT 1\n");
  CHECK(contains(what_of([&] { return SuiteRun(shops.options("out")).run(); }), "gold.sql:2: "));
}

TEST_CASE("a suite lacks a database that cannot be read, and its JSON says so") {
  const Shops shops;
  const std::string whole_gold = shops.bytes("gold.sql");
  SuiteRun(shops.options("whole")).run();
  write_bytes(shops.path("gold.sql"), whole_gold + "SELECT 1\tbad\nSELECT 2\tnowhere\n");
  write_bytes(shops.path("bad.sqlite"), "not a database");
  SuiteRunOptions options = shops.options("out");
  options.building.jobs = 2;
  const SuiteRunResult result = SuiteRun(options).run();
  CHECK(shops.bytes("out") == shops.bytes("whole"));
  REQUIRE(result.skipped.size() == 2);
  CHECK(contains(result.skipped[0].reason, "no database nowhere"));
  CHECK(result.skipped[1].where == shops.path("bad.sqlite"));
  const std::string json = to_json(result);
  const JsonDocument document = JsonDocument::parse(json, "suite");
  const JsonValue skipped = document.root().at("skipped");
  REQUIRE(skipped.size() == 2);
  CHECK((*skipped.begin()).at("reason").as_string() == result.skipped[0].reason);

  write_bytes(shops.path("gold.sql"), "SELECT 1\tbad\n");
  CHECK(contains(what_of([&] { return SuiteRun(shops.options("none")).run(); }), "bad.sqlite"));
  CHECK_FALSE(shops.exists("none"));
}

TEST_CASE("what tables.json and the folder have that cannot be read are both listed") {
  const Shops shops;
  write_bytes(shops.path("tables.sql"), "CREATE TABLE animal (id INTEGER);\nCREATE TABLE (x);\n");
  fs::create_directory(shops.path("shop"));
  write_bytes(shops.path("shop/a.sqlite"), "");
  fs::rename(shops.path("shop.sqlite"), shops.path("shop/b.sqlite"));
  SuiteRunOptions options = shops.options("out");
  options.tables = shops.path("tables.sql");
  const SuiteRunResult result = SuiteRun(options).run();
  CHECK(count(result.suite).golds == 3);
  REQUIRE(result.skipped.size() == 2);
  CHECK(result.skipped[0].where == shops.path("tables.sql") + ":2");
  CHECK(result.skipped[1] == SkippedItem{shops.path("shop/a.sqlite"), "is empty"});
}

TEST_CASE("contradictory suite options are refused before anything is read") {
  const auto refused = [](auto change) {
    SuiteRunOptions options;
    options.gold.name = "gold";
    options.databases = "databases";
    options.out = "out";
    change(options);
    return what_of([&] { return SuiteRun(options); });
  };
  CHECK(refused([](auto &) {}) == "(no error)");
  CHECK(contains(refused([](auto &options) { options.gold = {}; }), "no gold queries"));
  CHECK(contains(refused([](auto &options) { options.golds.push_back({"a", "b"}); }), "twice"));
  CHECK(contains(refused([](auto &options) { options.databases.clear(); }), "no folder"));
  CHECK(contains(refused([](auto &options) { options.building.shard = 1; }), "no such shard"));
  CHECK(contains(refused([](auto &options) {
                   options.out.clear();
                   options.resume = true;
                 }),
                 "resume needs the file"));
}

}  // namespace sluice
