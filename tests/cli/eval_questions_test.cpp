/// Tests `sluice eval retrieval --questions-out`, whose members are a contract.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "run.hpp"

using namespace sluice;
using test::run;

TEST_CASE("--questions-out writes what was found for each question and system") {
  const test::SampleFolder folder;
  test::write_bytes(folder.path("q.jsonl"),
                    R"~({"db_id": "shop", "question": "wine of customers", )~"
                    R"~("gold_elements": ["shop.purchase.wine"]})~"
                    "\n"
                    R"~({"db_id": "zoo", "question": "each species", )~"
                    R"~("gold_elements": ["zoo.animal.species", "zoo.cage.id"]})~");
  const auto run_with = [&](const std::string &file) {
    return run({"eval", "retrieval", "--tables", folder.path().string(), "--questions",
                folder.path("q.jsonl"), "--system", "bm25-max", "--system", "crush", "--without",
                "entropy", "--json", "--questions-out", file});
  };
  const std::string file = folder.path("found.jsonl");
  const test::CommandResult result = run_with(file);
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  std::vector<std::string> found;
  each_json_line(test::bytes_of(file), "found", [&](JsonValue question) {
    CHECK(test::keys(question) ==
          std::vector<std::string>{"system", "without", "question", "id", "db_id",
                                   "database_recall", "table_recall", "complete_table_recall",
                                   "column_recall", "complete_column_recall", "within_database"});
    std::string name(question.at("system").as_string());
    for (const JsonValue part : question.at("without"))
      name += " without " + std::string(part.as_string());
    found.push_back(name + ' ' + std::to_string(question.at("question").as_integer()) + ' ' +
                    std::string(question.at("db_id").as_string()));
    CHECK(question.at("within_database").at("column_recall").at("100").as_number() == 1);
  });
  CHECK(found == std::vector<std::string>{"bm25-max 0 shop", "bm25-max 1 zoo", "crush 0 shop",
                                          "crush 1 zoo", "crush without entropy 0 shop",
                                          "crush without entropy 1 zoo"});
  const test::CommandResult refused = run_with(folder.path("no/q"));
  CHECK(refused.status == 2);
  CHECK(refused.error.find(folder.path("no/q")) != std::string::npos);
}
