#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/core/file.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

/// Two small databases and gold queries, with a repeated line and two sessions.
class Golds {
 public:
  Golds() {
    std::filesystem::create_directory(path("db"));
    make_sqlite(path("db/shop.sqlite"),
                "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INT);"
                "INSERT INTO customer VALUES (1, 'Zoe', 'Rome', 30), (2, 'Ann', 'Oslo', 40);");
    make_sqlite(path("db/zoo.sqlite"),
                "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT, weight REAL);"
                "INSERT INTO animal VALUES (1, 'owl', 1.5), (2, 'elk', 300);");
    write_bytes(path("gold.sql"), "SELECT name FROM customer WHERE age > 30\tshop\n"
                                  "SELECT city, count(*) FROM customer GROUP BY city\tshop\n\n"
                                  "SELECT species FROM animal ORDER BY weight DESC LIMIT 1\tzoo\n"
                                  "SELECT name FROM customer WHERE age > 30\tshop\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }

  CommandResult build(const std::string &out, std::vector<std::string> more = {}) const {
    std::vector<std::string> line{"suite",    "build", "--gold",  path("gold.sql"), "--db",
                                  path("db"), "--out", path(out), "--mutators",     "tree"};
    line.insert(line.end(), more.begin(), more.end());
    return run(line);
  }

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("suite build counts its results, and show and score read them") {
  const Golds golds;
  const CommandResult built = golds.build("a.suite", {"--json"});
  CAPTURE(built.error);
  REQUIRE(built.status == 0);
  const JsonDocument counts = JsonDocument::parse(built.out);
  const std::vector<std::string> names = keys(counts.root());
  for (const char *name : {"golds", "neighbors", "proved_equal", "undistinguished", "databases",
                           "databases_per_gold", "bytes", "seconds"}) {
    CAPTURE(name);
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
  CHECK(counts.root().at("golds").as_integer() == 4);
  CHECK(counts.root().at("distinct_golds").as_integer() == 3);
  CHECK(counts.root().at("neighbors").as_integer() > 30);
  CHECK(counts.root().at("databases_per_gold").as_number() >= 1);
  CHECK_FALSE(std::filesystem::exists(golds.path("a.suite.partial")));

  const CommandResult shown = run({"suite", "show", "--golds", golds.path("a.suite")});
  CHECK(shown.status == 0);
  CHECK(shown.out.starts_with("4 queries, 3 of them distinct · "));
  CHECK(contains(shown.out, "SELECT species FROM animal ORDER BY weight DESC LIMIT 1\n"));
  const JsonDocument document =
      JsonDocument::parse(run({"suite", "show", "--json", golds.path("a.suite")}).out);
  CHECK(document.root().at("schemas").size() == 2);

  write_bytes(golds.path("predicted.sql"), "SELECT name FROM customer WHERE age >= 30\n"
                                           "SELECT city, count(id) FROM customer GROUP BY city\n\n"
                                           "SELECT species FROM animal ORDER BY weight LIMIT 1\n"
                                           "SELECT customer.name FROM customer WHERE 30 < age\n");
  const CommandResult scored =
      run({"score", "--gold", golds.path("gold.sql"), "--pred", golds.path("predicted.sql"),
           "--suite", golds.path("a.suite"), "--keep_distinct", "--mode", "strict"});
  CAPTURE(scored.error);
  CHECK(scored.out == "4 questions · 2 right · strict 0.5000\n");
  check_refused(run({"score", "--gold", golds.path("gold.sql"), "--pred", golds.path("gold.sql")}),
                "needs databases or a suite");
}

TEST_CASE("suite merge of shards, a resumed build and two threads give the same bytes") {
  const Golds golds;
  REQUIRE(golds.build("whole").status == 0);
  const std::string bytes = bytes_of(golds.path("whole"));
  REQUIRE(golds.build("first", {"--shard", "1/2"}).status == 0);
  REQUIRE(golds.build("second", {"--shard", "2/2"}).status == 0);
  REQUIRE(run({"suite", "merge", golds.path("second"), golds.path("first"), "--out",
               golds.path("merged")})
              .status == 0);
  CHECK(bytes_of(golds.path("merged")) == bytes);
  CHECK(bytes_of(golds.path("first")) != bytes);

  // Interrupted after the first schema.
  std::filesystem::copy(golds.path("first"), golds.path("resumed.partial"));
  REQUIRE(golds.build("resumed", {"--resume", "--jobs", "2"}).status == 0);
  CHECK(bytes_of(golds.path("resumed")) == bytes);
}

TEST_CASE("suite export and import keep the official layout") {
  const Golds golds;
  REQUIRE(golds.build("a.suite").status == 0);
  REQUIRE(run({"suite", "export", golds.path("a.suite"), golds.path("out")}).status == 0);
  CHECK(std::filesystem::exists(golds.path("out/shop")));
  CHECK(std::filesystem::exists(golds.path("out/zoo")));
  REQUIRE(run({"suite", "import", golds.path("out"), "--gold", golds.path("gold.sql"), "--out",
               golds.path("b.suite")})
              .status == 0);
  CHECK(run({"suite", "show", golds.path("b.suite")}).out.starts_with("4 queries, 3 of them"));
}

TEST_CASE("an exported suite gives the verdicts that score --suite gives") {
  const Golds golds;
  REQUIRE(golds.build("a.suite", {"--data", "directed"}).status == 0);
  REQUIRE(run({"suite", "export", golds.path("a.suite"), golds.path("out")}).status == 0);
  const std::vector<std::string> predicted = {
      "SELECT name FROM customer WHERE age > 30",
      "SELECT name FROM customer WHERE NOT age <= 30",
      "SELECT name FROM customer WHERE age >= 30",
      "SELECT name FROM customer WHERE age > 30 AND city IS NOT NULL",  // for another gold query
      "SELECT name FROM customer WHERE age > 30 AND id < 1000000",
      "SELECT DISTINCT name FROM customer WHERE age > 30",
      "SELECT nme FROM customer",
      "SELECT city, count(*) FROM customer GROUP BY city",
      "SELECT count(city), city FROM customer GROUP BY 2",
      "SELECT count(id), city FROM customer GROUP BY 2"};
  const std::string gold = "SELECT name FROM customer WHERE age > 30\tshop\n";
  std::string gold_lines, lines;
  for (const std::string &query : predicted) {
    const bool grouped = contains(query, "GROUP");
    gold_lines += grouped ? "SELECT city, count(*) FROM customer GROUP BY city\tshop\n" : gold;
    lines += query + "\n";
  }
  write_bytes(golds.path("more_gold.sql"), gold_lines);
  write_bytes(golds.path("predicted.sql"), lines);
  for (const std::vector<std::string> &flags :
       std::vector<std::vector<std::string>>{{}, {"--keep_distinct"}, {"--plug_value"}}) {
    const auto verdicts = [&](const std::string &option, const std::string &value) {
      std::vector<std::string> line{"score",
                                    "--gold",
                                    golds.path("more_gold.sql"),
                                    "--pred",
                                    golds.path("predicted.sql"),
                                    option,
                                    golds.path(value),
                                    "--report",
                                    golds.path("r.json")};
      line.insert(line.end(), flags.begin(), flags.end());
      const CommandResult result = run(line);
      CAPTURE(result.error);
      REQUIRE(result.status == 0);
      std::vector<std::string> said = {result.out};
      const JsonDocument report = JsonDocument::parse(bytes_of(golds.path("r.json")));
      for (const JsonValue item : report.root().at("items"))
        said.push_back(std::to_string(item.at("execution").as_integer()));
      return said;
    };
    const std::vector<std::string> judged = verdicts("--suite", "a.suite");
    CHECK(judged == verdicts("--db", "out"));
    CHECK(judged[1] == "1");
    CHECK(judged[2] == "1");
    CHECK(judged[7] == "0");
    CHECK(judged[8] == "1");
    CHECK(judged[9] == "0");
  }
}

TEST_CASE("files that suite cannot read are errors in one line") {
  const Golds golds;
  check_refused(golds.build("a.suite", {"--shard", "3/2"}), "--shard takes k/n");
  check_refused(run({"suite", "show", golds.path("gold.sql")}), "gold.sql");
  write_bytes(golds.path("gold.sql"), "SELECT 1\tatlantis\n");
  check_refused(golds.build("a.suite"), "atlantis");
}

TEST_CASE("suites accept gold queries with 24 predicates, WikiSQL's single table, and sessions") {
  const Golds golds;
  std::string columns = "id INTEGER PRIMARY KEY";
  std::vector<std::string> conditions;
  for (int i = 0; i < 24; ++i) {
    const std::string name = "c" + std::to_string(i);
    const char *const operators[] = {" = 'x", " > 'x", " <= 'x", " LIKE '%x"};
    columns += ", " + name + (i % 2 == 0 ? " TEXT" : " VARCHAR");
    conditions.push_back(name + operators[i % 4] + std::to_string(i) + "'");
  }
  make_sqlite(golds.path("db/wide.sqlite"), "CREATE TABLE wide (" + columns + ");");
  make_sqlite(golds.path("db/wiki.sqlite"),
              "CREATE TABLE table_1_1 (col0 TEXT, col1 REAL, col2 TEXT);");
  const auto without = [&conditions](std::size_t left_out) {
    std::string text = "SELECT id FROM wide";
    const char *word = " WHERE ";
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (i == left_out) continue;
      text += word + conditions[i];
      word = " AND ";
    }
    return text;
  };
  const std::string wide = without(conditions.size());
  std::string gold, predicted;
  const auto add = [&](const std::string &right, const std::string &other, const char *id) {
    gold += right + '\t' + id + '\n';
    predicted += other + '\n';
  };
  add("SELECT MAX(col1) FROM table_1_1 WHERE col0 = 'bear' AND col2 = 'zoo'",
      "SELECT MAX(col1) FROM table_1_1 WHERE col2 = 'zoo' AND col0 = 'bear'", "wiki");
  add("SELECT COUNT(col0) FROM table_1_1 WHERE col1 > 10",
      "SELECT COUNT(col0) FROM table_1_1 WHERE col1 >= 10", "wiki");
  gold += '\n';
  predicted += '\n';
  for (std::size_t i = 0; i < conditions.size(); ++i) add(wide, without(i), "wide");
  gold += '\n';
  predicted += '\n';
  add(wide, wide, "wide");
  write_bytes(golds.path("gold.sql"), gold);
  write_bytes(golds.path("predicted.sql"), predicted);
  const CommandResult built = golds.build("a.suite", {"--json"});
  CAPTURE(built.error);
  REQUIRE(built.status == 0);
  const JsonDocument counts = JsonDocument::parse(built.out);
  CHECK(counts.root().at("golds_with_problems").as_integer() == 0);
  CHECK(counts.root().at("golds_without_rows").as_integer() == 0);
  std::vector<std::string> line{"score",
                                "--gold",
                                golds.path("gold.sql"),
                                "--pred",
                                golds.path("predicted.sql"),
                                "--suite",
                                golds.path("a.suite")};
  const CommandResult official = run(line);
  CAPTURE(official.error);
  CHECK(official.status == 0);
  CHECK(contains(official.out, "joint_all"));
  line.insert(line.end(), {"--mode", "strict"});
  // Each missing predicate is detected by some database.
  CHECK(run(line).out == "27 questions · 2 right · strict 0.0741\n");
  line.emplace_back("--quick");
  CHECK(contains(run(line).out, "27 questions · "));
  check_refused(run({"score", "--gold", golds.path("gold.sql"), "--pred", golds.path("gold.sql"),
                     "--db", golds.path("db"), "--quick"}),
                "(quick) needs a suite");
}
