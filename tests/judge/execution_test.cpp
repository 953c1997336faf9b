#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

/// One out of this many items is judged: all without flags, fewer if judging is slow.
std::size_t share_of(std::string_view setting) {
#if defined(SLUICE_TEST_SANITIZED)
  return setting == "plain" ? 25 : 50;
#else
  return setting == "plain" ? 1 : 4;
#endif
}

/// Two databases of one schema, and one of another schema.
class Shop {
 public:
  Shop() {
    fs::create_directories(folder_.path() / "shop");
    const std::string table =
        "CREATE TABLE item (id INTEGER, name TEXT, price REAL);"
        "INSERT INTO item VALUES (1, 'tea', 3), (2, 'jam', 4.5), (3, 'rye', 3)";
    test::make_sqlite(file("shop/shop.sqlite"), table);
    test::make_sqlite(file("shop/shop_2.sqlite"),
                      table + "; INSERT INTO item VALUES (4, 'oil', 9)");
    test::write_bytes(file("shop/shop.sqlite-journal"), "");
    test::make_sqlite(file("alone.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (1)");
  }

  SqliteFolder source() const { return SqliteFolder(folder_.path().string()); }
  std::string file(const std::string &name) const { return (folder_.path() / name).string(); }

 private:
  test::TemporaryDirectory folder_;
};

EvaluationItem item(std::string gold, std::string predicted, std::string database = "shop") {
  EvaluationItem made;
  made.database_id = std::move(database);
  made.golds = {std::move(gold)};
  made.predicted = std::move(predicted);
  return made;
}

ExecutionVerdict judge(const Shop &shop, EvaluationItem made,
                       const ExecutionOptions &options = {}) {
  return *score_execution({std::move(made)}, shop.source(), options).verdicts.front();
}

std::string summary(const ExecutionScores &scores) {
  std::string text;
  for (const auto &verdict : scores.verdicts) {
    text += verdict ? verdict->reason() + " " + std::to_string(verdict->score) + " " +
                          verdict->message + "\n"
                    : "-\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a prediction must be right on every database of the schema") {
  const Shop shop;
  const std::string gold = "SELECT name FROM item WHERE price > 3";
  CHECK(judge(shop, item(gold, "SELECT name FROM item WHERE price >= 4")).reason() == "right");
  const ExecutionVerdict wrong = judge(shop, item(gold, "SELECT name FROM item WHERE id = 2"));
  CHECK(wrong.reason() == "fewer_rows");
  CHECK(wrong.database == shop.file("shop/shop_2.sqlite"));
  CHECK(judge(shop, item(gold, "SELECT nme FROM item")).reason() == "error");
  CHECK(judge(shop, item(gold, "SELECT nme FROM item")).message == "no such column: nme");
  CHECK(judge(shop, item("SELECT nme FROM item", gold)).reason() == "gold_error");
  CHECK(judge(shop, item(gold, "DROP TABLE item")).reason() == "refused");
}

TEST_CASE("DISTINCT is significant only if keep_distinct is set") {
  const Shop shop;
  const EvaluationItem made = item("SELECT x FROM t", "SELECT DISTINCT x FROM t;", "alone");
  CHECK(judge(shop, made).right);
  ExecutionOptions options;
  options.keep_distinct = true;
  CHECK(judge(shop, made, options).reason() == "fewer_rows");
}

TEST_CASE("order matters if gold contains ORDER BY with one blank") {
  const Shop shop;
  CHECK_FALSE(
      judge(shop, item("SELECT id FROM item ORDER BY id", "SELECT id FROM item ORDER BY id DESC"))
          .right);
  CHECK(
      judge(shop, item("SELECT id FROM item ORDER  BY id", "SELECT id FROM item ORDER BY id DESC"))
          .right);
  CHECK(judge(shop, item("SELECT id FROM item", "SELECT id FROM item ORDER BY id DESC")).right);
}

TEST_CASE("gold's values are plugged in only on request") {
  const Shop shop;
  const EvaluationItem made = item("SELECT id FROM item WHERE name = 'jam' AND price = 4.5",
                                   "SELECT id FROM item WHERE price = 1 AND name = \"value\"");
  CHECK_FALSE(judge(shop, made).right);
  ExecutionOptions options;
  options.plug_values = true;
  const ExecutionVerdict verdict = judge(shop, made, options);
  CHECK(verdict.right);
  CHECK(verdict.fillings >= 1);
  CHECK(verdict.fillings <= 4);
  options.max_fillings = 0;
  CHECK(judge(shop, made, options).reason() == "too_many_steps");
}

TEST_CASE("a prediction that matches one of several gold queries is right") {
  const Shop shop;
  EvaluationItem made = item("SELECT nothing FROM nowhere", "SELECT 2");
  made.golds.push_back("SELECT 1");
  made.golds.push_back("SELECT 2");
  CHECK(judge(shop, made).right);
  made.golds.pop_back();
  CHECK(judge(shop, made).reason() == "rows");
}

TEST_CASE("R-VES compares the steps of right queries") {
  const Shop shop;
  ExecutionOptions options;
  options.mode = ComparisonMode::bird;
  options.effort = Effort::steps;
  const std::string all = "SELECT x FROM t";
  const std::string slow =
      "SELECT x FROM t WHERE (SELECT count(*) FROM t a, t b, t c, t d, t e) > 0";
  const auto reward = [&](const std::string &gold, const std::string &predicted) {
    const double score = judge(shop, item(gold, predicted, "alone"), options).score;
    return score * score;
  };
  const auto close = [](double value) { return doctest::Approx(value).epsilon(1e-9); };
  CHECK(reward(all, all) == close(1));
  CHECK(reward(all, "select  x  from  t") == close(1));
  CHECK(reward(slow, all) == close(1.25));
  CHECK(reward(all, slow) == close(0.25));
  CHECK(reward(slow, slow) == close(1));
  CHECK(reward(all, "SELECT DISTINCT x FROM t") == close(0.75));
  CHECK(reward(all, "SELECT x + 1 FROM t") == 0);
  CHECK(reward(all, "SELECT x, x FROM t") == 0);
  CHECK(reward(all, "SELECT x FROM t WHERE x > 5") == 0);
  CHECK(reward(all, "SELEC") == 0);
  CHECK(reward("SELEC", all) == 0);
  CHECK(reward("SELECT x FROM t WHERE x > 5", "SELECT x FROM t WHERE x > 6") == close(1));
  CHECK(reward("SELECT NULL FROM t", "SELECT NULL FROM t") == close(1));
  options.effort = Effort::seconds;
  options.runs = 5;
  CHECK(reward(all, all) > 0);
  CHECK(reward(all, "SELECT 2") == 0);
}

TEST_CASE("verdicts do not depend on the number of threads, nor on where work was resumed") {
  const Shop shop;
  std::vector<EvaluationItem> items;
  const std::vector<std::string> queries = {"SELECT id FROM item",
                                            "SELECT name FROM item",
                                            "SELECT price, id FROM item ORDER BY id",
                                            "SELECT count(*) FROM item",
                                            "SELECT nope FROM item",
                                            "SELECT id, price FROM item"};
  for (const std::string &gold : queries) {
    for (const std::string &predicted : queries) {
      for (const char *database : {"shop", "alone"}) {
        items.push_back(item(gold, predicted, database));
        items.back().index = items.size() - 1;
      }
    }
  }
  ExecutionOptions options;
  options.jobs = 1;
  const SqliteFolder source = shop.source();
  const ExecutionScores one = score_execution(items, source, options);
  for (const std::size_t jobs : {2U, 8U}) {
    options.jobs = jobs;
    CHECK(summary(score_execution(items, source, options)) == summary(one));
  }
  auto known = one.verdicts;
  for (std::size_t i = 0; i < known.size(); i += 3) known[i].reset();
  CHECK(summary(score_execution(items, source, options, {}, known)) == summary(one));
}

TEST_CASE("cancelled work keeps the verdicts that are finished") {
  const Shop shop;
  CancellationToken token;
  token.cancel();
  std::vector<EvaluationItem> items{
      item("SELECT 1", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
                       "count(*) FROM n")};
  ExecutionOptions options;
  options.limits.steps = std::uint64_t{1} << 60;
  const ExecutionScores scores = score_execution(items, shop.source(), options, Progress(token));
  CHECK(scores.cancelled);
  CHECK_FALSE(scores.verdicts.front().has_value());
}

TEST_CASE("a missing database is an error") {
  const Shop shop;
  test::check_code(ErrorCode::not_found,
                   [&] { return judge(shop, item("SELECT 1", "SELECT 1", "none")); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return judge(shop, item("SELECT 1", "SELECT 1", "../shop")); });
}

TEST_CASE("execution match agrees with the official script on every prediction") {
  const fs::path data = test::data_directory();
  const fs::path verdicts = data / "official_verdicts/spider_dev";
  const fs::path databases = data / "spider/databases/dev";
  if (!exists(verdicts) || !exists(databases)) return test::skip("no benchmark data");
  const EvaluationFile gold{"gold", read_file((data / "spider/dev_gold.sql").string())};
  const SqliteFolder source(databases.string());
  std::size_t files = 0;
  std::size_t stopped = 0;
  for (const auto &entry : fs::directory_iterator(verdicts)) {
    std::string name = entry.path().filename().string();
    name.resize(name.find(".json"));
    CAPTURE(name);
    ++files;
    const EvaluationItems read = read_evaluation_items(
        gold, {name, read_file((data / "predictions/spider_dev" / (name + ".sql.gz")).string())});
    const JsonDocument recorded = JsonDocument::parse(read_file(entry.path().string()));
    for (const char *setting : {"plain", "keep_distinct", "plug_value"}) {
      CAPTURE(setting);
      const auto expected = recorded.root().find(setting);
      if (!expected) continue;
      REQUIRE(expected->size() == read.items.size());
      std::vector<EvaluationItem> items;
      std::vector<bool> right;
      const std::size_t every = share_of(setting);
      // Each file uses a different part of the items.
      const std::size_t first = files % every;
      for (const JsonValue verdict : *expected) {
        const EvaluationItem &one = read.items[right.size()];
        right.push_back(verdict.as_integer() == 1);
        if (one.index % every != first) continue;
        items.push_back(one);
        items.back().index = items.size() - 1;
      }
      ExecutionOptions options;
      options.keep_distinct = std::string_view(setting) == "keep_distinct";
      options.plug_values = std::string_view(setting) == "plug_value";
      // The recorded runs had a thousand times as many; queries that need more are tested in long
      // runs only.
      options.limits.steps = 300'000;
      const ExecutionScores scores = score_execution(items, source, options);
      for (std::size_t i = 0; i < items.size(); ++i) {
        const ExecutionVerdict &verdict = *scores.verdicts[i];
        if (verdict.end == QueryEnd::too_many_steps) {
          ++stopped;
          continue;
        }
        CAPTURE(items[i].golds.front());
        CAPTURE(items[i].predicted);
        CAPTURE(verdict.reason());
        CHECK(verdict.right == right[i * every + first]);
      }
    }
  }
  CHECK(files == 15);
  CHECK(stopped < 250);
}

}  // namespace sluice
