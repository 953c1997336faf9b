#include "sluice/benchmark/benchmark_questions.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

std::shared_ptr<const Catalog> catalog() {
  DatabaseDefinition database;
  database.name = "Shop";
  database.tables = {
      {"Order", {}, {}, {{"ID", {}, {}, {}, {}}, {"v1.0 price", {}, {}, {}, {}}}, {}},
      {"a.b", {}, {}, {{"c", {}, {}, {}, {}}}, {}}};
  return Catalog::make({Database::make(database)});
}

BenchmarkQuestion read(const std::string &fields) {
  const std::string line = R"({"question": "q", "db_id": "shop", )" + fields + "}\n";
  return read_benchmark_questions(line, "q.jsonl", *catalog()).at(0);
}

}  // namespace

TEST_CASE("gold names are found ignoring case, and with dots") {
  const auto question = read(
      R"("gold_tables": ["ORDER"], "gold_columns": ["order.id", "Order.v1.0 Price", "a.b.c", "Order.id"])");
  CHECK(question.tables == std::vector{TableId(0), TableId(1)});
  CHECK(question.columns == std::vector{ColumnId(0), ColumnId(1), ColumnId(2)});
  CHECK(question.unknown == 0);
}

TEST_CASE("gold elements have precedence over gold columns, and unknown ones are counted") {
  const auto question = read(
      R"("gold_elements": ["shop.order.id", "shop.order.nothing", "other.order.id"], "gold_tables": [], "gold_columns": ["a.b.c"])");
  CHECK(question.columns == std::vector{ColumnId(0)});
  CHECK(question.tables == std::vector{TableId(0)});
  CHECK(question.unknown == 2);
}

TEST_CASE("recorded schemas and hints are read") {
  const auto question = read(
      R"json("id": "x-1", "evidence": "e", "hallucinated": ["T(a)"], "gold_tables": [], "gold_columns": [])json");
  CHECK(question.id == "x-1");
  CHECK(question.evidence == "e");
  CHECK(question.hallucinated.size() == 1);
}

TEST_CASE("a reworded question has the answer of the one with its id, and no hints") {
  const std::vector<BenchmarkQuestion> questions{read(
      R"json("id": "x-1", "evidence": "e", "hallucinated": ["T(a)"], "gold_tables": ["order"], "gold_columns": ["order.id"])json")};
  const auto reworded = read_reworded(R"json({"id": "x-1", "question": "other"}
{"id": "x-1", "question": "another"}
{"id": "x-1", "hallucinated": ["Purchase(day, total)"]}
{"id": "x-1", "question": "third", "hallucinated": ["Purchase(day)"]}
)json",
                                      "r.jsonl", questions);
  REQUIRE(reworded.size() == 4);
  CHECK(reworded[1].question == "another");
  CHECK(reworded[1].columns == questions[0].columns);
  CHECK(reworded[1].evidence.empty());
  CHECK(reworded[1].hallucinated.empty());
  CHECK(reworded[2].question == questions[0].question);
  CHECK(reworded[2].hallucinated == HallucinatedSchema{{"Purchase", {"day", "total"}}});
  CHECK(reworded[3].question == "third");
  CHECK(reworded[3].hallucinated == HallucinatedSchema{{"Purchase", {"day"}}});
  try {
    read_reworded(R"({"question": "other", "id": "x-2"})", "r.jsonl", questions);
    FAIL("accepted");
  } catch (const Error &error) {
    CHECK(error.code() == ErrorCode::not_found);
    CHECK(std::string(error.what()) == "r.jsonl:1:29: no question has the id \"x-2\"");
  }
}

TEST_CASE("missing fields and objects are reported with their place") {
  const auto error = [](const std::string &line) {
    try {
      read_benchmark_questions(line, "q.jsonl", *catalog());
    } catch (const Error &thrown) {
      return std::string(thrown.what());
    }
    return std::string("no error");
  };
  CHECK(error("\n{\"db_id\": \"shop\"}") == "q.jsonl:2:1: has no member \"question\"");
  CHECK(error(R"({"question": "q", "db_id": "none"})") ==
        "q.jsonl:1:28: database \"none\" is not in the catalog");
  CHECK(error(R"({"question": "q", "db_id": "shop", "gold_tables": ["x"]})") ==
        "q.jsonl:1:52: table \"x\" is not in the catalog");
  CHECK(error(R"({"question": "q", "db_id": "shop", "gold_tables": []})") ==
        "q.jsonl:1:1: has no member \"gold_columns\"");
}

}  // namespace sluice
