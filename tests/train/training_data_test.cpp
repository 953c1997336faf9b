/// The databases, questions and glossary in training/, on which the built-in weights are trained.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

std::string file(const std::string &name) {
  return (test::source_directory() / "training" / name).string();
}

/// Returns the number of questions by database, from files with this prefix. Checks that each names
/// the tables and columns that its query reads.
std::map<std::string, std::size_t> checked_questions(const std::string &stem) {
  const auto catalog = Catalog::make(load(file(stem + "tables.json")));
  const std::string path = file(stem + "pairs.jsonl"), text = read_file(path);
  std::vector<std::string> queries;
  each_json_line(text, path,
                 [&](JsonValue record) { queries.emplace_back(record.at("sql").as_string()); });
  const auto questions = read_benchmark_questions(text, path, *catalog);
  REQUIRE(questions.size() == queries.size());
  std::map<DatabaseId, std::set<std::string>> asked;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    CAPTURE(queries[i]);
    const BenchmarkQuestion &of = questions[i];
    CHECK(of.unknown == 0);
    CHECK(asked[of.database].insert(of.question).second);
    const sql::SyntaxTree tree = sql::parse(queries[i], {.dialect = sql::Dialect::sqlite});
    const SqlNames names(*catalog->share(of.database));
    const sql::Bindings bindings = sql::bind(tree, names);
    CHECK(bindings.problems().empty());
    std::vector<TableId> tables;
    std::vector<ColumnId> columns;
    for (const sql::ColumnRead &read : sql::reads(tree, bindings)) {
      const TableId table = catalog->tables(of.database)[read.table];
      if (tables.empty() || tables.back() != table) tables.push_back(table);
      if (read.column != sql::no_position) columns.push_back(catalog->columns(table)[read.column]);
    }
    auto gold_tables = of.tables;
    auto gold_columns = of.columns;
    std::ranges::sort(gold_tables);
    std::ranges::sort(gold_columns);
    std::ranges::sort(columns);
    CHECK(tables == gold_tables);
    CHECK(columns == gold_columns);
  }
  std::map<std::string, std::size_t> counts;
  for (const DatabaseId database : catalog->databases())
    counts[std::string(catalog->database(database).name())] = asked[database].size();
  return counts;
}

}  // namespace

TEST_CASE("each question of the training data names exactly what its query reads") {
  for (const auto &of : checked_questions("")) {
    CAPTURE(of.first);
    CHECK((of.second == 10 || of.second == 12));
  }
  for (const auto &of : checked_questions("large_")) {
    CAPTURE(of.first);
    CHECK(of.second == 15);
  }
  std::set<std::string> learned;
  for (const std::string stem : {"wild_", "wild_2_", "wild_3_", "wild_4_", "wild_5_"}) {
    for (const auto &of : checked_questions(stem)) {
      CAPTURE(of.first);
      CHECK(of.second == 12);
      CHECK(learned.insert(of.first).second);
    }
  }
  for (const std::string stem : {"held_out_", "held_out_wide_"}) {
    for (const auto &of : checked_questions(stem)) {
      CAPTURE(of.first);
      CHECK(of.second == 12);
      CHECK(!learned.contains(of.first));
    }
  }
}

TEST_CASE(
    "the reworded questions of the training data are of Spider, unique, and worded differently") {
  const auto spider = test::data_directory() / "spider";
  if (!exists(spider)) return test::skip("no benchmark data");
  const auto catalog = Catalog::make(load((spider / "tables.json.gz").string()));
  const std::string pairs = (spider / "train.jsonl.gz").string();
  const auto questions = read_benchmark_questions(read_file(pairs), pairs, *catalog);
  const std::string path = file("reworded.jsonl"), text = read_file(path);
  std::vector<std::string> databases;
  each_json_line(text, path,
                 [&](JsonValue record) { databases.emplace_back(record.at("db_id").as_string()); });
  const auto reworded = read_reworded(text, path, questions);
  REQUIRE(reworded.size() == databases.size());
  CHECK(reworded.size() > 700);
  std::set<std::string> asked, ids;
  for (const BenchmarkQuestion &of : questions) asked.insert(of.question);
  for (std::size_t i = 0; i < reworded.size(); ++i) {
    CAPTURE(reworded[i].question);
    CHECK(catalog->find_database(databases[i]) == reworded[i].database);
    CHECK(asked.insert(reworded[i].question).second);
    CHECK(ids.insert(reworded[i].id).second);
  }
}

TEST_CASE("a question of the training data has at most one hallucinated schema") {
  for (const std::string stem :
       {"", "large_", "wild_", "wild_2_", "wild_3_", "wild_4_", "wild_5_"}) {
    CAPTURE(stem);
    const auto catalog = Catalog::make(load(file(stem + "tables.json")));
    const std::string pairs = file(stem + "pairs.jsonl"), path = file(stem + "hallucinated.jsonl");
    const auto questions = read_benchmark_questions(read_file(pairs), pairs, *catalog);
    std::set<std::string> ids;
    for (const BenchmarkQuestion &of : read_reworded(read_file(path), path, questions)) {
      CAPTURE(of.id);
      CHECK(ids.insert(of.id).second);
      CHECK(!of.hallucinated.empty());
    }
    CHECK(ids.size() >= 4 * catalog->database_count());
  }
}

TEST_CASE("the glossary of the training data is for all databases and has no duplicates") {
  const std::string path = file("glossary.txt");
  std::set<std::pair<std::string, std::string>> known;
  for (const GlossaryEntry &entry : parse_glossary(read_file(path), path)) {
    CAPTURE(entry.term);
    CHECK(entry.database.empty());
    CHECK(known.emplace(entry.term, entry.meaning).second);
  }
  CHECK(known.size() > 5000);
}

}  // namespace sluice
