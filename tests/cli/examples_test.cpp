/// Tests `sluice examples`, whose JSON members and exit statuses are a contract.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

namespace {

constexpr const char *pairs =
    R"({"question":"How many singers are there?","db_id":"music","sql":"SELECT count(*) FROM singer"}
{"question":"Show the names of all keepers.","db_id":"zoo","query":"SELECT name FROM keeper"}
{"question":"How many animals does the zoo have?","db_id":"zoo","sql":"SELECT count(*) FROM animal"}
{"question":"What?","db_id":"zoo","sql":"SELECT FROM"}
)";

}  // namespace

TEST_CASE("examples are indexed, extended, ranked by shape and checked for leaks") {
  const test::SampleFolder folder;
  const std::string file = folder.path("train.jsonl"), store = folder.path("train.examples");
  test::write_bytes(file, pairs);
  const test::CommandResult made =
      run({"examples", "index", store, "--pairs", file, "--embedder", "hashed", "--json"});
  CAPTURE(made.error);
  REQUIRE(made.status == 0);
  const JsonDocument index = JsonDocument::parse(made.out);
  CHECK(test::keys(index.root()) ==
        std::vector<std::string>{"examples", "shapes", "duplicates", "bytes", "rejected"});
  CHECK(index.root().at("examples").as_integer() == 3);
  CHECK(index.root().at("shapes").as_integer() == 2);
  CHECK((*index.root().at("rejected").begin()).at("place").as_string() == file + ":4");

  const std::vector<std::string> rank = {
      "examples",   "rank",   "--examples", store,
      "--embedder", "hashed", "--sql",      "SELECT count(*) FROM purchase",
      "--count",    "2",      "--json",     "How many orders?"};
  const test::CommandResult ranked = run(rank);
  CAPTURE(ranked.error);
  REQUIRE(ranked.status == 0);
  const JsonDocument ranking = JsonDocument::parse(ranked.out);
  CHECK(test::keys(ranking.root()) ==
        std::vector<std::string>{"question", "confidence", "approximations_read", "examples"});
  for (const JsonValue of : ranking.root().at("examples")) {
    CHECK(test::keys(of) == std::vector<std::string>{"question", "database", "sql", "shape",
                                                     "score", "question_similarity"});
    CHECK(of.at("shape").as_string() == "SELECT count(*) FROM _");
  }

  const test::CommandResult leaks =
      run({"examples", "check", store, "--pairs", file, "--embedder", "hashed"});
  CHECK(leaks.status == 1);
  CHECK(test::contains(leaks.out, file + ":1: the same question as example 0"));
  const std::string other = folder.path("dev.jsonl");
  test::write_bytes(other, R"({"question":"How old is Zoë?","db_id":"shop","sql":"SELECT 1"})");
  const test::CommandResult clean =
      run({"examples", "check", store, "--pairs", other, "--embedder", "hashed", "--json"});
  CHECK(clean.status == 0);
  CHECK(test::keys(JsonDocument::parse(clean.out).root()) ==
        std::vector<std::string>{"evaluated", "questions", "queries", "shapes", "unreadable",
                                 "leaks"});

  const test::CommandResult added =
      run({"examples", "index", store, "--add", "--pairs", other, "--embedder", "hashed"});
  CHECK(added.status == 0);
  CHECK(test::contains(added.out, "4 examples of 3 shapes"));
}

TEST_CASE("a file that is not a store, or that has another embedder, is an error in one line") {
  const test::SampleFolder folder;
  const std::string file = folder.path("train.jsonl"), store = folder.path("train.examples");
  test::write_bytes(file, pairs);
  REQUIRE(run({"examples", "index", store, "--pairs", file, "--embedder", "hashed"}).status == 0);
  check_refused(run({"examples", "rank", "--examples", store, "wine"}), "another embedder");
  check_refused(run({"examples", "rank", "--examples", folder.shop(), "wine"}), "shop.sqlite");
  check_refused(run({"examples", "index", store, "--pairs", folder.path("none")}), "none");
}
